"""Serves one peer on standard input and output."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from peers.known import PEERS
from peers.looked_up import load_vectors
from peers.serving import Served, keep_offline, serve


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=PEERS)
    parser.add_argument("--vectors", type=Path, required=True)
    arguments = parser.parse_args()
    # Whatever a library prints must not stand between the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    keep_offline()
    serve(Served(PEERS[arguments.name].load(), load_vectors(arguments.vectors)), sys.stdin, answers)


if __name__ == "__main__":
    main()
