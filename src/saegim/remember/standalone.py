"""Sentences that can be understood on their own, about someone who is named."""

from __future__ import annotations

import re
from itertools import pairwise

LONGEST = 300
_LEAST_LETTERS = 4

_FIRST_PERSON_KO = re.compile(r"^(?:나는|난|저는)(?=\s)")
_FIRST_PERSON_SUBJECT_KO = re.compile(r"^(?:내가|제가)(?=\s)")
_FIRST_PERSON_OWN_KO = re.compile(r"^(?:나의|저의|내|제)(?=\s)")
_DANGLING_KO = re.compile(
    r"^(?:그것|이것|저것|그거|이거|거기|여기|걔|얘|그녀|그 사람|그분|너|당신|그|[그이저](?:건|게))"
    r"(?=[은는이가을를도의]?(?:\s|$))"
)
_FIRST_PERSON_EN = (
    (re.compile(r"^I(?:'m|’m| am)\b"), "The user is"),
    (re.compile(r"^I(?:'ve|’ve| have)\b"), "The user has"),
    (
        re.compile(r"^I (can|cannot|can't|could|will|would|must|should|may|might|was|had|did|never)\b"),
        r"The user \1",
    ),
    (re.compile(r"^I don(?:'|’)t\b"), "The user does not"),
    (
        re.compile(r"^I (like|live|work|own|need|want|take|love|hate|prefer|play|eat|drink|use)\b"),
        r"The user \1s",
    ),
    (re.compile(r"^My\b"), "The user's"),
    (re.compile(r"^(?:the )?user\b", re.IGNORECASE), "The user"),
)
_DANGLING_EN = re.compile(
    r"^(?:I|it|its|this|that|these|those|he|she|they|you|your|we|there)\b", re.IGNORECASE
)
_SENTENCE_END = re.compile(r"[.!?。…]+(?=\s|$)")


def standing_alone(sentence: str) -> str | None:
    """The sentence, a first person in it made the user; None when it cannot stand alone."""
    sentence = _shortened(_third_person(sentence))
    if sum(letter.isalnum() for letter in sentence) < _LEAST_LETTERS or len(sentence) > LONGEST:
        return None
    if _DANGLING_KO.match(sentence) or _DANGLING_EN.match(sentence):
        return None
    return sentence


def first_sentences(text: str, most: int) -> str:
    """The text up to the end of its sentence number `most`. Abbreviations and initials end no sentence."""
    ends = 0
    start = 0
    for match in _SENTENCE_END.finditer(text):
        if match.start() - start < 5:
            continue
        ends += 1
        start = match.end()
        if ends == most:
            return text[: match.end()]
    return text


def without_repeats(text: str) -> str:
    """The text with each sentence once: small models say the same again and again."""
    ends = [0, *(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]
    sentences = (text[start:end].strip() for start, end in pairwise(ends))
    return " ".join(dict.fromkeys(sentence for sentence in sentences if sentence))


def _third_person(sentence: str) -> str:
    sentence = _FIRST_PERSON_KO.sub("사용자는", sentence)
    sentence = _FIRST_PERSON_SUBJECT_KO.sub("사용자가", sentence)
    sentence = _FIRST_PERSON_OWN_KO.sub("사용자의", sentence)
    for pattern, third in _FIRST_PERSON_EN:
        if pattern.search(sentence):
            return pattern.sub(third, sentence, count=1)
    return sentence


def _shortened(sentence: str) -> str:
    if len(sentence) <= LONGEST:
        return sentence
    ends = [match.end() for match in _SENTENCE_END.finditer(sentence[:LONGEST])]
    return sentence[: ends[-1]] if ends else sentence
