"""How someone is spoken of: from a sentence to a valence, from valences to a score that moves slowly."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

from saegim.language.emotion import Emotion, detect_emotion
from saegim.language.morphemes import Analyser
from saegim.language.text import nfc
from saegim.models import SentimentPoint, Trajectory

# What a feeling in a sentence says of whom it names: who is sad about someone does not hold it against them.
_VALENCE = {"happy": 1.0, "sad": -0.3, "angry": -1.0, "neutral": 0.0}
# A score goes this share of the way to a new impression, and no farther in a day than the last figure: one
# outburst, however many lines it takes, is one impression.
RATE = 0.15
MOST_A_DAY = 0.2
# An impression nobody renews fades.
HALF_LIFE_DAYS = 120.0
_DAY = timedelta(days=1)
_TREND_DAYS = 30
_STEADY = 0.05
_CONTEXT = 120
_SENTENCE = re.compile(r"[^.!?…\n]+[.!?…]*")


def valence(felt: Emotion) -> float:
    """-1 to 1: how the feeling speaks of whom the sentence names."""
    return round(_VALENCE[felt.label] * felt.intensity, 3)


def impressions(text: str, names: Sequence[str], analyser: Analyser) -> dict[str, tuple[float, str]]:
    """For each name: how the sentences from its own to the next name's feel, and its own as context."""
    text = nfc(text)
    sentences = [match[0].strip() for match in _SENTENCE.finditer(text)] or [text]
    (whole,) = analyser.analyse([text])
    felt = detect_emotion(text, whole)
    holding = [next((i for i, part in enumerate(sentences) if name in part), 0) for name in names]
    # Where the whole is calm, its parts hardly ever are, and of one name the whole speaks.
    if felt.label == "neutral" or len(set(holding)) < 2:
        score = valence(felt)
        return {name: (score, sentences[i][:_CONTEXT]) for name, i in zip(names, holding, strict=True)}
    scores = [
        valence(detect_emotion(part, analysis))
        for part, analysis in zip(sentences, analyser.analyse(sentences), strict=True)
    ]
    found: dict[str, tuple[float, str]] = {}
    for name, i in zip(names, holding, strict=True):
        end = min((other for other in holding if other > i), default=len(sentences))
        found[name] = (max(scores[i:end], key=abs), sentences[i][:_CONTEXT])
    return found


def moved(before: Sequence[SentimentPoint], at: datetime, valence: float) -> float:
    """The score after one more impression; `before` are the points of the last day and the one before them.

    Oldest first. Decays since the last point, then moves, within what is left of the day's measure.
    """
    if not before:
        start, score = 0.0, 0.0
    else:
        score = decayed(before[-1].score, before[-1].at, at)
        today = [point for point in before if point.at > at - _DAY]
        earlier = [point for point in before if point.at <= at - _DAY]
        start = earlier[-1].score if earlier else (0.0 if today else score)
    if not valence:
        return round(score, 4)
    wanted = score + RATE * (valence - score)
    return round(max(-1.0, min(1.0, max(start - MOST_A_DAY, min(start + MOST_A_DAY, wanted)))), 4)


def decayed(score: float, since: datetime, now: datetime) -> float:
    """What is left of a score after so long without a word."""
    days = max(0.0, (now - since) / _DAY)
    return score * math.exp2(-days / HALF_LIFE_DAYS)


def rescored(points: Sequence[SentimentPoint]) -> list[SentimentPoint]:
    """The points in order of time, each with the score it should have."""
    done: list[SentimentPoint] = []
    first = 0
    for point in sorted(points, key=lambda one: (one.at, one.turn_id)):
        while first < len(done) - 1 and done[first + 1].at <= point.at - _DAY:
            first += 1
        done.append(replace(point, score=moved(done[first:], point.at, point.valence)))
    return done


def trajectory(points: Sequence[SentimentPoint], now: datetime) -> Trajectory:
    """The way of the score up to now, and where it is going. `points` in any order."""
    ordered = sorted(points, key=lambda point: (point.at, point.turn_id))
    score = decayed(ordered[-1].score, ordered[-1].at, now) if ordered else 0.0
    past = now - timedelta(days=_TREND_DAYS)
    before = [point for point in ordered if point.at <= past]
    then = decayed(before[-1].score, before[-1].at, past) if before else 0.0
    change = round(score - then, 4)
    trend: Literal["warmer", "cooler", "steady"] = "steady"
    if abs(change) >= _STEADY:
        trend = "warmer" if change > 0 else "cooler"
    return Trajectory(tuple(ordered), round(score, 4), trend, change)


def trust(count: int, score: float) -> float:
    """0 to 1: grows with acquaintance, and with how someone is spoken of."""
    return round(max(0.0, min(1.0, 0.5 + 0.25 * (1 - math.exp(-count / 20)) + 0.25 * score)), 4)
