"""English messages: clauses by punctuation and conjunctions, a subject, a predicate, rules over the predicate.

The same guards as for Korean: what is asked, supposed, quoted, joked or ordered is not believed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from saegim.language.dates import DateSpan, find_dates
from saegim.remember.finding import Finding

TELL, ASK, ORDER = "tell", "ask", "order"

_KIN = (
    "mom|mum|mother|dad|father|sister|brother|twin|wife|husband|spouse|partner|son|daughter|kid|child|baby|grandmother|grandma|grandfather"
    "|grandpa|granddaughter|grandson|aunt|uncle|cousin|niece|nephew|parents|kids|children|sons|daughters|sisters|brothers|family|grandparents|grandkids|stepmom|stepdad|stepson|stepdaughter|mother-in-law|father-in-law"
    "|sister-in-law|brother-in-law|fiance|fiancee|fiancé|fiancée|girlfriend|boyfriend|roommate|flatmate|best friend|boss|dog|cat"
)
KIN = re.compile(rf"(?:(?:older|younger|little|big|twin|eldest|youngest|step)[ -])?(?:{_KIN})", re.IGNORECASE)

_STOPS = re.compile(r"(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bMrs)(?<!\bSt)(?:[.!?…]+(?=\s|$)|[\n;])")
_JOINTS = re.compile(
    r",?\s+(?:but|so(?=\s+(?:I|i|im|i'm|I'm|my|My|we|We|no|please|the|that)\b)|because|since(?=\s+(?:I|i|my|we)\b)|although|though|whereas|and(?=\s+(?:I|i|im|I'm|my|we|We|My)\b))\s+"
    r"|,\s+(?:and\s+)?(?=(?:I|i|im|I'm|i'm|ill|i'll|my|My|we|We|not|nobody|no|please|pls)\b)|\s+[–—-]\s+|:\s+",
)
_QUOTED = re.compile(r"[\"“][^\"”]*[\"”]|(?<!\w)['‘][^'’]*\s(?:[^'’]|['’](?=\w))*['’](?!\w)")
_SAYS = re.compile(
    r"\b(?:says|said|tells?|told (?:me|us|him|her|everyone)|goes|remarked|wrote|writes|claims?|claimed|mentioned|announced|asked|asks"
    r"|according to|quoted|be like|was like|were like)\b",
    re.IGNORECASE,
)
_TRUSTED = re.compile(r"\b(?:doctor|doc|dermatologist|therapist|dentist|gp|vet|promised)\b", re.IGNORECASE)
_SUPPOSES = re.compile(r"^(?:if|suppose|supposing|imagine|pretend|what if|let's say|say i|assuming|unless|had i|were i|i wish|wish|hypothetically)\b", re.I)
_ASKS = re.compile(
    r"^(?:who|whom|whose|what|whats|when|where|which|why|how|do|does|did|is|are|was|were|can|could|will|would|should|have you|has|had|am|may|might|shall|any|anyone)\b",
    re.IGNORECASE,
)
_TASK = re.compile(
    r"\b(?:translate|summari[sz]e|proofread|rewrite|paraphrase|correct|edit|write|compose|draft|continue|role-?play|pretend|act as|example sentence"
    r"|lyrics|poem|song|story|screenplay|essay)\b(?!\s+(?:every|each|for a living|in my))",
    re.IGNORECASE,
)
_MOCKING = re.compile(r"^(?:oh great|oh joy|oh good|oh yay|sure,|yeah right|yeah, right|wow,? great|how lovely|thanks a lot)|\bl[o]{3,}ve\b|/s$", re.I)
_LAUGHING = re.compile(r"\b(?:lol|lmao|rofl|haha+|hehe+|jk|just kidding)\b|😂|🤣", re.I)
_ABSURD = re.compile(r"\b(?:alien|robot|vampire|wizard|witch|dragon|unicorn|billionaire|king|queen|princess|immortal|zombie|from mars|time travel\w*|superhero|ghost|pirate)\b", re.I)
_OPENERS = re.compile(
    r"^(?:(?:hey|hi|hello|ok|okay|oh|so|well|ugh|yeah|yep|yes|nah|and|but|also|btw|fyi|lol|haha|honestly|actually|basically|anyway|anyways"
    r"|to be honest|tbh|for the record|just so you know|fun fact|guess what|update|good morning|by the way|oh and"
    r"|i should mention that|i should mention|i have to say|i must say|i think|i guess|i believe)[\s,!:]+)+",
    re.IGNORECASE,
)
_SPELLING = (
    (re.compile(r"[’`]"), "'"),
    (re.compile(r"\bi\b(?!\.)"), "I"),
    (re.compile(r"\b[Ii]m\b"), "I'm"),
    (re.compile(r"\b[Ii]ve\b|\b[Ii]'ve\b"), "I have"),
    (re.compile(r"\b[Ww]e've\b"), "we have"),
    (re.compile(r"\b[Ii]'?d like\b"), "I would like"),
    (re.compile(r"^[Ii]ll\b|(?<=\bpromise )ill\b|(?<=, )ill\b"), "I'll"),
    (re.compile(r"^[Ii]d\b"), "I'd"),
    (re.compile(r"\bcant\b", re.I), "can't"),
    (re.compile(r"\bcannot\b", re.I), "can't"),
    (re.compile(r"\bcan not\b", re.I), "can't"),
    (re.compile(r"\bdont\b", re.I), "don't"),
    (re.compile(r"\bdo not\b", re.I), "don't"),
    (re.compile(r"\bdoesnt\b|\bdoes not\b", re.I), "doesn't"),
    (re.compile(r"\bwont\b|\bwill not\b|\bshall not\b", re.I), "won't"),
    (re.compile(r"\bisnt\b", re.I), "isn't"),
    (re.compile(r"\barent\b", re.I), "aren't"),
    (re.compile(r"\bmust not\b|\bmustnt\b", re.I), "mustn't"),
    (re.compile(r"\bgonna\b", re.I), "going to"),
    (re.compile(r"\bgotta\b", re.I), "have to"),
    (re.compile(r"\bpls\b|\bplz\b", re.I), "please"),
    (re.compile(r"\bbday\b", re.I), "birthday"),
    (re.compile(r"\bu\b"), "you"),
)
_FIRST = re.compile(
    r"^(?:I|we|We)(?:'m| am|'re| are)\b\s*(?P<be>.*)|^(?:I|we|We)(?:'ve| have) been\b\s*(?P<been>.*)"
    r"|^I'd\s+(?P<would>.*)|^(?:I|we|We)(?:'ve)?\s+(?P<do>.*)|^(?:I'll|I shall|I will|we'll|We'll)\s+(?P<will>.*)",
)
_POSSESSED = re.compile(
    rf"^(?:my|our|My|Our)\s+(?P<who>(?i:{KIN.pattern}))(?:,?\s+(?P<name>[A-Z]\w+),?)?"
    r"(?:(?:'s|s)\s+(?P<attr>name|birthday|age|job|hobby)\s+is\s+(?P<attr_v>.+)|\s+(?P<rest>.+))$"
)
_DROPPED = re.compile(
    r"^(?:just\s+|recently\s+|finally\s+)?(?:got|been|moved|quit|started|allergic|can't|(?:love|hate)(?! (?:the|this|that|it|your|how|to|when|you|her|him|these|those)\b)|don't|(?:need|have) to(?! love)|have a|lost|broke|turned|live|work|feeling|not a (?:big |huge )?fan|not (?:really )?into|switched|going to|decided|graduated|stopped|still|adopted)\b", re.I
)
_BE = re.compile(r"^(?:is|are|am|was|were)\b\s*", re.I)
_TRAILING = re.compile(
    r"(?:[\s,]+(?:now|currently|lately|these days|nowadays|too|though|right now|at the moment|tbh|lol|fyi|please|ok|okay|a lot|so much|very much|anymore|any more"
    r"|as well|actually|honestly|myself|again|today|btw|haha|more than anything|the most|for years|for a while|for now|at all|in general))+[\s!?.,]*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class EnglishRule:
    """What to look for in a predicate ("be allergic to nuts", "live in Duluth") and what to write down.

    In `content`, {S} is the subject at the head of a sentence, {v} the value, {p} the clause as it was said.
    """

    id: str
    kind: str
    key: str
    pattern: str
    content: str
    value: str = "{v}"
    # "self": what the speaker says of themselves; "kin": of their relatives; "anyone": of both; "raw": the whole
    # clause, any subject; "said": with its opening words; "sentence": the whole sentence; "after_decided": the clause after "decided".
    over: str = "self"
    moods: tuple[str, ...] = (TELL,)
    check: Callable[[str], bool] | None = None
    each: bool = False
    negated: bool = False
    dated: str = ""
    needs_date: bool = False
    going_on: bool = False
    subject: str = ""
    confidence: float = 0.85
    impact: float = 0.6
    examples: tuple[tuple[str, str], ...] = ()
    counter_examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EnglishClause:
    """A clause as written, in plain spelling, and split into whom it is about and what it says."""

    said: str
    plain: str
    sentence: str
    mood: str
    subject: str | None
    predicate: str
    before: str = ""


class EnglishBook:
    """English rules, compiled."""

    def __init__(self, rules: Iterable[EnglishRule]) -> None:
        self.rules = tuple(rules)
        # Capitals in a pattern mean capitals; all else is read in either case.
        self._patterns = [re.compile(rule.pattern.replace("[A-Z]", "(?-i:[A-Z])"), re.IGNORECASE) for rule in self.rules]

    def run(self, text: str, at: datetime) -> list[Finding]:
        """What the rules find, in the order of the text."""
        found: list[Finding] = []
        for clause in read_clauses(text):
            for rule, pattern in zip(self.rules, self._patterns, strict=True):
                if clause.mood not in rule.moods:
                    continue
                line = _line(rule, clause)
                match = pattern.search(line) if line else None
                if match is not None:
                    found.extend(_findings(rule, clause, match, at))
        return found


def _line(rule: EnglishRule, clause: EnglishClause) -> str:
    """What the rule looks at in the clause, or nothing when the clause is not about its people."""
    if rule.over == "raw":
        return clause.plain
    if rule.over == "said":
        return clause.said
    if rule.over == "sentence":
        return spelled(clause.sentence) if not clause.before else ""
    if rule.over == "after_decided":
        return clause.plain if "decided" in clause.before else ""
    if clause.subject is None or (clause.subject != "user" if rule.over == "self" else False):
        return ""
    return "" if rule.over == "kin" and clause.subject == "user" else clause.predicate


def read_clauses(text: str) -> list[EnglishClause]:
    """The clauses of a message that somebody means."""
    clean = _QUOTED.sub(lambda m: " " * len(m[0]) if " " in m[0].strip() else m[0], text)
    if _TASK.search(clean) and (clean != text or re.search(r"^(?:please |kindly |can you |could you )?(?:translate|summari[sz]e|proofread|rewrite|paraphrase|write|role-?play)\b", clean.strip(), re.I)):
        return []
    if _MOCKING.search(text.strip()) or (_LAUGHING.search(text) and _ABSURD.search(text)):
        return []
    clauses: list[EnglishClause] = []
    for sentence, asked in _sentences(clean):
        if _SUPPOSES.match(_OPENERS.sub("", sentence)):
            continue
        before = ""
        parts = [part for part in _JOINTS.split(sentence) if part and part.strip()]
        for i, part in enumerate(parts):
            said = part.strip(" ,")
            if _SAYS.search(said) and not _TRUSTED.search(said):
                break
            plain = spelled(_OPENERS.sub("", said))
            if not plain or (re.search(r"\bif\b", plain) and re.match(r"if\b", plain)):
                break
            mood = ASK if (asked and i == len(parts) - 1) or _ASKS.match(plain) else TELL
            if mood == TELL and _ORDERS.match(plain):
                mood = ORDER
            subject, predicate = _subject(plain)
            clauses.append(EnglishClause(said, plain, sentence, mood, subject, predicate, before))
            before = plain
    return clauses


_ORDERS = re.compile(
    r"^(?:please |kindly |can you please |could you please )?(?:always |never |from now on,? )?(?:don't|stop|remember|note|keep|remind|make|call|answer|reply|use|never|avoid|write|tell|show|give|speak|talk|be|help|let|put|save|set|respond)\b",
    re.IGNORECASE,
)


def spelled(text: str) -> str:
    """The text with chat spelling written out."""
    for pattern, full in _SPELLING:
        text = pattern.sub(full, text)
    return text.strip()


def _sentences(text: str) -> Iterable[tuple[str, bool]]:
    start = 0
    for stop in _STOPS.finditer(text):
        part = text[start : stop.start()].strip()
        if part:
            yield part, "?" in stop[0]
        start = stop.end()
    rest = text[start:].strip()
    if rest:
        yield rest, False


def _subject(plain: str) -> tuple[str | None, str]:
    own = _FIRST.match(plain)
    if own is not None:
        if own["be"] is not None:
            return "user", f"be {own['be']}"
        if own["been"] is not None and not own["been"].startswith(("a ", "an ", "friends", "diagnosed", "published")):
            return "user", f"been {own['been']}"
        if own["will"] is not None:
            return "user", f"will {own['will']}"
        if own["would"] is not None:
            return "user", f"would {own['would']}"
        rest = own["do"] or (f"have been {own['been']}" if own["been"] else "")
        rest = re.sub(r"^(?:currently|also|now|really do|do|personally|still|just|actually|really|recently)\s+", "", rest, flags=re.I)
        return "user", re.sub(r"^was\b", "was", rest)
    other = _POSSESSED.match(plain)
    if other is not None:
        who = other["who"].lower()
        if other["attr"]:
            return who, f"{other['attr'].lower()} is {other['attr_v']}"
        rest = other["rest"] or ""
        if _BE.match(rest) and not rest.lower().startswith(("was", "were")):
            rest = "be " + _BE.sub("", rest)
        return who, rest
    if _DROPPED.match(plain):
        if plain.lower().startswith("not "):
            return "user", f"be {plain}"
        return "user", re.sub(r"^(?:just|recently|finally)\s+", "", plain, flags=re.I)
    return None, plain


def _findings(rule: EnglishRule, clause: EnglishClause, match: re.Match[str], at: datetime) -> Iterable[Finding]:
    groups = {name: value for name, value in match.groupdict().items() if value}
    value = groups.get("v") or groups.get("w")
    values = [None] if value is None else _split(value) if rule.each else [value]
    span = _when(clause, rule, at)
    if rule.needs_date and span is None:
        return
    if rule.going_on and not _GOING_ON.search(clause.sentence):
        return
    for one in values:
        tidy = None if one is None else tidied(one)
        if tidy is not None and (not tidy or len(tidy) > 80 or (rule.check is not None and not rule.check(tidy))):
            continue
        subject = rule.subject or clause.subject or "user"
        said = {name: tidied(text) for name, text in groups.items()}
        said |= {"v": tidy or "", "p": clause.plain, "S": "The user" if subject == "user" else f"The user's {subject}"}
        if "{d}" in rule.content + rule.value:
            said["d"] = written(span) if span else ""
        yield Finding(
            kind=rule.kind,
            content=rule.content.format(**said),
            subject=subject,
            key=rule.key.format(**said),
            value=rule.value.format(**said),
            confidence=rule.confidence,
            future_impact=rule.impact,
            evidence=clause.said,
            rule=rule.id,
            negated=rule.negated,
            when=(span.start, span.end) if span and span.start and span.end else None,
        )


_GOING_ON = re.compile(
    r"\b(?:lately|recently|these days|nowadays|since|for (?:weeks|months|years|a while|the past|the last|\w+ (?:weeks|months|years))|all the time|always"
    r"|every (?:day|night|morning)|constantly|still|keep|been)\b",
    re.IGNORECASE,
)
_AND = re.compile(r",?\s+and\s+|,\s+(?:and\s+)?|\s*&\s*", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:an?|the|my|our|some|any)\s+", re.IGNORECASE)


def _split(value: str) -> Sequence[str]:
    return [part for part in _AND.split(value) if part.strip()]


def tidied(value: str) -> str:
    """The value without its article, trailing words of time, and marks."""
    before = None
    value = value.strip(" .,!?'\"")
    while value != before:
        before = value
        value = _TRAILING.sub("", value).strip(" .,!?'\"")
    return _ARTICLE.sub("", value)


def _when(clause: EnglishClause, rule: EnglishRule, at: datetime) -> DateSpan | None:
    if not rule.dated:
        return None
    prefer = "past" if rule.dated.endswith("past") else "future"
    for text in (clause.said, clause.sentence):
        for span in find_dates(text, at, prefer="past" if prefer == "past" else "future"):
            if not span.resolved or span.grain == "open" or span.start is None or span.end is None:
                continue
            if (prefer == "past" and span.start > at) or (prefer == "future" and span.end <= at):
                continue
            if rule.dated == "long_past" and (at - span.end).total_seconds() < 2 * 24 * 3600:
                continue
            if rule.dated == "ahead" and span.grain in ("day", "year") and span.start <= at:
                continue
            return span
    return None


def written(span: DateSpan) -> str:
    """The day or month the words meant."""
    start = span.start
    assert start is not None
    if span.grain == "month":
        return f"{start:%B} {start.year}"
    if span.grain in ("hour", "minute"):
        return f"{start:%B} {start.day}, {start.year} at {start:%H:%M}"
    return f"{start:%B} {start.day}, {start.year}"


def marked_explicit(findings: Iterable[Finding]) -> list[Finding]:
    """The findings, asked for by the person."""
    return [replace(f, explicit=True, confidence=max(f.confidence, 0.97)) for f in findings]


_REQUEST = re.compile(
    r"^(?:(?:hey|ok|okay|also|oh|btw)[\s,]+)*(?:please |kindly |pls )?(?:can you |could you )?(?:remember|keep in mind|bear in mind|note|make (?:a )?note|take note|don'?t forget|memori[sz]e|save(?: this)?|write (?:this )?down)"
    r"(?: (?:that|this)|:|,| -)*\s+(?!to\b|when\b|what\b|me\b|who\b|where\b|how\b|the time\b)(?P<v>.{4,})$",
    re.IGNORECASE | re.DOTALL,
)


def request(text: str) -> str | None:
    """What the message asks to have remembered, or None."""
    found = _REQUEST.match(text.strip())
    if found is None:
        return None
    if re.search(r"\b(?:i|i'm|im|my|me|our|we|us|mine)\b|\d", found["v"], re.I) is None or found["v"].lower().startswith("about"):
        return None
    asked = re.sub(r"[\s,]*(?:ok|okay|please|pls)?\s*\?+$", "", found["v"]).strip()
    return asked if not text.strip().endswith("?") or re.search(r"\b(?:ok|okay|please|pls)\s*\?+$", text.strip(), re.I) else None


def note(asked: str, at: datetime) -> Finding:
    """The words as they were said, for a request that no rule can read."""
    spans = find_dates(asked, at)
    when = next(((s.start, s.end) for s in spans if s.start and s.end and s.grain != "open"), None)
    return Finding(
        kind="note",
        content=f"The user asked to remember: {asked}",
        subject="user",
        key="request",
        value=asked.rstrip("."),
        confidence=0.97,
        future_impact=0.8,
        evidence=asked,
        rule="en.request.note",
        explicit=True,
        when=when,
    )
