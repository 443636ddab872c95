"""recall, context, trace, reindex."""

from __future__ import annotations

from datetime import datetime

import pytest
from cli_testbed import Cli
from rich.text import Text

from saegim.cli.screen import highlighted
from saegim.models import Hit, Memory, Why


@pytest.fixture
def told(cli: Cli) -> Cli:
    """Someone with a few things said and known."""
    cli.run("record", "주말에 북한산 등산을 갔어", "날씨가 좋았겠네요", "--at", "2025-10-03T18:00+09:00")
    cli.run("record", "오늘 회식에서 땅콩 소스가 나왔어", "괜찮으세요?", "--at", "2026-03-02T22:00+09:00")
    cli.remember("땅콩 알레르기가 있다", "--kind", "allergy", "--since", "2026-01-01")
    cli.remember("성수동에 산다", "--key", "home.city", "--value", "성수동", "--since", "2026-01-05")
    cli.remember("판교에 산다", "--key", "home.city", "--value", "판교", "--since", "2026-06-01")
    return cli


def texts(document: dict[str, list[dict[str, str]]]) -> list[str]:
    return [hit["text"] for hit in document["hits"]]


def test_recall_shows_score_time_kind_text_and_reason(told: Cli) -> None:
    printed = told.out("recall", "땅콩 알레르기")
    assert "땅콩 알레르기가 있다" in printed
    assert "allergy" in printed
    assert "2026-01-01" in printed
    assert "일치" in printed


def test_each_hit_carries_id_time_and_both_reasons(told: Cli) -> None:
    document = told.json("recall", "땅콩 알레르기")
    hit = document["hits"][0]
    assert hit["text"] == "땅콩 알레르기가 있다"
    assert hit["id"] == hit["memory"]["id"]
    assert datetime.fromisoformat(hit["at"]).utcoffset() is not None
    assert hit["why"]["ko"]
    assert hit["why"]["en"]
    assert "embedder: none" in document["degraded"]


def test_recall_can_be_narrowed(told: Cli) -> None:
    assert texts(told.json("recall", "땅콩", "--among", "memories")) == ["땅콩 알레르기가 있다"]
    assert "땅콩 알레르기가 있다" not in texts(told.json("recall", "땅콩", "--among", "messages"))
    assert texts(told.json("recall", "땅콩", "--kind", "plan", "--among", "memories")) == []
    assert len(told.json("recall", "땅콩", "--limit", "1")["hits"]) == 1
    assert "주말에 북한산 등산을 갔어" in texts(told.json("recall", "북한산 등산", "--year", "2025"))
    assert texts(told.json("recall", "북한산 등산", "--year", "2026-2027")) == []
    assert texts(told.json("recall", "북한산 등산", "--since", "2026-01-01")) == []
    assert "주말에 북한산 등산을 갔어" in texts(told.json("recall", "북한산 등산", "--until", "2025-10-03"))


def test_recall_answers_as_it_was_then(told: Cli) -> None:
    now = texts(told.json("recall", "산다", "--among", "memories"))
    then = texts(told.json("recall", "산다", "--among", "memories", "--as-of", "2026-03-01"))
    assert "판교에 산다" in now
    assert "성수동에 산다" not in now
    assert "성수동에 산다" in then
    assert "판교에 산다" not in then


def test_nothing_known_is_said_plainly(told: Cli) -> None:
    assert "떠오르는 것이 없습니다" in told.out("recall", "zebra")
    assert told.json("recall", "zebra")["hits"] == []


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("recall", ""), "text_empty"),
        (("recall", "x", "--limit", "0"), "limit_invalid"),
        (("recall", "x", "--kind", "모름"), "kind_unknown"),
        (("recall", "x", "--among", "dreams"), "among_invalid"),
        (("recall", "x", "--year", "작년"), "year_invalid"),
        (("recall", "x", "--since", "어제"), "time_invalid"),
        (("context", "x", "--form", "long"), "form_invalid"),
        (("context", "x", "--budget", "3"), "budget_tokens_invalid"),
        (("trace", "x_none"), "trace_not_found"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_a_code(
    told: Cli, arguments: tuple[str, ...], code: str
) -> None:
    error = told.json(*arguments, status=1)["error"]
    assert error["message_ko"]
    assert error["message_en"]
    assert error["code"] == code


def test_the_context_shows_its_parts_and_keeps_its_budget(told: Cli) -> None:
    document = told.json("context", "저녁 뭐 먹지? 땅콩", "--budget", "400")
    assert document["messages"][-1] == {"role": "user", "content": "저녁 뭐 먹지? 땅콩"}
    assert 0 < document["tokens"] <= 400
    assert document["parts"]["pinned"] > 0
    printed = told.out("context", "저녁 뭐 먹지? 땅콩", "--budget", "400")
    assert "꼭 기억할 것" in printed
    assert "█" in printed
    assert "/ 400 토큰" in printed


def test_the_context_says_what_was_left_out(told: Cli) -> None:
    printed = told.out("context", "땅콩", "--budget", "60")
    assert "자리가 없어 뺀 것" in printed
    assert told.json("context", "땅콩", "--budget", "60")["left_out"]


def test_the_compact_form_has_no_memories(told: Cli) -> None:
    parts = told.json("context", "땅콩", "--form", "compact")["parts"]
    assert "recent" in parts
    assert "memories" not in parts
    assert "pinned" not in parts


def test_a_context_can_be_explained_later(told: Cli) -> None:
    trace_id = told.json("context", "북한산 등산")["trace_id"]
    assert told.json("trace")["traces"][0]["id"] == trace_id
    detail = told.json("trace", trace_id)["trace"]["detail"]
    assert detail["parts"]
    assert "북한산 등산" in told.out("trace")
    assert "새 메시지" in told.out("trace", trace_id)


def test_recall_finishes_the_index_that_earlier_commands_left(told: Cli) -> None:
    told.run("reindex")
    told.run("record", "새로 한 말")
    told.json("recall", "새로 한 말")
    assert told.json("stats")["stats"]["not_indexed"] == 0


def test_reindexing_one_person_or_everyone(told: Cli) -> None:
    told.run("record", "안녕", "--user", "민지")
    assert "새로워졌습니다" in told.out("reindex")
    document = told.json("reindex", "--all")
    assert document["left"] == 0
    assert told.json("reindex", "--pending")["left"] == 0


def hit(content: str, *matched: str) -> Hit:
    at = datetime.fromisoformat("2026-03-01T09:00+09:00")
    memory = Memory("k_1", "note", content, None, 0.5, 1.0, at, at, at)
    return Hit(content, 0.9, Why(1.0, 1.0, 0.5, {}, "", "", matched), 1, memory=memory)


def test_matched_words_stand_out_where_they_are_said() -> None:
    shown = highlighted(hit("땅콩 소스와 땅콩버터", "땅콩", "소스"))
    assert isinstance(shown, Text)
    assert [shown.plain[span.start : span.end] for span in shown.spans] == ["땅콩", "소스", "땅콩"]
    assert not highlighted(hit("아무 말")).spans
