"""Compares functions of q of positions of every ply, on a wide cell, with the solved values."""

from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from qttt.fast.sqt.cell import Cell, Option
from qttt.fast.sqt.setting import UNIT, Setting
from qttt.verification import Refuted
from qttt.verification.sqt.curves import PARTS, one_game
from qttt.verification.sqt.solved import SCORINGS

LOW, HIGH = 5, 10
"""The cell, in units of 1 / PARTS."""
PLIES = (3, 4, 5, 6)
POSITIONS = 100
SEED = 2029


def cells_value_positions_of_every_ply(kind: type[Cell] = Cell) -> str:
    """Random stored positions: their functions pass through the values at the source's q on the cell and its ends."""
    generator = np.random.default_rng(SEED)
    for scoring in SCORINGS:
        table = one_game(scoring)
        cell = kind(table, LOW, HIGH, PARTS)
        for ply in PLIES:
            keys = generator.choice(table.keys[ply], POSITIONS).tolist()
            for key, function in zip(keys, cell.functions(keys), strict=True):
                for part in range(LOW, HIGH + 1):
                    setting = Setting(Fraction(part, PARTS), scoring)
                    if function(setting.q) * UNIT != table.value(key, setting):
                        raise Refuted(f"key {key:#x}, {setting}: {function(setting.q) * UNIT} by the function")
    return f"{len(SCORINGS) * len(PLIES) * POSITIONS:,} functions, seed {SEED}"


class RootsAlikeCountOnce(Cell):
    """Only one of two roots that lead to the same position is kept."""

    def _worthwhile(
        self, mover: int, bounds: dict[int, tuple[int, int]], joins: Iterable[int], cycles: Iterable[list[int]]
    ) -> list[Option]:
        different = (list(dict.fromkeys(roots)) for roots in cycles)
        return super()._worthwhile(mover, bounds, joins, [(roots * 2)[: max(2, len(roots))] for roots in different])


class OnlyTheLowerBoundCounts(Cell):
    """Only the option with the largest guaranteed value is kept."""

    def _worthwhile(
        self, mover: int, bounds: dict[int, tuple[int, int]], joins: Iterable[int], cycles: Iterable[list[int]]
    ) -> list[Option]:
        return [max(super()._worthwhile(mover, bounds, joins, cycles), key=lambda option: option.least)]
