"""What language models are told: Markdown files, one per language."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files

_HOLE = re.compile(r"\{\{(\w+)\}\}")


def load_prompt(name: str, language: str, **values: str) -> str:
    """The prompt `name` in `language` (ko, or anything else for English), its {{holes}} filled with `values`.

    A value is put in as it is: holes in it stay as they were said. KeyError for a hole without a value.
    """
    return _HOLE.sub(lambda hole: values[hole.group(1)], _read(name, "ko" if language == "ko" else "en"))


@lru_cache(maxsize=64)
def _read(name: str, language: str) -> str:
    return files(__name__).joinpath(f"{name}.{language}.md").read_text(encoding="utf-8").strip()
