"""Embedders behind an address, against a real HTTP server on this machine."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from saegim.errors import EmbedderFailed, SaegimError
from saegim.providers import http as http_module
from saegim.providers.http import HttpEmbedder
from saegim.settings import EmbedderSettings, load_settings
from saegim.testing import temporary_saegim

# (status, body): what the server answers, made from the request; bytes go out as they are.
Answer = Callable[[dict[str, Any]], tuple[int, Any]]


class Service(ThreadingHTTPServer):
    """Answers from a list, the last entry for ever, and keeps what it was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers: list[Answer] = []
        self.asked: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.wait_s = 0.0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        service = self.server
        service.asked.append(body)
        service.paths.append(self.path)
        service.headers.append(dict(self.headers))
        answer = service.answers.pop(0) if len(service.answers) > 1 else service.answers[0]
        time.sleep(service.wait_s)
        status, content = answer(body)
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@pytest.fixture
def service() -> Iterator[Service]:
    made = Service()
    thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield made
    made.shutdown()
    made.server_close()
    thread.join()


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_module, "_FIRST_PAUSE_S", 0.001)


@pytest.fixture
def embedders() -> Iterator[Callable[..., HttpEmbedder]]:
    """Makes embedders and closes their connections: a socket left to the collector is a warning."""
    made: list[HttpEmbedder] = []

    def make(scheme: str, base_url: str, **settings: Any) -> HttpEmbedder:
        made.append(HttpEmbedder(scheme, "테스트-모델", EmbedderSettings(base_url=base_url, **settings)))
        return made[-1]

    yield make
    for one in made:
        one._client.close()


Make = Callable[..., HttpEmbedder]


def vector(text: str) -> list[float]:
    """Not of length 1: the embedder sees to that."""
    return [float(len(text)), 1.0, 2.0]


def openai(body: dict[str, Any]) -> tuple[int, Any]:
    rows = [{"object": "embedding", "index": i, "embedding": vector(t)} for i, t in enumerate(body["input"])]
    return 200, {"object": "list", "data": rows, "model": body["model"]}


def ollama(body: dict[str, Any]) -> tuple[int, Any]:
    return 200, {"model": body["model"], "embeddings": [vector(t) for t in body["input"]]}


def failing(status: int, content: Any = b"") -> Answer:
    return lambda body: (status, content)


@pytest.mark.parametrize(
    ("scheme", "answer", "path"), [("openai", openai, "/embeddings"), ("ollama", ollama, "/api/embed")]
)
def test_texts_become_unit_vectors(
    service: Service, embedders: Make, scheme: str, answer: Answer, path: str
) -> None:
    service.answers = [answer]
    embedder = embedders(scheme, service.url)
    vectors = embedder.embed(["가", "가나다라", "a much longer one"])
    assert vectors.shape == (3, 3)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-6)
    expected = np.array([vector("가"), vector("가나다라"), vector("a much longer one")])
    assert np.allclose(vectors, expected / np.linalg.norm(expected, axis=1, keepdims=True), atol=1e-6)
    assert service.paths == [path]
    assert service.asked[0]["model"] == "테스트-모델"
    assert embedder.name == f"{scheme}:테스트-모델"


def test_a_trailing_slash_in_the_address_does_no_harm(service: Service, embedders: Make) -> None:
    service.answers = [openai]
    embedders("openai", service.url + "/v1/").embed(["가"])
    assert service.paths == ["/v1/embeddings"]


def test_many_texts_go_in_batches_and_keep_their_order(service: Service, embedders: Make) -> None:
    service.answers = [openai]
    texts = ["가" * n for n in range(1, 8)]
    vectors = embedders("openai", service.url, batch=3).embed(texts)
    assert [len(body["input"]) for body in service.asked] == [3, 3, 1]
    assert [round(float(v[0] / v[1])) for v in vectors] == [1, 2, 3, 4, 5, 6, 7]


def test_no_texts_ask_nothing(service: Service, embedders: Make) -> None:
    vectors = embedders("openai", service.url).embed([])
    assert len(vectors) == 0
    assert service.asked == []


def test_rows_in_another_order_find_their_texts(service: Service, embedders: Make) -> None:
    def shuffled(body: dict[str, Any]) -> tuple[int, Any]:
        status, content = openai(body)
        content["data"].reverse()
        return status, content

    service.answers = [shuffled]
    vectors = embedders("openai", service.url).embed(["가", "가나", "가나다"])
    assert [round(float(v[0] / v[1])) for v in vectors] == [1, 2, 3]


def test_the_key_goes_into_the_header_and_nowhere_else(service: Service, embedders: Make) -> None:
    service.answers = [openai]
    embedder = embedders("openai", service.url, api_key="sk-비밀".encode().hex())
    embedder.embed(["가"])
    key = "sk-비밀".encode().hex()
    assert service.headers[0]["Authorization"] == f"Bearer {key}"
    assert key not in json.dumps(service.asked)
    service.answers = [failing(401, {"error": "bad key"})]
    with pytest.raises(EmbedderFailed) as caught:
        embedder.embed(["가"])
    assert key not in str(caught.value)


def test_without_a_key_no_header_is_sent(service: Service, embedders: Make) -> None:
    service.answers = [openai]
    embedders("openai", service.url).embed(["가"])
    assert "Authorization" not in service.headers[0]


def test_dimensions_are_asked_for_and_name_another_space(service: Service, embedders: Make) -> None:
    service.answers = [openai]
    embedder = embedders("openai", service.url, dimensions=256)
    embedder.embed(["가"])
    assert service.asked[0]["dimensions"] == 256
    assert embedder.name == "openai:테스트-모델/256"


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_a_busy_service_is_tried_again(service: Service, embedders: Make, status: int) -> None:
    service.answers = [failing(status), failing(status), openai]
    vectors = embedders("openai", service.url, tries=3).embed(["가"])
    assert vectors.shape == (1, 3)
    assert len(service.asked) == 3


def test_tries_are_counted_and_the_last_cause_is_told(service: Service, embedders: Make) -> None:
    service.answers = [failing(429)]
    with pytest.raises(EmbedderFailed) as caught:
        embedders("openai", service.url, tries=4).embed(["가"])
    assert len(service.asked) == 4
    assert caught.value.code == "embedder_failed"
    assert caught.value.embedder == "openai:테스트-모델"
    assert "429" in caught.value.cause
    assert "429" in caught.value.say("ko")
    assert isinstance(caught.value, SaegimError)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_a_refusal_is_not_tried_again(service: Service, embedders: Make, status: int) -> None:
    service.answers = [failing(status)]
    with pytest.raises(EmbedderFailed, match=str(status)):
        embedders("openai", service.url, tries=3).embed(["가"])
    assert len(service.asked) == 1


def test_a_slow_service_is_given_up(service: Service, embedders: Make) -> None:
    service.answers = [openai]
    service.wait_s = 0.5
    began = time.monotonic()
    with pytest.raises(EmbedderFailed, match=r"(?i)timeout"):
        embedders("openai", service.url, timeout_s=0.1, tries=2).embed(["가"])
    assert time.monotonic() - began < 2
    assert len(service.asked) == 2


def test_nobody_at_the_address_is_a_failed_embedder(embedders: Make) -> None:
    with socket.socket() as taken:
        # Bound but not listening: nobody else can take the port, and nobody answers.
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(EmbedderFailed, match="Connect"):
            embedders("ollama", url, tries=2).embed(["가"])


@pytest.mark.parametrize(
    "address", ["없는 주소", "http://", "ftp://127.0.0.1/x", "http://127.0.0.1:99999"], ids=range(4)
)
def test_an_address_that_is_none_is_a_failed_embedder(embedders: Make, address: str) -> None:
    with pytest.raises(EmbedderFailed):
        embedders("openai", address, tries=1).embed(["가"])


NAN = b'{"data": [{"index": 0, "embedding": [NaN, 1.0, 2.0]}]}'


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"<html>busy</html>", id="a web page"),
        pytest.param(b"", id="nothing"),
        pytest.param(b"\xff\xfe\x00", id="not text"),
        pytest.param(b"[]", id="a list"),
        pytest.param(b"null", id="null"),
        pytest.param({"error": {"message": "no such model"}}, id="an error with status 200"),
        pytest.param({"data": None}, id="no rows"),
        pytest.param({"data": []}, id="no row"),
        pytest.param({"data": [{"embedding": [1.0, 2.0]}]}, id="no index"),
        pytest.param({"data": [{"index": 0, "embedding": []}]}, id="an empty row"),
        pytest.param({"data": [{"index": 0, "embedding": None}]}, id="a null row"),
        pytest.param({"data": [{"index": 0, "embedding": "AAAA"}]}, id="a row of text"),
        pytest.param({"data": [{"index": 0, "embedding": [1.0, "x"]}]}, id="a word among numbers"),
        pytest.param({"data": [{"index": 0, "embedding": [[1.0], [2.0]]}]}, id="rows inside a row"),
        pytest.param(
            {"data": [{"index": 0, "embedding": [1.0]}, {"index": 1, "embedding": [1.0]}]},
            id="a row too many",
        ),
        pytest.param(NAN, id="NaN"),
        pytest.param({"data": [{"index": 0, "embedding": [1e39, 1.0]}]}, id="beyond float32"),
        pytest.param({"data": ["x"]}, id="rows that are no objects"),
    ],
)
def test_garbage_is_a_failed_embedder(service: Service, embedders: Make, content: Any) -> None:
    service.answers = [failing(200, content)]
    with pytest.raises(EmbedderFailed) as caught:
        embedders("openai", service.url, tries=1).embed(["가"])
    assert caught.value.cause


@pytest.mark.parametrize("embeddings", [None, [], [[1.0], [1.0, 2.0]], [[1.0]], {"0": [1.0]}, "ab"])
def test_garbage_from_ollama_is_a_failed_embedder(service: Service, embedders: Make, embeddings: Any) -> None:
    service.answers = [failing(200, {"embeddings": embeddings})]
    with pytest.raises(EmbedderFailed):
        embedders("ollama", service.url, tries=1).embed(["가", "나"])


def test_a_batch_of_other_size_than_the_first_is_a_failed_embedder(service: Service, embedders: Make) -> None:
    longer = {"data": [{"index": 0, "embedding": [1.0, 2.0, 3.0, 4.0]}]}
    service.answers = [openai, failing(200, longer)]
    with pytest.raises(EmbedderFailed):
        embedders("openai", service.url, batch=1).embed(["가", "나"])


def test_a_zero_vector_stays_finite(service: Service, embedders: Make) -> None:
    service.answers = [failing(200, {"data": [{"index": 0, "embedding": [0.0, 0.0]}]})]
    assert np.isfinite(embedders("openai", service.url).embed(["가"])).all()


def test_several_threads_share_one_embedder(service: Service, embedders: Make) -> None:
    service.answers = [openai]
    embedder = embedders("openai", service.url)
    wrong: list[int] = []

    def ask(n: int) -> None:
        for _ in range(5):
            row = embedder.embed(["가" * n])[0]
            if round(float(row[0] / row[1])) != n:
                wrong.append(n)

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_recall_works_through_a_service_and_without_it(service: Service, embedders: Make) -> None:
    """The whole way: recorded with the service up, asked with it down."""
    service.answers = [openai]
    with temporary_saegim(embedder=embedders("openai", service.url, tries=1)) as saegim:
        user = saegim.user("minji")
        user.record("제주에서 여행을 했다")
        saegim.drain()
        assert user.recall_detailed("제주 여행").degraded == ()
        service.answers = [failing(500)]
        found = user.recall_detailed("제주 여행")
        assert [hit.text for hit in found.hits] == ["제주에서 여행을 했다"]
        assert found.degraded == ("embedder: HTTP 500",)
        assert saegim.health()["vector_enabled"] is False


def test_settings_name_the_service() -> None:
    from saegim.providers.embedders import load_embedder

    made = load_embedder(
        load_settings(
            {"embedder": "ollama:bge-m3", "embedding.base_url": "http://127.0.0.1:1"}, environment={}
        )
    )
    assert made is not None
    assert made.name == "ollama:bge-m3"
    made._client.close()  # type: ignore[attr-defined]
