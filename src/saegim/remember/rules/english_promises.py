"""English rules: promises, by the person and by the assistant."""

from __future__ import annotations

from saegim.remember.rules.english import EnglishRule

RULES = (
    EnglishRule(
        id="en.promise.word",
        kind="promise",
        key="promise",
        pattern=(
            r"^(?:promise|promised|swear|pledged|gave my word)\b(?: (?:you|him|her|them|my \w+"
            r"|\w+))??(?: that|,)?(?: to| not to| I'll| I'd| I will| I would| ill| id| I won't) "
            r"(?P<v>.+)$"
        ),
        content="The user promised: {v}.",
        dated="future",
        impact=0.9,
        confidence=0.95,
        examples=(
            ("I promise I'll water her plants.", "water her plants"),
            ("I promised Mika I'd teach her chess.", "teach her chess"),
        ),
        counter_examples=("Did I promise anything?", "the singer promised to return"),
    ),
    EnglishRule(
        id="en.promise.send",
        kind="promise",
        key="promise",
        pattern=r"^will (?P<v>(?:send|bring|pay|show|give|lend|share|finish|return|call|write|email|mail|buy|help) .+)$",
        content="The user promised: {v}.",
        dated="ahead",
        needs_date=True,
        impact=0.7,
        confidence=0.8,
        examples=(("I'll send you the draft tomorrow.", "draft"),),
        counter_examples=("I'll send it.", "Will you send me the draft tomorrow?"),
    ),
    EnglishRule(
        id="en.promise.never_again",
        kind="promise",
        key="promise",
        pattern=r"^(?:I )?won't (?P<v>.+ again\b.*)$",
        content="The user promised not to {v}.",
        over="raw",
        subject="user",
        negated=True,
        impact=0.7,
        confidence=0.75,
        examples=(("I won't be late again, I promise.", "late"),),
        counter_examples=("It won't work again.", "Won't you be late again?"),
    ),
    EnglishRule(
        id="en.promise.will",
        kind="promise",
        key="promise",
        pattern=(
            r"^will (?P<v>(?:never|definitely) (?!understand|forget|love|be\b|try|thank"
            r"|remember|know|miss|regret|see|stop\b).+)$"
        ),
        content="The user promised: {v}.",
        dated="future",
        impact=0.7,
        confidence=0.8,
        examples=(("I'll definitely send the photos.", "send the photos"),),
        counter_examples=("I'll be right back.",),
    ),
)

ASSISTANT_RULES = (
    EnglishRule(
        id="en.assistant.will",
        kind="promise",
        key="promise",
        pattern=(
            r"^(?:will|promise|be going to|promise to)\b(?: that)?(?: I'll| I will)? "
            r"(?P<v>.*\b(?:always|never|from now on|every|next|tomorrow|each|whenever|when|remember "
            r"to|check in|remind you|in future|promise|on (?:mon|tues|wednes|thurs|fri|satur"
            r"|sun)day|after your|before your)\b.*)$"
        ),
        content="The assistant promised: {v}.",
        subject="assistant",
        dated="future",
        impact=0.8,
        confidence=0.9,
        examples=(
            ("I'll remind you every Friday morning.", "Friday"),
            ("I'll never mention that film again.", "film"),
        ),
        counter_examples=("I'll look that up now.", "You mentioned you live in Leeds."),
    ),
    EnglishRule(
        id="en.assistant.promise",
        kind="promise",
        key="promise",
        pattern=r"^promise(?: you)?(?: that)?(?: I'll| I will| to)? (?P<v>.+)$",
        content="The assistant promised: {v}.",
        subject="assistant",
        dated="future",
        impact=0.9,
        confidence=0.95,
        examples=(("I promise to keep replies short.", "keep replies short"),),
        counter_examples=("I'm an AI.",),
    ),
)
