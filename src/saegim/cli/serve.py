"""serve, worker: the server, and background work without one."""

from __future__ import annotations

import signal
import sys
import threading
from typing import TYPE_CHECKING, Annotated, Any

from typer import Option

from saegim.cli.door import Door, command
from saegim.settings import load_settings

if TYPE_CHECKING:
    from saegim.server.run import Opening

_LOOK_EVERY_S = 1.0


@command("serve", "serve --port 9000 --workers 2")
def serve(
    door: Door,
    host: Annotated[str | None, Option("--host", metavar="ADDRESS", help="주소 · Address")] = None,
    port: Annotated[int | None, Option("--port", metavar="N", help="포트 · Port")] = None,
    workers: Annotated[int | None, Option("--workers", metavar="N", help="프로세스 수 · Processes")] = None,
) -> None:
    """The server, until stopped: REST, streams, the API page. The first key is shown once."""
    from saegim.server import run

    given: dict[str, Any] = {"server.host": host, "server.port": port, "server.workers": workers}
    named = {name: value for name, value in given.items() if value is not None}
    arguments = door.arguments()
    settings = load_settings({**arguments, **named}, file=door.config)
    opened, opening = run.open_server({**arguments, "config": door.config}, settings)
    _tell(door, opening)
    run.serve(opened, {**arguments, "config": door.config, "settings": named}, settings)


def _tell(door: Door, opening: Opening) -> None:
    if door.as_json:
        door.print_json({"url": opening.url, "docs": opening.docs, "key": opening.first_key})
        sys.stdout.flush()
        return
    lines = [
        f"새김 서버 · saegim server   {opening.url}",
        f"API 문서 · API page          {opening.docs or '-'}",
    ]
    if opening.first_key is not None:
        lines += [
            "",
            "관리자 열쇠 · Admin key (지금만 보입니다 · shown only now):",
            f"  {opening.first_key}",
            "",
            "사람마다 열쇠를 만드세요 · Make a key for each person:",
            "  saegim keys create --role user --user minji",
        ]
    lines += ["", "멈추려면 Ctrl-C · Ctrl-C to stop"]
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()


@command("worker")
def worker(
    door: Door,
    once: Annotated[bool, Option("--once", help="지금 있는 일만 · Only what is due now")] = False,
) -> None:
    """Background work until stopped: index, learn, end idle sessions. Any number may run at once."""
    if once:
        with door.saegim() as saegim:
            done = saegim.drain()
        if door.as_json:
            door.print_json({"users": done})
        else:
            door.console.print(door.say(f"마쳤습니다 ({done:,}명).", f"Done ({done:,} users)."))
        return
    stop = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: stop.set())
    with door.saegim(worker="thread") as saegim:
        saegim.start()
        door.note("일하고 있습니다. 멈추려면 Ctrl-C.", "Working. Ctrl-C to stop.")
        while not stop.wait(_LOOK_EVERY_S):
            pass
