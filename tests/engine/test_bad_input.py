"""What is refused: each with a stable code, a sentence in Korean and English, and nothing written."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from saegim import Saegim, User
from saegim.errors import InvalidInput, NotFound, SaegimError, VersionConflict
from saegim.testing import FrozenClock, temporary_saegim

NOW = FrozenClock().now()
SURROGATE = "가\ud800나"
Call = Callable[[User], object]


def everything(user: User) -> tuple[object, ...]:
    """All that a call could have changed, revision included: it grows with any write by anyone."""
    stats = user.stats()  # Writes what earlier reading left, so that it is not taken for this call's.
    with user._core.store.user(user.id) as store, store.read() as view:
        revision = view.revision()
    return (
        revision,
        stats,
        user.turns(),
        user.sessions(),
        user.memories(current=False),
        user.audit(),
        user.summaries(),
    )


@pytest.fixture(scope="module")
def filled() -> Iterator[User]:
    """One for all tests here: what is refused leaves it as it was."""
    with temporary_saegim() as saegim:
        user = saegim.user("minji")
        user.record("안녕", "반가워요", session="s1")
        user.remember("땅콩 알레르기가 있다", kind="allergy", id="k1")
        saegim.drain()
        yield user


@contextmanager
def refused(user: User, code: str, *, error: type[SaegimError] = InvalidInput) -> Iterator[None]:
    before = everything(user)
    with pytest.raises(error) as caught:
        yield
    assert caught.value.code == code
    korean, english = caught.value.say("ko"), caught.value.say("en")
    assert any("가" <= letter <= "힣" for letter in korean)
    assert english == str(caught.value)
    assert english
    assert english != korean
    assert everything(user) == before


def metadata_of(depth: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(depth):
        value = {"안": value}
    return value


def circular() -> dict[str, Any]:
    value: dict[str, Any] = {}
    value["나"] = value
    return value


# Text, wherever it enters.

BAD_TEXTS = [
    pytest.param("", "text_empty", id="empty"),
    pytest.param(" \n\t　", "text_empty", id="blank"),
    pytest.param("가" * 400_000, "text_too_long", id="over a megabyte"),
    pytest.param("x" * 262_145, "text_too_long", id="one byte too many"),
    pytest.param(SURROGATE, "text_not_unicode", id="half a surrogate pair"),
    pytest.param("앞\0뒤", "text_has_nul", id="NUL"),
    pytest.param(b"bytes", "text_not_string", id="bytes"),
    pytest.param(12, "text_not_string", id="number"),
    pytest.param(None, "text_not_string", id="None"),
]
ENTRANCES: dict[str, Callable[[User, Any], object]] = {
    "record": lambda u, text: u.record(text),
    "record_messages": lambda u, text: u.record_messages(
        [{"role": "user", "content": "괜찮음"}, {"role": "user", "content": text}]
    ),
    "remember": lambda u, text: u.remember(text),
    "upsert": lambda u, text: u.upsert([{"content": "괜찮음"}, {"content": text}]),
    "recall": lambda u, text: u.recall(text),
    "search_turns": lambda u, text: u.search_turns(text),
    "save_summary": lambda u, text: u.save_summary(text),
}


@pytest.mark.parametrize("entrance", ENTRANCES)
@pytest.mark.parametrize(("text", "code"), BAD_TEXTS)
def test_text_that_is_none(filled: User, entrance: str, text: Any, code: str) -> None:
    with refused(filled, code):
        ENTRANCES[entrance](filled, text)


@pytest.mark.parametrize(("text", "code"), BAD_TEXTS[:-1])
def test_text_that_is_none_in_other_places(filled: User, text: Any, code: str) -> None:
    """None means "unchanged" or "absent" there."""
    with refused(filled, code):
        filled.context(text)
    with refused(filled, code):
        filled.revise("k1", content=text)
    with refused(filled, code):
        filled.remember("내용", tags=["괜찮음", text])
    with refused(filled, code):
        filled.remember("내용", key=text)
    with refused(filled, code):
        filled.remember("내용", emotion=text)
    with refused(filled, code):
        filled.tag("k1", text)


def test_a_text_of_exactly_the_limit_is_kept(minji: User) -> None:
    assert len(minji.record("x" * 262_144).user) == 262_144


def test_an_answer_that_is_blank_is_refused_but_none_at_all_is_fine(minji: User) -> None:
    with refused(minji, "text_empty"):
        minji.record("안녕", "   ")
    assert minji.record("안녕", "").assistant == ""


# Ids.


@pytest.mark.parametrize(
    "user_id",
    [
        "", "a/b", "/etc/passwd", "../minji", "a..b", "a.b", "a b", "x" * 129, "x" * 300, "🦊", "민지🦊",
        "minji\n", "a\0b", SURROGATE, "a\\b", "a'b", "%2e%2e", "\u202e", None, 7, b"minji", ["minji"],
    ],
)  # fmt: skip
def test_user_ids_that_could_be_something_else(saegim: Saegim, user_id: Any) -> None:
    for call in (saegim.user, saegim.exists):
        with pytest.raises(InvalidInput) as caught:
            call(user_id)
        assert caught.value.code == "user_id_invalid"
        assert caught.value.field == "user_id"
    with pytest.raises(InvalidInput) as caught:
        saegim.user("minji", persona=user_id if user_id is not None else "")
    assert caught.value.code == "persona_invalid"
    with pytest.raises(InvalidInput):
        saegim.put_persona(user_id, name="루나")
    assert saegim.count_users() == 0
    assert saegim.personas() == []


@pytest.mark.parametrize("user_id", ["minji", "민지", "user@host", "a:b+c-d_e", "123", "x" * 128, "李"])
def test_ordinary_user_ids_are_taken(saegim: Saegim, user_id: str) -> None:
    saegim.user(user_id).record("안녕")
    assert saegim.exists(user_id)


@pytest.mark.parametrize("session", ["", "a/b", "x" * 129, 3])
def test_session_ids(filled: User, session: Any) -> None:
    with refused(filled, "session_invalid"):
        filled.record("안녕", session=session)


@pytest.mark.parametrize("id_", ["", "a/b", "x" * 129, 3])
def test_memory_ids(filled: User, id_: Any) -> None:
    with refused(filled, "id_invalid"):
        filled.remember("내용", id=id_)


@pytest.mark.parametrize("unknown", ["nope", "", "k_01", "'; DROP TABLE memories; --", "a\0b"])
def test_things_that_are_not_there(filled: User, unknown: str) -> None:
    for code, call in (
        ("turn_not_found", filled.turn),
        ("turn_not_found", filled.delete_turn),
        ("memory_not_found", filled.memory),
        ("memory_not_found", filled.history),
        ("memory_not_found", filled.forget),
        ("memory_not_found", filled.restore),
        ("memory_not_found", filled.archive),
        ("memory_not_found", filled.pin),
        ("memory_not_found", filled.pick),
        ("memory_not_found", filled.links),
        ("trace_not_found", filled.trace),
        ("session_not_found", filled.end_session),
    ):
        with refused(filled, code, error=NotFound):
            call(unknown)
    with refused(filled, "memory_not_found", error=NotFound):
        filled.revise(unknown, content="새 내용")
    with refused(filled, "memory_not_found", error=NotFound):
        filled.tag(unknown, "꼬리표")
    with refused(filled, "memory_not_found", error=NotFound):
        filled.link("k1", "related_to", unknown)
    assert filled.delete_memories([unknown]) == 0


@pytest.mark.parametrize("version", [0, 2, -1, 10**9])
def test_versions_that_are_not_there(filled: User, version: int) -> None:
    with refused(filled, "version_not_found", error=NotFound):
        filled.restore("k1", version=version)


# Times.

BAD_TIMES = [
    pytest.param(datetime(2026, 3, 1, 9, 0), "time_naive", id="naive"),  # noqa: DTZ001
    pytest.param("2026-03-01T09:00", "time_naive", id="naive text"),
    pytest.param("2026-03-01", "time_naive", id="a day"),
    pytest.param("어제", "time_invalid", id="a word"),
    pytest.param("2026-13-01T00:00+09:00", "time_invalid", id="month 13"),
    pytest.param("", "time_invalid", id="empty"),
    pytest.param(1_772_409_600, "time_invalid", id="a number"),
    pytest.param(date(2026, 3, 1), "time_invalid", id="a date"),
    pytest.param(datetime.min.replace(tzinfo=UTC), "time_out_of_range", id="the first moment"),
    pytest.param("0001-01-01T00:00+09:00", "time_out_of_range", id="before the first moment"),
]


@pytest.mark.parametrize(("at", "code"), BAD_TIMES)
def test_times_that_are_none(filled: User, at: Any, code: str) -> None:
    for call in (
        lambda: filled.record("안녕", at=at),
        lambda: filled.record_messages([{"content": "앞"}, {"content": "뒤", "at": at}]),
        lambda: filled.remember("내용", valid_from=at),
        lambda: filled.upsert([{"content": "앞"}, {"content": "뒤", "valid_from": at}]),
        lambda: filled.turns(since=at),
        lambda: filled.turns(until=at),
        lambda: filled.count_turns(since=at),
        lambda: filled.recall("안녕", since=at),
        lambda: filled.recall("안녕", until=at),
        lambda: filled.recall("안녕", as_of=at),
        lambda: filled.memories(as_of=at),
        lambda: filled.context("안녕", as_of=at),
    ):
        with refused(filled, code):
            call()


@pytest.mark.parametrize("ahead", [timedelta(hours=24, seconds=1), timedelta(days=400)])
def test_a_turn_from_the_future_is_refused(filled: User, ahead: timedelta) -> None:
    with refused(filled, "time_in_future"):
        filled.record("안녕", at=NOW + ahead)
    with refused(filled, "time_in_future"):
        filled.record_messages([{"content": "앞"}, {"content": "뒤", "at": NOW + ahead}])


def test_a_day_ahead_is_allowed_for_clocks_that_differ(minji: User) -> None:
    assert minji.record("안녕", at=NOW + timedelta(hours=24)).at == NOW + timedelta(hours=24)


def test_a_plan_may_begin_in_the_future(minji: User) -> None:
    assert minji.remember("휴가를 간다", kind="plan", valid_from=NOW + timedelta(days=90)).id


# Numbers.

PAGES: dict[str, Call] = {
    "turns": lambda u: u.turns,
    "sessions": lambda u: u.sessions,
    "memories": lambda u: u.memories,
    "timeline": lambda u: u.timeline,
    "summaries": lambda u: u.summaries,
    "traces": lambda u: u.traces,
    "audit": lambda u: u.audit,
}


@pytest.mark.parametrize("name", PAGES)
def test_pages(filled: User, name: str) -> None:
    for limit in (0, -1, 10_001, 2**63, 1.5, "10", True, None):
        with refused(filled, "limit_invalid"):
            PAGES[name](filled)(limit=limit)  # type: ignore[operator]
    for offset in (-1, 2**53 + 1, 2**64, 1.5, "10", True, None):
        with refused(filled, "offset_invalid"):
            PAGES[name](filled)(offset=offset)  # type: ignore[operator]


@pytest.mark.parametrize("name", PAGES)
def test_an_offset_past_the_end_is_an_empty_page(filled: User, name: str) -> None:
    assert PAGES[name](filled)(offset=2**53) == []  # type: ignore[operator]


@pytest.mark.parametrize("limit", [0, -1, 1001, 2**63, 1.5, "10", True])
def test_limits_of_recall(filled: User, limit: Any) -> None:
    with refused(filled, "limit_invalid"):
        filled.recall("안녕", limit=limit)
    with refused(filled, "limit_invalid"):
        filled.recall_detailed("안녕", limit=limit)


@pytest.mark.parametrize(
    "limit",
    [
        0,
        -1,
        "10",
        10_001,
        True,
    ],
)
def test_limits_of_search_turns(filled: User, limit: Any) -> None:
    with refused(filled, "limit_invalid"):
        filled.search_turns("안녕", limit=limit)


@pytest.mark.parametrize("limit", [0, -5, 1001, "10", True])
def test_limits_of_context(filled: User, limit: Any) -> None:
    with refused(filled, "limit_invalid"):
        filled.context("안녕", limit=limit)


@pytest.mark.parametrize("limit", [0, -1, 10_001, "1"])
def test_limits_of_users(saegim: Saegim, limit: Any) -> None:
    with pytest.raises(InvalidInput) as caught:
        saegim.users(limit=limit)
    assert caught.value.code == "limit_invalid"


@pytest.mark.parametrize("budget", [1, 15, -1, -4096, 10_000_001, 99.5, "4096", True])
@pytest.mark.parametrize("form", ["full", "compact"])
def test_budgets(filled: User, budget: Any, form: Any) -> None:
    with refused(filled, "budget_tokens_invalid"):
        filled.context("안녕", budget_tokens=budget, form=form)


@pytest.mark.parametrize("share", [-0.01, 1.01, 7, math.nan, math.inf, -math.inf, True, False, "0.5", [1]])
def test_importance_and_confidence(filled: User, share: Any) -> None:
    for name in ("importance", "confidence"):
        for call in (
            lambda name: filled.remember("내용", **{name: share}),
            lambda name: filled.revise("k1", **{name: share}),
            lambda name: filled.upsert([{"content": "앞"}, {"content": "뒤", name: share}]),
        ):
            with refused(filled, f"{name}_out_of_range"):
                call(name)
    other = filled.remember("호두도 못 먹는다")
    with refused(filled, "weight_out_of_range"):
        filled.link("k1", "related_to", other.id, weight=share)


@pytest.mark.parametrize(
    ("year", "month", "code"),
    [(0, None, "year"), (9999, 1, "year"), (2026, 13, "month"), (2026, 0, "month"), ("2026", 1, "year")],
)
def test_months_that_no_calendar_has(filled: User, year: Any, month: Any, code: str) -> None:
    with refused(filled, f"{code}_invalid"):
        filled.timeline(year=year, month=month)


@pytest.mark.parametrize("years", [(0, 2026), (2020, 9999), ("2020", "2021"), (True, 2026)])
def test_years_of_recall(filled: User, years: Any) -> None:
    with refused(filled, "years_invalid"):
        filled.recall("안녕", years=years)


# Words from a list.


@pytest.mark.parametrize("kind", ["사실", "FACT", "", "facts", None, 3, ["fact"]])
def test_kinds(filled: User, kind: Any) -> None:
    with refused(filled, "kind_unknown"):
        filled.remember("내용", kind=kind)
    with refused(filled, "kind_unknown"):
        filled.recall("내용", kinds=["fact", kind])
    if kind is not None:
        with refused(filled, "kind_unknown"):
            filled.revise("k1", kind=kind)
        with refused(filled, "kind_unknown"):
            filled.memories(kind=kind)


@pytest.mark.parametrize("role", ["", "User", "사용자", "a" * 33, "user\n", None, 3])
def test_roles(filled: User, role: Any) -> None:
    with refused(filled, "role_invalid"):
        filled.record_messages([{"content": "괜찮음"}, {"role": role, "content": "내용"}])


def test_other_words(filled: User) -> None:
    with refused(filled, "form_invalid"):
        filled.context("안녕", form="tiny")  # type: ignore[arg-type]
    with refused(filled, "among_invalid"):
        filled.recall("안녕", among=("memories", "dreams"))  # type: ignore[arg-type]
    with refused(filled, "state_invalid"):
        filled.memories(state="deleted")
    with refused(filled, "relation_invalid"):
        filled.link("k1", "is about", "k1")


@pytest.mark.parametrize("tags", ["취미", 3, {"취미"}, ["취미"] * 65])
def test_tags(filled: User, tags: Any) -> None:
    with refused(filled, "tags_invalid"):
        filled.remember("내용", tags=tags)
    with refused(filled, "tags_invalid"):
        filled.revise("k1", tags=tags)


# Metadata.


@pytest.mark.parametrize(
    "metadata",
    [
        pytest.param({"a": {1, 2}}, id="set"),
        pytest.param({"a": b"x"}, id="bytes"),
        pytest.param({"a": math.nan}, id="NaN"),
        pytest.param({"a": [1, [2, math.inf]]}, id="infinity inside"),
        pytest.param({"a": datetime.now(UTC)}, id="datetime"),
        pytest.param({"a": {"b": [{"c": object()}]}}, id="object deep inside"),
        pytest.param({1: "a"}, id="number as key"),
        pytest.param({"a": {None: 1}}, id="None as key inside"),
        pytest.param({("a",): 1}, id="tuple as key"),
        pytest.param({"a": SURROGATE}, id="half a surrogate pair"),
        pytest.param({SURROGATE: 1}, id="half a surrogate pair as key"),
        pytest.param({"a\0": 1}, id="NUL in a key"),
        pytest.param({"a": "\0"}, id="NUL in a value"),
        pytest.param({"a": 1 + 2j}, id="complex"),
        pytest.param({"a": FrozenClock()}, id="someone's object"),
        pytest.param(metadata_of(100), id="nested a hundred times"),
        pytest.param(metadata_of(5000), id="nested five thousand times"),
        pytest.param(circular(), id="circular"),
        pytest.param(["a"], id="list"),
        pytest.param("a", id="text"),
        pytest.param(3, id="number"),
    ],
)
def test_metadata_that_is_not_json(filled: User, metadata: Any) -> None:
    for call in (
        lambda: filled.record("안녕", metadata=metadata),
        lambda: filled.record_messages([{"content": "앞"}, {"content": "뒤", "metadata": metadata}]),
        lambda: filled.remember("내용", metadata=metadata),
        lambda: filled.revise("k1", metadata=metadata),
        lambda: filled.upsert([{"content": "앞"}, {"content": "뒤", "metadata": metadata}]),
    ):
        with refused(filled, "metadata_not_json"):
            call()


@pytest.mark.parametrize(
    "metadata", [{"a": "x" * 70_000}, {str(n): n for n in range(20_000)}, {"가" * 30_000: 1}]
)
def test_metadata_that_is_huge(filled: User, metadata: Any) -> None:
    with refused(filled, "metadata_too_large"):
        filled.record("안녕", metadata=metadata)
    with refused(filled, "metadata_too_large"):
        filled.remember("내용", metadata=metadata)


def test_metadata_of_a_persona(saegim: Saegim) -> None:
    with pytest.raises(InvalidInput):
        saegim.put_persona("luna", name="루나", metadata={"a": {1}})
    assert saegim.personas() == []


def test_metadata_that_is_json_comes_back_equal(minji: User) -> None:
    known = {"a": [1, 2.5, None, True, {"한글": "값"}], "b": "🙂", "큰 수": 2**60, "": {}}
    turn = minji.record("안녕", metadata=known)
    assert minji.turn(turn.id).metadata == known


def test_whole_numbers_of_any_size_are_json(minji: User) -> None:
    turn = minji.record("안녕", metadata={"n": 2**70, "m": -(2**70)})
    assert minji.turn(turn.id).metadata == {"n": 2**70, "m": -(2**70)}


# Rows and batches.


@pytest.mark.parametrize(
    "row", [{"content": "뒤", "text": "x"}, {"content": "뒤", "id": 1}, "뒤", 3, None, ["뒤"]]
)
def test_one_bad_message_and_none_is_kept(filled: User, row: Any) -> None:
    with refused(filled, "message_invalid"):
        filled.record_messages([{"content": "앞"}, {"content": "가운데"}, row])


def test_one_bad_memory_and_none_is_kept(filled: User) -> None:
    with refused(filled, "memory_invalid"):
        filled.upsert([{"content": "앞"}, {"content": "뒤", "contents": "x"}])
    with refused(filled, "text_not_string"):
        filled.upsert([{"content": "앞"}, {"kind": "note"}])


@pytest.mark.parametrize("row", [3, None])
def test_a_memory_that_is_no_row(filled: User, row: Any) -> None:
    with refused(filled, "memory_invalid"):
        filled.upsert([{"content": "앞"}, row])


def test_a_batch_beyond_the_limit() -> None:
    with temporary_saegim(settings={"limits.batch": 3}) as small:
        user = small.user("minji")
        with refused(user, "invalid_input"):
            user.record_messages([{"content": f"{n}번"} for n in range(4)])
        with refused(user, "invalid_input"):
            user.upsert([{"content": f"{n}번"} for n in range(4)])
        assert len(user.upsert([{"content": f"{n}번"} for n in range(3)])) == 3


def test_a_session_of_another_persona(filled: User) -> None:
    luna = User(filled._core, "minji", "luna")
    with refused(filled, "session_of_other_persona"):
        luna.record("안녕", session="s1")
    with refused(filled, "session_of_other_persona"):
        luna.record_messages([{"content": "앞"}, {"content": "뒤"}], session="s1")


def test_a_version_that_is_not_the_current_one(filled: User) -> None:
    with refused(filled, "version_conflict", error=VersionConflict):
        filled.revise("k1", content="새 내용", expected_version=7)


def test_what_cannot_be_undone_needs_a_confirmation(filled: User) -> None:
    with refused(filled, "confirmation_needed"):
        filled.clear()
    with refused(filled, "confirmation_needed"):
        filled.erase()


# Lone surrogates and strange types where a word is only looked up.

_LOOKUPS: dict[str, Call] = {
    "turn": lambda u: u.turn(SURROGATE),
    "memory": lambda u: u.memory(SURROGATE),
    "trace": lambda u: u.trace(SURROGATE),
    "history": lambda u: u.history(SURROGATE),
    "forget": lambda u: u.forget(SURROGATE),
    "delete_memories": lambda u: u.delete_memories([SURROGATE]),
    "end_session": lambda u: u.end_session(SURROGATE),
    "turns by session": lambda u: u.turns(session=SURROGATE),
    "turns by emotion": lambda u: u.turns(emotion=SURROGATE),
    "turns by intent": lambda u: u.turns(intent=SURROGATE),
    "memories by tag": lambda u: u.memories(tag=SURROGATE),
    "memories by key": lambda u: u.memories(key=SURROGATE),
    "recall by tag": lambda u: u.recall("안녕", tags=[SURROGATE]),
    "recall by entity": lambda u: u.recall("안녕", entity=SURROGATE),
    "reason": lambda u: u.forget("k1", reason=SURROGATE),
    "actor": lambda u: u.remember("내용", actor=SURROGATE),
    "no reason": lambda u: u.remember("내용", reason=None),  # type: ignore[arg-type]
    "summary": lambda u: u.save_summary("요약", through_turn=SURROGATE),
    "audit": lambda u: u.audit(memory_id=SURROGATE),
    "an object": lambda u: u.turn(object()),  # type: ignore[arg-type]
    "few shots": lambda u: u.context("안녕", few_shot=[("안녕",)]),  # type: ignore[list-item]
    "one year": lambda u: u.recall("안녕", years=2026),  # type: ignore[arg-type]
    "pinned by word": lambda u: u.memories(pinned="no"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", _LOOKUPS)
def test_words_that_are_only_looked_up(filled: User, name: str) -> None:
    before = everything(filled)
    with pytest.raises(SaegimError):
        _LOOKUPS[name](filled)
    assert everything(filled) == before


def test_one_tag_is_not_a_list_of_letters(filled: User) -> None:
    filled.remember("등산을 간다", tags=["취미"])
    with refused(filled, "tags_invalid"):
        filled.recall("등산", tags="취미")
