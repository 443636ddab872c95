"""Summaries by a language model: episodes, rolling summaries, prompts of one's own."""

from __future__ import annotations

import json
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from saegim.errors import ModelFailed, SettingsError
from saegim.models import Message, Turn
from saegim.providers.models import load_model
from saegim.remember.drafts import SummaryDraft
from saegim.remember.standalone import first_sentences
from saegim.remember.summary_model import summarise_with_model
from saegim.settings import Settings, load_settings
from saegim.testing import SEOUL, FrozenClock, ScriptedModel

sys.path.append(str(Path(__file__).parents[1] / "fakes"))
from misbehaving import empty, good, misbehaving, status, trailing

MONDAY = datetime(2026, 3, 2, 9, 0, tzinfo=SEOUL)


def turn(user: str, assistant: str, id: str = "t1") -> Turn:
    messages = (
        Message(f"{id}u", id, "s1", "user", user, MONDAY),
        Message(f"{id}a", id, "s1", "assistant", assistant, MONDAY),
    )
    return Turn(id, "s1", None, MONDAY, messages)


TURNS = [
    turn("다음 주에 부산으로 출장 가", "숙소는 정하셨어요?"),
    turn("해운대로 정했어", "바다가 보이겠네요", "t2"),
]
ENGLISH = [turn("I fly to Leeds on Friday", "Safe travels!")]
GOOD = {
    "content": "사용자는 다음 주 부산 출장을 준비한다. 숙소는 해운대로 정했다.",
    "topics": ["출장", "부산"],
    "emotion": "평온",
    "importance": 6,
}


def summarise(
    *replies: object, turns: list[Turn] = TURNS, **named: Any
) -> tuple[SummaryDraft, ScriptedModel]:
    said = [reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False) for reply in replies]
    model = ScriptedModel(said)
    settings = named.pop("settings", Settings())
    draft = summarise_with_model(
        model, turns, settings=settings, clock=FrozenClock(), sleep=lambda _: None, **named
    )
    return draft, model


def test_an_episode_has_a_sentence_or_two_topics_a_feeling_and_an_importance() -> None:
    draft, model = summarise(GOOD)
    assert draft.content == GOOD["content"]
    assert draft.topics == ("출장", "부산")
    assert (draft.emotion, draft.importance, draft.fallback) == ("평온", 6, False)
    assert draft.by == "model:scripted"
    assert [(call.purpose, call.outcome) for call in draft.calls] == [("episode", "ok")]
    system, user = model.asked[0]
    assert "한두 문장" in system["content"]
    assert "사용자: 해운대로 정했어" in user["content"]


def test_sentences_beyond_the_second_are_left_out_of_an_episode() -> None:
    long = "부산 출장이 첫 문장이다. 두 번째는 3.5를 말한다! 세 번째는 없어야 한다. 네 번째도 없다."
    assert (
        summarise({**GOOD, "content": long})[0].content == "부산 출장이 첫 문장이다. 두 번째는 3.5를 말한다!"
    )
    endless = summarise({**GOOD, "content": "끝없이 이어지는 출장 이야기 " * 200})[0].content
    assert len(endless) <= 300
    assert endless.endswith("…")


@pytest.mark.parametrize(
    ("text", "most", "expected"),
    [
        ("하나다.", 2, "하나다."),
        ("문장이 하나다. 문장이 둘이다. 문장이 셋이다.", 2, "문장이 하나다. 문장이 둘이다."),
        ("Dr. Kim came at 3.30 p.m. on Friday. He left. Then more.", 1, "Dr. Kim came at 3.30 p.m."),
        ("마침표 없는 말", 1, "마침표 없는 말"),
        ("정말이다!!! 그렇다니까?! 끝이다.", 2, "정말이다!!! 그렇다니까?! 끝이다."),
    ],
)
def test_where_sentences_end(text: str, most: int, expected: str) -> None:
    assert first_sentences(text, most) == expected


def test_a_model_that_repeats_itself_says_it_once() -> None:
    content = "사용자는 부산에 간다. " + "숙소는 해운대다. " * 20 + "숙소는 해"
    assert summarise({**GOOD, "content": content})[0].content == "사용자는 부산에 간다. 숙소는 해운대다."


def test_a_rolling_summary_folds_the_previous_one_in() -> None:
    draft, model = summarise(GOOD, previous="사용자는 개발자이고 서울에 산다.")
    system, user = model.asked[0]
    assert "이전 요약에 새 대화를 합쳐" in system["content"]
    assert "이전 요약:\n사용자는 개발자이고 서울에 산다." in user["content"]
    assert draft.calls[0].purpose == "summary"


def test_the_first_rolling_summary_has_none_before_it() -> None:
    long = " ".join(f"출장 이야기 {number}이다." for number in range(9))
    draft, model = summarise({**GOOD, "content": long}, previous="")
    assert "이전 요약에 새 대화를 합쳐" in model.asked[0][0]["content"]
    assert "이전 요약:" not in model.asked[0][1]["content"]
    assert draft.content.count("이다.") == 5


def test_the_language_is_that_of_the_talk_unless_the_settings_say_otherwise() -> None:
    english = {**GOOD, "content": "The user flies to Leeds on Friday.", "emotion": "excitement"}
    draft, model = summarise(english, turns=ENGLISH)
    assert "one or two sentences" in model.asked[0][0]["content"]
    assert draft.emotion == "흥분"
    korean = load_settings({"summary.language": "ko"}, environment={})
    assert "한두 문장" in summarise(GOOD, turns=ENGLISH, settings=korean)[1].asked[0][0]["content"]
    assert "one or two" in summarise(GOOD, language="en")[1].asked[0][0]["content"]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("기쁨", "기쁨"), ("슬픔", "슬픔"), ("스트레스", "스트레스"), ("평온", "평온"), ("흥분", "흥분"),
        ("joy", "기쁨"), ("Sadness", "슬픔"), ("stress", "스트레스"), ("calm", "평온"), ("angry", "스트레스"),
        ("아주 행복함", "기쁨"), (None, None), ("", None),
    ],
)  # fmt: skip
def test_a_feeling_is_one_of_the_five(said: str | None, kept: str | None) -> None:
    assert summarise({**GOOD, "emotion": said})[0].emotion == kept


@pytest.mark.parametrize(
    ("said", "kept"), [(0, 1), (11, 10), (-5, 1), ("7", 7), ("7/10", 7), (6.6, 7), (None, 5)]
)
def test_importance_is_from_one_to_ten(said: object, kept: int) -> None:
    assert summarise({**GOOD, "importance": said})[0].importance == kept


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (None, ()),
        ("출장", ("출장",)),
        ("출장, 부산", ("출장", "부산")),
        (["#출장", " ", "출장", "부산"], ("출장", "부산")),
        ([str(n) for n in range(9)], ("0", "1", "2", "3", "4")),
        (["가" * 500], ("가" * 30,)),
    ],
)
def test_topics_are_few_and_short(said: object, kept: tuple[str, ...]) -> None:
    assert summarise({**GOOD, "topics": said})[0].topics == kept


def test_an_empty_summary_is_no_summary() -> None:
    draft, _ = summarise({**GOOD, "content": " "}, {**GOOD, "content": "..."}, GOOD)
    assert [call.outcome for call in draft.calls] == ["wrong_shape", "wrong_shape", "ok"]


def test_after_three_tries_the_caller_decides() -> None:
    with pytest.raises(ModelFailed) as caught:
        summarise("모르겠어요", "", "{}")
    calls = caught.value.calls  # type: ignore[attr-defined]
    assert [call.outcome for call in calls] == ["not_json", "empty", "wrong_shape"]
    assert {call.purpose for call in calls} == {"episode"}


def test_a_prompt_of_ones_own_replaces_ours_and_the_shape_stays(tmp_path: Path) -> None:
    file = tmp_path / "요약.md"
    file.write_text("해적처럼 {{요약}}하라.\n", encoding="utf-8")
    settings = load_settings({"summary.prompt": str(file)}, environment={})
    for previous in (None, "", "이전"):
        system = summarise(GOOD, settings=settings, previous=previous)[1].asked[0][0]["content"]
        assert system.startswith("해적처럼 {{요약}}하라.\n\nJSON 하나만 답한다.")
    assert summarise(GOOD, prompt="짧게!")[1].asked[0][0]["content"].startswith("짧게!\n\nJSON")


def test_a_prompt_that_is_not_there_is_a_wrong_setting(tmp_path: Path) -> None:
    settings = load_settings({"summary.prompt": str(tmp_path / "none.md")}, environment={})
    with pytest.raises(SettingsError, match=r"summary\.prompt"):
        summarise(GOOD, settings=settings)


def test_a_real_server_that_misbehaves_at_first() -> None:
    text = json.dumps(GOOD, ensure_ascii=False)
    with misbehaving(status(429, retry_after=1), empty(), trailing(text), good(text)) as server:
        named = {
            "model": "openai:tiny", "model_base_url": server.url,
            "calling.input_price": 1.0, "calling.output_price": 3.0,
        }  # fmt: skip
        settings = load_settings(named, environment={})
        model = load_model(settings)
        assert model is not None
        draft = summarise_with_model(model, TURNS, settings=settings, sleep=lambda _: None)
    assert draft.content == GOOD["content"]
    assert [call.outcome for call in draft.calls] == ["http_429", "empty", "repaired"]
    assert draft.calls[-1].cost == pytest.approx((11 * 1.0 + 7 * 3.0) / 1_000_000)
    schema = server.requests[0]["response_format"]["json_schema"]["schema"]
    assert set(schema["required"]) == {"content", "topics", "emotion", "importance"}


@pytest.mark.parametrize(
    "content",
    [
        "대화에 나온 그대로 남긴다. 나오지 않은 것은 쓰지 않는다.",
        "사용자는 고양이 사진을 보며 웃었다.",
        "사용자는 부산행 표를 45,000원에 샀다.",
        "content는 요약",
    ],
)
def test_a_summary_of_something_else_is_none(content: str) -> None:
    draft, _ = summarise({**GOOD, "content": content}, GOOD)
    assert [call.outcome for call in draft.calls] == ["wrong_shape", "ok"]


def test_a_summary_may_be_in_another_language_than_the_talk() -> None:
    draft, _ = summarise({**GOOD, "content": "The user prepares a trip."}, language="en")
    assert draft.content == "The user prepares a trip."
