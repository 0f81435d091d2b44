"""The tools that compare two implementations of a game: the translation, and the boards."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from qttt.fast.probabilistic.boards import given
from qttt.oracle.hybrid import translate as of_hybrid
from qttt.oracle.tiqtaqtoe import translate as of_tiqtaqtoe
from qttt.reference.hybrid import Link, Measure
from qttt.reference.tiqtaqtoe import Pair, Single
from qttt.verification.probabilistic import equivalence_boards
from qttt.verification.probabilistic.equivalence_boards import BEYOND, KINDS, PASS

MOVES: dict[ModuleType, dict[int, Any]] = {
    of_tiqtaqtoe: {0: Single(1), 8: Single(9), 9: Pair(1, 2), 17: Pair(2, 3), 44: Pair(8, 9)},
    of_hybrid: {0: Measure(1), 8: Measure(9), 9: Link(1, 1), 10: Link(1, 2), 18: Link(2, 1), 89: Link(9, 9)},
}


@pytest.mark.parametrize("translate", MOVES)
def test_moves_have_their_slots(translate: ModuleType) -> None:
    known = MOVES[translate]
    assert len({*translate.NUMBERED}) == max(known) + 1
    assert {slot: translate.action_of(slot) for slot in known} == known


def test_boards_match_their_names() -> None:
    assert len(set(equivalence_boards.boards(5))) == 2 + 5 * len(KINDS)
    for number in range(20):
        assert 1 <= equivalence_boards.with_passes(number).count(PASS) <= 8
        assert len({square.neutral.denominator for square in equivalence_boards.awkward(number)}) > 3
        assert all(2 % part.denominator == 0 for square in equivalence_boards.certain(number) for part in square)
        assert BEYOND in equivalence_boards.beyond(number)
        assert len({float(square.success) for square in equivalence_boards.nearly_even(number)}) == 1
    with pytest.raises(ValueError, match="too little for double precision"):
        given([equivalence_boards.beyond(0)])
