"""One contract for every vector index: in memory, in memory by bits, inside the user's encrypted file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from store_samples import SetClock

from saegim.protocols import VectorIndex
from saegim.stores.sqlite import SqliteStore
from saegim.stores.vectors import exact
from saegim.stores.vectors.exact import ExactIndex

MakeIndex = Callable[[], VectorIndex]
Rows = np.ndarray[Any, np.dtype[np.float32]]

# Cosines computed inside SQLite are float32 in another order.
CLOSE = 1e-5


def unit(seed: int, count: int, dimensions: int = 24) -> Rows:
    rows = np.random.default_rng(seed).normal(size=(count, dimensions)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def nearest(ids: list[int], rows: Rows, query: Rows, limit: int) -> list[int]:
    """What every index must find, by comparing everything."""
    order = np.argsort(-(rows @ query), kind="stable")[:limit]
    return [ids[i] for i in order]


@pytest.fixture(params=["exact", "by bits", "vec0"])
def make_index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MakeIndex]:
    """Makes empty indexes of the kind; each of vec0 in a user's file of its own."""
    if request.param == "exact":
        yield ExactIndex
        return
    if request.param == "by bits":
        yield lambda: ExactIndex(binary_from=3)
        return
    numbers = count()
    with ExitStack() as stack:
        store = SqliteStore(tmp_path / "data", clock=SetClock(), encryption=True, vec0=True)
        stack.callback(store.close)

        def make() -> VectorIndex:
            user = stack.enter_context(store.user(f"user{next(numbers)}"))
            index = user.vector_index("fake/1")
            assert index is not None
            return index

        yield make


@pytest.fixture
def index(make_index: MakeIndex) -> VectorIndex:
    return make_index()


class TestEveryIndex:
    def test_an_empty_one_finds_nothing(self, index: VectorIndex) -> None:
        query = unit(1, 1)[0]
        assert len(index) == 0
        assert index.revision == 0
        found = index.search(query, 5)
        assert (len(found.ids), len(found.scores)) == (0, 0)
        assert found.std > 0
        assert list(index.cosines(query, [1, 2])) == [0.0, 0.0]
        index.remove([1, 2])
        index.put([], np.zeros((0, 24), dtype=np.float32))
        assert len(index) == 0

    @pytest.mark.parametrize("dimensions", [3, 63, 64, 65, 512])
    def test_the_nearest_are_those_of_a_full_comparison(self, index: VectorIndex, dimensions: int) -> None:
        ids = list(range(2, 122, 2))
        rows = unit(dimensions, len(ids), dimensions)
        index.put(ids, rows)
        for query in unit(7, 5, dimensions):
            found = index.search(query, 10)
            assert found.ids.tolist() == nearest(ids, rows, query, 10)
            assert np.allclose(found.scores, np.sort(rows @ query)[::-1][:10], atol=CLOSE)

    def test_scores_fall_from_first_to_last(self, index: VectorIndex) -> None:
        index.put(list(range(1, 41)), unit(2, 40))
        scores = index.search(unit(3, 1)[0], 40).scores
        assert len(scores) == 40
        assert (np.diff(scores) <= 0).all()

    def test_a_limit_beyond_the_rows_gives_them_all(self, index: VectorIndex) -> None:
        index.put([5, 9, 2], unit(2, 3))
        assert sorted(index.search(unit(3, 1)[0], 1000).ids.tolist()) == [2, 5, 9]

    def test_putting_again_replaces(self, index: VectorIndex) -> None:
        rows = unit(4, 6)
        index.put([1, 2, 3, 4, 5], rows[:5])
        index.put([3], rows[5:])
        assert len(index) == 5
        assert index.cosines(rows[5], [3])[0] == pytest.approx(1.0, abs=CLOSE)
        found = index.search(rows[5], 5)
        assert found.ids[0] == 3
        assert sorted(found.ids.tolist()) == [1, 2, 3, 4, 5]

    def test_a_removed_document_is_not_found(self, index: VectorIndex) -> None:
        rows = unit(5, 8)
        index.put(list(range(1, 9)), rows)
        index.search(rows[0], 3)
        index.remove([1, 4, 999])
        assert len(index) == 6
        assert set(index.search(rows[0], 20).ids.tolist()) == {2, 3, 5, 6, 7, 8}
        assert list(index.cosines(rows[0], [1, 4])) == [0.0, 0.0]

    def test_a_removed_document_can_come_back(self, index: VectorIndex) -> None:
        rows = unit(6, 8)
        index.put(list(range(1, 9)), rows)
        index.remove(range(1, 9))
        assert len(index) == 0
        assert len(index.search(rows[0], 5).ids) == 0
        index.put([3, 30], rows[:2])
        assert len(index) == 2
        assert index.search(rows[1], 5).ids.tolist() == nearest([3, 30], rows[:2], rows[1], 5)

    def test_only_allowed_documents_are_ranked(self, index: VectorIndex) -> None:
        ids = list(range(1, 61))
        rows = unit(8, 60)
        index.put(ids, rows)
        query = unit(9, 1)[0]
        for allowed in ([2, 3, 5, 7, 11], ids[::2], ids[:55], [60]):
            found = index.search(query, 4, allowed=np.array(allowed, dtype=np.int64))
            places = [ids.index(id_) for id_ in allowed]
            assert found.ids.tolist() == nearest(allowed, rows[places], query, 4)

    def test_allowed_documents_it_does_not_have_are_no_trouble(self, index: VectorIndex) -> None:
        rows = unit(10, 4)
        index.put([1, 2, 3, 4], rows)
        index.remove([2])
        allowed = np.array([2, 3, 4, 500, 100_000], dtype=np.int64)
        assert index.search(rows[2], 10, allowed=allowed).ids.tolist() == nearest(
            [3, 4], rows[2:], rows[2], 10
        )
        nobody = np.zeros(0, dtype=np.int64)
        assert len(index.search(rows[2], 10, allowed=nobody).ids) == 0
        assert len(index.search(rows[2], 10, allowed=np.array([77], dtype=np.int64)).ids) == 0

    def test_cosines_come_in_the_order_asked(self, index: VectorIndex) -> None:
        rows = unit(11, 9)
        index.put(list(range(1, 10)), rows)
        query = unit(12, 1)[0]
        asked = [7, 1000, 2, 9]
        expected = [rows[6] @ query, 0.0, rows[1] @ query, rows[8] @ query]
        assert np.allclose(index.cosines(query, asked), expected, atol=CLOSE)
        assert np.allclose(index.cosines(query, np.array(asked, dtype=np.int64)), expected, atol=CLOSE)
        assert len(index.cosines(query, [])) == 0

    def test_it_remembers_how_far_it_has_followed(self, index: VectorIndex) -> None:
        index.follow(41)
        assert index.revision == 41
        index.put([1], unit(1, 1))
        assert index.revision == 41
        index.follow(42)
        assert index.revision == 42

    def test_it_says_what_it_holds_in_memory(self, index: VectorIndex) -> None:
        assert index.nbytes >= 0
        index.put(list(range(1, 101)), unit(1, 100))
        # Inside the file nothing is held; in memory at least the vectors are.
        assert index.nbytes == 0 or index.nbytes >= 100 * 24 * 4

    def test_many_rows_come_in_pieces(self, index: VectorIndex) -> None:
        ids = list(range(1, 301))
        rows = unit(13, 300)
        for start in range(0, 300, 37):
            index.put(ids[start : start + 37], rows[start : start + 37])
            index.search(rows[0], 1)
        query = unit(14, 1)[0]
        assert len(index) == 300
        assert index.search(query, 20).ids.tolist() == nearest(ids, rows, query, 20)


@pytest.mark.parametrize("binary_from", [10_000, 3], ids=["exact", "by bits"])
@settings(max_examples=60)
@given(
    steps=st.lists(
        st.tuples(st.sampled_from(["put", "remove"]), st.lists(st.integers(1, 12), min_size=1, max_size=4)),
        max_size=25,
    ),
    seed=st.integers(0, 1000),
)
def test_after_any_writes_it_finds_what_a_full_comparison_finds(
    binary_from: int, steps: list[tuple[str, list[int]]], seed: int
) -> None:
    """Freed rows are used again: no ghost of an old vector may answer."""
    index = ExactIndex(binary_from=binary_from)
    rows = unit(seed, 400, 8)
    known: dict[int, Rows] = {}
    used = 0
    for step, ids in steps:
        distinct = list(dict.fromkeys(ids))
        if step == "put":
            index.put(distinct, rows[used : used + len(distinct)])
            known |= dict(zip(distinct, rows[used:], strict=False))
            used += len(distinct)
        else:
            index.remove(distinct)
            for id_ in distinct:
                known.pop(id_, None)
        query = rows[-1]
        assert len(index) == len(known)
        expected = sorted(known, key=lambda id_: -float(known[id_] @ query))[:5]
        assert index.search(query, 5).ids.tolist() == expected


def test_bits_lose_almost_nothing_of_what_is_near(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few candidates are rescored here, as with a hundred thousand rows."""
    monkeypatch.setattr(exact, "RESCORE_LEAST", 100)
    rng = np.random.default_rng(3)
    rows = unit(3, 4000, 256)
    index = ExactIndex(binary_from=100)
    index.put(list(range(1, 4001)), rows)
    found = 0
    for place in rng.integers(0, 4000, size=20):
        # A question lies near a few texts and far from the rest.
        close = rows[place] + rng.normal(size=256).astype(np.float32) * 0.05
        query = close / np.linalg.norm(close)
        index.put([int(place) + 1], rows[place : place + 1])
        found += int(place) + 1 in index.search(query, 5).ids.tolist()
    assert found == 20


@pytest.mark.parametrize("binary_from", [10_000, 3], ids=["exact", "by bits"])
def test_where_scores_stand_among_all_is_told(binary_from: int) -> None:
    index = ExactIndex(binary_from=binary_from)
    rows = unit(15, 50)
    index.put(list(range(1, 51)), rows)
    query = unit(16, 1)[0]
    matches = index.search(query, 5)
    assert matches.mean == pytest.approx(float((rows @ query).mean()), abs=0.02)
    assert matches.std == pytest.approx(float((rows @ query).std()), abs=0.02)


def test_vectors_in_a_file_are_there_after_a_restart(tmp_path: Path) -> None:
    rows = unit(17, 5)
    for restart in range(2):
        store = SqliteStore(tmp_path / "data", clock=SetClock(), vec0=True)
        with store.user("minji") as user:
            index = user.vector_index("fake/1")
            assert index is not None
            if not restart:
                index.put([1, 2, 3, 4, 5], rows)
                index.follow(9)
            assert len(index) == 5
            assert index.revision == 9
            assert index.search(rows[3], 1).ids.tolist() == [4]
        store.close()


def test_two_spaces_in_one_file_keep_apart(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "data", clock=SetClock(), vec0=True)
    with store.user("minji") as user:
        one, other = user.vector_index("fake/1"), user.vector_index("fake/2")
        assert one is not None
        assert other is not None
        one.put([1, 2], unit(1, 2, 8))
        other.put([3], unit(2, 1, 16))
        assert (len(one), len(other)) == (2, 1)
        assert one.search(unit(3, 1, 8)[0], 5).ids.tolist() in ([1, 2], [2, 1])
        assert other.search(unit(3, 1, 16)[0], 5).ids.tolist() == [3]
    store.close()
