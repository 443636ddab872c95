"""Whose allergy or illness it is, where a clause names one whom no list knows: 보리가 닭고기 알레르기 있어."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from saegim.remember.rules import words
from saegim.remember.rules import words_places as places
from saegim.remember.rules.clauses import Clause, Sentence
from saegim.remember.rules.opening import past_exclamations, past_time
from saegim.remember.rules.subjects import NAMED, USER, Parted, Subject
from saegim.remember.rules.unit import Token

# What harms when it is kept of the wrong one.
OF_THE_BODY = frozenset("allergy condition medication diet contraindication".split())

_MARKS = frozenset("이 가 은 는 ᆫ 도 한테 에게".split())
_TOPIC = frozenset("은 는 ᆫ 도".split())
_ALLERGY = frozenset("알레르기 알러지 알레르지 앨러지".split())
_NOBODY = (
    frozenset(
        """문제 사실 건강 몸 몸무게 체중 체질 지병 질환 질병 병 증상 증세 진단 진단명 결과 검사 유전 가족력 집안 부작용 원인 이유 때문 편 정도 약 복용약 처방 식단 음식
    식사 밥 반찬 간식 야식 식습관 운동 나이 살 생각 스트레스 오른쪽 왼쪽 양쪽 한쪽 쪽 코 팔 다리 발 손 배 등 머리 가슴 속 얼굴 입 혀 팔꿈치 손가락 발가락 종아리 허벅지
    엉덩이 아랫배 뱃속 눈꺼풀 숨 열 피 땀 잠 집 회사 학교 군대 병원 여행 임신 출산 꽃가루 미세먼지 먼지 황사 날씨 공기 환절기 비 눈 바람 술 담배 커피 음주 흡연 다이어트 생리
    수술 사고 후유증 재활 치료 상담 마음 정신 성격 이름 취미 직업 전공 고향 종교 결론 요점 사정 상황 상태 컨디션 검진 수치 시력 청력 쌤 샘 선생 선생님 의사쌤""".split()
    )
    | _ALLERGY
)
# 커피는 위염 때문에 못 마셔: what is taken or done, not who.
_TAKING = frozenset(
    """먹 마시 피우 피 타 쓰 입 하 가 다니 끊 줄이 참 피하 싫어하 좋아하 즐기 만지 듣 보 읽 배우 키우 기르 사 드시 챙기 빼 넣 바르 시키 주문하 자제하 삼가 치 뛰 신 끼""".split()
)
_UNDERGOING = frozenset("고생 투병 입원 수술 치료 설사 구토 복용 재발 완치 검사 재활 요양".split())
_LIVING = frozenset("아프 늙 태어나 토하 죽 짖 울 앓 다치 쓰러지 편찮".split())
# What animals are called, and what can stand before a food without being one more of them.
_CALLED = frozenset(
    "보리 초코 나비 콩이 두부 구름 구름이 하늘이 별이 달이 봄이 몽이 코코 뽀삐 초롱이 토리 까미 해피 복실이 모찌 루이 루루 라떼 쿠키 탄이 땅콩이 밤이 호두 감자".split()
)
_FOODS_BESIDE = frozenset(
    "밀 밀가루 귀리 호밀 메밀 땅콩 아몬드 잣 호두 캐슈넛 견과류 콩 우유 치즈 고구마".split()
)
_AGED = frozenset("살 개월 생".split())


class Another(NamedTuple):
    """One who is no speaker, by the word used, and where the words that name them end."""

    subject: Subject
    end: int


def another(sentence: Sentence, clause: Clause, parted: Parted, before: Another | None) -> Another | None:
    """Whom the clause names without a list knowing them, or who is still spoken of from `before`."""
    if parted.said or parted.subject.kind != USER:
        return None
    tokens = clause.tokens
    i = past_time(tokens, past_exclamations(tokens))
    if _called_bare(tokens[i : i + 2]):
        return Another(Subject(NAMED, tokens[i].form, True), tokens[i].end)
    mark = next((j for j in range(i + 1, min(i + 4, len(tokens))) if tokens[j].tag[0] == "J"), 0)
    if not mark or not _is_being(tokens[i:mark]) or tokens[mark].form not in _MARKS:
        return before
    noun, rest = tokens[mark - 1], tokens[mark + 1 :]
    topic = tokens[mark].form in _TOPIC
    if not rest or (topic and _is_taken(sentence, clause, rest)):
        return before
    # 콩이 땅콩 알레르기 있어: a syllable alone is called with 이.
    called = noun.form + "이" if len(noun.form) == 1 and tokens[mark].form == "이" else noun.form
    return Another(Subject(NAMED, called, topic), tokens[mark].end)


def still(found: Another | None, clause: Clause) -> Another | None:
    """Whom the clause was about, if what comes next without a subject may be about them too."""
    if found is None or found.end > clause.end or found.end <= clause.start:
        return found
    return found if _lives([t for t in clause.tokens if t.start >= found.end]) else None


def _called_bare(tokens: Sequence[Token]) -> bool:
    """보리 혈압약 먹어, 민수 새우 알레르기 있어: a name before a thing, with no particle."""
    if len(tokens) < 2 or tokens[0].end == tokens[1].start or tokens[1].tag not in ("NNG", "NNP"):
        return False
    name, thing = tokens
    if name.form in _CALLED:
        return thing.form not in _FOODS_BESIDE
    return name.tag == "NNP" and not name.sorts and words.could_be_given(name.form) and _is_being([name])


def _is_being(tokens: Sequence[Token]) -> bool:
    """One word, or a few, that could be what somebody is called; not a part of the body, a meal or a place."""
    last = tokens[-1] if tokens else None
    if last is None or any(t.tag not in ("NNG", "NNP") for t in tokens):
        return False
    known = set(last.sorts) - {words.CREATURE}
    return not known and last.form not in _NOBODY and last.form not in places.TOWNS


def _is_taken(sentence: Sentence, clause: Clause, rest: Sequence[Token]) -> bool:
    """커피는 위염이 있어서 못 마셔: whether the topic is what the sentence's verb is done to."""
    tokens = [*rest, *(t for t in sentence.tokens if t.start >= clause.end)]
    verb = next((j for j in range(len(tokens) - 1, -1, -1) if tokens[j].tag in ("VV", "XSV")), -1)
    if verb < 0:
        return False
    if tokens[verb].tag == "XSV":
        done = tokens[verb - 1]
        undergone = done.form in _UNDERGOING or words.DIET in done.sorts
        return verb > 0 and not undergone and _is_bare(tokens, verb - 1)
    return tokens[verb].form in _TAKING and _is_bare(tokens, verb)


def _is_bare(tokens: Sequence[Token], verb: int) -> bool:
    """Whether nothing before the verb is its object."""
    j = verb - 1
    while j >= 0 and (tokens[j].tag in ("MAG", "IC", "SN", "NNB", "MM") or words.TIME in tokens[j].sorts):
        j -= 1
    return j < 0 or not (tokens[j].tag == "JKO" or tokens[j].tag in ("NNG", "NNP"))


def _lives(tokens: Sequence[Token]) -> bool:
    """Whether the words tell of a living being: its health, its age, its kind."""
    body = {words.CONDITION, words.PASSING, words.BODY, words.DRUG, words.DIET, words.SPECIES}
    return any(
        not body.isdisjoint(t.sorts)
        or t.form in _ALLERGY
        or t.form in _UNDERGOING
        or (t.tag[0] == "V" and t.form in (*_LIVING, "먹", "마시"))
        or (t.tag == "NNB" and t.form in _AGED)
        for t in tokens
    )
