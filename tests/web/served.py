"""The folder `web/` as any static file host serves it, and what may go wrong there."""

from __future__ import annotations

import gzip
import re
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

WEB = Path(__file__).resolve().parents[2] / "web"


STATIC = re.compile(r'^(?:import|export|}) .*?"(\.[^"]+)";$', re.M)
"""Another module, which a browser loads before it runs the one that names it."""


def first_files(game: str) -> set[Path]:
    """The files of a game's first board: those that the document names, and modules without what is loaded later."""
    page = ["index.html", "style.css", "icon.svg", "unready.js", "main.js", f"{game}/view.css"]
    waiting = [WEB / "page" / each for each in [*page, f"{game}/view.js"]] + [WEB / "engine" / game / "index.js"]
    for path in waiting:
        if path.suffix == ".js":
            found = STATIC.findall(path.read_text(encoding="utf-8"))
            waiting += {(path.parent / each).resolve() for each in found} - {*waiting}
    return {path for path in waiting if path.exists()}


def compressed(paths: Iterable[Path]) -> int:
    """The bytes of files as a host sends them: compressed, where they are not already."""
    contents = {path: path.read_bytes() for path in paths}
    return sum(len(each if path.suffix == ".gz" else gzip.compress(each)) for path, each in contents.items())


class Site(ThreadingHTTPServer):
    """A server for `web/`, at its root and below any folder that ends in `/below`."""

    daemon_threads = True

    def __init__(self, root: Path = WEB) -> None:
        super().__init__(("127.0.0.1", 0), partial(Handler, directory=str(root)))
        self.asked: list[str] = []
        self.altered: dict[str, bytes | None] = {}
        """The content that stands for a file, by the end of its path; None for a file that is missing."""
        self.once: set[str] = set()
        """Files that are altered only for the first request."""
        self.gates: dict[str, threading.Event] = {}
        """Files that are held back until their gate is opened."""

    @property
    def address(self) -> str:
        """The address without a slash at its end."""
        return f"http://127.0.0.1:{self.server_port}"

    def sound(self) -> None:
        """Serve every file again as it is, and forget what was asked."""
        for gate in self.gates.values():
            gate.set()
        for each in (self.asked, self.altered, self.once, self.gates):
            each.clear()

    def handle_error(self, *_: object) -> None:
        """Say nothing of a browser that has left before its answer."""

    @contextmanager
    def running(self) -> Iterator[Site]:
        """The server in a thread of its own."""
        thread = threading.Thread(target=self.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield self
        finally:
            self.shutdown()
            thread.join()
            self.server_close()


class Handler(SimpleHTTPRequestHandler):
    server: Site

    def do_GET(self) -> None:
        self.path = re.sub(r"^/.*/below/", "/", self.path.split("?")[0])
        self.server.asked.append(self.path)
        if gate := self.found(self.server.gates):
            self.server.gates[gate].wait()
        if (name := self.found(self.server.altered)) is None:
            return super().do_GET()
        content = self.server.altered[name]
        if name in self.server.once:
            del self.server.altered[name]
        if content is None:
            return self.send_error(404)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(self.path))
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def found(self, names: dict[str, bytes | None] | dict[str, threading.Event]) -> str | None:
        """The name with which the path ends."""
        return next((name for name in names if self.path.endswith(name)), None)

    def log_message(self, *_: object) -> None:
        """Say nothing."""
