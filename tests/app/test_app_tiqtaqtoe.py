"""What only TiqTaqToe has: `qttt solve tiqtaqtoe`, `best`, `perft`, `check`, `play` and `show`."""

from fractions import Fraction
from pathlib import Path

import pytest

from qttt.reference.perft import perft
from qttt.reference.tiqtaqtoe import Position, TiqTaqToe
from qttt.verification.certificate.container import pack

from .conftest import SVG, Drawing, Run, Stored

DUE = "X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9"
"""Four pairs and a mark: a measurement is due, of one of sixteen boards."""
SWITCHED = ["--switch", "lines=full-board", "--switch", "both=last-mover"]


def test_json_of_classic(qttt: Run) -> None:
    """Classical tic-tac-toe, whose numbers are known: 5,478 positions, 765 up to symmetry, of which 138 are ends, 91 of
    them wins of X, 44 of O, 3 draws."""
    solved = qttt("solve", "tiqtaqtoe", "--level", "classic", "--device", "cpu", "--json").json
    assert (solved["ruleset"], solved["level"]) == ("tiqtaqtoe-1.0", "classic")
    assert solved["switches"] == {"lines": "every-move", "both": "even"}
    assert solved["value"] == "0"
    assert solved["outcomes"] == {"X": "0", "O": "0", "both": "0", "neither": "1"}
    assert solved["first_moves"] == {str(square): "0" for square in range(1, 10)}
    assert solved["positions"] == [1, 3, 12, 38, 108, 153, 183, 95, 34]
    assert solved["states"] == {
        "decision": {"canonical": 627, "raw": 4520},
        "chance": {"canonical": 0, "raw": 0},
        "terminal": {"canonical": 138, "raw": 958},
    }


@pytest.mark.parametrize("options", [[], SWITCHED, ["--switch", "both=O"]])
def test_json_of_minimal(qttt: Run, options: list[str]) -> None:
    solved = qttt("solve", "tiqtaqtoe", "--level", "minimal", *options, "--json").json
    chances = {who: Fraction(chance) for who, chance in solved["outcomes"].items()}
    assert list(chances) == ["X", "O", "both", "neither"]
    assert sum(chances.values()) == 1
    assert solved["value"] == max(solved["first_moves"].values(), key=Fraction)
    assert len(solved["first_moves"]) == 45
    assert solved["positions"][:2] == [1, 3 + 8]
    assert sum(solved["positions"]) == solved["states"]["decision"]["canonical"]
    if not options:
        assert Fraction(solved["value"]) == chances["X"] - chances["O"]


def test_table(qttt: Run) -> None:
    said = qttt("solve", "tiqtaqtoe", "--level", "classic", "--switch", "both=X")
    assert (said.code, said.err) == (0, "")
    for words in ("tiqtaqtoe-1.0: level classic, both=X", "value 0", "neither 1", "4,520"):
        assert words in said.out
    assert ["5", "1", "0", "0.0000"] in [line.split()[:4] for line in said.out.splitlines()]
    assert max(map(len, said.out.splitlines())) < 80


def test_best_where_a_measurement_is_due(qttt: Run, stored: Stored) -> None:
    options = ["--level", "minimal", "--tablebase", str(stored("tiqtaqtoe --level minimal"))]
    told = qttt("best", "tiqtaqtoe", DUE, *options, "--json").json
    assert (told["actor"], told["best"], told["principal_variation"]) == ("CHANCE", [], "")
    assert told["probabilities"] == dict.fromkeys(told["actions"], "1/16")
    assert len(told["actions"]) == 16
    assert told["actions"]["=X.O.X.O.X"] == "1"
    assert Fraction(told["value"]) == sum(map(Fraction, told["actions"].values())) / 16
    said = qttt("best", "tiqtaqtoe", DUE, *options)
    assert "To be measured: 16 equally likely boards" in said.out
    assert f"value {told['value']}" in said.out


@pytest.mark.parametrize(("start", "counts"), [("XOOOXXX..", (2, 2, 0)), ("XOOOXXX.. | XOOOXX.X.", (2, 2, 0))])
def test_measurement_is_not_a_ply(start: str, counts: tuple[int, ...]) -> None:
    """Two squares are filled in either order; or one is, a measurement is due, and either board has one square left."""

    class Late(TiqTaqToe):
        def initial(self) -> Position:
            return Position.of(start)

    assert perft(Late("classic"), 3) == counts


# Play


def test_measurement_is_printed(typed: Run) -> None:
    said = typed("tiqtaqtoe", "1-2/3-4/5-6/7-8/9", "--seed", "4")
    written = said.game
    assert written.startswith("X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9 =")
    board = written.split("=")[1][:9]
    names = {"X": "X", "O": "O", ".": "empty"}
    told = ", ".join(f"{square} is {names[board[square - 1]]}" for square in range(1, 9))
    assert f"Measured, one of 16 boards: {told}\n" in said.out
    assert "To be measured: 16 equally likely boards" in said.out


@pytest.mark.parametrize(
    ("options", "words", "others"),
    [
        ("--level classic", [], ["1-3", "superpose", "measures"]),
        ("--level minimal", ["superpose", "square must be certainly empty, too"], ["opponent's mark", "pair="]),
        ("--level moderate", ["be certainly empty, or certainly hold your opponent's mark"], ["pair=", "target="]),
        ("--level high", ["your opponent's mark, for certain or not, and never yours"], ["pair=", "target="]),
        ("--switch pair=legal", ["(pair=legal: or both hold one mark of your opponent"], ["target="]),
        ("--switch target=unentangled", ["(target=unentangled: no mark that is entangled"], ["pair="]),
        ("--switch lines=full-board", ["lines count only when the board is measured or full"], ["Three certain"]),
    ],
)
def test_help_is_on_the_level_and_its_switches(typed: Run, options: str, words: list[str], others: list[str]) -> None:
    out = " ".join(
        typed("tiqtaqtoe", "help", *options.split()).out.split("help, hint, best, undo, resign, quit.")[1].split()
    )
    assert "5 mark square 5" in out
    assert [word for word in words if word not in out] == []
    assert [word for word in others if word in out] == []


# Errors


def test_unusable_certificate_files_are_rejected(qttt: Run, stored: Stored, tmp_path: Path) -> None:
    options = ["--level", "minimal", "--player", "X", "--tablebase", str(stored("tiqtaqtoe --level minimal"))]
    line = qttt("certify", "tiqtaqtoe", *options, "--out", str(tmp_path / "none" / "a")).line
    assert "the folder does not exist; create it first" in line
    file = tmp_path / "a.certificate"
    assert qttt("certify", "tiqtaqtoe", *options, "--out", str(file)).code == 0
    file.write_bytes(file.read_bytes()[:-20])
    assert str(file) in qttt("check", str(file)).line


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
            "line 1: options: 'entangled' does not fit the other values there",
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


# Show


QUARTERS = "X1.1-2 O2.2-6"
TWO_GROUPS = "X1.1-2 O2.3-4"


def test_levels_and_switches(qttt: Run) -> None:
    """On the empty board there are nine classical moves, and 36 superpositions at every level but classic."""
    for level, moves in (("classic", 9), ("minimal", 45), ("moderate", 45), ("high", 45)):
        shown = qttt("show", "tiqtaqtoe", "--level", level, "--switch", "both=X", "--json").json
        assert (shown["level"], len(shown["actions"])) == (level, moves)
        assert shown["switches"].items() >= {"lines": "every-move", "both": "X"}.items()
        assert ("pair" in shown["switches"]) == (level == "high")
    unturned = qttt("show", "tiqtaqtoe", "--level", "minimal", "--switch", "pair=illegal", "--json").json
    assert unturned == qttt("show", "tiqtaqtoe", "--level", "minimal", "--json").json
    legal = qttt("show", "tiqtaqtoe", "X1.1-2", "--switch", "pair=legal", "--json").json
    illegal = qttt("show", "tiqtaqtoe", "X1.1-2", "--json").json
    assert {*legal["actions"]} - {*illegal["actions"]} == {"1-2"}


def test_boards_to_be_measured_are_those_of_the_position(qttt: Run) -> None:
    shown = qttt("show", "tiqtaqtoe", DUE, "--json").json
    assert [action[1:] for action in shown["actions"]] == shown["position"].split(" | ")


def test_text(qttt: Run) -> None:
    said = qttt("show", "tiqtaqtoe", QUARTERS, "X3.5", "--switch", "both=X")
    lines = said.out.splitlines()
    assert lines[:5] == [
        "tiqtaqtoe-1.0: level high, both=X",
        "┌─1─a───────────────┬─2─a───────────────┬─3─────────────────┐",
        "│▌ X ████░░░░   50 ▐│▌ X ██░░░░░░   25 ▐│                   │",
        "│▌                 ▐│▌ O ████░░░░   50 ▐│                   │",
        "│▌ · ████░░░░   50 ▐│▌ · ██░░░░░░   25 ▐│                   │",
    ]
    assert lines[6] == "│                   │        \\ /        │▌ X ██░░░░░░   25 ▐│"
    assert max(map(len, lines)) < 80
    two = qttt("show", "tiqtaqtoe", TWO_GROUPS).out
    assert [two.count(f"─{square}─{letter}─") for square, letter in ((1, "a"), (2, "a"), (3, "b"), (4, "b"))] == [1] * 4


def test_svg(drawing: Drawing) -> None:
    root = drawing("tiqtaqtoe", TWO_GROUPS + " X3.5")
    tints = [rect.get("class") for rect in root.iter(f"{SVG}rect") if "tint" in str(rect.get("class"))]
    assert tints == ["tint a", "tint a", "tint b", "tint b"]
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert texts.count("50") == 4
    assert [texts.count(letter) for letter in "abc"] == [2, 2, 0]
    assert "O to move" in str(texts[-2])
    assert (root.findtext(f"{SVG}desc") or "").endswith(
        "Square 1: X 50, empty 50 per cent. Square 2: X 50, empty 50 per cent. Square 3: O 50, empty 50 per cent. "
        "Square 4: O 50, empty 50 per cent. Square 5: X. Entangled: 1 and 2; 3 and 4."
    )


@pytest.mark.parametrize(("moves", "groups"), [("", 0), (QUARTERS, 1), (TWO_GROUPS, 2), (DUE, 4)])
def test_svg_of_chances(drawing: Drawing, moves: str, groups: int) -> None:
    """The bars of a square are as wide together as the square allows, and groups have classes of their own."""
    root = drawing("tiqtaqtoe", moves)
    widths = [float(str(rect.get("width"))) for rect in root.iter(f"{SVG}rect") if rect.get("class") == "bar"]
    tints = [rect.get("class") for rect in root.iter(f"{SVG}rect") if "tint" in str(rect.get("class"))]
    assert len({*tints}) == groups
    assert sum(widths) == pytest.approx(96 * len(tints), abs=0.1)
