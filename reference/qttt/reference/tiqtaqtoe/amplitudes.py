"""The level full of TiqTaqToe: boards with amplitudes, which add up where two branches lead to the same board.

A part of the page `tiqtaqtoe-1.1`: after `tiqtaqtoe.moves`, before `tiqtaqtoe.ending`.

>>> print(split(Superposition(), Pair(1, 2), "swap"))
.X....... 1,0,0,0 | X........ 0,0,-1,0 | free 3456789 | O to move
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import ClassVar, SupportsInt

from qttt.reference.game import Actor
from qttt.reference.notation import Tokens
from qttt.reference.tiqtaqtoe.moves import exchanged, written
from qttt.reference.tiqtaqtoe.notation import Pair
from qttt.reference.tiqtaqtoe.numbers import ONE, ROOT, Amplitude, I, Surd, modulus, plus, times
from qttt.reference.tiqtaqtoe.position import EMPTY, SQUARES, Board, Position, has_line_on

GATES: Mapping[str, tuple[Amplitude, Amplitude, Amplitude]] = {
    "iswap": (ONE, I, ROOT),
    "swap": (ONE, (0, 0, -1, 0), (1, 0, -1, 0)),
}
"""The factors by which a gate keeps a board, exchanges its two squares, and leaves a board that it does not change;
each multiplied by √2, or by 1 - i. Rule: TIQ-GATE-1"""


# Positions


@dataclass(frozen=True, repr=False)
class Superposition(Position):
    """The boards that a measurement could find, ascending, each with its amplitude, which is not 0.

    All amplitudes may be multiplied by one number: they are integers without a common divisor, the first a positive
    integer. `free` are the squares that no move has named since the last measurement, which left them empty.

    Rule: TIQ-AMPLITUDE-1

    >>> str(Superposition())
    '......... 1,0,0,0 | free 123456789 | X to move'
    """

    amplitudes: tuple[Amplitude, ...] = (ONE,)
    free: tuple[int, ...] = SQUARES
    mover: Actor = Actor.X
    uniform: ClassVar[bool] = False

    @classmethod
    def of(cls, text: str, measurable: bool = True) -> Superposition:
        """The position written as `text`: boards with amplitudes in any order and of any common factor.

        Raises `StateError` for any other text, as `Position.of` does; the free squares must be empty on all boards.

        Rule: NOTATION-STATE-5

        >>> print(Superposition.of(".X....... 0,0,2,0 | X........ -2,0,0,0 | free 9 | O to move"))
        .X....... 1,0,0,0 | X........ 0,0,1,0 | free 9 | O to move
        """
        tokens = Tokens(text)
        number = "-?[0-9]+(?:/0*[1-9][0-9]*)?"
        read: dict[Board, tuple[Fraction, ...]] = {}
        while not read or not tokens.begins("free"):
            board = tokens.take("[XO.]{9}", "a board of nine squares, each X, O or a dot").group()
            tokens.check(board not in read, "a board that is not listed yet")
            written = tokens.take(f"{number}(?:,{number}){{3}}", "an amplitude, such as 0,0,1,0").group()
            read[board] = tuple(map(Fraction, written.split(",")))
            tokens.check(any(read[board]), "an amplitude that is not 0")
            tokens.take(r"\|", "|")
        tokens.take("free", "free")
        squares = tokens.take("none|[1-9]+", "the free squares, ascending, or none").group().replace("none", "")
        empty = [square for square in SQUARES if all(board[square - 1] == EMPTY for board in read)]
        ascending = [*squares] == sorted({*squares})
        tokens.check(ascending and {*map(int, squares)} <= {*empty}, "certainly empty squares, ascending, or none")
        tokens.take(r"\|", "|")
        mover = Actor(tokens.take("[XO]", "the player, X or O").group())
        tokens.take("to", "to")
        tokens.take("move", "move")
        measured = tokens.left
        if measured:
            tokens.take("measured", "the end of the position")
            tokens.check(
                measurable and len(read) == 1 and has_line_on(*read), "the end: no measurement ends the game here"
            )
        tokens.end()
        whole = lcm(*(each.denominator for amplitude in read.values() for each in amplitude))
        amplitudes = {board: _integers(each * whole for each in amplitude) for board, amplitude in read.items()}
        return scaled(amplitudes, map(int, squares), mover, measured)

    def __str__(self) -> str:
        first = self.amplitudes[0][0]
        boards = (
            f"{board} {','.join(str(Fraction(each, first)) for each in amplitude)}"
            for board, amplitude in zip(self.boards, self.amplitudes, strict=True)
        )
        free = "".join(map(str, self.free)) or "none"
        return " | ".join([*boards, f"free {free}", f"{self.mover} to move{' measured' * self.measured}"])

    @property
    def plies(self) -> int:
        """0 or 1, according to the player to move: a position does not say how many moves have been made."""
        return int(self.mover is Actor.O)

    @property
    def turn(self) -> Actor:
        """The player to move."""
        return self.mover

    @property
    def empty(self) -> tuple[int, ...]:
        """The free squares.

        Rule: TIQ-AMPLITUDE-1
        """
        return self.free

    @cached_property
    def shares(self) -> tuple[Surd | Fraction, ...]:
        """The probability of each board: the squared moduli of the amplitudes, in proportion.

        Rule: TIQ-BORN-1

        >>> position = Superposition.of("X........ 1,1,0,0 | O........ 1,0,0,0 | free 9 | X to move")
        >>> [str(share) for share in position.shares]
        ['3/7-1/7√2', '4/7+1/7√2']
        """
        squares = [*map(modulus, self.amplitudes)]
        s, t = map(sum, zip(*squares, strict=True))
        norm = s * s - 2 * t * t
        return tuple(Surd.of(Fraction(p * s - 2 * q * t, norm), Fraction(q * s - p * t, norm)) for p, q in squares)


def scaled(
    amplitudes: Mapping[Board, Amplitude], free: Iterable[int], mover: Actor, measured: bool = False
) -> Superposition:
    """The position of boards with amplitudes: without boards of amplitude 0, and without the common factor.

    Rule: TIQ-AMPLITUDE-1
    """
    boards = tuple(sorted(board for board, amplitude in amplitudes.items() if any(amplitude)))
    a, b, c, d = amplitudes[boards[0]]
    s, t = modulus(amplitudes[boards[0]])
    factor = times((a, -d, -c, -b), (s, -t, 0, t))
    multiplied = [times(factor, amplitudes[board]) for board in boards]
    common = gcd(*(each for amplitude in multiplied for each in amplitude))
    return Superposition(
        boards,
        measured,
        tuple(_integers(each // common for each in amplitude) for amplitude in multiplied),
        tuple(sorted(free)),
        mover,
    )


def _integers(numbers: Iterable[SupportsInt]) -> Amplitude:
    a, b, c, d = map(int, numbers)
    return a, b, c, d


# Moves


def marked(position: Superposition, square: int) -> Superposition:
    """The position after a classical move, on a free square.

    Rule: TIQ-SPLIT-1
    """
    amplitudes = {
        written(board, square, position.turn): amplitude
        for board, amplitude in zip(position.boards, position.amplitudes, strict=True)
    }
    return scaled(amplitudes, {*position.free} - {square}, position.turn.opponent)


def split(position: Superposition, pair: Pair, gate: str) -> Superposition:
    """The position after a split: a mark of the mover on one of the squares is flipped, then the gate acts on both.

    Rule: TIQ-SPLIT-1

    >>> print(split(Superposition(), Pair(1, 2), "iswap"))
    .X....... 1,0,0,0 | X........ 0,0,1,0 | free 3456789 | O to move
    """
    after: dict[Board, Amplitude] = {}
    square = pair.second if pair.second in position.free else pair.first
    for before, amplitude in zip(position.boards, position.amplitudes, strict=True):
        for board, factor in branches(flipped(before, square, position.turn), pair, position.turn, gate):
            after[board] = plus(after.get(board, (0, 0, 0, 0)), times(amplitude, factor))
    return scaled(after, {*position.free} - {*pair}, position.turn.opponent)


def branches(board: Board, pair: Pair, mover: Actor, gate: str) -> tuple[tuple[Board, Amplitude], ...]:
    """What a gate makes of a board: one board or two, each with the factor of its amplitude.

    Rule: TIQ-GATE-1

    >>> branches("XO.......", Pair(1, 2), Actor.X, "iswap")
    (('XO.......', (1, 0, 0, 0)), ('OX.......', (0, 0, 1, 0)))
    >>> branches("XO.......", Pair(1, 2), Actor.X, "swap")
    (('XO.......', (1, 0, -1, 0)),)
    """
    keep, go, leave = GATES[gate]
    held = {board[pair.first - 1], board[pair.second - 1]}
    changes = len(held) == 2 if gate == "iswap" else held == {EMPTY, mover}
    return ((board, keep), (exchanged(board, pair), go)) if changes else ((board, leave),)


def flipped(board: Board, square: int, mover: Actor) -> Board:
    """The board with a mark of the mover put on a square that is empty, or taken from one that has it.

    Rule: TIQ-SPLIT-1

    >>> flipped("X.O......", 1, Actor.X), flipped("X.O......", 2, Actor.X), flipped("X.O......", 3, Actor.X)
    ('..O......', 'XXO......', 'X.O......')
    """
    flips: Mapping[str, str] = {EMPTY: mover, mover: EMPTY}
    return written(board, square, flips.get(board[square - 1], board[square - 1]))


def found(position: Superposition, board: Board, measured: bool) -> Superposition:
    """The position after a measurement that found `board`: its empty squares are free.

    Rule: TIQ-BORN-1
    """
    free = (square for square in SQUARES if board[square - 1] == EMPTY)
    return scaled({board: ONE}, free, position.turn, measured)
