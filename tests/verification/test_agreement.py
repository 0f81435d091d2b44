"""A disagreement of two implementations is shrunk, and comes as a vector."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid.notation import Action, Link
from qttt.reference.hybrid.position import Position
from qttt.spec import Vector
from qttt.verification import Refuted
from qttt.verification.agreement import Disagreement
from qttt.verification.engines import Illegal, SetUp
from qttt.verification.hybrid import conformance, invariants, random_games
from qttt.verification.hybrid.engines import ReferenceEngine, reference
from qttt.verification.hybrid.planted import fast as planted_fast
from qttt.verification.hybrid.planted import reference as planted_reference
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
