"""Any invalid request to the hybrid game gives one line and an exit code, and leaves nothing half-written."""

from pathlib import Path

import pytest

from qttt.reference.hybrid import Hybrid
from qttt.reference.solver import Solver

from .conftest import Run

SINGLE = ["--switch", "links=single"]
"""A game that is solved quickly."""
MEASURED = "X1.1 =X"
LINKED = "X1.1 =X O2.2>1"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--switch links", "--switch links: expected name=value, such as links=single"),
        ("--switch pair=legal", "--switch pair=legal: unknown switch 'pair': expected links, targets, effect or both"),
        ("--switch =one", "unknown switch ''"),
        ("--switch links=three", "--switch links=three: unknown value 'three': expected one, single or two"),
        ("--switch targets=", "unknown value '': expected any or one"),
        ("--switch both=x", "unknown value 'x': expected draw, X, measurer or other"),
        ("--switch links=one --switch links=two", "--switch links=two: links is given twice; leave one out"),
        ("--switch effect=take --switch effect=take", "effect is given twice"),
        ("--level high", "hybrid has no --level, which is for tiqtaqtoe; leave it out"),
    ],
)
@pytest.mark.parametrize("command", ["solve", "show", "best", "play", "perft --depth 1", "certify --player X --out x"])
def test_invalid_settings_are_rejected(qttt: Run, command: str, options: str, told: str) -> None:
    name, *rest = command.split()
    assert told in qttt(name, "hybrid", *rest, *options.split()).line


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ("X1", "token 1 'X1': NOTATION-SQUARE-1: expected a move such as X1.5 or X1.5>7, or a result, =X or =O"),
        ("X1.0", "token 1 'X1.0': NOTATION-SQUARE-1"),
        ("X1.1-2", "token 1 'X1.1-2': NOTATION-SQUARE-1"),
        (f"{MEASURED} O2.5>", "token 3 'O2.5>': NOTATION-LINK-1"),
        (f"{MEASURED} O2.5>10", "token 3 'O2.5>10': NOTATION-LINK-1"),
        ("X1.1 =Z", "token 2 '=Z': NOTATION-RESULT-1: expected =X or =O"),
        (f"{MEASURED} X2.2", "token 3 'X2.2': HYB-TURN-1: expected O at ply 2, O2.2"),
        (f"{MEASURED} O2.\x1b[2J", "token 3 'O2.\\x1b[2J'"),
        ("=X", "token 1 '=X': HYB-RESULT-1: =X is illegal in '........., X to move': expected a move"),
        ("X1.1 O2.2", "token 2 'O2.2': HYB-RESULT-1: 2 is illegal in '........., X measures 1': expected the result"),
        (f"{MEASURED} =O", "token 3 '=O': HYB-RESULT-1"),
        (f"{MEASURED} O2.2 =X X3.3 =X O4.4", "token 7 'O4.4': HYB-END-1"),
        (f"{MEASURED} O2.1", "token 3 'O2.1': HYB-MEASURE-1: 1 is illegal in 'X........, O to move': expected an unme"),
        (
            f"{MEASURED} O2.1>2",
            "token 3 'O2.1>2': HYB-LINK-1: 1>2 is illegal in 'X........, O to move': expected an u",
        ),
        (
            f"{MEASURED} O2.2>3",
            "token 3 'O2.2>3': HYB-LINK-1: 2>3 is illegal in 'X........, O to move': expected a me",
        ),
        ("X1.1>2", "expected a measured box as the target, of which there is none yet"),
        (f"{LINKED} X3.2>1", "token 4 'X3.2>1': HYB-CONTROL-1: 2>1 is illegal in 'X........, 2>1 O, X to move'"),
    ],
)
@pytest.mark.parametrize("command", ["show", "best", "certify"])
def test_invalid_games_are_rejected(qttt: Run, command: str, moves: str, told: str) -> None:
    writing = ["--player", "X", "--out", "x"] if command == "certify" else []
    assert told in qttt(command, "hybrid", moves, *writing).line


@pytest.mark.parametrize(
    ("switch", "moves", "rule", "where"),
    [
        ("links=one", f"{LINKED} X3.2>1", "HYB-CONTROL-1", "; legal under links=two"),
        ("links=single", f"{LINKED} X3.3>1", "HYB-CONTROL-1", "; legal under links=one"),
        ("links=two", f"{LINKED} X3.2>1 O4.2>1", "HYB-CONTROL-1", ""),
        ("targets=one", f"{LINKED} X3.3>1", "HYB-TARGET-1", "; legal under targets=any"),
        ("targets=one", f"{LINKED} X3.1>2", "HYB-LINK-1", ""),
    ],
)
def test_links_legal_elsewhere_are_rejected(qttt: Run, switch: str, moves: str, rule: str, where: str) -> None:
    line = qttt("show", "hybrid", moves, "--switch", switch).line
    token = moves.rsplit(maxsplit=1)[-1]
    assert f"token {len(moves.split())} '{token}': {rule}: " in line
    assert line.endswith(where)
    assert ("legal under" in line) == bool(where)
    assert len(line) < 300


TOO_MANY = (
    "hybrid with links=two and targets=any: 92,360,701,651 positions are too many to be solved; from 6 measured boxes "
    "on they are not, and best and certify work there; else choose targets=one, or leave out links=two; show, "
)


@pytest.mark.parametrize(
    "command",
    [
        *("solve hybrid", "solve hybrid --out x", "best hybrid", "play hybrid --x perfect", "play hybrid --o perfect"),
        *("certify hybrid --player X --out x", "arena perfect random --game hybrid --games 1 --seed 1"),
    ],
)
def test_games_with_too_many_positions_are_rejected(
    qttt: Run, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, user_folder: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert qttt(*command.split(), "--switch", "links=two").line.startswith(TOO_MANY)
    assert [*tmp_path.iterdir()] == []


LATE = "X1.1 =X O2.2 =O X3.3 =X O4.4 =O X5.6 =X O6.9>1 X7.9>2 O8.5 =O X9.7 =X"


def test_late_positions_of_a_partly_solved_game(qttt: Run, user_folder: Path, tmp_path: Path) -> None:
    """Box 9 has a link of each player to a box with the other's mark."""
    game = Hybrid("two")
    told = qttt("best", "hybrid", LATE, "--switch", "links=two", "--json").json
    solver = Solver(game)
    position = game.position(LATE)
    after = {str(action): str(solver.value(game.play(position, action))) for action in game.actions(position)}
    assert (told["value"], told["actions"]) == (str(solver.value(position)), after)
    assert len({*after.values()}) > 1
    assert not user_folder.exists()
    refused = qttt("best", "hybrid", LATE, "--switch", "links=two", "--tablebase", str(tmp_path))
    assert refused.line == "--tablebase: not available: this game is only partly solved; omit it"


OTHERS = ["--collapse self", "--q 1/2", "--scoring draws-even", "--double-win", "--through 6", "--board x", "--exact"]


@pytest.mark.parametrize(
    ("command", "told"),
    [
        *((f"solve hybrid {option}", f"hybrid has no {option.split()[0]}, which is for ") for option in OTHERS),
        ("play hybrid --number 1", "hybrid has no --number, which is for probabilistic; leave it out"),
        ("solve goff --switch links=two", "goff has no --switch, which is for tiqtaqtoe and hybrid; leave it out"),
        ("tutor hybrid", "hybrid has no boards of probabilities: expected probabilistic"),
        ("sweep hybrid", "hybrid has no System and no q: expected sqt"),
        ("solve hybrid-2.0", "unknown ruleset 'hybrid-2.0': expected goff, sqt, probabilistic, tiqtaqtoe or hybrid"),
        ("certify hybrid --out x", "hybrid needs --player, X or O: whose strategy to write"),
        (
            "play hybrid --tablebase x",
            "x: no tablebase here (manifest.json is missing); make one with: qttt solve hybrid",
        ),
        ("play hybrid --seed -1", "--seed: -1 is not from 0 to 2^64 - 1"),
        ("play hybrid --x robot", "'robot' is not one of 'human', 'perfect'"),
        ("perft hybrid", "--depth"),
        ("perft hybrid --depth 10", "--depth"),
        ("perft hybrid --depth 1 --engine reference --device gpu", "the reference uses no GPU"),
        ("perft hybrid --depth 1 --device gpu", "are not counted on a GPU: leave out --device gpu"),
        ("arena random random --game hybrid --games 1 --seed 1 --engine fast", "hybrid has no fast agents"),
        ("arena random random --game hybrid --games 1 --seed 1 --level high", "hybrid has no --level"),
    ],
)
def test_invalid_requests_are_rejected(qttt: Run, command: str, told: str) -> None:
    assert told in qttt(*command.split()).line


def test_unwritable_pictures_are_rejected(qttt: Run, tmp_path: Path) -> None:
    (folder := tmp_path / "folder.svg").mkdir()
    assert "is a folder; name a file" in qttt("show", "hybrid", "--svg", str(folder)).line
    assert "a.png: expected a name that ends in .svg" in qttt("show", "hybrid", "--svg", str(tmp_path / "a.png")).line
    folder.rmdir()
    missing = tmp_path / "none" / "a.svg"
    assert qttt("show", "hybrid", "--svg", str(missing)).line.startswith(f"{missing}: cannot be written")
    assert qttt("show", "hybrid", f"{MEASURED} O2.1", "--svg", str(tmp_path / "a.svg")).code == 2
    assert [*tmp_path.iterdir()] == []
