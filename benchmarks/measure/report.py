"""A run as Markdown, as a page with charts, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from measure.goals import goals
from measure.sections import Cell, Chart, Goal, Section

_SCORES = ("R@", "MRR", "p against")
_BAR = 40
_CUT = 30


@dataclass(slots=True)
class Entry:
    """The sections of one measurement with when, of what and how busy."""

    sections: list[Section]
    moment: dict[str, str]
    left_out: str = ""


@dataclass(slots=True)
class Run:
    """Everything measured so far, by the name of the measurement."""

    machine: dict[str, str]
    quick: bool
    entries: dict[str, Entry] = field(default_factory=dict)

    @property
    def figures(self) -> dict[str, dict[str, float]]:
        return {
            section.name: section.figures for entry in self.entries.values() for section in entry.sections
        }

    @property
    def goals(self) -> list[Goal]:
        return goals(self.figures)


def save(run: Run, folder: Path) -> list[Path]:
    """report.md, report.html and report.json in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    documents = {
        "report.md": markdown(run),
        "report.html": page(run),
        "report.json": json.dumps(asdict(run), indent=2, ensure_ascii=False) + "\n",
    }
    for name, text in documents.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in documents]


def load_run(path: Path) -> Run:
    """A run as it was saved."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    entries = {name: _entry(entry) for name, entry in found["entries"].items()}
    return Run(found["machine"], found["quick"], entries)


def _entry(found: Mapping[str, Any]) -> Entry:
    sections = [
        Section(**{**section, "charts": [Chart(**chart) for chart in section["charts"]]})
        for section in found["sections"]
    ]
    return Entry(sections, found["moment"], found["left_out"])


def show(column: str, value: Cell) -> str:
    """A cell as people read it: as many places as matter."""
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    if column.startswith(_SCORES):
        return f"{value:.3f}"
    if isinstance(value, int) or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.2f}" if abs(value) < 10 else f"{value:.1f}"


# Markdown.


def markdown(run: Run) -> str:
    """The report for people who read it in a repository."""
    parts = ["# Speed and quality, measured", "", _opening(run), "", "## Goals", ""]
    parts += _table(("goal", "bound", "measured", ""), [_goal_row(goal) for goal in run.goals])
    for entry in run.entries.values():
        if entry.left_out:
            parts += ["", f"Left out: {entry.left_out}"]
        for section in entry.sections:
            parts += ["", f"## {section.title}", "", f"`{section.command}` · {_moment(entry.moment)}", ""]
            rows = [
                [show(column, value) for column, value in zip(section.columns, row, strict=True)]
                for row in section.rows
            ]
            parts += _table(section.columns, rows)
            for chart in section.charts:
                parts += ["", "```text", *_bars(section, chart), "```"]
            parts += [line for why in section.left_out for line in ("", f"**Left out:** {why}")]
            parts += ["", section.note]
    parts += ["", "## Machine", "", *_table(("", ""), [[name, value] for name, value in run.machine.items()])]
    return "\n".join(parts) + "\n"


def _opening(run: Run) -> str:
    quick = " This was a quick run: smaller sizes, fewer rounds." if run.quick else ""
    return (
        "Made by `make bench`: each table by the command above it, at the time, of the commit (+: with "
        "changes on it) and under the load told there. Read ratios rather than times: the machine was "
        "shared. Goals are judged by the best of several rounds, which other work disturbs least; the "
        f"median of all calls stands beside it.{quick}"
    )


def _moment(moment: Mapping[str, str]) -> str:
    return f"{moment['date']}, commit {moment['commit']}, load {moment['load']}"


def _goal_row(goal: Goal) -> list[str]:
    low = "" if goal.at_least is None else f"≥ {goal.at_least:g}"
    high = "" if goal.at_most is None else f"≤ {goal.at_most:g}"
    measured = "–" if goal.measured is None else f"{goal.measured:.3g} {goal.unit}".strip()
    verdict = {None: "not measured", True: "met", False: "**missed**"}[goal.met]
    return [goal.text, f"{low}{high} {goal.unit}".strip(), measured, verdict]


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    lines = ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def _values(section: Section, chart: Chart) -> list[tuple[str, float]]:
    at = list(section.columns).index(chart.column)
    return [(str(row[0]), float(row[at])) for row in section.rows if isinstance(row[at], int | float)]  # type: ignore[arg-type]


def _bars(section: Section, chart: Chart) -> list[str]:
    values = _values(section, chart)
    most = _longest(values)
    wide = max(len(name) for name, _ in values)
    return [
        f"{name:<{wide}}  {_bar(value / most)} {show(chart.column, value)} {chart.unit}".rstrip()
        for name, value in values
    ]


def _longest(values: Sequence[tuple[str, float]]) -> float:
    """What the longest bar stands for: beyond some multiple of the smallest, bars are cut."""
    every = [value for _, value in values]
    return max((value for value in every if value <= _CUT * min(every)), default=0.0) or max(every) or 1.0


def _bar(share: float) -> str:
    return "█" * max(1, round(_BAR * min(share, 1.0))) + ("▶" if share > 1 else "")


# The page.

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: .5rem 0; }
th, td { padding: .2rem .6rem; border-bottom: 1px solid #ddd; }
td + td, th + th { text-align: right; } .note { color: #555; max-width: 60rem; } .missed { color: #b00020; }
svg text { font: 12px system-ui, sans-serif; fill: #222; } code { background: #f3f3f3; padding: 0 .3em; }
"""


def page(run: Run) -> str:
    """The same report as one HTML page, charts as SVG, nothing fetched from anywhere."""
    parts = [f"<h1>Speed and quality, measured</h1><p>{_code(_opening(run))}</p><h2>Goals</h2>"]
    parts.append(_html_table(("goal", "bound", "measured", ""), [_goal_row(goal) for goal in run.goals]))
    for entry in run.entries.values():
        if entry.left_out:
            parts.append(f"<p>Left out: {escape(entry.left_out)}</p>")
        for section in entry.sections:
            rows = [
                [show(column, value) for column, value in zip(section.columns, row, strict=True)]
                for row in section.rows
            ]
            parts.append(f"<h2>{escape(section.title)}</h2>")
            parts.append(f"<p><code>{escape(section.command)}</code> · {escape(_moment(entry.moment))}</p>")
            parts.append(_html_table(section.columns, rows))
            parts += [chart_svg(section, chart) for chart in section.charts]
            parts += [f'<p class="missed">Left out: {escape(why)}</p>' for why in section.left_out]
            parts.append(f'<p class="note">{escape(section.note)}</p>')
    parts.append("<h2>Machine</h2>" + _html_table(("", ""), list(run.machine.items())))
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>saegim: speed and quality</title>'
        f"<style>{_STYLE}</style>{''.join(parts)}</html>\n"
    )


def chart_svg(section: Section, chart: Chart) -> str:
    """Horizontal bars of one column."""
    values = _values(section, chart)
    most = _longest(values)
    row, left, width = 22, 190, 640
    bars = []
    for place, (name, value) in enumerate(values):
        y, long = place * row, (width - left - 90) * min(value / most, 1.0)
        colour = "#2b6cb0" if name.startswith("saegim") or len(values) < 5 else "#a0aec0"
        cut = "▶ " if value > most else ""
        said = escape(f"{cut}{show(chart.column, value)} {chart.unit}".rstrip())
        bars.append(
            f'<text x="{left - 8}" y="{y + 15}" text-anchor="end">{escape(name)}</text>'
            f'<rect x="{left}" y="{y + 4}" width="{max(long, 1):.1f}" height="14" fill="{colour}"/>'
            f'<text x="{left + long + 6:.1f}" y="{y + 15}">{said}</text>'
        )
    title = escape(chart.column)
    return (
        f'<svg role="img" aria-label="{title}" viewBox="0 0 {width} {row * len(values)}" width="{width}">'
        f"{''.join(bars)}</svg>"
    )


def _html_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join("<tr>" + "".join(_html_cell(cell) for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def _html_cell(cell: str) -> str:
    if cell == "**missed**":
        return '<td class="missed">missed</td>'
    return f"<td>{escape(cell)}</td>"


def _code(text: str) -> str:
    """Text whose `parts` are code."""
    pieces = escape(text).split("`")
    return "".join(f"<code>{piece}</code>" if i % 2 else piece for i, piece in enumerate(pieces))
