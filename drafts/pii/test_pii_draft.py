from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from saegim.language.pii import HIGH, KOREAN_NAMES, Pii, find_pii, mask_pii, pii_flags
from saegim.language.pii.checks import business_check, luhn, resident_check

# Made-up numbers: those with check digits were computed, none is known to be anyone's.
RESIDENT = [
    ("제 주민번호는 900101-1234568입니다", "900101-1234568"),
    ("주민등록번호 851231-2123455", "851231-2123455"),
    ("000229-3123454 이 번호로 가입했어", "000229-3123454"),
    ("991130 - 1987656", "991130 - 1987656"),
    ("주민번호7508152234568이야", "7508152234568"),
    ("680305 1345676", "680305 1345676"),
    ("엄마 주민번호가 600616-1102349거든", "600616-1102349"),
    ("8808082011125", "8808082011125"),
    ("딸 주민번호 201015-4123456", "201015-4123456"),
    ("주민 뒷자리 틀렸나? 900101-1234567", "900101-1234567"),
    ("９００１０１-１２３４５６８", "９００１０１-１２３４５６８"),
    ("900101–1234568", "900101–1234568"),
    ("my resident number is 030712-4123456", "030712-4123456"),
    ("140228-3456785요", "140228-3456785"),
]
FOREIGNER = [
    ("외국인등록번호는 920517-6001231이에요", "920517-6001231"),
    ("850923-5123465", "850923-5123465"),
    ("등록번호 770707-6000016", "770707-6000016"),
    ("010101-7123403입니다", "010101-7123403"),
]
PHONE = [
    ("제 번호는 010-1234-5678이에요", "010-1234-5678"),
    ("01012345678로 전화 줘", "01012345678"),
    ("010 1234 5678", "010 1234 5678"),
    ("010.1234.5678", "010.1234.5678"),
    ("내폰번호는01098765432야", "01098765432"),
    ("010 - 9876 - 5432", "010 - 9876 - 5432"),
    ("(010) 2222-3333", "(010) 2222-3333"),
    ("011-234-5678 아직 써", "011-234-5678"),
    ("옛날 번호 016-777-8888", "016-777-8888"),
    ("019 9876 5432", "019 9876 5432"),
    ("+82 10-1234-5678", "+82 10-1234-5678"),
    ("+821012345678", "+821012345678"),
    ("+82-2-1234-5678", "+82-2-1234-5678"),
    ("82-10-1234-5678", "82-10-1234-5678"),
    ("0082 10 1234 5678", "0082 10 1234 5678"),
    ("+82 (0)10-1234-5678", "+82 (0)10-1234-5678"),
    ("사무실은 02-123-4567", "02-123-4567"),
    ("02)1234-5678입니다", "02)1234-5678"),
    ("(031) 123-4567", "(031) 123-4567"),
    ("부모님 댁 064-712-3456", "064-712-3456"),
    ("070-1234-5678", "070-1234-5678"),
    ("0505-123-4567로 보내", "0505-123-4567"),
    ("전화 0212345678", "0212345678"),
    ("집전화 0321234567이야", "0321234567"),
    ("전화번호 뒤는 2345-6789", "2345-6789"),
    ("０１０－１２３４－５６７８", "０１０－１２３４－５６７８"),
    ("010—1234—5678", "010—1234—5678"),
    ("공일공 일이삼사 오육칠팔", "공일공 일이삼사 오육칠팔"),
    ("내 번호 공일공-구팔칠육-오사삼이", "공일공-구팔칠육-오사삼이"),
    ("공일공에 일이삼사에 오육칠팔이야", "공일공에 일이삼사에 오육칠팔"),
    ("010 다시 1234 다시 5678", "010 다시 1234 다시 5678"),
    ("010에 1234에 5678", "010에 1234에 5678"),
    ("call me at (415) 555-2671", "(415) 555-2671"),
    ("my cell: 212-555-0123", "212-555-0123"),
    ("+1 415 555 2671", "+1 415 555 2671"),
    ("+44 20 7946 0958", "+44 20 7946 0958"),
    ("+81-90-1234-5678", "+81-90-1234-5678"),
    ("010\u200b1234\u200b5678", "010\u200b1234\u200b5678"),
    ("**01012345678**", "01012345678"),
    ("연락처:010-5555-7777,", "010-5555-7777"),
]
EMAIL = [
    ("minji@example.com", "minji@example.com"),
    ("메일은minji.kim@example.co.kr로 보내 주세요", "minji.kim@example.co.kr"),
    ("제 이메일 kim_minji+news@mail.example.org이에요", "kim_minji+news@mail.example.org"),
    ("<hong@example.net>", "hong@example.net"),
    ("(a.b-c@ex-ample.io)", "a.b-c@ex-ample.io"),
    ("MINJI@EXAMPLE.COM", "MINJI@EXAMPLE.COM"),
    ("mailto:someone@example.com", "someone@example.com"),
    ("minji＠example.com", "minji＠example.com"),
    ("minji골뱅이naver.com", "minji골뱅이naver.com"),
    ("minji 골뱅이 naver 닷 com", "minji 골뱅이 naver 닷 com"),
    ("hong (at) gmail.com", "hong (at) gmail.com"),
    ("write to lee@example.dev.", "lee@example.dev"),
    ("1234@qq.com", "1234@qq.com"),
]
CARD = [
    ("카드번호 4532-0151-1283-0366", "4532-0151-1283-0366"),
    ("4532015112830366", "4532015112830366"),
    ("5555 5555 5555 4444", "5555 5555 5555 4444"),
    ("마스터 5200-8282-8282-8210이요", "5200-8282-8282-8210"),
    ("2223003122003222", "2223003122003222"),
    ("아멕스 3782-822463-10005", "3782-822463-10005"),
    ("378282246310005", "378282246310005"),
    ("3530111333300000", "3530111333300000"),
    ("3056 930902 5904", "3056 930902 5904"),
    ("6212-3456-7890-1232", "6212-3456-7890-1232"),
    ("국내전용 카드 9410-1234-5678-9010", "9410-1234-5678-9010"),
    ("내 카드는 4039.1234.5678.1233", "4039.1234.5678.1233"),
    ("4532 - 0151 - 1283 - 0366", "4532 - 0151 - 1283 - 0366"),
    ("카드 4111-1111-1111-1112", "4111-1111-1111-1112"),
]
ACCOUNT = [
    ("국민은행 123456-01-123456으로 보내 줘", "123456-01-123456"),
    ("신한 110-123-456789", "110-123-456789"),
    ("우리은행 1002-123-456789 김민지", "1002-123-456789"),
    ("카카오뱅크 3333-01-1234567", "3333-01-1234567"),
    ("카뱅 3333011234567", "3333011234567"),
    ("토스뱅크 1000-1234-5678", "1000-1234-5678"),
    ("농협 302-1234-5678-91", "302-1234-5678-91"),
    ("하나 123-456789-12345", "123-456789-12345"),
    ("계좌번호는 12345678901234입니다", "12345678901234"),
    ("기업은행 계좌 123-456789-01-012", "123-456789-01-012"),
    ("110-234-567890 신한은행이야", "110-234-567890"),
    ("110-234-567890으로 입금해", "110-234-567890"),
    ("새마을금고 9002-1234-5678-9", "9002-1234-5678-9"),
    ("우체국 012345-01-123456", "012345-01-123456"),
    ("통장 번호 352 1234 5678 93", "352 1234 5678 93"),
    ("my bank account is 123-456-789012", "123-456-789012"),
]
ADDRESS = [
    ("서울특별시 강남구 테헤란로 152", "서울특별시 강남구 테헤란로 152"),
    ("서울시 강남구 테헤란로 152, 3층에 있어요", "서울시 강남구 테헤란로 152, 3층"),
    ("서울 성동구 왕십리로 83-21로 보내 주세요", "서울 성동구 왕십리로 83-21"),
    ("경기도 성남시 분당구 판교역로 166", "경기도 성남시 분당구 판교역로 166"),
    ("경기 용인시 수지구 풍덕천로120번길 10-3 202호", "경기 용인시 수지구 풍덕천로120번길 10-3 202호"),
    ("부산 해운대구 해운대로 570번길 46", "부산 해운대구 해운대로 570번길 46"),
    ("강남구 역삼동 736-1", "강남구 역삼동 736-1"),
    ("서울 마포구 서교동 395-43번지 살아", "서울 마포구 서교동 395-43번지"),
    ("제주특별자치도 제주시 첨단로 242", "제주특별자치도 제주시 첨단로 242"),
    ("세종특별자치시 한누리대로 2130", "세종특별자치시 한누리대로 2130"),
    ("강원도 평창군 대관령면 올림픽로 715", "강원도 평창군 대관령면 올림픽로 715"),
    ("전남 여수시 돌산읍 우두리 산 1-2", "전남 여수시 돌산읍 우두리 산 1-2"),
    ("우리 집은 래미안아파트 101동 1203호야", "래미안아파트 101동 1203호"),
    ("103동 502호로 와", "103동 502호"),
    ("서울 송파구 올림픽로 300 롯데타워 15층", "서울 송파구 올림픽로 300 롯데타워 15층"),
    ("집 주소는 테헤란로 152", "테헤란로 152"),
    ("역삼동 736번지", "역삼동 736번지"),
    ("정자동 10-2에 살아", "정자동 10-2"),
    ("서울강남구테헤란로 152", "서울강남구테헤란로 152"),
    ("(06236) 서울 강남구 테헤란로 152", "(06236) 서울 강남구 테헤란로 152"),
    ("152 Teheran-ro, Gangnam-gu, Seoul", "152 Teheran-ro, Gangnam-gu, Seoul"),
    ("I live at 350 Fifth Avenue", "350 Fifth Avenue"),
    ("대구 수성구 달구벌대로 2450 (범어동)", "대구 수성구 달구벌대로 2450 (범어동)"),
    ("성동구 성수동2가 273-13", "성동구 성수동2가 273-13"),
    (
        "인천 연수구 송도과학로 123 더샵아파트 101동 1502호",
        "인천 연수구 송도과학로 123 더샵아파트 101동 1502호",
    ),
]
PASSPORT = [
    ("여권번호 M12345678", "M12345678"),
    ("여권 번호는 M123A4567이에요", "M123A4567"),
    ("passport S87654321", "S87654321"),
    ("M987B6543", "M987B6543"),
    ("M70689098", "M70689098"),
]
LICENCE = [
    ("면허번호 11-22-333333-44", "11-22-333333-44"),
    ("12-34-567890-12", "12-34-567890-12"),
    ("운전면허 28 19 123456 01", "28 19 123456 01"),
    ("면허 112233333344", "112233333344"),
    ("서울 12-345678-90", "서울 12-345678-90"),
]
IP = [
    ("서버 아이피 203.0.113.7", "203.0.113.7"),
    ("내 IP는 121.134.20.55야", "121.134.20.55"),
    ("http://211.45.27.198:8080/", "211.45.27.198"),
    ("접속 IP 8.8.4.4", "8.8.4.4"),
    ("2001:db8:85a3::8a2e:370:7334", "2001:db8:85a3::8a2e:370:7334"),
    ("2001:0db8:85a3:0000:0000:8a2e:0370:7334", "2001:0db8:85a3:0000:0000:8a2e:0370:7334"),
    ("fe80::1ff:fe23:4567:890a", "fe80::1ff:fe23:4567:890a"),
    ("공유기가 192.168.0.105로 잡혀", "192.168.0.105"),
]
OTHER = [
    ("사업자등록번호 220-81-62517", "business_number", "220-81-62517"),
    ("사업자 1018612346", "business_number", "1018612346"),
    ("607-29-11221", "business_number", "607-29-11221"),
    ("건강보험증 번호 12345678901", "health_insurance", "12345678901"),
    ("건강보험증번호 1-2345678901", "health_insurance", "1-2345678901"),
]
POSITIVE = [
    *(
        (text, kind, found)
        for kind, cases in (
            ("resident_number", RESIDENT),
            ("foreigner_number", FOREIGNER),
            ("phone", PHONE),
            ("email", EMAIL),
            ("card", CARD),
            ("account", ACCOUNT),
            ("address", ADDRESS),
            ("passport", PASSPORT),
            ("licence", LICENCE),
            ("ip", IP),
        )
        for text, found in cases
    ),
    *OTHER,
]

NEGATIVE = [
    # dates and times
    "2026-03-01",
    "2026.03.01에 만나",
    "2026년 3월 1일 오후 2시 30분",
    "20260301",
    "2026-03-01T09:00:00+09:00",
    "2026/03/01 14:30:15",
    "생일은 1990-01-01이야",
    "900101 생이야",
    "12:30:45에 시작",
    "03-01~03-05 여행",
    "1772323200000",
    "타임스탬프 1709251200123",
    "14시 30분부터 16시까지",
    # money and counts
    "12,900원이야",
    "1000000000원 벌고 싶다",
    "총 1,234,567,890원",
    "3.14159265358979",
    "조회수 123456789회",
    "인구 51780579명",
    "$1,234.56",
    "환율 1,385.50",
    "통장에 1234567890원 있어",
    "120000원 계좌 이체했어",
    # the numbers of companies and emergencies, fragments of numbers
    "112에 신고해",
    "1588-1234로 문의",
    "1544-7000",
    "080-123-4567",
    "010",
    "010 번호로 바꿨어",
    "010으로 시작하는 번호",
    "엄마번호뒷자리4471인거기억해",
    "뒷자리는 5678",
    "1234-5678",
    "1234 5678",
    "123-4567",
    "방 번호 1234-5678",
    # orders, parcels, products, documents
    "주문번호 2026030112345678",
    "주문번호: 20260301-0012345",
    "운송장 번호 123456789012",
    "송장번호 6012-3456-7890",
    "택배 송장 640123456789",
    "ISBN 978-89-364-3426-7",
    "ISBN 9788936434267",
    "ISBN 979-11-6224-123-4",
    "바코드 8801043014809",
    "8801234567893",
    "모델명 SM-S928N",
    "모델 M12345678",
    "상품코드 S20260301",
    "제품 번호 MK-1234-5678-90",
    "시리얼 4532015112830366",
    "시리얼 C02XL0GTJGH5",
    "RTX 4090 24GB",
    "A4 용지 500장",
    "쿠폰 코드 4532-0151-1283-0366",
    "학번 2020123456",
    "사번 1002123456",
    "예약번호 1234567890123",
    "접수번호 9001011234568",
    "승인번호 30012345",
    "문서번호 2026-0301-123456",
    "법인등록번호 110111-1234567",
    "특허 10-2026-0012345",
    # versions, addresses of nobody, code
    "버전 1.2.3.4로 올렸어",
    "v10.15.7.1",
    "Version 110.0.5481.177",
    "파이썬 3.11.7",
    "1.2.3.4 항목 참고",
    "127.0.0.1:8000",
    "0.0.0.0으로 바인딩",
    "255.255.255.0",
    "256.100.50.25",
    "192.168.1",
    "1.2.3.4.5",
    "std::vector<int>",
    "::1",
    "a::b",
    "00:1A:2B:3C:4D:5E",
    "12:34:56:78",
    "git@github.com:saegim/saegim.git",
    "icon@2x.png",
    "@minji 안녕",
    "user@localhost",
    "a@b",
    "인스타 @minji.kim",
    "npm install @types/node@20.1.0",
    "def f(x): return x@y.T",
    "https://example.com/posts/123456789",
    "#1234567",
    "0x1234567890abcdef",
    "deadbeef1234567890",
    "3e10",
    # 로, 길, 동 and 면 that are no address
    "앞으로 3번 더 할게",
    "새로 10개 샀어",
    "버스로 30분 걸려",
    "별로 2점",
    "라면 2개 끓여 줘",
    "이대로 5년만",
    "성수동 살아",
    "서울 강남구에 살아",
    "경기도 성남시 분당구 살아요",
    "역시 새로 3",
    "다시 앞으로 2",
    "종로 3가에서 보자",
    "을지로 3가역",
    "302호 강의실",
    "2동 주민센터",
    "운동 30분 했어",
    "활동 10-2",
    "감동 100배",
    "가는 길 2시간",
    "한강로 걷다가 5명 만났어",
    "결과로 12 나왔어",
    "3동 사는 친구",
    "101동 앞에서 보자",
    "지하철 2호선 11번 출구",
    # chat
    "ㅋㅋㅋㅋ 8282",
    "1004 같은 사람",
    "0 0 7 빵",
    "486 사랑해",
    "로또 3 11 19 25 33 42",
    "5 4 3 2 1 0 발사",
    "오늘 저녁 7시에 보자",
    "키 175 몸무게 68",
    "공일이야",
    "이 일은 공일 때 하자",
    "일이삼사오육칠팔구",
    "전화해 줘",
    "이메일 보냈어",
    "여권 만들어야 돼",
    "면허 땄어!",
    "카드값 123만 원",
    "계좌 알려 줘",
    "1234567",
    "99999999999999",
    "0000-0000-0000-0000",
    "10-20-30",
    "3-1",
    "2-1로 이겼어",
    "[전화번호]로 연락 줘",
    "010-****-5678",
    "900101-1******",
    "",
    " ",
]


@pytest.mark.parametrize(("text", "kind", "found"), POSITIVE, ids=[f"{k}:{t}" for t, k, _ in POSITIVE])
def test_personal_data_is_found_with_its_kind_and_place(text: str, kind: str, found: str) -> None:
    text = unicodedata.normalize("NFC", text)
    assert [(f.kind, f.text) for f in find_pii(text)] == [(kind, found)]
    (finding,) = find_pii(text)
    assert text[finding.start : finding.end] == found
    assert 0.5 <= finding.confidence <= 1.0


@pytest.mark.parametrize("text", NEGATIVE)
def test_ordinary_numbers_and_words_are_left_alone(text: str) -> None:
    assert find_pii(text) == []


def test_there_are_enough_cases_on_both_sides() -> None:
    assert len({text for text, _, _ in POSITIVE}) >= 120
    assert len(set(NEGATIVE)) >= 100


@pytest.mark.parametrize(("text", "kind", "found"), POSITIVE, ids=[f"{k}:{t}" for t, k, _ in POSITIVE])
def test_decomposed_text_from_a_mac_is_read_the_same(text: str, kind: str, found: str) -> None:
    text = unicodedata.normalize("NFC", text)
    assert find_pii(unicodedata.normalize("NFD", text)) == find_pii(text)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("김민지 010-1234-5678, minji@example.com, 서울 강남구 테헤란로 152", ["phone", "email", "address"]),
        ("번호 010-1234-5678 아니고 010-8765-4321", ["phone", "phone"]),
        ("신한 110-123-456789 / 연락처 01012345678", ["account", "phone"]),
        (
            "주민 900101-1234568 면허 11-22-333333-44 여권 M12345678",
            ["resident_number", "licence", "passport"],
        ),
        ("010-1234-5678M12345678", ["phone", "passport"]),
        ("카드 4532-0151-1283-0366 유효기간 12/28", ["card"]),
        ("a@example.com,b@example.com", ["email", "email"]),
        ("계좌 문의는 010-1234-5678", ["phone"]),
    ],
)
def test_several_pieces_in_one_message(text: str, kinds: list[str]) -> None:
    assert [f.kind for f in find_pii(text)] == kinds


def test_a_check_digit_makes_a_resident_number_more_certain_but_its_absence_does_not_free_it() -> None:
    (right,), (wrong,), (new,) = (find_pii(t) for t in ("900101-1234568", "900101-1234567", "210101-3123456"))
    assert right.confidence > new.confidence > wrong.confidence >= HIGH


@pytest.mark.parametrize("text", ["901301-1234567", "900230-1234567", "900101-9234567", "880101-3234567"])
def test_a_resident_number_needs_a_day_that_exists(text: str) -> None:
    assert find_pii(text) == []


def test_thirteen_plain_digits_need_more_than_a_date() -> None:
    assert find_pii("9001011234567") == []
    assert [f.kind for f in find_pii("주민번호 9001011234567")] == ["resident_number"]


def test_check_digits_follow_the_published_rules() -> None:
    assert resident_check("9001011234568")
    assert not resident_check("9001011234567")
    assert resident_check("9205176001231")
    assert resident_check("2101013123456") is None
    assert luhn("4532015112830366")
    assert not luhn("4532015112830367")
    assert business_check("2208162517")
    assert not business_check("2208162518")


def test_least_confidence_leaves_out_the_doubtful() -> None:
    assert [f.kind for f in find_pii("M70689098")] == ["passport"]
    assert find_pii("M70689098", least=HIGH) == []


@pytest.mark.parametrize(
    ("text", "partial"),
    [
        ("제 번호는 010-1234-5678이에요", "제 번호는 010-****-5678이에요"),
        ("01012345678", "010****5678"),
        ("공일공 일이삼사 오육칠팔", "[전화번호]"),
        ("900101-1234568", "900101-*******"),
        ("minji@example.com", "mi***@example.com"),
        ("kim@example.com", "k***@example.com"),
        ("4532-0151-1283-0366", "4532-****-****-0366"),
        ("신한 110-123-456789", "신한 ***-***-***789"),
        ("서울 강남구 테헤란로 152, 3층에 살아", "서울 강남구 [주소]에 살아"),
        ("여권 M12345678", "여권 M********"),
        ("11-22-333333-44", "11-**-******-**"),
        ("내 IP는 121.134.20.55야", "내 IP는 121.134.*.*야"),
        ("사업자 220-81-62517", "사업자 220-**-*****"),
    ],
)
def test_a_partial_mask_keeps_what_helps_to_recognise_it(text: str, partial: str) -> None:
    assert mask_pii(text, find_pii(text), style="partial") == partial


def test_a_label_says_in_korean_what_was_there() -> None:
    text = "김민지 010-1234-5678, minji@example.com"
    assert mask_pii(text, find_pii(text)) == "김민지 [전화번호], [이메일]"


def test_masking_nothing_changes_nothing() -> None:
    assert mask_pii("오늘 저녁 뭐 먹지?", []) == "오늘 저녁 뭐 먹지?"


def test_flags_name_each_kind_once_in_a_fixed_order() -> None:
    text = "서울 강남구 테헤란로 152, 010-1234-5678, 010-8765-4321, minji@example.com"
    found = find_pii(text)
    assert pii_flags(found) == pii_flags(reversed(found)) == ("email", "phone", "address")
    assert pii_flags([]) == ()


@pytest.mark.parametrize("style", ["label", "partial"])
@pytest.mark.parametrize("text", [text for text, _, _ in POSITIVE])
def test_masked_text_holds_no_personal_data_any_more(text: str, style: str) -> None:
    masked = mask_pii(text, find_pii(text), style=style)  # type: ignore[arg-type]
    assert find_pii(masked) == []


PIECES = st.sampled_from(
    [text for text, _, _ in POSITIVE]
    + NEGATIVE
    + [found for _, _, found in POSITIVE]
    + [
        "계좌",
        "전화",
        "카드",
        "주소",
        " ",
        "-",
        ".",
        "은행",
        "여권",
        "*",
        "***",
        "[",
        "]",
        "\n",
        "버전",
        "IP",
        "M",
        "면허",
    ]
)
TEXTS = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="0123456789-. 에공일이삼사로길동호번지@:*[]전화M", max_size=60),
    st.lists(PIECES, max_size=6).map("".join),
    st.lists(PIECES, max_size=6).map(" ".join),
)


@settings(max_examples=400, deadline=None)
@given(TEXTS)
@example("\ud800010-1234-5678\x00")
def test_findings_lie_inside_the_text_in_order_and_apart(text: str) -> None:
    composed = unicodedata.normalize("NFC", text)
    end = 0
    for finding in find_pii(text):
        assert end <= finding.start < finding.end <= len(composed)
        assert finding.text == composed[finding.start : finding.end]
        assert finding.kind in KOREAN_NAMES
        end = finding.end


@settings(max_examples=400, deadline=None)
@given(TEXTS, st.sampled_from(["label", "partial"]))
@example("전화 서울 12-345678-90 2345-6789", "label")
@example("010-1234-5678 1234 5678 9010", "partial")
def test_masking_twice_is_masking_once(text: str, style: str) -> None:
    once = mask_pii(text, find_pii(text), style=style)  # type: ignore[arg-type]
    assert mask_pii(once, find_pii(once), style=style) == once  # type: ignore[arg-type]


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_every_certain_finding_is_gone_after_masking(text: str) -> None:
    found = find_pii(text)
    masked = mask_pii(text, found)
    for finding in found:
        if finding.confidence >= HIGH:
            # Its digits may still stand elsewhere by chance, so count: one fewer than before.
            composed = unicodedata.normalize("NFC", text)
            assert masked.count(finding.text) < composed.count(finding.text) or finding.text not in masked


@settings(max_examples=100, deadline=None)
@given(
    st.integers(0, 99_999_999),
    st.sampled_from(["-", " ", ".", ""]),
    st.sampled_from(["", "이야", "입니다", "로 연락 줘", "!"]),
)
def test_any_mobile_number_is_found_whatever_follows_it(number: int, separator: str, after: str) -> None:
    digits = f"{number:08}"
    phone = separator.join(("010", digits[:4], digits[4:]))
    assert [(f.kind, f.text) for f in find_pii(f"번호는 {phone}{after}")] == [("phone", phone)]


def test_a_wall_of_digits_or_letters_does_not_stall() -> None:
    for text in (
        "1" * 20_000,
        "a" * 20_000 + "@",
        "a@" * 5_000,
        "로1" * 5_000,
        "1-" * 5_000,
        "서울" * 5_000,
        "1 " * 5_000,
        "1:" * 5_000,
    ):
        find_pii(text)


def test_findings_are_values() -> None:
    assert find_pii("010-1234-5678") == [Pii("phone", 0, 13, "010-1234-5678", 0.95)]
    assert re.fullmatch(r"\[[가-힣A-Z]+\]", mask_pii("010-1234-5678", find_pii("010-1234-5678")))
