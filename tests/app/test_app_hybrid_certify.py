"""`qttt certify hybrid` and `qttt check`."""

from pathlib import Path

import pytest

from qttt.reference.hybrid import Hybrid
from qttt.reference.solver import Solver

from .conftest import Run

SINGLE = ["--switch", "links=single"]
"""A game that is solved quickly."""
TWO = ["--switch", "links=two"]
"""A game that is not solved as a whole."""
SWITCHES = {"links": "single", "targets": "any", "effect": "reverse", "both": "draw"}
LATE = "X1.7 =X O2.5>7 X3.3 =X O4.1 =O X5.2 =X O6.8 =O"


@pytest.fixture(scope="module")
def tablebase_of_single(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a tablebase will be stored by the first test that needs it."""
    return tmp_path_factory.mktemp("tablebase") / "single"


@pytest.fixture
def options(qttt: Run, tablebase_of_single: Path) -> list[str]:
    """The switches, and a tablebase of the game."""
    if not tablebase_of_single.exists():
        assert qttt("solve", "hybrid", *SINGLE, "--out", str(tablebase_of_single)).code == 0
    return [*SINGLE, "--tablebase", str(tablebase_of_single)]


@pytest.mark.parametrize("moves", [LATE, f"{LATE} X7.4"])
@pytest.mark.parametrize("player", ["X", "O"])
def test_both_players_prove_the_value(qttt: Run, options: list[str], tmp_path: Path, player: str, moves: str) -> None:
    """Also where a measurement waits for its result."""
    file = tmp_path / "a.certificate"
    value = qttt("best", "hybrid", moves, *options, "--json").json["value"]
    told = qttt("certify", "hybrid", moves, "--player", player, "--out", str(file), *options, "--json").json
    assert list(told) == ["file", "ruleset", "switches", "player", "start", "value", "rows", "bytes"]
    assert (told["switches"], told["player"], told["start"], told["value"]) == (SWITCHES, player, moves, value)
    assert told["bytes"] == file.stat().st_size
    checked = qttt("check", str(file), "--json").json
    assert checked["ok"]
    assert checked.items() >= {name: told[name] for name in ("switches", "player", "value", "rows")}.items()
    said = qttt("check", str(file)).out
    assert f"Proved: after {moves} the value is {'at least' if player == 'X' else 'at most'} {value}" in said
    assert "hybrid-1.0: links=single" in said


TOO_MANY = "X1.1 =X O2.2 =O X3.3 =X O4.4 =O X5.6 =X O6.9>1 X7.9>2 O8.5 =O X9.7 =X"
"""A game of too many positions, in which seven boxes are measured, and 9 has a link of each player."""


@pytest.mark.parametrize("player", ["X", "O"])
def test_late_positions_of_a_partly_solved_game(qttt: Run, tmp_path: Path, player: str) -> None:
    file, game = tmp_path / "a.certificate", Hybrid("two")
    told = qttt("certify", "hybrid", TOO_MANY, "--player", player, "--out", str(file), *TWO, "--json").json
    assert told["switches"] == game.switches
    assert told["value"] == str(Solver(game).value(game.position(TOO_MANY)))
    checked = qttt("check", str(file), "--json").json
    assert checked["ok"]
    assert checked.items() >= {name: told[name] for name in ("switches", "player", "value", "rows")}.items()


WHAT_IS_LOADED = """
import sys
from qttt.app.cli import main
code = main()
print(*(name for name in sys.modules if name.startswith("qttt.fast") or name == "numba"))
sys.exit(code)
"""


def test_check_does_not_load_the_fast_engine(qttt: Run, process: Run, options: list[str], tmp_path: Path) -> None:
    file = tmp_path / "a.certificate"
    assert qttt("certify", "hybrid", LATE, "--player", "O", "--out", str(file), *options).code == 0
    said = process("check", str(file), "--json", program=WHAT_IS_LOADED)
    assert (said.code, said.out.splitlines()[-1]) == (0, "")


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ([], "hybrid needs --player, X or O: whose strategy to write"),
        (["--player", "X", "--level", "high"], "hybrid has no --level"),
        (["--player", "X", *TWO], "are too many to be solved"),
        (["--player", "X", "X1.1 O2.2"], "token 2 'O2.2': HYB-RESULT-1"),
        (["--player", "X", "X1.1 =X O2.1"], "token 3 'O2.1': HYB-MEASURE-1"),
    ],
)
def test_uncertifiable_requests_are_rejected(qttt: Run, tmp_path: Path, args: list[str], told: str) -> None:
    file = tmp_path / "certificate"
    assert told in qttt("certify", "hybrid", *args, "--out", str(file)).line
    assert not file.exists()
