"""The kernels' text, run as plain Python on one board of probabilities, and errors planted in the text."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from qttt.fast.probabilistic import value
from qttt.fast.probabilistic.boards import Probabilities, given
from qttt.fast.probabilistic.loop import GIVEN, ROOM
from qttt.fast.probabilistic.positions import ENDS, ENTRY, FIRST, HEAD, ROW, ROWS, SCRIPT, SQUARES
from qttt.fast.probabilistic.solve import AS_GOOD_AS_0

Table = Any
"""The value of every board of marks with X to move, on a board of probabilities: float64 ``[code]``."""
FIXED = [-1.0, 0.0, 1.0, AS_GOOD_AS_0]
"""The first rows of a table."""


def rows_of(board: Probabilities) -> list[Any]:
    """The rows of a board as in the engine."""
    rows: list[Any] = given([board])[0].tolist()
    return rows


@dataclass(frozen=True)
class Text:
    """The parts of the engine's work on a board. Each can be replaced by one with an error."""

    rows: Callable[[Probabilities], Sequence[Any]] = rows_of
    prepare: Callable[..., None] = value.prepare
    layers: Callable[..., None] = value.all_layers
    script: Sequence[int] = tuple(SCRIPT.tolist())

    def __call__(self, board: Probabilities) -> Table:
        """The table of the board, as from `solve.tables`. A board of marks without a value counts as drawn."""
        room = [*self.rows(board), *[0.0] * (ROOM - GIVEN)]
        table = [*FIXED, *[0.0] * (ROWS - FIRST)]
        self.prepare(room, table)
        self.layers(self.script, ENDS.tolist(), room, table)
        return (1 + np.array(table)[ROW]) / 2


# Errors


def _with_the_turn_kept() -> tuple[int, ...]:
    """The script with boards after a mark and their exchanged boards swapped."""
    script: list[int] = SCRIPT.tolist()
    for count in range(1, SQUARES + 1):
        for at in range(ENDS[count - 1], ENDS[count], HEAD + ENTRY * count):
            for entry in range(at + HEAD, at + HEAD + ENTRY * count, ENTRY):
                with_x, without_x, with_o, without_o = script[entry + 1 : entry + ENTRY]
                script[entry + 1 : entry + ENTRY] = without_x, with_x, without_o, with_o
    return tuple(script)


a_mark_keeps_the_turn = Text(script=_with_the_turn_kept())
