"""The nine points by which the redesign of bara's memory (seed 003) is to be verified, end to end."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from saegim import Saegim, User
from saegim.bring.bara import bring_bara
from saegim.compat.bara import MemoryService
from saegim.language.morphemes import KiwiAnalyser
from saegim.models import JsonObject, TurnFilters
from saegim.protocols import Reply
from saegim.settings import load_settings
from saegim.tend.events import BotResponded, MemoryPromoted, NewComment, NewPost
from saegim.testing import FrozenClock, temporary_saegim

SCHEMAS = Path(__file__).parents[1] / "data" / "schemas"


class Reader:
    """A language model that finds one fact in what it is shown, and one insight in memories."""

    name = "reader"

    def reply(self, messages: Sequence[Mapping[str, str]], *, schema: JsonObject | None = None) -> Reply:
        wanted, shown = json.dumps(schema), messages[-1]["content"]
        if "insights" in wanted:
            said: object = {"insights": [{"text": "도윤은 개발 이야기를 자주 한다.", "evidence": [1, 2]}]}
        elif "items" in wanted:
            content = "사용자는 러스트로 서버를 다시 짜고 있다."
            quote = "러스트로 서버를 다시 짜고 있어"
            found: dict[str, object] = {"evidence": quote, "content": content, "kind": "fact"}
            found |= {"confidence": 0.95, "impact": 0.9}
            said = {"items": [found] if "러스트로 서버를" in shown else []}
        else:
            return Reply("비 오는 날엔 국밥이 어때요?")
        return Reply(json.dumps(said, ensure_ascii=False))

    def stream(self, messages: Sequence[Mapping[str, str]]) -> Iterator[str]:
        yield ""


def test_1_a_file_kept_from_before_has_the_tables_and_what_it_had(tmp_path: Path) -> None:
    from saegim.stores.sqlite import SqliteStore

    shutil.copytree(SCHEMAS / "v1-plain", tmp_path / "data")
    store = SqliteStore(tmp_path / "data", clock=FrozenClock(), encryption=False)
    with store.user("민지") as user:
        with user.read() as view:
            assert view.count_turns(TurnFilters()) == 2
            assert view.memory("m1") is not None
            assert view.entities(persona=None, type=None, merged=True, limit=9, offset=0) == []
            assert view.runs(state=None, limit=9, offset=0) == []
        assert user.check() == []
    store.close()


def test_2_a_memory_is_made_read_changed_found_and_removed(korean: Saegim, jisu: User) -> None:
    made = jisu.remember("주말마다 날씨가 좋으면 등산을 간다", kind="fact")
    assert jisu.memory(made.id).content == made.content
    jisu.revise(made.id, content="주말마다 날씨를 보고 암벽을 탄다")
    korean.drain()
    assert [hit.id for hit in jisu.recall("날씨 암벽", among=("memories",))] == [made.id]
    assert jisu.delete_memories([made.id]) == 1
    assert jisu.recall("암벽", among=("memories",)) == []


def test_3_words_meaning_and_links_are_searched_together(clock: FrozenClock, kiwi: KiwiAnalyser) -> None:
    with temporary_saegim(clock=clock, analyser=kiwi, settings={"recall.graph_hops": 2}) as made:
        user = made.user("bara")
        seed = user.remember("도윤은 러스트 개발자다", kind="fact", subject="도윤")
        linked = user.remember("매주 화요일에 스터디를 연다", kind="fact")
        for n in range(12):
            user.remember(f"관계없는 기억 {n}번째 문장", kind="note")
        user.link(seed.id, "related_to", linked.id, weight=1.0)
        made.drain()
        hits = user.recall("러스트 개발자", limit=10, among=("memories",))
        found = {hit.id: hit.why.sources for hit in hits}
        assert {"text", "vector"} <= found[seed.id].keys()
        assert "graph" in found[linked.id]


def test_4_a_model_draws_structured_facts_from_talk(clock: FrozenClock, kiwi: KiwiAnalyser) -> None:
    with temporary_saegim(clock=clock, analyser=kiwi, model=Reader()) as made:
        user = made.user("bara")
        user.record("요즘 러스트로 서버를 다시 짜고 있어", "멋지네요")
        made.drain()
        assert "사용자는 러스트로 서버를 다시 짜고 있다." in [memory.content for memory in user.memories()]


def test_5_what_says_the_same_merges_and_what_is_stale_goes(
    korean: Saegim, jisu: User, clock: FrozenClock
) -> None:
    jisu.remember("매일 새벽 한강에서 달리기를 한다", kind="fact")
    jisu.remember("매일 새벽 한강에서 달리기를 정말 한다", kind="fact")
    jisu.remember("편의점에서 껌을 샀다", importance=0.1)
    korean.drain()
    clock.move(days=61)
    did = jisu.tend().did
    assert (did["merged"], did["pruned"]) == (1, 1)


def test_6_twenty_memories_bring_insights(clock: FrozenClock, kiwi: KiwiAnalyser) -> None:
    with temporary_saegim(clock=clock, analyser=kiwi, model=Reader()) as made:
        user = made.user("bara")
        for n in range(19):
            user.remember(f"도윤은 개발 글 {n + 2}편을 썼다", subject="도윤", kind="fact", importance=0.5)
        made.drain()
        assert "reflected" not in user.tend().did
        user.remember("도윤은 개발 모임을 연다", subject="도윤", kind="fact")
        made.drain()
        assert user.tend().did["reflected"] >= 1
        insight = next(one for one in user.insights() if one.origin == "model:reader")
        assert len(user.evidence(insight.id)) == 2


def test_7_from_an_event_to_the_prompt_and_the_answer(clock: FrozenClock, kiwi: KiwiAnalyser) -> None:
    model = Reader()
    with temporary_saegim(clock=clock, analyser=kiwi, model=model) as made:
        bot = made.user("bara")
        promoted: list[str] = []
        made.events.on(MemoryPromoted, lambda event: promoted.append(event.memory.content))
        bot.hear(NewPost(author="도윤", content="나는 순대국밥을 좋아해", platform="bs", thread="77"))
        bot.hear(NewComment(author="하린", content="저는 비건이에요", platform="bs", thread="77"))
        made.drain()
        assert "도윤은 순대국밥을 좋아한다." in promoted
        hits = bot.recall("도윤이 뭘 좋아하지?", entity="도윤", among=("memories",))
        assert [hit.text for hit in hits] == ["도윤은 순대국밥을 좋아한다."]
        clock.move(hours=2)
        context = bot.context("도윤이 점심 뭐 먹을지 물어보는데 순대국밥 어때?")
        assert any("도윤은 순대국밥을 좋아한다" in message["content"] for message in context.messages)
        answer = model.reply(context.messages).text
        bot.hear(BotResponded(content=answer, platform="bs", thread="77"))
        made.drain()
        assert "국밥" in bot.turns(limit=1)[0].assistant


def test_8_calls_of_the_old_service_and_its_settings_go_on_working(korean: Saegim, tmp_path: Path) -> None:
    """More of the shim in tests/compat/test_compat_bara.py."""

    async def calls() -> None:
        service = MemoryService(korean, "bara")
        await service.remember_post("bs", "도윤", "음악", "나는 재즈를 좋아해")
        for _ in range(3):
            await service.remember_interaction("bs", "하린", "저도요")
        await service.on_notification({"platform": "bs", "content": "하린님이 언급했습니다"})
        korean.drain()
        context = await service.get_context_for_post("bs", "도윤", "오늘", "재즈 들을까?")
        assert "재즈" in context["memory_context"]
        assert await service.recall_related("재즈")
        assert ((await service.recall_bot("bs", "도윤")) or {})["platform"] == "bs"
        assert [one["entity_name"] for one in await service.get_frequent_contacts()] == ["하린", "도윤"]
        await service.run_maintenance()
        assert korean.user("bara").runs()[0].state == "done"

    asyncio.run(calls())
    old = tmp_path / "bara.yaml"
    old.write_text(
        """memory:
  reflection_threshold: 7
  evolution_interval_hours: 3
  merge_similarity_threshold: 0.9
  prune_importance_threshold: 0.1
  evolution_enabled: false
  consolidation_schedule: monthly
""",
        encoding="utf-8",
    )
    tend = load_settings(file=old, environment={}).tend
    assert (tend.reflect_every, tend.evolve_hours, tend.merge_at) == (7, 3.0, 0.9)
    assert (tend.prune_importance, tend.auto, tend.consolidate_days) == (0.1, False, 30)


def test_9_what_the_old_system_knew_arrives_once(
    korean: Saegim, jisu: User, tmp_path: Path, clock: FrozenClock
) -> None:
    """More of the importer in tests/bring."""
    with closing(sqlite3.connect(tmp_path / "bara.db")) as connection:
        connection.executescript((SCHEMAS.parent / "bara" / "before.sql").read_text(encoding="utf-8"))
    for _ in range(2):
        brought = bring_bara(jisu, tmp_path / "bara.db", verify=True)
        korean.drain()
        assert brought.missing == []
    assert not brought.added, "the second time there is nothing new"
    doyun = jisu.entity("도윤")
    assert (doyun.count, doyun.platform, doyun.interests) == (12, "botmadang", ("AI 윤리", "DeFi"))
    assert [memory.id for memory in jisu.about("도윤")] == ["bara-collected_info-1"]
    hits = jisu.recall("학습 데이터 동의", among=("memories",))
    assert hits[0].id == "bara-collected_info-1"
    jisu.hear(NewPost(author="도윤", content="나는 국밥을 좋아해", platform="botmadang"))
    korean.drain()
    assert jisu.entity("도윤").count == 13, "what is counted here comes on top"
    clock.move(days=1)
    assert jisu.tend().state == "done"


@pytest.mark.parametrize("name", ["entities", "sentiment", "undoable", "runs"])
def test_the_new_tables_are_there(name: str, saegim: Saegim, minji: User) -> None:
    minji.record("안녕", "네")
    with saegim.store.user("minji") as store, store.read() as view:
        rows = view._connection.execute("SELECT name FROM sqlite_master WHERE name = ?", (name,))  # type: ignore[attr-defined]
        assert rows.fetchall()
