"""The boards of probabilistic tic-tac-toe: nine squares, each with three exact probabilities; and random ones.

The parts of the page `probabilistic-1.1` about boards, in its order. `probabilistic.file` reads files of them,
`probabilistic` is the game.

>>> board = Board.of([("65%", "5%", "30%")] * 9)
>>> str(board[0]), board[0].success
('0.65 0.05 0.3', Fraction(13, 20))
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, Self, TypeVar, cast

SQUARES = range(1, 10)

PROBABILITY = re.compile(r"(?P<number>[0-9]+(?:/0*[1-9][0-9]*|\.[0-9]+)?)(?P<percent>%?)")
LONGEST, LONGEST_PRINTED = 100, 199
"""The largest number of characters of a written number, and of one in the form in which `plain` prints it."""

SEEDS = 2**64
OUTPUTS_A_BOARD = 18
GENERATORS: Mapping[str, int] = {"abraham-2024": 0, "sun-2024": 1}
"""The generators of random boards, with the least failure that they draw, in twentieths."""

T = TypeVar("T")


class BoardError(ValueError):
    """A board, or a part of one, that a rule rejects: which `rule`, `what` is wrong, and `where`, outermost first.

    >>> str(BoardError("PROB-SQUARE-1", "success is 5/4", ("square 3",)).at("row 7"))
    'row 7: square 3: success is 5/4 (PROB-SQUARE-1)'
    """

    def __init__(self, rule: str, what: str, where: tuple[str, ...] = ()) -> None:
        super().__init__(rule, what, where)
        self.rule = rule
        self.what = what
        self.where = where

    def at(self, place: str) -> "BoardError":
        """The same error, located within `place`."""
        return BoardError(self.rule, self.what, (place, *self.where))

    def __str__(self) -> str:
        return f"{': '.join([*self.where, self.what])} ({self.rule})"


# Numbers in writing


@lru_cache(maxsize=4096)
def probability(text: str) -> Fraction:
    """The exact number that a text writes as an integer, a decimal or a fraction, each optionally in per cent.

    A text of more than 100 characters must be the one that `plain` prints, because a number that is read is printed,
    and what is printed is read. Raises `BoardError` for anything else, and for a number that is not from 0 to 1.

    Rule: PROB-NUMBER-1

    >>> probability("0.65"), probability("65%"), probability("13/20"), probability("200/3%")
    (Fraction(13, 20), Fraction(13, 20), Fraction(13, 20), Fraction(2, 3))
    >>> probability("1e-1")
    Traceback (most recent call last):
    qttt.reference.probabilistic.board.BoardError: '1e-1' is not a probability: write it as 0.65, 65% or 13/20 (PROB-...
    """
    match = PROBABILITY.fullmatch(text) if len(text) <= LONGEST_PRINTED else None
    if match is not None:
        number = Fraction(match["number"])
        if len(text) <= LONGEST or (number <= 1 and text == plain(number)):
            if match["percent"]:
                number /= 100
            if number > 1:
                hint = "" if match["percent"] else f"; write {text} per cent as {text}%"
                raise BoardError("PROB-SQUARE-1", f"{text} is more than 1: a probability is from 0 to 1{hint}")
            return number
    raise BoardError("PROB-NUMBER-1", f"{_shown(text)} is not a probability: {_remedy(text)}")


def _shown(text: str) -> str:
    return repr(text if len(text) <= LONGEST else f"{text[:20]}…")


def _remedy(text: str) -> str:
    if len(text) > LONGEST:
        return f"write it with at most {LONGEST} characters"
    if re.fullmatch(r"-[0-9].*", text):
        return "it is negative; write a number from 0 to 1"
    return "write it as 0.65, 65% or 13/20"


@lru_cache(maxsize=4096)
def plain(number: Fraction) -> str:
    """A number as a decimal if it has a finite one of at most 20 digits, else as a fraction.

    >>> plain(Fraction(21, 20)), plain(Fraction(1, 3)), plain(Fraction(1))
    ('1.05', '1/3', '1')
    """
    for digits in range(21):
        scaled = number * 10**digits
        if scaled.denominator == 1:
            whole, rest = divmod(abs(int(scaled)), 10**digits)
            sign = "-" if number < 0 else ""
            return f"{sign}{whole}" + (f".{rest:0{digits}d}" if digits else "")
    return str(number)


# Boards


class _Three(NamedTuple):
    success: Fraction
    neutral: Fraction
    failure: Fraction


class Square(_Three):
    """The three probabilities of a square: that naming it puts there the mover's mark, no mark, or the opponent's.

    Guaranteed: exact fractions from 0 to 1 that add up to 1. Raises `BoardError` otherwise.

    Rule: PROB-SQUARE-1

    >>> Square(Fraction(11, 20), Fraction(3, 10), Fraction(1, 5))
    Traceback (most recent call last):
    qttt.reference.probabilistic.board.BoardError: 0.55 + 0.3 + 0.2 is 1.05, 0.05 more than 1: the three must add...
    """

    __slots__ = ()

    def __new__(cls, success: Fraction, neutral: Fraction, failure: Fraction) -> Self:
        three = _Three(success, neutral, failure)
        for name, given in zip(cls._fields, cast(tuple[object, ...], three), strict=True):
            if not isinstance(given, Fraction):
                what = f"{name} must be an exact Fraction: {given!r} is a {type(given).__name__}"
                raise BoardError("PROB-SQUARE-1", what)
            if not 0 <= given.numerator <= given.denominator:
                raise BoardError("PROB-SQUARE-1", f"{name} is {plain(given)}: a probability is from 0 to 1")
        (s, t), (n, u), (f, v) = (number.as_integer_ratio() for number in three)
        if s * u * v + n * t * v + f * t * u != t * u * v:
            total = sum(three, Fraction(0))
            off = f"{plain(abs(total - 1))} {'more' if total > 1 else 'less'} than 1"
            what = f"{' + '.join(map(plain, three))} is {plain(total)}, {off}: the three must add up to exactly 1"
            raise BoardError("PROB-SQUARE-1", what)
        return super().__new__(cls, *three)

    @classmethod
    def of(cls, texts: Sequence[str]) -> Self:
        """The square of three written numbers: success, neutral, failure. Raises `BoardError`.

        >>> str(Square.of(["1/2", "20%", "0.3"]))
        '0.5 0.2 0.3'
        """
        if len(texts) != 3:
            what = f"a square must have three probabilities, success, neutral and failure: found {len(texts)}"
            raise BoardError("PROB-SQUARE-1", what)
        numbers = []
        for name, text in zip(_Three._fields, texts, strict=True):
            try:
                numbers.append(probability(text))
            except BoardError as error:
                raise error.at(name) from None
        return cls(*numbers)

    def __str__(self) -> str:
        return " ".join(map(plain, self))


class Board(tuple[Square, ...]):
    """The nine squares of a board: square q is `board[q - 1]`.

    Made of nine triples of exact fractions: success, neutral, failure. Hashable. Raises `BoardError`, which
    names the square.

    Rule: PROB-BOARD-1
    """

    __slots__ = ()

    def __new__(cls, squares: Iterable[tuple[Fraction, Fraction, Fraction]]) -> Self:
        return cls._nine([*squares], lambda three: Square(*three))

    @classmethod
    def of(cls, rows: Sequence[Sequence[str]]) -> Self:
        """The board of nine triples of written numbers. Raises `BoardError`, which names the square.

        >>> Board.of([("0.5", "0.2", "0.2")] * 9)
        Traceback (most recent call last):
        qttt.reference.probabilistic.board.BoardError: square 1: 0.5 + 0.2 + 0.2 is 0.9, 0.1 less than 1: ...
        """
        return cls._nine(rows, lambda texts: _square(tuple(texts)))

    @classmethod
    def _nine(cls, given: Sequence[T], square_of: Callable[[T], Square]) -> Self:
        if len(given) != len(SQUARES):
            raise BoardError("PROB-BOARD-1", f"a board must have {len(SQUARES)} squares: found {len(given)}")
        squares = []
        for number, three in zip(SQUARES, given, strict=True):
            try:
                squares.append(square_of(three))
            except BoardError as error:
                raise error.at(f"square {number}") from None
        return super().__new__(cls, squares)

    def __str__(self) -> str:
        return ", ".join(map(str, self))


@lru_cache(1 << 16)
def _square(texts: tuple[str, ...]) -> Square:
    """`Square.of` with a cache, because files of boards repeat squares."""
    return Square.of(texts)


# Random boards


def splitmix64(seed: int, number: int) -> int:
    """Output `number`, from 0, of the generator SplitMix64 with a seed: 64 random bits as an integer.

    Rule: PROB-RANDOM-1

    The outputs that are published to test implementations:

    >>> [splitmix64(1234567, number) for number in range(5)]
    [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    """
    z = (seed + (number + 1) * 0x9E3779B97F4A7C15) % 2**64
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    return z ^ z >> 31


def drawn(output: int, possibilities: int) -> int:
    """One of `possibilities` numbers from 0 on, by the upper half of 64 random bits.

    Rule: PROB-RANDOM-1

    >>> drawn(6457827717110365317, 6)
    2
    """
    return (output >> 32) * possibilities >> 32


def random_board(seed: int, number: int = 0, generator: str = "abraham-2024") -> Board:
    """Board `number`, from 0, that a generator makes with a seed.

    Raises `BoardError` unless 0 <= seed < 2^64 and 0 <= number, and for an unknown generator.

    Rule: PROB-RANDOM-1
    Rule: PROB-RANDOM-2

    >>> str(random_board(1234567)[0]), str(random_board(1234567, generator="sun-2024")[0])
    ('0.4 0.15 0.45', '0.35 0.15 0.5')
    """
    if generator not in GENERATORS:
        raise BoardError("PROB-RANDOM-2", f"unknown generator {generator!r}: expected {' or '.join(GENERATORS)}")
    if not 0 <= seed < SEEDS:
        raise BoardError("PROB-RANDOM-1", f"the seed {seed} is out of range: expected 0 to 2^64 - 1")
    if number < 0:
        raise BoardError("PROB-RANDOM-1", f"the board number {number} is negative: expected an integer from 0")
    first = OUTPUTS_A_BOARD * number
    outputs = (splitmix64(seed, first + at) for at in range(OUTPUTS_A_BOARD))
    return Board(random_square(next(outputs), next(outputs), GENERATORS[generator]) for _ in SQUARES)


def random_square(for_neutral: int, for_success: int, least_failure: int) -> Square:
    """The square of two outputs, whose failure is at least so many twentieths.

    Rule: PROB-RANDOM-1
    Rule: PROB-RANDOM-2
    """
    neutrals = range(1, 7)
    neutral = neutrals[drawn(for_neutral, len(neutrals))]
    successes = range(6, 20 - neutral - least_failure + 1)
    success = successes[drawn(for_success, len(successes))]
    return Square(*(Fraction(twentieths, 20) for twentieths in (success, neutral, 20 - success - neutral)))
