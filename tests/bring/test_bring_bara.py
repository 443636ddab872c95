"""What bara_system knew arrives, once, whatever state its file is in."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from pathlib import Path

import pytest

from saegim import Saegim, User
from saegim.bring.bara import bring_bara
from saegim.errors import InvalidInput


def digest(folder: Path) -> dict[str, str]:
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.glob("bara*")}


def test_entities_come_with_what_was_counted(saegim: Saegim, minji: User, before: Path) -> None:
    bring_bara(minji, before)
    doyun = minji.entity("도윤")
    assert (doyun.platform, doyun.type, doyun.count) == ("botmadang", "bot", 12)
    assert doyun.interests == ("AI 윤리", "DeFi")
    assert doyun.notes == ("질문이 많다",)
    assert doyun.sentiment > 0
    assert doyun.first_seen_at == datetime(2025, 1, 3, 8, tzinfo=UTC)
    harin = minji.entity("하린")
    assert (harin.type, harin.count, harin.interests) == ("person", 0, ("not json", "사진"))
    assert [one.name for one in minji.frequent_contacts()] == ["도윤"]


def test_facts_examples_and_talk_come_dated_as_they_were(saegim: Saegim, minji: User, before: Path) -> None:
    bring_bara(minji, before)
    saegim.drain()
    fact = minji.memory("bara-collected_info-1")
    assert fact.content == "AI 윤리: 학습 데이터의 동의가 먼저다"
    assert (fact.subject, fact.tags, fact.importance) == ("도윤", ("기술", "윤리"), 0.8)
    assert fact.valid_from == datetime(2025, 3, 1, 9, tzinfo=UTC)
    assert fact.metadata["source_url"] == "https://x.test/1"
    example = minji.memory("bara-good_examples-1")
    assert (example.kind, example.content) == ("episode", "비 오는 날 뭐 먹지 → 국밥 어때요?")
    said = minji.turns(limit=10)
    assert [(turn.user, turn.assistant) for turn in said] == [
        ("내일 봐", ""),
        ("나는 재즈를 좋아해", "저도요"),
    ]
    assert said[1].at == datetime(2025, 5, 1, 9, tzinfo=UTC)
    assert minji.recall("사진 모임", among=("memories",))[0].id == "bara-collected_info-2"
    assert [memory.id for memory in minji.about("도윤")] == [fact.id]


def test_what_is_broken_is_told_and_costs_nothing_else(minji: User, before: Path) -> None:
    brought = bring_bara(minji, before, verify=True)
    assert sorted(brought.skipped) == [
        ("bot_memory", "3", "no name"),
        ("bot_memory", "4", "no time"),
        ("collected_info", "3", "no content"),
        ("conversations", "3", "no content"),
    ]
    assert dict(brought.added) == {
        "bot_memory": 2, "collected_info": 2, "good_examples": 1, "conversations": 3,
    }  # fmt: skip
    assert brought.missing == []


def test_brought_twice_it_is_there_once_and_the_source_is_as_it_was(
    saegim: Saegim, minji: User, before: Path
) -> None:
    files = digest(before.parent)
    bring_bara(minji, before)
    saegim.drain()
    revised = minji.revise("bara-collected_info-2", content="한강 사진 모임은 끝났다")
    events = len(minji.audit(limit=1000))
    again = bring_bara(minji, before, verify=True)
    assert not again.added
    assert again.missing == []
    assert len(minji.audit(limit=1000)) == events
    assert minji.memory(revised.id).content == "한강 사진 모임은 끝났다", "a person's word stands"
    assert minji.entity("도윤").count == 12
    assert minji.count_turns() == 2
    assert digest(before.parent) == files


def test_a_dry_run_reads_and_writes_nothing(saegim: Saegim, before: Path) -> None:
    brought = bring_bara(saegim.user("nobody"), before, dry_run=True)
    assert brought.read["bot_memory"] == 4
    assert not brought.added
    assert not saegim.exists("nobody")


def test_a_redesigned_installation_moves_with_its_graph(saegim: Saegim, minji: User, after: Path) -> None:
    brought = bring_bara(minji, after, verify=True)
    saegim.drain()
    node = minji.memory("bara-knowledge_nodes-1")
    assert (node.kind, node.importance, node.confidence) == ("fact", 0.8, 0.9)
    assert node.metadata["lang"] == "ko"
    insight = minji.memory("bara-knowledge_nodes-2")
    assert (insight.kind, insight.importance, insight.confidence) == ("insight", 1.0, 0.7)
    assert [one.id for one in minji.evidence(insight.id)] == [node.id]
    yerin = minji.entity("예린이")
    assert (yerin.name, yerin.count, yerin.summary) == ("예린", 9, "사진을 찍는다")
    (point,) = minji.sentiment("예린").points
    assert (point.valence, point.context) == (0.3, "고맙다고 했다")
    assert minji.memory("bara-memory_sessions-1").content == "러스트 이야기를 나눴다"
    assert {(table, id_) for table, id_, _ in brought.skipped} == {
        ("knowledge_nodes", "3"),
        ("memory_sessions", "2"),
        ("knowledge_edges", "2"),
    }
    assert bring_bara(minji, after).there["knowledge_edges"] == 1


def test_someone_known_here_is_the_one_that_is_meant(saegim: Saegim, minji: User, before: Path) -> None:
    known = minji.add_entity("도윤", type="bot")
    bring_bara(minji, before)
    bring_bara(minji, before)
    assert [one.id for one in minji.entities() if one.name == "도윤"] == [known.id]
    assert minji.entity("도윤").count == 12


@pytest.mark.parametrize("content", [None, b"", b"not a database at all, by any means"])
def test_a_file_that_is_none_is_refused(content: bytes | None, minji: User, tmp_path: Path) -> None:
    file = tmp_path / "bara.db"
    if content is not None:
        file.write_bytes(content)
    if content == b"":
        assert not bring_bara(minji, file).read.total()
        return
    with pytest.raises(InvalidInput):
        bring_bara(minji, file)
