"""Every JSON object of every command names the ruleset and all options of its game."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from qttt.oracle import games
from qttt.oracle.registry import options

from .conftest import OPTIONS, Run

SWITCHES = {
    "goff": {"pair", "last", "both"},
    "sqt": {"pair", "last", "both"},
    "probabilistic": {"end", "first"},
    "tiqtaqtoe": {"lines", "both"},
    "hybrid": {"links", "targets", "effect", "both"},
}
"""The switches that apply: `target` and `pair` are about levels above minimal."""
COMMANDS = {
    "show": (),
    "best": (),
    "perft": ("--depth", "2"),
    "arena": ("random", "random", "--games", "2", "--seed", "1"),
}


pytestmark = pytest.mark.usefixtures("classic")


def names(game: str) -> set[str]:
    """The keys that name a game."""
    named = {"switches" if option.switch else option.name for option in options(game)}
    return {"ruleset", *named}


def check(found: dict[str, Any], game: str) -> None:
    """Check that an object names the game with all of its options."""
    assert found["ruleset"].rpartition("-")[0] == game
    assert names(game) - found.keys() == set()
    assert found.get("switches", {}).keys() == SWITCHES.get(game, set())


def test_options_cover_every_game() -> None:
    assert [*OPTIONS] == [*games()]


@pytest.mark.parametrize("game", [*OPTIONS])
@pytest.mark.parametrize("command", [*COMMANDS])
def test_object_names_its_game(qttt: Run, command: str, game: str) -> None:
    args = ("--game", game) if command == "arena" else (game,)
    check(qttt(command, *args, *COMMANDS[command], *OPTIONS[game], "--json").json, game)


def test_certificate_and_its_check_name_their_game(qttt: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "x.cert")
    check(qttt("certify", "classic", *OPTIONS["classic"], "--player", "X", "--out", file, "--json").json, "classic")
    check(qttt("check", file, "--json").json, "classic")


@pytest.mark.parametrize("command", ["best", "show"])
@pytest.mark.parametrize("game", ["goff", "tiqtaqtoe", "classic"])
def test_lines_of_input_are_answered_by_lines(
    qttt: Run, monkeypatch: pytest.MonkeyPatch, command: str, game: str
) -> None:
    """Each line is an object, as for one game; a bad line is rejected with its number, after those before it."""
    first = "X1.1" if game == "classic" else "X1.1-2"
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{first}\n\n  {first}  \n"))
    said = qttt(command, game, *OPTIONS[game], "-")
    assert (said.code, said.err) == (0, "")
    found = [json.loads(line) for line in said.out.splitlines()]
    alone = [qttt(command, game, *OPTIONS[game], text, "--json").json for text in (first, "")]
    assert found == [alone[0], alone[1], alone[0]]
    for each in found:
        check(each, game)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{first}\nX1.0\n{first}\n"))
    said = qttt(command, game, *OPTIONS[game], "-")
    assert (said.code, said.out.count("\n"), said.err.count("\n")) == (2, 1, 1)
    assert said.err.startswith("qttt: line 2: token 1 'X1.0': ")


def test_lines_share_one_tablebase(qttt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The work of finding the tablebase does not grow with the lines."""
    from qttt.oracle import store

    asked = []
    find = store.found

    def counted(*args: Any) -> Any:
        asked.append(args)
        return find(*args)

    monkeypatch.setattr(store, "found", counted)
    monkeypatch.setattr("sys.stdin", io.StringIO("X1.1\n" * 20))
    assert qttt("best", "hybrid", "--switch", "links=single", "-").out.count("\n") == 20
    assert len(asked) == 1
