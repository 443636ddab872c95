"""The Python client: the library's verbs and errors over HTTP, waiting or awaited."""

from __future__ import annotations

import asyncio
import inspect
import socket
import threading
from collections.abc import Iterator

import pytest
from server_testbed import Running

from saegim import User, errors
from saegim.client import AsyncClient, Client, RemoteUser
from saegim.client.calls import verb
from saegim.client.server_verbs import ServerVerbs
from saegim.client.tending_verbs import TendingVerbs
from saegim.client.user_verbs import UserVerbs
from saegim.errors import InvalidInput, NotFound, SaegimError, StoreClosed, Unreachable, VersionConflict


@pytest.fixture
def minji(server: Running) -> Iterator[RemoteUser]:
    person = server.person()
    with Client(server.url, person.token) as client:
        yield client.user()


def test_a_turn_goes_in_and_the_same_nouns_come_out(server: Running, minji: RemoteUser) -> None:
    turn = minji.record("나 땅콩 알레르기 있어", "기억할게요", metadata={"intent": "share"}, session="s1")
    local = server.saegim.user(minji._client.me()["user"])
    assert turn == local.turn(turn.id)
    assert minji.turns() == local.turns()
    assert minji.turn(turn.id) == turn
    assert minji.sessions() == local.sessions()
    assert minji.window() == local.window()
    assert minji.count_turns(intent="share") == 1
    assert minji.search_turns("땅콩")[0].id == turn.id
    memory = minji.remember("땅콩 알레르기가 있다", kind="allergy", tags=["음식"], metadata={"snake_case": 1})
    assert memory == local.memory(memory.id)
    assert minji.memories(kind="allergy") == [memory]
    hit = minji.recall("땅콩 알레르기", limit=3)[0]
    assert hit.text in ("땅콩 알레르기가 있다", "나 땅콩 알레르기 있어")
    assert hit.why.sources
    context = minji.context("땅콩 먹어도 돼?", budget_tokens=500)
    assert context.messages[-1]["content"] == "땅콩 먹어도 돼?"
    assert minji.trace(context.trace_id) == local.trace(context.trace_id)
    assert minji.stats() == local.stats()
    assert [event.action for event in minji.audit()] == [event.action for event in local.audit()]
    assert minji.timeline(year=2026) == local.timeline(year=2026)
    ended = minji.end_session()
    assert ended is not None
    assert ended.ended_at is not None


def test_memories_are_changed_as_in_the_library(minji: RemoteUser) -> None:
    memory = minji.remember("판교에 산다", key="home.city", value="판교")
    revised = minji.revise(memory.id, content="판교에서 산다", expected_version=1)
    assert revised.version == 2
    with pytest.raises(VersionConflict) as conflict:
        minji.revise(memory.id, content="다시", expected_version=1)
    assert (conflict.value.expected, conflict.value.actual) == (1, 2)
    assert [version.version for version in minji.history(memory.id)] == [1, 2]
    assert minji.forget(memory.id, reason="틀림").state == "forgotten"
    assert minji.restore(memory.id).state == "active"
    assert minji.pin(memory.id).pinned
    assert not minji.pin(memory.id, pinned=False).pinned
    assert minji.tag(memory.id, "집", "도시").tags == ("집", "도시")
    other = minji.upsert([{"content": "고양이를 키운다", "kind": "fact"}])[0]
    link = minji.link(memory.id, "related_to", other.id, weight=0.5)
    assert minji.links(other.id) == [link]
    assert minji.profile() == {"home.city": "판교"}
    assert minji.archive(other.id).state == "archived"
    assert minji.delete_memories([memory.id, other.id]) == 2
    minji.record("안녕")
    assert minji.clear(confirm=True) == 1


def test_episodes_and_summaries(minji: RemoteUser) -> None:
    minji.record("오늘 이사했어", "축하해요", session="s1")
    episode = minji.make_episode("s1", summary="이사 이야기", importance=7)
    assert minji.episodes() == [episode]
    assert minji.summarise() is None
    assert minji.summaries() == []
    assert minji.candidates() == []
    assert {job.task for job in minji.jobs()} >= {"learn"}


@pytest.mark.parametrize(
    ("call", "kind", "code"),
    [
        (lambda u: u.turn("none"), NotFound, "turn_not_found"),
        (lambda u: u.memory("none"), NotFound, "memory_not_found"),
        (lambda u: u.record(""), InvalidInput, "text_empty"),
        (lambda u: u.record("안녕", at="어제"), InvalidInput, "time_invalid"),
        (lambda u: u.remember("x", kind="rumour"), InvalidInput, "kind_unknown"),
        (lambda u: u.clear(), errors.ConfirmationNeeded, "confirmation_needed"),
        (lambda u: u.recall("x", limit=-1), InvalidInput, "request_invalid"),
    ],
)
def test_errors_are_the_librarys_own(minji: RemoteUser, call: object, kind: type, code: str) -> None:
    assert callable(call)
    with pytest.raises(kind) as raised:
        call(minji)
    error = raised.value
    assert isinstance(error, SaegimError)
    assert error.code == code
    assert error.say("ko") != error.say("en")


def test_errors_of_access_are_types_of_their_own(server: Running) -> None:
    with Client(server.url, "sgm_no_no") as nobody, pytest.raises(errors.Unauthorized):
        nobody.me()
    person = server.person()
    with Client(server.url, person.token) as client:
        with pytest.raises(errors.Forbidden):
            client.users()
        with pytest.raises(errors.Forbidden):
            client.user("someone-else").stats()


def test_an_operator_does_what_operators_do(server: Running) -> None:
    with Client(server.url, server.token("admin")) as admin:
        assert admin.health()["status"] == "degraded"
        assert admin.me()["role"] == "admin"
        persona = admin.put_persona("bora", name="보라", system_prompt="너는 보라야.")
        assert persona in admin.personas()
        key = admin.create_key("user", user="민지")
        with Client(server.url, key) as client:
            client.user(persona="bora").record("안녕")
            assert client.user("민지").count_turns() == 1
        assert admin.user("민지", persona="bora").count_turns() == 1
        admin.revoke_key(key.split("_")[1])
        with Client(server.url, key) as client, pytest.raises(errors.Unauthorized):
            client.me()
        assert "민지" in [user.id for user in admin.users()]
        assert isinstance(admin.drain(), int)
        assert admin.user("민지").erase(confirm=True)


def test_a_chat_whole_and_as_it_comes(minji: RemoteUser) -> None:
    assert minji.chat("안녕?")["offline"] is True
    events = list(minji.stream("잘 지냈어?"))
    assert [event.name for event in events] == ["memories", "token", "emotion", "remembered", "done"]
    with pytest.raises(SaegimError) as refused:
        list(minji.stream(""))
    assert refused.value.code == "text_empty"
    assert minji.count_turns() == 2


def test_the_same_verbs_can_be_awaited(server: Running) -> None:
    person = server.person()

    async def talk() -> None:
        async with AsyncClient(server.url, person.token) as client:
            minji = client.user()
            turns = await asyncio.gather(*(minji.record(f"{n}번째 말") for n in range(5)))
            assert len({turn.id for turn in turns}) == 5
            assert await minji.count_turns() == 5
            with pytest.raises(NotFound):
                await minji.turn("none")
            events = [event.name async for event in minji.stream("안녕?")]
            assert events[-1] == "done"
            assert (await client.health())["status"] == "degraded"

    asyncio.run(talk())


def test_no_verb_is_written_twice() -> None:
    for kind in (UserVerbs, TendingVerbs, ServerVerbs):
        own = {name for name, value in vars(kind).items() if isinstance(value, verb)}
        assert own
        for client in (Client, AsyncClient, RemoteUser):
            assert not own & set(vars(client))


PUBLIC_FACE = """
record record_messages turns turn search_turns count_turns delete_turn window sessions end_session recall
recall_detailed context pick remember upsert memories memory revise pin tag archive forget restore
delete_memories history link links timeline profile candidates episodes make_episode summarise summaries
jobs trace traces audit stats clear erase
candidate why retry_jobs model_calls entities entity add_entity revise_entity merge_entities split_entity
frequent_contacts evidence sentiment about neighbours walk insights tend runs changes undo
""".split()


# The language is the client's; an id of one's own is the request's Idempotency-Key.
SAID_OTHERWISE = {"why": {"language"}, "add_entity": {"id"}}


@pytest.mark.parametrize("name", PUBLIC_FACE)
def test_the_client_has_the_librarys_verbs_with_their_arguments(name: str) -> None:
    library = inspect.signature(getattr(User, name)).parameters
    ours = inspect.signature(inspect.getattr_static(RemoteUser, name)._build).parameters
    takes_any = any(one.kind is inspect.Parameter.VAR_KEYWORD for one in ours.values())
    # Who did it is the token's owner.
    missing = set(library) - set(ours) - {"actor", "current"} - SAID_OTHERWISE.get(name, set())
    assert takes_any or not missing


def test_whom_and_what_was_talked_about_is_there_as_in_the_library(
    server: Running, minji: RemoteUser
) -> None:
    local = server.saegim.user(minji._client.me()["user"])
    first, second = minji.add_entity("혜원", relation="친구"), minji.add_entity("혜원이")
    memory = minji.remember("혜원은 보리차를 마신다", subject="혜원")
    server.saegim.drain()
    assert minji.entity("혜원") == local.entity("혜원")
    assert minji.revise_entity(first.id, summary="오랜 친구", trust=0.9).trust == 0.9
    assert minji.entity("혜원").summary == local.entity("혜원").summary == "오랜 친구"
    with pytest.raises(InvalidInput):
        minji.revise_entity(first.id, trust=2.0)
    reason = minji.remember("혜원은 커피를 끊었다", subject="혜원")
    minji.link(memory.id, "derived_from", reason.id)
    assert [one.id for one in minji.evidence(memory.id)] == [reason.id]
    kept, change = minji.merge_entities(first.id, second.id, reason="같은 사람")
    assert kept.names == ("혜원", "혜원이")
    assert minji.entities() == local.entities()
    assert minji.about("혜원") == local.about("혜원")
    assert minji.neighbours(memory.id) == local.neighbours(memory.id)
    assert minji.walk(memory.id) == local.walk(memory.id)
    assert minji.sentiment("혜원") == local.sentiment("혜원")
    assert minji.frequent_contacts() == local.frequent_contacts()
    assert minji.changes() == local.changes() == [change]
    assert minji.undo(change.id).undone_at is not None
    assert len(minji.entities()) == 2
    assert minji.tend(dry_run=True).did == local.tend(dry_run=True).did
    assert minji.runs() == local.runs()
    assert minji.insights(closed=True) == local.insights(closed=True)
    assert minji.why(memory.id) == local.why(memory.id)
    assert minji.retry_jobs() == 0
    assert minji.model_calls() == local.model_calls()


def test_a_server_that_is_not_there_is_unreachable() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    with Client(f"http://127.0.0.1:{port}", "x", retries=1) as client:
        with pytest.raises(Unreachable):
            client.health()
        with pytest.raises(Unreachable):
            next(client.user().stream("안녕"))


def test_an_address_is_taken_as_the_server_shows_it(server: Running) -> None:
    person = server.person()
    with Client(f"{server.url}/api/v1/", person.token) as client:
        assert client.me()["user"] == person.id
    with pytest.raises(InvalidInput) as refused:
        Client(server.url.removeprefix("http://"), person.token)
    assert refused.value.code == "url_invalid"


def test_a_closed_client_says_so(server: Running) -> None:
    with Client(server.url, server.person().token) as client:
        minji = client.user()
    with pytest.raises(StoreClosed):
        minji.turns()
    with pytest.raises(StoreClosed):
        next(minji.stream("안녕"))


def test_a_broken_line_is_tried_again_and_the_write_is_done_once(server: Running) -> None:
    """A proxy that passes the first request on and drops its answer: the turn is kept, nobody was told."""
    person = server.person()
    host, port = server.url.removeprefix("http://").split(":")
    listener = socket.create_server(("127.0.0.1", 0))
    seen: list[bytes] = []

    def proxy() -> None:
        for n in range(2):
            near, _ = listener.accept()
            with near, socket.create_connection((host, int(port))) as far:
                request = near.recv(65536)
                while b'"user"' not in request:
                    request += near.recv(65536)
                seen.append(request)
                far.sendall(request)
                answer = far.recv(65536)
                while n and not answer.endswith(b"}"):
                    answer += far.recv(65536)
                near.sendall(answer if n else b"")

    thread = threading.Thread(target=proxy, daemon=True)
    thread.start()
    with Client(f"http://127.0.0.1:{listener.getsockname()[1]}", person.token) as client:
        turn = client.user().record("한 번만 적어 줘")
    thread.join(10)
    listener.close()
    assert len(seen) == 2
    assert [one.id for one in server.saegim.user(person.id).turns()] == [turn.id]


def test_a_turn_under_an_id_of_ones_own_is_kept_once(minji: RemoteUser) -> None:
    before = minji.count_turns()
    first = minji.record("한 번만 한 말", "네", id="mine-1")
    assert minji.record("한 번만 한 말", "네", id="mine-1") == first
    with pytest.raises(InvalidInput) as refused:
        minji.record("다른 말", "네", id="mine-1")
    assert refused.value.code == "id_taken"
    both = minji.record_messages([{"content": "하나"}, {"content": "둘"}], id="mine-2")
    assert minji.record_messages([{"content": "하나"}, {"content": "둘"}], id="mine-2") == both
    assert minji.count_turns() == before + 3
