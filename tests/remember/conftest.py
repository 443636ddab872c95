"""For learning: real morphemes, loaded once; everything else as elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from saegim import Saegim, User
from saegim.language.morphemes import Analyser, load_analyser
from saegim.testing import FakeEmbedder, FrozenClock, temporary_saegim


@pytest.fixture(scope="session")
def kiwi() -> Analyser:
    return load_analyser("kiwi")


@pytest.fixture
def saegim(clock: FrozenClock, embedder: FakeEmbedder, kiwi: Analyser) -> Iterator[Saegim]:
    with temporary_saegim(clock=clock, embedder=embedder, analyser=kiwi) as made:
        yield made


@pytest.fixture
def minji(saegim: Saegim) -> User:
    return saegim.user("minji")
