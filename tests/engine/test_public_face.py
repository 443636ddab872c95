"""The ten lines of the design, and the rest of the library as someone would use it for the first time."""

from __future__ import annotations

import contextlib
import unicodedata
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest

from saegim import Context, Hit, Memory, Saegim, Turn, User
from saegim.errors import InvalidInput, NotFound, SettingsError, StoreClosed
from saegim.language.morphemes import Analysis, BigramAnalyser, KiwiAnalyser
from saegim.providers.encoder import SaegimEncoder
from saegim.testing import SEOUL, FakeEmbedder, FrozenClock, temporary_saegim

if TYPE_CHECKING:
    from saegim.protocols import Vectors


def test_the_lines_of_the_design_run(tmp_path: Path) -> None:
    """As a newcomer runs them: a folder, encrypted, with everything that is on by default."""
    saegim = Saegim(tmp_path / "data", embedder=FakeEmbedder())
    minji = saegim.user("minji", persona="luna")

    context = minji.context("오늘 저녁 뭐 먹지?")
    assert isinstance(context, Context)
    assert context.messages[-1] == {"role": "user", "content": "오늘 저녁 뭐 먹지?"}
    assert context.tokens > 0
    assert context.hits == ()
    assert context.trace_id

    turn = minji.record("오늘 저녁 뭐 먹지?", "땅콩 없는 비빔밥 어때요?", metadata={"intent": "food"})
    assert isinstance(turn, Turn)
    minji.record_messages(
        [
            {
                "role": "user",
                "name": "민지",
                "content": "봄이 왔네",
                "at": "2026-03-01T09:00+09:00",
                "metadata": {"id": "D1:3"},
            }
        ],
        session="2026-03-01",
    )
    memory = minji.remember("땅콩 알레르기가 있다", kind="allergy", pinned=True)
    assert isinstance(memory, Memory)
    saegim.drain()
    hits = minji.recall("땅콩 알레르기", limit=8, among=("memories", "messages"))
    assert isinstance(hits[0], Hit)
    assert hits[0].memory is not None
    assert hits[0].memory.id == memory.id
    assert hits[0].text == "땅콩 알레르기가 있다"
    assert hits[0].score > 0
    assert str(hits[0].why)

    assert minji.revise(memory.id, content="땅콩과 호두 알레르기가 있다", importance=0.95).version == 2
    minji.forget(memory.id)
    assert minji.memories() == []
    minji.restore(memory.id)
    assert [version.version for version in minji.history(memory.id)] == [1, 2, 3, 4]
    assert [m.id for m in minji.timeline(year=minji.memory(memory.id).valid_from.year)] == [memory.id]
    assert minji.profile() == {}
    assert minji.turns(limit=50, offset=0)[0].id == turn.id
    assert [m.id for m in minji.memories(kind="allergy", limit=50)] == [memory.id]
    assert {session.id for session in minji.sessions()} == {turn.session_id, "2026-03-01"}
    assert minji.stats().turns == 2
    ended = minji.end_session()
    assert ended is not None
    assert ended.ended_at is not None
    assert minji.clear(confirm=True) == 2
    assert minji.erase(confirm=True) is True
    assert not saegim.exists("minji")
    saegim.close()


def test_it_is_all_there_after_a_restart(tmp_path: Path) -> None:
    with Saegim(tmp_path / "data", settings={"embedder": "none", "worker": "none"}) as saegim:
        minji = saegim.user("minji")
        turn = minji.record("이사했어", "축하해요", metadata={"emotion": "happy"})
        memory = minji.remember("부산에 산다", key="home.city", value="부산")
    with Saegim(tmp_path / "data", settings={"embedder": "none", "worker": "none"}) as saegim:
        minji = saegim.user("minji")
        assert minji.turn(turn.id) == turn
        assert minji.memory(memory.id) == memory
        assert [m.content for m in minji.window()] == ["이사했어", "축하해요"]
        assert minji.profile() == {"home.city": "부산"}


def test_a_background_thread_brings_the_index_up_to_date_by_itself(tmp_path: Path) -> None:
    with Saegim(
        tmp_path / "data", embedder=FakeEmbedder(), analyser=BigramAnalyser(), worker="thread"
    ) as saegim:
        minji = saegim.user("minji")
        minji.record("한강에서 자전거를 탔다")
        minji.remember("자전거를 좋아한다", kind="preference")
        saegim.drain()
        found = minji.recall_detailed("자전거")
        assert {hit.text for hit in found.hits} == {"한강에서 자전거를 탔다", "자전거를 좋아한다"}
        assert found.degraded == ()
        assert saegim.health()["users_with_pending_work"] == 0


def test_drain_says_how_many_users_had_work(saegim: Saegim) -> None:
    saegim.user("minji").record("안녕")
    saegim.user("jisu").record("안녕")
    assert saegim.drain() == 2
    assert saegim.drain() == 0


def test_a_persona_opens_the_context_with_its_prompt(saegim: Saegim) -> None:
    made = saegim.put_persona(
        "luna", name="루나", system_prompt="너는 다정한 친구 루나다.", metadata={"v": 1}
    )
    assert saegim.personas() == [made]
    first = saegim.user("minji", persona="luna").context("안녕").messages[0]
    assert first["role"] == "system"
    assert first["content"].startswith("너는 다정한 친구 루나다.")
    assert "루나" not in str(saegim.user("minji", persona="nova").context("안녕").messages)
    saegim.put_persona("luna", name="루나", system_prompt="너는 냉정한 비서 루나다.")
    assert "냉정한" in saegim.user("minji", persona="luna").context("안녕").messages[0]["content"]


def test_users_are_listed_oldest_first(saegim: Saegim, clock: FrozenClock) -> None:
    for name in ("minji", "jisu", "가영"):
        saegim.user(name).record("안녕")
        clock.move(seconds=1)
    assert [user.id for user in saegim.users()] == ["minji", "jisu", "가영"]
    assert [user.id for user in saegim.users(limit=1, offset=1)] == ["jisu"]
    assert saegim.count_users() == 3
    assert saegim.exists("가영")
    assert not saegim.exists("nobody")


def test_asking_for_a_user_writes_nothing(saegim: Saegim) -> None:
    saegim.user("minji", persona="luna")
    assert saegim.count_users() == 0


def test_a_name_typed_on_a_mac_is_the_same_user(saegim: Saegim) -> None:
    saegim.user("민지").record("안녕")
    assert saegim.user(unicodedata.normalize("NFD", "민지")).count_turns() == 1
    assert saegim.count_users() == 1


def test_text_typed_on_a_mac_is_kept_composed(minji: User) -> None:
    apart = unicodedata.normalize("NFD", "땅콩 알레르기")
    assert minji.record(apart, apart).user == "땅콩 알레르기"
    assert minji.remember(apart, tags=[apart]).tags == ("땅콩 알레르기",)


def test_timeline_is_by_the_time_things_hold(minji: User, saegim: Saegim) -> None:
    for content, when in [
        ("졸업했다", "2024-02-20T00:00+09:00"),
        ("입사했다", "2025-12-31T23:59+09:00"),
        ("이사했다", "2026-01-01T00:00+09:00"),
        ("강아지를 데려왔다", "2026-02-28T12:00+09:00"),
    ]:
        minji.remember(content, kind="event", valid_from=when)
    assert [m.content for m in minji.timeline()] == ["강아지를 데려왔다", "이사했다", "입사했다", "졸업했다"]
    assert [m.content for m in minji.timeline(year=2026)] == ["강아지를 데려왔다", "이사했다"]
    assert [m.content for m in minji.timeline(year=2025)] == ["입사했다"]
    assert [m.content for m in minji.timeline(year=2026, month=1)] == ["이사했다"]
    assert [m.content for m in minji.timeline(year=2025, month=12)] == ["입사했다"]
    assert [m.content for m in minji.timeline(limit=1, offset=1)] == ["이사했다"]


def test_a_month_needs_its_year(minji: User) -> None:
    with pytest.raises(InvalidInput) as caught:
        minji.timeline(month=5)
    assert caught.value.code == "month_invalid"


def test_profile_gathers_keys_and_values(minji: User) -> None:
    minji.remember("부산에 산다", key="home.city", value="부산")
    minji.remember("서울에 산다", key="home.city", value="서울")
    minji.remember("커피를 좋아한다", key="likes", value="커피")
    minji.remember("산책을 좋아한다", key="likes", value="산책")
    minji.remember("엄마는 대전에 산다", subject="엄마", key="home.city", value="대전")
    known = minji.profile()
    assert known["home.city"] == "서울"
    assert set(known["likes"].split(", ")) == {"커피", "산책"}
    assert known["엄마.home.city"] == "대전"


def test_a_profile_begins_with_who_someone_is_and_ends_with_others(minji: User) -> None:
    for subject, key in [
        ("엄마", "name"),
        (None, "allergy"),
        (None, "work.company"),
        (None, "zeal"),
        (None, "name"),
    ]:
        minji.remember(f"{subject} {key}", subject=subject, key=key, value="가")
    assert list(minji.profile()) == ["name", "work.company", "allergy", "zeal", "엄마.name"]


def test_clear_empties_the_person_and_erase_removes_them(saegim: Saegim, minji: User) -> None:
    turn = minji.record("비밀 이야기")
    memory = minji.remember("비밀이 있다")
    minji.save_summary("비밀 요약")
    minji.context("비밀")
    saegim.drain()
    assert minji.clear(confirm=True) == 1
    stats = minji.stats()
    assert (stats.turns, stats.messages, stats.memories, stats.sessions, stats.summaries) == (0, 0, 0, 0, 0)
    assert minji.recall("비밀") == []
    assert minji.traces() == []
    with pytest.raises(NotFound):
        minji.turn(turn.id)
    with pytest.raises(NotFound):
        minji.memory(memory.id)
    assert [event.action for event in minji.audit(limit=1)] == ["clear"]
    minji.record("다시 시작")
    saegim.drain()
    assert [hit.text for hit in minji.recall("다시 시작")] == ["다시 시작"]

    assert minji.erase(confirm=True) is True
    assert minji.erase(confirm=True) is False
    assert not saegim.exists("minji")
    assert saegim.drain() == 0
    # The same name begins anew, and knows nothing.
    assert minji.recall("다시 시작") == []
    assert minji.turns() == []


def test_erase_leaves_no_file_behind(tmp_path: Path) -> None:
    with Saegim(tmp_path / "data", settings={"embedder": "none", "worker": "none"}) as saegim:
        saegim.user("minji").record("안녕")
        saegim.user("jisu").record("안녕")
        files = set((tmp_path / "data" / "users").rglob("*.db*"))
        saegim.user("minji").erase(confirm=True)
        left = set((tmp_path / "data" / "users").rglob("*.db*"))
        assert left < files
        assert saegim.check() == []
        assert saegim.user("jisu").check() == []


def test_vacuum_gives_space_back(minji: User) -> None:
    for n in range(30):
        minji.record(f"{n} " + "긴 이야기 " * 2000)
    before = minji.stats().bytes_on_disk
    minji.clear(confirm=True)
    after = minji.vacuum()
    assert after < before / 2
    assert minji.stats().bytes_on_disk == after


def test_reindex_makes_the_index_anew_and_recall_goes_on(saegim: Saegim, minji: User) -> None:
    minji.record("도서관에서 책을 빌렸다")
    saegim.drain()
    minji.reindex()
    assert minji.stats().not_indexed == 1
    assert [hit.text for hit in minji.recall("도서관 책")] == ["도서관에서 책을 빌렸다"]
    saegim.drain()
    assert (minji.stats().not_indexed, minji.stats().not_embedded) == (0, 0)
    assert [hit.text for hit in minji.recall("도서관 책")] == ["도서관에서 책을 빌렸다"]


def test_summaries_are_kept_newest_first(minji: User, clock: FrozenClock) -> None:
    first = minji.save_summary("처음 이야기", summarized_turns=3)
    clock.move(minutes=1)
    second = minji.save_summary("그다음 이야기", summarized_turns=5)
    assert minji.summaries() == [second, first]
    assert minji.summaries(limit=1, offset=1) == [first]


def test_links_join_two_memories(minji: User) -> None:
    cat = minji.remember("고양이 나비를 키운다")
    vet = minji.remember("동물병원은 한강로에 있다")
    link = minji.link(cat.id, "related_to", vet.id, weight=0.8)
    assert minji.links(cat.id) == [link]
    assert minji.links(vet.id) == [link]
    assert link.weight == 0.8


def test_a_closed_saegim_says_so() -> None:
    with temporary_saegim() as saegim:
        minji = saegim.user("minji")
        minji.record("안녕")
        saegim.close()
        with pytest.raises(StoreClosed):
            minji.record("또 안녕")
        with pytest.raises(StoreClosed):
            minji.turns()
        saegim.close()


def test_a_store_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="postgres"):
        Saegim(tmp_path, settings={"store": "postgres://nowhere"})


@pytest.mark.parametrize("named", [{"embedder": "none"}, {"store": "postgres://nowhere"}])
def test_settings_can_be_given_by_name(tmp_path: Path, named: dict[str, str]) -> None:
    """Arguments of `Saegim(...)`, variables and the YAML file take the same names (DESIGN.md)."""
    with contextlib.suppress(SettingsError), Saegim(tmp_path, **named) as saegim:  # type: ignore[arg-type]
        saegim.user("minji").record("안녕")


def test_times_come_back_in_the_zone_of_the_settings() -> None:
    with temporary_saegim(timezone="America/New_York") as saegim:
        turn = saegim.user("minji").record("안녕", at="2026-03-01T09:00+09:00")
        kept = saegim.user("minji").turn(turn.id)
        assert kept.at == datetime(2026, 3, 1, 9, 0, tzinfo=SEOUL)
        assert (
            kept.at.utcoffset() == datetime(2026, 2, 28, 19, tzinfo=ZoneInfo("America/New_York")).utcoffset()
        )
        assert saegim.user("minji").stats().by_day == {"2026-02-28": 1}


def test_health_tells_what_is_degraded(embedder: FakeEmbedder) -> None:
    with temporary_saegim(embedder=embedder) as saegim:
        saegim.user("minji").record("안녕")
        health = saegim.health()
        assert health["vector_enabled"] is True
        assert health["embedder"] == "fake/1"
        assert health["degraded"] == ["analyser: bigrams only"]
        assert health["users"] == 1
        assert health["users_with_pending_work"] == 1
    with temporary_saegim(embedder=None, settings={"embedder": "none"}) as saegim:
        assert saegim.health()["vector_enabled"] is False
        assert "embedder: none" in str(saegim.health()["degraded"])
        assert saegim.health()["status"] == "degraded"


@pytest.mark.parametrize(("language", "analysed"), [("ko", ["준비"]), ("en", [])])
def test_loading_ahead_readies_what_a_question_takes_and_asks_no_service(
    tmp_path: Path, language: str, analysed: list[str]
) -> None:
    class Listening(BigramAnalyser):
        heard: list[str] = []  # noqa: RUF012

        def analyse(self, texts: Sequence[str]) -> list[Analysis]:
            self.heard.extend(texts)
            return super().analyse(texts)

    class Service(FakeEmbedder):
        def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
            raise AssertionError("a service is asked only for somebody")

    analyser = Listening()
    with Saegim(tmp_path, worker="none", language=language, analyser=analyser, embedder=Service()) as saegim:
        analyser.heard.clear()
        saegim.load()
    assert analyser.heard == analysed


@pytest.mark.slow
def test_the_parts_of_this_machine_are_there_after_loading(tmp_path: Path) -> None:
    analyser, encoder = KiwiAnalyser(), SaegimEncoder()
    with Saegim(tmp_path, worker="none", analyser=analyser, embedder=encoder) as saegim:
        assert not analyser.ready
        saegim.load()
    assert analyser.ready
    assert encoder._loaded is not None
