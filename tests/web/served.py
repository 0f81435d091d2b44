"""The folder `web/` as any static file host serves it, and what may go wrong there."""

from __future__ import annotations

import gzip
import re
import threading
from collections.abc import Iterable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from math import inf
from pathlib import Path

WEB = Path(__file__).resolve().parents[2] / "web"
STATIC = re.compile(r'(?:from|import)"(\./[^"]+)"')
"""Another module, which a browser loads before it runs the one that names it."""
LOADED = r'{}:\(\)=>import\("(\./[^"]+)"\)'
"""What is loaded with a game."""


def first_files(game: str) -> set[Path]:
    """The files of a game's first board: those that the document names, and modules without what is loaded later."""
    page = ["index.html", "style.css", "icon.svg", "manifest.webmanifest", f"{game}/view.css"]
    waiting = [*(WEB / "page" / each for each in page), WEB / "unready.js", WEB / "dist" / "page.js"]
    for path in waiting:
        if path.suffix == ".js":
            text = path.read_text(encoding="utf-8")
            found = STATIC.findall(text) + re.findall(LOADED.format(game), text)
            waiting += {(path.parent / each).resolve() for each in found} - {*waiting}
    return {path for path in waiting if path.exists()}


def compressed(paths: Iterable[Path]) -> int:
    """The bytes of files as a host sends them: compressed, where they are not already."""
    contents = {path: path.read_bytes() for path in paths}
    return sum(len(each if path.suffix == ".gz" else gzip.compress(each)) for path, each in contents.items())


class Site(ThreadingHTTPServer):
    """A server for `web/`, at its root and below any folder that ends in `/below`."""

    def __init__(self, root: Path = WEB) -> None:
        super().__init__(("127.0.0.1", 0), partial(Handler, directory=str(root)))
        self.address = f"http://127.0.0.1:{self.server_port}"
        self.altered: dict[str, bytes | threading.Event | None] = {}
        """By a pattern of a file's path: content in its place, what to wait for first, or None if it is missing."""
        self.asked: set[str] = set()
        """The paths of the files that were asked for."""
        self.left: float = inf
        """How many bytes it still sends, compressed. A file counts once, and one that is larger is missing."""
        self._sent, self._lock = set[Path](), threading.Lock()

    def __enter__(self) -> Site:
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def sends(self, file: Path) -> bool:
        """Whether the bytes that are left are enough for a file."""
        with self._lock:
            size = 0 if file in self._sent or not file.is_file() else compressed([file])
            if size <= self.left:
                self._sent.add(file)
                self.left -= size
            return file in self._sent

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()

    def handle_error(self, *_: object) -> None:
        """Say nothing of a browser that has left before its answer."""


class Handler(SimpleHTTPRequestHandler):
    server: Site

    def do_GET(self) -> None:
        self.path = re.sub(r"^/.*/below/", "/", self.path.split("?")[0])
        self.server.asked.add(self.path)
        altered = [each for file, each in self.server.altered.items() if re.search(f"{file}$", self.path)]
        for content in altered:
            if content is None:
                return self.send_error(404)
            if isinstance(content, bytes):
                self.send_response(200)
                self.send_header("Content-Type", self.guess_type(self.path))
                self.end_headers()
                self.wfile.write(content)
                return None
            content.wait()
        file = Path(self.translate_path(self.path))
        if not self.server.sends(file / "index.html" if file.is_dir() else file):
            return self.send_error(404)
        return super().do_GET()

    def end_headers(self) -> None:
        """Let pages of other hosts load the files, as hosts of packages do."""
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""
