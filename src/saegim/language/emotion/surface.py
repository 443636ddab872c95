"""Korean read without an analyser: known stems and endings picked from the text as it stands."""

from __future__ import annotations

import re
from functools import lru_cache

from saegim.language.emotion import words
from saegim.language.emotion.forms import predicate_forms
from saegim.language.emotion.korean import Token, canonical, lexicon
from saegim.language.emotion.signs import FAINT, INTENSE
from saegim.language.text import ends_in_consonant

_GRAMMAR = (
    r"(?P<forbid>지\s?(?:마|말|못해)|(?<=\s)마(?:세요|요)?(?![가-힣]))"
    r"|(?P<deny>지(?:는|도|가|를|만)?\s?(?:않|못|안)(?![가-힣]{0,3}\s?[?？])|(?:이|가|은|는)?\s?아니)"
    r"|(?P<without>(?:이|은|도|가|는)?\s?없)"
    r"|(?P<not>(?<![가-힣])(?:안|못)(?=\s?[가-힣]))"
    r"|(?P<past>[았었했]었)"
)
_GAP = re.compile(r"\s(?!(?:많이|더|또|자꾸|계속|막|정도)\s)[가-힣]+\s")
# What may follow a bare stem that ends in a consonant: 울고 is crying, 울산 is a city.
_ENDING = "(?=[아어았었은을음고지네다는게습기던면니잖겠])"
# Where a word begins, or right after what people write together with the next word: 너무슬퍼, 안좋아.
_START = "(?:(?<![가-힣])|(?<=너무)|(?<=진짜)|(?<=완전)|(?<=정말)|(?<=안)|(?<=개)|(?<=존나)|(?<=고))"


def read_surface(text: str) -> list[Token]:
    """The known content words of a text with their modifiers, as `read_morphemes` gives them."""
    pattern, forms = _pattern()
    tokens: list[Token] = []
    factor, negated, end = 1.0, False, 0
    for match in pattern.finditer(text):
        if _GAP.search(f"{text[end : match.start()] if end else ' ' + text[: match.start()]} "):
            tokens.append(Token("·"))
        end = match.end()
        kind, last = match.lastgroup, tokens[-1] if tokens else None
        if kind == "more":
            factor = INTENSE
        elif kind == "less":
            factor = FAINT
        elif kind == "not":
            negated = True
        elif kind == "word":
            form, verb = forms[match[0]]
            tokens.append(Token(form, verb, factor, negated))
            factor, negated = 1.0, False
            if form in ("싶", "겠") and len(tokens) > 1:
                tokens[-2].wished = True
            elif form == "돌아가" and text[end : end + 1] in ("시", "셨"):
                tokens.append(Token("시"))
        elif last is None:
            continue
        elif kind == "forbid":
            # 짜증나게 하지 마 says that it does annoy.
            last.forbidden = not text[: match.start()].endswith(("게 하", "게하"))
        elif kind == "past":
            last.past = True
        elif kind == "deny" or (last.form, "없") not in lexicon():
            last.negated = not last.negated
        else:
            tokens.append(Token("없"))
    return tokens


@lru_cache(maxsize=1)
def _pattern() -> tuple[re.Pattern[str], dict[str, tuple[str, bool]]]:
    forms: dict[str, tuple[str, bool]] = {}
    closed: set[str] = set()
    for entry in sorted(_entries()):
        for part in entry.split("_"):
            verb = part.endswith("다") and len(part) > 1
            bare = part.removesuffix("다") if verb else part
            light = verb and bare.endswith("하") and len(bare) > 2
            if verb and not light:
                if ends_in_consonant(bare):
                    closed.add(bare)
                for form in predicate_forms(bare):
                    forms.setdefault(form, (canonical(bare), True))
            elif bare != "^":
                forms.setdefault(canonical(bare), (canonical(bare), False))
    ordered = sorted(forms, key=len, reverse=True)
    alone = {form: form + _ENDING if form in closed else form for form in forms}
    inside = "|".join([*(alone[form] for form in ordered if len(form) > 2), "겠"])
    opening = "|".join(alone[form] for form in ordered if len(form) <= 2)
    more = "|".join(sorted((w for w in words.INTENSIFIERS if not w.isascii()), key=len, reverse=True))
    less = "|".join(sorted((w for w in words.DIMINISHERS if not w.isascii()), key=len, reverse=True))
    return re.compile(
        f"{_GRAMMAR}|(?P<word>{inside}|{_START}(?:{opening}))"
        f"|(?P<more>(?<![가-힣])(?:{more}))|(?P<less>(?<![가-힣])(?:{less}))(?![가-힣])"
    ), forms


def _entries() -> set[str]:
    listed = {entry for table in words.KOREAN.values() for text in table.values() for entry in text.split()}
    return listed | {*words.PEOPLE, "보다_싶다", "돌아가다", "나다", "내다", "받다", "들다"}
