"""What protects the server: who may ask, how, and what a page may load."""

from collections.abc import Iterable
from ipaddress import ip_address

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from qttt.app.explorer.rejections import rejected, rejected_in_kind

MOST_BYTES = 16_000
"""Most bytes of the path and query of an address."""
METHODS = ("GET",)
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
RAW_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class Guard:
    """Rejects requests that the page itself would not make, and adds the headers that bind the page.

    A request must be a GET, with an address of at most `MOST_BYTES` bytes, for one of `hosts` (which defeats DNS
    rebinding), and must not come from the page of another site, except to open the page itself by a link.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str], has_page: bool = True) -> None:
        self._app, self._hosts, self._has_page = app, frozenset(host.lower() for host in hosts), has_page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        problem = self.problem(scope)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *RAW_HEADERS]
            await send(message)

        await (problem or self._app)(scope, receive, guarded)

    def problem(self, scope: Scope) -> Response | None:
        """The response to a request that is rejected; None for one that may pass."""
        found = self._problem(scope)
        if found is None:
            return None
        status, words = found
        headers = {"allow": ", ".join(METHODS)} if status == 405 else None
        if not self._has_page:
            return rejected(status, words, headers)
        return rejected_in_kind(scope, status, words, headers, link=status != 421)

    def _problem(self, scope: Scope) -> tuple[int, str] | None:
        """The status and the words of a rejection; None for a request that may pass."""
        headers = Headers(scope=scope)
        if scope["method"] not in METHODS:
            return 405, f"{scope['method']} is not answered: ask with GET"
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > MOST_BYTES:
            return 414, f"the address is too long: expected at most {MOST_BYTES:,} bytes"
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._knows(hosts[0]):
            return 421, "the Host of this request is not this server: open the address that qttt has printed"
        if self._is_elsewhere(scope, headers):
            return 403, "requests from the pages of other sites are not answered"
        return None

    def _is_elsewhere(self, scope: Scope, headers: Headers) -> bool:
        """Whether the page of another site asks, other than by a link to the page."""
        opens_page = headers.get("sec-fetch-mode") == "navigate" and not scope["path"].startswith("/api")
        site = headers.get("sec-fetch-site", "none")
        return not self._is_own(headers.get("origin")) or (site not in ("none", "same-origin") and not opens_page)

    def _knows(self, host: str) -> bool:
        return host.lower() in self._hosts

    def _is_own(self, origin: str | None) -> bool:
        if origin is None:
            return True
        scheme, _, host = origin.partition("://")
        return scheme in ("http", "https") and self._knows(host)


def hosts_of(host: str, port: int) -> list[str]:
    """The Host headers of a server that listens on an address: its own, and those of the loopback.

    A server for everybody (`0.0.0.0`, `::`) is known by the numeric addresses and the name of its machine.
    """
    names = [*LOOPBACK, f"[{host}]" if ":" in host else host]
    if is_any(host):
        names += own_names()
    return [each for name in dict.fromkeys(names) for each in (f"{name}:{port}", *([name] if port == 80 else []))]


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    return host == "localhost" or (_is_address(host) and ip_address(host).is_loopback)


def is_any(host: str) -> bool:
    """Whether an address stands for all addresses of the machine."""
    return _is_address(host) and ip_address(host).is_unspecified


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def own_names() -> list[str]:
    """The name of this machine and its numeric addresses."""
    import socket

    name = socket.gethostname()
    try:
        found = {str(info[4][0]) for info in socket.getaddrinfo(name, None)}
    except OSError:
        found = set()
    return [name, *(f"[{each}]" if ":" in each else each for each in sorted(found))]
