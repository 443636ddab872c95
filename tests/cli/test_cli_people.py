"""users, stats, clear, erase, settings."""

from __future__ import annotations

import unicodedata

import pytest
from cli_testbed import Cli


def test_people_are_listed(cli: Cli) -> None:
    assert cli.json("users") == {"users": [], "count": 0}
    assert cli.files() == []
    cli.run("record", "안녕", "--user", "민지")
    cli.run("record", "안녕", "--user", "하준")
    document = cli.json("users")
    assert {user["id"] for user in document["users"]} == {"민지", "하준"}
    assert document["count"] == 2
    assert "민지" in cli.out("users")
    assert "모두 2명" in cli.out("users", "--limit", "1")


def test_stats_count_and_draw(cli: Cli) -> None:
    cli.run("record", "떨려", "힘내요", "--emotion", "불안", "--intent", "위로", "--at", "2026-03-01")
    cli.remember("매운 것을 좋아한다", "--kind", "preference")
    stats = cli.json("stats")["stats"]
    assert (stats["turns"], stats["messages"], stats["memories"]) == (1, 2, 1)
    assert stats["by_day"] == {"2026-03-01": 1}
    printed = cli.out("stats")
    for word in ("2026-03-01", "preference", "불안", "위로", "█"):
        assert word in printed


def test_people_do_not_see_each_other(cli: Cli) -> None:
    memory_id = cli.remember("비밀이 있다", "--user", "민지")
    cli.run("record", "안녕", "--user", "하준")
    assert cli.json("show", memory_id, "--user", "하준", status=1)["error"]["code"] == "memory_not_found"
    assert cli.json("recall", "비밀", "--user", "하준")["hits"] == []


def test_personas_keep_their_own(cli: Cli) -> None:
    cli.remember("루나와 반말을 쓴다", "--persona", "luna")
    cli.remember("서울에 산다", "--persona", "luna", "--for-all-personas")
    assert [m["content"] for m in cli.json("show", "--persona", "sol")["memories"]] == ["서울에 산다"]
    assert len(cli.json("show", "--persona", "luna")["memories"]) == 2


@pytest.mark.parametrize("action", ["clear", "erase"])
def test_what_cannot_be_undone_wants_the_id_typed(cli: Cli, action: str) -> None:
    cli.run("record", "안녕", "--user", "민지")
    for typed in ("", "\n", "y\n", "하준\n"):
        refused = cli.run(action, "--user", "민지", typed=typed, status=1)
        assert "confirmation_needed" in refused.stderr
    assert cli.json(action, "--user", "민지", status=1)["error"]["code"] == "confirmation_needed"
    assert len(cli.json("turns", "--user", "민지")["turns"]) == 1
    cli.run(action, "--user", "민지", typed=unicodedata.normalize("NFD", "민지") + "\n")
    if action == "clear":
        assert cli.json("turns", "--user", "민지")["turns"] == []
    else:
        assert cli.json("users")["users"] == []


def test_yes_answers_beforehand(cli: Cli) -> None:
    cli.run("record", "안녕", "--user", "민지")
    assert cli.json("clear", "--user", "민지", "--yes") == {"cleared": "민지", "turns": 1}
    assert cli.json("erase", "--user", "민지", "--yes") == {"erased": True, "user": "민지"}
    assert cli.json("users")["users"] == []


def test_every_setting_is_listed_with_what_is_in_force(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAEGIM_RECALL_LIMIT", "12")
    monkeypatch.setenv("SAEGIM_EMBEDDING_API_KEY", "비밀열쇠")
    rows = {row["name"]: row for row in cli.json("settings")["settings"]}
    assert (rows["recall.limit"]["default"], rows["recall.limit"]["value"]) == ("10", "12")
    assert rows["recall.limit"]["environment"] == "SAEGIM_RECALL_LIMIT"
    assert rows["language"]["description"]
    for printed in (cli.out("settings"), cli.out("settings", "--json")):
        assert "비밀열쇠" not in printed
    assert "recall.limit" in cli.out("settings")
    assert "폴더" in cli.out("settings")
    assert "폴더" not in cli.out("settings", "--language", "en")
