"""Every JSON object of every command names the ruleset and all options of its game."""

import io
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
