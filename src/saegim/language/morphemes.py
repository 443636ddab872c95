"""Text to search words: Korean morphemes, English stems, character bigrams.

One `Analysis` serves every step that reads a text, so that each text is analysed once. Without an
analyser installed, bigrams carry the search alone.
"""

from __future__ import annotations

import re
import threading
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, Protocol

from saegim.errors import SettingsError
from saegim.language import stopwords
from saegim.language.text import has_hangul, nfc

# Part of the analyser's name in every file: raise it when the words made from a text change, or what is noted
# beside them (language/holding.py).
RULES_VERSION = 4

_WORD = re.compile(r"[^\W_]+")
_CJK_WORD = re.compile(r"[぀-ヿ㐀-鿿가-힣ᄀ-ᇿ㄰-㆏]+")
_LATIN_OR_DIGITS = re.compile(r"[^\W_぀-ヿ㐀-鿿가-힣ᄀ-ᇿ㄰-㆏]+")
# Names that lose their meaning with their signs.
_SIGNED = re.compile(r"(?<![\w+#])([a-z])(\+\+|#)(?![a-z0-9_+#])")
_CONTENT_TAGS = ("NN", "NR", "NP", "VV", "VA", "XR", "SL", "SN", "SH", "MAG", "W_")
_PARTICLE = re.compile(
    r"(?:으로부터|에게서|한테서|에서는|에서도|이라고|이라는|에서|에게|한테|까지|부터|처럼|보다|라고|라는|이랑|으로|이나|에는|에도"
    r"|이가|은|는|이|가|을|를|에|의|도|만|와|과|랑|로|나)$"
)

# A morpheme's log probability after those before it, below which it may be a slip.
_UNLIKELY = -17.0
# Of so few letters none stands out as unlikely, and looking twice costs little.
_SHORT = 8
# Slips that pass for words of their own: 감니다, 잇어요, 왓는데; 구해야되, 괜찬아; as heard: 머거써.
_ENDING_IN_M = "".join(map(chr, range(0xAC10, 0xD7A4, 28)))
_SLIPS = re.compile(
    rf"[{_ENDING_IN_M}]니[다까]|[앗엇엿왓웟햇됏잇봣졋겟켯랏럿][어다는네슴습고지음던을구]|[갓낫][다는네]"
    r"|[야면](?:되(?![가-힣])|[댐대됌])|(?<![가-힣])안대|(?<![가-힣])않[가-힣]|(?<![가-힣])머(?:가|라|를|야|든|해)?(?![가-힣])|괜찬|[머마][그거]|됬|읍니"
    r"|[거먹이업가와해래워려어쳐져]써|[떠러]케|(?<![가-힣])마니(?![가-힣])|조아"
)


class Morpheme(NamedTuple):
    """A morpheme with its tag (Sejong set) and where it starts in the text."""

    form: str
    tag: str
    start: int
    length: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """The words of one text. `terms` carry meaning; `grams` catch what the analyser misreads."""

    terms: tuple[str, ...]
    grams: tuple[str, ...]
    morphemes: tuple[Morpheme, ...] = ()


class Analyser(Protocol):
    """Anything that turns texts into search words."""

    @property
    def name(self) -> str:
        """Identity of the words it makes, versions included; stored with every index."""
        ...

    @property
    def ready(self) -> bool:
        """Whether the next call answers at once rather than after loading."""
        ...

    def analyse(self, texts: Sequence[str]) -> list[Analysis]: ...

    def analyse_question(self, text: str, known: Callable[[str], bool]) -> Analysis:
        """The words of a question; slips of the finger are looked for only if a word is not `known`."""
        ...


class BigramAnalyser:
    """Words without a dictionary: bigrams of Hangul and Han, stems of the rest."""

    name = f"bigram/{RULES_VERSION}"
    ready = True

    def analyse(self, texts: Sequence[str]) -> list[Analysis]:
        return [self._one(nfc(text)) for text in texts]

    def analyse_question(self, text: str, known: Callable[[str], bool]) -> Analysis:
        return self._one(nfc(text))

    def _one(self, text: str) -> Analysis:
        lowered = _lower(text)
        terms = [stem(word) for word in _LATIN_OR_DIGITS.findall(lowered) if word not in stopwords.ENGLISH]
        for word in _CJK_WORD.findall(lowered):
            bare = _PARTICLE.sub("", word) if len(word) > 2 else word
            if bare not in stopwords.KOREAN:
                terms.append(bare)
        return Analysis(tuple(terms), bigrams(lowered))


class KiwiAnalyser:
    """Korean morphemes by kiwipiepy, typo-tolerant; other scripts as `BigramAnalyser` does.

    Loaded on first use (about a second, 250 MB): slim dictionaries measured the same retrieval for half
    the memory. Safe in threads.
    """

    def __init__(self) -> None:
        self._kiwi: Any = None
        self._lock = threading.Lock()

    @cached_property
    def name(self) -> str:
        from importlib.metadata import version

        return f"kiwi-{version('kiwipiepy')}/{RULES_VERSION}"

    @property
    def ready(self) -> bool:
        return self._kiwi is not None

    def analyse(self, texts: Sequence[str]) -> list[Analysis]:
        clean = [nfc(text) for text in texts]
        korean = [i for i, text in enumerate(clean) if has_hangul(text)]
        results: list[Analysis | None] = [None] * len(clean)
        if korean:
            kiwi = self._load()
            # One by one: a list goes through kiwi's thread pool, which costs a question twice its time.
            for i in korean:
                results[i] = _from_tokens(clean[i], _read(kiwi, clean[i]))
        plain = BigramAnalyser()
        return [result or plain._one(text) for result, text in zip(results, clean, strict=True)]

    def analyse_question(self, text: str, known: Callable[[str], bool]) -> Analysis:
        # A question is looked at for typos whenever it has a word that nobody said: it may be that.
        clean = nfc(text)
        if not has_hangul(clean):
            return self.analyse([clean])[0]
        kiwi = self._load()
        quick = _from_tokens(clean, _as_written(kiwi, clean))
        if quick.terms and all(known(term) for term in quick.terms):
            return quick
        return _from_tokens(clean, _corrected(kiwi, clean))

    def _load(self) -> Any:
        with self._lock:
            if self._kiwi is None:
                from kiwipiepy import Kiwi

                kiwi = Kiwi(
                    num_workers=1, load_multi_dict=False, load_default_dict=False, load_typo_dict=False
                )
                # The first call with typos builds its tables; pay that here, once.
                _corrected(kiwi, "준비")
                self._kiwi = kiwi
        return self._kiwi


def load_analyser(name: str) -> Analyser:
    """The analyser of that name; "auto" is kiwi where it is installed, bigrams elsewhere."""
    if name == "bigram":
        return BigramAnalyser()
    from importlib.util import find_spec

    if find_spec("kiwipiepy") is None:
        if name == "kiwi":
            raise SettingsError(
                "index.analyser", "kiwipiepy is not installed", "kiwipiepy가 설치되어 있지 않습니다"
            )
        return BigramAnalyser()
    return KiwiAnalyser()


def bigrams(lowered: str) -> tuple[str, ...]:
    """Character pairs inside each Hangul or Han word; a word of one character stands for itself."""
    grams: list[str] = []
    for word in _CJK_WORD.findall(lowered):
        if len(word) == 1:
            grams.append(word)
        else:
            grams += [_shared(word[i : i + 2]) for i in range(len(word) - 1)]
    return tuple(grams)


# One copy of what most texts hold: analyses that are kept take half the memory.
_shared = lru_cache(maxsize=32_768)(str)


_stemming = threading.Lock()


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The stem of a lower-case English word; anything else unchanged."""
    if not word.isascii() or not word.isalpha() or len(word) < 3:
        return word
    # The stemmer keeps its word in itself: two threads at once spoil each other's.
    with _stemming:
        stemmed: str = _stemmer().stemWord(word)
    return stemmed


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer("english")


def _lower(text: str) -> str:
    lowered = text.lower()
    if "+" not in lowered and "#" not in lowered:
        return lowered
    return _SIGNED.sub(lambda m: m[1] + ("plusplus" if m[2] == "++" else "sharp"), lowered)


def _readable(text: str) -> str:
    """Kiwi refuses lone surrogates and reads NUL as an end; neither may fail a search."""
    return text.encode("utf-8", "replace").decode().replace("\0", " ")


def _as_written(kiwi: Any, text: str) -> Sequence[Any]:
    tokens: Sequence[Any] = kiwi.tokenize(_readable(text), normalize_coda=True)
    return tokens


def _corrected(kiwi: Any, text: str) -> Sequence[Any]:
    tokens: Sequence[Any] = kiwi.tokenize(_readable(text), typos="basic_with_continual", normalize_coda=True)
    return tokens


def _read(kiwi: Any, text: str) -> Sequence[Any]:
    """The text's tokens, corrected where a slip is likely.

    Looking for slips takes three quarters of the time and reads rare words as common ones: so not everywhere.
    A usual slip, a word in no dictionary, or one that hardly ever follows what stands before it. Of saegim-ko
    a third of what people say and a twentieth of what assistants say are looked at; of the lines that would
    be read otherwise, nearly all that hold a slip.
    """
    if len(text) < _SHORT or _SLIPS.search(text):
        return _corrected(kiwi, text)
    tokens = _as_written(kiwi, text)
    unlikely = any(token.oov or token.score < _UNLIKELY for token in tokens)
    return _corrected(kiwi, text) if unlikely else tokens


def _from_tokens(text: str, tokens: Sequence[Any]) -> Analysis:
    morphemes = tuple([Morpheme(_shared(t.form), t.tag, t.start, t.len) for t in tokens])
    lowered = _lower(text)
    terms = [stem(word) for word in _LATIN_OR_DIGITS.findall(lowered) if word not in stopwords.ENGLISH]
    places: list[int] = []
    for form, tag, start, _ in morphemes:
        words = _telling_words(form) if _carries(tag) else ()
        if words:
            terms += words
            places.append(start)
    return Analysis(tuple(terms), bigrams(_telling(text, places)), morphemes)


@lru_cache(maxsize=256)
def _carries(tag: str) -> bool:
    """Whether a morpheme of that tag may carry meaning."""
    # Latin and digits are taken from the text itself: kiwi splits "gpt4" and keeps "C++" whole.
    return tag.startswith(_CONTENT_TAGS) and tag not in ("SL", "SN", "MAJ")


@lru_cache(maxsize=16_384)
def _telling_words(form: str) -> tuple[str, ...]:
    """The words of a morpheme that are worth searching for: itself, nearly always, or none."""
    return tuple(word for word in _CJK_WORD.findall(form) if word not in stopwords.KOREAN)


def _telling(text: str, places: Sequence[int]) -> str:
    """The words in which something with a meaning begins: 했어 and 그랬는데 match everything."""
    return " ".join(
        match[0]
        for match in _CJK_WORD.finditer(text)
        if bisect_left(places, match.start()) < bisect_left(places, match.end())
    )
