"""`qttt play` in every game, with scripted input."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from qttt.app.terminal_game import Loss, Review
from qttt.oracle.entry import NotSolvable
from qttt.oracle.perfect import PerfectPlay, Values
from qttt.reference.solver import Solver

from .conftest import Run, interrupted
from .sixth_game import Classic


def test_input_that_is_not_text(qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = tmp_path / "typed"
    typed.write_bytes(b"\xff\n1-9\n")
    with typed.open(encoding="utf-8") as file:
        monkeypatch.setattr("sys.stdin", file)
        said = qttt("play", "goff")
    assert (said.code, said.err) == (0, "")
    assert said.game == "X1.1-9"


def test_interrupt() -> None:
    said = interrupted("O move: ", "play", "probabilistic", "--random", "1", typed="5\n")
    assert (said.code, said.err) == (130, "qttt: interrupted\n")
    assert said.game.startswith("X1.5 ")


# Judging moves


class Late(PerfectPlay[Any, Any]):
    """Perfect play of a game that is solved only from three marks on."""

    def value(self, position: Any) -> Fraction:
        if position.squares.count(".") > 6:
            raise NotSolvable("too large")
        return super().value(position)


def test_review_judges_only_what_is_solved() -> None:
    """By hand: after 1, 4 X wins, but not with 7, for example; 4 is not judged: the value before 4 is unknown."""
    game = Classic()
    positions, actions = game.read("X1.1 O2.4 X3.2 O4.5 X5.7")
    review: Review[Any] = Review.of(Late(game, Values(Solver(game).value)), positions, actions)
    assert review.losses == [Loss(4, Fraction(1), Fraction(-1), 3)]
    assert (review.judged, review.first, str(review.unsolved)) == (2, 3, "too large")
