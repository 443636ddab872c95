"""One person's conversation recorded as it was said, and every question asked when it was asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from saegim.engine import Saegim
from saegim.evaluate.baselines import Baselines
from saegim.evaluate.cases import Case, Question
from saegim.evaluate.metrics import DEEPEST, as_ranking
from saegim.language.morphemes import Analyser
from saegim.models import Context, Hit, Memory
from saegim.protocols import Embedder
from saegim.testing import FrozenClock
from saegim.user import User

FULL, LEARNED = "saegim", "saegim+memories"
# Messages asked for: two of a turn are one hit.
_MESSAGES = 3 * DEEPEST
# Made of many turns and stating none of them: such a memory takes a place and stands for no turn.
_DERIVED = frozenset({"episode", "insight"})

Settings = Mapping[str, Any]
Asked = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Parts:
    """What takes long to load, shared by all people."""

    analyser: Analyser
    embedder: Embedder | None


@dataclass(slots=True)
class Answer:
    """What each system ranked for one question, and what a context of each budget held."""

    case: str
    question: Question
    rankings: dict[str, list[frozenset[str]]] = field(default_factory=dict)
    # Gold turns inside the context, and its tokens, by budget.
    contexts: dict[int, tuple[frozenset[str], int]] = field(default_factory=dict)
    search_ms: float = 0.0


@contextmanager
def opened(
    case: Case, folder: Path, parts: Parts, settings: Settings
) -> Iterator[tuple[Saegim, FrozenClock]]:
    """The folder opened for this person, its clock standing at their first question."""
    clock = FrozenClock(min(question.at for question in case.questions))
    with Saegim(
        folder,
        clock=clock,
        worker="none",
        timezone=case.timezone,
        language=case.language,
        encryption=False,
        analyser=parts.analyser,
        embedder=parts.embedder or "none",
        settings=settings,
    ) as saegim:
        yield saegim, clock


def record(case: Case, folder: Path, parts: Parts, settings: Settings) -> None:
    """Everything said, a batch a session, then learned from and indexed."""
    with opened(case, folder, parts, settings) as (saegim, _):
        user = saegim.user(case.name)
        for session, messages in groupby(case.said, key=lambda message: message.session):
            user.record_messages(
                [
                    {
                        "role": message.role,
                        "content": message.text,
                        "at": message.at,
                        "metadata": {"id": message.unit},
                        **({"name": message.name} if message.name else {}),
                    }
                    for message in messages
                ],
                session=session,
            )
        saegim.drain()


class Asker:
    """Asks one person's questions of the recorded conversation."""

    def __init__(self, case: Case, saegim: Saegim, clock: FrozenClock) -> None:
        self._case = case
        self._clock = clock
        self._user: User = saegim.user(case.name)
        self._units = _units_of_turns(self._user)

    def recall(self, question: Question, *, learned: bool) -> tuple[list[frozenset[str]], float]:
        """The full recall's ranking of turns, and its time beyond embedding."""
        self._clock.set(question.at)
        among: Sequence[Any] = ("memories", "messages") if learned else ("messages",)
        found = self._user.recall_detailed(question.text, limit=_MESSAGES, among=among)
        spent = sum(ms for stage, ms in found.timings_ms.items() if stage != "embed")
        return as_ranking([self._of_hit(hit) for hit in found.hits]), spent

    def context(self, question: Question, budget_tokens: int) -> tuple[frozenset[str], int]:
        """Which of the question's gold turns a context of that budget states, and how long it is."""
        self._clock.set(question.at)
        context = self._user.context(question.text, budget_tokens=budget_tokens)
        inside = {unit for hit in context.hits for unit in self._of_hit(hit)} | self._shown(context)
        return question.gold & inside, context.tokens

    def _of_hit(self, hit: Hit) -> frozenset[str]:
        if hit.message is not None:
            return frozenset({str(hit.message.metadata["id"])})
        assert hit.memory is not None
        return self._of_memory(hit.memory)

    def _of_memory(self, memory: Memory) -> frozenset[str]:
        if memory.kind in _DERIVED:
            return frozenset()
        return frozenset(self._units[turn] for turn in memory.source_turns if turn in self._units)

    def _shown(self, context: Context) -> set[str]:
        """Turns given verbatim, and those whose pinned memory is in the context."""
        text = "\n".join(message["content"] for message in context.messages)
        verbatim = {m["content"] for m in context.messages if m["role"] != "system"}
        shown = {said.unit for said in self._case.said if said.text in verbatim}
        for memory in self._user.memories(pinned=True, limit=100):
            if memory.content in text:
                shown |= self._of_memory(memory)
        return shown


def _units_of_turns(user: User) -> dict[str, str]:
    """The unit of every turn there is."""
    units: dict[str, str] = {}
    page = 1_000
    while turns := user.turns(limit=page, offset=len(units)):
        units |= {turn.id: str(turn.messages[0].metadata["id"]) for turn in turns}
    return units


def ask(
    case: Case,
    folder: Path,
    parts: Parts,
    settings: Settings,
    *,
    budgets: Sequence[int],
    learned: bool,
    baselines: bool,
    asked: Asked,
) -> list[Answer]:
    """Every question of one person, asked of everything that is compared."""
    answers: list[Answer] = []
    with opened(case, folder, parts, settings) as (saegim, clock):
        asker = Asker(case, saegim, clock)
        plain = _baselines(saegim, case, parts) if baselines else None
        for question in case.questions:
            answer = Answer(case.name, question)
            if plain is not None:
                answer.rankings |= plain.rank(question.text)
            answer.rankings[FULL], answer.search_ms = asker.recall(question, learned=False)
            if learned:
                answer.rankings[LEARNED], _ = asker.recall(question, learned=True)
            if question.gold:
                answer.contexts = {budget: asker.context(question, budget) for budget in budgets}
            answers.append(answer)
            asked()
    return answers


def _baselines(saegim: Saegim, case: Case, parts: Parts) -> Baselines:
    with saegim.store.user(case.name) as store, store.read() as view:
        return Baselines(view, parts.analyser, parts.embedder)
