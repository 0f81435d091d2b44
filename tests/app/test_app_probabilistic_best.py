"""Perfect play on a board of probabilities, and the picture of what its squares are worth."""

import random
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from rich.color import Color, ColorSystem

from qttt.app import screen
from qttt.fast.probabilistic.exact import Exact
from qttt.oracle import Oracle
from qttt.reference.game import Actor
from qttt.reference.probabilistic import Position, Probabilistic
from qttt.reference.probabilistic.board import Board, random_board
from qttt.reference.probabilistic.picture import SCALE, Picture, colour, lines, svg
from qttt.reference.probabilistic.position import outcome
from qttt.reference.probabilistic.solver import LoopSolver, values_of

from .conftest import SVG, Run

LATE = "X1.1 success O2.2 success X3.3 failure O4.6 failure X5.5 neutral O6.4 success"


@pytest.mark.parametrize("seed", range(8))
def test_perfect_play_attains_the_value_however_the_other_plays(seed: int) -> None:
    """On boards with squares that always pass, and ties; one to four squares are left."""
    chance = random.Random(seed)
    kinds = [(Fraction(0), Fraction(1), Fraction(0)), *[(Fraction(1, 2), Fraction(0), Fraction(1, 2))] * 4]
    board = Board(chance.choice(kinds) for _ in range(9))
    position = Position()
    while position.marks.count(None) > 1 + seed % 4 or outcome(position.marks):
        drawn = [chance.choice((Actor.X, Actor.O)) for _ in range(9)]
        left = chance.sample(range(9), 1 + seed % 4)
        position = Position(tuple(None if at in left else mark for at, mark in enumerate(drawn)))
    marks, solver = position.marks, LoopSolver(Probabilistic(board))
    play: Oracle[Position, Any] = Oracle(Probabilistic(board), Exact(board))
    found, value = {line.square: line for line in solver.lines(marks)}, solver.to_move(marks)
    for other in found.values():
        for choice in play.choices(Position(marks, Actor.X)):
            got = values_of(found[choice.square], other)
            assert (got.X >= value.X, got.O >= value.O) == (True, True)
        for choice in play.choices(Position(marks, Actor.O)):
            got = values_of(other, found[choice.square])
            assert (got.X <= value.X, got.O <= value.O) == (True, True)


def test_colours_go_from_bad_to_good() -> None:
    board = random_board(1)
    worth = {square: square / 10 for square in range(1, 10)}
    picture = Picture(board, (None,) * 9, worth, (9,))
    assert [picture.goodness(square) for square in (1, 5, 9)] == pytest.approx([0, 0.5, 1])
    styles = [str(span.style) for span in screen.colour_lines(lines(picture)).spans]
    assert styles[0] == "bold rgb({},{},{})".format(*SCALE[0])
    assert "bold rgb({},{},{})".format(*SCALE[-1]) in styles
    named = [Color.from_rgb(*colour(goodness)).downgrade(ColorSystem.STANDARD).number for goodness in (0, 0.5, 1)]
    assert named == [1, 3, 2], "red, yellow, green"
    assert Picture(board, (None,) * 9, dict.fromkeys(worth, 0.5)).goodness(3) == 1


def test_svg(qttt: Run, tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    found = qttt("best", "probabilistic", "--random", "3", LATE, "--svg", str(path), "--json").json
    root = ET.fromstring(path.read_text(encoding="utf-8"))
    texts = ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]
    assert all(f"{float(Fraction(value)):.4f}" in texts for value in found["actions"].values())
    assert f"Best: {', '.join(found['best'])}." in (root.findtext(f"{SVG}desc") or "")
    assert sum(element.get("class") == "mark" for element in root.iter()) == 9 - len(found["actions"])
    assert sum(element.get("class") == "star" for element in root.iter()) == len(found["best"])


def test_svg_of_tiny_probabilities() -> None:
    tiny = Fraction(1, 10**6)
    board = Board([(1 - 2 * tiny, tiny, tiny)] * 9)
    root = ET.fromstring(svg(Picture(board, (None,) * 9, {}), "X to move"))
    assert {">99.9", "<0.1"} <= {element.text for element in root.iter(f"{SVG}text")}
