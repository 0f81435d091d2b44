"""Boards on which more success hurts the mover, with their exact values.

On the empty board the success must be that of a square that is not a best one (`monotone`), or come at the cost of
neutral; later it may be that of the mover's only best square.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from qttt.reference.probabilistic import Choice, Probabilistic
from qttt.reference.probabilistic.board import Board
from qttt.reference.probabilistic.position import Position
from qttt.reference.probabilistic.solver import LoopSolver
from qttt.verification import Refuted

Square = tuple[str, str, str]

CERTAIN, FAILS, COIN, PASSES = ("1", "0", "0"), ("0", "0", "1"), ("1/2", "0", "1/2"), ("0", "1", "0")
NEVER_MINE, NEVER_THEIRS = ("0", "1/2", "1/2"), ("1/2", "1/2", "0")


class Falling(NamedTuple):
    """A change of a square's probabilities to those of `to`, with more success, and its effect on a position's value.

    `best`: the best squares of X, who is to move there, before the change.
    """

    board: tuple[Square, ...]
    square: int
    to: Square
    position: str
    best: tuple[int, ...]
    before: str
    after: str


EMPTY = "... ... ..., X to move"

AT_FAILURES_COST = (
    # X takes 3, O passes, and X tries 1 and 2 until one fails. With 1 certain, O takes it at once.
    Falling((COIN, COIN, CERTAIN, *[PASSES] * 6), 1, CERTAIN, EMPTY, best=(3,), before="5/8", after="1/2"),
    # Without chance or neutral outcomes: one square is certain, then two; the others always fail.
    Falling((*[FAILS] * 8, CERTAIN), 2, CERTAIN, EMPTY, best=(9,), before="1", after="0"),
    # The player who names 1 loses, and through the neutral outcome O can name 2 as well.
    Falling(
        (FAILS, NEVER_MINE, *[CERTAIN] * 7), 2, NEVER_THEIRS, "..X OXO OXX, X to move", (2,), before="1", after="2/3"
    ),
)
AT_NEUTRALS_COST = (
    # The player who names 5 loses. Without neutral this must be X.
    Falling(
        (FAILS, NEVER_MINE, CERTAIN, CERTAIN, FAILS, *[CERTAIN] * 4),
        *(2, COIN, "..O X.X OXX, X to move"),
        best=(2,),
        before="1/3",
        after="0",
    ),
    # The first player loses, unless a neutral outcome makes the other player begin.
    Falling((NEVER_THEIRS, *[FAILS] * 6, CERTAIN, FAILS), 1, CERTAIN, EMPTY, (1, 2, 4, 6, 8), before="1/3", after="0"),
)
LATER = AT_FAILURES_COST[2]


def more_success_can_hurt(examples: Iterable[Falling] = (*AT_FAILURES_COST, *AT_NEUTRALS_COST)) -> str:
    """By the reference: success rises, neutral and failure do not rise, the value falls, and all statements hold."""
    for example in examples:
        _falls(example)
    return "; ".join(f"square {e.square}, X to move: {e.before}, then {e.after}" for e in examples)


def _falls(example: Falling) -> None:
    changed = list(example.board)
    changed[example.square - 1] = example.to
    boards = Board.of(example.board), Board.of(changed)
    (success, neutral, failure), (more, less_neutral, less_failure) = (board[example.square - 1] for board in boards)
    if more <= success or less_neutral > neutral or less_failure > failure:
        raise Refuted(f"{example}: success does not rise, or something else does")
    position = Position.of(example.position)
    before, after = (LoopSolver(Probabilistic(board)) for board in boards)
    found = before.value(position), after.value(position)
    if found != (Fraction(example.before), Fraction(example.after)) or found[1] >= found[0]:
        raise Refuted(f"{example}: the values are {found[0]} and {found[1]}")
    best = before.best(position)
    if best != tuple(map(Choice, example.best)):
        raise Refuted(f"{example}: the best squares are {', '.join(map(str, best))}")


raised_where_it_is_best = (AT_FAILURES_COST[0]._replace(board=(COIN, COIN, COIN, *[PASSES] * 6), square=3),)
raised_without_neutral = (LATER._replace(board=(FAILS, COIN, *[CERTAIN] * 7), to=CERTAIN),)
lowered = (LATER._replace(board=(FAILS, NEVER_THEIRS, *[CERTAIN] * 7), to=NEVER_MINE, before="2/3", after="1"),)
another_square_is_best = (LATER._replace(best=(1,)),)
