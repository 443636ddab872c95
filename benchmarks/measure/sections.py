"""What a measurement gives: a table with its figures, and goals it is held to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

Cell = str | float | int | None


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars of one column of the table, labelled by its first column."""

    column: str
    unit: str


@dataclass(slots=True)
class Section:
    """A table of the report, what it means, and the command that makes it again."""

    # What goals know it by.
    name: str
    title: str
    command: str
    note: str
    columns: Sequence[str]
    rows: list[list[Cell]] = field(default_factory=list)
    charts: Sequence[Chart] = ()
    # Who should stand in the table and does not, and why.
    left_out: list[str] = field(default_factory=list)
    # By name, for the goals; tables are for people.
    figures: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Goal:
    """A figure and the bound it must keep: at most, or at least."""

    text: str
    measured: float | None
    at_most: float | None = None
    at_least: float | None = None
    unit: str = ""

    @property
    def met(self) -> bool | None:
        """None when nothing was measured."""
        if self.measured is None:
            return None
        low = self.at_least is None or self.measured >= self.at_least
        high = self.at_most is None or self.measured <= self.at_most
        return low and high


Tell = Callable[[str], None]
