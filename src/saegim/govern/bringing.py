"""An export read back into an empty user: everything as it was, or nothing at all."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import apsw
import msgspec

from saegim import inputs
from saegim.errors import InvalidInput
from saegim.govern.export import FORMAT
from saegim.models import (
    AuditEvent,
    Candidate,
    Change,
    Entity,
    Job,
    Link,
    Memory,
    MemoryVersion,
    Message,
    ModelCall,
    Persona,
    Run,
    SentimentPoint,
    Session,
    Summary,
    Trace,
    Turn,
)
from saegim.protocols import Tx

T = TypeVar("T")
_decode = msgspec.json.Decoder().decode
# What a line may be instead of the thing it says it is.
_MISFITS = (msgspec.ValidationError, KeyError, TypeError, ValueError, OverflowError, RecursionError)
# Kept numbers decide which are dropped first; here all of them come in.
_ALL = 2**53


@dataclass(slots=True)
class Arrived:
    """What an export held: whose it was, how many of everything, and the personas it named.

    `made` are those of them that nobody had, `left_out` those that were not made all the same.
    """

    user: str = ""
    counts: dict[str, int] = field(default_factory=dict)
    personas: list[Persona] = field(default_factory=list)
    made: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def things(self) -> int:
        return sum(self.counts.values())


@dataclass(frozen=True, slots=True)
class Announced:
    """What the first line of an export says of the rest."""

    user: str
    at: datetime | None
    counts: Mapping[str, int]

    @property
    def things(self) -> int:
        # Links come inside the lines of what they lead from.
        return sum(count for name, count in self.counts.items() if name != "link")


def announced(first: bytes, last: bytes) -> Announced:
    """What an export is said to hold, by its first line and its last; `InvalidInput` where it is none.

    For people who look before they bring it in: nothing between the two was read.
    """
    header = _check_header(next(_numbered([first]), None))
    try:
        end = next(_numbered([last]), None)
    except InvalidInput:
        end = None
    if end is None or end[1] != "end":
        raise _cut_off()
    return header


def check_lines(lines: Iterable[bytes]) -> Arrived:
    """What the lines hold, read as `bring_lines` reads them and written nowhere."""
    return bring_lines(cast("Tx", _Nowhere()), lines, lambda done, total: None)


class _Nowhere:
    """A transaction that takes everything, and knows only which sessions there were."""

    def __init__(self) -> None:
        self._sessions: set[str] = set()

    def put_session(self, session: Session) -> None:
        self._sessions.add(session.id)

    def session(self, session_id: str) -> str | None:
        return session_id if session_id in self._sessions else None

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *arguments, **named: None


def bring_lines(tx: Tx, lines: Iterable[bytes], tell: Callable[[int, int], None]) -> Arrived:
    """Write every line into the transaction. `InvalidInput` names the first line that cannot be.

    `tell` hears how many things are in, and of how many.
    """
    arrived = Arrived()
    read = _numbered(lines)
    header = _check_header(next(read, None))
    arrived.user, total = header.user, header.things
    ended = False
    for number, is_, thing in read:
        if ended:
            raise _wrong(number, "after the end", "끝난 뒤에 더 있습니다")
        if is_ == "end":
            ended = thing.get("things") == arrived.things
            if not ended:
                raise _wrong(number, "lines are missing", "빠진 줄이 있습니다")
            continue
        bring = _BRING.get(is_)
        if bring is None:
            raise _wrong(number, f"unknown thing {is_!r}", f"모르는 것입니다: {is_!r}")
        try:
            bring(tx, thing, arrived)
        except InvalidInput as error:
            raise _wrong(number, f"{is_}: {error.en}", f"{is_}: {error.ko}") from error
        except _MISFITS as error:
            raise _wrong(number, f"{is_}: {error}", f"{is_}: 읽을 수 없습니다 ({error})") from error
        except apsw.ConstraintError as error:
            raise _wrong(number, f"{is_}: is there twice", f"{is_}: 두 번 나옵니다") from error
        arrived.counts[is_] = arrived.counts.get(is_, 0) + 1
        tell(arrived.things, total)
    if not ended:
        raise _cut_off()
    return arrived


def _numbered(lines: Iterable[bytes]) -> Iterator[tuple[int, str, dict[str, Any]]]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            thing = _decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise _wrong(number, "is not JSON", "JSON이 아닙니다") from error
        if not isinstance(thing, dict) or not isinstance(thing.get("is"), str):
            raise _wrong(number, 'has no "is"', '"is"가 없습니다')
        yield number, thing.pop("is"), thing


def _check_header(header: tuple[int, str, dict[str, Any]] | None) -> Announced:
    if header is None or header[1] != "export":
        raise _wrong(1, "is not an export of saegim", "새김이 내보낸 파일이 아닙니다")
    thing = header[2]
    said = thing.get("format")
    if said != FORMAT:
        raise _wrong(1, f"has the unknown format {said!r}", f"모르는 형식입니다: {said!r}")
    try:
        at = inputs.check_moment("at", thing.get("at"))
    except InvalidInput:
        at = None
    counts = thing.get("counts")
    known = counts.items() if isinstance(counts, dict) else ()
    return Announced(
        str(thing.get("user", "")), at, {str(name): n for name, n in known if isinstance(n, int) and n >= 0}
    )


def _cut_off() -> InvalidInput:
    return _wrong(0, "cut off: the last line is missing", "중간에 잘렸습니다. 마지막 줄이 없습니다")


def _wrong(number: int, en: str, ko: str) -> InvalidInput:
    where, where_ko = (f"line {number:,} ", f"{number:,}번째 줄: ") if number else ("", "")
    return InvalidInput("export", f"{where}{en}", f"{where_ko}{ko}", code="export_invalid")


# One function for each kind of line.


def _persona(tx: Tx, thing: dict[str, Any], arrived: Arrived) -> None:
    persona = _noun(Persona, thing)
    inputs.check_id("persona", persona.id)
    arrived.personas.append(persona)


def _session(tx: Tx, thing: dict[str, Any], arrived: Arrived) -> None:
    session = _noun(Session, thing)
    inputs.check_id("session", session.id)
    tx.put_session(session)


def _turn(tx: Tx, thing: dict[str, Any], arrived: Arrived) -> None:
    said = [_noun(Message, message) for message in thing.pop("messages")]
    for message in said:
        inputs.check_role(message.role)
    turn = _noun(Turn, {**thing, "messages": ()})
    if tx.session(turn.session_id) is None:
        raise InvalidInput("session_id", "is not in the file", "파일에 없는 대화입니다")
    tx.add_turns([Turn(turn.id, turn.session_id, turn.persona, turn.at, tuple(said), turn.metadata)])


def _memory(tx: Tx, thing: dict[str, Any], arrived: Arrived) -> None:
    number, versions, links = thing.pop("number"), thing.pop("versions"), thing.pop("links")
    memory = _noun(Memory, thing)
    inputs.check_kind(memory.kind)
    past = [
        MemoryVersion(
            _noun(Memory, {**thing, **one["was"]}),
            int(one["version"]),
            inputs.check_moment("at", one["at"]),
            str(one["actor"]),
            str(one["reason"]),
        )
        for one in versions
    ]
    tx.bring_memory(inputs.check_count("number", number, least=1, most=2**53), memory, past)
    _links(tx, memory.id, links)


def _entity(tx: Tx, thing: dict[str, Any], arrived: Arrived) -> None:
    points, links = thing.pop("points"), thing.pop("links")
    entity = _noun(Entity, thing)
    tx.put_entity(entity)
    for point in points:
        tx.put_point(_noun(SentimentPoint, {"entity_id": entity.id, **point}))
    _links(tx, entity.id, links)


def _links(tx: Tx, source: str, links: Iterable[Mapping[str, Any]]) -> None:
    for link in links:
        tx.put_link(_noun(Link, {"source": source, **link}))


def _note(tx: Tx, thing: dict[str, Any], arrived: Arrived) -> None:
    tx.put_note(str(thing["key"]), str(thing["value"]))


_BRING: Mapping[str, Callable[[Tx, dict[str, Any], Arrived], None]] = {
    "persona": _persona,
    "session": _session,
    "turn": _turn,
    "memory": _memory,
    "entity": _entity,
    "note": _note,
    "link": lambda tx, thing, _: tx.put_link(_noun(Link, thing)),
    "summary": lambda tx, thing, _: tx.put_summary(_noun(Summary, thing)),
    "candidate": lambda tx, thing, _: tx.put_candidate(_noun(Candidate, thing)),
    "trace": lambda tx, thing, _: tx.add_trace(_noun(Trace, thing), keep=_ALL),
    "change": lambda tx, thing, _: tx.put_change(_noun(Change, thing)),
    "run": lambda tx, thing, _: tx.put_run(_noun(Run, thing), keep=_ALL),
    "model_call": lambda tx, thing, _: tx.add_model_call(_noun(ModelCall, thing)),
    "job": lambda tx, thing, _: tx.bring_job(_noun(Job, thing)),
    "audit": lambda tx, thing, _: tx.bring_audit(_noun(AuditEvent, thing)),
}


def _noun(kind: type[T], thing: Mapping[str, Any]) -> T:
    """The noun the line describes, each value of the type it must have."""
    read = msgspec.convert(thing, _SHAPES[kind])
    values = {name: getattr(read, name) for name in read.__struct_fields__}
    for name, value in values.items():
        # In another zone it would be a day that no calendar has.
        if isinstance(value, datetime) and not 1 < value.year < 9999:
            raise ValueError(f"{name} {value.isoformat()}")
    return kind(**values)


def _shape(kind: type[object]) -> Any:
    # What people attach may be any JSON; the library's own name for it is a text that only types can read.
    hints = get_type_hints(kind, localns={"Json": Any})
    if kind is Turn:
        hints["messages"] = tuple[()]
    fields = [(name, _kept_as(hint)) for name, hint in hints.items()]
    return msgspec.defstruct(kind.__name__, fields, forbid_unknown_fields=True)


def _kept_as(hint: Any) -> Any:
    """The hint, within what a file can hold: numbers of 64 bits, times with their offset."""
    if hint is int:
        return Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
    if hint is datetime:
        return Annotated[datetime, msgspec.Meta(tz=True)]
    if get_origin(hint) in (Union, types.UnionType):
        return Union[tuple(_kept_as(one) for one in get_args(hint))]  # noqa: UP007
    return hint


_SHAPES: Mapping[type[object], Any] = {
    kind: _shape(kind)
    for kind in (
        AuditEvent, Candidate, Change, Entity, Job, Link, Memory, Message, ModelCall, Persona, Run,
        SentimentPoint, Session, Summary, Trace, Turn,
    )
}  # fmt: skip
