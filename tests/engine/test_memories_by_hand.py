"""Memories by hand: kept once, changed with a trace of every change, forgotten and brought back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from saegim import Saegim, User
from saegim.errors import InvalidInput, NotFound, VersionConflict
from saegim.models import KINDS, SAFETY_KINDS
from saegim.protocols import Tx
from saegim.testing import FrozenClock


def texts(user: User, query: str, **filters: object) -> list[str]:
    return [hit.text for hit in user.recall(query, **filters)]  # type: ignore[arg-type]


def test_a_memory_is_kept_with_everything_said_of_it(minji: User, clock: FrozenClock) -> None:
    turn = minji.record("나 커피 좋아해")
    memory = minji.remember(
        "커피를 좋아한다",
        kind="preference",
        id="coffee",
        subject="user",
        key="likes",
        value="커피",
        importance=0.7,
        confidence=0.9,
        tags=["음료", "취향", "음료"],
        emotion="happy",
        pinned=True,
        valid_from=clock.now() - timedelta(days=3),
        source_turns=[turn.id],
        metadata={"출처": "대화"},
        actor="민지",
        reason="직접 말함",
    )
    assert minji.memory("coffee") == memory
    assert memory.tags == ("음료", "취향")
    assert (memory.importance, memory.confidence, memory.emotion, memory.pinned) == (0.7, 0.9, "happy", True)
    assert memory.source_turns == (turn.id,)
    assert memory.metadata == {"출처": "대화"}
    assert memory.valid_from == clock.now() - timedelta(days=3)
    assert (memory.created_at, memory.updated_at, memory.version) == (clock.now(), clock.now(), 1)
    (version,) = minji.history("coffee")
    assert (version.actor, version.reason, version.memory) == ("민지", "직접 말함", memory)
    event = minji.audit(memory_id="coffee")[0]
    assert (event.actor, event.action, event.reason) == ("민지", "remember", "직접 말함")


@pytest.mark.parametrize("kind", KINDS)
def test_importance_and_pinning_default_by_kind(minji: User, kind: str) -> None:
    memory = minji.remember(f"{kind} 내용", kind=kind)
    assert memory.importance == KINDS[kind].weight
    assert memory.pinned == KINDS[kind].pinned
    assert memory.pinned or kind not in SAFETY_KINDS
    assert (
        minji.remember(f"{kind} 다른 내용", kind=kind, pinned=not KINDS[kind].pinned).pinned != memory.pinned
    )


# The same thing said again.


@pytest.mark.parametrize(
    "again",
    ["땅콩 알레르기가 있다", "땅콩  알레르기가 있다.", " 땅콩 알레르기가 있다! ", "땅콩 알레르기가\n있다~"],
)
def test_the_same_words_are_the_same_memory(minji: User, clock: FrozenClock, again: str) -> None:
    first = minji.remember("땅콩 알레르기가 있다", kind="allergy")
    clock.move(days=1)
    assert minji.remember(again, kind="allergy") == first
    assert len(minji.memories()) == 1
    assert len(minji.history(first.id)) == 1


def test_other_words_another_kind_or_another_person_are_not_the_same(minji: User) -> None:
    first = minji.remember("부산에 산다", kind="fact")
    assert minji.remember("부산에 살았다", kind="fact").id != first.id
    assert minji.remember("부산에 산다", kind="note").id != first.id
    assert minji.remember("부산에 산다", kind="fact", subject="엄마").id != first.id
    assert len(minji.memories()) == 4


def test_the_same_key_and_value_are_the_same_memory_whatever_the_words(minji: User) -> None:
    first = minji.remember("커피를 좋아한다", key="likes", value="커피")
    assert minji.remember("커피라면 다 좋아", key="likes", value=" 커피 ").id == first.id
    assert minji.remember("엄마도 커피를 좋아한다", subject="엄마", key="likes", value="커피").id != first.id


def test_what_was_forgotten_can_be_said_anew(minji: User) -> None:
    first = minji.remember("땅콩 알레르기가 있다")
    minji.forget(first.id)
    second = minji.remember("땅콩 알레르기가 있다")
    assert second.id != first.id
    assert [m.id for m in minji.memories()] == [second.id]


def test_a_gathering_key_keeps_every_value(minji: User) -> None:
    for value in ("커피", "산책", "재즈"):
        minji.remember(f"{value}를 좋아한다", key="likes", value=value)
    assert {m.value for m in minji.memories(key="likes")} == {"커피", "산책", "재즈"}
    assert all(m.valid_to is None for m in minji.memories(key="likes", current=False))


# Batches.

ROWS = [
    {"id": "a", "content": "커피를 좋아한다", "kind": "preference", "key": "likes", "value": "커피"},
    {"id": "b", "content": "부산에 산다", "kind": "fact", "key": "home.city", "value": "부산"},
    {"content": "등산 동호회에 다닌다", "tags": ["취미"]},
    {"content": "서울에 살았다", "key": "home.city", "value": "서울", "valid_from": "2020-01-01T00:00+09:00"},
]


def test_a_batch_twice_adds_and_changes_nothing(minji: User, clock: FrozenClock) -> None:
    first = minji.upsert(ROWS)
    audit = minji.audit()
    clock.move(hours=1)
    assert minji.upsert(ROWS) == [minji.memory(memory.id) for memory in first]
    assert len(minji.memories(current=False)) == 4
    assert minji.audit() == audit


def test_a_batch_with_a_known_id_changes_that_memory(minji: User) -> None:
    minji.upsert(ROWS)
    (changed,) = minji.upsert(
        [{**ROWS[0], "content": "디카페인 커피를 좋아한다"}], actor="이관", reason="정정"
    )
    assert (changed.id, changed.version, changed.content) == ("a", 2, "디카페인 커피를 좋아한다")
    assert [v.memory.content for v in minji.history("a")] == ["커피를 좋아한다", "디카페인 커피를 좋아한다"]
    assert minji.history("a")[1].actor == "이관"


def test_no_rows_change_nothing(minji: User) -> None:
    assert minji.upsert([]) == []


def test_memories_are_deleted_by_id_once(saegim: Saegim, minji: User) -> None:
    minji.upsert(ROWS)
    saegim.drain()
    assert minji.delete_memories(["a", "b", "없음"], reason="요청") == 2
    assert minji.delete_memories(["a", "b", "없음"], reason="요청") == 0
    with pytest.raises(NotFound):
        minji.history("a")
    assert "커피를 좋아한다" not in texts(minji, "커피")
    assert [e.action for e in minji.audit(memory_id="a")] == ["delete", "remember"]
    assert minji.delete_memories([]) == 0


# Versions.


def test_every_change_is_a_version_with_who_and_why(minji: User, clock: FrozenClock) -> None:
    memory = minji.remember("커피를 좋아한다", kind="preference", actor="민지")
    clock.move(minutes=1)
    minji.revise(memory.id, content="홍차를 좋아한다", importance=0.9, actor="운영자", reason="정정")
    clock.move(minutes=1)
    minji.tag(memory.id, "취향")
    minji.pin(memory.id)
    minji.archive(memory.id)
    minji.restore(memory.id)
    minji.forget(memory.id, reason="그만", actor="민지")
    history = minji.history(memory.id)
    assert [version.version for version in history] == [1, 2, 3, 4, 5, 6, 7]
    assert [version.memory.content for version in history[:2]] == ["커피를 좋아한다", "홍차를 좋아한다"]
    assert history[1].memory.importance == 0.9
    assert (history[1].actor, history[1].reason) == ("운영자", "정정")
    assert history[0].at + timedelta(minutes=1) == history[1].at
    assert [version.memory.state for version in history[4:]] == ["archived", "active", "forgotten"]
    actions = [event.action for event in minji.audit(memory_id=memory.id)][::-1]
    assert actions == ["remember", "revise", "tag", "pin", "archive", "restore", "forget"]


def test_a_change_to_the_same_is_no_version(minji: User) -> None:
    memory = minji.remember("커피를 좋아한다", tags=["취향"])
    minji.revise(memory.id)
    minji.revise(memory.id, content="커피를 좋아한다", importance=memory.importance)
    minji.tag(memory.id, "취향")
    minji.pin(memory.id, pinned=False)
    minji.restore(memory.id)
    assert len(minji.history(memory.id)) == 1
    assert len(minji.audit(memory_id=memory.id)) == 1


def test_any_version_can_be_restored(minji: User, clock: FrozenClock) -> None:
    memory = minji.remember("하나", kind="fact", tags=["처음"], importance=0.3)
    minji.revise(memory.id, content="둘", tags=["다음"], importance=0.5)
    minji.revise(memory.id, content="셋", kind="note", pinned=True)
    minji.forget(memory.id)
    for version in (2, 1, 3, 2):
        clock.move(minutes=1)
        before = minji.memory(memory.id).version
        restored = minji.restore(memory.id, version=version, actor="운영자", reason="되돌림")
        then = next(v for v in minji.history(memory.id) if v.version == version).memory
        for name in ("content", "kind", "tags", "importance", "pinned", "state", "valid_from", "valid_to"):
            assert getattr(restored, name) == getattr(then, name), name
        assert restored.version == before + 1
        assert restored.updated_at == clock.now()
        assert minji.history(memory.id)[-1].reason == "되돌림"
    assert minji.memories()[0].content == "둘"


def test_restoring_keeps_how_often_it_was_recalled(saegim: Saegim, minji: User) -> None:
    memory = minji.remember("등산을 좋아한다")
    minji.revise(memory.id, content="암벽 등반을 좋아한다")
    saegim.drain()
    minji.recall("암벽 등반")
    saegim.drain()
    assert minji.memory(memory.id).access_count == 1
    assert minji.restore(memory.id, version=1).access_count == 1


def test_a_change_that_expects_another_version_is_refused(minji: User) -> None:
    memory = minji.remember("하나")
    minji.revise(memory.id, content="둘", expected_version=1)
    with pytest.raises(VersionConflict) as caught:
        minji.revise(memory.id, content="셋", expected_version=1)
    assert (caught.value.expected, caught.value.actual, caught.value.memory_id) == (1, 2, memory.id)
    assert minji.memory(memory.id).content == "둘"


def test_a_write_that_fails_leaves_no_version_and_no_audit(
    minji: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk gives out between the memory and its audit event: neither is there."""
    memory = minji.remember("하나")
    audit, history = minji.audit(), minji.history(memory.id)
    from saegim.stores.sqlite.tx import SqliteTx

    def fail(self: Tx, *rest: object, **named: object) -> None:
        raise OSError("no space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(SqliteTx, "add_audit", fail)
        for change in (
            lambda: minji.revise(memory.id, content="둘"),
            lambda: minji.remember("새것"),
            lambda: minji.upsert([{"content": "새것"}, {"content": "더 새것"}]),
            lambda: minji.forget(memory.id),
            lambda: minji.delete_memories([memory.id]),
            lambda: minji.clear(confirm=True),
        ):
            with pytest.raises(OSError, match="no space"):
                change()
    assert minji.audit() == audit
    assert minji.history(memory.id) == history
    assert [m.content for m in minji.memories()] == ["하나"]


# What each state means for recall, listing and context.


def test_a_forgotten_memory_is_out_of_everything_until_restored(saegim: Saegim, minji: User) -> None:
    memory = minji.remember("땅콩 알레르기가 있다", kind="allergy")
    saegim.drain()
    assert texts(minji, "땅콩 알레르기") == ["땅콩 알레르기가 있다"]
    assert "땅콩" in str(minji.context("안녕").messages)
    minji.forget(memory.id)
    assert minji.recall("땅콩 알레르기") == []
    assert minji.recall("땅콩 알레르기", archived=True) == []
    assert minji.memories() == []
    assert minji.timeline() == []
    assert "땅콩" not in str(minji.context("땅콩 알레르기").messages[:-1])
    assert [m.id for m in minji.memories(state="forgotten")] == [memory.id]
    assert minji.memory(memory.id).state == "forgotten"
    minji.restore(memory.id)
    assert texts(minji, "땅콩 알레르기") == ["땅콩 알레르기가 있다"]
    assert "땅콩" in str(minji.context("안녕").messages)


def test_an_archived_memory_is_recalled_only_when_asked_for(saegim: Saegim, minji: User) -> None:
    memory = minji.remember("예전 회사는 강남에 있었다")
    saegim.drain()
    minji.archive(memory.id)
    assert minji.recall("예전 회사 강남") == []
    assert texts(minji, "예전 회사 강남", archived=True) == ["예전 회사는 강남에 있었다"]
    assert minji.memories() == []
    assert [m.id for m in minji.memories(state="archived")] == [memory.id]
    assert "강남" not in str(minji.context("예전 회사").messages)
    minji.restore(memory.id)
    assert texts(minji, "예전 회사 강남") == ["예전 회사는 강남에 있었다"]


def test_pinned_memories_are_in_every_context(saegim: Saegim, minji: User) -> None:
    allergy = minji.remember("땅콩 알레르기가 있다", kind="allergy")
    tea = minji.remember("홍차를 좋아한다", kind="preference")
    saegim.drain()
    assert "땅콩" in str(minji.context("주말에 뭐 하지?").messages)
    assert "홍차" not in str(minji.context("주말에 뭐 하지?").messages)
    minji.pin(tea.id)
    minji.pin(allergy.id, pinned=False)
    assert "땅콩" not in str(minji.context("주말에 뭐 하지?").messages)
    assert "홍차" in str(minji.context("주말에 뭐 하지?").messages)
    assert [m.id for m in minji.memories(pinned=True)] == [tea.id]


def test_tags_gather_and_are_searched_by(saegim: Saegim, minji: User) -> None:
    memory = minji.remember("북한산에 자주 간다", tags=["등산"])
    minji.remember("한강에 자주 간다", tags=["산책"])
    assert minji.tag(memory.id, "주말", "등산").tags == ("등산", "주말")
    assert [m.id for m in minji.memories(tag="주말")] == [memory.id]
    saegim.drain()
    assert texts(minji, "자주 간다", tags=["등산", "주말"]) == ["북한산에 자주 간다"]
    minji.revise(memory.id, tags=[])
    assert minji.memories(tag="주말") == []


def test_a_revised_memory_is_found_by_its_new_words_only(saegim: Saegim, minji: User) -> None:
    memory = minji.remember("강아지 초코를 키운다")
    saegim.drain()
    assert texts(minji, "강아지 초코") == ["강아지 초코를 키운다"]
    minji.revise(memory.id, content="고양이 나비와 산다")
    # Before the background has read the new words as well: the old ones are no longer true.
    assert minji.recall("강아지 초코") == []
    saegim.drain()
    assert minji.recall("강아지 초코") == []
    assert texts(minji, "고양이 나비") == ["고양이 나비와 산다"]
    minji.restore(memory.id, version=1)
    saegim.drain()
    assert minji.recall("고양이 나비") == []
    assert texts(minji, "강아지 초코") == ["강아지 초코를 키운다"]


def test_memories_are_listed_by_kind_tag_and_key(minji: User, clock: FrozenClock) -> None:
    for n in range(5):
        clock.move(minutes=1)
        minji.remember(f"사실 {n}", kind="fact", tags=["짝수" if n % 2 == 0 else "홀수"])
    minji.remember("약속 하나", kind="promise")
    assert [m.content for m in minji.memories(kind="fact", limit=2)] == ["사실 4", "사실 3"]
    assert [m.content for m in minji.memories(kind="fact", limit=2, offset=3)] == ["사실 1", "사실 0"]
    assert [m.content for m in minji.memories(tag="홀수")] == ["사실 3", "사실 1"]
    assert minji.stats().by_kind == {"fact": 5, "promise": 1}


def test_a_link_needs_both_ends_and_leaves_an_audit_event(minji: User) -> None:
    one, other = minji.remember("하나"), minji.remember("둘")
    minji.link(one.id, "related_to", other.id)
    assert minji.audit(limit=1)[0].action == "link"
    with pytest.raises(NotFound):
        minji.link(one.id, "related_to", "없음")
    with pytest.raises(InvalidInput):
        minji.link(one.id, "related to", other.id)
    minji.delete_memories([other.id])
    assert minji.links(one.id) == []
