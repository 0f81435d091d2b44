"""Random complete games in batches.

Millions of games per second are not played on keys: a kernel of its own keeps the forest, whose marks are in the order
of the plies, mark i being made at ply i + 1."""

from dataclasses import dataclass

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Device, Kernel
from qttt.fast.brief import brief
from qttt.fast.goff.actions import SEL_A, SEL_B
from qttt.fast.goff.board import BOARD, SQUARES, place, size
from qttt.fast.goff.forest import FOREST, A, B, U, V, component, entangle, settled
from qttt.fast.goff.moves import Work
from qttt.fast.goff.outcome import DRAW, OUTCOMES, UNFINISHED, outcome
from qttt.fast.goff.reading import FIRST_READING, FORBIDDEN, ends_without_line
from qttt.fast.jit import jitable
from qttt.fast.random_bits import random_bits

LONGEST = 13
"""No game has more actions: nine moves, and at most four selections, each of which fills two squares or more."""

DEFINITE = FOREST
"""``+ class``: the mask of definite marks of X's early plies, O's, X7, O8, X9."""
WORK = DEFINITE + 5


@jitable
def settle(work: Work, i: int, root: int) -> None:
    """Settle mark i, the last, on `root` and with it the rest of its component. Rules: GOFF-COLLAPSE-2, -3"""
    for j in range(i):
        if ((work[A + j] | work[B + j]) >> root) & 1:
            fix(work, j, settled(work, j, root))
    fix(work, i, root)


@jitable
def ended(work: Work, made: int, reading: int) -> int:
    """The outcome code after `made` marks. Rules: GOFF-END-1, GOFF-LAST-1, GOFF-PAIR-2"""
    over = outcome(work[DEFINITE], work[DEFINITE + 1], work[DEFINITE + 2], work[DEFINITE + 3], work[DEFINITE + 4])
    if over == UNFINISHED and reading:
        free = BOARD
        for k in range(DEFINITE, WORK):
            free &= ~work[k]
        if ends_without_line(size(free), made, reading):
            return DRAW
    return over


@jitable
def joined(work: Work, marks: int, u: int, v: int) -> bool:
    """Whether one of the first `marks` marks is spooky on these two squares."""
    found = False
    for i in range(marks):
        here = (1 << work[U + i]) | (1 << work[V + i])
        found = found or here == (1 << u) | (1 << v)
    return found


@jitable
def fix(work: Work, i: int, square: int) -> None:
    """Make mark i definite on a square."""
    work[U + i] = square
    work[V + i] = square
    work[A + i] = 0
    work[B + i] = 0
    work[DEFINITE + (i & 1 if i < 6 else i - 4)] |= 1 << square


@jitable
def nth(mask: int, n: int) -> int:
    """The square number n, from 0, of a mask."""
    for s in range(SQUARES):
        if (mask >> s) & 1:
            if n == 0:
                return s
            n -= 1
    return SQUARES


@jitable
def play_randomly(
    i: int, work: Work, first: int, seed: int, reading: int, outcomes: Ints, lengths: Ints, actions: Ints
) -> None:
    """Kernel: game number `first` + i, each action drawn uniformly from the legal ones. `actions` may have no
    columns. A pair that is forbidden is drawn again."""
    for k in range(WORK):
        work[k] = 0
    taken = 0
    record = actions.shape[1] > 0
    made = 0
    over = UNFINISHED
    ply = 0
    draws = 0
    while over == UNFINISHED:
        bits = random_bits(seed, first + i, draws)
        draws += 1
        free = BOARD & ~taken
        squares = size(free)
        u = nth(free, ((bits & 0xFFFFF) * squares) >> 20)
        v = u
        if squares > 1:
            others = free & ~(1 << u)
            v = nth(others, (((bits >> 20) & 0xFFFFF) * (squares - 1)) >> 20)
        if reading & FORBIDDEN and u != v and joined(work, ply, u, v):
            continue
        low = min(u, v)
        high = max(u, v)
        if record:
            actions[i, made] = place(low, high)
        made += 1
        if (component(work, u, ply) >> v) & 1:
            root = u
            if u != v:
                second = (bits >> 61) & 1
                root = high if second else low
                if record:
                    actions[i, made] = SEL_B if second else SEL_A
                made += 1
            settle(work, ply, root)
            for k in range(DEFINITE, WORK):
                taken |= work[k]
        else:
            entangle(work, ply, low, high)
        ply += 1
        over = ended(work, ply, reading)
    outcomes[i] = over
    lengths[i] = ply


PLAYOUT = Kernel(play_randomly, WORK)


@dataclass(frozen=True)
class Playouts:
    """Per game the outcome code and the number of plies (int8), and the actions (int8, 0 after the last) if
    recorded."""

    outcomes: Ints
    lengths: Ints
    actions: Ints

    __repr__ = brief

    def count(self) -> dict[str, int]:
        """How many games ended in each outcome."""
        return {name: int((self.outcomes == code).sum()) for code, name in enumerate(OUTCOMES)}


def playouts(
    device: Device, games: int, seed: int, first: int = 0, *, record: bool = False, reading: int = FIRST_READING
) -> Playouts:
    """Play random complete games, numbers `first` to `first + games - 1` of a seed, each action uniform among the
    legal ones.

    A game depends only on the seed and its number, not on the device or the batch. The choice is uniform to
    within 2**-16. Arrays live on the device. Raises ValueError unless `games` and `first` are non-negative integers and
    `seed` is a signed 64-bit integer."""
    for name, given, least in (("games", games, 0), ("seed", seed, -1 << 63), ("first", first, 0)):
        if type(given) is not int or not least <= given < 1 << 63:
            raise ValueError(f"{name} {given!r}: expected an integer from {least} to {(1 << 63) - 1}")
    xp = device.xp
    outcomes, lengths = xp.empty(games, np.int8), xp.empty(games, np.int8)
    actions = xp.zeros((games, LONGEST if record else 0), np.int8)
    device.launch(PLAYOUT, games, first, seed, reading, outcomes, lengths, actions)
    return Playouts(outcomes, lengths, actions)
