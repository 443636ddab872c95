"""English rules: work and school."""

from __future__ import annotations

import re

from saegim.remember.rules.english import EnglishRule
from saegim.remember.rules.english_jobs import JOBS, is_job

_END = r"[\s.!]*$"


RULES = (
    EnglishRule(
        id="en.work.as",
        kind="fact",
        key="work.role",
        pattern=(
            r"^(?:be )?(?:currently |now |mostly )?(?:work|works|working|serve|serves|serving"
            r"|freelance|freelances|freelancing|employed|volunteer) as (?:an? |the |head of "
            r")?(?P<v>.+?)(?: (?:at|for|with|in) .+)?$"
        ),
        content="{S} works as a {v}.",
        over="anyone",
        confidence=0.9,
        impact=0.7,
        examples=(
            ("I work as a cartographer for the navy.", "cartographer"),
            ("I currently serve as deputy mayor.", "deputy mayor"),
        ),
        counter_examples=("I worked as a cartographer.", "Could I work as a cartographer?"),
    ),
    EnglishRule(
        id="en.work.is",
        kind="fact",
        key="work.role",
        pattern=r"^be (?:an? |the )(?P<v>(?!not\b)[\w\s-]+?)(?:,.+| (?:at|for|in|with|by|and|who|from|on|specializing|working|these|now) .+)?$",
        content="{S} is a {v}.",
        over="anyone",
        check=is_job,
        impact=0.7,
        examples=(("I'm a court reporter.", "court reporter"), ("My husband is a beekeeper.", "beekeeper")),
        counter_examples=(
            "I'm not a nurse anymore.",
            "I'm a night owl.",
            "If I'm a nurse, can I claim this?",
        ),
    ),
    EnglishRule(
        id="en.work.freelance",
        kind="fact",
        key="work.role",
        pattern=r"^(?:do |does )?(?:some |mostly )?(?P<v>(?:freelance|contract) (?!as\b|for\b|from\b)[\w\s-]+)$|^be (?:the )?(?P<w>(?:head|director|vp|chief) of [\w\s-]+?)(?: (?:at|for|in) .+)?$",
        content="{S}'s work: {v}.",
        over="anyone",
        impact=0.7,
        examples=(
            ("I do freelance illustration.", "illustration"),
            ("I'm the head of marketing at a startup.", "marketing"),
        ),
        counter_examples=("Do you do freelance illustration?",),
    ),
    EnglishRule(
        id="en.work.is_at",
        kind="fact",
        key="work.company",
        pattern=(
            rf"^be (?:an? |the )[\w\s-]*?{JOBS.pattern} (?:at|for|with) (?P<v>(?:the "
            r")?[A-Z][\w\s.'&-]+)$"
        ),
        content="{S} works at {v}.",
        over="anyone",
        impact=0.7,
        examples=(("I'm a botanist at Kew Hall.", "Kew Hall"),),
        counter_examples=("I'm a guest at Kew Hall.",),
    ),
    EnglishRule(
        id="en.work.teach",
        kind="fact",
        key="work.role",
        pattern=r"^(?P<v>teach(?:es)? (?!me\b|you\b|him\b).+)$",
        content="{S} teaches: {v}.",
        over="anyone",
        impact=0.7,
        examples=(("I teach pottery now.", "teach pottery"),),
        counter_examples=("Teach me pottery.",),
    ),
    EnglishRule(
        id="en.work.runs",
        kind="fact",
        key="work.role",
        pattern=(
            r"^(?P<v>(?:run|runs|own|owns|manage|manages|operate) (?:an? |my own |the |our "
            r")?(?:small |tiny |little |family |local |own )*(?:\w+ ){0,2}?(?:bakery|cafe|café|shop|store|bookshop|bookstore"
            r"|restaurant|farm|business|studio|agency|clinic|salon|startup|company|bar|pub|hotel"
            r"|hostel|nursery|gallery|garage|brewery|bed and breakfast|b&b|food truck|pharmacy|practice|school|daycare|vineyard|ranch|newsletter|channel|label|firm|workshop|boutique|stall|gym|etsy store))\b"
        ),
        content="{S}: {v}.",
        over="anyone",
        impact=0.7,
        examples=(("I run a small bookshop.", "bookshop"),),
        counter_examples=("I want to run a bookshop.",),
    ),
    EnglishRule(
        id="en.work.place",
        kind="fact",
        key="work.place",
        pattern=r"^(?:work|works|be working|be based) (?:mostly |mainly )?in (?P<v>[A-Z][a-z]+(?:[ -][A-Z][a-z]+)*)(?: (?:now|these days|as|for|on) ?.*)?$",
        content="{S} works in {v}.",
        over="anyone",
        impact=0.6,
        examples=(
            ("I work in London.", "London"),
            ("My sister works in New York now.", "New York"),
            ("I'm based in Busan these days.", "Busan"),
        ),
        counter_examples=("I work in advertising.", "Do you work in London?", "I worked in London."),
    ),
    EnglishRule(
        id="en.work.field",
        kind="fact",
        key="work.role",
        pattern=(
            r"^(?P<v>(?:work|works|be working) (?:in|on) (?!a |an |my |[A-Z][a-z]|the (?:garden|house"
            r"|weekend))[\w\s-]+?|(?:produce|sell|draw|design|coach|wait tables|tend bar|waitress"
            r"|bartend|nanny)s?\b.*?)(?: at .+| for .+| during .+)?$"
        ),
        content="{S}: {v}.",
        over="anyone",
        check=lambda value: re.search(r"\b(?:progress|it|this|that|peace|shifts?|person)\b", value) is None,
        confidence=0.75,
        impact=0.7,
        examples=(("I work in advertising.", "advertising"), ("I coach junior hockey.", "junior hockey")),
        counter_examples=("I worked in advertising.", "Should I work in advertising?"),
    ),
    EnglishRule(
        id="en.work.force",
        kind="fact",
        key="work.company",
        pattern=(
            r"^be in (?:the )?(?P<v>army|navy|military|air force|marines|police|coast guard"
            r"|national guard|reserves)\b"
        ),
        content="{S} is in the {v}.",
        over="anyone",
        impact=0.7,
        examples=(("My father is in the navy.", "navy"),),
        counter_examples=("Were you in the navy?",),
    ),
    EnglishRule(
        id="en.work.at",
        kind="fact",
        key="work.company",
        pattern=(
            r"^(?:be )?(?:work|works|working|employed|serve|serves)\b.*?\b(?:at|for|with|by) "
            r"(?P<v>(?:the |a |an )?[\w\s.'&-]+?)(?: as .+| in .+)?$"
        ),
        content="{S} works at {v}.",
        over="anyone",
        check=lambda value: (
            value.lower() not in ("home", "night", "myself", "a living", "the moment", "least", "fun")
        ),
        impact=0.7,
        examples=(
            ("I work at Lindqvist Marine.", "Lindqvist Marine"),
            ("I serve as head gardener at Kew Hall", "Kew Hall"),
        ),
        counter_examples=("I work at night.", "Where do I work?"),
    ),
    EnglishRule(
        id="en.work.starting",
        kind="fact",
        key="work.company",
        pattern=(
            r"^(?:just |recently |have )?(?:started|joined|got (?:a|the) job|got hired|accepted an "
            r"offer)(?: working| a (?:new )?job)?(?: at| with| by| from)? "
            r"(?P<v>(?!the same\b)(?:the |a |an )?(?:[A-Z]|(?<=at )|(?<=at the )|(?<=at a ))[\w\s.'&-]+?)(?: (?:last|this|as|in|on|two|three|a) .+)?$"
        ),
        content="{S} works at {v}.",
        impact=0.8,
        examples=(("I just joined Northwind Labs.", "Northwind Labs"),),
        counter_examples=("Should I join Northwind Labs?", "We started at the same school in 2019."),
    ),
    EnglishRule(
        id="en.status.work",
        kind="fact",
        key="work.status",
        pattern=(
            r"^(?:be |been |am )?(?:now |currently |a |just |recently |officially )*(?P<v>between "
            r"jobs|unemployed|retired(?! \w+[^\w\s]*$| \w+er\b)|self-employed|on (?:parental|maternity|paternity|sick"
            r"|medical) leave|laid off|freelancing|a freelancer|job[- ]hunting|looking for (?:work"
            r"|a (?:new )?job)|stay[- ]at[- ]home (?:mom|dad|parent|mother|father|wife|husband)|out of work|on (?:disability|leave|furlough)|furloughed|semi-retired|not working|interning|freelance|on "
            r"sabbatical)\b"
        ),
        content="{S} is {v}.",
        over="anyone",
        impact=0.8,
        examples=(
            ("I'm currently between jobs.", "between jobs"),
            ("I am retired.", "retired"),
            ("I'm retired and happy.", "retired"),
        ),
        counter_examples=("Are you retired?", "greyhound. retired racer, six years old", "retired teacher"),
    ),
    EnglishRule(
        id="en.status.left",
        kind="fact",
        key="work.status",
        pattern=(
            r"^(?:just |finally |have |recently )*(?P<v>(?:got |was |been )?(?:laid off|fired|let "
            r"go|made redundant)|quit (?:my job|(?:the|my) (?:\w+ )?(?:job|hagwon|school|company|firm|agency|office|bank|bakery|"
            r"caf[eé]|shop|restaurant|hospital|factory|team))|resigned|left my job|retired(?! \w+er\b))\b"
        ),
        content="{S}: {v}.",
        over="anyone",
        dated="past",
        impact=0.8,
        examples=(
            ("got laid off last week", "laid off"),
            ("I quit my job in June.", "quit my job"),
            ("I quit the hagwon.", "quit the hagwon"),
            ("finally quit my teaching job", "quit my teaching job"),
        ),
        counter_examples=("Should I quit my job?", "I quit the gym.", "I might quit the bakery."),
    ),
    EnglishRule(
        id="en.school.major",
        kind="fact",
        key="school.major",
        pattern=(
            r"^(?:be )?(?:an? )?(?:(?:study|studies|studying|major|majors|majoring|minoring"
            r"|reading)(?: in)?|(?:doing|pursuing|working on|getting) (?:a |my )?(?:master's"
            r"|masters|phd|degree|bachelor's|mba|ma|msc|doctorate) in|(?:doctoral|phd|ph\.?d\.?"
            r"|master's|masters|graduate|undergraduate|grad) (?:candidate|student|researcher) in) "
            r"(?P<v>[\w\s]+?)(?: at .+| in .+)?$"
        ),
        content="{S}'s field of study is {v}.",
        over="anyone",
        check=lambda value: (
            value.lower() not in ("hard", "tonight", "for my exam", "abroad", "all day", "for an exam")
        ),
        impact=0.6,
        examples=(
            ("I'm majoring in glaciology.", "glaciology"),
            ("I am a PhD student in linguistics at Leiden.", "linguistics"),
        ),
        counter_examples=("I studied glaciology.", "What should I study?"),
    ),
    EnglishRule(
        id="en.school.at",
        kind="fact",
        key="school",
        pattern=(
            r"^(?:be )?(?:an? )?(?:.*?\b(?:study|studying|student|candidate|freshman|sophomore"
            r"|junior|senior|enrolled|undergrad|major|majoring|researcher)\b.*?\b(?:at|in) |(?:go"
            r"|goes) to |attends? )(?P<v>(?:the )?(?:University of \w+|[A-Z][\w.'&-]*(?: "
            r"[A-Z][\w.'&-]*)*))"
        )
        + _END,
        content="{S} studies at {v}.",
        over="anyone",
        check=lambda value: value[:1].isupper() and value.lower() not in ("church", "work", "bed", "school"),
        impact=0.7,
        examples=(
            ("I'm a sophomore at Oberlin.", "Oberlin"),
            ("I go to Bristol University.", "Bristol University"),
        ),
        counter_examples=("I went to Oberlin.", "Is Oberlin good?"),
    ),
    EnglishRule(
        id="en.school.in",
        kind="fact",
        key="school.year",
        pattern=(
            r"^be (?:currently |still |a |an )*(?:in |a |an )?(?P<v>(?:high school|college"
            r"|university|grad(?:uate)? school|law school|med(?:ical)? school|middle school|nursing "
            r"school)(?: student| graduate| freshman| senior| junior| sophomore)?|college student"
            r"|(?:recent )?graduate)\b"
        ),
        content="{S} is in {v}.",
        over="anyone",
        confidence=0.8,
        impact=0.6,
        examples=(("I'm still in college.", "college"),),
        counter_examples=("Are you in college?",),
    ),
    EnglishRule(
        id="en.school.year",
        kind="fact",
        key="school.year",
        pattern=(
            r"^be (?:in )?(?:an? |my )?(?P<v>freshman|sophomore|first[- ]year|second[- ]year"
            r"|third[- ]year|final[- ]year|(?:\w+ )?grade(?:r)?|doctoral candidate|phd student|grad "
            r"student|high school (?:student|senior|junior)|undergrad(?:uate)?|gap year)\b"
        ),
        content="{S} is {v}.",
        over="anyone",
        impact=0.6,
        examples=(("I'm a sophomore at Oberlin.", "sophomore"),),
        counter_examples=("Were you a sophomore?",),
    ),
)
