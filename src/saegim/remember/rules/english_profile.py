"""English rules: who someone is."""

from __future__ import annotations

import re

from saegim.remember.rules.english import EnglishRule
from saegim.remember.rules.english_jobs import is_job
from saegim.remember.rules.english_reading import ORDER, TELL

_NOT_NAMES = frozenset(
    """sorry fine good ok okay here back home tired hungry sick happy sad bored busy ready done sure glad off away late early free alone not just so very really
    dad mom mum daddy mommy new old from in at on a an the married single vegan vegetarian pregnant allergic diabetic retired unemployed excited nervous scared worried confused lost stuck
    starving exhausted sleepy awake grateful afraid awful great well better worse cold hot wet drunk broke dead going looking thinking trying getting having
    feeling working living currently still also kinda kind pretty too all most rather quite between serious kidding joking asking telling leaving lonely anxious
    left-handed gay straight american korean british french german canadian depressed stressed freezing melting into about only using learning studying
    """.split()
)
_ONES = "one|two|three|four|five|six|seven|eight|nine"
_AGE = (
    rf"\d{{1,3}}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:{_ONES}))?"
    r"|eighteen|nineteen|sixteen|seventeen|fifteen|fourteen|thirteen"
)
_END = r"[\s.!]*$"


def _age(value: str) -> bool:
    return not value.isdigit() or 0 < int(value) < 120


def _full_name(value: str) -> bool:
    return (
        _name(value)
        and value[0].isupper()
        and not value.isupper()
        and all(word[0].isupper() for word in value.split())
    )


def _name(value: str) -> bool:
    words = value.split()
    return (
        0 < len(words) <= 3
        and words[0].lower() not in _NOT_NAMES
        and value[0].isalpha()
        and not is_job(value)
    )


RULES = (
    EnglishRule(
        id="en.name.is",
        kind="profile",
        key="name",
        pattern=r"^(?:my name is|my name's|the name's|name is) (?P<v>[A-Za-z][\w'-]*(?: [A-Z][\w'-]*){0,2})"
        + _END,
        content="The user's name is {v}.",
        over="raw",
        subject="user",
        confidence=0.95,
        impact=0.9,
        examples=(("My name is Ingrid Halvorsen.", "Ingrid Halvorsen"), ("my name's teo", "teo")),
        counter_examples=("What is my name?",),
    ),
    EnglishRule(
        id="en.name.am",
        kind="profile",
        key="name",
        pattern=(
            r"^be (?P<v>[A-Z][\w'-]+(?: [A-Z][\w'-]+){0,2})(?:,? (?:nice|pleased|good|great) to "
            r"meet you.*)?"
        )
        + _END,
        content="The user's name is {v}.",
        check=_full_name,
        confidence=0.8,
        impact=0.9,
        examples=(("Hi, I'm Odalys.", "Odalys"),),
        counter_examples=("I'm tired.", "I'm Canadian."),
    ),
    EnglishRule(
        id="en.name.hey",
        kind="profile",
        key="name",
        pattern=r"^(?:hey|hi|hello|yo|sup)[\s,!]+(?:i'm|i am|im|it's|this is) (?P<v>[a-z]+)" + _END,
        content="The user's name is {v}.",
        over="said",
        subject="user",
        check=_name,
        confidence=0.8,
        impact=0.9,
        examples=(("hey im soren", "soren"),),
        counter_examples=("hey im tired", "hi i'm back"),
    ),
    EnglishRule(
        id="en.nickname.call",
        kind="profile",
        key="nickname",
        pattern=(
            r"^(?:(?:please |just |everyone |everybody |people |my friends |friends |they all |most people )?(?:usually |mostly |always |just |all |sometimes )?calls? me|(?:I )?go by|you can call me) "
            r"(?P<v>[A-Za-z][\w'-]*(?: [A-Z][\w'-]*)?)"
        )
        + _END,
        content="The user wants to be called {v}.",
        over="raw",
        subject="user",
        moods=(TELL, ORDER),
        check=lambda value: (
            value.lower() not in ("back", "later", "when", "tomorrow", "crazy", "stupid", "if")
        ),
        confidence=0.9,
        impact=0.8,
        examples=(("Just call me Ozzy", "Ozzy"), ("I go by Kit.", "Kit")),
        counter_examples=("call me later", "don't call me Ozzy"),
    ),
    EnglishRule(
        id="en.age.be",
        kind="profile",
        key="age",
        pattern=(
            rf"^(?:be|turned|just turned|be turning|turn|will be|will turn|be about to turn) (?:only |already |almost )?(?P<v>{_AGE})(?: "
            r"years old| yrs old| y/o|yo)?(?:$|[\s,.!]*$| and\b| now\b| today\b| this\b| next\b| in\b| yesterday\b| last\b| on\b|, )"
        ),
        content="{S} is {v} years old.",
        over="anyone",
        check=_age,
        confidence=0.9,
        impact=0.7,
        examples=(
            ("I'm 34 years old.", "34"),
            ("I am sixty-one and an ENFP.", "sixty-one"),
            ("My son is 7.", "7"),
        ),
        counter_examples=("lol im 900 years old", "I'm 5 minutes away"),
    ),
    EnglishRule(
        id="en.age.kin",
        kind="profile",
        key="age",
        pattern=(
            r"^(?:be|turned|just turned) (?P<v>one|two|three|four|five|six|seven|eight|nine|ten"
            r"|eleven|twelve)(?: years old)?[\s.!]*$"
        ),
        content="{S} is {v} years old.",
        over="kin",
        impact=0.6,
        examples=(("My niece is four.", "four"),),
        counter_examples=("We are four.",),
    ),
    EnglishRule(
        id="en.birth.year",
        kind="profile",
        key="birth.year",
        pattern=r"^(?:was born|be born) in (?P<v>(?:19|20)\d\d)\b",
        content="{S} was born in {v}.",
        over="anyone",
        confidence=0.9,
        impact=0.7,
        examples=(("I was born in 1979.", "1979"),),
        counter_examples=("Penicillin was discovered in 1928.",),
    ),
    EnglishRule(
        id="en.birthday.is",
        kind="profile",
        key="birthday",
        pattern=r"^(?:my |our )?(?:birthday|bday)(?:'s| is| falls)(?: on)? (?:the )?(?P<v>.*\d.*)$",
        content="The user's birthday is {v}.",
        over="raw",
        subject="user",
        confidence=0.95,
        impact=0.9,
        examples=(("My birthday is on July 4th.", "July 4th"),),
        counter_examples=("When is my birthday?",),
    ),
    EnglishRule(
        id="en.birthday.born",
        kind="profile",
        key="birthday",
        pattern=r"^(?:was|were) born on (?:the )?(?P<v>.*\d.*)$",
        content="{S} was born on {v}.",
        over="anyone",
        confidence=0.95,
        impact=0.9,
        examples=(("I was born on 12 August 1988.", "12 August"),),
        counter_examples=("Were you born on 12 August?",),
    ),
    EnglishRule(
        id="en.birthday.theirs",
        kind="profile",
        key="birthday",
        pattern=r"^birthday is (?:on )?(?P<v>.*\d.*)$",
        content="{S}'s birthday is {v}.",
        over="anyone",
        confidence=0.95,
        impact=0.9,
        examples=(("my dad's bday is jun 9", "jun 9"),),
        counter_examples=("my dad's birthday is soon",),
    ),
    EnglishRule(
        id="en.name.theirs",
        kind="profile",
        key="name",
        pattern=r"^(?:name is|be (?:called|named)) (?P<v>[A-Z][\w'-]+(?: [A-Z][\w'-]+)?)" + _END,
        content="{S}'s name is {v}.",
        over="anyone",
        impact=0.8,
        examples=(("My daughter's name is Maren.", "Maren"),),
        counter_examples=("What is my daughter's name?",),
    ),
    EnglishRule(
        id="en.mbti",
        kind="profile",
        key="mbti",
        pattern=r"^be (?:.*\b(?:and|also) )?(?:an? )?(?P<v>[EI][NS][TF][JP])\b",
        content="{S} is {v}.",
        over="anyone",
        confidence=0.9,
        impact=0.5,
        examples=(("I'm an INFP.", "INFP"),),
        counter_examples=("Are you an INFP?",),
    ),
    EnglishRule(
        id="en.blood",
        kind="profile",
        key="blood_type",
        pattern=(
            r"^(?:my blood type is|be blood type|have type|be type) (?P<v>(?:AB|A|B"
            r"|O)\s?(?:positive|negative|\+|-)?)"
        ),
        content="The user's blood type is {v}.",
        over="raw",
        subject="user",
        confidence=0.95,
        impact=0.8,
        examples=(("My blood type is O negative.", "O negative"),),
        counter_examples=("What is my blood type?",),
    ),
    EnglishRule(
        id="en.trait",
        kind="profile",
        key="trait",
        pattern=(
            r"^be (?:[^,]*?\band )?(?:a bit |very |really |pretty |quite |such |super |kind of |kinda |more of |also |so )*(?:an? )?(?:of an? "
            r")?(?P<v>left[- ]handed|orphan|vegetarian at heart|omnivore|veteran|unsociable|social"
            r"|competitive|religious|christian|catholic|buddhist|muslim|jewish|atheist|agnostic"
            r"|feminist|cat person|dog person|people person|homebody|workaholic|bookworm|picky "
            r"eater|light sleeper|heavy sleeper|right[- ]handed|lefty|introvert(?:ed)?"
            r"|extrovert(?:ed)?|night owl|early bird|morning person|perfectionist|shy|clumsy"
            r"|forgetful|impatient|colou?rblind|only child|procrastinator|overthinker|foodie|minimalist|optimist|pessimist|control freak|neat freak|ambivert|stubborn|bald|ticklish|night person|scorpio|gemini|taurus|virgo|libra|capricorn|aquarius|pisces|sagittarius|afraid of \w+|scared of \w+)\b"
        ),
        content="{S} is {v}.",
        over="anyone",
        impact=0.5,
        examples=(("I'm left-handed.", "left-handed"), ("I'm an only child.", "only child")),
        counter_examples=("Are you left-handed?",),
    ),
    EnglishRule(
        id="en.trait.looks",
        kind="profile",
        key="trait",
        pattern=(
            r"^(?:have|wear) (?P<v>(?!given\b|lost\b|got rid\b)(?:[\w-]+ ){0,3}?(?:hair|eyes|freckles|dimples|a beard|glasses"
            r"|contacts|tattoos?|piercings?|perfect pitch))\b"
        ),
        content="{S} has {v}.",
        over="anyone",
        impact=0.4,
        examples=(("I have curly red hair.", "curly red hair"),),
        counter_examples=("Do you have freckles?", "I've given up on contacts.", "I've lost my glasses."),
    ),
    EnglishRule(
        id="en.trait.size",
        kind="profile",
        key="trait",
        pattern=(
            r"^(?:my (?:height|shoe size|ring size) is|be|wear(?: a)? size) (?P<v>\d+(?:\s?cm"
            r"|'\d+\\\"?| feet.*|\s?ft.*| tall)?(?: shoes)?|(?:five|six) (?:foot|feet)(?: \w+)?(?: tall)?)$"
        ),
        content="The user's size: {v}.",
        over="raw",
        subject="user",
        check=lambda value: re.search(r"cm|'|ft|foot|feet|tall|shoes|\d", value) is not None,
        impact=0.4,
        examples=(("My height is 171 cm.", "171 cm"),),
        counter_examples=("What is my height?",),
    ),
)
