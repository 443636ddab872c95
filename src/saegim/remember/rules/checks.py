"""Whether the words found in a value's place can be one: a place, a name, an age, something to like."""

from __future__ import annotations

import re
from collections.abc import Sequence

from saegim.remember.rules import words
from saegim.remember.rules import words_places as places
from saegim.remember.rules.unit import Token

_PLACE_TAIL = re.compile(
    r".+(?:시|군|구|동|읍|면|리|도|역|아파트|빌라|원룸|투룸|오피스텔|기숙사|고시원|하우스|주택|시골|근처|섬|촌|신도시|단지|마을|해외|외국|본가|반지하"
    r"|옥탑방|자취방|관사|사택|숙소|쪽|네|전원주택|도심|읍내|바닷가|산속|외곽)|시골|해외|외국|본가|집|섬|원룸|투룸|기숙사|고시원|오피스텔|아파트|빌라"
)
_NOT_PLACE = frozenset(
    "집 새집 아파트 원룸 빌라 오피스텔 주택 농장 셰어하우스 옆집 윗집 아랫집 장소 곳 재미 낙 힘 맛 마음 멋 때 혼자 지금 평생 보람 무슨 하루 여기 거기 저기 같이 함께 계속 매일 오래 세상 나중 다시 앞 행복".split()
)
_AGE = re.compile(
    r"(?P<ten>열|스물|스무|서른|마흔|쉰|예순|일흔|여든|아흔)?(?P<one>하나|한|둘|두|셋|세|넷|네|다섯|여섯|일곱|여덟|아홉)?|(?P<digits>\d{1,3})"
)
_NOT_TOOL = frozenset(
    """글 일기 소설 시 편지 돈 시간 모자 안경 신경 힘 이름 기사 논문 리뷰 책 답장 반말 존댓말 우산 마스크 용돈 휴가 연차 손 머리 말 욕 방법 표현 단어
    가사 대본 보고서 자소서 이력서 후기 댓글 블로그글 블로그 한국어 영어 사투리 약 연고 마음 에너지 수 방 화장실 침대 물 전기 데 곳 것 거 악 떼 애
    누명 감투 왕관 장갑 렌즈 가면 우리말 높임말 이거 그거 저거 쿠폰 포인트 데이터 현금 카드 락스 도구 요금 기능 양산 선글라스 과제 숙제 칼럼 기획서 제안서 시나리오 웹툰 웹소설 그림 곡 노래 제품 물건 상품 주소 집주소 글씨 문장 지하철 버스 택시 자가용 대중교통 전철 도보""".split()
)
_NOT_OWNED = frozenset(
    "종교 기회 문자 초능력 취향 지식 영혼 윤리관 신앙 삶 손가락 눈 피부 머리카락 직업 관심 시간 꿈 생각 자신 자신감 마음 여유 문제 불만 취미 목표 희망 기대 의문 호기심 책임감 부담 부담감 고민 걱정 느낌 확신 경험 추억 계획 약속 의견 감정 편견 오해 애정 불안 힘 능력 재능 장점 단점 매력 특징 습관 버릇 의미 가치 그거 이거 것 거 프로 퍼센트 배터리 번호 비번 비밀번호 암호 합격 불합격 탈락".split()
)
_NOT_EATEN = frozenset(
    "밥 약 욕 나이 겁 마음 애 말 것 거 이거 그거 저거 아무것 하나 뭐 더위 물 식사 점심 저녁 한입 요새 요즘 이제 절대 낮 밤 아예 전혀 돈 뇌물 벌점 컨디션 정신 잘 챔피언".split()
)
_HOBBY_PLACES = frozenset(
    "수영 요가 헬스 헬스장 필라테스 산책 등산 낚시 교회 성당 절 학원 여행 도서관 병원 한의원 치과 캠핑 운동 골프 테니스 클라이밍 피티 PT 복싱 발레 댄스 뮤지컬 공연 콘서트 전시 맛집 카페 서점 시장 학교 회사 직장".split()
)


def head(tokens: Sequence[Token]) -> Token:
    """The word that the others describe: the last noun."""
    for tags in (("NNG", "NNP", "SL", "NNB", "XR"), ("NR", "SN")):
        for token in reversed(tokens):
            if token.tag in tags:
                return token
    return tokens[-1]


def joined(tokens: Sequence[Token]) -> str:
    """The forms written together."""
    return "".join(token.form for token in tokens)


def is_nominal(tokens: Sequence[Token]) -> bool:
    """A noun with what describes it, not a predicate."""
    last = max((i for i, t in enumerate(tokens) if t.tag in ("ETM", "ETN")), default=-1)
    return not any(t.tag[0] in "VE" for t in tokens[last + 1 :])


def is_place(tokens: Sequence[Token]) -> bool:
    """Somewhere to live."""
    last = head(tokens)
    if last.form in ("쪽", "근처", "부근", "옆") and len(tokens) > 1:
        last = tokens[-2]
    if last.form in _NOT_PLACE or (any(t.tag in ("NR", "SN") for t in tokens[:1]) and len(tokens) == 1):
        return False
    if any(set(t.sorts) & set("RF") for t in tokens) or set(last.sorts) & set("DCEQxX"):
        return False
    return (
        last.tag in ("NNP", "SL")
        or _PLACE_TAIL.fullmatch(last.form) is not None
        or words.BUSINESS in last.sorts
    )


def is_town(tokens: Sequence[Token]) -> bool:
    """A place by name."""
    last = head(tokens)
    return (
        last.tag == "NNP"
        and is_place(tokens)
        and words.SCHOOL not in last.sorts
        and words.COMPANY not in last.sorts
    )


def is_full_name(tokens: Sequence[Token]) -> bool:
    """A Korean name with its family name, and nothing else."""
    return len(tokens) == 1 and tokens[0].tag in ("NNP", "NNG") and words.looks_like_name(tokens[0].form)


def is_name(tokens: Sequence[Token]) -> bool:
    """Something a person, pet or shop could be called."""
    text = joined(tokens)
    return (
        1 <= len(text) <= 12
        and text not in ("비밀", "가명", "외자", "한글")
        and not set(head(tokens).sorts) & set("Tx")
        and not any(t.tag[0] in "VE" for t in tokens)
    )


def is_given_name(tokens: Sequence[Token]) -> bool:
    """A name that is no word for a job, an illness or a thing of the lists."""
    text = joined(tokens)
    return (
        2 <= len(text) <= 4 and all(t.tag in ("NNP", "NNG", "NR") for t in tokens) and not head(tokens).sorts
    )


def is_proper_name(tokens: Sequence[Token]) -> bool:
    """A given name, by the analyser's word or by its syllables."""
    return (
        is_given_name(tokens)
        and len(tokens) == 1
        and (tokens[0].tag == "NNP" or words.could_be_given(tokens[0].form))
    )


def is_age(tokens: Sequence[Token]) -> bool:
    """Between 1 and 119, in digits or words."""
    said = "".join(t.form for t in tokens if not (t.tag == "NNB" and t.form in ("살", "세")))
    found = _AGE.fullmatch(said)
    if found is None or not said or tokens[0].tag[0] == "V":
        return False
    if found["digits"]:
        return 0 < int(found["digits"]) < 120
    return bool(found["ten"] or found["one"])


def is_birth_year(tokens: Sequence[Token]) -> bool:
    """Two digits, or four from 1900 on."""
    digits = tokens[0].form
    return digits.isdigit() and (len(digits) == 2 or 1900 <= int(digits) < 2100)


def toolish(tokens: Sequence[Token]) -> bool:
    """Something one works with."""
    last = head(tokens)
    if last.form in _NOT_TOOL or set(last.sorts) & set("DICTRFXEd") or any(t.tag == "ETM" for t in tokens):
        return False
    return (
        tokens[0].tag not in ("MM", "NP")
        and tokens[0].form != "때"
        and last.tag in ("NNG", "NNP", "SL", "NR")
    )


def tool_by_name(tokens: Sequence[Token]) -> bool:
    """A tool whose name is a name or a foreign word, where ordinary nouns mean other things."""
    last = head(tokens)
    named = last.tag in ("NNP", "SL") or set(last.sorts) & {words.THING, words.APP}
    return toolish(tokens) and bool(
        named or (len(last.form) >= 3 and last.form not in ("도시락", "이메일", "현금", "자전거"))
    )


def brand(tokens: Sequence[Token]) -> bool:
    """A tool known by name."""
    last = head(tokens)
    return toolish(tokens) and (last.tag in ("NNP", "SL") or bool(set(last.sorts) & {words.THING, words.APP}))


def ownable(tokens: Sequence[Token]) -> bool:
    """Something that stands in a room or a garage, not a feeling."""
    last = head(tokens)
    return (
        last.form not in _NOT_OWNED
        and not (len(last.form) > 2 and last.form.endswith("감"))
        and not set(last.sorts) & set("ECRFSWT")
        and not any(t.tag in ("ETM", "MM") for t in tokens[:1])
    )


def edible(tokens: Sequence[Token]) -> bool:
    """Something one eats or drinks, as far as can be told."""
    last = head(tokens)
    if last.form in ("거", "것") and any(t.tag == "ETM" for t in tokens):
        return tokens[0].tag in ("VA", "VV", "NNG") and words.DRUG not in tokens[0].sorts
    if last.form in _NOT_EATEN or set(last.sorts) & set("DETRFHCVW"):
        return False
    return tokens[0].form not in ("이", "그", "저") and last.tag in ("NNG", "NNP", "SL", "XR")


def employer(tokens: Sequence[Token]) -> bool:
    """A company or the like that one goes to every day."""
    last = head(tokens)
    if (
        (last.form in _HOBBY_PLACES and (len(tokens) == 1 or last.form == "학원"))
        or words.SCHOOL in last.sorts
        or set(last.sorts) & set("TRFSx")
    ):
        return False
    return (
        words.COMPANY in last.sorts
        or last.tag in ("NNP", "SL")
        or last.form.endswith(("사", "소", "원", "청", "국", "팀", "부", "집", "점"))
    )


_NO_WORKPLACE = frozenset(
    "집 재택 여기 거기 현장 해외 주로 곳 데 군대 근처 부근 옆 안 밖 산업 분야 업계 혼자 밤 낮 쪽 계통 성가대 찬양대 동호회 동아리 모임 교회 성당 절 봉사 봉사단 합창단 밴드 축구팀 야구팀 리그 대회 무대 단톡방".split()
)


_TOWN_TAILS = ("시", "군", "구", "동", "읍", "면", "역", "도")


def work_town(tokens: Sequence[Token]) -> bool:
    """The town or quarter one works in."""
    last = head(tokens)
    if last.form in ("쪽", "근처", "부근") and len(tokens) > 1:
        last = tokens[-2]
    tailed = last.tag == "NNP" and len(last.form) > 2 and last.form.endswith(_TOWN_TAILS)
    return (last.form in places.TOWNS or tailed) and words.COMPANY not in last.sorts


def workplace(tokens: Sequence[Token]) -> bool:
    """Where one works, said outright: anything but a town, a home or a time."""
    last = head(tokens)
    if last.form in _NO_WORKPLACE or set(last.sorts) & set("TRFx"):
        return False
    if len(tokens) == 1 and last.form in ("회사", "직장", "부서", "팀", "사무실"):
        # 회사에서 신입 교육 맡아: which one is not said.
        return False
    return not work_town(tokens) and not (last.tag == "NNP" and last.form.endswith(_TOWN_TAILS[:6]))


def occupation(tokens: Sequence[Token]) -> bool:
    """What one works as."""
    last = head(tokens)
    return last.form not in (
        "집",
        "재택",
        "주",
        "혼자",
        "스스로",
        "실제",
        "계속",
        "앞",
        "식",
        "정도",
        "때",
        "원격",
        "풀타임",
        "파트타임",
        "위주",
        "중심",
        "학위",
        "대상",
        "목적",
        "장시간",
        "야간조",
        "주간조",
        "오전조",
        "오후조",
        "교대",
        "주야간",
    ) and not set(last.sorts) & set("TRx")


def ill(tokens: Sequence[Token]) -> bool:
    """A condition, not a cold."""
    last = head(tokens)
    return words.PASSING not in last.sorts and words.CREATURE not in last.sorts


def allergen(tokens: Sequence[Token]) -> bool:
    """Something a body can react to."""
    last = head(tokens)
    return not set(last.sorts) & {
        words.CHORE,
        words.CREATURE,
        words.TIME,
        words.FEELING,
        # 회사 알레르기: a joke.
        words.COMPANY,
        words.SCHOOL,
    } and last.form not in ("무슨", "음식", "것", "거", "심한", "공부", "사람")


def steady_drug(tokens: Sequence[Token]) -> bool:
    """A medicine that is taken on and on, not for today's headache."""
    return len(tokens) > 1 or head(tokens).form not in (
        "감기약",
        "소화제",
        "두통약",
        "해열제",
        "약",
        "주사",
        "멀미약",
        "숙취해소제",
        "회충약",
        "농약",
        "진통제",
        "프로틴",
        "단백질",
    )


_NOT_MEDICINE = frozenset(
    """약 약물 처방약 식후 식전 공복 취침 정기 장기 병용 과다 지시 처방 의사 병원 하루 아침 저녁 점심 물 밥 우유 안경 렌즈 치료 운동 휴식 이거 그거 저거
    것 거 다른 종류 용량 백신 주사""".split()
)


def medicinal(tokens: Sequence[Token]) -> bool:
    """A medicine by its place in the sentence, though no list knows it: what is 복용, prescribed, swapped for."""
    last = head(tokens)
    return (
        steady_drug(tokens)
        and last.form not in _NOT_MEDICINE
        and last.tag in ("NNG", "NNP", "SL")
        and not set(last.sorts) & set("TCRFSWXxHJ")
        and tokens[-1].tag not in ("SN", "NNB")
    )


_DAILY = frozenset(
    """퇴근 출근 도착 집 밥 점심 저녁 아침 식사 회의 수업 숙제 과제 설거지 청소 빨래 샤워 운동 게임 버스 지하철 택배 주말 금요일 비 눈 잠 커피 요리 빵
    약속 시간 말 일 것 거 연락 전화 답장 주문 배달 업무 미팅 화장실 놀림 차단 거절 무시 창피 망신 새치기 알람 읽씹 비공개 헌팅 문콕 강요""".split()
)


def eventful(tokens: Sequence[Token]) -> bool:
    """Something that is told months later, not the day's round."""
    if head(tokens).tag not in ("NNG", "NNP", "SL") or tokens[0].tag in ("MM", "NP"):
        return False
    return not any(t.form in _DAILY or words.MOOD in t.sorts for t in tokens)


def nominal_topic(tokens: Sequence[Token]) -> bool:
    """A thing or doing by name, not "this" or a time."""
    last = head(tokens)
    return last.tag in ("NNG", "NNP", "SL", "NNB") and not set(last.sorts) & set("TRFI") and topical(tokens)


def topical(tokens: Sequence[Token]) -> bool:
    """Names a subject that can be left alone, not just "that"."""
    if any(t.tag == "ETM" for t in tokens):
        return True
    return any(
        t.tag in ("NNG", "NNP", "SL")
        and t.form not in ("얘기", "이야기", "말", "소리", "언급", "질문", "걱정", "염려", "부담", "신경")
        for t in tokens
    )
