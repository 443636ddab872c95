"""Words of others, and samples of what is to be written, teach nothing about the speaker."""

from __future__ import annotations

import pytest
from rules_testbed import found


def values(text: str) -> str:
    return " / ".join(f"{finding.key}={finding.value}" for finding in found(text))


@pytest.mark.parametrize(
    "text",
    [
        "게시판에 결혼 5년 차인데 각방 써요 라는 글이 올라왔어요",
        "맘카페에 저 둘째 임신했어요 하는 글이 하루에 열 개는 올라와",
        "유튜브 댓글에 저 우울증 약 먹는데 공감돼요 라는 말이 있더라고요",
        "앱 리뷰에 당뇨 환자인데 유용해요 라는 평이 있네",
        "사연에 남편이 실직했어요 라는 내용이 나왔는데 마음 아프더라",
        "트위터에 나 오늘 퇴사함 이런 트윗이 리트윗 만 개야",
        "친구가 저는 갑상선약 먹어요 그러더라",
        "어떤 사람이 나 부산 살아 하길래 반가웠어",
        "카페 벽에 제 이름은 노은재예요 라는 글이 있더라",
    ],
)
def test_words_quoted_without_marks_are_not_the_speakers(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "주인공 형사가 그러더라. 난 술 끊은 지 3년 됐다고",
        "단편을 봤는데 주인공이 그래. 나는 매주 금요일 어머니 무덤에 간다고",
        "우리 팀장님이 그랬어. 자기는 매일 새벽에 수영한다고",
        "영화에서 주인공이 말해. 나는 서울에 산다고",
        "소설 화자가 그래. 나는 고양이 세 마리를 키운다고",
        "그 배우가 그랬대. 나는 술을 못 마신다고",
    ],
)
def test_words_announced_in_one_sentence_and_told_in_the_next_are_not_the_speakers(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "자기소개 예시 하나만 써 봐, 저는 부산에서 자란 개발자입니다 같은 식으로",
        "블로그 글 첫 문장 뽑아 줘 나는 퇴사하고 제주로 왔다 이런 느낌",
        "설문지 보기 만들어 줘, 나는 주 3회 이상 운동한다 이런 식으로",
        "다음 문장을 영어로 바꿔 줘 나는 매일 아침 수영을 한다",
        "이거 존댓말로 바꿔 줘: 나 어제 여자친구랑 헤어졌어",
        "영어 대본 써 줘. A 이름은 마이클로 해 줘",
        "가상 인물 만들어 줘. 나이는 서른둘이고 직업은 약사야",
        "드라마 대사 하나 만들어 봐, 나 암이래 이런 거 말고",
    ],
)
def test_a_sample_of_what_is_to_be_written_is_not_the_speakers(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("저는 간호사입니다 라고 소개했어요", "간호사"),
        ("어제 퇴사했는데 축하해요 라는 댓글이 많이 달렸어", "퇴사"),
        ("병원에서 당뇨예요 하시더라고요", "당뇨"),
        ("저는 울산에 사는데 여행 글 하나 써 줘", "울산"),
        ("메일 하나 써 줘. 나는 다음 주 월요일에 휴가야", "휴가"),
        ("엄마가 당뇨예요 그러다 보니 식단을 바꿨어요", "당뇨"),
    ],
)
def test_what_the_speaker_says_beside_a_quotation_or_an_order_is_kept(text: str, told: str) -> None:
    assert told in values(text)


@pytest.mark.parametrize(
    "text",
    [
        "웹툰 여주가 땅콩 알레르기라서 쓰러졌어",
        "드라마 남주가 시각 장애인이라 지팡이를 짚고 다녀",
        "소설 악역이 알고 보니 당뇨가 있어서 인슐린을 맞아",
        "만화 조연이 고양이 세 마리 키우는데 이름이 다 사자야",
        "시트콤 막내가 백수인데 맨날 소파에 누워 있어",
        "게임 마왕이 다음 주에 결혼식을 올릴 예정이래",
    ],
)
def test_what_the_people_of_a_story_do_is_nobodys_doing(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("나 요즘 웹툰 회사 다녀", "웹툰 회사"),
        ("우리 막내가 백수인데 맨날 게임만 해", "게임"),
        ("저는 영화 보는 걸 좋아해요", "영화"),
    ],
)
def test_stories_may_be_what_the_speaker_likes_or_works_on(text: str, told: str) -> None:
    assert told in values(text)
