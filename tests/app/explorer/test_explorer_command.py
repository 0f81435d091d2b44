"""`qttt explore`: what it opens, what it prints, and what it rejects before a server starts."""

import json
import os
import socket
import urllib.error
import urllib.request
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from qttt.app import extras
from qttt.app.commands.explore import game_of_text
from qttt.app.errors import BadInput
from qttt.app.explorer import serve as serving
from qttt.app.explorer.opening import Opening, opened
from qttt.app.games import Query
from qttt.oracle import game

from ..conftest import Run
from .browsing import Server


@pytest.mark.parametrize(
    ("arguments", "path"),
    [
        ("", "/goff"),
        ("--game hybrid", "/hybrid"),
        ("--game sqt", "/sqt?q=1%2F2"),
        ("--game sqt --q 3/4 --switch scoring=draws-second", "/sqt?q=3%2F4&scoring=draws-second"),
        ("--game sqt --switch double-win=yes", "/sqt?q=1%2F2&double-win=yes"),
        ("--switch collapse=self X1.1-9 O2.1-3", "/goff?collapse=self&moves=X1.1-9+O2.1-3"),
        ("--game tiqtaqtoe --switch level=minimal --switch both=X X1.5", "/tiqtaqtoe?level=minimal&both=X&moves=X1.5"),
        ("--game probabilistic", "/probabilistic?seed=1"),
        ("http://127.0.0.1:8000/goff?moves=X1.1-9+O2.1-3&collapse=self", "/goff?collapse=self&moves=X1.1-9+O2.1-3"),
        ("http://[::1]:8000/goff/?tree=X1.1-9+(X1.2-3)", "/goff?tree=X1.1-9+%28X1.2-3%29"),
        ("http://localhost:8000", "/goff"),
        ("https://example.org/sqt?moves=X1.1-9", "/sqt?q=1%2F2&moves=X1.1-9"),
        ("--game sqt http://127.0.0.1:8000/sqt?q=3/4", "/sqt?q=3%2F4"),
    ],
)
def test_command_opens_the_page_of_a_game(
    qttt: Run, monkeypatch: pytest.MonkeyPatch, arguments: str, path: str
) -> None:
    found: list[Opening] = []
    monkeypatch.setattr(serving, "serve", lambda host, port, opening, **more: found.append(opening))
    said = qttt("explore", *arguments.split())
    assert (said.code, said.err) == (0, "")
    assert found[0].path == path


def test_written_position_names_its_game() -> None:
    text = "hybrid-1.0 links=two: ..X...X.., 5>7 O, X to move"
    assert game_of_text({"moves": text.split()}) == "hybrid"
    opening = opened(Query("hybrid", {}), text, ())
    assert opening.path.startswith("/hybrid?links=two&position=hybrid-1.0+links")
    assert opening.game == game("hybrid", links="two")


def test_board_of_a_file_is_in_the_address(tmp_path: Path) -> None:
    file = tmp_path / "board.csv"
    file.write_text("0.5,0.2,0.3\n" * 9, encoding="utf-8")
    opening = opened(Query("probabilistic", {"board": file}), "", ())
    assert opening.path == "/probabilistic?board=" + "%3B".join(["0.5%2C0.2%2C0.3"] * 9)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--game chess", "unknown ruleset 'chess'"),
        ("X1.1-99", "expected a move such as X1.1-9"),
        ("X1.1-9 selA", "GOFF-COLLAPSE-1"),
        ("chess-1.0: e4", "unknown ruleset 'chess-1.0'"),
        ("--switch collapse=self goff-1.1: -", "leave out the others"),
        ("http://127.0.0.1:8000/chess", "this link is not of the explorer: expected an address such as http://"),
        ("http://[::", "this link is not of the explorer"),
        ("--game sqt http://127.0.0.1:8000/goff", "the link names its game and its options: leave out the others"),
        ("--switch collapse=self http://127.0.0.1:8000/goff", "leave out the others"),
        ("http://127.0.0.1:8000/goff?colour=red", "unknown parameter 'colour'"),
        ("http://127.0.0.1:8000/goff?collapse=self&collapse=self", "collapse is given twice"),
        (":::", "this is neither a game nor a written position; expected moves in the notation of goff-1.1, or a "),
        ("--port 70000", "--port"),
        ("--game goff --q 1/2", "goff has no --q"),
        ("--net missing.qttt", "missing.qttt"),
        ("--host 203.0.113.7", "203.0.113.7"),
    ],
)
def test_bad_arguments_are_rejected(qttt: Run, arguments: str, words: str) -> None:
    assert words in qttt("explore", "--no-browser", *arguments.split()).line


def test_port_in_use_is_explained(qttt: Run) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        line = qttt("explore", "--no-browser", "--port", port).line
    assert line == f"--port {port} at 127.0.0.1: Address already in use; leave out --port for a free one"


@pytest.mark.parametrize("port", ["", "--port 8000"])
def test_host_of_another_machine_is_explained(qttt: Run, port: str) -> None:
    line = qttt("explore", "--no-browser", "--host", "203.0.113.7", *port.split()).line
    assert line == "--host 203.0.113.7: is not an address of this machine; leave out --host for 127.0.0.1"


def test_missing_extra_is_explained(qttt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda module: None)
    line = qttt("explore").line
    assert "starlette and uvicorn" in line
    assert "uv sync --inexact --extra explore" in line


def test_missing_browser_is_explained(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("webbrowser.open", lambda address: False)
    serving.open_browser("http://127.0.0.1:1/goff")
    assert "open http://127.0.0.1:1/goff in one" in capsys.readouterr().err


@pytest.fixture
def begun(tmp_path: Path) -> Callable[..., Server]:
    """Starts a server that has stored nothing."""
    return partial(Server.begin, "--api-only", environment={**os.environ, "XDG_CACHE_HOME": str(tmp_path)})


def test_interrupt_ends_the_server_and_frees_its_port(begun: Callable[..., Server], tmp_path: Path) -> None:
    server = begun()
    with urllib.request.urlopen(f"{server.address}/api") as reply:
        assert json.load(reply)["version"] == 1
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(server.address)
    assert server.end() == (0, "")
    assert not list(tmp_path.rglob("*.tmp"))
    again = begun("--port", server.address.rpartition(":")[2])
    assert again.address == server.address
    assert again.end() == (0, "")


def test_host_for_others_is_explained(begun: Callable[..., Server]) -> None:
    server = begun("--host", "0.0.0.0")
    with urllib.request.urlopen(f"{server.address}/api") as reply:
        assert json.load(reply)["games"]
    code, said = server.end()
    assert code == 0
    assert "everybody who can reach this machine can ask this server" in said


def test_free_port_is_chosen() -> None:
    with serving.listening("127.0.0.1", None) as one, serving.listening("127.0.0.1", None) as other:
        assert one.getsockname()[1] != other.getsockname()[1]
    with pytest.raises(BadInput):
        serving.listening("no such host", 1)
