"""The values of a whole game as a table of Arrow, in pieces of bounded size. Needs the extra `sweep`."""

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pyarrow as pa

from qttt.fast.answers import spread_masks
from qttt.fast.progress import Progress, Report
from qttt.oracle.many import Many, columns
from qttt.oracle.oracle import Oracle
from qttt.oracle.registry import entry_of

FORMAT = "qttt-values-1"
VALUE = "the double nearest to numerator / denominator, with a relative error of at most 2**-53"
PIECE = 1 << 16
"""The number of positions that are written at once."""


def schema(game: Any) -> pa.Schema:
    """The columns, and what the whole table has in common:

    - `ply` (for the hybrid game `measured`, the number of boxes that are measured), int8
    - those of `many.columns`: `position`, behind the text `game` of the metadata; `actor`, X or O; `numerator` and
      `denominator`, exact, int64; `value`, the nearest double, with a relative error of at most 2**-53; `best`

    The metadata is JSON under the name `qttt`: `format`, `game`, `options`, and `value`, the error of that column."""
    head = game.write_position(game.initial()).partition(": ")[0]
    about = {"format": FORMAT, "game": f"{head}:", "ruleset": game.ruleset, "options": game.setting, "value": VALUE}
    none = columns([], [], Many(np.empty(0, np.int64), Fraction(1), np.empty((0, 0), np.bool_), ()))
    kinds = {getattr(entry_of(game).translate, "LEVEL", "ply"): pa.int8(), **{name: none[name].type for name in none}}
    return pa.schema([*kinds.items()], metadata={"qttt": json.dumps(about)})


def pieces(oracle: Oracle[Any, Any], report: Report = lambda _: None) -> Iterator[pa.RecordBatch]:
    """The rows of the table, one for each symmetry class of positions in which a player is to move: all that the
    tablebase stores, of Goff's game and SQT those of plies 0 to 6.

    Raises `OverflowError` for a value whose numerator or denominator needs more than 64 bits."""
    game, answers = oracle.game, oracle.answers
    entry, expected = entry_of(game), schema(game)
    assert answers
    # By arrays if the game's translation can, else one by one.
    texts = getattr(entry.translate, "texts", lambda _, keys: [*map(str, entry.positions(answers, keys.tolist()))])
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
            cells = columns(texts(answers, keys), [player] * len(keys), found)
            if [each.type for each in cells.values()] != expected.types[1:]:
                raise OverflowError("a value of this game needs numbers of more than 64 bits")
            yield pa.record_batch([pa.array(np.full(len(keys), level, np.int8)), *cells.values()], expected)
