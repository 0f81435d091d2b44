"""Answers about many positions at once, exact or with a stated error, under the same names for every game.

A tablebase gives the `Answers` of a game with its options. A position is a *key*, an int64; a batch is an array of
keys. `Answers.actions` lists the actions that any position of the game may have, in the documented order: bit i of a
mask and column i of a table belong to ``actions[i]``."""

from collections.abc import Sequence
from fractions import Fraction
from types import ModuleType
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

Ints = np.ndarray[Any, np.dtype[Any]]
Floats = np.ndarray[Any, np.dtype[np.floating[Any]]]

WORD = 63
"""Bits of a mask that an int64 holds; action i has bit ``i % WORD`` of word ``i // WORD``."""


LARGEST = (1 << 63) - 1
ILLEGAL = -(1 << 63)
"""The value of an illegal action in arrays of integers; arrays of floats have NaN."""

UNCOMPILED = 64
"""The number of positions that are answered about before anything is compiled."""

NOT_A_POSITION = ILLEGAL + 1
"""The value that a kernel writes for the first action of a key that is not a position."""


class UnknownPosition(KeyError, ValueError):
    """A key that is not a position of the game, or not one that the tablebase answers for."""

    def __str__(self) -> str:
        return str(self.args[0])


class Values(Protocol):
    """The values of the positions of one game with its options."""

    @property
    def scale(self) -> Fraction:
        """The factor that turns an integer value into the exact value for X. If `error` is not 0, values are float64
        and the scale is 1."""

    @property
    def error(self) -> float:
        """How far a value can be from the exact one: 0 except in the probabilistic game."""

    def values(self, keys: ArrayLike) -> Ints:
        """``[position]``: the value of each position for X, over or not, whoever is to act.

        `keys` are integers of any type and memory order, in an array of one dimension or a sequence. Raises TypeError
        for other types, ValueError for another shape, and UnknownPosition, naming the first of them, for keys that are
        not positions."""


class Answers(Values, Protocol):
    """Answers about the positions of one game with its options."""

    @property
    def actions(self) -> tuple[int, ...]:
        """The engine's numbers of all actions, in the documented order: bit i and column i are those of the i-th."""

    def action_values(self, keys: ArrayLike) -> Ints:
        """``[position, action]``: the value for X of each legal action, that of `values` after it; `ILLEGAL` (NaN among
        floats) for all others. Nothing is legal when the game is over. Raises what `values` raises."""

    def best(self, keys: ArrayLike) -> Ints:
        """``[position]``, int64 masks of the optimal actions of the player to act: bit i for ``actions[i]``; 0
        when the game is over and where no player acts. A game of more than `WORD` actions has ``[position, word]``.
        Raises what `values` raises."""


def spread_masks(masks: Ints, actions: int) -> Ints:
    """Masks as bool ``[position, action]``."""
    bits = np.arange(actions)
    words = masks[:, None] if masks.ndim == 1 else masks
    return (words[:, bits // WORD] >> (bits % WORD) & 1).astype(np.bool_)


def actions_of(mask: ArrayLike, actions: Sequence[int]) -> tuple[int, ...]:
    """The actions of one mask of `Answers.best`, in their order."""
    return tuple(actions[bit] for bit in np.flatnonzero(spread_masks(np.atleast_1d(mask)[None], len(actions))).tolist())


def values_of(values: Ints, actions: Sequence[int], scale: Fraction) -> dict[int, Fraction]:
    """The exact values of the legal actions of one row of `Answers.action_values`, in their order."""
    row = values.tolist()
    exact = {value: value * scale for value in {*row}}
    return {action: exact[value] for action, value in zip(actions, row, strict=True) if value != ILLEGAL}


ALIGNED = 64
"""Where an array begins, in bytes: JAX takes over no memory of the host that begins elsewhere."""


def zeros(xp: ModuleType, shape: tuple[int, ...], dtype: type) -> Any:
    """An array of zeros of the array module `xp` that begins at a multiple of `ALIGNED`, as all of CuPy's do."""
    if xp is not np:
        return xp.zeros(shape, dtype)
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = np.zeros(size + ALIGNED, np.uint8)
    first = -memory.ctypes.data % ALIGNED
    return memory[first : first + size].view(dtype).reshape(shape)


def aligned(array: Ints) -> Ints:
    """A copy of an array of numbers that begins at a multiple of `ALIGNED`. Python integers stay where they are."""
    if array.dtype == object:
        return array
    found: Ints = zeros(np, array.shape, array.dtype.type)
    found[...] = array
    return found


def normalise_keys(keys: ArrayLike) -> Ints:
    """Keys as the array that all kernels are compiled for: int64, one dimension, contiguous, writable.

    Raises TypeError unless the keys are integers, ValueError unless they have one dimension and fit into 64
    bits."""
    if not isinstance(keys, np.ndarray):
        keys = _array_of(keys)
    if keys.dtype.kind not in "iu":
        raise TypeError(f"keys: expected integers, got the type {keys.dtype}")
    if keys.ndim != 1:
        found = f"the shape {keys.shape}" if keys.ndim else "one number"
        raise ValueError(f"keys: expected one dimension, an array [positions], got {found}")
    if keys.dtype == np.uint64 and (keys > LARGEST).any():
        at = int(np.argmax(keys > LARGEST))
        raise ValueError(f"keys[{at}]: {keys[at]} does not fit in a signed 64-bit integer")
    return np.require(keys, np.int64, ["C", "A", "W", "E"])


def _array_of(keys: Any) -> Ints:
    """A sequence as an array. Raises TypeError and ValueError for an element that no int64 holds."""
    array = np.asarray(keys)
    if array.size == 0:
        return array.astype(np.int64)
    if array.ndim == 1 and array.dtype.kind not in "iu":
        for at, key in enumerate(keys):
            if isinstance(key, bool) or not isinstance(key, int | np.integer):
                raise TypeError(f"keys[{at}]: {key!r} is not an integer")
            if not -LARGEST <= key <= LARGEST:
                raise ValueError(f"keys[{at}]: {key} does not fit in a signed 64-bit integer")
    return array


def check_known(found: Ints, unknown: Ints, keys: Ints, reason: str) -> Ints:
    """`found` itself. Raises UnknownPosition, with the reason, naming the first key that is marked as unknown."""
    if unknown.any():
        at = int(np.argmax(unknown))
        raise UnknownPosition(f"keys[{at}]: {reason}: {int(keys[at]):#x}")
    return found
