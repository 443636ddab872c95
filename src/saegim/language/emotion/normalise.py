"""One emotion out of anything a language model may say."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence, Set
from enum import Enum
from functools import lru_cache
from numbers import Real
from typing import SupportsFloat

from saegim.language.emotion import words
from saegim.language.emotion.detect import detect_emotion
from saegim.language.emotion.labels import LABELS, NEUTRAL, Emotion, Label, from_wide
from saegim.language.text import nfc

# Of equal claims the first wins: the one that is worst to miss, neutral only when nothing else is claimed.
_PRIORITY: tuple[Label, ...] = ("angry", "sad", "happy", "neutral")
_DEPTH = 4
_MOST_CHARACTERS = 4_000

# Names of feelings beyond the four and the five, as models use them.
_NAMES: dict[Label, str] = {
    "angry": """
        angry anger mad furious rage annoyed annoyance irritated irritation frustrated frustration disgust
        disgusted stress stressed hate hostile contempt 분노 화 화남 화나다 짜증 스트레스 불쾌 불쾌함 혐오
        증오 답답 답답함 억울 억울함 불만 짜증남 성남 격분 싫음
    """,
    "sad": """
        sad sadness sorrow sorrowful depressed depression unhappy lonely loneliness grief fear afraid
        anxious anxiety worried worry disappointed disappointment tired hurt cry crying regret guilt shame
        melancholy despair 슬픔 슬프다 우울 우울함 외로움 불안 걱정 두려움 공포 실망 절망 상실 상실감 후회
        미안함 피곤 지침 힘듦 눈물 서운함 그리움 괴로움 좌절 negative 부정 부정적
    """,
    "happy": """
        happy happiness joy joyful glad delighted delight excited excitement love pleased proud pride
        grateful gratitude amused amusement cheerful content satisfied satisfaction hopeful hope relief
        relieved smile fun positive 기쁨 행복 행복함 즐거움 신남 흥분 설렘 사랑 감사 만족 기대 뿌듯함 감동
        반가움 기분좋음 웃음 유쾌 안도 긍정 긍정적 희망
    """,
    "neutral": """
        neutral calm calmness none normal peaceful relaxed unknown indifferent ok okay no nothing null n/a
        중립 평온 평온함 차분 차분함 보통 없음 무감정 평범 일상 담담 담담함 편안 편안함 안정
    """,
}
_LABEL_KEYS = (
    "emotion",
    "label",
    "dominant_emotion",
    "dominant",
    "sentiment",
    "feeling",
    "mood",
    "감정",
    "result",
)
_INTENSITY_KEYS = ("intensity", "emotion_intensity", "strength", "강도", "세기")
_SCORE_KEYS = ("score", "probability", "prob", "confidence", "value", "점수", "확률")
_TRUE = frozenset({"1", "true", "yes", "y", "t", "on", "o", "예", "참"})
_FALSE = frozenset({"", "0", "false", "no", "n", "f", "off", "x", "아니오", "거짓", "none", "null"})
_FENCE = re.compile(r"```[\w-]*\s*(.*?)(?:```|$)", re.DOTALL)
_PAIR = re.compile(
    r"[\"'“”]?([^\W\d_]{1,20})[\"'“”]?\s*[:=]\s*[\"'“”]?(-?\d+(?:\.\d+)?|true|false|True|False)"
)


def normalise_emotion(value: object) -> Emotion:
    """The one emotion meant by a model's answer; neutral for None, nonsense and silence. Never raises.

    Read in this order: an Emotion as it is; a mapping of the four labels, or other names of feelings, to numbers,
    flags or words, where the highest number wins and equals go angry, sad, happy, neutral; a mapping that names
    its emotion under a key such as "emotion"; a list, four numbers in the order of the labels, labels with their
    scores, or by the same rule over its items; text, as a name in Korean or English or an emoji, as JSON (fenced,
    with words around it, or broken), and at last as a sentence, by the words in it. An intensity beside the label
    is kept, whether on a scale of 1, 10 or 100.
    """
    return _read(value, _DEPTH) or NEUTRAL


def _read(value: object, depth: int) -> Emotion | None:
    if depth == 0 or value is None or isinstance(value, bool):
        return None
    if isinstance(value, Emotion):
        return value
    if isinstance(value, Enum):
        return _read(value.value, depth - 1)
    if isinstance(value, Mapping):
        return _from_mapping(value, depth)
    if isinstance(value, bytes | bytearray):
        return _from_text(value[: 4 * _MOST_CHARACTERS].decode("utf-8", "replace"), depth)
    if isinstance(value, str):
        return _from_text(value, depth)
    if isinstance(value, Sequence):
        return _from_sequence(value, depth)
    if isinstance(value, Set):
        return _from_sequence(list(value), depth)
    if type(value).__module__ == "numpy":
        # Scores straight from a classifier; named by module, so that nobody pays for importing numpy here.
        return _read(value.tolist(), depth - 1)  # type: ignore[attr-defined]
    return None


def _from_mapping(value: Mapping[object, object], depth: int) -> Emotion | None:
    strength = _strength(value)
    claims: dict[Label, tuple[float, str]] = {}
    for key, said in value.items():
        label = _named(_word(key))
        number = _number(said)
        if label is not None and number is not None:
            claims[label] = max((number, _word(key)), claims.get(label, (0.0, "")))
    best = max(_PRIORITY, key=lambda label: claims.get(label, (0.0, ""))[0])
    claim, name = claims.get(best, (0.0, ""))
    if claim > 0:
        if strength is None:
            # A bare 1 says which, not how much; a fraction says both.
            strength = claim if claim < 1 else _of_name(name, best).intensity
        return _emotion(best, strength)
    lowered = {_word(key): said for key, said in value.items()}
    for key in _LABEL_KEYS:
        found = _read(lowered.get(key), depth - 1)
        if found is not None:
            return _emotion(found.label, strength if strength is not None else found.intensity)
    if claims:
        return NEUTRAL
    for said in value.values():
        if isinstance(said, Mapping | list | tuple):
            found = _read(said, depth - 1)
            if found is not None:
                return found
    return None


def _from_sequence(value: Sequence[object], depth: int) -> Emotion | None:
    numbers = [_number(item) for item in value[:50]]
    if len(value) == len(LABELS) and all(number is not None for number in numbers):
        return _from_mapping(dict(zip(LABELS, value, strict=True)), depth)
    scored: dict[object, object] = dict(pair for item in value[:50] if (pair := _scored(item)) is not None)
    if scored and len(scored) == len(value):
        return _from_mapping(scored, depth)
    found = [emotion for item in value[:50] if (emotion := _read(item, depth - 1)) is not None]
    return min(found, key=lambda emotion: _PRIORITY.index(emotion.label)) if found else None


def _scored(item: object) -> tuple[str, float] | None:
    """A label with its score, as classifiers list them: {"label": "joy", "score": 0.9} or ("joy", 0.9)."""
    if isinstance(item, Mapping):
        lowered = {_word(key): said for key, said in item.items()}
        name = next((lowered[key] for key in _LABEL_KEYS if key in lowered), None)
        said = next((lowered[key] for key in _SCORE_KEYS if key in lowered), None)
    elif isinstance(item, list | tuple) and len(item) == 2:
        name, said = item
    else:
        return None
    number = _number(said)
    if not isinstance(name, str) or _named(name) is None or number is None:
        return None
    return name, number


def _word(key: object) -> str:
    """A key as a word to compare; nothing for one that is no word."""
    while isinstance(key, Enum):
        key = key.value
    return nfc(key).strip().lower() if isinstance(key, str) else ""


def _from_text(text: str, depth: int) -> Emotion | None:
    text = nfc(text[:_MOST_CHARACTERS]).strip()
    named = _named(text)
    if named is not None:
        return _of_name(text, named)
    for piece in _json_pieces(text):
        try:
            parsed = json.loads(piece)
        except (ValueError, RecursionError):
            continue
        if isinstance(parsed, Mapping | list | str):
            found = _read(parsed, depth - 1)
            if found is not None:
                return found
    pairs = {key: said for key, said in _PAIR.findall(text) if _named(key) is not None}
    if pairs:
        found = _from_mapping(pairs, depth)
        if found is not None:
            return found
    mentioned = [(word, label) for word in _WORD.findall(text.lower()) if (label := _named(word)) is not None]
    if len({label for _, label in mentioned}) == 1 and not _negates(text):
        strength = _STRENGTH.search(text)
        named_so = _of_name(*mentioned[0])
        return _emotion(named_so.label, _strength({"intensity": strength[1]})) if strength else named_so
    detected = detect_emotion(text)
    return None if detected == NEUTRAL else detected


_WORD = re.compile(r"[a-z]+|[가-힣]+")
_STRENGTH = re.compile(rf"(?:{'|'.join(_INTENSITY_KEYS)})\W{{0,4}}([0-9]+(?:\.[0-9]+)?)", re.IGNORECASE)


def _negates(text: str) -> bool:
    return re.search(r"\bnot\b|n't|지\s?않|\b안\s|아니|없", text.lower()) is not None


def _json_pieces(text: str) -> list[str]:
    """What may be JSON in a text: fenced parts, then from the first bracket to the last, quotes repaired."""
    pieces = [piece.strip() for piece in _FENCE.findall(text)]
    for opening, closing in ("{}", "[]"):
        start, end = text.find(opening), text.rfind(closing)
        if 0 <= start < end:
            pieces.append(text[start : end + 1])
    repaired = [
        re.sub(r",\s*([}\]])", r"\1", piece.replace("'", '"').replace("“", '"').replace("”", '"'))
        .replace("True", "true").replace("False", "false").replace("None", "null")
        for piece in pieces
    ]  # fmt: skip
    if text[:1] in ('"', "{", "["):
        pieces.append(text)
    return pieces + repaired


@lru_cache(maxsize=1)
def _names() -> dict[str, Label]:
    names: dict[str, Label] = {name: label for label, listed in _NAMES.items() for name in listed.split()}
    for label, emoji in words.EMOJI.items():
        names.update(dict.fromkeys(emoji, label))
    return names


def _named(text: str) -> Label | None:
    """The label a bare name or emoji stands for, with nothing else around it."""
    if len(text) > 40:
        return None
    bare = nfc(text).strip().strip("\"'`*#.!,:;[](){}<>“”‘’~ \ufe0f").strip().lower()
    return _names().get(bare) or _names().get(bare.removesuffix("하다").removesuffix("함").removesuffix("해"))


def _of_name(text: str, label: Label) -> Emotion:
    """An emotion with the strength its name has: 흥분 is more than 기쁨."""
    try:
        wide = from_wide(text.strip("\"'`*. "))
    except ValueError:
        return _emotion(label, None)
    return wide if wide.label == label else _emotion(label, None)


def _emotion(label: Label, strength: float | None) -> Emotion:
    return Emotion(label, 0.6 if strength is None else strength)


def _strength(value: Mapping[object, object]) -> float | None:
    for key, said in value.items():
        if _word(key) in _INTENSITY_KEYS and not isinstance(said, bool):
            number = _number(said)
            if number is not None and number >= 0:
                # Models answer on the scale they like: 0.7, 7 of 10, 70 of 100.
                scale = 1.0 if number <= 1 else 10.0 if number <= 10 else 100.0
                return min(1.0, number / scale)
    return None


def _number(said: object) -> float | None:
    if isinstance(said, bool):
        return float(said)
    if isinstance(said, Real):
        return _finite(said)
    if isinstance(said, str):
        bare = said.strip().strip("%").lower()
        if bare in _TRUE:
            return 1.0
        if bare in _FALSE:
            return 0.0
        try:
            return _finite(float(bare))
        except ValueError:
            return None
    return None


def _finite(number: SupportsFloat) -> float | None:
    try:
        as_float = float(number)
    except OverflowError:
        return None
    return as_float if math.isfinite(as_float) else None
