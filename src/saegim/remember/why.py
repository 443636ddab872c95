"""Why a memory is kept, in a sentence or two, in Korean and English."""

from __future__ import annotations

from collections.abc import Sequence

from saegim.models import Candidate, Memory
from saegim.settings import RememberSettings

_FACTORS = {
    "kind": ("무엇에 관한 것인지", "what it is about"),
    "confidence": ("얼마나 분명히 말했는지", "how surely it was said"),
    "future_impact": ("앞으로 얼마나 중요한지", "how much it will matter"),
    "emotion": ("감정의 세기", "how strongly it was felt"),
    "recurrence": ("얼마나 자주 말했는지", "how often it was said"),
    "novelty": ("얼마나 새로운지", "how new it was"),
}
_QUOTED = 60


def explain(
    memory: Memory,
    candidates: Sequence[Candidate],
    said: str | None,
    settings: RememberSettings,
    language: str,
) -> str:
    """The reason, with the words it rests on and what counted most."""
    korean = language == "ko"
    parts = [_origin(memory, said, korean)]
    made = next((c for c in candidates if c.verdict in ("promoted", "superseded")), None)
    if made is not None:
        parts.append(_scored(made, settings, korean))
    seen = sum(candidate.seen for candidate in candidates)
    if seen > 1:
        parts.append(f"모두 {seen}번 말했습니다." if korean else f"It was said {seen} times.")
    if memory.valid_to is not None:
        until = memory.valid_to.date().isoformat()
        parts.append(
            f"{until}부터는 다른 내용으로 바뀌었습니다."
            if korean
            else f"It held until {until}, then changed."
        )
    return " ".join(parts)


def _origin(memory: Memory, said: str | None, korean: bool) -> str:
    day = memory.valid_from.date().isoformat()
    if memory.origin == "hand":
        return f"사람이 직접 적었습니다 ({day})." if korean else f"Written by hand ({day})."
    if memory.kind == "episode":
        return f"{day}의 대화를 요약했습니다." if korean else f"It sums up the conversation of {day}."
    if said is None:
        return f"{day}의 대화에서 알게 되었습니다." if korean else f"Learned in a conversation on {day}."
    quote = said.replace("\n", " ")
    quote = quote if len(quote) <= _QUOTED else quote[:_QUOTED] + "…"
    return f'{day}에 "{quote}"라고 말했습니다.' if korean else f'On {day} it was said: "{quote}"'


def _scored(candidate: Candidate, settings: RememberSettings, korean: bool) -> str:
    if candidate.reason == "asked":
        return "기억해 달라고 했습니다." if korean else "It was asked for."
    if candidate.reason == "changes_known":
        return "알고 있던 것이 바뀌었습니다." if korean else "It changes something that was known."
    weights = {name: candidate.factors.get(name, 0.0) * getattr(settings, name) for name in _FACTORS}
    first, second = sorted(weights, key=lambda name: -weights[name])[:2]
    points, needed = f"{candidate.score:.2f}", f"{settings.promote_at:.2f}"
    if korean:
        return f"점수 {points}(기준 {needed})로 남겼습니다: {_FACTORS[first][0]}, {_FACTORS[second][0]}."
    return f"Kept with {points} (needed {needed}): {_FACTORS[first][1]}, {_FACTORS[second][1]}."
