"""English rules: likes, dislikes, hobbies."""

from __future__ import annotations

import re

from saegim.remember.rules.english import EnglishRule

_MOOD = re.compile(
    r"^(?:it|one|either|mine|yours|everything|traffic|mondays?|meetings?)$|^(?:that|this|these|those|you|your|his|their|the way|way|how|him|her|them|what|when|where|who|to (?:know|see|think|say|be|hear|give)|today|seeing|hearing|trying|\[)\b|\b(?:him|her|them|it|you|yourself|this|that)$",
    re.IGNORECASE,
)


def _thing(value: str) -> bool:
    return not _MOOD.search(value) and len(value) > 1 and len(value.split()) <= 7


RULES = (
    EnglishRule(
        id="en.likes.verb",
        kind="preference",
        key="likes",
        pattern=(
            r"^(?:really |absolutely |totally |honestly |genuinely |do )*(?:love|like|enjoy|adore|dig"
            r"|prefer)s? (?!to be\b|it\b|that\b|you\b|your\b|the (?:guy|vid|video|book|idea|way|pic|picture|post|argument|texture"
            r"|enthusiasm|song|movie|film|one|fact|part|thing|rest|look|sound|taste|look|style|art|comment)\b)(?:me some )?(?P<v>(?:to |the |a )?.+)$"
        ),
        content="{S} likes {v}.",
        over="anyone",
        check=_thing,
        each=True,
        examples=(
            ("I really love thunderstorms and old maps.", "old maps"),
            ("I love Ghana, visited it twice.", "Ghana"),
            ("i enjoy sketching birds", "sketching birds"),
        ),
        counter_examples=(
            "Do you love thunderstorms?",
            "I used to love thunderstorms.",
            "sure, i just looove queues",
            "I love the book!",
            "Just love yourself.",
            "I really love playing against him.",
        ),
    ),
    EnglishRule(
        id="en.likes.fond",
        kind="preference",
        key="likes",
        pattern=(
            r"^(?:be|been) (?:rather |really |so |very |quite |super |completely |totally |a "
            r")*(?:fond of|into|getting into|keen on|obsessed with|crazy about|mad about|(?:big "
            r"|huge |massive )?fan of) (?P<v>.+)$"
        ),
        content="{S} likes {v}.",
        over="anyone",
        check=_thing,
        each=True,
        examples=(
            ("I'm really into bouldering.", "bouldering"),
            ("I am a huge fan of Studio Ghibli", "Studio Ghibli"),
        ),
        counter_examples=("Are you into bouldering?", "I'm not into bouldering."),
    ),
    EnglishRule(
        id="en.likes.fan",
        kind="preference",
        key="likes",
        pattern=r"^be (?:an? )(?:big |huge |massive |lifelong |die-?hard )*(?P<v>[A-Z]\w+(?: [A-Z]\w+){0,2}) fan\b",
        content="{S} likes {v}.",
        over="anyone",
        examples=(("I'm a big Arsenal fan.", "Arsenal"),),
        counter_examples=("Are you an Arsenal fan?", "I'm not an Arsenal fan."),
    ),
    EnglishRule(
        id="en.likes.favourite",
        kind="preference",
        key="likes",
        pattern=r"^my (?:all-time )?favou?rite (?P<n>\w+(?: \w+)?) (?:is|are|has to be|would be) (?P<v>.+)$",
        content="The user's favourite {n} is {v}.",
        over="raw",
        subject="user",
        check=_thing,
        examples=(("My favourite season is autumn.", "autumn"),),
        counter_examples=("What is your favourite season?", "Oh great, rain. My favourite weather is rain."),
    ),
    EnglishRule(
        id="en.likes.is_favourite",
        kind="preference",
        key="likes",
        pattern=(
            r"^(?P<v>(?!(?:this|that|it|what|these|those)\b)[\w\s'&-]+?) (?:is|are) my (?:all-time "
            r"|absolute )?(?:favou?rite|passion|weakness|guilty pleasure|go-to|thing|jam)\b"
        ),
        content="The user's favourite is {v}.",
        over="raw",
        subject="user",
        check=_thing,
        examples=(("Winter is my favourite season.", "Winter"),),
        counter_examples=("This is my favourite season.",),
    ),
    EnglishRule(
        id="en.likes.usual",
        kind="preference",
        key="likes",
        pattern=(
            r"^my (?:usual|go-to|go-to \w+|comfort food|guilty pleasure|weakness|passion) (?:is"
            r"|are) (?P<v>.+)$"
        ),
        content="The user's usual choice is {v}.",
        over="raw",
        subject="user",
        check=_thing,
        examples=(("My go-to snack is rice crackers.", "rice crackers"),),
        counter_examples=("What's my usual?",),
    ),
    EnglishRule(
        id="en.likes.weakness",
        kind="preference",
        key="likes",
        pattern=(
            r"^(?:have (?:an? |got an? )?(?:weakness|passion|soft spot|thing) for|be (?:addicted to"
            r"|interested in|passionate about|in love with|more of an?)|become interested in|have "
            r"become interested in|listen to|support|root for|(?:would )?rather) (?P<v>(?!you\b"
            r"|it\b|that\b|not\b).+?)(?: than .+)?$"
        ),
        content="{S} likes {v}.",
        over="anyone",
        check=_thing,
        each=True,
        confidence=0.8,
        examples=(
            ("I have a soft spot for stray cats.", "stray cats"),
            ("I'm interested in astronomy.", "astronomy"),
        ),
        counter_examples=("Are you interested in astronomy?",),
    ),
    EnglishRule(
        id="en.dislikes.verb",
        kind="preference",
        key="dislikes",
        pattern=(
            r"^(?:really |absolutely |totally )*(?:(?:hate|dislike|detest|loathe|despise)s?"
            r"|(?:can't|couldn't) (?:stand|bear|stomach)|(?:don't|doesn't) (?:really |particularly "
            r"|much )?(?:like|enjoy|care for)) (?!it\b|that\b|when\b|you\b|to say\b)(?P<v>.+)$"
        ),
        content="{S} dislikes {v}.",
        over="anyone",
        check=_thing,
        each=True,
        examples=(
            ("I can't stand loud chewing.", "loud chewing"),
            ("I don't really like horror films", "horror films"),
        ),
        counter_examples=("Do you hate mushrooms?", "jake says he hates mushrooms"),
    ),
    EnglishRule(
        id="en.dislikes.afraid",
        kind="preference",
        key="dislikes",
        pattern=(
            r"^(?:be (?:terrified|scared|afraid) of|have a fear of|can't (?:handle|deal with)"
            r"|refuse to (?:eat|ride|wear|watch)|be sensitive to) (?P<v>(?!it\b|this\b|that\b"
            r"|you\b).+)$"
        ),
        content="{S} cannot bear {v}.",
        over="anyone",
        check=_thing,
        each=True,
        confidence=0.75,
        examples=(("I'm terrified of moths.", "moths"), ("I can't handle spicy food.", "spicy food")),
        counter_examples=("Are you afraid of moths?",),
    ),
    EnglishRule(
        id="en.dislikes.not_into",
        kind="preference",
        key="dislikes",
        pattern=(
            r"^be (?:really |just )?not (?:really |much |particularly |that |so )*(?:a (?:big |huge "
            r")?fan of|into|fond of|keen on|crazy about) (?P<v>.+)$"
        ),
        content="{S} does not like {v}.",
        over="anyone",
        check=_thing,
        each=True,
        negated=True,
        examples=(("I'm not a fan of surprise parties.", "surprise parties"),),
        counter_examples=("I'm a fan of surprise parties.",),
    ),
    EnglishRule(
        id="en.dislikes.gone_off",
        kind="preference",
        key="dislikes",
        pattern=(
            r"(?:used to (?:love|like|enjoy|eat)) (?P<v>[\w\s'-]+?),? but (?:now )?(?:I'm|I am|I've"
            r"|I) (?:\w+ )?(?:off|gone off|can't stand|hate|done with|sick of)\b"
        ),
        content="{S} no longer likes {v}.",
        over="sentence",
        subject="user",
        negated=True,
        examples=(("I used to love olives but I'm totally off them now.", "olives"),),
        counter_examples=("I used to love olives.",),
    ),
    EnglishRule(
        id="en.dislikes.not_for_me",
        kind="preference",
        key="dislikes",
        pattern=r"^(?P<v>(?!(?:this|that|it|these|those)\b)[\w\s'-]+?) (?:isn't|aren't|is not|are not) (?:for me|my thing|my cup of tea|my jam)\b",
        content="The user does not like {v}.",
        over="raw",
        subject="user",
        check=_thing,
        negated=True,
        examples=(("Spicy food isn't for me.", "Spicy food"),),
        counter_examples=("This isn't for me.",),
    ),
    EnglishRule(
        id="en.hobby.weekends",
        kind="preference",
        key="hobby",
        pattern=r"^spend (?:most of )?my (?:weekends|evenings|free time|spare time|days off|sundays|saturdays) (?P<v>\w+ing\b.*)$",
        content="{S} spends free time {v}.",
        over="anyone",
        examples=(("I spend my weekends gardening.", "gardening"),),
        counter_examples=("Do you spend your weekends gardening?",),
    ),
    EnglishRule(
        id="en.hobby.is",
        kind="preference",
        key="hobby",
        pattern=r"^my (?:main |favou?rite |biggest )?hobb(?:y|ies) (?:is|are|include) (?P<v>.+)$",
        content="The user's hobby is {v}.",
        over="raw",
        subject="user",
        each=True,
        examples=(("My main hobby is beekeeping.", "beekeeping"),),
        counter_examples=("Is my hobby boring?",),
    ),
    EnglishRule(
        id="en.hobby.in_spare_time",
        kind="preference",
        key="hobby",
        pattern=r"^in my (?:spare|free) time,? I (?:like to |love to |usually )?(?P<v>.+)$",
        content="The user's hobby: {v}.",
        over="raw",
        subject="user",
        examples=(("In my free time I build kites.", "build kites"),),
        counter_examples=("What should I do in my free time?",),
    ),
    EnglishRule(
        id="en.hobby.verb",
        kind="preference",
        key="hobby",
        pattern=r"^(?P<v>(?:collect|knit|crochet|forage|carve|home-?brew|quilt|whittle|birdwatch)s?\b(?! (?:them|it|those|this|that)\b).*)$",
        content="{S}'s hobby: {v}.",
        over="anyone",
        examples=(("I collect fountain pens.", "fountain pens"), ("My mum knits jumpers.", "jumpers")),
        counter_examples=("Do you collect pens?", "My mum knits them in Sheffield and posts them over."),
    ),
    EnglishRule(
        id="en.hobby.took_up",
        kind="preference",
        key="hobby",
        pattern=r"^(?:have |recently |just )*(?:taken up|took up|got into|gotten into) (?P<v>.+)$",
        content="{S} took up {v}.",
        over="anyone",
        check=_thing,
        examples=(("I've taken up knitting.", "knitting"),),
        counter_examples=("Have you taken up knitting?",),
    ),
    EnglishRule(
        id="en.dislikes.uneasy",
        kind="preference",
        key="dislikes",
        pattern=r"^(?P<v>[a-z][\w\s-]*?) (?:make|makes|give|gives) me (?:really |so |very )?(?:anxious|nervous|uncomfortable|uneasy|claustrophobic|the creeps)\b",
        content="The user is uneasy about {v}.",
        over="raw",
        subject="user",
        check=_thing,
        confidence=0.75,
        examples=(("Crowds make me anxious.", "Crowds"),),
        counter_examples=("You make me nervous.", "Do crowds make you anxious?"),
    ),
    EnglishRule(
        id="en.hobby.learning",
        kind="preference",
        key="hobby",
        pattern=r"^(?:be|been|started) learning (?:how )?to (?P<v>.+)$",
        content="{S} is learning to {v}.",
        over="anyone",
        examples=(("I'm learning to juggle.", "juggle"),),
        counter_examples=("Are you learning to juggle?",),
    ),
    EnglishRule(
        id="en.hobby.spare_time",
        kind="preference",
        key="hobby",
        pattern=(
            r"^(?P<v>(?:play|paint|knit|climb|surf|garden|bake|hike|draw|sew|fish|collect|restore"
            r"|carve|brew|photograph|dance|sing|cycle|row|sail|ski|box|fence|juggle|do) ?.*?)(?: in "
            r"my (?:spare|free) time| on weekends| at weekends| for fun| as a hobby)"
        ),
        content="{S}'s hobby: {v}.",
        examples=(("I restore clocks in my spare time.", "restore clocks"),),
        counter_examples=("Do you restore clocks in your spare time?",),
    ),
)
