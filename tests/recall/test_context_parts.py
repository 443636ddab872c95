"""What a language model is given: which parts, in which order, and what goes first when room is short."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from saegim import Context, Hit, Memory, Message, Saegim, Turn, User
from saegim.errors import NotFound, VersionConflict
from saegim.language.tokens import estimate_tokens
from saegim.models import Why
from saegim.recall.context import Assembly, assemble, assemble_compact
from saegim.recall.parts import Material
from saegim.settings import ContextSettings, ShareSettings
from saegim.testing import SEOUL, FrozenClock, temporary_saegim

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=SEOUL)


def words(text: str) -> int:
    """One token a word: sizes that can be read off the test."""
    return len(text.split())


def a_memory(id_: str, content: str) -> Memory:
    return Memory(
        id=id_, kind="fact", content=content, persona=None, importance=0.5, confidence=1.0,
        created_at=NOW, updated_at=NOW, valid_from=NOW,
    )  # fmt: skip


def a_hit(id_: str, content: str) -> Hit:
    return Hit(content, 1.0, Why(1.0, 1.0, 0.5, {}, "says it", "일치"), 1, memory=a_memory(id_, content))


def a_turn(number: int, user: str, assistant: str = "") -> Turn:
    said = [("user", user), ("assistant", assistant)] if assistant else [("user", user)]
    messages = tuple(
        Message(f"m{number}.{i}", f"t{number}", "s", role, text, NOW) for i, (role, text) in enumerate(said)
    )
    return Turn(f"t{number}", "s", None, NOW, messages)


def build(material: Material, budget: int, **changes: object) -> Assembly:
    return assemble(material, budget, ContextSettings(**changes), words)  # type: ignore[arg-type]


def contents(built: Assembly | Context) -> list[str]:
    return [message["content"] for message in built.messages]


FULL = Material(
    message="새 질문",
    system="너는 친구다",
    profile={"home.city": ["부산"]},
    pinned=[a_memory("p1", "땅콩 알레르기")],
    picked=[a_memory("q1", "고른 기억")],
    hits=[a_hit("h1", "떠오른 기억")],
    few_shot=[("예시 질문", "예시 대답")],
    summary="그동안의 요약",
    recent=[a_turn(1, "옛 질문", "옛 대답"), a_turn(2, "앞 질문", "앞 대답")],
)


def test_parts_stand_in_their_order() -> None:
    built = build(FULL, 4096)
    assert [(m["role"], m["content"]) for m in built.messages[1:]] == [
        ("user", "예시 질문"),
        ("assistant", "예시 대답"),
        ("user", "옛 질문"),
        ("assistant", "옛 대답"),
        ("user", "앞 질문"),
        ("assistant", "앞 대답"),
        ("user", "새 질문"),
    ]
    assert built.messages[0]["content"] == (
        "너는 친구다\n\n"
        "[프로필]\n- home.city: 부산\n\n"
        "[꼭 기억할 것]\n- 땅콩 알레르기 (2026-03-02)\n\n"
        "[떠오른 기억]\n- 고른 기억 (2026-03-02)\n- 떠오른 기억 (2026-03-02)\n\n"
        "[이전 대화 요약]\n그동안의 요약"
    )
    assert built.left_out == []
    assert [hit.id for hit in built.used_hits] == ["h1"]
    assert set(built.parts) == {
        "system", "entity", "pinned", "memories", "few_shot", "summary", "recent", "message"
    }  # fmt: skip


def test_what_the_profile_says_is_not_said_again_unless_asked_for() -> None:
    lives = replace(a_memory("h2", "부산에 산다"), key="home.city", value="부산")
    moved = replace(a_memory("h3", "판교에 살았다"), key="home.city", value="판교")
    why = Why(1.0, 1.0, 0.5, {}, "related", "관련 있음")
    near = replace(FULL, hits=[Hit(m.content, 1.0, why, 1, memory=m) for m in (lives, moved)])
    assert [hit.id for hit in build(near, 4096).used_hits] == ["h3"]
    asked = replace(FULL, hits=[Hit(lives.content, 1.0, replace(why, matched=("살",)), 1, memory=lives)])
    assert [hit.id for hit in build(asked, 4096).used_hits] == ["h2"]


def test_headings_speak_the_language_of_the_settings() -> None:
    system = build(replace(FULL, language="en"), 4096).messages[0]["content"]
    for heading in ("[Profile]", "[Always keep in mind]", "[Recalled memories]", "[Earlier conversation]"):
        assert heading in system
    assert "[프로필]" not in system


def test_without_anything_to_say_there_is_no_system_message() -> None:
    assert build(Material(message="안녕"), 4096).messages == [{"role": "user", "content": "안녕"}]
    assert build(Material(message=None), 4096).messages == []


def test_without_a_new_message_the_newest_turn_is_the_last_word() -> None:
    built = build(replace(FULL, message=None), 4096)
    assert contents(built)[-2:] == ["앞 질문", "앞 대답"]
    assert contents(built).count("앞 질문") == 1


# Room that is short.


def test_empty_parts_give_their_shares_to_the_others() -> None:
    """Recent turns alone may use the whole budget, far beyond their 40 %."""
    recent = [a_turn(n, f"{n} " + "말 " * 9) for n in range(6)]
    built = build(Material(message="질문", recent=recent), 110)
    assert built.left_out == []
    assert built.tokens == 6 * (10 + 4) + (1 + 4)
    assert built.tokens > 0.4 * 110


def test_the_share_of_the_reply_is_kept_free() -> None:
    recent = [a_turn(n, f"{n} " + "말 " * 9) for n in range(6)]
    built = build(Material(message="질문", recent=recent), 90)
    assert built.tokens <= 81
    assert [one.id for one in built.left_out] == ["t0"]
    compact = assemble_compact(Material(message="질문", recent=recent), 90, ContextSettings(), words)
    assert compact.left_out == []


def test_every_part_gets_its_share_before_any_gets_more() -> None:
    """Memories that could fill everything leave the recent turns theirs."""
    material = Material(
        message="질문",
        hits=[a_hit(f"h{n}", f"{n} " + "기억 " * 6) for n in range(40)],
        recent=[a_turn(n, f"{n} " + "말 " * 5) for n in range(6)],
    )
    built = build(material, 200)
    assert built.parts["recent"] >= 50
    assert built.parts["memories"] >= 30
    # What was left over went to memories, which are cut after the recent turns.
    assert built.parts["memories"] > 0.2 * 200
    assert built.tokens <= 180


@pytest.mark.parametrize("first", ["recent", "memories", "summary"])
def test_what_is_cut_first_is_a_setting(first: str) -> None:
    material = Material(
        message="질문",
        hits=[a_hit("h1", "기억 " * 10)],
        summary="요약 " * 10,
        recent=[a_turn(1, "말 " * 10)],
    )
    order = (
        first,
        *(part for part in ("recent", "memories", "few_shot", "entity", "summary") if part != first),
    )
    # Room for two of the three: each has a share of nothing, so all of it is left over.
    shares = ShareSettings(system=0, entity=0, memories=0, few_shot=0, conversation=0, reply=0)
    built = build(material, 42, cut_first=order, shares=shares)
    assert [one.part for one in built.left_out] == [first]


def test_recent_turns_go_before_memories_and_memories_before_the_summary() -> None:
    material = Material(
        message="질문",
        hits=[a_hit("h1", "기억 " * 10)],
        summary="요약 " * 10,
        recent=[a_turn(1, "말 " * 10)],
    )
    shares = ShareSettings(system=0, entity=0, memories=0, few_shot=0, conversation=0, reply=0)
    gone = [
        {one.part for one in build(material, budget, shares=shares).left_out} for budget in (70, 42, 26, 16)
    ]
    assert gone == [set(), {"recent"}, {"recent", "memories"}, {"recent", "memories", "summary"}]


def test_a_later_small_item_does_not_jump_an_earlier_large_one() -> None:
    hits = [a_hit("h1", "작은 기억"), a_hit("h2", "큰 기억 " * 20), a_hit("h3", "작은 것")]
    built = build(Material(message="질문", hits=hits), 40)
    assert [hit.id for hit in built.used_hits] == ["h1"]
    assert [one.id for one in built.left_out] == ["h2", "h3"]


def test_pinned_memories_have_a_cap_of_their_own() -> None:
    pinned = [a_memory(f"p{n}", f"{n} " + "꼭 " * 8) for n in range(10)]
    built = build(Material(message="질문", pinned=pinned), 100_000, pinned_tokens=50)
    assert built.parts["pinned"] <= 50
    assert [one.id for one in built.left_out] == [f"p{n}" for n in range(4, 10)]
    assert {one.reason for one in built.left_out} == {"over_budget"}


def test_one_long_memory_is_cut_to_its_cap() -> None:
    hits = [a_hit("h1", "긴 " * 500)]
    built = build(Material(message="질문", hits=hits), 100_000, memory_item_tokens=30)
    line = contents(built)[0].splitlines()[1]
    assert words(line) <= 30
    assert line.endswith("…")


def test_memories_of_many_lines_stay_on_one() -> None:
    built = build(Material(message="질문", hits=[a_hit("h1", "첫 줄\n- 둘째 줄")]), 4096)
    assert contents(built)[0] == "[떠오른 기억]\n- 첫 줄 - 둘째 줄 (2026-03-02)"


def test_a_message_is_read_with_the_question_it_answers() -> None:
    asked = Message("m1", "t9", "s", "user", "못 먹는 거 있어?", NOW, name="지수")
    said = Message("m2", "t9", "s", "user", "땅콩이요", NOW, name="민지")
    hit = Hit("땅콩이요", 1.0, a_hit("x", "x").why, 2, message=said, before=asked)
    lines = contents(build(Material(message="질문", hits=[hit]), 4096))[0].splitlines()
    assert lines[1] == "- 2026-03-02 지수: 못 먹는 거 있어? → 민지: 땅콩이요"
    told = replace(hit, before=replace(asked, content="그렇구나."))
    lines = contents(build(Material(message="질문", hits=[told]), 4096))[0].splitlines()
    assert lines[1] == "- 2026-03-02 민지: 땅콩이요"


def test_what_the_recent_turns_show_is_not_repeated() -> None:
    said = Message("m1.0", "t1", "s", "user", "옛 질문", NOW)
    hit = Hit("옛 질문", 1.0, a_hit("x", "x").why, 2, message=said)
    built = build(replace(FULL, hits=[hit]), 4096)
    assert sum(text.count("옛 질문") for text in contents(built)) == 1


def test_what_is_pinned_or_picked_is_not_repeated() -> None:
    both = a_memory("p1", "땅콩 알레르기")
    picked = [both, both, FULL.picked[0], FULL.picked[0]]
    hits = [a_hit("p1", "땅콩 알레르기"), a_hit("q1", "고른 기억")]
    built = build(replace(FULL, picked=picked, hits=hits), 4096)
    assert contents(built)[0].count("땅콩 알레르기") == 1
    assert contents(built)[0].count("고른 기억") == 1


def test_what_is_pinned_is_told_by_neither_profile_nor_summary() -> None:
    allergy = replace(a_memory("p1", "사용자는 땅콩을 못 먹는다."), key="allergy", value="땅콩")
    sister = replace(a_memory("p2", "언니는 새우를 못 먹는다."), subject="언니", key="allergy", value="새우")
    material = replace(
        FULL,
        pinned=[allergy, sister],
        profile={"home.city": ["부산"], "allergy": ["땅콩", "우유"], "언니.allergy": ["새우"]},
        summary="사용자는 땅콩을 못 먹는다. 주말에는 여행 이야기를 했다.",
    )
    system = contents(build(material, 4096))[0]
    assert "- home.city: 부산\n- allergy: 우유\n\n" in system
    assert "언니.allergy" not in system
    assert system.endswith("[이전 대화 요약]\n주말에는 여행 이야기를 했다.")


def test_a_question_shown_with_its_answer_is_not_shown_again() -> None:
    why = a_hit("x", "x").why
    asked = Message("m1", "t9", "s", "assistant", "군대는 어디로 다녀오셨어요?", NOW)
    said = Message("m2", "t10", "s", "user", "철원이요", NOW)
    answer = Hit(said.content, 1.0, why, 2, message=said, before=asked)
    question = Hit(asked.content, 0.9, why, 1, message=asked)
    for hits in ([answer, question], [question, answer]):
        system = contents(build(Material(message="질문", hits=hits), 4096))[0]
        assert system.count("군대는 어디로 다녀오셨어요?") == 1
        assert system.count("철원이요") == 1


def test_an_episode_that_quotes_what_was_recalled_is_left_to_the_words_themselves() -> None:
    message = Message("m2", "t10", "s", "user", "철원이요. 정말 추웠어요", NOW)
    said = Hit(message.content, 1.0, a_hit("x", "x").why, 2, message=message)
    retold, other = (
        replace(a_hit(id_, content), memory=replace(a_memory(id_, content), kind="episode"))
        for id_, content in [
            ("e1", '사용자가 "정말 추웠어요"라고 했다.'),
            ("e2", '사용자가 "더웠어요"라고 했다.'),
        ]
    )
    built = build(Material(message="질문", hits=[retold, said, other]), 4096)
    assert [hit.id for hit in built.used_hits] == ["m2", "e2"]


def test_a_summary_keeps_its_lines_and_loses_whole_sentences_from_its_end() -> None:
    summary = "처음 문장이다.\n- 둘째 줄이다. 셋째 문장이다!"
    assert contents(build(Material(message="질문", summary=summary), 4096))[0].endswith(summary)
    cut = build(Material(message="질문", summary=summary), 20)
    assert contents(cut)[0].endswith("- 둘째 줄이다.")
    assert [one.id for one in cut.left_out] == ["summary:2"]


def test_a_small_budget_has_room_for_what_is_asked_about() -> None:
    """Pins, profile, summary and turns that would each fill it alone leave the recalled memories theirs."""
    material = Material(
        message="질문",
        profile={f"key{n}": ["값 " * 5] for n in range(20)},
        pinned=[a_memory(f"p{n}", f"{n} " + "꼭 " * 8) for n in range(20)],
        hits=[a_hit(f"h{n}", f"{n} " + "기억 " * 6) for n in range(8)],
        summary="긴 요약이다. " * 100,
        recent=[a_turn(n, f"{n} " + "말 " * 5) for n in range(6)],
    )
    built = build(material, 200)
    assert len(built.used_hits) >= 4
    assert {"pinned", "entity", "recent"} <= set(built.parts)
    assert built.tokens <= 180


def test_as_many_hits_as_were_asked_for_whatever_was_said_before() -> None:
    hits = [a_hit("p1", "땅콩 알레르기"), *(a_hit(f"h{n}", f"기억 {n}") for n in range(9))]
    built = build(replace(FULL, hits=hits, most_hits=3), 4096)
    assert [hit.id for hit in built.used_hits] == ["h0", "h1", "h2"]


def test_the_compact_form_drops_everything_but_summary_and_turns() -> None:
    built = assemble_compact(FULL, 1500, ContextSettings(), words)
    assert contents(built) == [
        "[이전 대화 요약]\n그동안의 요약", "옛 질문", "옛 대답", "앞 질문", "앞 대답", "새 질문",
    ]  # fmt: skip


# Through the library.


@pytest.fixture
def talker(saegim: Saegim, minji: User, clock: FrozenClock) -> User:
    minji.record("작년에 제주에서 말을 탔어", "재미있었겠어요", at=clock.now() - timedelta(days=200))
    for n in range(8):
        minji.record(f"{n}번째 인사", f"{n}번째 대답")
        clock.move(minutes=1)
    minji.remember("땅콩 알레르기가 있다", kind="allergy")
    minji.remember("제주 흑돼지를 좋아한다", kind="preference")
    saegim.drain()
    return minji


def test_a_context_holds_what_is_needed(talker: User) -> None:
    context = talker.context("제주에서 뭐 했더라, 기억나?")
    assert isinstance(context, Context)
    system = context.messages[0]["content"]
    assert "땅콩 알레르기가 있다" in system
    assert "제주에서 말을 탔어" in system
    assert context.messages[-1] == {"role": "user", "content": "제주에서 뭐 했더라, 기억나?"}
    said = [m["content"] for m in context.messages if m["role"] != "system"]
    assert said[:-1] == [text for n in range(2, 8) for text in (f"{n}번째 인사", f"{n}번째 대답")]
    assert context.tokens == sum(estimate_tokens(m["content"]) + 4 for m in context.messages)
    assert context.budget_tokens == 4096
    assert context.tokens <= 4096
    assert "작년에 제주에서 말을 탔어" in {hit.text for hit in context.hits}
    assert context.degraded == ()


@pytest.mark.parametrize("form", ["full", "compact"])
@pytest.mark.parametrize("budget", [16, 20, 30, 64, 100, 200, 1000])
@pytest.mark.parametrize("tokenizer", ["estimate", "o200k_base"])
def test_small_budgets_hold_through_the_library(form: str, budget: int, tokenizer: str) -> None:
    with temporary_saegim(settings={"context.tokenizer": tokenizer}) as saegim:
        user = saegim.user("minji")
        saegim.put_persona("luna", name="루나", system_prompt="너는 다정한 친구다. " * 20)
        luna = saegim.user("minji", persona="luna")
        luna.record_messages(
            [{"content": "긴 이야기를 시작할게. " * 30}]
            + [{"role": "assistant", "content": f"{n}번째 긴 대답이에요. " * 10} for n in range(6)]
        )
        luna.remember("땅콩 알레르기가 있다", kind="allergy")
        luna.save_summary("그동안의 긴 요약입니다. " * 30)
        saegim.drain()
        for message in (None, "짧은 말", "아주 긴 말을 해 볼게요 " * 200):
            context = luna.context(message, form=form, budget_tokens=budget)  # type: ignore[arg-type]
            assert context.tokens <= budget
            assert context.messages
            if message is not None:
                assert message.startswith(context.messages[-1]["content"].rstrip("…"))
        assert user.count_turns() == 1


def test_defaults_come_from_the_settings() -> None:
    with temporary_saegim(
        settings={
            "context": {"budget_tokens": 300, "compact_tokens": 200, "recent_turns": 2},
            "language": "en",
        }
    ) as saegim:
        user = saegim.user("minji")
        for n in range(5):
            user.record(f"hello {n}", f"hi {n}")
        user.remember("allergic to peanuts", kind="allergy")
        full, compact = user.context("hello again"), user.context("hello again", form="compact")
        assert (full.budget_tokens, compact.budget_tokens) == (300, 200)
        assert [m["content"] for m in compact.messages] == [
            "hello 3",
            "hi 3",
            "hello 4",
            "hi 4",
            "hello again",
        ]
        assert "[Always keep in mind]" in full.messages[0]["content"]


def test_a_budget_of_zero_gives_the_turns_whatever_their_size(minji: User) -> None:
    minji.record("아주 긴 이야기 " * 3000)
    context = minji.context("그래서?", budget_tokens=0)
    assert len(context.messages) == 2
    assert context.tokens > 4096
    assert context.left_out == ()


def test_the_summary_stands_for_the_turns_it_covers(minji: User, clock: FrozenClock) -> None:
    turns = [minji.record(f"{n}번째 말") for n in range(4)]
    minji.save_summary("앞에서 인사를 나눴다", summarized_turns=2, through_turn=turns[1].id)
    for form in ("full", "compact"):
        context = minji.context("그래서?", form=form)  # type: ignore[arg-type]
        assert [m["content"] for m in context.messages] == [
            "[이전 대화 요약]\n앞에서 인사를 나눴다", "2번째 말", "3번째 말", "그래서?",
        ]  # fmt: skip


def test_picked_memories_come_first_in_the_next_context_and_only_there(saegim: Saegim, minji: User) -> None:
    one = minji.remember("기타를 배운다")
    other = minji.remember("주말마다 등산을 간다")
    minji.remember("커피를 좋아한다")
    saegim.drain()
    minji.pick(other.id, one.id)
    lines = minji.context("블록체인 투자 전략 알려 줘").messages[0]["content"].splitlines()
    assert lines[1].startswith("- 주말마다 등산을 간다")
    assert lines[2].startswith("- 기타를 배운다")
    assert "등산" not in str(minji.context("블록체인 투자 전략 알려 줘").messages)


def test_a_picked_memory_that_was_forgotten_meanwhile_stays_out(minji: User) -> None:
    memory = minji.remember("기타를 배운다")
    minji.pick(memory.id)
    minji.forget(memory.id)
    assert "기타" not in str(minji.context("안녕").messages)
    with pytest.raises(NotFound):
        minji.pick("없음")


def test_the_compact_form_leaves_picks_for_the_next_full_one(minji: User) -> None:
    memory = minji.remember("기타를 배운다")
    minji.pick(memory.id)
    assert "기타" not in str(minji.context("안녕", form="compact").messages)
    assert "기타" in str(minji.context("안녕").messages)


def test_an_empty_pick_takes_the_picks_back(minji: User) -> None:
    memory = minji.remember("기타를 배운다")
    minji.pick(memory.id)
    minji.pick()
    assert "기타" not in str(minji.context("안녕").messages)


def test_a_short_message_leans_on_the_turn_before_it(saegim: Saegim, minji: User, clock: FrozenClock) -> None:
    minji.remember("제주 흑돼지를 좋아한다", kind="preference")
    saegim.drain()
    clock.move(days=1)
    assert "흑돼지" not in str(minji.context("그래서?").messages)
    minji.record("제주 흑돼지 먹으러 갈까", "좋아요")
    saegim.drain()
    assert "흑돼지를 좋아한다" in str(minji.context("그래서?").messages)


def test_few_shot_examples_and_a_system_prompt_can_be_given(minji: User) -> None:
    context = minji.context("안녕", system="너는 해적이다.", few_shot=[("밥 먹었어?", "물론이지, 선장!")])
    assert [m["content"] for m in context.messages] == [
        "너는 해적이다.",
        "밥 먹었어?",
        "물론이지, 선장!",
        "안녕",
    ]


# Why a context was as it was.


def test_a_trace_tells_every_score_and_nothing_of_what_was_said(saegim: Saegim, talker: User) -> None:
    context = talker.context("제주에서 뭐 했더라, 기억나?", budget_tokens=120)
    trace = talker.trace(context.trace_id)
    assert (trace.id, trace.query) == (context.trace_id, "제주에서 뭐 했더라, 기억나?")
    detail = trace.detail
    assert isinstance(detail["hits"], list)
    assert detail["hits"]
    for hit in detail["hits"]:
        assert isinstance(hit, dict)
        assert {"id", "of", "score", "relevance", "recency", "importance", "sources", "why"} <= set(hit)
    assert detail["used"] == [hit.id for hit in context.hits]
    assert detail["parts"] == context.parts
    assert detail["tokens"] == context.tokens
    assert detail["left_out"] == [
        {"part": o.part, "id": o.id, "reason": o.reason, "tokens": o.tokens} for o in context.left_out
    ]
    assert context.left_out
    text = json.dumps(detail, ensure_ascii=False)
    for content in ("말을 탔어", "재미있었겠어요", "번째 인사", "땅콩 알레르기가 있다", "흑돼지를"):
        assert content not in text


def test_traces_are_there_after_a_restart_and_newest_first(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("data")
    clock = FrozenClock()
    settings = {"embedder": "none", "worker": "none", "index.analyser": "bigram", "limits.traces": 3}
    ids: Sequence[str] = []
    with Saegim(folder, settings=settings, clock=clock) as saegim:
        ids = [saegim.user("minji").context(f"{n}번째 질문").trace_id for n in range(5)]
    with Saegim(folder, settings=settings, clock=clock) as saegim:
        minji = saegim.user("minji")
        assert [trace.id for trace in minji.traces()] == list(ids[:1:-1])
        assert [trace.query for trace in minji.traces(limit=1, offset=1)] == ["3번째 질문"]
        with pytest.raises(NotFound):
            minji.trace(ids[0])


def test_a_trace_survives_a_write_that_fails(minji: User) -> None:
    memory = minji.remember("기타를 배운다")
    context = minji.context("안녕")
    with pytest.raises(VersionConflict):
        minji.revise(memory.id, content="바이올린을 배운다", expected_version=9)
    assert minji.trace(context.trace_id).query == "안녕"
