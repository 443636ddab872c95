"""Insights: true of the data without a model, believed only with evidence when a model says them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

import pytest

from saegim import Saegim, User
from saegim.errors import InvalidInput, ModelFailed
from saegim.language.morphemes import KiwiAnalyser
from saegim.models import JsonObject, Memory, Turn
from saegim.protocols import Reply
from saegim.testing import FrozenClock, temporary_saegim


class Thinker:
    """A language model that answers reflection with `says`, and everything else with nothing to learn."""

    name = "thinker"

    def __init__(self, says: object) -> None:
        self.says = says
        self.asked: list[str] = []

    def reply(self, messages: Sequence[Mapping[str, str]], *, schema: JsonObject | None = None) -> Reply:
        if "insights" not in json.dumps(schema):
            return Reply('{"items": [], "facts": [], "content": "이야기를 나누었다.", "topics": []}')
        self.asked.append(messages[-1]["content"])
        if isinstance(self.says, Exception):
            raise self.says
        said = self.says if isinstance(self.says, str) else json.dumps(self.says, ensure_ascii=False)
        return Reply(said, 10, 5)

    def stream(self, messages: Sequence[Mapping[str, str]]) -> Iterator[str]:
        yield ""


@pytest.fixture
def thinker() -> Thinker:
    return Thinker({"insights": []})


@pytest.fixture
def thinking(clock: FrozenClock, kiwi: KiwiAnalyser, thinker: Thinker) -> Iterator[Saegim]:
    settings = {"remember.model": True, "summary.episodes": False, "summary.auto": False}
    with temporary_saegim(clock=clock, analyser=kiwi, model=thinker, settings=settings) as made:
        yield made


def learn(user: User, count: int = 20, subject: str = "유나") -> list[Memory]:
    foods = (
        "사과 배 감 귤 포도 딸기 참외 수박 자두 살구 앵두 매실 오디 머루 다래 석류 모과 유자 대추 무화과"
    ).split()
    return [
        user.remember(
            f"{subject}는 {food}를 좋아한다", kind="preference", subject=subject, key="likes", value=food
        )
        for food in foods[:count]
    ]


def contents(user: User) -> list[str]:
    return [insight.content for insight in user.insights()]


# Without a model.


def test_what_is_said_often_is_counted(korean: Saegim, jisu: User, clock: FrozenClock) -> None:
    for _ in range(7):
        jisu.record("오늘도 야근이야 힘들다", "고생했어요", at=clock.now())
        clock.move(days=2)
    learn(jisu)
    korean.drain()
    jisu.tend()
    (often,) = [one for one in jisu.insights() if one.key == "insight.often.야근"]
    assert often.content == "최근 한 달간 '야근' 이야기를 7번 했다."
    assert often.origin == "counts"
    assert often.metadata["counted"] is True
    turns = [one for one in jisu.evidence(often.id) if isinstance(one, Turn)]
    assert len(turns) == 7
    assert all("야근" in turn.user for turn in turns)


def test_a_count_that_rose_says_so_and_is_renewed_in_place(
    korean: Saegim, jisu: User, clock: FrozenClock
) -> None:
    def nights(count: int) -> None:
        for _ in range(count):
            jisu.record("또 야근했어", "네", at=clock.now())
            clock.move(days=1)

    nights(3)
    clock.move(days=30)
    nights(8)
    learn(jisu)
    korean.drain()
    jisu.tend()
    (first,) = [one for one in jisu.insights() if one.key == "insight.often.야근"]
    assert first.content == "최근 한 달간 '야근' 이야기를 8번 했다. 그 전 한 달(3번)보다 늘었다."
    nights(2)
    learn(jisu, subject="은채")
    korean.drain()
    jisu.tend()
    (again,) = [one for one in jisu.insights() if one.key == "insight.often.야근"]
    assert again.id == first.id
    assert again.version == 2
    assert "10번" in again.content


def test_people_and_changes_are_told_as_they_were(korean: Saegim, jisu: User, clock: FrozenClock) -> None:
    jisu.record("나 서울에 살아", "네", at=clock.now())
    for _ in range(5):
        clock.move(days=1)
        jisu.record("유나랑 놀아서 행복했어", "네", at=clock.now())
    jisu.record("나 부산으로 이사했어", "네", at=clock.now())
    korean.drain()
    learn(jisu)
    korean.drain()
    jisu.tend()
    told = contents(jisu)
    assert "최근 한 달간 유나 이야기를 5번 했다. 말투가 따뜻해졌다." in told
    assert "2026년 3월, 사는 곳이 바뀌었다: '서울' → '부산'." in told
    yuna = jisu.entity("유나")
    assert yuna.summary
    assert yuna.interests


def test_a_change_that_changed_again_is_told_anew(korean: Saegim, jisu: User, clock: FrozenClock) -> None:
    def moved() -> list[str]:
        return [one.content for one in jisu.insights() if one.key == "insight.change.home.city"]

    jisu.record("나 서울에 살아", "네", at=clock.now())
    clock.move(days=1)
    jisu.record("나 부산으로 이사했어", "네", at=clock.now())
    learn(jisu)
    korean.drain()
    jisu.tend()
    assert moved() == ["2026년 3월, 사는 곳이 바뀌었다: '서울' → '부산'."]
    clock.move(days=40)
    jisu.record("나 대전으로 이사했어", "네", at=clock.now())
    korean.drain()
    jisu.tend()
    assert sum(run.did.get("closed", 0) for run in jisu.runs()) == 1
    assert moved() == ["2026년 4월, 사는 곳이 바뀌었다: '부산' → '대전'."]
    assert jisu.tend().did == {}


def six_nights(korean: Saegim, jisu: User, clock: FrozenClock, said: str) -> None:
    """The same is said on six days, and counted."""
    for _ in range(6):
        jisu.record(said, "네", at=clock.now())
        clock.move(days=1)
    learn(jisu)
    korean.drain()
    jisu.tend()


def test_an_insight_can_be_taken_back_and_is_not_drawn_again(
    korean: Saegim, jisu: User, clock: FrozenClock
) -> None:
    six_nights(korean, jisu, clock, "오늘도 야근이야")
    (often,) = [one for one in jisu.insights() if one.key == "insight.often.야근"]
    (change,) = [one for one in jisu.changes() if often.id in one.targets]
    assert change.action == "reflect"
    jisu.undo(change.id)
    learn(jisu, subject="은채")
    jisu.record("또 야근이야", "네", at=clock.now())
    korean.drain()
    jisu.tend()
    assert [one for one in jisu.insights() if one.key == "insight.often.야근"] == []


def test_reflection_waits_for_enough(korean: Saegim, jisu: User) -> None:
    learn(jisu, 12)
    korean.drain()
    assert jisu.tend().did == {}
    learn(jisu, 20)
    korean.drain()
    assert jisu.tend().did.get("profiled") == 1


def test_a_count_of_long_ago_is_closed(korean: Saegim, jisu: User, clock: FrozenClock) -> None:
    six_nights(korean, jisu, clock, "야근했다")
    assert any("야근" in one for one in contents(jisu))
    clock.move(days=40)
    assert jisu.tend().did["closed"] >= 1
    assert not any("야근" in one for one in contents(jisu))
    assert any("야근" in one.content for one in jisu.insights(closed=True)), "kept as history"


def test_an_insight_that_was_closed_can_stand_again_and_is_not_closed_anew(
    korean: Saegim, jisu: User, clock: FrozenClock
) -> None:
    six_nights(korean, jisu, clock, "야근했다")
    (often,) = [one for one in jisu.insights() if one.key == "insight.often.야근"]
    clock.move(days=40)
    jisu.tend()
    (change,) = [one for one in jisu.changes() if one.action == "close" and often.id in one.targets]
    jisu.undo(change.id, reason="아직 그래")
    assert often.content in contents(jisu)
    assert [event.action for event in jisu.audit(memory_id=often.id)][:2] == ["undo", "undo"]
    clock.move(days=40)
    jisu.tend()
    assert often.content in contents(jisu)


def test_a_closed_insight_does_not_come_back_beside_the_one_in_its_place(
    korean: Saegim, jisu: User, clock: FrozenClock
) -> None:
    jisu.record("나 서울에 살아", "네", at=clock.now())
    clock.move(days=1)
    jisu.record("나 부산으로 이사했어", "네", at=clock.now())
    learn(jisu)
    korean.drain()
    jisu.tend()
    clock.move(days=40)
    jisu.record("나 대전으로 이사했어", "네", at=clock.now())
    korean.drain()
    jisu.tend()
    (change,) = [one for one in jisu.changes() if one.action == "close"]
    with pytest.raises(InvalidInput) as refused:
        jisu.undo(change.id)
    assert refused.value.code == "replaced"
    (now,) = [one for one in jisu.insights() if one.key == "insight.change.home.city"]
    jisu.forget(now.id)
    jisu.undo(change.id)
    assert "2026년 3월, 사는 곳이 바뀌었다: '서울' → '부산'." in contents(jisu)


# With a model.


def test_an_insight_rests_on_the_memories_it_names(thinking: Saegim, thinker: Thinker) -> None:
    user = thinking.user("jisu")
    known = learn(user)
    thinking.drain()
    thinker.says = {
        "insights": [{"text": "유나는 여러 과일을 두루 좋아한다.", "evidence": [1, 2, 3]}],
        "summary": "유나는 사과와 배를 좋아한다.",
    }
    run = user.tend()
    (insight,) = [one for one in user.insights() if one.origin == "model:thinker"]
    evidence = {one.id for one in user.evidence(insight.id)}
    assert len(evidence) == 3
    assert evidence <= {memory.id for memory in known}
    assert user.entity("유나").summary == "유나는 사과와 배를 좋아한다."
    assert insight.id in {memory.id for memory in user.about("유나")}
    assert run.model_calls == len(thinker.asked) > 0
    assert run.tokens == 15 * run.model_calls
    assert any(call.purpose == "reflect" for call in user.model_calls())


@pytest.mark.parametrize(
    "says",
    [
        {"insights": [{"text": "유나는 과일을 좋아한다.", "evidence": []}]},
        {"insights": [{"text": "유나는 과일을 좋아한다.", "evidence": [99]}]},
        {"insights": [{"text": "유나는 과일을 좋아한다.", "evidence": [1, -1]}]},
        {"insights": [{"text": "도윤이는 사과를 좋아한다.", "evidence": [1, 2]}]},
        {"insights": [{"text": "김태형은 사과를 좋아한다.", "evidence": [1]}]},
        {"insights": [{"text": "유나는 사과를 365개 먹었다.", "evidence": [1]}]},
        {"insights": [{"text": "주가가 폭락할 것으로 보인다.", "evidence": [1]}]},
        {"insights": [{"text": "ㅋ", "evidence": [1]}]},
        {"insights": [{"text": "유나 " + "사과 " * 200, "evidence": [1]}], "summary": "도윤이와 결혼했다."},
        {"insights": [], "summary": "유나는 박재범과 결혼했다."},
        {"insights": "none"},
        "그런 건 없어요",
        "",
        '{"insights": [{"text": ',
        ModelFailed("thinker", "out of order", passing=False),
    ],
)
def test_nonsense_of_a_model_changes_nothing(says: object, thinking: Saegim, thinker: Thinker) -> None:
    user = thinking.user("jisu")
    user.remember("도윤은 친구다", kind="relationship", subject="도윤")
    learn(user)
    thinking.drain()
    before = user.memories(limit=1000, current=False)
    thinker.says = says
    run = user.tend()
    assert thinker.asked
    assert run.state == "done"
    assert user.memories(limit=1000, current=False) == before
    assert [one for one in user.insights() if one.origin.startswith("model")] == []
    # Without a word to believe, the profile is what the memories say themselves.
    assert user.entity("유나").summary.startswith("유나는 ")
    assert "결혼" not in user.entity("유나").summary


def test_an_insight_whose_evidence_changed_is_looked_at_again(
    thinking: Saegim, thinker: Thinker, clock: FrozenClock
) -> None:
    user = thinking.user("jisu")
    known = learn(user)
    thinking.drain()
    thinker.says = {"insights": [{"text": "유나는 여러 과일을 두루 좋아한다.", "evidence": [1, 2, 3]}]}
    user.tend()
    (insight,) = [one for one in user.insights() if one.origin == "model:thinker"]
    rests_on = [one for one in user.evidence(insight.id) if isinstance(one, Memory)]
    clock.move(days=1)
    user.forget(rests_on[0].id)
    asked = len(thinker.asked)
    thinker.says = {"insights": [{"text": "유나는 아직도 과일을 좋아한다.", "evidence": [1, 2]}]}
    run = user.tend()
    assert run.did["closed"] == 1
    assert len(thinker.asked) > asked, "asked again"
    (now,) = [one for one in user.insights() if one.origin == "model:thinker"]
    assert now.content == "유나는 아직도 과일을 좋아한다."
    assert rests_on[0].id not in {one.id for one in user.evidence(now.id)}
    assert len(known) == 20


def test_what_a_person_forgot_is_not_drawn_again(thinking: Saegim, thinker: Thinker) -> None:
    user = thinking.user("jisu")
    learn(user)
    thinking.drain()
    thinker.says = {"insights": [{"text": "유나는 여러 과일을 두루 좋아한다.", "evidence": [1, 2, 3]}]}
    user.tend()
    (insight,) = [one for one in user.insights() if one.origin == "model:thinker"]
    user.forget(insight.id)
    for n in range(20):
        user.remember(f"유나는 책 {n}권을 읽었다", kind="fact", subject="유나")
    thinking.drain()
    user.tend()
    assert [one for one in user.insights() if one.origin == "model:thinker"] == []
