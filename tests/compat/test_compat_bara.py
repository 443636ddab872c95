"""Code written for bara's memory goes on working."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from saegim import Saegim
from saegim.compat.bara import MemoryFacade, MemoryService
from saegim.language.morphemes import KiwiAnalyser
from saegim.testing import FrozenClock, temporary_saegim


@pytest.fixture(scope="module")
def kiwi() -> KiwiAnalyser:
    return KiwiAnalyser()


@pytest.fixture
def korean(clock: FrozenClock, kiwi: KiwiAnalyser) -> Iterator[Saegim]:
    with temporary_saegim(clock=clock, analyser=kiwi) as made:
        yield made


def test_what_the_old_service_was_asked_it_answers(korean: Saegim) -> None:
    async def talk() -> None:
        memory = MemoryService(korean)
        await memory.remember_post("botmadang", "도윤", "점심", "나는 순대국밥을 좋아해", post_id="77")
        for _ in range(3):
            await memory.remember_interaction("botmadang", "하린", "저도 그래요", post_id="77")
        korean.drain()
        profile = await memory.recall_bot("botmadang", "하린")
        assert profile is not None
        assert (profile["entity_type"], profile["interaction_count"]) == ("bot", 3)
        assert await memory.recall_bot("botmadang", "아무도") is None
        contacts = await memory.get_frequent_contacts("botmadang", limit=2)
        assert [one["entity_name"] for one in contacts] == ["하린", "도윤"]
        assert await memory.get_frequent_contacts("elsewhere") == []
        related = await memory.recall_related("순대국밥")
        assert "순대국밥" in related[0]["content"]
        context = await memory.get_context_for_post("botmadang", "도윤", "저녁", "순대국밥 먹을까?")
        assert "순대국밥" in context["memory_context"]
        assert context["entity_context"].startswith("도윤 (1, ")

    asyncio.run(talk())


def test_what_the_facade_adds(korean: Saegim, clock: FrozenClock) -> None:
    async def talk() -> None:
        memory = MemoryFacade(korean)
        session = await memory.start_session("chat")
        await memory.process_turn("나 부산에 살아", "좋은 곳이죠", session_id=session)
        assert await memory.end_session(session)
        assert not await memory.end_session("chat:never")
        node = await memory.store_fact("도윤은 러스트를 쓴다", author="도윤", importance=0.8, platform="bm")
        assert (node["memory_type"], node["author"], node["source_type"]) == ("fact", "도윤", "user_explicit")
        learned = await memory.extract_and_store("저는 비건이에요", platform="bm", author="하린")
        assert [one["memory_type"] for one in learned] == ["diet"]
        assert learned[0]["content"].startswith("하린은 비건")
        found = await memory.retrieve_memories("러스트", limit=3)
        assert found[0]["node"]["id"] == node["id"]
        assert "text" in found[0]["source"]
        messages = await memory.get_assembled_context("도윤은 뭘 쓰지? 러스트?", total_budget=800)
        assert messages[-1]["content"] == "도윤은 뭘 쓰지? 러스트?"
        assert any("러스트를 쓴다" in message["content"] for message in messages[:-1])
        assert isinstance(await memory.run_maintenance(), dict)
        profile = await memory.get_entity_profile("bm", "하린")
        assert profile is not None
        assert profile["sentiment"] == "neutral"

    asyncio.run(talk())


def test_its_event_handlers_teach(korean: Saegim) -> None:
    async def talk() -> None:
        memory = MemoryFacade(korean)
        post = {
            "platform": "bm",
            "author": "도윤",
            "title": "주말",
            "content": "나는 등산을 좋아해",
            "post_id": 5,
        }
        await memory.on_new_post(post)
        await memory.on_comment_posted(
            {"platform": "bm", "author": "하린", "content": "저도요", "post_id": 5}
        )
        await memory.on_notification({"platform": "bm", "content": "하린님이 언급했습니다"})
        await memory.on_bot_response({"platform": "bm", "content": "같이 가요", "post_id": 5})
        korean.drain()
        found = await memory.retrieve_memories("도윤 등산")
        assert found[0]["node"]["content"] == "도윤은 등산을 좋아한다."
        assert korean.user("bara").count_turns() == 4

    asyncio.run(talk())


def test_the_loop_is_free_while_the_disk_works(korean: Saegim) -> None:
    async def talk() -> int:
        memory = MemoryFacade(korean)
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0)

        ticking = asyncio.create_task(tick())
        await memory.process_turn("안녕", "네")
        ticking.cancel()
        return ticks

    assert asyncio.run(talk()) > 3
