"""Settings: who wins, what is refused and how clearly, and the files of the systems before."""

from __future__ import annotations

import copy
import math
import re
from pathlib import Path
from typing import Any

import pytest

from saegim.errors import SettingsError
from saegim.settings import (
    LEGACY_MEMORY_KEYS,
    RESERVED,
    Settings,
    describe_settings,
    load_settings,
)
from saegim.settings.korean import KOREAN


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No saegim.yaml of this machine takes part."""
    monkeypatch.chdir(tmp_path)


def load(arguments: dict[str, Any] | None = None, *, yaml: str | None = None, **environment: str) -> Settings:
    if yaml is not None:
        Path("saegim.yaml").write_text(yaml, encoding="utf-8")
    return load_settings(arguments, environment={f"SAEGIM_{name}": v for name, v in environment.items()})


def refused(
    arguments: dict[str, Any] | None = None, *, yaml: str | None = None, **environment: str
) -> SettingsError:
    with pytest.raises(SettingsError) as error:
        load(arguments, yaml=yaml, **environment)
    assert error.value.code == "settings_invalid"
    assert error.value.field in str(error.value)
    assert error.value.field in error.value.say("ko")
    return error.value


# Who wins.


def test_without_anything_the_defaults_hold() -> None:
    settings = load()
    assert settings == Settings()
    assert settings.encryption is True
    assert settings.timezone == "Asia/Seoul"
    assert settings.ignored == ()


def test_what_a_container_platform_says_of_a_service_called_saegim_is_no_setting() -> None:
    settings = load(
        SERVICE_HOST="10.0.0.7",
        SERVICE_PORT="8000",
        SERVICE_PORT_HTTP="8000",
        PORT="tcp://10.0.0.7:8000",
        PORT_8000_TCP="tcp://10.0.0.7:8000",
        PORT_8000_TCP_PROTO="tcp",
        PORT_8000_TCP_PORT="8000",
        PORT_8000_TCP_ADDR="10.0.0.7",
        SERVER_PORT="tcp://10.0.0.8:9000",
        SERVER_SERVICE_HOST="10.0.0.8",
    )
    assert settings == Settings()
    assert refused(PORT="8000").nearest is not None


@pytest.mark.parametrize(
    ("name", "value", "en", "ko"),
    [
        ("LANGUAGE", "fr", "'fr' is none of ko, en", "'fr': ko, en 중 하나여야 합니다"),
        ("CONTEXT_CUT_FIRST", "recent, x", "'x' is none of recent, memories", "'x': recent, memories"),
        ("SERVER_PORT", "70000", "<= 65535", "65535 이하여야 합니다"),
        ("RECALL_LIMIT", "many", "Expected `int`", "정수여야 합니다"),
        ("TIMEZONE", "Mars/Base", "no time zone 'Mars/Base'", "'Mars/Base': 없는 시간대입니다"),
        ("ENCRYPTION", "maybe", "Expected `bool`", "true나 false여야 합니다"),
    ],
)
def test_a_value_that_does_not_fit_is_explained_in_both_languages(
    name: str, value: str, en: str, ko: str
) -> None:
    error = refused(**{name: value})
    assert en in error.say("en")
    assert ko in error.say("ko")


def test_a_list_can_be_said_in_a_variable() -> None:
    assert load(CONTEXT_CUT_FIRST="memories, recent").context.cut_first == ("memories", "recent")
    assert load(yaml="context: {cut_first: [summary]}").context.cut_first == ("summary",)


def test_file_then_environment_then_arguments() -> None:
    yaml = "recall: {limit: 3, half_life_days: 10}\nlanguage: en\ncontext: {recent_turns: 4}\n"
    assert load(yaml=yaml).recall.limit == 3
    assert load(yaml=yaml, RECALL_LIMIT="5").recall.limit == 5
    settings = load({"recall": {"limit": 7}}, yaml=yaml, RECALL_LIMIT="5", LANGUAGE="ko")
    assert settings.recall.limit == 7
    assert settings.language == "ko"
    # What only the lower one says still counts, field by field.
    assert settings.recall.half_life_days == 10
    assert settings.context.recent_turns == 4


def test_an_argument_of_none_is_no_argument() -> None:
    assert load({"language": None, "store": None}, LANGUAGE="en").language == "en"


def test_arguments_may_be_nested_or_dotted_and_both() -> None:
    nested = load({"context": {"shares": {"system": 0.3}, "recent_turns": 4}})
    dotted = load({"context.shares.system": 0.3, "context.recent_turns": 4})
    both = load({"context": {"shares": {"system": 0.3}}, "context.recent_turns": 4})
    assert nested == dotted == both
    assert nested.context.shares.system == 0.3
    # The later one wins between two that say the same.
    assert load({"context.recent_turns": 4, "context": {"recent_turns": 5}}).context.recent_turns == 5


def test_the_callers_arguments_are_not_changed() -> None:
    arguments = {
        "context": {"shares": {"system": 0.3}},
        "context.shares.entity": 0.2,
        "context.recent_turns": 4,
    }
    before = copy.deepcopy(arguments)
    settings = load(arguments)
    assert (settings.context.shares.system, settings.context.shares.entity) == (0.3, 0.2)
    assert arguments == before


def test_the_file_may_be_named_by_argument_or_environment(tmp_path: Path) -> None:
    for name, limit in (("one.yaml", 11), ("two.yaml", 12)):
        (tmp_path / name).write_text(f"recall: {{limit: {limit}}}")
    assert load_settings(file=tmp_path / "one.yaml", environment={}).recall.limit == 11
    environment = {"SAEGIM_CONFIG": str(tmp_path / "two.yaml")}
    assert load_settings(environment=environment).recall.limit == 12
    assert load_settings(file="one.yaml", environment=environment).recall.limit == 11


def test_a_named_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    for missing in (tmp_path / "none.yaml", tmp_path):
        with pytest.raises(SettingsError, match="no file"):
            load_settings(file=missing, environment={})
    with pytest.raises(SettingsError):
        load_settings(environment={"SAEGIM_CONFIG": "none.yaml"})


@pytest.mark.parametrize("yaml", ["", "# 아직 비어 있음\n", "---\n", "memory:\n"])
def test_an_empty_file_changes_nothing(yaml: str) -> None:
    assert load(yaml=yaml) == Settings()


@pytest.mark.parametrize("yaml", ["- a\n- b\n", "그냥 글", "a: [1", "a: b: c", "memory: [1]", "memory: 3"])
def test_a_file_that_holds_something_else_is_refused(yaml: str) -> None:
    refused(yaml=yaml)


def test_a_file_that_is_not_text_is_refused() -> None:
    Path("saegim.yaml").write_bytes(b"\xff\xfe\x00language: ko")
    assert refused().field == "config"


def test_the_process_environment_is_read_only_when_none_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAEGIM_RECALL_LIMIT", "9")
    assert load_settings().recall.limit == 9
    assert load_settings(environment={}).recall.limit == Settings().recall.limit


# Names.


def test_what_a_setting_is_for_is_said_in_korean_too() -> None:
    """A new setting needs its line in settings/korean.py."""
    assert set(KOREAN) == {path for path, _, _ in describe_settings()}
    assert all(max(said) >= "가" for said in KOREAN.values())


def test_every_field_has_a_description_a_default_and_a_variable() -> None:
    rows = describe_settings()
    assert len(rows) > 40
    paths = [path for path, _, _ in rows]
    assert len(set(paths)) == len(paths)
    for path, _, description in rows:
        assert re.fullmatch(r"[A-Z\"].{5,}\.", description), path
    # No two fields share a variable, for instance a.b_c and a_b.c.
    variables = [path.replace(".", "_").upper() for path in paths]
    assert len(set(variables)) == len(variables)
    assert not {f"SAEGIM_{name}" for name in variables} & RESERVED


def test_the_default_of_every_field_can_be_given_back_by_path() -> None:
    for path, _, _ in describe_settings():
        value: Any = Settings()
        for name in path.split("."):
            value = getattr(value, name)
        assert load({path: value}) == Settings()


@pytest.mark.parametrize(
    ("wrong", "nearest"),
    [
        ("recal", "recall"),
        ("langauge", "language"),
        ("recall.limt", "limit"),
        ("context.shares.sistem", "system"),
        ("context.recent_turn", "recent_turns"),
        ("sqlite.busy_timeout", "busy_timeout_s"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest(wrong: str, nearest: str) -> None:
    error = refused({wrong: 1})
    assert (error.field, error.nearest) == (wrong, nearest)
    assert repr(nearest) in str(error)
    assert repr(nearest) in error.say("ko")
    *parents, leaf = wrong.split(".")
    yaml = "".join(f"{'  ' * depth}{name}:\n" for depth, name in enumerate(parents))
    error = refused(yaml=f"{yaml}{'  ' * len(parents)}{leaf}: 1\n")
    assert (error.field, error.nearest) == (wrong, nearest)


def test_a_name_unlike_any_other_is_refused_without_a_guess() -> None:
    error = refused({"zzzzqqqq": 1})
    assert (error.field, error.nearest) == ("zzzzqqqq", None)


@pytest.mark.parametrize(
    ("wrong", "nearest"),
    [
        ("RECALL_LIMT", "SAEGIM_RECALL_LIMIT"),
        ("DATAS", "SAEGIM_DATA"),
        ("CONTEXT_SHARES_SYSTM", "SAEGIM_CONTEXT_SHARES_SYSTEM"),
    ],
)
def test_an_unknown_variable_is_refused_with_the_nearest(wrong: str, nearest: str) -> None:
    error = refused(**{wrong: "1"})
    assert (error.field, error.nearest) == (f"SAEGIM_{wrong}", nearest)


def test_other_programs_variables_are_none_of_our_business() -> None:
    assert load_settings(environment={"PATH": "/bin", "SAEGI": "x", "MY_SAEGIM_DATA": "y"}) == Settings()


def test_reserved_names_are_not_settings() -> None:
    assert {"SAEGIM_KEY", "SAEGIM_CONFIG"} <= RESERVED
    for name in RESERVED - {"SAEGIM_CONFIG"}:
        assert load_settings(environment={name: "비밀"}) == Settings()
    # The key must not travel through files or arguments.
    assert refused({"key": "비밀"}).field == "key"
    assert refused(yaml="key: 비밀\n").field == "key"


@pytest.mark.parametrize("yaml", ["1: 2\n", "recall: {1: 2}\n", "memory: {1: 2}\n", "true: false\n"])
def test_a_name_that_is_not_even_text_is_refused(yaml: str) -> None:
    refused(yaml=yaml)


# Values.


@pytest.mark.parametrize(
    ("variable", "text", "path", "value"),
    [
        ("DATA", "./어딘가", "data", "./어딘가"),
        ("ENCRYPTION", "false", "encryption", False),
        ("ENCRYPTION", "0", "encryption", False),
        ("ENCRYPTION", "TRUE", "encryption", True),
        ("RECALL_LIMIT", "12", "recall.limit", 12),
        ("SESSIONS_IDLE_MINUTES", "7.5", "sessions.idle_minutes", 7.5),
        ("SESSIONS_IDLE_MINUTES", "7", "sessions.idle_minutes", 7.0),
        ("CONTEXT_SHARES_REPLY", "0.25", "context.shares.reply", 0.25),
        ("EMBEDDING_DIMENSIONS", "256", "embedding.dimensions", 256),
        ("TIMEZONE", "America/New_York", "timezone", "America/New_York"),
        ("STORE", "postgresql://localhost/x", "store", "postgresql://localhost/x"),
    ],
)
def test_variables_are_read_as_what_they_mean(variable: str, text: str, path: str, value: object) -> None:
    found: Any = load(**{variable: text})
    for name in path.split("."):
        found = getattr(found, name)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("recall.limit", 0),
        ("recall.limit", 201),
        ("recall.limit", -1),
        ("recall.limit", 2.5),
        ("recall.limit", True),
        ("recall.limit", "여덟"),
        ("recall.limit", [8]),
        ("recall.diversity", 1.5),
        ("recall.half_life_days", 0),
        ("recall.text", -0.1),
        ("recall.text", math.nan),
        ("recall.text", math.inf),
        ("sqlite.busy_timeout_s", math.inf),
        ("sqlite.max_open_users", 0),
        ("context.recent_turns", 0),
        ("context.shares.reply", 1),
        ("embedding.dimensions", 4),
        ("language", "fr"),
        ("language", 1),
        ("encryption", "아마도"),
        ("encryption", 2),
        ("data", 3),
        ("timezone", "Asia/Nowhere"),
        ("timezone", "../etc/passwd"),
        ("timezone", ""),
        ("timezone", "Asia"),
        ("index.analyser", "magic"),
        ("worker", "process"),
        ("recall", 5),
        ("context.shares", "모두"),
        ("ignored", "x"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_with_its_path(path: str, value: object) -> None:
    error = refused({path: value})
    assert error.field == path
    assert error.nearest is None


@pytest.mark.parametrize(
    ("variable", "text"), [("RECALL_LIMIT", "abc"), ("ENCRYPTION", ""), ("RECALL_TEXT", "inf")]
)
def test_a_variable_that_does_not_fit_is_refused_with_its_path(variable: str, text: str) -> None:
    assert refused(**{variable: text}).field == variable.lower().replace("_", ".", 1)


def test_a_section_given_as_a_value_and_by_field_is_refused() -> None:
    refused({"context": 5, "context.recent_turns": 4})
    refused({"context.recent_turns": 4, "context": 5})


def test_the_zone_is_ready_to_use() -> None:
    assert load({"timezone": "Europe/Paris"}).zone.key == "Europe/Paris"


# The `memory:` sections of the systems before.

LUNA = """
memory:
  max_entries: 50              # 최대 저장 대화 수
  max_context_turns: 4
  max_context_tokens: 0        # 0이면 턴 기반만 사용
  summary_threshold: 30
  enable_auto_summary: false
  summary_language: "english"
"""

BARA = """
memory:
  extraction_enabled: true
  extraction_min_importance: 0.3
  reflection_enabled: true
  reflection_threshold: 20
  evolution_enabled: true
  evolution_interval_hours: 6
  merge_similarity_threshold: 0.85
  prune_importance_threshold: 0.2
  recency_half_life_days: 45.0
  context_total_budget: 2048
  retrieval_limit: 11
  fts_enabled: true
  graph_max_hops: 2
"""

MEOW = """
memory:
  recent_turn_window: 10
  summarize_trigger_turns: 12
  summarize_trigger: turns > 12 또는 추정 토큰 > 6k
  retrieval_top_k: 9
  time_decay_lambda: 0.002
  importance_weights: {sim: 0.7, time: 0.2, imp: 0.1}
  memory_token_budget: 1000
  memory_item_token_cap: 100
  pinned_token_budget: 300
  consolidation_schedule: weekly
  embedding_model: text-embedding-3-small
  pii_masking: enabled
"""


def test_a_luna_file_means_what_it_meant() -> None:
    settings = load(yaml=LUNA)
    assert settings.context.recent_turns == 4
    assert settings.context.compact_tokens == 0
    assert settings.summary.threshold_turns == 30
    assert settings.summary.auto is False
    assert settings.summary.language == "en"
    assert settings.ignored == ("memory.max_entries",)


@pytest.mark.parametrize(
    ("said", "meant"), [("korean", "ko"), ("Korean", "ko"), ("english", "en"), ("ko", "ko")]
)
def test_languages_are_known_by_both_names(said: str, meant: str) -> None:
    assert load(yaml=f"memory: {{summary_language: {said}}}").summary.language == meant


def test_a_bara_file_means_what_it_meant() -> None:
    settings = load(yaml=BARA)
    assert settings.recall.half_life_days == 45
    assert settings.context.budget_tokens == 2048
    assert settings.recall.limit == 11


def test_a_meow_file_means_what_it_meant() -> None:
    settings = load(yaml=MEOW)
    assert settings.context.recent_turns == 10
    assert settings.summary.threshold_turns == 12
    assert settings.recall.limit == 9
    # A decay of .002 a day halves in ln 2 / .002 days.
    assert settings.recall.half_life_days == pytest.approx(346.57, abs=0.01)
    assert (settings.recall.relevance, settings.recall.recency, settings.recall.importance) == (0.7, 0.2, 0.1)
    assert settings.context.memory_tokens == 1000
    assert settings.context.memory_item_tokens == 100
    assert settings.context.pinned_tokens == 300


@pytest.mark.parametrize("yaml", [LUNA, BARA, MEOW])
def test_what_has_no_effect_here_is_named(yaml: str) -> None:
    keys = set(re.findall(r"^  (\w+):", yaml, re.MULTILINE))
    ignored = {name.removeprefix("memory.") for name in load(yaml=yaml).ignored}
    without = {key for key in keys if LEGACY_MEMORY_KEYS[key] is None and key != "importance_weights"}
    assert ignored == without


def test_the_new_name_wins_over_the_old_one_in_the_same_file() -> None:
    settings = load(yaml=LUNA + "context: {recent_turns: 9}\n")
    assert settings.context.recent_turns == 9
    assert settings.context.compact_tokens == 0


def test_environment_and_arguments_win_over_an_old_file() -> None:
    settings = load({"summary.threshold_turns": 50}, yaml=LUNA, CONTEXT_RECENT_TURNS="7")
    assert (settings.context.recent_turns, settings.summary.threshold_turns) == (7, 50)


@pytest.mark.parametrize(
    ("line", "field", "nearest"),
    [
        ("max_context_turn: 3", "memory.max_context_turn", "max_context_turns"),
        ("retrieval_topk: 3", "memory.retrieval_topk", "retrieval_top_k"),
        ("zzzzqqqq: 3", "memory.zzzzqqqq", None),
    ],
)
def test_an_unknown_old_name_is_refused_with_the_nearest(line: str, field: str, nearest: str | None) -> None:
    error = refused(yaml=f"memory: {{{line}}}")
    assert (error.field, error.nearest) == (field, nearest)


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("max_context_turns: 여섯", "context.recent_turns"),
        ("max_context_turns: -1", "context.recent_turns"),
        ("enable_auto_summary: 글쎄", "summary.auto"),
        ("summary_language: french", "summary.language"),
        ("time_decay_lambda: 0", "memory.time_decay_lambda"),
        ("time_decay_lambda: -1", "memory.time_decay_lambda"),
        ("time_decay_lambda: 빠름", "memory.time_decay_lambda"),
        ("time_decay_lambda: null", "memory.time_decay_lambda"),
        ("importance_weights: 3", "memory.importance_weights"),
        ("importance_weights: {sim: 많이}", "recall.relevance"),
        ("importance_weights: {similarity: 1}", "recall.similarity"),
    ],
)
def test_an_old_value_that_does_not_fit_is_refused(line: str, field: str) -> None:
    assert refused(yaml=f"memory: {{{line}}}").field == field


def test_the_old_section_belongs_to_files_only() -> None:
    assert refused({"memory": {"max_context_turns": 3}}).field == "memory"


def test_settings_cannot_be_changed_afterwards() -> None:
    with pytest.raises(AttributeError):
        load().language = "en"  # type: ignore[misc]
