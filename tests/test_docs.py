"""The README and the docs run as they stand, and print what they say they print."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "README.ko.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCKS = [
    pytest.param(block, id=f"{page.name}-{i}")
    for page in PAGES
    for i, block in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL))
]


def promised_output(block: str) -> list[str]:
    """Comment lines right below a print or at the end: what the page says is printed."""
    promised: list[str] = []
    printing = False
    for line in block.splitlines():
        if re.match(r"\s*print\(", line):
            printing = True
        elif line.startswith("#") and printing:
            promised.append(line[1:].removeprefix(" "))
        elif line.strip():
            printing = False
    return promised


@pytest.mark.parametrize("block", BLOCKS)
def test_a_page_prints_what_it_promises(block: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", block], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == promised_output(block)


def test_both_readmes_show_the_same_program() -> None:
    def code(page: str) -> str:
        (block,) = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
        return re.sub(r"\s+#.*", "", block)

    assert code("README.md") == code("README.ko.md")


def test_the_settings_page_lists_every_setting_as_it_is() -> None:
    done = subprocess.run(
        [str(Path(sys.executable).with_name("saegim")), "doctor", "--settings"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.strip() in (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
