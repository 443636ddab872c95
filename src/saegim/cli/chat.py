"""chat: talk with a memory at a prompt or through a pipe. Without a language model the reply is offline."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from saegim import Context, Hit, Saegim, SaegimError, User
from saegim.cli.door import Door, command
from saegim.cli.pending import catch_up
from saegim.cli.recalling import describe_hit

_HELP_KO = "/why 까닭 · /context 맥락 · /remember 새길 말 · /forget 번호나 id · /quit 끝"
_HELP_EN = "/why reasons · /context what a model gets · /remember TEXT · /forget NUMBER or id · /quit"


@command("chat", "chat --user 민지")
def chat(door: Door) -> None:
    """A conversation in which every message recalls, and is then recorded."""
    with door.saegim(worker="thread") as saegim:
        talk(door, saegim, saegim.user(door.user_id, persona=door.persona))


def talk(door: Door, saegim: Saegim, user: User) -> None:
    """Read messages until the end of input or /quit."""
    conversation = Conversation(door, saegim, user)
    if not door.as_json:
        door.console.print(
            door.say(
                "언어 모델 없이 오프라인으로 이야기합니다. 떠오른 기억과 까닭을 보여 드립니다.",
                "No language model: offline. You see what comes to mind, and why.",
            ),
            style="bold",
        )
        door.console.print(door.say(_HELP_KO, _HELP_EN), style="dim")
    for typed in _lines(door):
        if typed in ("/quit", "/exit", "/q"):
            break
        if not typed:
            continue
        try:
            conversation.hear(typed)
        except SaegimError as error:
            if door.as_json:
                conversation.said.append({"said": typed, "error": error.code})
            else:
                door.tell(error)
        # Whoever drives this through pipes waits for the answer.
        sys.stdout.flush()
    if door.as_json:
        door.print_json({"user": user.id, "exchanges": conversation.said})
    else:
        door.console.print(
            door.say(
                f"이번에 적은 말: {conversation.recorded}", f"Recorded this time: {conversation.recorded}"
            ),
            style="dim",
        )


def _lines(door: Door) -> Iterator[str]:
    """What is typed, line by line; a prompt only where a person sits."""
    if not sys.stdin.isatty() or door.as_json:
        for line in sys.stdin:
            yield line.strip()
        return
    # Arrow keys and history at the prompt, where the platform has it.
    from contextlib import suppress

    with suppress(ImportError):
        import readline  # noqa: F401
    while True:
        try:
            yield input(door.say("나 › ", "me › ")).strip()
        except EOFError:
            sys.stdout.write("\n")
            return


@dataclass(slots=True)
class Conversation:
    """One sitting: what the last message recalled, for /why and /context, and what was recorded."""

    door: Door
    saegim: Saegim
    user: User
    last: Context | None = None
    hits: list[Hit] = field(default_factory=list)
    recorded: int = 0
    said: list[dict[str, Any]] = field(default_factory=list)

    def hear(self, typed: str) -> None:
        """Answer a message, or do what a line with a slash asks."""
        name, _, rest = typed.partition(" ")
        if not typed.startswith("/"):
            self._answer(typed)
        elif name == "/why":
            self._why()
        elif name == "/context":
            self._context()
        elif name == "/remember":
            self._remember(rest.strip())
        elif name == "/forget":
            self._forget(rest.strip())
        elif self.door.as_json:
            self.said.append({"said": typed, "error": "unknown_command"})
        else:
            self.door.console.print(self.door.say(_HELP_KO, _HELP_EN), style="dim")

    def _answer(self, message: str) -> None:
        catch_up(self.door, self.saegim, self.user, quiet=self.last is not None)
        with self._working():
            # A context leaves out of its hits what it shows elsewhere, pinned or just said.
            self.hits = self.user.recall(message)
            self.last = context = self.user.context(message)
        # Only the person's words are kept: the offline reply repeats memories, and would be recalled as one.
        turn = self.user.record(message, metadata={"reply": "offline"})
        self.recorded += 1
        if self.door.as_json:
            self.said.append(
                {
                    "said": message,
                    "reply": "offline",
                    "hits": [describe_hit(hit) for hit in self.hits],
                    "tokens": context.tokens,
                    "trace_id": context.trace_id,
                    "turn_id": turn.id,
                }
            )
        else:
            self._print_reply(context)

    def _working(self) -> Any:
        """Something to look at while the analyser and the embedder load."""
        if self.last is not None or self.door.as_json or not self.door.console.is_terminal:
            from contextlib import nullcontext

            return nullcontext()
        return self.door.console.status(self.door.say("기억을 펴는 중…", "opening the memory…"))

    def _print_reply(self, context: Context) -> None:
        from rich.console import Group, RenderableType
        from rich.panel import Panel
        from rich.text import Text

        from saegim.cli.screen import hit_lines

        door = self.door
        body: list[RenderableType] = []
        if self.hits:
            body.append(hit_lines(self.hits, door))
        else:
            body.append(Text(door.say("떠오르는 것이 없습니다.", "Nothing comes to mind."), "dim"))
        body.append(
            Text(door.say(f"맥락 {context.tokens:,} 토큰", f"context of {context.tokens:,} tokens"), "dim")
        )
        title = "오프라인 / offline"
        door.console.print(Panel(Group(*body), title=title, title_align="left", border_style="yellow"))

    def _why(self) -> None:
        from saegim.cli.screen import why_table

        if self.last is None:
            self._nothing_yet()
        elif self.door.as_json:
            self.said.append({"said": "/why", "hits": [describe_hit(hit) for hit in self.hits]})
        else:
            self.door.console.print(why_table(self.hits, self.door))

    def _context(self) -> None:
        from saegim.cli.recalling import describe_context, print_context

        if self.last is None:
            self._nothing_yet()
        elif self.door.as_json:
            self.said.append({"said": "/context", "context": describe_context(self.last)})
        else:
            print_context(self.door, self.last)

    def _nothing_yet(self) -> None:
        if self.door.as_json:
            self.said.append({"error": "nothing_said_yet"})
        else:
            self.door.console.print(
                self.door.say("먼저 말을 걸어 보세요.", "Say something first."), style="dim"
            )

    def _remember(self, content: str) -> None:
        memory = self.user.remember(content)
        if self.door.as_json:
            self.said.append({"said": "/remember", "memory": memory})
        else:
            self.door.console.print(self.door.say("새겼습니다: ", "Remembered: ") + memory.id, style="green")

    def _forget(self, which: str) -> None:
        """Forget by id, or by the number of a memory in the last reply."""
        numbered = which.isdecimal() and 1 <= int(which) <= len(self.hits)
        memory = self.user.forget(self.hits[int(which) - 1].id if numbered else which)
        if self.door.as_json:
            self.said.append({"said": "/forget", "memory": memory})
        else:
            self.door.console.print(
                self.door.say("잊었습니다: ", "Forgotten: ") + memory.content, style="green"
            )
