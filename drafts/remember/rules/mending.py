"""The analyser's usual slips in chat, put right: one small function each, found by the form it concerns."""

from __future__ import annotations

from collections.abc import Callable

from saegim.remember.rules import words
from saegim.remember.rules.token import NOUNS, Token

_ENDINGS = {"엇": "었", "앗": "았", "겟": "겠", "햇": "했", "구": "고"}
_FELT = {"좋": "좋아하", "싫": "싫어하", "무섭": "무서워하", "두렵": "두려워하", "즐겁": "즐기"}
# 저 사람 points; 저 is then no pronoun. 전 남친 is a former one.
_POINTED_AT = frozenset("사람 남자 여자 애 분 집 거 것 쪽 건물 차 가게 아이 사람들 친구".split())
_FORMER = frozenset(
    """남친 여친 남편 아내 부인 직장 회사 세계 국민 남자친구 여자친구 애인 주인 학교 지역 세대 과목 연인 여자 남자 사장 시즌""".split()
)
_OPENERS = frozenset(("EF", "SF", "SW", "SP", "SE", "SO", "IC", "SSO", "MAJ", "EC"))


class Mending:
    """A pass over the tokens: what is done so far, and what comes next."""

    __slots__ = ("i", "out", "text", "tokens")

    def __init__(self, text: str, tokens: list[Token]) -> None:
        self.text = text
        self.tokens = tokens
        self.out: list[Token] = []
        self.i = 0

    @property
    def token(self) -> Token:
        return self.tokens[self.i]

    def ahead(self, steps: int = 1) -> Token | None:
        at = self.i + steps
        return self.tokens[at] if at < len(self.tokens) else None

    def behind(self, steps: int = 1) -> Token | None:
        return self.out[-steps] if len(self.out) >= steps else None

    def put(self, *tokens: Token, used: int = 1) -> bool:
        """Take these in place of the next `used` tokens."""
        self.out.extend(tokens)
        self.i += used
        return True

    def opens(self) -> bool:
        """Whether a sentence or clause begins here."""
        return not self.out or self.out[-1].tag in _OPENERS

    def closes(self) -> bool:
        """Whether nothing of the sentence follows but marks, or a new word."""
        after = self.ahead()
        return after is None or after.start > self.token.end or after.tag[0] == "S"

    def ends(self) -> bool:
        """Whether the sentence ends here."""
        after = self.ahead()
        return after is None or after.tag[0] == "S"


Fix = Callable[[Mending], bool]


def mend(text: str, tokens: list[Token]) -> list[Token]:
    """The tokens with every slip that a fix knows put right."""
    pass_ = Mending(text, tokens)
    while pass_.i < len(tokens):
        token = tokens[pass_.i]
        fixes = _BY_FORM.get(token.form, ()) + _BY_TAG.get(token.tag[:1], ())
        if not any(fix(pass_) for fix in fixes):
            pass_.put(token)
    return pass_.out


def _speaker(m: Mending) -> bool:
    """저/MM, 나/IC at the head of a clause: the speaker."""
    after = m.ahead()
    if m.token.tag == "VV" and m.token.form == "나" and m.opens() and after and after.form == "는":
        return m.put(m.token._replace(tag="NP"), after._replace(tag="JX"), used=2)
    known = m.token.tag in ("MM", "IC", "NNG", "VCP", "XPN")
    if not known or not m.opens() or (after is not None and after.form in _POINTED_AT):
        return False
    return m.put(m.token._replace(tag="NP"))


def _speakers_own(m: Mending) -> bool:
    """제, 내: the speaker and 의."""
    after = m.ahead()
    if m.token.tag not in ("XPN", "MM", "NP") or after is None:
        return False
    speaker = m.token._replace(form="저" if m.token.form == "제" else "나", tag="NP")
    if after.tag == "JKS":
        return m.put(speaker, after, used=2)
    return m.put(speaker, m.token._replace(form="의", tag="JKG"))


def _drawn_together(m: Mending) -> bool:
    """전 팬입니다: 저는."""
    after = m.ahead()
    if m.token.tag not in ("MM", "NNG") or m.out or after is None or after.form in _FORMER:
        return False
    return m.put(m.token._replace(form="저", tag="NP"), m.token._replace(form="ᆫ", tag="JX"))


def _our(m: Mending) -> bool:
    return m.token.tag == "NP" and m.put(m.token._replace(form="우리"))


def _last(m: Mending) -> bool:
    """지나/VV ㄴ/ETM: 지난 주, 지난 금요일."""
    after = m.ahead()
    if m.token.tag != "VV" or after is None or after.tag != "ETM" or after.end > m.token.end + 1:
        return False
    return m.put(Token("지난", "MM", m.token.start, after.end), used=2)


def _copula(m: Mending) -> bool:
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


def _whole_copula(m: Mending) -> bool:
    """이야/JX, 이래/NNB: the copula and its ending."""
    ending = m.token.form[1:]
    if not m.out or m.token.tag not in (("JX",) if ending == "야" else ("NNB", "NNG")):
        return False
    return m.put(m.token._replace(form="이", tag="VCP"), m.token._replace(form=ending, tag="EF"))


def _name_in_i(m: Mending) -> bool:
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


def _going(m: Mending) -> bool:
    """강릉 가: the verb, not a particle after a space."""
    apart = m.i > 0 and m.token.start > m.tokens[m.i - 1].end
    if not m.ends() or not (m.token.tag == "NNG" or (m.token.tag == "JKS" and apart)):
        return False
    return m.put(m.token._replace(tag="VV"), m.token._replace(form="어", tag="EF"))


def _quite(m: Mending) -> bool:
    after = m.ahead()
    return m.token.tag == "NNG" and after is not None and after.tag[0] in "NV" and m.put(m.token._replace(tag="MAG"))


def _being(m: Mending) -> bool:
    """있: an adjective wherever it stands alone; 살아 있다 is to be alive, not to live somewhere."""
    before, two_before = m.behind(), m.behind(2)
    if m.token.tag == "VV":
        return m.put(m.token._replace(tag="VA"))
    if m.token.tag == "VX" and before and two_before and before.form == "어" and two_before.form == "살":
        del m.out[-2:]
        return m.put(Token("살아있", "VA", two_before.start, m.token.end))
    return False


def _being_misspelt(m: Mending) -> bool:
    """잇어요."""
    before, after = m.behind(), m.ahead()
    if m.token.tag != "VV" or before is None or before.tag[0] not in "JN" or after is None or after.tag[0] != "E":
        return False
    return m.put(m.token._replace(form="있", tag="VA"))


def _feeling(m: Mending) -> bool:
    """좋/VA 어/EC 하/VX: 좋아하다."""
    before, two_before = m.behind(), m.behind(2)
    if m.token.tag != "VX" or before is None or two_before is None or before.form != "어":
        return False
    if two_before.form not in _FELT:
        return False
    del m.out[-2:]
    return m.put(Token(_FELT[two_before.form], "VV", two_before.start, m.token.end))


def _liking(m: Mending) -> bool:
    """조아해, 조아, whatever the analyser saw in them."""
    start = m.token.start
    if m.token.tag not in ("NNP", "NNG", "MM") or not m.text.startswith("조아", start):
        return False
    last = m.i
    while last + 1 < len(m.tokens) and m.tokens[last + 1].start < start + 2:
        last += 1
    after = m.tokens[last + 1] if last + 1 < len(m.tokens) else None
    if after is not None and after.form == "하":
        return m.put(Token("좋아하", "VV", start, after.end), used=last + 2 - m.i)
    end = m.tokens[last].end
    liking = Token("좋", "VA", start, end)
    if after is None or after.tag[0] != "E":
        return m.put(liking, Token("어", "EF", end, end), used=last + 1 - m.i)
    return m.put(liking, used=last + 1 - m.i)


def _disliking(m: Mending) -> bool:
    """시러."""
    return m.token.tag in ("NNG", "NNP", "VV", "VA") and m.put(m.token._replace(form="싫", tag="VA"))


def _staying(m: Mending) -> bool:
    """앓고 계세요, read as a noun and a copula."""
    before, after = m.behind(), m.ahead()
    if m.token.tag != "NNG" or after is None or after.tag != "VCP" or before is None or before.form != "고":
        return False
    return m.put(Token("계시", "VX", m.token.start, after.end), used=2)


def _ending(m: Mending) -> bool:
    """Endings of chat spelling, and 는데, 을게 read as a clause before a noun."""
    token = m.token
    if token.tag in ("EP", "EC"):
        return token.form in _ENDINGS and m.put(token._replace(form=_ENDINGS[token.form]))
    noun, after = m.ahead(), m.ahead(2)
    if token.tag != "ETM" or noun is None or noun.tag != "NNB" or noun.start > token.end:
        return False
    if noun.form == "데" and token.form in ("는", "은", "ᆫ") and not (after and after.tag[0] == "J"):
        return m.put(Token(token.form + "데", "EC", token.start, noun.end), used=2)
    verb = m.ahead(3)
    particle = after is not None and after.form == "이" and after.tag == "JKS"
    if noun.form == "것" and token.form in ("을", "ᆯ") and particle and not (verb and verb.tag[0] == "V"):
        assert after is not None
        return m.put(Token(token.form + "게", "EF", token.start, after.end), used=3)
    return False


def _particle_after_space(m: Mending) -> bool:
    """A particle cannot follow a space: it is the first syllable of a name."""
    token, after = m.token, m.ahead()
    if not m.i or token.start <= m.tokens[m.i - 1].end or after is None or after.start != token.end:
        return False
    if after.tag not in ("NNG", "NNP", "NNB"):
        return False
    return m.put(Token(token.form + after.form, "NNP", token.start, after.end), used=2)


def _noun_with_copula(m: Mending) -> bool:
    """말티푸야, read as one unknown noun."""
    token, form = m.token, m.token.form
    if token.tag != "NNG" or form[-1] != "야" or words.sorts(form) or not (len(form) > 3 or words.sorts(form[:-1])):
        return False
    cut = token.end - 1
    return m.put(
        Token(form[:-1], "NNG", token.start, cut), Token("이", "VCP", cut, cut), Token("야", "EF", cut, token.end)
    )


_BY_FORM: dict[str, tuple[Fix, ...]] = {
    "저": (_speaker,),
    "나": (_speaker,),
    "제": (_speakers_own,),
    "내": (_speakers_own,),
    "전": (_drawn_together,),
    "울": (_our,),
    "지나": (_last,),
    "야": (_copula,),
    "이야": (_whole_copula,),
    "이래": (_whole_copula,),
    "이": (_name_in_i,),
    "가": (_going,),
    "완전": (_quite,),
    "있": (_being,),
    "잇": (_being_misspelt,),
    "하": (_feeling,),
    "조": (_liking,),
    "조아": (_liking,),
    "시러": (_disliking,),
    "시르": (_disliking,),
    "계": (_staying,),
}
_BY_TAG: dict[str, tuple[Fix, ...]] = {
    "J": (_particle_after_space,),
    "E": (_ending,),
    "N": (_noun_with_copula,),
}
