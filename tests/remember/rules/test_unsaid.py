"""Who a sentence without a subject is about: another's age, work or ailment must not become the speaker's."""

from __future__ import annotations

import pytest
from rules_testbed import found

Told = set[tuple[str, str | None, str | None]]


def told(text: str, *, before: str | None = None) -> Told:
    return {(f.subject, f.key, f.value) for f in found(text, before=before)}


def of_the_speaker(text: str, *, before: str | None = None) -> Told:
    return {fact for fact in told(text, before=before) if fact[0] == "user"}


@pytest.mark.parametrize(
    "text",
    [
        "지은이는 요리사야",
        "서진이는 매일 혈압약 먹어",
        "하은이는 새우 못 먹어",
        "예린이가 요즘 멀미를 해서 걱정이에요",
        "하람님은 지난주에 밴쿠버로 떠났어요",
        "박정숙쌤이 다음 주에 퇴사해",
        "최교장도 입원했습니다",
        "은비네 고양이는 처방사료만 먹는데 비싸대",
    ],
)
def test_what_is_said_of_somebody_by_name_is_not_the_speakers(text: str) -> None:
    assert of_the_speaker(text) == set()


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("주인이 바뀌었고 나는 요리사야", ("user", "work.role", "요리사")),
        ("수영이 취미야", ("user", "hobby", "수영")),
        ("지은아 나 새우 못 먹어", ("user", "diet", "새우")),
        ("저는 떡볶이는 못 먹어요", ("user", "diet", "떡볶이")),
    ],
)
def test_words_that_only_look_like_names_hide_nothing(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in told(text)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("지은이가 새우 먹으면 두드러기 올라와", ("지은", "allergy", "새우")),
        ("태훈이는 땅콩 알레르기예요", ("태훈", "allergy", "땅콩")),
        ("현우 씨는 우유 알레르기가 있습니다", ("현우", "allergy", "우유")),
    ],
)
def test_a_named_friends_allergy_is_known(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in told(text)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("오후에 처제가 올라온대요. 간호사인데 오랜만에 쉬는 날이래요", ("처제", "work.role", "간호사")),
        ("동생한테도 전화했어요. 조선소 다니는데 요즘 바쁘대요", ("동생", "work.company", "조선소")),
        ("룸메. 개발자라 집에서 일해", ("룸메", "work.role", "개발자")),
        ("딸한테 말 못 해요 김포 사는데 바빠서", ("딸", "home.city", "김포")),
        ("형님이 농사를 지어요 일흔넷인데 정정하십니다", ("형님", "age", "일흔넷")),
        ("아들 가게가 어렵대요 통닭집 하는데", ("아들", "work.role", "통닭집")),
        ("아 우리집 고양이ㅋㅋㅋ 치즈냥이야 4살", ("고양이", "age", "4살")),
    ],
)
def test_who_somebody_is_is_told_of_whoever_was_just_mentioned(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in told(text)
    assert not {key for _, key, _ in of_the_speaker(text)} & {"age", "work.role", "work.company", "home.city"}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("동생한테 전화했어요. 저는 조선소 다녀요", ("user", "work.company", "조선소")),
        ("엄마가 왔어. 나 간호사잖아 챙겨 드렸지", ("user", "work.role", "간호사")),
        ("비 온다. 김포 사는데 여기는 괜찮아", ("user", "home.city", "김포")),
        ("안녕하세요. 간호사예요", ("user", "work.role", "간호사")),
    ],
)
def test_the_speaker_is_meant_when_they_say_so_or_nobody_else_was_mentioned(
    text: str, fact: tuple[str, str, str]
) -> None:
    assert fact in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "나보다 네 살 많고 원래 통영 사람",
        "일흔아홉인데 나보다 잘 걸어",
        "저보다 훨씬 바쁜 개발자예요",
        "게임회사 다니는데 벌써 5킬로 쪘대",
        "서울 사는데 월세 때문에 죽겠대요",
    ],
)
def test_comparison_with_oneself_and_hearsay_speak_of_another(text: str) -> None:
    assert of_the_speaker(text) == set()


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("장모님은 반찬을 보내신대요. 근데 본인도 당뇨라 관리하셔야 해요", ("장모님", "condition", "당뇨")),
        ("당뇨 전단계라 단 거 줄여야 된대", ("user", "condition", "당뇨 전단계")),
        ("엄마가 반찬가게 하잖아", ("엄마", "work.role", "반찬가게")),
        ("우리 강아지 닭고기 못 먹어", ("강아지", "diet", "닭고기")),
        ("저희 고양이 우유 못 마셔요", ("고양이", "diet", "우유")),
        ("우리 고양이 참치 좋아해", ("고양이", "likes", "참치")),
    ],
)
def test_it_is_kept_of_the_one_it_holds_of(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in told(text)
    assert {who for who, key, _ in told(text) if key == fact[1]} == {fact[0]}


def test_what_the_keeper_does_for_an_animal_is_not_the_animals_doing() -> None:
    assert "강아지" not in {who for who, _, _ in told("우리 강아지 사료 바꿨어")}


@pytest.mark.parametrize(
    ("before", "text", "fact"),
    [
        ("동생이 유치원에 다녀요?", "ㅋㅋㅋㅋ 26살이야", ("동생", "age", "26살")),
        ("남자친구분은 무슨 일 하세요?", "소방관이야", ("남자친구", "work.role", "소방관")),
        ("어머니는 건강하세요?", "당뇨가 있으세요", ("어머니", "condition", "당뇨")),
        ("고양이는 닭고기 잘 먹어요?", "아니 닭고기 못 먹어", ("고양이", "diet", "닭고기")),
        ("강아지는 몇 살이에요?", "4살!", ("강아지", "age", "4살")),
        ("동생이 유치원에 다녀요?", "저는 부산 살아요", ("user", "home.city", "부산")),
        ("무슨 일 하세요?", "간호사예요", ("user", "work.role", "간호사")),
        ("동생도 고양이도 잘 지내죠?", "부산 살아요", ("user", "home.city", "부산")),
    ],
)
def test_an_answer_is_about_whom_the_question_asked_after(
    before: str, text: str, fact: tuple[str, str, str]
) -> None:
    assert told(text, before=before) == {fact}


def test_what_follows_the_answer_is_the_speakers_again() -> None:
    found = told("닭고기 못 먹어. 나 내일 시험이야", before="고양이는 닭고기 잘 먹어요?")
    assert {(who, key) for who, key, _ in found} == {("고양이", "diet"), ("user", "plan")}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("복숭아 알레르기 있어 우리 딸", ("딸", "allergy", "복숭아")),
        ("당뇨 있어 우리 엄마", ("엄마", "condition", "당뇨")),
        ("심장병 있어요 우리 집 강아지", ("강아지", "condition", "심장병")),
        ("초롱이 심장병 있어 우리 집 늙은 말티즈", ("초롱이", "condition", "심장병")),
        ("둘째가 여섯 살이야", ("둘째", "age", "여섯 살")),
        ("강아지 이름은 몽이고 여섯 살이에요", ("강아지", "age", "여섯 살")),
        ("큰애는 중2, 작은애는 아직 유치원 다녀요", ("작은애", "school", "유치원")),
    ],
)
def test_whoever_is_named_afterwards_or_beside_is_whom_it_is_of(
    text: str, fact: tuple[str, str, str]
) -> None:
    assert fact in told(text)
    assert not any(subject == "user" and key == fact[1] for subject, key, _ in told(text))


@pytest.mark.parametrize(
    "text",
    [
        "애가 둘이라 어쩔 수 없대요",
        "애가 셋이라 이사도 못 간대요",
        "아들이 둘이라 집이 시끄럽대",
        "딸이 하나라 더 애틋하대요",
        "아이가 어려서 일찍 들어가야 한대",
    ],
)
def test_the_children_in_a_reason_that_was_heard_are_not_the_speakers(text: str) -> None:
    assert told(text) == set()
