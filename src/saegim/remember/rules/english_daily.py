"""English rules: things, habits, skills."""

from __future__ import annotations

import re

from saegim.remember.rules.english import EnglishRule

_THING = re.compile(
    r"\b(?:car|truck|van|motorcycle|motorbike|scooter|bike|bicycle|boat|sailboat|yacht|canoe|kayak|house|flat|apartment|cabin|cottage|piano|guitar|violin|cello|drum kit|laptop|macbook|ipad|iphone"
    r"|android phone|camera|telescope|drone|oven|air fryer|espresso machine|sewing machine|3d printer|printer|kindle|console|playstation|xbox|switch|turntable|record player|tent|campervan|motorhome|garden|greenhouse"
    r"|license|licence|driver's license|passport|tv|television|dishwasher|washing machine|microwave|smartwatch|smartphone|phone|landline|freezer|dryer|bathtub|balcony|tractor|kiln|loom|surfboard|skis|snowboard|rv|sauna|pool|fireplace|treadmill|bread machine|rice cooker|stand mixer|instant pot|blender|e-?bike|skateboard|longboard|moped|pickup|suv|jeep|hybrid|tesla|gaming pc|pc|computer|desktop|monitor|headphones|synth|keyboard|ukulele|harmonica|sax|saxophone|trumpet|banjo|vr headset|projector|tablet|steam deck|membership|season ticket|allotment|studio|typewriter|film camera|sourdough starter|fish tank|chainsaw|lathe|pottery wheel|easel)s?\b",
    re.IGNORECASE,
)
_DOING = (
    r"(?!(?:am|are|was|were|had|got|did|went|saw|took|made|ran|ate|drank|came|left|gave|told|felt"
    r"|wish|hope|think|feel|miss|want|would|could|should|need|have (?:to|at|only|about|just|no|max)|get (?:sad|anxious)|love|hate"
    r"|like|worry|been|be|can|cannot|can't|just|don't|used to|dream|cry|remember|wonder|see why"
    r"|lose|mean|bet|spent|accidentally|shouldn't|will|once|only have|know|guess|swam|slept|wrote|rode|drove"
    r"|flew|sang|won|lost|met|said|heard|thought|knew|bought|brought|began|became)\b|\w+ed\b)[a-z]+"
)
_LANGUAGE = (
    r"(?:english|korean|japanese|mandarin|chinese|cantonese|spanish|french|german|italian|portuguese|russian|arabic|hindi|urdu|bengali|turkish|dutch|swedish|norwegian|danish|finnish|polish|czech|hungarian|greek|latin"
    r"|hebrew|persian|farsi|thai|vietnamese|indonesian|malay|tagalog|swahili|welsh|irish|gaelic|icelandic|ukrainian|romanian|catalan|basque|esperanto|asl|sign language|british sign language|zulu|yoruba|tamil|mongolian)"
)
_OFTEN = (
    r"(?:every (?:single )?(?:day|morning|evening|night|week|weekend|month|year|other day|mon\w*|tue\w*|wed\w*|thu\w*|fri\w*|sat\w*|sun\w*|summer|winter|lunch)|each (?:day|morning|night|week)|daily|weekly|(?:\d+|one|two|three|four|five|six|ten|twenty|thirty|forty|fifty) \w+(?: \w+)? (?:a|per) (?:day|week|month|year)|regularly|every (?:two|three|four|six|\d+) (?:days|weeks|months|hours)"
    r"|(?:once|twice|three times|four times|\d+ times|two times) (?:a|per) (?:day|week|month|year)|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|before (?:bed|work|breakfast)|after (?:work|dinner|lunch|school)|on weekends|at night)"
)


def _owned(value: str) -> bool:
    return _THING.search(value) is not None


def _tool(value: str) -> bool:
    return (
        re.match(
            r"^(?:it|that|this|to|for|the word|you|my|your|them|a lot|too much|time|words|toilet|wheelchair|inhaler|hearing aids?|crutches|cane|.*\bdays)\b",
            value,
            re.IGNORECASE,
        )
        is None
    )


RULES = (
    EnglishRule(
        id="en.possession.own",
        kind="fact",
        key="possession",
        pattern=(
            r"^(?:own|owns|have|has|'ve got|got|bought|just bought) (?!to\b)(?:an? |my own |two "
            r"|three |the )?(?P<v>[\w\s'-]+?)(?: (?:which|that|from|since|but|for) .*)?$"
        ),
        content="{S} has {v}.",
        over="anyone",
        check=_owned,
        impact=0.5,
        examples=(("I own a tiny greenhouse.", "greenhouse"), ("I have a sewing machine.", "sewing machine")),
        counter_examples=("I want a sewing machine.", "Do you have a car?"),
    ),
    EnglishRule(
        id="en.possession.owns",
        kind="fact",
        key="possession",
        pattern=r"^(?:own|owns) (?:an? |two |three |some |several )(?P<v>[\w\s'-]+?)(?: (?:which|that|from|since|but|for|in|with) .*)?$",
        content="{S} has {v}.",
        over="anyone",
        check=lambda value: (
            not re.search(
                r"\b(?:business|shop|store|company|cafe|bakery|restaurant|farm|agency|share|stake|salon|dogs?|cats?)\b",
                value,
            )
        ),
        impact=0.5,
        examples=(("I own a 1970s Leica.", "Leica"),),
        counter_examples=("Do you own a Leica?", "I own up to it."),
    ),
    EnglishRule(
        id="en.possession.is",
        kind="fact",
        key="possession",
        pattern=r"^my (?:car|laptop|phone|camera|bike|computer|truck|van|guitar|piano|tablet) is an? (?P<v>[\w\s-]+)$",
        content="The user has {v}.",
        over="raw",
        subject="user",
        check=lambda value: (
            not re.search(r"\b(?:mess|wreck|bit|problem|pain|nightmare|disaster|joy)\b", value)
        ),
        impact=0.5,
        examples=(("My laptop is a ThinkPad.", "ThinkPad"),),
        counter_examples=("My car is a mess.", "Is my laptop a ThinkPad?"),
    ),
    EnglishRule(
        id="en.possession.drive",
        kind="fact",
        key="possession",
        pattern=r"^(?:drive|drives|ride|rides) (?:an? |my )(?P<v>[\w\s-]+)$",
        content="{S} drives a {v}.",
        over="anyone",
        check=lambda value: value.lower() not in ("lot", "long way", "bus", "train"),
        impact=0.5,
        examples=(("i drive an old volvo", "old volvo"),),
        counter_examples=("is a volvo a good car",),
    ),
    EnglishRule(
        id="en.possession.none",
        kind="fact",
        key="possession",
        pattern=r"^(?:don't|doesn't|do not) (?:own|have) (?:an? |any )?(?P<v>[\w\s'-]+)$",
        content="{S} does not have {v}.",
        over="anyone",
        check=_owned,
        negated=True,
        impact=0.6,
        examples=(("I don't have a car.", "car"),),
        counter_examples=("Don't you have a car?",),
    ),
    EnglishRule(
        id="en.tool.use",
        kind="fact",
        key="tool",
        pattern=(
            r"^(?:use|uses|be using|subscribe to|shoot with|bank with|switched (?:from [\w\s]+ )?to"
            r"|been using|rely on|code in|write in) (?P<v>[\w\s.+#'-]+?)(?: (?:for|to|at|as|on|in"
            r"|with|instead|every|daily|when) .*)?$"
        ),
        content="{S} uses {v}.",
        over="anyone",
        check=_tool,
        each=True,
        impact=0.5,
        examples=(("I use Logseq for my journal.", "Logseq"), ("I switched to Linux.", "Linux")),
        counter_examples=("Should I use Logseq?", "I used Logseq once."),
    ),
    EnglishRule(
        id="en.tool.notes",
        kind="fact",
        key="tool",
        pattern=r"^(?:do|keep|write|track|manage|take|store|make|edit|record)? ?(?:all |most |almost all )?(?:of )?my [\w\s]+? (?:in|with|on|using) (?P<v>[A-Z][\w.+#-]+(?: [A-Z][\w-]+)?)\b",
        content="{S} uses {v}.",
        over="anyone",
        impact=0.5,
        examples=(("I do all my notes in Obsidian.", "Obsidian"),),
        counter_examples=("Do you keep your notes in Obsidian?",),
    ),
    EnglishRule(
        id="en.habit.hours",
        kind="fact",
        key="habit",
        pattern=r"^(?:usually |always |normally )?(?P<v>(?:go to bed|get up|wake up|go to sleep) (?:at|by|around|before) .+)$",
        content="{S}, regularly: {v}.",
        over="anyone",
        check=lambda value: not re.search(r"\b(?:today|tomorrow|tonight|yesterday)\b", value),
        impact=0.5,
        examples=(("I go to bed at ten.", "ten"),),
        counter_examples=("Do you go to bed at ten?", "I get up at six tomorrow."),
    ),
    EnglishRule(
        id="en.habit.often",
        kind="fact",
        key="habit",
        pattern=rf"^(?:usually |always |normally |typically |often )?(?P<v>{_DOING}\b.*\b{_OFTEN}\b.*)$",
        content="{S}, regularly: {v}.",
        over="anyone",
        impact=0.5,
        examples=(("i swim every wed before work", "swim"), ("I meditate twice a day.", "meditate")),
        counter_examples=(
            "Do you swim every day?",
            "I swam every day.",
            "if i lived there id swim every day",
        ),
    ),
    EnglishRule(
        id="en.habit.always",
        kind="fact",
        key="habit",
        pattern=(
            rf"^(?P<v>(?:always|usually|normally|often) (?!forget|say|seem|look|get \w+ed|get (?:sad|mad|so)|end up|figured|assume|find){_DOING}\b.*|be (?:always |usually )?(?:up"
            r"|awake|in bed) (?:by|at|before) .*|(?:vape|smoke|volunteer|meditate|take \w+ lessons|sing in"
            r"|play in|run a blog)\b.*)$"
        ),
        content="{S}: {v}.",
        over="anyone",
        check=lambda value: (
            re.search(r"\b(?:drink|eat|been|be|mind|knew|heard|seen|lost|broken)\b", value) is None
            or value.lower().startswith(("always", "usually", "be "))
        ),
        impact=0.5,
        confidence=0.75,
        examples=(("I always take the stairs.", "take the stairs"),),
        counter_examples=(
            "Do you always take the stairs?",
            "I always forget that.",
            "I always seem to be late.",
        ),
    ),
    EnglishRule(
        id="en.skill.cannot",
        kind="fact",
        key="skill",
        pattern=(
            r"^(?:can't|don't know how to|never learned (?:how )?to|be unable to) (?P<v>swim|drive"
            r"|cook|sing|dance|ride a bike|cycle|whistle|ski|skate|type|read music|play .+|speak .+"
            r"|read .+)(?: at all)?$"
        ),
        content="{S} cannot {v}.",
        over="anyone",
        negated=True,
        impact=0.5,
        examples=(("I can't drive.", "drive"),),
        counter_examples=("Can't you drive?",),
    ),
    EnglishRule(
        id="en.skill.poor",
        kind="fact",
        key="skill",
        pattern=r"^be (?:really |so |pretty |absolutely )?(?:terrible|bad|hopeless|awful|useless|rubbish) (?:at|with) (?P<v>[\w\s-]+)$",
        content="{S} is bad at {v}.",
        over="anyone",
        negated=True,
        impact=0.4,
        examples=(("I'm terrible at math.", "math"),),
        counter_examples=("Am I terrible at math?",),
    ),
    EnglishRule(
        id="en.skill.can",
        kind="fact",
        key="skill",
        pattern=(
            r"^(?:can|know how to|be able to|be (?:really |pretty )?good at|play) (?P<v>(?:juggle"
            r"|weld|solder|knit|sew|code(?: in \w+)?|program(?: in \w+)?|play .+|drive a .+|type .+|read .+|(?:the "
            r")?(?:piano|guitar|bass|violin|cello|drums|flute|banjo|trumpet|harp|ukulele|accordion)))\b"
        ),
        content="{S} can {v}.",
        over="anyone",
        impact=0.5,
        examples=(("I can play the banjo.", "play the banjo"),),
        counter_examples=("Can you juggle?",),
    ),
    EnglishRule(
        id="en.language",
        kind="fact",
        key="language",
        pattern=(
            r"^(?:speak|speaks|be (?:fluent in|learning|studying|taking|teaching myself|a native "
            r"speaker of)|been learning|started learning|know|understand) (?:fluent |some |a bit of "
            rf"|basic |a little |conversational )*(?P<v>{_LANGUAGE}(?:(?:,| and|, and) (?:a (?:bit|little) of |some |basic )?"
            rf"{_LANGUAGE})*)\b"
        ),
        content="{S} speaks or learns {v}.",
        over="anyone",
        each=True,
        impact=0.5,
        examples=(
            ("I'm learning Finnish.", "Finnish"),
            ("I speak Tamil and Malay.", "Malay"),
            ("I speak Tamil and a bit of Malay.", "Malay"),
        ),
        counter_examples=("Do you speak Tamil?",),
    ),
)
