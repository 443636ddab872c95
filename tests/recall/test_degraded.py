"""Every step has a way down, and says so: no embedder, a failing one, no analyser, an index behind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pytest

from saegim import Saegim, User
from saegim.errors import EmbedderFailed
from saegim.language.morphemes import BigramAnalyser, KiwiAnalyser
from saegim.recall import embedding
from saegim.testing import FakeEmbedder, FrozenClock, temporary_saegim

if TYPE_CHECKING:
    from saegim.protocols import Vectors


def texts(user: User, query: str) -> list[str]:
    return [hit.text for hit in user.recall(query)]


def test_without_an_embedder_words_carry_recall_and_it_says_so() -> None:
    with temporary_saegim(embedder=None, settings={"embedder": "none"}) as saegim:
        minji = saegim.user("minji")
        minji.record("한강에서 자전거를 탔다")
        saegim.drain()
        found = minji.recall_detailed("한강 자전거")
        assert [hit.text for hit in found.hits] == ["한강에서 자전거를 탔다"]
        assert found.degraded == ("embedder: none",)
        assert "vector" not in found.hits[0].why.sources
        context = minji.context("한강 자전거 이야기")
        assert context.degraded == ("embedder: none",)
        assert minji.trace(context.trace_id).detail["degraded"] == ["embedder: none"]


def test_a_failing_embedder_never_fails_a_turn(
    saegim: Saegim, minji: User, embedder: FakeEmbedder, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding, "_REST_S", 0.0)
    embedder.failing = "HTTP 503"
    minji.record("한강에서 자전거를 탔다", "좋았겠네요")
    minji.remember("자전거를 좋아한다", kind="preference")
    saegim.drain()
    found = minji.recall_detailed("자전거")
    assert {hit.text for hit in found.hits} == {"한강에서 자전거를 탔다", "자전거를 좋아한다"}
    assert "embedder: HTTP 503" in found.degraded
    assert minji.context("자전거 이야기 했었나").messages
    assert minji.stats().not_embedded == 3
    health = saegim.health()
    assert health["vector_enabled"] is False
    assert "embedder: HTTP 503" in str(health["degraded"])

    embedder.failing = None
    clock.move(minutes=1)
    saegim.drain()
    assert minji.stats().not_embedded == 0
    found = minji.recall_detailed("자전거")
    assert found.degraded == ()
    assert "vector" in found.hits[0].why.sources
    assert saegim.health()["vector_enabled"] is True


def test_after_a_failure_questions_do_not_wait_for_the_next_one(
    saegim: Saegim, minji: User, embedder: FakeEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    minji.record("한강에서 자전거를 탔다")
    saegim.drain()
    embedder.failing = "timeout"
    asked = 0

    def embed(texts: Sequence[str], *, query: bool = False) -> Vectors:
        nonlocal asked
        asked += 1
        raise EmbedderFailed(embedder.name, "timeout")

    monkeypatch.setattr(embedder, "embed", embed)
    for _ in range(5):
        assert texts(minji, "한강 자전거") == ["한강에서 자전거를 탔다"]
    assert asked == 1


def test_an_embedder_of_ones_own_may_fail_in_its_own_way(saegim: Saegim, minji: User) -> None:
    """An embedder is one method; whoever writes it does not know our exceptions."""
    minji.record("한강에서 자전거를 탔다")
    saegim.drain()

    def embed(texts: Sequence[str], *, query: bool = False) -> Vectors:
        raise ConnectionError("서버가 없다")

    minji._core.embedder.embed = embed  # type: ignore[union-attr,method-assign]
    assert texts(minji, "한강 자전거") == ["한강에서 자전거를 탔다"]


def test_an_embedder_of_ones_own_that_fails_in_the_background_loses_nothing(
    saegim: Saegim, minji: User, embedder: FakeEmbedder, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = embedder.embed

    def embed(texts: Sequence[str], *, query: bool = False) -> Vectors:
        raise ConnectionError("서버가 없다")

    monkeypatch.setattr(embedder, "embed", embed)
    minji.record("한강에서 자전거를 탔다")
    saegim.drain()
    assert minji.stats().not_embedded == 1
    monkeypatch.setattr(embedder, "embed", real)
    clock.move(minutes=1)
    saegim.drain()
    assert minji.stats().not_embedded == 0
    assert texts(minji, "한강 자전거") == ["한강에서 자전거를 탔다"]


def test_without_morphemes_pairs_of_letters_carry_recall(minji: User, saegim: Saegim) -> None:
    minji.record("강아지랑 산책했어요")
    minji.record("저녁에는 된장찌개를 끓였다")
    saegim.drain()
    assert texts(minji, "강아지")[0] == "강아지랑 산책했어요"
    assert texts(minji, "된장찌개는 언제 끓였지")[0] == "저녁에는 된장찌개를 끓였다"
    assert "analyser: bigrams only" in str(saegim.health()["degraded"])


def test_recall_says_what_is_not_indexed_yet(minji: User, saegim: Saegim) -> None:
    minji.remember("산책을 좋아한다")
    found = minji.recall_detailed("산책")
    assert any("not embedded yet" in one for one in found.degraded)
    saegim.drain()
    assert minji.recall_detailed("산책").degraded == ()


def test_what_was_removed_is_not_counted_as_waiting(minji: User, saegim: Saegim) -> None:
    turn = minji.record("산책을 했다", "좋네요")
    minji.record("산책을 또 했다")
    memory = minji.remember("산책을 좋아한다")
    saegim.drain()
    assert minji.recall_detailed("산책").degraded == ()
    minji.delete_turn(turn.id)
    minji.delete_memories([memory.id])
    saegim.drain()
    assert minji.recall_detailed("산책").degraded == ()


def test_an_analyser_installed_later_reads_everything_anew(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("data")
    with Saegim(folder, embedder=FakeEmbedder(), analyser=BigramAnalyser(), worker="none") as saegim:
        minji = saegim.user("minji")
        minji.record("강아지가 많이 아파서 걱정했다")
        saegim.drain()
        assert minji.stats().not_indexed == 0
    with Saegim(folder, embedder=FakeEmbedder(), analyser=KiwiAnalyser(), worker="none") as saegim:
        minji = saegim.user("minji")
        assert minji.stats().not_indexed == 1
        # The old words serve until the new ones are there.
        assert texts(minji, "강아지가") == ["강아지가 많이 아파서 걱정했다"]
        minji.record("병원에서 약을 받았다")
        saegim.drain()
        assert minji.stats().not_indexed == 0
        assert texts(minji, "아프다")[0] == "강아지가 많이 아파서 걱정했다"


# Another embedder.


def test_a_new_embedder_embeds_everything_anew_while_words_serve(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("data")
    old, new = FakeEmbedder(name="old/1", dimensions=64), FakeEmbedder(name="new/1", dimensions=32)
    with Saegim(folder, embedder=old, analyser=BigramAnalyser(), worker="none") as saegim:
        minji = saegim.user("minji")
        minji.record("한강에서 자전거를 탔다", "좋았겠네요")
        minji.remember("자전거를 좋아한다")
        saegim.drain()
    with Saegim(folder, embedder=new, analyser=BigramAnalyser(), worker="none") as saegim:
        minji = saegim.user("minji")
        assert minji.stats().not_embedded == 3
        found = minji.recall_detailed("한강 자전거")
        assert found.hits[0].text == "한강에서 자전거를 탔다"
        assert all("vector" not in hit.why.sources for hit in found.hits)
        assert "vectors: 3 not embedded yet" in found.degraded
        minji.reindex()
        saegim.drain()
        assert minji.stats().not_embedded == 0
        found = minji.recall_detailed("한강 자전거")
        assert found.degraded == ()
        assert "vector" in found.hits[0].why.sources
        embedded = {text for call in new.calls for text in call}
        assert {"한강에서 자전거를 탔다", "좋았겠네요", "자전거를 좋아한다"} <= embedded
    # And back: the old vectors were replaced, so they are made again rather than mixed in.
    with Saegim(folder, embedder=old, analyser=BigramAnalyser(), worker="none") as saegim:
        minji = saegim.user("minji")
        assert all("vector" not in hit.why.sources for hit in minji.recall("한강 자전거"))
        minji.reindex()
        saegim.drain()
        assert "vector" in minji.recall("한강 자전거")[0].why.sources


def test_a_new_embedder_is_noticed_by_itself(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("data")
    parts = {"analyser": BigramAnalyser(), "worker": "none"}
    with Saegim(folder, embedder=FakeEmbedder(name="old/1"), **parts) as saegim:
        saegim.user("minji").record("한강에서 자전거를 탔다")
        saegim.drain()
    with Saegim(folder, embedder=FakeEmbedder(name="new/1"), **parts) as saegim:
        saegim.user("minji").recall("자전거")
        saegim.drain()
        assert saegim.user("minji").stats().not_embedded == 0


def test_half_way_through_only_the_new_vectors_count(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    from saegim.recall import indexing

    folder = tmp_path_factory.mktemp("data")
    with Saegim(
        folder, embedder=FakeEmbedder(name="old/1"), analyser=BigramAnalyser(), worker="none"
    ) as saegim:
        saegim.user("minji").record_messages([{"content": f"{n}번째 자전거 이야기"} for n in range(6)])
        saegim.drain()
    monkeypatch.setattr(indexing, "VECTORS_BATCH", 2)
    new = FakeEmbedder(name="new/1", dimensions=16)
    with Saegim(folder, embedder=new, analyser=BigramAnalyser(), worker="none") as saegim:
        minji = saegim.user("minji")
        with minji._core.store.user("minji") as store:
            indexing.index_vectors(store, new)
        assert minji.stats().not_embedded == 4
        found = minji.recall_detailed("자전거 이야기")
        assert len(found.hits) == 6
        assert sum("vector" in hit.why.sources for hit in found.hits) == 2
        assert "vectors: 4 not embedded yet" in found.degraded


# sqlite-vec instead of the matrix in memory.


def test_vectors_inside_the_file_find_the_same(tmp_path_factory: pytest.TempPathFactory) -> None:
    said = [
        "한강에서 자전거를 탔다",
        "저녁에 된장찌개를 끓였다",
        "고양이가 창가에서 잔다",
        "자전거 바퀴를 고쳤다",
    ]
    found: dict[str, list[str]] = {}
    for index in ("numpy", "sqlite-vec"):
        with temporary_saegim(settings={"index.vectors": index}) as saegim:
            minji = saegim.user("minji")
            turns = [minji.record(text) for text in said]
            saegim.drain()
            found[index] = texts(minji, "자전거 바퀴")
            assert minji.recall_detailed("자전거 바퀴").degraded == ()
            minji.delete_turn(turns[3].id)
            assert "자전거 바퀴를 고쳤다" not in texts(minji, "자전거 바퀴")
            memory = minji.remember("자전거 바퀴는 26인치")
            saegim.drain()
            assert texts(minji, "자전거 바퀴")[0] == "자전거 바퀴는 26인치"
            minji.revise(memory.id, content="킥보드를 샀다")
            saegim.drain()
            assert texts(minji, "킥보드")[0] == "킥보드를 샀다"
    assert found["numpy"] == found["sqlite-vec"]


def test_vectors_inside_the_file_are_not_written_by_reading() -> None:
    with temporary_saegim(settings={"index.vectors": "sqlite-vec"}) as saegim:
        minji = saegim.user("minji")
        minji.record("한강에서 자전거를 탔다")
        saegim.drain()
        minji.recall("자전거")
        with minji._core.store.user("minji") as store:
            with store.read() as view:
                before = view.revision()
            minji.recall("자전거")
            with store.read() as view:
                assert view.revision() == before
