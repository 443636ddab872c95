"""Memories that say the same become one: found by blocking, merged with all they carry, undone whole."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from saegim.ids import new_id
from saegim.language.morphemes import Analyser
from saegim.models import Change, JsonObject, Link, Memory
from saegim.protocols import Tx, View
from saegim.remember import hand
from saegim.tend.breath import Breath
from saegim.tend.contrary import SHARED_WORDS, may_be_one, share_words, telling_words
from saegim.tend.keep import ACTOR, guarded, tended

# These have a life of their own: sessions and reflection renew them.
_APART = frozenset({"episode", "insight"})
# A word in more memories than this tells nothing apart; its pairs are found by their other words.
_COMMON = 200
_TURNS_KEPT = 50
# Memories whose words are read at a time: a few milliseconds.
_READ = 300


@dataclass(frozen=True, slots=True)
class Merge:
    """One memory takes in another."""

    keep: Memory
    gone: Memory
    cosine: float | None


def plan_merges(
    view: View,
    memories: Sequence[Memory],
    *,
    analyser: Analyser,
    space: int | None,
    least: float,
    most: int,
    breath: Breath,
) -> list[Merge]:
    """Pairs to merge, no memory in two of them. `memories` are the current ones."""
    open_ = [m for m in memories if m.kind not in _APART and m.valid_to is None and m.state == "active"]
    documents, terms = _words_of(view, open_, breath)
    found: list[Merge] = []
    taken: set[str] = set()
    for block in _blocks([memory for memory in open_ if memory.id in terms]):
        for one, other in _pairs(block, terms, breath):
            if len(found) >= most:
                return found
            if one.id in taken or other.id in taken or (guarded(one) and guarded(other)):
                continue
            if not may_be_one(one, other, terms[one.id], terms[other.id], analyser):
                continue
            near = _cosine(view, space, documents[one.id], documents[other.id])
            if (least > near) if near is not None else (terms[one.id] != terms[other.id]):
                continue
            if view.link_between(min(one.id, other.id), "distinct_from", max(one.id, other.id)):
                continue
            keep, gone = _ranked(one, other, terms)
            if not guarded(gone):
                found.append(Merge(keep, gone, near))
                taken |= {keep.id, gone.id}
    return found


def _words_of(
    view: View, memories: Sequence[Memory], breath: Breath
) -> tuple[dict[str, int], dict[str, frozenset[str]]]:
    """The documents of the memories, and the telling words of those that have any."""
    documents: dict[str, int] = {}
    terms: dict[str, frozenset[str]] = {}
    for start in range(0, len(memories), _READ):
        part = memories[start : start + _READ]
        own = view.documents_of([memory.id for memory in part])
        words = view.terms_of(list(own.values()))
        breath.take()
        documents |= own
        found = {id_: telling_words(words.get(document, ())) for id_, document in own.items()}
        terms |= {id_: telling for id_, telling in found.items() if telling}
        breath.take()
    return documents, terms


def _blocks(memories: Sequence[Memory]) -> Iterator[list[Memory]]:
    """Memories of one kind about one person; nothing is compared across."""
    blocks: dict[tuple[str, str | None, str, str | None], list[Memory]] = defaultdict(list)
    for memory in memories:
        blocks[memory.kind, memory.persona, memory.subject or "user", memory.key].append(memory)
    yield from (block for block in blocks.values() if len(block) > 1)


def _pairs(
    block: Sequence[Memory], terms: dict[str, frozenset[str]], breath: Breath
) -> Iterator[tuple[Memory, Memory]]:
    """Pairs that can share enough words.

    Of two sets that share a given part of their words, the rarest few of one hold one of the other's: so each
    is filed under its rarest words only, and whoever meets there is compared.
    """
    rarity = Counter(term for memory in breath.each(block) for term in terms[memory.id])
    filed: dict[str, list[Memory]] = defaultdict(list)
    for memory in breath.each(sorted(block, key=lambda m: (m.created_at, m.id))):
        own = sorted(terms[memory.id], key=lambda term: (rarity[term], term))
        prefix = own[: len(own) - math.ceil(SHARED_WORDS * len(own)) + 1]
        met: set[str] = set()
        for term in prefix:
            if rarity[term] <= _COMMON or len(prefix) == 1:
                for other in filed[term][-_COMMON:]:
                    if other.id not in met:
                        met.add(other.id)
                        if share_words(terms[memory.id], terms[other.id]):
                            yield other, memory
            filed[term].append(memory)


def _cosine(view: View, space: int | None, one: int, other: int) -> float | None:
    """None: without vectors, words decide."""
    if space is None:
        return None
    rows = dict(view.vectors_of(space, [one, other]))
    if len(rows) < 2:
        return None
    import numpy as np

    mine, theirs = (np.frombuffer(rows[n], dtype=np.float32) for n in (one, other))
    return float(mine @ theirs)


def _ranked(one: Memory, other: Memory, terms: dict[str, frozenset[str]]) -> tuple[Memory, Memory]:
    """The one that stays first: what a person pinned or wrote, what says more, what matters more."""

    def rank(memory: Memory) -> tuple[bool, bool, bool, int, float, int]:
        said = len(terms[memory.id])
        by_hand = memory.origin == "hand"
        return guarded(memory), memory.pinned, by_hand, said, memory.importance, memory.access_count

    return (one, other) if rank(one) >= rank(other) else (other, one)


def apply_merge(tx: Tx, merge: Merge, now: datetime) -> Change | None:
    """Merge the two if both are as they were; the change, which `undo_merge` takes back."""
    keep, gone = tx.memory(merge.keep.id), tx.memory(merge.gone.id)
    if keep is None or gone is None or not _unchanged(keep, merge.keep) or not _unchanged(gone, merge.gone):
        return None
    reason = f"says the same as {keep.id}"
    more = replace(
        keep,
        importance=max(keep.importance, gone.importance),
        confidence=max(keep.confidence, gone.confidence),
        tags=tuple(dict.fromkeys((*keep.tags, *gone.tags))),
        pii_flags=tuple(dict.fromkeys((*keep.pii_flags, *gone.pii_flags))),
        source_turns=tuple(dict.fromkeys((*gone.source_turns, *keep.source_turns)))[-_TURNS_KEPT:],
        valid_from=min(keep.valid_from, gone.valid_from),
        updated_at=now,
    )
    tx.put_memory(more, actor=ACTOR, action="merge", reason=f"took in {gone.id}")
    tx.set_access(keep.id, keep.access_count + gone.access_count, _later(keep, gone))
    tx.put_memory(tended(gone, "merge", now), actor=ACTOR, action="merge_away", reason=reason)
    copied: list[list[str]] = []
    for link in tx.links(gone.id):
        source, target = (keep.id if node == gone.id else node for node in (link.source, link.target))
        if source == target or tx.link_between(source, link.relation, target) is not None:
            continue
        tx.put_link(Link(source, link.relation, target, link.weight, now))
        copied.append([source, link.relation, target])
    tx.put_link(Link(keep.id, "merged_from", gone.id, 1.0, now))
    detail: JsonObject = {
        "keep": keep.id, "keep_version": keep.version, "gone": gone.id, "gone_version": gone.version,
        "gone_count": gone.access_count, "links": [list(link) for link in copied],
    }  # fmt: skip
    change = Change(new_id("u", now), now, ACTOR, "merge", (keep.id, gone.id), detail)
    tx.put_change(change)
    return change


def _unchanged(now: Memory, planned: Memory) -> bool:
    return now.version == planned.version and now.state == "active"


def _later(one: Memory, other: Memory) -> datetime | None:
    times = [m.last_accessed_at for m in (one, other) if m.last_accessed_at is not None]
    return max(times, default=None)


def undo_merge(tx: Tx, change: Change, *, actor: str, now: datetime) -> None:
    """Two memories again, never merged anew. What a person changed since stays as they left it."""
    detail = change.detail
    keep_id, gone_id = str(detail["keep"]), str(detail["gone"])
    keep, gone = hand.get_memory(tx, keep_id), hand.get_memory(tx, gone_id)
    reason = f"undo {change.id}"
    versions = {v.version: v.memory for v in tx.versions(keep_id)}
    before = versions[int(str(detail["keep_version"]))]
    if keep.version == before.version + 1:
        tx.put_memory(replace(before, updated_at=now), actor=actor, action="undo", reason=reason)
    count = max(0, keep.access_count - int(str(detail["gone_count"])))
    tx.set_access(keep_id, count, keep.last_accessed_at)
    then = {v.version: v.memory for v in tx.versions(gone_id)}[int(str(detail["gone_version"]))]
    if gone.state == "forgotten":
        tx.put_memory(replace(then, updated_at=now), actor=actor, action="undo", reason=reason)
    links = detail["links"]
    assert isinstance(links, list)
    for link in links:
        assert isinstance(link, list)
        tx.delete_link(str(link[0]), str(link[1]), str(link[2]))
    tx.delete_link(keep_id, "merged_from", gone_id)
    tx.put_link(Link(min(keep_id, gone_id), "distinct_from", max(keep_id, gone_id), 0.0, now))
