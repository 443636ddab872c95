"""The rolling summary: older turns folded into a few sentences, the newest left as they were said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from saegim.ids import new_id
from saegim.models import Summary, Turn, TurnFilters
from saegim.protocols import Tx, View
from saegim.remember.drafts import SummaryDraft
from saegim.settings import SummarySettings

# At most this many turns are folded in at a time; what is older goes first.
_MOST_TURNS = 200

CountTokens = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Unfolded:
    """Turns of one persona that no summary covers yet, oldest first, and the summary before them."""

    turns: tuple[Turn, ...]
    previous: Summary | None

    def due(self, settings: SummarySettings, count_tokens: CountTokens) -> bool:
        """Whether it is time to fold them in."""
        if len(self.turns) <= settings.keep_turns:
            return False
        if len(self.turns) >= settings.threshold_turns:
            return True
        if not settings.threshold_tokens:
            return False
        said = sum(count_tokens(message.content) for turn in self.turns for message in turn.messages)
        return said >= settings.threshold_tokens

    def to_fold(self, settings: SummarySettings) -> tuple[Turn, ...]:
        """All but the newest."""
        return self.turns[: max(0, len(self.turns) - settings.keep_turns)]


def unfolded(view: View, persona: str | None) -> Unfolded:
    """What the next summary would be about."""
    previous = view.latest_summary(persona)
    last = None if previous is None or previous.through_turn is None else view.turn(previous.through_turn)
    since = None if last is None else last.at
    if last is None and previous is not None:
        # A summary kept by hand, or of turns that were removed: it covers what was said before it.
        since = previous.at
    found = view.turns(TurnFilters(persona=persona, since=since, oldest_first=True), _MOST_TURNS, 0)
    own = [turn for turn in found if turn.persona == persona]
    if last is not None and any(turn.id == last.id for turn in own):
        own = own[[turn.id for turn in own].index(last.id) + 1 :]
    return Unfolded(tuple(own), previous)


def keep_summary(
    tx: Tx, folded: tuple[Turn, ...], persona: str | None, draft: SummaryDraft, *, now: datetime, remove: bool
) -> Summary:
    """Write the summary that covers these turns; with `remove`, the turns go."""
    previous = tx.latest_summary(persona)
    covered = 0 if previous is None else previous.summarized_turns
    summary = Summary(
        new_id("y", now), persona, None, draft.content, now, covered + len(folded), folded[-1].id
    )
    tx.put_summary(summary)
    if remove:
        for turn in folded:
            tx.delete_turn(turn.id)
        tx.add_audit("saegim", "delete_turns", summary.id, "summarised", {"turns": len(folded)})
    return summary
