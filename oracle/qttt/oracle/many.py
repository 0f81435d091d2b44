"""Answers about a batch of positions, as arrays and as the columns of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic

from qttt.oracle.perfect import A

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa

LARGEST = (1 << 63) - 1
SURE = 1 << 53
"""Integers up to this are doubles."""


@dataclass(frozen=True, repr=False)
class Many(Generic[A]):
    """Answers about a batch of positions, as arrays over the batch.

    `numbers` ``[position]`` are the values divided by `scale`, exactly: int64, or Python integers where int64 is too
    small. `best` is bool ``[position, action]``: the optimal actions among `actions`, which are in the documented
    order; no action is best where no player is to act.
    """

    numbers: np.ndarray[Any, Any]
    scale: Fraction
    best: np.ndarray[Any, Any]
    actions: tuple[A, ...]

    @property
    def _terms(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """The numerators and the denominators of the values, in lowest terms: int64, or Python integers where int64 is
        too small."""
        import numpy as np

        numbers, (up, down) = self.numbers, self.scale.as_integer_ratio()
        if max(down, up * max(int(numbers.max(initial=0)), -int(numbers.min(initial=0)))) > LARGEST:
            numbers = numbers.astype(object)
        common = np.gcd(numbers, down)
        return numbers // common * up, down // common

    @property
    def values(self) -> np.ndarray[Any, Any]:
        """float64 ``[position]``: the double nearest to each value, so with a relative error of at most 2**-53."""
        import numpy as np

        terms = self._terms
        if not all(np.all(np.abs(each) <= SURE) for each in terms):
            terms = terms[0].astype(object), terms[1].astype(object)  # Python rounds such a quotient once, NumPy thrice
        return np.asarray(terms[0] / terms[1], np.float64)

    def value(self, at: int) -> Fraction:
        """The exact value of one position of the batch."""
        return int(self.numbers[at]) * self.scale

    def best_of(self, at: int) -> tuple[A, ...]:
        """The optimal actions in one position of the batch."""
        return tuple(action for action, best in zip(self.actions, self.best[at], strict=True) if best)

    def __len__(self) -> int:
        return len(self.numbers)

    def __repr__(self) -> str:
        return f"<answers about {len(self)} positions>"


def columns(positions: Sequence[str], actors: Sequence[str | None], found: Many[Any]) -> dict[str, pa.Array]:
    """The columns of a table of answers, for positions in writing and the players to move:

    - `position`, `actor`
    - `numerator` and `denominator` of the value for X, in lowest terms: int64, or text in a column where a number
      needs more than 64 bits
    - `value`, the nearest double: see `Many.values`
    - `best`, the optimal actions, in the documented order
    """
    import numpy as np
    import pyarrow as pa

    numerator, denominator = map(_integers, found._terms)
    ends, chosen = np.concatenate([[0], found.best.sum(1).cumsum()]), np.nonzero(found.best)[1]
    actions = pa.array([*map(str, found.actions)], pa.string())
    return {
        "position": pa.array(positions, pa.string()),
        "actor": pa.array(actors, pa.string()),
        "numerator": numerator,
        "denominator": denominator,
        "value": pa.array(found.values),
        "best": pa.ListArray.from_arrays(ends.astype(np.int32), actions.take(pa.array(chosen))),
    }


def _integers(numbers: np.ndarray[Any, Any]) -> pa.Array:
    import pyarrow as pa

    try:
        return pa.array(numbers, pa.int64())
    except (OverflowError, pa.ArrowInvalid):
        return pa.array([*map(str, numbers)])
