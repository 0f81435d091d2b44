"""Positions of ply 6 sorted by shape, for kernels whose items must have the same layout (see `three_trees`)."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from qttt.fast.backend import Array, Device, Kernel
from qttt.fast.goff import three_trees
from qttt.fast.goff.index import PACKED
from qttt.fast.lanes import Rows, column

BATCHES = 512
"""Batches of positions of ply 6 that a CPU thread takes at a time."""

SHAPE = Kernel(three_trees.find_shape, three_trees.WORK, BATCHES, lanes=True)


class Bucket(NamedTuple):
    """Positions with one layout: where they are, int64 ``[position]``, and their early marks, an int per position,
    ``[item]`` or, on a CPU, ``[item, lane]``."""

    at: Array
    layout: Array
    xs: Rows
    os: Rows


class Buckets:
    """The positions of ply 6 with some settled keys, by shape. `ended` are the places of those that are over, int64,
    and `codes` the outcome codes of these, int64."""

    def __init__(self, device: Device, keys: Array) -> None:
        xp = device.xp
        self._device, self._x, self._o = device, keys >> 42, (keys >> 24) & (PACKED - 1)
        xs, os = self._early(slice(None))
        shapes = xp.empty(xs.shape, np.int32)
        device.launch(SHAPE, len(xs), xs, os, shapes)
        self._shapes = shapes.ravel()[: len(keys)].astype(np.uint8)
        self.ended = xp.flatnonzero(self._shapes < three_trees.NUMBERS[0])
        self.codes = self._shapes[self.ended].astype(np.int64)

    def pieces(self, most: int, first: int | None = None) -> Iterator[Bucket]:
        """The positions that are not over, at most `most` together, and `first` the first time."""
        xp, size = self._device.xp, first or most
        for number, layout in three_trees.layouts(self._device.vectors).items():
            at = xp.flatnonzero(self._shapes == number)
            start = 0
            while start < len(at):
                here = at[start : start + size]
                yield Bucket(here, xp.asarray(layout), *self._early(here))
                start, size = start + size, most

    def _early(self, at: Any) -> tuple[Rows, Rows]:
        xp, vectors = self._device.xp, self._device.vectors
        return column(xp, self._x[at], vectors), column(xp, self._o[at], vectors)
