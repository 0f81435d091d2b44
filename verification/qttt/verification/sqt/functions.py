"""The table of functions of q that ships: made anew, held against solved values and against the rules of values; and
the functions of the game and of its first moves."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import combinations, pairwise
from random import Random

import numpy as np
from numpy.polynomial.polynomial import polydiv

from qttt.fast import known
from qttt.fast.answers import Ints
from qttt.fast.container import Arrays
from qttt.fast.goff.index import level
from qttt.fast.goff.outcome import UNFINISHED
from qttt.fast.goff.position import plies
from qttt.fast.sqt import every_q
from qttt.fast.sqt import functions as fast
from qttt.fast.sqt.answers import expand_all
from qttt.fast.sqt.functions import GAMES, NAME, PLIES, Functions
from qttt.fast.sqt.polynomial import BITS, Piecewise, Polynomial, Root, between, difference, rational, roots, value_at
from qttt.fast.sqt.setting import COLLAPSES
from qttt.oracle.sqt import FunctionsOfQ, functions_of_q
from qttt.verification import Refuted, expect
from qttt.verification.sqt.solved import AWKWARD, GRID, SCORINGS, SMALL, tablebase, wide_tablebase

POINTS = (*GRID, *SMALL, *AWKWARD)
SEED = 2028


def load_shipped() -> Arrays:
    """The arrays of the table that ships."""
    return known.load(NAME)[1]


# Values

DIGITS = 40
"""The binary digits that tell a q from the ends of pieces: where they did not, another value would be found."""


class Numbers:
    """The functions of all classes of a table, to be evaluated at many q at once."""

    def __init__(self, arrays: Arrays) -> None:
        games = (Functions(*game, arrays) for game in GAMES)
        found = [game.of_class(number) for game in games for number in range(len(arrays["lengths"]))]
        most = max(map(len, found))
        self._ends = np.full((len(found), most), 1 << DIGITS)
        self._coefficients = np.zeros((len(found), most, COLLAPSES + 1), np.int64)
        for row, pieces in enumerate(found):
            try:
                self._ends[row, : len(pieces) - 1] = [end.digits >> BITS - DIGITS for end in fast.ends(pieces)]
            except IndexError:
                raise Refuted(f"function {row}: pieces that do not meet") from None
            for at, (piece, _) in enumerate(pieces):
                self._coefficients[row, at, : len(piece)] = piece

    def at(self, q: Fraction) -> Ints:
        """int64 ``[game, class]``: the values at q, in d**4 to a unit."""
        pieces = (self._ends <= min(int(q * (1 << DIGITS)), (1 << DIGITS) - 1)).sum(axis=1)
        n, d = q.numerator, q.denominator
        scale = np.array([n**k * d ** (COLLAPSES - k) for k in range(COLLAPSES + 1)])
        return np.asarray(self._coefficients[np.arange(len(pieces)), pieces] @ scale).reshape(len(GAMES), -1)


def table_has_the_solved_values(arrays: Callable[[], Arrays] = load_shipped) -> str:
    """Every position of plies 0 to 5, in every setting of two tablebases."""
    found = arrays()
    numbers, count, settings = Numbers(found), 0, 0
    for table in (tablebase(), wide_tablebase()):
        for lane, setting in enumerate(table.settings):
            values = numbers.at(setting.q)[GAMES.index((setting.scoring, setting.double_win))]
            for ply in PLIES:
                there = np.unpackbits(found[f"ply-{ply}.there"], count=level(ply).size)
                keys = level(ply).keys(np.flatnonzero(there))
                if not np.array_equal(keys, table.keys[ply]):
                    raise Refuted(f"ply {ply}: {len(keys):,} positions, not the {len(table.keys[ply]):,} solved ones")
                wrong = values[found[f"ply-{ply}.classes"]] != table.rows[ply][:, lane][table.classes[ply]]
                if wrong.any():
                    raise Refuted(f"key {keys[wrong.argmax()]:#x}, {setting}: another value than the solved one")
                count += len(keys)
            settings += 1
    return f"{count:,} values, {settings} settings"


def spoil_array(name: str, at: int) -> Callable[[], Arrays]:
    """The table with an error in an array."""

    def arrays() -> Arrays:
        array = load_shipped()[name].copy()
        array.reshape(-1)[at] ^= 1
        return {**load_shipped(), name: array}

    return arrays


a_polynomial_is_another = spoil_array("polynomials", 12345)
a_class_is_another = spoil_array("ply-5.classes", -1)
a_piece_is_another = spoil_array("pieces", 1000)
the_start_is_of_another_class = spoil_array("ply-0.classes", 0)


# Functions

SAMPLE = (1, 1, 3, 8, 12, 2)
"""Positions of each ply. After those of ply 5 all is played to the end."""
ALONE = (0, 0, 0, 0, 1, 2)
"""The same of positions of which all that follows is solved anew."""


def sample_keys(arrays: Arrays, sample: Sequence[int], times: int) -> Iterator[int]:
    """The keys of random positions of the table, so many times as many as a sample has of each ply."""
    random = Random(SEED + 1)
    for ply, positions in enumerate(sample):
        there = np.flatnonzero(np.unpackbits(arrays[f"ply-{ply}.there"], count=level(ply).size))
        for at in random.sample(there.tolist(), min(positions * times, len(there))):
            yield int(level(ply).keys(np.int64(at)))


def functions_follow_from_the_next_ply(
    arrays: Callable[[], Arrays] = load_shipped,
    times: int = 10,
    sample: Sequence[int] = SAMPLE,
    alone: Sequence[int] = ALONE,
) -> str:
    """The functions of random positions are those of the best option, by exact arithmetic of functions, where a cycle
    is worth what any two roots make of it; and those that a solve finds of all that follows such a position."""
    found, count = arrays(), 0
    games = {game: Functions(*game, found) for game in GAMES}
    for key in sample_keys(found, sample, times):
        over, spans, following = (each.tolist()[0] for each in expand_all([key]))
        if over != UNFINISHED:
            continue
        best = Piecewise.min if plies(key) & 1 else Piecewise.max
        joins, cycles = fast.options(following, spans)
        for game, of_game in games.items():
            worth = {each: of_game.function(each) for each in {*following} if each >= 0}
            pairs = ((worth[a], worth[b]) for roots in cycles for a, b in combinations(roots, 2))
            closed = (a.max(b).mix(a.min(b)) for a, b in {*pairs})
            expected = reduce(best, [*map(worth.__getitem__, joins), *closed])
            expect(f"key {key:#x}, {game}: the best option", of_game.function(key), expected)
            is_of_its_kind(f"key {key:#x}, {game}", expected)
        count += 1
    for key in sample_keys(found, alone, times):
        classes, levels, numbers = every_q.solve(start=key)
        for at, number in zip(levels[0].keys.tolist(), numbers[0].tolist(), strict=True):
            for (starts, pieces), (game, of_game) in zip(classes.functions(number), games.items(), strict=True):
                anew = Piecewise((*starts, fast.ONE), (*pieces,))
                expect(f"key {at:#x}, {game}", of_game.function(at), anew)
        count += 1
    return f"{count:,} positions of plies 0 to {PLIES[-1]}, four games, seed {SEED + 1}"


# The game and its first moves


ZERO: Polynomial = (-4, 2, 1, 5)
"""5 q**3 + q**2 + 2 q - 4, whose only real root is the zero with draws-second."""


def functions_are_of_their_kind() -> str:
    """The kind of function of the game and of every first move, in all games. With draws-second there is one zero."""
    told = []
    for scoring, double_win in GAMES:
        found = functions_of_q(scoring, double_win)
        functions = {"": found.value, **found.first_moves}
        for name, function in functions.items():
            is_of_its_kind(f"{name}, {scoring}", function)
        told.append(sum(len(each.pieces) for each in functions.values()))
    zeros = functions_of_q("draws-second").value.zeros()
    expect("the zeros with draws-second are of", [zero.minimal for zero in zeros], [ZERO])
    return f"{', '.join(map(str, told))} pieces in the four games"


def is_of_its_kind(name: str, function: Piecewise) -> None:
    """Raises `Refuted` unless a function is continuous on [0, 1], never increases, and consists of polynomials
    with integer coefficients, of degree at most 4, with neighbours different."""
    ends, pieces = function.ends, function.pieces
    if (ends[0], ends[-1]) != (fast.ZERO, fast.ONE) or len(ends) != len(pieces) + 1:
        raise Refuted(f"{name}: from {float(ends[0])} to {float(ends[-1])}, {len(pieces)} pieces, {len(ends)} ends")
    if any(not a < b for a, b in pairwise(ends)):
        raise Refuted(f"{name}: the ends do not ascend")
    for start, stop, piece in function.parts():
        if len(piece) > COLLAPSES + 1 or not all(isinstance(coefficient, int) for coefficient in piece):
            raise Refuted(f"{name}: the piece {piece}")
        if rises(piece, start, stop):
            raise Refuted(f"{name}: {piece} increases between {float(start)} and {float(stop)}")
    for end, (left, right) in zip(ends[1:-1], pairwise(pieces), strict=True):
        if left == right or any(remainder(difference(left, right), end.minimal)):
            raise Refuted(f"{name}: {left} and {right} do not meet at {float(end)}, or are the same")


def remainder(a: Polynomial, divisor: Polynomial) -> list[Fraction]:
    """The remainder of a polynomial after division by another; if it is [0], the first is zero where the second is."""
    _, rest = polydiv(*(np.array([*map(Fraction, each or (0,))]) for each in (a, divisor)))
    return list(rest)


def rises(piece: Polynomial, low: Root, high: Root) -> bool:
    """Whether a polynomial increases somewhere between two ends: its slope is positive between two of its zeros."""
    slope = tuple(k * coefficient for k, coefficient in enumerate(piece))[1:]
    if not any(slope):
        return False
    cuts = [low, *(root for root in roots(slope) if low < root < high), high]
    return any(value_at(slope, between(a, b)) > 0 for a, b in pairwise(cuts))


# Best first moves


def best_first_moves_are_known_for_every_q() -> str:
    """The parts follow one another without a gap, neighbours differ, each part's moves are best between its ends, and
    at the solved q the moves are those with the largest value there."""
    told = []
    for scoring in SCORINGS:
        found = functions_of_q(scoring)
        parts = found.best
        joined = all(a.high == b.low and {*a.moves} != {*b.moves} for a, b in pairwise(parts))
        if not joined or (parts[0].low, parts[-1].high) != (fast.ZERO, fast.ONE):
            raise Refuted(f"{scoring}: the parts do not make up the interval")
        for part in parts:
            if part.low < part.high:
                middle = between(part.low, part.high)
                _are_best(f"{scoring}, q = {middle}", part.moves, found, middle)
        for q in POINTS:
            at = rational(q)
            here = {move for part in parts if not (at < part.low or part.high < at) for move in part.moves}
            _are_best(f"{scoring}, q = {q}", tuple(sorted(here)), found, q)
        told.append(f"{scoring}: {len(parts)} parts")
    return ", ".join(told)


def _are_best(where: str, moves: tuple[str, ...], found: FunctionsOfQ, q: Fraction) -> None:
    values = {move: function(q) for move, function in found.first_moves.items()}
    best = tuple(sorted(move for move, value in values.items() if value == max(values.values())))
    expect(f"{where}: best moves", moves, best)


def one_three_is_always_best() -> None:
    """For any q, 1-3 is among the best first moves; and the double win does not change the value of the game."""
    for scoring in SCORINGS:
        without, with_it = (functions_of_q(scoring, double_win) for double_win in (False, True))
        for found in (without, with_it):
            expect(f"the function of 1-3, {scoring}", found.first_moves["1-3"], found.value)
        expect(f"the function with double wins, {scoring}", with_it.value, without.value)
