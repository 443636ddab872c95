"""How long a whole memory takes to leave and come back, and how much is held meanwhile.

python benchmarks/moving.py            # 100,000 memories
python benchmarks/moving.py 10000
"""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from saegim import Saegim

_BATCH = 10_000


def _held_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with TemporaryDirectory() as folder, Saegim(folder, worker="none", embedder="none") as saegim:
        user = saegim.user("many")
        for start in range(0, count, _BATCH):
            rows = [
                {"content": f"한강에서 자전거를 {i}번째로 탔다", "kind": "event", "tags": ["운동"]}
                for i in range(start, min(start + _BATCH, count))
            ]
            user.upsert(rows)
        file = Path(folder) / "many.jsonl"
        before, started = _held_mb(), time.perf_counter()
        things = user.export(file)
        out_s, held = time.perf_counter() - started, _held_mb() - before
        started = time.perf_counter()
        saegim.user("again").bring_back(file)
        in_s = time.perf_counter() - started
    size = file.stat().st_size if file.exists() else 0
    print(f"{things:,} things, {count:,} of them memories")
    print(f"export      {out_s:6.1f} s  {things / out_s:9,.0f} a second, at most {held:.0f} MB more held")
    print(f"bring back  {in_s:6.1f} s  {things / in_s:9,.0f} a second")
    if size:
        print(f"file        {size / 1e6:6.1f} MB")


if __name__ == "__main__":
    main()
