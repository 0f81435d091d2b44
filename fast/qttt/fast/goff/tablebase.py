"""The tablebase of Goff's game: the outcome of every position, and what follows from it.

Plies 0 to 6 are stored; later ones are valued on demand. On disk a tablebase is a file with a description
and, per ply, two arrays: the canonical keys, ascending, and their code pairs."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat

import numpy as np

from qttt.fast import store
from qttt.fast.answers import Ints
from qttt.fast.board import LINES
from qttt.fast.brief import brief
from qttt.fast.goff.answers import SHIFT, STORED, WorldAnswers, answers
from qttt.fast.goff.board import place
from qttt.fast.goff.graph import Collapse
from qttt.fast.goff.index import PACKED, by_place
from qttt.fast.goff.outcome import BOTH, FIRST_READING, OUTCOMES, scores, switches
from qttt.fast.goff.position import LARGEST, triple
from qttt.spec.disk import PathLike

RULESET = "goff-1.1"
SCORING = "GOFF-SCORE-2"
PLIES = 7
"""Plies 0 to 6."""
IN_LINE = np.zeros(PACKED, np.bool_)
"""``[set]``: whether a player's early marks, packed as in a key, are definite and in a line."""
IN_LINE[[triple(*(place(square, square) for square in line)) for line in LINES]] = True


def undecided(keys: tuple[Ints, ...]) -> tuple[int, ...]:
    """How many of the settled positions of each ply, given as int64 arrays of canonical keys of plies 0 to 6, have a
    player to move. Only a line ends the game so early."""
    over = (IN_LINE[of_ply >> 42] | IN_LINE[(of_ply >> 24) & (PACKED - 1)] for of_ply in keys)
    return tuple(int(np.count_nonzero(~each)) for each in over)


class Counted:
    """The numbers of positions in a tablebase with the canonical keys of some plies."""

    keys: tuple[Ints, ...]

    @property
    def positions(self) -> tuple[int, ...]:
        """How many canonical positions each stored ply has, including those in which the game is over."""
        return tuple(len(keys) for keys in self.keys)

    @property
    def undecided(self) -> tuple[int, ...]:
        """How many canonical positions each stored ply has in which a player is to move."""
        return undecided(self.keys)


@dataclass(frozen=True, eq=False)
class Tablebase(Counted):
    """Per ply the canonical keys (int64, ascending) and their code pairs (uint8: ``opponent | self << 3``).

    Exact for every position that play can reach, of any ply, settled or pending. A key that no game reaches raises
    KeyError up to ply 6; after it a key without the form of a position does, and any other such key has no meaning."""

    keys: tuple[Ints, ...]
    codes: tuple[Ints, ...]
    reading: int = FIRST_READING

    __repr__ = brief

    @property
    def switches(self) -> dict[str, str]:
        """The values of the switches on which the codes depend."""
        return switches(self.reading)

    def answers(self, collapse: Collapse, double_win: bool = False, both: str = "narrow") -> WorldAnswers:
        """Answers about batches of positions, under the rules and the scoring of a game with these options. Raises
        ValueError for an unknown one."""
        return answers(self.keys, self.table, collapse, scores(double_win, both), self.reading)

    def save(self, path: PathLike, about: Mapping[str, object] | None = None) -> None:
        """Write the tablebase to a file, or replace the one there, as a whole: see `qttt.fast.store.save`."""
        arrays = {}
        for ply, (keys, codes) in enumerate(zip(self.keys, self.codes, strict=True)):
            arrays[f"ply-{ply}.keys"], arrays[f"ply-{ply}.codes"] = keys, codes
        store.save(path, _description(self.reading), arrays, about)

    @classmethod
    def open(cls, path: PathLike, reading: int = FIRST_READING) -> "Tablebase":
        """Map a saved tablebase of a reading into memory. Raises `qttt.fast.store.StoreError` unless the file holds an
        intact one, `qttt.fast.store.NotStored` if it holds none of this version."""
        with store.reading(path, _description(reading)) as found:
            keys = [
                found.take(f"ply-{ply}.keys", np.int64, (None,), 0, LARGEST, ascending=True) for ply in range(PLIES)
            ]
            codes = [found.take(f"ply-{ply}.codes", np.uint8, each.shape) for ply, each in enumerate(keys)]
            found.check(all(_PAIRS[pairs].all() for pairs in codes), "codes that are not pairs of outcomes")
            return cls(tuple(keys), tuple(codes), reading)

    @cached_property
    def table(self) -> Ints:
        """uint8 ``[place]``: for each place of `index.whole` the code pair with bit 6 set, 0 where no position is."""
        return by_place(zip(self.keys, self.codes, repeat(STORED), strict=False), np.uint8)


def _description(reading: int) -> dict[str, object]:
    return {
        "ruleset": RULESET,
        "scoring": SCORING,
        "collapse": list(SHIFT),
        "double_win": [False, True],
        "outcomes": list(OUTCOMES),
        "both": list(BOTH),
        "switches": switches(reading),
    }


_PAIRS = np.isin(np.arange(256), [a | b << 3 for a in range(len(OUTCOMES)) for b in range(len(OUTCOMES))])
"""bool ``[256]``: whether a code pair has two outcomes."""
