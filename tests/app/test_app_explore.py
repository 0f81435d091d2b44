"""`qttt explore`: the address that it opens, the files that it serves and writes, and what it rejects."""

import base64
import gzip
import hashlib
import http.client
import json
import re
import socket
import threading
from pathlib import Path

import pytest

from qttt.app.commands import explore
from qttt.app.commands.explore import address_of
from qttt.app.probabilistic.view import OnBoard

from .conftest import Run, interrupted

POSITION = "hybrid-1.0 links=two: ..X...X.., 5>7 O, X to move"


@pytest.mark.parametrize(
    ("arguments", "query"),
    [
        ([], "?game=goff"),
        (["--game", "sqt"], "?game=sqt"),
        (["--game=sqt", "--q=3/4", "--switch=scoring=draws-second"], "?game=sqt&q=3%2F4&scoring=draws-second"),
        (["--switch=double-win=yes", "X1.1-9", "O2.1-3"], "?game=goff&double-win=yes&moves=X1.1-9+O2.1-3"),
        ([POSITION], "?game=hybrid&moves=hybrid-1.0+links%3Dtwo%3A+..X...X..%2C+5%3E7+O%2C+X+to+move"),
    ],
)
def test_command_opens_the_page_of_a_game(
    qttt: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[str], query: str
) -> None:
    found: list[str] = []
    monkeypatch.setattr(explore, "serve", lambda port, query, browser: found.append(query))
    said = qttt("explore", *arguments)
    assert (said.code, said.err, found) == (0, "", [query])


def test_board_of_a_file_is_in_the_address(tmp_path: Path) -> None:
    (tmp_path / "board.csv").write_text("0.5,0.2,0.3\n" * 9, encoding="utf-8")
    expected = "?game=probabilistic&board=" + "%3B".join(["0.5%2C0.2%2C0.3"] * 9)
    assert address_of(OnBoard("probabilistic", {"board": tmp_path / "board.csv"}), "") == expected


SERVED = {
    "/": ("text/html; charset=utf-8", "index.html"),
    "/page/?game=sqt&q=3/4": ("text/html; charset=utf-8", "page/index.html"),
    "/dist/page.js?again": ("text/javascript; charset=utf-8", "dist/page.js"),
    "/page/style.css": ("text/css; charset=utf-8", "page/style.css"),
    "/page/icon.svg": ("image/svg+xml", "page/icon.svg"),
    "/page/preview.png": ("image/png", "page/preview.png"),
    "/page/manifest.webmanifest": ("application/manifest+json", "page/manifest.webmanifest"),
    "/data/hybrid.gz": ("application/gzip", "data/hybrid.gz"),
}
NOT_SERVED = """/page /engine/ /engine/index.js /page/main.js /dist/single/page.js /package.json /data/README.md /data/
    /page//style.css /../pyproject.toml /page/../../pyproject.toml /%2e%2e/pyproject.toml /page/%2e%2e/index.html
    /../web/index.html /page/../index.html /page\\style.css /C:/Windows/win.ini /page/style.css/ //etc/passwd
    /etc/passwd"""


def test_nothing_but_the_files_of_the_page_is_served() -> None:
    """They are compressed for a browser that unpacks them, unless they are already."""
    lengths: dict[tuple[str, str], int] = {}
    with explore.Server((explore.HOST, 0), explore.Handler) as serving:
        threading.Thread(target=serving.serve_forever).start()

        def asked(path: str, method: str = "GET", encoding: str = "identity") -> tuple[int, str | None, bytes]:
            connection = http.client.HTTPConnection(explore.HOST, serving.server_port)
            connection.request(method, path, headers={"Accept-Encoding": encoding})
            reply = connection.getresponse()
            assert reply.headers["X-Content-Type-Options"] == "nosniff"
            sent = reply.read()
            lengths[path, encoding] = len(sent)
            packed = reply.headers["Content-Encoding"] == "gzip"
            return reply.status, reply.headers["Content-Type"], gzip.decompress(sent) if packed else sent

        try:
            for path, (kind, file) in SERVED.items():
                for encoding in ("identity", "gzip, deflate, br"):
                    assert asked(path, "HEAD", encoding) == (200, kind, b"")
                    assert asked(path, "GET", encoding) == (200, kind, (explore.WEB / file).read_bytes())
                smaller = lengths[path, "gzip, deflate, br"] < lengths[path, "identity"]
                assert smaller == (not file.endswith((".gz", ".png")))
            for encoding in ("identity", "gzip"):
                found = {path: asked(path, encoding=encoding)[0] for path in NOT_SERVED.split()}
                assert found == dict.fromkeys(NOT_SERVED.split(), 404)
            assert asked("/page/", "POST")[0] == 501
        finally:
            serving.shutdown()


def test_page_is_written_for_any_host(qttt: Run, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "site"
    said = qttt("explore", "--out", str(folder))
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith(f"{len(explore.files())} files written to {folder}; ")
    written = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    assert written.keys() == explore.files().keys()
    assert all(path.read_bytes() == explore.files()[name].read_bytes() for name, path in written.items())


def test_folder_of_others_is_left_alone(qttt: Run, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("mine", encoding="utf-8")
    line = qttt("explore", "--out", str(tmp_path)).line
    assert line == f"{tmp_path}: expected a new or an empty folder; name another one"
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
    assert file.read_text(encoding="utf-8") == "mine"


def test_page_is_one_file_that_allows_nothing_else(qttt: Run, tmp_path: Path) -> None:
    """Its policy has the digests of its scripts and styles, and it names no other file."""
    path = tmp_path / "page.html"
    said = qttt("explore", "--out", str(path))
    text = path.read_text(encoding="utf-8")
    assert (said.code, said.err) == (0, "")
    assert said.out == f"{path.stat().st_size:,} bytes written to {path}; to look at it, open it in a browser\n"
    assert path.stat().st_size <= 1_500_000
    policy = dict(each.split(" ", 1) for each in re.findall('(?<=Policy" content=").*(?=")', text)[0].split("; "))
    for kind in ("script", "style"):
        contents = re.findall(f"<{kind}\\b[^>]*>(.*?)</{kind}>", text, re.S)
        digests = [base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in contents]
        assert policy[f"{kind}-src"] == " ".join(f"'sha256-{digest}'" for digest in digests)
        assert len(digests) == {"script": 3, "style": 5}[kind]
    assert {policy[each] for each in ("default-src", "base-uri", "form-action")} == {"'none'"}
    assert (policy["connect-src"], policy["worker-src"]) == ("data:", "blob:")
    markup = re.sub("<(script|style)\\b.*?</\\1>", "", text, flags=re.S)
    assert re.findall(r"(?:href|src)=\"(?!data:)[^\"]*|\w\.(?:js|css|png)\b", markup) == []
    held = json.loads(re.findall("<script>qtttFiles=(.*)</script>", text)[0])
    assert {*held} == {"worker", *(each.stem for each in (explore.WEB / "data").glob("*.gz"))}


def test_file_of_others_is_left_alone(qttt: Run, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text("mine", encoding="utf-8")
    assert qttt("explore", "--out", str(file)).line == f"{file}: exists already; name a new file"
    assert file.read_text(encoding="utf-8") == "mine"


def test_missing_files_are_named(qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explore, "WEB", tmp_path)
    monkeypatch.setattr(explore, "files", explore.files.__wrapped__)
    assert qttt("explore").line == f"{tmp_path}: the explorer's files are missing; install qttt again"


def test_port_in_use_is_explained(qttt: Run) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        line = qttt("explore", "--no-browser", "--port", port).line
    assert line == f"--port {port}: Address already in use; leave out --port for a free one"


def test_missing_browser_is_explained(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("webbrowser.open", lambda address: False)
    explore.open_browser("http://127.0.0.1:1/page/")
    assert "open http://127.0.0.1:1/page/ in one" in capsys.readouterr().err


def test_interrupt_ends_the_server() -> None:
    """Without numba, NumPy or a store."""
    said = interrupted("Ctrl-C ends it\n", "explore", "--no-browser", program="main() or 'numba' in sys.modules")
    assert (said.code, said.err) == (0, "")
    assert re.fullmatch(r"The explorer is at http://127\.0\.0\.1:\d+/page/\?game=goff; Ctrl-C ends it\n", said.out)
