"""Expressions in one language, found as chains of small pieces that add up: 다음 주 + 화요일 + 오후 + 3시."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from saegim.language.dates.resolve import stands
from saegim.language.dates.span import Fields, Moment

Read = Callable[["re.Match[str]", Moment], Fields | None]


class Atom(NamedTuple):
    """One piece: what it looks like and what it says. `read` returns None when it is no date after all."""

    kind: str
    pattern: str
    read: Read
    # False for pieces that only mean a time after another piece, such as 초 in 5월 초.
    starts: bool = True


class Join(NamedTuple):
    """When a piece may continue a chain: all fields so far are `allowed` and one of `needed` is there."""

    allowed: frozenset[str]
    needed: frozenset[str]


class Found(NamedTuple):
    start: int
    end: int
    fields: Fields


def says(said: Fields) -> Read:
    """A reader for pieces that always say the same."""
    return lambda match, moment: said


_NAMED = re.compile(r"\(\?P<\w+>")


def _any(atoms: Iterable[tuple[int, Atom]]) -> str:
    # Groups inside a piece serve its own pattern, which reads it again once found. The group that names the
    # piece is empty and comes last: sre skips a branch by its first letter only when no group precedes it.
    return "(?:" + "|".join(f"(?:{_NAMED.sub('(?:', a.pattern)})(?P<a{i}>)" for i, a in atoms) + ")"


class Scanner:
    """All pieces of a language in two compiled patterns: one that starts a chain, one that continues it.

    `gate` is a cheap pattern of the first letters a chain can have. Compiling takes a tenth of a second, so
    a scanner is made when first needed, never at import.
    """

    def __init__(
        self,
        atoms: Sequence[Atom],
        *,
        gate: str,
        left: str,
        gap: str,
        joins: Mapping[str, Join],
        recurring_after: str,
    ) -> None:
        self._atoms = atoms
        self._joins = joins
        self._patterns: dict[str, re.Pattern[str]] = {}
        numbered = list(enumerate(atoms))
        self._first = re.compile(f"{left}(?={gate})" + _any((i, atom) for i, atom in numbered if atom.starts))
        # Pieces that only continue come first: after 추석, 다음날 is the day after it.
        numbered.sort(key=lambda entry: entry[1].starts)
        self._next = re.compile(f"{gap}(?P<at>)" + _any(numbered))
        self._recurring_after = re.compile(recurring_after)

    def scan(self, text: str, moment: Moment) -> list[Found]:
        """Expressions in the text from left to right, each as long as its pieces add up."""
        found: list[Found] = []
        position = 0
        while match := self._first.search(text, position):
            chain = self._chain(text, match, moment)
            if chain is None:
                position = match.start() + 1
                continue
            position = chain.end
            if "recurring" not in chain.fields and not self._recurring_after.match(text, chain.end):
                found.append(chain)
        return found

    def _chain(self, text: str, match: re.Match[str], moment: Moment) -> Found | None:
        start = match.start()
        fields: Fields = {}
        whole: Found | None = None
        end = at = start
        following: re.Match[str] | None = match
        while following:
            atom = self._atoms[int((following.lastgroup or "")[1:])]
            if fields and not self._joins_on(atom.kind, fields):
                break
            said = self._read(atom, text, at, moment)
            if said is None:
                break
            fields, end = {**fields, **said}, following.end()
            if stands(fields):
                whole = Found(start, end, fields)
            following = self._next.match(text, end)
            at = following.start("at") if following else end
        if whole is None and "shift" in fields:
            # "3 days before my wedding": a date, but not one that can be counted from here.
            return Found(start, end, {"unknown": True})
        return whole

    def _read(self, atom: Atom, text: str, at: int, moment: Moment) -> Fields | None:
        pattern = self._patterns.get(atom.pattern)
        if pattern is None:
            pattern = self._patterns[atom.pattern] = re.compile(atom.pattern)
        piece = pattern.match(text, at)
        if piece is None:
            return None
        try:
            return atom.read(piece, moment)
        except (ValueError, OverflowError):
            # "99999년 전": a date expression, but of no year there is.
            return {"unknown": True}

    def _joins_on(self, kind: str, fields: Fields) -> bool:
        if "recurring" in fields:
            return True
        join = self._joins.get(kind)
        return join is not None and join.allowed.issuperset(fields) and not join.needed.isdisjoint(fields)
