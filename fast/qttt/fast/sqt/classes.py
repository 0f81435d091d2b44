"""Few different values: positions with the same value in every lane share a row.

A kernel finds the row of a position by a hash of its values among the rows known so far, and compares the values. The
host adds the rows that the kernel does not find. So the rows are exact for any hash; a good one only saves time."""

from typing import Any

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Array, Device
from qttt.fast.goff.moves import Work
from qttt.fast.jit import jitable

HASH_BITS = (1 << 62) - 1
UNKNOWN = -1


@jitable
def find_class(
    i: int, work: Work, values: Ints, weights: Ints, hashes: Ints, order: Ints, rows: Ints, found: Ints
) -> None:
    """Kernel: write the row of the values of item i to ``found[i]``, UNKNOWN if there is none among the known rows."""
    total = 0
    for lane in range(values.shape[1]):
        total += values[i, lane] * weights[lane]
    total &= HASH_BITS
    found[i] = UNKNOWN
    left = len(hashes)
    if left > 0:
        at = 0
        while left > 1:
            half = left >> 1
            at += half if hashes[at + half] <= total else 0
            left -= half
        row = order[at]
        differ = hashes[at] ^ total
        for lane in range(values.shape[1]):
            differ |= values[i, lane] ^ rows[row, lane]
        found[i] = row if differ == 0 else UNKNOWN


class Classes:
    """The rows known so far, on a device.

    `known` are the arguments of `find_class` between the values and what is found."""

    def __init__(self, device: Device, lanes: int, dtype: Any) -> None:
        self._device = device
        self._numbers: dict[bytes, int] = {}
        self._rows = np.empty((0, lanes), dtype)
        odd = np.random.default_rng(0).integers(1 << 61, size=lanes) * 2 + 1
        self._weights = odd.astype(np.int64)
        self.known = self._published()

    @property
    def rows(self) -> Array:
        """The rows, ``[rows, L]``, on the device."""
        return self.known[3]

    def learn(self, values: Array, found: Array) -> None:
        """Give the items that `find_class` did not find their rows, new ones where needed."""
        xp = self._device.xp
        unknown = xp.flatnonzero(found == UNKNOWN)
        if len(unknown) == 0:
            return
        given = self._device.to_host(values[unknown])
        numbers = [self._numbers.setdefault(row.tobytes(), len(self._numbers)) for row in given]
        found[unknown] = xp.asarray(np.array(numbers, found.dtype))
        new = len(self._rows)
        first: dict[int, int] = {}
        for at, number in enumerate(numbers):
            if number >= new:
                first.setdefault(number, at)
        self._rows = np.concatenate([self._rows, given[[first[number] for number in sorted(first)]]])
        self.known = self._published()

    def _published(self) -> tuple[Array, Array, Array, Array]:
        with np.errstate(over="ignore"):
            hashes = (self._rows.astype(np.int64) * self._weights).sum(axis=1) & HASH_BITS
        order = np.argsort(hashes, kind="stable")
        on_device = self._device.xp.asarray
        return on_device(self._weights), on_device(hashes[order]), on_device(order), on_device(self._rows)
