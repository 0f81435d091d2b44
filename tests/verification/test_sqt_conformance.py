"""The vectors of the stochastic game hold on the reference, and each planted error fails some of them."""

from __future__ import annotations

import pytest

from qttt.spec import Vector, vectors
from qttt.verification import Refuted
from qttt.verification.sqt import conformance
from qttt.verification.sqt.conformance import SetUp


@pytest.mark.parametrize("vector", vectors("sqt"), ids=lambda vector: vector.id)
def test_vector(vector: Vector) -> None:
    verdict = conformance.run(conformance.reference, vector)
    assert verdict.wrong == ()
    assert verdict.checked or "solve-from-start" in vector.flags, "nothing was asked"


@pytest.mark.parametrize(
    "mutant",
    [
        conformance.the_opponent_selects,
        conformance.p_and_q_are_exchanged,
        conformance.advantage_is_that_of_goffs_game,
        conformance.equal_values_have_even_chances,
        conformance.draws_are_always_even,
        conformance.the_double_win_is_always_on,
        conformance.one_die_more_is_thrown,
        conformance.p_is_not_looked_at,
        conformance.probabilities_are_rounded,
    ],
)
def test_a_planted_error_fails(mutant: SetUp) -> None:
    assert conformance.the_reference_conforms()
    with pytest.raises(Refuted, match="vectors fail"):
        conformance.the_reference_conforms(mutant)


def test_an_implementation_must_refuse_wrong_settings_and_no_others() -> None:
    refused = next(vector for vector in vectors("sqt") if "refused" in vector.then)
    accepted = next(vector for vector in vectors("sqt") if "refused" not in vector.then)

    def refuses(_: object) -> conformance.StochasticReference:
        raise ValueError("no")

    assert conformance.run(lambda _: conformance.reference({"q": "1/2"}), refused).wrong == ("the setting is accepted",)
    assert conformance.run(refuses, accepted).wrong == ("the setting is refused: no",)
