"""TD(0) with a table that both players share: kernels that play, learn and look up.

A turn is what a player does until the other one is to act: for Goff's game a selection, if one is due, and a move. The
table has a value for X of each position after a turn; the rules are RL-TD-1 to RL-TD-4 of `docs/learning.md`. The keys
of positions are 1 larger in the table, in which 0 is a free place."""

from typing import NamedTuple

import numpy as np

from qttt.fast.answers import Floats, Ints
from qttt.fast.backend import Cpu, Kernel, Work
from qttt.fast.batch import OVER, Rules, Setting, X, random_bits
from qttt.fast.jit import jitable
from qttt.fast.learning import Array

KEY = 0
"""The number of a state that is the key of the position."""
HERE, BETWEEN, AFTER, CHOSEN, DRAWN, ROWS = range(6)
"""Rows of scratch states."""
SPREAD = 0x1E3779B97F4A7C15
LOW = (1 << 62) - 1
LARGEST, ALPHA, GAMMA, EPSILON = range(4)
"""Of `Learner.scale`: the largest score of a game, and the numbers of RL-TD-1 to RL-TD-4."""
SIZE, GROWS = range(2)
"""Of `Learner.counts`: how many positions are in the table, and whether looking up adds one."""
SAMPLED, FULL_WIDTH = 0, 1
"""What a value moves towards: that of the position after the turn made, or of the best one after any turn."""


@jitable
def place_of(keys: Ints, key: int) -> int:
    """Where a key is in the table, or the free place where it belongs."""
    mask = len(keys) - 1
    at = (((key * SPREAD) & LOW) >> 20) & mask
    while keys[at] != 0 and keys[at] != key + 1:
        at = (at + 1) & mask
    return at


@jitable
def insert_all(i: int, work: Work, keys: Ints, values: Floats, into: Ints, numbers: Floats) -> None:
    """Kernel: copy a table into a larger one."""
    for at in range(len(keys)):
        if keys[at]:
            place = place_of(into, keys[at] - 1)
            into[place] = keys[at]
            numbers[place] = values[at]


class Learner(NamedTuple):
    """All that the kernels need besides their games: scratch states; scratch rows for the legal actions of a turn, for
    those of its second half, and for what is seen; the best turns by first action, the setting of the rules, the keys
    and values of the table, `scale`, which is the largest score, α, γ and ε, and `counts`: how many positions are in
    the table, and whether looking up adds one."""

    states: Ints
    legal: Ints
    second: Ints
    seen: Ints
    ways: Ints
    setting: Setting
    keys: Ints
    values: Floats
    scale: Floats
    counts: Ints


@jitable
def copy(states: Ints, source: int, target: int) -> None:
    """Copy a scratch state."""
    for k in range(states.shape[1]):
        states[target, k] = states[source, k]


@jitable
def in_table(given: Learner, key: int, inserts: bool) -> int:
    """Where a key is in the table, inserted if wanted; -1 if it is not there."""
    at = place_of(given.keys, key)
    if given.keys[at] == 0:
        if not inserts:
            return -1
        given.keys[at] = key + 1
        given.counts[SIZE] += 1
    return at


@jitable
def consider(
    a: int, value: float, x_moves: bool, bits: int, found: tuple[int, int, float], given: Learner
) -> tuple[int, int, float]:
    """Take one more turn, that begins with action a and whose position is in `AFTER`, into account: `found` is how many
    turns there have been, how many of them are best, and the best value, and so is the result."""
    states, ways = given.states, given.ways
    turns, ties, best = found
    if ((bits & 0xFFFFFFF) * turns) >> 28 == 0:
        copy(states, AFTER, DRAWN)
    if ties == 0 or (value > best if x_moves else value < best):
        ties = 0
        best = value
        for c in range(len(ways)):
            ways[c] = 0
    if value == best:
        ties += 1
        ways[a] += 1
        if (((bits >> 28) & 0xFFFFFFF) * ties) >> 28 == 0:
            copy(states, AFTER, CHOSEN)
    return turns, ties, best


def learn_kernels(rules: Rules) -> tuple[Kernel, Kernel]:
    """The kernels that play games and learn, and that look up how likely each action is."""
    begin, play, acts, score, look = rules.begin, rules.play, rules.actor, rules.score, rules.look
    actions = rules.actions

    @jitable
    def find_legal(state: Ints, work: Work, legal: Ints, given: Learner) -> None:
        for a in range(actions):
            legal[a] = 0
        look(state, work, given.setting, legal, given.seen)

    @jitable
    def worth(state: Ints, given: Learner) -> float:
        """The value of a position after a turn."""
        if acts(state, given.setting) == OVER:
            return float(score(state, given.setting) / given.scale[LARGEST])
        at = in_table(given, state[KEY], given.counts[GROWS] != 0)
        return float(given.values[at]) if at >= 0 else 0.0

    @jitable
    def each_turn(work: Work, draws: tuple[int, int, int], given: Learner) -> float:
        """Look at all turns in ``states[HERE]``: write the position after one of the best to `CHOSEN`, and after any
        of them to `DRAWN`, and to `ways` how many of the best begin with each action; the value after a best one."""
        states, legal, second, ways, setting = given.states, given.legal, given.second, given.ways, given.setting
        seed, game, clock = draws
        mover = acts(states[HERE], setting)
        find_legal(states[HERE], work, legal, given)
        turns, ties, best = 0, 0, 0.0
        for a in range(actions):
            ways[a] = 0
        for a in range(actions):
            if not legal[a]:
                continue
            copy(states, HERE, BETWEEN)
            play(states[BETWEEN], work, a, setting)
            twice = acts(states[BETWEEN], setting) == mover
            if twice:
                find_legal(states[BETWEEN], work, second, given)
            for b in range(actions if twice else 1):
                copy(states, BETWEEN, AFTER)
                if twice:
                    if not second[b]:
                        continue
                    play(states[AFTER], work, b, setting)
                value = worth(states[AFTER], given)
                turns += 1
                bits = random_bits(seed, game, 4096 * clock + turns)
                turns, ties, best = consider(a, value, mover == X, bits, (turns, ties, best), given)
        return float(best)

    @jitable
    def learn(i: int, work: Work, given: Learner, first: int, games: int, seed: int, full_width: int) -> None:
        """Kernel: play games `first` to `first + games` - 1 and learn."""
        states, setting, scale = given.states, given.setting, given.scale
        for game in range(first, first + games):
            begin(states[HERE], setting)
            clock = 0
            while acts(states[HERE], setting) != OVER:
                best = each_turn(work, (seed, game, clock), given)
                explores = (random_bits(~seed, game, clock) & 0xFFFFFFF) / 0x10000000 < scale[EPSILON]
                after = DRAWN if explores else CHOSEN
                target = best if full_width else worth(states[after], given)
                at = in_table(given, states[HERE, KEY], True)
                given.values[at] += scale[ALPHA] * (scale[GAMMA] * target - given.values[at])
                copy(states, after, HERE)
                clock += 1

    @jitable
    def decide(i: int, work: Work, positions: Ints, given: Learner, policy: Floats) -> None:
        """Kernel: how many of the best turns in position i begin with each action."""
        states, ways = given.states, given.ways
        for k in range(states.shape[1]):
            states[HERE, k] = positions[i, k]
        each_turn(work, (0, 0, 0), given)
        for a in range(actions):
            policy[i, a] = ways[a]

    whole = 1 << 30
    return Kernel(learn, max(rules.work, 1)), Kernel(decide, max(rules.work, 1), chunk=whole)


ENLARGE = Kernel(insert_all, 1)


class Table:
    """The values of positions, and what plays and learns with them.

    `setting` is that of the rules; `scale` the largest score of a game, α, γ and ε; with `inserts` looking up a value
    adds it to the table."""

    def __init__(
        self, rules: Rules, setting: Setting, scale: tuple[float, float, float, float], *, inserts: bool = False
    ) -> None:
        self._rules, self._setting = rules, setting
        self._learn, self._decide = learn_kernels(rules)
        self._scale = np.array(scale, np.float64)
        self._count = np.array([0, inserts], np.int64)
        self.keys, self.values = np.zeros(1 << 16, np.int64), np.zeros(1 << 16, np.float64)
        self._states = np.zeros((ROWS, rules.numbers), np.int64)
        self._legal, self._second = np.zeros((2, rules.actions), np.uint8)
        self._seen, self._ways = np.zeros(int(np.prod(rules.shape)), np.uint8), np.zeros(rules.actions, np.int64)

    def __len__(self) -> int:
        return int(self._count[SIZE])

    def learn(self, first: int, games: int, seed: int, full_width: int) -> None:
        """Play games and learn."""
        room = games * 10 * (80 if self._count[GROWS] else 1)
        while 2 * (len(self) + room) > len(self.keys):
            keys, values = np.zeros(2 * len(self.keys), np.int64), np.zeros(2 * len(self.keys), np.float64)
            Cpu().launch(ENLARGE, 1, self.keys, self.values, keys, values)
            self.keys, self.values = keys, values
        Cpu().launch(self._learn, 1, self._given(self._count), first, games, seed, full_width)

    def decide(self, states: Array) -> Array:
        """float64 ``[position, action]``: how likely each action is, all best turns being equally likely."""
        found = np.zeros((len(states), self._rules.actions), np.float64)
        Cpu().launch(self._decide, len(states), states, self._given(np.zeros(2, np.int64)), found)
        likely: Array = found / np.maximum(found.sum(1, keepdims=True), 1)
        return likely

    def _given(self, count: Array) -> Learner:
        scratch = self._states, self._legal, self._second, self._seen, self._ways
        return Learner(*scratch, self._setting, self.keys, self.values, self._scale, count)

    def contents(self) -> tuple[Array, Array]:
        """The keys of all positions in the table, ascending, and their values."""
        at = np.flatnonzero(self.keys)
        order = at[np.argsort(self.keys[at])]
        return self.keys[order] - 1, self.values[order]

    def fill(self, keys: Array, values: Array) -> None:
        """Take these positions and values in place of those there are. Raises ValueError for keys that are not
        different numbers from 0 to 2**62 in one dimension, and for another number of values."""
        if keys.ndim != 1 or keys.shape != values.shape or keys.dtype != np.int64:
            raise ValueError("keys and values of a table have one dimension")
        if (np.diff(keys) <= 0).any() or ((keys < 0) | (keys > LOW)).any():
            raise ValueError("keys of a table ascend")
        size = 1 << max(16, int(2 * len(keys)).bit_length())
        self.keys, self.values = np.zeros(size, np.int64), np.zeros(size, np.float64)
        Cpu().launch(ENLARGE, 1, keys + 1, np.asarray(values, np.float64), self.keys, self.values)
        self._count[SIZE] = len(keys)
