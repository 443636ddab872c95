"""The command line: parses, calls the engine, renders. It holds no rule of its own."""

from __future__ import annotations


def main() -> None:
    """Run `saegim`. The parts load here, so that importing this package costs nothing."""
    from saegim.cli.app import run

    run()
