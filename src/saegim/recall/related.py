"""Words that people use for the same thing: those of a question, and those of what answers it.

Someone asks for a 직업 and was told of 회사 and 출근. A group holds the words of one matter of everyday life,
as the analyser gives them: nouns, stems of verbs, English before stemming. Nothing here is about anyone;
groups stay with what most people would say of the matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from saegim.language.morphemes import stem

_KOREAN = """
알레르기 알러지 과민 두드러기 가렵 간지럽 따갑
음식 식품 먹 메뉴 식사 밥 요리 저녁 점심 아침 간식 외식 맛집 식당
과일 사과 복숭아 키위 딸기 참외 수박 포도 망고
고기 소고기 돼지고기 닭 닭고기 삼겹살 육류
해산물 생선 회 새우 조개
채식 비건 식단 다이어트
커피 카페인 카페 원두 라떼 아메리카노 디카페인
술 음주 맥주 소주 와인 막걸리 취하 안주 금주
맵 매운맛 짬뽕 떡볶이 마라탕
빵 베이커리 제과 케이크 디저트 빵집
약 처방 복용 항생제 진통제 영양제
병 질환 질병 지병 진단 증상 병명 아프 건강
통증 아프 쑤시 저리 결리 디스크 관절 허리 무릎 어깨 손목
병원 의사 진료 검사 검진 수술 입원 치료 응급실 의원 내과 정형외과
다치 부상 사고 부러지 찢어지 삐 파열 깁스
잠 수면 불면 불면증 깨 졸리
피부 여드름 트러블 화장품 로션
운동 헬스 헬스장 필라테스 요가 수영 러닝 달리기 조깅 등산
눈 안경 시력 렌즈 안과
치아 이빨 치과 교정 임플란트 사랑니
살 집 주소 동네 거주 이사 자취 원룸 아파트 월세 전세 입주 빌라 오피스텔
고향 태어나 출생 자라 유년기 어린 시절
직업 직장 회사 일 다니 근무 출근 입사 이직 취직 취업 재직 업무
상사 팀장 부장 과장 대표 사장
동료 팀원 후배 선배 막내 신입
월급 연봉 급여 수입 벌 보너스 성과급
돈 액수 금액 비용 가격 값 요금 등록비
빌리 꾸 갚 대출 빚 이자 금리 잔액 상환
적금 저축 투자 주식 코인 펀드
학교 대학 대학교 전공 학과 수업 졸업 입학 교수
시험 자격증 면허 합격 불합격 라이센스 취득
공부 배우 학원 강의 수강 과외 레슨
차 자동차 운전 주차 중고차
핸드폰 휴대폰 스마트폰 폰 휴대전화
컴퓨터 노트북 태블릿 모니터
고장 망가지 깨지 부서지 수리 고치
사 구매 구입 지르 쇼핑 주문
선물 생일 기념일
아내 와이프 집사람 마누라 부인
남편 신랑 남편분
애인 남친 여친 남자친구 여자친구 연애 사귀 썸 소개팅 헤어지
결혼 결혼식 신혼 청혼 약혼 상견례 신혼여행
친구 벗 절친 동창 단짝
부모 부모님 엄마 아빠 아버지 어머니 가족
남동생 여동생 동생 누나 언니 오빠 형 형제 자매 남매
아들 딸 아이 자식 아기 자녀
손주 손자 손녀 할머니 할아버지
조카 사촌 이모 삼촌 고모
임신 출산 태명 임산부 예정일
고양이 냥이 반려묘 고양 집사
강아지 개 반려견 멍멍이 댕댕이
반려동물 반려 애완동물 사료 동물병원
이름 성함 호칭 별명 닉네임 애칭
나이 생일 년생 연세 동갑
여행 놀러가 다녀오 갔다오 휴가 관광 여행지
비행기 항공 항공편 공항 비행 항공권
숙소 호텔 펜션 게스트하우스 글램핑 에어비앤비 리조트
바다 해변 파도 서핑 해수욕장
캠핑 텐트 차박 야영 캠핑장
취미 좋아하 즐기 빠지 취향
영화 드라마 넷플릭스 영화관 극장
책 독서 읽 소설 작가 출간 출판
음악 노래 콘서트 공연 악기 기타 피아노 밴드
그림 미술 전시 전시회 개인전 미술관
게임 보드게임 플스 스위치
축구 야구 농구 경기 응원 구단
꽃 화분 식물 화원 정원 텃밭 꽃집
사진 카메라 찍 촬영
옷 신발 패션 원피스 운동화
무섭 공포 겁 두렵 무서워하
좋아하 최애 선호 취향
싫어하 싫 질색 꺼리
슬프 우울 울 속상 힘들
화나 짜증 싸우 다투 말다툼
걱정 불안 스트레스 긴장 고민
계획 예정 목표 다짐
약속 일정 예약
그만두 끊 관두 퇴사 중단
군대 입대 제대 복무 전역
종교 교회 성당 미사 기도 신앙
돌아가시 장례 장례식 제사 기일
"""
_ENGLISH = """
allergy allergic intolerant intolerance reaction rash itchy hives
food eat meal dish cook dinner lunch breakfast snack recipe restaurant
fruit apple peach kiwi strawberry mango
meat beef pork chicken steak
seafood fish shrimp prawn
vegan vegetarian diet
coffee caffeine cafe espresso decaf latte
alcohol drink beer wine drunk sober pub
bread bakery cake dessert pastry croissant gluten
medicine medication pill tablet prescription antibiotic
illness disease condition diagnosis diagnosed symptom sick health ill
pain hurt ache sore
hospital doctor clinic checkup surgery treatment nurse
injury injured accident broke broken sprain fracture
sleep insomnia awake nap tired
exercise workout gym run swim yoga hike training fitness marathon
live home house address neighbourhood neighborhood apartment flat move rent lease
hometown born grew childhood raised
job work company employer office career profession employed occupation
boss manager supervisor
colleague coworker teammate
salary pay income wage earn
money amount price cost fee expensive
loan borrow lend debt owe repay mortgage
school college university major degree class graduate
exam test licence license certificate certification
study learn lesson course
car drive vehicle
phone mobile cellphone smartphone
computer laptop
broken damaged ruined repair fix
buy bought purchase shopping order
gift present birthday
wife husband spouse partner
boyfriend girlfriend dating relationship
wedding marry married engaged proposal fiance
friend buddy pal mate
family parents mum mom dad mother father
brother sister sibling
son daughter child kid baby children
grandmother grandfather grandma grandpa
nephew niece cousin aunt uncle
pregnant pregnancy birth
cat kitten
dog puppy
pet animal
name called nickname
trip travel vacation holiday visit tour journey
flight plane airport fly
hotel hostel airbnb
sea beach ocean surf
camping camp tent hike trail
hobby enjoy interest passion
movie film show series
book read novel author publish
music song concert guitar piano band instrument
painting art exhibition draw gallery sketch
game gaming console
football soccer baseball basketball
flower plant garden florist
photo picture camera
clothes shoes wear fashion
fear afraid scared phobia
favourite favorite prefer love
dislike hate
sad depressed cry upset
angry annoyed fight argue argument
worry anxious stress nervous
plan goal intend
appointment schedule booking reservation
quit stop resign
army military veteran
religion church temple pray faith
die died death funeral passed
volunteer charity donate community
"""


@cache
def _groups() -> Mapping[str, tuple[str, ...]]:
    """The other words of every group a word is in."""
    found: dict[str, dict[str, None]] = {}
    korean = [line.split() for line in _KOREAN.strip().splitlines()]
    english = [[stem(word) for word in line.split()] for line in _ENGLISH.strip().splitlines()]
    for group in (*korean, *english):
        for word in group:
            found.setdefault(word, {}).update(dict.fromkeys(other for other in group if other != word))
    return {word: tuple(others) for word, others in found.items()}


def related_words(terms: Iterable[str]) -> tuple[str, ...]:
    """Other words for what the terms are about, none of them among the terms."""
    asked = dict.fromkeys(terms)
    groups = _groups()
    others = dict.fromkeys(word for term in asked for word in groups.get(term, ()))
    return tuple(word for word in others if word not in asked)
