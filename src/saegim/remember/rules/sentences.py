"""A Korean text cut into sentences, as people end them, with and without a stop; quotations taken out."""

from __future__ import annotations

import re

from saegim.remember.rules.clauses import Sentence, sentence_of
from saegim.remember.rules.unit import Token

_OPEN_QUOTE, _CLOSE_QUOTE = "“‘「『\"'", "”’」』\"'"
# Longer than anyone speaks; a text without stops must not take a pattern's time by the square of its length.
_LONGEST_SENTENCE = 90
_LAUGH = re.compile(r"ㅋ{2,}|ㅎ{2,}|\^\^|ㅋㄷ|lol|ㅋ$")


def read_sentences(text: str, tokens: list[Token]) -> list[Sentence]:
    """The sentences of a text, quotations taken out."""
    tokens = _without_quotations(tokens)
    sentences: list[Sentence] = []
    current: list[Token] = []
    for i, token in enumerate(tokens):
        current.append(token)
        if len(current) >= _LONGEST_SENTENCE or _ends_sentence(text, tokens, i):
            sentences.append(sentence_of(current))
            current = []
    if current:
        sentences.append(sentence_of(current))
    return [sentence for sentence in sentences if sentence.clauses]


def _ends_sentence(text: str, tokens: list[Token], i: int) -> bool:
    token = tokens[i]
    following = tokens[i + 1] if i + 1 < len(tokens) else None
    if following is None:
        return True
    if "\n" in text[token.end : following.start]:
        return True
    if token.tag in ("SF", "SE"):
        return following.tag not in ("SF", "SE", "SW", "SSC")
    closes = following.tag not in ("SF", "SE", "SW", "SSC", "SP", "Z_CODA") and following.form != "요"
    if token.tag == "SW":
        return closes and _LAUGH.match(token.form) is not None
    if token.tag == "EF":
        return closes and following.tag not in ("JKQ", "ETM") and not _fragment(tokens, i + 1)
    if token.form == "요" and token.tag == "JX" and i and tokens[i - 1].tag in ("EF", "EC"):
        return closes
    if token.tag == "SP" and token.form in (",", "·", ":") and i and tokens[i - 1].tag == "EF":
        return True
    return token.tag == "SO" and token.form in ("~", "-") and i > 0 and tokens[i - 1].tag in ("EF", "NNG")


def _fragment(tokens: list[Token], i: int) -> bool:
    """Whether what follows without a stop says nothing by itself: 짧게 해 줘 앞으로 쭉."""
    for j in range(i, len(tokens)):
        token = tokens[j]
        if j + 1 < len(tokens) and tokens[j + 1].tag == "ETM":
            # 우리 집 늙은 말티즈.
            continue
        if token.tag != "ETM" and (token.tag[0] in "VE" or token.tag in ("XSV", "XSA", "W_URL", "IC", "MAJ")):
            return False
        if token.tag in ("SF", "SE", "SW"):
            return j > i
    return True


def _without_quotations(tokens: list[Token]) -> list[Token]:
    """The tokens less what stands in quotation marks and holds a predicate; a quoted noun stays."""
    if not any(token.form in _OPEN_QUOTE for token in tokens if token.tag[0] == "S"):
        return tokens
    kept: list[Token] = []
    i = 0
    while i < len(tokens):
        token = tokens[i]
        if token.tag in ("SSO", "SS", "SW", "SSC") and token.form in _OPEN_QUOTE:
            close = _closing(tokens, i)
            if close:
                inside = tokens[i + 1 : close]
                if any(t.tag[0] in "VE" or t.tag in ("XSV", "XSA") for t in inside):
                    kept.append(Token("“”", "SSQ", token.start, tokens[close].end))
                else:
                    kept.extend(inside)
                i = close + 1
                continue
        kept.append(token)
        i += 1
    return kept


def _closing(tokens: list[Token], i: int) -> int:
    closer = _CLOSE_QUOTE[_OPEN_QUOTE.index(tokens[i].form)]
    for j in range(i + 1, len(tokens)):
        if tokens[j].form == closer and tokens[j].tag[0] == "S":
            return j
    return 0
