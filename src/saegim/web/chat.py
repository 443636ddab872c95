"""Chat: words as they come, what came to mind beside them and why, and what was newly remembered."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Iterator, Mapping, Sequence
from html import escape
from urllib.parse import quote

from fastapi import Request
from nicegui import ui
from nicegui.background_tasks import create as in_background
from starlette.concurrency import run_in_threadpool

from saegim import User
from saegim.chatting import Exchange
from saegim.errors import ModelFailed, SaegimError, Unauthorized
from saegim.language.emotion import NEUTRAL, Emotion, asset_for, detect_emotion
from saegim.models import Hit, Memory, Persona, Turn
from saegim.web import sample
from saegim.web.drawing import portrait
from saegim.web.frame import attempt, complain, heading, page, tell
from saegim.web.pieces import box, button, chip, day, highlighted, markup, minute, words
from saegim.web.tour import welcome
from saegim.web.visit import Visit

_PAGE = 12
_SHOWN_HITS = 3
_SHOWN_PICKED = 8
_TRACES = 100
_MOST_HITS = 20
# How often and how long after a turn the page looks whether something was learned from it.
_LOOK_EVERY_S = 0.7
_LOOKS = 30


@page("/", "chat")
async def chat(visit: Visit, request: Request) -> None:
    """The conversation in hand."""
    persona = await visit.do("read", _persona, visit)
    turns = await visit.do("read", lambda: visit.user.turns(limit=_PAGE + 1))
    shown = Talk(visit, persona, await visit.do("read", traced, visit.user))
    shown.build(turns, await visit.do("read", visit.user.picked))
    if not turns:
        offered = await visit.do("read", sample.can_load, visit.user)
        welcome(visit, shown.notices, offered=offered and visit.may("write"))


def _persona(visit: Visit) -> Persona | None:
    return next((one for one in visit.saegim.personas() if one.id == visit.persona), None)


class Talk:
    """One browser's view of the conversation."""

    def __init__(self, visit: Visit, persona: Persona | None, known: Collection[str]) -> None:
        self._visit = visit
        # What was said and has a trace of what came to mind.
        self._traced = known
        self._name = visit.say("chat.ai") if persona is None else persona.name
        self._assets = _assets(persona)
        self._busy = False
        self._older = 0

    def build(self, turns: Sequence[Turn], picked: Sequence[Memory]) -> None:
        visit = self._visit
        felt = detect_emotion(turns[0].assistant) if turns and turns[0].assistant else NEUTRAL
        with box("chat"):
            with heading(visit, visit.say("chat.title")):
                if visit.may("write"):
                    button(visit.say("chat.end"), self._end, "plain")
            with box("stack"):
                with box("portrait"):
                    self._portrait = markup(self._picture(felt))
                    with box("grow"):
                        words("h2", self._name)
                        self._mood = words("p", visit.name_of("emotion", felt.label), "soft small")
                        self._mood.props('aria-live="polite"')
                self.notices = box("stack")
                self._picked = box("stack")
                if picked:
                    self._show_picked(picked)
                self._talk = box("talk").props(f'role="log" aria-label="{visit.say("chat.title")}"')
                with self._talk:
                    self._top = box("")
                    self._show_more_button(len(turns))
                    for turn in reversed(turns[:_PAGE]):
                        self._show_past(turn)
            self._older = min(len(turns), _PAGE)
            self._composer()
        if turns:
            self._scroll()

    def _show_picked(self, picked: Sequence[Memory]) -> None:
        visit = self._visit

        async def put_back() -> None:
            def none() -> bool:
                visit.user.pick()
                return True

            if await attempt(visit, "write", none):
                self._picked.clear()

        with self._picked, box("note stack").props('role="status"'):
            with box("row-flat"):
                words("span", visit.say("chat.picked", count=len(picked)), "grow")
                if visit.may("write"):
                    button(visit.say("chat.unpick"), put_back, "plain")
            with box("bullets", tag="ul"):
                for memory in picked[:_SHOWN_PICKED]:
                    words("li", memory.content)

    def _composer(self) -> None:
        visit = self._visit
        with box("composer"):
            if not visit.may("write"):
                words("p", visit.say("read_only"), "note")
                return
            with box("composer-line"):
                self._input = ui.textarea(visit.say("chat.write")).props("outlined autogrow dense rows=1")
                # While Hangul is being composed, Enter ends the syllable, not the message.
                self._input.on(
                    "keydown",
                    self._send,
                    js_handler="(e) => { if (e.key === 'Enter' && !e.shiftKey && !e.isComposing) "
                    "{ e.preventDefault(); emit(); } }",
                    args=[],
                )
                self._button = button(visit.say("chat.send"), self._send, "main")
            words("p", visit.say("chat.hint"), "soft tiny hint")

    # What was said before.

    def _show_more_button(self, count: int) -> None:
        self._more = None
        if count > _PAGE:
            with self._top:
                self._more = button(self._visit.say("chat.older"), self._show_older, "plain")

    async def _show_older(self) -> None:
        turns = await attempt(
            self._visit, "read", lambda: self._visit.user.turns(limit=_PAGE + 1, offset=self._older)
        )
        if turns is None:
            return
        if self._more is not None:
            self._more.delete()
        self._older += min(len(turns), _PAGE)
        with self._talk:
            rows = [self._show_past(turn) for turn in reversed(turns[:_PAGE])]
        for i, row in enumerate(rows):
            row.move(target_index=i + 1)
        self._show_more_button(len(turns))

    def _show_past(self, turn: Turn) -> ui.element:
        with box("exchange") as row, box("said"):
            if turn.user:
                words("p", turn.user, "mine")
            if turn.assistant:
                with box("theirs"):
                    markup(self._picture(detect_emotion(turn.assistant), small=True), "face")
                    words("p", turn.assistant, "words")
            with box("row-flat stamps"):
                words("span", minute(turn.at), "stamp num")
                self._way_to_trace(turn)
        return row

    def _way_to_trace(self, turn: Turn) -> None:
        """To what was recalled for it, where that is kept."""
        if turn.user in self._traced:
            to = f"/operations?tab=traces&turn={quote(turn.id)}"
            markup(escape(self._visit.say("chat.trace")), "stamp link", tag="a").props(f'href="{to}"')

    # A message on its way.

    async def _send(self) -> None:
        text = (self._input.value or "").strip()
        if not text or self._busy:
            return
        self._busy = True
        self._input.value = ""
        self._button.props("loading")
        try:
            await self._exchange(text)
        except Unauthorized:
            ui.navigate.to("/sign-in")
        except SaegimError as error:
            complain(error.say(self._visit.language))
        finally:
            self._busy = False
            self._button.props(remove="loading")
            self._input.run_method("focus")

    async def _exchange(self, text: str) -> None:
        visit = self._visit
        with self._talk, box("exchange"):
            with box("said") as said:
                words("p", text, "mine")
                with box("theirs") as theirs:
                    small = markup(self._picture(NEUTRAL, small=True), "face")
                    reply = words("p", visit.say("chat.thinking"), "words soft")
            margin = box("margin", tag="aside").props(f'aria-label="{visit.say("chat.recalled")}"')
        self._scroll()
        exchange = await visit.do("write", Exchange, visit.saegim, visit.user, text)
        # Used now, and only once.
        self._picked.clear()
        with margin:
            self._show_recalled(exchange.hits)
        reply.classes(remove="soft")
        try:
            async for _ in _pieces(exchange.stream()):
                reply.set_content(escape(exchange.reply))
                self._scroll()
        except ModelFailed as error:
            complain(error.say(visit.language))
        turn = await run_in_threadpool(exchange.keep)
        felt = await run_in_threadpool(exchange.emotions)
        shown = felt.get("assistant", felt["user"])
        self._portrait.set_content(self._picture(shown))
        self._mood.set_content(escape(visit.name_of("emotion", shown.label)))
        small.set_content(self._picture(shown, small=True))
        with said, box("row-flat stamps"):
            words("span", minute(turn.at), "stamp num")
            tokens = visit.say(
                "chat.tokens", tokens=exchange.context.tokens, budget=exchange.context.budget_tokens
            )
            words("span", tokens, "stamp num")
            self._traced = {*self._traced, turn.user}
            self._way_to_trace(turn)
            if exchange.offline:
                why = "chat.offline.hint" if visit.saegim.language_model is None else "chat.failed_model"
                chip(visit.say("chat.offline"), "warn").tooltip(visit.say(why))
        theirs.update()
        self._scroll()
        with margin:
            learned = box("stack").props('aria-live="polite"')
        in_background(self._watch(turn, learned), name="watch for memories")

    def _show_recalled(self, hits: Sequence[Hit]) -> None:
        visit = self._visit
        words("h3", visit.say("chat.recalled"))
        if not hits:
            words("p", visit.say("chat.recalled.none"), "soft small")
        for hit in hits[:_SHOWN_HITS]:
            self._show_hit(hit)
        if len(hits) > _SHOWN_HITS:
            with ui.element("details"):
                words("summary", f"{visit.say('more')} ({len(hits) - _SHOWN_HITS})", "small")
                with box("stack"):
                    for hit in hits[_SHOWN_HITS:_MOST_HITS]:
                        self._show_hit(hit)

    def _show_hit(self, hit: Hit) -> None:
        visit = self._visit
        with box("hit"):
            text = highlighted(hit.text, hit.why.matched)
            if hit.memory is not None:
                markup(text, tag="a").props(f'href="/memories/{escape(hit.id, quote=True)}"')
                kind = visit.name_of("kind", hit.memory.kind)
            else:
                markup(text)
                kind = visit.say("message")
            markup(f'<i style="width:{max(0.0, min(1.0, hit.score)) * 100:.0f}%"></i>', "bar")
            reason = hit.why.ko if visit.language == "ko" else hit.why.en
            words("span", f"{kind} · {day(hit.at)} · {reason}", "why num")
            scores = " · ".join(
                f"{visit.say(f'chat.{name}')} {value:.2f}"
                for name, value in (
                    ("score", hit.score),
                    ("relevance", hit.why.relevance),
                    ("recency", hit.why.recency),
                    ("importance", hit.why.importance),
                )
            )
            words("span", scores, "why num")

    # What the turn taught.

    async def _watch(self, turn: Turn, learned: ui.element) -> None:
        """Show what becomes a memory, as it does; learning goes on in the background."""
        seen: set[str] = set()
        for _ in range(_LOOKS):
            await asyncio.sleep(_LOOK_EVERY_S)
            if learned.is_deleted or not learned.client.has_socket_connection:
                return
            try:
                found, waiting = await self._visit.do("read", _learned_from, self._visit, turn)
            except SaegimError:
                return
            for memory in found:
                if memory.id not in seen:
                    if not seen:
                        with learned:
                            words("h3", self._visit.say("chat.remembered"))
                    seen.add(memory.id)
                    with learned:
                        self._show_learned(memory)
                    self._scroll()
            if not waiting:
                return

    def _show_learned(self, memory: Memory) -> None:
        visit = self._visit
        with box("learned"):
            link = markup(escape(memory.content), tag="a").props(f'href="/memories/{memory.id}"')
            undo = button("", None, "plain")

        def offer(word: str) -> None:
            undo.set_text(visit.say(word))
            undo.props(f'aria-label="{escape(f"{visit.say(word)}: {memory.content}", quote=True)}"')

        offer("undo")

        async def turn_back() -> None:
            gone = undo.text == visit.say("chat.again")
            call = visit.user.restore if gone else visit.user.forget
            if await attempt(visit, "write", call, memory.id) is not None:
                offer("undo" if gone else "chat.again")
                link.style(
                    "" if gone else "text-decoration: line-through", remove="text-decoration: line-through"
                )
                tell(visit.say("memory.restored" if gone else "memory.forgotten"))

        undo.on_click(turn_back)

    async def _end(self) -> None:
        ended = await attempt(self._visit, "write", self._visit.user.end_session)
        if ended is not None:
            tell(self._visit.say("chat.ended"))

    # How it looks.

    def _picture(self, felt: Emotion, *, small: bool = False) -> str:
        mood = self._visit.name_of("emotion", felt.label)
        title = "" if small else self._visit.say("chat.portrait", name=self._name, emotion=mood)
        return portrait(felt.label, asset_for(felt, self._assets), title=title)

    def _scroll(self) -> None:
        self._talk.client.run_javascript(
            "window.scrollTo({top: document.body.scrollHeight, behavior: 'instant'})"
        )


def traced(user: User) -> frozenset[str]:
    """What was said lately and has a trace of what came to mind for it."""
    return frozenset(trace.query for trace in user.traces(limit=_TRACES))


def _assets(persona: Persona | None) -> Mapping[str, str]:
    """The persona's own table of pictures, or an empty one."""
    given = {} if persona is None else persona.metadata.get("assets")
    if not isinstance(given, dict):
        return {}
    return {name: value for name, value in given.items() if isinstance(value, str)}


def _learned_from(visit: Visit, turn: Turn) -> tuple[list[Memory], bool]:
    """Memories this turn made so far, and whether more may come."""
    user = visit.user
    made = [one for one in user.candidates(limit=20) if turn.id in one.source_turns]
    ids = {one.memory_id for one in made if one.verdict in ("promoted", "superseded") and one.memory_id}
    memories = [memory for id_ in ids if (memory := user.memory(id_)).state == "active"]
    waiting = any(job.target == turn.id for job in user.jobs(state="pending", limit=200))
    return [memory for memory in memories if turn.id in memory.source_turns], waiting


async def _pieces(stream: Iterator[str]) -> AsyncIterator[str]:
    """What a synchronous stream gives, as it comes."""
    end = object()
    while True:
        piece = await run_in_threadpool(next, stream, end)
        if piece is end:
            return
        assert isinstance(piece, str)
        yield piece
