"""Perfect play on a board of probabilities, and the picture of what its squares are worth."""

import json
import random
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path

import pytest
from rich.color import Color, ColorSystem

from qttt.app import screen
from qttt.app.probabilistic.lesson import PerfectBoard
from qttt.reference.game import Actor
from qttt.reference.probabilistic import Choice, Marks, Position, Probabilistic
from qttt.reference.probabilistic.board import Board, random_board
from qttt.reference.probabilistic.picture import SCALE, Picture, colour, lines, svg
from qttt.reference.probabilistic.position import outcome
from qttt.reference.probabilistic.solver import LoopSolver, values_of

from .conftest import SVG, Run

LATE = "X1.1 success O2.2 success X3.3 failure O4.6 failure X5.5 neutral O6.4 success"


def late_marks(chance: random.Random, count: int) -> Marks:
    """Marks on all but a few squares that have not ended the game."""
    while True:
        marks: Marks = tuple(chance.choice((Actor.X, Actor.O)) for _ in range(9))
        for square in chance.sample(range(9), count):
            marks = (*marks[:square], None, *marks[square + 1 :])
        if outcome(marks) is None:
            return marks


def board_with_passes(chance: random.Random) -> Board:
    """A board on which a square passes, and others are equal, so that there are ties."""
    squares = [(Fraction(0), Fraction(1), Fraction(0)), *[(Fraction(1, 2), Fraction(0), Fraction(1, 2))] * 4]
    return Board(chance.choice(squares) for _ in range(9))


@pytest.mark.parametrize("seed", range(40))
def test_agrees_with_the_reference(seed: int) -> None:
    chance = random.Random(seed)
    board = random_board(seed) if seed % 2 else board_with_passes(chance)
    play, solver = PerfectBoard(board), LoopSolver(Probabilistic(board))
    marks = late_marks(chance, 4)
    for player in (Actor.X, Actor.O):
        position = Position(marks, player)
        assert play.value(position) == solver.value(position)
        assert play.squares(position) == solver.squares(position)
        assert [Choice(square) for square in play.best(position)] == [*solver.best(position)]
        named = Position(marks, player, marks.index(None) + 1)
        assert play.value(named) == solver.value(named)
        assert (play.squares(named), play.best(named)) == ({}, ())


@pytest.mark.parametrize("seed", range(60))
def test_perfect_play_attains_the_value_however_the_other_plays(seed: int) -> None:
    chance = random.Random(seed)
    board = board_with_passes(chance)
    play, solver = PerfectBoard(board), LoopSolver(Probabilistic(board))
    marks = late_marks(chance, 1 + seed % 4)
    lines = {line.square: line for line in solver.lines(marks)}
    of_x, of_o = (play.perfect(Position(marks, player)) for player in (Actor.X, Actor.O))
    for other in lines.values():
        for square in of_x:
            got = values_of(lines[square], other)
            assert got.X >= solver.to_move(marks).X
            assert got.O >= solver.to_move(marks).O
        for square in of_o:
            got = values_of(other, lines[square])
            assert got.X <= solver.to_move(marks).X
            assert got.O <= solver.to_move(marks).O


def test_passes_are_left_out(qttt: Run, tmp_path: Path) -> None:
    path = tmp_path / "pass.json"
    path.write_text(json.dumps([[0, 1, 0], *[[0.5, 0, 0.5]] * 8]))
    args = ("best", "probabilistic", "--board", str(path))
    found = qttt(*args, "--json").json
    assert found["best"] == ["1", *map(str, found["perfect"])]
    told = f"best: {', '.join(found['best'])} (1 always passes: perfect play names another square)"
    assert told in " ".join(qttt(*args).out.split())


def test_colours_go_from_bad_to_good() -> None:
    board = random_board(1)
    worth = {square: square / 10 for square in range(1, 10)}
    picture = Picture(board, (None,) * 9, worth, (9,))
    assert [picture.goodness(square) for square in (1, 5, 9)] == pytest.approx([0, 0.5, 1])
    styles = [str(span.style) for span in screen.coloured(lines(picture)).spans]
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
