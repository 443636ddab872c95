"""Sets of conversations with questions: ours, two public ones, and your own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from saegim.errors import InvalidInput, NotFound
from saegim.evaluate.cases import Dataset
from saegim.evaluate.datasets.locomo import read_locomo
from saegim.evaluate.datasets.own import read_own
from saegim.evaluate.datasets.saegim_ko import read_saegim_ko
from saegim.evaluate.datasets.tydi import read_tydi


class Reader(Protocol):
    """Reads a dataset, one split, language or list of names of it where it has such."""

    def __call__(
        self, path: Path, *, split: str | None, language: str | None, names: Sequence[str]
    ) -> Dataset: ...


READERS: Mapping[str, Reader] = {
    "saegim-ko": read_saegim_ko,
    "locomo": read_locomo,
    "tydi": read_tydi,
    "jsonl": read_own,
}
DEFAULT_PATHS: Mapping[str, Path] = {"saegim-ko": Path("benchmarks/korean")}


def load_dataset(
    name: str,
    path: Path | None = None,
    *,
    split: str | None = None,
    language: str | None = None,
    names: Sequence[str] = (),
) -> Dataset:
    """The dataset of that name at `path`; saegim-ko is looked for in the repository without one."""
    if name not in READERS:
        known = ", ".join(READERS)
        raise InvalidInput("dataset", f"one of {known}", f"{known} 중 하나", code="dataset_unknown")
    where = path or DEFAULT_PATHS.get(name)
    if where is None:
        raise InvalidInput("path", f"{name} needs the path of its data", f"{name} 자료의 경로가 필요합니다")
    if not where.exists():
        raise NotFound("dataset", str(where))
    found = READERS[name](where, split=split, language=language, names=names)
    if not found.questions:
        raise InvalidInput("dataset", "no question is left to ask", "물을 것이 남지 않았습니다")
    return found
