"""A past week in a model's words: kept with its evidence, and in its own words when the model misbehaves."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from saegim import Saegim, User
from saegim.language.morphemes import KiwiAnalyser
from saegim.models import Memory
from saegim.testing import FrozenClock, temporary_saegim

sys.path.insert(0, str(Path(__file__).parent.parent / "fakes"))
from misbehaving import (
    Behaviour,
    empty,
    fenced,
    good,
    hang,
    misbehaving,
    not_json,
    refusal,
    refusal_text,
    status,
    trailing,
)

EVENTS = (
    "야근 때문에 저녁 약속에 늦었다",
    "야근하고 택시를 탔다",
    "야근 대신 하린과 저녁을 먹었다",
    "야근이 끝나고 한강을 걸었다",
)
HEADING = "2026년 3월 2일~3월 8일, '야근' 이야기 4건: "
SUMMARY = "사용자는 야근 때문에 저녁 약속에 늦었고 야근이 끝나고 택시를 탔다."


def says(summary: object, evidence: object = (1, 2, 4)) -> str:
    return json.dumps({"summary": summary, "evidence": evidence}, ensure_ascii=False)


@contextmanager
def listening(url: str, clock: FrozenClock, kiwi: KiwiAnalyser, patience_s: float = 10.0) -> Iterator[Saegim]:
    settings = {
        "calling.timeout_s": patience_s, "calling.tries": 2, "summary.episodes": False, "tend.reflect": False,
        "tend.auto": False,
    }  # fmt: skip
    with temporary_saegim(
        clock=clock, analyser=kiwi, model="openai:fake", model_base_url=url, model_api_key="k",
        settings=settings,
    ) as saegim:  # fmt: skip
        yield saegim


def week(user: User, clock: FrozenClock) -> list[Memory]:
    """Four events of one topic, a name that is known, and the week is over."""
    made = []
    with user._core.write(user.id) as tx:
        for day, text in enumerate(EVENTS):
            at = clock.now() + timedelta(days=day)
            memory = Memory(
                id=f"k{day}", kind="event", content=text, persona=None, importance=0.6, confidence=0.9,
                created_at=at, updated_at=at, valid_from=at, origin="rules",
            )  # fmt: skip
            tx.put_memory(memory, actor="saegim", action="remember", reason="")
            made.append(memory)
    user.add_entity("도윤")
    user._core.work(user.id)
    clock.move(days=8)
    return made


def digest_of(user: User) -> Memory:
    (found,) = [memory for memory in user.memories(kind="note") if memory.origin == "consolidation"]
    return found


@pytest.mark.parametrize("wrapped", [good, fenced, trailing])
def test_the_summary_is_the_models_and_rests_on_what_it_covers(
    wrapped: object, clock: FrozenClock, kiwi: KiwiAnalyser
) -> None:
    assert callable(wrapped)
    with misbehaving(wrapped(says(SUMMARY))) as server, listening(server.url, clock, kiwi) as saegim:
        user = saegim.user("jisu")
        covered = week(user, clock)
        asked = len(server.requests)
        run = user.tend()
        digest = digest_of(user)
        assert digest.content.startswith(HEADING + SUMMARY)
        assert "한강" in digest.content.partition("나온 말: ")[2], "words of what was not told stay findable"
        assert digest.metadata["by"] == "model:openai:fake"
        assert {one.id for one in user.evidence(digest.id)} == {memory.id for memory in covered}
        assert (run.did["consolidated"], run.model_calls, run.tokens) == (1, 1, 18)
        assert [call.purpose for call in user.model_calls()] == ["consolidate"]
        assert user.tend().did == {}
        assert len(server.requests) == asked + 1, "what was summed up is not asked about again"
        (change,) = user.changes()
        user.undo(change.id)
        assert [user.memory(memory.id).importance for memory in covered] == [0.6] * 4


NONSENSE = {
    "no evidence": good(says(SUMMARY, [])),
    "one is no summary": good(says(SUMMARY, [1])),
    "a number that is not there": good(says(SUMMARY, [1, 2, 9])),
    "nought": good(says(SUMMARY, [0, 1])),
    "below nought": good(says(SUMMARY, [-1, 1, 2])),
    "someone known who was not there": good(says("사용자는 야근하고 도윤과 저녁을 먹었다.")),
    "someone unknown": good(says("사용자는 야근하고 박재범과 저녁을 먹었다.")),
    "another number": good(says("사용자는 야근 때문에 저녁 약속에 37번 늦었다.")),
    "another subject": good(says("주식 시장이 크게 흔들려 투자자들이 걱정하고 있다.")),
    "one of them again": good(says(EVENTS[0] + ".")),
    "too short": good(says("음")),
    "too long": good(says(SUMMARY * 30)),
    "nothing": good(says("")),
    "not a text": good(says({"text": SUMMARY})),
    "another shape": good('["야근"]'),
    "cut off": good('{"summary": "사용자는 야'),
    "prose": good("그런 건 모르겠어요."),
    "silence": empty(),
    "a refusal": refusal(),
    "a refusal in words": refusal_text(),
    "a page": not_json(),
    "401": status(401),
    "429": status(429),
    "500": status(500),
    "hanging": hang(),
}


@pytest.mark.parametrize("name", list(NONSENSE))
def test_nonsense_leaves_the_memories_own_words(
    name: str, clock: FrozenClock, kiwi: KiwiAnalyser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("saegim.remember.asking.FIRST_PAUSE_S", 0.001)
    behaviour: Behaviour = NONSENSE[name]
    # Only where nothing ever comes is it given up soon: a busy machine may take its time to answer.
    patience_s = 0.5 if name == "hanging" else 10.0
    with misbehaving(behaviour) as server, listening(server.url, clock, kiwi, patience_s) as saegim:
        user = saegim.user("jisu")
        week(user, clock)
        run = user.tend()
        assert server.requests
        digest = digest_of(user)
        assert digest.metadata["by"] == "extraction"
        assert digest.content.startswith(HEADING)
        told = digest.content.removeprefix(HEADING)
        assert all(part.strip() in "".join(EVENTS) for part in told.split(" 나온 말")[0].split(".") if part)
        assert run.state == "done"
        assert run.model_calls == len(user.model_calls()) > 0
        assert user.tend().did == {}, "it is not tried again"


def test_a_dry_run_asks_nobody(clock: FrozenClock, kiwi: KiwiAnalyser) -> None:
    with misbehaving(good(says(SUMMARY))) as server, listening(server.url, clock, kiwi) as saegim:
        user = saegim.user("jisu")
        week(user, clock)
        asked = len(server.requests)
        assert user.tend(dry_run=True).did["consolidated"] == 1
        assert len(server.requests) == asked


def test_nobody_is_asked_where_a_model_may_not_learn(clock: FrozenClock, kiwi: KiwiAnalyser) -> None:
    with misbehaving(good(says(SUMMARY))) as server:
        with temporary_saegim(
            clock=clock, analyser=kiwi, model="openai:fake", model_base_url=server.url, model_api_key="k",
            settings={"remember.model": False, "tend.auto": False},
        ) as saegim:  # fmt: skip
            user = saegim.user("jisu")
            week(user, clock)
            user.tend()
            assert digest_of(user).metadata["by"] == "extraction"
        assert server.requests == []
