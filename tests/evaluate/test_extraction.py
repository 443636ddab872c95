"""Figures of extraction: each count means what the README of the labelled set says, and the goals are met."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from saegim.errors import NotFound
from saegim.evaluate.extraction import (
    ExtractionReport,
    LanguageReport,
    evaluate_extraction,
    render_table,
    rules_extractor,
)
from saegim.evaluate.labelled import Line
from saegim.remember.finding import Finding

LABELLED = Path(__file__).parents[1] / "data" / "extraction"

HOME = Finding(
    kind="fact",
    content="사용자는 성수동에 산다.",
    subject="user",
    key="home.city",
    value="성수동",
    confidence=0.9,
    future_impact=0.8,
    evidence="성수동 살아",
    rule="test",
)


def item(**changes: object) -> dict[str, object]:
    return {
        "kind": "fact",
        "subject": "user",
        "key": "home.city",
        "value": ["성수동", "성수"],
        "must": True,
    } | changes


def report(tmp_path: Path, expect: list[dict[str, object]], findings: list[Finding]) -> LanguageReport:
    """The figures of one line for which these were expected and those found."""
    line = {
        "id": "ko-1",
        "at": "2026-03-04T14:00:00+09:00",
        "role": "user",
        "text": "나 성수동 살아",
        "expect": expect,
        "tags": [],
        "split": "dev",
    }
    (tmp_path / "ko.jsonl").write_text(json.dumps(line, ensure_ascii=False) + "\n", encoding="utf-8")
    found = evaluate_extraction(tmp_path, split="dev", language="ko", extract=lambda line: findings)
    return found.languages["ko"]


def counts(one: LanguageReport) -> tuple[int, int, int, int]:
    score = one.overall
    return score.right, score.wrong, score.found, score.wanted


def test_a_finding_that_says_what_was_labelled_is_right(tmp_path: Path) -> None:
    assert counts(report(tmp_path, [item()], [HOME])) == (1, 0, 1, 1)


def test_a_longer_value_that_holds_the_labelled_one_is_right(tmp_path: Path) -> None:
    assert counts(report(tmp_path, [item()], [replace(HOME, value="서울 성수동 2가")])) == (1, 0, 1, 1)


@pytest.mark.parametrize(
    "wrong",
    [
        replace(HOME, kind="preference"),
        replace(HOME, subject="엄마"),
        replace(HOME, key="home.hometown"),
        replace(HOME, value="망원동"),
    ],
)
def test_a_wrong_kind_person_key_or_value_is_wrong_and_a_miss(tmp_path: Path, wrong: Finding) -> None:
    one = report(tmp_path, [item()], [wrong])
    assert counts(one) == (0, 1, 0, 1)
    assert [finding for _, finding in one.wrong] == [wrong]
    assert [expected.keys for _, expected in one.missed] == [("home.city",)]


def test_saying_it_twice_is_a_duplicate_and_not_an_error(tmp_path: Path) -> None:
    one = report(tmp_path, [item()], [HOME, replace(HOME, value="성수")])
    assert counts(one) == (1, 0, 1, 1)
    assert one.duplicates == 1


def test_what_may_be_stored_counts_neither_way(tmp_path: Path) -> None:
    assert counts(report(tmp_path, [item(must=False)], [HOME])) == (0, 0, 0, 0)
    assert counts(report(tmp_path, [item(must=False)], [])) == (0, 0, 0, 0)


def test_precision_goes_by_the_kind_found_and_recall_by_the_kind_wanted(tmp_path: Path) -> None:
    one = report(tmp_path, [item(kind=["event", "fact"])], [HOME])
    assert one.kinds["fact"].precision == 1.0
    assert one.kinds["fact"].wanted == 0
    assert one.kinds["event"].recall == 1.0


def test_a_line_with_nothing_to_remember_is_broken_by_any_finding(tmp_path: Path) -> None:
    assert report(tmp_path, [], []).nothing_rate == 0.0
    one = report(tmp_path, [], [HOME])
    assert one.nothing_rate == 1.0
    assert counts(one) == (0, 1, 0, 0)


def test_a_person_who_merely_exists_is_wrong_only_where_nothing_was_to_be_found(tmp_path: Path) -> None:
    sister = replace(HOME, kind="relationship", key="family.언니", value="언니")
    assert counts(report(tmp_path, [item()], [HOME, sister])) == (1, 0, 1, 1)
    assert counts(report(tmp_path, [], [sister])) == (0, 1, 0, 0)
    assert counts(report(tmp_path, [item()], [HOME, replace(sister, value="언니 두 명")])) == (1, 1, 1, 1)


def test_a_pet_may_be_filed_under_its_head_alone(tmp_path: Path) -> None:
    expect = [item(key="pet.보리", value="강아지")]
    pet = replace(HOME, value="강아지")
    assert counts(report(tmp_path, expect, [replace(pet, key="pet.보리")])) == (1, 0, 1, 1)
    assert counts(report(tmp_path, expect, [replace(pet, key="pet")])) == (1, 0, 1, 1)
    assert counts(report(tmp_path, expect, [replace(pet, key="pet.초코")])) == (0, 1, 0, 1)


def test_a_denial_has_to_be_said(tmp_path: Path) -> None:
    expect = [item(key="possession", value="차", negated=True)]
    car = replace(HOME, key="possession", value="차", content="사용자는 차를 갖고 있다.")
    assert counts(report(tmp_path, expect, [car])) == (0, 1, 0, 1)
    assert counts(report(tmp_path, expect, [replace(car, content="사용자는 차가 없다.")])) == (1, 0, 1, 1)
    assert counts(report(tmp_path, expect, [replace(car, negated=True)])) == (1, 0, 1, 1)


def test_phrases_may_stand_in_the_content_and_names_may_not(tmp_path: Path) -> None:
    plan = replace(HOME, kind="plan", key="plan", value="일정", content="사용자는 치과에 간다.")
    assert counts(report(tmp_path, [item(kind="plan", key="plan", value="치과")], [plan])) == (1, 0, 1, 1)
    elsewhere = replace(HOME, value="서울", content="사용자는 서울 성수동에 산다.")
    assert counts(report(tmp_path, [item()], [elsewhere])) == (0, 1, 0, 1)


def test_a_latin_word_matches_only_where_a_word_starts(tmp_path: Path) -> None:
    expect = [item(key="tool", value="ex")]
    assert counts(report(tmp_path, expect, [replace(HOME, key="tool", value="next")])) == (0, 1, 0, 1)
    assert counts(report(tmp_path, expect, [replace(HOME, key="tool", value="my Ex")])) == (1, 0, 1, 1)


@pytest.mark.parametrize(
    ("when", "start", "end", "right"),
    [
        ("2026-03-10", "2026-03-10T00", "2026-03-11T00", True),
        ("2026-03-10", "2026-03-10T15", "2026-03-10T16", True),
        ("2026-03-10", "2026-03-09T00", "2026-03-10T00", False),
        ("2026-03-10", "2026-03-10T00", "2026-03-17T00", False),
        ("2026-03-10T15:00:00+09:00", "2026-03-10T15", "2026-03-10T16", True),
        ("2026-03-10T15:00:00+09:00", "2026-03-10T16", "2026-03-10T17", False),
        ("2026-03-14/2026-03-15", "2026-03-14T00", "2026-03-16T00", True),
        ("2026-03-14/2026-03-15", "2026-03-14T00", "2026-03-15T00", False),
    ],
)
def test_a_date_is_right_when_it_is_the_day_the_hour_or_both_ends(
    tmp_path: Path, when: str, start: str, end: str, right: bool
) -> None:
    span = (datetime.fromisoformat(f"{start}:00+09:00"), datetime.fromisoformat(f"{end}:00+09:00"))
    one = report(tmp_path, [item(when=when)], [replace(HOME, when=span)])
    assert (one.dates_right, one.dates_wanted) == (int(right), 1)
    assert len(one.misdated) == 1 - int(right)


def test_a_missing_date_is_a_wrong_date(tmp_path: Path) -> None:
    assert report(tmp_path, [item(when="2026-03-10")], [HOME]).date_accuracy == 0.0


def test_only_what_is_promoted_counts(tmp_path: Path) -> None:
    report(tmp_path, [item()], [])
    weak = replace(HOME, value="망원동", confidence=0.1)

    def both(line: Line) -> list[Finding]:
        return [HOME, weak]

    strict = evaluate_extraction(
        tmp_path, split="dev", language="ko", extract=both, promotes=lambda found: found.confidence > 0.5
    )
    assert counts(strict.languages["ko"]) == (1, 0, 1, 1)
    lenient = evaluate_extraction(tmp_path, split="dev", language="ko", extract=both)
    assert counts(lenient.languages["ko"]) == (1, 1, 1, 1)


def test_only_the_lines_of_the_split_count(tmp_path: Path) -> None:
    report(tmp_path, [item()], [])
    other = evaluate_extraction(tmp_path, split="test", language="ko", extract=lambda line: [])
    assert other.languages["ko"].lines == 0


def test_a_folder_without_the_labelled_set_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="ko"):
        evaluate_extraction(tmp_path, split="dev")


def test_the_table_shows_every_kind_and_the_share_of_broken_lines(tmp_path: Path) -> None:
    one = report(tmp_path, [item()], [HOME, replace(HOME, kind="preference")])
    table = render_table(ExtractionReport("dev", {"ko": one}))
    assert "ko dev: 1 lines" in table
    rows = {line.split()[0]: line.split()[1:] for line in table.splitlines()}
    assert rows["fact"] == ["1.000", "1.000", "1", "0", "1", "1"]
    assert rows["preference"][0] == "0.000"
    assert rows["all"] == ["0.500", "1.000", "1", "1", "1", "1"]
    assert "0 of 0 (0.0%)" in table


def test_figures_are_json(tmp_path: Path) -> None:
    one = report(tmp_path, [item()], [HOME])
    figures = json.loads(json.dumps(ExtractionReport("dev", {"ko": one}).to_dict()))
    assert figures["languages"]["ko"]["overall"]["precision"] == 1.0
    assert figures["languages"]["ko"]["kinds"]["fact"]["wanted"] == 1


def test_the_rules_meet_their_goals_on_the_lines_they_were_tuned_on() -> None:
    figures = evaluate_extraction(LABELLED, split="dev")
    assert set(figures.languages) == {"ko", "en"}
    for one in figures.languages.values():
        assert one.overall.precision >= 0.90, render_table(figures)
        assert one.overall.recall >= 0.70, render_table(figures)
        assert one.nothing_rate <= 0.03, render_table(figures)


# Floors under what was measured on unseen lines. Korean: .927 and .731, 4 of 128 lines with nothing in them;
# of the second set .890 and .739, 5 of 300. English: 1.0 and .703, none of 34. The goals are .90, .70 and 3%;
# both Korean sets together have .912, .734 and 2.1%.
@pytest.mark.parametrize(
    ("split", "language", "precision", "recall", "broken"),
    [("test", "ko", 0.90, 0.70, 0.032), ("test_2", "ko", 0.88, 0.70, 0.02), ("test", "en", 0.97, 0.68, 0.03)],
)
def test_the_rules_do_no_worse_than_measured_on_lines_they_never_saw(
    split: str, language: str, precision: float, recall: float, broken: float
) -> None:
    figures = evaluate_extraction(LABELLED, split=split, language=language)
    one = figures.languages[language]
    assert one.overall.precision >= precision
    assert one.overall.recall >= recall
    assert one.nothing_rate <= broken


def test_the_rules_meet_their_goals_on_lines_they_never_saw() -> None:
    sets = [evaluate_extraction(LABELLED, split=split, language="ko") for split in ("test", "test_2")]
    found = [one.languages["ko"] for one in sets]
    right, wrong = (sum(getattr(one.overall, what) for one in found) for what in ("right", "wrong"))
    assert right / (right + wrong) >= 0.90
    assert right / sum(one.overall.wanted for one in found) >= 0.70
    broken = sum(one.nothing_broken for one in found) / sum(one.nothing_lines for one in found)
    assert broken <= 0.03


def test_the_rules_are_precise_without_an_analyser() -> None:
    figures = evaluate_extraction(LABELLED, split="dev", language="ko", extract=rules_extractor("bigram"))
    korean = figures.languages["ko"]
    assert korean.overall.precision >= 0.90
    assert korean.nothing_rate <= 0.03
    # Few of all things, but half of the allergies, the boundaries and the requests.
    for kind in ("allergy", "boundary", "note"):
        assert korean.kinds[kind].recall >= 0.5
