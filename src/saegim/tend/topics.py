"""What memories are about in a word or two: whom, tags, and the nouns they share."""

from __future__ import annotations

from collections.abc import Sequence

from saegim.language import stopwords
from saegim.language.morphemes import Analyser
from saegim.models import Memory
from saegim.protocols import View
from saegim.remember.extractive import EMPTY_NOUNS
from saegim.tend.breath import Breath

_MOST = 8
# Memories whose words are read at a time: a few milliseconds.
_READ = 300


def topics_of(view: View, memories: Sequence[Memory], breath: Breath) -> dict[str, list[str]]:
    """Topics of each memory by its id, the surest first: entities, tags, then words."""
    documents: dict[str, int] = {}
    words: dict[int, list[str]] = {}
    for start in range(0, len(memories), _READ):
        own = view.documents_of([memory.id for memory in memories[start : start + _READ]])
        documents |= own
        words |= view.terms_of(list(own.values()))
        breath.take()
    names: dict[str, str] = {}
    found: dict[str, list[str]] = {}
    for memory in breath.each(memories):
        topics: list[str] = []
        for link in view.links(memory.id, relation="about"):
            if link.target not in names:
                entity = view.entity(link.target)
                names[link.target] = "" if entity is None else entity.name
            topics.append(names[link.target])
        topics += memory.tags
        topics += [term for term in words.get(documents.get(memory.id, 0), ()) if telling(term)]
        found[memory.id] = list(dict.fromkeys(topic for topic in topics if topic))[:_MOST]
    return found


def is_noun(term: str, analyser: Analyser) -> bool:
    """Whether the word by itself is a noun."""
    (analysis,) = analyser.analyse([term])
    return all(m.tag.startswith(("NN", "SL", "XR")) for m in analysis.morphemes)


def telling(term: str) -> bool:
    """Whether a word can be a topic: long enough, and not one that every text holds."""
    return (
        len(term) > 1
        and not term.isdigit()
        and term not in EMPTY_NOUNS
        and term not in stopwords.KOREAN
        and term not in stopwords.ENGLISH
        # Stems of verbs: 좋아하, 이야기하.
        and not term.endswith(("하", "되", "시키"))
    )
