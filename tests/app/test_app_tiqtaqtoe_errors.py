"""Any invalid request to TiqTaqToe gives one line and an exit code, and leaves nothing half-written."""

import shutil
from pathlib import Path

import pytest

from qttt.verification.certificate.container import pack

from .conftest import Run

PAIR = "X1.1-2"
TWO_MARKS = "X1.1-2 O2.2-3 X3.4"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--level highest", "'highest' is not one of 'classic', 'minimal', 'moderate', 'high'"),
        ("--switch pair", "--switch pair: expected name=value, such as target=unentangled"),
        ("--switch pairs=legal", "--switch pairs=legal: unknown switch 'pairs': expected target, pair, lines or both"),
        ("--switch =legal", "unknown switch ''"),
        ("--switch pair=maybe", "--switch pair=maybe: unknown value 'maybe': expected illegal or legal"),
        ("--switch pair=", "unknown value ''"),
        ("--switch both=x", "unknown value 'x': expected even, X, O, last-mover or other"),
        ("--switch pair=legal --switch pair=illegal", "--switch pair=illegal: pair is given twice; leave one out"),
        ("--switch both=X --switch both=X", "both is given twice"),
        ("--level moderate --switch pair=legal", "the level moderate has no switch pair: it has lines, both"),
        ("--level classic --switch target=unentangled", "the level classic has no switch target: it has lines, both"),
    ],
)
@pytest.mark.parametrize("command", ["solve", "show", "best", "play", "perft --depth 1", "certify --player X --out x"])
def test_invalid_settings_are_rejected(qttt: Run, command: str, options: str, words: str) -> None:
    name, *rest = command.split()
    assert words in qttt(name, "tiqtaqtoe", *rest, *options.split()).line


@pytest.mark.parametrize(
    ("options", "moves", "words"),
    [
        ("", "X1", "token 1 'X1': NOTATION-SQUARE-1: expected a move such as X1.5 or X1.1-9"),
        ("", "X1.1-2 O2.3-", "token 2 'O2.3-': NOTATION-MOVE-1"),
        ("", "X1.2-1", "token 1 'X1.2-1': NOTATION-MOVE-1: expected two different squares, the smaller first"),
        ("", "X1.1 =X.", "token 2 '=X.': NOTATION-MEASURE-1: expected = and the nine squares of a board"),
        ("", "X1.1 X2.2", "token 2 'X2.2': TIQ-TURN-1: expected O at ply 2, O2.2"),
        ("", "X1.1 O2.\x1b[2J", "token 2 'O2.\\x1b[2J'"),
        ("", "X1.1 O2.4 X3.2 O4.5 X5.3 O6.6", "token 6 'O6.6': TIQ-END-1"),
        ("", "X1.1 =X........", "token 2 '=X........': TIQ-MEASURE-1"),
        ("", "X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9 O6.1", "token 6 'O6.1': TIQ-MEASURE-1"),
        ("", "X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9 =XX.......", "token 6 '=XX.......': TIQ-MEASURE-1"),
        ("", "X1.1-2 O2.1", "token 2 'O2.1': TIQ-MOVE-1"),
        ("", "X1.1-2 O2.3-4 X3.1-3", "token 3 'X3.1-3': TIQ-SUPER-1"),
    ],
)
@pytest.mark.parametrize("command", ["show", "best", "certify"])
def test_invalid_games_are_rejected(qttt: Run, command: str, options: str, moves: str, words: str) -> None:
    writing = ["--player", "X", "--out", "x"] if command == "certify" else []
    assert words in qttt(command, "tiqtaqtoe", moves, *writing, *options.split()).line


@pytest.mark.parametrize(
    ("options", "moves", "rule", "where"),
    [
        ("--level classic", "X1.1-2", "TIQ-LEVEL-1", "legal under level=minimal"),
        ("--level minimal", "X1.1 O2.1-2", "TIQ-TARGET-1", "legal under level=moderate"),
        ("--level moderate", "X1.1-2 O2.2-3", "TIQ-TARGET-1", "legal under level=high"),
        ("", "X1.1-2 O2.1-2", "TIQ-SUPER-1", "legal under pair=legal"),
        ("--switch target=unentangled", f"{TWO_MARKS} O4.1-5", "TIQ-TARGET-2", "legal under target=entangled"),
        ("", "X1.1 O2.2 X3.1-3", "TIQ-TARGET-1", ""),
    ],
)
def test_moves_legal_elsewhere_are_rejected(qttt: Run, options: str, moves: str, rule: str, where: str) -> None:
    line = qttt("show", "tiqtaqtoe", moves, *options.split()).line
    token = moves.rsplit(maxsplit=1)[-1]
    assert f"token {len(moves.split())} '{token}': {rule}: " in line
    assert where in line
    assert ("legal under" in line) == bool(where)
    assert len(line) < 300


OTHERS = ["--collapse self", "--q 1/2", "--scoring draws-even", "--double-win", "--through 6", "--board x", "--exact"]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        *((f"solve tiqtaqtoe {option}", f"tiqtaqtoe has no {option.split()[0]}, which is for ") for option in OTHERS),
        ("play tiqtaqtoe --number 1", "tiqtaqtoe has no --number, which is for probabilistic; leave it out"),
        ("solve goff --level high", "goff has no --level, which is for tiqtaqtoe; leave it out"),
        ("perft goff --depth 1 --level high", "goff has no --level"),
        (
            "best sqt --q 1/2 --switch pair=legal",
            "sqt has no --switch, which is for tiqtaqtoe and hybrid; leave it",
        ),
        ("play probabilistic --random 1 --level high", "probabilistic has no --level, which is for tiqtaqtoe"),
        ("certify probabilistic --random 1 --switch pair=legal --out x", "probabilistic has no --switch"),
        ("tutor tiqtaqtoe", "tiqtaqtoe has no boards of probabilities: expected probabilistic"),
        ("study tiqtaqtoe --boards 1 --seed 1 --out x.parquet", "expected probabilistic"),
        ("sweep tiqtaqtoe", "tiqtaqtoe has no System and no q: expected sqt"),
        ("solve tiqtaqtoe-2.0", "unknown ruleset 'tiqtaqtoe-2.0': expected goff"),
        ("certify tiqtaqtoe --out x", "tiqtaqtoe needs --player, X or O: whose strategy to write"),
        (
            "play tiqtaqtoe --tablebase x",
            "x: no tablebase here (manifest.json is missing); make one with: qttt solve tiqtaqtoe",
        ),
        ("play goff --tablebase x", "x: no tablebase here (manifest.json is missing); make one with: qttt solve goff"),
        ("play tiqtaqtoe --seed -1", "--seed: -1 is not from 0 to 2^64 - 1"),
        (f"play goff --seed {1 << 64}", f"--seed: {1 << 64} is not from 0 to 2^64 - 1"),
        ("perft tiqtaqtoe", "--depth"),
        ("perft tiqtaqtoe --depth 10", "--depth"),
        ("perft tiqtaqtoe --depth 1 --engine reference --device gpu", "the reference uses no GPU"),
    ],
)
def test_invalid_requests_are_rejected(qttt: Run, command: str, words: str) -> None:
    assert words in qttt(*command.split()).line


def test_unwritable_pictures_are_rejected(qttt: Run, tmp_path: Path) -> None:
    (folder := tmp_path / "folder.svg").mkdir()
    assert "is a folder; name a file" in qttt("show", "tiqtaqtoe", "--svg", str(folder)).line
    assert (
        "a.png: expected a name that ends in .svg" in qttt("show", "tiqtaqtoe", "--svg", str(tmp_path / "a.png")).line
    )
    folder.rmdir()
    missing = tmp_path / "none" / "a.svg"
    assert qttt("show", "tiqtaqtoe", "--svg", str(missing)).line.startswith(f"{missing}: cannot be written")
    assert [*tmp_path.iterdir()] == []
    qttt("show", "tiqtaqtoe", "X1.1 O2.1", "--svg", str(tmp_path / "a.svg"))
    assert [*tmp_path.iterdir()] == []


@pytest.fixture
def copy(qttt: Run, tmp_path: Path) -> Path:
    """A tablebase of the level minimal."""
    folder = tmp_path / "tablebase"
    assert qttt("solve", "tiqtaqtoe", "--level", "minimal", "--out", str(folder), "--json").code == 0
    return folder


def test_unusable_certificate_files_are_rejected(qttt: Run, copy: Path, tmp_path: Path) -> None:
    options = ["--level", "minimal", "--player", "X", "--tablebase", str(copy)]
    line = qttt("certify", "tiqtaqtoe", *options, "--out", str(tmp_path / "none" / "a")).line
    assert "there is no such folder" in line
    file = tmp_path / "a.certificate"
    assert qttt("certify", "tiqtaqtoe", *options, "--out", str(file)).code == 0
    file.write_bytes(file.read_bytes()[:-20])
    assert str(file) in qttt("check", str(file)).line
    shutil.rmtree(copy)


OPTIONS = {"level": "minimal", "lines": "every-move", "both": "even"}
HEADER = {
    "ruleset": "tiqtaqtoe-1.0",
    "options": OPTIONS,
    "player": "X",
    "value": "0",
    "start": "",
}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"ruleset": "goff-2.0"},
            "is for the unknown ruleset 'goff-2.0': expected goff-1.0, sqt-1.0, probabilistic-1.0, tiqtaqtoe-1.0 or "
            "hybrid-1.0",
        ),
        (
            {"options": {**OPTIONS, "target": "entangled"}},
            "line 1: options: 'entangled' does not go with the others there",
        ),
        ({"start": "X1.1 O2.1"}, "the game that it starts from: token 2 'O2.1': TIQ-MOVE-1"),
        ({"start": "X1.x"}, "the game that it starts from: token 1 'X1.x': NOTATION-SQUARE-1"),
    ],
)
def test_false_certificates_are_refuted(qttt: Run, tmp_path: Path, changes: dict[str, object], words: str) -> None:
    file = tmp_path / "a.certificate"
    file.write_bytes(pack(HEADER | changes, []))
    assert qttt("check", str(file)).line.startswith(f"{file}: {words}")


def test_malformed_certificate_is_rejected(qttt: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    assert qttt("show", "tiqtaqtoe", "--svg", str(file)).code == 0
    assert qttt("check", str(file)).line == f"{file}: is not a certificate: expected a file compressed by gzip"
