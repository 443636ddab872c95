"""show, remember, revise, pin, forget, restore, history, timeline."""

from __future__ import annotations

import unicodedata

import pytest
from cli_testbed import Cli


def test_a_remembered_thing_is_shown_with_its_kind_and_pin(cli: Cli) -> None:
    said = cli.out("remember", "땅콩 알레르기가 있다", "--kind", "allergy", "--tag", "음식")
    assert "새겼습니다" in said
    listed = cli.out("show")
    assert "땅콩 알레르기가 있다" in listed
    assert "allergy" in listed
    assert "고정" in listed
    assert "#음식" in listed


def test_one_memory_is_shown_whole_with_its_links(cli: Cli) -> None:
    old = cli.remember("성수동에 산다", "--key", "home.city", "--value", "성수동", "--since", "2026-01-05")
    new = cli.remember("판교에 산다", "--key", "home.city", "--value", "판교", "--since", "2026-06-01")
    document = cli.json("show", new)
    assert document["memory"]["value"] == "판교"
    assert [(link["relation"], link["target"]) for link in document["links"]] == [("supersedes", old)]
    shown = cli.out("show", new)
    assert "home.city" in shown
    assert f"supersedes→ {old}" in shown


def test_the_list_can_be_narrowed(cli: Cli) -> None:
    cli.remember("매운 음식을 좋아한다", "--kind", "preference", "--tag", "음식")
    cli.remember("개발자다", "--kind", "profile")
    forgotten = cli.remember("커피를 마신다")
    cli.run("forget", forgotten)

    def contents(*arguments: str) -> list[str]:
        return [memory["content"] for memory in cli.json("show", *arguments)["memories"]]

    assert contents() == ["개발자다", "매운 음식을 좋아한다"]
    assert contents("--kind", "profile") == ["개발자다"]
    assert contents("--tag", "음식") == ["매운 음식을 좋아한다"]
    assert contents("--state", "forgotten") == ["커피를 마신다"]
    assert contents("--limit", "1", "--offset", "1") == ["매운 음식을 좋아한다"]
    assert contents("--pinned") == []


def test_a_changed_fact_is_shown_as_it_was_on_that_day(cli: Cli) -> None:
    cli.remember("성수동에 산다", "--key", "home.city", "--value", "성수동", "--since", "2026-01-05")
    cli.remember("판교에 산다", "--key", "home.city", "--value", "판교", "--since", "2026-06-01")
    assert [m["value"] for m in cli.json("show")["memories"]] == ["판교"]
    assert [m["value"] for m in cli.json("show", "--as-of", "2026-05-31")["memories"]] == ["성수동"]
    # A day alone means all of it: on the day of the move the new address holds.
    assert [m["value"] for m in cli.json("show", "--as-of", "2026-06-01")["memories"]] == ["판교"]
    assert {m["value"] for m in cli.json("show", "--superseded")["memories"]} == {"성수동", "판교"}


def test_revising_leaves_a_history_that_shows_the_difference(cli: Cli) -> None:
    memory_id = cli.remember("판교에 산다")
    cli.run(
        "revise", memory_id, "--content", "판교 백현동에 산다", "--importance", "0.9", "--reason", "자세히"
    )
    printed = cli.out("history", memory_id)
    assert "- 판교에 산다" in printed
    assert "+ 판교 백현동에 산다" in printed
    assert "importance: 0.5 → 0.9" in printed
    assert "자세히" in printed
    versions = cli.json("history", memory_id)["versions"]
    assert [version["version"] for version in versions] == [1, 2]
    assert versions[0]["changes"] == {}
    assert versions[1]["changes"]["content"] == {"from": "판교에 산다", "to": "판교 백현동에 산다"}


def test_revising_one_thing_leaves_the_others(cli: Cli) -> None:
    memory_id = cli.remember("판교에 산다", "--tag", "집", "--tag", "회사", "--importance", "0.7")
    revised = cli.json("revise", memory_id, "--content", "분당에 산다")["memory"]
    assert (revised["tags"], revised["importance"]) == (["집", "회사"], 0.7)
    assert cli.json("revise", memory_id, "--tag", "이사")["memory"]["tags"] == ["이사"]


def test_someone_elses_change_is_not_overwritten(cli: Cli) -> None:
    memory_id = cli.remember("판교에 산다")
    cli.run("revise", memory_id, "--content", "분당에 산다")
    refused = cli.json("revise", memory_id, "--content", "용인에 산다", "--expected-version", "1", status=1)
    assert refused["error"]["code"] == "version_conflict"
    assert cli.json("show", memory_id)["memory"]["content"] == "분당에 산다"


def test_forgetting_says_how_to_bring_it_back_and_that_works(cli: Cli) -> None:
    memory_id = cli.remember("커피를 마신다")
    assert f"saegim restore {memory_id}" in cli.out("forget", memory_id, "--reason", "끊었다")
    assert cli.json("show")["memories"] == []
    assert cli.json("restore", memory_id)["memory"]["state"] == "active"
    assert len(cli.json("show")["memories"]) == 1


def test_any_version_can_be_restored(cli: Cli) -> None:
    memory_id = cli.remember("커피를 마신다")
    cli.run("revise", memory_id, "--content", "홍차를 마신다")
    restored = cli.json("restore", memory_id, "--version", "1")["memory"]
    assert (restored["content"], restored["version"]) == ("커피를 마신다", 3)
    missing = cli.json("restore", memory_id, "--version", "9", status=1)
    assert missing["error"]["code"] == "version_not_found"


def test_pinning_and_unpinning(cli: Cli) -> None:
    memory_id = cli.remember("존댓말을 좋아한다")
    assert cli.json("pin", memory_id)["memory"]["pinned"] is True
    assert cli.json("pin", memory_id, "--off")["memory"]["pinned"] is False
    assert "고정했습니다" in cli.out("pin", memory_id)


def test_the_timeline_is_grouped_by_month_and_keeps_what_is_over(cli: Cli) -> None:
    cli.remember("성수동에 산다", "--key", "home.city", "--value", "성수동", "--since", "2026-01-05")
    cli.remember("판교에 산다", "--key", "home.city", "--value", "판교", "--since", "2026-06-01")
    months = cli.json("timeline")["months"]
    assert [month["month"] for month in months] == ["2026-06", "2026-01"]
    printed = cli.out("timeline", "--year", "2026", "--month", "1")
    assert "성수동에 산다" in printed
    assert "2026-06-01까지" in printed
    assert "판교에 산다" not in printed
    assert cli.json("timeline", "--year", "2025")["months"] == []


def test_text_from_a_mac_is_the_same_text(cli: Cli) -> None:
    memory_id = cli.remember(unicodedata.normalize("NFD", "판교에 산다"))
    assert cli.json("show", memory_id)["memory"]["content"] == "판교에 산다"
    again = cli.remember("판교에 산다")
    assert again == memory_id


def test_metadata_and_emotion_are_kept(cli: Cli) -> None:
    memory = cli.json(
        "remember",
        "면접이 떨린다",
        "--kind",
        "emotion",
        "--emotion",
        "불안",
        "--metadata",
        '{"출처": "일기"}',
    )["memory"]
    assert (memory["emotion"], memory["metadata"]) == ("불안", {"출처": "일기"})


def test_stored_text_cannot_act_on_the_terminal(cli: Cli) -> None:
    memory_id = cli.remember("빨강 \x1b[31m[red]글자[/red]")
    for shown in (cli.out("show"), cli.out("show", memory_id), cli.out("history", memory_id)):
        assert "\x1b" not in shown
        assert "[red]글자[/red]" in shown


@pytest.mark.parametrize("language", ["ko", "en"])
def test_people_are_spoken_to_in_their_language(cli: Cli, language: str) -> None:
    said = cli.out("remember", "차를 좋아한다", "--language", language)
    assert ("새겼습니다" in said) == (language == "ko")
    assert ("Remembered" in said) == (language == "en")
