"""The hybrid game as a graph of keys: see `qttt.fast.graph`.

A canonical key is the least of the eight images. Actions are played on the states of `batch`."""

from typing import Any

import numpy as np

from qttt.fast.answers import FEW, Ints, Values
from qttt.fast.backend import Cpu, Kernel, Work
from qttt.fast.batch import CHANCE, OVER
from qttt.fast.graph import NO_ACTION, Expanded
from qttt.fast.hybrid.batch import (
    NUMBERS,
    O_BOXES,
    RESULTS,
    SLOTS,
    X_BOXES,
    actor,
    find_legal,
    key_of,
    pending,
    play,
    read,
    setting_of,
    turn,
)
from qttt.fast.hybrid.boxes import ALL, BOXES, SYMMETRIES
from qttt.fast.hybrid.key import MEASURING, MEASURING_BITS, O_BITS
from qttt.fast.hybrid.rules import Setting, link_slot
from qttt.fast.jit import jitable

TO = np.array(SYMMETRIES)
"""``[symmetry, box]``: where a box goes."""
SLOT_IMAGES = np.array([[*to, *(link_slot(to[a], to[b]) for a in range(BOXES) for b in range(BOXES))] for to in TO])
"""``[symmetry, slot]``: the slot of the image of a move."""
AFTER = NUMBERS
"""Where in the scratch memory the position after an action is."""
IMAGE = AFTER + NUMBERS
"""Where an image of a position is."""
LEGAL = IMAGE + NUMBERS
ACTIONS = SLOTS + RESULTS
WORK = LEGAL + ACTIONS
MOST = 1 << 5
"""No position has so many links."""


@jitable
def canonical(state: Any, image: Any, setting: Any) -> tuple[int, int]:
    """The canonical key of a state, and the first symmetry that leads to it; `image` is scratch memory."""
    best, by = key_of(state, setting), 0
    for symmetry in range(1, len(TO)):
        turn(state, TO[symmetry], image)
        key = key_of(image, setting)
        if key < best:
            best, by = key, symmetry
    return best, by


@jitable
def make_canonical(i: int, work: Work, keys: Any, setting: Any, found: Any, by: Any) -> None:
    """Kernel: the canonical key of position i, and the first symmetry that leads to it."""
    read(keys[i], work)
    found[i], by[i] = canonical(work, work[IMAGE:], setting)


@jitable
def turn_keys(i: int, work: Work, keys: Any, to: Any, setting: Any, images: Any) -> None:
    """Kernel: the image of position i under the symmetry that takes box b to ``to[b]``."""
    read(keys[i], work)
    turn(work, to, work[IMAGE:])
    images[i] = key_of(work[IMAGE:], setting)


@jitable
def follow(i: int, work: Work, keys: Any, setting: Any, acts: Any, won: Any, children: Any) -> None:
    """Kernel: who acts in position i, who has won, and the key after each action. Rules: HYB-END-1, HYB-END-2,
    HYB-END-3"""
    read(keys[i], work)
    acts[i] = actor(work, setting)
    won[i] = 0
    for action in range(ACTIONS):
        work[LEGAL + action] = 0
        children[i, action] = NO_ACTION
    if acts[i] == OVER:
        won[i] = int(setting[6][work[X_BOXES]]) - int(setting[6][work[O_BOXES]])
        return
    find_legal(work, setting, work[LEGAL:])
    for action in range(ACTIONS):
        if work[LEGAL + action]:
            for k in range(NUMBERS):
                work[AFTER + k] = work[k]
            play(work[AFTER:], work, action, setting)
            children[i, action] = key_of(work[AFTER:], setting)


@jitable
def count(i: int, work: Work, keys: Any, links: Any) -> None:
    """Kernel: how many links are pending in position i."""
    read(keys[i], work)
    links[i] = pending(work)[0]


CANONICAL, TURN_KEYS, COUNT = Kernel(make_canonical, WORK), Kernel(turn_keys, WORK), Kernel(count, WORK)
FOLLOW = Kernel(follow, WORK, chunk=256, interpreted=FEW)


def followed(setting: tuple[Any, ...], keys: Ints) -> Expanded:
    """See `Graph.expand`."""
    acts, won = np.empty(len(keys), np.int8), np.empty(len(keys), np.int8)
    children = np.empty((len(keys), ACTIONS), np.int64)
    Cpu().launch(FOLLOW, len(keys), keys, setting, acts, won, children)
    chances = np.zeros(children.shape)
    chances[acts == CHANCE, SLOTS:] = 1 / RESULTS
    return Expanded.of(acts, won, children, chances)


class HybridGraph:
    """The graph of a game. `answers` are those of the game."""

    actions = tuple(range(SLOTS))
    start = 0
    symmetries = TO

    def __init__(self, setting: Setting, answers: Values) -> None:
        self.answers = answers
        self._setting = tuple(setting_of(setting))

    def plies(self, keys: Ints) -> Ints:
        """See `qttt.fast.graph.Graph`: the measured boxes and the pending links."""
        measured, links = self._count(keys)
        return measured + links

    def rank(self, keys: Ints) -> Ints:
        """See `qttt.fast.graph.Graph` (lemma `layers`)."""
        measured, links = self._count(keys)
        waits = keys >> MEASURING_BITS & MEASURING != 0
        found: Ints = 2 * (MOST * measured + links) + waits
        return found

    def stage(self, rank: int) -> str:
        measured, links = divmod(rank // 2, MOST)
        return f"{measured} measured, {links} {'link' if links == 1 else 'links'}{', result' * (rank % 2)}"

    def canonical(self, keys: Ints) -> tuple[Ints, Ints]:
        found, by = np.empty((2, len(keys)), np.int64)
        Cpu().launch(CANONICAL, len(keys), keys, self._setting, found, by)
        return found, by

    def image(self, keys: Ints, symmetry: int) -> Ints:
        found = np.empty_like(keys)
        Cpu().launch(TURN_KEYS, len(keys), keys, TO[symmetry], self._setting, found)
        return found

    def image_of_actions(self, keys: Ints, actions: Ints, symmetry: int) -> Ints:
        found: Ints = SLOT_IMAGES[symmetry, actions]
        return found

    def expand(self, keys: Ints) -> Expanded:
        return followed(self._setting, keys)

    def _count(self, keys: Ints) -> tuple[Ints, Ints]:
        links = np.empty(len(keys), np.int64)
        Cpu().launch(COUNT, len(keys), keys, links)
        return np.bitwise_count((keys | keys >> O_BITS) & ALL).astype(np.int64), links
