"""The probabilistic game in batches against the reference, and the exact probabilities with which chance is drawn."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from qttt.fast.batch import Rules
from qttt.fast.probabilistic import batch
from qttt.fast.probabilistic.answers import key_of
from qttt.fast.probabilistic.batch import BITS, NAMED, TURN
from qttt.fast.probabilistic.positions import SQUARES
from qttt.oracle.probabilistic.translate import state_of
from qttt.reference.game import Actor
from qttt.reference.probabilistic.board import Board, random_board
from qttt.reference.probabilistic.notation import MoveOutcome
from qttt.reference.probabilistic.position import Position, outcome_probabilities
from qttt.verification import Refuted
from qttt.verification.lockstep import (
    GAMES,
    MANY_GAMES,
    Case,
    Make,
    Planted,
    View,
    after_look,
    agree,
    batch_env,
    has_key,
    o_begins_in,
    planes_exchanged,
)

# Positions


def planes(game: Any, position: Position, history: Sequence[Any]) -> Any:
    """The planes of a position, from the reference."""
    named = [square == position.named for square in range(1, 10)]
    of_players = [[mark is player for mark in position.marks] for player in (Actor.X, Actor.O)]
    return np.array([*of_players, named, [position.turn is Actor.O] * 9], np.uint8)


def key(game: Any, position: Position, history: Sequence[Any]) -> Any:
    """The key of a position, from the reference."""
    state = state_of(position)
    return [key_of(state.code, state.player, state.named or 0)]


def views() -> list[View]:
    return [View("planes", planes), View("key", key)]


RARE = Fraction(1, 10**30)
"""A probability below the smallest that is drawn."""
THIRD = Fraction(1, 3)
BOARDS = [
    *(random_board(7, number) for number in range(3)),
    Board([(Fraction(1), Fraction(0), Fraction(0))] * 9),
    Board([(Fraction(0), THIRD, 2 * THIRD), (THIRD, Fraction(0), 2 * THIRD), (THIRD, 2 * THIRD, Fraction(0))] * 3),
    Board([(RARE, 1 - 2 * RARE, RARE), (1 - RARE, RARE, Fraction(0)), (Fraction(0), RARE, 1 - RARE)] * 3),
]
CASES = [Case("probabilistic", {"board": board}, views) for board in BOARDS]


def batches_agree(make: Make = batch_env, games: int = GAMES, part: tuple[int, int] = (0, 1)) -> str:
    """Compare batches of the probabilistic game with the reference. Raises `Refuted`."""
    return agree(CASES, make, games, part)


def batches_agree_at_length(make: Make = batch_env, part: tuple[int, int] = (0, 1)) -> str:
    return batches_agree(make, MANY_GAMES, part)


# Planted errors


def _results_exchanged(rules: Rules) -> Rules:
    def play(state: Any, work: Any, action: int, setting: Any) -> None:
        rules.play(state, work, 2 * SQUARES + 2 - action if action >= SQUARES else action, setting)

    return replace(rules, play=play)


def _neutral_keeps_the_turn(rules: Rules) -> Rules:
    def play(state: Any, work: Any, action: int, setting: Any) -> None:
        rules.play(state, work, action, setting)
        if action == SQUARES + 1:
            state[TURN] = 1 - state[TURN]

    return replace(rules, play=play)


def _every_result(state: Any, legal: Any, seen: Any) -> None:
    if state[NAMED]:
        legal[SQUARES:] = 1


def _draws_lost(rules: Rules) -> Rules:
    def score(state: Any, setting: Any) -> int:
        return 2 if rules.score(state, setting) == 2 else 0

    return replace(rules, score=score)


def _key_without_square(rules: Rules) -> Rules:
    def change(state: Any, legal: Any, seen: Any) -> None:
        seen[0] &= 0xFFFF

    return after_look(rules, change) if has_key(rules) else rules


success_and_failure_are_exchanged = Planted(_results_exchanged)
neutral_results_keep_the_turn = Planted(_neutral_keeps_the_turn)
impossible_results_are_legal = Planted(lambda rules: after_look(rules, _every_result))
draws_count_as_losses = Planted(_draws_lost)
planes_of_the_players_are_exchanged = Planted(lambda rules: planes_exchanged(rules, 0, 1))
key_forgets_the_named_square = Planted(_key_without_square)
o_begins = Planted(o_begins_in)

# Chance

RANDOM_BOARDS = 1_000
SEED = 2022


class Drawing:
    """How chance is drawn: the thresholds of a board, and the result for some random bits."""

    def thresholds(self, board: Board) -> Any:
        return batch.thresholds(board)

    def draw(self, setting: Any, square: int, bits: int) -> int:
        return batch.draw([0, 0, square], setting, bits) - SQUARES


def results_have_their_probabilities(drawing: Drawing | None = None) -> str:
    """The shares of the numbers of 60 bits for which each result is drawn, by arithmetic on the thresholds, after
    drawing at their ends. Raises `Refuted` for a share that differs by 2**-60, or is not 0 where it must be."""
    found, checked = drawing or Drawing(), 0
    for board in (*BOARDS, *(random_board(SEED, number) for number in range(RANDOM_BOARDS))):
        setting = (found.thresholds(board).astype(object),)
        for square in range(1, 10):
            due = outcome_probabilities(board, square)
            for number, share in enumerate(_shares(found, setting, square)):
                probability = due.get(list(MoveOutcome)[number], Fraction(0))
                off = abs(share - probability)
                if off > Fraction(1, 1 << BITS) or (off and not probability):
                    raise Refuted(f"board {board}, square {square}: result {number} has probability {share}")
                checked += 1
    return f"{checked:,} results of squares, on {len(BOARDS)} boards and {RANDOM_BOARDS:,} random ones, seed {SEED}"


def _shares(drawing: Drawing, setting: Any, square: int) -> list[Fraction]:
    """The share of each result. Raises `Refuted` unless draws change exactly at the thresholds."""
    ends = [0, *setting[0][square - 1]]
    if ends != sorted(ends) or ends[-1] != 1 << BITS:
        raise Refuted(f"square {square}: thresholds {ends}")
    shares = [Fraction(0)] * 3
    for low, high in pairwise(ends):
        if low < high:
            first, last = (drawing.draw(setting, square, bits) for bits in (low, high - 1 | 3 << BITS))
            if first != last:
                raise Refuted(f"square {square}: from {low} to {high - 1}, results {first} and {last} are drawn")
            shares[first] += Fraction(high - low, 1 << BITS)
    return shares


class _Exchanged(Drawing):
    def draw(self, setting: Any, square: int, bits: int) -> int:
        return 2 - super().draw(setting, square, bits)


class _WithoutNeutral(Drawing):
    def draw(self, setting: Any, square: int, bits: int) -> int:
        return {0: 0, 1: 2, 2: 2}[super().draw(setting, square, bits)]


class _InDoublePrecision(Drawing):
    def thresholds(self, board: Board) -> Any:
        return np.array([[int(float(number) * (1 << BITS)) for number in (s, s + n, 1)] for s, n, _ in board])


class _NextSquare(Drawing):
    def draw(self, setting: Any, square: int, bits: int) -> int:
        return super().draw(setting, square % 9 + 1, bits)


probabilities_are_exchanged = _Exchanged()
neutral_never_comes = _WithoutNeutral()
thresholds_are_doubles = _InDoublePrecision()
next_square_is_drawn = _NextSquare()
