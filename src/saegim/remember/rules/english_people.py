"""English rules: family, friends, partners, animals."""

from __future__ import annotations

from saegim.remember.rules.english import EnglishRule

_END = r"[\s.!]*$"
_PETS = (
    r"(?:dog|cat|puppy|kitten|ferret|hamster|rabbit|bunny|parrot|budgie|turtle|tortoise|lizard"
    r"|gecko|snake|fish|goldfish|guinea pig|greyhound|poodle|labrador|lab|beagle|corgi|husky"
    r"|terrier|retriever|chinchilla|hedgehog|horse|pony|hen|chicken|duck|goat|parakeet|cockatiel"
    r"|iguana|axolotl|frog|rat|mouse|pug|spaniel|collie|dachshund|chihuahua|tabby|doberman|pit bull"
    r"|german shepherd|shepherd|bulldog|rottweiler|boxer|great dane|schnauzer|cow|pig|sheep|llama"
    r"|alpaca|bird|canary|mutt|persian|siamese|maine coon|ragdoll|shih tzu|pomeranian|maltese|samoyed|dalmatian|cockatoo|parrotlet|gerbil|bearded dragon|tarantula|koi|betta|pigeon|donkey|mule|puppies|mice)s?"
)
_STATUS = (
    r"(?:single|married|divorced|engaged|widowed|separated|in a relationship|dating(?: someone)?"
    r"|seeing someone|newly ?wed|a widow(?:er)?)"
)

# 'I live in Leeds with my two cats, Fig and Olive'
_KEEP = r"(?:have|have got|own|got|(?:live|lives)(?: in [\w\s]+?)? with (?:my|our))"

RULES = (
    EnglishRule(
        id="en.family.rank",
        kind="relationship",
        key="family.siblings",
        pattern=(
            r"^be (?:the )?(?P<v>(?:youngest|oldest|eldest|middle(?: child)?|second) of (?:\w+)(?: "
            r"\w+)?|a (?:mother|father|mom|dad|parent) of \w+)"
        ),
        content="{S} is {v}.",
        impact=0.6,
        examples=(("I'm the youngest of five.", "youngest"),),
        counter_examples=("Are you the youngest of five?",),
    ),
    EnglishRule(
        id="en.family.have",
        kind="relationship",
        key="family.{v}",
        pattern=(
            r"^(?:have|have got|got) (?:already )?(?P<n>an?|twin|grown|one|two|three|four|five|six|seven|eight"
            r"|\d+) (?P<v>(?:amazing |wonderful |grown |adult |beautiful |older |younger |little "
            r"|big |twin |baby |identical |fraternal |half[- ])?(?:brother|sister|son|daughter|kid|child|children|cousin"
            r"|niece|nephew|twin|(?:twin )?(?:boy|girl)(?=s)|sibling|aunt|uncle|toddler|stepkid|foster kid|foster child|grandkid|grandchild|grandson|granddaughter|wife|husband|stepson"
            r"|stepdaughter)(?:s|ren)?)\b"
        ),
        content="The user has {n} {v}.",
        value="{n} {v}",
        impact=0.7,
        examples=(("I have two older brothers.", "brothers"),),
        counter_examples=("Do you have two brothers?",),
    ),
    EnglishRule(
        id="en.relation.is",
        kind="relationship",
        key="relationship.{n}",
        pattern=(
            r"^(?P<n>(?:(?:Dr|Mr|Ms|Mrs|Prof)\.? |Professor )?[A-Z][\w'-]+(?: [A-Z][\w'-]+)?)(?: is| has been|'s) my "
            r"(?P<v>(?!favou?rite)[\w\s'-]*?(?:friend|buddy|boss|manager|supervisor|advisor|adviser"
            r"|mentor|coworker|colleague|roommate|flatmate|neighbou?r|partner|girlfriend|boyfriend"
            r"|fianc\w+|teacher|tutor|coach|therapist|doctor|professor|landlord|landlady|ex|bestie|mate|teammate|bandmate|classmate|housemate|aunt|uncle|cousin|sister|brother|mother|father|mom|dad|son|daughter|wife|husband|nephew|niece|co-?founder|assistant|student|dentist|physio|pen pal|crush|stepdad|stepmom)\b.*)$"
        ),
        content="{n} is the user's {v}.",
        over="raw",
        subject="user",
        confidence=0.9,
        impact=0.8,
        examples=(("Soraya is my thesis advisor.", "thesis advisor"),),
        counter_examples=("Pizza is my favourite friend.",),
    ),
    EnglishRule(
        id="en.relation.my_is",
        kind="relationship",
        key="relationship.{n}",
        pattern=(
            r"^my (?P<v>doctor|dentist|boss|manager|therapist|landlord|best friend|supervisor"
            r"|advisor|mentor|coach|tutor|roommate|flatmate|housemate|boyfriend|girlfriend|fianc\w+|partner|teacher|professor|colleague|bestie|closest friend|oldest friend|trainer|business partner) is (?P<n>(?:(?:Dr"
            r"|Mr|Ms|Mrs|Prof)\.? )?[A-Z][\w'-]+(?: [A-Z][\w'-]+)?)(?:,.*)?"
        )
        + _END,
        content="{n} is the user's {v}.",
        over="raw",
        subject="user",
        impact=0.7,
        examples=(("My dentist is Dr. Haddad.", "dentist"),),
        counter_examples=("Who is my dentist?",),
    ),
    EnglishRule(
        id="en.relation.and_i",
        kind="relationship",
        key="relationship.{n}",
        pattern=(
            r"^(?P<n>[A-Z][\w'-]+) and I (?:have been|are|'ve been|were) (?P<v>(?:best |old |close "
            r"|good )?friends|roommates|colleagues|coworkers|dating|together|married|neighbou?rs)\b"
        ),
        content="{n} and the user are {v}.",
        over="sentence",
        subject="user",
        impact=0.7,
        examples=(("Noor and I have been friends for ten years.", "friends"),),
        counter_examples=("Are Noor and I friends?",),
    ),
    EnglishRule(
        id="en.relation.friend_from",
        kind="relationship",
        key="relationship.{n}",
        pattern=(
            r"^(?P<n>[A-Z][\w'-]+) is (?:an? |one of my )(?P<v>(?:old |close |good |childhood "
            r")?(?:friend|colleague|coworker|classmate|neighbou?r|cousin)s?\b.*)$"
        ),
        content="{n} is {v} of the user.",
        over="raw",
        subject="user",
        impact=0.7,
        examples=(("Noor is a friend from work.", "friend from work"),),
        counter_examples=("Is Noor a friend?",),
    ),
    EnglishRule(
        id="en.relation.status",
        kind="relationship",
        key="relationship.status",
        pattern=(
            r"^(?:be|been|got|just got|have been|'ve been|(?:have |'ve )?gone and got) (?:now |currently |happily |recently "
            rf"|still |newly |finally )*(?P<v>{_STATUS})\b"
        ),
        content="{S} is {v}.",
        over="anyone",
        impact=0.9,
        examples=(
            ("I'm happily divorced.", "divorced"),
            ("we got engaged!", "engaged"),
            ("so I've gone and got engaged", "engaged"),
        ),
        counter_examples=("Are you married?",),
    ),
    EnglishRule(
        id="en.relation.broke_up",
        kind="relationship",
        key="relationship.status",
        pattern=r"^(?:just |recently |finally )*(?P<v>broke up|split up|got dumped)\b",
        content="{S}: {v}.",
        dated="past",
        impact=0.9,
        examples=(("we broke up last week", "broke up"),),
        counter_examples=("they broke up",),
    ),
    EnglishRule(
        id="en.pet.named",
        kind="fact",
        key="pet.{n}",
        pattern=(
            r"^(?:have|have got|own|got|adopted|just adopted|be getting|just got|recently got) "
            rf"(?:an? |my |another )?(?P<v>(?:[\w-]+ ){{0,3}}?{_PETS}) (?:named|called|whose name "
            r"is) (?P<n>[A-Z]\w+|\w+)"
        ),
        content="{S} has a {v} named {n}.",
        over="anyone",
        confidence=0.9,
        impact=0.7,
        examples=(("I have a rescue corgi named Biscuit.", "corgi"), ("got a gecko called Moss", "gecko")),
        counter_examples=("if i had a dog id name it moss",),
    ),
    EnglishRule(
        id="en.pet.two",
        kind="fact",
        key="pet.{n}",
        pattern=(
            rf"^{_KEEP} (?:two|three|2|3) (?P<v>(?:[\w-]+ ){{0,3}}?{_PETS})[,:]? "
            r"(?:named |called )?(?P<n>[A-Z]\w+)(?:,| and )"
        ),
        content="{S} has {v}, one called {n}.",
        over="anyone",
        impact=0.7,
        examples=(
            ("We have two old cats, Fig and Olive.", "cats"),
            ("I live in Leeds with my two cats, Fig and Olive.", "cats"),
        ),
        counter_examples=("Do you have two cats?", "I live with my two sisters, Ann and Bea."),
    ),
    EnglishRule(
        id="en.pet.second",
        kind="fact",
        key="pet.{n}",
        pattern=(
            rf"^{_KEEP} (?:two|three|2|3) (?P<v>(?:[\w-]+ ){{0,3}}?{_PETS})[,:]? "
            r"(?:named |called )?[A-Z]\w+(?:, [A-Z]\w+)?,? and (?P<n>[A-Z]\w+)"
        ),
        content="{S} has {v}, one called {n}.",
        over="anyone",
        impact=0.7,
        examples=(("We have two old cats, Fig and Olive.", "cats"),),
        counter_examples=("We have two cats.",),
    ),
    EnglishRule(
        id="en.pet.have",
        kind="fact",
        key="pet.{v}",
        pattern=(
            r"^(?:have|have got|own|keep|adopted|just adopted|just got|recently got) (?:an? |two "
            rf"|three |four |some |\d )?(?P<v>(?!(?:eaten|had|seen|caught|cooked|tried|fed|drawn) )(?:[\w-]+ ){{0,2}}?{_PETS}(?: and (?:an? |two |three "
            rf"|\d )?(?:[\w-]+ ){{0,2}}?{_PETS})?)(?: at home| (?:in|on|at) (?:the|my|our) .*| who .*| that .*|,.*| and (?:he|she|it|they)\b.*)?"
        )
        + _END,
        content="{S} has {v}.",
        over="anyone",
        each=True,
        impact=0.7,
        examples=(("I keep three tortoises.", "tortoises"), ("I have 2 cats and a dog.", "dog")),
        counter_examples=(
            "I want a tortoise.",
            "Do you have a dog?",
            "I've eaten fish.",
            "I've seen a snake.",
        ),
    ),
    EnglishRule(
        id="en.pet.my",
        kind="fact",
        key="pet.{n}",
        pattern=rf"^(?:my|our) (?P<v>{_PETS})(?:'s name is| is called| is named|,) (?P<n>[A-Z]\w+)",
        content="The user's {v} is called {n}.",
        over="raw",
        subject="user",
        impact=0.7,
        examples=(("Our cat is called Juniper.", "cat"),),
        counter_examples=("What should I name my cat?",),
    ),
)
