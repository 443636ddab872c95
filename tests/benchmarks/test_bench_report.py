"""The report of `make bench`: figures as measured, goals judged, every table with its command."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
import bench
from measure.goals import goals
from measure.report import Entry, Run, chart_svg, load_run, markdown, page, save, show
from measure.sections import Chart, Goal, Section
from measure.timing import Rounds, percentile

MOMENT = {"date": "2026-03-02 09:00 UTC", "commit": "abc1234", "load": "0.5 to 0.7"}
FIGURES = {
    "peers 10000": {"saegim best": 2.0, "mem0 best": 30.0, "Chroma best": 3.0},
    "quality saegim-ko": {
        "saegim R@10": 0.7,
        "Chroma R@10": 0.5,
        "mem0 R@10": 0.4,
        "LangGraph SqliteStore R@10": 0.0,
        "saegim MRR": 0.5,
        "Chroma MRR": 0.6,
        "mem0 MRR": 0.4,
        "LangGraph SqliteStore MRR": 0.3,
    },
    "quality LoCoMo": {"saegim R@10": 0.8, "saegim MRR": 0.6, "Chroma R@10": 0.6, "Chroma MRR": 0.5},
    "users": {"recall with 10000 against 10": 1.1},
}


def made_run() -> Run:
    beside = Section(
        name="peers 10000",
        title="Beside peers",
        command="python benchmarks/bench.py --only peers",
        note="Ours & theirs <at once>.",
        columns=("system", "best ms", "R@10"),
        rows=[["saegim", 2.0, 0.7154], ["다른 기억", 31.4159, None]],
        charts=(Chart("best ms", "ms"),),
        figures=FIGURES["peers 10000"],
    )
    return Run({"cores": "2"}, False, {"peers": Entry([beside], MOMENT, "mem0 was not there")})


def by_text(figures: dict[str, dict[str, float]]) -> dict[str, Goal]:
    return {goal.text: goal for goal in goals(figures)}


def test_markdown_has_the_table_its_command_its_moment_and_a_bar() -> None:
    text = markdown(made_run())
    assert (
        "`python benchmarks/bench.py --only peers` · 2026-03-02 09:00 UTC, commit abc1234, load 0.5 to 0.7"
        in text
    )
    assert "| saegim | 2.00 | 0.715 |" in text
    assert "| 다른 기억 | 31.4 | – |" in text
    assert f"다른 기억   {'█' * 40} 31.4 ms" in text
    assert "Left out: mem0 was not there" in text
    assert "| cores | 2 |" in text


def test_the_page_shows_the_same_and_fetches_nothing() -> None:
    text = page(made_run())
    assert "<svg" in text
    assert "<td>31.4</td>" in text
    assert "Ours &amp; theirs &lt;at once&gt;." in text
    assert '<td class="missed">missed</td>' in text
    assert not re.search(r"https?://|src=|@import", text)


def test_the_longest_bar_is_the_largest_figure() -> None:
    section = made_run().entries["peers"].sections[0]
    widths = [
        float(found)
        for found in re.findall(r'<rect[^>]* width="([\d.]+)"', chart_svg(section, section.charts[0]))
    ]
    assert widths[1] / widths[0] == pytest.approx(31.4159 / 2, rel=0.01)


def test_a_bar_beyond_comparison_is_cut_and_says_so() -> None:
    section = made_run().entries["peers"].sections[0]
    section.rows.append(["느린 기억", 900.0, None])
    drawn = chart_svg(section, section.charts[0])
    widths = [float(found) for found in re.findall(r'<rect[^>]* width="([\d.]+)"', drawn)]
    assert widths[2] == widths[1]
    assert "▶ 900 ms" in drawn


def test_a_saved_run_is_read_back_whole(tmp_path: Path) -> None:
    run = made_run()
    save(run, tmp_path / "report")
    again = load_run(tmp_path / "report" / "report.json")
    assert markdown(again) == markdown(run)
    assert json.loads((tmp_path / "report" / "report.json").read_text("utf-8"))["entries"]["peers"][
        "left_out"
    ]


def test_goals_are_met_missed_or_not_measured() -> None:
    found = by_text(FIGURES)
    faster = found["search faster than mem0, 10,000 memories"]
    assert (faster.measured, faster.met) == (15.0, True)
    assert found["search faster than Chroma, 10,000 memories"].met is False
    assert found["search faster than LangGraph SqliteStore, 10,000 memories"].met is None
    assert found["recall with 10,000 people present against 10"].met is True
    assert found["server, start to first answer"].met is None


def test_scoring_higher_means_than_the_best_peer_by_each_metric() -> None:
    found = by_text(FIGURES)
    assert found["R@10 above the best peer, saegim-ko"].met is True
    assert found["MRR above the best peer, saegim-ko"].measured == pytest.approx(-0.1)
    assert found["MRR above the best peer, saegim-ko"].met is False


def test_nothing_is_claimed_over_peers_that_were_not_there() -> None:
    assert by_text(FIGURES)["R@10 above the best peer, LoCoMo"].met is None


def test_a_peer_that_failed_is_named_under_its_table() -> None:
    run = made_run()
    run.entries["peers"].sections[0].left_out = ["mem0: KeyError: <고양이>"]
    assert "**Left out:** mem0: KeyError: <고양이>" in markdown(run)
    assert "Left out: mem0: KeyError: &lt;고양이&gt;" in page(run)


def test_a_missed_goal_stands_out() -> None:
    text = markdown(made_run())
    assert "| search faster than Chroma, 10,000 memories | ≥ 2 times | 1.5 times | **missed** |" in text
    assert "| server, start to first answer | ≤ 5 s | – | not measured |" in text


@pytest.mark.parametrize(("column", "value", "shown"), [
    ("R@10", 0.7154, "0.715"), ("best ms", 0.123, "0.12"), ("best ms", 31.4, "31.4"),
    ("best ms", 1234.5, "1,234"), ("disk", 12345, "12,345"), ("", None, "–"), ("people", "10,000", "10,000"),
])  # fmt: skip
def test_figures_have_as_many_places_as_matter(column: str, value: float | str | None, shown: str) -> None:
    assert show(column, value) == shown


def test_the_best_of_rounds_forgets_a_disturbed_one() -> None:
    rounds = Rounds()
    for ms in (2.0, 50.0, 2.2):
        rounds.put("고양이", ms)
    for ms in (90.0, 4.0, 4.4):
        rounds.put("강아지", ms)
    assert rounds.best == 3.0
    assert rounds.p50 == pytest.approx(4.2)
    assert percentile([1.0, 2.0, 3.0, 4.0], 0.95) == 4.0


def test_every_table_of_the_published_report_has_a_command_that_makes_it() -> None:
    text = (Path(__file__).parents[2] / "docs" / "bench.md").read_text("utf-8")
    parts = [part for part in text.split("\n## ")[1:] if not part.startswith(("Goals\n", "Machine\n"))]
    assert len(parts) >= len(bench.MEASUREMENTS)
    for part in parts:
        command = re.match(r"[^\n]+\n\n`python benchmarks/bench\.py --only (\w+)` · \d{4}-\d\d-\d\d ", part)
        assert command is not None, part[:80]
        assert command[1] in bench.MEASUREMENTS
