"""English rules: where people live, come from, and with whom."""

from __future__ import annotations

import re

from saegim.remember.rules.english import EnglishRule
from saegim.remember.rules.english_reading import KIN


def _place(value: str) -> bool:
    return not re.match(
        r"^(?:(?:the |this |same )*(?:area|city|country|state|town|neighborhood|house|sticks)$|home\b|fear|hope|peace|the past|the moment|denial|pain|a (?:rush|hurry|mess|world|society|bubble)|here|there|.*\b(?:house|flat|apartment)s?\b)",
        value,
        re.I,
    )


RULES = (
    EnglishRule(
        id="en.home.live",
        kind="fact",
        key="home.city",
        pattern=(
            r"^(?:be |been )?(?:currently |now |still )?(?:live|lives|living|reside|resides|residing"
            r"|based|located|settled|staying) (?:here |back |over |out |up |down )*(?:in|at|near|outside|just outside|out of) (?P<v>.+?)(?:,? (?:with"
            r"|alone|by myself|on my own|now|since|for|and|because|near|so|but|where|which) .*| "
            r"alone| now)?$"
        ),
        content="{S} lives in {v}.",
        over="anyone",
        check=_place,
        confidence=0.9,
        impact=0.8,
        examples=(
            ("I live in Tromsø with my aunt.", "Tromsø"),
            ("I'm based in Leeds.", "Leeds"),
            ("I've been living in Berlin since 2019.", "Berlin"),
            ("My brother lives in Perth.", "Perth"),
        ),
        counter_examples=("Where do I live?", "I lived in Tromsø.", "if i lived in leeds id be happy"),
    ),
    EnglishRule(
        id="en.home.is",
        kind="fact",
        key="home.city",
        pattern=r"^(?:home|my home|my place|my flat|my apartment|our place|our house|our home|my house) (?:is|has been|'s) (?:in |near )?(?P<v>[A-Z][\w'-]+(?: [A-Z][\w'-]+)*)\b",
        content="The user lives in {v}.",
        over="raw",
        subject="user",
        check=_place,
        impact=0.8,
        examples=(("Home is Glasgow these days.", "Glasgow"),),
        counter_examples=("Home is where the heart is.",),
    ),
    EnglishRule(
        id="en.home.moved",
        kind="fact",
        key="home.city",
        pattern=(
            r"^(?:have |just |recently |finally |'ve )*(?:moved|relocated|moving house|settled) (?:back "
            r"|over |out )?(?:from [\w\s.'-]+? )?to (?P<v>[\w\s.'-]+?)(?: (?:last|this|in|on|from|with|for|a|two|three"
            r"|because|yesterday|recently|and) .*| yesterday| recently)?$"
        ),
        content="{S} moved to {v}.",
        over="anyone",
        check=_place,
        dated="past",
        confidence=0.9,
        impact=0.8,
        examples=(
            ("moved to Turku last spring!!", "Turku"),
            ("I have relocated to Graz.", "Graz"),
            ("I moved from Boston to Seattle last month", "Seattle"),
        ),
        counter_examples=("Should I move to Turku?", "the guy next door goes 'i moved to turku'"),
    ),
    EnglishRule(
        id="en.hometown",
        kind="fact",
        key="home.hometown",
        pattern=(
            r"^(?:be (?:originally )?from|grew up in|was born in|was raised in|come from|hail from|was raised in|spent my childhood in|be a native of|be from"
            r"|was born and raised in) (?P<v>(?!\d)[\w\s.'-]+?)(?: (?:but|and) .*)?$"
        ),
        content="{S} comes from {v}.",
        over="anyone",
        check=_place,
        impact=0.7,
        examples=(("I'm originally from Tbilisi.", "Tbilisi"), ("I grew up in Galway.", "Galway")),
        counter_examples=("Where are you from?",),
    ),
    EnglishRule(
        id="en.home.with",
        kind="fact",
        key="home.with",
        pattern=(
            r"^(?:be )?(?:live|living|share (?:a|an|my|our) (?:[\w-]+ )?(?:flat|apartment|house|place|room|home|studio|condo|dorm)|reside|moved (?:back )?in|staying|stay)\b.*?\bwith (?:my |our "
            r"|a |two |three )?(?P<v>[\w\s-]+?)(?: in .+| now)?$"
        ),
        content="The user lives with {v}.",
        check=lambda value: (
            KIN.search(value) is not None
            or re.search(r"roommate|flatmate|housemate|friend|family|folks|cat|dog|in-laws", value, re.I)
            is not None
        ),
        impact=0.7,
        examples=(("I live in Tromsø with my aunt.", "aunt"), ("I live with two roommates.", "roommates")),
        counter_examples=("I live with regret.",),
    ),
    EnglishRule(
        id="en.home.alone",
        kind="fact",
        key="home.with",
        pattern=r"^(?:be )?(?:live|living)\b.*?\b(?P<v>alone|by myself|on my own)\b",
        content="The user lives alone.",
        impact=0.7,
        examples=(("I live alone.", "alone"),),
        counter_examples=('She wrote, "I live alone."',),
    ),
)
