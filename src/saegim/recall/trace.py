"""What a context was made of, as JSON that can be read later."""

from __future__ import annotations

from collections.abc import Sequence

from saegim.models import Hit, JsonObject, LeftOut, Recall


def describe_hit(hit: Hit) -> JsonObject:
    """A hit's identity and every score, without its text: traces must not outlive what they speak of."""
    return {
        "id": hit.id,
        "of": "memory" if hit.memory is not None else "message",
        "score": round(hit.score, 4),
        "relevance": hit.why.relevance,
        "recency": hit.why.recency,
        "importance": hit.why.importance,
        "sources": {name: {"rank": s.rank, "score": s.score} for name, s in hit.why.sources.items()},
        "why": {"ko": hit.why.ko, "en": hit.why.en},
    }


def describe_context(
    recalled: Recall, used: Sequence[Hit], parts: dict[str, int], left_out: Sequence[LeftOut], tokens: int
) -> JsonObject:
    """The detail of a context's trace."""
    return {
        "hits": [describe_hit(hit) for hit in recalled.hits],
        "used": [hit.id for hit in used],
        "parts": dict(parts),
        "tokens": tokens,
        "left_out": [
            {"part": one.part, "id": one.id, "reason": one.reason, "tokens": one.tokens} for one in left_out
        ],
        "degraded": list(recalled.degraded),
        "timings_ms": dict(recalled.timings_ms),
    }
