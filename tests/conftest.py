"""What every test gets: no network, no settings of this machine, a Saegim that is gone afterwards."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

_OFFLINE = Path(__file__).parent / "offline"
sys.path.insert(0, str(_OFFLINE))
import no_network  # noqa: E402

no_network.block()
# Processes that tests start begin with this folder's sitecustomize.
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(_OFFLINE), os.environ.get("PYTHONPATH")]))
# What a developer has set for their own use must not decide a test.
for _name in [name for name in os.environ if name.startswith("SAEGIM_")]:
    del os.environ[_name]

from saegim import Saegim, User  # noqa: E402
from saegim.testing import FakeEmbedder, FrozenClock, temporary_saegim  # noqa: E402

# A shared machine stalls now and then: time is measured by benchmarks, not by properties.
hypothesis_settings.register_profile(
    "saegim", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
hypothesis_settings.load_profile("saegim")


@pytest.fixture
def clock() -> FrozenClock:
    """2 March 2026, a Monday, nine in the morning in Seoul, until moved."""
    return FrozenClock()


@pytest.fixture
def embedder() -> FakeEmbedder:
    return FakeEmbedder()


@pytest.fixture
def saegim(clock: FrozenClock, embedder: FakeEmbedder) -> Iterator[Saegim]:
    """Real files, real encryption; a frozen clock, a fake embedder, no background thread."""
    with temporary_saegim(clock=clock, embedder=embedder) as made:
        yield made


@pytest.fixture
def minji(saegim: Saegim) -> User:
    return saegim.user("minji")


# A test whose component is absent is skipped on a laptop. In CI everything is there, or CI must say so.


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> object:
    report = yield
    if report.skipped and os.environ.get("CI") == "true" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped in CI: {report.longrepr}"
    return report
