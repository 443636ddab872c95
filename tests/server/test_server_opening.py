"""What `saegim serve` says when it opens: where people and programs find it, and the first key, once."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from saegim import Saegim
from saegim.cli.door import Door
from saegim.cli.serve import _tell_person, _tell_program
from saegim.server.app import create_process_app
from saegim.server.run import Opening
from saegim.settings import load_settings

URL = "http://127.0.0.1:8000"
KEY = "sgm_0123456789ab_" + "k" * 43
RUN = [sys.executable, "-c", "from saegim.cli import main; main()"]


def told(capsys: pytest.CaptureFixture[str], door: Door, opening: Opening, *, outside: bool = False) -> str:
    _tell_person(door, opening, outside=outside)
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("language", "pages", "docs", "once", "stop"),
    [
        ("ko", "화면", "API 문서", "지금 한 번만 보이니", "멈추려면 Ctrl-C"),
        ("en", "Pages", "API page", "shown once", "Ctrl-C to stop"),
    ],
)
def test_people_are_told_in_their_language_where_it_is_and_the_key_once(
    capsys: pytest.CaptureFixture[str], language: str, pages: str, docs: str, once: str, stop: str
) -> None:
    said = told(capsys, Door(language_asked=language), Opening(URL, f"{URL}/docs", KEY, "shown"))
    assert re.search(rf"{pages} +{URL} *$", said, re.MULTILINE)
    assert re.search(rf"{docs} +{URL}/docs *$", said, re.MULTILINE)
    assert once in said
    assert f"  {KEY}\n" in said
    assert "saegim keys create --role user --user minji\n" in said
    assert stop in said
    assert bool(re.search("[가-힣]", said)) is (language == "ko")


def test_a_narrow_terminal_does_not_break_the_key(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert KEY in told(capsys, Door(), Opening(URL, None, KEY, "shown"))


def test_later_it_says_how_to_make_another_key_for_this_folder(capsys: pytest.CaptureFixture[str]) -> None:
    door = Door(data="my data", config="saegim.yaml", language_asked="en")
    said = told(capsys, door, Opening(URL, None, None, "shown"))
    assert "saegim keys create --role admin --data 'my data' --config saegim.yaml" in said
    assert "sgm_" not in said
    assert "server.docs" in said


def test_it_says_why_there_are_no_pages_and_who_can_come_in(capsys: pytest.CaptureFixture[str]) -> None:
    door = Door(language_asked="en")
    assert "--workers 1" in told(capsys, door, Opening(URL, None, None, "workers"))
    assert 'pip install "saegim[web]"' in told(capsys, door, Opening(URL, None, None, "extra"))
    assert "TLS" not in told(capsys, door, Opening(URL, None, None, "shown"))
    assert "TLS" in told(capsys, door, Opening(URL, None, None, "shown"), outside=True)


def test_programs_get_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    _tell_program(Opening(URL, f"{URL}/docs", KEY, "workers"))
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line) == {"url": URL, "pages": None, "docs": f"{URL}/docs", "key": KEY}


def test_a_person_at_a_terminal_sees_it_and_stops_it(tmp_path: Path) -> None:
    quick = {"SAEGIM_EMBEDDER": "none", "SAEGIM_INDEX_ANALYSER": "bigram", "PYTHONUTF8": "1"}
    log = tmp_path / "log"
    with log.open("w") as stderr:
        server = subprocess.Popen(
            [*RUN, "serve", "--port", "0", "--data", str(tmp_path / "data"), "--language", "en"],
            env={**os.environ, **quick},
            stdout=subprocess.PIPE,
            stderr=stderr,
            encoding="utf-8",
        )
    assert server.stdout is not None
    said = ""
    while "Ctrl-C" not in said:
        line = server.stdout.readline()
        assert line, said
        said += line
    url = re.findall(r"http://\S+", said)[0]
    # It was said to be open: whoever comes at once is let in as soon as it can answer.
    assert httpx.get(f"{url}/health/ready", timeout=60).status_code == 200
    assert httpx.get(url, follow_redirects=True).url.path in ("/docs", "/sign-in")
    server.send_signal(signal.SIGINT)
    rest = server.stdout.read()
    server.stdout.close()
    assert server.wait(30) == 0
    assert "sgm_" in said
    assert rest.strip() == ""
    assert "Traceback" not in log.read_text(encoding="utf-8")


def test_whoever_runs_it_hears_that_the_encoder_cannot_be_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(self: Saegim) -> None:
        raise OSError("the weights are cut short")

    monkeypatch.setattr(Saegim, "load", broken)
    arguments = {"data": tmp_path, "encryption": False, "worker": "none"}
    app = create_process_app(arguments, load_settings({}), None)

    async def open_and_close() -> None:
        async with app.router.lifespan_context(app):
            pass

    asyncio.run(open_and_close())
    assert "could not be loaded" in caplog.text
    assert "the weights are cut short" in caplog.text
