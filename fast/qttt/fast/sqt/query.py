"""Single positions: what follows them, and from ply 6 on what they are worth, without a tablebase."""

from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numba.extending import register_jitable

from qttt.fast.backend import Cpu, Kernel
from qttt.fast.goff.board import PLACES, SQUARES, place
from qttt.fast.goff.ends import TREE
from qttt.fast.goff.key import X7, canonical, field, load, plies
from qttt.fast.goff.moves import NEXT, NO_SUCCESSOR, SPAN, Work, current_outcome, expand
from qttt.fast.goff.moves import WORK as MOVES
from qttt.fast.goff.outcome import UNFINISHED
from qttt.fast.goff.rules import expanded as successors_of
from qttt.fast.goff.rules import outcome
from qttt.fast.sqt import late
from qttt.fast.sqt.lanes import Lanes
from qttt.fast.sqt.late import FIRST_POOL, FRONT_BITS, POOL_BITS, SECOND_POOL
from qttt.fast.sqt.offers import OFFERS, offer
from qttt.fast.sqt.setting import UNIT, Setting

CPU = Cpu()


@register_jitable
def successors(i: int, work: Work, keys: Any, over: Any, spans: Any, following: Any) -> None:
    """Kernel: the outcome code of a settled position; unless it is over, the mask of the component of each square (0 if
    it is definite) and the canonical key of each successor by place, -1 for none."""
    over[i] = expand(keys[i], work)
    if over[i] == UNFINISHED:
        for s in range(SQUARES):
            spans[i, s] = work[SPAN + s]
        for p in range(PLACES + 1):
            successor = work[NEXT + p]
            following[i, p] = canonical(successor) if successor != NO_SUCCESSOR else NO_SUCCESSOR


@register_jitable
def late_choices(i: int, work: Work, keys: Any, over: Any, trees: Any, choices: Any) -> None:
    """Kernel: the outcome code of a settled position of ply 6; unless it is over, the tree of each square (3 if it is
    definite) and the choice after X7 at each place, -1 where none can be."""
    for p in range(PLACES + 1):
        work[late.CHOICE + p] = -1
    over[i] = late.choices(keys[i], work)
    for s in range(SQUARES):
        trees[i, s] = work[TREE + s]
    for p in range(PLACES + 1):
        choices[i, p] = work[late.CHOICE + p]


@register_jitable
def last_offer(i: int, work: Work, keys: Any, offers: Any) -> None:
    """Kernel: what a settled position of ply 8 offers; if it is over, its outcome twice."""
    best = expand(keys[i], work)
    second = best
    if best == UNFINISHED:
        for s in range(SQUARES):
            successor = work[NEXT + place(s, s)]
            if successor != NO_SUCCESSOR:
                load(successor, work)
                code = current_outcome(work)
                second = max(second, min(best, code))
                best = max(best, code)
    offers[i] = offer(best, best if second == UNFINISHED else second)


SUCCESSORS = Kernel(successors, MOVES)
LATE_CHOICES = Kernel(late_choices, late.WORK)
LAST_OFFER = Kernel(last_offer, MOVES)


def expanded(keys: Any) -> tuple[Any, Any, Any]:
    """What `successors` writes for settled positions."""
    return _run(SUCCESSORS, keys)


def chosen(keys: Any) -> tuple[Any, Any, Any]:
    """What `late_choices` writes for settled positions of ply 6."""
    return _run(LATE_CHOICES, keys)


def late_value(key: int, setting: Setting) -> Fraction:
    """The value of a settled position of ply 7, 8 or 9."""
    over = outcome(key)
    if over != UNFINISHED:
        return Fraction(setting.scores[over])
    if plies(key) == 7:
        _, _, choices = chosen([key & ~(63 << 18)])
        return _worth(choices[0, field(key, X7)], setting)
    return _last_value(key, setting)


def late_successors(key: int, setting: Setting) -> dict[int, Fraction]:
    """The value of each successor of a settled position of ply 6, 7 or 8 that is not over, by place."""
    following = successors_of(key)[1]
    there = [p for p in range(PLACES + 1) if following[p] >= 0]
    if plies(key) == 6:
        choices = chosen([key])[2][0]
        return {p: _worth(choices[p], setting) for p in there}
    return {p: late_value(int(following[p]), setting) for p in there}


def _worth(choice: int, setting: Setting) -> Fraction:
    """What O leaves of a choice."""
    tables = _tables(setting)
    pools = [tables.pools[(choice >> shift) & POOL_BITS, 0] for shift in (FIRST_POOL, SECOND_POOL)]
    return Fraction(UNIT * int(min(tables.fronts[choice & FRONT_BITS, 0], *pools)), setting.q.denominator**2)


def _last_value(key: int, setting: Setting) -> Fraction:
    """What X gets of a settled position of ply 8."""
    offers = np.empty(1, np.int64)
    CPU.launch(LAST_OFFER, 1, np.array([key]), offers)
    best, second = (setting.scores[code] for code in OFFERS[offers[0]])
    return (1 - setting.q) * best + setting.q * second


@lru_cache(maxsize=64)
def _tables(setting: Setting) -> Lanes:
    return Lanes.of([setting])


def _run(kernel: Kernel, keys: Any) -> tuple[Any, Any, Any]:
    keys = np.asarray(keys, np.int64)
    over = np.empty(len(keys), np.int64)
    squares, places = np.empty((len(keys), SQUARES), np.int64), np.empty((len(keys), PLACES + 1), np.int64)
    CPU.launch(kernel, len(keys), keys, over, squares, places)
    return over, squares, places
