"""`qttt explore`: the address that it opens, the files that it serves and writes, and what it rejects."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from qttt.app import page
from qttt.app.commands.explore import address_of, game_of_text
from qttt.app.games import Query

from .conftest import PROGRAM, Run


@pytest.fixture(scope="module")
def server() -> Iterator[page.Server]:
    """The page, served by a thread."""
    with page.Server() as serving:
        thread = threading.Thread(target=serving.serve_forever)
        thread.start()
        yield serving
        serving.shutdown()
        thread.join()


def asked(server: page.Server, path: str, method: str = "GET") -> tuple[int, str, bytes]:
    """The status, the type and the content of an answer."""
    connection = http.client.HTTPConnection(*urlsplit(server.address).netloc.split(":"))  # type: ignore[arg-type]
    connection.request(method, path)
    reply = connection.getresponse()
    found = reply.status, reply.headers["Content-Type"], reply.read()
    connection.close()
    return found


@pytest.mark.parametrize(
    ("arguments", "query"),
    [
        ("", "?game=goff"),
        ("--game hybrid", "?game=hybrid"),
        ("--game sqt", "?game=sqt"),
        ("--game sqt --q 3/4 --switch scoring=draws-second", "?game=sqt&q=3%2F4&scoring=draws-second"),
        ("--switch collapse=self X1.1-9 O2.1-3", "?game=goff&collapse=self&moves=X1.1-9+O2.1-3"),
        ("--switch double-win=yes", "?game=goff&double-win=yes"),
        ("--game tiqtaqtoe --switch level=minimal X1.5", "?game=tiqtaqtoe&level=minimal&moves=X1.5"),
        ("http://127.0.0.1:8000/page/?moves=X1.1-9+O2.1-3&game=goff", "?game=goff&moves=X1.1-9+O2.1-3"),
        ("http://[::1]:8000/goff/?tree=X1.1-9+(X1.2-3)", "?game=goff&tree=X1.1-9+%28X1.2-3%29"),
        ("http://localhost:8000", "?game=goff"),
        ("--game sqt https://example.org/play/page/?game=sqt&q=3/4", "?game=sqt&q=3%2F4"),
    ],
)
def test_command_opens_the_page_of_a_game(
    qttt: Run, monkeypatch: pytest.MonkeyPatch, arguments: str, query: str
) -> None:
    found: list[str] = []
    monkeypatch.setattr(page, "serve", lambda port, query, browser: found.append(query))
    said = qttt("explore", *arguments.split())
    assert (said.code, said.err, found) == (0, "", [query])


def test_written_position_names_its_game_and_options() -> None:
    text = "hybrid-1.0 links=two: ..X...X.., 5>7 O, X to move"
    assert game_of_text({"moves": text.split()}) == "hybrid"
    assert address_of(Query("hybrid", {}), text).startswith("?game=hybrid&links=two&position=hybrid-1.0+links")


def test_board_of_a_file_is_in_the_address(tmp_path: Path) -> None:
    file = tmp_path / "board.csv"
    file.write_text("0.5,0.2,0.3\n" * 9, encoding="utf-8")
    expected = "?game=probabilistic&board=" + "%3B".join(["0.5%2C0.2%2C0.3"] * 9)
    assert address_of(Query("probabilistic", {"board": file}), "") == expected


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--game chess", "unknown ruleset 'chess'"),
        ("X1.1-99", "expected a move such as X1.1-9"),
        ("X1.1-9 selA", "GOFF-COLLAPSE-1"),
        ("chess-1.0: e4", "unknown ruleset 'chess-1.0'"),
        ("goff-1.1 colour=red: -", "the written position: "),
        ("--switch collapse=self goff-1.1: -", "leave out the others"),
        ("http://127.0.0.1:8000/chess", "this link is not of the explorer: expected an address such as http://"),
        ("http://127.0.0.1:8000/page/?game=chess", "this link is not of the explorer"),
        ("http://[::", "this link is not of the explorer"),
        ("--game sqt http://127.0.0.1:8000/goff", "the link names its game and its options: leave out the others"),
        ("--switch collapse=self http://127.0.0.1:8000/goff", "leave out the others"),
        ("--game sqt X1.1-9", "sqt needs --q"),
        ("--port 70000", "--port"),
        ("--game goff --q 1/2", "goff has no --q"),
        ("--net net.qttt", "explore --net was removed: open the net on the page"),
        ("--api-only", "explore --api-only was removed: "),
        ("--host 0.0.0.0", "explore --host was removed: use --out DIR"),
        ("--out new --game sqt", "--out writes the page of all games: leave out the game and its options"),
        ("--out new X1.1-9", "leave out the game"),
        ("--out new --port 8000", "--out serves nothing: leave out --port"),
    ],
)
def test_bad_arguments_are_rejected(qttt: Run, arguments: str, words: str) -> None:
    assert words in qttt("explore", "--no-browser", *arguments.split()).line
    assert not Path("new").exists()


@pytest.mark.parametrize(
    ("path", "kind", "file"),
    [
        ("/", "text/html; charset=utf-8", "index.html"),
        ("/page/?game=sqt&q=3/4", "text/html; charset=utf-8", "page/index.html"),
        ("/page/main.js", "text/javascript; charset=utf-8", "page/main.js"),
        ("/page/icon.svg", "image/svg+xml", "page/icon.svg"),
        ("/engine/index.js?again", "text/javascript; charset=utf-8", "engine/index.js"),
        ("/data/hybrid.gz", "application/gzip", "data/hybrid.gz"),
    ],
)
def test_files_are_served_with_their_types(server: page.Server, path: str, kind: str, file: str) -> None:
    content = (page.WEB / file).read_bytes()
    assert asked(server, path) == (200, kind, content)
    assert asked(server, path, "HEAD") == (200, kind, b"")


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/page",
            "/engine/",
            "/engine/conform.js",
            "/package.json",
            "/data/README.md",
            "/data/",
            "/page//main.js",
        ),
        *("/../pyproject.toml", "/page/../../pyproject.toml", "/%2e%2e/pyproject.toml", "/page/%2e%2e/index.html"),
        *("/../web/index.html", "/page/../index.html", "/page\\main.js", "/C:/Windows/win.ini", "/page/main.js/"),
    ],
)
def test_nothing_else_is_served(server: page.Server, path: str) -> None:
    status, kind, content = asked(server, path)
    assert (status, kind) == (404, "text/plain; charset=utf-8")
    assert content == b"There is nothing at this address. The explorer is at /page/\n"


def test_page_is_only_read(server: page.Server) -> None:
    assert asked(server, "/page/", "POST")[0] == 501


def test_page_is_written_for_any_host(qttt: Run, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "site"
    said = qttt("explore", "--out", str(folder))
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith(f"{len(page.files())} files written to {folder}; ")
    written = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    assert written.keys() == page.files().keys()
    assert all(path.read_bytes() == page.files()[name].read_bytes() for name, path in written.items())
    assert {"index.html", "page/index.html", "engine/index.js", "data/goff-legal-move.gz"} <= written.keys()


def test_folder_of_others_is_left_alone(qttt: Run, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("mine", encoding="utf-8")
    assert qttt("explore", "--out", str(tmp_path)).line == f"--out {tmp_path}: the folder is not empty; name a new one"
    assert qttt("explore", "--out", str(file)).line == f"--out {file}: is not a folder; name a new one"
    line = qttt("explore", "--out", str(file / "site")).line
    assert line == f"--out {file / 'site'}: cannot be written: Not a directory"
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
    assert file.read_text(encoding="utf-8") == "mine"


def test_missing_files_are_named(qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "WEB", tmp_path)
    monkeypatch.setattr(page, "files", page.files.__wrapped__)
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
    page.open_browser("http://127.0.0.1:1/page/")
    assert "open http://127.0.0.1:1/page/ in one" in capsys.readouterr().err


def test_interrupt_ends_the_server(tmp_path: Path) -> None:
    """Without numba, NumPy or a store."""
    program = f"{PROGRAM[: -len('sys.exit(main())')]}code = main(); assert 'numba' not in sys.modules; sys.exit(code)"
    command = [sys.executable, "-c", program, "explore", "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ})
    assert process.stdout
    line = process.stdout.readline()
    assert line.startswith("The explorer is at http://127.0.0.1:")
    assert line.endswith("/page/?game=goff; Ctrl-C ends it\n")
    connection = http.client.HTTPConnection(line.split("/")[2])
    connection.request("GET", "/page/")
    assert connection.getresponse().status == 200
    process.send_signal(signal.SIGINT)
    assert process.communicate() == ("", "")
    assert process.returncode == 0
