"""Morphemes as the rules read them: mended, joined where a word was cut, and marked with their sort."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from saegim.language.morphemes import Morpheme
from saegim.remember.rules import words
from saegim.remember.rules.words_people import COMPANIONS, FAMILY


class Token(NamedTuple):
    """A morpheme, or a few of them that are one word."""

    form: str
    tag: str
    start: int
    end: int
    sorts: str = ""

    @property
    def piece(self) -> str:
        """How patterns see it: form/TAG.sorts and a space."""
        return f"{self.form}/{self.tag}.{self.sorts} "


_NOUNISH = frozenset(("NNG", "NNP", "NNB", "XR", "XSN", "XPN", "SL", "SN", "NR", "SH"))
_MARKED = frozenset(("NNG", "NNP", "SL", "XR", "VA", "VV", "MAG", "NNB", "NP", "NR"))
# Parts that close a compound written together with what they follow: 혈압+약, 방통+대, 일본+학과.
_CLOSING = frozenset("약 제 증 병 암 염 대 과 학 식 업 생 집 인 색 털 견 묘 력 형 학과 저하증 항진증 구 동 군".split())
_LOOSE = frozenset("들 님 씩 째 당 경 용 적 하 되".split())
_ENDINGS_MENDED = {"엇": "었", "앗": "았", "겟": "겠", "햇": "했", "구": "고"}
_FELT = {"좋": "좋아하", "싫": "싫어하", "무섭": "무서워하", "두렵": "두려워하", "즐겁": "즐기"}
_PEOPLE = frozenset((*FAMILY, *COMPANIONS))
_FORMER_ONES = frozenset("남친 여친 남편 아내 부인 직장 회사 세계 국민 남자친구 여자친구 애인 주인 학교 지역 세대 과목 연인 여자 남자 사장 시즌 여친이랑".split())
_POINTED_AT = frozenset("사람 남자 여자 애 분 집 거 것 쪽 건물 차 가게 아이 사람들 친구".split())


def read_tokens(text: str, morphemes: Sequence[Morpheme]) -> list[Token]:
    """Tokens of an NFC text, in order."""
    raw = [Token(m.form.replace("/", "∕").replace(" ", ""), m.tag.partition("-")[0], m.start, m.start + m.length) for m in morphemes]
    return [_marked(token) for token in _mended(text, _joined(text, raw))]


def _marked(token: Token) -> Token:
    if token.tag not in _MARKED:
        return token
    found = words.sorts(token.form)
    if found and token.tag[0] in "VX":
        found = words.FEELING if words.FEELING in found else ""
    return token._replace(sorts=found) if found else token


def _joined(text: str, tokens: list[Token]) -> list[Token]:
    """Known words that the analyser took apart, and affixes with their stem, as one token."""
    joined: list[Token] = []
    i = 0
    count = len(tokens)
    while i < count:
        token = tokens[i]
        end = _compound_end(text, tokens, i)
        if end > i + 1:
            last = tokens[end - 1]
            joined.append(Token(text[token.start : last.end], "NNG", token.start, last.end))
            i = end
            continue
        before = joined[-1] if joined else None
        if (
            before is not None
            and before.end == token.start
            and (
                (token.tag == "XSN" and before.tag in _NOUNISH and token.form not in _LOOSE)
                or (before.tag == "XPN" and token.tag in ("NNG", "NNP") and before.form not in ("제", "저"))
                or (
                    # 단짝 소미는: two loose syllables after a word for a companion are a name.
                    len(joined) > 1
                    and joined[-2].form in _PEOPLE
                    and joined[-2].end < before.start
                    and len(before.form) == len(token.form) == 1
                    and before.tag[0] == token.tag[0] == "N"
                )
                or (
                    before.tag == "NNP"
                    and len(before.form) == 1
                    and token.tag in ("NNG", "NNP")
                    and words.looks_like_name(before.form + token.form)
                )
                or (token.form in _CLOSING and token.tag in ("NNG", "NNB") and before.tag in ("NNG", "NNP", "SL", "XR"))
            )
        ):
            named = len(before.form) == len(token.form) == 1 and len(joined) > 1 and joined[-2].form in _PEOPLE
            tag = "NNP" if named else "NNB" if before.tag == "SN" else "NNG" if token.tag == "NNG" else before.tag
            joined[-1] = Token(before.form + token.form, tag, before.start, token.end)
        else:
            joined.append(token)
        i += 1
    return joined


def _compound_end(text: str, tokens: list[Token], i: int) -> int:
    """Index after the last token of the longest known word that starts at token `i`, or `i`."""
    start = tokens[i].start
    if tokens[i].tag[0] in "JES" and tokens[i].tag != "SL":
        return i
    best = i
    for j in range(i + 1, min(i + 7, len(tokens))):
        # Morphemes of one syllable overlap (나, ㄴ in 난), so only the outer bounds are compared.
        end = tokens[j].end
        if end - start > words.LONGEST_COMPOUND or tokens[j].start > tokens[j - 1].end:
            break
        nothing_left = j + 1 == len(tokens) or tokens[j + 1].start >= end
        grown = end > tokens[j - 1].end
        if nothing_left and grown and text[start:end] in words.COMPOUNDS:
            best = j + 1
    return best


def _mended(text: str, tokens: list[Token]) -> list[Token]:
    """Tokens with the analyser's usual slips in chat put right."""
    out: list[Token] = []
    i = 0
    count = len(tokens)
    while i < count:
        token = tokens[i]
        form, tag = token.form, token.tag
        if tag[0] == "J" and i and token.start > tokens[i - 1].end and i + 1 < count and tokens[i + 1].start == token.end:
            after = tokens[i + 1]
            if after.tag in ("NNG", "NNP", "NNB"):
                # A particle cannot follow a space: it is the first syllable of a name.
                out.append(Token(form + after.form, "NNP", token.start, after.end))
                i += 2
                continue
        if tag == "EF" and form == "야" and out and out[-1].tag in ("NNG", "NNP", "SL", "NR"):
            # The analyser leaves out the copula after a vowel now and then.
            out.append(Token("이", "VCP", token.start, token.start))
        if tag == "NNG" and form[-1:] == "야" and not words.sorts(form) and (len(form) > 3 or words.sorts(form[:-1])):
            out.append(Token(form[:-1], "NNG", token.start, token.end - 1))
            out.append(Token("이", "VCP", token.end - 1, token.end))
            out.append(Token("야", "EF", token.end - 1, token.end))
            i += 1
            continue
        following = tokens[i + 1] if i + 1 < count else None
        opening = not out or out[-1].tag in ("EF", "SF", "SW", "SP", "SE", "SO", "IC", "SSO", "MAJ", "EC")
        if tag == "EP" or tag == "EC":
            token = token._replace(form=_ENDINGS_MENDED.get(form, form))
        elif form in ("저", "나") and tag in ("MM", "IC", "NNG", "VCP", "XPN") and opening and not _points(following):
            token = token._replace(tag="NP")
        elif form in ("제", "내") and tag in ("XPN", "MM", "NP") and following is not None:
            out.append(token._replace(form="저" if form == "제" else "나", tag="NP"))
            token = token._replace(form="의", tag="JKG")
            if following.tag in ("JKS",):
                token = following
                i += 1
        elif form == "나" and tag == "VV" and opening and following and following.form == "는":
            out.append(token._replace(tag="NP"))
            token = following._replace(tag="JX")
            i += 1
        elif form == "지나" and tag == "VV" and following and following.tag == "ETM" and following.end <= token.end + 1:
            token = Token("지난", "MM", token.start, following.end)
            i += 1
        elif form == "울" and tag == "NP":
            token = token._replace(form="우리")
        elif form == "야" and tag == "JX" and out and out[-1].tag in _NOUNISH and _closes(tokens, i):
            name = out[-1]
            if name.form.endswith("이") and len(name.form) > 2 and name.tag == "NNP":
                # 미경이야 is 미경 + 이야 as often as 미경이 + 야; a name is kept without the syllable.
                out[-1] = name._replace(form=name.form[:-1], end=name.end - 1)
            out.append(token._replace(form="이", tag="VCP"))
            token = token._replace(tag="EF")
        elif tag == "VCP" and out and out[-1].tag == "NNP" and following and following.form == "예요" and token.end > token.start and text[token.start] == "이" and following.start >= token.end:
            # 곰탱이예요: 예요 follows a vowel, so the syllable before it belongs to the name.
            out[-1] = out[-1]._replace(form=out[-1].form + "이", end=token.end)
        elif form == "전" and tag in ("MM", "NNG") and not out and following and following.form not in _FORMER_ONES:
            # 전 팬입니다: 저는, drawn together.
            out.append(token._replace(form="저", tag="NP"))
            token = token._replace(form="ᆫ", tag="JX")
        elif (form == "가" and tag == "JKS" and i and token.start > tokens[i - 1].end and (following is None or following.tag[0] == "S")) or (form == "가" and tag == "NNG" and _closes(tokens, i) and (following is None or following.tag[0] == "S")):
            out.append(token._replace(tag="VV"))
            token = token._replace(form="어", tag="EF")
        elif form == "야" and tag == "JX" and out and out[-1].form == "어" and out[-1].tag == "EC" and out[-1].end == token.start:
            out[-1] = out[-1]._replace(form="어야", end=token.end)
            i += 1
            continue
        elif form == "완전" and tag == "NNG" and following and following.tag[0] in "NV":
            token = token._replace(tag="MAG")
        elif form == "이" and tag == "JKS" and following is None and out and out[-1].tag in ("NNG", "NNP") and len(out) > 2 and out[-2].tag == "JX":
            # 이름은 호박이: nothing follows, so the syllable is the name's.
            out[-1] = out[-1]._replace(form=out[-1].form + "이", tag="NNP", end=token.end)
            i += 1
            continue
        elif form == "야" and tag == "JKV" and any(t.tag in ("JX", "JKS", "NP") for t in out[-8:]) and _closes(tokens, i):
            out.append(token._replace(form="이", tag="VCP"))
            token = token._replace(tag="EF")
        elif form == "이" and tag == "VV" and following and following.tag == "EF" and len(out) > 1 and out[-1].form == "이":
            # 달이입니다: a name that ends in 이.
            if out[-1].tag == "JKS" and out[-2].tag in _NOUNISH:
                out.pop()
                out[-1] = out[-1]._replace(form=out[-1].form + "이", tag="NNP", end=token.start, sorts="")
            token = token._replace(tag="VCP")
        elif form == "있" and tag == "VX" and len(out) > 1 and out[-1].form == "어" and out[-2].form == "살":
            # 살아 있다 is to be alive, not to live somewhere.
            before = out[-2]
            del out[-2:]
            token = Token("살아있", "VA", before.start, token.end)
        elif form == "하" and tag == "VX" and len(out) > 1 and out[-1].form == "어" and out[-2].form in _FELT:
            before = out[-2]
            del out[-2:]
            token = Token(_FELT[before.form], "VV", before.start, token.end)
        elif form == "이야" and tag == "JX" and out:
            out.append(token._replace(form="이", tag="VCP"))
            token = token._replace(form="야", tag="EF")
        elif form == "이래" and tag in ("NNB", "NNG"):
            out.append(token._replace(form="이", tag="VCP"))
            token = token._replace(form="래", tag="EF")
        elif form == "잇" and tag == "VV" and out and out[-1].tag[0] in "JN" and following and following.tag[0] == "E":
            token = token._replace(form="있", tag="VA")
        elif form == "있" and tag == "VV":
            token = token._replace(tag="VA")
        elif form in ("조아", "조") and tag in ("NNP", "NNG", "MM") and text.startswith("조아", token.start):
            i, token = _liking(tokens, i)
            if token.form == "좋" and (i + 1 == count or tokens[i + 1].tag[0] != "E"):
                out.append(token)
                token = Token("어", "EF", token.end, token.end)
        elif form in ("시러", "시르") and tag in ("NNG", "NNP", "VV", "VA"):
            token = token._replace(form="싫", tag="VA")
        elif form == "계" and tag == "NNG" and following and following.tag == "VCP" and out and out[-1].form == "고":
            token = Token("계시", "VX", token.start, following.end)
            i += 1
        elif tag == "ETM" and following is not None and following.start <= token.end and following.tag == "NNB":
            after = tokens[i + 2] if i + 2 < count else None
            if following.form == "데" and form in ("는", "은", "ᆫ") and not (after and after.tag[0] == "J"):
                token = Token(form + "데", "EC", token.start, following.end)
                i += 1
            elif following.form == "것" and form in ("을", "ᆯ") and after and after.form == "이" and after.tag == "JKS":
                if not (i + 3 < count and tokens[i + 3].tag[0] == "V"):
                    token = Token(form + "게", "EF", token.start, after.end)
                    i += 2
        out.append(token)
        i += 1
    return out


def _points(following: Token | None) -> bool:
    return following is not None and following.form in _POINTED_AT


def _closes(tokens: list[Token], i: int) -> bool:
    """Whether nothing of the sentence follows token `i` but marks, or a new phrase."""
    return i + 1 == len(tokens) or tokens[i + 1].start > tokens[i].end or tokens[i + 1].tag[0] == "S"


def _liking(tokens: list[Token], i: int) -> tuple[int, Token]:
    """조아하다, 조아요 in their usual spelling, whatever the analyser saw in them."""
    start = tokens[i].start
    j = i
    while j + 1 < len(tokens) and tokens[j + 1].start < start + 2:
        j += 1
    if j + 1 < len(tokens) and tokens[j + 1].form == "하":
        return j + 1, Token("좋아하", "VV", start, tokens[j + 1].end)
    return j, Token("좋", "VA", start, tokens[j].end)
