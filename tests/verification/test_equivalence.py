"""The boards on which two implementations of the probabilistic game are compared."""

from __future__ import annotations

import pytest

from qttt.fast.probabilistic.boards import given
from qttt.verification.probabilistic import equivalence_boards
from qttt.verification.probabilistic.equivalence_boards import BEYOND, KINDS, PASS


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
