"""`qttt show hybrid`: the marks and the pending links, as JSON, text and SVG."""

import xml.etree.ElementTree as ET
from itertools import combinations
from math import dist
from pathlib import Path

import pytest

from .conftest import Run

SVG = "{http://www.w3.org/2000/svg}"
FIGURE_3 = "X1.7 =X O2.5>7 X3.3 =X O4.9>3"
"""The source's game until X measures the first control."""
FULL = "X1.1 =X O2.2 =O X3.3 =X O4.4 =X X5.5 =O O6.6 =O X7.7 =O O8.8 =X X9.9 =X"
"""Nine boxes measured and no line."""
TWO = ["--switch", "links=two"]
TWICE = "X1.7 =X O2.5>7 X3.3 =O O4.5>7"
"""The same link twice, which links=two allows."""


def test_json(qttt: Run) -> None:
    shown = qttt("show", "hybrid", FIGURE_3, "--json").json
    assert list(shown) == [
        *("ruleset", "switches", "position", "written", "ply", "actor", "actions", "outcome"),
        *("boxes", "links", "measuring"),
    ]
    assert shown["ruleset"] == "hybrid-1.0"
    assert shown["switches"] == {"links": "one", "targets": "any", "effect": "reverse", "both": "draw"}
    assert shown["position"] == "..X...X.., 5>7 O, 9>3 O, X to move"
    assert (shown["ply"], shown["actor"], shown["outcome"], shown["measuring"]) == (4, "X", None, None)
    assert shown["boxes"] == dict.fromkeys("124589", ".") | {"3": "X", "6": ".", "7": "X"}
    assert shown["links"] == [
        {"control": 5, "target": 7, "owner": "O"},
        {"control": 9, "target": 3, "owner": "O"},
    ]
    links = [f"{control}>{target}" for control in "12468" for target in "37"]
    assert shown["actions"] == [*"1245689", *links]


def test_result_due(qttt: Run) -> None:
    shown = qttt("show", "hybrid", FIGURE_3, "X5.5", "--json").json
    assert (shown["ply"], shown["actor"], shown["measuring"]) == (5, "CHANCE", 5)
    assert shown["actions"] == ["=X", "=O"]
    said = qttt("show", "hybrid", FIGURE_3, "X5.5").out
    assert said.endswith("X measures 5: X or O, with equal chances\n")
    assert "being measured" in said
    after = qttt("show", "hybrid", FIGURE_3, "X5.5 =O O6.9 =O", "--json").json
    assert (after["ply"], after["outcome"], after["links"]) == (6, "win of O", [])


@pytest.mark.parametrize(
    ("moves", "options", "told"),
    [
        ("", "", "X to move: 9 moves\nmeasure 1, 2, 3, 4, 5, 6, 7, 8 or 9\n"),
        ("X1.1 =X", "", "; link 2, 3, 4, 5, 6, 7, 8 or 9 to 1\n"),
        (FIGURE_3, "", "X to move: 17 moves\nmeasure 1, 2, 4, 5, 6, 8 or 9; link 1, 2, 4, 6 or 8 to 3 or 7\n"),
        ("X1.1 =X O2.2>1", "links=single", "X to move: 8 moves\nmeasure 2, 3, 4, 5, 6, 7, 8 or 9\n"),
        (f"{FIGURE_3} X5.5 =O O6.9 =O", "", "Game over: win of O (HYB-END-1)\n"),
        (FULL, "both=X", "Game over: draw (HYB-END-3)\n"),
    ],
)
def test_turn(qttt: Run, moves: str, options: str, told: str) -> None:
    switches = ["--switch", options] if options else []
    assert qttt("show", "hybrid", moves, *switches).out.endswith(told)


@pytest.mark.parametrize(
    ("both", "told"),
    [
        ("draw", ", which is a draw"),
        ("X", ", which X wins"),
        ("measurer", ", which O wins"),
        ("other", ", which X wins"),
    ],
)
def test_lines_of_both(qttt: Run, both: str, told: str) -> None:
    """O measures 3 and finds X, whose link makes 6 an O: two rows are lines."""
    moves = "X1.1 =X O2.2 =X X3.4 =O O4.5 =O X5.6 =X O6.7 =X X7.3>6 O8.3 =X"
    said = qttt("show", "hybrid", moves, "--switch", f"both={both}").out
    assert said.endswith(f"Game over: lines of both (HYB-END-2){told}\n")


@pytest.mark.parametrize(
    ("moves", "options", "told"),
    [
        (FIGURE_3, [], ["5 > 7 of O: if 5 is found O, 7 becomes O", "9 > 3 of O: if 9 is found O, 3 becomes O"]),
        ("X1.7 =O O2.5>7", [], ["5 > 7 of O: if 5 is found O, 7 becomes X"]),
        ("X1.7 =O O2.5>7", ["--switch", "effect=take"], ["5 > 7 of O: if 5 is found O, 7 stays O"]),
        ("X1.7 =O O2.8 =X X3.5>7", ["--switch", "effect=take"], ["5 > 7 of X: if 5 is found X, 7 becomes X"]),
        (TWICE, TWO, ["5 > 7 of O, twice: if 5 is found O, 7 stays X"]),
        (TWICE, [*TWO, "--switch", "effect=take"], ["5 > 7 of O, twice: if 5 is found O, 7 becomes O"]),
        ("X1.1 =X O2.9>1 X3.2 =X O4.3 =O", [], ["9 > 1 of O: if 9 is found O, 1 becomes O"]),
        ("X1.1 =X O2.9>1 X3.2 =X O4.3 =X", [], []),
    ],
)
def test_pending_links(qttt: Run, moves: str, options: list[str], told: list[str]) -> None:
    lines = qttt("show", "hybrid", moves, *options).out.splitlines()
    assert [line for line in lines if ": if " in line] == told


def test_text(qttt: Run) -> None:
    said = qttt("show", "hybrid", FIGURE_3, "--switch", "both=X")
    lines = said.out.splitlines()
    assert lines[0] == "hybrid-1.0: both=X"
    assert lines[1:5] == [
        "┌─1─────────────────┬─2─────────────────┬─3─────────────────┐",
        "│                   │                   │        \\ /        │",
        "│         ?         │         ?         │         X         │",
        "│                   │                   │        / \\        │",
    ]
    assert lines[8] == "│                   │     > 7 of O      │                   │"
    assert max(map(len, lines)) < 80
    assert qttt("show", "hybrid").out.startswith("hybrid-1.0\n┌")
    assert "│> 7 of O  > 7 of O │" in qttt("show", "hybrid", TWICE, *TWO).out


# SVG


def drawing(qttt: Run, folder: Path, moves: str, *options: str) -> ET.Element:
    """The SVG of the position after a game."""
    file = folder / "position.svg"
    assert qttt("show", "hybrid", moves, "--svg", str(file), *options).code == 0
    return ET.fromstring(file.read_text(encoding="utf-8"))


def arrows(root: ET.Element) -> list[tuple[str, list[tuple[float, float]]]]:
    """For each arrow, the owner and the points: where it begins, where it bends to, its neck, and its tip."""
    found = []
    for group in root.iter(f"{SVG}g"):
        paths = {path.get("class"): str(path.get("d")) for path in group.iter(f"{SVG}path")}
        if "link" in paths:
            numbers = [float(word) for word in paths["link"].split() if word not in "MQ"]
            numbers += [float(word) for word in paths["head"].split()[1:3]]
            found.append((str(group.get("class")), [*zip(numbers[::2], numbers[1::2], strict=True)]))
    return found


def middle(box: int) -> tuple[float, float]:
    """The middle of a box: boxes are 120 wide, from 20 on."""
    row, column = divmod(box - 1, 3)
    return 80 + 120 * column, 80 + 120 * row


def test_svg(qttt: Run, tmp_path: Path) -> None:
    root = drawing(qttt, tmp_path, FIGURE_3)
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert texts.count("?") == 7
    assert texts[-2:] == ["X to move: 17 moves", "arrows: links from control to target; O's are dashed"]
    assert (root.findtext(f"{SVG}desc") or "").endswith(
        "Box 3: X. Box 7: X. The others are unmeasured. A link of O from 5 to 7. A link of O from 9 to 3."
    )
    assert not [rect for rect in root.iter(f"{SVG}rect") if rect.get("class") == "named"]
    assert [*drawing(qttt, tmp_path, "X1.7 =X").iter(f"{SVG}text")][-1].text == "O to move: 16 moves"
    due = drawing(qttt, tmp_path, f"{FIGURE_3} X5.5")
    named = [rect for rect in due.iter(f"{SVG}rect") if rect.get("class") == "named"]
    assert [(rect.get("x"), rect.get("y")) for rect in named] == [("140", "140")]


@pytest.mark.parametrize("target", range(1, 10))
def test_arrows_lead_from_control_to_target(qttt: Run, tmp_path: Path, target: int) -> None:
    """They begin beside the control's question mark, end at the target outside of its mark, and pass others' marks;
    those from different controls end in different places; and all is on the picture."""
    tips: list[tuple[float, float]] = []
    for control in (box for box in range(1, 10) if box != target):
        ((owner, points),) = arrows(drawing(qttt, tmp_path, f"X1.{target} =X O2.{control}>{target}"))
        start, bend, neck, tip = points
        halfway = tuple((a + 2 * b + c) / 4 for a, b, c in zip(start, bend, neck, strict=True))
        assert owner == "O"
        assert 20 < dist(start, middle(control)) < 45 < dist(tip, middle(target)) < 70
        others = [box for box in range(1, 10) if box not in (control, target)]
        assert min(dist(halfway, middle(box)) for box in others) > 35
        assert all(20 < number < 380 for number in (*start, *halfway, *tip))
        tips.append(tip)
    assert min(dist(one, other) for one, other in combinations(tips, 2)) > 5


def test_links_between_the_same_boxes_have_arrows_of_their_own(qttt: Run, tmp_path: Path) -> None:
    found = arrows(drawing(qttt, tmp_path, "X1.7 =X O2.5>7 X3.5>7", *TWO))
    assert [owner for owner, _ in found] == ["O", "X"]
    (_, bend, _, tip), (_, other_bend, _, other_tip) = (points for _, points in found)
    assert dist(tip, other_tip) > 9
    assert dist(bend, other_bend) > 15
