"""TiqTaqToe in batches: the values of positions, of all their moves, and the best moves.

A key is a number that the tablebase of one game gives to a position: ``node << 3 | turn``, with the nodes of all levels
counted together, and the number of a symmetry that turns the position into the boards stored at the node."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Any

import numpy as np

from qttt.fast.answers import FEW, ILLEGAL, Ints, check_known, normalised
from qttt.fast.backend import Cpu, Kernel
from qttt.fast.jit import jitable
from qttt.fast.tiqtaqtoe.boards import SLOT_IMAGES, SLOTS, SYMMETRIES, TURNED
from qttt.fast.tiqtaqtoe.graph import GROUPS, MEASURED, PLIES, Graph
from qttt.fast.tiqtaqtoe.moves import Rows, Work
from qttt.fast.tiqtaqtoe.rules import RULESET, State
from qttt.fast.tiqtaqtoe.values import SCALE

RECENT = 1 << 12
"""So many states are remembered with their places: measurements find the same boards again and again."""
TURN_BITS = 3
TURN = (1 << TURN_BITS) - 1
SLOT_IN_GAME = SLOT_IMAGES.argsort(axis=1)
"""``[turn, stored slot]``: the slot as the game has it."""
BACK = np.array([int((back == SYMMETRIES).all(axis=1).argmax()) for back in SYMMETRIES.argsort(axis=1)])
"""``[symmetry]``: the one that undoes it."""


@jitable
def answer(
    i: int,
    work: Work,
    keys: Rows,
    starts: Rows,
    first: Rows,
    slots: Rows,
    links: Rows,
    numbers: Rows,
    slot_in_game: Rows,
    action_values: Rows,
    best: Rows,
) -> None:
    """Kernel: the values of the moves of position i, and the mask of the best; an array without rows is left
    unchanged. Rule: TIQ-VALUE-1"""
    node = keys[i] >> TURN_BITS
    turn = keys[i] & TURN
    made = 0
    while starts[made + 1] <= node:
        made += 1
    if len(action_values):
        for slot in range(SLOTS):
            action_values[i, slot] = ILLEGAL
    value = 0
    mask = 0
    for move in range(first[node], first[node + 1]):
        slot = slot_in_game[turn, slots[move]]
        found = numbers[links[move]]
        if len(action_values):
            action_values[i, slot] = found
        if mask == 0 or (found > value if made & 1 == 0 else found < value):
            value = found
            mask = 0
        mask |= (1 if found == value else 0) << slot
    if len(best):
        best[i] = mask


KERNEL = Kernel(answer, 1, interpreted=FEW)


class Answers:
    """Exact answers about positions of one game: see `qttt.fast.answers.Answers`."""

    actions = tuple(range(SLOTS))
    scale = Fraction(1, SCALE)
    error = 0.0

    def __init__(self, graph: Graph, numbers: tuple[Any, ...]) -> None:
        self._graph = graph
        self._place = lru_cache(maxsize=RECENT)(graph.place)
        self._numbers = np.concatenate(numbers)
        self._starts = np.array([0, *accumulate(len(level.kinds) for level in graph.levels)])

    def __repr__(self) -> str:
        return f"<answers about {len(self._numbers):,} positions of {RULESET}>"

    def keys(self, states: Iterable[State]) -> Ints:
        """int64: the keys of states. Raises KeyError for a state that play does not reach."""
        places = map(self._place, states)
        return np.array([self._starts[p.level] + p.node << TURN_BITS | p.symmetry for p in places], np.int64)

    def states(self, keys: Any) -> list[State]:
        """The states with these keys. Raises what `values` raises."""
        found = []
        for key in self._known(keys).tolist():
            made = int(np.searchsorted(self._starts, key >> TURN_BITS, side="right")) - 1
            level, node = self._graph.levels[made], (key >> TURN_BITS) - int(self._starts[made])
            group = next(g for g in range(GROUPS) if node < level.span(g).stop)
            boards = TURNED[BACK[key & TURN], level.rows(group)[node - level.span(group).start]]
            found.append(State(tuple(sorted(boards.tolist())), group == MEASURED))
        return found

    def values(self, keys: Any) -> Ints:
        """int64 ``[position]``: the value of each position for X, divided by the scale.

        Raises TypeError for keys that are not integers, ValueError for another shape, and UnknownPosition, naming the
        first of them, for keys that are not positions."""
        found: Ints = self._numbers[self._known(keys) >> TURN_BITS].astype(np.int64)
        return found

    def action_values(self, keys: Any) -> Ints:
        """int64 ``[position, action]``: the value for X of each legal move, divided by the scale, `ILLEGAL` for all
        others. Raises what `values` raises."""
        return self._answered(keys, action_values=1)

    def best(self, keys: Any) -> Ints:
        """int64 ``[position]``: the mask of the optimal moves of the player to move, bit i for ``actions[i]``; 0
        where nobody moves. Raises what `values` raises."""
        return self._answered(keys, best=1)

    def positions(self, ply: int) -> Ints:
        """int64: the keys of all positions with `ply` marks up to symmetry, measurements that are due and ended
        positions included. Raises ValueError unless 0 <= ply <= 9."""
        if not 0 <= ply <= PLIES:
            raise ValueError(f"ply {ply}: expected 0 to {PLIES}")
        return np.arange(self._starts[ply], self._starts[ply + 1], dtype=np.int64) << TURN_BITS

    def _known(self, keys: Any) -> Ints:
        wanted = normalised(keys)
        unknown = (wanted < 0) | (wanted >> TURN_BITS >= len(self._numbers))
        return check_known(wanted, unknown, wanted, f"no game reaches this position of {RULESET}")

    def _answered(self, keys: Any, action_values: int = 0, best: int = 0) -> Ints:
        """What the kernel writes to the requested array."""
        wanted = self._known(keys)
        table = np.empty((action_values * len(wanted), SLOTS), np.int64)
        masks = np.empty(best * len(wanted), np.int64)
        Cpu().launch(KERNEL, len(wanted), wanted, *self._tables, table, masks)
        return masks if best else table

    @cached_property
    def _tables(self) -> tuple[Ints, ...]:
        levels = self._graph.levels
        moves = np.array([0, *accumulate(len(level.slots) for level in levels)])
        first = [level.first[:-1] + before for level, before in zip(levels, moves[:-1], strict=True)]
        links = [level.links + after for level, after in zip(levels, self._starts[1:], strict=True)]
        return (
            self._starts,
            np.concatenate([*first, moves[-1:]]),
            np.concatenate([level.slots for level in levels]),
            np.concatenate(links),
            self._numbers,
            SLOT_IN_GAME,
        )
