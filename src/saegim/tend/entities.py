"""Meeting: a name becomes an entity, known or new, inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from saegim.ids import new_id
from saegim.language.text import has_hangul
from saegim.models import Entity, EntityType, JsonObject, Link, Memory, SentimentPoint, fold_name
from saegim.protocols import Tx, View
from saegim.remember.rules import words
from saegim.tend.names import Named
from saegim.tend.places import PLACES
from saegim.tend.sentiment import moved, rescored, trust
from saegim.tend.spelling import bare, given_name, sound, spellings

_PEOPLE = ("person", "bot", "pet")
# Among so many entities someone is looked for by the sound of their name.
_BY_SOUND_AMONG = 2_000
_MOST_NAMES = 12
_LATEST = 1_000
# What was counted in systems an entity was brought from, by its id there.
BROUGHT = "brought"
# Keys whose value names something.
_VALUES: dict[str, EntityType] = {
    "work.company": "organisation",
    "school": "organisation",
    "home.city": "place",
    "home.hometown": "place",
    "mention": "person",
}


@dataclass(frozen=True, slots=True)
class Impression:
    """Somebody named in a turn: how, and how they were spoken of."""

    named: Named
    valence: float = 0.0
    context: str = ""
    platform: str | None = None


def resolve(view: View, named: Named, persona: str | None, said: str = "") -> Entity | None:
    """Who is meant, if they are known; `said` is where the name stands.

    Of two who share the name: the one whose longer name was said (회사 민지), the one of the same sort, then
    the one last spoken of.
    """
    forms = spellings(named.name)
    found = view.entities_named(forms, persona=persona)
    for form in forms:
        fitting = [entity for entity in found.get(form, ()) if _fits(entity, named)]
        if fitting:
            heard = fold_name(said)
            return max(
                fitting, key=lambda e: (_told(e, heard), e.type == named.type, e.last_seen_at, e.count)
            )
    if named.sure and named.type in ("person", "bot"):
        return _by_sound(view, named, persona)
    return None


def _told(entity: Entity, heard: str) -> bool:
    return any(" " in name.strip() and fold_name(name) in heard for name in entity.names)


def _fits(entity: Entity, named: Named) -> bool:
    if named.type in _PEOPLE:
        if entity.type not in _PEOPLE and named.sure:
            return False
    elif entity.type != named.type:
        return False
    # 박민지 is not 김민지, though both are 민지.
    full = given_name(bare(named.name))
    others = [name for name in entity.names if given_name(name) is not None]
    return full is None or not others or bare(named.name) in others


def _by_sound(view: View, named: Named, persona: str | None) -> Entity | None:
    """@minji for 민지: the same sound in the other letters."""
    mine = sound(named.name)
    hangul = has_hangul(named.name)
    if len(mine) < 4:
        return None
    for id_, name in view.entity_names(types=("person", "bot"), persona=persona, limit=_BY_SOUND_AMONG):
        if has_hangul(name) != hangul and sound(name) == mine:
            return view.entity(id_)
    return None


def meet(
    tx: Tx, named: Named, persona: str | None, at: datetime, *, platform: str | None = None, said: str = ""
) -> Entity:
    """The entity of that name, made when nobody is known by it; not counted yet."""
    known = resolve(tx, named, persona, said)
    name = bare(named.name) or named.name
    if known is None:
        given = given_name(name)
        names = (name,) if given is None else (name, given)
        made = Entity(
            new_id("e", at), name, named.type, persona, at, at, names=names, platform=platform,
            relation=named.relation,
        )  # fmt: skip
        tx.put_entity(made)
        tx.add_audit("saegim", "meet", made.id, "named in what was said", {"type": made.type})
        return made
    changed = known
    if fold_name(name) not in {fold_name(other) for other in known.names}:
        changed = replace(changed, names=(*known.names, name)[:_MOST_NAMES])
    if known.relation is None and named.relation is not None:
        changed = replace(changed, relation=named.relation)
    if known.platform is None and platform is not None:
        changed = replace(changed, platform=platform)
    if changed != known:
        tx.put_entity(changed)
    return changed


def note_turn(
    tx: Tx, turn_id: str, persona: str | None, at: datetime, impressions: Sequence[Impression], now: datetime
) -> list[Entity]:
    """Count the turn for everyone named in it, move their scores, link those named together; who they were.

    The same turn counts once, however often it is read.
    """
    met: dict[str, tuple[Entity, Impression]] = {}
    for one in _meant(tx, impressions, persona):
        entity = meet(tx, one.named, persona, at, platform=one.platform, said=one.context)
        before = met.get(entity.id)
        if before is None or abs(one.valence) > abs(before[1].valence):
            met[entity.id] = (entity, one)
    already = set(tx.entities_in(turn_id))
    for entity, one in met.values():
        if entity.id not in already:
            _count(tx, entity, turn_id, at, one)
    _tie(tx, sorted(met), now)
    return [entity for entity, _ in met.values()]


def _meant(view: View, impressions: Sequence[Impression], persona: str | None) -> list[Impression]:
    """Without the doubtful names that nobody goes by: one question for all of them."""
    doubtful = [form for one in impressions if not one.named.sure for form in spellings(one.named.name)]
    known = view.entities_named(doubtful, persona=persona) if doubtful else {}
    return [
        one
        for one in impressions
        if one.named.sure
        or (
            any(form in known for form in spellings(one.named.name))
            and resolve(view, one.named, persona) is not None
        )
    ]


def _count(tx: Tx, entity: Entity, turn_id: str, at: datetime, one: Impression) -> None:
    latest = tx.sentiment(entity.id, since=at - timedelta(days=1), limit=_LATEST, offset=0)
    latest = [*latest, *tx.sentiment(entity.id, since=None, limit=1, offset=len(latest))][::-1]
    point = SentimentPoint(entity.id, turn_id, at, one.named.name, one.valence, 0.0, one.context)
    if latest and latest[-1].at >= at:
        # A turn of the past, or of the same moment: what came after it is reckoned anew.
        every = [*tx.sentiment(entity.id, since=None, limit=1_000_000, offset=0), point]
        score = put_rescored(tx, every)
    else:
        score = moved(latest, at, one.valence)
        tx.put_point(replace(point, score=score))
    count = entity.count + 1
    tx.put_entity(
        replace(
            entity, count=count, first_seen_at=min(entity.first_seen_at, at), sentiment=score,
            last_seen_at=max(entity.last_seen_at, at), trust=_trust(entity, count, score),
        )
    )  # fmt: skip


def put_rescored(tx: Tx, points: Sequence[SentimentPoint]) -> float:
    """Write the points whose score is not what it should be; the last score."""
    known = {(point.turn_id, point.score) for point in points}
    done = rescored(points)
    for point in done:
        # One that is new stands at 0 and may have to stay there.
        if (point.turn_id, point.score) not in known or not point.score:
            tx.put_point(point)
    return done[-1].score if done else 0.0


def _trust(entity: Entity, count: int, score: float) -> float:
    """As reckoned, unless a person has set it."""
    return entity.trust if entity.metadata.get("trust") == "hand" else trust(count, score)


def counted_elsewhere(entity: Entity) -> tuple[int, list[datetime]]:
    """How often the entity came up in systems it was brought from, and from when to when."""
    brought = entity.metadata.get(BROUGHT)
    count, times = 0, list[datetime]()
    for one in brought.values() if isinstance(brought, dict) else ():
        assert isinstance(one, dict)
        count += int(str(one["count"]))
        times += [datetime.fromisoformat(str(one[end])) for end in ("first", "last")]
    return count, times


def bring(tx: Tx, entity: Entity, points: Sequence[SentimentPoint]) -> bool:
    """Take over an entity known elsewhere under its id there; False when that was done before.

    Someone who goes by the name already is the one that is meant.
    """
    named = Named(entity.name, entity.type, 0)
    there = tx.entity(entity.id) or resolve(tx, named, entity.persona)
    before = {} if there is None else there.metadata.get(BROUGHT, {})
    assert isinstance(before, dict)
    if entity.id in before:
        return False
    counted: JsonObject = {
        "count": max(0, entity.count - len(points)),
        "first": entity.first_seen_at.isoformat(), "last": entity.last_seen_at.isoformat(),
    }  # fmt: skip
    into = entity if there is None else there
    into = replace(
        into,
        names=tuple(dict.fromkeys((*into.names, *entity.names)))[:_MOST_NAMES],
        platform=into.platform or entity.platform,
        summary=into.summary or entity.summary,
        interests=tuple(dict.fromkeys((*into.interests, *entity.interests))),
        notes=tuple(dict.fromkeys((*into.notes, *entity.notes))),
        metadata={**into.metadata, BROUGHT: {**before, entity.id: counted}},
    )
    tx.put_entity(into)
    for point in points:
        tx.put_point(replace(point, entity_id=into.id))
    done = recounted(tx, into)
    if not points and there is None:
        # Nothing to reckon it from but the figures themselves.
        tx.put_entity(replace(done, sentiment=entity.sentiment, trust=entity.trust))
    return True


def recounted(tx: Tx, entity: Entity) -> Entity:
    """The entity with what follows from its turns reckoned anew, and written."""
    points = tx.sentiment(entity.id, since=None, limit=1_000_000, offset=0)
    score = put_rescored(tx, points)
    brought, since = counted_elsewhere(entity)
    times = [*(point.at for point in points), *since]
    count = len(points) + brought
    done = replace(
        entity, count=count, sentiment=score, trust=_trust(entity, count, score),
        first_seen_at=min(times, default=entity.first_seen_at),
        last_seen_at=max(times, default=entity.last_seen_at),
    )  # fmt: skip
    tx.put_entity(done)
    return done


def _tie(tx: Tx, ids: Sequence[str], now: datetime) -> None:
    """Link those who came up together: a little stronger each time, never quite 1."""
    for i, one in enumerate(ids):
        for other in ids[i + 1 : i + 6]:
            known = tx.link_between(one, "related_to", other)
            weight = 0.2 if known is None else 1 - (1 - known.weight) * 0.8
            tx.put_link(Link(one, "related_to", other, round(weight, 4), now))


def names_in_memory(memory: Memory, found: Sequence[Named]) -> list[Named]:
    """Whom the memory is about: its subject, what its key or value names, and names in its text."""
    names: list[Named] = []
    key, value = memory.key or "", memory.value or ""
    if memory.subject not in (None, "", "user"):
        assert memory.subject is not None
        names.append(_subject(memory.subject, key))
    head, _, rest = key.partition(".")
    if head == "pet" and rest and words.SPECIES not in words.sorts(rest):
        names.append(Named(rest, "pet", 0, relation=value or None))
    elif head in ("relationship", "family") and value and _could_name_person(value):
        names.append(Named(value, "person", 0, relation=rest or None))
    elif key in _VALUES and 1 < len(value) <= 30:
        names.append(Named(value, _VALUES[key], 0))
    return [*names, *found]


def _subject(subject: str, key: str) -> Named:
    sorts = words.sorts(subject)
    if key.startswith("pet") or words.SPECIES in sorts:
        return Named(subject, "pet", 0)
    if subject in PLACES:
        return Named(subject, "place", 0)
    if words.COMPANY in sorts or words.SCHOOL in sorts or words.BUSINESS in sorts:
        return Named(subject, "organisation", 0)
    kin = words.FAMILY in sorts or words.COMPANION in sorts
    return Named(subject, "person", 0, relation=subject if kin else None)


def _could_name_person(value: str) -> bool:
    return words.looks_like_name(value) or (words.could_be_given(value) and not words.sorts(value))


def link_memory(tx: Tx, memory: Memory, found: Sequence[Named], now: datetime) -> list[Entity]:
    """Link the memory `about` everyone it names; known ones, and new ones it names surely."""
    linked: dict[str, Entity] = {}
    for named in names_in_memory(memory, found):
        if named.sure or resolve(tx, named, memory.persona) is not None:
            entity = meet(tx, named, memory.persona, memory.valid_from, said=memory.content)
            linked.setdefault(entity.id, entity)
    for entity_id in linked:
        tx.put_link(Link(memory.id, "about", entity_id, 1.0, now))
    return list(linked.values())
