"""Inspector: one memory, where it comes from, how it changed, and every way to put it right."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape
from urllib.parse import quote

from fastapi import Request
from nicegui import ui

from saegim import User
from saegim.errors import NotFound, SaegimError, Unauthorized, VersionConflict
from saegim.models import KINDS, Link, Memory, MemoryVersion, Turn
from saegim.web.chat import traced
from saegim.web.differences import changed_fields, changed_words
from saegim.web.frame import attempt, complain, page, tell
from saegim.web.pieces import (
    Slide,
    box,
    button,
    chip,
    choice,
    day,
    empty,
    field,
    markup,
    minute,
    pairs,
    words,
)
from saegim.web.reasons import told_actor, told_reason
from saegim.web.visit import Visit

_TURNS = 5
_LINKS = 30
_VERSIONS = 50


@dataclass(frozen=True, slots=True)
class Known:
    """A memory and everything around it, read at one time."""

    memory: Memory
    why: str
    versions: Sequence[MemoryVersion]
    links: Sequence[tuple[Link, str, str]]
    # Each with what was said right before and after it.
    sources: Sequence[tuple[Turn, Sequence[Turn]]]
    # What was said and has a trace.
    traced: Collection[str]


def _around(user: User, turn: Turn) -> list[Turn]:
    before = user.turns(session=turn.session_id, until=turn.at, limit=1)
    after = user.turns(session=turn.session_id, since=turn.at, oldest_first=True, limit=2)
    return [*before, *(one for one in after if one.id != turn.id)][:2]


def _look(visit: Visit, memory_id: str) -> Known:
    user = visit.user
    memory = user.memory(memory_id)
    sources = []
    for turn_id in memory.source_turns[:_TURNS]:
        try:
            turn = user.turn(turn_id)
            sources.append((turn, _around(user, turn)))
        except NotFound:
            # What was learned stays when its turn is removed.
            continue
    links = []
    for link in user.links(memory.id)[:_LINKS]:
        other = link.target if link.source == memory.id else link.source
        try:
            links.append((link, other, user.memory(other).content))
        except NotFound:
            try:
                links.append((link, "", user.entity(other).name))
            except NotFound:
                continue
    why = user.why(memory.id, language=visit.language)
    return Known(memory, why, user.history(memory.id), links, sources, traced(user) if sources else ())


@page("/memories/{memory_id}", "memory")
async def inspector(visit: Visit, request: Request) -> None:
    """One memory."""
    view = Inspector(visit, request.path_params["memory_id"])
    view.place = box("stack-wide")
    view.show(await visit.do("read", _look, visit, view.memory_id))


class Inspector:
    """One browser's view of a memory."""

    place: ui.element

    def __init__(self, visit: Visit, memory_id: str) -> None:
        self._visit = visit
        self.memory_id = memory_id

    async def _again(self, done: str) -> None:
        """Show it as it is now, then say what was done: who reads that may click at once."""
        known = await attempt(self._visit, "read", _look, self._visit, self.memory_id)
        if known is not None:
            self.show(known)
            with self.place:
                tell(self._visit.say(done))

    def show(self, known: Known) -> None:
        self._memory = known.memory
        self.place.clear()
        with self.place:
            with box("stack"):
                self._title(known.memory)
                self._conflict = box("stack")
                if self._visit.may("write"):
                    self._actions(known.memory)
            with box("two"):
                with box("stack-wide"):
                    self._why(known)
                    self._sources(known)
                    self._versions(known.versions)
                with box("stack-wide"):
                    self._facts(known.memory)
                    self._links(known.links)

    def _title(self, memory: Memory) -> None:
        visit = self._visit
        with box("row-flat"):
            chip(visit.name_of("kind", memory.kind), "strong")
            if memory.pinned:
                chip(visit.say("pinned"), "strong")
            if memory.state != "active":
                chip(visit.name_of("state", memory.state), "warn")
            if memory.valid_to is not None:
                chip(visit.say("superseded"))
            words("span", visit.say("memory.version", version=memory.version), "soft small num")
        words("h1", memory.content, "memory-text")

    # Doing something.

    def _actions(self, memory: Memory) -> None:
        visit, user, id_ = self._visit, self._visit.user, memory.id
        with box("row-flat"):
            if memory.state == "active":
                button(visit.say("memory.edit"), lambda: self._edit(memory), "main")
                if memory.pinned:
                    self._action("memory.unpin", "memory.unpinned", lambda: user.pin(id_, pinned=False))
                else:
                    self._action("memory.pin", "memory.pinned", lambda: user.pin(id_))
                self._action("memory.archive", "memory.archived", lambda: user.archive(id_))
                self._action("memory.forget", "memory.forgotten", lambda: user.forget(id_), "danger")
            else:
                self._action("memory.restore", "memory.restored", lambda: user.restore(id_), "main")

    def _action(self, name: str, done: str, call: Callable[[], Memory], look: str = "") -> None:
        async def act() -> None:
            if await attempt(self._visit, "write", call) is not None:
                await self._again(done)

        button(self._visit.say(name), act, look)

    def _edit(self, memory: Memory) -> None:
        visit = self._visit
        with ui.dialog() as dialog, box("card stack").props('role="document"'):
            words("h2", visit.say("memory.edit"))
            content = ui.textarea(visit.say("memory.content"), value=memory.content).props(
                "outlined autogrow"
            )
            kinds = {name: visit.name_of("kind", name) for name in KINDS}
            kind = choice(visit.say("memory.kind"), kinds, memory.kind)
            importance = Slide(
                visit.say("memory.importance"), round(memory.importance, 2), least=0, most=1, step=0.05
            )
            tags = field(visit.say("memory.tags"), ", ".join(memory.tags))
            reason = field(visit.say("memory.reason"))

            async def save() -> None:
                await self._revise(
                    memory,
                    content=content.value.strip(),
                    kind=str(kind.value),
                    importance=float(importance.value),
                    tags=[tag.strip() for tag in tags.value.split(",") if tag.strip()],
                    reason=reason.value.strip(),
                )
                dialog.close()

            with box("row-flat"):
                button(visit.say("save"), save, "main")
                button(visit.say("cancel"), dialog.close, "plain")
        dialog.open()

    async def _revise(
        self, memory: Memory, *, content: str, kind: str, importance: float, tags: list[str], reason: str
    ) -> None:
        visit = self._visit
        try:
            await visit.do(
                "write",
                lambda: visit.user.revise(
                    memory.id,
                    content=content if content != memory.content else None,
                    kind=kind if kind != memory.kind else None,
                    importance=importance if importance != round(memory.importance, 2) else None,
                    tags=tags if tags != list(memory.tags) else None,
                    expected_version=memory.version,
                    reason=reason,
                ),
            )
        except VersionConflict:
            await self._show_conflict(content)
        except Unauthorized:
            ui.navigate.to("/sign-in")
        except SaegimError as error:
            complain(error.say(visit.language))
        else:
            await self._again("memory.revised")

    async def _show_conflict(self, mine: str) -> None:
        """Both texts beside each other; whoever looks decides."""
        visit = self._visit
        known = await attempt(visit, "read", _look, visit, self.memory_id)
        if known is None:
            return
        self.show(known)
        with self._conflict, box("note bad stack").props('role="alert"'):
            words("p", visit.say("memory.conflict"))
            pairs(
                [
                    (visit.say("memory.conflict.theirs"), known.memory.content),
                    (visit.say("memory.conflict.mine"), mine),
                ]
            )

    # Looking at it.

    def _why(self, known: Known) -> None:
        with box("card", tag="section"):
            words("h2", self._visit.say("memory.why"))
            words("p", known.why, "pre")

    def _sources(self, known: Known) -> None:
        visit = self._visit
        with box("card", tag="section"):
            words("h2", visit.say("memory.source"))
            if not known.sources:
                words("p", visit.say("memory.source.none"), "soft")
            with box("stack"):
                for turn, around in known.sources:
                    with box("quote"):
                        with box("row-flat"):
                            words("span", minute(turn.at), "soft tiny num")
                            if turn.user in known.traced:
                                to = f"/operations?tab=traces&turn={quote(turn.id)}"
                                told = escape(visit.say("chat.trace"))
                                markup(told, "tiny", tag="a").props(f'href="{to}"')
                        for one in sorted((turn, *around), key=lambda said: said.at):
                            look = "here pre" if one is turn else "soft small pre"
                            words("p", f"{visit.say('chat.you')}: {one.user}", look)
                            if one.assistant:
                                words("p", f"{visit.say('chat.ai')}: {one.assistant}", "soft small pre")

    def _facts(self, memory: Memory) -> None:
        visit = self._visit
        until = memory.valid_to
        holds = (
            visit.say("memory.valid.now", since=day(memory.valid_from))
            if until is None
            else visit.say("memory.valid.then", since=day(memory.valid_from), until=day(until))
        )
        key = None if memory.key is None else visit.key_name(memory.key)
        subject = None if memory.subject == "user" else memory.subject
        about = " · ".join(part for part in (subject, key, memory.value) if part)
        with box("card", tag="section"):
            pairs(
                [
                    (visit.say("memory.valid"), holds),
                    (visit.say("memory.importance"), f"{memory.importance:.2f}"),
                    (visit.say("memory.confidence"), f"{memory.confidence:.2f}"),
                    (visit.say("memory.emotion"), visit.name_of("emotion", memory.emotion or "")),
                    (visit.say("memory.key"), about),
                    (visit.say("timeline.tag"), ", ".join(memory.tags)),
                    (visit.say("memory.pii"), ", ".join(memory.pii_flags)),
                    (visit.say("memory.origin"), visit.name_of("origin", memory.origin)),
                    (visit.say("memory.used"), visit.say("memory.used.times", count=memory.access_count)),
                ]
            )

    def _links(self, links: Sequence[tuple[Link, str, str]]) -> None:
        visit = self._visit
        with box("card", tag="section"):
            words("h2", visit.say("memory.links"))
            if not links:
                words("p", visit.say("memory.links.none"), "soft")
                return
            with box("list", tag="ul"):
                for link, other, told in links:
                    with box("", tag="li"):
                        group = "relation" if link.source == self.memory_id else "back"
                        words("span", visit.name_of(group, link.relation), "soft tiny")
                        to = f"/memories/{other}" if other else f"/people/{link.target}"
                        markup(escape(told), tag="a").props(f'href="{escape(to, quote=True)}"').style(
                            "display:block"
                        )

    def _versions(self, versions: Sequence[MemoryVersion]) -> None:
        visit = self._visit
        with box("card", tag="section"):
            words("h2", visit.say("memory.versions"))
            if not versions:
                empty(visit.say("nothing"))
            with box("list", tag="ul"):
                newest = versions[-1].version if versions else 0
                before = [None, *[one.memory for one in versions]]
                rows = list(zip(versions, before, strict=False))
                for version, previous in reversed(rows[-_VERSIONS:]):
                    with box("stack", tag="li"):
                        self._version(version, previous, newest)

    def _version(self, version: MemoryVersion, before: Memory | None, newest: int) -> None:
        visit = self._visit
        with box("row-flat"):
            words("strong", visit.say("memory.version", version=version.version))
            words("span", f"{minute(version.at)} · {told_actor(visit, version.actor)}", "soft small num grow")
            if version.version == newest:
                chip(visit.say("memory.versions.current"), "strong")
            elif visit.may("write"):
                number = version.version

                async def back() -> None:
                    call = visit.user.restore
                    if await attempt(visit, "write", call, self.memory_id, version=number) is not None:
                        await self._again("memory.restored")

                button(visit.say("memory.versions.back"), back, "plain").props(
                    f'aria-label="{visit.say("memory.versions.back")}: {number}"'
                )
        if version.reason:
            words("p", told_reason(visit, version.reason), "soft small")
        now = version.memory
        if before is None or before.content == now.content:
            if before is None:
                words("p", now.content)
        else:
            markup(changed_words(before.content, now.content), tag="p")
        if before is not None:
            for name, old, new in changed_fields(before, now):
                told = visit.say(
                    f"memory.changed.{name}", before=self._shown(name, old), after=self._shown(name, new)
                )
                words("p", told, "soft small")

    def _shown(self, name: str, value: object) -> str:
        visit = self._visit
        if value is None or value == ():
            return "—"
        if isinstance(value, bool):
            return visit.say("yes" if value else "no")
        if isinstance(value, float):
            return f"{value:.2f}"
        if isinstance(value, datetime):
            return day(value)
        if isinstance(value, tuple):
            return ", ".join(map(str, value))
        groups = {"kind": "kind", "state": "state", "emotion": "emotion"}
        return visit.name_of(groups[name], str(value)) if name in groups else str(value)
