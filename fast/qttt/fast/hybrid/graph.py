"""The hybrid game as a graph of canonical keys: see `qttt.fast.graph`.

A canonical key is the least of the eight images. Actions are played on the states of `batch`."""

from typing import Any

import numpy as np

from qttt.fast.answers import Ints, Values
from qttt.fast.backend import Cpu, Kernel
from qttt.fast.batch import CHANCE, OVER
from qttt.fast.graph import NO_ACTION, Expanded
from qttt.fast.hybrid.answers import MEMBERS, TO
from qttt.fast.hybrid.batch import (
    BUNDLE,
    BUNDLES,
    MEASURED,
    NUMBERS,
    O_BOXES,
    ONE,
    RESULTS,
    SLOTS,
    TURN,
    TWO,
    X_BOXES,
    actor,
    find_legal,
    key_of,
    play,
    setting_of,
)
from qttt.fast.hybrid.boxes import ALL, BOXES
from qttt.fast.hybrid.key import LINK_BITS, MEASURING, MEASURING_BITS, O_BITS, TURN_BIT
from qttt.fast.hybrid.rules import Setting
from qttt.fast.hybrid.value import Work
from qttt.fast.jit import jitable

AFTER = NUMBERS
"""Where in the scratch memory the position after an action is."""
IMAGE = AFTER + NUMBERS
"""Where an image of a position is."""
LEGAL = IMAGE + NUMBERS
ACTIONS = SLOTS + RESULTS
WORK = LEGAL + ACTIONS
MOST = 1 << 5
"""No position has so many links."""


def _links_of_bundles() -> Ints:
    """int64 ``[measured, bundle, 2]``: the links of each bundle, as in `batch.BUNDLE`."""
    found = np.zeros((BOXES + 1, int(BUNDLES.max()), 2), np.int64)
    for measured, one, two in np.argwhere(BUNDLE >= 0).tolist():
        found[measured, BUNDLE[measured, one, two]] = one, two
    return found


BUNDLE_LINKS = _links_of_bundles()


@jitable
def read(key: int, state: Any) -> None:
    """Write the position with a key as a state."""
    x = key & ALL
    o = (key >> O_BITS) & ALL
    state[X_BOXES] = x
    state[O_BOXES] = o
    state[TURN] = (key >> TURN_BIT) & 1
    state[MEASURED] = (key >> MEASURING_BITS) & MEASURING
    measured = 0
    for box in range(BOXES):
        measured += ((x | o) >> box) & 1
    links = key >> LINK_BITS
    for box in range(BOXES):
        for n in range(2):
            state[(TWO if n else ONE) + box] = 0
        if ((x | o) >> box) & 1 == 0:
            for n in range(2):
                link = BUNDLE_LINKS[measured, links % BUNDLES[measured], n]
                if link:
                    target = MEMBERS[x | o, (link - 1) >> 1]
                    state[(TWO if n else ONE) + box] = 2 * target + ((link - 1) & 1) + 1
            links //= BUNDLES[measured]


@jitable
def turn(state: Any, to: Any, image: Any) -> None:
    """Write the image of a state; `to` says where each box goes."""
    x = 0
    o = 0
    for box in range(BOXES):
        x |= ((state[X_BOXES] >> box) & 1) << to[box]
        o |= ((state[O_BOXES] >> box) & 1) << to[box]
        for first in (ONE, TWO):
            link = state[first + box]
            if link:
                link = 2 * to[(link - 1) >> 1] + ((link - 1) & 1) + 1
            image[first + to[box]] = link
    image[X_BOXES] = x
    image[O_BOXES] = o
    image[TURN] = state[TURN]
    image[MEASURED] = to[state[MEASURED] - 1] + 1 if state[MEASURED] else 0


@jitable
def canonical(state: Any, image: Any, setting: Any) -> int:
    """The canonical key of a state; `image` is scratch memory."""
    best = key_of(state, setting)
    for symmetry in range(1, len(TO)):
        turn(state, TO[symmetry], image)
        best = min(best, key_of(image, setting))
    return best


@jitable
def turn_keys(i: int, work: Work, keys: Any, setting: Any, found: Any) -> None:
    """Kernel: the canonical key of position i."""
    read(keys[i], work)
    found[i] = canonical(work, work[IMAGE:], setting)


@jitable
def follow(i: int, work: Work, keys: Any, setting: Any, acts: Any, won: Any, children: Any) -> None:
    """Kernel: who acts in position i, who has won, and the canonical key after each action. Rules: HYB-END-1,
    HYB-END-2, HYB-END-3"""
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
            children[i, action] = canonical(work[AFTER:], work[IMAGE:], setting)


@jitable
def count(i: int, work: Work, keys: Any, measured: Any, links: Any) -> None:
    """Kernel: how many boxes are measured in position i, and how many links are pending."""
    read(keys[i], work)
    measured[i] = 0
    links[i] = 0
    for box in range(BOXES):
        measured[i] += ((work[X_BOXES] | work[O_BOXES]) >> box) & 1
        links[i] += (1 if work[ONE + box] else 0) + (1 if work[TWO + box] else 0)


TURN_KEYS, FOLLOW, COUNT = Kernel(turn_keys, WORK), Kernel(follow, WORK, chunk=256), Kernel(count, WORK)


class HybridGraph:
    """The graph of a game. `answers` are those of the game."""

    actions = tuple(range(SLOTS))
    start = 0

    def __init__(self, setting: Setting, answers: Values) -> None:
        self.answers = answers
        self._setting = tuple(part if isinstance(part, np.ndarray) else int(part) for part in setting_of(setting))

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
        """See `qttt.fast.graph.Graph`."""
        measured, links = divmod(rank // 2, MOST)
        return f"{measured} measured, {links} {'link' if links == 1 else 'links'}{', result' * (rank % 2)}"

    def canonical(self, keys: Ints) -> Ints:
        """See `qttt.fast.graph.Graph`."""
        found = np.empty(len(keys), np.int64)
        Cpu().launch(TURN_KEYS, len(keys), keys, self._setting, found)
        return found

    def expand(self, keys: Ints) -> Expanded:
        """See `qttt.fast.graph.Graph`."""
        acts, won = np.empty(len(keys), np.int8), np.empty(len(keys), np.int8)
        children = np.empty((len(keys), ACTIONS), np.int64)
        Cpu().launch(FOLLOW, len(keys), keys, self._setting, acts, won, children)
        chances = np.zeros(children.shape)
        chances[acts == CHANCE, SLOTS:] = 1 / RESULTS
        return Expanded.of(acts, won, children, chances)

    def _count(self, keys: Ints) -> tuple[Ints, Ints]:
        measured, links = np.empty(len(keys), np.int64), np.empty(len(keys), np.int64)
        Cpu().launch(COUNT, len(keys), keys, measured, links)
        return measured, links
