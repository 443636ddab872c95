"""A person's whole memory leaves as lines and comes back as it was."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from saegim import Saegim, User
from saegim.errors import InvalidInput
from saegim.govern.bringing import announced
from saegim.models import ModelCall
from saegim.testing import FrozenClock, temporary_saegim


def lived(saegim: Saegim, clock: FrozenClock) -> User:
    """A person with something of everything."""
    saegim.put_persona("luna", name="루나", system_prompt="다정하게 말한다.")
    saegim.put_persona("else", name="남")
    user = saegim.user("minji", persona="luna")
    for day in range(1, 8):
        user.record(
            f"지훈이랑 {day}번째로 한강에 갔어. 정말 행복했어!",
            "좋았겠어요.",
            at=f"2026-02-0{day}T21:00+09:00",
            metadata={"emotion": "happy", "온도": [1.5, None, {"깊이": True}]},
        )
    user.record("나 망원동에 살아.", at="2025-11-03T20:00+09:00")
    user.record("나 연남동으로 이사했어. 땅콩 알레르기가 있어.", at="2026-03-01T20:00+09:00")
    user.record_messages([{"role": "user", "name": "하늘", "content": "ㄱ\u0301\nNFD 한글"}], session="무리")
    saegim.drain()
    pinned = user.remember("보리차를 마신다", kind="preference", tags=["차", "집"], pinned=True)
    other = user.remember("녹차를 마신다", kind="preference", for_all_personas=True)
    gone = user.remember("잠깐 있던 것")
    user.delete_memories([gone.id])
    user.link(pinned.id, "related_to", other.id, weight=0.5)
    user.revise(pinned.id, content="보리차를 자주 마신다", reason="더 자세히")
    user.forget(other.id)
    user.pick(pinned.id)
    user.context("보리차 마실까?")
    user.pick(pinned.id)
    user.make_episode(summary="한강에 갔다", topics=["한강"], importance=7)
    user.save_summary("요즘 한강에 자주 간다", summarized_turns=3)
    one, other_one = user.add_entity("혜원"), user.add_entity("혜원이")
    user.merge_entities(one.id, other_one.id)
    with user._core.write(user.id) as tx:
        tx.add_model_call(ModelCall(clock.now(), "scripted", "extract", "ok", 0.5, 10, 3, 0.01))
    clock.move(hours=1)
    user.tend()
    user.record("내일은 민수를 만나.")  # leaves jobs that are not done yet
    return user


def things(user: User) -> list[dict[str, Any]]:
    return [json.loads(line) for line in user.export_lines()]


def test_everything_comes_back_as_it_was(saegim: Saegim, clock: FrozenClock, tmp_path: Path) -> None:
    user = lived(saegim, clock)
    (tea,) = user.picked()
    count = user.export(tmp_path / "minji.jsonl")
    first = [json.loads(line) for line in (tmp_path / "minji.jsonl").read_bytes().splitlines()]
    assert (tmp_path / "minji.jsonl").stat().st_mode & 0o077 == 0
    assert count == len(first) - 2
    with Saegim(tmp_path / "other", worker="none", embedder="none", clock=clock) as elsewhere:
        again = elsewhere.user("minji", persona="luna")
        assert again.bring_back(tmp_path / "minji.jsonl") == count
        second = things(again)
        assert [one.id for one in elsewhere.personas()] == ["luna"]
        # That it was brought back, and looked at, are new events; all else is the same, line for line.
        new = [one for one in second if one["is"] == "audit"][-2:]
        assert [one["action"] for one in new] == ["import", "export"]
        assert [one for one in second[1:-1] if one not in new] == first[1:-1]
        assert again.memories(current=False, limit=500) == user.memories(current=False, limit=500)
        assert again.history(tea.id) == user.history(tea.id)
        elsewhere.drain()
        assert "보리차" in again.recall("보리차 마셔?")[0].text
        assert [one.content for one in again.picked()] == ["보리차를 자주 마신다"]
        assert any("민수" in memory.content for memory in again.memories(kind="plan")), "its job was done"


def test_the_lines_name_what_they_are(saegim: Saegim, clock: FrozenClock) -> None:
    lines = things(lived(saegim, clock))
    header, *body, end = lines
    assert (header["is"], header["format"], header["user"]) == ("export", 1, "minji")
    assert (end["is"], end["things"]) == ("end", len(body))
    found = {one["is"] for one in body}
    assert found >= {
        "persona", "session", "turn", "memory", "candidate", "entity", "summary", "trace", "change", "run",
        "job", "audit", "note", "model_call",
    }  # fmt: skip
    for noun, count in header["counts"].items():
        if noun != "link":
            assert count == sum(one["is"] == noun for one in body), noun
    told = sum(len(one.get("links", ())) for one in body) + sum(one["is"] == "link" for one in body)
    assert told == header["counts"]["link"]
    tea = next(one for one in body if one["is"] == "memory" and one.get("content") == "보리차를 자주 마신다")
    assert tea["versions"][0]["was"]["content"] == "보리차를 마신다"
    assert tea["links"][0]["relation"] == "related_to"
    assert tea["created_at"].endswith("+09:00")
    talk = next(one for one in body if one["is"] == "turn" and one["metadata"])
    assert talk["metadata"]["온도"] == [1.5, None, {"깊이": True}]


def test_it_is_one_moment_however_long_reading_takes(minji: User) -> None:
    for i in range(1200):
        minji.remember(f"기억 {i}")
    lines = minji.export_lines()
    header = json.loads(next(lines))
    minji.remember("나중에 온 것")
    rest = [json.loads(line) for line in lines]
    assert header["counts"]["memory"] == sum(one["is"] == "memory" for one in rest) == 1200
    assert not [one for one in rest if one.get("content") == "나중에 온 것"]
    heard: list[tuple[int, int]] = []
    count = minji.export(io.BytesIO(), progress=lambda done, of: heard.append((done, of)))
    assert [done for done, _ in heard] == list(range(500, count + 1, 500))
    assert {of for _, of in heard} == {count}


def test_an_export_left_half_read_lets_go_of_the_file(minji: User) -> None:
    minji.remember("하나")
    lines = minji.export_lines()
    next(lines)
    lines.close()
    minji.erase(confirm=True)


def test_someone_who_has_a_memory_is_not_written_over(minji: User) -> None:
    minji.remember("내 것")
    lines = list(minji.export_lines())
    with pytest.raises(InvalidInput) as refused:
        minji.bring_back(lines)
    assert refused.value.code == "user_not_empty"


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (lambda lines: lines[:-1], "cut off"),
        (lambda lines: [*lines[:2], *lines[3:]], "missing"),
        (lambda lines: lines[1:], "not an export"),
        (lambda lines: [lines[0].replace(b'"format":1', b'"format":9'), *lines[1:]], "unknown format"),
        (lambda lines: [*lines[:-1], b"{", lines[-1]], "not JSON"),
        (lambda lines: [*lines[:-1], b'{"is":"spell"}', lines[-1]], "unknown thing"),
        (lambda lines: [line.replace(b'"importance":', b'"importance":"') for line in lines], "not JSON"),
        (lambda lines: [line.replace(b'"state":"active"', b'"state":"odd"') for line in lines], "memory"),
        (lambda lines: [line for line in lines if b'"is":"session"' not in line], "turn"),
    ],
)
def test_a_spoilt_export_is_refused_whole(saegim: Saegim, spoil: Any, problem: str) -> None:
    minji = saegim.user("minji")
    minji.record("안녕")
    minji.remember("하나")
    lines = spoil(list(minji.export_lines()))
    empty = saegim.user("빈사람")
    with pytest.raises(InvalidInput, match=problem):
        empty.bring_back(lines)
    assert empty.stats().turns == empty.stats().memories == 0
    assert empty.audit() == []


class Kept:
    """Lines that can be read again."""

    def __init__(self, lines: list[bytes]) -> None:
        self._lines = lines

    def lines(self) -> list[bytes]:
        return self._lines


def test_what_was_sent_is_told_by_its_counts(saegim: Saegim, clock: FrozenClock) -> None:
    lines = list(lived(saegim, clock).export_lines())
    with temporary_saegim(clock=clock) as elsewhere:
        again = elsewhere.user("again")
        arrived = again.bring_sent(Kept(lines), personas=False)
        header = json.loads(lines[0])
        assert arrived.user == "minji"
        expected = {name: count for name, count in header["counts"].items() if count and name != "link"}
        assert {name: count for name, count in arrived.counts.items() if name != "link"} == expected
        assert (arrived.made, arrived.left_out) == ((), ("luna",))
        assert elsewhere.personas() == []
        assert elsewhere.user("third").bring_sent(Kept(lines)).made == ("luna",)


def test_a_line_that_is_there_twice_is_named(minji: User, saegim: Saegim) -> None:
    minji.remember("하나")
    lines = list(minji.export_lines())
    number = next(place for place, line in enumerate(lines) if b'"is":"memory"' in line)
    lines.insert(number, lines[number])
    with pytest.raises(InvalidInput, match=f"line {number + 2} memory: is there twice") as refused:
        saegim.user("두번").bring_back(lines)
    assert refused.value.code == "export_invalid"
    assert saegim.user("두번").is_empty()


def test_somebody_new_is_made_only_by_an_export_that_can_be_read(minji: User, saegim: Saegim) -> None:
    minji.remember("하나")
    lines = list(minji.export_lines())
    with pytest.raises(InvalidInput):
        saegim.user("아직없음").bring_sent(Kept([*lines[:-2], lines[-1]]))
    assert not saegim.exists("아직없음")
    saegim.user("아직없음").bring_sent(Kept(lines))
    assert not saegim.user("아직없음").is_empty()


def test_a_file_that_cannot_be_read_makes_nobody(minji: User, saegim: Saegim, tmp_path: Path) -> None:
    minji.record("하나")
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join([*minji.export_lines()][:-1]))
    for file, refused in ((cut, InvalidInput), (tmp_path / "none.jsonl", FileNotFoundError)):
        with pytest.raises(refused):
            saegim.user("new").bring_back(file)
        assert not saegim.exists("new")


def test_a_look_at_both_ends_tells_what_a_file_is(minji: User) -> None:
    minji.remember("하나")
    lines = list(minji.export_lines())
    held = announced(lines[0], lines[-1])
    assert (held.user, held.counts["memory"], held.things) == ("minji", 1, len(lines) - 2)
    assert held.at is not None
    for first, last in ((lines[1], lines[-1]), (b"PK\x03\x04", b""), (lines[0], lines[-2]), (lines[0], b"{")):
        with pytest.raises(InvalidInput):
            announced(first, last)


def test_a_stream_takes_it_too(minji: User) -> None:
    minji.remember("하나")
    out = io.BytesIO()
    count = minji.export(out)
    assert len(out.getvalue().splitlines()) == count + 2
