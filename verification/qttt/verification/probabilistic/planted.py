"""Typical human errors, planted in implementations of probabilistic tic-tac-toe."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from qttt.fast.probabilistic import boards as fast_boards
from qttt.fast.probabilistic.boards import generated
from qttt.fast.probabilistic.exact import Exact
from qttt.fast.probabilistic.loop import NEUTRAL
from qttt.fast.probabilistic.positions import O, X
from qttt.reference.game import Actor
from qttt.reference.probabilistic import Position, Probabilistic
from qttt.reference.probabilistic.board import Board, random_board
from qttt.reference.probabilistic.position import open_squares
from qttt.spec import Option
from qttt.verification.mutation import with_globals
from qttt.verification.probabilistic import engines

# Of the rules


# Of values


# Of boards


# Of written positions


class _TurnsByMarks(Probabilistic):
    """The number of marks decides the turn, as in tic-tac-toe."""

    def read_state(self, text: str) -> Position:
        right = super().read_state(text)
        return replace(right, turn=Actor.O if len(open_squares(right.marks)) % 2 == 0 else Actor.X)


class _BoardsAsFloats(Probabilistic):
    """The board of a line is compared with the game's board in floating point."""

    def _has(self, option: Option, written: str) -> bool:
        boards = self.read_option(option, written), self.board
        first, second = ([float(number) for square in board for number in square] for board in boards)
        return first == second


turns_follow_from_marks = _TurnsByMarks
boards_are_compared_as_floats = _BoardsAsFloats


# Of the fast engine


class _NobodyPassesInFractions(Exact):
    def _candidates(self, code: int, player: int) -> list[int]:
        right = super()._candidates(code, player)
        return [square for square in right if self._room[NEUTRAL + square] < 1] or right


class _MarksAreNotExchanged(Exact):
    def value(self, code: int, player: int = X) -> Fraction:
        right = super().value(code)
        return 1 - right if player == O else right


@cache
def _success_and_failure_exchanged(board: Board) -> engines.FastEngine:
    return engines.FastEngine(board, Exact([(failure, neutral, success) for success, neutral, failure in board]))


def _exact(engine: type[Exact]) -> engines.Implementation:
    made = cache(lambda board: engines.FastEngine(board, engine(board)))
    return replace(engines.EXACT, engine=made)


def _with_draws_exchanged(xp: Any, numbers: Any) -> Any:
    return fast_boards._mixed(xp, numbers).reshape(-1, 2)[:, ::-1].reshape(-1)


def _generated_with_success_first(seed: int, number: int) -> Board:
    random_board(seed)
    (row,) = with_globals(generated, _mixed=_with_draws_exchanged)(seed, number, 1).tolist()
    return engines.board_of_twentieths(row)


def _in_single_precision(board: Board) -> engines.FastEngine:
    return replace(engines.double_engine(board), worth=engines.Double(board, np.float32))


nobody_passes_in_fractions = _exact(_NobodyPassesInFractions)
marks_are_not_exchanged = _exact(_MarksAreNotExchanged)
success_and_failure_are_exchanged = replace(engines.EXACT, engine=_success_and_failure_exchanged)
success_is_generated_before_neutral = replace(engines.EXACT, random=_generated_with_success_first)
in_single_precision = replace(engines.DOUBLE, engine=_in_single_precision)


class _OneSquareIsBest(engines.Double):
    def best(self, code: int, player: int = X) -> tuple[int, ...]:
        return super().best(code, player)[:1]


one_square_is_best = replace(
    engines.DOUBLE, engine=lambda board: replace(engines.double_engine(board), worth=_OneSquareIsBest(board))
)
