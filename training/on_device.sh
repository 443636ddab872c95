#!/usr/bin/env bash
# The shipped training: three seeds on one accelerator, about nine minutes with the comparison run beside each.
# Needs build/training (python -m training.build) and PyTorch; writes overlays and figures into $OUT.
set -euo pipefail
: "${OUT:?the folder for overlays and figures}"
export PYTHONUNBUFFERED=1
settings='"attention":true,"scale":25,"anchor":6,"short":0.5,"steps":3500'
for seed in 11 12 13; do
  python3 -m training.train --data build/training --out "$OUT" --tag "seed$seed" --runs "[
    {\"name\":\"final$seed\",\"seed\":$seed,\"permissive\":true,\"save\":true,$settings},
    {\"name\":\"sharealike$seed\",\"seed\":$seed,$settings}]" &
done
wait
