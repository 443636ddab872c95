"""Speed, scale and quality on this machine, beside peers: what `make bench` runs.

    python benchmarks/bench.py                  # everything, the better part of an hour
    python benchmarks/bench.py --quick          # smaller sizes, minutes
    python benchmarks/bench.py --only peers     # one measurement again; the others stay as they were

Writes report.md, report.html and report.json. Peers are installed into an environment of their own
on first use. TMPDIR says where the measured files lie.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from measure.beside_peers import speed_beside_peers
from measure.encryption import encrypted_against_plain
from measure.machine import describe_machine, describe_moment, load
from measure.many_people import growth_of_users
from measure.one_person import growth_of_one
from measure.quality import datasets, quality
from measure.report import Entry, Run, load_run, markdown, save
from measure.sections import Section
from measure.starting import starting
from measure.threads import throughput
from peers.environment import NotInstalled, peer_python
from peers.known import PEERS

_HERE = Path(__file__).resolve().parent
_BUILD = _HERE.parent / "build"


def tell(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def with_peers() -> tuple[list[str], Path | None, str]:
    """Names of the peers that can be asked, their interpreter, and why some cannot."""
    try:
        return list(PEERS), peer_python(_BUILD / "peers"), ""
    except NotInstalled as error:
        return (
            [name for name, known in PEERS.items() if known.here],
            None,
            f"peers could not be installed: {error}",
        )


def measured(name: str, run: Run, folder: Path, locomo: Path) -> Entry:
    """One measurement, with its moment; what could not be measured is said."""
    quick = run.quick
    moment = describe_moment()
    why = ""
    sections: list[Section]
    if name == "start":
        sections = [starting(tell, times=3, servers=1) if quick else starting(tell)]
    elif name == "sizes":
        sections = [growth_of_one([1_000, 5_000] if quick else [1_000, 10_000, 100_000], tell)]
    elif name == "encryption":
        sections = [encrypted_against_plain(1_000 if quick else 10_000, tell)]
    elif name == "users":
        sections = [growth_of_users([10, 100] if quick else [10, 1_000, 10_000], tell)]
    elif name == "threads":
        sections = [throughput(tell)]
    elif name == "peers":
        names, python, why = with_peers()
        size = 1_000 if quick else 10_000
        sections = [speed_beside_peers(size, names, python, folder, tell, quick=quick)]
    else:
        names, python, why = with_peers()
        if not locomo.exists():
            why = " ".join(filter(None, [why, "LoCoMo: its data is not here (--data PATH)."]))
        asked = datasets(_HERE / "korean", locomo, quick=quick)
        sections = [quality(dataset, names, python, folder, tell) for dataset in asked]
    moment["load"] += f" to {load()}"
    return Entry(sections, moment, why)


MEASUREMENTS = ("peers", "quality", "start", "sizes", "users", "encryption", "threads")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="smaller sizes, fewer rounds")
    parser.add_argument("--only", action="append", choices=MEASUREMENTS, help="may be given again")
    parser.add_argument("--data", type=Path, default=_HERE.parents[1] / "shared/data/locomo/locomo10.json")
    parser.add_argument("--out", type=Path, default=_BUILD / "bench", help="folder of the report")
    parser.add_argument("--publish", type=Path, help="also write the Markdown there")
    arguments = parser.parse_args()
    run = Run(describe_machine(), arguments.quick)
    kept = arguments.out / "report.json"
    if arguments.only and kept.exists() and (before := load_run(kept)).quick == run.quick:
        run.entries = before.entries
    for name in arguments.only or MEASUREMENTS:
        tell(f"{name} …")
        entry = measured(name, run, arguments.out, arguments.data)
        # In the order of a whole run, whichever was made again.
        entries = {**run.entries, name: entry}
        run.entries = {one: entries[one] for one in MEASUREMENTS if one in entries}
        # After each: the large sizes take minutes, and what is measured is measured.
        paths = save(run, arguments.out)
    if arguments.publish:
        arguments.publish.write_text(markdown(run), encoding="utf-8")
    print(paths[0].read_text(encoding="utf-8"))
    tell("report in " + ", ".join(path.name for path in paths))


if __name__ == "__main__":
    main()
