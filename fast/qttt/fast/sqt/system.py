"""The System of the stochastic game in batches; all else is as in `qttt.fast.goff.rules`."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from qttt.fast.answers import Floats, Ints
from qttt.fast.backend import Array, Cpu, Kernel
from qttt.fast.batch import LEAVE, SYSTEM, Games, random_bits
from qttt.fast.goff.answers import WorldAnswers
from qttt.fast.goff.board import ACTIONS, SELECT_A, SELECT_B
from qttt.fast.goff.moves import Work
from qttt.fast.goff.rules import KEY, NUMBERS
from qttt.fast.jit import jitable

BITS = 60
"""Of a random number."""


@jitable
def favour(
    i: int, work: Work, states: Ints, to_move: Ints, seed: int, first: int, limit: int, keys: Ints, of_o: Ints
) -> None:
    """Kernel: the key of position i if the System acts, else -1; and whether it favours O. Rule: SQT-SELECT-1"""
    keys[i] = -1
    if to_move[i] == SYSTEM:
        state = states[i]
        keys[i] = state[KEY]
        number = random_bits(seed, first + i, int(state[NUMBERS])) & ((1 << BITS) - 1)
        of_o[i] = number < limit
        state[NUMBERS] += 1


FAVOUR = Kernel(favour, 1)


class Advantage:
    """Favours O with probability q, to within 2**-60, else X, and selects what is better for the favoured player.

    Rules: SQT-SELECT-1, SQT-ADVANTAGE-1, SQT-EQUAL-1"""

    def __init__(self, answers: WorldAnswers, q: Fraction) -> None:
        self._answers, self._q = answers, q
        self.limit = int(q * (1 << BITS))
        """O is favoured if a random number of 60 bits is below it."""

    def actions(self, games: Games) -> Array:
        """See `qttt.fast.batch.System`. Values are looked up on the host."""
        device, xp = games.device, games.device.xp
        count = len(games.now.to_move)
        keys, of_o = xp.empty(count, np.int64), xp.zeros(count, np.bool_)
        device.launch(FAVOUR, count, games.states, games.now.to_move, games.seed, games.first, self.limit, keys, of_o)
        asked, favoured = device.to_host(keys), device.to_host(of_o)
        acting = np.flatnonzero(asked >= 0)
        of_x, of_o = self._selections(asked[acting])
        chosen = np.full(count, LEAVE, np.int64)
        chosen[acting] = np.where(favoured[acting], of_o, of_x)
        return xp.asarray(chosen)

    def chooser(self, games: Games) -> Callable[[], int]:
        """A function that returns what `actions` has for a single game in which the System acts, without the fixed
        costs. CPU only."""
        keys, of_o = np.empty(1, np.int64), np.zeros(1, np.bool_)
        before = games.states, games.now.to_move, games.seed, games.first
        favour = Cpu().launcher(FAVOUR, 1, *before, self.limit, keys, of_o)
        select = self.selector(keys)

        def choose() -> int:
            favour()
            return select()[int(of_o[0])]

        return choose

    def selector(self, keys: Ints) -> Callable[[], tuple[int, int]]:
        """A function that returns what is selected if X is favoured, and if O is, in the position of the only key that
        the array holds at each call."""
        values = np.empty((1, len(ACTIONS)), np.int64)
        run = self._answers.launcher(keys, values, np.empty(0, np.int64))

        def select() -> tuple[int, int]:
            run()
            a, b = values[0, SELECT_A:].tolist()
            return (SELECT_A, SELECT_B) if a >= b else (SELECT_B, SELECT_A)

        return select

    def probabilities(self, keys: Ints) -> Floats:
        """float64 ``[position, 2]``: how likely selA and selB are, each within one rounding of the exact number."""
        found = np.zeros((len(keys), 2))
        for chosen, chance in zip(self._selections(keys), (1 - self._q, self._q), strict=True):
            found[np.arange(len(keys)), chosen - SELECT_A] += float(chance)
        return found

    def _selections(self, keys: Ints) -> tuple[Ints, Ints]:
        """What is selected if X is favoured, and if O is. Rules: SQT-ADVANTAGE-1, SQT-EQUAL-1"""
        values = self._answers.action_values(keys)
        a, b = values[:, SELECT_A], values[:, SELECT_B]
        return np.where(a >= b, SELECT_A, SELECT_B), np.where(a < b, SELECT_A, SELECT_B)
