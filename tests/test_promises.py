"""The promises of DESIGN.md, one test or more for each, by number. (2, on jobs, comes with "Remember".)"""

from __future__ import annotations

import contextlib
import json
import random
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from saegim import Saegim, User
from saegim.errors import EmbedderFailed, InvalidInput, NotFound, VersionConflict
from saegim.language.morphemes import BigramAnalyser
from saegim.testing import FakeEmbedder, FrozenClock, temporary_saegim

# 1. A turn that was acknowledged survives kill -9 and power loss.

_SPEAKER = """
import sys
from saegim import Saegim
from saegim.language.morphemes import BigramAnalyser
from saegim.testing import FakeEmbedder

folder, own, life = sys.argv[1:]
saegim = Saegim(folder, embedder=FakeEmbedder(), analyser=BigramAnalyser(), worker="thread")
users = [saegim.user("shared"), saegim.user(own)]
n = 0
while True:
    for user in users:
        turn = user.record(f"{own} {life} {n}", "들었어요", metadata={"n": n})
        # Only what was acknowledged is promised.
        sys.stdout.write(f"turn {user.id} {turn.id}\\n")
        if n % 3 == 0:
            memory = user.remember(f"{own} {life} {n} 기억", key=f"{own}.last", value=f"{life} {n}")
            sys.stdout.write(f"memory {user.id} {memory.id}\\n")
        sys.stdout.flush()
    n += 1
"""


class Speaker:
    """A process that records for ever, and what it has had acknowledged."""

    def __init__(self, folder: Path, own: str) -> None:
        self._folder = folder
        self._own = own
        self.lives = 0
        self.acknowledged: list[tuple[str, str, str]] = []
        self.start()

    def start(self) -> None:
        self.lives += 1
        self.process = subprocess.Popen(
            [sys.executable, "-c", _SPEAKER, str(self._folder), self._own, str(self.lives)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.heard = 0
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            # A line cut by the kill was never acknowledged.
            if line.endswith("\n") and len(words := line.split()) == 3:
                self.acknowledged.append((words[0], words[1], words[2]))
                self.heard += 1

    def kill(self) -> None:
        assert self.process.poll() is None, self.process.stderr and self.process.stderr.read()
        self.process.kill()
        self.process.wait()
        self._reader.join()
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()


@pytest.mark.slow
def test_1_what_was_acknowledged_survives_kill_9(tmp_path: Path) -> None:
    """Four processes record to a shared and to separate users, and are killed at any moment."""
    folder = tmp_path / "data"
    chance = random.Random(7)
    speakers = [Speaker(folder, f"speaker{n}") for n in range(4)]
    try:
        until = time.monotonic() + 15
        while time.monotonic() < until:
            speaker = chance.choice(speakers)
            # At any point of its life: while it opens, in its first write, later.
            wanted = chance.choice([0, 1, 5, 20])
            patience = time.monotonic() + 5
            while speaker.heard < wanted and time.monotonic() < patience:
                time.sleep(0.01)
            time.sleep(chance.random() * 0.05)
            speaker.kill()
            speaker.start()
    finally:
        for speaker in speakers:
            with contextlib.suppress(AssertionError):
                speaker.kill()
    acknowledged = [one for speaker in speakers for one in speaker.acknowledged]
    assert sum(speaker.lives for speaker in speakers) > 8
    assert len(acknowledged) > 50
    # The dead left their leases on work; ten minutes later those have run out.
    later = FrozenClock(datetime.now(UTC) + timedelta(minutes=10))
    with Saegim(
        folder, embedder=FakeEmbedder(), analyser=BigramAnalyser(), worker="none", clock=later
    ) as saegim:
        # A user whose very first moment was interrupted leaves an empty file, and the doctor says so.
        assert [one for one in saegim.check() if "belongs to no user" not in one] == []
        for name in ("shared", *(f"speaker{n}" for n in range(4))):
            if not saegim.exists(name):
                assert not [one for one in acknowledged if one[1] == name]
                continue
            user = saegim.user(name)
            assert user.check() == []
            for kind, owner, id_ in acknowledged:
                if owner == name:
                    thing = user.turn(id_) if kind == "turn" else user.memory(id_)
                    assert thing.id == id_
            turns = user.turns(limit=10_000)
            assert all(len(turn.messages) == 2 for turn in turns)
            said = [turn.user for turn in turns]
            assert len(said) == len(set(said)), "nothing twice"
            assert sum(session.turn_count for session in user.sessions(limit=1000)) == len(turns)
            began = time.monotonic()
            user.record("잠긴 곳이 없다")
            assert time.monotonic() - began < 5, "a lock was left behind"
        saegim.drain()
        assert saegim.health()["users_with_pending_work"] == 0
        for name in ("shared", *(f"speaker{n}" for n in range(4))):
            stats = saegim.user(name).stats()
            assert (stats.not_indexed, stats.not_embedded) == (0, 0)


def test_1_a_turn_is_on_the_disk_when_record_returns(tmp_path: Path) -> None:
    """The process ends without closing anything, right after the acknowledgement."""
    script = """
import os, sys
from saegim import Saegim
saegim = Saegim(sys.argv[1], settings={"embedder": "none", "index.analyser": "bigram"})
print(saegim.user("minji").record("마지막 말").id, flush=True)
os._exit(9)
"""
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True)
    assert done.returncode == 9, done.stderr
    with Saegim(
        tmp_path, settings={"embedder": "none", "index.analyser": "bigram", "worker": "none"}
    ) as saegim:
        assert saegim.user("minji").turn(done.stdout.strip()).user == "마지막 말"
        assert saegim.user("minji").check() == []


# 3. Every step has a way down. The turn never fails, and the trace and health say what was degraded.


def test_3_without_embedder_and_analyser_a_turn_goes_all_the_way() -> None:
    with temporary_saegim(embedder=None, settings={"embedder": "none"}) as saegim:
        minji = saegim.user("minji")
        minji.record("한강에서 자전거를 탔다", "좋았겠네요")
        saegim.drain()
        context = minji.context("한강에서 탄 자전거 이야기")
        assert context.messages
        assert minji.recall("한강 자전거")[0].text == "한강에서 자전거를 탔다"
        assert "embedder: none" in context.degraded
        assert "embedder: none" in str(minji.trace(context.trace_id).detail["degraded"])
        assert set(saegim.health()["degraded"]) == {"embedder: none", "analyser: bigrams only"}  # type: ignore[arg-type]


def test_3_an_embedder_that_fails_in_the_middle_fails_no_turn(
    saegim: Saegim, minji: User, embedder: FakeEmbedder
) -> None:
    minji.record("한강에서 자전거를 탔다")
    saegim.drain()
    embedder.failing = "HTTP 500"
    minji.record("한강에서 김밥을 먹었다")
    saegim.drain()
    context = minji.context("한강에서 뭘 했지, 자전거였나")
    assert any("HTTP 500" in one for one in context.degraded)
    assert saegim.health()["status"] == "degraded"
    assert minji.count_turns() == 2


# 4. A context never exceeds its budget; the newest turn is always in it, cut if it must be.


@pytest.mark.parametrize("budget", [16, 40, 150, 1000])
def test_4_budgets_hold_and_the_newest_words_are_in(minji: User, saegim: Saegim, budget: int) -> None:
    """The laws for any material and both counters are in tests/recall/test_context_budget.py."""
    for n in range(8):
        minji.record(f"{n}번째로 하는 아주 긴 이야기입니다. " * 5, "그렇군요. " * 30)
    minji.remember("땅콩 알레르기가 있다. " * 30, kind="allergy")
    saegim.drain()
    for message in ("오늘 저녁 뭐 먹지?", "아주 긴 이야기 하나 더 " * 100):
        context = minji.context(message, budget_tokens=budget)
        assert context.tokens <= budget
        assert message.startswith(context.messages[-1]["content"].rstrip("…"))
        assert context.messages[-1]["content"]
    newest = minji.context(budget_tokens=budget)
    assert newest.tokens <= budget
    assert "그렇군요. 그렇군요.".startswith(newest.messages[-1]["content"].rstrip("…")[:10])


# 5. Nothing of one user can be reached through another's handle.


def test_5_another_users_handle_reaches_nothing(saegim: Saegim) -> None:
    """Every way in is tried in tests/engine/test_personas.py; here the shortest and the files."""
    minji, jisu = saegim.user("minji"), saegim.user("jisu")
    turn = minji.record("비밀번호는 나비1234")
    memory = minji.remember("금고는 서재에 있다")
    jisu.record("안녕")
    saegim.drain()
    assert jisu.recall("비밀번호 나비1234") == []
    assert jisu.recall("금고 서재") == []
    for reach in (lambda: jisu.turn(turn.id), lambda: jisu.memory(memory.id), lambda: jisu.forget(memory.id)):
        with pytest.raises(NotFound):
            reach()


def test_5_a_file_without_its_key_tells_nothing(tmp_path: Path) -> None:
    settings = {"embedder": "none", "index.analyser": "bigram", "worker": "none"}
    with Saegim(tmp_path / "data", settings=settings) as saegim:
        saegim.user("minji").record("비밀번호는 나비1234", "쉿")
        saegim.user("minji").remember("금고는 서재에 있다")
    for path in (tmp_path / "data").rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            for secret in ("나비1234", "금고", "minji"):
                assert secret.encode() not in content
                assert secret.encode("utf-16-le") not in content
            assert "minji" not in path.name


# 6. Every change to a memory leaves a version and an audit event in the same transaction; any version can be
# restored.


def test_6_every_change_leaves_a_version_and_an_audit_event(minji: User) -> None:
    memory = minji.remember("하나", actor="민지")
    for change in (
        lambda: minji.revise(memory.id, content="둘"),
        lambda: minji.pin(memory.id),
        lambda: minji.tag(memory.id, "꼬리표"),
        lambda: minji.archive(memory.id),
        lambda: minji.restore(memory.id),
        lambda: minji.forget(memory.id),
        lambda: minji.restore(memory.id, version=1),
    ):
        versions, events = len(minji.history(memory.id)), len(minji.audit(memory_id=memory.id))
        change()
        assert len(minji.history(memory.id)) == versions + 1
        assert len(minji.audit(memory_id=memory.id)) == events + 1
    assert minji.memory(memory.id).content == "하나"
    with pytest.raises(VersionConflict):
        minji.revise(memory.id, content="셋", expected_version=1)
    assert len(minji.history(memory.id)) == len(minji.audit(memory_id=memory.id)) == 8


# 7. Facts change: a new value closes the old one's validity and links to it. `as_of` answers as it was then.


def test_7_as_of_answers_as_it_was_then(saegim: Saegim, minji: User, clock: FrozenClock) -> None:
    began = clock.now()
    seoul = minji.remember("서울에 산다", key="home.city", value="서울")
    clock.move(days=100)
    busan = minji.remember("부산에 산다", key="home.city", value="부산")
    saegim.drain()
    assert minji.memory(seoul.id).valid_to == busan.valid_from
    links = [link for link in minji.links(busan.id) if link.relation == "supersedes"]
    assert [(link.source, link.target) for link in links] == [(busan.id, seoul.id)]
    assert [hit.text for hit in minji.recall("어디에 산다")] == ["부산에 산다"]
    assert [hit.text for hit in minji.recall("어디에 산다", as_of=began + timedelta(days=50))] == [
        "서울에 산다"
    ]


# 8. Bad input gets a clear error with a stable code and changes nothing.


def test_8_bad_input_changes_nothing(minji: User) -> None:
    """Every kind of it is in tests/engine/test_bad_input.py."""
    minji.record("안녕")
    before = (minji.stats(), minji.turns(), minji.audit())
    for code, call in (
        ("text_empty", lambda: minji.record("")),
        ("time_naive", lambda: minji.record("안녕", at="2026-01-01T00:00")),
        ("metadata_not_json", lambda: minji.record("안녕", metadata={"a": {1}})),
        ("kind_unknown", lambda: minji.remember("내용", kind="사실")),
    ):
        with pytest.raises(InvalidInput) as caught:
            call()
        assert caught.value.code == code
        assert caught.value.say("ko") != caught.value.say("en")
    assert (minji.stats(), minji.turns(), minji.audit()) == before


# 9. Times are timezone-aware. A turn recorded with a past time is dated by that time, never by now.


def test_9_a_past_turn_is_dated_by_its_own_time_everywhere(
    saegim: Saegim, minji: User, clock: FrozenClock
) -> None:
    past = clock.now() - timedelta(days=300)
    minji.record("요즘 이야기")
    turn = minji.record("오래전 이야기", "그랬군요", at=past)
    saegim.drain()
    assert turn.at == past
    assert {message.at for message in minji.turn(turn.id).messages} == {past}
    assert minji.turns()[-1].id == turn.id
    session = next(session for session in minji.sessions() if session.id == turn.session_id)
    assert (session.started_at, session.last_at) == (past, past)
    assert minji.stats().first_turn_at == past
    assert past.date().isoformat() in minji.stats().by_day
    (hit,) = [hit for hit in minji.recall("오래전 이야기") if hit.text == "오래전 이야기"]
    assert hit.at == past
    assert hit.why.recency < 0.01
    assert minji.recall("오래전 이야기", since=past + timedelta(seconds=1))[0].text != "오래전 이야기"
    memory = minji.remember("오래된 사실", valid_from=past)
    (event,) = minji.audit(memory_id=memory.id)
    times = [turn.at, session.started_at, hit.at, memory.valid_from, memory.created_at, event.at]
    assert all(one.utcoffset() is not None for one in times)


# 10. No telemetry. No network unless a provider that needs it was configured.


def test_10_recording_and_recalling_touch_no_network(tmp_path: Path) -> None:
    """With the real analyser and the real embedder; even loopback would be noticed."""
    script = """
import json, sys
seen = []
def watch(event, arguments):
    if event.startswith("socket."):
        seen.append(event)
sys.addaudithook(watch)
from saegim import Saegim
with Saegim(sys.argv[1]) as saegim:
    minji = saegim.user("minji", persona="luna")
    minji.record("땅콩을 먹으면 목이 부어요", "조심해야겠어요")
    minji.remember("땅콩 알레르기가 있다", kind="allergy")
    saegim.drain()
    found = minji.recall_detailed("못 먹는 음식이 뭐야?")
    context = minji.context("오늘 저녁 뭐 먹지?")
told = {"seen": seen, "hits": len(found.hits), "degraded": found.degraded, "tokens": context.tokens}
print(json.dumps(told))
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "data")], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["seen"] == []
    assert told["hits"] > 0
    assert told["degraded"] == []
    assert told["tokens"] > 0


def test_10_these_tests_cannot_reach_the_network() -> None:
    """The block itself: otherwise the other tests would prove nothing."""
    import socket

    from no_network import NetworkBlocked

    for reach in (
        lambda: socket.create_connection(("192.0.2.1", 80), timeout=0.1),
        lambda: socket.getaddrinfo("example.org", 443),
    ):
        with pytest.raises(NetworkBlocked):
            reach()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as speaker, pytest.raises(NetworkBlocked):
        speaker.sendto(b"x", ("192.0.2.1", 53))
    script = "import socket; socket.create_connection(('192.0.2.1', 80), timeout=0.1)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "NetworkBlocked" in done.stderr


def test_10_a_configured_service_is_the_only_one_asked(saegim: Saegim) -> None:
    """An address beyond this machine is refused by the block, and nothing falls back to another."""
    from no_network import NetworkBlocked

    from saegim.providers.http import HttpEmbedder
    from saegim.settings import EmbedderSettings

    embedder = HttpEmbedder("openai", "모델", EmbedderSettings(base_url="http://192.0.2.1", tries=1))
    try:
        with pytest.raises((NetworkBlocked, EmbedderFailed)):
            embedder.embed(["가"])
    finally:
        embedder._client.close()
