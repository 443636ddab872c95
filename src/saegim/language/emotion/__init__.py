"""Emotion of a text and of a model's answer: one of neutral, sad, happy and angry, and how strong it is."""

from saegim.language.emotion.classify import classify_vector
from saegim.language.emotion.detect import detect_emotion, emotion_scores
from saegim.language.emotion.labels import (
    DEFAULT_ASSETS,
    LABELS,
    NEUTRAL,
    WIDE_ENGLISH,
    WIDE_LABELS,
    Emotion,
    Label,
    WideLabel,
    asset_for,
    from_wide,
    to_wide,
)
from saegim.language.emotion.normalise import normalise_emotion

__all__ = [
    "DEFAULT_ASSETS",
    "LABELS",
    "NEUTRAL",
    "WIDE_ENGLISH",
    "WIDE_LABELS",
    "Emotion",
    "Label",
    "WideLabel",
    "asset_for",
    "classify_vector",
    "detect_emotion",
    "emotion_scores",
    "from_wide",
    "normalise_emotion",
    "to_wide",
]
