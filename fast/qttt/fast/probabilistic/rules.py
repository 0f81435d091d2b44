"""Probabilistic tic-tac-toe one action at a time, in plain Python."""

from collections.abc import Iterator
from typing import NamedTuple

from qttt.fast.probabilistic.boards import Probabilities
from qttt.fast.probabilistic.positions import DIGITS, EMPTY, PLACE, SQUARES, UNDECIDED, O, X


class State(NamedTuple):
    """The code of the marks, the player who is to move or has named a square, and that square from 1, or None."""

    code: int = 0
    player: int = X
    named: int | None = None


START = State()


def after_one_action(board: Probabilities, state: State) -> Iterator[State]:
    """The states after each action, in the documented order: squares to name, or outcomes that the named square can
    have; none at the end. Rules: PROB-MOVE-1, PROB-OUTCOME-1, PROB-TURN-1, PROB-END-1, PROB-END-2"""
    code, player, named = state
    if not UNDECIDED[code]:
        return
    if named is None:
        yield from (State(code, player, at + 1) for at in range(SQUARES) if DIGITS[code, at] == EMPTY)
        return
    other = O if player == X else X
    for mark, chance in zip((player, EMPTY, other), board[named - 1], strict=True):
        if chance:
            yield State(code + mark * int(PLACE[named - 1]), other)
