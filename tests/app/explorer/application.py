"""The explorer's application: asked without a network, and served to a browser."""

import asyncio
import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

import uvicorn
from starlette.types import ASGIApp, Message

from qttt.app.explorer import server
from qttt.app.explorer.guards import hosts_of
from qttt.app.explorer.players import Players
from qttt.app.explorer.question import Question
from qttt.app.explorer.ready import Ready, Truth
from qttt.app.explorer.serve import listening
from qttt.oracle import Oracle

HOST = "127.0.0.1:8000"
STARTS = {"sqt": {"q": "1/2"}, "probabilistic": {"seed": "1"}}
"""Options with which the tests open the games that need some."""


class Solved(Ready):
    """Oracles for which every question waits until they are ready."""

    def truth(self, game: Any, patience: float = 0) -> Truth:
        """See `Ready`."""
        found = super().truth(game, threading.TIMEOUT_MAX)
        assert found.oracle, found.problem
        return found


@dataclass(frozen=True)
class Reply:
    """What the application has answered."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


class Application:
    """The application, whose answers always have their values."""

    def __init__(self) -> None:
        self.ready, self.players = Solved(), Players()

    @cached_property
    def own(self) -> ASGIApp:
        """The application at `HOST`."""
        return server.app(self.ready, self.players, [HOST])

    def ask(self, path: str, **parameters: str) -> Any:
        """The answer of the API."""
        reply = asked(self.own, f"/api/v1{path}", parameters)
        assert reply.status == 200, reply.json
        return reply.json

    def rejected(self, path: str, **parameters: str) -> tuple[int, dict[str, Any]]:
        """The status and the error of a question without an answer."""
        reply = asked(self.own, f"/api/v1{path}", parameters)
        assert reply.status >= 400
        return reply.status, reply.json["error"]

    def oracle(self, name: str) -> Oracle[Any, Any]:
        """The oracle of a game with the options of the tests."""
        question = Question(name, tuple(STARTS.get(name, {}).items()), "", "")
        return self.ready.oracle(question.game)

    @contextmanager
    def served(self) -> Iterator[str]:
        """The address at which a thread serves the application."""
        with listening("127.0.0.1", None) as listener:
            port = listener.getsockname()[1]
            own = server.app(self.ready, self.players, hosts_of("127.0.0.1", port))
            serving = uvicorn.Server(uvicorn.Config(own, log_level="warning", lifespan="off", ws="none"))
            serving.config.timeout_graceful_shutdown = 1
            thread = threading.Thread(target=serving.run, kwargs={"sockets": [listener]})
            thread.start()
            try:
                yield f"http://127.0.0.1:{port}"
            finally:
                serving.should_exit = True
                thread.join()


def asked(
    app: ASGIApp,
    path: str,
    parameters: Mapping[str, str] | Sequence[tuple[str, str]] = (),
    headers: Mapping[str, str] | None = None,
    method: str = "GET",
) -> Reply:
    """The reply to one request."""
    sent = {"host": HOST, **(headers or {})}
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": urlencode(parameters).encode(),
        "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
        "scheme": "http",
        "server": ("127.0.0.1", 8000),
        "http_version": "1.1",
        "root_path": "",
    }
    messages: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        messages.append(message)

    async def call() -> None:
        await app(scope, receive, send)

    with ThreadPoolExecutor(1) as other:  # Playwright's event loop may be running in this thread
        other.submit(asyncio.run, call()).result()
    start = next(message for message in messages if message["type"] == "http.response.start")
    body = b"".join(message.get("body", b"") for message in messages if message["type"] == "http.response.body")
    return Reply(start["status"], {name.decode(): value.decode() for name, value in start["headers"]}, body)
