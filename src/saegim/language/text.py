"""Text as it enters: one normal form, and a few cheap questions about it."""

from __future__ import annotations

import re
import unicodedata

HANGUL = re.compile(r"[ᄀ-ᇿ㄰-㆏가-힣]")
_KOREAN_QUESTION = re.compile(
    # Interrogative words, and sentence endings that only ask. 어/아/해 ask or tell; they need the mark.
    r"(?:^|\s)(?:뭐|뭘|무엇|무슨|누구|누가|언제|어디|어느|어떤|어떻게|어때|왜|몇|얼마)"
    r"|(?:니|냐|나요|가요|까요|까|을까|ㄹ까|던가|는지|은지|ㄴ지|죠|지요)\s*[.!~…ㅋㅎㅠㅜ]*$"
)
_ENGLISH_QUESTION = re.compile(
    r"^(?:who|whom|whose|what|when|where|which|why|how|do|does|did|is|are|was|were|can|could|will|would"
    r"|should|have|has|had|am|may|might|shall)\b",
    re.IGNORECASE,
)


def nfc(text: str) -> str:
    """The text with composed Hangul: Macs send it taken apart, and then nothing matches."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def has_hangul(text: str) -> bool:
    """Whether any Hangul letter stands in the text."""
    return not text.isascii() and HANGUL.search(text) is not None


def ends_in_consonant(word: str) -> bool:
    """Whether the last syllable has a coda: then 은, 이, 을 follow it, not 는, 가, 를."""
    return "가" <= word[-1:] <= "힣" and (ord(word[-1]) - ord("가")) % 28 != 0


def is_question(text: str) -> bool:
    """Whether the text asks something, in Korean or English. Cheap; meant for ranking, not grammar."""
    stripped = text.strip()
    if "?" in stripped or "？" in stripped:
        return True
    if _ENGLISH_QUESTION.match(stripped):
        return True
    return not stripped.isascii() and _KOREAN_QUESTION.search(stripped) is not None
