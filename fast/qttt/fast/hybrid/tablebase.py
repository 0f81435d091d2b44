"""The tablebase of the hybrid game: the exact value of every position of one game, and what follows from it.

On disk a tablebase is a file with a description and one array per number of measured boxes."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from qttt.fast import store
from qttt.fast.answers import Ints
from qttt.fast.board import ALL
from qttt.fast.brief import brief
from qttt.fast.hybrid.answers import Answers
from qttt.fast.hybrid.count import positions
from qttt.fast.hybrid.layer import Layer, lanes, scores
from qttt.fast.hybrid.setting import BOXES, Setting, check, description
from qttt.spec.disk import PathLike


@dataclass(frozen=True, eq=False)
class Tablebase:
    """One game, and per number of measured boxes the values of all positions, to the player who has just moved, in the
    units and at the places of `layer`: ``[lane][place]``; none for a layer that has not been kept.

    Exact for every position within the switches, whether play reaches it or not, over or not, a box being measured or
    not."""

    setting: Setting
    numbers: tuple[tuple[Ints, ...], ...]

    __repr__ = brief

    @property
    def positions(self) -> tuple[int, ...]:
        """How many undecided positions have 0 to 8 boxes measured, up to symmetry and exchange of
        colours, whether play reaches them or not."""
        return positions(self.setting)

    @cached_property
    def answers(self) -> Answers:
        """Answers about batches of positions."""
        return Answers(self.setting, self.numbers)

    def save(self, path: PathLike, about: Mapping[str, object] | None = None) -> None:
        """Write the tablebase to a file, or replace the one there, as a whole: see `qttt.fast.store.save`.

        Raises ValueError if only a part of the game was solved."""
        if not all(self.numbers):
            raise ValueError("only a part of the game was solved")
        arrays = {f"measured-{m}": np.stack(numbers) for m, numbers in enumerate(self.numbers)}
        store.save(path, description(self.setting), arrays, about)

    @classmethod
    def open(cls, path: PathLike, setting: Setting) -> "Tablebase":
        """Map the saved tablebase of a game into memory. Raises `qttt.fast.store.StoreError` unless the file holds an
        intact one of this game, `qttt.fast.store.NotStored` if it holds none of this version, ValueError for a setting
        that does not exist."""
        with store.reading(path, description(check(setting))) as found:
            layers = [Layer(setting, measured) for measured in range(BOXES + 1)]
            shapes = [(len(lanes(setting)), len(this.sets) * this.size) for this in layers]
            numbers = [found.take(f"measured-{m}", np.int8, shape, -127, 127) for m, shape in enumerate(shapes)]
            ended = np.stack([-scores(layers[-1], ALL, both)[::-1] for both in lanes(setting)[::-1]])
            found.check((numbers[BOXES] == ended).all(), "values of full boards that are not their scores")
            return cls(setting, tuple(map(tuple, numbers)))
