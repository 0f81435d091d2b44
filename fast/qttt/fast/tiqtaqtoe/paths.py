"""Where games of TiqTaqToe go, very many at once: the moves from positions, and what measurements find.

The stored positions stand for their images under the eight symmetries. A game is at a *node* and has a *turn*: the
number of the symmetry that turns its position into the boards stored there. So agents can keep to the documented order
of moves, which is not the same for an image.

Everything here is a NumPy array; the device only finds, once for each number of marks, which way every move turns."""

from typing import Any, NamedTuple

import numpy as np

from qttt.fast.backend import Device
from qttt.fast.tiqtaqtoe.answers import SLOT_IN_GAME
from qttt.fast.tiqtaqtoe.boards import LABELS, MASKS, SLOTS, SYMMETRIES, O, X
from qttt.fast.tiqtaqtoe.enumerate import SUCCESSORS
from qttt.fast.tiqtaqtoe.graph import GROUPS, Level, width
from qttt.fast.tiqtaqtoe.moves import NONE, SYMMETRY
from qttt.fast.tiqtaqtoe.nodes import DECISION
from qttt.fast.tiqtaqtoe.rules import LEVELS, START, State
from qttt.fast.tiqtaqtoe.tablebase import Tablebase

Ints = np.ndarray[Any, np.dtype[Any]]
TURNS = len(SYMMETRIES)
BOTH = np.array(
    [
        [next(s for s in range(TURNS) if (SYMMETRIES[s] == SYMMETRIES[h][SYMMETRIES[g]]).all()) for g in range(TURNS)]
        for h in range(TURNS)
    ]
)
"""``[second, first]``: the symmetry that has the effect of the two."""
TURN_OF_BOARD = LABELS.argmin(1)
"""``[code]``: the turn of a single board."""


class Places(NamedTuple):
    """Where games are, all with equally many marks: ``[game]`` each, int64."""

    nodes: Ints
    turns: Ints

    def at(self, which: Ints) -> "Places":
        """The places of some games."""
        return Places(self.nodes[which], self.turns[which])


class Moves(NamedTuple):
    """Every move from some places. ``[place]``: where its moves begin. ``[move]``: the place it is made from, its slot
    in the game, and where it leads."""

    begin: Ints
    owner: Ints
    slot: Ints
    to: Places

    def first_best(self, scores: Ints) -> Ints:
        """For each place the move with the greatest score; ties go to the first in the documented order."""
        best = np.maximum.reduceat(scores, self.begin)[self.owner]
        slots = np.where(scores == best, self.slot, SLOTS)
        return np.flatnonzero(slots == np.minimum.reduceat(slots, self.begin)[self.owner])


class Paths:
    """The moves and measurements of a game. `made` is how many marks there are: it names the level of nodes."""

    def __init__(self, device: Device, tablebase: Tablebase) -> None:
        self.device, self.tablebase = device, tablebase
        self.levels = tablebase.graph.levels
        self._turns: dict[int, Ints] = {}
        self._boards: dict[int, tuple[Ints, Ints]] = {}
        self._results: dict[int, Ints] = {}

    def begin(self, state: State = START) -> tuple[int, Places]:
        """How many marks a state has, and the one place where it is. Raises KeyError for a state that play does not
        reach."""
        place = self.tablebase.graph.place(state)
        return place.level, Places(np.array([place.node]), np.array([place.symmetry]))

    def moves(self, made: int, places: Places) -> Moves:
        """Every move from places where a player decides."""
        level = self.levels[made]
        first = level.first[places.nodes].astype(np.int64)
        counts = level.first[places.nodes + 1] - first
        begin = np.cumsum(counts) - counts
        owner = np.repeat(np.arange(len(counts)), counts)
        link = np.arange(len(owner)) + np.repeat(first - begin, counts)
        turns = places.turns[owner]
        to = Places(level.links[link], BOTH[self.turns(made)[link], turns])
        return Moves(begin, owner, SLOT_IN_GAME[turns, level.slots[link]], to)

    def turns(self, made: int) -> Ints:
        """``[link]``: the symmetry that turns the boards after a move from the stored ones into stored ones."""
        if made not in self._turns:
            self._turns[made] = self._found_turns(made, self.levels[made])
        return self._turns[made]

    def _found_turns(self, made: int, level: Level) -> Ints:
        setting, masks = self.tablebase.setting, self.device.xp.asarray(MASKS)
        labels = self.device.xp.asarray(LABELS)
        switches = (LEVELS.index(setting.level), int(setting.target == "unentangled"), int(setting.pair == "legal"))
        found = [np.empty(0, np.uint8)]
        for group in range(GROUPS):
            which = level.kinds[level.span(group)] == DECISION
            if which.any():
                rows = self.device.xp.asarray(level.rows(group)[which])
                keys = self.device.xp.empty((len(rows), SLOTS), np.int64)
                self.device.launch(SUCCESSORS, len(rows), rows, masks, labels, O if made % 2 else X, *switches, keys)
                host = self.device.to_host(keys).ravel()
                found.append((host[host != NONE] & SYMMETRY).astype(np.uint8))
        return np.concatenate(found)

    def boards(self, made: int) -> tuple[Ints, Ints]:
        """``[node]``: where its boards begin among those of the level, and how many there are."""
        if made not in self._boards:
            sizes = self.levels[made].sizes
            widths = np.repeat([width(group) for group in range(GROUPS)], sizes)
            self._boards[made] = np.cumsum(widths) - widths, widths
        return self._boards[made]

    def found(self, made: int, codes: Ints, turns: Ints) -> Places:
        """Where games are when measurements have found stored boards in positions with these turns."""
        if made not in self._results:
            self._results[made] = self.levels[made].results(np)
        return Places(self._results[made][codes], BOTH[TURN_OF_BOARD[codes], turns])
