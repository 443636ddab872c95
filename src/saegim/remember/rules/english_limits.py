"""English rules: boundaries, style, constraints, feelings, events."""

from __future__ import annotations

import re

from saegim.remember.rules.english import EnglishRule
from saegim.remember.rules.english_reading import ORDER, TELL

_FEELING = (
    r"(?:lonely|anxious|depressed|sad|down|low|burned out|burnt out|overwhelmed|stressed(?: out)?"
    r"|exhausted|hopeless|numb|empty|homesick|insecure|guilty|unmotivated|restless|happy|content"
    r"|hopeful|grateful|angry|irritable|lost|stuck|miserable|worthless|scared|nervous|heartbroken"
    r"|isolated|drained)"
)
_LIFE = (
    r"(?:got (?:married|engaged|promoted|divorced|fired|hired|accepted|robbed|mugged|into an accident|hit by)|graduated|had (?:surgery|(?:my|his|her) [\w\s]+ (?:out|removed)|twins|our (?:first|second|third) (?:baby|child|kid)|an? (?:accident|operation|miscarriage|baby|stroke|heart attack|car accident|c-section))"
    r"|gave birth|broke my|lost my|was (?:awarded|promoted|robbed|hospitali[sz]ed|elected|laid off|in an accident)|won (?:an?|first|the (?:award|prize|lottery|competition|contest|scholarship|championship))|passed (?:my|the)|failed (?:my|the)|finished (?:my|the)|became an?|bought (?:a|our first) (?:house|home|flat|car)|adopted|published (?:my|a)|ran (?:my|a) (?:first )?(?:marathon|half marathon))"
)
_PERSIST = r"(?:always|from now on|never|in future|in the future|every time|going forward|whenever)"

RULES = (
    EnglishRule(
        id="en.boundary",
        kind="boundary",
        key="boundary",
        pattern=(
            r"^(?:please |pls |kindly )?(?:don't|never|stop|avoid|no more)(?: ever)? "
            r"(?P<v>(?:ask(?:ing)?|mention(?:ing)?|bring(?:ing)? up|talk(?:ing)? about|tell(?:ing)? "
            r"(?:anyone|people)|shar(?:e|ing)|call(?:ing)? me|jok(?:e|ing)|comment(?:ing)?"
            r"|contact(?:ing)?|discuss(?:ing)?|bring|remind(?:ing)? me (?:of|about)|compar(?:e|ing) me|lectur(?:e|ing)|teas(?:e|ing)|pry(?:ing)?|push(?:ing)?|spoil(?:ing)?|suggest(?:ing)?|recommend(?:ing)?|send(?:ing)? me|(?:text|messag|phon)(?:e|ing)? me|giv(?:e|ing) me|mak(?:e|ing) (?:jokes|fun|comments)|us(?:e|ing) my|post(?:ing)?)\b.*)$"
        ),
        content="The user does not want this: {v}.",
        over="raw",
        subject="user",
        moods=(ORDER, TELL),
        negated=True,
        # "never suggest it" says nothing without what it is.
        check=lambda value: re.search(r"^\w+(?: \w+)? (?:it|that|this|them)$", value) is None,
        impact=1.0,
        confidence=0.95,
        examples=(("Please don't bring up my ex.", "my ex"), ("stop asking about my salary", "salary")),
        counter_examples=("Don't worry about it.", "Don't you mention it?"),
    ),
    EnglishRule(
        id="en.boundary.rather",
        kind="boundary",
        key="boundary",
        pattern=(
            r"^(?:would |'d )?rather not (?P<v>(?:talk about|discuss|mention|get into|go into"
            r"|share).*)$|^(?:really |just )?(?:don't (?:want|like|wish|care) to|prefer not to|would prefer not to|be not (?:ready|comfortable|willing) (?:to )?|don't) (?P<w>(?:talk(?:ing)? about|discuss(?:ing)?|hear (?:anything |any more )?about|get(?:ting)? into|be asked about|go(?:ing)? into) .*)$"
        ),
        content="The user would rather not: {v}.",
        check=None,
        negated=True,
        impact=1.0,
        examples=(("I'd rather not discuss my divorce.", "my divorce"),),
        counter_examples=("Would you rather not discuss it?",),
    ),
    EnglishRule(
        id="en.boundary.off_limits",
        kind="boundary",
        key="boundary",
        pattern=(
            r"^(?P<v>(?!(?:this|that|it)\b)[\w\s'-]+?) (?:is|are) (?:off[- ]limits|off the table|a no-go(?: topic)?|a (?:sore|touchy|sensitive|difficult|painful|taboo) (?:subject|topic|spot)|not up for discussion|private)\b"
            r"|^(?:I )?(?:don't like|hate) (?P<w>(?:being asked|people asking|talking|it when people ask)(?: me)? about .+)$"
        ),
        content="The user does not want this raised: {v}.",
        over="raw",
        subject="user",
        negated=True,
        impact=1.0,
        examples=(
            ("Religion is off limits.", "Religion"),
            ("I don't like being asked about my salary.", "salary"),
        ),
        counter_examples=("Is religion off limits?", "That is off limits."),
    ),
    EnglishRule(
        id="en.style.always",
        kind="preference",
        key="style",
        pattern=(
            rf"^(?:please |kindly )?(?:(?P<v>{_PERSIST},? (?!use my\b).*\b(?:answers?|reply|respond|replies|use"
            r"|speak|write|keep|give|explain|address|talk)\b.*)|(?P<w>.*\b(?:answer|reply|respond"
            rf"|replies|answers|use|speak|write|keep|explain)\b.*\b(?:{_PERSIST[3:-1]})))"
        ),
        content="The user wants answers like this: {p}",
        value="{p}",
        over="raw",
        subject="user",
        moods=(ORDER,),
        impact=0.9,
        confidence=0.9,
        examples=(
            ("Always answer in metric units please.", "metric"),
            ("Use bullet points from now on.", "bullet points"),
        ),
        counter_examples=("Answer this question.", "I always write in the morning."),
    ),
    EnglishRule(
        id="en.style.keep",
        kind="preference",
        key="style",
        pattern=(
            r"^(?:please |kindly )?(?P<v>(?:keep (?:your )?(?:answers|replies|responses|it|things) "
            r"(?:short|brief|simple|concise|formal|casual)|be (?:more )?(?:brief|concise|blunt"
            r"|formal|casual)|stop using \w+.*|don't use (?!it\b|that\b|this\b)\w+.*|no (?:emojis?|bullet points)|(?:speak|talk) (?:to me )?(?:in \w+|like .+)|use (?:\w+ )?(?:units|celsius|fahrenheit|kilometers|kilometres|miles|plain \w+|simple \w+|bullet points|american \w+|british \w+)|"
            r"address me as .*|explain (?:things|everything) .+|(?:don't )?sugarcoat.*|answer (?:me )?(?:in|with|like) .+))"
        ),
        content="The user wants answers like this: {v}.",
        over="raw",
        subject="user",
        moods=(ORDER, TELL),
        impact=0.9,
        confidence=0.85,
        examples=(
            ("stop using exclamation marks pls", "exclamation marks"),
            ("Keep your answers short.", "short"),
        ),
        counter_examples=("Keep going.",),
    ),
    EnglishRule(
        id="en.style.want",
        kind="preference",
        key="style",
        pattern=r"^(?:always |only )(?:want|prefer|need|like) (?P<v>.*\b(?:in|as|with|without)\b.*)$",
        content="The user wants {v}.",
        impact=0.9,
        examples=(("I always want recipes in grams.", "grams"),),
        counter_examples=("Do you always want recipes in grams?",),
    ),
    EnglishRule(
        id="en.constraint.budget",
        kind="constraint",
        key="constraint",
        pattern=(
            r"^(?:my|our|the) (?:total |monthly )?budget (?:is|can't exceed|can't go over|tops out "
            r"at|maxes out at|won't stretch past)(?: about| around| only)? (?P<v>.+)$"
        ),
        content="The user's budget: {v}.",
        over="raw",
        subject="user",
        impact=0.8,
        confidence=0.9,
        examples=(("My budget is 300 euros.", "300 euros"),),
        counter_examples=("What is my budget?",),
    ),
    EnglishRule(
        id="en.constraint.spend",
        kind="constraint",
        key="constraint",
        pattern=r"^(?:can't|don't want to|be not able to) (?:spend|afford|pay|go over)(?: more than| over| above)? (?P<v>.*\d.*)$",
        content="The user's limit: {v}.",
        negated=True,
        impact=0.7,
        examples=(("I can't spend more than 200 dollars.", "200"),),
        counter_examples=("Can't I spend more than 200 dollars?",),
    ),
    EnglishRule(
        id="en.constraint.shift",
        kind="constraint",
        key="constraint",
        pattern=r"^(?:work|works|be working) (?:every |most |on )*(?P<v>(?:the )?(?:nights|night shifts?|weekends?|evenings|late shifts?|graveyard shift|(?:mon|tues|wednes|thurs|fri|satur|sun)days?))\b",
        content="{S} works {v}.",
        over="anyone",
        impact=0.6,
        confidence=0.8,
        examples=(("I work nights.", "nights"),),
        counter_examples=("Do you work nights?", "I worked nights."),
    ),
    EnglishRule(
        id="en.constraint.free",
        kind="constraint",
        key="constraint",
        pattern=(
            r"^(?P<v>(?:be only (?:free|available|around)|can only (?:do|meet|talk|call)|be "
            r"(?:never|not) (?:free|available)|can't (?:do|meet|make|talk|call|take calls)(?: on| "
            r"before| after| during| until)?) .*(?:\b(?:mornings?|evenings?|weekends?|weekdays?"
            r"|afternoons?|nights?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b|\d).*)$"
        ),
        content="The user's limit: {v}.",
        impact=0.7,
        examples=(("I can only meet on weekends.", "weekends"), ("I can't do mornings.", "mornings")),
        counter_examples=("Can you only meet on weekends?",),
    ),
    EnglishRule(
        id="en.feeling",
        kind="emotion",
        key="feeling",
        pattern=(
            r"^(?:been|be|feel|felt|have been|have felt|been feeling|be feeling|feeling|keep "
            r"feeling)(?: feeling)?(?: so| super| really| very| pretty| quite| a bit| kind of| "
            rf"kinda| constantly| always)* (?P<v>{_FEELING})\b"
        ),
        content="{S} has been feeling {v}.",
        going_on=True,
        impact=0.6,
        examples=(("I've been so homesick lately.", "homesick"), ("been feeling numb for weeks", "numb")),
        counter_examples=("im so sad rn", "Have you been lonely lately?"),
    ),
    EnglishRule(
        id="en.event.death",
        kind="event",
        key="event",
        pattern=r"^(?:has )?(?P<v>passed away|died|passed)\b",
        content="{S} {v}.",
        value="{p}",
        over="kin",
        dated="past",
        impact=0.9,
        confidence=0.95,
        examples=(("My uncle passed away in May.", "uncle"),),
        counter_examples=("The author passed away.",),
    ),
    EnglishRule(
        id="en.event.life",
        kind="event",
        key="event",
        pattern=rf"^(?:just |finally |recently |have |'ve )*(?P<v>{_LIFE}[^,]*)",
        content="{S}: {v}.",
        over="anyone",
        dated="past",
        impact=0.7,
        confidence=0.8,
        check=lambda value: (
            not re.match(
                r"(?:lost|broke) my (?:train|mind|temper|patience|way|appetite|voice|heart|fast|streak)",
                value,
            )
        ),
        examples=(("I graduated in June.", "graduated"), ("i broke my wrist yesterday", "wrist")),
        counter_examples=('The speaker remarked, "I graduated at forty."', "Should I get married?"),
    ),
    EnglishRule(
        id="en.event.dated",
        kind="event",
        key="event",
        pattern=(
            r"^(?P<v>(?!(?:was|were|had|ate|drank|watched|slept|walked|talked|called|texted|cooked"
            r"|cleaned|stayed|worked|wanted|liked|loved|hated|needed|used|asked|said|told|thought"
            r"|felt|tried|looked|played|listened|ordered|bought|saw|read|heard)\b)(?:\w+ed|went|got"
            r"|gave|made|took|ran|won|lost|began|broke|built|became|left|flew|met|wrote|sold|fell"
            r"|drove|swam|sang|led|chose|quit|threw|taught|found|underwent)\b.*)$"
        ),
        content="{S}: {v}.",
        over="anyone",
        dated="long_past",
        needs_date=True,
        impact=0.5,
        confidence=0.7,
        examples=(("I joined a choir three weeks ago.", "joined a choir"),),
        counter_examples=("I watched a film last Friday.", "I went out yesterday."),
    ),
)
