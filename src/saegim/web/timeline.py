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
_MOST_YEARS = 80


@page("/timeline", "timeline")
async def timeline(visit: Visit, request: Request) -> None:
    """Everything known, newest first."""
    view = Timeline(visit, await visit.do("read", _years, visit))
    view.build()
    await view.show()


def _years(visit: Visit) -> list[int]:
    """The years that have memories, newest first."""
    found: list[int] = []
    while len(found) < _MOST_YEARS:
        before = (1, found[-1] - 1) if found else None
        newest = visit.user.timeline(years=before, limit=1) if not found or found[-1] > 1 else []
        if not newest:
            break
        found.append(newest[0].valid_from.year)
    return found


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
                    # A phone has room for either the filters or the memories.
                    self._more_filters = button(visit.say("timeline.filter"), self._unfold, "on-phone")
                    self._more_filters.props('aria-expanded="false"')
                self._filters = box("fields filters")
                with self._filters:
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
                    orders = {name: visit.say(f"timeline.order.{name}") for name in ("best", "newest")}
                    self._order = choice(visit.say("timeline.order"), orders, "best", self.show)
            self._status = text("p", "", "soft small").props('role="status"')
            self._list = box("months")
            self._foot = box("row-flat")
        self._bar = box("pickbar")
        self._bar.set_visibility(False)

    def _unfold(self) -> None:
        shown = "shown" not in self._filters.classes
        self._filters.classes(toggle="shown")
        self._more_filters.props(f'aria-expanded="{str(shown).lower()}"')

    async def show(self) -> None:
        """What fits the words and the filters, from the start."""
        self._list.clear()
        self._foot.clear()
        self._status.set_content("")
        self._offset = 0
        self._order.set_visibility(bool(self._asked()))
        if self._asked() and self._order.value == "best":
            await self._search()
        else:
            await self._more()

    # By time.

    async def _more(self) -> None:
        visit, offset = self._visit, self._offset
        read = await attempt(visit, "read", self._page_of, offset)
        if read is None:
            return
        found, query = read[:_PAGE], self._asked()
        self._foot.clear()
        with self._list:
            if not found and offset == 0:
                self._nothing(query)
            for (year, month), some in groupby(found, lambda m: (m.valid_from.year, m.valid_from.month)):
                with box("month", tag="section"):
                    text("h2", visit.say("month", year=year, month=month))
                    with box("events"):
                        for memory in some:
                            self._event(memory, highlighted(memory.content, query.split()), "")
        if len(read) > _PAGE:
            self._offset = offset + _PAGE
            with self._foot:
                button(visit.say("more"), self._more)

    def _page_of(self, offset: int) -> list[Memory]:
        """One more than a page of the filtered timeline, if there is."""
        month, tag, query = int(self._month.value), self._tag.value.strip(), self._asked()
        years = self._range()
        if month and years is None:
            years = (self._visit.saegim.clock.now().year,) * 2
        one = years[0] if years and month else None
        return self._visit.user.timeline(
            year=one,
            month=month or None if one else None,
            years=None if one else years,
            kind=self._kind.value or None,
            tag=tag or None,
            word=query or None,
            limit=_PAGE + 1,
            offset=offset,
        )

    def _range(self) -> tuple[int, int] | None:
        """The years chosen; one alone stands for itself."""
        first, last = sorted((int(self._year.value), int(self._until.value)))
        return (first or last, last) if last else None

    def _asked(self) -> str:
        return (self._query.value or "").strip()

    # By word.

    async def _search(self) -> None:
        visit = self._visit
        query = self._asked()
        with self._list:
            waiting = text("p", visit.say("loading"), "soft")
        found = await attempt(visit, "read", self._recalled, query)
        waiting.delete()
        if found is None:
            return
        self._status.set_content(escape(visit.say("timeline.results", count=len(found))) if found else "")
        with self._list:
            if not found:
                self._nothing(query)
                return
            with box("events"):
                for hit in found:
                    if hit.memory is not None:
                        why = hit.why.ko if visit.language == "ko" else hit.why.en
                        html = highlighted(hit.text, [*hit.why.matched, *query.split()])
                        self._event(hit.memory, html, f"{hit.score:.2f} · {why}")

    def _recalled(self, query: str) -> list[Hit]:
        kind, tag = self._kind.value, self._tag.value.strip()
        return self._visit.user.recall(
            query,
            limit=_FOUND,
            among=("memories",),
            kinds=(kind,) if kind else (),
            tags=(tag,) if tag else (),
            years=self._range(),
            archived=True,
        )

    def _nothing(self, query: str) -> None:
        visit = self._visit
        if query:
            empty(visit.say("timeline.not_found", query=query), visit.say("timeline.not_found.hint"))
        elif self._years:
            empty(visit.say("timeline.none"), visit.say("timeline.none.filter"))
        else:
            empty(visit.say("timeline.none"), visit.say("timeline.none.hint"))

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
                link_button(visit.say("timeline.to_chat"), "/", "main")
