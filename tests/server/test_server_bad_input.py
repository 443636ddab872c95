"""Whatever is sent: a clear refusal with a code, never a failure of ours, and nothing changed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from server_testbed import Person, Running

JSON = {"Content-Type": "application/json"}
# Bodies that would be accepted, by path: each string in them is replaced by something odd.
ACCEPTED: dict[str, dict[str, Any]] = {
    "/api/v1/turns": {
        "user": "안녕",
        "assistant": "네",
        "sessionId": "s1",
        "personaId": "luna",
        "metadata": {"a": "b"},
    },
    "/api/v1/turns/search": {"keyword": "안녕", "emotion": "joy", "intent": "x", "sessionId": "s"},
    "/api/v1/messages": {"messages": [{"role": "user", "content": "안녕", "name": "민지"}], "sessionId": "s"},
    "/api/v1/recall": {"query": "안녕", "kinds": ["fact"], "tags": ["x"], "entity": "e", "personaId": "luna"},
    "/api/v1/context": {"message": "안녕", "system": "너는", "personaId": "luna", "fewShot": [["a", "b"]]},
    "/api/v1/memories": {"content": "안녕", "kind": "fact", "subject": "a", "key": "k", "tags": ["t"]},
    "/api/v1/summaries": {"content": "요약", "throughTurn": "t"},
    "/api/v1/chat/send": {"message": "안녕", "personaId": "luna", "sessionId": "s1"},
    "/api/v1/memory/create": {
        "sessionId": "s1",
        "personaId": "luna",
        "manualSummary": "요약",
        "messages": [{"role": "user", "content": "안녕", "timestamp": "2026-03-01T00:00:00Z"}],
    },
    "/memory/conversations/search": {"keyword": "안녕"},
    "/v1/chat/completions": {"model": "m", "messages": [{"role": "user", "content": "안녕"}]},
}
ODD = [
    "\0", "a\0b", "\ud800", "\udfff끝", "", " ", "../../etc/passwd", "%2e%2e%2f", "'; DROP TABLE turns; --",
    '" OR 1=1 --', "NEAR(a b)", "a* AND (b", '"', "^*:{}()[]", "x" * 300_000, "\u202e거꾸로", "🐈" * 50,
    "\r\nX-Injected: 1", "${jndi:ldap://x}", "{{7*7}}", "<script>alert(1)</script>",
]  # fmt: skip


def variants(body: Any, odd: str) -> list[Any]:
    """The body with each of its strings replaced in turn."""
    found: list[Any] = []

    def walk(node: Any, rebuild: Any) -> None:
        if isinstance(node, str):
            found.append(rebuild(odd))
        elif isinstance(node, dict):
            for key, value in node.items():
                walk(value, lambda new, key=key, node=node: rebuild({**node, key: new}))
        elif isinstance(node, list):
            for i, value in enumerate(node):
                walk(value, lambda new, i=i, node=node: rebuild([*node[:i], new, *node[i + 1 :]]))

    walk(body, lambda new: new)
    return found


def revision(server: Running, user_id: str) -> int:
    if not server.saegim.exists(user_id):
        return -1
    with server.saegim.store.user(user_id) as store, store.read() as view:
        return view.revision()


def code_of(document: Any) -> str:
    error = document.get("error", document)
    return str(error["code"] if isinstance(error, dict) else error)


@pytest.mark.parametrize("path", ACCEPTED)
def test_odd_strings_anywhere_are_kept_as_they_are_or_refused(server: Running, path: str) -> None:
    person = server.person()
    for odd in ODD:
        for body in variants(ACCEPTED[path], odd):
            before = revision(server, person.id)
            response = person.http.post(path, content=json.dumps(body).encode(), headers=JSON)
            assert response.status_code < 500, (odd[:20], response.text)
            assert "x-injected" not in response.headers
            if response.status_code >= 400:
                assert code_of(response.json())
                assert revision(server, person.id) in (before, -1) or before == -1
    assert server.saegim.user(person.id).check() == []


NO_JSON = [
    b"", b"{", b"[]", b"null", b"3", b'"x"', b'{"user":', b"\xff\xfe", b'{"user": "\xff"}', b"[" * 100_000,
    b'{"user":' * 5_000, b'{"limit": ' + b"9" * 10_000 + b"}", b"\x00", b"--boundary\r\n", b"user=x",
]  # fmt: skip


@pytest.mark.parametrize("path", ACCEPTED)
def test_what_is_no_proper_json_is_refused(server: Running, person: Person, path: str) -> None:
    for body in NO_JSON:
        response = person.http.post(path, content=body, headers=JSON)
        assert 400 <= response.status_code < 500, (body[:20], response.text)
        assert code_of(response.json())
    assert revision(server, person.id) in (-1, 0)


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_another_kind_of_body_is_refused(person: Person, kind: str) -> None:
    response = person.http.post("/api/v1/turns", content=b'{"user": "x"}', headers={"Content-Type": kind})
    assert response.status_code == 422
    error = response.json()["error"]
    assert error["code"] == "content_type_invalid"
    assert "application/json" in error["messageKo"]
    assert "application/json" in error["messageEn"]


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("/api/v1/turns", {"user": 3}),
    ("/api/v1/turns", {"user": ["안녕"]}),
    ("/api/v1/turns", {"user": "안녕", "metadata": []}),
    ("/api/v1/turns", {"user": "안녕", "at": "2026-03-01"}),
    ("/api/v1/turns", {"user": "안녕", "at": "2026-03-01T09:00:00"}),
    ("/api/v1/turns", {"user": "안녕", "at": "9999-01-01T00:00:00Z"}),
    ("/api/v1/turns", {"user": "안녕", "unknown": 1}),
    ("/api/v1/recall", {"query": "x", "limit": "3"}),
    ("/api/v1/recall", {"query": "x", "limit": 10**30}),
    ("/api/v1/recall", {"query": "x", "limit": 1.5}),
    ("/api/v1/recall", {"query": "x", "limit": True}),
    ("/api/v1/recall", {"query": "x", "years": [2026]}),
    ("/api/v1/recall", {"query": "x", "years": [0, 99999]}),
    ("/api/v1/recall", {"query": "x", "among": ["everything"]}),
    ("/api/v1/recall", {"query": "x", "kinds": ["rumour"]}),
    ("/api/v1/context", {"message": "x", "budgetTokens": -1}),
    ("/api/v1/context", {"message": "x", "budgetTokens": 10**12}),
    ("/api/v1/context", {"message": "x", "form": "long"}),
    ("/api/v1/memories", {"content": "x", "importance": 2}),
    ("/api/v1/memories", {"content": "x", "importance": "high"}),
    ("/api/v1/memories", {"content": "x", "id": "../x"}),
    ("/api/v1/memories", {"content": "x", "tags": ["a"] * 65}),
    ("/api/v1/memories", {"content": "x", "validFrom": "soon"}),
    ("/api/v1/summaries", {"content": "x", "summarizedTurns": -1}),
]


@pytest.mark.parametrize(("path", "body"), WRONG, ids=lambda one: str(one)[:60])
def test_values_that_do_not_fit_are_refused_by_name(server: Running, path: str, body: Any) -> None:
    person = server.person()
    response = person.http.post(path, json=body)
    assert response.status_code == 422, response.text
    error = response.json()["error"]
    assert error["code"]
    assert error["field"]
    assert revision(server, person.id) in (-1, 0)


@pytest.mark.parametrize(
    "path",
    ["/api/v1/turns/..%2f..%2fetc%2fpasswd", "/api/v1/memories/%00", "/memory/conversations/%27%20OR%201=1",
     "/api/v1/traces/%ff", "/api/v1/turns?limit=0", "/api/v1/turns?limit=x", "/api/v1/turns?offset=-1",
     "/api/v1/turns?since=yesterday", "/api/v1/memories?state=odd", "/api/v1/timeline?month=3",
     "/api/v1/timeline?year=0", "/api/v1/turns?emotion=%00", "/api/v1/memories?kind=rumour"],
)  # fmt: skip
def test_odd_addresses_are_refused(person: Person, path: str) -> None:
    response = person.http.get(path)
    assert 200 <= response.status_code < 500
    if response.status_code >= 400:
        assert code_of(response.json())


leaves = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20)
anything = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
)


@settings(max_examples=120, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_json_anywhere_is_answered(server: Running, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(sorted(ACCEPTED)))
    good = ACCEPTED[path]
    names = st.sampled_from(sorted(good)) | st.text(max_size=8)
    body = data.draw(anything | st.dictionaries(names, anything, max_size=5).map(lambda odd: {**good, **odd}))
    person = server.person("fuzzed")
    response = person.http.post(path, content=json.dumps(body).encode(), headers=JSON)
    assert response.status_code < 500, response.text
    json.loads(response.content)
