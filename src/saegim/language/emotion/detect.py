"""The emotion of a text, by its words, its marks and, where there is one, its vector."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from saegim.language.emotion import korean, words
from saegim.language.emotion.classify import SPOKEN, felt, likelihoods
from saegim.language.emotion.labels import LABELS, NEUTRAL, Emotion, Label
from saegim.language.emotion.signs import FAINT, INTENSE, Sign, denied
from saegim.language.emotion.surface import read_surface
from saegim.language.morphemes import Analysis, stem
from saegim.language.text import has_hangul, nfc

FEELINGS: tuple[Label, ...] = ("angry", "sad", "happy")
# Below this the words say too little; a single weak word stays neutral.
THRESHOLD = 0.5
# A short text with one feeling in it means what it says. On KOTE it makes no difference (first half, five folds:
# .613 without, .614 at 40, .608 at 60); to a person who says "너무 슬퍼" it does.
_SHORT = 40
# How likely a feeling must be where the words are silent. KOTE alone would ask nothing (.641, now .614), but then
# 15% of such statements in tests/data/extraction pass for feelings; like this, 4% do.
_SURE = 0.55
# Nobody needs the whole of a pasted article to see how the writer feels.
_MOST_CHARACTERS = 4_000


def detect_emotion(
    text: str, analysis: Analysis | None = None, *, vector: Sequence[float] | None = None, space: str = ""
) -> Emotion:
    """How the writer of a text feels, from its words, marks and emoji; neutral when they say nothing.

    `analysis` is that of the same text; without morphemes the surface is read instead, less well. With a
    `vector` from a `space` the classifier was trained on, the two decide together.
    """
    signs = _signs(text, analysis)
    scores = _weigh(signs)
    said = _said(scores)
    if vector is None or (said != NEUTRAL and _plain(scores) and len(text) <= _SHORT):
        return said
    likely = likelihoods(vector, space, spoken_features(scores))
    if likely is None:
        return said
    best = max(LABELS, key=likely.__getitem__)
    if best == "neutral" or (said == NEUTRAL and (likely[best] < _SURE or _denied(signs, best))):
        return NEUTRAL
    return Emotion(best, max(felt(likely[best]), intensity(scores[best])))


def spoken_features(scores: Mapping[Label, float]) -> list[float]:
    """What the words say, as the classifier reads it: each feeling from 0 to 1, and whether none is clear."""
    return [*(1 - math.exp(-scores[label]) for label in SPOKEN), float(max(scores.values()) < THRESHOLD)]


def _said(scores: Mapping[Label, float]) -> Emotion:
    # max() keeps the first of equals: the feeling that is worst to miss.
    best = max(FEELINGS, key=scores.__getitem__)
    return Emotion(best, intensity(scores[best])) if scores[best] >= THRESHOLD else NEUTRAL


def _denied(signs: Sequence[Sign], label: Label) -> bool:
    """Whether the words say that it is not so: 나 안 슬퍼."""
    return any(sign.label == label and sign.weight < 0 for sign in signs)


def _plain(scores: Mapping[Label, float]) -> bool:
    """Whether the words speak for one feeling and no other."""
    return sum(score > 0 for score in scores.values()) == 1


def intensity(score: float) -> float:
    """How strong a feeling of such a score is: .5 for a plain word, .63 for a strong one, never quite 1."""
    return round(1 - math.exp(-max(0.0, score)), 3)


def emotion_scores(text: str, analysis: Analysis | None = None) -> dict[Label, float]:
    """How much the text's own words speak for angry, sad and happy; 0 and up, each."""
    return _weigh(_signs(text, analysis))


def _signs(text: str, analysis: Analysis | None) -> list[Sign]:
    text = nfc(text)[:_MOST_CHARACTERS]
    signs: list[Sign] = []
    if has_hangul(text):
        pattern, entries = _spelled()
        spelled = list(pattern.finditer(text))
        signs += (Sign(*entries["".join(match[0].split())]) for match in spelled)
        if analysis is not None and analysis.morphemes:
            read = [morpheme for morpheme in analysis.morphemes if morpheme.start < len(text)]
            covered = {at for match in spelled for at in range(*match.span())}
            signs += korean.signs_in(korean.read_morphemes(text, read, covered))
        else:
            signs += korean.signs_in(read_surface(pattern.sub(" ", text)))
    signs += _english(text)
    signs += _marks(text)
    return signs


def _weigh(signs: Sequence[Sign]) -> dict[Label, float]:
    said = dict.fromkeys(FEELINGS, 0.0)
    marked = dict.fromkeys(FEELINGS, 0.0)
    for sign in signs:
        if sign.label != "neutral":
            (marked if sign.mark else said)[sign.label] += sign.weight
    # Tears beside joy are joy (고마워 ㅠㅠ); laughter beside anger or grief only covers it.
    if said["happy"] > max(said["sad"], said["angry"]):
        said["happy"] += max(0.0, marked["sad"]) / 3
        marked["sad"] = 0.0
    elif max(said["sad"], said["angry"]) > said["happy"]:
        marked["happy"] *= 0.35
    return {label: max(0.0, said[label] + marked[label]) for label in FEELINGS}


@lru_cache(maxsize=1)
def _spelled() -> tuple[re.Pattern[str], dict[str, tuple[Label, float]]]:
    entries = _by_word(words.SPELLED)
    # People put spaces inside or leave them out: 말도 안 돼, 말도안돼.
    ordered = sorted(entries, key=len, reverse=True)
    return re.compile("|".join(r"\s?".join(word) if len(word) > 2 else word for word in ordered)), entries


def _by_word(table: words.Weighted) -> dict[str, tuple[Label, float]]:
    return {
        word: (label, weight)
        for label, by_weight in table.items()
        for weight, listed in by_weight.items()
        for word in listed.split()
    }


_ENGLISH_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_CLAUSE_END = re.compile(r"[.!?;,]|\bbut\b")


def _english(text: str) -> Iterator[Sign]:
    lowered = text.lower().replace("’", "'")
    tokens = [(match[0], match.start()) for match in _ENGLISH_WORD.finditer(lowered)]
    if not tokens:
        return
    lexicon = _english_lexicon()
    for i, (word, at) in enumerate(tokens):
        entry = lexicon.get(word) or lexicon.get(stem(word))
        if entry is None:
            continue
        label, weight = entry
        near = [
            other for other, start in tokens[max(0, i - 3) : i] if not _CLAUSE_END.search(lowered[start:at])
        ]
        if near and near[-1] in words.INTENSIFIERS:
            weight *= INTENSE
        elif near and near[-1] in words.DIMINISHERS:
            weight *= FAINT
        yield denied(label, weight) if words.ENGLISH_NEGATIONS.intersection(near) else Sign(label, weight)
    for pattern, label, weight in _phrases():
        if pattern.search(lowered):
            yield Sign(label, weight)


@lru_cache(maxsize=1)
def _english_lexicon() -> dict[str, tuple[Label, float]]:
    entries = _by_word(words.ENGLISH)
    return {stem(word): entry for word, entry in entries.items()} | entries


@lru_cache(maxsize=1)
def _phrases() -> tuple[tuple[re.Pattern[str], Label, float], ...]:
    return tuple((re.compile(pattern), label, weight) for pattern, label, weight in words.PHRASES)


@lru_cache(maxsize=1)
def _mark_patterns() -> tuple[tuple[re.Pattern[str], Label, float], ...]:
    emoji = ((f"[{listed}]", label, 0.8) for label, listed in words.EMOJI.items())
    return tuple((re.compile(pattern), label, weight) for pattern, label, weight in (*words.MARKS, *emoji))


def _marks(text: str) -> Iterator[Sign]:
    for pattern, label, weight in _mark_patterns():
        length = sum(map(len, pattern.findall(text)))
        if length:
            # ㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋ says more than ㅋㅋ, but not five times more.
            yield Sign(label, weight * min(2.0, 1 + math.log10(length) / 2), mark=True)
