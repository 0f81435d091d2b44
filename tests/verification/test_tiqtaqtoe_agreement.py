"""A disagreement of two implementations of TiqTaqToe is shrunk, and comes as a vector."""

from __future__ import annotations

import re

import pytest

from qttt.spec import Vector
from qttt.verification.agreement import Disagreement
from qttt.verification.engines import SetUp
from qttt.verification.tiqtaqtoe import conformance, random_games
from qttt.verification.tiqtaqtoe.engines import reference
from qttt.verification.tiqtaqtoe.planted import fast as planted_fast
from qttt.verification.tiqtaqtoe.planted import reference as planted_reference

run = conformance.SUITE.run


@pytest.mark.parametrize(
    ("set_up", "game", "what"),
    [
        (planted_fast.half_of_the_boards_are_lost, r"X1\.\d-\d", "possible"),
        (planted_reference.pair_is_ignored, r"X1\.(\d-\d)", "actions"),
        (planted_fast.lines_is_ignored, r"X1\.\d O2\.\d X3\.\d O4\.\d X5\.\d", "actor"),
    ],
)
def test_disagreement_is_shrunk_to_a_vector(set_up: SetUp, game: str, what: str) -> None:
    with pytest.raises(Disagreement) as caught:
        random_games.random_games_are_the_same(set_up)
    assert re.fullmatch(game, caught.value.game)
    assert caught.value.vector["then"].keys() == {what}
    vector = Vector(**{**caught.value.vector, "ruleset": "tiqtaqtoe-1.0", "section": "Moves"})
    assert run(reference, vector).wrong == ()
    assert run(set_up, vector).wrong
