"""A turn teaches: what is kept, what waits, what changes, and why."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from saegim import Saegim, User
from saegim.language.morphemes import Analyser
from saegim.testing import SEOUL, FakeEmbedder, FrozenClock, temporary_saegim


def learn(saegim: Saegim, user: User, *said: str) -> None:
    for text in said:
        user.record(text, "네")
    saegim.drain()


def contents(user: User, **filters: object) -> list[str]:
    return [memory.content for memory in user.memories(**filters)]  # type: ignore[arg-type]


def test_what_a_turn_teaches_is_there_from_the_next_turn_on(saegim: Saegim, minji: User) -> None:
    turn = minji.record("나 땅콩 알레르기 있어", "조심할게요")
    saegim.drain()
    (memory,) = minji.memories()
    assert (memory.kind, memory.key, memory.value) == ("allergy", "allergy", "땅콩")
    assert memory.source_turns == (turn.id,)
    assert memory.pinned
    assert memory.valid_from == turn.at
    assert "땅콩" in minji.context("저녁 뭐 먹지?").messages[0]["content"]


def test_small_talk_teaches_nothing(saegim: Saegim, minji: User) -> None:
    learn(saegim, minji, "오늘 날씨 진짜 좋다", "ㅋㅋㅋㅋ", "땅콩 알레르기는 왜 생겨?", "고마워")
    assert minji.memories() == []
    assert minji.candidates() == []


def test_a_liking_that_is_over_is_not_stored(saegim: Saegim, minji: User) -> None:
    learn(saegim, minji, "나 땅콩 좋아했었는데 이제 못 먹어")
    assert not [memory for memory in minji.memories() if memory.key == "likes"]


@pytest.mark.parametrize(
    ("first", "then", "over", "holds"),
    [
        ("나 담배 피워", "나 담배 끊었어", "담배를 피운다", "담배를 끊었다"),
        ("나 담배 끊었어", "나 담배 다시 피워", "담배를 끊었다", "담배를 피운다"),
        ("저 비건이에요", "비건은 결국 접었어요", "비건 식생활", "비건을 그만뒀다"),
        ("나 채식해", "나 채식 그만뒀어", "채식 식생활", "채식을 그만뒀다"),
        ("저는 고기 안 먹어요", "고기 다시 먹어요", "고기를 먹지 않는다", "고기 다시 먹는다"),
        ("나 혈압약 먹어", "혈압약 이제 안 먹어", "혈압약을", "혈압약을"),
        ("저 비염이 있어요", "비염은 다 나았어요", "비염을 앓고", "비염은 나았다"),
        ("I'm vegan.", "I'm not vegan any more.", "is vegan", "no longer vegan"),
    ],
)
def test_of_what_is_begun_and_ended_the_later_word_holds(
    saegim: Saegim, minji: User, clock: FrozenClock, first: str, then: str, over: str, holds: str
) -> None:
    learn(saegim, minji, first)
    clock.move(days=30)
    learn(saegim, minji, then)
    (now,) = minji.memories(current=True)
    (before,) = [memory for memory in minji.memories(current=False) if memory.id != now.id]
    assert over in before.content
    assert before.valid_to == now.valid_from
    assert holds in now.content
    denied = now.metadata["denied"]
    assert (now.value in minji.profile().values()) == (not denied)
    clock.move(days=1)
    learn(saegim, minji, then)
    assert [memory.id for memory in minji.memories(current=True)] == [now.id]


def test_what_a_person_puts_right_is_no_longer_denied(saegim: Saegim, minji: User) -> None:
    learn(saegim, minji, "나 담배 끊었어")
    (memory,) = minji.memories()
    assert minji.profile() == {}
    minji.revise(memory.id, content="사용자는 담배를 가끔 피운다.")
    assert minji.profile() == {"habit": "담배"}
    learn(saegim, minji, "나 담배 끊었어")
    assert contents(minji) == ["사용자는 담배를 가끔 피운다."]


def test_a_persons_own_notes_on_a_memory_mean_nothing_to_learning(saegim: Saegim, minji: User) -> None:
    minji.remember("담배를 피운다", key="habit", value="담배", metadata={"denied": 1})
    assert minji.profile() == {"habit": "담배"}
    learn(saegim, minji, "나 담배 피워")
    assert contents(minji) == ["담배를 피운다"]


def test_what_the_assistant_says_is_no_fact_about_the_person(saegim: Saegim, minji: User) -> None:
    minji.record("오늘 뭐 하지", "저는 부산에 살고 땅콩 알레르기가 있어요")
    saegim.drain()
    assert minji.memories() == []


def test_every_factor_is_kept_with_the_candidate(saegim: Saegim, minji: User) -> None:
    learn(saegim, minji, "나 성수동으로 이사했어")
    (candidate,) = minji.candidates()
    assert set(candidate.factors) == {
        "kind", "confidence", "future_impact", "emotion", "recurrence", "novelty",
    }  # fmt: skip
    assert all(0 <= value <= 1 for value in candidate.factors.values())
    assert candidate.score >= 0.65
    assert (candidate.verdict, candidate.reason) == ("promoted", "score")
    assert candidate.memory_id == minji.memories()[0].id


def test_a_candidate_said_again_rises(saegim: Saegim, minji: User, clock: FrozenClock) -> None:
    learn(saegim, minji, "요즘 계속 우울해")
    (waiting,) = minji.candidates()
    assert waiting.verdict == "candidate"
    assert minji.memories() == []
    for _ in range(3):
        clock.move(days=1)
        learn(saegim, minji, "요즘 계속 우울해")
    (risen,) = minji.candidates()
    assert (risen.id, risen.verdict) == (waiting.id, "promoted")
    assert risen.seen >= 2
    assert contents(minji) == ["사용자는 요즘 계속 우울하다."]


def test_the_threshold_is_a_setting(clock: FrozenClock, kiwi: Analyser) -> None:
    with temporary_saegim(clock=clock, analyser=kiwi, settings={"remember.promote_at": 0.99}) as strict:
        learn(strict, strict.user("minji"), "나 성수동으로 이사했어")
        assert strict.user("minji").memories() == []
        assert [c.verdict for c in strict.user("minji").candidates()] == ["candidate"]


def test_what_was_asked_for_is_kept_whatever_its_score(clock: FrozenClock, kiwi: Analyser) -> None:
    with temporary_saegim(clock=clock, analyser=kiwi, settings={"remember.promote_at": 1.0}) as strict:
        learn(strict, strict.user("minji"), "기억해 줘, 내 생일은 3월 5일이야")
        (memory,) = strict.user("minji").memories()
        assert memory.value == "3월 5일"
        assert [c.reason for c in strict.user("minji").candidates()] == ["asked"]


def test_rules_can_be_turned_off(clock: FrozenClock, kiwi: Analyser) -> None:
    with temporary_saegim(clock=clock, analyser=kiwi, settings={"remember.rules": False}) as silent:
        learn(silent, silent.user("minji"), "나 땅콩 알레르기 있어")
        assert silent.user("minji").memories() == []


# Same, changed, new.


def test_the_same_thing_in_other_spacing_is_one(saegim: Saegim, minji: User) -> None:
    learn(
        saegim,
        minji,
        "나 아이스 아메리카노 좋아해",
        "나 아이스아메리카노 좋아해",
        "나 아이스 아메리카노 좋아해",
    )
    assert len(minji.memories(kind="preference")) == 1


def test_a_changed_fact_closes_the_old_one(saegim: Saegim, minji: User, clock: FrozenClock) -> None:
    learn(saegim, minji, "나 성수동에 살아")
    then = clock.now()
    clock.move(days=30)
    learn(saegim, minji, "나 이제 부산 살아")
    (now,) = minji.memories(key="home.city")
    assert now.value == "부산"
    (before,) = minji.memories(key="home.city", as_of=then + timedelta(days=1))
    assert before.value == "성수동"
    assert before.valid_to == now.valid_from
    assert ("supersedes", before.id) in [(link.relation, link.target) for link in minji.links(now.id)]


def test_likes_gather_and_a_dislike_ends_a_liking(saegim: Saegim, minji: User, clock: FrozenClock) -> None:
    learn(saegim, minji, "나 커피 좋아해", "나 녹차 좋아해")
    assert {m.value for m in minji.memories(key="likes")} == {"커피", "녹차"}
    clock.move(days=1)
    learn(saegim, minji, "나 커피 싫어해")
    assert {m.value for m in minji.memories(key="likes")} == {"녹차"}
    assert {m.value for m in minji.memories(key="dislikes")} == {"커피"}


def test_an_older_statement_that_comes_later_does_not_overwrite(
    saegim: Saegim, minji: User, clock: FrozenClock
) -> None:
    learn(saegim, minji, "나 부산에 살아")
    minji.record("나 대전에 살아", at=clock.now() - timedelta(days=400))
    saegim.drain()
    (now,) = minji.memories(key="home.city")
    assert now.value == "부산"
    (then,) = minji.memories(key="home.city", as_of=clock.now() - timedelta(days=100))
    assert then.value == "대전"
    late = [c for c in minji.candidates() if c.value == "대전"]
    assert [(c.verdict, c.reason) for c in late] == [("superseded", "newer_holds")]


def test_a_value_that_came_back_holds_though_the_middle_comes_last(
    saegim: Saegim, minji: User, clock: FrozenClock
) -> None:
    day = clock.now()
    for city, ago in (("서울", 900), ("서울", 100), ("부산", 500)):
        minji.record(f"나 {city}에 살아", at=day - timedelta(days=ago))
        saegim.drain()

    def lived(ago: int) -> list[str | None]:
        return [m.value for m in minji.memories(key="home.city", as_of=day - timedelta(days=ago))]

    assert (lived(800), lived(300), lived(50)) == (["서울"], ["부산"], ["서울"])
    assert [m.value for m in minji.memories(key="home.city")] == ["서울"]


_PLACES = ["서울", "부산", "대전", "광주", "인천", "대구", "울산", "제주", "수원", "전주"]


@pytest.mark.parametrize("order", ["in", "reverse", "shuffled"])
def test_forty_updates_leave_the_right_value_and_the_old_ones_by_date(
    saegim: Saegim, minji: User, clock: FrozenClock, order: str
) -> None:
    import random

    end = clock.now()
    moves = [(end - timedelta(days=10 * (40 - n)), _PLACES[(n * 7) % len(_PLACES)]) for n in range(40)]
    told = list(moves)
    if order == "reverse":
        told.reverse()
    elif order == "shuffled":
        random.Random(5).shuffle(told)
    for at, city in told:
        minji.record(f"나 지금 {city}에 살아", at=at)
        saegim.drain()
    assert [m.value for m in minji.memories(key="home.city")] == [moves[-1][1]]
    for at, city in moves:
        held = minji.memories(key="home.city", as_of=at + timedelta(days=5))
        assert [m.value for m in held] == [city], at


# A person's word.


def test_a_correction_by_hand_outranks_what_was_said_before_it(
    saegim: Saegim, minji: User, clock: FrozenClock
) -> None:
    learn(saegim, minji, "나 성수동에 살아")
    said = clock.now()
    (memory,) = minji.memories(key="home.city")
    clock.move(days=2)
    minji.revise(memory.id, content="사용자는 성남에 산다.", value="성남")
    minji.record("나 성수동에 살아", at=said + timedelta(days=1))
    saegim.drain()
    assert [m.value for m in minji.memories(key="home.city")] == ["성남"]
    assert ("rejected", "corrected_by_hand") in {(c.verdict, c.reason) for c in minji.candidates()}


def test_news_after_the_correction_counts_again(saegim: Saegim, minji: User, clock: FrozenClock) -> None:
    learn(saegim, minji, "나 성수동에 살아")
    clock.move(days=1)
    minji.revise(minji.memories()[0].id, content="사용자는 성남에 산다.", value="성남")
    clock.move(days=1)
    learn(saegim, minji, "나 부산으로 이사했어")
    assert [m.value for m in minji.memories(key="home.city")] == ["부산"]


def test_what_was_forgotten_does_not_come_back_from_old_turns(
    saegim: Saegim, minji: User, clock: FrozenClock
) -> None:
    learn(saegim, minji, "나 커피 좋아해")
    clock.move(days=1)
    minji.forget(minji.memories()[0].id)
    minji.record("나 커피 좋아해", at=clock.now() - timedelta(hours=3))
    saegim.drain()
    assert minji.memories() == []
    clock.move(days=1)
    learn(saegim, minji, "나 커피 좋아해")
    assert [m.value for m in minji.memories()] == ["커피"]


# Whose it is.


def test_personas_learn_apart(saegim: Saegim) -> None:
    luna, sol = saegim.user("minji", persona="luna"), saegim.user("minji", persona="sol")
    learn(saegim, luna, "나 땅콩 알레르기 있어")
    assert len(luna.memories()) == 1
    assert sol.memories() == []
    assert sol.candidates() == []


def test_in_a_group_each_speaks_for_themselves(saegim: Saegim, minji: User) -> None:
    minji.record_messages(
        [
            {"role": "user", "name": "철수", "content": "나 땅콩 알레르기 있어"},
            {"role": "user", "name": "민지", "content": "나 성수동에 살아"},
        ]
    )
    saegim.drain()
    assert {(m.subject, m.value) for m in minji.memories()} == {("철수", "땅콩"), ("민지", "성수동")}


def test_a_name_on_every_message_is_the_person(saegim: Saegim, minji: User) -> None:
    minji.record_messages([{"role": "user", "name": "민지", "content": "나 성수동에 살아"}])
    saegim.drain()
    assert [m.subject for m in minji.memories()] == ["user"]


# Personal data.


def test_personal_numbers_are_flagged(saegim: Saegim, minji: User) -> None:
    learn(saegim, minji, "기억해 줘 내 번호는 010-1234-5678이야")
    assert minji.memories()
    for memory in minji.memories():
        assert memory.pii_flags == ("phone",)
        assert "010-1234-5678" in memory.content
    assert "010-1234-5678" in minji.turns()[0].user


def test_masked_everywhere_when_the_policy_says_so(clock: FrozenClock, kiwi: Analyser) -> None:
    with temporary_saegim(clock=clock, analyser=kiwi, pii="mask") as careful:
        minji = careful.user("minji")
        learn(careful, minji, "기억해 줘 내 번호는 010-1234-5678이야")
        minji.remember("메일은 minji@example.com")
        kept = [m.content for m in minji.memories()] + [t.user for t in minji.turns()]
        kept += [str(c) for c in minji.candidates()]
        assert not [text for text in kept if "1234-5678" in text or "minji@example" in text]
        assert {m.pii_flags for m in minji.memories() if "메일" in m.content} == {("email",)}
        assert {m.pii_flags for m in minji.memories() if "메일" not in m.content} == {("phone",)}


def test_the_policy_can_be_off(clock: FrozenClock, kiwi: Analyser) -> None:
    with temporary_saegim(clock=clock, analyser=kiwi, pii="off") as off:
        learn(off, off.user("minji"), "기억해 줘 내 번호는 010-1234-5678이야")
        assert {m.pii_flags for m in off.user("minji").memories()} == {()}


# Why.


def test_why_says_what_was_said_and_what_counted(saegim: Saegim, minji: User) -> None:
    learn(saegim, minji, "나 땅콩 알레르기 있어")
    memory = minji.memories()[0]
    assert '"나 땅콩 알레르기 있어"' in minji.why(memory.id)
    english = minji.why(memory.id, language="en")
    assert "2026-03-02" in english
    assert "needed 0.65" in english


def test_why_of_a_memory_by_hand(minji: User) -> None:
    memory = minji.remember("부산에 산다")
    assert "직접" in minji.why(memory.id)
    assert "by hand" in minji.why(memory.id, language="en")


def test_a_fact_is_dated_by_its_turn_not_by_now(saegim: Saegim, minji: User) -> None:
    at = datetime(2024, 5, 6, 12, tzinfo=SEOUL)
    minji.record("내일 치과 가기로 했어", at=at)
    saegim.drain()
    (plan,) = minji.memories()
    assert plan.valid_from == at
    assert "2024년 5월 7일" in plan.content


def test_without_an_embedder_learning_goes_on(clock: FrozenClock, kiwi: Analyser) -> None:
    failing = FakeEmbedder()
    failing.failing = "down"
    with temporary_saegim(clock=clock, analyser=kiwi, embedder=failing) as saegim:
        learn(saegim, saegim.user("minji"), "나 땅콩 알레르기 있어", "나 땅콩 알레르기 있어")
        assert len(saegim.user("minji").memories()) == 1


def test_an_answer_is_kept_of_whom_the_assistant_asked_after(saegim: Saegim, minji: User) -> None:
    minji.record("동생 왔어", "동생이 유치원에 다녀요?", session="한낮")
    minji.record("26살이야", "어머, 그렇군요.", session="한낮")
    saegim.drain()
    minji.record("스물아홉이야", "그렇군요.", session="저녁")
    saegim.drain()
    assert {(m.subject, m.value) for m in minji.memories(key="age")} == {
        ("동생", "26살"),
        ("user", "스물아홉"),
    }


def test_the_question_before_counts_though_it_was_learned_from_long_ago(saegim: Saegim, minji: User) -> None:
    minji.record("남자친구 얘기 해 줄까", "남자친구분은 무슨 일 하세요?", session="한낮")
    saegim.drain()
    minji.record("소방관이야", "멋지네요.", session="한낮")
    saegim.drain()
    assert [(m.subject, m.value) for m in minji.memories(key="work.role")] == [("남자친구", "소방관")]
