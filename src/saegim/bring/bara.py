"""What bara_system knew, before its redesign and after: entities, facts, examples, talk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from saegim import User
from saegim.bring.old_sqlite import (
    OldFile,
    Row,
    opened,
    read_list,
    read_object,
    read_share,
    read_text,
    read_time,
)
from saegim.errors import NotFound, SaegimError
from saegim.models import ENTITY_TYPES, Entity, SentimentPoint

# Everything here has an id made of its table and number: brought twice, it is there once.
_SCORES = {"positive": 0.5, "negative": -0.5, "neutral": 0.0}
_KINDS = {
    "fact": "fact", "preference": "preference", "triple": "fact", "insight": "insight", "episode": "episode",
}  # fmt: skip


@dataclass(slots=True)
class Brought:
    """Rows by table: read, new here, there already; and those that could not be brought, with the reason."""

    read: Counter[str] = field(default_factory=Counter)
    added: Counter[str] = field(default_factory=Counter)
    there: Counter[str] = field(default_factory=Counter)
    skipped: list[tuple[str, str, str]] = field(default_factory=list)
    missing: list[tuple[str, str]] = field(default_factory=list)

    def skip(self, table: str, row: Row, why: str) -> None:
        self.skipped.append((table, str(row["id"]), why))


def bring_bara(user: User, file: str | Path, *, dry_run: bool = False, verify: bool = False) -> Brought:
    """Bring everything of a bara_system file to the bot that `user` is.

    The source is only read. A row that cannot be read is reported and skipped, nothing else is lost. With
    `verify`, every row that was read is looked for afterwards, and what is not there is listed as missing.
    """
    with opened(Path(file)) as old:
        brought = Brought()
        entities = list(_entities(user, old, brought))
        memories = list(_memories(old, brought))
        turns = list(_turns(old, brought))
        edges = old.rows("knowledge_edges")
        brought.read["knowledge_edges"] += len(edges)
    if dry_run:
        return brought
    for table, entity, points in entities:
        new = user.bring_entity(entity, points)
        (brought.added if new else brought.there)[table] += 1
    kept = _put_memories(user, memories, brought)
    for turn in turns:
        _put_turn(user, turn, brought)
    for row in edges:
        _put_edge(user, row, kept, brought)
    if verify:
        _look_for(user, kept, turns, brought)
    return brought


# Whom it knew.


def _entities(
    user: User, old: OldFile, brought: Brought
) -> Iterator[tuple[str, Entity, list[SentimentPoint]]]:
    history: dict[str, list[Row]] = {}
    for row in old.rows("sentiment_history"):
        brought.read["sentiment_history"] += 1
        history.setdefault(str(row.get("entity_profile_id")), []).append(row)
    for table in ("bot_memory", "entity_profiles"):
        for row in old.rows(table):
            brought.read[table] += 1
            name = read_text(row.get("entity_name"))
            last = read_time(row.get("last_interaction_at")) or read_time(row.get("first_seen_at"))
            if not name or last is None:
                brought.skip(table, row, "no name" if not name else "no time")
                continue
            id_ = f"bara-{table}-{row['id']}"
            entity = _entity(id_, name, row, last, user.persona)
            rows = history.get(str(row["id"]), []) if table == "entity_profiles" else []
            yield table, entity, [point for one in rows if (point := _point(id_, name, one)) is not None]


def _entity(id_: str, name: str, row: Row, last: datetime, persona: str | None) -> Entity:
    sort = read_text(row.get("entity_type")).casefold()
    label = read_text(row.get("sentiment")).casefold()
    names = dict.fromkeys(filter(None, (name, read_text(row.get("display_name")))))
    notes = read_text(row.get("personality_notes")) or read_text(row.get("relationship_notes"))
    count = read_text(row.get("interaction_count"))
    return Entity(
        id_, name, next((one for one in ENTITY_TYPES if one == sort), "person"), persona,
        read_time(row.get("first_seen_at")) or last, last,
        count=int(count) if count.isdecimal() else 0,
        names=tuple(names),
        platform=read_text(row.get("platform")) or None,
        summary=read_text(row.get("summary")),
        interests=tuple(dict.fromkeys(read_list(row.get("interests_json") or row.get("topics")))),
        notes=(notes,) if notes else (),
        sentiment=read_share(row.get("sentiment_score"), _SCORES.get(label, 0.0), least=-1.0),
        trust=read_share(row.get("trust_level"), 0.5),
    )  # fmt: skip


def _point(entity: str, name: str, row: Row) -> SentimentPoint | None:
    at = read_time(row.get("timestamp"))
    if at is None:
        return None
    score = read_share(row.get("sentiment_score"), 0.0, least=-1.0)
    return SentimentPoint(
        entity, f"{entity}-{row['id']}", at, name, score, score, read_text(row.get("context"))
    )


# What it knew.


def _memories(old: OldFile, brought: Brought) -> Iterator[tuple[str, dict[str, Any]]]:
    for table, told in (
        ("collected_info", _collected),
        ("good_examples", _example),
        ("knowledge_nodes", _node),
        ("memory_sessions", _session),
    ):
        for row in old.rows(table):
            brought.read[table] += 1
            memory = told(row)
            if not memory["content"]:
                brought.skip(table, row, "no content")
                continue
            metadata = {"bara": table, "platform": read_text(row.get("platform")), **memory["metadata"]}
            known = {name: value for name, value in metadata.items() if value not in ("", None)}
            yield table, {**memory, "id": f"bara-{table}-{row['id']}", "metadata": known}


def _collected(row: Row) -> dict[str, Any]:
    title, content = read_text(row.get("title")), read_text(row.get("content"))
    tags = [read_text(row.get("category")), *read_list(row.get("tags"))]
    return {
        "content": f"{title}: {content}" if title and content else title or content,
        "kind": "note",
        "subject": read_text(row.get("author")) or None,
        "tags": list(dict.fromkeys(filter(None, tags))),
        "importance": 0.8 if str(row.get("bookmarked")) == "1" else 0.5,
        "valid_from": read_time(row.get("timestamp")),
        "metadata": {"source_url": read_text(row.get("source_url"))},
    }


def _example(row: Row) -> dict[str, Any]:
    about = " ".join(
        filter(None, (read_text(row.get("context_title")), read_text(row.get("context_content"))))
    )
    said = read_text(row.get("bot_response"))
    counts = {name: row.get(name) for name in ("engagement_score", "reply_count", "upvote_count", "post_id")}
    return {
        "content": f"{about} → {said}" if about and said else said,
        "kind": "episode",
        "tags": ["good-example", *filter(None, [read_text(row.get("action_type"))])],
        "importance": 0.7,
        "valid_from": read_time(row.get("created_at")),
        "metadata": {name: value for name, value in counts.items() if isinstance(value, int | float | str)},
    }


def _node(row: Row) -> dict[str, Any]:
    sort = read_text(row.get("memory_type"))
    return {
        "content": read_text(row.get("content")),
        "kind": _KINDS.get(sort, "note"),
        "subject": read_text(row.get("author")) or None,
        "tags": ["triple"] if sort == "triple" else [],
        "importance": read_share(row.get("importance"), 0.5),
        "confidence": read_share(row.get("confidence"), 0.7),
        "valid_from": read_time(row.get("created_at")),
        "metadata": {
            **read_object(row.get("metadata_json")),
            "source_type": read_text(row.get("source_type")),
        },
    }


def _session(row: Row) -> dict[str, Any]:
    return {
        "content": read_text(row.get("summary")),
        "kind": "episode",
        "tags": list(filter(None, [read_text(row.get("topic"))])),
        "importance": 0.5,
        "valid_from": read_time(row.get("started_at")),
        "metadata": {},
    }


def _put_memories(
    user: User, memories: Iterable[tuple[str, dict[str, Any]]], brought: Brought
) -> dict[str, str]:
    """Write them; by their own ids, the ids of what holds them here (what was known keeps its own)."""
    kept: dict[str, str] = {}
    for table, memory in memories:
        there = _is_there(user, memory["id"])
        if there:
            # What was brought before and changed here since stays as it is.
            kept[memory["id"]] = memory["id"]
        else:
            try:
                (made,) = user.upsert([memory], actor="bring", reason="bara")
            except SaegimError as error:
                brought.skipped.append((table, memory["id"], error.en))
                continue
            kept[memory["id"]] = made.id
            there = made.id != memory["id"]
        (brought.there if there else brought.added)[table] += 1
    return kept


def _is_there(user: User, memory_id: str) -> bool:
    try:
        user.memory(memory_id)
    except NotFound:
        return False
    return True


# What was said.


def _turns(old: OldFile, brought: Brought) -> Iterator[dict[str, Any]]:
    """Messages two by two: what the bot answered belongs to what was said before it."""
    waiting: dict[str, Any] | None = None
    for row in old.rows("conversations"):
        brought.read["conversations"] += 1
        text, at = read_text(row.get("content")), read_time(row.get("timestamp"))
        if not text or at is None:
            brought.skip("conversations", row, "no content" if not text else "no time")
            continue
        answer = read_text(row.get("role")).casefold() in ("assistant", "bot")
        platform = read_text(row.get("platform")) or "chat"
        if answer and waiting is not None and waiting["platform"] == platform:
            waiting["messages"].append({"role": "assistant", "content": text, "at": at})
            yield waiting
            waiting = None
            continue
        if waiting is not None:
            yield waiting
        said = {"role": "assistant" if answer else "user", "content": text, "at": at}
        waiting = {"id": f"bara-c{row['id']}", "platform": platform, "messages": [said]}
    if waiting is not None:
        yield waiting


def _put_turn(user: User, turn: Mapping[str, Any], brought: Brought) -> None:
    there = user.find_turn(f"{turn['id']}-1") is not None
    try:
        user.record_messages(turn["messages"], id=turn["id"])
    except SaegimError as error:
        brought.skipped.append(("conversations", turn["id"], error.en))
        return
    (brought.there if there else brought.added)["conversations"] += len(turn["messages"])


def _put_edge(user: User, row: Row, kept: Mapping[str, str], brought: Brought) -> None:
    named = (f"bara-knowledge_nodes-{row.get(name)}" for name in ("source_id", "target_id"))
    ends = [kept.get(name, name) for name in named]
    relation = read_text(row.get("relation")) or "related_to"
    try:
        if any(link.target == ends[1] and link.relation == relation for link in user.links(ends[0])):
            brought.there["knowledge_edges"] += 1
            return
        user.link(ends[0], relation, ends[1], weight=read_share(row.get("weight"), 1.0))
    except SaegimError as error:
        brought.skip("knowledge_edges", row, error.en)
        return
    brought.added["knowledge_edges"] += 1


def _look_for(
    user: User, kept: Mapping[str, str], turns: Iterable[Mapping[str, Any]], brought: Brought
) -> None:
    brought.missing += [("memories", id_) for id_, here in kept.items() if not _is_there(user, here)]
    lost = {id_ for _, id_, _ in brought.skipped}
    for turn in turns:
        if turn["id"] not in lost and user.find_turn(f"{turn['id']}-1") is None:
            brought.missing.append(("conversations", turn["id"]))
