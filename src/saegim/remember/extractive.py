"""Summaries without a language model: what was learned, and the sentence the talk turned around."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from saegim.language.emotion import detect_emotion, to_wide
from saegim.language.morphemes import Analyser
from saegim.language.text import ends_in_consonant, has_hangul, is_question, nfc
from saegim.models import Memory, Turn
from saegim.remember.drafts import SummaryDraft

_SENTENCES = re.compile(r"(?<=[.!?…])\s+|\n+")
_LAUGHTER = re.compile(r"[ㄱ-ㅎㅏ-ㅣ]{2,}|[~^;]+")
_SHORTEST, _LONGEST = 6, 160
_MOST_SENTENCES = 64
_TOPICS = 3
_FALLBACK_CHARACTERS = 500
# Nouns that every conversation holds.
EMPTY_NOUNS = frozenset(
    {
        "오늘", "내일", "어제", "지금", "요즘", "이번", "다음", "저번", "그때", "시간", "정도", "사람",
        "진짜", "완전", "그거", "이거", "저거", "우리", "때문", "얘기", "이야기", "하루", "아침", "점심",
        "사용자", "느낌", "기분", "요새", "조금", "다들", "자기", "마음", "저녁", "생각",
    }
)  # fmt: skip


def summarise(
    turns: Sequence[Turn],
    facts: Sequence[Memory],
    *,
    analyser: Analyser,
    previous: str | None = None,
    sentences: int = 2,
) -> SummaryDraft:
    """At most `sentences` sentences on what was said, after `previous` when that is folded in.

    Empty when nothing was said that a sentence could be made of.
    """
    said = [message.content for turn in turns for message in turn.messages if message.role == "user"]
    # By most of it: who writes English to somebody in Busan quotes a Korean word now and then.
    korean = 2 * sum(map(has_hangul, said)) > len(said)
    best = [fact.content for fact in sorted(facts, key=lambda fact: -fact.importance)]
    kept = list(dict.fromkeys(best))[:sentences]
    if len(kept) < sentences:
        kept += [_quoted(text, korean) for text in _central(said, analyser, sentences - len(kept))]
    content = " ".join(text if text[-1] in ".!?…\"'”" else f"{text}." for text in kept)
    if previous:
        content = f"{previous.rstrip()} {content}".strip()
    feeling, strength = _feeling(said, analyser)
    return SummaryDraft(
        content,
        topics(said, analyser),
        feeling,
        _importance(facts, strength),
    )


def fallback(turns: Sequence[Turn]) -> SummaryDraft:
    """The first 500 characters of the conversation as it was, marked as such."""
    lines = [f"{message.role}: {message.content}" for turn in turns for message in turn.messages]
    return SummaryDraft("\n".join(lines)[:_FALLBACK_CHARACTERS], importance=5, fallback=True)


def topics(texts: Sequence[str], analyser: Analyser) -> tuple[str, ...]:
    """What was talked about most: nouns, by how many of the texts hold them."""
    counts: Counter[str] = Counter()
    for analysis in analyser.analyse(list(texts)):
        if analysis.morphemes:
            words = {m.form for m in analysis.morphemes if m.tag in ("NNG", "NNP", "SL") and len(m.form) > 1}
        else:
            words = {term for term in analysis.terms if len(term) > 2 and not term.isdigit()}
        counts.update(sorted(words - EMPTY_NOUNS))
    return tuple(word for word, _ in counts.most_common(_TOPICS))


def _central(said: Sequence[str], analyser: Analyser, count: int) -> list[str]:
    """The sentences whose words the talk came back to most, in the order they were said.

    By words, not vectors: embedding every sentence anew took a tenth of all the time of remembering.
    """
    # Each with the text to analyse: the message itself where it is one sentence, since that was read already.
    found: dict[str, str] = {}
    for one in said:
        parts = _SENTENCES.split(nfc(one))
        for text in (_LAUGHTER.sub("", part).strip() for part in parts):
            if _SHORTEST <= len(text) <= _LONGEST and not is_question(text):
                found.setdefault(text, one if len(parts) == 1 else text)
    sentences = list(found)[-_MOST_SENTENCES:]
    if len(sentences) <= count:
        return sentences
    words = [frozenset(a.terms) for a in analyser.analyse([found[text] for text in sentences])]
    often = Counter(word for one in words for word in one)
    # A long sentence holds more words by chance, a short one says too little: the root is between.
    weight = [sum(often[word] for word in one) / math.sqrt(len(one) + 1) for one in words]
    ranked = sorted(range(len(sentences)), key=lambda i: -weight[i])
    return [sentences[i] for i in sorted(ranked[:count])]


def _quoted(text: str, korean: bool) -> str:
    text = text.rstrip(" .")
    if not korean:
        return f'The user said: "{text}."'
    particle = "이라고" if ends_in_consonant(text) else "라고"
    return f'사용자가 "{text}"{particle} 했다.'


def _feeling(said: Sequence[str], analyser: Analyser) -> tuple[str | None, float]:
    """The feeling that was strongest over all, as one of the wide labels, and how strong."""
    felt: Counter[str] = Counter()
    strongest: dict[str, float] = {}
    for text, analysis in zip(said, analyser.analyse(list(said)), strict=True):
        emotion = detect_emotion(text, analysis)
        if emotion.label != "neutral":
            wide = to_wide(emotion)
            felt[wide] += round(emotion.intensity * 1000)
            strongest[wide] = max(strongest.get(wide, 0.0), emotion.intensity)
    if not felt:
        return "평온", 0.0
    (label, _), *_ = felt.most_common(1)
    return label, strongest[label]


def _importance(facts: Sequence[Memory], strength: float) -> int:
    learned = max((fact.importance for fact in facts), default=0.3)
    return max(1, min(10, round(10 * max(learned, strength * 0.8))))
