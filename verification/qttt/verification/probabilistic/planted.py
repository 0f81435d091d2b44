"""Typical human errors, planted in implementations of probabilistic tic-tac-toe."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from qttt.fast.probabilistic import boards as fast_boards
from qttt.fast.probabilistic.boards import generated
from qttt.fast.probabilistic.exact import Exact
from qttt.fast.probabilistic.loop import NEUTRAL
from qttt.fast.probabilistic.positions import O, X
from qttt.reference.probabilistic.board import Board, random_board
from qttt.verification.mutation import with_globals
from qttt.verification.probabilistic import engines

# Of the fast engine


class _NobodyPassesInFractions(Exact):
    def _candidates(self, code: int, player: int) -> list[int]:
        right = super()._candidates(code, player)
        return [square for square in right if self._room[NEUTRAL + square] < 1] or right


class _MarksAreNotExchanged(Exact):
    def value(self, code: int, player: int = X) -> Fraction:
        right = super().value(code)
        return 1 - right if player == O else right


def _success_and_failure_exchanged(board: Board) -> Exact:
    return Exact([(failure, neutral, success) for success, neutral, failure in board])


def _worth(worth: Callable[[Board], Any], right: engines.Implementation = engines.EXACT) -> engines.Implementation:
    return replace(right, engine=lambda board: replace(right.engine(board), worth=worth))


def _with_draws_exchanged(xp: Any, numbers: Any) -> Any:
    return fast_boards.split_mix(xp, numbers).reshape(-1, 2)[:, ::-1].reshape(-1)


def _generated_with_success_first(seed: int, number: int) -> Board:
    random_board(seed)
    (row,) = with_globals(generated, split_mix=_with_draws_exchanged)(seed, number, 1).tolist()
    return engines.board_of_twentieths(row)


nobody_passes_in_fractions = _worth(_NobodyPassesInFractions)
marks_are_not_exchanged = _worth(_MarksAreNotExchanged)
success_and_failure_are_exchanged = _worth(_success_and_failure_exchanged)
success_is_generated_before_neutral = replace(engines.EXACT, random=_generated_with_success_first)
in_single_precision = _worth(partial(engines.Double, precision=np.float32), engines.DOUBLE)


class _OneSquareIsBest(engines.Double):
    def best(self, code: int, player: int = X) -> tuple[int, ...]:
        return super().best(code, player)[:1]


one_square_is_best = _worth(_OneSquareIsBest, engines.DOUBLE)
