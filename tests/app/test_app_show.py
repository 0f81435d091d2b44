"""`qttt show` in every game: as JSON, text and SVG."""

import os
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from .conftest import Run

OVER = "X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB X5.3-6 O6.3-6 selB"
COLLAPSE = "X1.1-9 O2.1-3 X3.1-3"
QUARTERS = "X1.1-2 O2.2-6"
"""O exchanges square 2, where X is with probability 1/2, with square 6, where O is."""
TWO_GROUPS = "X1.1-2 O2.3-4"
DUE = "X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9"
"""Four pairs and a mark: no square is certainly empty."""
FIGURE_3 = "X1.7 =X O2.5>7 X3.3 =X O4.9>3"
"""The source's game until X measures the first control."""
FULL = "X1.1 =X O2.2 =O X3.3 =X O4.4 =X X5.5 =O O6.6 =O X7.7 =O O8.8 =X X9.9 =X"
"""Nine boxes measured and no line."""
LINES_OF_BOTH = "X1.1 =X O2.2 =X X3.4 =O O4.5 =O X5.6 =X O6.7 =X X7.3>6 O8.3 =X"
"""O measures 3 and finds X, whose link makes 6 an O: two rows are lines."""

KEYS = {
    "goff": (("collapse", "double_win"), ()),
    "tiqtaqtoe": (("level", "switches"), ("boards", "squares", "groups")),
    "hybrid": (("switches",), ("boxes", "links", "measuring")),
}
"""By game: its options, and what it adds to every object."""


@pytest.mark.parametrize("game", [*KEYS])
def test_keys_of_json(qttt: Run, game: str) -> None:
    options, own = KEYS[game]
    common = ("position", "written", "ply", "actor", "actions", "outcome")
    assert [*qttt("show", game, "--json").json] == ["ruleset", *options, *common, *own]


@pytest.mark.parametrize(
    ("asked", "moves"),
    [
        *(("goff", moves) for moves in ("", COLLAPSE, OVER)),
        *(("sqt --q 3/4", moves) for moves in ("", COLLAPSE)),
        *(("tiqtaqtoe", moves) for moves in (QUARTERS, DUE)),
        *(("hybrid", moves) for moves in (FIGURE_3, FULL, LINES_OF_BOTH)),
    ],
)
def test_formal_text_of_the_page_shows_the_same(qttt: Run, asked: str, moves: str) -> None:
    show = "show", *asked.split(), moves
    for form in ([], ["--json"]):
        assert qttt(*show, "--engine", "formal", *form).out == qttt(*show, *form).out


def test_formal_text_of_the_page_names_the_rule(qttt: Run) -> None:
    said = qttt("show", "goff", "X1.1-9 O2.1-9 selA X3.1-2", "--engine", "formal").line
    assert said == "token 4 'X3.1-2': GOFF-MOVE-2: 1-2 is illegal in 'X1@9 O2@1': expected a legal action"


def chances(x: str, o: str, empty: str) -> dict[str, str]:
    """Those of a square of TiqTaqToe in JSON."""
    return {"X": x, "O": o, ".": empty}


@pytest.mark.parametrize(
    ("asked", "moves", "shown"),
    [
        ("goff", "", {"position": "-"}),
        (
            "goff",
            "X1.1-9 O2.1-9",
            {
                "ruleset": "goff-1.0",
                "collapse": "opponent",
                "double_win": False,
                "position": "X1.1-9 O2.1-9",
                "written": "goff-1.0 collapse=opponent double-win=no: X1.1-9 O2.1-9",
                "ply": 2,
                "actor": "X",
                "actions": ["selA", "selB"],
                "outcome": None,
            },
        ),
        ("goff", OVER, {"outcome": "narrow win of X"}),
        ("sqt --q 1/2", "", {"position": "-"}),
        ("sqt --q 3/4", COLLAPSE, {"ruleset": "sqt-1.0", "actor": "SYSTEM", "actions": ["selA", "selB"]}),
        ("sqt --q 3/4", "X1.1-9", {"settlements": {}}),
        ("sqt --q 1", OVER, {"outcome": "narrow win of X"}),
        (
            "tiqtaqtoe",
            QUARTERS,
            {
                "ruleset": "tiqtaqtoe-1.0",
                "level": "high",
                "switches": {"target": "entangled", "pair": "illegal", "lines": "every-move", "both": "even"},
                "position": ".O...X... | .X...O... | X....O... | XO.......",
                "ply": 2,
                "actor": "X",
                "outcome": None,
                "boards": 4,
                "squares": {
                    "1": chances("1/2", "0", "1/2"),
                    **dict.fromkeys("26", chances("1/4", "1/2", "1/4")),
                    **dict.fromkeys("345789", chances("0", "0", "1")),
                },
                "groups": [[1, 2, 6]],
            },
        ),
        ("tiqtaqtoe", DUE, {"actor": "CHANCE", "boards": 16, "groups": [[1, 2], [3, 4], [5, 6], [7, 8]]}),
        ("tiqtaqtoe", f"{DUE} =X.O.X.O.X", {"outcome": "win of X"}),
        (
            "hybrid",
            FIGURE_3,
            {
                "ruleset": "hybrid-1.0",
                "switches": {"links": "one", "targets": "any", "effect": "reverse", "both": "draw"},
                "position": "..X...X.., 5>7 O, 9>3 O, X to move",
                "ply": 4,
                "actor": "X",
                "outcome": None,
                "measuring": None,
                "boxes": dict.fromkeys("124589", ".") | {"3": "X", "6": ".", "7": "X"},
                "links": [{"control": 5, "target": 7, "owner": "O"}, {"control": 9, "target": 3, "owner": "O"}],
                "actions": [*"1245689", *(f"{control}>{target}" for control in "12468" for target in "37")],
            },
        ),
        ("hybrid", f"{FIGURE_3} X5.5", {"ply": 5, "actor": "CHANCE", "measuring": 5, "actions": ["=X", "=O"]}),
        ("hybrid", f"{FIGURE_3} X5.5 =O O6.9 =O", {"ply": 6, "outcome": "win of O", "links": []}),
    ],
)
def test_json(qttt: Run, asked: str, moves: str, shown: dict[str, Any]) -> None:
    found = qttt("show", *asked.split(), moves, "--json").json
    assert {key: found[key] for key in shown} == shown


@pytest.mark.parametrize(
    ("asked", "moves", "told"),
    [
        ("goff", "", "X to move: 36 moves\n"),
        ("tiqtaqtoe", "", "X to move: 45 moves\n"),
        ("tiqtaqtoe", TWO_GROUPS, "; 4 equally likely boards\n"),
        ("tiqtaqtoe", DUE, "To be measured: 16 equally likely boards\n"),
        ("tiqtaqtoe", "X1.1 O2.4 X3.2 O4.5 X5.3", "Game over: win of X (TIQ-END-1)\n"),
        ("tiqtaqtoe", "X1.1 O2.2 X3.3 O4.5 X5.4 O6.6 X7.8 O8.7 X9.9", "Game over: no line (TIQ-END-3)\n"),
        ("hybrid", "", "X to move: 9 moves\nmeasure 1, 2, 3, 4, 5, 6, 7, 8 or 9\n"),
        ("hybrid", "X1.1 =X", "; link 2, 3, 4, 5, 6, 7, 8 or 9 to 1\n"),
        ("hybrid", FIGURE_3, "X to move: 17 moves\nmeasure 1, 2, 4, 5, 6, 8 or 9; link 1, 2, 4, 6 or 8 to 3 or 7\n"),
        ("hybrid --switch links=single", "X1.1 =X O2.2>1", "X to move: 8 moves\nmeasure 2, 3, 4, 5, 6, 7, 8 or 9\n"),
        ("hybrid", f"{FIGURE_3} X5.5 =O O6.9 =O", "Game over: win of O (HYB-END-1)\n"),
        ("hybrid --switch both=X", FULL, "Game over: draw (HYB-END-3)\n"),
        ("hybrid", f"{FIGURE_3} X5.5", "X measures 5: X or O, with equal chances\n"),
        ("hybrid --switch both=draw", LINES_OF_BOTH, "Game over: lines of both (HYB-END-2), which is a draw\n"),
        ("hybrid --switch both=X", LINES_OF_BOTH, "Game over: lines of both (HYB-END-2), which X wins\n"),
        ("hybrid --switch both=measurer", LINES_OF_BOTH, "Game over: lines of both (HYB-END-2), which O wins\n"),
        ("hybrid --switch both=other", LINES_OF_BOTH, "Game over: lines of both (HYB-END-2), which X wins\n"),
    ],
)
def test_turn(qttt: Run, asked: str, moves: str, told: str) -> None:
    assert qttt("show", *asked.split(), moves).out.endswith(told)


def test_svg(qttt: Run, tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    path.write_text("an older picture")
    assert qttt("show", "goff", "X1.1-9", "--svg", str(path)).code == 0
    assert ET.parse(path).getroot().tag.endswith("svg")
    assert list(tmp_path.iterdir()) == [path]


def test_svg_is_written_whole_or_not_at_all(qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "board.svg"
    path.write_text("an older picture")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert "board.svg: cannot be written: No space left" in qttt("show", "goff", "X1.1-9", "--svg", str(path)).line
    assert path.read_text() == "an older picture"
    assert list(tmp_path.iterdir()) == [path]
    (folder := tmp_path / "folder.svg").mkdir()
    assert "is a folder" in qttt("show", "goff", "--svg", str(folder)).line
    assert "no/board.svg" in qttt("show", "goff", "--svg", str(tmp_path / "no" / "board.svg")).line
    assert "board.svg/b.svg: cannot be written: Not a dir" in qttt("show", "goff", "--svg", str(path / "b.svg")).line


def test_closed_cycle_is_named(qttt: Run) -> None:
    assert "Closed cycle: X₁ 1-9, O₂ 1-9" in qttt("show", "goff", "X1.1-9 O2.1-9").out
