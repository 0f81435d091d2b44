"""The stochastic game: a tablebase per setting, with the keys of Goff's game."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from qttt.fast import backend
from qttt.fast.answers import Answers
from qttt.fast.batch import Playing
from qttt.fast.goff import rules
from qttt.fast.graph import Graph
from qttt.fast.sqt.functions import Functions
from qttt.fast.sqt.setting import LARGEST_DENOMINATOR, UNIT, Setting
from qttt.fast.sqt.system import Advantage
from qttt.fast.sqt.tablebase import Tablebase
from qttt.fast.store import StoreError
from qttt.oracle import goff
from qttt.oracle.entry import Report, by_observation
from qttt.oracle.goff import translate
from qttt.oracle.perfect import Values
from qttt.reference.goff import Action, Position
from qttt.reference.sqt import Sqt

KEPT = 1 << 12
"""Values that are remembered."""


class SqtEntry(goff.MovesOfGoff[Sqt]):
    """See `Entry`. Values are those of Rule SQT-VALUE-1."""

    name, kind = "sqt", Sqt

    def solve(self, game: Sqt, device: str, report: Report) -> Tablebase:
        from qttt.fast.sqt.solve import solve

        return solve(backend.device(device), [setting_of(game)], report).tablebase

    def open(self, game: Sqt, path: Path) -> Tablebase:
        found = Tablebase.open(path)
        if setting_of(game) not in found.settings:
            setting = ", ".join(f"{name} = {value}" for name, value in game.setting.items())
            raise StoreError(f"{path}: has no values for {setting}")
        return found

    def known(self, game: Sqt) -> Values[Position, Action] | None:
        if not first_reading(game):
            return None
        found = Functions(game.scoring, game.double_win)
        value = lru_cache(KEPT)(lambda position: UNIT * found.at(translate.key_of(position), game.q))
        return Values(value, complete=game.q.denominator > LARGEST_DENOMINATOR)

    def answers(self, game: Sqt, tablebase: Tablebase) -> Answers:
        return tablebase.answers(setting_of(game))

    def playing(self, game: Sqt) -> Mapping[str, Playing]:
        setting = setting_of(replace(game, q=Fraction(0)) if first_reading(game) else game)  # else q must be solvable
        return by_observation(rules.OBSERVED, rules.setting_of(rules.BY_SYSTEM, setting.scores, setting.reading))

    def system(self, game: Sqt, tablebase: Tablebase) -> Advantage:
        return Advantage(tablebase.answers(setting_of(game)), game.q)

    def graph(self, game: Sqt, tablebase: Tablebase) -> Graph:
        from qttt.fast.goff.graph import GoffGraph

        answers = self.answers(game, tablebase)
        return GoffGraph(rules.BY_SYSTEM, goff.reading_of(game), answers, self.system(game, tablebase).probabilities)


def first_reading(game: Sqt) -> bool:
    """Whether a game has the first value of each switch: functions of q are known for no other."""
    return (game.pair, game.last, game.both) == ("legal", "move", "narrow")


def setting_of(game: Sqt) -> Setting:
    """The fast engine's name for a game. Raises `ValueError` if its q has too large a denominator.

    >>> from fractions import Fraction
    >>> setting_of(Sqt(Fraction(3, 4)))
    Setting(q=Fraction(3, 4), scoring='draws-even', double_win=False, pair='legal', last='move', both='narrow')
    """
    return Setting(game.q, game.scoring, game.double_win, game.pair, game.last, game.both)


ENTRY = SqtEntry()
