"""How many sequences of actions probabilistic tic-tac-toe has, in plain Python."""

from functools import partial

from qttt.fast.probabilistic.boards import Probabilities
from qttt.fast.probabilistic.rules import START, State, after_one_action
from qttt.fast.sequences import sequences


def perft(board: Probabilities, depth: int, start: State = START) -> tuple[int, ...]:
    """How many sequences of 1, 2, ... `depth` actions follow a state: naming a square is one action and its outcome
    another, and a game that is over is not continued. Raises ValueError unless 1 <= depth <= 9."""
    return sequences([start], depth, partial(after_one_action, board))
