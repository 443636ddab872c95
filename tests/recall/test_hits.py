"""Hits: best first, each once, each with its reasons; nothing where there is nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest

from saegim import Saegim, User
from saegim.testing import FrozenClock, temporary_saegim


@pytest.fixture
def talker(saegim: Saegim, minji: User) -> User:
    minji.record("요즘 무슨 운동 해?", "수영을 다녀요")
    minji.record("수영장은 어디야?", "집 앞 체육관이에요")
    minji.record("저녁 메뉴 추천해 줘", "된장찌개 어떠세요")
    minji.remember("수영을 매주 한다", kind="fact", importance=0.9)
    saegim.drain()
    return minji


def test_every_hit_is_a_memory_or_a_message_and_says_why(talker: User) -> None:
    hits = talker.recall("수영")
    assert len(hits) >= 2
    for hit in hits:
        assert (hit.memory is None) != (hit.message is None)
        thing = hit.memory or hit.message
        assert thing is not None
        assert (hit.text, hit.id) == (thing.content, thing.id)
        assert any("가" <= letter <= "힣" for letter in hit.why.ko)
        assert hit.why.en.isprintable()
        assert str(hit.why) == hit.why.ko
        assert 0 <= hit.why.relevance <= 1
        assert 0 <= hit.why.recency <= 1
        assert 0 <= hit.why.importance <= 1
        assert set(hit.why.sources) <= {"text", "vector", "graph", "date"}
        for source in hit.why.sources.values():
            assert source.rank >= 1
    assert "수영" in hits[0].why.ko
    assert "수영" in hits[0].why.en
    assert hits[0].why.relevance == 1.0
    known = next(hit for hit in hits if hit.memory is not None)
    assert known.why.importance == pytest.approx(0.9)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_ranks_of_a_source_are_those_of_that_search(talker: User) -> None:
    ranks = [hit.why.sources["text"].rank for hit in talker.recall("수영") if "text" in hit.why.sources]
    assert 1 in ranks
    assert len(ranks) == len(set(ranks))


def test_an_answer_comes_with_its_question(talker: User) -> None:
    answer = next(hit for hit in talker.recall("수영을 다녀요") if hit.text == "수영을 다녀요")
    assert answer.before is not None
    assert answer.before.content == "요즘 무슨 운동 해?"


def test_an_answer_is_found_by_its_question(talker: User) -> None:
    hits = talker.recall("수영장은 어디야?")
    answer = next(hit for hit in hits if hit.text == "집 앞 체육관이에요")
    assert "같은 물음에 대한 답" in answer.why.ko
    assert "answers a matching question" in answer.why.en


def test_hits_tell_when(talker: User, clock: FrozenClock) -> None:
    for hit in talker.recall("수영"):
        assert hit.at == clock.now()


@pytest.mark.parametrize("query", ["블록체인 투자 전략", "화성 탐사 로봇", "quarterly revenue forecast"])
def test_an_unrelated_question_gets_an_empty_list(talker: User, query: str) -> None:
    assert talker.recall(query) == []
    assert talker.recall_detailed(query).hits == ()


def test_nobody_remembers_nothing(minji: User) -> None:
    assert minji.recall("무엇이든") == []
    assert minji.search_turns("무엇이든") == []
    assert minji.context("무엇이든").hits == ()


@pytest.mark.parametrize("again", ["제주에서 말을 탔다", "제주에서 말을 탔다!", "  제주에서   말을 탔다"])
def test_the_same_text_twice_is_one_hit(saegim: Saegim, minji: User, clock: FrozenClock, again: str) -> None:
    minji.record("제주에서 말을 탔다")
    clock.move(days=1)
    minji.record(again)
    minji.remember("제주에서 말을 탔다")
    saegim.drain()
    assert len(minji.recall("제주에서 말을 탔다")) == 1


def test_different_texts_stay_apart(saegim: Saegim, minji: User) -> None:
    for n in range(4):
        minji.record(f"{n + 1}월에 제주에서 말을 탔다")
    saegim.drain()
    assert len(minji.recall("제주에서 말을 탔다")) == 4


def test_texts_without_words_are_the_same_only_as_themselves(saegim: Saegim, minji: User) -> None:
    """Found by date, since they have no words to be found by."""
    for emoji in ("🐶", "🎂", "🐶"):
        minji.record(emoji, at="2026-03-01T12:00+09:00")
    saegim.drain()
    assert {hit.text for hit in minji.recall("어제 뭐라고 했지?")} == {"🐶", "🎂"}


def test_links_are_followed_where_that_is_set() -> None:
    with temporary_saegim(settings={"recall.graph_hops": 1}) as saegim:
        minji = saegim.user("minji")
        cat = minji.remember("고양이 이름은 나비다")
        food = minji.remember("참치 통조림을 정기 배송으로 받는다")
        far = minji.remember("배송은 화요일 오전에 온다")
        for n in range(8):
            minji.remember(f"다른 이야기 {n}번")
        minji.link(cat.id, "related_to", food.id)
        minji.link(food.id, "related_to", far.id)
        saegim.drain()
        hits = {hit.text: hit for hit in minji.recall("고양이 나비 이름")}
        assert "graph" in hits["참치 통조림을 정기 배송으로 받는다"].why.sources
        assert "다른 기억과 이어짐" in hits["참치 통조림을 정기 배송으로 받는다"].why.ko
        minji.forget(food.id)
        assert "참치 통조림을 정기 배송으로 받는다" not in {
            hit.text for hit in minji.recall("고양이 나비 이름")
        }


def test_two_hops_when_the_setting_says_so() -> None:
    with temporary_saegim(settings={"recall.graph_hops": 2}) as saegim:
        user = saegim.user("minji")
        one, two, three = (user.remember(text) for text in ("고양이 나비", "통조림 배송", "화요일 오전"))
        user.link(one.id, "related_to", two.id)
        user.link(two.id, "related_to", three.id)
        saegim.drain()
        hits = {hit.text: hit.why.sources for hit in user.recall("고양이 나비")}
        assert hits["통조림 배송"]["graph"].score > hits["화요일 오전"]["graph"].score


def test_whose_words_are_asked_for_decides_between_equals(saegim: Saegim, minji: User) -> None:
    minji.record("여름 휴가는 강릉으로 갈래", "여름 휴가는 강릉이 좋아요")
    saegim.drain()
    mine = minji.recall("내가 여름 휴가 어디로 간다고 했지?", among=("messages",))
    yours = minji.recall("네가 여름 휴가 어디가 좋다고 했지?", among=("messages",))
    assert mine[0].message is not None
    assert yours[0].message is not None
    assert (mine[0].message.role, yours[0].message.role) == ("user", "assistant")


def test_a_named_speaker_comes_first(saegim: Saegim, minji: User) -> None:
    minji.record_messages(
        [
            {"role": "user", "name": "지수", "content": "강릉 바다가 좋았어"},
            {"role": "user", "name": "하늘", "content": "강릉 바다가 좋더라"},
        ]
    )
    saegim.drain()
    for name in ("지수", "하늘"):
        best = minji.recall(f"{name}는 강릉 바다가 어땠대?")[0]
        assert best.message is not None
        assert best.message.name == name


def test_of_two_alike_the_newer_and_the_more_important_come_first(
    saegim: Saegim, minji: User, clock: FrozenClock
) -> None:
    minji.remember("회의실은 3층 왼쪽", valid_from=clock.now() - timedelta(days=200))
    minji.remember("회의실은 3층 오른쪽", valid_from=clock.now())
    minji.remember("주차장은 2층 왼쪽", importance=0.1)
    minji.remember("주차장은 2층 오른쪽", importance=0.9)
    saegim.drain()
    assert minji.recall("회의실은 3층")[0].text == "회의실은 3층 오른쪽"
    assert minji.recall("주차장은 2층")[0].text == "주차장은 2층 오른쪽"


def test_recall_counts_an_access_later_and_makes_no_version(
    saegim: Saegim, minji: User, clock: FrozenClock
) -> None:
    memory = minji.remember("수영을 매주 한다")
    saegim.drain()
    clock.move(hours=1)
    with minji._core.store.user("minji") as store, store.read() as view:
        before = view.revision()
    minji.recall("수영")
    minji.recall("수영")
    with minji._core.store.user("minji") as store, store.read() as view:
        assert view.revision() == before, "reading wrote"
    assert minji.memory(memory.id).access_count == 0
    saegim.drain()
    kept = minji.memory(memory.id)
    assert kept.access_count == 2
    assert kept.last_accessed_at == clock.now()
    assert kept.version == 1
    assert len(minji.history(memory.id)) == 1
    assert len(minji.audit(memory_id=memory.id)) == 1


def test_a_context_makes_fresher_what_it_shows_and_nothing_else(saegim: Saegim, minji: User) -> None:
    known = [minji.remember(f"수영장 {n}번 레인이 좋다") for n in range(12)]
    saegim.drain()
    shown = {hit.id for hit in minji.context("수영장 레인", limit=2).hits}
    saegim.drain()
    assert len(shown) == 2
    assert {memory.id for memory in known if minji.memory(memory.id).access_count} == shown


def test_what_is_recalled_stays_fresh(saegim: Saegim, minji: User, clock: FrozenClock) -> None:
    memory = minji.remember("수영을 매주 한다")
    saegim.drain()
    clock.move(days=60)
    assert minji.recall("수영")[0].why.recency == pytest.approx(0.25, abs=0.01)
    saegim.drain()
    assert minji.memory(memory.id).last_accessed_at == clock.now()
    assert minji.recall("수영")[0].why.recency == pytest.approx(1.0, abs=0.01)


def test_stages_are_timed(talker: User) -> None:
    found = talker.recall_detailed("수영")
    assert set(found.timings_ms) >= {"embed", "search", "rank"}
    assert all(value >= 0 for value in found.timings_ms.values())
    assert found.not_indexed == 0


def test_who_asks_how_much_is_told_the_amount_first(saegim: Saegim, minji: User) -> None:
    minji.record("이번에 헬스장 등록했는데 헬스장이 너무 좋아", "잘됐네요")
    minji.record("헬스장은 석 달에 21만원 줬어", "괜찮네요")
    minji.record("헬스장 사람 많아서 헬스장 옮길까 싶어", "그렇군요")
    saegim.drain()
    assert "21만원" in minji.recall("헬스장 얼마 줬지?")[0].text
