"""Analyses of the texts read last, so that each text is analysed once however many steps read it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence

from saegim.language.morphemes import Analyser, Analysis

# Characters of text whose analyses are kept, at 85 bytes each: some ten thousand chat lines. With half of it
# a backlog of 3,300 turns was analysed twice by the time it was learned from and summed up.
_KEPT_CHARACTERS = 200_000
# One pasted document must not push out everything that people say.
_LONGEST = 10_000


class RecentAnalyser:
    """An analyser that remembers. Safe in threads."""

    def __init__(self, analyser: Analyser) -> None:
        self._analyser = analyser
        self._kept: OrderedDict[str, Analysis] = OrderedDict()
        self._characters = 0
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        return self._analyser.name

    @property
    def ready(self) -> bool:
        return self._analyser.ready

    def analyse(self, texts: Sequence[str]) -> list[Analysis]:
        with self._lock:
            found = {text: self._kept[text] for text in texts if text in self._kept}
            for text in found:
                self._kept.move_to_end(text)
        if len(found) == len(texts):
            return [found[text] for text in texts]
        new = [text for text in dict.fromkeys(texts) if text not in found]
        found.update(zip(new, self._analyser.analyse(new), strict=True))
        with self._lock:
            for text in new:
                self._keep(text, found[text])
        return [found[text] for text in texts]

    def analyse_question(self, text: str, known: Callable[[str], bool]) -> Analysis:
        return self._analyser.analyse_question(text, known)

    def _keep(self, text: str, analysis: Analysis) -> None:
        if text in self._kept or len(text) > _LONGEST:
            return
        self._kept[text] = analysis
        self._characters += len(text)
        while self._characters > _KEPT_CHARACTERS:
            old, _ = self._kept.popitem(last=False)
            self._characters -= len(old)
