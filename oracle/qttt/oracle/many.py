"""Many positions at once: answers as arrays and as the columns of a table, and the values of a whole game as a table of
Arrow, in pieces of bounded size. Tables need the extra `sweep`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Generic

from qttt.oracle.perfect import A, P
from qttt.oracle.registry import entry_of
from qttt.reference.game import Game

if TYPE_CHECKING:
    import pyarrow as pa

    from qttt.fast.answers import Floats, Ints
    from qttt.fast.progress import Report
    from qttt.oracle.oracle import Oracle

FORMAT = "qttt-values-1"
VALUE = "the double nearest to numerator / denominator, with a relative error of at most 2**-53"
PIECE = 1 << 16
"""The number of positions that are written at once."""
LARGEST = (1 << 63) - 1
SURE = 1 << 53
"""Integers up to this are doubles."""


@dataclass(frozen=True, repr=False)
class Many(Generic[A]):
    """Answers about a batch of positions, as arrays over the batch.

    `numbers` ``[position]`` are the values divided by `scale`, exactly: int64, or Python integers where int64 is too
    small. `best` is bool ``[position, action]``: the optimal actions among `actions`, which are in the documented
    order; no action is best where no player is to act. Of an oracle, the arrays of numbers, and `values`, are writable,
    contiguous and aligned, so that others take them by DLPack without a copy.
    """

    numbers: Ints
    scale: Fraction
    best: Ints
    actions: tuple[A, ...]

    @property
    def _terms(self) -> tuple[Ints, Ints]:
        """The numerators and the denominators of the values, in lowest terms: int64, or Python integers where int64 is
        too small."""
        import numpy as np

        numbers, (up, down) = self.numbers, self.scale.as_integer_ratio()
        if max(down, up * max(int(numbers.max(initial=0)), -int(numbers.min(initial=0)))) > LARGEST:
            numbers = numbers.astype(object)
        common = np.gcd(numbers, down)
        return numbers // common * up, down // common

    @property
    def values(self) -> Floats:
        """float64 ``[position]``: the double nearest to each value, so with a relative error of at most 2**-53."""
        import numpy as np

        from qttt.fast.answers import aligned

        terms = self._terms
        if not all(np.all(np.abs(each) <= SURE) for each in terms):
            terms = terms[0].astype(object), terms[1].astype(object)  # Python rounds such a quotient once, NumPy thrice
        return aligned(np.asarray(terms[0] / terms[1], np.float64))

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


def columns(positions: Sequence[str], actors: Sequence[str | None], found: Many[A]) -> dict[str, pa.Array]:
    """The columns of a table of answers, for positions as text and the players to move:

    - `position`, as it is written behind the text `game` of the metadata; `actor`
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


def _integers(numbers: Ints) -> pa.Array:
    import pyarrow as pa

    try:
        return pa.array(numbers, pa.int64())
    except (OverflowError, pa.ArrowInvalid):
        return pa.array([*map(str, numbers)])


def about(game: Game[P, A]) -> dict[str, str]:
    """The metadata of a table, which say once what all rows have in common: JSON under the name `qttt`, with `format`,
    `game`, `ruleset`, `options`, and `value`, the error of that column."""
    head = game.write_position(game.initial()).partition(": ")[0]
    said = {"format": FORMAT, "game": f"{head}:", "ruleset": game.ruleset, "options": game.setting, "value": VALUE}
    return {"qttt": json.dumps(said)}


def schema(game: Game[P, A]) -> pa.Schema:
    """The columns of a whole game, with the metadata of `about`:

    - `ply` (for the hybrid game `measured`, the number of boxes that are measured), int8
    - those of `columns`, the numerators and denominators as int64
    """
    import numpy as np
    import pyarrow as pa

    empty = Many[A](np.empty(0, np.int64), Fraction(1), np.empty((0, 0), np.bool_), ())
    none = columns([], [], empty)
    kinds = {entry_of(game).level: pa.int8(), **{name: none[name].type for name in none}}
    return pa.schema([*kinds.items()], metadata=about(game))


def pieces(oracle: Oracle[P, A], report: Report = lambda _: None) -> Iterator[pa.RecordBatch]:
    """The rows of the table, one for each symmetry class of positions in which a player is to move: all that the
    tablebase stores, of Goff's game and SQT those of plies 0 to 6.

    Raises `OverflowError` for a value whose numerator or denominator needs more than 64 bits."""
    import numpy as np
    import pyarrow as pa

    from qttt.fast.answers import spread_masks
    from qttt.fast.progress import Progress

    game, answers = oracle.game, oracle.answers
    entry, expected = entry_of(game), schema(game)
    assert answers
    actions = tuple(map(entry.action, answers.actions))
    for level, player, part in entry.parts(answers):
        for start in range(0, len(part), PIECE):
            report(Progress("write", level, start, len(part)))
            keys = part[start : start + PIECE]
            best = spread_masks(answers.best(keys), len(actions))
            keys, best = keys[best.any(1)], best[best.any(1)]
            if not len(keys):
                continue
            found = Many(answers.values(keys), answers.scale, best, actions)
            cells = columns(entry.texts(answers, keys), [player] * len(keys), found)
            if [each.type for each in cells.values()] != expected.types[1:]:
                raise OverflowError("a value of this game needs numbers of more than 64 bits")
            yield pa.record_batch([pa.array(np.full(len(keys), level, np.int8)), *cells.values()], expected)
