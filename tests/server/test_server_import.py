"""An export comes back over the wire: all of it or nothing, into whom the caller may write for."""

from __future__ import annotations

import asyncio
import itertools
import json
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from server_testbed import Person, Running, serving

from saegim.client import AsyncClient, Client
from saegim.errors import Forbidden, InvalidInput, RequestTooLarge, Unreachable
from saegim.govern import upload

ADDRESS = "/api/v1/import"
LINES = {"Content-Type": "application/x-ndjson"}
_numbers = itertools.count(1)


def lived(server: Running) -> bytes:
    """The export of somebody new with a persona, a turn, memories, people and a history."""
    number = next(_numbers)
    server.saegim.put_persona(f"luna-{number}", name="루나", system_prompt="다정하게 말한다.")
    user = server.saegim.user(f"떠난-{number}", persona=f"luna-{number}")
    user.record("지훈이랑 한강에 갔어. 정말 행복했어!", "좋았겠어요.", metadata={"온도": [1.5, None]})
    memory = user.remember("땅콩 알레르기가 있다", kind="allergy", tags=["건강"])
    user.revise(memory.id, content="땅콩과 호두 알레르기가 있다", reason="더 자세히")
    server.saegim.drain()
    return b"".join(user.export_lines())


def send(http: httpx.Client, content: bytes | Iterator[bytes], **headers: str) -> httpx.Response:
    return http.post(ADDRESS, content=content, headers={**LINES, **headers})


def code(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json()["error"]["code"]


def things(export: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in export.splitlines()]


def test_what_one_server_gave_another_takes(server: Running, person: Person) -> None:
    lived(server)
    leaving = server.person()
    leaving.post("/api/v1/turns", {"user": "나 땅콩 알레르기 있어", "assistant": "네", "sessionId": "s1"})
    leaving.post("/api/v1/memories", {"content": "땅콩 알레르기가 있다", "kind": "allergy"})
    left = leaving.http.get("/api/v1/export").content
    with serving() as elsewhere:
        again = elsewhere.person("민지")
        response = send(again.http, left)
        assert response.status_code == 201, response.text
        told = response.json()
        assert (told["user"], told["from"]) == ("민지", leaving.id)
        assert told["things"] == things(left)[-1]["things"] == sum(told["counts"].values())
        assert (told["counts"]["turn"], told["counts"]["memory"]) == (1, 1)
        back = things(again.http.get("/api/v1/export").content)
        # That it came and that it was looked at are new; every other line is the same.
        new = [one for one in back if one["is"] == "audit"][-2:]
        assert [one["action"] for one in new] == ["import", "export"]
        assert new[0]["actor"].startswith("key:")
        assert [one for one in back[1:-1] if one not in new] == things(left)[1:-1]
        elsewhere.saegim.drain()
        found = again.post("/api/v1/recall", {"query": "땅콩 알레르기"})["hits"]
        assert "땅콩 알레르기가 있다" in {hit["text"] for hit in found}


def test_somebody_who_has_a_memory_is_not_written_over(server: Running, person: Person) -> None:
    export = lived(server)
    assert send(person.http, export).status_code == 201
    before = person.get("/api/v1/memories")
    again = send(person.http, export)
    assert code(again) == (422, "user_not_empty")
    assert "이미 기억이 있습니다" in again.json()["error"]["messageKo"]
    assert person.get("/api/v1/memories") == before


def test_a_repeated_request_is_done_once(server: Running, person: Person) -> None:
    export = lived(server)
    first = send(person.http, export, **{"Idempotency-Key": "하나".encode().hex()})
    again = send(person.http, export, **{"Idempotency-Key": "하나".encode().hex()})
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert again.headers["idempotency-replayed"] == "true"
    other = send(person.http, export + b"\n", **{"Idempotency-Key": "하나".encode().hex()})
    assert other.status_code == 422


def _twice(lines: list[bytes]) -> list[bytes]:
    memory = next(line for line in lines if b'"is":"memory"' in line)
    return [*lines[:-1], memory, lines[-1].replace(b'"things":', b'"things":1')]


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (lambda lines: [], "새김이 내보낸 파일이 아닙니다"),
        (lambda lines: [b"PK\x03\x04 a zip"], "JSON이 아닙니다"),
        (lambda lines: [b'{"memories": [{"text": "mem0"}]}'], '"is"가 없습니다'),
        (lambda lines: lines[:-1], "중간에 잘렸습니다"),
        (lambda lines: [*lines[:2], *lines[3:]], "파일에 없는 대화"),
        (lambda lines: [*lines[:-2], lines[-1]], "빠진 줄"),
        (lambda lines: [lines[0].replace(b'"format":1', b'"format":9'), *lines[1:]], "모르는 형식"),
        (lambda lines: [line.replace(b'"state":"active"', b'"state":"odd"') for line in lines], "memory"),
        (lambda lines: [line.replace(b'"tags":["', b'"tags":[7,"') for line in lines], "memory"),
        (lambda lines: [line.replace(b'"access_count":', b'"access_count":9' + b"9" * 30) for line in lines],
         "번째 줄"),
        (lambda lines: [lines[0], b'{"is":"note","key":"x","value":' + b"[" * 90_000, *lines[1:]], "JSON"),
        (_twice, "번째 줄"),
    ],
    ids=["empty", "zip", "foreign", "cut", "talk", "missing", "newer", "state", "tags", "number", "deep",
         "twice"],
)  # fmt: skip
def test_a_damaged_or_foreign_file_changes_nothing(
    server: Running, spoil: Callable[[list[bytes]], list[bytes]], problem: str
) -> None:
    content = b"".join(spoil(lived(server).splitlines(keepends=True)))
    known = {one.id for one in server.saegim.personas()}
    person = server.person()
    korean = send(person.http, content, **{"Accept-Language": "ko"})
    english = send(person.http, content, **{"Accept-Language": "en"})
    assert code(korean) == code(english) == (422, "export_invalid")
    assert problem in korean.json()["error"]["message"]
    assert korean.json()["error"]["message"] != english.json()["error"]["message"]
    assert {one.id for one in server.saegim.personas()} == known
    assert server.saegim.user(person.id).is_empty()
    # What was refused leaves the way free.
    assert send(person.http, lived(server)).status_code == 201


def test_a_damaged_file_makes_nobody(server: Running) -> None:
    lines = lived(server).splitlines(keepends=True)
    spoilt = b"".join(line.replace(b'"state":"active"', b'"state":"odd"') for line in lines)
    http = server.http(server.token("service"), **{"X-Saegim-User": "nobody-yet"})
    assert code(send(http, spoilt)) == (422, "export_invalid")
    assert not server.saegim.exists("nobody-yet")
    assert send(http, b"".join(lines)).json()["user"] == "nobody-yet"


def test_a_form_is_told_how_to_send_the_file(person: Person) -> None:
    refused = person.http.post(ADDRESS, files={"file": b"{}"})
    assert code(refused) == (422, "content_type_invalid")


def test_what_is_too_large_is_refused_however_it_comes() -> None:
    with serving(settings={"server.import_bytes": 2048, "server.body_bytes": 1024}) as server:
        person = server.person()
        for content in (b"x" * 3000, (b"x" * 500 for _ in range(6))):
            assert code(send(person.http, content)) == (413, "body_too_large")
        # Its bound is its own: what is too large for others is not for it.
        assert code(send(person.http, b"x" * 1500)) == (422, "export_invalid")
        assert code(person.http.post("/api/v1/turns", json={"user": "x" * 1500})) == (413, "body_too_large")
        with Client(server.url, person.token) as client, pytest.raises(RequestTooLarge):
            client.user().bring_back(__file__)


def test_a_line_without_an_end_is_not_read_into_memory(
    server: Running, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upload, "_LONGEST_LINE", 50_000)
    refused = send(person.http, lived(server) + b" " * 60_000)
    assert code(refused) == (422, "export_invalid")
    assert "50,000" in refused.json()["error"]["message"]


def test_a_large_export_may_take_longer_to_arrive_than_an_answer_may() -> None:
    with serving(settings={"server.timeout_s": 0.6, "server.body_timeout_s": 0.5}) as server:
        import time

        export, person = lived(server), server.person()

        def slowly() -> Iterator[bytes]:
            size = len(export) // 6 + 1
            for start in range(0, len(export), size):
                time.sleep(0.2)
                yield export[start : start + size]

        assert send(person.http, slowly()).status_code == 201


def test_crosswise_and_reading_tokens_are_refused(server: Running, person: Person) -> None:
    export, other = lived(server), server.person()
    assert code(send(person.http, export, **{"X-Saegim-User": other.id})) == (403, "forbidden")
    reader = server.http(server.token("read-only", user=other.id))
    assert code(send(reader, export)) == (403, "forbidden")
    assert code(send(server.http(), export)) == (401, "unauthorized")
    assert code(send(server.admin(), export)) == (422, "user_required")
    assert server.saegim.user(other.id).is_empty()
    for role in ("admin", "service"):
        named = f"{other.id}-{role}"
        http = server.http(server.token(role), **{"X-Saegim-User": named})
        assert send(http, export).json()["user"] == named


def test_personas_are_made_only_by_those_who_may(server: Running, person: Person) -> None:
    with serving() as elsewhere:
        export = lived(server)
        named = next(one["id"] for one in things(export) if one["is"] == "persona")
        told = send(elsewhere.person().http, export).json()
        assert (told["made"], told["leftOut"]) == ([], [named])
        assert elsewhere.saegim.personas() == []
        service = elsewhere.http(elsewhere.token("service"), **{"X-Saegim-User": "service-brings"})
        assert send(service, export).json()["made"] == [named]
        assert [one.id for one in elsewhere.saegim.personas()] == [named]


def test_it_counts_among_the_requests_of_a_minute() -> None:
    with serving(settings={"server.user_per_minute": 3}) as server:
        person = server.person()
        codes = [send(person.http, b"{}").status_code for _ in range(5)]
        assert codes == [422] * 3 + [429] * 2


def test_one_export_at_a_time_comes_in_for_a_person(server: Running, person: Person) -> None:
    export = lived(server)
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as slow:
        head = f"POST {ADDRESS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {person.token}\r\n"
        slow.sendall(f"{head}Content-Length: {len(export)}\r\n\r\n".encode() + export[:20])
        for _ in range(200):
            refused = send(person.http, b"{}")
            if refused.status_code == 429:
                break
        assert code(refused) == (429, "rate_limited")
        assert int(refused.headers["retry-after"]) > 0
        # Another's way is free.
        assert send(server.person().http, export).status_code == 201
    for _ in range(200):
        # Whoever breaks off half way has changed nothing, and may come again.
        if send(person.http, export).status_code == 201:
            return
    raise AssertionError("the way stayed shut")


def test_the_client_takes_a_file_home(server: Running, tmp_path: Path) -> None:
    person = server.person()
    assert send(person.http, lived(server)).status_code == 201
    one, other = tmp_path / "하나.jsonl", tmp_path / "둘.jsonl"
    with Client(server.url, person.token) as client:
        count = client.user().export(one)
        with pytest.raises(Forbidden):
            client.user("somebody-else").export(other)
    assert list(tmp_path.iterdir()) == [one]
    assert (one.stat().st_mode & 0o077, things(one.read_bytes())[-1]["things"]) == (0, count)

    async def leave() -> int:
        async with AsyncClient(server.url, person.token) as client:
            return await client.user().export(other)

    # That it was exported before is one thing more.
    assert asyncio.run(leave()) == count + 1
    assert len(things(other.read_bytes())) == count + 3


def test_the_client_keeps_no_half_of_a_file(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def half() -> None:
            taken, _ = listening.accept()
            with taken:
                taken.recv(65_536)
                taken.sendall(b'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{"is":"export","format":1}\n')

        thread = threading.Thread(target=half)
        thread.start()
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        with Client(url, "x") as client, pytest.raises(Unreachable, match="cut off"):
            client.user().export(tmp_path / "x.jsonl")
        thread.join()
    assert list(tmp_path.iterdir()) == []


def test_the_client_brings_a_file_back(server: Running, tmp_path: Path) -> None:
    file = tmp_path / "민지.jsonl"
    file.write_bytes(lived(server))
    count = things(file.read_bytes())[-1]["things"]
    person, other = server.person(), server.person()
    with Client(server.url, person.token) as client:
        assert client.user().bring_back(file) == count
        with pytest.raises(InvalidInput) as refused:
            client.user().bring_back(file)
        assert refused.value.code == "user_not_empty"

    async def bring() -> int:
        async with AsyncClient(server.url, other.token) as client:
            return await client.user().bring_back(str(file))

    assert asyncio.run(bring()) == count
    assert len(server.saegim.user(other.id).memories()) == len(server.saegim.user(person.id).memories()) > 0
