"""A rule is data: what to look for, when to believe it, what to write down, and sentences that show it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from saegim.remember.rules import moods as mood
from saegim.remember.rules.unit import Token

# Takes the tokens of the value and answers whether they can be one.
Check = Callable[[Sequence[Token]], bool]

USER, OTHERS, ANYONE = ("user",), ("other", "pet"), ("user", "other", "pet")


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing a clause can teach.

    `content`, `key` and `value` are templates over the pattern's groups; see `korean.Words` for the forms
    that particles take. `{s}` is the subject, `{a}` whom the clause
    is about where that is another, `{p}` the clause as a plain statement, `{g}` its gist.
    """

    id: str
    kind: str
    key: str
    pattern: str
    content: str
    value: str = "{v}"
    # "body": after the subject and opening words of time; "full": after the subject; "raw": the whole clause;
    # "sentence": from the start of the sentence to the end of the clause; "all": the whole sentence.
    over: str = "body"
    moods: tuple[str, ...] = (mood.TELL,)
    # None: does not matter.
    past: bool | None = False
    denied: bool | None = False
    who: tuple[str, ...] = USER
    check: Check | None = None
    # Several values joined by 와, 랑, 하고 are so many findings.
    each: bool = False
    negated: bool = False
    dated: str = ""
    # Told in the past, whatever the words: 합격함 is 합격했다.
    done: bool = False
    needs_date: bool = False
    # The value is a phrase: it may hold a topic of its own.
    phrase: bool = False
    # States that an "earlier" word makes untrue now, and that "today" makes too small to keep.
    lasting: bool = True
    # May rest on an "if" before it.
    conditional: bool = False
    # No other noun of the clause may be its grammatical subject.
    alone: bool = False
    # The clause itself must name its subject (저는 …), or say "my".
    said: bool = False
    mine: bool | None = None
    # What also holds of people at large: the speaker, a doctor or a reason must be named beside it.
    grounded: bool = False
    # Sorts and forms that must not stand in the clause.
    avoid: str = ""
    without: tuple[str, ...] = ()
    # The same for the whole sentence.
    nowhere: tuple[str, ...] = ()
    # The sentence must say that it goes on (요즘, 몇 달째), or speak of health.
    going_on: bool = False
    health: bool = False
    # Somebody introduces themselves: the message says hello.
    greeting: bool = False
    # The clause must close, or be followed by another statement: 쓰고, 쓰는데, not 써서, 쓰면서.
    closing: bool = False
    # Another person's words count when a doctor or a test speaks of the speaker.
    medical: bool = False
    # Tried only where no other rule found anything of its kind in the clause.
    last_resort: bool = False
    subject: str = "{s}"
    confidence: float = 0.85
    impact: float = 0.6
    examples: tuple[tuple[str, str], ...] = ()
    counter_examples: tuple[str, ...] = ()
