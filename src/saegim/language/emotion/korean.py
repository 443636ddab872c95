"""Signs of emotion in Korean: the word list over morphemes, with what grammar does to each word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache

from saegim.language.emotion import words
from saegim.language.emotion.labels import Label
from saegim.language.emotion.signs import FAINT, INTENSE, OUTWEIGHED, Sign, denied
from saegim.language.morphemes import Morpheme

Lexicon = dict[tuple[str, ...], tuple[Label, float]]

_CONTENT = ("NN", "NR", "NP", "VV", "VA", "XR", "MAG", "IC", "XSN", "SL", "W_")
_CONTRAST = frozenset({"지만", "는데", "ᆫ데", "은데", "던데", "으나", "지마는"})
_GLUED = frozenset({"개", "핵", "왕", "캡"})
# What may change the words around it; all else is a word or nothing.
_GRAMMAR = frozenset(
    {"안", "못", "않", "못하", "아니하", "없", "말", "죽", "었었", "았었", "시", "싶", "겠"}
).union(_CONTRAST, words.INTENSIFIERS, words.DIMINISHERS)


@dataclass(slots=True)
class Token:
    """A content morpheme with what the grammar around it does to it."""

    form: str
    verb: bool = False
    factor: float = 1.0
    negated: bool = False
    forbidden: bool = False
    wished: bool = False
    past: bool = False
    outweighed: bool = False


def canonical(form: str) -> str:
    """행복하, 행복되 and 행복 are one word."""
    return form[:-1] if len(form) > 1 and form[-1] in "하되" else form


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """Entries by the canonical forms of their content morphemes."""
    found: Lexicon = {}
    for label, by_weight in words.KOREAN.items():
        for weight, listed in by_weight.items():
            for entry in listed.split():
                found[tuple(canonical(part.removesuffix("다")) for part in entry.split("_"))] = (
                    label,
                    weight,
                )
    for person in words.PEOPLE:
        found[(person, "보", "싶")] = ("sad", words.PLAIN)
        found[(person, "돌아가", "시")] = ("sad", words.STRONG)
    return found


@lru_cache(maxsize=1)
def _longest() -> dict[str, int]:
    """How many words the longest entry has that begins with a word."""
    found: dict[str, int] = {}
    for entry in lexicon():
        found[entry[0]] = max(len(entry), found.get(entry[0], 0))
    return found


@lru_cache(maxsize=1)
def _parts() -> frozenset[str]:
    return frozenset(part for entry in lexicon() for part in entry)


def read_morphemes(text: str, morphemes: Sequence[Morpheme], skip: Set[int] = frozenset()) -> list[Token]:
    """The content words of an analysed text with their modifiers; nothing that begins at a place in `skip`."""
    tokens: list[Token] = []
    factor, negated = 1.0, False
    for i, (form, full_tag, start, _) in enumerate(morphemes):
        tag = full_tag.partition("-")[0]
        if start in skip:
            continue
        if form in _GRAMMAR or tag == "VCN":
            last = tokens[-1] if tokens else None
            if form in ("안", "못") and tag == "MAG":
                negated = True
                continue
            if _intensifies(morphemes, i):
                factor = INTENSE
                continue
            if form in words.DIMINISHERS:
                factor = FAINT
                continue
            if last is not None and _modify(text, morphemes, i, last, tokens):
                continue
            if form in ("싶", "겠") and tag in ("VX", "EP"):
                if last is not None:
                    last.wished = True
                tokens.append(Token(form))
                continue
        if _is_content(tag) and (tag != "MAG" or form in _parts()):
            tokens.append(Token(canonical(form), tag[:2] in ("VV", "VA"), factor, negated))
            factor, negated = 1.0, False
    return tokens


@lru_cache(maxsize=256)
def _is_content(tag: str) -> bool:
    return tag.startswith(_CONTENT)


def _intensifies(morphemes: Sequence[Morpheme], i: int) -> bool:
    form, tag = morphemes[i].form, morphemes[i].tag
    if form not in words.INTENSIFIERS:
        return False
    if form not in _GLUED:
        return not tag.startswith(("V", "J", "E"))
    # 개웃겨 is very funny; 개 웃겨 is a funny dog.
    return i + 1 < len(morphemes) and morphemes[i + 1].start == morphemes[i].start + morphemes[i].length


def _modify(text: str, morphemes: Sequence[Morpheme], i: int, last: Token, tokens: list[Token]) -> bool:
    """Whether the morpheme only changes what came before it, and did."""
    form, tag = morphemes[i].form, morphemes[i].tag.split("-")[0]
    if tag == "VCN" or (form in ("않", "못하", "아니하") and tag in ("VX", "VV", "VA")):
        if not _asks(text, morphemes[i]):
            last.negated = not last.negated
    elif form == "없" and not last.verb and (last.form, "없") not in lexicon():
        last.negated = not last.negated
    elif form == "말" and tag in ("VX", "VV"):
        # 짜증나게 하지 마 says that it does annoy.
        last.forbidden = not any(m.form == "게" and m.tag == "EC" for m in morphemes[max(0, i - 3) : i])
    elif (
        form == "죽"
        and tag[:1] == "V"
        and morphemes[i - 1].tag == "EC"
        and morphemes[i - 1].form in ("어", "아")
    ):
        # 힘들어 죽겠어 is hard, not death.
        last.factor *= INTENSE
    elif form in ("었었", "았었"):
        last.past = True
    elif form == "시" and tag == "EP" and last.form == "돌아가":
        tokens.append(Token("시"))
    elif tag == "EC" and form in _CONTRAST:
        for token in tokens:
            token.outweighed = True
    else:
        return False
    return True


def _asks(text: str, negation: Morpheme) -> bool:
    """Whether a negation only asks for agreement: 좋지 않아? says that it is good."""
    end = negation.start + negation.length
    return re.match(r"[가-힣]{0,3}\s*[?？]", text[end : end + 6]) is not None


def signs_in(tokens: Sequence[Token]) -> Iterator[Sign]:
    """The signs of emotion in content words, the longest entries first."""
    tokens = [Token("^"), *tokens]
    entries, longest = lexicon(), _longest()
    at = 0
    while at < len(tokens):
        step = 1
        for size in range(min(longest.get(tokens[at].form, 0), len(tokens) - at), 0, -1):
            part = tokens[at : at + size]
            entry = entries.get(tuple(token.form for token in part))
            if entry is None:
                continue
            after = tokens[at + size] if at + size < len(tokens) else None
            if after is not None and not part[-1].verb and after.verb and after.form in words.LIGHT_VERBS:
                part = [*part, after]
            sign = _modified(entry, part)
            if sign is not None:
                yield sign
            step = len(part)
            break
        at += step


def _modified(entry: tuple[Label, float], part: Sequence[Token]) -> Sign | None:
    label, weight = entry
    if any(token.forbidden for token in part):
        return None
    for token in part:
        weight *= token.factor
    if sum(token.negated for token in part) % 2:
        return denied(label, weight)
    if label == "happy" and part[-1].past:
        # 행복했었는데: it was, so it no longer is.
        return denied(label, weight)
    if label == "happy" and part[-1].wished:
        weight *= 0.5
    if part[-1].outweighed:
        weight *= OUTWEIGHED
    return Sign(label, weight, mark=part[0].form in words.TEARS)
