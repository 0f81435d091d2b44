"""`qttt show tiqtaqtoe`: the chances of squares and the entangled groups, as JSON, text and SVG."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from .conftest import Run

SVG = "{http://www.w3.org/2000/svg}"
QUARTERS = "X1.1-2 O2.2-6"
"""O exchanges square 2, where X is with probability 1/2, with square 6, where O is."""
TWO_GROUPS = "X1.1-2 O2.3-4"
DUE = "X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9"
"""Four pairs and a mark: no square is certainly empty."""


def chances(x: str, o: str, empty: str) -> dict[str, str]:
    """Those of a square in JSON."""
    return {"X": x, "O": o, ".": empty}


def test_json(qttt: Run) -> None:
    shown = qttt("show", "tiqtaqtoe", QUARTERS, "--json").json
    assert list(shown) == [
        *("ruleset", "level", "switches", "position", "written", "ply", "actor", "actions", "outcome"),
        *("boards", "squares", "groups"),
    ]
    assert (shown["ruleset"], shown["level"]) == ("tiqtaqtoe-1.0", "high")
    assert shown["switches"] == {"target": "entangled", "pair": "illegal", "lines": "every-move", "both": "even"}
    assert shown["position"] == ".O...X... | .X...O... | X....O... | XO......."
    assert (shown["ply"], shown["actor"], shown["outcome"], shown["boards"]) == (2, "X", None, 4)
    assert shown["squares"]["1"] == chances("1/2", "0", "1/2")
    assert shown["squares"]["2"] == shown["squares"]["6"] == chances("1/4", "1/2", "1/4")
    assert shown["squares"]["9"] == chances("0", "0", "1")
    assert shown["groups"] == [[1, 2, 6]]


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


def test_measurement_due(qttt: Run) -> None:
    shown = qttt("show", "tiqtaqtoe", DUE, "--json").json
    assert (shown["actor"], shown["boards"]) == ("CHANCE", 16)
    assert [action[1:] for action in shown["actions"]] == shown["position"].split(" | ")
    assert shown["groups"] == [[1, 2], [3, 4], [5, 6], [7, 8]]
    assert "To be measured: 16 equally likely boards" in qttt("show", "tiqtaqtoe", DUE).out
    after = qttt("show", "tiqtaqtoe", DUE, "=X.O.X.O.X", "--json").json
    assert after["outcome"] == "win of X"


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ("", "X to move: 45 moves\n"),
        (TWO_GROUPS, "; 4 equally likely boards\n"),
        ("X1.1 O2.4 X3.2 O4.5 X5.3", "Game over: win of X (TIQ-END-1)\n"),
        ("X1.1 O2.2 X3.3 O4.5 X5.4 O6.6 X7.8 O8.7 X9.9", "Game over: no line (TIQ-END-3)\n"),
    ],
)
def test_turn(qttt: Run, moves: str, told: str) -> None:
    assert qttt("show", "tiqtaqtoe", moves).out.endswith(told)


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


def drawing(qttt: Run, folder: Path, moves: str) -> ET.Element:
    """The SVG of the position after a game."""
    file = folder / "position.svg"
    assert qttt("show", "tiqtaqtoe", moves, "--svg", str(file)).code == 0
    return ET.fromstring(file.read_text(encoding="utf-8"))


def test_svg(qttt: Run, tmp_path: Path) -> None:
    root = drawing(qttt, tmp_path, TWO_GROUPS + " X3.5")
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
def test_svg_of_chances(qttt: Run, tmp_path: Path, moves: str, groups: int) -> None:
    """The bars of a square are as wide together as the square allows, and groups have classes of their own."""
    root = drawing(qttt, tmp_path, moves)
    widths = [float(str(rect.get("width"))) for rect in root.iter(f"{SVG}rect") if rect.get("class") == "bar"]
    tints = [rect.get("class") for rect in root.iter(f"{SVG}rect") if "tint" in str(rect.get("class"))]
    assert len({*tints}) == groups
    assert sum(widths) == pytest.approx(96 * len(tints), abs=0.1)
