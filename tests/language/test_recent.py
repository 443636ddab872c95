"""Each text is analysed once, however many steps read it, and what is kept stays within bounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from saegim.language import recent
from saegim.language.morphemes import Analysis, BigramAnalyser
from saegim.language.recent import RecentAnalyser


class Counting(BigramAnalyser):
    """Remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def analyse(self, texts: Sequence[str]) -> list[Analysis]:
        self.asked += texts
        return super().analyse(texts)

    def analyse_question(self, text: str, known: Callable[[str], bool]) -> Analysis:
        raise AssertionError(text)


def test_a_text_is_analysed_once_and_comes_back_in_its_place() -> None:
    counting = Counting()
    analyser = RecentAnalyser(counting)
    first = analyser.analyse(["커피 좋아해", "비 온다", "커피 좋아해"])
    again = analyser.analyse(["비 온다", "눈 온다", "커피 좋아해"])
    assert counting.asked == ["커피 좋아해", "비 온다", "눈 온다"]
    assert first[0] is first[2] is again[2]
    assert again[0] is first[1]
    assert again[1].terms == BigramAnalyser().analyse(["눈 온다"])[0].terms


def test_what_was_read_last_stays_longest() -> None:
    counting = Counting()
    analyser = RecentAnalyser(counting)
    line = "가나다라마바사아자차" * 100
    texts = [f"{n} {line}" for n in range(recent._KEPT_CHARACTERS // len(line) - 2)]
    for text in texts:
        analyser.analyse([text])
    analyser.analyse([texts[0]])
    analyser.analyse([f"새 {line}", f"또 {line}", f"더 {line}"])
    counting.asked.clear()
    analyser.analyse([texts[0]])
    assert counting.asked == []
    analyser.analyse([texts[1]])
    assert counting.asked == [texts[1]]


def test_a_pasted_document_pushes_nothing_out() -> None:
    counting = Counting()
    analyser = RecentAnalyser(counting)
    analyser.analyse(["커피 좋아해"])
    analyser.analyse(["긴 글 " * recent._KEPT_CHARACTERS])
    counting.asked.clear()
    analyser.analyse(["커피 좋아해"])
    assert counting.asked == []
