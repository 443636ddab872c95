"""Pronouns, names and the copula that the analyser misreads in chat, put right: one function each."""

from __future__ import annotations

from saegim.remember.rules import words
from saegim.remember.rules.slips import Mending
from saegim.remember.rules.unit import NOUNS, Token

# 저 사람 points; 저 is then no pronoun. 전 남친 is a former one.
_POINTED_AT = frozenset("사람 남자 여자 애 분 집 거 것 쪽 건물 차 가게 아이 사람들 친구".split())
_FORMER = frozenset(
    """남친 여친 남편 아내 부인 직장 회사 세계 국민 남자친구 여자친구 애인 주인 학교 지역 세대 과목 연인 여자 남자 사장 시즌""".split()
)


def speaker(m: Mending) -> bool:
    """저/MM, 나/IC at the head of a clause: the speaker."""
    after = m.ahead()
    if m.token.tag == "VV" and m.token.form == "나" and m.opens() and after and after.form == "는":
        return m.put(m.token._replace(tag="NP"), after._replace(tag="JX"), used=2)
    known = m.token.tag in ("MM", "IC", "NNG", "VCP", "XPN")
    # 왔어요 나 낯가림 심해: after a stop that was not written.
    known = known or (m.token.tag in ("JC", "VX") and after is not None and after.start > m.token.end)
    if not known or not m.opens() or (after is not None and after.form in _POINTED_AT):
        return False
    return m.put(m.token._replace(tag="NP"))


def acquainted(m: Mending) -> bool:
    """아는 형, read as a noun and its particle: 알다."""
    after, then = m.ahead(), m.ahead(2)
    if m.token.tag not in ("NNG", "IC") or after is None or then is None or after.start != m.token.end:
        return False
    if after.form != "는" or then.tag not in ("NNG", "NNP") or then.start == after.end:
        return False
    return m.put(m.token._replace(form="알", tag="VV"), after._replace(tag="ETM"), used=2)


def age_word(m: Mending) -> bool:
    """나이 얘기, read as 나 and 이."""
    after = m.ahead()
    if m.token.tag != "NP" or not m.text.startswith("나이", m.token.start) or after is None:
        return False
    if after.form not in ("의", "이") or after.end > m.token.start + 2:
        return False
    return m.put(Token("나이", "NNG", m.token.start, m.token.start + 2), used=2)


def speakers_own(m: Mending) -> bool:
    """제, 내: the speaker and 의; not in 제일."""
    after, then = m.ahead(), m.ahead(2)
    most = m.text.startswith("제일", m.token.start) and after is not None and after.form == "일"
    if most and after is not None and (then is None or then.tag[0] != "J"):
        return m.put(Token("제일", "MAG", m.token.start, after.end), used=2)
    if m.token.tag not in ("XPN", "MM", "NP") or after is None:
        return False
    speaker = m.token._replace(form="저" if m.token.form == "제" else "나", tag="NP")
    if after.tag == "JKS":
        return m.put(speaker, after, used=2)
    return m.put(speaker, m.token._replace(form="의", tag="JKG"))


def drawn_together(m: Mending) -> bool:
    """전 팬입니다: 저는."""
    after = m.ahead()
    if m.token.tag not in ("MM", "NNG") or m.out or after is None or after.form in _FORMER:
        return False
    return m.put(m.token._replace(form="저", tag="NP"), m.token._replace(form="ᆫ", tag="JX"))


def our(m: Mending) -> bool:
    """울 언니: 우리."""
    return m.token.tag == "NP" and m.put(m.token._replace(form="우리"))


def copula(m: Mending) -> bool:
    """야 after a noun, in the several ways the analyser reads it."""
    token, before = m.token, m.behind()
    if before is None:
        return False
    copula = token._replace(form="이", tag="VCP", end=token.start), token._replace(tag="EF")
    if token.tag == "EF" and before.tag in ("NNG", "NNP", "SL", "NR"):
        return m.put(*copula)
    if token.tag == "JX" and before.form == "어" and before.tag == "EC" and before.end == token.start:
        m.out[-1] = before._replace(form="어야", end=token.end)
        return m.put()
    if token.tag == "JX" and before.tag in NOUNS and m.closes():
        if before.form.endswith("이") and len(before.form) > 2 and before.tag == "NNP":
            # 미경이야 is 미경 + 이야 as often as 미경이 + 야; a name is kept without the syllable.
            m.out[-1] = before._replace(form=before.form[:-1], end=before.end - 1)
        return m.put(*copula)
    if token.tag == "JKV" and m.closes() and any(t.tag in ("JX", "JKS", "NP") for t in m.out[-8:]):
        return m.put(*copula)
    return False


def copula_that_goes_on(m: Mending) -> bool:
    """내 이름은 민지고 …, read as "the late"; 하늘이고요 …, read as 고요, stillness: the copula and 고."""
    token, before = m.token, m.behind()
    if before is None or before.end != token.start or not m.closes():
        return False
    if token.form == "고" and token.tag == "MM" and before.tag in NOUNS:
        copula = token._replace(form="이", tag="VCP", end=token.start)
        return m.put(copula, token._replace(tag="EC"))
    if token.form == "고요" and token.tag == "NNG" and before.form == "이" and before.tag == "JKS":
        m.out[-1] = before._replace(tag="VCP")
        return m.put(
            Token("고", "EC", token.start, token.start + 1), Token("요", "JX", token.start + 1, token.end)
        )
    return False


def whole_copula(m: Mending) -> bool:
    """이야/JX, 이래/NNB: the copula and its ending."""
    ending = m.token.form[1:]
    if not m.out or m.token.tag not in (("JX",) if ending == "야" else ("NNB", "NNG")):
        return False
    return m.put(m.token._replace(form="이", tag="VCP"), m.token._replace(form=ending, tag="EF"))


def subject_particle(m: Mending) -> bool:
    """사람이 갤럭시를, 한 분이 약을: 이 that closes a word is no copula, which has an ending, nor "this"."""
    token, before, after = m.token, m.behind(), m.ahead()
    closes = before is not None and before.tag in NOUNS and before.end == token.start < token.end
    if token.tag not in ("VCP", "MM") or not closes or after is None or after.start == token.end:
        return False
    return after.tag in ("NNG", "NNP", "NP", "MAG", "MM", "NR", "SN") and m.put(token._replace(tag="JKS"))


def name_in_i(m: Mending) -> bool:
    """The last syllable of 곰탱이, 호박이, 달이, taken for a particle or a copula."""
    token, before, after = m.token, m.behind(), m.ahead()
    if before is None:
        return False
    if token.tag == "VCP" and before.tag == "NNP" and after is not None and after.form == "예요":
        # 예요 follows a vowel, so the syllable before it belongs to the name.
        if token.end > token.start and after.start >= token.end and m.text[token.start] == "이":
            m.out[-1] = before._replace(form=before.form + "이", end=token.end)
        return m.put(token)
    two_before = m.behind(2)
    if token.tag == "JKS" and after is not None and after.start == token.end:
        # 하은이는: no particle follows the subject's, so the syllable belongs to what somebody is called.
        then = m.ahead(2)
        # 구름이가, 별이가 with 가 read as a verb or a prefix.
        cut = (
            after.form == "가" and after.tag in ("VV", "XPN") and then is not None and then.start > after.end
        )
        if cut and _joined_to_name(m):
            return m.put(after._replace(tag="JKS"))
        if after.tag[0] == "J":
            return _joined_to_name(m)
    if token.tag == "JKS" and after is None and before.tag in ("NNG", "NNP"):
        if two_before is None or two_before.tag != "JX":
            return False
        m.out[-1] = before._replace(form=before.form + "이", tag="NNP", end=token.end)
        return m.put()
    if token.tag == "VV" and before.form == "이" and after is not None and after.tag == "EF":
        if before.tag == "JKS" and two_before is not None and two_before.tag in NOUNS:
            m.out.pop()
            m.out[-1] = two_before._replace(form=two_before.form + "이", tag="NNP", end=token.start)
        return m.put(token._replace(tag="VCP"))
    return False


def _joined_to_name(m: Mending) -> bool:
    """The whole word before 이, however it was cut: 하/은/이 is one name."""
    first, end = len(m.out), m.token.end
    while first and m.out[first - 1].end == (m.out[first].start if first < len(m.out) else m.token.start):
        first -= 1
    cut = m.out[first:]
    if not cut or any(
        t.tag not in ("NNG", "NNP", "IC", "XPN", "NR", "MM") or words.TIME in words.sorts(t.form) for t in cut
    ):
        return False
    start = cut[0].start
    del m.out[first:]
    return m.put(Token(m.text[start:end], "NNP", start, end))


def reason_after_letters(m: Mending) -> bool:
    """adhd라 메디키넷 먹어: 라 after letters gives a reason, it is no noun."""
    before, after = m.behind(), m.ahead()
    if m.token.tag != "NNG" or before is None or before.tag != "SL" or before.end != m.token.start:
        return False
    if after is None or after.start == m.token.end:
        return False
    at = m.token.start
    return m.put(Token("이", "VCP", at, at), m.token._replace(tag="EC"))


def reason_in_a_noun(m: Mending) -> bool:
    """알러지라 read as one noun: 알러지 and 이라."""
    stem = m.token.form.removesuffix("라")
    if m.token.tag not in ("NNG", "NNP") or stem not in ("알러지", "알레르기", "앨러지", "알레르지"):
        return False
    if stem == m.token.form:
        return False
    at = m.token.end - 1
    return m.put(
        m.token._replace(form=stem, end=at), Token("이", "VCP", at, at), Token("라", "EC", at, m.token.end)
    )


def particle_after_space(m: Mending) -> bool:
    """A particle cannot follow a space: it is the first syllable of a name."""
    token, after = m.token, m.ahead()
    if not m.i or token.start <= m.tokens[m.i - 1].end or after is None or after.start != token.end:
        return False
    if after.tag not in ("NNG", "NNP", "NNB"):
        return False
    return m.put(Token(token.form + after.form, "NNP", token.start, after.end), used=2)


def noun_with_copula(m: Mending) -> bool:
    """말티푸야, read as one unknown noun."""
    token, form = m.token, m.token.form
    if (
        token.tag not in ("NNG", "NNP")
        or form[-1] != "야"
        or words.sorts(form)
        or not (len(form) > 3 or words.sorts(form[:-1]) or _after_name_word(m))
    ):
        return False
    cut = token.end - 1
    return m.put(
        Token(form[:-1], token.tag, token.start, cut),
        Token("이", "VCP", cut, cut),
        Token("야", "EF", cut, token.end),
    )


def _after_name_word(m: Mending) -> bool:
    """내 이름은 로디야: nobody is called 로디야."""
    return len(m.token.form) > 2 and m.ends() and any(t.form == "이름" for t in m.out[-3:])


def mail(m: Mending) -> bool:
    """메일, taken for a slip of 매일."""
    return m.text.startswith("메일", m.token.start) and m.put(m.token._replace(form="메일", tag="NNG"))


def aubergine(m: Mending) -> bool:
    """가지 싫어해, 가지 못 먹어: the vegetable, not 가다. Nobody hates "not going" without saying so."""
    ending, third, fourth, fifth = (m.ahead(steps) for steps in (1, 2, 3, 4))
    if m.token.tag != "VV" or ending is None or ending.form != "지" or third is None or fourth is None:
        return False
    noun = Token("가지", "NNG", m.token.start, ending.end)
    if third.form in ("못", "안") and fourth.form == "먹":
        return m.put(noun, used=2)
    if third.form == "싫" and fourth.form == "어" and fifth is not None and fifth.form == "하":
        return m.put(noun, Token("싫어하", "VV", third.start, fifth.end), used=5)
    return False


def noun_with_doing(m: Mending) -> bool:
    """극혐함, 손절함, read as one unknown noun."""
    token, form = m.token, m.token.form
    if token.tag not in ("NNG", "NNP") or len(form) < 3 or form[-1] not in "함됨" or not m.ends():
        return False
    if words.sorts(form):
        return False
    cut = token.end - 1
    return m.put(
        Token(form[:-1], "NNG", token.start, cut),
        Token("하" if form[-1] == "함" else "되", "XSV", cut, token.end),
        Token("ᆷ", "EF", cut, token.end),
    )


def no_longer(m: Mending) -> bool:
    """더 이상, 더이상, 더는: one adverb."""
    after = m.ahead()
    if m.token.tag != "MAG" or after is None or after.form not in ("이상", "는"):
        return False
    if after.form == "는" and after.tag != "JX":
        return False
    then = m.ahead(2)
    marked = after.form == "이상" and then is not None and then.tag == "JX" and then.start == after.end
    last = then if marked and then is not None else after
    return m.put(Token("더이상", "MAG", m.token.start, last.end), used=3 if marked else 2)


def by_now(m: Mending) -> bool:
    """이제는, 이젠: as 이제."""
    after = m.ahead()
    if after is None or after.tag != "JX" or after.form not in ("는", "ᆫ"):
        return False
    return m.put(Token("이제", "MAG", m.token.start, after.end), used=2)


def child(m: Mending) -> bool:
    """아이 얘기, read as an exclamation."""
    after = m.ahead()
    return (
        m.token.tag == "IC"
        and after is not None
        and after.tag in ("NNG", "JKS", "JX", "JKO", "JKB", "JKG", "MAG")
        and m.put(m.token._replace(tag="NNG"))
    )


def as_of(m: Mending) -> bool:
    """31일부로: the day, not a part."""
    before = m.behind()
    if before is None or before.tag != "SN" or before.end != m.token.start:
        return False
    cut = m.token.end - 1
    return m.put(Token("일", "NNB", m.token.start, cut), Token("부", "JX", cut, m.token.end))


def at_a_place(m: Mending) -> bool:
    """독일서 왔어: 에서."""
    before, after = m.behind(), m.ahead()
    if m.token.tag not in ("NNG", "NNB") or before is None or before.end != m.token.start:
        return False
    if before.tag not in ("NNG", "NNP") or after is None or after.start == m.token.end:
        return False
    return m.put(m.token._replace(form="에서", tag="JKB"))
