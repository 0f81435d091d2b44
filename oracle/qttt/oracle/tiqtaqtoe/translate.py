"""Translation between reference and fast engine: positions and states, moves and slots, settings."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from qttt.fast.tiqtaqtoe import rules
from qttt.fast.tiqtaqtoe.boards import code_of, text
from qttt.fast.tiqtaqtoe.setting import Setting, State
from qttt.oracle.entry import NotSolvable
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.reference.tiqtaqtoe.notation import Pair, Single
from qttt.reference.tiqtaqtoe.position import Position

CELLS = range(9)
NUMBERED: tuple[Single | Pair, ...] = (
    *(Single(square + 1) for square in CELLS),
    *(Pair(first + 1, second + 1) for first, second in combinations(CELLS, 2)),
)
"""The moves by their slots."""


def state_of(position: Position) -> State:
    """The state of a position.

    >>> state_of(Position.of(".X....... | X........"))
    State(codes=(1, 3), measured=False)
    """
    return State(tuple(sorted(map(code_of, position.boards))), position.measured)


def position_of(state: State) -> Position:
    """The position with a state.

    >>> str(position_of(State((1, 3), False)))
    '.X....... | X........'
    """
    return Position(tuple(sorted(map(text, state.codes))), state.measured)


def texts(answers: Any, keys: Any) -> Any:
    """The positions with these canonical keys, none of them measured, in notation, as an array of Arrow."""
    import numpy as np
    import pyarrow as pa
    from pyarrow import compute

    counts = answers.board_counts(keys)
    starts = np.concatenate([[0], np.cumsum(counts)])
    owner = np.repeat(np.arange(len(keys)), counts)
    codes, _ = answers.measured(keys[owner], np.arange(len(owner)) - starts[owner])
    boards = [*map(text, range(3**9))]
    rank = np.argsort(np.argsort(boards))[codes]
    shown = pa.array(sorted(boards)).take(pa.array(rank[np.lexsort((rank, owner))]))
    return compute.binary_join(pa.ListArray.from_arrays(starts.astype(np.int32), shown), " | ")


action_of = NUMBERED.__getitem__
"""The move with a slot."""


def setting_of(game: TiqTaqToe) -> Setting:
    """The fast engine's setting for a game of the reference. Raises `NotSolvable` for the level full."""
    if game.level == "full":
        raise NotSolvable(
            "tiqtaqtoe at the level full is not solved, because infinitely many positions can be reached; choose "
            "another level; show, perft, and play without perfect players need no values"
        )
    return Setting(game.level, game.target, game.pair, game.lines, game.both)


def shown(state: Sequence[int]) -> Position:
    """The position of a state of `qttt.fast.tiqtaqtoe.rules`.

    >>> from qttt.fast.tiqtaqtoe.rules import NUMBERS, begin
    >>> state = [1] * NUMBERS
    >>> begin(state, ())
    >>> str(shown(state))
    '.........'
    """
    return position_of(rules.state_of(state))
