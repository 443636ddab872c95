"""What the engine noted as reasons, as people would say it."""

from __future__ import annotations

import re

from saegim.web.visit import Visit

# Ids in them say nothing to people; what they name is linked elsewhere on the page.
_KNOWN: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), name)
    for pattern, name in (
        (r"said in t_\w+", "reason.said"),
        (r"said again after k_\w+", "reason.said_again"),
        (r"superseded( by k_\w+)?", "reason.superseded"),
        (r"session [\w@:+-]+", "reason.session"),
        (r"drawn from what is known", "reason.drawn"),
        (r"counted anew", "reason.counted"),
        (r"named in what was said", "reason.named"),
        (r"took in k_\w+", "reason.merged"),
        (r"summed up in k_\w+", "reason.summed_up"),
        (r"undo [\w]+", "reason.undone"),
        (r"forgotten long enough", "reason.long_forgotten"),
        (r"the plan keeps the most important", "reason.plan"),
        (r"sample", "reason.sample"),
    )
)


def told_reason(visit: Visit, reason: str) -> str:
    """The reason in the visitor's language where it is one of ours; a person's own as it is."""
    for pattern, name in _KNOWN:
        if pattern.fullmatch(reason):
            return visit.say(name)
    return reason


def told_actor(visit: Visit, actor: str) -> str:
    """Who did it: a person, saegim by itself, or whoever's key it was."""
    return visit.name_of("actor", actor)
