"""The hybrid game as a graph of keys (see `qttt.fast.graph`), and its positions' values by those of what follows.

A canonical key is the least of the eight images. Actions are played on the states of `rules`."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from qttt.fast.answers import UNCOMPILED, Ints, normalise_keys
from qttt.fast.backend import Cpu, Device, Kernel, Work
from qttt.fast.batch import CHANCE, OVER
from qttt.fast.board import ALL, SYMMETRIES
from qttt.fast.brief import brief
from qttt.fast.graph import NO_ACTION, ByFollowing, Expanded, add_counts, count_sequences
from qttt.fast.hybrid.layer import SCALE
from qttt.fast.hybrid.rules import (
    BUNDLE_LINKS,
    BUNDLES,
    LINK_BITS,
    NUMBERS,
    O_BITS,
    O_BOXES,
    RESULTS,
    SLOTS,
    X_BOXES,
    Switches,
    actor,
    find_legal,
    key_of,
    play,
    read,
    setting_of,
    turn,
    waiting,
)
from qttt.fast.hybrid.setting import BOXES, Setting, check
from qttt.fast.jit import jitable

TO = np.array(SYMMETRIES)
"""``[symmetry, box]``: where a box goes."""
SLOT_IMAGES = np.array([[*to, *(BOXES + BOXES * to[:, None] + to).ravel()] for to in TO])
"""``[symmetry, slot]``: the slot of the image of a move."""
AFTER = NUMBERS
"""Where in the scratch memory the position after an action is, or an image of the position."""
LEGAL = AFTER + NUMBERS
ACTIONS = SLOTS + RESULTS
WORK = LEGAL + ACTIONS
MOST = 1 << 5
"""No position has so many links."""


@jitable
def find_least(i: int, work: Work, keys: Ints, setting: Switches, first: int, stop: int, least: Ints, by: Ints) -> None:
    """Kernel: the least key among the images of position i under the symmetries from `first` to `stop` - 1, and the
    first symmetry that leads to it."""
    read(keys[i], work)
    for symmetry in range(first, stop):
        turn(work, TO[symmetry], work[AFTER:])
        key = key_of(work[AFTER:], setting)
        if symmetry == first or key < least[i]:
            least[i], by[i] = key, symmetry


@jitable
def follow(i: int, work: Work, keys: Ints, setting: Switches, acts: Ints, won: Ints, children: Ints) -> None:
    """Kernel: who acts in position i, who has won, and the key after each action. Rules: HYB-END-1, HYB-END-2,
    HYB-END-3"""
    read(keys[i], work)
    acts[i] = actor(work, setting)
    won[i] = 0
    for action in range(ACTIONS):
        work[LEGAL + action] = 0
        children[i, action] = NO_ACTION
    if acts[i] == OVER:
        won[i] = int(setting.line[work[X_BOXES]]) - int(setting.line[work[O_BOXES]])
        return
    find_legal(work, setting, work[LEGAL:])
    for action in range(ACTIONS):
        if work[LEGAL + action]:
            for k in range(NUMBERS):
                work[AFTER + k] = work[k]
            play(work[AFTER:], work, action, setting)
            children[i, action] = key_of(work[AFTER:], setting)


LEAST, FOLLOW = Kernel(find_least, WORK), Kernel(follow, WORK, chunk=256, interpreted=UNCOMPILED)


@dataclass(frozen=True, eq=False)
class HybridGraph(ByFollowing):
    """The graph of a game, and exact answers about its positions, by the values that `looked_up` finds."""

    setting: Setting

    actions = tuple(range(SLOTS))
    scale = Fraction(1, SCALE)
    start = 0
    symmetries = TO
    __repr__ = brief

    @property
    def answers(self) -> "HybridGraph":
        """Itself: see `qttt.fast.graph.Graph`."""
        return self

    def looked_up(self, keys: Ints) -> Ints:
        """The values of positions in which no box is being measured, and any numbers for others."""
        raise NotImplementedError

    def values(self, keys: ArrayLike) -> Ints:
        """int64 ``[position]``: the value of each position for X, divided by the scale. Rules: HYB-RESULT-1,
        HYB-VALUE-1

        Raises TypeError for keys that are not integers, ValueError for another shape, and what `looked_up` raises."""
        wanted = normalise_keys(keys)
        found = self.looked_up(wanted)
        waits = np.flatnonzero(waiting(wanted))
        if len(waits):
            found[waits] = self.values(self.expand(wanted[waits]).children).reshape(len(waits), -1).sum(1) >> 1
        return found

    def plies(self, keys: Ints) -> Ints:
        """See `qttt.fast.graph.Graph`: the measured boxes and the pending links."""
        measured, links = self._counted(keys)
        return measured + links

    def rank(self, keys: Ints) -> Ints:
        """See `qttt.fast.graph.Graph` (lemma `layers`)."""
        measured, links = self._counted(keys)
        found: Ints = 2 * (MOST * measured + links) + waiting(keys)
        return found

    def stage(self, rank: int) -> str:
        measured, links = divmod(rank // 2, MOST)
        return f"{measured} measured, {links} {'link' if links == 1 else 'links'}{', result' * (rank % 2)}"

    def canonical(self, keys: Ints, device: Device | None = None) -> tuple[Ints, Ints]:
        return self._least(keys, 0, len(TO), device or Cpu())

    def image(self, keys: Ints, symmetry: int) -> Ints:
        return self._least(keys, symmetry, symmetry + 1, Cpu())[0]

    def image_of_actions(self, keys: Ints, actions: Ints, symmetry: int) -> Ints:
        found: Ints = SLOT_IMAGES[symmetry, actions]
        return found

    def expand(self, keys: Ints) -> Expanded:
        acts, won = np.empty((2, len(keys)), np.int8)
        children = np.empty((len(keys), ACTIONS), np.int64)
        Cpu().launch(FOLLOW, len(keys), keys, self.switches, acts, won, children)
        chances = np.zeros(children.shape)
        chances[acts == CHANCE, SLOTS:] = 1 / RESULTS
        return Expanded.of(acts, won, children, chances)

    follow = expand

    def played(self, keys: Ints) -> Ints:
        """int64 ``[2, ply]``: the keys after each ply, a measurement leading to each of its results, of positions in
        which no box is being measured; and the position before it."""
        moved = self.expand(keys)
        after, measures = np.stack((moved.children, moved.owner)), waiting(moved.children)
        found = self.expand(after[0, measures])
        results = np.stack((found.children, after[1, measures][found.owner]))
        return np.concatenate((after[:, ~measures], results), 1)

    @cached_property
    def switches(self) -> Switches:
        """The setting as kernels take it."""
        return setting_of(self.setting)

    def _least(self, keys: Ints, first: int, stop: int, device: Device) -> tuple[Ints, Ints]:
        least, by = np.empty((2, len(keys)), np.int64)
        device.launch(LEAST, len(keys), keys, self.switches, first, stop, least, by)
        return least, by

    def _counted(self, keys: Ints) -> tuple[Ints, Ints]:
        """How many boxes are measured, and how many links are pending."""
        measured = np.bitwise_count((keys | keys >> O_BITS) & ALL).astype(np.int64)
        links, rest = np.zeros_like(keys), keys >> LINK_BITS
        for _ in range(BOXES):
            links += np.count_nonzero(BUNDLE_LINKS[measured, rest % BUNDLES[measured]], 1)
            rest //= BUNDLES[measured]
        return measured, links


def perft(setting: Setting, depth: int, start: int = HybridGraph.start) -> tuple[int, ...]:
    """How many sequences of 1, 2, ... `depth` plies follow a key; a measurement counts once for each result, also one
    that is due at the start, and a game that is over is not continued.

    Raises ValueError unless 1 <= depth <= 9, and for a setting that does not exist."""
    graph = HybridGraph(check(setting))
    if waiting(np.array([start])).any():
        return add_counts(perft(setting, depth, int(key)) for key in graph.expand(np.array([start])).children)
    return count_sequences(graph.played, start, depth, lambda keys: graph.canonical(keys)[0])
