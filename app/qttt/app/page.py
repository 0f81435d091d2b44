"""The explorer's page: static files, served to this machine or written for any host."""

import threading
import webbrowser
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from qttt.app.errors import BadInput, reason, tell

HERE = Path(__file__).resolve()
WEB = next(filter(Path.is_dir, (HERE.parent / "web", HERE.parents[3] / "web")), Path("web"))
"""The folder of the files: inside an installed package, or in a source tree."""
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".gz": "application/gzip",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""The media types of the files, by their suffixes; the same on every system."""
HOST, PAGE = "127.0.0.1", "page/"
LEFT_OUT = ("test", "conform.js")
"""Folders and files that no page loads."""


@cache
def files() -> Mapping[str, Path]:
    """The files of the page by their addresses. No part of a request is ever taken as the name of a file."""
    found = {
        path.relative_to(WEB).as_posix(): path
        for path in sorted(WEB.rglob("*"))
        if path.suffix in KINDS and path.is_file() and not {*path.relative_to(WEB).parts} & {*LEFT_OUT}
    }
    if f"{PAGE}index.html" not in found:
        raise BadInput(f"{WEB}: the explorer's files are missing; install qttt again")
    return found


def write(folder: Path) -> int:
    """Write the page into a new or empty folder; the number of its files. Raises BadInput for another folder."""
    try:
        if folder.exists() and not folder.is_dir():
            raise BadInput(f"--out {folder}: is not a folder; name a new one")
        if folder.is_dir() and any(folder.iterdir()):
            raise BadInput(f"--out {folder}: the folder is not empty; name a new one")
        for name, path in files().items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(path.read_bytes())
    except OSError as error:
        raise BadInput(f"--out {folder}: cannot be written: {reason(error)}") from error
    return len(files())


class Handler(SimpleHTTPRequestHandler):
    """Answers with the files of the page."""

    protocol_version = "HTTP/1.1"
    timeout = 60
    extensions_map = KINDS

    def translate_path(self, path: str) -> str:
        """The file at an address; the name of no file for any other address."""
        name = path.partition("?")[0].removeprefix("/")
        return str(files().get(name + "index.html" * (name in ("", PAGE)), ""))

    def end_headers(self) -> None:
        """Browsers ask again whether a file has changed, and take no file for another kind."""
        self.send_header("Cache-Control", "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing of each request."""


class Server(ThreadingHTTPServer):
    """Serves the page."""

    def handle_error(self, *_: object) -> None:
        """A browser that goes away is no error."""


def serve(port: int | None, query: str, browser: bool) -> None:
    """Serve the page to this machine until interrupted, with the address of a game, as `?game=goff`; without a port on
    a free one. Raises BadInput for a port that cannot be listened on."""
    files()
    try:
        server = Server((HOST, port or 0), Handler)
    except OSError as error:
        raise BadInput(f"--port {port}: {reason(error)}; leave out --port for a free one") from error
    with server, suppress(KeyboardInterrupt):
        address = f"http://{HOST}:{server.server_port}/{PAGE}{query}"
        print(f"The explorer is at {address}; Ctrl-C ends it", flush=True)
        if browser:
            threading.Thread(target=open_browser, args=(address,), daemon=True).start()
        server.serve_forever()


def open_browser(address: str) -> None:
    """Open the page in the person's browser, or say how to."""
    with suppress(webbrowser.Error):
        if webbrowser.open(address):
            return
    tell(f"no browser was found: open {address} in one, or leave this to --no-browser")
