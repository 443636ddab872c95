"""Personas and users: what one is told, another never knows."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from saegim import Saegim, User
from saegim.errors import NotFound, SaegimError


@pytest.fixture
def luna(saegim: Saegim) -> User:
    return saegim.user("minji", persona="luna")


@pytest.fixture
def nova(saegim: Saegim) -> User:
    return saegim.user("minji", persona="nova")


@pytest.fixture
def told(saegim: Saegim, luna: User) -> User:
    """Luna knows a secret, in every way there is."""
    turn = luna.record("회사 몰래 이직을 준비해", "비밀로 할게요", session="luna-1")
    luna.remember("이직을 준비한다", kind="plan", id="secret", tags=["이직"], pinned=True)
    luna.remember("이직 목표는 부산", key="job.city", value="부산", id="keyed")
    luna.save_summary("이직 이야기를 나눴다", through_turn=turn.id)
    saegim.drain()
    return luna


def test_the_persona_who_was_told_knows(told: User) -> None:
    assert told.recall("이직 준비")
    assert "이직" in json.dumps(told.context("이직 준비는?").messages, ensure_ascii=False)
    assert told.count_turns() == 1
    assert len(told.memories()) == 2


def test_another_persona_does_not(told: User, nova: User) -> None:
    assert nova.recall("이직 준비") == []
    assert nova.search_turns("이직") == []
    assert nova.turns() == []
    assert nova.count_turns() == 0
    assert nova.window() == []
    assert nova.sessions() == []
    assert nova.memories() == []
    assert nova.timeline() == []
    assert nova.profile() == {}
    assert nova.summaries() == []
    context = nova.context("이직 준비는 어떻게 돼 가?")
    assert context.messages == ({"role": "user", "content": "이직 준비는 어떻게 돼 가?"},)
    assert nova.end_session() is None


_REACHING: dict[str, Callable[[User, str], object]] = {
    "turn": lambda user, turn: user.turn(turn),
    "delete_turn": lambda user, turn: user.delete_turn(turn),
    "memory": lambda user, _: user.memory("secret"),
    "history": lambda user, _: user.history("secret"),
    "revise": lambda user, _: user.revise("secret", content="바뀜"),
    "forget": lambda user, _: user.forget("secret"),
    "restore": lambda user, _: user.restore("secret", version=1),
    "archive": lambda user, _: user.archive("secret"),
    "pin": lambda user, _: user.pin("secret"),
    "tag": lambda user, _: user.tag("secret", "봤다"),
    "pick": lambda user, _: user.pick("secret"),
    "links": lambda user, _: user.links("secret"),
    "link": lambda user, _: user.link("secret", "related_to", "keyed"),
    "end_session": lambda user, _: user.end_session("luna-1"),
}


@pytest.mark.parametrize("reach", _REACHING)
def test_another_persona_cannot_reach_it_by_its_id(told: User, nova: User, reach: str) -> None:
    turn = told.turns()[0].id
    before = told.memory("secret")
    with pytest.raises(NotFound):
        _REACHING[reach](nova, turn)
    assert told.memory("secret") == before
    assert told.turn(turn).user == "회사 몰래 이직을 준비해"
    assert told.sessions()[0].ended_at is None


def test_another_persona_cannot_delete_it(told: User, nova: User) -> None:
    assert nova.delete_memories(["secret", "keyed"]) == 0
    assert told.memory("secret").content == "이직을 준비한다"


@pytest.mark.parametrize("call", ["remember", "upsert"])
def test_another_persona_cannot_overwrite_it_by_its_id(told: User, nova: User, call: str) -> None:
    try:
        if call == "remember":
            nova.remember("덮어썼다", id="secret")
        else:
            nova.upsert([{"content": "덮어썼다", "id": "secret"}])
    except SaegimError:
        pass
    assert told.memory("secret").content == "이직을 준비한다"


def test_another_persona_cannot_read_its_traces(told: User, nova: User) -> None:
    told.context("이직 준비는 어때?")
    assert nova.traces() == []


def test_picks_of_two_personas_keep_apart(told: User, nova: User) -> None:
    told.pin("secret", pinned=False)
    told.pick("secret")
    other = nova.remember("산책을 좋아한다")
    nova.pick(other.id)
    assert "이직을 준비한다" in str(told.context("안녕").messages)


def test_a_value_of_one_persona_does_not_replace_anothers(told: User, nova: User) -> None:
    nova.remember("직장은 서울", key="job.city", value="서울")
    assert told.profile() == {"job.city": "부산"}
    assert nova.profile() == {"job.city": "서울"}


def test_what_is_for_all_personas_is_known_to_all(saegim: Saegim, luna: User, nova: User) -> None:
    luna.remember("땅콩 알레르기가 있다", kind="allergy", for_all_personas=True)
    saegim.drain()
    assert [hit.text for hit in nova.recall("땅콩 알레르기")] == ["땅콩 알레르기가 있다"]
    assert "땅콩" in str(nova.context("간식 추천해 줘").messages)


def test_without_a_persona_everything_of_the_person_is_seen(saegim: Saegim, told: User) -> None:
    everyone = saegim.user("minji")
    assert everyone.memory("secret")
    assert everyone.count_turns() == 1
    assert everyone.recall("이직 준비")


def test_what_is_said_to_nobody_in_particular_stays_out_of_a_personas_turns(
    saegim: Saegim, luna: User
) -> None:
    saegim.user("minji").record("혼잣말이야")
    saegim.drain()
    assert luna.turns() == []
    assert luna.recall("혼잣말") == []


def test_sessions_of_personas_are_their_own(luna: User, nova: User) -> None:
    assert luna.record("안녕").session_id != nova.record("안녕").session_id


# Users.


def test_another_user_reaches_nothing(saegim: Saegim, told: User) -> None:
    turn = told.turns()[0]
    trace = told.context("이직 준비는?").trace_id
    for jisu in (saegim.user("jisu"), saegim.user("jisu", persona="luna"), saegim.user("Minji")):
        assert jisu.recall("이직 준비") == []
        assert jisu.turns() == []
        assert jisu.memories(current=False) == []
        assert jisu.traces() == []
        assert jisu.audit() == []
        assert jisu.delete_memories(["secret"]) == 0
        for reach in _REACHING.values():
            with pytest.raises(NotFound):
                reach(jisu, turn.id)
        with pytest.raises(NotFound):
            jisu.trace(trace)
        jisu.upsert([{"id": "secret", "content": "남의 것이 아니다"}])
        jisu.clear(confirm=True)
        jisu.erase(confirm=True)
    assert told.memory("secret").content == "이직을 준비한다"
    assert told.recall("이직 준비")
