"""Walking the graph of memories and entities: bounded, breadth first, strongest links first."""

from __future__ import annotations

from saegim.models import Step
from saegim.protocols import View

# Links looked at from one level: a person with a thousand memories must not become a thousand steps.
_LEVEL = 200


def walk(view: View, start: str, *, hops: int, limit: int) -> list[Step]:
    """What can be reached from `start`, nearest and strongest first; each link halves the strength."""
    reached: dict[str, Step] = {}
    frontier = {start: 1.0}
    for hop in range(1, hops + 1):
        further: dict[str, Step] = {}
        for link in view.neighbours(list(frontier), _LEVEL):
            for node, other in ((link.source, link.target), (link.target, link.source)):
                if node not in frontier or other == start or other in reached:
                    continue
                strength = round(frontier[node] * link.weight / 2, 6)
                if other not in further or further[other].strength < strength:
                    further[other] = Step(other, hop, strength, link)
        for step in sorted(further.values(), key=lambda step: (-step.strength, step.node)):
            if len(reached) >= limit:
                return list(reached.values())
            reached[step.node] = step
        frontier = {node: step.strength for node, step in further.items() if node in reached}
        if not frontier:
            break
    return list(reached.values())
