"""English rules: dates, promises, limits and boundaries in the other ways people put them."""

from __future__ import annotations

import re

from saegim.remember.rules.english import EnglishRule
from saegim.remember.rules.english_reading import ASK, ORDER, TELL

_OCCASION = (
    r"(?:appointment|interview|exam|test|surgery|flight|wedding|conference|presentation|deadline|check-?up|concert|recital|rehearsal|audition|funeral|graduation|meeting|operation|scan|mri"
    r"|tournament|match|game|race|marathon|party|date|trip|dinner|lunch|class|workshop|ceremony|viewing|reunion|vet visit|root canal|cleaning|session)"
)
_TOPIC = r"(?!(?:it|this|that|you|him|her|them)\b[\s.!]*$)"

RULES = (
    EnglishRule(
        id="en.plan.noun",
        kind="plan",
        key="plan",
        pattern=(
            r"^(?:and |also |then )?(?:(?:my|our|an?|the) )?(?P<v>(?:(?!(?:he|she|they|you|his|her|their|your|has|have|had|was|were|is|are|no|what|when|which|that|this|did|last|how|see|watch|the)\b)[\w'-]+ ){0,3}"
            rf"{_OCCASION})(?: with [\w\s.]+?)?(?: is| coming up| booked| scheduled)?(?: (?:on|at|this|next|in|tomorrow|tonight|mon|tues|wednes|thurs|fri|satur|sun)\w*\b.*)$"
        ),
        content="The user has a {v} on {d}.",
        over="raw",
        subject="user",
        dated="ahead",
        needs_date=True,
        impact=0.7,
        confidence=0.75,
        examples=(("dentist appointment monday at 9", "dentist appointment"),),
        counter_examples=("The dentist appointment was fun.", "Is there a test on monday?", "good test"),
    ),
    EnglishRule(
        id="en.plan.there_is",
        kind="plan",
        key="plan",
        pattern=rf"^there(?:'s| is) (?:an? |this |my )?(?P<v>(?:[\w'-]+ ){{0,3}}{_OCCASION}) .*\b(?:I'm|I am|I have|we're|we are|I'll|for me|my)\b",
        content="The user has a {v} on {d}.",
        over="sentence",
        subject="user",
        dated="ahead",
        needs_date=True,
        impact=0.7,
        examples=(("there's a concert I'm going to on saturday", "concert"),),
        counter_examples=("there's a concert on saturday",),
    ),
    EnglishRule(
        id="en.plan.booked",
        kind="plan",
        key="plan",
        pattern=r"^(?:just |already |finally |have |'ve )*(?:booked|signed up for|registered for|scheduled|bought tickets (?:for|to)|got tickets (?:for|to)|reserved|enrolled in|put (?:my|our) names? down for) (?P<v>.+)$",
        content="{S} plans: {v}.",
        dated="ahead",
        impact=0.6,
        confidence=0.8,
        check=lambda value: re.search(r"\b(?:it|that|this)$", value) is None,
        examples=(
            ("I booked a cabin for next weekend.", "cabin"),
            ("I've put my name down for a half marathon on the 11th of april", "half marathon"),
        ),
        counter_examples=("Have you booked a cabin?", "I booked it."),
    ),
    EnglishRule(
        id="en.plan.will_be",
        kind="plan",
        key="plan",
        pattern=r"^(?:have to|need to|be supposed to|be due to|shall) (?P<v>be (?:in|at|on|away|out of|back in|off|there by) .+|fly .+|travel .+|give birth.*|start .+|move .+|see my .+|meet .+|pick up .+)$",
        content="{S} plans ({d}): {v}.",
        over="anyone",
        dated="ahead",
        needs_date=True,
        impact=0.6,
        confidence=0.8,
        examples=(("I have to be in Rome next week.", "Rome"),),
        counter_examples=("I'll be at home.", "Will you be in Rome next week?"),
    ),
    EnglishRule(
        id="en.plan.expecting",
        kind="plan",
        key="plan",
        pattern=r"^be (?P<v>expecting (?:a|our|my|her|twins|in)\b.*|due (?:in|on) .+)$",
        content="{S} is {v}.",
        over="anyone",
        dated="ahead",
        impact=0.9,
        examples=(("We're expecting our first baby.", "baby"),),
        counter_examples=("I'm expecting a call.", "Are you expecting a baby?"),
        check=lambda value: (
            re.search(r"\b(?:call|package|delivery|reply|email|parcel|letter|refund)\b", value) is None
        ),
    ),
    EnglishRule(
        id="en.promise.tail",
        kind="promise",
        key="promise",
        pattern=r"\bI(?:'ll| will| won't) (?P<v>[^,.!?]+(?:, [^,.!?]+)?),? (?:(?:I|i) )?(?:promise|swear|pinky promise|pinky swear|you have my word|cross my heart)\b",
        content="The user promised: {v}.",
        over="sentence",
        subject="user",
        dated="future",
        impact=0.9,
        confidence=0.9,
        examples=(("I'll bring you the recipe, promise.", "recipe"), ("I won't shout, I swear.", "shout")),
        counter_examples=("I'll bring it.", "he'll bring it, he promised"),
    ),
    EnglishRule(
        id="en.promise.told",
        kind="promise",
        key="promise",
        pattern=(
            r"^(?:(?:told|assured|promised) (?:my \w+|[A-Z]\w+|everyone)|gave (?:my \w+|[A-Z]\w+) my word|gave my word(?: to [\w\s]+?)?|made a promise(?: to [\w\s]+?)?|vowed|agreed|pinky promised(?: my \w+| [A-Z]\w+)?|swore(?: to [\w\s]+?)?)"
            r"(?: that)?,? (?:I(?:'d| would|'ll| will)|to) (?P<v>.+)$"
        ),
        content="The user promised: {v}.",
        dated="future",
        impact=0.8,
        confidence=0.85,
        examples=(("I told my mom I'd visit her on Sunday.", "visit"), ("I vowed to stop lying.", "lying")),
        counter_examples=("Did I tell my mom I'd visit?", "he vowed to stop lying"),
    ),
    EnglishRule(
        id="en.promise.from_now_on",
        kind="promise",
        key="promise",
        pattern=r"^(?:next time|from now on|from today|starting (?:today|tomorrow|now|monday|next week)|going forward),? I(?:'ll| will| won't) (?P<v>(?!be (?:back|fine|ok)|see|try).+)$",
        content="The user promised: {v}.",
        over="raw",
        subject="user",
        dated="future",
        impact=0.7,
        confidence=0.8,
        examples=(("From now on I'll go to bed by ten.", "bed"),),
        counter_examples=("From now on answer in French.",),
    ),
    EnglishRule(
        id="en.boundary.lets_not",
        kind="boundary",
        key="boundary",
        pattern=(
            r"^(?:please,? )?(?:let's not|can we (?:please )?not|can we avoid|could we not|could you (?:please )?not|can you (?:please )?not|I'd appreciate it if you didn't|I would appreciate it if you didn't|please refrain from|I(?:'d| would) like you not to|I don't want you to)"
            rf" (?P<v>(?:talk(?:ing)? about|discuss(?:ing)?|bring(?:ing)? up|mention(?:ing)?|get(?:ting)? into|go(?:ing)? there with|ask(?:ing)?(?: me)?(?: about)?|jok(?:e|ing) about|speak(?:ing)? (?:of|about)|call(?:ing)? me|shar(?:e|ing)) {_TOPIC}.+)$"
        ),
        content="The user does not want this: {v}.",
        over="raw",
        subject="user",
        moods=(TELL, ASK, ORDER),
        negated=True,
        impact=1.0,
        confidence=0.9,
        examples=(
            ("Let's not discuss religion here.", "religion"),
            ("can we not talk about my dad?", "my dad"),
        ),
        counter_examples=("Let's not go there.", "can we talk about my dad?"),
    ),
    EnglishRule(
        id="en.boundary.no_talk",
        kind="boundary",
        key="boundary",
        pattern=(
            r"^(?:please,? )?no (?P<v>(?:(?:questions|jokes|comments|talk|remarks|advice|spoilers|lectures) (?:about|on|for|regarding) (?!it\b).+|(?:\w+ ){1,2}(?:talk|jokes|questions|spoilers)|spoilers))(?: please)?[.!]*$"
            r"|^(?:please )?(?:leave|keep) (?P<w>(?:my|the) [\w\s]+?) (?:out of (?:this|it|our .+)|alone)\b"
        ),
        content="The user does not want this: {v}.",
        over="raw",
        subject="user",
        moods=(TELL, ORDER),
        negated=True,
        impact=1.0,
        examples=(("No jokes about my height please.", "height"), ("keep my family out of this", "family")),
        counter_examples=("No questions.", "Any jokes about height?"),
    ),
    EnglishRule(
        id="en.constraint.only_have",
        kind="constraint",
        key="constraint",
        pattern=(
            r"^(?P<v>(?:only have|have (?:only|at most|just|about|no more than|a maximum of|max)|can (?:only )?spare|can only (?:spend|afford|manage|stay|work|talk|commit|do|eat|travel|come)|can (?:spend|afford|pay|do) (?:at most|up to|about|no more than|maximum))\b"
            r" .*(?:\d|\b(?:an? (?:hour|day|week|month)|half an hour|one|two|three|four|five|ten|twenty|thirty|forty|fifty|hundred|weekends?|evenings?|mornings?|minutes|hours)\b).*)$"
        ),
        content="The user's limit: {v}.",
        impact=0.7,
        check=lambda value: (
            re.search(r"\b(?:brothers?|sisters?|kids?|child(?:ren)?|sons?|daughters?|cats?|dogs?)\b", value)
            is None
        ),
        examples=(
            ("I only have thirty minutes a day.", "thirty minutes"),
            ("I can spend up to 80 euros.", "80"),
        ),
        counter_examples=("Do you only have thirty minutes?", "I only have two sisters."),
    ),
    EnglishRule(
        id="en.constraint.cannot_when",
        kind="constraint",
        key="constraint",
        pattern=(
            r"^(?P<v>(?:can't (?:do|make|start|leave|come|be|work|stay|get|join|eat|schedule|host|go|answer|see)\b.*?\b(?:before|after|past|until|later than|on|during|without|in the)|have to (?:be (?:home|back|there|in)|leave|pick up)\b.*?\b(?:by|at|before|until|on)"
            r"|be (?:busy|unavailable|booked|tied up|not free|not around|out of office)) (?:the )?(?:[\w:]+ ){0,3}?(?:\d[\w:]*|noon|midnight|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mornings?|evenings?|weekends?|weekdays?|nights?|afternoons?|every \w+)\b.*)$"
        ),
        content="The user's limit: {v}.",
        impact=0.7,
        confidence=0.75,
        check=lambda value: re.search(r"\b(?:tomorrow|today|tonight|yesterday|next)\b", value) is None,
        examples=(("I can't start work before 10am.", "10am"), ("I'm busy on Thursdays.", "Thursdays")),
        counter_examples=("Can't you do anything before 10am?", "I'm busy."),
    ),
    EnglishRule(
        id="en.constraint.place",
        kind="constraint",
        key="constraint",
        pattern=(
            r"^(?P<v>(?:can't (?:climb|take|use|handle|do|manage|walk|stand|sit|travel|leave|drive|lift|carry|fly|kneel)\b .*?\b(?:stairs|elevators?|long|far|more than|heavy|the country|at night|on (?:the )?highways?|crowds|steps|anything|without)\b.*|have no (?:car|oven|internet|kitchen|transport|childcare|elevator|lift|wifi|balcony)\b.*))$"
        ),
        content="The user's limit: {v}.",
        over="anyone",
        subject="user",
        impact=0.6,
        confidence=0.75,
        examples=(("I can't climb stairs.", "stairs"), ("I have no oven.", "oven")),
        counter_examples=("Can't you climb stairs?", "I can't take this."),
    ),
    EnglishRule(
        id="en.constraint.equipment",
        kind="constraint",
        key="constraint",
        pattern=r"^(?:my|our) (?P<v>(?:internet|wifi|connection|laptop|kitchen|flat|apartment|phone|building|car) (?:is|has|doesn't have|can't) (?:(?:super|really|very|too|so|pretty|no|an?) )*(?:slow|weak|tiny|small|old|limited|elevator|lift|oven|dishwasher|handle|run)\b.*)$",
        content="The user's {v}.",
        over="raw",
        subject="user",
        impact=0.6,
        confidence=0.75,
        examples=(("My internet is super slow.", "internet"),),
        counter_examples=("Is my internet slow?", "My internet is fine."),
    ),
    EnglishRule(
        id="en.constraint.not_allowed",
        kind="constraint",
        key="constraint",
        pattern=r"^(?:my|our|the) (?P<v>(?:landlord|landlady|boss|company|building|school|office|lease|employer|dorm|parents|job|visa) (?:doesn't|don't|won't|does not) (?:allow|let|permit|cover) (?!me$|it$).+)$",
        content="The user's {v}.",
        over="raw",
        subject="user",
        impact=0.6,
        confidence=0.8,
        examples=(("My landlord doesn't allow pets.", "pets"),),
        counter_examples=("Does my landlord allow pets?",),
    ),
)
