"""Q3T, the hybrid game, as its vectors ask for it: the reference and the fast engine.

The fast engine is imported when it is asked, so that an engine is held against the rules without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from qttt.oracle import Oracle
from qttt.reference.game import RuleBroken
from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid.circuit import branches, gated
from qttt.reference.hybrid.notation import NOTATION, Action
from qttt.reference.hybrid.position import UNMEASURED, Position
from qttt.verification import engines
from qttt.verification.engines import FastEngine, Illegal, NotAnswered, set_up

if TYPE_CHECKING:
    from qttt.fast.hybrid.setting import Setting
    from qttt.fast.hybrid.tablebase import Tablebase

SOLVABLE = 7
"""The smallest number of measured boxes of a position that the reference's generic solver values."""


@dataclass(frozen=True)
class ReferenceEngine(engines.ReferenceEngine[Position, Action]):
    """The reference. Planted errors override the methods they get wrong."""

    game: Hybrid

    def circuit(self, actions: Sequence[Action]) -> tuple[str, ...]:
        """The operations of the circuit of a game, whose results may be left out, in order. Raises `Illegal`."""
        text = NOTATION.write(actions)
        try:
            branches(self.game, text)
        except RuleBroken as broken:
            raise Illegal(str(broken), broken.rule) from broken
        made = (str(each) for turn in gated(self.game, text) for each in turn.operations)
        return (*(f"HADAMARD {qubit}" for qubit in range(9)), *made)

    def is_early(self, position: Position) -> bool:
        return position.marks.count(UNMEASURED) > 9 - SOLVABLE


reference = set_up(ReferenceEngine, Hybrid)


@cache
def late_tablebase(setting: Setting, least: int = SOLVABLE) -> Tablebase:
    """The tablebase of the positions with at least `least` boxes measured."""
    from qttt.fast.backend import Cpu
    from qttt.fast.hybrid.solve import solve

    return solve(Cpu(), setting, least=least).tablebase


def ending(engine: FastEngine[Position, Action], position: Position) -> str:
    from qttt.fast.hybrid.layer import LINE
    from qttt.fast.hybrid.rules import O_BOXES, X_BOXES

    state = engine.kernels.state(position)
    x, o = LINE[state[X_BOXES]], LINE[state[O_BOXES]]
    return "lines of both" if x and o else "win of X" if x else "win of O" if o else "draw"


def oracle_at(game: Hybrid, position: Position) -> Oracle[Position, Action]:
    """By a tablebase of late positions, or of all positions when an early one is requested. Raises `NotAnswered` for an
    early position of a game that memory does not hold."""
    from qttt.fast.hybrid.layer import Layer
    from qttt.oracle.hybrid import setting_of

    setting, early = setting_of(game), len(position.measured) < SOLVABLE
    if early and not all(Layer(setting, measured).kept for measured in range(SOLVABLE)):
        raise NotAnswered
    return Oracle(game, late_tablebase(setting, 0 if early else SOLVABLE))


fast = set_up(partial(FastEngine, ending=ending, oracle_at=oracle_at), Hybrid)
