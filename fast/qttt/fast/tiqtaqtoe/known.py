"""What ships of TiqTaqToe: of each level, in the first reading, the positions of plies 0 to 2 with their values, as the
beginning of a graph, and of plies 0 and 1 the principal variations and how they end."""

from fractions import Fraction
from functools import partial

import numpy as np

from qttt.fast import known
from qttt.fast.backend import Cpu
from qttt.fast.tiqtaqtoe.boards import SLOTS, SQUARES
from qttt.fast.tiqtaqtoe.graph import WIDTHS, canonical, unknown
from qttt.fast.tiqtaqtoe.rules import row_of, single, state_of
from qttt.fast.tiqtaqtoe.setting import LEVELS, SCALE, START, Setting, State, marks
from qttt.fast.tiqtaqtoe.tablebase import Chances, Tablebase, description

PLIES = 3
"""The number of plies that have values."""


def name(level: str) -> str:
    """The name of the table of a level."""
    return f"tiqtaqtoe-{level}"


def table(tablebase: Tablebase) -> known.Table:
    """What ships of a tablebase. `lines` has the slots of the start's principal variation, then those after each first
    move by its slot, filled up with -1; `chances` how these end, times `SCALE`."""
    graph, sizes = tablebase.graph, tablebase.graph.sizes[:PLIES]
    lines, chances = np.full((1 + SLOTS, SQUARES), -1, np.int8), np.zeros((1 + SLOTS, len(Chances._fields)), np.int16)
    for row, state in enumerate(_starts(tablebase.setting)):
        if state:
            variation = _variation(tablebase, state)
            lines[row, : len(variation)] = variation
            chances[row] = [int(chance * SCALE) for chance in tablebase.outcomes(state)]
    return description(tablebase.setting), {
        "sizes": sizes,
        "boards": graph.boards[: int((sizes @ WIDTHS).sum())],
        "values": tablebase.numbers[: int(sizes.sum())],
        "lines": lines,
        "chances": chances,
    }


def solve_table(level: str) -> known.Table:
    """The table of a level, solved."""
    from qttt.fast.tiqtaqtoe.solve import solve

    return table(solve(Cpu(), Setting(level)).tablebase)


classic, minimal, moderate, high = (partial(solve_table, level) for level in LEVELS)


def web_table(name: str) -> known.Table:
    """The table for browsers: for each position how many boards it has (uint16 ``counts``), their codes (uint16
    ``boards``), and its value (int16 ``values``)."""
    description, arrays = known.load(name)
    counts = [np.repeat(WIDTHS, ply) for ply in arrays["sizes"]]
    return description, {
        "counts": np.concatenate(counts).astype(np.uint16),
        "boards": arrays["boards"],
        "values": arrays["values"],
    }


class Known:
    """Answers from the table of a level. Every method raises `known.NotKnown` for a state that it does not have, and
    UnknownPosition for one of these plies that no game reaches. Making one raises `known.Damaged`."""

    def __init__(self, level: str) -> None:
        arrays, at = known.load(name(level))[1], 0
        self._lines, self._chances = arrays["lines"], arrays["chances"]
        values = iter(arrays["values"].tolist())
        self._values = dict[tuple[int, bytes], int]()
        for group, count in ((group, count) for ply in arrays["sizes"].tolist() for group, count in enumerate(ply)):
            end = at + count * int(WIDTHS[group])
            rows = arrays["boards"][at:end].reshape(count, WIDTHS[group])
            self._values.update(zip(((group, row.tobytes()) for row in rows), values, strict=False))
            at = end
        self._row = {state: row for row, state in enumerate(_starts(Setting(level))) if state}

    def value(self, state: State) -> Fraction:
        """The value of a state."""
        if marks(state) >= PLIES:
            raise known.NotKnown
        group, _, _, row = canonical(state)
        found = self._values.get((group, row.tobytes()))
        if found is None:
            raise unknown(state)
        return Fraction(found, SCALE)

    def line(self, state: State) -> list[int]:
        """The slots of the principal variation."""
        return [slot for slot in self._lines[self._at(state)].tolist() if slot >= 0]

    def outcomes(self, state: State) -> Chances:
        """How the game ends: see `Tablebase.outcomes`."""
        return Chances(*(Fraction(chance, SCALE) for chance in self._chances[self._at(state)].tolist()))

    def _at(self, state: State) -> int:
        if state not in self._row:
            raise known.NotKnown
        return self._row[state]


def _starts(setting: Setting) -> list[State | None]:
    """The start, and the state after each first move by its slot, None where the move is not legal."""
    rules, row = single(setting), row_of(START)
    legal = {*rules.legal(row)}
    return [START, *(state_of(rules.play(row, slot)) if slot in legal else None for slot in range(SLOTS))]


def _variation(tablebase: Tablebase, state: State) -> list[int]:
    """The slots of best play, until no player is to move."""
    rules, row, found = single(tablebase.setting), row_of(state), list[int]()
    while played := tablebase.played(state_of(row)):
        found += played
        row = rules.play(row, *played)
    return found
