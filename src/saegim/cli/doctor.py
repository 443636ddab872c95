"""doctor: everything that can be checked, what is wrong, and what to do about it."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Literal

import typer
from typer import Option

from saegim import Saegim, SaegimError
from saegim.cli.care import all_users
from saegim.cli.door import Door, command
from saegim.settings import Settings, list_settings

Status = Literal["ok", "note", "problem"]
_SIGNS = {"ok": ("✔", "green"), "note": ("•", "yellow"), "problem": ("✘", "bold red")}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: how it is, and what to do if it is not well."""

    name: str
    status: Status
    detail: str
    advice: str = ""


@command("doctor", "doctor --json", "doctor --settings > docs/settings.md")
def doctor(
    door: Door,
    settings: Annotated[bool, Option("--settings", help="설정 표(Markdown) · Settings table")] = False,
) -> None:
    """Every check with its finding; exit status 1 when something is wrong."""
    if settings:
        _print_settings_table(door)
        return
    findings: list[Finding] = []
    for finding in _look(door):
        findings.append(finding)
        if not door.as_json:
            _print_finding(door, finding)
    problems = [finding for finding in findings if finding.status == "problem"]
    if door.as_json:
        door.print_json({"status": "problem" if problems else "ok", "findings": findings})
    else:
        door.console.print(
            door.say(f"탈이 {len(problems)}가지 있습니다.", f"{len(problems)} problems.")
            if problems
            else door.say("탈이 없습니다.", "All is well."),
            style="bold",
        )
    if problems:
        raise typer.Exit(1)


def _print_finding(door: Door, finding: Finding) -> None:
    from rich.text import Text

    from saegim.cli.screen import text

    sign, style = _SIGNS[finding.status]
    door.console.print(
        Text.assemble((f"{sign} ", style), (f"{finding.name}  ", "bold"), text(finding.detail))
    )
    if finding.advice:
        door.console.print(text(f"  → {finding.advice}", "yellow"))


def _print_settings_table(door: Door) -> None:
    rows = list_settings(Settings())
    if door.as_json:
        door.print_json({"settings": rows})
        return
    lines = ["| setting | environment | default | meaning |", "|---|---|---|---|"]
    for row in rows:
        cells = (f"`{row['name']}`", f"`{row['environment']}`", f"`{row['default']}`", row["description"])
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    typer.echo("\n".join(lines))


# Looking.


def _look(door: Door) -> Iterator[Finding]:
    try:
        settings = door.settings
    except SaegimError as error:
        yield _broken(door, door.say("설정", "settings"), error)
        return
    yield _settings(door, settings)
    if door.nothing_there:
        yield _no_folder(door, settings)
    else:
        yield _folder(door, settings)
        yield from _key(door, settings)
        yield from _store(door)
    yield from _try_out(door)


def _no_folder(door: Door, settings: Settings) -> Finding:
    folder = Path(settings.data).absolute()
    name = door.say("폴더", "folder")
    if folder.exists() and not folder.is_dir():
        return Finding(
            name,
            "problem",
            door.say(f"{folder}: 폴더가 아닙니다", f"{folder}: is not a folder"),
            door.say("--data나 SAEGIM_DATA를 확인하세요", "see --data or SAEGIM_DATA"),
        )
    return Finding(
        name,
        "note",
        door.say(f"{folder}: 아직 없습니다", f"{folder}: not there yet"),
        door.say("처음 적을 때 만들어집니다", "it is made at the first write"),
    )


def _broken(door: Door, name: str, error: SaegimError) -> Finding:
    return Finding(name, "problem", f"{error.say(door.language)} ({error.code})")


def _settings(door: Door, settings: Settings) -> Finding:
    name = door.say("설정", "settings")
    if settings.ignored:
        listed = ", ".join(settings.ignored)
        return Finding(
            name,
            "note",
            door.say(f"효과 없는 예전 설정: {listed}", f"older settings without effect: {listed}"),
            door.say("파일에서 지워도 됩니다", "they may be deleted from the file"),
        )
    return Finding(name, "ok", f"{settings.language}, {settings.timezone}")


def _folder(door: Door, settings: Settings) -> Finding:
    name, folder = door.say("폴더", "folder"), Path(settings.data).absolute()
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    if not os.access(folder, os.W_OK):
        return Finding(
            name,
            "problem",
            door.say(f"{folder}: 쓸 수 없습니다", f"{folder}: cannot be written"),
            door.say("폴더의 권한을 확인하세요", "check the folder's permissions"),
        )
    return Finding(name, "ok", f"{folder} ({size / 1_048_576:,.1f} MiB)")


def _key(door: Door, settings: Settings) -> Iterator[Finding]:
    """How the folder says it is encrypted, and where its key lies. Opening it tells whether they fit."""
    folder = Path(settings.data)
    name = door.say("암호화", "encryption")
    try:
        manifest: Any = json.loads((folder / "saegim.json").read_bytes())
        scheme, written_by = str(manifest["encryption"]), manifest["format"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        yield Finding(
            name,
            "problem",
            f"saegim.json: {error}",
            door.say("백업에서 되돌리세요", "restore it from a backup"),
        )
        return
    yield Finding(door.say("형식", "format"), "ok", f"{written_by}")
    if scheme == "none":
        yield Finding(name, "note", door.say("꺼져 있습니다", "off"))
        return
    yield Finding(name, "ok", scheme)
    name = door.say("열쇠", "key")
    key_file = folder / "master.key"
    if os.environ.get("SAEGIM_KEY"):
        yield Finding(name, "ok", "SAEGIM_KEY")
    elif not key_file.is_file():
        yield Finding(
            name,
            "problem",
            door.say(f"{key_file}: 없습니다", f"{key_file}: missing"),
            door.say("열쇠 파일을 되돌리거나 SAEGIM_KEY를 설정하세요", "put it back or set SAEGIM_KEY"),
        )
    elif os.name == "posix" and stat.S_IMODE(key_file.stat().st_mode) & 0o077:
        yield Finding(
            name,
            "problem",
            door.say(f"{key_file}: 다른 사람도 읽을 수 있습니다", f"{key_file}: others can read it"),
            f"chmod 600 {key_file}",
        )
    else:
        yield Finding(name, "ok", str(key_file), door.say("따로 백업해 두세요", "keep a copy elsewhere"))


def _store(door: Door) -> Iterator[Finding]:
    try:
        with door.saegim() as saegim:
            yield _listed(door, door.say("명부", "registry"), saegim.check())
            yield _users(door, saegim)
            due = saegim.health()["users_with_pending_work"]
            yield Finding(
                door.say("밀린 일", "pending work"),
                "note" if due else "ok",
                door.say(f"{due}명", f"{due} users"),
                "saegim reindex --all --pending" if due else "",
            )
    except SaegimError as error:
        yield _broken(door, door.say("저장소", "store"), error)


def _listed(door: Door, name: str, problems: list[str], detail: str = "") -> Finding:
    if problems:
        return Finding(
            name,
            "problem",
            "\n".join(problems),
            door.say("백업에서 되돌리거나 그 파일을 치우세요", "restore from a backup, or remove the file"),
        )
    return Finding(name, "ok", detail or door.say("이상 없음", "sound"))


def _users(door: Door, saegim: Saegim) -> Finding:
    from saegim.cli.pending import progress_bar

    users = all_users(saegim)
    problems: list[str] = []
    label = door.say("사람마다 살피는 중", "checking everyone")
    with progress_bar(label, len(users)) as left:
        for done, user in enumerate(users, start=1):
            try:
                problems += [f"{user.id}: {problem}" for problem in saegim.user(user.id).check()]
            except SaegimError as error:
                problems.append(f"{user.id}: {error.say(door.language)} ({error.code})")
            left(len(users) - done)
    counted = door.say(f"{len(users):,}명, 이상 없음", f"{len(users):,}, all sound")
    return _listed(door, door.say("사람들", "users"), problems, counted)


def _try_out(door: Door) -> Iterator[Finding]:
    """A sentence kept and found again in a folder of its own, with these settings."""
    said, asked = "어제 점심으로 비빔밥을 먹었다", "점심으로 비빔밥을 먹었다"
    try:
        with (
            TemporaryDirectory(prefix="saegim-doctor-") as folder,
            Saegim(folder, config=door.config, worker="none", language=door.language) as saegim,
        ):
            user = saegim.user("doctor")
            user.record(said)
            # Loads what is not loaded yet: the stages tell how long each part took.
            first = user.recall_detailed(asked)
            saegim.drain()
            again = user.recall_detailed(asked)
            health: Any = saegim.health()
    except SaegimError as error:
        yield _broken(door, door.say("시험", "trial"), error)
        return
    yield _analyser(door, health["analyser"], first.timings_ms["parse"])
    yield _embedder(door, health, first.timings_ms["embed"])
    found = any(hit.text == said for hit in again.hits)
    took = sum(again.timings_ms.values())
    yield Finding(
        door.say("떠올리기", "recall"),
        "ok" if found else "problem",
        door.say(f"적은 것을 {took:.1f} ms 만에 찾음", f"found what was recorded in {took:.1f} ms")
        if found
        else door.say("적은 것을 찾지 못했습니다", "did not find what was recorded"),
    )


def _analyser(door: Door, analyser: str, load_ms: float) -> Finding:
    name, loaded = door.say("형태소 분석", "analyser"), door.say("불러오기", "loaded in")
    if analyser.startswith("bigram") and door.settings.index.analyser == "auto":
        return Finding(
            name,
            "note",
            door.say("글자 둘씩만 봅니다", "pairs of characters only"),
            "pip install kiwipiepy",
        )
    return Finding(name, "ok", f"{analyser}, {loaded} {load_ms:,.0f} ms")


def _embedder(door: Door, health: dict[str, Any], load_ms: float) -> Finding:
    name, loaded = door.say("뜻 찾기", "embedder"), door.say("불러오기", "loaded in")
    if health["embedder"] is None:
        return Finding(name, "note", door.say("꺼져 있습니다 (낱말로만 찾음)", "off (words only)"))
    if not health["vector_enabled"]:
        causes = [cause for cause in health["degraded"] if cause.startswith("embedder")]
        return Finding(
            name,
            "problem",
            "; ".join(causes),
            door.say("임베더 설정과 서버를 확인하세요", "check the embedder's settings and server"),
        )
    return Finding(name, "ok", f"{health['embedder']}, {loaded} {load_ms:,.0f} ms")
