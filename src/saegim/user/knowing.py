"""What is known, to look at: memories and their history, by time, and as a profile."""

from __future__ import annotations

from datetime import datetime

from saegim import inputs
from saegim.errors import InvalidInput
from saegim.models import Link, Memory, MemoryVersion
from saegim.remember.slots import describes, importance_of
from saegim.user.handle import Handle

# A search by word looks for no more words than this.
_WORDS = 8
# More keys and values than this are not read for one profile.
_MOST_SLOTS = 5000


class Knowing(Handle):
    """What is known. Looking changes nothing."""

    def memory(self, memory_id: str) -> Memory:
        """One memory, or `NotFound`."""
        with self._read() as view:
            return self._own_memory(view, memory_id)

    def memories(
        self,
        *,
        kind: str | None = None,
        tag: str | None = None,
        key: str | None = None,
        pinned: bool | None = None,
        state: str = "active",
        current: bool = True,
        as_of: datetime | str | None = None,
        limit: int = 50,
        offset: int = 0,
    ) -> list[Memory]:
        """Memories, newest first; `current=False` lists superseded ones too, `as_of` those valid then."""
        limit, offset = self._check_page(limit, offset)
        inputs.check_one_of("state", state, ("active", "archived", "forgotten"))
        moment = None if as_of is None else inputs.check_moment("as_of", as_of)
        with self._read() as view:
            return view.memories(
                persona=self.persona,
                kind=None if kind is None else inputs.check_kind(kind),
                tag=None if tag is None else inputs.check_lookup("tag", tag),
                key=None if key is None else inputs.check_lookup("key", key),
                pinned=None if pinned is None else inputs.check_flag("pinned", pinned),
                states=(state,),
                current=current and moment is None,
                as_of=moment,
                limit=limit,
                offset=offset,
            )

    def history(self, memory_id: str) -> list[MemoryVersion]:
        """Every version of a memory, oldest first, with who made it and why."""
        with self._read() as view:
            self._own_memory(view, memory_id)
            return view.versions(memory_id)

    def links(self, memory_id: str) -> list[Link]:
        """Links from and to a memory."""
        with self._read() as view:
            self._own_memory(view, memory_id)
            return view.links(memory_id)

    def timeline(
        self,
        *,
        year: int | None = None,
        month: int | None = None,
        years: tuple[int, int] | None = None,
        kind: str | None = None,
        tag: str | None = None,
        word: str | None = None,
        limit: int = 200,
        offset: int = 0,
    ) -> list[Memory]:
        """Memories by when they began to hold, newest first, superseded ones among them.

        `years` are the first and the last. `word`: all of its words are said, in any inflection.
        """
        limit, offset = self._check_page(limit, offset)
        if month is not None and year is None:
            raise InvalidInput("month", "needs its year", "연도와 함께 주세요", code="month_invalid")
        if year is not None and years is not None:
            raise InvalidInput(
                "years", "not beside a year", "연도와 함께 줄 수 없습니다", code="years_invalid"
            )
        since, until = inputs.check_years(years, self._core.settings.zone)
        if year is not None:
            inputs.check_count("year", year, least=1, most=9998)
            zone = self._core.settings.zone
            first = 1 if month is None else inputs.check_count("month", month, least=1, most=12)
            since = datetime(year, first, 1, tzinfo=zone)
            last = 12 if month is None else first
            until = datetime(year + last // 12, last % 12 + 1, 1, tzinfo=zone)
        with self._read() as view:
            return view.memories(
                persona=self.persona,
                kind=None if kind is None else inputs.check_kind(kind),
                tag=None if tag is None else inputs.check_lookup("tag", tag),
                since=since,
                until=until,
                says=() if word is None else self._forms(inputs.check_text("word", word, self._limits)),
                limit=limit,
                offset=offset,
            )

    def _forms(self, text: str) -> list[list[str]]:
        """Each word of the text as it is typed, then the terms the analyser would have kept of it."""
        typed = text.split()[:_WORDS]
        return [
            [word, *dict.fromkeys(analysis.terms)]
            for word, analysis in zip(typed, self._core.analyser.analyse(typed), strict=True)
        ]

    def profile(self) -> dict[str, str]:
        """What is known as key and value, the newest of each; several values of one key are joined.

        Who someone is comes first, then what they are like, then the people around them.
        """
        return {name: ", ".join(values) for name, values in self._profile().items()}

    def _profile(self) -> dict[str, list[str]]:
        with self._read() as view:
            known = view.slots(self.persona, _MOST_SLOTS)
        gathered: dict[tuple[str, str], dict[str, None]] = {}
        for subject, key, value in known:
            if describes(key):
                whose = "" if subject in (None, "user") else f"{subject}."
                gathered.setdefault((whose, key), {})[value] = None
        told = sorted(gathered, key=lambda slot: (slot[0], importance_of(slot[1]), slot[1]))
        return {whose + key: list(gathered[whose, key]) for whose, key in told}
