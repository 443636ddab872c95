"""Who may do what: keys, roles, tokens, and nothing of one person for another."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from fastapi.routing import APIRoute
from server_testbed import Person, Running, serving

from saegim.govern.keys import Keys
from saegim.server.admission import Need
from saegim.server.app import ROUTERS
from saegim.server.routes import docs
from saegim.testing import FrozenClock, temporary_saegim

ROUTES = [
    route for router in (*ROUTERS, docs.router) for route in router.routes if isinstance(route, APIRoute)
]


def needs(route: APIRoute) -> list[Need]:
    return [one.call for one in route.dependant.dependencies if isinstance(one.call, Need)]


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{min(route.methods)} {route.path}")
def test_every_route_declares_what_it_needs(route: APIRoute) -> None:
    (need,) = needs(route)
    changes = route.methods & {"PUT", "PATCH", "DELETE"}
    if changes:
        assert need.need in ("write", "manage", "admin"), "a route that changes something lets a reader in"


def test_the_check_above_would_notice_a_route_without_a_need() -> None:
    from saegim.server.schemas import router_for

    router = router_for("/x", "x")

    @router.get("/forgotten")
    def forgotten() -> None: ...

    (route,) = router.routes
    assert isinstance(route, APIRoute)
    assert needs(route) == []


def filled(path: str) -> str:
    """The path with ids of nothing in it."""
    while "{" in path:
        path = path[: path.index("{")] + "nothing" + path[path.index("}") + 1 :]
    return path


PROTECTED = [route for route in ROUTES if needs(route)[0].__class__.__name__ != "Open"]


def test_nobody_comes_in_without_a_token_or_with_a_wrong_one(server: Running) -> None:
    good, anyone = server.token("admin"), server.http()
    wrong = ("sgm_0_0", good[:-1], good + "x", good.replace("sgm", "abc"), "a.b.c", "ключ", "🗝")
    assert len(PROTECTED) > 60
    for route in PROTECTED:
        for token in (None, *wrong):
            headers = {} if token is None else {"Authorization": f"Bearer {token}".encode()}
            response = anyone.request(min(route.methods), filled(route.path), headers=headers, json={})
            assert response.status_code == 401, (route.path, token, response.text)
    assert anyone.get("/api/v1/me").headers["www-authenticate"] == "Bearer"


@pytest.fixture(scope="module")
def two(server: Running) -> tuple[Person, Person, dict[str, Any]]:
    """Minji, Jihun, and what is Jihun's."""
    minji, jihun = server.person("minji"), server.person("jihun")
    turn = jihun.post(
        "/api/v1/turns", {"user": "비밀번호는 고구마야", "assistant": "네", "sessionId": "s-jihun"}
    )
    memory = jihun.post("/api/v1/memories", {"content": "고구마를 숨겨 두었다", "tags": ["비밀"]})
    other = jihun.post("/api/v1/memories", {"content": "감자도 숨겨 두었다"})
    context = jihun.post("/api/v1/context", {"message": "고구마"})
    episode = jihun.post("/api/v1/memory/create", {"sessionId": "s-jihun", "manualSummary": "고구마 이야기"})
    return minji, jihun, {
        "turn_id": turn["id"],
        "conversation_id": turn["id"],
        "memory_id": memory["id"],
        "session_id": "s-jihun",
        "trace_id": context["traceId"],
        "user_id": "jihun",
        "candidate_id": "nothing",
        "persona_id": "nothing",
        "key_id": "nothing",
        "episode_id": episode["memory"]["id"],
        "other": other["id"],
    }  # fmt: skip


BODIES: dict[str, Any] = {
    "NewTurn": {"user": "안녕"},
    "TurnSearch": {"keyword": "고구마"},
    "NewMessages": {"messages": [{"content": "안녕"}]},
    "Question": {"query": "고구마"},
    "ContextWanted": {"message": "고구마"},
    "NewSummary": {"content": "안녕"},
    "Search": {"keyword": "고구마"},
    "Chat": {"message": "고구마 어디 있어?"},
    "Completion": {"messages": [{"role": "user", "content": "고구마 어디 있어?"}]},
    "Change": {"content": "바꿔치기"},
    "Editing": {"summary": "바꿔치기"},
    "Tags": {"tags": ["훔침"]},
    "Conversation": {"sessionId": "s-jihun"},
    "Creating": {"sessionId": "s-jihun", "manualSummary": "훔침"},
    "NewEpisode": {"sessionId": "s-jihun", "summary": "훔침"},
}


@pytest.mark.parametrize("named", [False, True], ids=["with ids", "naming the other"])
@pytest.mark.parametrize("route", PROTECTED, ids=lambda route: f"{min(route.methods)} {route.path}")
def test_nothing_of_one_person_is_reached_with_anothers_token(
    server: Running, two: tuple[Person, Person, dict[str, Any]], route: APIRoute, named: bool
) -> None:
    minji, _, theirs = two
    before = revision(server, "jihun")
    path = route.path
    for name, value in theirs.items():
        path = path.replace("{" + name + "}", theirs["episode_id"] if "/api/v1/memory/" in path else value)
    model = getattr(route.body_field.field_info.annotation, "__name__", "") if route.body_field else ""
    body = dict(BODIES.get(model, {}))
    if model == "Picked":
        body = {"memoryIds": [theirs["memory_id"]]}
    elif model == "Ids":
        body = {"ids": [theirs["memory_id"]]}
    elif model == "NewLink":
        body = {"relation": "about", "target": theirs["other"]}
    query = {"confirm": "true", "query": "고구마", "memoryId": theirs["memory_id"]}
    if path == "/api/v1/users/me":
        query.pop("confirm")
    headers = {"X-Saegim-User": "jihun"} if named else {}
    response = minji.http.request(min(route.methods), path, params=query, headers=headers, json=body)
    if named and needs(route)[0].person:
        assert response.status_code == 403, response.text
    assert response.status_code < 500
    # What minji asked with is hers; what is jihun's must not come back.
    for secret in ("비밀번호는", "숨겨", "고구마 이야기"):
        assert secret not in response.text
    assert revision(server, "jihun") == before


def revision(server: Running, user_id: str) -> int:
    """Grows with every write to a person's data."""
    with server.saegim.store.user(user_id) as store, store.read() as view:
        return view.revision()


def test_whether_somebody_exists_cannot_be_told_from_a_refusal(server: Running, person: Person) -> None:
    server.person("really-there").post("/api/v1/turns", {"user": "안녕"})
    answers = []
    for name in ("really-there", "never-was"):
        for path in ("/api/v1/stats", "/memory/stats", "/api/v1/memory/list", f"/api/v1/users/{name}"):
            response = person.http.get(path, headers={"X-Saegim-User": name})
            answers.append((path.replace(name, ""), response.status_code, without_id(response.json())))
    half = len(answers) // 2
    assert answers[:half] == answers[half:]
    ids = ("t_0123456789abcdefghjkmnpqrs", "k_0123456789abcdefghjkmnpqrs")
    for id_ in ids:
        assert person.http.get(f"/api/v1/turns/{id_}").status_code == 404


def without_id(document: Any) -> Any:
    if isinstance(document, dict) and isinstance(document.get("error"), dict):
        document["error"].pop("requestId")
    return document


ROLES = {
    ("GET", "/api/v1/stats"): {"admin", "service", "user", "read-only"},
    ("POST", "/api/v1/turns"): {"admin", "service", "user"},
    ("POST", "/api/v1/recall"): {"admin", "service", "user", "read-only"},
    ("GET", "/api/v1/users"): {"admin", "service", "all-reading"},
    ("PUT", "/api/v1/personas/luna"): {"admin", "service"},
    ("GET", "/api/v1/settings"): {"admin"},
    ("GET", "/api/v1/keys"): {"admin"},
    ("POST", "/api/v1/keys"): {"admin"},
    ("POST", "/api/v1/maintenance/drain"): {"admin", "service"},
    ("GET", "/metrics"): {"admin", "service", "all-reading"},
}


@pytest.mark.parametrize(("method", "path"), ROLES, ids=lambda one: str(one))
def test_each_role_may_do_what_it_is_for(server: Running, method: str, path: str) -> None:
    minji = server.person("roles-minji")
    minji.post("/api/v1/turns", {"user": "안녕"})
    tokens = {
        "admin": server.token("admin"),
        "service": server.token("service"),
        "user": minji.token,
        "read-only": server.token("read-only", user="roles-minji"),
        "all-reading": server.token("read-only"),
    }
    body = (
        {"user": "안녕"} if path.endswith("turns") else {"query": "안녕"} if path.endswith("recall") else {}
    )
    if path.endswith("personas/luna"):
        body = {"name": "루나"}
    if path.endswith("keys"):
        body = {"role": "service"}
    for role, token in tokens.items():
        headers = {"Authorization": f"Bearer {token}"}
        if role in ("admin", "service", "all-reading"):
            headers["X-Saegim-User"] = "roles-minji"
        body_sent = body if method != "GET" else None
        response = server.http().request(method, path, headers=headers, json=body_sent)
        allowed = ROLES[method, path] | ({"all-reading"} if "read-only" in ROLES[method, path] else set())
        assert (response.status_code < 300) == (role in allowed), (role, response.status_code, response.text)
        if role not in allowed:
            assert response.status_code == 403


def test_a_service_names_the_user_and_looking_for_someone_makes_nobody(server: Running) -> None:
    service = server.http(server.token("service"))
    assert service.get("/api/v1/stats").json()["error"]["code"] == "user_required"
    missing = service.get("/api/v1/stats", headers={"X-Saegim-User": "nobody-yet"})
    assert (missing.status_code, missing.json()["error"]["code"]) == (404, "user_not_found")
    assert not server.saegim.exists("nobody-yet")
    for name in ("민지-서비스", "%EB%AF%BC%EC%A7%80-%EC%84%9C%EB%B9%84%EC%8A%A4"):
        made = service.post("/api/v1/turns", json={"user": "안녕"}, headers={b"X-Saegim-User": name.encode()})
        assert made.status_code == 201, made.text
    assert server.saegim.user("민지-서비스").count_turns() == 2


@pytest.mark.parametrize(
    "odd", ["../../etc/passwd", "a/b", "..%2f..", "a b", "\\", "'; DROP TABLE users; --", "%00", "%ff", ""]
)
def test_a_user_id_that_is_none_is_refused(server: Running, odd: str) -> None:
    users = server.saegim.count_users()
    service = server.http(server.token("service"))
    response = service.post("/api/v1/turns", json={"user": "안녕"}, headers={"X-Saegim-User": odd})
    assert (response.status_code, response.json()["error"]["code"]) == (422, "user_id_invalid")
    assert server.saegim.count_users() == users


def test_a_key_is_shown_once_kept_as_a_hash_and_works_until_revoked(server: Running) -> None:
    admin = server.admin()
    made = admin.post("/api/v1/keys", json={"role": "user", "user": "haneul", "name": "전화기"})
    assert made.status_code == 201
    key = made.json()["key"]
    secret = key.rpartition("_")[2]
    listed = admin.get("/api/v1/keys")
    assert secret not in listed.text
    (known,) = [one for one in listed.json()["keys"] if one["id"] == made.json()["id"]]
    assert (known["role"], known["user"], known["name"], known["revokedAt"]) == (
        "user",
        "haneul",
        "전화기",
        None,
    )
    stored = server.saegim.store.key(known["id"])
    assert stored is not None
    assert secret.encode() not in stored.hash + stored.salt
    haneul = server.http(key)
    assert haneul.get("/api/v1/me").json() == {"role": "user", "user": "haneul", "name": f"key:{known['id']}"}
    assert admin.delete(f"/api/v1/keys/{known['id']}").json() == {"revoked": known["id"]}
    assert haneul.get("/api/v1/me").status_code == 401
    assert admin.delete("/api/v1/keys/none").json()["error"]["code"] == "key_not_found"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"role": "user"}, "user_required"),
        ({"role": "admin", "user": "minji"}, "user_unexpected"),
        ({"role": "king"}, "request_invalid"),
        ({"role": "user", "user": "a/b"}, "user_invalid"),
        ({"role": "service", "days": -1}, "request_invalid"),
        ({"role": "service", "name": "x" * 300}, "name_invalid"),
        ({"role": "service", "name": "a\nb"}, "name_invalid"),
    ],
)
def test_a_key_that_makes_no_sense_is_not_made(server: Running, body: dict[str, Any], code: str) -> None:
    admin, before = server.admin(), len(server.keys.all())
    response = admin.post("/api/v1/keys", json=body)
    assert (response.status_code, response.json()["error"]["code"]) == (422, code)
    assert len(server.keys.all()) == before


def test_a_key_ends_when_its_days_are_over() -> None:
    clock = FrozenClock()
    with temporary_saegim(clock=clock) as saegim:
        keys = Keys(saegim.store, clock)
        key = keys.create("service", days=2).key
        clock.move(days=1.99)
        assert keys.find(key) is not None
        clock.move(days=0.02)
        assert keys.find(key) is None


# JSON Web Tokens.

SECRET = "a shared secret of more than thirty-two bytes, and as it happens of more than sixty-four"
PRIVATE = ec.generate_private_key(ec.SECP256R1())
PUBLIC = PRIVATE.public_key().public_bytes(
    serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
).decode()  # fmt: skip


@pytest.fixture(scope="module")
def trusting() -> Iterator[Running]:
    settings = {
        "server.jwt_secret": SECRET,
        "server.jwt_public_key": PUBLIC,
        "server.jwt_audience": "saegim",
        "server.refused_per_minute": 0,
    }
    with serving(settings=settings) as made:
        yield made


def claims(**more: Any) -> dict[str, Any]:
    return {"sub": "minji", "aud": "saegim", "exp": time.time() + 60, **more}


def test_a_signed_token_speaks_for_its_person(trusting: Running) -> None:
    for token in (
        jwt.encode(claims(), SECRET, algorithm="HS256"),
        jwt.encode(claims(), SECRET, algorithm="HS512"),
        jwt.encode(claims(nbf=time.time() - 5), PRIVATE, algorithm="ES256"),
    ):
        client = trusting.http(token)
        assert client.get("/api/v1/me").json() == {"role": "user", "user": "minji", "name": "jwt:minji"}
        assert client.post("/api/v1/turns", json={"user": "안녕"}).status_code == 201
        assert client.get("/api/v1/keys").status_code == 403
    admin = trusting.http(jwt.encode(claims(role="admin", sub="operator"), SECRET, algorithm="HS256"))
    assert admin.get("/api/v1/keys").status_code == 200


def unsigned(head: dict[str, Any], body: dict[str, Any], signature: str = "") -> str:
    from base64 import urlsafe_b64encode

    parts = [urlsafe_b64encode(json.dumps(one).encode()).rstrip(b"=").decode() for one in (head, body)]
    return f"{parts[0]}.{parts[1]}.{signature}"


@pytest.mark.parametrize(
    "token",
    [
        jwt.encode(claims(exp=time.time() - 60), SECRET, algorithm="HS256"),
        jwt.encode(claims(nbf=time.time() + 600), SECRET, algorithm="HS256"),
        jwt.encode(claims(aud="someone else"), SECRET, algorithm="HS256"),
        jwt.encode({"sub": "minji", "exp": time.time() + 60}, SECRET, algorithm="HS256"),
        jwt.encode({"sub": "minji", "aud": "saegim"}, SECRET, algorithm="HS256"),
        jwt.encode(claims(), SECRET + "!", algorithm="HS256"),
        jwt.encode(claims(), ec.generate_private_key(ec.SECP256R1()), algorithm="ES256"),
        jwt.encode(claims(role="king"), SECRET, algorithm="HS256"),
        jwt.encode(claims(sub="a/b"), SECRET, algorithm="HS256"),
        jwt.encode({"aud": "saegim", "exp": time.time() + 60}, SECRET, algorithm="HS256"),
        unsigned({"alg": "none", "typ": "JWT"}, claims()),
        unsigned({"alg": "None", "typ": "JWT"}, claims(role="admin")),
        unsigned({"alg": "HS256", "typ": "JWT"}, claims(role="admin"), "AAAA"),
        "....",
        "a.b.c",
    ],
    ids=[
        "expired",
        "not yet",
        "other audience",
        "no audience",
        "no end",
        "other secret",
        "other key",
        "odd role",
        "odd person",
        "nobody",
        "alg none",
        "alg None",
        "forged",
        "dots",
        "letters",
    ],
)
def test_a_token_that_is_not_good_is_refused(trusting: Running, token: str) -> None:
    response = trusting.http(token).get("/api/v1/me")
    assert (response.status_code, response.json()["error"]["code"]) == (401, "unauthorized")


def test_the_public_key_is_no_secret_to_sign_with(trusting: Running) -> None:
    """Whoever knows the public key must not pass by calling it a shared secret."""
    import hashlib
    import hmac
    from base64 import urlsafe_b64encode

    unsigned_part = unsigned({"alg": "HS256", "typ": "JWT"}, claims(role="admin")).rstrip(".")
    signature = hmac.new(PUBLIC.encode(), unsigned_part.encode(), hashlib.sha256).digest()
    token = f"{unsigned_part}.{urlsafe_b64encode(signature).rstrip(b'=').decode()}"
    assert trusting.http(token).get("/api/v1/me").status_code == 401


def test_without_a_secret_no_token_is_believed(server: Running) -> None:
    token = jwt.encode(claims(role="admin"), SECRET, algorithm="HS256")
    assert server.http(token).get("/api/v1/me").status_code == 401


def test_an_erased_person_leaves_no_key_behind(server: Running) -> None:
    person = server.person("goes-away")
    person.post("/api/v1/turns", {"user": "안녕"})
    assert person.delete("/api/v1/users/me", status=400)["error"]["code"] == "confirmation_needed"
    assert person.delete("/api/v1/users/me", params={"confirm": "true"}) == {
        "erased": True,
        "user": "goes-away",
    }
    assert person.http.get("/api/v1/me").status_code == 401
    assert not server.saegim.exists("goes-away")
