"""Names that the analyser takes for other words, put right: one function each."""

from __future__ import annotations

from saegim.remember.rules import words
from saegim.remember.rules.korean import coda
from saegim.remember.rules.slips import Mending
from saegim.remember.rules.unit import Token


def surname_yi(m: Mending) -> bool:
    """이지수, 이가을 read as "this" and a noun: "this" would stand apart."""
    token, after, then = m.token, m.ahead(), m.ahead(2)
    if token.tag != "MM" or after is None or after.start != token.end or after.tag not in ("NNG", "NNP"):
        return False
    if not (then is None or then.tag == "VCP" or then.tag[0] == "J" or then.form in ("님", "씨")):
        return False
    name = token.form + after.form
    return words.looks_like_name(name) and m.put(Token(name, "NNP", token.start, after.end), used=2)


def name_before_copula(m: Mending) -> bool:
    """수진이야 read as 수진이 and a copula without a sound: the name is 수진."""
    token, before, after = m.token, m.behind(), m.ahead()
    if token.tag != "VCP" or before is None or before.tag != "NNP" or after is None or after.form == "예요":
        return False
    name = before.form.removesuffix("이")
    silent = token.end == token.start or m.text[token.start : token.end] != "이"
    if not silent or len(name) != 2 or name == before.form or not words.could_be_given(name):
        return False
    if coda(name) <= 0:
        return False
    m.out[-1] = before._replace(form=name, end=before.end - 1)
    return m.put(token._replace(start=before.end - 1, end=before.end))


def name_in_ra(m: Mending) -> bool:
    """난 고아라야 read as 고아 and 이라야: an ending that needs another clause closes none."""
    token, before, noun = m.token, m.behind(), m.behind(2)
    if token.tag != "EC" or not m.ends() or before is None or before.tag != "VCP" or noun is None:
        return False
    if noun.tag not in ("NNG", "NNP") or noun.end != token.start:
        return False
    at = token.start + 1
    m.out[-2:] = [Token(noun.form + "라", "NNP", noun.start, at), Token("이", "VCP", at, at)]
    return m.put(Token("야", "EF", at, token.end))


def called(m: Mending) -> bool:
    """민수라고 해, 정우성이라고 해 with 라고 read as a quotation's: the copula of a name."""
    token, before, after = m.token, m.behind(), m.ahead()
    if token.tag != "JKQ" or before is None or before.tag != "NNP" or after is None or after.form != "하":
        return False
    if words.sorts(before.form) or not words.could_be_given(before.form):
        return False
    at = token.end - 2
    return m.put(Token("이", "VCP", token.start, at), Token("라고", "EC", at, token.end))


def barley(m: Mending) -> bool:
    """이름은 보리고 푸들이야, read as 보다 with an ending nobody uses any more."""
    after, then = m.ahead(), m.ahead(2)
    if m.token.tag != "VV" or after is None or after.form != "리" or after.tag != "EP" or then is None:
        return False
    at = after.end
    return m.put(Token("보리", "NNG", m.token.start, at), Token("이", "VCP", at, at), used=2)


def exclamation_in_a_name(m: Mending) -> bool:
    """가수는 아이유야 with 아 read as a sigh: within a sentence one would stand apart."""
    token, after = m.token, m.ahead()
    if token.tag != "IC" or m.opens() or after is None or after.start != token.end:
        return False
    if after.tag not in ("NNG", "NNP") or len(token.form) > 1:
        return False
    return m.put(Token(token.form + after.form, "NNP", token.start, after.end), used=2)


def name_with_and(m: Mending) -> bool:
    """이름은 호두고 말티즈예요, read as one noun: 호두 and 이고."""
    token, topic, word = m.token, m.behind(), m.behind(2)
    if token.tag not in ("NNG", "NNP") or len(token.form) < 3 or token.form[-1] != "고" or m.ends():
        return False
    if (
        topic is None
        or topic.tag not in ("JX", "JKS")
        or word is None
        or word.form != "이름"
        or not m.closes()
    ):
        return False
    cut = token.end - 1
    return m.put(
        Token(token.form[:-1], "NNP", token.start, cut),
        Token("이", "VCP", cut, cut),
        Token("고", "EC", cut, token.end),
    )
