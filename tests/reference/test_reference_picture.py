"""Pictures show every mark where it is, and say in words what they show."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from qttt.reference.goff import Goff, Position
from qttt.reference.goff.picture import cycle, describe, svg

FIGURE_2 = "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7 selB O6.2-8 X7.2-4 O8.2-4 selA"
BUSY = "X1.1-5 O2.5-9 X3.3-5 O4.5-7 X5.2-5 O6.4-5 X7.5-6 O8.5-8 X9.2-6"
NAMESPACE = "{http://www.w3.org/2000/svg}"


def after(game: str) -> Position:
    return Goff().position(game)


def elements(position: Position, tag: str, name: str = "") -> list[ElementTree.Element]:
    found = ElementTree.fromstring(svg(position)).iter(NAMESPACE + tag)
    return [element for element in found if name in element.get("class", "").split() or not name]


def test_figure_4_in_words() -> None:
    first = "Definite: X₃ on 1, O₂ on 3, X₁ on 9."
    second = "Definite: O₂ on 1, X₃ on 3, X₁ on 9."
    assert describe(after("X1.1-9 O2.1-3 X3.1-3 selA")) == first
    assert describe(after("X1.1-9 O2.1-3 X3.1-3 selB")) == second


def test_cycle_leaves_out_its_tails() -> None:
    pending = after("X1.1-2 O2.2-3 X3.3-7 O4.3-4 X5.7-8 O6.1-4")
    assert [str(pair) for pair in cycle(pending)] == ["X1.1-2", "O2.2-3", "O4.3-4", "O6.1-4"]
    assert cycle(after("X1.1-2")) == ()


@pytest.mark.parametrize("game", [FIGURE_2, BUSY])
def test_svg_shows_every_mark(game: str) -> None:
    for position in Goff().read(game).positions:
        definite = [mark for mark in position.definite if mark]
        assert len(elements(position, "circle", "small")) == 2 * len(position.spooky)
        assert len(elements(position, "path", "link")) == len(position.spooky)
        large = elements(position, "g", "large")
        assert len(large) == len(definite)


def test_svg_highlights_the_closed_cycle() -> None:
    pending = after("X1.1-9 O2.1-3 X3.1-3")
    assert len(elements(pending, "path", "cycle")) == 2
    assert len(elements(pending, "rect", "tint")) == 3, "squares 1, 3 and 9 collapse"
    assert "on yellow: the cycle; on grey: what collapses" in svg(pending)
    tints = re.findall(r"\.tint { fill: #(..)\1\1 }", svg(pending))
    assert len(tints) == 2, "grey on light and on dark: square 9 is not in the cycle"
    settled = after("X1.1-9 O2.1-3 X3.1-3 selA O4.5-7")
    assert elements(settled, "path", "cycle") == elements(settled, "rect", "tint") == []


def test_svg_is_accessible_and_stands_alone() -> None:
    position = after("X1.1-9 O2.1-3 X3.1-3")
    root = ElementTree.fromstring(svg(position))
    assert root.get("role") == "img"
    assert root[0].tag == NAMESPACE + "title"
    assert elements(position, "desc")[0].text == f"After ply 3. {describe(position)}"
    assert "href" not in svg(position)


def test_empty_board() -> None:
    assert describe(Position()) == "The empty board."
