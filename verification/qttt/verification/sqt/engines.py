"""Implementations of the stochastic game behind one interface: the reference and the fast engine."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from qttt.fast.goff.key import FIELD
from qttt.fast.goff.rules import SEL_A, SEL_B
from qttt.fast.sqt.setting import LARGEST_DENOMINATOR, Setting
from qttt.fast.sqt.tablebase import Tablebase
from qttt.oracle import sqt
from qttt.oracle.goff.translate import action_of
from qttt.reference.goff import Action, Mark, Position, Selection
from qttt.reference.sqt import Sqt, checked, probability, selection_probabilities
from qttt.reference.sqt.dice import Dice, Thrown, dice
from qttt.verification import engines as of_every_game
from qttt.verification.engines import NotAnswered, Refused, WritesNoPositions, chosen, solver_of
from qttt.verification.goff import engines
from qttt.verification.sqt import solved


def setting_of(options: Mapping[str, Any]) -> Sqt:
    """The game with these options. Raises `Refused` where one of them is rejected."""
    try:
        p = probability(options["p"]) if "p" in options else None
        q = checked(probability(options["q"]), p)
    except ValueError as error:
        raise Refused(str(error), "SQT-PROBABILITY-1") from error
    return Sqt(q, **chosen(Sqt, options, "scoring", "double_win"))


# The reference


@dataclass(frozen=True)
class ReferenceEngine(engines.ReferenceEngine):
    """The reference in one setting. Planted errors override the methods they get wrong."""

    game: Sqt

    def selections(self, position: Position) -> Mapping[Selection, Fraction]:
        return self.selections_by(self.game, position)

    def selections_by(self, game: Any, position: Position) -> Mapping[Selection, Fraction]:
        """The probability of each selection, from the values of the positions after them in a game."""
        values = solver_of(game).values(position)
        return selection_probabilities({selection: values[selection] for selection in Selection}, self.game.p)

    def dice(self) -> tuple[int, int] | None:
        return dice(self.game.q)


@dataclass(frozen=True)
class DiceEngine(WritesNoPositions, of_every_game.ReferenceEngine[Thrown, Any]):
    """The reference's dice version in one setting."""

    game: Any
    knows_plies = True

    def is_early(self, position: Thrown) -> bool:
        return position.position.ply < engines.SOLVABLE

    def definite(self, position: Thrown) -> dict[int, Mark]:
        return engines.definite_marks(position.position)


def reference(
    options: Mapping[str, Any],
    game: Callable[..., Sqt] = Sqt,
    engine: Callable[[Sqt], ReferenceEngine] = ReferenceEngine,
    version: Callable[[Sqt], Dice] = Dice,
) -> ReferenceEngine | DiceEngine:
    """The reference as an implementation; planted errors use another `game`, another `engine` or another dice
    `version`."""
    right = setting_of(options)
    rules = game(right.q, right.scoring, right.double_win)
    return DiceEngine(version(rules)) if "dice" in options else engine(rules)


# The fast engine


@dataclass(frozen=True)
class FastEngine(engines.FastEngine):
    """The fast engine in one setting; `solved` gives a tablebase with this setting."""

    setting: Setting = Setting(Fraction(0))  # noqa: RUF009
    solved: Callable[[Setting], Tablebase] = solved.tablebase_with

    def actor(self, position: int) -> str | None:
        return "SYSTEM" if position & FIELD else super().actor(position)

    def score(self, position: int) -> Fraction:
        return self.value(position)

    def value(self, position: int) -> Fraction:
        return self.solved(self.setting).value(position, self.setting)

    def values(self, position: int) -> Mapping[Action, Fraction]:
        codes = self.solved(self.setting).actions(position, self.setting)
        return {action_of(code): value for code, value in codes.items()}

    def selections(self, position: int) -> Mapping[Selection, Fraction]:
        """From the values of both settlements. Rule: SQT-EQUAL-1"""
        values = self.solved(self.setting).actions(position, self.setting)
        of_a = 1 - self.setting.q if values[SEL_A] >= values[SEL_B] else self.setting.q
        return {Selection.A: of_a, Selection.B: 1 - of_a}

    def dice(self) -> tuple[int, int] | None:
        raise NotAnswered


def fast(options: Mapping[str, Any], engine: Callable[..., FastEngine] = FastEngine, **more: Any) -> FastEngine:
    """The fast engine as an implementation; the reference reads the probabilities. Raises `NotAnswered` for the dice
    version, and for a larger denominator than the engine has."""
    game = setting_of(options)
    if "dice" in options or game.q.denominator > LARGEST_DENOMINATOR:
        raise NotAnswered
    setting = sqt.setting_of(game)
    return engine(**{"double_win": setting.double_win, "setting": setting, **more})
