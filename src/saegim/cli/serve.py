"""serve, worker: the server, and background work without one."""

from __future__ import annotations

import json
import shlex
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
_LOOPBACK = ("127.", "localhost", "::1")


@command("serve", "serve --port 9000 --workers 2")
def serve(
    door: Door,
    host: Annotated[str | None, Option("--host", metavar="ADDRESS", help="주소 · Address")] = None,
    port: Annotated[int | None, Option("--port", metavar="N", help="포트 · Port")] = None,
    workers: Annotated[int | None, Option("--workers", metavar="N", help="프로세스 수 · Processes")] = None,
) -> None:
    """The server, until stopped: pages, REST, streams, the API page. The first key is shown once."""
    from saegim.server import run

    given: dict[str, Any] = {"server.host": host, "server.port": port, "server.workers": workers}
    named = {name: value for name, value in given.items() if value is not None}
    arguments = door.arguments()
    # Read first, so that errors on the way speak the person's language.
    _ = door.settings
    settings = load_settings({**arguments, **named}, file=door.config)
    opened, opening = run.open_server({**arguments, "config": door.config}, settings)
    if door.as_json:
        _tell_program(opening)
    else:
        _tell_person(door, opening, outside=not settings.server.host.startswith(_LOOPBACK))
    sys.stdout.flush()
    run.serve(opened, {**arguments, "config": door.config, "settings": named}, settings)


def _tell_program(opening: Opening) -> None:
    """One line: whoever reads it need not wait for an end."""
    pages = opening.url if opening.pages == "shown" else None
    line = {"url": opening.url, "pages": pages, "docs": opening.docs, "key": opening.first_key}
    sys.stdout.write(json.dumps(line) + "\n")


def _tell_person(door: Door, opening: Opening, *, outside: bool) -> None:
    from rich.table import Table

    from saegim.cli.screen import text

    say, console = door.say, door.console
    no_pages = {
        "workers": say(
            "프로세스가 하나일 때만 열립니다 (--workers 1)", "only with one process (--workers 1)"
        ),
        "extra": 'pip install "saegim[web]"',
    }
    places = Table.grid(padding=(0, 2))
    shown = opening.pages == "shown"
    places.add_row(
        say("  화면", "  Pages"),
        text(opening.url, "bold cyan") if shown else text(no_pages[opening.pages], "dim"),
    )
    off = text(say("꺼져 있습니다 (server.docs)", "switched off (server.docs)"), "dim")
    docs = off if opening.docs is None else text(opening.docs, "cyan")
    places.add_row(say("  API 문서", "  API page"), docs)
    places.add_row(say("  API 주소", "  API"), text(f"{opening.url}/api/v1", "cyan"))
    console.print()
    console.print(say("새김 서버가 열렸습니다.", "The saegim server is open."), style="bold")
    console.print()
    console.print(places)
    console.print()
    _tell_keys(door, opening.first_key)
    if outside:
        caution = say(
            "다른 컴퓨터에서도 들어올 수 있습니다. TLS를 앞에 두세요.",
            "Other machines can come in. Put TLS in front.",
        )
        console.print(caution, style="yellow")
    console.print(say("멈추려면 Ctrl-C", "Ctrl-C to stop"), style="dim")
    console.print()


def _tell_keys(door: Door, first_key: str | None) -> None:
    """The key in a line of its own, never broken: it is there to be copied."""
    say, console = door.say, door.console
    if first_key is not None:
        console.print(
            say(
                "관리자 열쇠입니다. 지금 한 번만 보이니 잘 간직하세요. 저장되는 것은 해시뿐입니다.",
                "The admin key. It is shown once, now: keep it well. Only a hash of it is stored.",
            )
        )
        console.print(f"  {first_key}", style="bold green", soft_wrap=True)
        console.print()
        console.print(say("사람마다 열쇠를 하나씩 만드세요.", "Make a key for each person."))
        console.print(f"  {_command(door, '--role user --user minji')}", soft_wrap=True)
    else:
        console.print(
            say(
                "관리자 열쇠는 처음 열 때 보였습니다. 잃어버렸다면 새로 만드세요.",
                "The admin key was shown when this was first opened. Lost it? Make another.",
            )
        )
        console.print(f"  {_command(door, '--role admin')}", soft_wrap=True)
    console.print()


def _command(door: Door, options: str) -> str:
    """How to make a key for this very server."""
    where = {"--data": door.data, "--config": door.config}
    named = [f"{name} {shlex.quote(value)}" for name, value in where.items() if value is not None]
    return " ".join(["saegim keys create", options, *named])


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
