"""What is supposed, wished, played or done by others teaches nothing about the speaker."""

from __future__ import annotations

import pytest
from rules_testbed import found


@pytest.mark.parametrize(
    "text",
    [
        "고백했다가 차이면 무슨 낯으로 봐",
        "결혼했다 이혼하면 더 힘들 것 같아",
        "주말에 늦잠 자고 영화나 보고 싶네",
        "혈압약 먹고 자몽 먹으면 왜 안 돼?",
        "동거하다가 헤어질까봐 걱정이야",
    ],
)
def test_an_act_that_only_leads_to_a_supposed_or_wished_one_is_not_kept(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "꿈에서 내가 시험에 떨어졌어",
        "드라마에서 며느리가 임신했는데 난리 났어",
        "너는 이제 해적이야 나는 선장이고",
    ],
)
def test_what_happens_in_a_dream_a_story_or_a_game_did_not_happen(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "그 유튜버 결국 은퇴했어",
        "걔 아직도 담배 피워",
        "저 집은 개를 세 마리나 키워",
        "아는 형이 이번에 카페 차렸는데 장사가 잘돼",
        "신입이 어제 퇴사했어",
        "용사는 마왕을 물리치고 공주와 결혼했다",
    ],
)
def test_what_others_do_is_not_taken_for_the_speakers_doing(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text", ["문단속 잊지 마!", "이어폰 까먹지 말고 챙겨야지", "나는 그날을 또렷이 기억해"]
)
def test_a_warning_or_a_memory_told_is_no_request_to_remember(text: str) -> None:
    assert found(text) == []


def test_a_figure_beside_the_request_is_part_of_the_note() -> None:
    [note] = found("현관 비번 바꿨다 7702 기억해 둬")
    assert note.kind == "note"
    assert "7702" in (note.value or "")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("나 서울 살고 언젠가 바다 보러 가고 싶어", "서울"),
        ("저 간호사예요", "간호사"),
        ("고향은 목폰데 지금은 대전 살아", "목포"),
        ("고양이 키우고 강아지도 키우고 싶어", "고양이"),
    ],
)
def test_what_holds_is_kept_though_a_wish_or_a_contraction_follows(text: str, value: str) -> None:
    assert value in {finding.value for finding in found(text)}


@pytest.mark.parametrize(
    "text",
    [
        "회사 동료 하나가 땅콩 알레르기가 심해",
        "친구 한 명이 어제 이혼했어",
        "엄마 친구 아들이 삼성전자 다녀",
        "내 친구 동생이 작년에 결혼했어",
        "사촌 언니 남편이 당뇨가 있어요",
        "우리 반 반장이 어제 전학 갔어",
        "학원 쌤이 고양이 세 마리 키워",
        "한국인은 매일 김치를 먹어요",
        "동네 이장님이 갤럭시를 사용합니다",
        "옆집 사람이 남친이랑 헤어졌어",
        "임산부는 회를 못 먹어",
        "그 빵집은 화요일에 쉬어요",
    ],
)
def test_people_that_no_list_names_are_still_not_the_speaker(text: str) -> None:
    assert [finding for finding in found(text) if finding.subject == "user"] == []


@pytest.mark.parametrize(
    ("text", "subject", "value"),
    [
        ("우리 언니가 삼성전자 다녀", "언니", "삼성전자"),
        ("저희 집 강아지가 수술받았어", "강아지", "수술"),
        ("내 남자친구가 땅콩 알레르기가 있어", "남자친구", "땅콩"),
        ("의사쌤이 혈압약 용량 올리자고 해서 이제 10미리 먹어", "user", "혈압약"),
        ("저 드디어 간호사가 됐어요", "user", "간호사"),
    ],
)
def test_the_speakers_own_people_are_still_known(text: str, subject: str, value: str) -> None:
    assert any(value in (f.value or "") for f in found(text) if f.subject == subject), found(text)


@pytest.mark.parametrize(
    "text",
    [
        "복권 당첨되면 반은 기부할게요 진짜로요",
        "로또 1등 되면 너한테 집 사 줄게",
        "그때 집을 샀어야 했는데",
        "혈압약은 평생 먹어야 한다며",
        "오토바이 타고 데리러 와 줘",
        "쉼표를 쓰는 게 맞아",
        "이번 주말에 동네 축제가 열린답니다",
        "이모가 그러는데 사촌 언니가 임신했다나 봐",
    ],
)
def test_luck_regret_hearsay_and_what_ought_to_be_are_not_told_as_true(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("월급 받으면 너한테 밥 사 줄게", "밥"),
        ("저는 매일 혈압약을 먹어야 해요", "혈압약"),
        ("저는 부산에 산답니다", "부산"),
        ("저 오토바이 타고 출근해요", "오토바이"),
    ],
)
def test_a_promise_a_need_and_what_is_told_politely_are_kept(text: str, value: str) -> None:
    assert any(value in (finding.value or "") for finding in found(text)), found(text)


@pytest.mark.parametrize(
    "text",
    [
        "잡채 6인분 재료 좀 적어 주세요",
        "면접 질문 5개만 적어 줘",
        "김밥 2줄 레시피 메모해 주세요",
        "회의 내용 정리해서 메모해 줘",
        "영어 단어 10개 뜻 적어 줘",
        "다이어트 3주 식단 적어 주세요",
    ],
)
def test_something_to_be_written_out_is_not_something_to_keep(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("자물쇠 비번 7788 적어 줘", "7788"),
        ("분리수거는 화요일이랑 금요일인 거 메모해 주세요", "화요일"),
        ("차 번호 1234인 거 적어 줘", "1234"),
    ],
)
def test_what_is_given_to_be_written_down_is_kept(text: str, value: str) -> None:
    assert any(value in (finding.value or "") for finding in found(text)), found(text)


@pytest.mark.parametrize(
    "text",
    [
        "내 통장은 벌써 다이어트 성공했어 ㅋㅋ",
        "내 지갑은 이미 퇴사했다 ㅋㅋ",
        "제 멘탈은 오늘 입원했습니다",
        "내 체력은 은퇴했어 ㅠㅠ",
        "내 주식은 나랑 이별했다",
    ],
)
def test_a_joke_about_a_thing_is_no_event(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "비자 발급은 보통 몇 주 걸려요",
        "그 시험 준비 보통 몇 개월 걸려요",
        "일본에서는 새해에 메밀국수를 먹어",
        "미국은 추수감사절에 칠면조를 먹어요",
        "우리나라는 추석에 송편을 먹지",
        "난 영원히 스물둘이지 ㅎㅎ",
        "마음만은 아직 열여덟이야",
        "정신 연령은 다섯 살이야",
    ],
)
def test_what_holds_of_people_at_large_or_only_at_heart_is_not_kept(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "이번만 짧게 답해 줘",
        "이번 답변은 존댓말로 해 주세요",
        "이번 한 번만 반말 써 줘",
        "오늘만 반말로 해 줘",
        "이번 답만 존댓말 빼고 써 주세요",
    ],
)
def test_how_to_answer_this_once_is_no_lasting_wish(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "우리 역할극 해요. 저는 우주선 선장이고 산소가 십 분 남았어요",
        "우리 상황극 해요. 저는 형사고 당신은 범인이에요",
        "소개팅 나온 척해 봐 저는 스물아홉이고 은행 다녀요",
        "카페 사장인 척해 봐. 나는 단골이고 매일 라떼 마셔",
        "의사인 척해 줘 저는 당뇨 환자예요",
        "서울 살아 남쪽이 고향이지 흥얼흥얼~ 이 노래 제목이 뭐더라",
        "그 가수가 팬미팅에서 저 고양이 키워요 이랬다가 들켰어",
        "라방에서 나 오이 싫어해요 이랬대",
    ],
)
def test_a_part_that_is_played_a_song_and_what_others_said_teach_nothing(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("나 드디어 다이어트 성공했어", "event", "다이어트"),
        ("몇 년 전부터 허리디스크가 있어요", "condition", "허리디스크"),
        ("저 몇 달째 백수예요", "work.status", "백수"),
        ("나 미국에서 살아", "home.city", "미국"),
        ("난 설날에 강릉 가", "plan", "강릉"),
        ("나 올해 마흔이야", "age", "마흔"),
        ("이번부터는 존댓말로 해 줘", "style", "존댓말"),
        ("앞으로 반말로 해 줘", "style", "반말"),
        ("저는 상황극 동호회 다녀요", "hobby", "상황극"),
        ("저는 형사예요", "work.role", "형사"),
        ("나 오이 진짜 싫어해요", "dislikes", "오이"),
        ("자전거 자물쇠 번호 7305야 기억해 둬", "request", "7305"),
    ],
)
def test_what_looks_like_it_but_holds_is_kept(text: str, key: str, value: str) -> None:
    assert any(f.key == key and value in (f.value or "") for f in found(text)), found(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("나 peanut allergy 있어", "peanut"),
        ("저는 shellfish allergy가 있어요", "shellfish"),
        ("새우는 못 먹어요 알레르기가 있어서요", "새우"),
        ("저는 견과류 전부 못 먹어요, 알레르기라서요", "견과류"),
    ],
)
def test_an_allergy_is_known_in_english_words_or_as_the_reason_given_afterwards(
    text: str, value: str
) -> None:
    [only] = found(text)
    assert (only.kind, only.subject, only.value) == ("allergy", "user", value)


def test_an_animal_and_its_name_make_one_sentence() -> None:
    [only] = found("나 고양이 키워. 이름은 초코야")
    assert (only.key, only.value, only.content) == (
        "pet.초코",
        "고양이",
        "사용자는 초코라는 고양이를 키운다.",
    )


@pytest.mark.parametrize("text", ["꼭 기억할게요", "네, 꼭 기억해 둘게요!", "앞으로 참고할게요."])
def test_an_assistant_that_will_remember_has_promised_nothing_else(text: str) -> None:
    assert found(text, role="assistant") == []
