"""English rules: health, food and what befell someone, said in other words."""

from __future__ import annotations

import re

from saegim.remember.rules.english import EnglishRule

_FOODS = r"(?:meat|red meat|dairy|gluten|sugar|pork|beef|bread|carbs|fish|seafood|eggs|cheese|milk|chicken|fast food|junk food|processed food|sweets|chocolate|wheat|salt|fried food|spicy food)"
_NOT_TREATMENT = re.compile(
    r"^(?:hold|leave|the (?:list|spot|phone|team|project|bench)|a (?:list|diet|plan|plane|train|pedestal|waiting)|bed rest|speaker|edge|call)\b",
    re.IGNORECASE,
)

RULES = (
    EnglishRule(
        id="en.medication.put_on",
        kind="medication",
        key="medication",
        pattern=(
            r"\b(?:doctor|doc|gp|dentist|\w+ologist|physician|psychiatrist|specialist|nurse|vet|hospital|they)\b.*?\b(?:put|started|has|have|keeps?|switched) me (?:on|to) (?:an? |some |daily )*(?P<v>[\w\s-]+?)(?: (?:for|last|because|since|after|in|twice|once|to) .*)?$"
            r"|\b(?:doctor|doc|gp|dentist|\w+ologist|physician|psychiatrist|specialist)\b.*?\bprescribed(?: me)? (?:an? |some )?(?P<w>[\w\s-]+?)(?: (?:for|last|because|since|after|in) .*)?$"
        ),
        content="The user takes {v}, on a doctor's word.",
        over="raw",
        subject="user",
        check=lambda value: _NOT_TREATMENT.match(value) is None and len(value.split()) <= 4,
        impact=0.9,
        examples=(("My doctor put me on beta blockers.", "beta blockers"),),
        counter_examples=("My doctor put me on hold.", "Did the doctor put you on pills?"),
    ),
    EnglishRule(
        id="en.medication.prescribed",
        kind="medication",
        key="medication",
        pattern=r"^(?:was|were|got|been|be|have been) (?:just |recently )?(?:prescribed|put on|started on) (?:an? |some |daily )*(?P<v>[\w\s-]+?)(?: (?:for|last|because|since|after|in|by|yesterday|this) .*)?$",
        content="{S} was prescribed {v}.",
        over="anyone",
        check=lambda value: _NOT_TREATMENT.match(value) is None and len(value.split()) <= 4,
        impact=0.9,
        examples=(("I was prescribed lorazepam for the flights.", "lorazepam"),),
        counter_examples=("I was put on hold.", "Were you prescribed anything?"),
    ),
    EnglishRule(
        id="en.medication.for",
        kind="medication",
        key="medication",
        pattern=r"^(?:be on|take|takes|been on|been taking|be taking|need|have) (?P<v>(?:daily )?(?:meds|medication|medicine|pills|tablets|injections|shots|an inhaler|eye drops) for (?:my )?[\w\s-]+)$",
        content="{S} takes {v}.",
        over="anyone",
        impact=0.9,
        examples=(("I take pills for my heart.", "pills for my heart"),),
        counter_examples=("Do you take pills for it?",),
    ),
    EnglishRule(
        id="en.diet.gave_up",
        kind="diet",
        key="diet",
        pattern=rf"^(?:have |'ve |finally |just |has )*(?:quit|stopped eating|stopped having|given up|gave up|cut out|went off|gone off|eliminated) (?:all )?(?P<v>{_FOODS})\b",
        content="{S} gave up {v}.",
        over="anyone",
        negated=True,
        impact=0.8,
        examples=(("I gave up meat last year.", "meat"),),
        counter_examples=("Should I give up meat?",),
    ),
    EnglishRule(
        id="en.diet.except",
        kind="diet",
        key="diet",
        pattern=(
            r"^(?:eat|eats|can eat|will eat) (?:pretty much |almost )?(?:everything|anything) (?:but|except|other than|apart from) (?P<v>[\w\s-]+)$"
            r"|^(?:be )?(?:on|following|doing|trying) (?:an? |the )?(?P<w>(?:[\w-]+ ){0,2}?(?:diet|fast))\b"
        ),
        content="{S}'s way of eating: {v}.",
        over="anyone",
        check=lambda value: value.lower() not in ("new diet", "strict diet", "diet"),
        impact=0.7,
        examples=(("I eat everything except liver.", "liver"), ("I'm on a low sodium diet.", "low sodium")),
        counter_examples=("Do you eat everything except liver?", "I'm on a diet?"),
    ),
    EnglishRule(
        id="en.diet.fast",
        kind="diet",
        key="diet",
        pattern=r"^(?:do |usually |always )?(?P<v>fast (?:during|on|every|until|for|in|from)\b.*|skip (?:breakfast|lunch|dinner)\b.*)$",
        content="{S}: {v}.",
        over="anyone",
        check=lambda value: re.search(r"\b(?:today|tomorrow|tonight|yesterday)\b", value) is None,
        impact=0.6,
        examples=(("I fast during Ramadan.", "Ramadan"),),
        counter_examples=("Do you fast during Ramadan?", "That was fast."),
    ),
    EnglishRule(
        id="en.event.mine",
        kind="event",
        key="event",
        pattern=(
            r"^(?:my|our) (?P<v>(?!(?:phone|battery|food|order|package|parcel)\b)[\w\s'-]+? (?:just )?(?:got|was|were|has been|have been|finally got) (?:approved|accepted|rejected|denied|stolen|broken into|towed|published|born|totall?ed|hacked|admitted|granted|flooded|robbed|hospitali[sz]ed|deployed|laid off|fired|promoted)\b.*)$"
        ),
        content="The user's {v}.",
        over="raw",
        subject="user",
        dated="past",
        impact=0.7,
        examples=(("My visa got approved yesterday!", "visa"),),
        counter_examples=("Was your visa approved?", "The visa got approved."),
    ),
    EnglishRule(
        id="en.event.befell",
        kind="event",
        key="event",
        pattern=(
            r"^(?:just |finally |recently |have |'ve |has )*(?P<v>(?:got (?:my|our|the) (?:results|degree|visa|green card|citizenship|license|licence|diploma|keys|offer)|got (?:hit|scammed|evicted|rear-ended|into|rejected|catfished|hospitali[sz]ed)|had (?:my|our|the|an?) (?:[\w-]+ ){0,3}?(?:out|removed|baby|stroke|surgery|operation|accident|transplant|procedure|miscarriage|fall|wedding|recital|exhibition)"
            r"|(?:tore|sprained|fractured|broke|twisted|dislocated|burned|cut) my|crashed (?:my|the)|totall?ed my|moved out|moved in with|retired|turned in my|submitted my|defended my|opened (?:my|a|our)|launched (?:my|a|our)|released my|signed (?:a|the|my)|closed on|sold (?:my|the|our)|lost (?:my|our)|won\b|came out to)\b[^,]*)"
        ),
        content="{S}: {v}.",
        over="anyone",
        dated="past",
        impact=0.7,
        confidence=0.75,
        check=lambda value: (
            re.search(r"lost my (?:mind|temper|patience|train|way|appetite|shit|voice)|\b(?:it|that)$", value)
            is None
        ),
        examples=(("I sprained my ankle on Monday.", "ankle"), ("I defended my thesis!", "thesis")),
        counter_examples=("I lost my mind.", "Did you sprain your ankle?"),
    ),
    EnglishRule(
        id="en.trait.memory",
        kind="profile",
        key="trait",
        pattern=r"^(?:have|has) (?:an? |no )?(?P<v>(?:[\w-]+ )?(?:memory|sense of direction|sense of smell|sweet tooth|green thumb|poker face|short temper|phobia of \w+|birthmark|tattoos?))\b",
        content="{S} has: {v}.",
        value="{v}",
        over="anyone",
        impact=0.4,
        examples=(("I have no sense of direction.", "sense of direction"),),
        counter_examples=("Do you have a sweet tooth?", "I have a memory of that day?"),
    ),
    EnglishRule(
        id="en.age.decade",
        kind="profile",
        key="age",
        pattern=r"^be (?:in )?(?:my )?(?P<v>(?:early|mid|late)[- ](?:twenties|thirties|forties|fifties|sixties|seventies|\d0s|teens))\b",
        content="{S} is in their {v}.",
        impact=0.6,
        examples=(("I'm in my late thirties.", "late thirties"),),
        counter_examples=("Are you in your late thirties?",),
    ),
    EnglishRule(
        id="en.event.done_to_me",
        kind="event",
        key="event",
        pattern=r"^(?P<v>(?:someone|somebody|a thief|thieves|burglars|a car|a driver) (?:stole|broke into|hit|crashed into|keyed|robbed|rear-ended|scammed) (?:my|our|me|us)\b.*)$",
        content="{v}.",
        over="raw",
        subject="user",
        dated="past",
        impact=0.7,
        examples=(("Someone broke into my car last week.", "car"),),
        counter_examples=("Did someone break into your car?", "Someone stole the show."),
    ),
    EnglishRule(
        id="en.diet.less",
        kind="diet",
        key="diet",
        pattern=r"^(?:be )?(?:trying to |try to )?(?:eat|eating|drink|drinking) (?:way |much )?less (?P<v>[a-z]+(?: [a-z]+)?)\b",
        content="{S} is cutting down on {v}.",
        impact=0.6,
        examples=(("I'm trying to eat less sugar.", "sugar"),),
        counter_examples=("Should I eat less sugar?",),
    ),
)
