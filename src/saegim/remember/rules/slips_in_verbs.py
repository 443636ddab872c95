"""Verbs and endings that the analyser misreads in chat, put right: one function each."""

from __future__ import annotations

from saegim.remember.rules import words
from saegim.remember.rules.slips import Mending
from saegim.remember.rules.unit import Token

_ENDINGS = {"엇": "었", "앗": "았", "겟": "겠", "햇": "했", "구": "고"}
# The final consonant ㅅ, among the 28 of a syllable.
_SIOT = 19
_FELT = {"좋": "좋아하", "싫": "싫어하", "무섭": "무서워하", "두렵": "두려워하", "즐겁": "즐기"}


# Nothing goes on after these, though the analyser may think so where the writer leaves out the full stop.
_FINAL = frozenset(
    """어요 아요 에요 예요 이에요 습니다 ᆸ니다 네요 군요 거든요 죠 지요 다더라 ᆫ다더라 는다더라 라더라 더라 더라고요 ᆫ대 는대 대 ᆫ대요 는대요 대요 래요
    ᆯ게요 을게요 ᆯ래요 나요 까요 ᆯ까요 을까요 습니까 ᆸ니까 ᆸ시오 으십시오 십시오 세요 으세요 ᆸ시다 읍니다""".split()
)


def last(m: Mending) -> bool:
    """지나/VV ㄴ/ETM: 지난 주, 지난 금요일."""
    after = m.ahead()
    if m.token.tag != "VV" or after is None or after.tag != "ETM" or after.end > m.token.end + 1:
        return False
    return m.put(Token("지난", "MM", m.token.start, after.end), used=2)


def going(m: Mending) -> bool:
    """강릉 가: the verb, not a particle after a space."""
    apart = m.i > 0 and m.token.start > m.tokens[m.i - 1].end
    moves = not m.ends() and m.token.tag == "JKS" and _then_only_when(m)
    if not moves and (not m.ends() or not (m.token.tag == "NNG" or (m.token.tag == "JKS" and apart))):
        return False
    return m.put(m.token._replace(tag="VV"), m.token._replace(form="어", tag="EF"))


def _then_only_when(m: Mending) -> bool:
    """나 이사 가 다음 주 토요일에: a going, and after it no more than its day."""
    before = m.behind()
    rest = m.tokens[m.i + 1 :]
    if before is None or before.form not in ("이사", "여행", "출장", "휴가", "유학", "캠핑") or len(rest) > 8:
        return False
    dated = all(
        t.tag in ("SN", "NNB", "NR", "MM", "JKB", "SF", "SW") or words.TIME in words.sorts(t.form)
        for t in rest
    )
    return dated and any(words.TIME in words.sorts(t.form) for t in rest)


def coming(m: Mending) -> bool:
    """쇼크 와: the verb, not a particle after a space."""
    apart = m.i > 0 and m.token.start > m.tokens[m.i - 1].end
    if m.token.tag not in ("JC", "JKB") or not apart or not m.ends():
        return False
    return m.put(m.token._replace(form="오", tag="VV"), m.token._replace(form="어", tag="EF"))


def breaking_out(m: Mending) -> bool:
    """두드러기 나: the verb, not the ending of a question."""
    copula = m.behind()
    if m.token.tag != "EF" or copula is None or copula.tag != "VCP" or m.ahead() is not None:
        return False
    if m.token.start == 0 or not m.text[m.token.start - 1].isspace():
        return False
    m.out.pop()
    return m.put(m.token._replace(tag="VV"), m.token._replace(form="어", tag="EF"))


def quite(m: Mending) -> bool:
    """완전 before a noun or a verb: an adverb."""
    after = m.ahead()
    return (
        m.token.tag == "NNG"
        and after is not None
        and after.tag[0] in "NV"
        and m.put(m.token._replace(tag="MAG"))
    )


def being(m: Mending) -> bool:
    """있: an adjective wherever it stands alone; 살아 있다 is to be alive, not to live somewhere."""
    before, two_before = m.behind(), m.behind(2)
    if m.token.tag == "VV":
        return m.put(m.token._replace(tag="VA"))
    if m.token.tag == "VX" and before and two_before and before.form == "어" and two_before.form == "살":
        del m.out[-2:]
        return m.put(Token("살아있", "VA", two_before.start, m.token.end))
    return False


def being_misspelt(m: Mending) -> bool:
    """잇어요."""
    before, after = m.behind(), m.ahead()
    if (
        m.token.tag != "VV"
        or before is None
        or before.tag[0] not in "JN"
        or after is None
        or after.tag[0] != "E"
    ):
        return False
    return m.put(m.token._replace(form="있", tag="VA"))


def feeling(m: Mending) -> bool:
    """좋/VA 어/EC 하/VX: 좋아하다."""
    before, two_before = m.behind(), m.behind(2)
    if m.token.tag != "VX" or before is None or two_before is None or before.form != "어":
        return False
    if two_before.form not in _FELT:
        return False
    del m.out[-2:]
    return m.put(Token(_FELT[two_before.form], "VV", two_before.start, m.token.end))


def liking(m: Mending) -> bool:
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


def disliking(m: Mending) -> bool:
    """시러."""
    return m.token.tag in ("NNG", "NNP", "VV", "VA") and m.put(m.token._replace(form="싫", tag="VA"))


def staying(m: Mending) -> bool:
    """앓고 계세요, 부산에 계세요, read as a noun and a copula."""
    before, after = m.behind(), m.ahead()
    if m.token.tag != "NNG" or after is None or after.tag != "VCP" or before is None:
        return False
    if before.form not in ("고", "에"):
        return False
    tag = "VX" if before.form == "고" else "VV"
    return m.put(Token("계시", tag, m.token.start, after.end), used=2)


def because(m: Mending) -> bool:
    """떨궈서: one ending, not an ending and 서다."""
    before, after = m.behind(), m.ahead()
    if m.token.tag not in ("VV", "VX") or before is None or before.form not in ("어", "아"):
        return False
    if before.tag != "EC" or before.end > m.token.end or (after is not None and after.tag[0] == "E"):
        return False
    if m.token.start > before.end:
        return False
    m.out[-1] = Token("어서", "EC", before.start, m.token.end)
    return m.put()


def because_it_is(m: Mending) -> bool:
    """다이어트 중이라 안 먹어: a reason, not an order."""
    before = m.behind()
    if m.token.tag != "EF" or before is None or before.tag != "VCP":
        return False
    return m.put(m.token._replace(tag="EC"))


def storytelling(m: Mending) -> bool:
    """혼자 산답니다: told, with relish; taken apart it looks like somebody's words."""
    says, closing = m.ahead(), m.ahead(2)
    if m.token.tag != "EC" or says is None or says.form != "하" or closing is None or closing.tag != "EF":
        return False
    if closing.form != "ᆸ니다" or "고" in m.text[m.token.start : closing.end]:
        return False
    if not any(t.tag == "NP" and t.form in ("나", "저", "우리", "저희") for t in m.out):
        # 김 대리가 결혼한답니다 is hearsay.
        return False
    return m.put(Token("습니다", "EF", m.token.start, closing.end), used=3)


def contracted(m: Mending) -> bool:
    """갑상선암이라 미역을 피해: a reason, though taken apart it looks like somebody's words."""
    before, says, after = m.behind(), m.ahead(), m.ahead(2)
    if m.token.tag != "EC" or before is None or before.tag != "VCP" or says is None or says.form != "하":
        return False
    if "고" in m.text[m.token.start : says.end] or after is None or after.tag[0] in "EXV":
        return False
    return m.put(m.token._replace(form="라"), used=2)


def partaking(m: Mending) -> bool:
    """드세요: 드시다, not 드세다."""
    after = m.ahead()
    return m.token.tag == "VA" and after is not None and m.put(m.token._replace(form="드시", tag="VV"))


def ending(m: Mending) -> bool:
    """Endings of chat spelling, and 는데, 을게 read as a clause before a noun."""
    token = m.token
    copula = m.behind()
    if token.form == "야" and token.tag == "EC" and copula is not None and copula.tag == "VCP":
        # 줄이는 중이야 반 알씩: what follows is an afterthought.
        return m.put(token._replace(tag="EF"))
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


def quoted_ending(m: Mending) -> bool:
    """끊으라고 하더라, read as an order and a particle: one ending."""
    before = m.behind()
    if m.token.tag != "JKQ" or before is None or before.tag != "EF" or m.token.start != before.end:
        return False
    if before.form not in ("라", "으라", "다", "ᆫ다", "는다", "자"):
        return False
    m.out[-1] = Token(before.form + "고", "EC", before.start, m.token.end)
    return m.put()


def hearsay(m: Mending) -> bool:
    """하지 말라네, read as 라 and "your"."""
    before, after = m.behind(), m.ahead()
    if m.token.tag != "NP" or before is None or before.form != "라" or m.token.start != before.end:
        return False
    if after is None or after.form != "의" or m.text[m.token.start : m.token.start + 1] != "네":
        return False
    m.out[-1] = Token("라네", "EF", before.start, m.token.end)
    return m.put(used=2)


def lessening(m: Mending) -> bool:
    """술 줄이라고: the verb 줄이다, not the bound noun 줄, which only a modifier can stand before."""
    before, copula, after = m.behind(), m.ahead(), m.ahead(2)
    if m.token.tag != "NNB" or before is None or before.tag == "ETM":
        return False
    if copula is None or copula.tag != "VCP" or after is None or after.tag not in ("EC", "EF"):
        return False
    return m.put(Token("줄이", "VV", m.token.start, copula.end), used=2)


def quitting_misspelt(m: Mending) -> bool:
    """끈었어요."""
    after = m.ahead()
    return (
        m.token.tag in ("VV", "NNG")
        and after is not None
        and after.tag in ("EP", "EC")
        and m.put(m.token._replace(form="끊", tag="VV"))
    )


def final_ending(m: Mending) -> bool:
    """왔어요 위염 때문에 …, written without a stop: a sentence ends at 어요, and its 요 is no word of its own."""
    token, before = m.token, m.behind()
    after = m.ahead()
    goes_on = after is not None and after.tag == "JX" and after.start == token.end
    if token.tag == "EC" and token.form in _FINAL and not goes_on:
        return m.put(token._replace(tag="EF"))
    if token.form != "요" or token.tag != "MM" or before is None or before.tag not in ("EF", "EC"):
        return False
    if before.end != token.start:
        return False
    m.out[-1] = before._replace(form=before.form + "요", tag="EF", end=token.end)
    return m.put()


def past_misspelt(m: Mending) -> bool:
    """수술햇어 read as 수술해서: the past, with one ㅅ for two."""
    said = m.text[m.token.start : m.token.end]
    if m.token.tag != "EC" or m.token.form not in ("어서", "아서") or not said.endswith("어"):
        return False
    start = m.token.end - 1
    if start < 1 or (ord(m.text[start - 1]) - 0xAC00) % 28 != _SIOT:
        return False
    return m.put(Token("었", "EP", m.token.start, start), Token("어", "EF", start, m.token.end))


def receiving(m: Mending) -> bool:
    """통보받다: a verb of its own, as in 통보를 받다."""
    return m.token.tag == "XSV" and m.put(m.token._replace(tag="VV"))


def by_mistake(m: Mending) -> bool:
    """잘못 먹고: by mistake, not "cannot well"."""
    after = m.ahead()
    if m.token.tag != "MAG" or after is None or after.form != "못" or after.start != m.token.end:
        return False
    following = m.ahead(2)
    if (
        following is None
        or following.tag == "XSV"
        or (following.form == "하" and following.start == after.end)
    ):
        # 운전을 잘못해 stays what one cannot do.
        return False
    return m.put(Token("잘못", "MAG", m.token.start, after.end), used=2)


def doing(m: Mending) -> bool:
    """요가 해 at the end of what is said: the verb, not a year or the sun."""
    before = m.behind()
    if m.token.tag != "NNG" or not m.ends() or before is None or before.end == m.token.start:
        return False
    if before.tag not in ("NNG", "NNP", "JKO") or words.TIME in words.sorts(before.form):
        return False
    at = m.token.start
    return m.put(Token("하", "VV", at, m.token.end), Token("어", "EF", at, m.token.end))


def drinking(m: Mending) -> bool:
    """커피 다시 마셔요: 마시다, not a polite "do not"."""
    before, after = m.behind(), m.ahead()
    if m.token.tag != "VX" or after is None or after.tag != "EP" or after.form != "시":
        return False
    if m.text[m.token.start : m.token.start + 2] not in ("마시", "마셔", "마셨", "마신", "마실", "마십"):
        return False
    if before is not None and before.form in ("지", "도", "는", "들") and m.text[m.token.start + 1] != "셨":
        # 먹지 마세요, 먹지도 마셔요.
        return False
    return m.put(Token("마시", "VV", m.token.start, after.end), used=2)


def seeing_that(m: Mending) -> bool:
    """처방하길래: one ending, not a noun and a wish."""
    before = m.behind()
    if before is None or before.form != "기" or before.tag != "ETN" or before.end < m.token.start:
        return False
    m.out.pop()
    return m.put(Token("길래", "EC", before.start, m.token.end))


def and_then(m: Mending) -> bool:
    """글고, 글구: 그리고, and 나 after it is the speaker."""
    after, speaker, ending = m.ahead(), m.ahead(2), m.ahead(3)
    if m.token.tag[0] not in "VN" or not m.opens() or after is None or after.form not in ("고", "구"):
        return False
    if after.start != m.token.end:
        return False
    then = Token("그리고", "MAJ", m.token.start, after.end)
    if speaker is not None and speaker.form == "나" and speaker.tag == "VX":
        contracted = ending is not None and ending.start < speaker.end
        return m.put(then, speaker._replace(tag="NP"), used=4 if contracted else 3)
    return m.put(then, used=2)


def and_so(m: Mending) -> bool:
    """떨어져가지구: 가지고, as it is said, not the earth."""
    before, going = m.behind(), m.behind(2)
    if m.token.tag != "NNG" or before is None or going is None or before.end != m.token.start:
        return False
    if before.tag != "EC" or going.tag != "VX" or going.form != "가":
        return False
    m.out.pop()
    return m.put(Token("고", "EC", m.token.start, m.token.end))
