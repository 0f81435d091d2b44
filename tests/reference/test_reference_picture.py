"""Pictures show every mark where it is and say in words what they show; no line crosses a mark or a number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from math import dist, hypot
from pathlib import Path
from random import Random
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest

from qttt.reference.curves import Box, Disc
from qttt.reference.game import Actor
from qttt.reference.goff import Goff, Position
from qttt.reference.goff import picture as goff
from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid import picture as hybrid
from qttt.reference.tiqtaqtoe import TiqTaqToe

NAMESPACE = "{http://www.w3.org/2000/svg}"
NUMBERS = re.compile(r"-?[0-9.]+")
Point = tuple[float, float]

FULL_SQUARE = "X1.1-2 O2.1-3 X3.1-4 O4.1-5 X5.1-6 O6.1-7 X7.1-8 O8.1-9"
"""Every mark has one half on square 1."""
FIGURE_2 = "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7 selB O6.2-8 X7.2-4 O8.2-4 selA"
BUSY = "X1.1-5 O2.5-9 X3.3-5 O4.5-7 X5.2-5 O6.4-5 X7.5-6 O8.5-8 X9.2-6"
PARALLEL = ("X1.1-2 O2.1-2", "X1.4-6 O2.4-6", "X1.1-9 O2.1-9", "X1.2-8 O2.2-8", "X1.3-5 O2.3-5")


def sampled(path: str) -> list[Point]:
    """The points of a cubic curve, without the code that makes it."""
    start, first, second, end = (
        complex(*map(float, pair)) for pair in zip(*[iter(NUMBERS.findall(path))] * 2, strict=True)
    )
    curve = []
    for step in range(201):
        t, s = step / 200, 1 - step / 200
        z = s**3 * start + 3 * s * s * t * first + 3 * s * t * t * second + t**3 * end
        curve.append((z.real, z.imag))
    return curve


def elements(root: Element, tag: str, name: str = "") -> list[Element]:
    """The elements with a tag, and with a class if it is named."""
    return [each for each in root.iter(NAMESPACE + tag) if name in each.get("class", "").split() or not name]


def lines(root: Element) -> list[list[Point]]:
    return [sampled(path.get("d", "")) for path in elements(root, "path", "link")]


def numbers(root: Element) -> Iterator[Point]:
    """The middles of the numbers of the squares, which are 7 wide and 8 high."""
    for text in elements(root, "text", "quiet"):
        if text.get("font-size") == "11":
            yield float(text.get("x", "")) + 3, float(text.get("y", "")) - 4


def large(root: Element) -> Iterator[Point]:
    """The middles of the marks that fill their squares."""
    for group in elements(root, "g"):
        for circle in elements(group, "circle", "mark"):
            yield float(circle.get("cx", "")), float(circle.get("cy", ""))
        for path in elements(group, "path", "mark"):
            x, y = map(float, NUMBERS.findall(path.get("d", ""))[:2])
            yield x + 30, y + 30


def crossed_in_goff(position: Position) -> list[str]:
    """What the lines of a picture cross: marks that are not their ends, numbers, definite marks."""
    root = fromstring(goff.svg(position))
    marks = [
        (float(circle.get("cx", "")), float(circle.get("cy", "")), float(circle.get("r", "")))
        for circle in elements(root, "circle", "small")
    ]
    assert len(marks) == 2 * len(position.spooky) == 2 * len(lines(root))
    assert len(elements(root, "g", "large")) == len([*filter(None, position.definite)])
    found = []
    for line in lines(root):
        assert all(14 <= number <= 386 for point in line for number in point), "a line leaves the board"
        own = {mark for mark in marks for end in (line[0], line[-1]) if dist(mark[:2], end) < 1}
        assert len(own) == 2
        others = [mark for mark in marks if mark not in own]
        found += ["mark" for x, y, r in others if min(hypot(x - u, y - v) for u, v in line) < r + 1]
        found += ["number" for x, y in numbers(root) if min(max(abs(x - u), abs(y - v)) for u, v in line) < 4]
        found += ["definite" for x, y in large(root) if min(hypot(x - u, y - v) for u, v in line) < 34]
    for (x, y, r), (u, v, _) in combinations(marks, 2):
        found += ["overlap"] * (hypot(x - u, y - v) < 2 * r)
    for x, y in numbers(root):
        found += ["covered" for u, v, r in marks if hypot(x - u, y - v) < r + 4]
    return found


def goff_positions() -> Iterator[Position]:
    game, chance = Goff(), Random(7)
    yield from (game.position(text) for text in (FULL_SQUARE, *PARALLEL))
    yield from (position for text in (FIGURE_2, BUSY) for position in game.read(text).positions)
    for _ in range(3):
        position = game.initial()
        while game.actor(position):
            position = game.play(position, chance.choice(game.actions(position)))
            yield position


@pytest.mark.thorough
def test_lines_of_goffs_game_cross_nothing() -> None:
    assert [(str(position), found) for position in goff_positions() if (found := crossed_in_goff(position))] == []


# Arrows


def crossed_by_arrows(position: Any) -> list[str]:
    root = fromstring(hybrid.svg(position))
    questions = [
        (float(text.get("x", "")), float(text.get("y", "")) - 9) for text in elements(root, "text") if text.text == "?"
    ]
    marks, found = [*large(root)], []
    for link, line in zip(position.links, lines(root), strict=True):
        ends = [draw_middle(box) for box in (link.control, link.target)]
        assert 18 < dist(line[0], ends[0]) < 30
        assert 55 < dist(line[-1], ends[1]) < 75
        found += ["mark" for mark in marks if mark != ends[1] and min(dist(mark, point) for point in line) < 34]
        found += ["mark" for at in questions if at != ends[0] and min(dist(at, point) for point in line) < 10]
        found += ["number" for x, y in numbers(root) if min(max(abs(x - u), abs(y - v)) for u, v in line) < 4]
    return found


def draw_middle(box: int) -> Point:
    row, column = divmod(box - 1, 3)
    return 80.0 + 120 * column, 80.0 + 120 * row


def hybrid_positions() -> Iterator[Any]:
    game, chance = Hybrid(), Random(11)
    for _ in range(6):
        position = game.initial()
        while game.actor(position):
            position = game.play(position, chance.choice(game.actions(position)))
            if position.links and game.actor(position) is not Actor.CHANCE:
                yield position


@pytest.mark.thorough
def test_arrows_cross_nothing() -> None:
    assert [str(position) for position in hybrid_positions() if crossed_by_arrows(position)] == []


# Captions, words and colours


def test_pictures_of_the_docs_are_drawn_now() -> None:
    docs = Path(__file__).resolve().parents[2] / "docs"
    board = Goff().position("X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-8 O6.2-4")
    assert (docs / "board.svg").read_text(encoding="utf-8") == goff.svg(board, "X to move: 15 moves")
    links = Hybrid().position("hybrid-1.0: O.X...X.., 2>1 X, 5>7 O, 6>3 O, 9>1 X, O to move")
    assert (docs / "hybrid.svg").read_text(encoding="utf-8") == hybrid.svg(links, "O to move: 12 moves")


@pytest.mark.parametrize(
    "position",
    [Goff().position("X1.1-2 O2.1-2"), Hybrid().position("X1.7 =X O2.5>7"), TiqTaqToe("high").position("X1.1-2")],
    ids=lambda position: type(position).__module__,
)
def test_pictures_have_a_caption_and_a_description(position: Any) -> None:
    root = fromstring(position._repr_svg_())
    assert root.get("role") == "img"
    assert root[0].tag == NAMESPACE + "title"
    assert "href" not in position._repr_svg_()
    caption, legend = [text for text in elements(root, "text") if float(text.get("y", "")) > 400]
    assert caption.text
    assert legend.text
    assert (root.findtext(f"{NAMESPACE}desc") or "").lower().startswith(caption.text.lower())


def test_box_that_is_measured_is_marked() -> None:
    root = fromstring(hybrid.svg(Hybrid().position("X1.7 =X O2.5>7 X3.5")))
    assert [(box.get("x"), box.get("y")) for box in elements(root, "rect", "named")] == [("140", "140")]


def test_words_of_a_picture() -> None:
    for text, words in (
        ("", "The empty board."),
        ("X1.1-9 O2.1-3 X3.1-3 selA", "Definite: X₃ on 1, O₂ on 3, X₁ on 9."),
        ("X1.1-9 O2.1-3 X3.1-3 selB", "Definite: O₂ on 1, X₃ on 3, X₁ on 9."),
    ):
        position = Goff().position(text)
        assert goff.describe(position) == words
        assert (fromstring(goff.svg(position)).findtext(f"{NAMESPACE}desc") or "").endswith(f". {words}")


def test_cycle_leaves_out_its_tails() -> None:
    pending = Goff().position("X1.1-2 O2.2-3 X3.3-7 O4.3-4 X5.7-8 O6.1-4")
    assert [str(pair) for pair in goff.cycle(pending)] == ["X1.1-2", "O2.2-3", "O4.3-4", "O6.1-4"]
    assert goff.cycle(Goff().position("X1.1-2")) == ()


def test_closed_cycle_is_highlighted() -> None:
    svg = goff.svg(Goff().position("X1.1-9 O2.1-3 X3.1-3"))
    pending, settled = fromstring(svg), fromstring(goff.svg(Goff().position("X1.1-9 O2.1-3 X3.1-3 selA O4.5-7")))
    assert len(elements(pending, "path", "cycle")) == 2
    assert len(elements(pending, "rect", "tint")) == 3, "squares 1, 3 and 9 collapse"
    assert "on yellow: the cycle; on grey: what collapses" in svg
    tints = re.findall(r"\.tint { fill: #(..)\1\1 }", svg)
    assert len(tints) == 2, "grey on light and on dark: square 9 is not in the cycle"
    assert elements(settled, "path", "cycle") == elements(settled, "rect", "tint") == []


# Curves


def test_distances_by_hand() -> None:
    assert Disc(0, 0, 5).distance((3, 4)) == 0
    assert Box(0, 0, 10, 10).distance((13, 14)) == 5
    assert Box(0, 0, 10, 10).distance((4, 5)) == -4
