"""Keys that the answers about the probabilistic game reject."""

from fractions import Fraction

import pytest

from qttt.fast.answers import UnknownPosition
from qttt.fast.probabilistic.answers import CODE, key_of
from qttt.fast.probabilistic.answers import Answers as ProbabilisticAnswers
from qttt.fast.probabilistic.positions import CODES, O, X

EVEN = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))


@pytest.mark.parametrize("bad", [-1, CODES, CODE, key_of(1, X, 1), key_of(0, X, 10), 1 << 20, key_of(1 + 3 + 9, O, 5)])
def test_invalid_probabilistic_keys_are_rejected(bad: int) -> None:
    answers = ProbabilisticAnswers([EVEN] * 9)
    for ask in (answers.values, answers.action_values, answers.best):
        with pytest.raises(UnknownPosition, match=r"keys\[1\]: no game reaches this position of probabilistic-1\.1"):
            ask([0, bad])
