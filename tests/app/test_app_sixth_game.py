"""A sixth game has the commands from its entry in the registry, without a line in the command."""

import io
from pathlib import Path

import pytest

from qttt.oracle import game, games, register, solve

from .conftest import Run
from .sixth_game import ClassicEntry

WON = "X1.1 O2.4 X3.2 O4.5"


pytestmark = pytest.mark.usefixtures("classic")


def test_game_is_in_the_registry() -> None:
    assert games()[-1] == "classic"
    with pytest.raises(ValueError, match="registered already"):
        register(ClassicEntry())


def test_oracle_answers() -> None:
    """By hand: X wins on 3; every other move leaves O the square 6."""
    truth = solve(game("classic"))
    assert truth.value(WON) == 1
    assert truth.values(WON) == {3: 1, 6: 0, 7: -1, 8: -1, 9: -1}
    assert truth.best("classic-1.0 first=X: XX.OO....") == truth.line(WON) == (3,)
    assert truth.many([WON, ""]).values.tolist() == [1, 0]
    assert truth.table(1).num_rows == 3


def test_commands_answer(qttt: Run) -> None:
    assert qttt("solve", "classic", "--json").json["value"] == "0"
    shown = qttt("show", "classic", WON, "--json").json
    assert (shown["ruleset"], shown["first"], shown["position"], shown["ply"]) == ("classic-1.0", "X", "XX.OO....", 4)
    assert qttt("best", "classic", WON, "--json").json["best"] == ["3"]
    assert qttt("best", "classic", shown["written"], "--json").json["principal_variation"] == "X5.3"
    assert qttt("perft", "classic", "--depth", "3", "--json").json["counts"] == [9, 72, 504]
    assert "win of X" in qttt("show", "classic", f"{WON} X5.3").out


def test_arena_plays(qttt: Run) -> None:
    played = qttt("arena", "perfect", "random", "--game", "classic", "--games", "20", "--seed", "1", "--json").json
    assert played["results"]["loss"]["games"] == 0


def test_value_is_certified(qttt: Run, tmp_path: Path) -> None:
    """By hand, as above: X wins on 3. The file holds by the rules only, for X and for O."""
    for side, start, value in (("X", WON, "1"), ("O", "X1.5 O2.1", "0")):
        file = str(tmp_path / side)
        assert qttt("certify", "classic", start, "--player", side, "--out", file).code == 0
        checked = qttt("check", file, "--json").json
        assert (checked["ok"], checked["value"], checked["ruleset"]) == (True, value, "classic-1.0")


def test_game_is_played_in_the_terminal(qttt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n4\n2\n5\n3\n"))
    assert "Game over: win of X (TOY-END-1)" in qttt("play", "classic").out


def test_bad_input_names_the_rule(qttt: Run) -> None:
    assert "token 2 'O2.1': TOY-MOVE-1" in qttt("show", "classic", "X1.1 O2.1").line
    assert "first" in qttt("solve", "classic", "--help").out
    assert "unknown switch 'collapse': expected first" in qttt("solve", "classic", "--switch", "collapse=self").line
