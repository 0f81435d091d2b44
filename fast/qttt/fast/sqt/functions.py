"""The value of any position as a function of q, and at any q, exactly: from the table that ships, and after ply 5 from
the ends of play. Values are in units of points (UNIT).

The table `sqt` (see `qttt.fast.known`) has for four games at once (GAMES), in this order:

- `polynomials`, int16 ``[polynomial, 5]``: the coefficients of each, that of q**0 first
- `lengths`, uint8 ``[class, game]``: positions with the same functions in all games are one class. A function has so
  many pieces, less 3; a number g below 3 stands for the function of the same class in game g
- `pieces`, uint16: for each function that is not said to be another, classes and games in their order, the polynomials
  of its pieces, from q = 0 on; and `passed`, uint8, of the same length. Piece b after piece a starts at a zero of
  a - b between the start of a and 1: the first one if `passed` is 0 there, else so many zeros later
- `ply-0.there` to `ply-5.there`, uint8: a bit for each index of the dense index (see `qttt.fast.goff.index`), the high
  bits first: whether a position is there; and `ply-0.classes` ..., uint16: the class of each of these positions"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache, reduce
from itertools import accumulate, pairwise, product
from typing import Any, Generic, NamedTuple, TypeVar, get_args

import numpy as np

from qttt.fast import known
from qttt.fast.answers import Ints
from qttt.fast.container import Arrays
from qttt.fast.goff.board import SQUARES, place
from qttt.fast.goff.graph import settle_both
from qttt.fast.goff.index import PACKED, dense, level
from qttt.fast.goff.moves import NO_SUCCESSOR, outcome_of, shift
from qttt.fast.goff.outcome import FIRST_READING, UNFINISHED, codes_counted
from qttt.fast.goff.position import FIELD, FOREST, canonical, plies
from qttt.fast.known.web import LATER, holds
from qttt.fast.sqt.polynomial import (
    Piecewise,
    Polynomial,
    Root,
    difference,
    mix,
    polynomial,
    rational,
    roots,
    value_at,
)
from qttt.fast.sqt.setting import SCORES, UNIT, Scoring

T = TypeVar("T")

NAME = "sqt"
GAMES: tuple[tuple[Scoring, bool], ...] = tuple(product(get_args(Scoring), (False, True)))
"""The scoring, and whether double wins count."""
LAST = 6
PLIES = range(LAST)
"""Those that the table has; ply 6 has eight times as many positions."""
WEB_PLIES = PLIES[:-1]
"""Those that a table for browsers has: ply 5, which a browser searches, would make it ten times as large."""
SHORTEST = len(GAMES) - 1
"""What `lengths` adds to a number of pieces."""
X7_SHIFT = shift(LAST + 1)
"""Where X7 is in a key: what follows it is known from the position without it (see `qttt.fast.sqt.late`)."""
ZERO, ONE = rational(Fraction(0)), rational(Fraction(1))


Pieces = Sequence[tuple[Polynomial, int]]
"""A function in the table: polynomials, each with the zeros of its difference from the one before that are passed."""


class Arithmetic(NamedTuple, Generic[T]):
    """What values are: numbers at one q, or functions. `made` makes one of `Pieces`, or of a constant in each game."""

    made: Callable[[Any], T]
    larger: Callable[[T, T], T]
    smaller: Callable[[T, T], T]
    mix: Callable[[T, T], T]


def ends(pieces: Pieces) -> Iterator[Root]:
    """Where the pieces of a function in the table end, but for the last."""
    last = ZERO
    for (a, _), (b, passed) in pairwise(pieces):
        last = [root for root in roots(difference(a, b)) if last < root][passed]
        yield last


def function_of(pieces: Pieces) -> Piecewise:
    """A function in the table."""
    return Piecewise((ZERO, *ends(pieces), ONE), tuple(polynomial for polynomial, _ in pieces))


def value_of(pieces: Pieces, q: Fraction) -> Fraction:
    """The value of a function in the table at q, without more of its ends than it takes."""
    at = rational(q)
    here = (piece for (piece, _), end in zip(pieces, ends(pieces), strict=False) if not end < at)
    return value_at(next(here, pieces[-1][0]), q)


OF_Q = Arithmetic(function_of, Piecewise.max, Piecewise.min, Piecewise.mix)


def at_q(q: Fraction) -> Arithmetic[Fraction]:
    """Values at one q."""
    return Arithmetic(lambda pieces: value_of(pieces, q), max, min, lambda best, worst: (1 - q) * best + q * worst)


class Functions:
    """The values of all positions of one game of the first reading, by `arrays` of the table, or by the one that ships.

    Every method takes a key, settled or pending, and raises KeyError for one up to ply 6 that no game reaches and for
    a later one without the form of a position. Raises `qttt.fast.known.Damaged`."""

    def __init__(self, scoring: Scoring = "draws-even", double_win: bool = False, arrays: Arrays | None = None) -> None:
        self._game, self._arrays = GAMES.index((scoring, double_win)), arrays or known.load(NAME)[1]
        self._scores = [SCORES[scoring][code] // UNIT for code in codes_counted(double_win)]

    def function(self, key: int) -> Piecewise:
        """The function of a position."""
        return self._value(key, OF_Q)

    def at(self, key: int, q: Fraction) -> Fraction:
        """The value of a position at q from 0 to 1."""
        return self._value(key, at_q(q))

    def _value(self, key: int, by: Arithmetic[T]) -> T:
        if key & FIELD:
            a, b = (self._value(each, by) for each in settle_both(key))
            return by.mix(by.larger(a, b), by.smaller(a, b))
        if (ply := plies(key)) in PLIES:
            return by.made(self._stored(key, ply))
        if not _has_its_form(key, ply):
            raise KeyError(key)
        if ply == LAST + 1 and outcome_of(key, FIRST_READING) == UNFINISHED:
            before, at = key & ~(FIELD << X7_SHIFT), (key >> X7_SHIFT) & FIELD
            return self._left(_after((before,))[2][0][at], by)
        return self._late([key if ply == LAST else canonical(key)], ply, by)[0]

    def _late(self, keys: Sequence[int], ply: int, by: Arithmetic[T]) -> list[T]:
        """The values of settled positions of one ply after those of the table, by all ends of play."""
        over, spans, following = _after(tuple(keys))
        rows = (row for code, row in zip(over, following, strict=True) if code == UNFINISHED)
        there = sorted({each for row in rows for each in row} - {NO_SUCCESSOR})
        if ply == LAST:
            worth = {choice: self._left(choice, by) for choice in there}
        else:
            worth = dict(zip(there, self._late(there, ply + 1, by), strict=True)) if there else {}

        def valued(code: int, squares: Sequence[int], row: Sequence[int]) -> T:
            if code != UNFINISHED:
                return self._offer((code, code), by)
            joins, cycles = options(row, squares)
            return best(
                -1 if ply & 1 else 1,
                [worth[each] for each in joins],
                [[worth[each] for each in roots] for roots in cycles],
                by,
            )

        return [*map(valued, over, spans, following)]

    def _left(self, choice: int, by: Arithmetic[T]) -> T:
        """What O leaves of a choice at ply 8 (see `qttt.fast.sqt.late`)."""
        from qttt.fast.sqt.late import FIRST_POOL, FRONT_BITS, FRONTS, POOL_BITS, POOLS, SECOND_POOL

        pools = (POOLS[(choice >> shift) & POOL_BITS] for shift in (FIRST_POOL, SECOND_POOL))
        front, *pairs = ([self._offer(each, by) for each in offers] for offers in (FRONTS[choice & FRONT_BITS], *pools))
        return best(-1, front, filter(None, pairs), by)

    def _offer(self, offer: tuple[int, int], by: Arithmetic[T]) -> T:
        """What the best two outcomes of a tree are worth at ply 9; of one outcome twice, that."""
        high, low = (polynomial(self._scores[code]) for code in offer)
        return by.made([(mix(high, low), 0)])

    def _stored(self, key: int, ply: int) -> Pieces:
        """The function of a settled position in the table."""
        at, there = level(ply), self._arrays[f"ply-{ply}.there"]
        if at.number[key >> 42] >= 0 <= at.number[(key >> 24) & (PACKED - 1)]:
            byte, bit = divmod(int(dense(key, at.tables)), 8)
            if int(there[byte]) << bit & 128:
                before = int(np.bitwise_count(there[:byte]).sum()) + (int(there[byte]) >> (8 - bit)).bit_count()
                return self.of_class(int(self._arrays[f"ply-{ply}.classes"][before]))
        raise KeyError(key)

    def of_class(self, number: int, game: int | None = None) -> Pieces:
        """The function of a class, or that in another game."""
        game = self._game if game is None else game
        length = int(self._arrays["lengths"][number, game])
        if length < SHORTEST:
            return self.of_class(number, length)
        start = int(self._starts[number * len(GAMES) + game])
        here = slice(start, start + length - SHORTEST)
        rows = self._arrays["polynomials"][self._arrays["pieces"][here]].tolist()
        return [(polynomial(*each), n) for each, n in zip(rows, self._arrays["passed"][here].tolist(), strict=True)]

    @cached_property
    def _starts(self) -> Ints:
        """Where the function of each class in each game starts in `pieces`."""
        counts = np.maximum(self._arrays["lengths"].ravel().astype(np.int64), SHORTEST) - SHORTEST
        starts: Ints = np.cumsum(counts) - counts
        return starts


def web_name(scoring: Scoring, double_win: bool) -> str:
    """The name of the table of one game for browsers."""
    return f"{NAME}-{scoring}-{'yes' if double_win else 'no'}"


def web_table(name: str) -> known.Table:
    """One of the two tables for browsers of one game: plies 0 to 2, or 3 and 4, and the functions of these positions
    (see `web/data/README.md`), the most frequent ones first."""
    description, arrays = known.load(NAME)
    scoring, double_win = next(game for game in GAMES if web_name(*game) == name.removesuffix(LATER))
    found = Functions(scoring, double_win, arrays)
    numbers = dict[tuple[tuple[Polynomial, int], ...], int]()
    here = [ply for ply in WEB_PLIES if holds(name, ply)]
    classes = {ply: arrays[f"ply-{ply}.classes"] for ply in here}
    counts = np.bincount(np.concatenate([*classes.values()]))
    function = np.zeros(len(counts), np.int64)
    for each in np.argsort(-counts, kind="stable")[: np.count_nonzero(counts)].tolist():
        function[each] = numbers.setdefault((*found.of_class(each),), len(numbers)) + 1
    pieces = [piece for pieces in numbers for piece in pieces]
    polynomials = {each: number for number, each in enumerate(dict.fromkeys(each for each, _ in pieces))}
    plies = dict[str, Ints]()
    for ply in here:
        there = np.unpackbits(arrays[f"ply-{ply}.there"], count=level(ply).size)
        plies[f"ply-{ply}"] = array = np.zeros(level(ply).size, np.uint16)
        array[there == 1] = function[classes[ply]]
    return description, {
        "polynomials": np.array([(*each, 0, 0, 0, 0, 0)[:5] for each in polynomials], np.int16).ravel(),
        "lengths": np.array([len(each) for each in numbers], np.uint8),
        "pieces": np.array([polynomials[each] for each, _ in pieces], np.uint16),
        "passed": np.array([passed for _, passed in pieces], np.uint8),
        **plies,
    }


def _has_its_form(key: int, ply: int) -> bool:
    """Whether a key without a table has the form of a settled position (see `qttt.fast.goff.known`)."""
    from qttt.fast.goff.answers import is_late
    from qttt.fast.goff.known import is_reached

    work, number = [0] * FOREST, level(LAST).number
    return is_reached(key, work, number, FIRST_READING) if ply == LAST else is_late(key, work, number)


@lru_cache(1 << 10)
def _after(keys: tuple[int, ...]) -> tuple[Ints, Ints, Ints]:
    """What follows settled positions of a ply after those of the table: lists of what `expanded` writes."""
    from qttt.fast.sqt.answers import expand_all

    over, spans, following = expand_all(keys)
    return over.tolist(), spans.tolist(), following.tolist()


def options(places: Sequence[int], spans: Sequence[int]) -> tuple[list[int], list[list[int]]]:
    """What is at each place, sorted: what joins two components, or is the special final move, each once; and for each
    component of two squares or more what its roots lead to. `spans`: the mask of each square's component, 0 if it is
    definite."""
    free = [s for s in range(SQUARES) if spans[s]]
    joins = dict.fromkeys(places[place(u, v)] for v in free for u in free if u < v and not spans[v] >> u & 1)
    cycles = [
        [places[place(s, s)] for s in free if span >> s & 1 and places[place(s, s)] != NO_SUCCESSOR]
        for span in sorted({spans[s] for s in free})
    ]
    final = [roots[0] for roots in cycles if len(roots) == 1 == len(free)]
    return [*joins, *final], [roots for roots in cycles if len(roots) > 1]


def best(sign: int, joins: Iterable[T], cycles: Iterable[Sequence[T]], by: Arithmetic[T]) -> T:
    """What the best option is worth: for X, and for O if sign = -1. `cycles`: for each component what its roots are
    worth, of which a cycle takes the best two (lemma `sqt-two-roots`). Rule: SQT-VALUE-1"""
    better, worse = (by.larger, by.smaller) if sign == 1 else (by.smaller, by.larger)
    found = [*accumulate(joins, better)][-1:]
    for one, other, *others in cycles:
        first, second = better(one, other), worse(one, other)
        for each in others:
            first, second = better(first, each), better(second, worse(first, each))
        if [reduce(better, found, first)] != found:  # no cycle is worth more than its best root
            worth = by.mix(first, second) if sign == 1 else by.mix(second, first)
            found = [reduce(better, found, worth)]
    return found[0]
