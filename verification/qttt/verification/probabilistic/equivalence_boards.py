"""Boards of probabilities for comparing the engines: ordinary boards, and boards that invite errors."""

from fractions import Fraction
from random import Random

from qttt.reference.probabilistic.board import SQUARES, Board, Square, random_board

SEED = 2024
NONE, HALF, ALL = Fraction(0), Fraction(1, 2), Fraction(1)

PERCENT = (
    *((65, 5, 30), (65, 20, 15), (55, 30, 15)),
    *((30, 20, 50), (30, 15, 55), (35, 5, 60)),
    *((30, 5, 65), (35, 20, 45), (45, 10, 45)),
)
PRINTED = Board([Square(*(Fraction(part, 100) for part in parts)) for parts in PERCENT])
"""The board of the source."""
CLASSIC = Board([(ALL, NONE, NONE)] * 9)

CERTAIN = (Square(ALL, NONE, NONE), Square(NONE, ALL, NONE), Square(NONE, NONE, ALL))
EVEN = (Square(HALF, HALF, NONE), Square(NONE, HALF, HALF), Square(HALF, NONE, HALF))
PASS = CERTAIN[1]

NEAR_1 = ALL - Fraction(1, 10**30)
RARE = Fraction(1, 10**40)
EXTREMES = (
    Square((1 - NEAR_1) / 3, NEAR_1, (1 - NEAR_1) * 2 / 3),
    Square(RARE, ALL - RARE, NONE),
    Square(NONE, ALL - RARE, RARE),
    Square(RARE, NONE, ALL - RARE),
    Square(ALL - RARE, RARE, NONE),
    Square(RARE, HALF, HALF - RARE),
    Square(NEAR_1 / 2, ALL - NEAR_1, NEAR_1 / 2),
)
"""Probabilities whose difference from 0, 1 or 1/2 a double holds only in part, or loses."""
BEYOND = Square(Fraction(1, 10**200), ALL - Fraction(3, 10**200), Fraction(2, 10**200))
"""A square on which a mark is too rare for double precision."""


def generated(number: int) -> Board:
    return random_board(SEED, number)


def awkward(number: int) -> Board:
    """Random rationals with a separate denominator for every square, never a power of two."""
    random = Random(f"awkward {number}")

    def square() -> Square:
        d = random.randrange(3, 10**6, 2)
        low, high = sorted(random.randint(0, d) for _ in range(2))
        return Square(Fraction(low, d), Fraction(high - low, d), Fraction(d - high, d))

    return Board(square() for _ in SQUARES)


def certain(number: int) -> Board:
    """Zeros and ones, and a few halves."""
    return _draw_squares(Random(f"certain {number}"), (*CERTAIN, *EVEN))


def with_passes(number: int) -> Board:
    """A board of the generator with one to eight pass squares."""
    random = Random(f"passes {number}")
    squares = [*generated(number)]
    for at in random.sample(range(len(SQUARES)), random.randint(1, len(SQUARES) - 1)):
        squares[at] = PASS
    return Board(squares)


def extreme(number: int) -> Board:
    """Very small and very large probabilities, with a few pass squares."""
    return _draw_squares(Random(f"extreme {number}"), (*EXTREMES, *EXTREMES, *CERTAIN))


def nearly_even(number: int) -> Board:
    """Squares that double precision cannot distinguish."""
    random = Random(f"nearly even {number}")
    base = generated(number)[0]
    return Board(
        Square(base.success - tiny, base.neutral, base.failure + tiny)
        for tiny in (Fraction(random.randint(0, 3), 10**20) for _ in SQUARES)
    )


def beyond(number: int) -> Board:
    """A board for exact numbers only."""
    squares = [*with_passes(number)]
    squares[number % len(squares)] = BEYOND
    return Board(squares)


def _draw_squares(random: Random, squares: tuple[Square, ...]) -> Board:
    return Board(random.choice(squares) for _ in SQUARES)


KINDS = (extreme, nearly_even, with_passes, certain, awkward, generated)


def boards(each: int) -> tuple[Board, ...]:
    """The boards of the source and of classic tic-tac-toe, and `each` boards of every kind."""
    return (*(kind(number) for number in range(each) for kind in KINDS), PRINTED, CLASSIC)
