"""The stochastic game as its vectors ask for it: the reference, its dice version, and the fast engine.

The fast engine is imported when it is asked, so that an engine is held against the rules without it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from qttt.oracle import Oracle
from qttt.reference.goff import Action, Position, Selection
from qttt.reference.sqt import Sqt, checked, probability, selection_probabilities
from qttt.reference.sqt.variants import Action as DiceAction
from qttt.reference.sqt.variants import Dice, Thrown, dice
from qttt.verification import engines as of_every_game
from qttt.verification.engines import FastEngine, NotAnswered, OptionsRejected, game_with, not_answered, solver_of
from qttt.verification.goff import engines


def game_of(options: Mapping[str, Any]) -> Sqt:
    """The game with these options. Raises `OptionsRejected` where one of them is rejected."""
    try:
        p = probability(options["p"]) if "p" in options else None
        q = checked(probability(options["q"]), p)
    except ValueError as error:
        raise OptionsRejected(str(error), "SQT-PROBABILITY-1") from error
    return game_with(Sqt, {**options, "q": q})


# The reference


@dataclass(frozen=True)
class ReferenceEngine(engines.ReferenceEngine):
    """The reference in one setting."""

    game: Sqt

    def selections(self, position: Position) -> Mapping[Selection, Fraction]:
        """The probability of each selection, from the values of the positions after them."""
        return selection_probabilities(solver_of(self.game).values(position), self.game.p)

    def dice(self) -> tuple[int, int] | None:
        return dice(self.game.q)


@dataclass(frozen=True)
class DiceEngine(of_every_game.ReferenceEngine[Thrown, DiceAction]):
    """The reference's dice version in one setting; it writes no positions."""

    game: Any

    def is_early(self, position: Thrown) -> bool:
        return position.position.ply < engines.SOLVABLE

    def shown(self, position: Thrown) -> Any:
        return position.position

    position = write_position = not_answered


def reference(options: Mapping[str, Any]) -> ReferenceEngine | DiceEngine:
    """The reference as an implementation."""
    game = game_of(options)
    return DiceEngine(Dice(game)) if "dice" in options else ReferenceEngine(game)


# The fast engine


def oracle_at(game: Any, position: Position) -> Oracle[Position, Action]:
    """By a tablebase, or by a search of the last plies: functions of q ship. Raises `NotAnswered` for an early position
    of a reading of which neither is there."""
    from qttt.fast.goff.solve import LAST
    from qttt.fast.sqt.answers import answers
    from qttt.fast.sqt.setting import Setting
    from qttt.oracle.sqt import setting_of
    from qttt.verification.sqt import solved

    setting = setting_of(game)
    if setting == Setting(setting.q, setting.scoring, setting.double_win):
        return Oracle(game, solved.tablebase_with(setting))
    if position.ply - position.pending <= LAST:
        raise NotAnswered
    return Oracle(game, SimpleNamespace(answers=answers))


def chances_of_selections(engine: FastEngine[Position, Action], position: Position) -> Mapping[Action, Fraction]:
    """Rule: SQT-EQUAL-1"""
    return oracle_at(engine.game, position).probabilities(position)


OWN = {"components": engines.components, "selections": chances_of_selections}


def fast(options: Mapping[str, Any]) -> FastEngine[Position, Action]:
    """The fast engine as an implementation; the reference reads the probabilities. Raises `NotAnswered` for the dice
    version and for a larger denominator than the engine has."""
    from qttt.fast.sqt.setting import LARGEST_DENOMINATOR

    game = game_of(options)
    if "dice" in options or game.q.denominator > LARGEST_DENOMINATOR:
        raise NotAnswered
    return FastEngine(game, engines.ending, oracle_at, own=OWN)
