"""TiqTaqToe as its vectors ask for it: the reference and the fast engine.

The fast engine is imported when it is asked, so that an engine is held against the rules without it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, cast

from qttt.oracle import Oracle
from qttt.oracle.registry import entry_of
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.reference.tiqtaqtoe.notation import Action
from qttt.reference.tiqtaqtoe.position import Position, groups, probabilities
from qttt.verification import engines
from qttt.verification.engines import FastEngine, NotAnswered, game_with, set_up

if TYPE_CHECKING:
    from qttt.fast.tiqtaqtoe.rules import Switches

Probabilities = Mapping[int, Mapping[str, Fraction]]

ENDS = ("win of X", "win of O", "lines of both", "no line")
"""The words for `END_KINDS` of the fast engine."""
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


def ending(engine: FastEngine[Position, Action], position: Position) -> str | None:
    from qttt.fast.backend import in_python
    from qttt.fast.tiqtaqtoe.rules import kind
    from qttt.fast.tiqtaqtoe.setting import END_KINDS

    words = dict(zip(END_KINDS, ENDS, strict=True))
    return words.get(kind(*in_python((engine.kernels.state(position), _setting(cast(TiqTaqToe, engine.game))))))


def oracle_at(game: TiqTaqToe, position: Position) -> Oracle[Position, Action]:
    """Raises `NotAnswered` where solving would take long: at the level high, under a switch that changes the
    positions."""
    from qttt.verification.tiqtaqtoe.solved import tablebase

    if game.level == "high" and {**game.switches, "both": "even"} != TiqTaqToe().switches:
        raise NotAnswered
    return Oracle(game, tablebase(game))


def fast(options: Mapping[str, object]) -> FastEngine[Position, Action]:
    """The fast engine as an implementation. Raises `NotAnswered` for the level full, which it does not play."""
    game = game_with(TiqTaqToe, options)
    if game.level == "full":
        raise NotAnswered
    return FastEngine(game, ending, oracle_at)


@cache
def _setting(game: TiqTaqToe) -> "Switches":
    return cast("Switches", entry_of(game).playing(game)["planes"].setting)
