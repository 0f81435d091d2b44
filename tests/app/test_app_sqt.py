"""What only the stochastic game has: `qttt solve sqt`, `best`, `show` and `play`."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from qttt.app.sqt.view import Cast, cast, perfect_dice
from qttt.oracle.perfect import PerfectPlay, Values
from qttt.reference.solver import Solver
from qttt.reference.sqt import Sqt
from qttt.reference.sqt.variants import Dice, Throw, Thrown, dice

# Play with dice


class Faces(Random):
    """Dice that show given numbers."""

    def __init__(self, *shown: int) -> None:
        super().__init__()
        self._shown = [*shown]

    def randint(self, a: int, b: int) -> int:
        shown = self._shown.pop(0)
        assert a <= shown <= b
        return shown


def for_o(q: Fraction, thrown: Callable[[Fraction, Random], Cast] = cast) -> Fraction:
    """On which part of all results of the dice O selects."""
    enough = dice(q)
    results = [*product(range(1, 7), repeat=enough[0])] if enough else [(face,) for face in range(1, q.denominator + 1)]
    named = [thrown(q, Faces(*faces)).throw for faces in results]
    return Fraction(named.count(Throw.O), len(named))


PROBABILITIES = [Fraction(text) for text in ("0", "1", "1/2", "1/6", "3/4", "1/36", "35/36", "1/20", "7/11")]


@pytest.mark.parametrize("q", PROBABILITIES, ids=str)
def test_dice_name_o_with_probability_q(q: Fraction) -> None:
    assert for_o(q) == q


def test_dice_that_count_one_less_are_caught() -> None:
    def wrong(q: Fraction, chance: Random) -> Cast:
        return cast(q, chance)._replace(of_o=cast(q, Faces(*[1] * 9)).of_o - 1)

    assert [q for q in PROBABILITIES if for_o(q, wrong) == q] == [Fraction(0)]


def test_two_dice_count_the_first_by_sixes() -> None:
    assert cast(Fraction(3, 4), Faces(5, 3)) == Cast((5, 3), 27, 36, 27)
    assert cast(Fraction(3, 4), Faces(5, 4)).throw is Throw.X


def test_perfect_play_with_dice_has_the_values_of_the_reference() -> None:
    rules = Sqt(Fraction(3, 4))
    game, solver = Dice(rules), Solver(Dice(rules))
    truth = perfect_dice(game, PerfectPlay(rules, Values(Solver(rules).value)))
    waiting = [Thrown(rules.position("X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB X5.8-9 O6.8-9 selA X7.3-6"))]
    seen = set()
    while waiting:
        position = waiting.pop()
        assert truth.value(position) == solver.value(position)
        if position.selector:
            assert truth.values(position) == solver.values(position)
        for action in game.actions(position):
            following = game.play(position, action)
            if following not in seen:
                seen.add(following)
                waiting.append(following)
    assert any(position.selector for position in seen)
