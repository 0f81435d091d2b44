"""The same solve on two devices: every number of its arrays."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from qttt.fast import backend
from qttt.fast.backend import Cpu, Device
from qttt.verification import Refuted

Numbers = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Solves:
    """A solve of a game: `arrays` are all that it finds on a device. Floats may differ by `error`, because a GPU fuses
    products and sums."""

    arrays: Callable[[Device], Iterable[Numbers]]
    error: float = 0.0

    def agree(self, altered: Callable[[Numbers], Numbers] = np.asarray, device: Device | None = None) -> str:
        """Compare what the CPU finds with what a device, by default the GPU, finds, `altered`."""
        other = device or backend.device("gpu")
        pairs = [*zip(self.arrays(Cpu()), map(altered, self.arrays(other)), strict=True)]
        for number, (expected, found) in enumerate(pairs):
            if (expected.shape, expected.dtype) != (found.shape, found.dtype):
                raise Refuted(f"array {number}: {found.shape} on {other.name}, {expected.shape} on the CPU")
            wrong = np.argwhere(np.abs(found - expected) > self.error if self.error else found != expected)
            if len(wrong):
                at = tuple(wrong[0].tolist())
                raise Refuted(f"array {number} at {at}: {found[at]} on {other.name}, {expected[at]} on the CPU")
        return f"{sum(expected.size for expected, _ in pairs):,} numbers in {len(pairs)} arrays on {other.name}"


def one_number_off(numbers: Numbers) -> Numbers:
    """A copy of an array in which the number in the middle is another one."""
    found = numbers.copy()
    found.flat[found.size // 2 : found.size // 2 + 1] += 1
    return found
