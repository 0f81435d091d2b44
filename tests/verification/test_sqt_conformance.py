"""The vectors of the stochastic game hold on the reference, and each planted error fails some of them."""

from __future__ import annotations

import pytest

from qttt.spec import Vector, vectors
from qttt.verification import Refuted
from qttt.verification.engines import Refused, SetUp
from qttt.verification.sqt import conformance, planted
from qttt.verification.sqt.engines import reference


@pytest.mark.parametrize("vector", vectors("sqt"), ids=lambda vector: vector.id)
def test_vector(vector: Vector) -> None:
    verdict = conformance.SUITE.run(reference, vector)
    assert verdict.wrong == ()
    assert verdict.checked or "solve-from-start" in vector.flags, "nothing was asked"


@pytest.mark.parametrize(
    "mutant",
    [
        planted.the_opponent_selects,
        planted.p_and_q_are_exchanged,
        planted.advantage_is_that_of_goffs_game,
        planted.equal_values_have_even_chances,
        planted.draws_are_always_even,
        planted.the_double_win_is_always_on,
        planted.one_die_more_is_thrown,
        planted.p_is_not_looked_at,
        planted.probabilities_are_rounded,
    ],
)
def test_a_planted_error_fails(mutant: SetUp) -> None:
    assert conformance.the_reference_conforms()
    with pytest.raises(Refuted, match="vectors fail"):
        conformance.the_reference_conforms(mutant)


def test_an_implementation_must_refuse_wrong_settings_and_no_others() -> None:
    refused = next(vector for vector in vectors("sqt") if "refused" in vector.then)
    accepted = next(vector for vector in vectors("sqt") if "refused" not in vector.then)

    def refuses(_: object) -> object:
        raise Refused("no", "SQT-PROBABILITY-1")

    run = conformance.SUITE.run
    assert run(lambda _: reference({"q": "1/2"}), refused).wrong == ("the setting is accepted",)
    assert run(refuses, accepted).wrong == ("refused is SQT-PROBABILITY-1, expected None",)
