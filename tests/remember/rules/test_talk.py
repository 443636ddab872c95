"""Chat as people type it: what was wrongly kept, doubly kept or oddly worded, said in several ways."""

from __future__ import annotations

import pytest
from rules_testbed import found


@pytest.mark.parametrize(
    "text",
    [
        # a wish that came up
        "나도 술 끊고 싶어짐",
        "담배 끊고 싶어졌어",
        "이사 가고 싶어지네요",
        # a ticket, not a habit
        "인천 출발로 끊음",
        "환불불가로 끊었어요",
        # somebody or something else was cut
        "오프 신청한 거 다 짤림",
        "잡지 연재가 짤렸어요",
        # a difference in age
        "다섯 살 어려",
        "우리는 세 살 차이예요",
        # opened, not ten years old
        "작년 11월에 열었어요",
        # eaten by mistake
        "땅콩과자 잘못 먹고 배 아팠어",
        # a part of the body to be careful with
        "손목은 진짜 조심해야 되는데",
        # once, or all summer long, is no diet
        "여름 내내 참외만 먹음",
        "그날만 먹고 또 안 먹어요",
        # how long, and which, not when
        "이번 주 내내 복숭아 얘기만 나와",
        "7월의 저를 반성합니다",
        # every day, not next time
        "새벽 다섯 시에 대문을 두드려",
        # who or what was named is unsaid
        "이름은 귤이로 정해 둠",
    ],
)
def test_nothing_is_kept(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("나 담배 끊었어", "fact", "담배"),
        ("나 회사에서 짤렸어", "fact", "해고"),
        ("저 올해 서른이에요", "profile", "서른"),
        ("점심은 샐러드만 먹어요", "diet", "샐러드"),
        ("신장이 안 좋아서 바나나 조심해야 돼요", "contraindication", "바나나"),
        ("내일 아침 아홉 시에 공항 가요", "plan", "공항"),
        ("이름은 문가온이에요", "profile", "문가온"),
    ],
)
def test_what_is_like_it_but_meant_is_kept(text: str, kind: str, value: str) -> None:
    assert any(f.kind == kind and value in (f.value or "") for f in found(text))


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("결혼기념일이 5월 3일이야", "event"),
        ("우리 결혼기념일은 10월 12일이에요", "event"),
        ("매주 화요일 목요일 요가 해", "habit"),
        ("월수금 수영 다녀요", "habit"),
        ("월요일마다 할머니랑 점심 먹기로 함", "habit"),
        ("나 로드픽이라는 스타트업 다녀", "work.company"),
        ("토일 카페에서 알바하기로 했어", "decision"),
    ],
)
def test_one_thing_said_is_kept_once(text: str, key: str) -> None:
    assert [f.key for f in found(text)] == [key]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("시험은 다음 주 토요일이야", "시험은 2026년 3월 14일이다."),
        ("4월 4일이 이삿날이에요", "2026년 4월 4일이 이삿날이다."),
        ("반찬가게는 한 달 문 닫기로 했어", "반찬가게는 한 달 문 닫기로 했다."),
        ("금요일에 거래처 미팅이 있습니다", "사용자는 2026년 3월 6일에 거래처 미팅이 있다."),
        ("저녁에 약 먹으라고 알려줘", "사용자는 잊지 않게 알려 달라고 했다: 저녁에 약 먹기"),
        ("내일 우산 챙기라고 말해 주세요", "사용자는 잊지 않게 알려 달라고 했다: 우산 챙기기"),
        ("월급날은 25일이야", "사용자의 월급날은 매달 25일이다."),
        ("결혼기념일이 5월 3일이야", "사용자의 결혼기념일은 5월 3일이다."),
        ("나 이사 가 다음 주 토요일에", "사용자는 2026년 3월 14일에 이사 간다."),
        ("폰은 결국 아이폰으로 바꿈", "사용자는 아이폰을 쓴다."),
    ],
)
def test_a_memory_reads_as_a_person_would_write_it(text: str, content: str) -> None:
    assert content in [f.content for f in found(text)]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("나 이사 가 다음 주 토요일에", "2026-03-14"),
        ("나 결혼한다 내년 봄에", "2027-03-01"),
        ("집 계약했어요 어제", "2026-03-03"),
        ("치과 예약 수요일에서 금요일로 바꿨어", "2026-03-06"),
        ("엄마는 설 전날 퇴원해서 집에서 떡국 먹음", "2026-02-16"),
    ],
)
def test_it_is_dated_by_the_day_that_was_meant(text: str, day: str) -> None:
    assert day in {f.when[0].date().isoformat() for f in found(text) if f.when}


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("서울에서 일해요", "work.place", "서울"),
        ("저는 강남역에서 근무해요", "work.place", "강남역"),
        ("병원에서 일해요", "work.company", "병원"),
        ("토스에서 근무합니다", "work.company", "토스"),
    ],
)
def test_a_town_is_where_one_works_and_no_company(text: str, key: str, value: str) -> None:
    assert [(f.key, f.value) for f in found(text)] == [(key, value)]


def test_drinking_again_is_no_order_to_stop() -> None:
    assert [f.key for f in found("저 커피 다시 마셔요")] == ["habit"]
    assert [f.kind for f in found("회사 얘기는 하지 마셔요")] == ["boundary"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("나는 이지수라고 해", [("user", "name", "이지수")]),
        ("저는 이가을입니다", [("user", "name", "이가을")]),
        ("이름은 호두고 말티즈예요", [("user", "pet.호두", "말티즈")]),
        ("강아지 한 마리 키워 이름은 보리고 푸들이야", [("user", "pet.보리", "푸들")]),
        ("여자친구 이름은 수진이야", [("여자친구", "name", "수진")]),
        ("남자친구는 민수라고 하는데 만난지 3년 됐어", [("남자친구", "name", "민수")]),
        (
            "엄마는 대구에 계시고 아빠는 서울에 사셔",
            [("엄마", "home.city", "대구"), ("아빠", "home.city", "서울")],
        ),
        (
            "엄마는 대구에 계시고 아빠는 작년에 돌아가셨어",
            [("엄마", "home.city", "대구"), ("user", "event", "아빠 별세")],
        ),
        (
            "회사는 카카오야 근데 요즘 이직 준비중이야",
            [("user", "work.company", "카카오"), ("user", "work.status", "이직 준비")],
        ),
        ("좋아하는 가수는 아이유야", [("user", "likes", "아이유")]),
        ("나 사실 대인기피가 좀 있어", [("user", "condition", "대인기피")]),
        ("보증금 천에 60이야", [("user", "home.rent", "천에 60")]),
        ("안녕 난 스물여덟 살 직장인이야", [("user", "age", "스물여덟 살"), ("user", "work.role", "직장인")]),
    ],
)
def test_a_first_conversation_is_taken_as_it_was_meant(text: str, said: list[tuple[str, str, str]]) -> None:
    assert [(f.subject, f.key, f.value) for f in found(text)] == said


def test_a_name_alone_is_the_speakers_unless_another_was_asked_for() -> None:
    for before, names in [
        (None, ["이지수"]),
        ("성함이 어떻게 되세요?", ["이지수"]),
        ("좋아하는 배우가 누구예요?", []),
    ]:
        assert [f.value for f in found("이지수입니다", before=before)] == names
