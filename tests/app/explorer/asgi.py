"""Requests to the application itself, without a server or a network."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from starlette.types import ASGIApp, Message

HOST = "127.0.0.1:8000"


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

    with ThreadPoolExecutor(1) as other:  # Playwright's event loop may be running in this thread
        other.submit(asyncio.run, _call(app, scope, receive, send)).result()
    start = next(message for message in messages if message["type"] == "http.response.start")
    body = b"".join(message.get("body", b"") for message in messages if message["type"] == "http.response.body")
    return Reply(start["status"], {name.decode(): value.decode() for name, value in start["headers"]}, body)


async def _call(app: ASGIApp, scope: Any, receive: Any, send: Any) -> None:
    await app(scope, receive, send)
