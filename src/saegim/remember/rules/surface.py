"""Korean without a morpheme analyser: the most important things, found by their letters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime

from saegim.language.dates import find_dates
from saegim.remember.finding import Finding
from saegim.remember.rules.dating import written_date
from saegim.remember.rules.korean import Words
from saegim.remember.rules.surface_rules import RULES, SurfaceRule

_STOPS = re.compile(r"(?<=[.!?~…\n])\s*|(?<=[다요까])\s*,\s+|(?<=[어야아])\s*,\s+")
# Asked, supposed, reported, quoted, joked: not believed.
_DOUBT = re.compile(
    r"\?|？|만약|만일|가령|가정|혹시|이?라면|다면|으면|더라면|[가-힣]대(?:요)?[.!~ㅋㅎㅠ\s]*$|래(?:요)?[.!~ㅋㅎㅠ\s]*$|다더라|다던데|라던데|다고\s?(?:하|해|한|말)"
    r"|[\"“”]|ㅋㅋ|ㅎㅎ|까요?[.!\s]*$|[나니냐]요?[.!\s]*$|\s안\s|우리\s[가-힣]{2,3}는|죠[.!\s]*$|싶|역할극|가사|번역|맞춤법|예문|요약해"
)


class SurfaceBook:
    """Surface rules, compiled."""

    def __init__(self, rules: Iterable[SurfaceRule] = RULES) -> None:
        self.rules = tuple(rules)
        self._patterns = [re.compile(rule.pattern) for rule in self.rules]

    def run(self, text: str, at: datetime) -> list[Finding]:
        """What the rules find in an NFC text."""
        found: list[Finding] = []
        for rule, pattern in zip(self.rules, self._patterns, strict=True):
            # A request looks back over a full stop; everything else stays inside a sentence.
            for part in [text] if rule.key == "request" else _STOPS.split(text):
                match = None if _DOUBT.search(part) else pattern.search(part)
                finding = match and _finding(rule, part.strip(), Words(match["v"].strip()), at)
                if finding:
                    found.append(finding)
                    break
        return found


def _finding(rule: SurfaceRule, part: str, value: Words, at: datetime) -> Finding | None:
    """What the rule writes down; None when it needs a date and there is none ahead."""
    spans = find_dates(part, at, prefer="future") if rule.dated else []
    span = next((s for s in spans if s.resolved and s.grain != "open" and s.end and s.end > at), None)
    if rule.needs_date and span is None:
        return None
    day = Words(written_date(span)) if span else Words("")
    return Finding(
        kind=rule.kind,
        content=rule.content.format(v=value, d=day),
        subject="user",
        key=rule.key.format(v=value),
        value=rule.value.format(v=value),
        confidence=rule.confidence,
        future_impact=rule.impact,
        evidence=part,
        rule=rule.id,
        explicit=rule.key == "request",
        negated=rule.negated,
        when=(span.start, span.end) if span and span.start and span.end else None,
    )
