"""A language model over loopback that misbehaves: turns are kept, the state tells, learning catches up."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from saegim import Saegim
from saegim.errors import SummaryFailed
from saegim.language.morphemes import Analyser
from saegim.testing import FrozenClock, temporary_saegim

sys.path.insert(0, str(Path(__file__).parent.parent / "fakes"))
from misbehaving import (
    Behaviour,
    closed_port,
    empty,
    fenced,
    good,
    hang,
    misbehaving,
    refusal,
    status,
    trailing,
)

SAID = "나 요즘 도자기 공방 다녀"
ANSWER = json.dumps(
    {
        "items": [
            {
                "evidence": "도자기 공방 다녀",
                "content": "사용자는 도자기 공방에 다닌다.",
                "kind": "fact",
                "key": "hobby",
                "value": "도자기",
                "confidence": 0.95,
                "impact": 0.8,
            }
        ]
    },
    ensure_ascii=False,
)
SUMMARY = json.dumps(
    {
        "content": "사용자가 도자기 공방 이야기를 했다.",
        "topics": ["도자기"],
        "emotion": "기쁨",
        "importance": 6,
    },
    ensure_ascii=False,
)


@contextmanager
def with_model(url: str, clock: FrozenClock, kiwi: Analyser, **settings: object) -> Iterator[Saegim]:
    quick = {"calling.timeout_s": 3, "calling.tries": 2, "remember.rules": False, "summary.episodes": False}
    with temporary_saegim(
        clock=clock, analyser=kiwi, model="openai:fake", model_base_url=url, model_api_key="k",
        settings={**quick, **settings},
    ) as saegim:  # fmt: skip
        yield saegim


@pytest.mark.parametrize("behaviour", [good(ANSWER), fenced(ANSWER), trailing(ANSWER)])
def test_what_the_model_finds_is_learned(behaviour: Behaviour, clock: FrozenClock, kiwi: Analyser) -> None:
    with misbehaving(behaviour) as server, with_model(server.url, clock, kiwi) as saegim:
        minji = saegim.user("minji")
        turn = minji.record(SAID, "멋지네요")
        saegim.drain()
        (memory,) = minji.memories()
        assert memory.content == "사용자는 도자기 공방에 다닌다."
        assert memory.origin == "model"
        assert memory.source_turns == (turn.id,)
        assert saegim.health()["status"] == "ok" or "model" not in str(saegim.health()["degraded"])
        (call, *_) = minji.model_calls()
        assert (call.input_tokens, call.output_tokens) == (11, 7)
        assert [job.task for job in minji.jobs()] == ["end"]


TROUBLES = {
    "429": status(429),
    "500": status(500),
    "hang": hang(),
    "empty": empty(),
    "refusal": refusal(),
    "401": status(401),
    "no json": good("그냥 이야기나 하죠."),
}


@pytest.mark.parametrize("name", list(TROUBLES))
def test_trouble_loses_nothing_and_is_told(name: str, clock: FrozenClock, kiwi: Analyser) -> None:
    with misbehaving(TROUBLES[name]) as server, with_model(server.url, clock, kiwi) as saegim:
        minji = saegim.user("minji")
        minji.record(SAID, "멋지네요")
        saegim.drain()
        assert minji.count_turns() == 1
        assert minji.memories() == []
        (job,) = [job for job in minji.jobs() if job.task == "ask"]
        assert job.tries == 1
        assert "openai:fake" in (job.error or "")
        assert saegim.health()["status"] == "degraded"
        assert "openai:fake" in str(saegim.health()["degraded"])
        assert minji.model_calls()
        assert {call.outcome for call in minji.model_calls()} != {"ok"}


@pytest.mark.parametrize("name", ["500", "refusal", "no json"])
def test_a_summary_made_without_its_model_is_told(name: str, clock: FrozenClock, kiwi: Analyser) -> None:
    settings = {"remember.model": False, "summary.episodes": True, "sessions.idle_minutes": 30}
    with misbehaving(TROUBLES[name]) as server, with_model(server.url, clock, kiwi, **settings) as saegim:
        minji = saegim.user("minji")
        for said in (SAID, "유약 바르는 게 어려워", "다음 주에 가마에 넣는대"):
            minji.record(said, "멋지네요")
            clock.move(minutes=1)
        clock.move(minutes=40)
        saegim.drain()
        (episode,) = minji.memories(kind="episode")
        assert "도자기" in episode.content
        assert "openai:fake" in str(saegim.health()["degraded"])
        assert "ok" not in {call.outcome for call in minji.model_calls()}


@pytest.mark.parametrize("trouble", [status(429), status(500), hang()])
def test_learning_catches_up_when_the_server_recovers(
    trouble: Behaviour, clock: FrozenClock, kiwi: Analyser
) -> None:
    with (
        misbehaving(trouble, trouble, good(ANSWER)) as server,
        with_model(server.url, clock, kiwi) as saegim,
    ):
        minji = saegim.user("minji")
        minji.record(SAID, "멋지네요")
        minji.record("오늘 날씨 좋다", "그러게요")
        saegim.drain()
        assert minji.memories() == []
        clock.move(minutes=2)
        saegim.drain()
        assert [m.value for m in minji.memories()] == ["도자기"]
        assert saegim.health()["degraded"] == []
        assert not [job for job in minji.jobs() if job.task == "ask"]


def test_a_server_that_is_not_there_is_given_up_visibly_and_retried_by_hand(
    clock: FrozenClock, kiwi: Analyser
) -> None:
    with with_model(closed_port(), clock, kiwi, **{"calling.tries": 1}) as saegim:
        minji = saegim.user("minji")
        minji.record(SAID, "멋지네요")
        for _ in range(10):
            saegim.drain()
            clock.move(hours=2)
        (dead,) = minji.jobs(state="dead")
        assert (dead.task, dead.tries) == ("ask", 8)
        with misbehaving(good(ANSWER)) as server:
            saegim._core.model = _elsewhere(saegim, server.url)
            saegim._core.__dict__.pop("background", None)
            assert minji.retry_jobs() == 1
            saegim.drain()
        assert [m.value for m in minji.memories()] == ["도자기"]


def _elsewhere(saegim: Saegim, url: str) -> object:
    from msgspec.structs import replace

    from saegim.providers.models import load_model

    return load_model(replace(saegim.settings, model_base_url=url))


def test_rules_go_on_without_the_model(clock: FrozenClock, kiwi: Analyser) -> None:
    with with_model(closed_port(), clock, kiwi, **{"remember.rules": True, "calling.tries": 1}) as saegim:
        minji = saegim.user("minji")
        minji.record("나 땅콩 알레르기 있어", "조심할게요")
        saegim.drain()
        assert [m.kind for m in minji.memories()] == ["allergy"]


def test_what_rules_found_the_model_does_not_double(clock: FrozenClock, kiwi: Analyser) -> None:
    answer = json.dumps(
        {
            "items": [
                {
                    "evidence": "땅콩 알레르기 있어",
                    "content": "사용자는 땅콩 알레르기가 있다.",
                    "kind": "allergy",
                    "key": "allergy",
                    "value": "땅콩",
                }
            ]
        },
        ensure_ascii=False,
    )
    with (
        misbehaving(good(answer)) as server,
        with_model(server.url, clock, kiwi, **{"remember.rules": True}) as saegim,
    ):
        minji = saegim.user("minji")
        minji.record("나 땅콩 알레르기 있어", "조심할게요")
        saegim.drain()
        assert len(minji.memories()) == 1


def test_one_users_failing_model_does_not_hold_up_rules_of_another(
    clock: FrozenClock, kiwi: Analyser
) -> None:
    with (
        misbehaving(hang()) as server,
        with_model(server.url, clock, kiwi, **{"remember.rules": True, "calling.tries": 1}) as saegim,
    ):
        for name in ("minji", "jisu"):
            saegim.user(name).record("나 땅콩 알레르기 있어", "네")
        saegim.drain()
        assert len(saegim.user("jisu").memories()) == 1
        # After the first failure the model rests: the second user was not tried.
        assert len(server.requests) == 1


# Summaries.


def test_an_episode_by_the_model(clock: FrozenClock, kiwi: Analyser) -> None:
    with (
        misbehaving(good(SUMMARY)) as server,
        with_model(server.url, clock, kiwi, **{"summary.episodes": True, "remember.model": False}) as saegim,
    ):
        minji = saegim.user("minji")
        minji.record(SAID, "멋지네요")
        minji.record("접시를 하나 만들었어", "대단해요")
        minji.end_session()
        saegim.drain()
        (episode,) = minji.episodes()
        assert episode.content == "사용자가 도자기 공방 이야기를 했다."
        assert (episode.tags, episode.emotion, episode.importance) == (("도자기",), "기쁨", 0.6)
        assert [call.purpose for call in minji.model_calls()] == ["episode"]


def test_an_episode_falls_back_to_what_was_said(clock: FrozenClock, kiwi: Analyser) -> None:
    with (
        misbehaving(status(500)) as server,
        with_model(server.url, clock, kiwi, **{"summary.episodes": True, "remember.model": False}) as saegim,
    ):
        minji = saegim.user("minji")
        minji.record(SAID, "멋지네요")
        minji.record("접시를 하나 만들었어", "대단해요" * 300)
        with pytest.raises(SummaryFailed) as caught:
            minji.make_episode(strict=True)
        assert caught.value.code == "summary_failed"
        assert minji.episodes() == []
        minji.end_session()
        saegim.drain()
        (episode,) = minji.episodes()
        assert len(episode.content) == 500
        assert episode.content.startswith("user: 나 요즘 도자기 공방 다녀")
        assert (episode.metadata["fallback"], episode.importance) == (True, 0.5)


def test_tending_without_its_model_is_told(clock: FrozenClock, kiwi: Analyser) -> None:
    with misbehaving(status(500)) as server, with_model(server.url, clock, kiwi) as saegim:
        minji = saegim.user("minji")
        for day in range(1, 26):
            minji.remember(f"{day}번째 도자기 그릇을 구웠다", kind="event")
        saegim.drain()
        assert saegim.health()["degraded"] == []
        run = minji.tend()
        assert run.state == "done"
        assert run.model_calls
        assert "openai:fake" in str(saegim.health()["degraded"])
