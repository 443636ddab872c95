"""English rules: allergies."""

from __future__ import annotations

import re

from saegim.remember.rules.english import EnglishRule

_JOKES = re.compile(
    r"\b(?:mondays?|mornings?|work|meetings?|people|nonsense|stupidity|drama|adulting|bullshit|school|homework)\b",
    re.IGNORECASE,
)


def _allergen(value: str) -> bool:
    return _JOKES.search(value) is None and value.lower() not in ("it", "them", "that", "this")


RULES = (
    EnglishRule(
        id="en.allergy.to",
        kind="allergy",
        key="allergy",
        pattern=(
            r"^(?:be )?(?:(?:really|severely|very|deathly|mildly|highly|also|super) )*allergic to "
            r"(?P<v>.+)$"
        ),
        content="{S} is allergic to {v}.",
        over="anyone",
        check=_allergen,
        each=True,
        confidence=0.95,
        impact=1.0,
        examples=(
            ("I'm severely allergic to walnuts and pecans.", "pecans"),
            ("My son is allergic to eggs.", "eggs"),
        ),
        counter_examples=(
            "Am I allergic to walnuts?",
            "jake goes 'i'm allergic to mondays'",
            "I'm not allergic to walnuts.",
        ),
    ),
    EnglishRule(
        id="en.allergy.have",
        kind="allergy",
        key="allergy",
        pattern=(
            r"^(?:have|has|'ve got|got) (?:an? )?(?:(?:really|very|bad|severe|serious|mild|terrible"
            r"|nasty|life-threatening) )*(?P<v>[\w\s-]+?) allerg(?:y|ies)\b"
        ),
        content="{S} is allergic to {v}.",
        over="anyone",
        check=lambda value: _allergen(value) and value.lower().split()[0] not in ("no", "any", "food"),
        each=True,
        confidence=0.95,
        impact=1.0,
        examples=(("I have a bad latex allergy.", "latex"),),
        counter_examples=("Do I have a latex allergy?", "I have no latex allergy."),
    ),
    EnglishRule(
        id="en.allergy.skin",
        kind="allergy",
        key="allergy",
        pattern=r"^my (?:skin|body|throat) (?:reacts|flares up|swells)(?: badly)? (?:to|from|with) (?P<v>.+)$",
        content="The user reacts badly to {v}.",
        over="raw",
        subject="user",
        check=_allergen,
        impact=1.0,
        examples=(("My skin reacts to latex.", "latex"),),
        counter_examples=("Does your skin react to latex?",),
    ),
    EnglishRule(
        id="en.allergy.trigger",
        kind="allergy",
        key="allergy",
        pattern=r"^(?P<v>[\w\s-]+?) (?:triggers?|sets? off|flares? up|worsens?) my allerg(?:y|ies)\b",
        content="The user is allergic to {v}.",
        over="raw",
        subject="user",
        check=_allergen,
        impact=1.0,
        examples=(("Cats trigger my allergies.", "Cats"),),
        counter_examples=("Do cats trigger your allergies?",),
    ),
    EnglishRule(
        id="en.allergy.if_eat",
        kind="allergy",
        key="allergy",
        pattern=(
            r"^(?:break out in hives|get hives|swell up|go into shock|went into (?:anaphylactic "
            r")?shock|have a reaction|get a rash|stop breathing)\b.*?\b(?:if I (?:eat|touch|have)"
            r"|when I (?:eat|touch|have)|from|to|around) (?P<v>[\w\s-]+?)(?: once)?$"
        ),
        content="{S} reacts badly to {v}.",
        over="anyone",
        check=_allergen,
        impact=1.0,
        examples=(("I break out in hives if I eat crab.", "crab"),),
        counter_examples=("Do I break out in hives if I eat crab?",),
    ),
    EnglishRule(
        id="en.allergy.acts_up",
        kind="allergy",
        key="allergy",
        pattern=(
            r"^my allerg(?:y|ies) (?:act|acts|flare|flares) up (?:around|near|with|from|because of) "
            r"(?P<v>.+)$"
        ),
        content="The user is allergic to {v}.",
        over="raw",
        subject="user",
        impact=0.9,
        examples=(("My allergies act up around ragweed.", "ragweed"),),
        counter_examples=("Why do allergies act up?",),
    ),
    EnglishRule(
        id="en.allergy.reaction",
        kind="allergy",
        key="allergy",
        pattern=(
            r"^(?P<v>[\w\s-]+?) (?:makes? my (?:throat|lips|face|tongue) (?:swell|itch)\w*|gives? "
            r"me hives|makes? me break out)"
        ),
        content="The user reacts to {v}.",
        over="raw",
        subject="user",
        check=_allergen,
        impact=1.0,
        examples=(("Mango makes my lips swell.", "Mango"),),
        counter_examples=("Does mango make my lips swell?",),
    ),
)
