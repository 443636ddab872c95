"""English rules: decisions, plans, things to do, promises."""

from __future__ import annotations

import re

from saegim.remember.rules.english import EnglishRule
from saegim.remember.rules.english_reading import ORDER, TELL

_NOT_TODO = re.compile(
    r"^(?:be|love|wonder|pray|hope|see|watch|understand|accept|give|say|admit|ask|know|think|go to bed|sleep|pee|agree|laugh|leave|go|run|stop|pinch|take credit)\b"
    r"|\b(?:them|it|that|this|there|myself|something about .*)$",
    re.IGNORECASE,
)


def _task(value: str) -> bool:
    return _NOT_TODO.search(value) is None


RULES = (
    EnglishRule(
        id="en.decision",
        kind="decision",
        key="decision",
        pattern=(
            r"(?:^|\b)(?:ok,? |finally |have |'ve |I |we )*(?:decided|made up my mind|settled on"
            r"|resolved) (?P<v>.+)"
        ),
        content="{S} decided: {v}.",
        over="self",
        examples=(
            ("I decided to sell the van.", "sell the van"),
            ("We have decided against the merger.", "merger"),
        ),
        counter_examples=("What did I decide?", "they decided to move"),
        impact=0.7,
        confidence=0.9,
    ),
    EnglishRule(
        id="en.decision.not",
        kind="decision",
        key="decision",
        pattern=r"^(?P<v>not (?:doing|going|taking|buying|moving|having|getting)\b.+)$",
        content="The user decided: {v}.",
        over="after_decided",
        subject="user",
        negated=True,
        impact=0.7,
        confidence=0.85,
        examples=(("ok decided, not buying the van", "van"),),
        counter_examples=("not buying it",),
    ),
    EnglishRule(
        id="en.plan.have",
        kind="plan",
        key="plan",
        pattern=(
            r"^(?:have|'ve got|got) (?:an? |my |the |our )?(?P<v>(?:[\w-]+ ){0,3}?(?:interview"
            r"|appointment|meeting|exam|test|surgery|flight|reservation|wedding|conference"
            r"|presentation|deadline|checkup|check-up|date|concert|trip|party|game|match|race"
            r"|recital|performance|shift|call|class|lesson|session|hearing|scan|mri|review"
            r"|viewing|defen[sc]e|gig|audition|workshop|ceremony|funeral|rehearsal|tournament|procedure|operation|biopsy|ultrasound|root canal|cleaning|haircut"
            r"|seminar|training|reunion|show|festival|retreat|physical|consultation|vacation|holiday|dinner|lunch|brunch|showing|meetup|final|midterm|quiz))\b"
        ),
        content="{S} has a {v} on {d}.",
        over="anyone",
        dated="ahead",
        needs_date=True,
        impact=0.7,
        confidence=0.9,
        examples=(("I have a piano exam next Thursday.", "piano exam"),),
        counter_examples=("I had an exam last Thursday.", "Do I have an exam next Thursday?"),
    ),
    EnglishRule(
        id="en.plan.have_any",
        kind="plan",
        key="plan",
        pattern=(
            r"^(?:have|'ve got|got) (?!to\b|been\b|no\b|nothing\b|any\b|a (?:feeling|hunch|lot|question|day off|idea)\b|time\b|work\b|school\b|enough\b|fun\b|so\b|more\b|it\b)"
            r"(?:an? |my |the |our )?(?P<v>[\w'-]+(?: [\w'-]+){0,3}?) (?:on|this|next|tomorrow|in|at)\b"
        ),
        content="{S} has {v} on {d}.",
        over="anyone",
        dated="ahead",
        needs_date=True,
        check=lambda value: (
            not re.search(
                r"(?:ed|en)$|\b(?:faith|hope|trouble|plans?|time|house|place|friends?|brother|sister)$", value
            )
        ),
        impact=0.6,
        confidence=0.75,
        examples=(("I have jury duty next Thursday.", "jury duty"),),
        counter_examples=("I have nothing on Friday.", "Do I have jury duty next Thursday?"),
    ),
    EnglishRule(
        id="en.plan.going",
        kind="plan",
        key="plan",
        pattern=(
            r"^(?:be|will be|will|shall be|be going to|plan to|be planning to|be scheduled to|be "
            r"about to|intend to|hope to) (?P<v>(?:going to |moving|flying|travell?ing|starting"
            r"|getting|having|visiting|running|meeting|seeing|taking|presenting|speaking|leaving"
            r"|driving|hosting|attending|throwing|working|giving|moving|returning|graduating"
            r"|competing|playing|performing|defending|seeing|(?!feeling|thinking|wondering|hoping|looking|dreading|sleeping|dying|trying|talking|asking|wishing|guessing|freaking|being|worrying|staying|living|going|doing (?:well|fine|good|ok))\w+ing|off to|out of town|away|in [A-Z]\w+|at (?:a|my|the) \w+|on (?:vacation|holiday|call|leave)|back in|visit|fly|travel|start|get|have|run"
            r"|meet|take|present|leave|move|attend|host|go)\b.*)$"
        ),
        content="{S} plans ({d}): {v}.",
        over="anyone",
        dated="ahead",
        needs_date=True,
        impact=0.7,
        check=lambda value: (
            re.match(r"^(?:going to bed|going to sleep|talk|getting (?:tired|late))", value, re.I) is None
        ),
        examples=(("I'm flying to Oslo on Friday.", "Oslo"), ("I shall be visiting Kyoto in May.", "Kyoto")),
        counter_examples=("I'm going to bed, talk to you tomorrow.", "Are you flying to Oslo on Friday?"),
    ),
    EnglishRule(
        id="en.plan.expires",
        kind="plan",
        key="plan",
        pattern=(
            r"^(?:my|our|the) (?P<v>[\w\s'-]+?) (?:expires?|is due|are due|renews?|ends|arrives?|is "
            r"valid until|runs out|is scheduled|closes|opens)\b"
        ),
        content="The user's {v}: {d}.",
        over="raw",
        subject="user",
        dated="ahead",
        needs_date=True,
        impact=0.6,
        confidence=0.75,
        check=lambda value: re.search(r"\b(?:birthday|game|show|movie|weather|sun)\b", value, re.I) is None,
        examples=(("My visa expires next March.", "visa"),),
        counter_examples=("My visa expired.",),
    ),
    EnglishRule(
        id="en.plan.planning",
        kind="plan",
        key="plan",
        pattern=(
            r"^(?:be|been) (?:planning|preparing|saving(?: money| up)?|training|getting ready)(?: "
            r"on| for| to|) (?P<v>.+)$"
        ),
        content="{S} is planning: {v}.",
        over="anyone",
        dated="ahead",
        impact=0.6,
        confidence=0.75,
        examples=(("I'm planning a trip to Osaka.", "trip to Osaka"), ("I'm saving up for a kiln.", "kiln")),
        counter_examples=("Are you planning a trip?",),
    ),
    EnglishRule(
        id="en.plan.goal",
        kind="plan",
        key="plan",
        pattern=(
            r"^(?:my|our) (?:current |main |big |new year's )?(?:goal|resolution|plan|aim)(?: this "
            r"year| for this year)? is (?:to )?(?P<v>.+)$"
        ),
        content="The user's goal: {v}.",
        over="raw",
        subject="user",
        impact=0.6,
        examples=(("My goal is to read fifty books.", "read fifty books"),),
        counter_examples=("What is my goal?",),
    ),
    EnglishRule(
        id="en.plan.is_on",
        kind="plan",
        key="plan",
        pattern=(
            r"^(?:my|our) (?P<v>(?:[\w'-]+ ){0,3}?(?:interview|appointment|exam|surgery|flight"
            r"|wedding|conference|presentation|deadline|checkup|concert|trip|recital|due date"
            r"|graduation|defen[sc]e|move|start date|audition|gig|operation|birthday party|anniversary|reunion|scan|checkup|first day))(?: is| has been moved| got moved| was moved| "
            r"was rescheduled| starts)\b"
        ),
        content="The user's {v} is on {d}.",
        over="raw",
        subject="user",
        dated="ahead",
        needs_date=True,
        impact=0.7,
        confidence=0.9,
        examples=(("My recital is on March 20.", "recital"),),
        counter_examples=("My recital is soon.",),
    ),
    EnglishRule(
        id="en.todo.remind",
        kind="todo",
        key="todo",
        pattern=(
            r"^(?:please |can you |could you )?(?:remind me|don't let me forget|help me remember) "
            r"(?:to|about|that I (?:need|have) to) (?P<v>.+)$"
        ),
        content="The user asked to be reminded: {v}.",
        over="raw",
        subject="user",
        moods=(TELL, ORDER, "ask"),
        dated="future",
        impact=0.7,
        confidence=0.95,
        examples=(("Remind me to water the ferns tomorrow.", "water the ferns"),),
        counter_examples=("Remind me who wrote it.",),
    ),
    EnglishRule(
        id="en.todo.wake",
        kind="todo",
        key="todo",
        pattern=r"^(?:please )?(?P<v>wake me(?: up)?\b.*|set (?:an|my) alarm\b.*)$",
        content="The user asked: {v}.",
        over="raw",
        subject="user",
        moods=(TELL, ORDER),
        dated="future",
        needs_date=True,
        impact=0.6,
        examples=(("Wake me at six tomorrow.", "Wake me"),),
        counter_examples=("It will wake me.",),
    ),
    EnglishRule(
        id="en.todo.must",
        kind="todo",
        key="todo",
        pattern=(
            r"^(?:really )?(?:need to|have to|must|should probably|be supposed to|still need to"
            r"|still have to) (?P<v>(?!avoid\b|not\b).+)$"
        ),
        content="The user has to: {v}.",
        dated="future",
        check=_task,
        impact=0.6,
        confidence=0.8,
        examples=(
            ("I need to renew my visa.", "renew my visa"),
            ("I must return the kiln by Monday.", "return the kiln"),
        ),
        counter_examples=(
            "Do I need to renew my visa?",
            "I have to say it was fun.",
            "I need to support them.",
        ),
    ),
)
