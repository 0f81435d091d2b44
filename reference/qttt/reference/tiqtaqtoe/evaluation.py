"""The estimated value of a position of TiqTaqToe where a search stops."""

from collections.abc import Callable
from fractions import Fraction

from qttt.reference.board import lines
from qttt.reference.tiqtaqtoe.game import TiqTaqToe
from qttt.reference.tiqtaqtoe.position import Board, Position

PROMISE = {(3, 0): 50, (2, 0): 25, (2, 1): 5, (1, 2): -5, (0, 2): -25, (0, 3): -50}
"""What a line counts, by its numbers of X's and O's marks; any other line counts 0: Wong (2023, 3.4)."""

MOST_PROMISED = 400
"""Eight lines of 50, more than any board promises."""


def promise(position: Position) -> Fraction:
    """The heuristic of Wong (2023) for TiqTaqToe: what the lines of the boards of a position promise X, on average.

    Ended games are evaluated like any other: a complete line is worth 50, and incomplete lines count, too.

    >>> promise(Position.of("X........ | .X.......")), promise(Position.of("XXX.OO..."))
    (Fraction(0, 1), Fraction(25, 1))
    """
    return Fraction(sum(map(promise_of_board, position.boards)), len(position.boards))


def with_exact_ends(game: TiqTaqToe) -> Callable[[Position], Fraction]:
    """The heuristic, but ended games have their exact values, in units of MOST_PROMISED, which no promise exceeds.

    >>> with_exact_ends(TiqTaqToe("classic"))(Position.of("XXX.OO..."))
    Fraction(400, 1)
    """

    def evaluation(position: Position) -> Fraction:
        return promise(position) if game.actor(position) else MOST_PROMISED * game.score(position).value

    return evaluation


def promise_of_board(board: Board) -> int:
    """The sum over the eight lines of a classical board.

    >>> promise_of_board("XX..O...."), promise_of_board("XXO.O....")
    (25, -20)
    """
    contents = (tuple(board[square - 1] for square in line) for line in lines())
    return sum(PROMISE.get((line.count("X"), line.count("O")), 0) for line in contents)
