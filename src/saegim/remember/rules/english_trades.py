"""English rules: work and home said in other words than "work as" and "live in"."""

from __future__ import annotations

import re

from saegim.remember.rules.english import EnglishRule
from saegim.remember.rules.english_jobs import JOBS, is_job

_FIELDS = (
    r"(?:marketing|sales|finance|banking|insurance|real estate|construction|it|tech|software|hr|human resources|retail|hospitality|catering|logistics|education|academia|healthcare|health care"
    r"|advertising|pr|publishing|journalism|media|film|tv|radio|fashion|design|manufacturing|agriculture|law|law enforcement|politics|accounting|consulting|customer (?:service|support)|biotech|pharma"
    r"|engineering|research|social work|nursing|shipping|aviation|tourism|gaming|security|cybersecurity|event planning|public relations|procurement)"
)
_NOT_WORKPLACE = re.compile(
    r"^(?:home|work|it|this|that|the (?:moment|gym|beach|airport|hospital|doctor|store|door|table|top|bottom|end|party|park|bar|pub|movies|cinema|mall|station)\b|school$|peace|war|risk|odds|least|a loss|my\b|him|her|them|night)",
    re.IGNORECASE,
)


def _at_work(value: str) -> bool:
    return _NOT_WORKPLACE.match(value) is None and len(value.split()) <= 5


RULES = (
    EnglishRule(
        id="en.work.in_field",
        kind="fact",
        key="work.role",
        pattern=rf"^(?:be|been) (?:still |currently |now |mostly )*in (?P<v>{_FIELDS})\b(?! (?:class|school|mode|store))",
        content="{S} works in {v}.",
        over="anyone",
        impact=0.7,
        examples=(("I'm in logistics.", "logistics"), ("My aunt is in publishing.", "publishing")),
        counter_examples=("Are you in logistics?", "I'm in trouble.", "I was in sales."),
    ),
    EnglishRule(
        id="en.work.for_a_living",
        kind="fact",
        key="work.role",
        pattern=(r"^(?:do |does )?(?P<v>[\w\s'-]+?) (?:for a living|professionally|as a (?:day )?job)\b"),
        content="{S}'s work: {v}.",
        over="anyone",
        check=lambda value: (
            re.search(r"\b(?:used to|want|would|could|wish|worked|did|can't|work|working)\b", value) is None
        ),
        impact=0.7,
        examples=(("I paint houses for a living.", "paint houses"),),
        counter_examples=("What do you do for a living?", "I want to paint for a living."),
    ),
    EnglishRule(
        id="en.work.do_work",
        kind="fact",
        key="work.role",
        pattern=(
            r"^(?:(?:does|be doing|been doing) (?:mostly |some |mainly )?(?P<v>(?:[\w-]+ )?(?:translation|bookkeeping|accounting|editing|consulting|catering|construction|maintenance|landscaping|customer service|customer support|data entry|admin|tech support|factory|warehouse|delivery|contract|legal|security|childcare)(?: work)?)|(?:mostly |some |mainly )?(?P<w>(?!did\b|done\b|love\b|like\b|hate\b)(?:[\w-]+ )?(?:translation|bookkeeping|accounting|editing|consulting|catering|construction|maintenance|landscaping|customer service|customer support|data entry|admin|tech support|factory|warehouse|delivery|contract|legal|security|childcare|social|research|design|bar|cleaning) work))"
            r"(?: (?:for|at|in|on the side) .+)?$"
        ),
        content="{S}'s work: {v}.",
        over="anyone",
        impact=0.7,
        examples=(("I do translation work for law firms.", "translation work"),),
        counter_examples=("Do you do translation work?", "I did translation work."),
    ),
    EnglishRule(
        id="en.hometown.is",
        kind="fact",
        key="home.hometown",
        pattern=r"^(?:my|our) (?:hometown|home town|birthplace) is (?P<v>[\w\s.'-]+)$",
        content="The user comes from {v}.",
        over="raw",
        subject="user",
        check=lambda value: (
            re.match(r"^(?:so|very|really|not|tiny|small|boring|beautiful|a )", value, re.I) is None
        ),
        impact=0.7,
        examples=(("My hometown is Dundee.", "Dundee"),),
        counter_examples=("My hometown is so boring.", "What is my hometown?"),
    ),
    EnglishRule(
        id="en.work.job_is",
        kind="fact",
        key="work.role",
        pattern=(
            r"^(?:my|our) (?:current |new |day |main |full[- ]time |part[- ]time )*(?:job|work|profession|occupation|career|line of work|trade|role|job title|side hustle|side gig)"
            r"(?:'s| is|'s mostly| is mostly| involves)(?: as| in)? (?P<v>(?:an? |the )?[\w\s'-]+)$"
        ),
        content="The user's work: {v}.",
        over="raw",
        subject="user",
        check=lambda value: (
            re.match(
                r"^(?:so|too|very|really|pretty|not|boring|hard|tough|ok|okay|fine|great|good|bad|killing|getting|going|making|at risk|exhausting|stressful|driving|safe|done|never|always|important|just|a (?:mess|joke|nightmare|pain|dream|lot))\b",
                value,
                re.IGNORECASE,
            )
            is None
        ),
        impact=0.7,
        examples=(("My day job is bookkeeping.", "bookkeeping"), ("My job involves welding.", "welding")),
        counter_examples=("My job is so boring.", "What is my job?"),
    ),
    EnglishRule(
        id="en.work.been_a",
        kind="fact",
        key="work.role",
        pattern=r"^(?:have been|been) (?:working as )?(?:an? )(?P<v>[\w\s-]+?) (?:for|since|at|now)\b",
        content="{S} is a {v}.",
        check=is_job,
        impact=0.7,
        examples=(("I've been a paramedic for six years.", "paramedic"),),
        counter_examples=("Have you been a paramedic for long?", "I've been a fan for six years."),
    ),
    EnglishRule(
        id="en.work.became",
        kind="fact",
        key="work.role",
        pattern=(
            r"^(?:just |recently |finally |have |has |switched \w+ and )*(?:became|become|got a job as|got hired as|took a job as|have a job as|started as|promoted to|landed a job as|hired as)"
            r" (?:an? |the )?(?P<v>[\w\s-]+?)(?: (?:at|in|for|last|this|and|with|two|three|because|yesterday) .+)?$"
        ),
        content="{S} works as a {v}.",
        over="anyone",
        check=lambda value: (
            is_job(value) or re.search(r"\b(?:lead|head|chief|partner|vp)\b", value) is not None
        ),
        impact=0.8,
        examples=(("I recently became a data analyst.", "data analyst"),),
        counter_examples=("I became a fan.", "Should I become a nurse?", "I want to become a nurse."),
    ),
    EnglishRule(
        id="en.work.been_at",
        kind="fact",
        key="work.company",
        pattern=(
            r"^(?:have been|been) (?:with|at|working (?:at|for|with)) (?!my\b|our\b)(?P<v>(?:the |a |an )?[\w\s.'&-]+?) (?:for (?:about |almost |over |nearly )?(?:\w+ )?(?:years|months|decades|a year|a decade)|since)\b"
        ),
        content="{S} works at {v}.",
        over="anyone",
        check=_at_work,
        confidence=0.8,
        impact=0.7,
        examples=(("I've been at the post office for eleven years.", "post office"),),
        counter_examples=("I've been at the gym for an hour.", "Have you been with Acme for years?"),
    ),
    EnglishRule(
        id="en.work.got_job",
        kind="fact",
        key="work.company",
        pattern=(
            r"^(?:just |finally |recently |have |has )*(?:got|landed|found|accepted|took|started|have|has) (?:an? |my |the )?(?:new |part-time |full-time |summer |dream |first )*"
            r"(?:job|gig|position|offer|internship|role)(?: offer)? (?:at|with|from) (?P<v>(?:the |a |an )?[\w\s.'&-]+?)(?: (?:last|this|as|in|on|two|three|starting|yesterday) .+| yesterday)?$"
        ),
        content="{S} works at {v}.",
        over="anyone",
        check=_at_work,
        impact=0.8,
        examples=(("I landed a position at the aquarium!", "aquarium"),),
        counter_examples=("I got a job.", "Should I take a job at the aquarium?"),
    ),
    EnglishRule(
        id="en.work.doing_at",
        kind="fact",
        key="work.company",
        pattern=(
            r"^be (?:currently )?(?:doing|completing|finishing) (?:an? |my )(?:residency|internship|apprenticeship|placement|fellowship|postdoc|traineeship)(?: at| with| in)? (?P<v>[\w\s.'&-]+)$"
        ),
        content="{S} trains at {v}.",
        over="anyone",
        impact=0.7,
        examples=(("I'm doing my residency at Elm Hospital.", "Elm Hospital"),),
        counter_examples=("Are you doing your residency at Elm Hospital?",),
    ),
    EnglishRule(
        id="en.work.no_longer",
        kind="fact",
        key="work.status",
        pattern=(
            r"^(?:no longer work|don't work)(?P<v> (?:at|for|in|as) [\w\s.'&-]+?)(?: anymore| any more)?$"
            r"|^(?:just |finally |recently |have )*(?:left|quit)(?P<w> (?:[A-Z][\w.&'-]+(?: [A-Z][\w.&'-]+)*|the (?:company|firm|bank|agency|hospital)))(?: (?:last|in|this|two|for|after) .+| yesterday)?$"
        ),
        content="{S} no longer works{v}.",
        value="no longer works {v}",
        over="anyone",
        negated=True,
        impact=0.8,
        check=lambda value: re.search(r"\b(?:home|night|weekends?|room|house|early)\b", value) is None,
        examples=(
            ("I no longer work at Northwind.", "Northwind"),
            ("I left Northwind last month.", "Northwind"),
        ),
        counter_examples=("I left the house.", "Don't you work at Northwind anymore?"),
    ),
    EnglishRule(
        id="en.work.is_job_too",
        kind="fact",
        key="work.role",
        pattern=rf"^be (?:(?:currently|now|actually|also|just|still) )+(?:an? |the )(?P<v>[\w\s-]*?{JOBS.pattern})(?: .*)?$",
        content="{S} is a {v}.",
        over="anyone",
        check=is_job,
        impact=0.7,
        examples=(("I'm actually a court reporter.", "court reporter"),),
        counter_examples=("Are you actually a court reporter?",),
    ),
    EnglishRule(
        id="en.home.rent",
        kind="fact",
        key="home.city",
        pattern=(
            r"^(?:be |been )?(?:just )?(?:rent|renting|bought|buy|have|got|own|share|sharing|found|settled) (?:into )?(?:an? |our |my |the )(?:[\w-]+ ){0,3}?"
            r"(?:place|flat|apartment|house|room|studio|condo|home|townhouse|cottage|loft)(?: with [\w\s]+?)? (?:in|near|outside) (?P<v>[\w\s.'-]+?)(?: (?:right|with|for|since|last|this|now|and|where|which|because|at|two) .*| now)?$"
        ),
        content="{S} lives in {v}.",
        over="anyone",
        check=lambda value: value[:1].isupper() or value.lower().startswith(("downtown", "central", "the ")),
        confidence=0.75,
        impact=0.7,
        examples=(("we're renting a small place in Utrecht right now", "Utrecht"),),
        counter_examples=("I booked a room in Utrecht.", "Should I rent a flat in Utrecht?"),
    ),
    EnglishRule(
        id="en.home.called_home",
        kind="fact",
        key="home.city",
        pattern=r"^(?P<v>[A-Z][\w'-]+(?: [A-Z][\w'-]+)*) (?:has been|is|'s) (?:my |our )?home\b(?! (?:to|alone|of))|^call (?P<w>[A-Z][\w'-]+(?: [A-Z][\w'-]+)*) home\b",
        content="The user lives in {v}.",
        over="raw",
        subject="user",
        check=lambda value: (
            value.split()[0].lower()
            not in ("this", "that", "it", "he", "she", "nobody", "everyone", "mom", "dad", "anyone")
        ),
        impact=0.7,
        examples=(("Seattle has been home for a decade.", "Seattle"),),
        counter_examples=("This is home.", "Is Seattle home to many firms?"),
    ),
    EnglishRule(
        id="en.home.now_in",
        kind="fact",
        key="home.city",
        pattern=(
            r"^be (?:now |currently |back |over |out )+in (?P<v>[A-Z][\w'-]+(?: [A-Z][\w'-]+)*)[\s.!]*$"
            r"|^(?:now )?be in (?P<w>[A-Z][\w'-]+(?: [A-Z][\w'-]+)*) (?:now|these days|nowadays)[\s.!]*$"
        ),
        content="{S} is in {v} now.",
        check=lambda value: (
            re.match(
                r"^(?:january|february|march|april|may|june|july|august|september|october|november|december|mon|tues|wednes|thurs|fri|satur|sun)",
                value,
                re.I,
            )
            is None
        ),
        confidence=0.75,
        impact=0.7,
        examples=(("I grew up in Fresno but I'm in Tacoma now.", "Tacoma"),),
        counter_examples=("Are you in Tacoma now?", "I'm in a meeting now."),
    ),
    EnglishRule(
        id="en.home.now_i_am",
        kind="fact",
        key="home.city",
        pattern=r"^(?:now|currently|nowadays|these days),? (?:I(?:'m| am)|we(?:'re| are)) (?:back )?in (?P<v>[A-Z][\w'-]+(?: [A-Z][\w'-]+)*)[\s.!]*$",
        content="The user is in {v} now.",
        over="raw",
        subject="user",
        confidence=0.75,
        impact=0.7,
        examples=(("I grew up in Fresno but now I'm in Tacoma.", "Tacoma"),),
        counter_examples=("Now I'm in trouble.",),
    ),
)
