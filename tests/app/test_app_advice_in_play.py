"""`qttt play`: hints and judgements where a game is not solved, or only from some position on."""

from fractions import Fraction
from typing import Any

from qttt.app.match import Loss, Review
from qttt.oracle.entry import NotSolvable
from qttt.oracle.perfect import PerfectPlay, Values
from qttt.reference.solver import Solver

from .conftest import Run
from .sixth_game import Classic


def test_unsolved_game_says_so(typed: Run) -> None:
    said = typed("tiqtaqtoe", "hint/best/7/resign", "--switch", "level=full").out
    assert said.count("No values: tiqtaqtoe at the level full is not solved") == 2
    assert "O resigns: X wins.\n" in said
    assert "The moves are not judged: tiqtaqtoe at the level full is not solved" in said


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
