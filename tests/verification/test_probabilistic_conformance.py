"""The vectors of probabilistic tic-tac-toe hold on all implementations, and each planted error fails some of them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from qttt.reference.probabilistic.board import Board
from qttt.spec import Vector, vectors
from qttt.verification import Refuted
from qttt.verification.probabilistic import conformance, planted
from qttt.verification.probabilistic.engines import DOUBLE, EXACT, REFERENCE, Implementation, double_engine

run = conformance.SUITE.run

IMPLEMENTATIONS = {"reference": REFERENCE, "exact": EXACT, "double": DOUBLE}


@pytest.mark.parametrize("name", IMPLEMENTATIONS)
@pytest.mark.parametrize("vector", vectors("probabilistic"), ids=lambda vector: vector.id)
def test_vector(vector: Vector, name: str) -> None:
    verdict = run(IMPLEMENTATIONS[name], vector)
    assert verdict.wrong == ()
    written = vector.given_position is not None or "position" in vector.then
    assert verdict.checked or (written and name != "reference"), "nothing was asked"
    assert not verdict.not_run or name != "reference"


@pytest.mark.parametrize(
    "mutant",
    [
        planted.failure_marks_for_the_mover,
        planted.neutral_keeps_the_turn,
        planted.all_outcomes_can_happen,
        planted.own_goals_are_not_noticed,
        planted.own_goals_are_the_movers,
        planted.o_maximises,
        planted.sums_are_divided_out,
        planted.success_is_drawn_before_neutral,
    ],
)
def test_a_planted_error_fails(mutant: Implementation) -> None:
    with pytest.raises(Refuted, match="vectors fail"):
        conformance.the_reference_conforms(mutant)


def test_a_planted_error_of_double_precision_fails() -> None:
    with pytest.raises(Refuted, match="vectors fail"):
        conformance.double_precision_conforms(planted.in_single_precision)


def first(**then: object) -> Vector:
    """The first vector that expects this."""
    return next(vector for vector in vectors("probabilistic") if then.items() <= vector.then.items())


def test_an_implementation_must_refuse_wrong_boards_and_no_others() -> None:
    refused = first(refused="PROB-SQUARE-1")
    careless = replace(REFERENCE, read=lambda _: Board.of([("1", "0", "0")] * 9))
    assert run(careless, refused).wrong == ("the setting is accepted",)
    careful = replace(REFERENCE, read=lambda _: REFERENCE.read([]))
    assert "refused is PROB-BOARD-1, expected None" in run(careful, first(actor="X")).wrong


def test_an_implementation_must_name_the_token_and_the_rule() -> None:
    vector = first(error="PROB-MOVE-1")
    wrong = replace(vector, then={**vector.then, "error": "PROB-END-1"})
    assert run(REFERENCE, wrong).wrong == ("error is PROB-MOVE-1, expected PROB-END-1",)
    assert run(EXACT, wrong).not_run == ("error",)
    too_early = replace(vector, given="X1.5 success O2.5", when="X3.1", then={"legal": False, "error": "PROB-MOVE-1"})
    assert run(REFERENCE, too_early).wrong == ("token is 3, expected 4",)


def test_a_game_that_is_refused_is_wrong() -> None:
    vector = first(legal=True)
    assert run(REFERENCE, replace(vector, when="X1.5 X1.5")).wrong[0].startswith("refused: ")


def test_double_precision_may_be_off_by_its_bound_and_no_more() -> None:
    vector = next(vector for vector in vectors("probabilistic") if vector.then.get("value") == "19/24")
    assert run(DOUBLE, vector).wrong == ()
    exact = replace(DOUBLE, engine=lambda board: replace(double_engine(board), error=Fraction(0)))
    assert run(exact, vector).wrong
