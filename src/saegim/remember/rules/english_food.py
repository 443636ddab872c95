"""English rules: what people eat and drink, and what they gave up."""

from __future__ import annotations

import re

from saegim.remember.rules.english import EnglishRule

_NOT_FOOD = re.compile(
    r"^(?:it|they|them|he|she|you|that|this|\w*days?|mornings?|evenings?|weekends?|much|anything|breakfast|lunch|dinner|out|here|there|enough|well|a lot|my (?:lunch|dinner))\b",
    re.IGNORECASE,
)
_DIET = (
    r"(?:vegan|vegetarian|pescatarian|pescetarian|flexitarian|keto|gluten[- ]free|dairy[- ]free"
    r"|halal|kosher|paleo|low[- ]carb|plant[- ]based|raw vegan|lacto-vegetarian|teetotal|sober"
    r"|intermittent fasting)"
)


def _food(value: str) -> bool:
    return _NOT_FOOD.match(value) is None and len(value.split()) <= 5


RULES = (
    EnglishRule(
        id="en.diet.upsets",
        kind="diet",
        key="diet",
        pattern=(
            r"^(?P<v>[\w\s-]+?) (?:upsets? my stomach|makes? me (?:sick|ill|nauseous|bloated)"
            r"|gives? me (?:heartburn|a stomach ache|stomach aches|a headache|migraines?)|(?:sets? "
            r"off|triggers?) my (?:migraines?|ibs|reflux|asthma))"
        ),
        content="{v} does not agree with the user.",
        over="raw",
        subject="user",
        check=_food,
        impact=0.8,
        examples=(("Red wine sets off my migraines.", "Red wine"),),
        counter_examples=("Does red wine give you a headache?",),
    ),
    EnglishRule(
        id="en.habit.no_more",
        kind="fact",
        key="habit",
        pattern=rf"^be (?:no longer|not(?=.*\bany ?(?:more|longer)\b)) (?:really )?(?:an? )?(?P<v>{_DIET})\b",
        content="{S} is no longer {v}.",
        over="anyone",
        negated=True,
        confidence=0.85,
        impact=0.9,
        examples=(
            ("I'm no longer vegan.", "vegan"),
            ("I'm not vegan any more.", "vegan"),
            ("I'm no longer a vegetarian.", "vegetarian"),
        ),
        counter_examples=("I'm not vegan.", "Are you no longer vegan?"),
    ),
    EnglishRule(
        id="en.diet.be",
        kind="diet",
        key="diet",
        pattern=(
            r"^(?:mostly |mainly )?(?:be|been|went|have been|gone|have gone|turned|have turned|eat|eats|only eat|follow|follows|be trying|be "
            r"eating|be doing|do|keep|keeps)(?: a| an| strictly| mostly| fully| completely| currently| on a| "
            rf"only| now)* (?P<v>{_DIET})\b"
        ),
        content="{S} is {v}.",
        over="anyone",
        confidence=0.9,
        impact=0.9,
        examples=(
            ("I'm pescatarian.", "pescatarian"),
            ("been vegetarian since college", "vegetarian"),
            ("oh and I've gone vegan.", "vegan"),
            ("I only eat halal.", "halal"),
            ("We keep kosher at home.", "kosher"),
        ),
        counter_examples=("Suppose I were vegan, what could I eat?", "I'm not vegan.", "Is this vegan?"),
    ),
    EnglishRule(
        id="en.diet.not_eat",
        kind="diet",
        key="diet",
        pattern=(
            r"^(?:don't|doesn't|never|no longer|can't|won't|be not allowed to) (?:really |ever "
            r")?(?:eat|eats|drink|drinks|touch|do|consume) (?!for\b|to\b)(?:anything (?:with|containing|that has|that contains) )?(?P<v>.+?)(?: (?:because"
            r"|due|for health|since|anymore) .*)?$"
        ),
        content="{S} does not eat or drink {v}.",
        over="anyone",
        check=_food,
        each=True,
        negated=True,
        impact=0.8,
        examples=(("I don't eat shellfish.", "shellfish"), ("I never drink alcohol.", "alcohol")),
        counter_examples=("Why don't you eat shellfish?", "I don't eat much."),
    ),
    EnglishRule(
        id="en.diet.turned",
        kind="diet",
        key="diet",
        pattern=(
            r"used to (?:love|like|enjoy|eat|drink) (?P<v>[\w\s'-]+?),? but (?:now )?I? ?(?:now )?(?:can't|don't|no longer) "
            r"(?:eat|drink|have|touch)\b"
        ),
        content="The user no longer eats or drinks {v}.",
        over="sentence",
        check=_food,
        negated=True,
        impact=0.8,
        examples=(("I used to love coffee but now I can't drink it.", "coffee"),),
        counter_examples=("I used to love coffee.", "Did you used to love coffee but now can't drink it?"),
    ),
    EnglishRule(
        id="en.diet.none_for_me",
        kind="diet",
        key="diet",
        pattern=r"^no (?:more )?(?P<v>[a-z]+(?: [a-z]+)?) for me\b",
        content="The user does not have {v}.",
        over="raw",
        subject="user",
        check=lambda value: (
            value.split()[-1] not in ("thanks", "way", "plans", "sleep", "luck", "worries", "time", "problem")
        ),
        negated=True,
        impact=0.7,
        confidence=0.75,
        examples=(("No dairy for me.", "dairy"),),
        counter_examples=("No worries for me.",),
    ),
    EnglishRule(
        id="en.diet.cutting",
        kind="diet",
        key="diet",
        pattern=r"^(?:be |been )?(?:trying to |going to )?(?:cut(?:ting)?|cutting back|cut back) (?:down|back|out)?(?: on| out)? ?(?P<v>[\w\s-]+)$",
        content="{S} is cutting down on {v}.",
        over="anyone",
        check=lambda value: (
            _food(value)
            and not re.search(r"\b(?:hair|costs?|corners?|grass|lawn|hours|spending|class)\b", value)
        ),
        impact=0.6,
        confidence=0.75,
        examples=(("I'm trying to cut down on sugar.", "sugar"),),
        counter_examples=("I cut my hair.",),
    ),
    EnglishRule(
        id="en.diet.no_alcohol",
        kind="diet",
        key="diet",
        pattern=(
            r"^(?P<v>don't drink|be sober|never drink|don't drink alcohol)(?: anymore| at all| "
            r"because .*)?[.!]*$"
        ),
        content="{S} does not drink alcohol.",
        value="no alcohol (don't drink)",
        over="anyone",
        negated=True,
        impact=0.8,
        examples=(("I don't drink at all.", "alcohol"),),
        counter_examples=("Why don't you drink?",),
    ),
    EnglishRule(
        id="en.diet.only",
        kind="diet",
        key="diet",
        pattern=r"^only (?:eat|drink|buy) (?P<v>.+)$",
        content="{S} only eats or drinks {v}.",
        over="anyone",
        check=_food,
        impact=0.7,
        examples=(("I only drink decaf.", "decaf"),),
        counter_examples=("Do you only drink decaf?",),
    ),
    EnglishRule(
        id="en.diet.cannot_have",
        kind="diet",
        key="diet",
        pattern=(
            r"^(?:can't have|be not allowed|have to avoid|avoid|stay away from) (?P<v>(?!it\b"
            r"|that\b|you\b|kids\b|children\b)(?:anything with )?[\w\s-]+?)(?: in it)?(?: "
            r"(?:because|due|for health|since|with) .*)?$"
        ),
        content="{S} cannot have {v}.",
        over="anyone",
        check=_food,
        negated=True,
        confidence=0.75,
        impact=0.8,
        examples=(("I can't have dairy.", "dairy"),),
        counter_examples=("Can't I have dairy?",),
    ),
    EnglishRule(
        id="en.habit.quit",
        kind="fact",
        key="habit",
        pattern=(
            r"^(?:have |'ve |finally |just )*(?:quit|stopped|given up|gave up|kicked) (?P<v>smoking"
            r"|drinking|coffee|alcohol|caffeine|soda|vaping|cigarettes|gambling|social media|weed|nicotine"
            r"|video games)\b"
        ),
        content="{S} gave up {v}.",
        over="anyone",
        negated=True,
        impact=0.8,
        examples=(("I quit smoking last year.", "smoking"),),
        counter_examples=("Should I quit smoking?",),
    ),
)
