"""Translation between reference and fast engine: marks and codes, players."""

from collections.abc import Mapping, Sequence

from qttt.fast.probabilistic.positions import DIGITS, EMPTY, PLACE, O, X
from qttt.fast.probabilistic.rules import CODE, NAMED, TURN
from qttt.reference.game import Actor
from qttt.reference.probabilistic import Choice
from qttt.reference.probabilistic.position import Marks, Position

DIGIT: Mapping[Actor | None, int] = {None: EMPTY, Actor.X: X, Actor.O: O}
MARK = {digit: mark for mark, digit in DIGIT.items()}
NUMBERED = tuple(map(Choice, range(1, 10)))
"""The squares by their numbers from 0."""
action_of = Choice


def code_of(marks: Marks) -> int:
    """The code of a board of marks.

    >>> code_of(Position.of("X.O ... ..., X to move").marks)
    19
    """
    return sum(DIGIT[mark] * int(place) for mark, place in zip(marks, PLACE, strict=True))


def marks_of(code: int) -> Marks:
    """The board of marks with a code.

    >>> str(Position(marks_of(19)))
    'X.O ... ..., X to move'
    """
    return tuple(MARK[digit] for digit in DIGITS[code].tolist())


def situation_of(position: Position) -> tuple[int, int]:
    """The code of a position, and the player who is to move or has named a square."""
    return code_of(position.marks), DIGIT[position.turn]


def shown(state: Sequence[int]) -> Position:
    """The position of a state of `qttt.fast.probabilistic.rules`.

    >>> str(shown([19, 1, 9]))
    'X.O ... ..., O named 9'
    """
    return Position(marks_of(state[CODE]), Actor.O if state[TURN] else Actor.X, state[NAMED] or None)
