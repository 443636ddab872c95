"""why, candidates, episodes, summarise."""

from __future__ import annotations

from cli_testbed import Cli


def test_what_was_said_is_learned_and_explained(cli: Cli) -> None:
    cli.run("record", "나 땅콩 알레르기 있어", "조심할게요")
    cli.run("reindex", "--pending")
    (memory,) = cli.json("show")["memories"]
    assert memory["kind"] == "allergy"
    said = cli.out("why", memory["id"])
    assert "나 땅콩 알레르기 있어" in said
    assert cli.json("why", memory["id"])["memory"]["id"] == memory["id"]


def test_candidates_are_listed_with_their_verdicts(cli: Cli) -> None:
    cli.run("record", "오늘 날씨 좋다", "그러게요")
    assert "없습니다" in cli.out("candidates")
    cli.run("record", "나 땅콩 알레르기 있어", "조심할게요")
    cli.run("reindex", "--pending")
    (candidate,) = cli.json("candidates")["candidates"]
    assert candidate["verdict"] == "promoted"
    assert "promoted" in cli.out("candidates")
    assert cli.json("candidates", "--verdict", "rejected")["candidates"] == []


def test_a_talk_is_kept_as_an_episode(cli: Cli) -> None:
    cli.run("record", "새 집으로 이사했어", "축하해요")
    saved = cli.json("episodes", "--save", "--summary", "새 집 이야기")["episodes"]
    assert [episode["content"] for episode in saved] == ["새 집 이야기"]
    assert "새 집 이야기" in cli.out("episodes")


def test_older_turns_are_folded(cli: Cli) -> None:
    cli.run("record", "안녕", "안녕하세요")
    assert cli.json("summarise")["summary"] is None
    for n in range(8):
        cli.run("record", f"{n}번째로 한강에서 자전거를 탔어", "좋았겠어요")
    assert cli.json("summarise")["summary"]["summarized_turns"] == 3
