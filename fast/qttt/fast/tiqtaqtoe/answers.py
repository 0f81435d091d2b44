"""TiqTaqToe in batches: the values of positions, of all their moves, and the best moves; and its graph by keys.

A key is a number that the graph of one game gives to a position: ``node << 3 | turn``, with the nodes of all levels
counted together, and the number of the first symmetry that turns the position into the boards stored at the node. The
key of a position that is stored as it is has the turn 0 and is canonical."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import ArrayLike

from qttt.fast.answers import Ints, check_known, normalise_keys
from qttt.fast.backend import Cpu
from qttt.fast.batch import CHANCE, OVER
from qttt.fast.graph import ByFollowing, Expanded
from qttt.fast.tiqtaqtoe.boards import LABELS, SLOT_IMAGES, SLOTS, SYMMETRIES, TURNED, O, X
from qttt.fast.tiqtaqtoe.graph import GROUPS, MEASURED, PLIES, WIDTHS, Graph, begins
from qttt.fast.tiqtaqtoe.levels import FIND, MADE, Sets, game_of
from qttt.fast.tiqtaqtoe.moves import SYMMETRY
from qttt.fast.tiqtaqtoe.setting import DECISION, KINDS, MEASUREMENT, O_WON, RULESET, SCALE, X_WON, State

RECENT = 1 << 12
"""The states that are remembered with their places: measurements find the same boards again and again."""
TURN_BITS = 3
TURNS = 1 << TURN_BITS
TURN = TURNS - 1
SLOT_IN_GAME = SLOT_IMAGES.argsort(axis=1)
"""``[turn, stored slot]``: the slot as the game has it."""
_number = {tuple(image): number for number, image in enumerate(SYMMETRIES.tolist())}
BACK = np.array([_number[tuple(image)] for image in SYMMETRIES.argsort(axis=1).tolist()])
"""``[symmetry]``: the one that undoes it."""
BOTH = np.array([[_number[tuple(second[first])] for first in SYMMETRIES] for second in SYMMETRIES])
"""``[second, first]``: the symmetry that has the effect of the two."""
TURN_OF_BOARD = LABELS.argmin(1)
"""``[code]``: the turn of a single board."""
WON = np.zeros(KINDS, np.int8)
WON[X_WON], WON[O_WON] = 1, -1
"""``[kind]``: 1 if X has won, -1 if O has."""


class Answers(ByFollowing):
    """Exact answers about positions of one game, and the graph of its positions, see `qttt.fast.graph.Graph`. `numbers`
    ``[node]`` are the values, times `SCALE`; other numbers give answers about these."""

    actions = tuple(range(SLOTS))
    scale = Fraction(1, SCALE)
    start = 0
    symmetries = SYMMETRIES

    def __init__(self, graph: Graph, numbers: Ints) -> None:
        self.graph, self.numbers = graph, numbers
        self._place = lru_cache(maxsize=RECENT)(graph.place)

    def __repr__(self) -> str:
        return f"<answers about {len(self.numbers):,} positions of {RULESET}>"

    def keys(self, states: Iterable[State]) -> Ints:
        """int64: the keys of states. Raises UnknownPosition for a state that play does not reach."""
        places = map(self._place, states)
        return np.array([node << TURN_BITS | symmetry for node, symmetry in places], np.int64)

    def states(self, keys: ArrayLike) -> list[State]:
        """The states with these keys. Raises what `values` raises."""
        found = []
        for key in self._known(keys).tolist():
            made, node = int(self.plies(np.array([key]))[0]), key >> TURN_BITS
            group = int(np.repeat(np.arange(GROUPS), self.graph.sizes[made])[node - self.graph.starts[made]])
            first, width = int(self._firsts[node]), int(WIDTHS[group])
            boards = TURNED[BACK[key & TURN], self.graph.boards[first : first + width]]
            found.append(State(tuple(sorted(boards.tolist())), group == MEASURED))
        return found

    def values(self, keys: ArrayLike) -> Ints:
        """See `qttt.fast.answers.Answers`: int64."""
        found: Ints = self.numbers[self._known(keys) >> TURN_BITS].astype(np.int64)
        return found

    def positions(self, ply: int) -> Ints:
        """See `qttt.fast.answers.Answers`: int64, measurements that are due included."""
        if not 0 <= ply <= PLIES:
            raise ValueError(f"ply {ply}: expected 0 to {PLIES}")
        return np.arange(*self.graph.starts[ply : ply + 2], dtype=np.int64) << TURN_BITS

    def _known(self, keys: ArrayLike) -> Ints:
        wanted = normalise_keys(keys)
        unknown = (wanted < 0) | (wanted >> TURN_BITS >= len(self.numbers))
        return check_known(wanted, unknown, wanted, f"no game reaches this position of {RULESET}")

    @property
    def answers(self) -> "Answers":
        """Itself: see `qttt.fast.graph.Graph`."""
        return self

    def kinds(self, keys: Ints) -> Ints:
        """uint8: what each position is, see `qttt.fast.tiqtaqtoe.setting`."""
        found: Ints = self.graph.kinds[keys >> TURN_BITS]
        return found

    def plies(self, keys: Ints) -> Ints:
        found: Ints = np.searchsorted(self.graph.starts, keys >> TURN_BITS, side="right") - 1
        return found

    def rank(self, keys: Ints) -> Ints:
        """See `qttt.fast.graph.Graph`: a measurement is due before the last ply is complete."""
        found: Ints = 2 * self.plies(keys) - (self.kinds(keys) == MEASUREMENT)
        return found

    def stage(self, rank: int) -> str:
        return f"ply {(rank + 1) // 2}{', measurement' * (rank % 2)}"

    def canonical(self, keys: Ints) -> tuple[Ints, Ints]:
        return keys >> TURN_BITS << TURN_BITS, keys & TURN

    def image(self, keys: Ints, symmetry: int) -> Ints:
        return self._first(keys & ~TURN | BOTH[keys & TURN, BACK[symmetry]])

    def image_of_actions(self, keys: Ints, actions: Ints, symmetry: int) -> Ints:
        found: Ints = SLOT_IMAGES[symmetry, actions]
        return found

    def board_counts(self, keys: Ints) -> Ints:
        """How many boards each position has."""
        found: Ints = self._widths[keys >> TURN_BITS]
        return found

    def measured(self, keys: Ints, number: Ints) -> tuple[Ints, Ints]:
        """The board with each number, from 0, of those stored for a measurement; and the key when it is found."""
        node = keys >> TURN_BITS
        codes = self.graph.boards[self._firsts[node] + number]
        child = self._results[self.plies(keys), codes]
        return codes, child << TURN_BITS | BOTH[TURN_OF_BOARD[codes], keys & TURN]

    def expand(self, keys: Ints) -> Expanded:
        """See `qttt.fast.graph.Graph`. A result of chance is the code of the board that a measurement finds. Where a
        position is not canonical, its actions are in any order."""
        return self._following(keys, turned=True)

    def follow(self, keys: Ints) -> Expanded:
        """The same, but with any turns of what follows, which values do not depend on."""
        return self._following(keys, turned=False)

    def _following(self, keys: Ints, turned: bool) -> Expanded:
        graph, made, kind = self.graph, self.plies(keys), self.kinds(keys)
        measured = kind == MEASUREMENT
        actor = np.select([kind == DECISION, measured], [made & 1, CHANCE], OVER).astype(np.int8)
        at = (keys >> TURN_BITS) + made
        counts = np.where(measured, self.board_counts(keys), graph.first[at + 1] - graph.first[at])
        owner = np.repeat(np.arange(len(keys)), counts)
        number = np.arange(len(owner)) - np.repeat(np.cumsum(counts) - counts, counts)
        turn, by_chance = keys[owner] & TURN, measured[owner]
        action, child, chances = np.empty_like(owner), np.empty_like(owner), np.zeros(len(owner))
        moved = owner[~by_chance]
        move = (graph.first[at] + self._moves[made])[moved] + number[~by_chance]
        action[~by_chance] = SLOT_IN_GAME[turn[~by_chance], graph.slots[move]]
        child[~by_chance] = (graph.starts[made + 1][moved] + graph.links[move]) << TURN_BITS
        if turned:
            child[~by_chance] |= BOTH[self._turns[move], turn[~by_chance]]
        if measured.any():
            codes, child[by_chance] = self.measured(keys[owner[by_chance]], number[by_chance])
            action[by_chance] = SLOTS + TURNED[BACK[turn[by_chance]], codes].astype(np.int64)
            chances[by_chance] = 1 / counts[owner[by_chance]]
        return Expanded(actor, WON[kind], counts, action, self._first(child) if turned else child, chances)

    def _first(self, keys: Ints) -> Ints:
        """The keys with the first turn that gives the same boards."""
        found: Ints = keys & ~TURN | self._first_turns[keys >> TURN_BITS, keys & TURN]
        return found

    @cached_property
    def _first_turns(self) -> Ints:
        """int8 ``[node, turn]``: the first turn that gives the same boards."""
        labels = np.stack([np.add.reduceat(LABELS[self.graph.boards, back], self._firsts) for back in BACK], 1)
        return np.stack([(labels == each[:, None]).argmax(1).astype(np.int8) for each in labels.T], 1)

    @cached_property
    def _moves(self) -> Ints:
        """Where the moves of each level begin."""
        return np.append(0, np.cumsum(self.graph.moves))

    @cached_property
    def _widths(self) -> Ints:
        """``[node]``: how many boards it has."""
        return np.repeat(np.tile(WIDTHS, len(self.graph.sizes)), self.graph.sizes.ravel())

    @cached_property
    def _firsts(self) -> Ints:
        """``[node]``: where its boards begin."""
        return np.cumsum(self._widths) - self._widths

    @cached_property
    def _results(self) -> Ints:
        """``[level, code]``: the node of a board when a measurement has found it."""
        levels = zip(self.graph.levels, self.graph.starts, strict=False)
        return np.array([level.results(np) + start for level, start in levels])

    @cached_property
    def _turns(self) -> Ints:
        """uint8 ``[move]``: the symmetry that turns the boards after a move from the stored ones into stored ones."""
        game, found = game_of(np, self.graph.setting), []
        for made, level in enumerate(self.graph.levels):
            boards, first = level.boards.copy(), level.first.copy()
            legal = np.zeros(len(level.kinds), np.int64)
            np.bitwise_or.at(legal, np.repeat(np.arange(len(legal)), np.diff(first)), 1 << level.slots.astype(np.int64))
            moves = np.empty((3, len(level.slots)), np.int64)
            sets = Sets(boards, *begins(level.sizes))
            Cpu().launch(FIND, len(legal), game, sets, legal, first, O if made % 2 else X, moves)
            found.append((moves[MADE] & SYMMETRY).astype(np.uint8))
        return np.concatenate(found)
