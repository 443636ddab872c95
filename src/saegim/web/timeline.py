"""Timeline: what is known, by year and month, found by word, picked into the next turn."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby

from fastapi import Request
from nicegui import ui

from saegim.models import KINDS, Hit, Memory
from saegim.web.frame import attempt, heading, page
from saegim.web.pieces import box, button, chip, choice, day, empty, field, highlighted, link_button, markup
from saegim.web.pieces import words as text
from saegim.web.visit import Visit

_PAGE = 40
_FOUND = 40
# Read at a time where a filter may refuse most.
_SCAN = 400


@page("/timeline", "timeline")
async def timeline(visit: Visit, request: Request) -> None:
    """Everything known, newest first."""
    oldest = await visit.do("read", lambda: visit.user.turns(limit=1, oldest_first=True))
    now = visit.saegim.clock.now()
    first = oldest[0].at.year if oldest else now.year
    view = Timeline(visit, list(range(now.year + 1, min(first, now.year) - 1, -1)))
    view.build()
    await view.show()


class Timeline:
    """One browser's view of the timeline."""

    def __init__(self, visit: Visit, years: Sequence[int]) -> None:
        self._visit = visit
        self._years = years
        self._picked: dict[str, Memory] = {}
        self._offset = 0

    def build(self) -> None:
        visit = self._visit
        heading(visit, visit.say("timeline.title"))
        with box("stack-wide"):
            with box("stack", tag="search"):
                with box("row-flat"):
                    self._query = field(visit.say("timeline.search")).classes("grow").props("clearable")
                    self._query.on("keydown.enter", self.show, js_handler="(e) => !e.isComposing && emit()")
                    self._query.on("clear", self.show)
                    button(visit.say("timeline.find"), self.show, "main")
                with box("fields"):
                    kinds = {"": visit.say("timeline.every_kind")}
                    kinds |= {name: visit.name_of("kind", name) for name in KINDS}
                    self._kind = choice(visit.say("timeline.kind"), kinds, "", self.show)
                    self._tag = field(visit.say("timeline.tag")).on("keydown.enter", self.show)
                    every: dict[int, str] = {0: visit.say("timeline.every_year")}
                    years = every | {year: str(year) for year in self._years}
                    self._year = choice(visit.say("timeline.from"), years, 0, self.show)
                    self._until = choice(visit.say("timeline.to"), years, 0, self.show)
                    months: dict[int, str] = {0: visit.say("timeline.every_month")}
                    months |= {month: str(month) for month in range(1, 13)}
                    self._month = choice(visit.say("timeline.month"), months, 0, self.show)
            self._status = text("p", "", "soft small").props('role="status"')
            self._list = box("months")
            self._foot = box("row-flat")
        self._bar = box("pickbar")
        self._bar.set_visibility(False)

    async def show(self) -> None:
        """What fits the words and the filters, from the start."""
        self._list.clear()
        self._foot.clear()
        self._status.set_content("")
        self._offset = 0
        if (self._query.value or "").strip():
            await self._search()
        else:
            await self._more()

    # By time.

    async def _more(self) -> None:
        visit, offset = self._visit, self._offset
        read = await attempt(visit, "read", self._page_of, offset)
        if read is None:
            return
        found, after = read
        self._foot.clear()
        with self._list:
            if not found and offset == 0:
                empty(visit.say("timeline.none"), visit.say("timeline.none.hint"))
            for (year, month), some in groupby(found, lambda m: (m.valid_from.year, m.valid_from.month)):
                with box("month", tag="section"):
                    text("h2", visit.say("month", year=year, month=month))
                    with box("events"):
                        for memory in some:
                            self._event(memory, escape(memory.content), "")
        if after is not None:
            self._offset = after
            with self._foot:
                button(visit.say("more"), self._more)

    def _page_of(self, offset: int) -> tuple[list[Memory], int | None]:
        """A page of the filtered timeline, and where the next one begins."""
        first, last = sorted((int(self._year.value), int(self._until.value)))
        first = first or last
        month, kind, tag = int(self._month.value), self._kind.value, self._tag.value.strip()
        if month and not first:
            first = last = self._visit.saegim.clock.now().year
        year = first if first and first == last else None
        plain = not kind and not tag and (year is not None or not first)
        step = _PAGE if plain else _SCAN
        found: list[Memory] = []
        while True:
            some = self._visit.user.timeline(
                year=year, month=(month or None) if year else None, limit=step + 1, offset=offset
            )
            for i, memory in enumerate(some[:step]):
                if (
                    (not kind or memory.kind == kind)
                    and (not tag or tag in memory.tags)
                    and (not first or first <= memory.valid_from.year <= last)
                ):
                    found.append(memory)
                if len(found) == _PAGE:
                    return found, offset + i + 1 if offset + i + 1 < offset + len(some) else None
            if len(some) <= step:
                return found, None
            offset += step

    # By word.

    async def _search(self) -> None:
        visit = self._visit
        query = self._query.value.strip()
        with self._list:
            waiting = text("p", visit.say("loading"), "soft")
        found = await attempt(visit, "read", self._recalled, query)
        waiting.delete()
        if found is None:
            return
        self._status.set_content(escape(visit.say("timeline.results", count=len(found))) if found else "")
        with self._list:
            if not found:
                empty(visit.say("timeline.not_found", query=query), visit.say("timeline.not_found.hint"))
                return
            with box("events"):
                for hit in found:
                    if hit.memory is not None:
                        why = hit.why.ko if visit.language == "ko" else hit.why.en
                        html = highlighted(hit.text, [*hit.why.matched, *query.split()])
                        self._event(hit.memory, html, f"{hit.score:.2f} · {why}")

    def _recalled(self, query: str) -> list[Hit]:
        first, last = int(self._year.value), int(self._until.value)
        years = (first or 1, last or 9998) if first or last else None
        kind, tag = self._kind.value, self._tag.value.strip()
        return self._visit.user.recall(
            query,
            limit=_FOUND,
            among=("memories",),
            kinds=(kind,) if kind else (),
            tags=(tag,) if tag else (),
            years=years,
            archived=True,
        )

    # One of them.

    def _event(self, memory: Memory, html: str, why: str) -> None:
        visit = self._visit
        old = "old" if memory.valid_to is not None or memory.state != "active" else ""
        with box(f"event {old}"):
            box_ = ui.checkbox(value=memory.id in self._picked).props("dense")
            told = escape(visit.say("timeline.select", content=memory.content), quote=True)
            box_.props(f'aria-label="{told}"')
            box_.on_value_change(lambda event: self._choose(memory, chosen=bool(event.value)))
            link = markup(html, "content", tag="a")
            link.props(f'href="/memories/{escape(memory.id, quote=True)}"')
            with box("meta"):
                text("span", day(memory.valid_from), "num")
                chip(visit.name_of("kind", memory.kind))
                if memory.pinned:
                    chip(visit.say("pinned"), "strong")
                if memory.valid_to is not None:
                    chip(visit.say("superseded"))
                for tag in memory.tags[:4]:
                    text("span", f"#{tag}")
                if why:
                    text("span", why)

    def _choose(self, memory: Memory, *, chosen: bool) -> None:
        if chosen:
            self._picked[memory.id] = memory
        else:
            self._picked.pop(memory.id, None)
        visit = self._visit
        self._bar.clear()
        self._bar.set_visibility(bool(self._picked))
        with self._bar:
            text("span", visit.say("timeline.selected", count=len(self._picked))).props('role="status"')
            if visit.may("write"):
                button(visit.say("timeline.pick"), self._pick, "main")

    async def _pick(self) -> None:
        visit, ids = self._visit, list(self._picked)

        def pick() -> bool:
            visit.user.pick(*ids)
            return True

        if await attempt(visit, "write", pick):
            self._bar.clear()
            with self._bar:
                text("span", visit.say("timeline.picked", count=len(ids))).props('role="status"')
                link_button(visit.say("timeline.to_chat"), f"/?picked={len(ids)}", "main")
