"""demo: a scripted conversation over some weeks, and what is remembered of it. Every line is a real call."""

from __future__ import annotations

import json
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

from typer import Option

from saegim import Context, Hit, Memory, Saegim, Turn, User
from saegim.cli.door import Door, command
from saegim.cli.recalling import describe_context, describe_hit
from saegim.errors import InvalidInput

# Reading pace on a terminal; a pipe does not read.
_PAUSE_S = 0.15
_SHOWN = 2
# Small, so that the meter shows what happens when not everything fits.
_BUDGET_TOKENS = 600


@dataclass(slots=True)
class Played:
    """What the demo did, in the order it was shown."""

    turns: list[Turn] = field(default_factory=list)
    memories: list[Memory] = field(default_factory=list)
    answers: list[tuple[str, list[Hit]]] = field(default_factory=list)
    now: list[Memory] = field(default_factory=list)
    then: list[Memory] = field(default_factory=list)
    then_at: datetime | None = None
    then_hits: list[Hit] = field(default_factory=list)
    context: Context | None = None


@command("demo", "demo --no-chat", "demo --language en --data ./try-it")
def demo(
    door: Door,
    no_chat: Annotated[bool, Option("--no-chat", help="대화 없이 끝냄 · End without chat")] = False,
) -> None:
    """The tour; afterwards the person talks with that memory, unless nobody sits at the terminal."""
    with ExitStack() as cleanup:
        kept = door.data is not None
        if door.data is None:
            door.data = cleanup.enter_context(
                TemporaryDirectory(prefix="saegim-demo-", ignore_cleanup_errors=True)
            )
        script = read_script(door.settings.language)
        saegim = cleanup.enter_context(door.saegim(worker="thread"))
        if saegim.exists(script["user"]):
            again = f"saegim chat --data {door.data} --user {script['user']}"
            raise InvalidInput(
                "data",
                f"the demo was played here already; go on with: {again}",
                f"이미 데모를 한 폴더입니다. 이어 가려면: {again}",
                code="demo_exists",
            )
        user = saegim.user(script["user"])
        played = Tour(door, saegim, user, script).play(kept=kept)
        if door.as_json:
            door.print_json(_describe(door, user, played, kept=kept))
            return
        if not no_chat and sys.stdin.isatty():
            from saegim.cli.chat import talk

            _rule(door, door.say("이제 직접 이야기해 보세요", "Now it is your turn"))
            talk(door, saegim, user)


def read_script(language: str) -> dict[str, Any]:
    """The conversation as data, in that language."""
    file = Path(__file__).with_name("demo_ko.json" if language == "ko" else "demo_en.json")
    script: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return script


def _describe(door: Door, user: User, played: Played, *, kept: bool) -> dict[str, Any]:
    assert played.context is not None
    return {
        "user": user.id,
        "folder": door.data,
        "kept": kept,
        "turns": played.turns,
        "memories": played.memories,
        "answers": [
            {"question": question, "hits": [describe_hit(hit) for hit in hits]}
            for question, hits in played.answers
        ],
        "changed": {
            "now": played.now,
            "as_of": played.then_at,
            "then": played.then,
            "then_hits": [describe_hit(hit) for hit in played.then_hits],
        },
        "context": describe_context(played.context),
    }


def _rule(door: Door, title: str) -> None:
    from rich.rule import Rule
    from rich.text import Text

    door.console.print()
    door.console.print(Rule(Text(title, "bold"), align="left", style="cyan"))


class Tour:
    """Plays the script act by act, showing each as it happens."""

    def __init__(self, door: Door, saegim: Saegim, user: User, script: dict[str, Any]) -> None:
        self._door = door
        self._saegim = saegim
        self._user = user
        self._script = script
        self._now = datetime.now(door.settings.zone)
        self._played = Played()

    def play(self, *, kept: bool) -> Played:
        """All acts; what they did."""
        if not self._door.as_json:
            self._greet(kept=kept)
        self._talk()
        self._ask()
        self._change()
        self._context()
        return self._played

    def _at(self, days_ago: int, clock: str = "12:00") -> datetime:
        hour, minute = map(int, clock.split(":"))
        day = self._now - timedelta(days=days_ago)
        return day.replace(hour=hour, minute=minute, second=0, microsecond=0)

    def _print(self, *shown: Any, style: str | None = None) -> None:
        if not self._door.as_json:
            self._door.console.print(*shown, style=style)
            if self._door.console.is_terminal:
                time.sleep(_PAUSE_S)

    def _act(self, ko: str, en: str) -> None:
        if not self._door.as_json:
            _rule(self._door, self._door.say(ko, en))

    def _greet(self, *, kept: bool) -> None:
        from rich.panel import Panel

        door = self._door
        fate = (
            door.say("이 폴더는 남습니다.", "This folder stays.")
            if kept
            else door.say("끝나면 지워지는 임시 폴더입니다.", "A throw-away folder, removed at the end.")
        )
        said = door.say(
            "지어낸 사람의 몇 주 치 대화를 적고, 무엇을 기억하고 떠올리는지 보여 드립니다.\n"
            "모두 이 컴퓨터 안에서, 암호화된 파일에, 언어 모델 없이 이루어집니다.",
            "Some weeks of an invented person's conversation are recorded; see what is kept and recalled.\n"
            "All of it on this computer, in an encrypted file, without a language model.",
        )
        title = door.say("새김 둘러보기", "A tour of saegim")
        door.console.print(
            Panel(f"{said}\n{fate} {door.data}", title=title, title_align="left", border_style="cyan")
        )

    # Acts.

    def _talk(self) -> None:
        from rich.text import Text

        self._act("1. 나눈 이야기", "1. What was said")
        for day in self._script["days"]:
            at = self._at(day["days_ago"], day["time"])
            self._print(Text.assemble((f"{at:%Y-%m-%d} ", "cyan"), (day["title"], "bold")))
            for i, turn in enumerate(day["turns"]):
                self._say(turn, at + timedelta(minutes=2 * i))
            self._catch_up()
            for learned in self._learned():
                label = self._door.say("새김", "kept")
                self._print(
                    Text.assemble((f"  ◆ {label} ", "green"), learned.content, (f"  {learned.kind}", "dim"))
                )

    def _learned(self) -> list[Memory]:
        """What was worked out since the last look, episodes aside."""
        seen = {memory.id for memory in self._played.memories}
        every = reversed(self._user.memories(limit=1000))
        new = [memory for memory in every if memory.id not in seen and memory.kind != "episode"]
        self._played.memories += new
        return new

    def _say(self, turn: dict[str, str], at: datetime) -> Turn:
        from rich.text import Text

        metadata = {"emotion": turn["emotion"]} if "emotion" in turn else None
        recorded = self._user.record(turn["user"], turn["ai"], at=at, metadata=metadata)
        self._played.turns.append(recorded)
        me = self._door.say("나", "me")
        self._print(Text.assemble((f"  {me}: ", "bold"), recorded.user))
        self._print(Text.assemble(("  AI: ", "bold magenta"), recorded.assistant), style="dim")
        return recorded

    def _catch_up(self) -> None:
        if self._door.as_json or not self._door.console.is_terminal:
            self._saegim.drain()
            return
        label = self._door.say("낱말과 뜻을 읽는 중…", "reading words and meaning…")
        with self._door.console.status(label):
            self._saegim.drain()

    def _ask(self) -> None:
        from rich.text import Text

        from saegim.cli.screen import hit_lines

        self._act("2. 떠올리기", "2. Recall")
        for question in self._script["questions"]:
            hits = self._user.recall(question, limit=_SHOWN)
            self._played.answers.append((question, hits))
            self._print(Text(f"? {question}", "bold"))
            nothing = self._door.say(
                "  떠오르는 것이 없습니다. 없는 기억을 지어내지 않습니다.",
                "  Nothing comes to mind. Nothing is made up.",
            )
            self._print(hit_lines(hits, self._door) if hits else Text(nothing, "dim"))

    def _change(self) -> None:
        from rich.table import Table
        from rich.text import Text

        from saegim.cli.screen import memory_marks

        door, changed = self._door, self._script["changed"]
        self._act("3. 바뀐 사실", "3. A fact that changed")
        then_at = self._at(changed["days_ago"])
        played = self._played
        played.then_at = then_at
        played.now = self._user.memories(key=changed["key"])
        played.then = self._user.memories(key=changed["key"], as_of=then_at)
        played.then_hits = self._user.recall(changed["question"], limit=1, as_of=then_at)
        grid = Table.grid(padding=(0, 2))
        for label, memories in (
            (door.say("지금", "now"), played.now),
            (f"{then_at:%Y-%m-%d}", played.then),
        ):
            for memory in memories:
                marks = Text(memory_marks(memory, door), "dim")
                grid.add_row(Text(f"  {label}", "cyan"), Text(memory.content, "bold"), marks)
        self._print(grid)
        asked = door.say(
            f"{then_at:%Y-%m-%d}에 “{changed['question']}” 하고 물었다면",
            f"Asked “{changed['question']}” on {then_at:%Y-%m-%d}",
        )
        for hit in played.then_hits:
            self._print(Text.assemble((f"  {asked}: ", "dim"), (hit.text, "bold")))

    def _context(self) -> None:
        from saegim.cli.screen import context_messages, left_out, meter

        self._act("4. 언어 모델이 받을 맥락", "4. What a language model would get")
        built = self._user.context(self._script["message"], budget_tokens=_BUDGET_TOKENS)
        self._played.context = built
        if not self._door.as_json:
            self._print(context_messages(built))
            self._print(meter(built, self._door))
            missing = left_out(built, self._door)
            if missing is not None:
                self._print(missing)
