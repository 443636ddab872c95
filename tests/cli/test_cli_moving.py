"""export and bring-back at the command line."""

from __future__ import annotations

import json

from cli_testbed import Cli


def test_everything_goes_to_a_file_and_comes_back(cli: Cli) -> None:
    cli.remember("보리차를 마신다", "--user", "민지")
    told = cli.json("export", "민지", "--out", "민지.jsonl")
    assert told["things"] > 1
    lines = (cli.folder / "민지.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == told["things"] + 2
    assert cli.json("bring-back", "민지.jsonl", "--user", "다시")["things"] == told["things"]
    assert cli.json("show", "--user", "다시")["memories"][0]["content"] == "보리차를 마신다"
    assert "암호 없이" in cli.run("export", "--user", "민지").stderr
    assert (cli.folder / "saegim-민지.jsonl").exists()


def test_it_can_be_piped(cli: Cli) -> None:
    cli.remember("보리차를 마신다")
    lines = [json.loads(line) for line in cli.out("export", "--out", "-").splitlines()]
    assert (lines[0]["is"], lines[-1]["is"]) == ("export", "end")


def test_what_cannot_be_is_said_in_one_line(cli: Cli) -> None:
    cli.remember("보리차를 마신다")
    assert cli.json("export", "nobody", status=1)["error"]["code"] == "user_not_found"
    assert cli.json("export", "--out", "없는/곳/x.jsonl", status=1)["error"]["code"] == "file_unusable"
    assert (
        cli.json("bring-back", "없다.jsonl", "--user", "다시", status=1)["error"]["code"] == "file_not_found"
    )
    cli.run("export", "--out", "me.jsonl")
    assert cli.json("bring-back", "me.jsonl", status=1)["error"]["code"] == "user_not_empty"


def test_a_preview_leaves_no_trace_and_a_pick_waits(cli: Cli) -> None:
    memory = cli.remember("보리차를 마신다")
    assert cli.json("pick", memory)["picked"][0]["id"] == memory
    seen = cli.json("preview", "보리차 마실까?", "--set", "context.budget_tokens=500")
    assert seen["budget_tokens"] == 500
    assert "보리차를 마신다" in cli.out("pick")
    assert cli.json("trace")["traces"] == []
    assert cli.json("pick", "--none")["picked"] == []
    assert cli.json("preview", "안녕", "--set", "model=x", status=1)["error"]["code"] == "settings_invalid"
    assert cli.json("preview", "안녕", "--set", "recall.limit", status=1)["error"]["code"] == "usage"


def test_settings_are_changed_in_the_file(cli: Cli) -> None:
    told = cli.json("set", "recall.limit=12", "model_api_key=비밀")
    assert told["changed"] == ["recall.limit", "model_api_key"]
    assert "비밀" not in str(told)
    assert "limit: 12\n" in (cli.folder / "saegim.yaml").read_text(encoding="utf-8")
    shown = {one["name"]: one["value"] for one in cli.json("settings")["settings"]}
    assert (shown["recall.limit"], shown["model_api_key"]) == ("12", "***")
    cli.run("set", "recall.limit=", "model_api_key=")
    shown = {one["name"]: one["value"] for one in cli.json("settings")["settings"]}
    assert (shown["recall.limit"], shown["model_api_key"]) == ("10", "None")
    assert cli.json("set", "recal.limit=3", status=1)["error"]["code"] == "settings_invalid"
    # The tests' environment decides the embedder.
    assert cli.json("set", "embedder=none", status=1)["error"]["code"] == "settings_invalid"


def test_the_timeline_takes_words_kinds_tags_and_years(cli: Cli) -> None:
    cli.remember("자전거를 탔다", "--kind", "event", "--tag", "운동")
    cli.remember("보리차를 마신다")
    found = cli.json("timeline", "--word", "자전거", "--kind", "event", "--tag", "운동", "--from", "2020")
    assert [one["content"] for month in found["months"] for one in month["memories"]] == ["자전거를 탔다"]
    assert cli.json("timeline", "--to", "2019")["months"] == []
