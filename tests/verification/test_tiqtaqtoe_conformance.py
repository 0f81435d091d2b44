"""The vectors of TiqTaqToe hold on both implementations, and each planted error fails some of them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from qttt.spec import Vector, vectors
from qttt.verification import Refuted
from qttt.verification.agreement import Disagreement
from qttt.verification.engines import SetUp
from qttt.verification.tiqtaqtoe import conformance, random_games
from qttt.verification.tiqtaqtoe.engines import fast, reference
from qttt.verification.tiqtaqtoe.planted import fast as planted_fast
from qttt.verification.tiqtaqtoe.planted import reference as planted_reference

run = conformance.SUITE.run

IMPLEMENTATIONS: dict[str, SetUp] = {"reference": reference, "fast": fast}


@pytest.mark.parametrize("name", IMPLEMENTATIONS)
@pytest.mark.parametrize("vector", vectors("tiqtaqtoe"), ids=lambda vector: vector.id)
def test_vector(vector: Vector, name: str) -> None:
    verdict = run(IMPLEMENTATIONS[name], vector)
    assert verdict.wrong == ()
    assert verdict.checked or name != "reference", "nothing was asked"
    assert not verdict.not_run or name != "reference"


def test_every_known_error_fails_the_vectors_flagged_with_it() -> None:
    conformance.every_known_error_fails_its_vectors()
    flagged = {flag for vector in vectors("tiqtaqtoe") for flag in vector.flags if flag.startswith("known-error:")}
    assert flagged == {f"known-error:{name}" for name in planted_reference.KNOWN_ERRORS}


def test_an_engine_without_its_error_is_noticed() -> None:
    with pytest.raises(Refuted, match="the engine with the error superposed-line passes tiq-"):
        conformance.every_known_error_fails_its_vectors(planted_reference.an_engine_without_the_error)


@pytest.mark.parametrize(
    "mutant",
    [
        "target_is_ignored",
        "pair_is_ignored",
        "lines_is_ignored",
        "both_is_ignored",
        "settings_are_not_checked",
        "o_maximises",
        "chance_is_kind",
    ],
)
def test_a_planted_error_fails(mutant: str) -> None:
    with pytest.raises(Refuted, match="vectors fail"):
        conformance.the_reference_conforms(getattr(planted_reference, mutant))


@pytest.mark.parametrize(
    "mutant",
    [
        "boards_come_by_their_codes",
        "possible_marks_make_lines",
        "half_of_the_boards_are_lost",
        "superposed_marks_are_not_counted",
        "the_last_mover_is_mistaken",
        "values_are_of_both_even",
    ],
)
def test_a_planted_error_of_the_fast_engine_fails(mutant: str) -> None:
    with pytest.raises(Refuted, match="vectors fail"):
        conformance.the_fast_engine_conforms(getattr(planted_fast, mutant))


def first(**then: object) -> Vector:
    """The first vector that expects this."""
    return next(vector for vector in vectors("tiqtaqtoe") if then.items() <= vector.then.items())


def test_an_implementation_must_refuse_wrong_settings_and_no_others() -> None:
    level, switch = first(refused="TIQ-LEVEL-1"), first(refused="TIQ-SWITCH-1")
    assert run(lambda _: reference({"level": "high"}), level).wrong == ("the setting is accepted",)
    assert run(lambda _: reference(switch.options), level).wrong == ("refused is TIQ-SWITCH-1, expected TIQ-LEVEL-1",)
    refusing = run(lambda _: reference(level.options), first(actor="X"))
    assert refusing.wrong == ("refused is TIQ-LEVEL-1, expected None",)


def test_an_implementation_must_name_the_token_and_the_rule() -> None:
    vector = first(error="TIQ-MOVE-1")
    wrong = replace(vector, then={**vector.then, "error": "TIQ-END-1"})
    assert run(reference, wrong).wrong == ("error is TIQ-MOVE-1, expected TIQ-END-1",)
    assert run(fast, wrong).not_run == ("error",)
    too_early = replace(vector, given="X1.5 O2.5", when="X3.1", then={"legal": False, "error": "TIQ-MOVE-1"})
    assert run(reference, too_early).wrong == ("token is 2, expected 3",)


def test_a_game_that_is_refused_is_wrong() -> None:
    vector = first(legal=True)
    assert run(reference, replace(vector, given="X1.5 O2.5")).wrong[0].startswith("refused: ")


@pytest.mark.parametrize(
    ("set_up", "game", "what"),
    [
        (planted_fast.half_of_the_boards_are_lost, r"X1\.\d-\d", "possible"),
        (planted_reference.pair_is_ignored, r"X1\.(\d-\d)", "actions"),
        (planted_fast.lines_is_ignored, r"X1\.\d O2\.\d X3\.\d O4\.\d X5\.\d", "actor"),
    ],
)
def test_a_disagreement_is_the_shortest_game_and_comes_as_a_vector(set_up: SetUp, game: str, what: str) -> None:
    with pytest.raises(Disagreement) as caught:
        random_games.random_games_are_the_same(set_up)
    assert re.fullmatch(game, caught.value.game)
    assert caught.value.vector["then"].keys() == {what}
    vector = Vector(**{**caught.value.vector, "ruleset": "tiqtaqtoe-1.0", "section": "Moves"})
    assert run(reference, vector).wrong == ()
    assert run(set_up, vector).wrong
