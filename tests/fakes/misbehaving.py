"""A real HTTP server on loopback that speaks like a provider of language models, well or badly, as told.

    with misbehaving(good("안녕"), status(429, retry_after=2), hang()) as server:
        ...                                     # server.url, server.requests

Each request takes the next behaviour of the script; the last one stays. `closed_port()` is an address where
nothing listens.
"""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Behaviour = Callable[["_Request"], None]


@dataclass
class Server:
    """What a test sees of it."""

    port: int
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    # Set when the server goes: what hangs, hangs until then.
    closing: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def root(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def misbehaving(*script: Behaviour) -> Iterator[Server]:
    """The server, until the block ends."""
    lock = threading.Lock()
    waiting = list(script)

    class Handler(_Request):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with lock:
                server.requests.append(body)
                server.headers.append({key.lower(): value for key, value in self.headers.items()})
                server.paths.append(self.path)
                behave = waiting.pop(0) if len(waiting) > 1 else waiting[0]
            self.body, self.closing = body, server.closing
            try:
                behave(self)
            except (BrokenPipeError, ConnectionResetError):
                # The client had enough of waiting.
                self.close_connection = True

    class Listener(ThreadingHTTPServer):
        daemon_threads = True

    listener = Listener(("127.0.0.1", 0), Handler)
    server = Server(listener.server_address[1])
    thread = threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.closing.set()
        listener.shutdown()
        listener.server_close()
        thread.join()


def closed_port() -> str:
    """An address that refuses connections."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    return f"http://127.0.0.1:{port}/v1"


class _Request(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    body: dict[str, Any]
    closing: threading.Event

    def log_message(self, format: str, *args: object) -> None:
        """Silent: what went over the wire is in `Server.requests`."""

    def send(self, status: int, content: bytes, headers: Mapping[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def chunk(self, content: str) -> None:
        encoded = content.encode()
        self.wfile.write(f"{len(encoded):x}\r\n".encode() + encoded + b"\r\n")
        self.wfile.flush()

    def begin_stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()


# What an OpenAI-compatible server may do. A request for a stream gets one.


def good(text: str = "", *, finish: str = "stop", tokens: tuple[int, int] = (11, 7)) -> Behaviour:
    """The text, as it should be."""

    def behave(request: _Request) -> None:
        if request.body.get("stream"):
            _stream(request, _pieces(text), finish=finish)
        else:
            message: dict[str, object] = {"role": "assistant", "content": text}
            _complete(request, message, finish, tokens)

    return behave


def fenced(text: str) -> Behaviour:
    """JSON in a Markdown fence, with a friendly word."""
    return good(f"물론이죠! 아래와 같습니다.\n\n```json\n{text}\n```\n\n도움이 되었길 바라요 :)")


def trailing(text: str) -> Behaviour:
    """JSON and more words after it."""
    return good(f"{text}\n\nNote: I followed [your] schema {{as asked}}.")


def empty() -> Behaviour:
    """An answer with nothing in it."""
    return good("")


def refusal_text() -> Behaviour:
    """A refusal in words, where JSON was asked for."""
    return good("I'm sorry, but I can't help with that request.")


def refusal() -> Behaviour:
    """A refusal in the field that OpenAI has for it."""

    def behave(request: _Request) -> None:
        message = {"role": "assistant", "content": None, "refusal": "I can't do that."}
        _complete(request, message, "stop", (5, 3))

    return behave


def status(code: int, message: str = "no", *, retry_after: float | None = None) -> Behaviour:
    """An error of HTTP, as OpenAI words them."""

    def behave(request: _Request) -> None:
        headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
        content = {"error": {"message": message, "type": "error", "param": None, "code": None}}
        request.send(code, json.dumps(content).encode(), headers)

    return behave


def no_schema(then: Behaviour) -> Behaviour:
    """A server that turns structured output down, and otherwise does `then`."""

    def behave(request: _Request) -> None:
        if "response_format" in request.body:
            status(400, "Unknown parameter: response_format.json_schema")(request)
        else:
            then(request)

    return behave


def hang() -> Behaviour:
    """No answer, for as long as the test lasts."""

    def behave(request: _Request) -> None:
        request.closing.wait()
        request.close_connection = True

    return behave


def dribble() -> Behaviour:
    """Headers at once, then a byte now and then, never the end: a limit on silence would not see it."""

    def behave(request: _Request) -> None:
        request.send_response(200)
        request.send_header("Content-Type", "application/json")
        request.send_header("Content-Length", "1000000")
        request.end_headers()
        while not request.closing.wait(0.05):
            request.wfile.write(b" ")
            request.wfile.flush()

    return behave


def slow(after_s: float, then: Behaviour) -> Behaviour:
    """What `then` does, late."""

    def behave(request: _Request) -> None:
        request.closing.wait(after_s)
        then(request)

    return behave


def not_json() -> Behaviour:
    """A page for people, with status 200, as a proxy gives."""

    def behave(request: _Request) -> None:
        request.send(200, b"<html><body>Welcome</body></html>", {"Content-Type": "text/html"})

    return behave


def truncated_stream(text: str) -> Behaviour:
    """A stream whose connection goes in the middle."""

    def behave(request: _Request) -> None:
        request.begin_stream()
        for piece in _pieces(text):
            request.chunk(_event(request, {"content": piece}, None))
        request.close_connection = True
        request.connection.shutdown(socket.SHUT_RDWR)

    return behave


def hanging_stream(text: str) -> Behaviour:
    """A stream that begins and then falls silent."""

    def behave(request: _Request) -> None:
        request.begin_stream()
        for piece in _pieces(text):
            request.chunk(_event(request, {"content": piece}, None))
        request.closing.wait()
        request.close_connection = True

    return behave


def endless_stream() -> Behaviour:
    """A stream that goes on until the reader leaves."""

    def behave(request: _Request) -> None:
        request.begin_stream()
        while not request.closing.wait(0.01):
            request.chunk(_event(request, {"content": "아 "}, None))

    return behave


# What Anthropic's and Google's servers do.


def anthropic_good(text: str) -> Behaviour:
    def behave(request: _Request) -> None:
        content = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": request.body["model"],
            "content": [{"type": "text", "text": text}],
            "stop_reason": "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": 21, "output_tokens": 9},
        }
        request.send(200, json.dumps(content).encode())

    return behave


def anthropic_error(code: int, kind: str, message: str) -> Behaviour:
    def behave(request: _Request) -> None:
        content = {"type": "error", "error": {"type": kind, "message": message}}
        request.send(code, json.dumps(content).encode())

    return behave


def google_good(text: str) -> Behaviour:
    def behave(request: _Request) -> None:
        content = {
            "candidates": [
                {"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": "STOP", "index": 0}
            ],
            "usageMetadata": {"promptTokenCount": 31, "candidatesTokenCount": 8, "totalTokenCount": 39},
            "modelVersion": "gemini",
        }
        request.send(200, json.dumps(content).encode())

    return behave


def google_error(code: int, kind: str, message: str) -> Behaviour:
    def behave(request: _Request) -> None:
        content = {"error": {"code": code, "message": message, "status": kind}}
        request.send(code, json.dumps(content).encode())

    return behave


def _complete(request: _Request, message: Mapping[str, object], finish: str, tokens: tuple[int, int]) -> None:
    content = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_767_225_600,
        "model": request.body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": None}],
        "usage": {
            "prompt_tokens": tokens[0],
            "completion_tokens": tokens[1],
            "total_tokens": sum(tokens),
        },
    }
    request.send(200, json.dumps(content).encode())


def _stream(request: _Request, pieces: Sequence[str], *, finish: str) -> None:
    request.begin_stream()
    for piece in pieces:
        request.chunk(_event(request, {"role": "assistant", "content": piece}, None))
    request.chunk(_event(request, {}, finish))
    request.chunk("data: [DONE]\n\n")
    request.chunk("")


def _event(request: _Request, delta: Mapping[str, str], finish: str | None) -> str:
    content = {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1_767_225_600,
        "model": request.body["model"],
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
    }
    return f"data: {json.dumps(content, ensure_ascii=False)}\n\n"


def _pieces(text: str) -> list[str]:
    return [text[start : start + 4] for start in range(0, len(text), 4)]
