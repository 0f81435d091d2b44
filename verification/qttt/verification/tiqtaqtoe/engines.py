"""TiqTaqToe as its vectors ask for it: the reference and the fast engine, whose games are solved once per process."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

import numpy as np

from qttt.fast.backend import Cpu, in_python
from qttt.fast.tiqtaqtoe.batch import kind, row_of
from qttt.fast.tiqtaqtoe.boards import SLOTS
from qttt.fast.tiqtaqtoe.rules import END_KINDS
from qttt.fast.tiqtaqtoe.solve import solve_all
from qttt.fast.tiqtaqtoe.tablebase import Tablebase
from qttt.oracle.registry import entry_of
from qttt.oracle.tiqtaqtoe.translate import setting_of, state_of
from qttt.reference.tiqtaqtoe import SWITCHES, UNIFORM, Action, Measurement, TiqTaqToe
from qttt.reference.tiqtaqtoe.position import Position, groups, probabilities
from qttt.verification import engines
from qttt.verification.engines import NotAnswered, Row, game_with, not_answered, set_up

CANONICAL = tuple(map(TiqTaqToe, UNIFORM))
"""The four levels that are solved, every switch in its canonical position."""


@cache
def tablebases(game: TiqTaqToe) -> dict[str, Tablebase]:
    """The tablebases of a game under each value of the switch `both`, whose positions they share."""
    settings = [setting_of(replace(game, both=both)) for both in SWITCHES["both"]]
    return {solution.tablebase.setting.both: solution.tablebase for solution in solve_all(Cpu(), settings)}


def tablebase(game: TiqTaqToe) -> Tablebase:
    return tablebases(replace(game, both="even"))[game.both]


Probabilities = Mapping[int, Mapping[str, Fraction]]

ENDS = dict(zip(END_KINDS, ("win of X", "win of O", "lines of both", "no line"), strict=True))
SOLVABLE = 6
"""The fewest marks of a position that the reference's generic solver values; at the level classic any number."""


@dataclass(frozen=True)
class ReferenceEngine(engines.ReferenceEngine[Position, Action]):
    """The reference. Planted errors override the methods they get wrong."""

    game: TiqTaqToe

    def probabilities(self, position: Position) -> Probabilities:
        return probabilities(position)

    def groups(self, position: Position) -> tuple[tuple[int, ...], ...]:
        return groups(position)

    def is_early(self, position: Position) -> bool:
        return position.plies < SOLVABLE and self.game.level != "classic"


reference = set_up(ReferenceEngine, TiqTaqToe)


@dataclass(frozen=True)
class FastEngine(engines.FastEngine[Position, Action]):
    """The fast engine, and its tablebases."""

    probabilities = groups = not_answered

    def of(self, position: Position) -> Row:
        """The row without the moves since the last measurement, which only the observation needs."""
        return tuple(row_of(state_of(position)).tolist())

    def result(self, position: Row, number: int) -> Action:
        [board] = self.shown(self._after(position, SLOTS + number)).boards
        return Measurement(board)

    def outcome(self, position: Row) -> str | None:
        return ENDS.get(kind(*in_python((np.array(position), _setting(self.game)))))

    def tablebase(self, position: Position) -> Tablebase:
        """Raises `NotAnswered` where solving would take long: at the level high, under a switch that changes the
        positions."""
        if self.game.level == "high" and {**self.game.switches, "both": "even"} != TiqTaqToe().switches:
            raise NotAnswered
        return tablebase(self.game)


def fast(options: Mapping[str, object]) -> FastEngine:
    """The fast engine as an implementation. Raises `NotAnswered` for the level full, which it does not play."""
    game = game_with(TiqTaqToe, options)
    if game.level == "full":
        raise NotAnswered
    return FastEngine(game)


@cache
def _setting(game: TiqTaqToe) -> tuple[object, ...]:
    return entry_of(game).playing(game)["planes"].setting
