"""English rules: people and animals around the speaker, said in passing."""

from __future__ import annotations

from saegim.remember.rules.english import EnglishRule

_ROLE = (
    r"(?:best friend|friend|bestie|roommate|flatmate|housemate|boss|manager|supervisor|advisor|mentor|coach|tutor|therapist|landlord|landlady|neighbou?r|colleague|coworker|co-worker|classmate"
    r"|teammate|boyfriend|girlfriend|partner|fianc\w+|business partner|trainer|teacher|professor|ex)"
)
_FAMILY = (
    r"(?:mom|mum|mother|dad|father|sister|brother|twin|wife|husband|son|daughter|grandmother|grandma|grandfather|grandpa|aunt|uncle|cousin|niece|nephew|stepmom|stepdad|stepson|stepdaughter)"
)
_PET = r"(?:dog|cat|puppy|kitten|rabbit|bunny|hamster|parrot|ferret|turtle|tortoise|bird|horse|guinea pig)"

RULES = (
    EnglishRule(
        id="en.relation.beside",
        kind="relationship",
        key="relationship.{n}",
        pattern=rf"(?:^|\s)(?P<n>[A-Z][\w'-]+),? (?:who(?:'s| is) )?my (?P<v>(?:old |close |new |current |former )?{_ROLE})(?:,| (?!'s|is\b|and\b))",
        content="{n} is the user's {v}.",
        over="sentence",
        subject="user",
        impact=0.7,
        examples=(("Oskar, my roommate, snores.", "roommate"),),
        counter_examples=("Ask my roommate.", "Is Oskar, my roommate, loud?"),
    ),
    EnglishRule(
        id="en.relation.have_named",
        kind="relationship",
        key="relationship.{n}",
        pattern=(
            rf"^(?:have|'ve got|got) (?:an? |this )?(?:[\w-]+ )?(?P<v>{_ROLE}),? (?:named|called|whose name is) (?P<n>[A-Z]\w+)"
        ),
        content="{n} is the user's {v}.",
        impact=0.7,
        examples=(("I have a friend named Noor.", "friend"),),
        counter_examples=("Do you have a friend named Noor?",),
    ),
    EnglishRule(
        id="en.family.named",
        kind="relationship",
        key="family.{w}",
        pattern=(
            rf"^(?:have|'ve got|got) (?:an? )?(?:[\w-]+ )?(?P<w>{_FAMILY}),? (?:named|called|whose name is) (?P<v>[A-Z]\w+)"
        ),
        content="The user's {w} is called {v}.",
        impact=0.7,
        examples=(("I have a daughter named Freya.", "Freya"),),
        counter_examples=("Do you have a daughter named Freya?",),
    ),
    EnglishRule(
        id="en.relation.with",
        kind="relationship",
        key="relationship.{n}",
        pattern=r"^(?:be|been) (?:now |still |happily )*(?P<v>dating|seeing|engaged to|married to|going out with|together with) (?:an? (?:guy|girl|man|woman|boy) (?:named|called) )?(?P<n>[A-Z](?!\w*day\b)\w+)\b",
        content="{S} is {v} {n}.",
        impact=0.8,
        examples=(("I've been dating a guy named Luca for three months.", "dating"),),
        counter_examples=("Are you dating Luca?", "I'm seeing a movie."),
    ),
    EnglishRule(
        id="en.family.parent",
        kind="relationship",
        key="family.children",
        pattern=(
            r"^be (?:an? )?(?:proud |new |single |busy |soon-to-be |first-time )*(?P<v>(?:mom|mum|dad|father|mother|parent|grandmother|grandfather|grandparent|grandma|grandpa|aunt|uncle)(?: (?:of|to) .+)?)$"
        ),
        content="{S} is {v}.",
        impact=0.7,
        examples=(("I'm a single dad.", "dad"), ("I'm a new mom to twins.", "twins")),
        counter_examples=("Are you a dad?", "I'm not a dad."),
    ),
    EnglishRule(
        id="en.family.none",
        kind="relationship",
        key="family.{v}",
        pattern=r"^(?:don't have|have no|have never had) (?:any )?(?P<v>siblings|brothers or sisters|kids|children|sisters|brothers)\b",
        content="The user has no {v}.",
        value="no {v}",
        negated=True,
        impact=0.6,
        examples=(("I don't have any siblings.", "siblings"),),
        counter_examples=("Don't you have siblings?",),
    ),
    EnglishRule(
        id="en.family.has_kids",
        kind="relationship",
        key="family.{v}",
        pattern=r"^(?:have|'ve got) (?P<v>kids|children|grandkids|grandchildren|siblings|twins|triplets|stepkids)\b",
        content="The user has {v}.",
        value="has {v}",
        impact=0.7,
        examples=(("I have kids.", "kids"), ("We have twins.", "twins")),
        counter_examples=("Do you have kids?",),
    ),
    EnglishRule(
        id="en.pet.my_name",
        kind="fact",
        key="pet.{n}",
        pattern=rf"^(?:my|our) (?:\w+ )?(?P<v>{_PET}),? (?P<n>[A-Z]\w+),? (?!'s\b|passed|died|was\b|ran away|crossed)",
        content="The user's {v} is called {n}.",
        over="raw",
        subject="user",
        confidence=0.8,
        impact=0.6,
        examples=(("My dog Pepper barks at trains.", "dog"),),
        counter_examples=("Is your dog Pepper friendly?", "My dog barks at trains."),
    ),
    EnglishRule(
        id="en.pet.gone",
        kind="event",
        key="event",
        pattern=rf"^(?:my|our) (?P<v>(?:\w+ )?{_PET}(?:,? [A-Z]\w+,?)? (?:passed away|died|was put down|ran away|crossed the rainbow bridge)\b.*|[A-Z]\w+ was put down)",
        content="The user's {v}.",
        over="raw",
        subject="user",
        dated="past",
        impact=0.9,
        examples=(("Our rabbit Clover passed away last month.", "Clover"),),
        counter_examples=("Did your rabbit die?", "The dog in that film died."),
    ),
    EnglishRule(
        id="en.pet.no_longer",
        kind="fact",
        key="pet.{v}",
        pattern=rf"^(?:no longer have|don't have) (?:an? |any |my |the )?(?P<v>{_PET}s?)(?: anymore| any more| now)",
        content="The user no longer has a {v}.",
        value="no {v}",
        negated=True,
        impact=0.7,
        examples=(("I don't have a dog anymore.", "dog"),),
        counter_examples=("Don't you have a dog anymore?",),
    ),
    EnglishRule(
        id="en.promise.thing",
        kind="promise",
        key="promise",
        pattern=r"^(?:promise|promised|owe) (?P<v>(?:my \w+|[A-Z]\w+|you|her|him|them|the kids) (?:an?|the|some|two|three|my) .+)$",
        content="The user promised: {v}.",
        dated="future",
        impact=0.8,
        examples=(("I promised my daughter a trip to the zoo.", "zoo"),),
        counter_examples=("She promised me a trip.", "Did I promise her a trip?"),
    ),
    EnglishRule(
        id="en.name.here",
        kind="profile",
        key="name",
        pattern=r"^(?:(?:hey|hi|hello|yo|good (?:morning|evening))(?: there| everyone| all)?[\s,!]+)(?P<v>[A-Z][a-z]+) here\b",
        content="The user's name is {v}.",
        over="sentence",
        subject="user",
        check=lambda value: value not in ("New", "Back", "Still", "Newbie", "Me", "You", "It", "Is", "Are"),
        impact=0.9,
        examples=(("Hi there, Naveen here", "Naveen"),),
        counter_examples=("hi, New here", "Hi, are you here?"),
    ),
    EnglishRule(
        id="en.kin.plays",
        kind="fact",
        key="skill",
        pattern=r"^(?P<v>(?:plays|speaks|sings|paints|dances) .+)$",
        content="{S} {v}.",
        over="kin",
        impact=0.4,
        examples=(("My niece plays the harp.", "harp"),),
        counter_examples=("Does my niece play the harp?", "My niece plays dumb sometimes?"),
    ),
)
