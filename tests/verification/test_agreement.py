"""The invariants of random games of Q3T; a disagreement of two implementations is shrunk, and comes as a vector."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid.notation import Action, Link, Measure, Result
from qttt.reference.hybrid.position import Position
from qttt.spec import Vector
from qttt.verification import Refuted
from qttt.verification.agreement import Disagreement, random_choices
from qttt.verification.engines import Illegal, SetUp
from qttt.verification.hybrid import conformance, invariants, random_games
from qttt.verification.hybrid.engines import ReferenceEngine, reference
from qttt.verification.hybrid.invariants import INVARIANTS, Played
from qttt.verification.hybrid.planted import fast as planted_fast
from qttt.verification.hybrid.planted import reference as planted_reference
from qttt.verification.hybrid.random_games import played
from qttt.verification.tiqtaqtoe import conformance as tiqtaqtoe_conformance
from qttt.verification.tiqtaqtoe.engines import reference as tiqtaqtoe_engine
from qttt.verification.tiqtaqtoe.planted import fast as tiqtaqtoe_fast
from qttt.verification.tiqtaqtoe.planted import reference as tiqtaqtoe_reference
from qttt.verification.tiqtaqtoe.random_games import random_games_are_the_same as tiqtaqtoe_games

OF_GAME: dict[Callable[..., object], tuple[str, SetUp, Any]] = {
    random_games.engines_agree: ("hybrid-1.0", reference, conformance.SUITE),
    tiqtaqtoe_games: ("tiqtaqtoe-1.0", tiqtaqtoe_engine, tiqtaqtoe_conformance.SUITE),
}
"""By comparison: the ruleset, its reference, and its vectors."""


class _Endless(ReferenceEngine):
    """What has been measured is forgotten."""

    def play(self, position: Position, action: Action) -> Position:
        super().play(position, action)
        return Position()


class _WithoutLinks(ReferenceEngine):
    """Lists links and rejects them."""

    def play(self, position: Position, action: Action) -> Position:
        if isinstance(action, Link):
            raise Illegal("no links")
        return super().play(position, action)


LONG = played(reference({"switches": {"links": "two"}}), Hybrid(links="two"), random_choices("2", 34))
"""A game in which links are made and triggered."""


def spoilt(at: int, **changed: object) -> Played:
    """The game with a different answer for one position."""
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
def test_invariant_accepts_only_intact_game(invariant: Callable[[Played], bool]) -> None:
    assert invariant(LONG)
    assert not invariant(SPOILT[invariant.__name__]())


def test_results_must_follow_measurements() -> None:
    shifted = replace(LONG, actions=(LONG.actions[1], LONG.actions[0], *LONG.actions[2:]))
    assert not invariants.each_measurement_has_one_result(shifted)


@pytest.mark.parametrize(
    ("set_up", "message"),
    [
        (partial(reference, engine=_Endless), "does not end"),
        (partial(reference, engine=_WithoutLinks), "is listed but rejected"),
        (planted_reference.targets_may_be_unmeasured, "is accepted but not listed"),
        (planted_reference.nine_plies_are_the_end, "this does not hold: "),
    ],
)
def test_random_games_report_what_is_wrong(set_up: SetUp, message: str) -> None:
    with pytest.raises(Refuted, match=message):
        random_games.random_games_keep_the_rules(set_up)


def test_longest_games_are_those_of_the_page() -> None:
    assert [invariants.longest(Hybrid(*limits)) for limits in (("one",), ("two",), ("two", "one"))] == [17, 25, 24]


@pytest.mark.parametrize(
    ("compare", "set_up", "game", "what"),
    [
        (random_games.engines_agree, planted_fast.moves_are_listed_backwards, "", "actions"),
        (random_games.engines_agree, planted_fast.links_keep_the_turn, r"X1\.\d =[XO] O2\.\d>\d", "actor"),
        (random_games.engines_agree, planted_fast.o_comes_first, r"X1\.\d =[XO]", "marks"),
        (tiqtaqtoe_games, tiqtaqtoe_fast.half_of_the_boards_are_lost, r"X1\.\d-\d", "possible"),
        (tiqtaqtoe_games, tiqtaqtoe_reference.pair_is_ignored, r"X1\.(\d-\d)", "actions"),
        (tiqtaqtoe_games, tiqtaqtoe_fast.lines_is_ignored, r"X1\.\d O2\.\d X3\.\d O4\.\d X5\.\d", "actor"),
    ],
)
def test_disagreement_is_shrunk_to_a_vector(
    compare: Callable[..., object], set_up: SetUp, game: str, what: str
) -> None:
    with pytest.raises(Disagreement) as caught:
        compare(set_up)
    assert re.fullmatch(game, caught.value.game)
    assert caught.value.vector["then"].keys() == {what}
    name, sound, suite = OF_GAME[compare]
    vector = Vector(**{**caught.value.vector, "ruleset": name, "section": "Moves"})
    assert suite.run(sound, vector).wrong == ()
    assert suite.run(set_up, vector).wrong


def test_illegal_game_is_shrunk_to_the_simplest() -> None:
    with pytest.raises(Refuted, match=r"after '' \d>\d is accepted but not listed"):
        random_games.random_games_keep_the_rules(planted_reference.targets_may_be_unmeasured)
