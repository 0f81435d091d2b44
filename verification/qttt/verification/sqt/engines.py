"""The stochastic game as its vectors ask for it: the reference, its dice version, and the fast engine, solved once."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, get_args

from qttt.fast.backend import Cpu
from qttt.fast.goff.solve import LAST
from qttt.fast.sqt.answers import answers
from qttt.fast.sqt.setting import LARGEST_DENOMINATOR, Scoring, Setting
from qttt.fast.sqt.solve import solve
from qttt.fast.sqt.tablebase import Tablebase
from qttt.oracle.sqt import setting_of
from qttt.reference.goff import SWITCHES, Action, Position, Selection
from qttt.reference.sqt import Sqt, checked, probability, selection_probabilities
from qttt.reference.sqt.dice import Action as DiceAction
from qttt.reference.sqt.dice import Dice, Thrown, dice
from qttt.spec import vectors
from qttt.verification import engines as of_every_game
from qttt.verification.engines import NotAnswered, Refused, Row, game_with, not_answered, solver_of
from qttt.verification.goff import engines

# Values under best play


GRID = tuple(Fraction(j, 20) for j in range(21))
"""The source's values of q."""
SMALL = (Fraction(2, 7), Fraction(62, 63))
"""Two more values, the second with the largest denominator that 32 bits hold."""
AWKWARD = (Fraction(355, 565), Fraction(16383, 32767))
"""Two values of q that need 64 bits, the second with the largest denominator allowed."""
SCORINGS: tuple[Scoring, ...] = get_args(Scoring)


def settings_of(probabilities: Iterable[Fraction]) -> tuple[Setting, ...]:
    """Every scoring, with and without the double win, for each q."""
    return tuple(Setting(*setting) for setting in product(probabilities, SCORINGS, (False, True)))


def settings_of_vectors() -> Iterator[Setting]:
    """The settings in which vectors ask for values."""
    for vector in vectors("sqt"):
        if {"value", "selections", "best", "optimal", "first_moves"} & vector.then.keys():
            scoring, double_win = vector.options.get("scoring", SCORINGS[0]), vector.options.get("double_win", False)
            yield Setting(Fraction(vector.options["q"]), scoring, double_win)


@cache
def tablebase() -> Tablebase:
    """The grid, two more values of q, and the settings of vectors, in 32 bits."""
    settings = dict.fromkeys((*settings_of(GRID + SMALL), *settings_of_vectors()))
    return solve(Cpu(), tuple(settings)).tablebase


@cache
def wide_tablebase() -> Tablebase:
    """The values of q that need 64 bits."""
    return solve(Cpu(), settings_of(AWKWARD)).tablebase


@cache
def of_reading(pair: str, last: str) -> Tablebase:
    """An even chance under two switches: both scorings, and each worth of lines of both players."""
    settings = product((Fraction(1, 2),), SCORINGS, (False,), (pair,), (last,), SWITCHES["both"])
    return solve(Cpu(), [Setting(*setting) for setting in settings]).tablebase


def tablebase_with(setting: Setting) -> Tablebase:
    """The one of the two tablebases that has the setting. Raises `KeyError` if neither does."""
    for table in (tablebase, wide_tablebase):
        if setting in table().settings:
            return table()
    raise KeyError(f"not solved with {setting}")


_actions, _play = cache(Sqt(Fraction(0)).actions), cache(Sqt(Fraction(0)).play)


class Remembering(Sqt):
    """The reference's game; the successors of a position, equal in all settings, are found once."""

    def actions(self, position: Position) -> tuple[Action, ...]:
        return _actions(position)

    def play(self, position: Position, action: Action) -> Position:
        return _play(position, action)


def game_of(options: Mapping[str, object]) -> Sqt:
    """The game with these options. Raises `Refused` where one of them is rejected."""
    try:
        p = probability(str(options["p"])) if "p" in options else None
        q = checked(probability(str(options["q"])), p)
    except ValueError as error:
        raise Refused(str(error), "SQT-PROBABILITY-1") from error
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


def reference(options: Mapping[str, object]) -> ReferenceEngine | DiceEngine:
    """The reference as an implementation."""
    game = game_of(options)
    return DiceEngine(Dice(game)) if "dice" in options else ReferenceEngine(game)


# The fast engine


class Late:
    """Answers about positions that are not stored."""

    answers = staticmethod(answers)


@dataclass(frozen=True)
class FastEngine(engines.FastEngine):
    """The fast engine in one setting."""

    oracle = of_every_game.FastEngine.oracle  # by `tablebase`: of SQT functions of q ship
    dice = not_answered

    def tablebase(self, position: Position) -> Tablebase | type[Late]:
        setting = setting_of(self.game)
        if setting == Setting(setting.q, setting.scoring, setting.double_win):
            return tablebase_with(setting)
        if position.ply - position.pending <= LAST:
            raise NotAnswered
        return Late

    def selections(self, position: Row) -> Mapping[Action, Fraction]:
        """Rule: SQT-EQUAL-1"""
        return self.oracle(position).probabilities(self.shown(position))


def fast(options: Mapping[str, object]) -> FastEngine:
    """The fast engine as an implementation; the reference reads the probabilities. Raises `NotAnswered` for the dice
    version and for a larger denominator than the engine has."""
    game = game_of(options)
    if "dice" in options or game.q.denominator > LARGEST_DENOMINATOR:
        raise NotAnswered
    return FastEngine(game)
