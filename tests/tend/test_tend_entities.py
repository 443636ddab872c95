"""Whoever is talked about becomes known, once, under all their names."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saegim import Saegim, User
from saegim.errors import InvalidInput, NotFound
from saegim.language.morphemes import BigramAnalyser, KiwiAnalyser
from saegim.models import Entity
from saegim.tend.names import find_names
from saegim.tend.spelling import bare, sound, spellings
from saegim.testing import FrozenClock


def say(user: User, saegim: Saegim, clock: FrozenClock, *texts: str) -> list[str]:
    """Say these a minute apart; the ids of the turns."""
    ids = []
    for text in texts:
        ids.append(user.record(text, "네").id)
        clock.move(minutes=1)
    saegim.drain()
    return ids


@pytest.mark.parametrize(
    "text",
    [
        "민지씨랑 점심 먹었어",
        "우리 민지가 어제 생일이었어",
        "민지한테 전화했어요",
        "민지야 고마워",
        "친구 민지 만났음",
        unicodedata.normalize("NFD", "민지씨랑 점심 먹었어"),
        "김민지 만났어",
        "어제민지한테톡했어",
    ],
)
def test_a_name_is_found_however_it_is_said(text: str, kiwi: KiwiAnalyser) -> None:
    found = find_names(text, kiwi.analyse([text])[0])
    assert [one.name[-2:] for one in found if one.sure and one.type == "person"] == ["민지"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("친구 유나랑 부산 갔다 왔어", {("유나", "person"), ("부산", "place")}),
        ("네이버에서 일하는 지훈 선배 만났어", {("네이버", "organisation"), ("지훈", "person")}),
        ("고양이 나비가 아파", {("나비", "pet")}),
        ("새김 프로젝트 시작했어", {("새김", "project")}),
        ("@helperbot 이 답했어", {("helperbot", "bot")}),
        ("서준이가 나한테 화냈어", {("서준", "person")}),
        ("My friend Jake is in Paris", {("Jake", "person"), ("Paris", "place")}),
        ("오늘 날씨가 좋네", set()),
        ("이번 프로젝트 힘들다", set()),
        ("나는 커피를 좋아해", set()),
        ("금리가 올라서 걱정이야", set()),
    ],
)
def test_people_places_pets_and_projects_are_told_apart(
    text: str, expected: set[tuple[str, str]], kiwi: KiwiAnalyser
) -> None:
    found = find_names(text, kiwi.analyse([text])[0])
    assert {(one.name, one.type) for one in found if one.sure} == expected


def test_without_morphemes_titles_and_known_names_still_tell() -> None:
    text = "민지씨랑 부산 갔어"
    found = find_names(text, BigramAnalyser().analyse([text])[0])
    assert {(one.name, one.type) for one in found if one.sure} == {("민지", "person"), ("부산", "place")}


@pytest.mark.parametrize("name", ["민지", "민지씨", "우리 민지", "@민지", "김민지"])
def test_every_writing_of_a_name_leads_to_it(name: str) -> None:
    assert "민지" in spellings(name)


def test_a_name_sounds_the_same_in_both_letters() -> None:
    assert sound("지훈") == sound("Jihoon") == sound("@jihun_")
    assert sound("현우") == sound("hyunwoo")
    assert sound("민지") != sound("민주")
    assert bare("선생님") == "선생님"


def test_many_writings_are_one_person(korean: Saegim, jisu: User, clock: FrozenClock) -> None:
    say(
        jisu,
        korean,
        clock,
        "민지씨랑 점심 먹었어",
        "우리 민지가 그랬어",
        "@minji 랑 얘기함",
        "민지 때문에 웃었다",
    )
    (minji,) = jisu.entities(type="person")
    assert minji.name == "민지"
    assert "minji" in minji.names
    assert minji.count == 4
    for name in ("민지", "민지씨", "우리 민지", "@minji", minji.id):
        assert jisu.entity(name).id == minji.id


def test_first_and_last_time_are_those_of_the_turns(korean: Saegim, jisu: User, clock: FrozenClock) -> None:
    jisu.record("유나랑 놀았어", at="2025-05-01T10:00+09:00")
    jisu.record("유나한테 연락 왔어", at="2024-01-01T10:00+09:00")
    korean.drain()
    yuna = jisu.entity("유나")
    assert (yuna.first_seen_at.year, yuna.last_seen_at.year, yuna.count) == (2024, 2025, 2)


def test_two_full_names_are_two_people(korean: Saegim, jisu: User, clock: FrozenClock) -> None:
    say(jisu, korean, clock, "김민지 만났어", "박민지도 만났어")
    assert {entity.name for entity in jisu.entities()} == {"김민지", "박민지"}


def test_two_of_one_name_stay_two_once_told(korean: Saegim, jisu: User, clock: FrozenClock) -> None:
    first, second = say(jisu, korean, clock, "민지랑 영화 봤어", "회사 민지가 퇴사한대")
    other, change = jisu.split_entity("민지", turns=[second], name="회사 민지")
    both = jisu.entities(type="person")
    assert {entity.id for entity in both} == {jisu.entity(other.id).id, *(e.id for e in both)}
    assert sorted(entity.count for entity in both) == [1, 1]
    say(jisu, korean, clock, "회사 민지한테 선물 줬어")
    assert jisu.entity(other.id).count == 2
    say(jisu, korean, clock, "민지랑 통화했어")
    assert len(jisu.entities(type="person")) == 2, "never merged by themselves"
    assert first
    jisu.undo(change.id)
    (one,) = jisu.entities(type="person")
    assert one.count == 4


def test_merging_by_hand_and_taking_it_back(korean: Saegim, jisu: User, clock: FrozenClock) -> None:
    say(jisu, korean, clock, "유나는 커피를 좋아해", "은채랑 웃었어", "은채랑 놀았어")
    yuna, eunchae = jisu.entity("유나"), jisu.entity("은채")
    known = {memory.id for memory in jisu.about("유나")}
    assert known
    merged, change = jisu.merge_entities(eunchae.id, yuna.id, reason="별명")
    assert (merged.count, set(merged.names)) == (3, {"은채", "유나"})
    assert jisu.entity("유나").id == eunchae.id
    assert jisu.entity(yuna.id).id == eunchae.id, "an old id leads on"
    assert {memory.id for memory in jisu.about(eunchae.id)} >= known
    say(jisu, korean, clock, "은채 생일이야")
    jisu.undo(change.id)
    assert jisu.entity("유나") == yuna
    assert jisu.entity("은채").count == 3, "what came since stays"
    assert {memory.id for memory in jisu.about("유나")} == known
    with pytest.raises(InvalidInput) as caught:
        jisu.undo(change.id)
    assert caught.value.code == "already_undone"
    with pytest.raises(InvalidInput):
        jisu.merge_entities("은채", "은채")


def test_what_was_done_later_is_undone_first(korean: Saegim, jisu: User, clock: FrozenClock) -> None:
    say(jisu, korean, clock, "유나랑 놀았어", "은채랑 놀았어", "하린이랑 놀았어")
    ids = {entity.name: entity.id for entity in jisu.entities()}
    _, first = jisu.merge_entities(ids["유나"], ids["은채"])
    _, second = jisu.merge_entities(ids["유나"], ids["하린"])
    with pytest.raises(InvalidInput) as caught:
        jisu.undo(first.id)
    assert caught.value.code == "undo_later_first"
    jisu.undo(second.id)
    jisu.undo(first.id)
    assert {entity.name: entity.id for entity in jisu.entities()} == ids


def test_memories_are_about_those_they_name(korean: Saegim, jisu: User, clock: FrozenClock) -> None:
    say(jisu, korean, clock, "엄마는 등산을 좋아하셔", "우리 강아지 이름은 콩이야", "나 네이버 다녀")
    assert [memory.subject for memory in jisu.about("엄마")] == ["엄마"]
    assert jisu.entity("콩이").type == "pet"
    assert jisu.entity("네이버").type == "organisation"
    found = jisu.recall("뭘 좋아해?", entity="엄마", among=("memories",))
    assert [hit.memory.subject for hit in found if hit.memory is not None] == ["엄마"]


def test_a_memory_by_hand_is_linked_as_well(korean: Saegim, jisu: User) -> None:
    made = jisu.remember("태오는 매운 것을 못 먹는다", subject="태오")
    korean.drain()
    assert [memory.id for memory in jisu.about("태오")] == [made.id]


def test_frequent_contacts_are_people_by_how_often(korean: Saegim, jisu: User, clock: FrozenClock) -> None:
    say(jisu, korean, clock, *["유나랑 놀았어"] * 3, "은채랑 부산 갔어", *["부산 좋다"] * 5)
    assert [entity.name for entity in jisu.frequent_contacts()] == ["유나", "은채"]


def test_the_same_turn_counts_once_however_often_it_is_read(
    korean: Saegim, jisu: User, clock: FrozenClock
) -> None:
    (turn,) = say(jisu, korean, clock, "유나 만났어. 유나랑 밥도 먹었어")
    before = jisu.entity("유나")
    with korean.store.user("jisu") as store, store.write() as tx:
        tx.put_job("meet", turn, clock.now(), {})
        korean.store.mark_due("jisu", "quick", clock.now())
    korean.drain()
    assert jisu.entity("유나") == before
    assert before.count == 1


def test_what_is_said_to_one_persona_is_unknown_to_another(korean: Saegim, clock: FrozenClock) -> None:
    luna, mori = (korean.user("jisu", persona=name) for name in ("luna", "mori"))
    say(luna, korean, clock, "유나랑 싸웠어")
    assert [entity.name for entity in luna.entities()] == ["유나"]
    assert mori.entities() == []
    with pytest.raises(NotFound):
        mori.entity("유나")
    with pytest.raises(NotFound):
        mori.sentiment(luna.entity("유나").id)
    assert korean.user("other").entities() == []


def test_the_person_themself_is_not_one_of_the_others(korean: Saegim, jisu: User) -> None:
    jisu.record_messages([{"role": "user", "name": "지수", "content": "유나랑 놀았어"}])
    korean.drain()
    assert [entity.name for entity in jisu.entities()] == ["유나"]


def test_in_a_group_everyone_who_speaks_is_known(korean: Saegim, jisu: User) -> None:
    jisu.record_messages(
        [
            {"role": "user", "name": "도윤", "content": "나는 커피를 좋아해"},
            {"role": "user", "name": "하린", "content": "나도!"},
        ]
    )
    korean.drain()
    assert {entity.name for entity in jisu.entities()} == {"도윤", "하린"}
    assert [memory.content for memory in jisu.about("도윤")] == ["도윤은 커피를 좋아한다."]


def test_a_deleted_turn_leaves_no_word_behind(korean: Saegim, jisu: User, clock: FrozenClock) -> None:
    (turn,) = say(jisu, korean, clock, "유나한테 비밀번호는 장미라고 했다")
    jisu.delete_turn(turn)
    assert all("장미" not in point.context for point in jisu.sentiment("유나").points)
    jisu.clear(confirm=True)
    assert jisu.entities() == []


def test_a_profile_put_right_by_hand_stays(korean: Saegim, jisu: User, clock: FrozenClock) -> None:
    say(jisu, korean, clock, "유나랑 놀았어")
    jisu.revise_entity("유나", summary="대학 동기", interests=["재즈"], trust=0.9, aliases=["율"])
    say(jisu, korean, clock, "율이랑 통화했어", "유나 짜증나")
    yuna = jisu.entity("율")
    assert isinstance(yuna, Entity)
    assert (yuna.summary, yuna.interests, yuna.trust) == ("대학 동기", ("재즈",), 0.9)
    for turns in range(25):
        jisu.remember(
            f"유나는 과일 {turns}번을 좋아한다", subject="유나", key="likes", value=f"과일 {turns}번"
        )
    korean.drain()
    jisu.tend()
    assert jisu.entity("유나").summary == "대학 동기"


def test_the_person_is_nobody_they_talk_about(korean: Saegim, jisu: User, clock: FrozenClock) -> None:
    say(jisu, korean, clock, "안녕 나는 김민지야", "민지라고 불러줘", "민지는 오늘 너무 피곤해")
    assert [entity for entity in jisu.entities() if "민지" in entity.name] == []
    # Someone of the same name is somebody.
    say(jisu, korean, clock, "내 친구 민지가 어제 왔어")
    assert [(entity.name, entity.relation) for entity in jisu.entities()] == [("민지", "친구")]


def test_a_title_after_a_name_is_not_a_second_person(korean: Saegim, jisu: User, clock: FrozenClock) -> None:
    say(
        jisu,
        korean,
        clock,
        "우리 언니 수진이는 부산에 살아",
        "수진이 언니랑 밥 먹었어",
        "수진 언니 보고 싶다",
    )
    people = [entity for entity in jisu.entities() if entity.type == "person"]
    assert [(one.name, one.relation) for one in people] == [("수진", "언니")]


_BITS = "민지 @jihoon_ 언니 씨 님 가 이는 네이버 친구 고양이 Jake 이 . … 의 랑 😀".split()


@settings(max_examples=200)
@given(text=st.text(max_size=60) | st.lists(st.sampled_from(_BITS), max_size=12).map("".join))
def test_any_text_can_be_read_for_names(text: str, kiwi: KiwiAnalyser) -> None:
    for analyser in (BigramAnalyser(), kiwi):
        assert all(one.name for one in find_names(text, analyser.analyse([text])[0]))
