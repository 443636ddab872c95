"""English words that say nothing about a topic, for those that search by words and bring no list along."""

from __future__ import annotations

ENGLISH = frozenset(
    "a about after again all also am an and any are as at be because been before being between "
    "both but by can could did do does doing done down during each either ever few for from "
    "further get got had has have having he her here hers him his how i if in into is it its just "
    "let like many may me might more most much must my no nor not now of off on once one only or "
    "other our out over own per said same say says she should since so some such than that the "
    "their them then there these they this those though through to too under until up upon us "
    "very was we were what when where whether which while who whom whose why will with would yet "
    "you your".split()
)
