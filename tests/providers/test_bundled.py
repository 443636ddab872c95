"""The embedders that come with the package, ours and its base: real weights, offline."""

from __future__ import annotations

import subprocess
import sys
import threading
import unicodedata
from pathlib import Path

import numpy as np
import pytest

from saegim.protocols import Embedder
from saegim.providers.bundled import BundledEmbedder
from saegim.providers.encoder import SaegimEncoder

KOREAN = ["땅콩 알레르기가 있어요", "고양이 두 마리를 키운다", "내일 부산으로 출장을 가요"]
ENGLISH = ["I am allergic to peanuts", "I have two cats", "I am going to Busan on business tomorrow"]


@pytest.fixture(scope="module", params=[SaegimEncoder, BundledEmbedder], ids=["bundled", "use"])
def bundled(request: pytest.FixtureRequest) -> Embedder:
    made: Embedder = request.param()
    return made


def test_every_text_becomes_a_unit_vector(bundled: Embedder) -> None:
    texts = [*KOREAN, *ENGLISH, "👍🏽", "1+1=2", "ㅋㅋㅋㅋ", "日本語のテキスト"]
    vectors = bundled.embed(texts)
    assert vectors.shape == (len(texts), 512)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)


def test_no_texts_no_vectors(bundled: Embedder) -> None:
    assert bundled.embed([]).shape == (0, 512)


def test_a_batch_gives_the_same_vectors_as_one_by_one(bundled: Embedder) -> None:
    texts = [*KOREAN, "짧다", "조금 더 긴 문장을 하나 넣어 길이가 서로 다르게 한다. " * 5, *ENGLISH]
    together = bundled.embed(texts)
    for text, row in zip(texts, together, strict=True):
        assert np.abs(bundled.embed([text])[0] - row).max() < 1e-5


def test_more_texts_than_a_batch_keep_their_order(bundled: Embedder) -> None:
    texts = [f"{n}번째 문장입니다" + "." * (n % 7) for n in range(70)]
    vectors = bundled.embed(texts)
    for n in (0, 33, 63, 64, 69):
        assert np.abs(bundled.embed([texts[n]])[0] - vectors[n]).max() < 1e-5


@pytest.mark.parametrize("text", ["", " ", "\n\t", "\u200b", "\ud800", "가\ud800나", "a\0b"])
def test_odd_text_gets_a_vector_all_the_same(bundled: Embedder, text: str) -> None:
    vectors = bundled.embed([text])
    assert np.isfinite(vectors).all()
    assert np.linalg.norm(vectors[0]) == pytest.approx(1.0, abs=1e-5)


def test_a_very_long_text_is_read_from_its_beginning(bundled: Embedder) -> None:
    long = "민지는 땅콩을 먹지 못한다. " * 20_000
    vector = bundled.embed([long])[0]
    assert np.linalg.norm(vector) == pytest.approx(1.0, abs=1e-5)
    asked, other = bundled.embed(["민지는 땅콩을 먹지 못한다", "주식이 올랐다"])
    assert float(vector @ asked) > float(vector @ other)


def test_meaning_crosses_languages(bundled: Embedder) -> None:
    cosines = bundled.embed(KOREAN) @ bundled.embed(ENGLISH).T
    assert list(cosines.argmax(axis=1)) == [0, 1, 2]


def test_korean_questions_find_their_answers(bundled: Embedder) -> None:
    asked = bundled.embed(["못 먹는 음식이 뭐야?", "반려동물 있어?", "언제 어디로 출장 가?"], query=True)
    assert list((asked @ bundled.embed(KOREAN).T).argmax(axis=1)) == [0, 1, 2]


def test_text_from_a_mac_means_the_same(bundled: Embedder) -> None:
    composed, apart = bundled.embed([KOREAN[0], unicodedata.normalize("NFD", KOREAN[0])])
    assert float(composed @ apart) > 0.99


def test_threads_share_it(bundled: Embedder) -> None:
    expected = bundled.embed(KOREAN)
    differences: list[float] = []

    def ask() -> None:
        differences.append(float(np.abs(bundled.embed(KOREAN) - expected).max()))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(differences) == 4
    assert max(differences) < 1e-5


@pytest.mark.parametrize("name", ["encoder.SaegimEncoder", "bundled.BundledEmbedder"])
def test_it_computes_on_one_thread(name: str) -> None:
    """Of its own accord: processor time is no more than wall time though nobody set OMP_NUM_THREADS."""
    module, kind = name.split(".")
    script = f"""
import time
from saegim.providers.{module} import {kind}
embedder = {kind}()
embedder.embed(["준비"])
texts = ["오늘은 회사에서 회의가 길어져 늦게 집에 왔다 " + str(n) for n in range(96)]
wall, cpu = time.perf_counter(), time.process_time()
embedder.embed(texts)
print((time.process_time() - cpu) / (time.perf_counter() - wall))
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        timeout=120,
        env={"PATH": "", "PYTHONPATH": str(Path(__file__).parent.parent / "offline")},
    )
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 1.2
