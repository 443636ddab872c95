"""Settings changed while it runs: in force, in the file, or refused with nothing changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from saegim import Saegim
from saegim.errors import SaegimError, SettingsError
from saegim.settings import Settings, load_settings
from saegim.testing import FakeEmbedder


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "saegim.yaml"
    path.write_text("# ours\nlanguage: ko\nembedder: none\nworker: none\n", encoding="utf-8")
    return path


@pytest.fixture
def running(file: Path, tmp_path: Path) -> Iterator[Saegim]:
    with Saegim(tmp_path / "data", config=file) as made:
        yield made


def test_a_change_is_in_force_at_once_and_after_a_restart(
    running: Saegim, file: Path, tmp_path: Path
) -> None:
    user = running.user("minji")
    assert running.change_settings({"context.budget_tokens": 3000, "recall.limit": 2, "plan": "free"}) == ()
    assert user.context("안녕").budget_tokens == 3000
    assert running.settings.plan == "free"
    kept = load_settings(file=file, environment={})
    assert (kept.context.budget_tokens, kept.recall.limit, kept.language) == (3000, 2, "ko")
    assert file.stat().st_mode & 0o077 == 0
    assert file.with_name("saegim.yaml~").read_text(encoding="utf-8").startswith("# ours")


def test_what_needs_a_start_is_said_and_kept_for_it(running: Saegim, file: Path) -> None:
    assert running.change_settings({"server.port": 9000, "recall.limit": 3}) == ("server.port",)
    assert (running.settings.server.port, running.settings.recall.limit) == (8000, 3)
    assert load_settings(file=file, environment={}).server.port == 9000


@pytest.mark.parametrize(
    "changes",
    [
        {"context.budget_token": 1},
        {"context.recent_turns": -3},
        {"recall.limit": 3, "model": "gpt"},
        {"embedder": "somewhere"},
        {"model": "openai:gpt-5"},
    ],
)
def test_a_refused_change_changes_nothing(running: Saegim, file: Path, changes: dict[str, object]) -> None:
    before, text = running.settings, file.read_text(encoding="utf-8")
    with pytest.raises(SaegimError):
        running.change_settings(changes)
    assert running.settings == before
    assert file.read_text(encoding="utf-8") == text
    assert [one.name for one in file.parent.iterdir() if one.is_file()] == ["saegim.yaml"]


def test_the_environment_is_not_contradicted(
    running: Saegim, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAEGIM_RECALL_LIMIT", "5")
    with pytest.raises(SettingsError, match="SAEGIM_RECALL_LIMIT"):
        running.change_settings({"recall.limit": 3})


def test_none_takes_a_setting_back(running: Saegim, file: Path) -> None:
    running.change_settings({"recall.limit": 3, "model_api_key": "secret"})
    running.change_settings({"recall.limit": None, "model_api_key": None})
    assert running.settings.recall.limit == Settings().recall.limit
    assert running.settings.model_api_key is None
    assert "secret" not in file.read_text(encoding="utf-8")


def test_another_model_answers_at_once_and_none_does_so_again(running: Saegim) -> None:
    pytest.importorskip("pydantic_ai")
    running.change_settings({"model": "ollama:gemma", "model_base_url": "http://127.0.0.1:9"})
    assert running.language_model is not None
    assert running.health()["model"] == running.language_model.name
    running.change_settings({"model": "none"})
    assert running.language_model is None


def test_another_embedder_reads_everything_anew(running: Saegim, monkeypatch: pytest.MonkeyPatch) -> None:
    import saegim.providers.embedders as embedders

    user = running.user("minji")
    user.remember("자전거를 좋아한다")
    running.drain()
    assert running.health()["vector_enabled"] is False
    monkeypatch.setattr(embedders, "load_embedder", lambda settings: FakeEmbedder(name="other/1"))
    assert running.change_settings({"embedder": "openai:other"}) == ()
    assert running.health()["embedder"] == "other/1"
    assert user.recall("자전거")[0].memory is not None, "found by words meanwhile"
    running.drain()
    found = user.recall_detailed("자전거")
    assert found.degraded == ()
    assert "vector" in found.hits[0].why.sources


def test_a_part_given_as_an_object_does_not_follow_its_setting(tmp_path: Path, file: Path) -> None:
    given = FakeEmbedder()
    with Saegim(tmp_path / "data", config=file, embedder=given) as running:
        assert running.change_settings({"embedder": "none"}) == ("embedder",)
        assert running.health()["embedder"] == given.name
