"""TiqTaqToe in batches: the values of positions, of all their moves, and the best moves; and its graph by keys.

A key is a number that the tablebase of one game gives to a position: ``node << 3 | turn``, with the nodes of all levels
counted together, and the number of a symmetry that turns the position into the boards stored at the node. The key of a
position that is stored as it is has the turn 0 and is canonical."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from qttt.fast import following
from qttt.fast.answers import Ints, check_known, normalised
from qttt.fast.batch import CHANCE as BY_CHANCE
from qttt.fast.batch import OVER
from qttt.fast.graph import Expanded
from qttt.fast.tiqtaqtoe.boards import SLOT_IMAGES, SLOTS, SYMMETRIES, TURNED
from qttt.fast.tiqtaqtoe.graph import GROUPS, MEASURED, PLIES, Graph, width
from qttt.fast.tiqtaqtoe.nodes import CHANCE, DECISION, KINDS, O_WON, X_WON
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


WON = np.zeros(KINDS, np.int8)
WON[X_WON], WON[O_WON] = 1, -1
"""``[kind]``: 1 if X has won, -1 if O has."""


class Flat(NamedTuple):
    """The moves of all levels: ``[node]`` its kind, and where its moves begin; ``[move]`` the slot, and the node that
    follows."""

    kinds: Ints
    first: Ints
    slots: Ints
    links: Ints


class Boards(NamedTuple):
    """The boards of all levels: ``[node]`` how many it has, and where they begin; their codes; and ``[level, code]``
    the node of a board when a measurement has found it."""

    widths: Ints
    first: Ints
    codes: Ints
    found: Ints


class Answers:
    """Exact answers about positions of one game, see `qttt.fast.answers.Answers`, and the graph of its canonical
    positions, see `qttt.fast.graph.Graph`."""

    actions = tuple(range(SLOTS))
    scale = Fraction(1, SCALE)
    error = 0.0
    start = 0

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
        return following.action_values(self.values, self.expand, SLOTS, self._known(keys))

    def best(self, keys: Any) -> Ints:
        """int64 ``[position]``: the mask of the optimal moves of the player to move, bit i for ``actions[i]``; 0
        where nobody moves. Raises what `values` raises."""
        return following.best(self.values, self.expand, SLOTS, self._known(keys))

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

    @property
    def answers(self) -> "Answers":
        """Itself: see `qttt.fast.graph.Graph`."""
        return self

    def plies(self, keys: Ints) -> Ints:
        """See `qttt.fast.graph.Graph`."""
        found: Ints = np.searchsorted(self._starts, keys >> TURN_BITS, side="right") - 1
        return found

    def rank(self, keys: Ints) -> Ints:
        """See `qttt.fast.graph.Graph`: a measurement is due before the last ply is complete."""
        found: Ints = 2 * self.plies(keys) - (self._flat.kinds[keys >> TURN_BITS] == CHANCE)
        return found

    def stage(self, rank: int) -> str:
        """See `qttt.fast.graph.Graph`."""
        return f"ply {(rank + 1) // 2}{', measurement' * (rank % 2)}"

    def canonical(self, keys: Ints) -> Ints:
        """See `qttt.fast.graph.Graph`."""
        return keys >> TURN_BITS << TURN_BITS

    def expand(self, keys: Ints) -> Expanded:
        """See `qttt.fast.graph.Graph`. A result of chance is the code of the board that a measurement finds. Positions
        need not be canonical; then their actions are in any order."""
        node, turn, made = keys >> TURN_BITS, keys & TURN, self.plies(keys)
        flat = self._flat
        kind = flat.kinds[node]
        measured = np.flatnonzero(kind == CHANCE)
        actor = np.select([kind == DECISION, kind == CHANCE], [made & 1, BY_CHANCE], OVER).astype(np.int8)
        begin, counts = flat.first[node], flat.first[node + 1] - flat.first[node]
        if len(measured):
            boards = self._boards
            begin[measured], counts[measured] = boards.first[node[measured]], boards.widths[node[measured]]
        owner = np.repeat(np.arange(len(node)), counts)
        at = np.arange(len(owner)) + np.repeat(begin - np.cumsum(counts) + counts, counts)
        by_chance = kind[owner] == CHANCE
        action, child, chances = np.empty_like(owner), np.empty_like(owner), np.zeros(len(owner))
        move, moved = at[~by_chance], owner[~by_chance]
        action[~by_chance], child[~by_chance] = SLOT_IN_GAME[turn[moved], flat.slots[move]], flat.links[move]
        if len(measured):
            codes, found = boards.codes[at[by_chance]], owner[by_chance]
            action[by_chance] = SLOTS + TURNED[BACK[turn[found]], codes].astype(np.int64)
            child[by_chance], chances[by_chance] = boards.found[made[found], codes], 1 / counts[found]
        return Expanded(actor, WON[kind], counts, action, child << TURN_BITS, chances)

    @cached_property
    def _flat(self) -> Flat:
        levels = self._graph.levels
        moves = np.array([0, *accumulate(len(level.slots) for level in levels)])
        first = [level.first[:-1] + before for level, before in zip(levels, moves[:-1], strict=True)]
        links = [level.links + after for level, after in zip(levels, self._starts[1:], strict=True)]
        return Flat(
            np.concatenate([level.kinds for level in levels]),
            np.concatenate([*first, moves[-1:]]),
            np.concatenate([level.slots for level in levels]),
            np.concatenate(links),
        )

    @cached_property
    def _boards(self) -> Boards:
        levels = self._graph.levels
        widths = np.concatenate([np.repeat([*map(width, range(GROUPS))], level.sizes) for level in levels])
        codes = np.concatenate([level.boards for level in levels])
        found = np.array([level.results(np) + at for level, at in zip(levels, self._starts, strict=False)])
        return Boards(widths, np.cumsum(widths) - widths, codes, found)
