"""The values of a whole game as a table of Arrow, in pieces of bounded size. Needs the extra `sweep`."""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from qttt.fast.answers import chosen
from qttt.fast.progress import Progress, Report
from qttt.oracle.oracle import Oracle
from qttt.oracle.registry import entry_of

FORMAT = "qttt-values-1"
PIECE = 1 << 16
"""The number of positions that are written at once."""


def schema(game: Any) -> pa.Schema:
    """The columns, and what the whole table has in common:

    - `ply` (for the hybrid game `measured`, the number of boxes that are measured), int8
    - `position`, in notation behind the text `game` of the metadata; `actor`, the player to move, X or O
    - `numerator` and `denominator` of the value for X, int64, in lowest terms; `value`, the same as a double: two
      conversions and a division, so with a relative error below 2**-51
    - `best`, the optimal actions, in the documented order

    The metadata is JSON under the name `qttt`: `format`, `game`, `options`."""
    head = game.write_position(game.initial()).partition(": ")[0]
    about = {"format": FORMAT, "game": f"{head}:", "ruleset": game.ruleset, "options": game.setting}
    columns = {
        getattr(entry_of(game).translate, "LEVEL", "ply"): pa.int8(),
        "position": pa.string(),
        "actor": pa.string(),
        "numerator": pa.int64(),
        "denominator": pa.int64(),
        "value": pa.float64(),
        "best": pa.list_(pa.string()),
    }
    return pa.schema([*columns.items()], metadata={"qttt": json.dumps(about)})


def pieces(oracle: Oracle[Any, Any], report: Report = lambda _: None) -> Iterator[pa.RecordBatch]:
    """The rows of the table, one for each symmetry class of positions in which a player is to move: all that the
    tablebase stores, of Goff's game and SQT those of plies 0 to 6."""
    game, answers = oracle.game, oracle.answers
    entry, columns = entry_of(game), schema(game)
    assert answers
    # By arrays if the game's translation can, else one by one.
    texts = getattr(entry.translate, "texts", lambda _, keys: [*map(str, entry.positions(answers, keys.tolist()))])
    actions = pa.array([str(entry.action(code)) for code in answers.actions])
    for level, player, part in entry.parts(answers):
        for start in range(0, len(part), PIECE):
            report(Progress("write", level, start, len(part)))
            keys = part[start : start + PIECE]
            best = chosen(answers.best(keys), len(actions))
            keys, best = keys[best.any(1)], best[best.any(1)]
            if not len(keys):
                continue
            numbers, scale = answers.values(keys), answers.scale
            common = np.gcd(numbers, scale.denominator)
            numerator, denominator = numbers // common * scale.numerator, scale.denominator // common
            ends = np.concatenate([[0], np.cumsum(best.sum(1))]).astype(np.int32)
            cells = (
                np.full(len(keys), level, np.int8),
                texts(answers, keys),
                [player] * len(keys),
                numerator,
                denominator,
                numerator / denominator,
                pa.ListArray.from_arrays(ends, actions.take(pa.array(np.nonzero(best)[1]))),
            )
            yield pa.record_batch([each if isinstance(each, pa.Array) else pa.array(each) for each in cells], columns)
