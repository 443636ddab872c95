"""Korean chat lines for speed measurements: invented, varied, with word frequencies like real talk."""

from __future__ import annotations

import random
from collections.abc import Iterator

WHO = "나 우리엄마 동생 민수 지영이 팀장님 친구 남편 아내 언니 오빠 선배 후배 옆집아저씨 할머니 조카 사촌 룸메이트 교수님 원장님".split()
WHEN = "오늘 어제 그저께 지난주에 이번주말에 아침에 저녁에 점심때 새벽에 작년에 요즘 방금 내일 다음달에 휴가때 주말마다 퇴근하고 수업끝나고".split()
WHERE = (
    "강남역 성수동 판교 홍대 제주도 부산 대전 회사 집 학교 도서관 병원 헬스장 카페 시장 공항 수영장 한강공원 극장 미용실 "
    "연남동 이태원 속초 전주 경주 여수 강릉 춘천 수원 일산 분당 잠실 을지로 종로 망원동 합정 신촌 서촌 북촌"
).split()
WHAT = (
    "김치찌개 비빔밥 냉면 파스타 초밥 떡볶이 커피 녹차 케이크 샐러드 삼겹살 칼국수 만두 피자 치킨 된장찌개 순두부 잡채 불고기 "
    "기타 피아노 책 영화 드라마 게임 자전거 카메라 노트북 운동화 가방 우산 화분 그림 사진 노래 춤 요가 필라테스 등산 낚시 캠핑 "
    "보고서 발표 면접 시험 과제 회의 이사 여행 결혼식 생일선물 건강검진 치과 주사 감기약 영양제 보험 적금 주식 월세 관리비 "
    "고양이 강아지 햄스터 앵무새 거북이 화장품 향수 목도리 장갑 모자 시계 안경 이어폰 키보드 모니터 의자 책상 침대 커튼 냉장고"
).split()
DID = (
    "먹었어 샀어 봤어 배우고있어 시작했어 그만뒀어 좋아해 싫어해 추천해줬어 잃어버렸어 찾았어 고쳤어 만들었어 팔았어 빌렸어 "
    "준비하고있어 걱정돼 기대돼 힘들었어 재밌었어 미뤘어 예약했어 취소했어 바꿨어 연습했어 부탁했어 선물받았어 기억나 궁금해 다시하고싶어"
).split()
TAIL = "ㅋㅋ ㅠㅠ 진짜로 너무좋더라 근데비쌌어 생각보다별로였어 다음에또갈래 너도해봐 어떻게생각해 피곤하다 고마워 그렇더라고 완전추천 기분좋다".split()


def _zipf(rng: random.Random, words: list[str]) -> str:
    """A word by Zipf's law: the first ones far more often than the last."""
    return words[min(len(words) - 1, int(len(words) ** rng.random()) - 1)]


def sentences(count: int, *, seed: int = 7) -> Iterator[str]:
    """`count` lines, the same for the same seed. One in twenty carries a rare name."""
    rng = random.Random(seed)
    syllables = "가나다라마바사아자차카타파하고노도로모보소오조초코토포호구누두루무부수우주추쿠투푸후기니디리미비시이지치키티피히"
    for _ in range(count):
        parts = [_zipf(rng, WHEN), _zipf(rng, WHO), f"{_zipf(rng, WHERE)}에서", f"{_zipf(rng, WHAT)}"]
        if rng.random() < 0.05:
            parts.insert(2, "".join(rng.choice(syllables) for _ in range(3)) + "랑")
        parts.append(_zipf(rng, DID))
        if rng.random() < 0.4:
            parts.append(_zipf(rng, TAIL))
        yield " ".join(parts)
