"""What a summary is before it is kept, whoever made it."""

from __future__ import annotations

from dataclasses import dataclass

from saegim.models import ModelCall


@dataclass(frozen=True, slots=True)
class SummaryDraft:
    """One or two sentences, topics, a feeling (기쁨 슬픔 스트레스 평온 흥분), an importance of 1 to 10."""

    content: str
    topics: tuple[str, ...] = ()
    emotion: str | None = None
    importance: int = 5
    by: str = "rules"
    fallback: bool = False
    calls: tuple[ModelCall, ...] = ()
