"""One message on its way: recall, a reply from the language model or from memory, and the turn kept."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from saegim import inputs
from saegim.engine import Saegim
from saegim.errors import ModelFailed
from saegim.language.emotion import Emotion, detect_emotion
from saegim.models import Context, Hit, Turn
from saegim.protocols import Reply
from saegim.user import User

# A page that keeps its own conversation sends no more than this of it.
_MOST_RECENT = 10
_SHOWN = 3


class Exchange:
    """A message being answered. `offline` says that the reply is drawn from memory, and `cause` why.

    What was said is kept by `keep`, once, however far the reply came. An offline reply is not kept: it
    repeats memories, and would be recalled as one.
    """

    def __init__(
        self,
        saegim: Saegim,
        user: User,
        message: str,
        *,
        recent: Sequence[Mapping[str, str]] = (),
        session: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        turn_id: str | None = None,
    ) -> None:
        self._saegim = saegim
        self._user = user
        # Looked at now: once words are on their way it is too late to refuse.
        limits = saegim.settings.limits
        self._session = None if session is None else inputs.check_id("session", session)
        self._metadata: dict[str, Any] = dict(inputs.check_metadata("metadata", metadata, limits))
        self._model = saegim.language_model
        self._pieces: list[str] = []
        self._finished = False
        self._turn_id = turn_id
        # A request that came before, and whose turn was kept: it is answered as it was then.
        self._turn: Turn | None = None if turn_id is None else user.find_turn(turn_id)
        self._lock = threading.Lock()
        self.message = message
        self.offline = self._model is None
        self.cause = "model: none" if self._model is None else ""
        # Told again what once broke off.
        self.interrupted = False
        # Of a model that failed: timeout, unreachable, refused, and the like.
        self.outcome = ""
        self.spent = Reply("")
        self.context: Context = user.context(message)
        self.messages = _with_recent(self.context, recent)
        # What came to mind. A context leaves out of its hits what it shows elsewhere, pinned or just said.
        self.hits: Sequence[Hit] = user.recall(message) if self.offline else self.context.hits

    @property
    def reply(self) -> str:
        """What was said so far."""
        return "".join(self._pieces)

    def answer(self) -> str:
        """The whole reply at once."""
        if self._turn is not None:
            self._say_again(self._turn)
        elif self._model is not None:
            try:
                self.spent = self._model.reply(self.messages)
            except ModelFailed as error:
                self._go_offline(error)
            else:
                self._pieces.append(self.spent.text)
        if self.offline:
            self._pieces.append(offline_reply(self.hits, self._saegim.settings.language))
        self._finished = True
        return self.reply

    def stream(self) -> Iterator[str]:
        """The reply piece by piece. A model that fails before its first word gives way to memory."""
        if self._turn is not None:
            self._say_again(self._turn)
            yield from self._pieces
        elif self._model is not None:
            pieces = self._model.stream(self.messages)
            try:
                for piece in pieces:
                    self._pieces.append(piece)
                    yield piece
            except ModelFailed as error:
                if self._pieces:
                    self.cause, self.outcome = str(error), error.outcome
                    raise
                self._go_offline(error)
            finally:
                close = getattr(pieces, "close", None)
                if close is not None:
                    close()
        if self.offline:
            said = offline_reply(self.hits, self._saegim.settings.language)
            self._pieces.append(said)
            yield said
        self._finished = True

    def _say_again(self, turn: Turn) -> None:
        """What was said to this then. What was said offline was not kept, and comes to mind anew."""
        self.offline = turn.metadata.get("reply") == "offline"
        self.interrupted = turn.metadata.get("reply") == "interrupted"
        if turn.assistant and not self.offline:
            self._pieces.append(turn.assistant)

    def _go_offline(self, error: ModelFailed) -> None:
        self.offline, self.cause, self.outcome = True, str(error), error.outcome
        self.hits = self._user.recall(self.message)

    def keep(self) -> Turn:
        """Record what was said; the same turn when called again."""
        with self._lock:
            if self._turn is None:
                known = dict(self._metadata)
                if self.offline:
                    known["reply"] = "offline"
                elif not self._finished:
                    known["reply"] = "interrupted"
                reply = "" if self.offline else self.reply
                self._turn = self._user.record(
                    self.message, reply if reply.strip() else "", metadata=known, session=self._session,
                    id=self._turn_id,
                )  # fmt: skip
            return self._turn

    def emotions(self) -> dict[str, Emotion]:
        """How the person sounds, and how the reply does."""
        felt = {"user": detect_emotion(self.message)}
        if not self.offline and self.reply.strip():
            felt["assistant"] = detect_emotion(self.reply)
        return felt


def offline_reply(hits: Sequence[Hit], language: str) -> str:
    """What can be said without a language model: what comes to mind, and that this is all there is."""
    if not hits:
        return (
            "(오프라인) 아직 떠오르는 것이 없어요. 하신 말은 기억해 둘게요."
            if language == "ko"
            else "(offline) Nothing comes to mind yet. I will remember what you said."
        )
    lines = [f"- {' '.join(hit.text.split())} ({hit.at.date().isoformat()})" for hit in hits[:_SHOWN]]
    heading = "(오프라인) 이런 것이 떠올라요:" if language == "ko" else "(offline) This comes to mind:"
    return "\n".join([heading, *lines])


def _with_recent(context: Context, recent: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
    """The context's messages, with what the caller's own window holds and the context does not."""
    messages = list(context.messages)
    known = {(one["role"], one["content"]) for one in messages}
    given = [{"role": one["role"], "content": one["content"]} for one in recent[-_MOST_RECENT:]]
    missing = [one for one in given if (one["role"], one["content"]) not in known]
    return [*messages[:-1], *missing, *messages[-1:]]
