"""What ships of the hybrid game: the values of the first plies, of the canonical game and of the largest games."""

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from qttt.fast import known
from qttt.fast.answers import Ints, Values
from qttt.fast.backend import Cpu, Interpreter
from qttt.fast.brief import brief
from qttt.fast.hybrid.answers import OfBoxes
from qttt.fast.hybrid.batch import setting_of
from qttt.fast.hybrid.graph import CANONICAL, HybridGraph
from qttt.fast.hybrid.key import waiting
from qttt.fast.hybrid.rules import RULESET, SWITCHES, Setting

PLIES, PLIES_OF_LARGEST = 4, 2
"""The numbers of plies whose positions ship, of the canonical game and of the games with the largest layers."""
LARGEST = ("reverse-draw", "reverse-X", "reverse-measurer", "reverse-other", "take-draw")
"""The effects and values of `both` of the largest games that differ: under `effect=take` no move completes lines of
both."""


def early_keys(setting: Setting, plies: int) -> Ints:
    """The canonical keys, ascending, of the positions after at most so many plies in which no box is being measured."""
    graph = HybridGraph(setting, None)  # type: ignore[arg-type]
    level, found = np.zeros(1, np.int64), [np.zeros(1, np.int64)]
    for _ in range(plies):
        level = graph.canonical(np.unique(graph.expand(level).children))[0]
        waits = waiting(level)
        after = graph.expand(level[waits]).children
        level = np.unique(np.concatenate((level[~waits], graph.canonical(after)[0])))
        found.append(level)
    return np.unique(np.concatenate(found))


def table(setting: Setting, answers: Values, plies: int) -> Ints:
    """int64 ``[2, position]``: the keys of `early_keys`, and the values for X times 2^9."""
    keys = early_keys(setting, plies)
    return np.stack((keys, answers.values(keys)))


def canonical() -> known.Table:
    """The table of the canonical game, solved."""
    from qttt.fast.hybrid.solve import solve

    return described(Setting()), {"canonical": table(Setting(), solve(Cpu(), Setting()).tablebase.answers, PLIES)}


def largest() -> known.Table:
    """The table of the largest games, solved: an array for each effect and value of `both` that make a difference."""
    from qttt.fast.hybrid.solve import solve

    def solved(setting: Setting) -> Ints:
        with TemporaryDirectory() as scratch:
            return table(setting, solve(Cpu(), setting, scratch=Path(scratch)).tablebase.answers, PLIES_OF_LARGEST)

    return described(Setting("two")), {name: solved(game_of(name)) for name in LARGEST}


def game_of(name: str) -> Setting:
    """The game of an array of `largest`.

    >>> game_of("take-draw")
    Setting(links='two', targets='any', effect='take', both='draw')
    """
    return Setting("two", "any", *name.split("-"))


def described(setting: Setting) -> dict[str, Any]:
    """The description of a table: the ruleset, and the switches that its games have in common."""
    named = {name: getattr(setting, name) for name in SWITCHES}
    return {"ruleset": RULESET, "switches": named}


def known_answers(setting: Setting) -> "Early | None":
    """The answers of what ships of a game; None if nothing does. Raises `known.Damaged`."""
    if setting == Setting():
        return Early(setting, known.load("hybrid")[1]["canonical"])
    if (setting.links, setting.targets) != ("two", "any"):
        return None
    both = setting.both if setting.effect == "reverse" else "draw"
    return Early(setting, known.load("hybrid-largest")[1][f"{setting.effect}-{both}"])


@dataclass(frozen=True, eq=False)
class Early(OfBoxes):
    """Exact answers about early positions of one game, without a solve; about others they raise `known.NotKnown`.
    `shipped` is one of the arrays of `table`."""

    setting: Setting
    shipped: Ints

    __repr__ = brief

    def looked_up(self, keys: Ints) -> Ints:
        form, by = np.empty((2, len(keys)), np.int64)
        Interpreter().launch(CANONICAL, len(keys), keys, tuple(setting_of(self.setting)), form, by)
        at = np.minimum(np.searchsorted(self.shipped[0], form), self.shipped.shape[1] - 1)
        if ((self.shipped[0, at] != form) & ~waiting(keys)).any():
            raise known.NotKnown
        found: Ints = self.shipped[1, at]
        return found
