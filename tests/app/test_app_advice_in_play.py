"""`qttt play`: hint, best, resign, and where value was lost, in every game of the registry and in a sixth one."""

import re
from fractions import Fraction
from typing import Any

import pytest

from qttt.app.match import Loss, Review
from qttt.oracle.entry import NotSolvable
from qttt.oracle.perfect import PerfectPlay, Values
from qttt.reference.solver import Solver

from .conftest import OPTIONS, Run
from .sixth_game import Classic

pytestmark = pytest.mark.usefixtures("classic")


@pytest.fixture(params=["goff", "probabilistic", "classic"])
def name(request: pytest.FixtureRequest) -> str:
    """A game."""
    return str(request.param)


def test_hint_and_best_agree_with_best(name: str, typed: Run, qttt: Run) -> None:
    """The hint lists every action by its value, and `best` the actions that the command of that name finds."""
    found = qttt("best", name, *OPTIONS[name], "--json").json
    worths = {*found["actions"].values()}
    assert len(found["actions"]) > len(found["best"]) or len(worths) == 1
    _, hint = typed(name, "hint", *OPTIONS[name]).out.split("value  actions")
    assert {*found["actions"]} <= {*hint.split()}
    best = typed(name, "best", *OPTIONS[name]).out
    assert f"X move: {' '.join(found['best'])}\n" in best


def test_review_names_the_first_bad_move(name: str, typed: Run, qttt: Run) -> None:
    """X makes the worst first move, and O resigns."""
    found = qttt("best", name, *OPTIONS[name], "--json").json
    worst = min(found["actions"], key=lambda action: Fraction(found["actions"][action]))
    said = typed(name, f"{worst}/resign", *OPTIONS[name], "--seed", "1").out
    assert "O resigns: X wins.\n" in said
    game = said.splitlines()[-1]
    assert game.split()[0] == f"X1.{worst}"
    if found["actions"][worst] == found["value"]:
        assert "No move has lost any value." in said
    else:
        (row,) = re.findall(rf"^X1\.{worst} .*$", said.rsplit("\n", 2)[0], re.M)
        assert row.split()[-1] in found["best"]


def test_faultless_game_has_no_losses(typed: Run) -> None:
    """By hand: a draw in which everybody takes the centre, a corner, or what is forced."""
    said = typed("classic", "5/1/9/3/2/8/4/6/7").out
    assert "Game over: draw" in said
    assert "No move has lost any value." in said


def test_nothing_is_reviewed_after_quit(typed: Run) -> None:
    said = typed("classic", "1/4/quit").out
    assert "lost" not in said
    assert said.splitlines()[-1] == "X1.1 O2.4"


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
