"""The probabilistic game in batches against the reference, and the exact probabilities with which chance is drawn."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from qttt.fast.probabilistic import rules
from qttt.fast.probabilistic.positions import SQUARES
from qttt.fast.probabilistic.rules import BITS
from qttt.reference.game import Actor
from qttt.reference.probabilistic.board import Board, random_board
from qttt.reference.probabilistic.notation import MoveOutcome
from qttt.reference.probabilistic.position import Position, outcome_probabilities
from qttt.verification import Refuted, batch_comparison
from qttt.verification.batch_comparison import Case, View, drawn, key
from qttt.verification.measures import Measured

# Positions


def planes(game: Any, position: Position, history: Sequence[Any]) -> Any:
    """The planes of a position, from the reference."""
    named = [square == position.named for square in range(1, 10)]
    of_players = [[mark is player for mark in position.marks] for player in (Actor.X, Actor.O)]
    return np.array([*of_players, named, [position.turn is Actor.O] * 9], np.uint8)


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
READINGS: list[dict[str, Any]] = [
    {"board": random_board(7), "end": "blocked"},
    {"board": random_board(7, generator="sun-2024"), "first": "O"},
    {"board": BOARDS[3], "end": "blocked", "first": "O"},
]
CASES = [Case("probabilistic", options, views) for options in (*({"board": board} for board in BOARDS), *READINGS)]
batches_agree = partial(batch_comparison.batches_agree, CASES)

MEASURED = Measured("probabilistic", {"seed": 2024})
"""Play can return, so that random play cannot be counted game by game."""


# Chance

RANDOM_BOARDS = 1_000
SEED = 2022


def results_have_their_probabilities(random_boards: int = RANDOM_BOARDS) -> str:
    """The shares of the numbers of 60 bits for which each result is drawn, by arithmetic on the thresholds, after
    drawing at their ends. Raises `Refuted` for a share that differs by 2**-60, or is not 0 where it must be."""
    checked = 0
    for board in (*BOARDS, *(random_board(SEED, number) for number in range(random_boards))):
        setting = rules.setting_of(board)
        setting = setting._replace(thresholds=setting.thresholds.astype(object))
        for square in range(1, 10):
            ends, due = [0, *setting.thresholds[square - 1]], outcome_probabilities(board, square)
            if ends != sorted(ends) or ends[-1] != 1 << BITS:
                raise Refuted(f"board {board}, square {square}: thresholds {ends}")
            shares = drawn(partial(rules.draw, [0, 0, square], setting), ends, BITS)
            for number, result in enumerate(MoveOutcome, start=SQUARES):
                share, probability = shares.get(number, Fraction(0)), due.get(result, Fraction(0))
                off = abs(share - probability)
                if off > Fraction(1, 1 << BITS) or (off and not probability):
                    raise Refuted(f"board {board}, square {square}: {result} has probability {share}")
                checked += 1
    return f"{checked:,} results of squares, on {len(BOARDS)} boards and {random_boards:,} random ones, seed {SEED}"
