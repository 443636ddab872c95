"""English words for what people work as."""

from __future__ import annotations

import re

JOBS = re.compile(
    r"\b(?:\w+(?:er|or|ist|ian|eer|smith|wright|monger|man|woman)|nurse|chef|cook|clerk|pilot|barista|architect|surgeon|physician|dentist|vet|paramedic"
    r"|attorney|judge|coach|guide|midwife|au pair|nanny|monk|priest|nun|imam|rabbi|dj|ceo|cto|cfo|pm|intern|apprentice|housewife|house wife|homemaker|sahm|actress|waitress|stewardess|librarian|wedding planner|planner|tutor|accountant|consultant"
    r"|analyst|athlete|model|poet|author|diplomat|detective|freelancer|scientist|mechanic|electrician|plumber|carpenter|postdoc|professor|lecturer"
    r"|civil servant|sales rep|assistant|therapist|chemist|biologist|illustrator|astronaut|undertaker|soldier|marine|agent|tech|rep|aide|trainee|attendant|steward|host|hostess|cashier|janitor|maid|valet|cop|nurse practitioner|stay-at-home mom|stay-at-home dad|sommelier|notary|curator|registrar|roofer|surveyor|ops|devops|sre|barber|butcher|cabbie|chauffeur|temp|cto|coo|founder|co-founder|cofounder|broker|trader|florist)s?\b",
    re.IGNORECASE,
)
_NOT_JOBS = re.compile(
    r"\b(?:user|number|member|lover|sister|brother|mother|father|daughter|beginner|newcomer|foreigner|hater|believer|follower|stranger|teenager|swimmer|sleeper|eater|"
    r"reader|person|listener|introvert|bit|mess|fan|huge|big|bad|good|early riser|morning person|night owl|customer|minor|senior|junior|super|thinker|over|year old|mom|mum|dad|girl|boy)\b",
    re.IGNORECASE,
)


def is_job(value: str) -> bool:
    """Whether the words name an occupation."""
    return JOBS.search(value) is not None and _NOT_JOBS.search(value) is None
