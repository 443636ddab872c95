"""How much and how often: rates, sizes, counts, patience, and requests that come twice."""

from __future__ import annotations

import json
import socket
import threading
from typing import Any

import httpx
import pytest
from server_testbed import Person, Running, serving

from saegim.server.limits import STREAM_LEASE_S, Limits
from saegim.testing import FrozenClock


class Ticking:
    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_empties_and_fills_at_its_rate() -> None:
    clock = Ticking()
    limits = Limits(clock=clock)
    assert [limits.take("a", 3) for _ in range(3)] == [0, 0, 0]
    assert limits.take("a", 3) == pytest.approx(20)
    assert limits.take("b", 3) == 0
    clock.now += 19.9
    assert limits.take("a", 3) == pytest.approx(0.1)
    clock.now += 0.2
    assert limits.take("a", 3) == 0
    assert limits.take("a", 3) > 0
    assert limits.take("a", 0) == 0
    limits.close()


def test_processes_share_one_bucket(tmp_path: Any) -> None:
    clock = Ticking()
    one, two = (Limits(str(tmp_path / "limits.db"), clock=clock) for _ in range(2))
    assert [one.take("a", 2), two.take("a", 2)] == [0, 0]
    assert one.take("a", 2) > 0
    assert two.take("a", 2) > 0
    first = one.open_stream("s", 1)
    assert first is not None
    assert two.open_stream("s", 1) is None
    one.close_stream(first)
    second = two.open_stream("s", 1)
    assert second is not None
    # Its process is killed: nobody says that it is still open.
    clock.now += STREAM_LEASE_S + 1
    assert one.open_stream("s", 1) is not None
    one.close()
    two.close()


def test_a_person_who_asks_too_often_is_told_when_to_come_back() -> None:
    with serving(settings={"server.user_per_minute": 5}) as server:
        person, other = server.person(), server.person()
        for _ in range(5):
            person.get("/api/v1/me")
        refused = person.http.get("/api/v1/me")
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "rate_limited")
        assert 1 <= int(refused.headers["retry-after"]) <= 12
        other.get("/api/v1/me")
        server.admin().get("/api/v1/users").raise_for_status()


def test_an_address_that_asks_too_often_is_refused_before_anything_is_looked_at() -> None:
    with serving(settings={"server.address_per_minute": 5}) as server:
        client = server.http()
        codes = [client.get("/health/live").status_code for _ in range(7)]
        assert codes == [200] * 5 + [429] * 2


def test_guessing_tokens_is_slowed_down() -> None:
    with serving(settings={"server.refused_per_minute": 3}) as server:
        guesses = [server.http(f"sgm_{n}_x").get("/api/v1/me").status_code for n in range(5)]
        assert guesses == [401, 401, 401, 429, 429]
        server.person().get("/api/v1/me")


def test_a_body_that_is_too_large_is_refused_declared_or_not(server: Running) -> None:
    with serving(settings={"server.body_bytes": 2000}) as small:
        person = small.person()
        body = json.dumps({"user": "가" * 1000}).encode()
        headers = {"Content-Type": "application/json"}
        declared = person.http.post("/api/v1/turns", content=body, headers=headers)
        chunked = person.http.post("/api/v1/turns", content=iter([body[:1500], body[1500:]]), headers=headers)
        for response in (declared, chunked):
            assert (response.status_code, response.json()["error"]["code"]) == (413, "body_too_large")
        person.post("/api/v1/turns", {"user": "가" * 100})
        assert small.saegim.user(person.id).count_turns() == 1


def test_so_many_items_and_so_long_texts_and_no_more(server: Running, person: Person) -> None:
    many = {"messages": [{"content": "안녕"}] * 1001}
    assert person.post("/api/v1/messages", many, status=422)["error"]["code"] == "too_many_items"
    memories = {"memories": [{"content": "x"}] * 1001}
    assert person.post("/api/v1/memories/batch", memories, status=422)["error"]["code"] == "too_many_items"
    long = {"user": "가" * 100_000}
    assert person.post("/api/v1/turns", long, status=422)["error"]["code"] == "text_too_long"
    metadata = {"user": "안녕", "metadata": {"x": "y" * 70_000}}
    assert person.post("/api/v1/turns", metadata, status=422)["error"]["code"] == "metadata_too_large"
    assert server.saegim.user(person.id).count_turns() == 0


def test_a_request_that_does_not_arrive_is_not_waited_for() -> None:
    with serving(settings={"server.body_timeout_s": 0.3}) as server:
        person = server.person()
        host, port = server.url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=10) as slow:
            head = f"POST /api/v1/turns HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {person.token}\r\n"
            slow.sendall((head + "Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{").encode())
            assert b" 408 " in slow.recv(4096)


def test_an_answer_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(settings={"server.timeout_s": 0.3}) as server:
        person = server.person()
        go = threading.Event()
        monkeypatch.setattr(server.saegim._core.store, "users", lambda **_: go.wait(10) and [])
        response = server.admin().get("/api/v1/users")
        assert (response.status_code, response.json()["error"]["code"]) == (504, "timeout")
        go.set()
        person.get("/api/v1/me")


def test_more_than_so_many_at_a_time_are_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(settings={"server.concurrent": 2}) as server:
        go, inside, admin = threading.Event(), threading.Semaphore(0), server.admin()

        def slow(**_: Any) -> list[Any]:
            inside.release()
            assert go.wait(30)
            return []

        monkeypatch.setattr(server.saegim._core.store, "users", slow)
        threads = [threading.Thread(target=admin.get, args=("/api/v1/users",)) for _ in range(2)]
        for thread in threads:
            thread.start()
        assert inside.acquire(timeout=30)
        assert inside.acquire(timeout=30)
        response = server.http().get("/health/live")
        go.set()
        for thread in threads:
            thread.join()
        assert (response.status_code, response.json()["error"]["code"]) == (503, "server_busy")
        assert response.headers["retry-after"] == "1"
        assert server.http().get("/health/live").status_code == 200


# Requests that come twice.


def post(person: Person, key: str, body: Any, path: str = "/api/v1/turns") -> httpx.Response:
    return person.http.post(path, json=body, headers={"Idempotency-Key": key})


def test_a_write_that_is_repeated_is_done_once(server: Running, person: Person) -> None:
    first = post(person, "k1", {"user": "한 번만"})
    again = post(person, "k1", {"user": "한 번만"})
    assert (again.status_code, again.content) == (first.status_code, first.content) == (201, first.content)
    assert again.headers["idempotency-replayed"] == "true"
    assert "idempotency-replayed" not in first.headers
    assert server.saegim.user(person.id).count_turns() == 1
    other = post(person, "k1", {"user": "다른 말"})
    assert (other.status_code, other.json()["error"]["code"]) == (422, "idempotency_conflict")
    elsewhere = post(person, "k1", {"keyword": "말"}, "/memory/conversations/search")
    assert elsewhere.status_code == 422


def test_one_persons_key_says_nothing_about_anothers(server: Running) -> None:
    minji, jihun = server.person(), server.person()
    mine, theirs = post(minji, "same", {"user": "안녕"}), post(jihun, "same", {"user": "안녕"})
    assert mine.json()["id"] != theirs.json()["id"]
    service = server.http(server.token("service"))
    for user in (minji.id, jihun.id):
        headers = {"Idempotency-Key": "same", "X-Saegim-User": user}
        assert service.post("/api/v1/turns", json={"user": "안녕"}, headers=headers).status_code == 201
    assert server.saegim.user(minji.id).count_turns() == 2


def test_what_was_refused_may_be_tried_again(server: Running, person: Person) -> None:
    assert post(person, "k", {"user": ""}).status_code == 422
    assert post(person, "k", {"user": "이제는"}).status_code == 201


def test_many_at_once_with_one_key_do_it_once(server: Running, person: Person) -> None:
    codes: list[int] = []

    def one() -> None:
        codes.append(post(person, "race", {"user": "한 번만"}).status_code)

    threads = [threading.Thread(target=one) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(codes) <= {201, 409}
    assert 201 in codes
    assert server.saegim.user(person.id).count_turns() == 1


def test_an_answer_is_kept_for_a_day() -> None:
    clock = FrozenClock()
    with serving(clock=clock) as server:
        person = server.person()
        first = post(person, "k", {"user": "오늘"}).json()["id"]
        clock.move(hours=23.9)
        assert post(person, "k", {"user": "오늘"}).json()["id"] == first
        clock.move(hours=0.2)
        assert post(person, "k", {"user": "오늘"}).json()["id"] != first


def test_an_erased_persons_answers_are_gone(server: Running) -> None:
    admin = server.admin()
    person = server.person()
    first = post(person, "k", {"user": "비밀"})
    admin.delete(f"/api/v1/users/{person.id}", params={"confirm": "true"}).raise_for_status()
    again = Person(person.id, "", server.http(server.token(user=person.id)))
    assert post(again, "k", {"user": "비밀"}).json()["id"] != first.json()["id"]


@pytest.mark.parametrize("key", ["", "x" * 256])
def test_a_key_of_no_use_is_refused(person: Person, key: str) -> None:
    assert post(person, key, {"user": "안녕"}).json()["error"]["code"] == "idempotency_key_invalid"
