"""What the tests of tending share: Korean morphemes loaded once, and a person to tend."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from saegim import Saegim, User
from saegim.language.morphemes import KiwiAnalyser
from saegim.testing import FrozenClock, temporary_saegim


@pytest.fixture(scope="session")
def kiwi() -> KiwiAnalyser:
    return KiwiAnalyser()


@pytest.fixture
def korean(clock: FrozenClock, kiwi: KiwiAnalyser) -> Iterator[Saegim]:
    """A Saegim that reads Korean as people's do."""
    with temporary_saegim(clock=clock, analyser=kiwi) as made:
        yield made


@pytest.fixture
def jisu(korean: Saegim) -> User:
    return korean.user("jisu")
