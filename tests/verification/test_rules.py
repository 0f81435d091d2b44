"""Two implementations side by side: a difference is shrunk, and comes as a vector; and values that do not follow."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from qttt.fast.batch import CHANCE, OVER, SYSTEM, O, X
from qttt.fast.graph import Expanded
from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid.notation import Action, Link, Measure, Result
from qttt.reference.hybrid.position import Position
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.verification import Refuted
from qttt.verification.engines import Illegal
from qttt.verification.hybrid.engines import ReferenceEngine, reference
from qttt.verification.rules import compare, same_rules
from qttt.verification.tiqtaqtoe.solved import tablebase
from qttt.verification.values import from_next, same_values, values_follow, visited

ROOT = Path(__file__).resolve().parents[2]


class _Endless(ReferenceEngine):
    """What has been measured is forgotten."""

    def play(self, position: Position, action: Action) -> Position:
        super().play(position, action)
        return Position()


class _AnyTarget(ReferenceEngine):
    """Accepts links between any boxes, and lists the legal ones."""

    def play(self, position: Position, action: Action) -> Position:
        try:
            return super().play(position, action)
        except Illegal:
            return position


# Two implementations


def test_actions_that_only_one_accepts_are_noticed() -> None:
    start, right, wrong = Position(), reference({}), _AnyTarget(Hybrid())
    assert compare(right, wrong, start) == right.actions(start)
    with pytest.raises(Refuted, match="after 1>2, legal: False and True"):
        compare(right, wrong, start, [Link(1, 2)])
    with pytest.raises(Refuted, match=r"^Hybrid.*X measures 5', after =X, position: "):
        same_rules(right, _Endless(Hybrid()), [right.play(start, Measure(5))], [Result.X])


# Values


def test_values_of_other_scores_do_not_follow() -> None:
    right, wrong = (TiqTaqToe("classic", lines="full-board", both=both) for both in ("even", "X"))
    found = tablebase(right)
    assert values_follow(right, found, visited(right, Random(1), 2)) > 10
    with pytest.raises(Refuted, match="the tablebase has"):
        values_follow(right, replace(found, numbers=tablebase(wrong).numbers), visited(wrong, Random(1), 50))


def test_values_of_another_solver_are_not_the_same() -> None:
    class Wrong:
        def __init__(self, game: Any) -> None: ...

        def value(self, position: Any) -> Fraction:
            return Fraction(1)

        def values(self, position: Any) -> dict[Any, Fraction]:
            return {}

    game = TiqTaqToe("classic")
    late = game.position("X1.1 O2.2 X3.3 O4.4 X5.5 O6.6")
    assert same_values(game, tablebase(game), [late]) == 1
    with pytest.raises(Refuted, match="the tablebase has"):
        same_values(game, tablebase(game), [late], Wrong)


def test_values_come_from_the_next_ones() -> None:
    actor = np.array([X, O, OVER, SYSTEM, CHANCE], np.int8)
    counts = np.array([3, 2, 0, 2, 2])
    after = np.array([1, 7, 3, 4, 2, 8, 4, 6, 2])
    found = Expanded(actor, actor, counts, np.arange(9), np.arange(9), np.zeros(9))
    assert from_next(found, after, (1, 4)).tolist() == [7, 2, 0, 7, 4]
    for at, wrong in ((5, 7), (7, 5)):
        with pytest.raises(Refuted, match="is not a multiple of"):
            from_next(found, np.where(np.arange(9) == at, wrong, after), (1, 4))
