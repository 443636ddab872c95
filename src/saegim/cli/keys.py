"""keys: create, list, revoke."""

from __future__ import annotations

from typing import Annotated, Any

from typer import Argument, Option

from saegim.cli.door import Door, command
from saegim.errors import InvalidInput
from saegim.govern.keys import Keys
from saegim.protocols import AccessKey

_ACTIONS = ("create", "list", "revoke")


@command(
    "keys create --role user --user minji",
    "keys create --role service --days 90",
    "keys list",
    "keys revoke ID",
)
def keys(
    door: Door,
    action: Annotated[str, Argument(metavar="create|list|revoke", help="할 일 · What to do")] = "list",
    key_id: Annotated[
        str | None, Argument(metavar="ID", help="거둘 열쇠 · Key to revoke", show_default=False)
    ] = None,
    role: Annotated[str, Option("--role", metavar="ROLE", help="admin, service, user, read-only")] = "user",
    user: Annotated[str | None, Option("--user", "-u", metavar="ID", help="사람 · Person")] = None,
    name: Annotated[str, Option("--name", metavar="TEXT", help="이름 · A name for it")] = "",
    days: Annotated[float | None, Option("--days", metavar="N", help="며칠 동안 · Valid for")] = None,
) -> None:
    """A new key, shown this once; or the list of them; or one revoked."""
    if action not in _ACTIONS:
        raise InvalidInput(
            "action", f"one of {', '.join(_ACTIONS)}", f"{', '.join(_ACTIONS)} 중 하나", code="action_invalid"
        )
    with door.saegim() as saegim:
        known = Keys(saegim.store, saegim.clock)
        if action == "create":
            made = known.create(role, user=user, name=name, days=days)
            _print_new(door, made.key, made.known)
        elif action == "revoke":
            if key_id is None:
                raise InvalidInput("id", "say which key", "어느 열쇠인지 적어 주세요", code="key_id_required")
            known.revoke(key_id)
            if door.as_json:
                door.print_json({"revoked": key_id})
            else:
                door.console.print(door.say("거두었습니다.", "Revoked."))
        else:
            _print_all(door, known.all())


def _described(key: AccessKey) -> dict[str, Any]:
    return {
        "id": key.id,
        "role": key.role,
        "user": key.user_id,
        "name": key.name,
        "created_at": key.created_at,
        "expires_at": key.expires_at,
        "revoked_at": key.revoked_at,
    }


def _print_new(door: Door, key: str, known: AccessKey) -> None:
    if door.as_json:
        door.print_json({"key": key, **_described(known)})
        return
    door.note(
        "지금만 보입니다. 잘 간직하세요.",
        "Shown only now. Keep it well.",
    )
    door.console.print(key, soft_wrap=True)


def _print_all(door: Door, found: list[AccessKey]) -> None:
    if door.as_json:
        door.print_json({"keys": [_described(key) for key in found]})
        return
    from saegim.cli.screen import table, text, when

    if not found:
        door.console.print(door.say("아직 열쇠가 없습니다.", "No keys yet."), style="dim")
        return
    made = table(
        "id",
        door.say("역할", "role"),
        door.say("사람", "user"),
        door.say("이름", "name"),
        door.say("상태", "state"),
    )
    for key in found:
        state = door.say("유효", "valid")
        if key.revoked_at is not None:
            state = door.say(f"거둠 {when(key.revoked_at)}", f"revoked {when(key.revoked_at)}")
        elif key.expires_at is not None:
            state = door.say(f"{when(key.expires_at)}까지", f"until {when(key.expires_at)}")
        made.add_row(key.id, key.role, text(key.user_id or "*"), text(key.name), state)
    door.console.print(made)
