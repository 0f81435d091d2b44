"""What ships of the hybrid game: the values of the first plies, of the canonical game and of the largest games."""

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from qttt.fast import known
from qttt.fast.answers import Ints
from qttt.fast.backend import Array, Cpu, Interpreter
from qttt.fast.brief import brief
from qttt.fast.hybrid.graph import HybridGraph
from qttt.fast.hybrid.rules import NUMBERS, O_BOXES, ONE, TURN, TWO, X_BOXES, read, waiting
from qttt.fast.hybrid.setting import Setting, description
from qttt.fast.known.web import LATER, holds

PLIES, PLIES_OF_LARGEST = 4, 2
"""The numbers of plies whose positions ship, of the canonical game and of the games with the largest layers."""
LARGEST = ("reverse-draw", "reverse-X", "reverse-measurer", "reverse-other", "take-draw")
"""The effects and values of `both` of the largest games that differ: under `effect=take` no move completes lines of
both."""


def table(answers: HybridGraph, plies: int) -> Ints:
    """int64 ``[2, position]``: the canonical keys, ascending, of the positions after at most so many plies in which no
    box is being measured, and their values for X times 2^9."""
    found = [np.array([answers.start])]
    for _ in range(plies):
        found.append(np.unique(answers.canonical(answers.played(found[-1])[0])[0]))
    keys = np.unique(np.concatenate(found))
    return np.stack((keys, answers.values(keys)))


def canonical() -> known.Table:
    """The table of the canonical game, solved."""
    return description(Setting()), {"canonical": _solved(Setting(), PLIES)}


def largest() -> known.Table:
    """The table of the largest games, solved: an array for each effect and value of `both` that make a difference."""
    return description(Setting("two")), {name: _solved(game_of(name), PLIES_OF_LARGEST) for name in LARGEST}


def web_table(name: str) -> known.Table:
    """The table for browsers: uint16 ``x`` and ``o``, the boxes with each mark as masks; uint8 ``turn``, 1 where O is
    to move; uint8 ``links``, two for each box; int16 ``values``, or one array for each effect and value of `both`. The
    marks and links count as plies, each of which makes one and may remove others."""
    description, arrays = known.load(name.removesuffix(LATER))
    keys = next(iter(arrays.values()))[0]
    if any((keys != array[0]).any() for array in arrays.values()):
        raise ValueError(f"the arrays of {name} are about different positions")
    rows = [[0] * NUMBERS for _ in keys]
    for key, row in zip(keys.tolist(), rows, strict=True):
        read(key, row)
    states = np.array(rows, np.int64)
    links = np.stack((states[:, ONE:TWO], states[:, TWO:]), 2).reshape(len(keys), -1)
    made = np.bitwise_count(states[:, X_BOXES] | states[:, O_BOXES]) + np.count_nonzero(links, 1)
    here = [holds(name, each) for each in made.tolist()]
    found: dict[str, Array] = {
        "x": states[here, X_BOXES].astype(np.uint16),
        "o": states[here, O_BOXES].astype(np.uint16),
        "turn": states[here, TURN].astype(np.uint8),
        "links": links[here].ravel().astype(np.uint8),
    }
    for each, array in arrays.items():
        found["values" if len(arrays) == 1 else f"values-{each}"] = array[1, here].astype(np.int16)
    return description, found


def _solved(setting: Setting, plies: int) -> Ints:
    from qttt.fast.hybrid.solve import solve

    with TemporaryDirectory() as scratch:
        return table(solve(Cpu(), setting, scratch=Path(scratch)).tablebase.answers, plies)


def game_of(name: str) -> Setting:
    """The game of an array of `largest`.

    >>> game_of("take-draw")
    Setting(links='two', targets='any', effect='take', both='draw')
    """
    return Setting("two", "any", *name.split("-"))


def known_answers(setting: Setting) -> "Early | None":
    """The answers of what ships of a game; None if nothing does. Raises `known.Damaged`."""
    if setting == Setting():
        return Early(setting, known.load("hybrid")[1]["canonical"])
    if (setting.links, setting.targets) != ("two", "any"):
        return None
    both = setting.both if setting.effect == "reverse" else "draw"
    return Early(setting, known.load("hybrid-largest")[1][f"{setting.effect}-{both}"])


@dataclass(frozen=True, eq=False)
class Early(HybridGraph):
    """Exact answers about early positions of one game, without a solve; about others they raise `known.NotKnown`.
    `shipped` is one of the arrays of `table`."""

    shipped: Ints

    __repr__ = brief

    def looked_up(self, keys: Ints) -> Ints:
        form, _ = self.canonical(keys, Interpreter())
        at = np.minimum(np.searchsorted(self.shipped[0], form), self.shipped.shape[1] - 1)
        if ((self.shipped[0, at] != form) & ~waiting(keys)).any():
            raise known.NotKnown
        found: Ints = self.shipped[1, at]
        return found
