"""English messages as clauses: who is spoken of, what is said, and whether it is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

TELL, ASK, ORDER = "tell", "ask", "order"

_KIN = (
    "mom|mum|mother|dad|father|sister|brother|twin|wife|husband|spouse|partner|son|daughter|kid|child|baby|grandmother|grandma|grandfather"
    "|grandpa|gran|granny|nan|nana|mama|papa|hubby|bf|gf|stepfather|stepmother|stepsister|stepbrother|half[- ]brother|half[- ]sister|toddler|newborn|godson|goddaughter|granddaughter|grandson|aunt|uncle|cousin|niece|nephew|parents|kids|children|sons|daughters|sisters|brothers|family|grandparents|grandkids|stepmom|stepdad|stepson|stepdaughter|mother-in-law|father-in-law"
    "|sister-in-law|brother-in-law|fiance|fiancee|fiancé|fiancée|girlfriend|boyfriend|roommate|flatmate|best friend|best mate|boss|manager|dog|cat|puppy|kitten|rabbit|hamster|parrot"
)

KIN = re.compile(
    rf"(?:(?:older|younger|little|big|twin|eldest|elder|oldest|middle|youngest|baby|late|step)[ -])?(?:{_KIN})",
    re.IGNORECASE,
)

_STOPS = re.compile(r"(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bMrs)(?<!\bSt)(?:[.!?…]+(?=\s|$)|[\n;])")
_JOINTS = re.compile(
    r",?\s+(?:but|so(?=\s+(?:I|i|im|i'm|I'm|my|My|we|We|no|please|the|that|what|which|can|could|do|any|where|how|is|are|would|should)\b)|which is why|because|since(?=\s+(?:I|i|my|we)\b)|although|though|whereas|and(?=\s+(?:I|i|im|I'm|my|we|We|My)\b))\s+"
    r"|,\s+(?:and\s+)?(?=(?:I|i|im|I'm|i'm|ill|i'll|my|My|we|We|not|nobody|no|please|pls)\b)|\s+[–—-]\s+|:\s+",
)
_QUOTED = re.compile(
    r"[\"“][^\"”]{0,400}[\"”]|(?<!\w)['‘][^'’]{0,200}\s(?:[^'’]|['’](?=\w)){0,200}['’](?!\w)"
)
_SAYS = re.compile(
    r"\b(?:says|said|tells?|told (?:me|us|him|her|everyone)|goes|remarked|wrote|writes|claims?|claimed|mentioned|announced|(?<!being )asked|asks"
    r"|according to|quoted|be like|was like|were like)\b",
    re.IGNORECASE,
)
_TRUSTED = re.compile(
    r"\b(?:doctor|doc|\w+ologist|physician|surgeon|specialist|nurse|pharmacist|therapist|dentist|gp|vet|promised)\b",
    re.IGNORECASE,
)
_SUPPOSES = re.compile(
    r"^(?:if|suppose|supposing|imagine|pretend|what if|let's say|say i|assuming|unless|had i|were i|i wish|wish|hypothetically)\b",
    re.I,
)
_ASKS = re.compile(
    r"^(?:who|whom|whose|what|whats|when|where|which|why|how|do|does|did|is|are|was|were|can|could|will|would|should|have you|has|am|may|might|shall|any|anyone)\b|^had(?! (?:my|our|an?)\b)\b",
    re.IGNORECASE,
)
_ORDERS = re.compile(
    r"^(?:please |kindly |can you please |could you please )?(?:always |never |from now on,? )?(?:don't|stop|remember|note|keep|remind|make|call|answer|reply|use|never|avoid|write|tell|show|give|speak|talk|be|help|let|put|save|set|respond|explain)\b",
    re.IGNORECASE,
)
_TASK = re.compile(
    r"\b(?:translate|summari[sz]e|proofread|rewrite|paraphrase|correct|edit|write|compose|draft|continue|role-?play|pretend|act as|example sentence"
    r"|lyrics|poem|song|story|screenplay|essay)\b(?!\s+(?:every|each|for a living|in my))",
    re.IGNORECASE,
)
_MOCKING = re.compile(
    r"^(?:oh great|oh joy|oh good|oh yay|sure,|yeah right|yeah, right|wow,? great|how lovely|thanks a lot)|\bl[o]{3,}ve\b|/s$",
    re.I,
)
_LAUGHING = re.compile(r"\b(?:lol|lmao|rofl|haha+|hehe+|jk|just kidding)\b|😂|🤣", re.I)
_ABSURD = re.compile(
    r"\b(?:alien|robot|vampire|wizard|witch|dragon|unicorn|billionaire|king|queen|princess|immortal|zombie|from mars|time travel\w*|superhero|ghost|pirate)\b",
    re.I,
)
_OPENERS = re.compile(
    r"^(?:(?:hey|hi|hello|ok|okay|oh|so|well|ugh|yeah|yep|yes|nah|and|but|also|btw|fyi|lol|haha|honestly|actually|basically|anyway|anyways|lately|these days|recently|at the moment"
    r"|to be honest|tbh|for the record|just so you know|fun fact|guess what|update|good morning|by the way|oh and"
    r"|i should mention that|i should mention|i was told that|i was told|i have to say|i must say|i think|i guess|i believe"
    r"|as (?:i|you) (?:may |might )?(?:have )?(?:said|mentioned|told you|know)(?: before| earlier)?|for context|for reference|for what it's worth|just to let you know"
    r"|(?:please |kindly )?(?:be advised|be aware|note|know)(?: that)|you should (?:know|be aware)(?: that)?|in case (?:it matters|you(?:'re| are) wondering|you need it)"
    r"|i(?:'d| would) like you to know(?: that)?|i want(?:ed)? (?:you )?to (?:know|tell you|let you know|mention)(?: that)?|i forgot to (?:mention|say|tell you)(?: that)?"
    r"|i(?:'ve| have)? (?:already )?(?:told you|mentioned)(?: before| earlier)?(?: that)?|it(?:'s| is) worth (?:mentioning|noting|knowing)(?: that)?"
    r"|i don't know if i mentioned(?: it| this)?(?: but)?|not sure if i mentioned(?: it| this)?(?: but)?|the thing is|one thing(?: to know)?|full disclosure)[\s,!:]+)+",
    re.IGNORECASE,
)
# What people add after a statement; it changes nothing.
_FILLERS = re.compile(
    r"(?:[\s,]+(?:lol|lmao|tbh|btw|fyi|haha+|hehe+|ngl|imo|tho|though|by the way|just so you know|if that helps|you know|just saying|for the record))+[\s.!]*$",
    re.IGNORECASE,
)
_SPELLING = (
    (re.compile(r"[’`]"), "'"),
    (re.compile(r"\bi\b(?!\.)"), "I"),
    (re.compile(r"\b[Ii]m\b"), "I'm"),
    (re.compile(r"\b[Ii]ve\b|\b[Ii]'ve\b"), "I have"),
    (re.compile(r"\b[Ww]e've\b"), "we have"),
    (re.compile(r"\bhave got\b(?! to\b)"), "have"),
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
    r"^(?:just\s+|recently\s+|finally\s+)?(?:got|been|moved|quit|started|allergic|can't|(?:love|hate)(?! (?:the|this|that|it|your|yourself|each|one|how|to|when|you|her|him|these|those|is|isn't|are|was|people|thy)\b)|don't|(?:need|have) to(?! love)|have a|lost|broke|turned|had (?:my|our|an?)|passed (?:my|the)|failed (?:my|the)|won|ran (?:my|a)|landed|signed|bought|sold|finished (?:my|the)|became an?|live|work|feeling|not a (?:big |huge )?fan|not (?:really )?into|switched|going to|decided|graduated|stopped|still|adopted)\b",
    re.I,
)
# What is said without "I'm": "flying to Oslo on friday".
_DROPPED_BE = re.compile(
    r"^(?:currently |also |now )?(?:flying|moving|starting|getting|learning|studying|living|working|taking|visiting|meeting|training|saving up|planning|recovering|seeing|renting|"
    r"turning|hosting|based|married|engaged|divorced|retired|vegan|vegetarian)\b",
    re.IGNORECASE,
)
# Words of time and degree before "I": they say when, not who.
_BEFORE_I = re.compile(
    r"^(?:(?:mostly|mainly|usually|currently|nowadays|now|today|tonight|tomorrow|yesterday|soon|sometimes|luckily|sadly|unfortunately|apparently|turns out|right now|next time|as of \w+"
    r"|(?:last|next|this|every) (?:\w+ ){0,2}?\w+|(?:on|in|since|by|at|after|before|during|for|until|from) (?!which\b|case\b|my (?:spare|free)\b)(?:[\w':]+ ){0,3}?[\w':]+"
    r"|(?:\w+ )?(?:a|two|three|four|five|six|\d+) (?:days?|weeks?|months?|years?) ago|as an? \w+(?: \w+)?|these days|with my \w+(?: \w+)?),? )+(?=(?:I|we|my|our)\b|I')",
    re.IGNORECASE,
)
# "My wife and I" are we; so are "me and my wife".
_TOGETHER = re.compile(
    rf"^(?:(?:my|our)\s+(?:{KIN.pattern})(?:\s+[A-Z]\w+)?|[A-Z]\w+)\s+and\s+I\s+(?=[a-z])|^me\s+and\s+(?:my\s+)?\w+\s+(?=[a-z])",
    re.IGNORECASE,
)
# "My sister's a vet": the verb, not what is hers.
_IS = re.compile(
    r"(?<=\w)'s (?=(?:an?|the|in|on|at|from|allergic|getting|going|working|studying|living|moving|turning|pregnant|vegan|vegetarian|called|named|not|\d+)\b)"
)
# What has been so since then is so now: "have lived in Osaka since 2018".
_STILL = {
    "lived": "live",
    "worked": "work",
    "struggled": "struggle",
    "suffered": "suffer",
    "taught": "teach",
    "owned": "own",
    "studied": "study",
    "used": "use",
    "taken": "take",
    "played": "play",
    "run": "run",
    "dealt": "deal",
    "driven": "drive",
    "battled": "battle",
    "spoken": "speak",
    "loved": "love",
    "hated": "hate",
    "disliked": "dislike",
    "kept": "keep",
    "volunteered": "volunteer",
    "collected": "collect",
}
_SINCE = re.compile(r"\b(?:since|for|always|now|all my life|my whole life)\b", re.IGNORECASE)
_PERFECT = re.compile(r"^have (?:always |now |also )?(\w+)\b", re.IGNORECASE)
_BE = re.compile(r"^(?:is|are|am)\b\s*", re.IGNORECASE)
_JUST = re.compile(
    r"^(?:currently|also|now|really do|do|personally|still|just|actually|really|recently|finally|mostly|mainly|lowkey|low-key|highkey|kinda|kind of|sort of|honestly|secretly|truly)\s+",
    re.IGNORECASE,
)
_LONG = ("a ", "an ", "friends", "diagnosed", "published")
# Longer than anyone speaks: a list, a log, a text without stops.
_LONGEST_SENTENCE = 1000
_TASK_FIRST = re.compile(
    r"(?:please |kindly |can you |could you )?(?:translate|summari[sz]e|proofread|rewrite|paraphrase|write|role-?play)\b",
    re.IGNORECASE,
)


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


def read_clauses(text: str) -> list[EnglishClause]:
    """The clauses of a message that somebody means; none of a text to work on, a joke or sarcasm."""
    text = text.capitalize() if text.isupper() else text
    clean = _QUOTED.sub(lambda m: " " * len(m[0]) if " " in m[0].strip() else m[0], text)
    if _TASK.search(clean) and (clean != text or _TASK_FIRST.match(clean.strip())):
        return []
    if _MOCKING.search(text.strip()) or (_LAUGHING.search(text) and _ABSURD.search(text)):
        return []
    clauses: list[EnglishClause] = []
    for sentence, asked in _sentences(clean):
        if not _SUPPOSES.match(_OPENERS.sub("", sentence)):
            clauses.extend(_clauses(sentence, asked=asked))
    return clauses


def _clauses(sentence: str, *, asked: bool) -> Iterator[EnglishClause]:
    before = ""
    opened = _OPENERS.sub("", sentence)
    parts = [part for part in _JOINTS.split(opened) if part and part.strip()]
    for i, part in enumerate(parts):
        # The opening words stay with the first clause: "hey im soren" is a greeting.
        said = (sentence[: len(sentence) - len(opened)] * (i == 0) + part).strip(" ,")
        plain = _FILLERS.sub("", spelled(_OPENERS.sub("", said)))
        # What follows "he says" or "if" is no longer told.
        if not plain or plain.startswith("if ") or (_SAYS.search(plain) and not _TRUSTED.search(plain)):
            return
        mood = ASK if (asked and i == len(parts) - 1) or _ASKS.match(plain) else TELL
        if mood == TELL and _ORDERS.match(plain):
            mood = ORDER
        subject, predicate = _subject(plain)
        yield EnglishClause(said, plain, sentence, mood, subject, predicate, before)
        before = plain


def spelled(text: str) -> str:
    """The text with chat spelling written out."""
    for pattern, full in _SPELLING:
        text = pattern.sub(full, text)
    return text.strip()


def _sentences(text: str) -> Iterator[tuple[str, bool]]:
    start = 0
    for stop in _STOPS.finditer(text):
        part = text[start : stop.start()].strip()
        if 0 < len(part) <= _LONGEST_SENTENCE:
            yield part, "?" in stop[0]
        start = stop.end()
    rest = text[start:].strip()
    if 0 < len(rest) <= _LONGEST_SENTENCE:
        yield rest, False


def _subject(plain: str) -> tuple[str | None, str]:
    """Whom the clause is about ("user", a relation, None), and what it says of them."""
    plain = _TOGETHER.sub("we ", _BEFORE_I.sub("", plain))
    own = _FIRST.match(plain)
    if own is not None:
        return "user", _own_predicate(own)
    other = _POSSESSED.match(_IS.sub(" is ", plain, count=1))
    if other is not None:
        who = other["who"].lower()
        if other["attr"]:
            return who, f"{other['attr'].lower()} is {other['attr_v']}"
        return who, _BE.sub("be ", other["rest"] or "", count=1)
    if _DROPPED.match(plain):
        said = _JUST.sub("", plain)
        return "user", f"be {said}" if said.lower().startswith("not ") else said
    if _DROPPED_BE.match(plain):
        return "user", f"be {_JUST.sub('', plain)}"
    return None, plain


def _own_predicate(own: re.Match[str]) -> str:
    """The predicate with its verb first: "be a nurse", "been ill", "will call", "live in Leeds"."""
    for verb in ("be", "will", "would"):
        if own[verb] is not None:
            return f"{verb} {own[verb]}"
    been = own["been"]
    if been is not None:
        return f"have been {been}" if been.startswith(_LONG) else f"been {been}"
    done = _JUST.sub("", own["do"] or "")
    perfect = _PERFECT.match(done)
    if perfect is not None and perfect[1] in _STILL and _SINCE.search(done):
        return _STILL[perfect[1]] + done[perfect.end() :]
    return done
