"""The vectors of Q3T hold on the reference, and each planted error fails some of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest

from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid.notation import Action, Link, Measure, Result
from qttt.reference.hybrid.position import Position
from qttt.spec import Vector, vectors
from qttt.verification import Refuted
from qttt.verification.agreement import Disagreement, random_choices
from qttt.verification.engines import Illegal, SetUp
from qttt.verification.hybrid import conformance, invariants, random_games
from qttt.verification.hybrid.engines import ReferenceEngine, fast, reference
from qttt.verification.hybrid.invariants import INVARIANTS, Played
from qttt.verification.hybrid.planted import fast as planted_fast
from qttt.verification.hybrid.planted import reference as planted_reference
from qttt.verification.hybrid.random_games import played
from qttt.verification.registry import claims

run = conformance.SUITE.run
IMPLEMENTATIONS: dict[str, SetUp] = {"reference": reference, "fast": fast}
MUTANTS = {claim.id: claim.mutants for claim in claims() if claim.game == "hybrid"}


@pytest.mark.parametrize("name", IMPLEMENTATIONS)
@pytest.mark.parametrize("vector", vectors("hybrid"), ids=lambda vector: vector.id)
def test_vector(vector: Vector, name: str) -> None:
    verdict = run(IMPLEMENTATIONS[name], vector)
    assert verdict.wrong == ()
    early = vector.source == "generated"  # values that the reference would take hours to find
    if name == "reference":
        assert verdict.checked, "nothing was asked"
        assert bool(verdict.not_run) == early
    elif early:
        assert not verdict.not_run


def test_every_known_error_fails_the_vectors_flagged_with_it() -> None:
    conformance.every_known_error_fails_its_vectors()
    flagged = {flag for vector in vectors("hybrid") for flag in vector.flags if flag.startswith("known-error:")}
    assert flagged == {f"known-error:{name}" for name in planted_reference.KNOWN_ERRORS}


def test_an_engine_without_its_error_is_noticed() -> None:
    with pytest.raises(Refuted, match="the engine with the error lines-before-reversals passes hyb-"):
        conformance.every_known_error_fails_its_vectors(planted_reference.an_engine_without_the_error)


@pytest.mark.parametrize("mutant", [name.split(".")[-1] for name in MUTANTS["hybrid-reference-conforms"]])
def test_a_planted_error_fails(mutant: str) -> None:
    with pytest.raises(Refuted, match="vectors fail"):
        conformance.the_reference_conforms(getattr(planted_reference, mutant))


def first(**then: object) -> Vector:
    """The first vector that expects this."""
    return next(vector for vector in vectors("hybrid") if then.items() <= vector.then.items())


def test_an_implementation_must_refuse_wrong_settings_and_no_others() -> None:
    switch = first(refused="HYB-SWITCH-1")
    assert run(lambda _: reference({}), switch).wrong == ("the setting is accepted",)
    named_otherwise = replace(switch, then={"refused": "HYB-BOX-1"})
    assert run(reference, named_otherwise).wrong == ("refused is HYB-SWITCH-1, expected HYB-BOX-1",)
    refusing = run(lambda _: reference(switch.options), first(actor="X"))
    assert refusing.wrong == ("refused is HYB-SWITCH-1, expected None",)


def test_an_implementation_must_name_the_token_and_the_rule() -> None:
    vector = first(error="HYB-MEASURE-1")
    wrong = replace(vector, then={**vector.then, "error": "HYB-END-1"})
    assert run(reference, wrong).wrong == ("error is HYB-MEASURE-1, expected HYB-END-1",)
    too_early = replace(vector, given="X1.5 =X O2.5", when="=X", then={"legal": False, "error": "HYB-MEASURE-1"})
    assert run(reference, too_early).wrong == ("token is 3, expected 4",)


def test_a_game_that_is_refused_is_wrong() -> None:
    vector = first(legal=True)
    assert run(reference, replace(vector, given="X1.5 =X O2.5")).wrong[0].startswith("refused: ")


def test_an_early_value_is_not_run() -> None:
    assert run(reference, replace(first(legal=True), then={"legal": True, "value": "0"})).not_run == ("value",)


class _Endless(ReferenceEngine):
    """What has been measured is forgotten."""

    def play(self, position: Position, action: Action) -> Position:
        super().play(position, action)
        return Position()


class _WithoutLinks(ReferenceEngine):
    """Lists links and refuses them."""

    def play(self, position: Position, action: Action) -> Position:
        if isinstance(action, Link):
            raise Illegal("no links")
        return super().play(position, action)


LONG = played(reference({"switches": {"links": "two"}}), Hybrid(links="two"), random_choices("2", 34))
"""A game in which links are made and triggered."""


def spoilt(at: int, **changed: object) -> Played:
    """The game with something else said of one position."""
    said = [*LONG.positions]
    said[at] = replace(said[at], **changed)  # type: ignore[arg-type]
    return replace(LONG, positions=tuple(said))


SPOILT: dict[str, Callable[[], Played]] = {
    "plies_are_bounded": lambda: replace(LONG, actions=(Measure(1),) * 26),
    "players_alternate": lambda: spoilt(0, actor="O"),
    "each_measurement_has_one_result": lambda: spoilt(1, chance={Result.X: Fraction(1)}),
    "marks_change_by_results_alone": lambda: spoilt(1, marks="X........"),
    "links_come_by_moves_and_go_with_their_controls": lambda: spoilt(2, links=("1>2 X",)),
    "links_lead_from_unmeasured_to_measured_boxes": lambda: spoilt(0, links=("1>2 X",)),
    "links_keep_to_their_limits": lambda: spoilt(3, links=("1>2 X",) * 3),
    "actions_are_all_and_in_order": lambda: spoilt(0, actions=LONG.positions[0].actions[::-1]),
    "a_game_ends_with_lines_or_nine_marks_and_not_before": lambda: spoilt(-1, outcome=None),
    "scores_are_the_winners": lambda: replace(LONG, score=Fraction(1, 2)),
}


@pytest.mark.parametrize("invariant", INVARIANTS, ids=lambda invariant: invariant.__name__)
def test_an_invariant_holds_of_a_game_and_not_of_one_that_is_spoilt(invariant: Callable[[Played], bool]) -> None:
    assert invariant(LONG)
    assert not invariant(SPOILT[invariant.__name__]())


def test_results_must_stand_behind_measurements() -> None:
    shifted = replace(LONG, actions=(LONG.actions[1], LONG.actions[0], *LONG.actions[2:]))
    assert not invariants.each_measurement_has_one_result(shifted)


@pytest.mark.parametrize(
    ("set_up", "message"),
    [
        (partial(reference, engine=_Endless), "goes on"),
        (partial(reference, engine=_WithoutLinks), "is listed, and refused"),
        (planted_reference.targets_may_be_unmeasured, "is not listed, and accepted"),
        (planted_reference.nine_plies_are_the_end, "not so: "),
    ],
)
def test_random_games_say_what_is_wrong(set_up: SetUp, message: str) -> None:
    with pytest.raises(Refuted, match=message):
        random_games.random_games_keep_the_rules(set_up)


def test_the_longest_games_are_those_of_the_page() -> None:
    assert [invariants.longest(Hybrid(*limits)) for limits in (("one",), ("two",), ("two", "one"))] == [17, 25, 24]


@pytest.mark.parametrize(
    ("set_up", "game", "what"),
    [
        ("moves_are_listed_backwards", "", "actions"),
        ("links_keep_the_turn", r"X1\.\d =[XO] O2\.\d>\d", "actor"),
        ("o_comes_first", r"X1\.\d =[XO]", "marks"),
    ],
)
def test_a_disagreement_is_the_shortest_game_and_comes_as_a_vector(set_up: str, game: str, what: str) -> None:
    wrong = getattr(planted_fast, set_up)
    with pytest.raises(Disagreement) as caught:
        random_games.engines_agree(wrong)
    assert re.fullmatch(game, caught.value.game)
    assert caught.value.vector["then"].keys() == {what}
    vector = Vector(**{**caught.value.vector, "ruleset": "hybrid-1.0", "section": "Moves"})
    assert run(reference, vector).wrong == ()
    assert run(wrong, vector).wrong


def test_a_game_that_breaks_the_rules_is_the_simplest() -> None:
    with pytest.raises(Refuted, match=r"behind '' \d>\d is not listed, and accepted"):
        random_games.random_games_keep_the_rules(planted_reference.targets_may_be_unmeasured)
