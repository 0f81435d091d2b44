"""Whatever is wrong with what is asked of the hybrid game: one line, an exit code, and nothing half-written."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid_notation import parse
from qttt.reference.notation import position_after
from qttt.reference.solver import Solver

Run = Callable[..., Any]
"""A run of the command; see `conftest.py`."""

SINGLE = ["--switch", "links=single"]
"""A game that is solved in no time."""
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
def test_settings_that_are_none(qttt: Run, command: str, options: str, told: str) -> None:
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
def test_games_that_are_none(qttt: Run, command: str, moves: str, told: str) -> None:
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
def test_links_that_are_legal_elsewhere(qttt: Run, switch: str, moves: str, rule: str, where: str) -> None:
    line = qttt("show", "hybrid", moves, "--switch", switch).line
    token = moves.rsplit(maxsplit=1)[-1]
    assert f"token {len(moves.split())} '{token}': {rule}: " in line
    assert line.endswith(where)
    assert ("legal under" in line) == bool(where)
    assert len(line) < 300


TOO_MANY = (
    "hybrid with links=two and targets=any: 92,360,701,651 positions are too many to be solved; from 6 measured boxes "
    "on they are not, and best and certify work there; else add --switch targets=one, or leave out links=two; show, "
)


@pytest.mark.parametrize(
    "command",
    [
        *("solve hybrid", "solve hybrid --out x", "best hybrid", "play hybrid --x perfect", "play hybrid --o perfect"),
        *("certify hybrid --player X --out x", "arena perfect random --game hybrid --games 1 --seed 1"),
    ],
)
def test_too_many_positions(
    qttt: Run, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, user_folder: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert qttt(*command.split(), "--switch", "links=two").line.startswith(TOO_MANY)
    assert [*tmp_path.iterdir()] == []


LATE = "X1.1 =X O2.2 =O X3.3 =X O4.4 =O X5.6 =X O6.9>1 X7.9>2 O8.5 =O X9.7 =X"


def test_late_positions_of_too_many(qttt: Run, user_folder: Path, tmp_path: Path) -> None:
    """Box 9 has a link of each player to a box with the other's mark."""
    game = Hybrid("two")
    told = qttt("best", "hybrid", LATE, "--switch", "links=two", "--json").json
    solver = Solver(game)
    position = position_after(game, LATE, parse)
    after = {str(action): str(solver.value(game.play(position, action))) for action in game.actions(position)}
    assert (told["value"], told["actions"]) == (str(solver.value(position)), after)
    assert len({*after.values()}) > 1
    assert not user_folder.exists()
    refused = qttt("best", "hybrid", LATE, "--switch", "links=two", "--tablebase", str(tmp_path))
    assert refused.line == "--tablebase: of this game none is stored, for it is solved in part only; leave it out"


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
        ("play hybrid --tablebase x", "--tablebase is for perfect players, and there is none: add --x perfect"),
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
def test_what_cannot_be_asked(qttt: Run, command: str, told: str) -> None:
    assert told in qttt(*command.split()).line


def test_pictures_that_cannot_be_written(qttt: Run, tmp_path: Path) -> None:
    (folder := tmp_path / "folder.svg").mkdir()
    assert "is a folder; name a file" in qttt("show", "hybrid", "--svg", str(folder)).line
    assert "a.png: expected a name that ends in .svg" in qttt("show", "hybrid", "--svg", str(tmp_path / "a.png")).line
    folder.rmdir()
    missing = tmp_path / "none" / "a.svg"
    assert qttt("show", "hybrid", "--svg", str(missing)).line.startswith(f"{missing}: cannot be written")
    assert qttt("show", "hybrid", f"{MEASURED} O2.1", "--svg", str(tmp_path / "a.svg")).code == 2
    assert [*tmp_path.iterdir()] == []


# Tablebases


@pytest.fixture
def copy(qttt: Run, tmp_path: Path) -> Path:
    """A tablebase that can be spoilt."""
    folder = tmp_path / "tablebase"
    assert qttt("solve", "hybrid", *SINGLE, "--out", str(folder), "--json").code == 0
    return folder


def best(qttt: Run, folder: Path, *options: str) -> str:
    """The line of an error that `best` has told."""
    return str(qttt("best", "hybrid", "--tablebase", str(folder), *options).line)


@pytest.mark.parametrize("how", ["truncated", "altered", "missing", "foreign"])
def test_spoilt_tablebase(qttt: Run, copy: Path, how: str) -> None:
    file = copy / "manifest.json" if how == "foreign" else max(copy.glob("*.npy"), key=lambda file: file.stat().st_size)
    content = file.read_bytes()
    match how:
        case "truncated":
            file.write_bytes(content[:-2])
        case "altered":
            file.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
        case "missing":
            file.unlink()
        case "foreign":
            file.write_bytes(content.replace(b"hybrid-1.0", b"hybrid-7.0"))
    line = best(qttt, copy, *SINGLE)
    assert file.name in line
    assert str(copy) in line
    assert line.endswith("; make one with: qttt solve hybrid --switch links=single --out DIR")


def test_tablebase_of_another_setting_or_game(qttt: Run, copy: Path, tablebase: Path) -> None:
    line = best(qttt, copy)
    assert str(copy) in line
    assert line.endswith("make one with: qttt solve hybrid --out DIR")
    assert "switches are both=draw, expected both=X; " in best(qttt, copy, *SINGLE, "--switch", "both=X")
    assert "ruleset is 'goff-1.0'" in best(qttt, tablebase, *SINGLE)
    assert "ruleset is 'hybrid-1.0'" in qttt("best", "goff", "--tablebase", str(copy)).line
    assert "manifest.json is missing" in best(qttt, copy / "nowhere", *SINGLE)


@pytest.mark.parametrize("others", ["hybrid", "hybrid --switch links=single --switch both=X", "goff", "sqt --q 1/2"])
def test_tablebase_of_another_game_is_kept(qttt: Run, copy: Path, others: str) -> None:
    files = {path: path.read_bytes() for path in copy.iterdir()}
    line = qttt("solve", *others.split(), "--out", str(copy)).line
    there = "hybrid-1.0, links=single, targets=any, effect=reverse, both=draw"
    assert line == f"{copy}: has a tablebase of another game, {there}; name another folder"
    assert {path: path.read_bytes() for path in copy.iterdir()} == files


def test_tablebase_of_the_same_game_is_replaced(qttt: Run, copy: Path) -> None:
    array = min(copy.glob("*.npy"))
    array.unlink()
    assert qttt("solve", "hybrid", *SINGLE, "--out", str(copy), "--json").code == 0
    assert array.exists()


def test_folder_with_something_else(qttt: Run, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    assert "not a tablebase" in qttt("solve", "hybrid", *SINGLE, "--out", str(tmp_path)).line
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_spoilt_tablebase_of_the_user(qttt: Run, copy: Path, user_folder: Path) -> None:
    folder = user_folder.parent / "hybrid-1.0" / "links-single"
    folder.parent.mkdir(parents=True)
    copy.rename(folder)
    (folder / "manifest.json").write_text("")
    line = qttt("best", "hybrid", *SINGLE).line
    assert "manifest.json" in line
    assert "delete the folder" in line


@pytest.mark.parametrize("there", [False, True])
def test_full_disk(qttt: Run, copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool) -> None:
    folder = copy if there else tmp_path / "new"
    files = {path: path.read_bytes() for path in copy.iterdir()}
    save, saved = np.save, []

    def until_full(path: Path, array: object, **options: bool) -> None:
        saved.append(path)
        if len(saved) == 3:
            raise OSError(28, "No space left on device")
        save(path, array, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(np, "save", until_full)
    line = qttt("solve", "hybrid", *SINGLE, "--out", str(folder), "--json").line
    assert line == f"{folder}: cannot be written: No space left on device"
    assert [*tmp_path.iterdir()] == [copy]
    assert {path: path.read_bytes() for path in copy.iterdir()} == files
