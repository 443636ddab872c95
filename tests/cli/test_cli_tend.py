"""Tending from the command line: what it would do, what it did, who is talked about, and undo."""

from __future__ import annotations

from cli_testbed import Cli


def twice(cli: Cli) -> None:
    """Two facts, each said in two ways."""
    for drink in ("coffee", "juice"):
        cli.remember(f"{drink} with milk every morning", "--kind", "fact")
        cli.remember(f"Really {drink} with milk, every morning!", "--kind", "fact")
    cli.run("reindex", "--pending")


def test_a_dry_run_shows_and_does_nothing(cli: Cli) -> None:
    twice(cli)
    shown = cli.out("tend", "me", "--dry-run")
    assert "하게 될 일" in shown
    assert len(cli.json("show")["memories"]) == 4
    assert cli.json("tend", "--log")["runs"] == []


def test_tending_is_logged_and_undone(cli: Cli) -> None:
    twice(cli)
    run = cli.json("tend")["run"]
    assert run["did"]["merged"] == 2
    assert len(cli.json("show")["memories"]) == 2
    assert "merged 2" in cli.out("tend", "--log")
    changes = cli.json("undo")["changes"]
    assert [change["action"] for change in changes] == ["merge", "merge"]
    listed = cli.out("undo")
    assert changes[0]["id"] in listed
    assert "every morning" in " ".join(listed.split())
    assert "되돌렸습니다: 합침" in cli.out("undo", changes[0]["id"])
    assert len(cli.json("show")["memories"]) == 3
    cli.run("undo", changes[0]["id"], status=1)
    assert cli.out("tend").startswith("할 일이 없습니다")


def test_who_is_talked_about(cli: Cli) -> None:
    cli.run("record", "민지씨랑 부산 갔어", "좋았겠네요")
    cli.run("reindex", "--pending")
    listed = cli.out("entities")
    assert "민지" in listed
    assert "place" in listed
    one = cli.json("entities", "민지")
    assert one["entity"]["count"] == 1
    assert one["sentiment"]["trend"] == "steady"
    assert "1번 이야기함" in cli.out("entities", "민지")
    cli.run("entities", "아무개", status=1)


def test_nobody_is_made_by_looking(cli: Cli) -> None:
    cli.run("tend", "ghost", status=1)
    assert cli.files() == []
