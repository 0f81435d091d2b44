"""The source's own searches, from the start position only: alpha-beta for QT, where the opponent selects, and naive
and modified stochastic alpha-beta for SQT (source, section 4.1 and Table 5).

As in the source there is no table of positions, and symmetry only in the first ply, which has eight moves; moves come
in ascending order of the first square, then the second, and selA before selB. Except in a variant, every search is
fail-hard: a value at or outside its window comes back as the bound. The widest window reaches from the smallest score
to the largest.

* QT: selB is searched with the window of selA, and not at all if selA reaches the selector's bound.
* Naive: at a collapse both children are searched with the widest window.
* Modified: both are searched with the window of the collapse, and again, above or below what they returned, where
  Table 5 says so.

Values are ints in the scale of the setting: UNIT / d**4 for q of denominator d. The value of a position with at most c
collapses below it is a multiple of d**(4 - c), by induction, and four collapses are the most, as each settles two
squares at least; so a value within its window is exact. Only a bound may fail to be such a multiple. It is compared
before it is divided, and then clamped.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

import numba
import numpy as np

from qttt.fast.answers import Floats, Ints
from qttt.fast.goff.board import SQUARES, place
from qttt.fast.goff.moves import SPAN, WORK, collapse, outcome_of, shift
from qttt.fast.goff.outcome import FIRST_READING, O_COMPLETE, UNFINISHED, X_DOUBLE
from qttt.fast.goff.position import component, load_key
from qttt.fast.jit import jitable, prepare
from qttt.fast.sqt.setting import COLLAPSES, UNIT, Setting

QT, NAIVE, MODIFIED = range(3)
"""The searches."""

FIRST_MOVES = ((0, 1), (0, 2), (0, 4), (0, 5), (0, 8), (1, 4), (1, 5), (1, 7))
"""The first moves up to symmetry, in the source's order: 1-2, 1-3, 1-5, 1-6, 1-9, 2-5, 2-6, 2-8."""

LARGEST_DENOMINATOR = (1 << 12) - 1
"""With this limit, d times a value is less than 2**63 units of the scale."""

SOFT, LATE, AGAIN_WIDE, FIRST_WIDE = 1, 2, 4, 8
"""The bits of a variant, for what the source leaves open: a search is fail-soft; an empty window ends a position after
its first move, not before it; the windows of searches again, and that of the start, reach to twice the scores."""


class Game(NamedTuple):
    """A search, its variant, p, q, d, and `scores` by outcome code: a collapse is worth (p f + q s) / d, f and s its
    children's values; d = 0 stands for no division, with p, q and scores of any type. Only this has variants."""

    algorithm: int
    variant: int
    p: float
    q: float
    d: int
    scores: Ints | Floats


def search_qt() -> tuple[int, int]:
    """The value of QT, Goff's game with the opponent selecting, and how many nodes are searched."""
    value, nodes = search_root(Game(QT, 0, 0, 0, 1, np.array(Setting(Fraction(0)).scores, np.int64)))
    return int(value), nodes


def search_sqt(setting: Setting, modified: bool) -> tuple[Fraction, int]:
    """The value of SQT, and how many nodes are searched. Raises ValueError for a denominator above
    LARGEST_DENOMINATOR."""
    q, d = setting.q.numerator, setting.q.denominator
    if d > LARGEST_DENOMINATOR:
        raise ValueError(f"q = {setting.q}: expected a denominator of at most {LARGEST_DENOMINATOR}")
    scores = np.array(setting.scores, np.int64) // UNIT * d**COLLAPSES
    value, nodes = search_root(Game(MODIFIED if modified else NAIVE, 0, d - q, q, d, scores))
    return int(value) * setting.scale, nodes


def search_rounded(q: Fraction, modified: bool, variant: int = 0) -> tuple[float, int]:
    """The value of SQT, and how many nodes are searched, in 64-bit floating point, as the source searched.

    The value is not exact: rounding can make equal values differ, which changes what is cut off.
    """
    scores: Any = np.array(Setting(q).scores, np.float64)
    return search_root(Game(MODIFIED if modified else NAIVE, variant, 1 - float(q), float(q), 0, scores))


def search_root(game: Game, first_moves: Iterable[tuple[int, int]] = FIRST_MOVES) -> tuple[Any, int]:
    """The value of the start position, by its moves in this order, and the nodes: every position entered after the
    start, except a closed cycle before its selection; repeated ones each time."""
    nodes, work = np.zeros(1, np.int64), np.empty((SQUARES, WORK), np.int64)
    reach = 2 if game.variant & FIRST_WIDE else 1
    low, high = reach * game.scores[O_COMPLETE], reach * game.scores[X_DOUBLE]
    for u, v in first_moves:
        low = max(low, search(place(u, v) << shift(1), 1, low, high, game, nodes, work))
    return low, int(nodes.sum())


@jitable
def again(value: Any, other: Any, low: Any, high: Any, mean: Any, d: int) -> int:
    """Table 5: where a child must be searched again, -1 below `value`, 1 above, 0 nowhere. `other` is the value of its
    sibling, `mean` d times the provisional value of the collapse."""
    side = (1 if value >= high else 0) - (1 if value <= low else 0)
    beside = (1 if other >= high else 0) - (1 if other <= low else 0)
    if side == beside:
        return 0
    if beside == 0 and (mean <= low * d if side < 0 else mean >= high * d):
        return 0
    return side


@jitable
def beyond(side: int, value: Any, reach: int, scores: Any) -> tuple[Any, Any]:
    """The window below a value, above it if side = 1, up to so many times the scores."""
    return (reach * scores[O_COMPLETE], value) if side < 0 else (value, reach * scores[X_DOUBLE])


@numba.njit()
def search(key: int, ply: int, low: Any, high: Any, game: Game, nodes: Ints, work: Ints) -> Any:
    """The value of the settled position of a ply, clamped to [low, high] unless the search is soft; `nodes`
    (int64, [1]) grows, and `work` has a row for each ply."""
    algorithm, variant, p, q, d, scores = game
    nodes[0] += 1
    soft, reach = variant & SOFT != 0, 2 if variant & AGAIN_WIDE else 1
    over = outcome_of(key, FIRST_READING)
    if over != UNFINISHED:
        return scores[over] if soft else min(max(scores[over], low), high)
    if low >= high and not variant & LATE:
        return low
    row = work[ply]
    filled = load_key(key, row)
    for s in range(SQUARES):
        row[SPAN + s] = 0 if (filled >> s) & 1 else component(row, s)
    new = ply + 1
    x_to_move = ply & 1 == 0
    alpha, beta = low, high
    best = 8 * (scores[O_COMPLETE] if x_to_move else scores[X_DOUBLE])
    cut = False
    for u in range(SQUARES):
        for v in range(u if ply == SQUARES - 1 else u + 1, SQUARES):
            span = row[SPAN + u]
            if cut or span == 0 or row[SPAN + v] == 0 or (u == v and span != 1 << u):
                continue
            if u == v:
                value = search(collapse(key, row, u, new), new, alpha, beta, game, nodes, work)
            elif not (span >> v) & 1:
                value = search(key | (place(u, v) << shift(new)), new, alpha, beta, game, nodes, work)
            else:
                on_u = collapse(key, row, u, new)
                on_v = collapse(key, row, v, new)
                lower = scores[O_COMPLETE] if algorithm == NAIVE else alpha
                upper = scores[X_DOUBLE] if algorithm == NAIVE else beta
                value = search(on_u, new, lower, upper, game, nodes, work)
                if algorithm != QT or (value > alpha if x_to_move else value < beta):
                    other = search(on_v, new, lower, upper, game, nodes, work)
                    mean = p * max(value, other) + q * min(value, other)
                    if algorithm == MODIFIED:
                        unit = d if d else 1
                        first = again(value, other, alpha, beta, mean, unit)
                        second = again(other, value, alpha, beta, mean, unit)
                        if first:
                            lower, upper = beyond(first, value, reach, scores)
                            value = search(on_u, new, lower, upper, game, nodes, work)
                        if second:
                            lower, upper = beyond(second, other, reach, scores)
                            other = search(on_v, new, lower, upper, game, nodes, work)
                        mean = p * max(value, other) + q * min(value, other)
                    if algorithm == QT:
                        value = min(value, other) if x_to_move else max(value, other)
                    else:
                        value = mean // d if d else mean
            if not soft:
                value = min(max(value, alpha), beta)
            if x_to_move:
                best, alpha = max(best, value), max(alpha, value)
            else:
                best, beta = min(best, value), min(beta, value)
            cut = alpha >= beta
    return best


prepare()
