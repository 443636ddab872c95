#!/usr/bin/env bash
# Trains on one accelerator: each argument is a JSON list of runs, the lists side by side, their runs in turn.
# Needs build/training (python -m training.build) and PyTorch; writes overlays and figures into $OUT.
#
# The shipped weights: bash training/on_device.sh shipped
set -euo pipefail
: "${OUT:?the folder for overlays and figures}"
export PYTHONUNBUFFERED=1
lists=("$@")
if [ "${1:-}" = shipped ]; then
  settings='"attention":true,"syllables":true,"permissive":true,"scale":25,"anchor":6,"short":0.5'
  settings="$settings,\"steps\":3300,\"rate\":0.0003,\"drop\":0.15,\"scenes\":0.7,\"words\":1024"
  lists=()
  for seed in 11 12 13; do
    lists+=("[{\"name\":\"final$seed\",\"seed\":$seed,\"save\":true,$settings}]")
  done
fi
base=--base
for number in "${!lists[@]}"; do
  python3 -m training.train --data build/training --out "$OUT" --tag "runs$number" $base \
    --runs "${lists[$number]}" &
  base=
done
wait
