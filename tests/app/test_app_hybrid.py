"""What only the hybrid game has: `qttt solve hybrid`, `best`, `perft`, `arena`, `play` and `show`."""

import xml.etree.ElementTree as ET
from fractions import Fraction
from itertools import combinations
from math import dist

import pytest

from qttt.app.hybrid.links import found
from qttt.app.hybrid.view import ahead
from qttt.fast.hybrid.perft import perft
from qttt.fast.hybrid.rules import Setting, State
from qttt.reference.hybrid import Hybrid, Position, Result

from .conftest import SVG, Drawing


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (Fraction(-1, 512), "O, who moves second, is ahead: moving first is a disadvantage."),
        (Fraction(1, 512), "X, who moves first, is ahead: moving first is an advantage."),
        (Fraction(0), "Neither player is ahead: moving first is neither an advantage nor a disadvantage."),
    ],
)
def test_player_ahead_is_named(value: Fraction, words: str) -> None:
    assert ahead(value).plain == words


# Perft


def test_perft_by_hand() -> None:
    """Nine boxes are found X or O; then eight are, or one of them is linked to the ninth."""
    assert perft(Setting(), 2) == (18, 18 * (16 + 8))
    assert perft(Setting(), 1, State(measuring=4)) == (2 * (16 + 8),)
    assert perft(Setting(), 2, State(x=0b111, o=0b11000)) == (0, 0)


# Play


@pytest.mark.parametrize(
    ("position", "result", "effect", "told"),
    [
        ("........., X measures 5", "=O", "reverse", "5 is O"),
        ("......X.., 5>7 O, X measures 5", "=O", "reverse", "O's link to 7 is triggered: 7 turns from X to O"),
        ("......X.., 5>7 O, X measures 5", "=X", "reverse", "O's link to 7 is not triggered: 7 stays X"),
        ("......O.., 5>7 O, X measures 5", "=O", "reverse", "O's link to 7 is triggered: 7 turns from O to X"),
        ("......O.., 5>7 O, X measures 5", "=O", "take", "O's link to 7 is triggered: 7 stays O"),
        ("......X.., 9>7 O, X measures 5", "=O", "reverse", "5 is O"),
        ("......X.., 5>7 O, 5>7 O, X measures 5", "=O", "reverse", "O's two links to 7 are triggered: 7 stays X"),
        (
            "......X.., 5>7 O, 5>7 O, X measures 5",
            "=O",
            "take",
            "O's two links to 7 are triggered: 7 turns from X to O",
        ),
        ("......X.., 5>7 O, 5>7 O, X measures 5", "=X", "reverse", "O's two links to 7 are not triggered: 7 stays X"),
        (
            *("X.....X.., 5>1 X, 5>7 O, X measures 5", "=X", "reverse"),
            "X's link to 1 is triggered: 1 turns from X to O; O's link to 7 is not triggered: 7 stays X",
        ),
    ],
)
def test_effect_of_a_measurement_is_printed(position: str, result: str, effect: str, told: str) -> None:
    """What is printed about a target agrees with the rules."""
    rules, before = Hybrid("two", effect=effect), Position.of(position)
    said = found(rules, before, Result(result)).plain
    assert said.endswith(told)
    after = rules.play(before, Result(result))
    for clause in said.split("; ")[1:]:
        box, verb, *_, mark = clause.split(": ")[1].split()
        assert after.marks[int(box) - 1] == mark
        assert (before.marks[int(box) - 1] == mark) == (verb == "stays")


# Show


FIGURE_3 = "X1.7 =X O2.5>7 X3.3 =X O4.9>3"
"""The source's game until X measures the first control."""
TWO = ["--switch", "links=two"]


def arrows(root: ET.Element) -> list[tuple[str, list[tuple[float, float]]]]:
    """For each arrow, the owner and the points: where it begins, what two points it bends to, its neck, and its tip."""
    found = []
    for group in root.iter(f"{SVG}g"):
        paths = {path.get("class"): str(path.get("d")) for path in group.iter(f"{SVG}path")}
        if "link" in paths:
            numbers = [float(word) for word in paths["link"].replace(",", "").split() if word not in "MC"]
            numbers += [float(word) for word in paths["head"].split()[1:3]]
            found.append((str(group.get("class")), [*zip(numbers[::2], numbers[1::2], strict=True)]))
    return found


def middle(box: int) -> tuple[float, float]:
    """The middle of a box: boxes are 120 wide, from 20 on."""
    row, column = divmod(box - 1, 3)
    return 80 + 120 * column, 80 + 120 * row


def test_svg(drawing: Drawing) -> None:
    root = drawing("hybrid", FIGURE_3)
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert texts.count("?") == 7
    assert texts[-2:] == ["X to move: 17 moves", "arrows: links from control to target; O's are dashed"]
    assert (root.findtext(f"{SVG}desc") or "").endswith(
        "Box 3: X. Box 7: X. The other boxes are unmeasured. A link of O from 5 to 7. A link of O from 9 to 3."
    )
    assert not [rect for rect in root.iter(f"{SVG}rect") if rect.get("class") == "named"]
    assert [*drawing("hybrid", "X1.7 =X").iter(f"{SVG}text")][-1].text == "O to move: 16 moves"
    due = drawing("hybrid", f"{FIGURE_3} X5.5")
    named = [rect for rect in due.iter(f"{SVG}rect") if rect.get("class") == "named"]
    assert [(rect.get("x"), rect.get("y")) for rect in named] == [("140", "140")]


@pytest.mark.parametrize("target", range(1, 10))
def test_arrows_lead_from_control_to_target(drawing: Drawing, target: int) -> None:
    """They begin beside the control's question mark, end at the target outside of its mark, and pass others' marks;
    those of one picture end in different places; and all is on the picture."""
    for control in (box for box in range(1, 10) if box != target):
        ((owner, points),) = arrows(drawing("hybrid", f"X1.{target} =X O2.{control}>{target}"))
        start, bend, other_bend, neck, tip = points
        halfway = tuple((a + 3 * b + 3 * c + d) / 8 for a, b, c, d in zip(start, bend, other_bend, neck, strict=True))
        assert owner == "O"
        assert 20 < dist(start, middle(control)) < 45 < dist(tip, middle(target)) < 70
        others = [box for box in range(1, 10) if box not in (control, target)]
        assert min(dist(halfway, middle(box)) for box in others) > 35
        assert all(20 < number < 380 for number in (*start, *halfway, *tip))
    controls = [box for box in range(1, 10) if box != target]
    links = " ".join(f"{'OX'[at % 2]}{at + 2}.{control}>{target}" for at, control in enumerate(controls))
    tips = [points[-1] for _, points in arrows(drawing("hybrid", f"X1.{target} =X {links}"))]
    assert min(dist(one, other) for one, other in combinations(tips, 2)) > 9


def test_links_between_the_same_boxes_have_arrows_of_their_own(drawing: Drawing) -> None:
    found = arrows(drawing("hybrid", "X1.7 =X O2.5>7 X3.5>7", *TWO))
    assert [owner for owner, _ in found] == ["O", "X"]
    (_, bend, _, _, tip), (_, other_bend, _, _, other_tip) = (points for _, points in found)
    assert dist(tip, other_tip) > 9
    assert dist(bend, other_bend) > 15
