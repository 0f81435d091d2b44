"""The positions of a game as a graph of keys: what follows from many positions at once; what their actions are worth,
by the values of what follows; and how many sequences of plies there are."""

from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from qttt.fast.answers import ILLEGAL, WORD, Floats, Ints, Values, normalise_keys
from qttt.fast.batch import OVER, O, X

NO_ACTION = -1
"""Stands for the position after an action that is not legal, and for the number of a missing result."""
PIECE = 1 << 14
"""How many positions are expanded at a time."""
MOST = 1 << 25
"""The most actions that `parts_of` returns, so that they take a few gigabytes at most."""


class Expanded(NamedTuple):
    """What follows from positions.

    Positions, ``[position]``:

    - actor: int8, as in `qttt.fast.batch`: X, O, CHANCE, SYSTEM, or OVER
    - won: int8, 1 where X has won, -1 where O has won, else 0
    - counts: int64, how many actions the position has

    Actions, ``[action]``, those of a position side by side in the documented order:

    - action: int64, the index in `Graph.actions`; results of chance follow these
    - children: int64, the key after the action, as play leaves it
    - chances: float64, its probability where no player acts, within one rounding of the exact one, else 0"""

    actor: Ints
    won: Ints
    counts: Ints
    action: Ints
    children: Ints
    chances: Floats

    @property
    def owner(self) -> Ints:
        """int64 ``[action]``: the position in which the action is made."""
        return np.repeat(np.arange(len(self.counts)), self.counts)

    @property
    def begin(self) -> Ints:
        """int64 ``[position]``: where its actions begin."""
        return np.cumsum(self.counts) - self.counts

    @classmethod
    def of(cls, actor: Ints, won: Ints, children: Ints, chances: Floats) -> "Expanded":
        """The same from tables ``[position, action]`` of the children, `NO_ACTION` where there is none, and of the
        probabilities."""
        rows, columns = np.nonzero(children != NO_ACTION)
        counts = np.bincount(rows, minlength=len(children))
        return cls(actor, won, counts, columns, children[rows, columns], chances[rows, columns])


class Graph(Protocol):
    """The positions of a game with its options. Equivalent positions have keys of their own, and one of them is
    canonical. The first symmetry leaves everything as it is."""

    @property
    def actions(self) -> Sequence[int]:
        """The engine's numbers of the actions of players and of the System, in the documented order."""

    @property
    def start(self) -> int:
        """The key of the start position."""

    @property
    def answers(self) -> Values:
        """What the positions are worth."""

    @property
    def symmetries(self) -> Ints:
        """int64 ``[symmetry, square]``: where each symmetry takes each square."""

    def plies(self, keys: Ints) -> Ints:
        """How many moves can be seen in each position: all that have been made, one that waits for its selection
        included, but for those that chance has undone."""

    def rank(self, keys: Ints) -> Ints:
        """A number for each position that every action increases, unless play can return from there."""

    def stage(self, rank: int) -> str:
        """What the positions of a rank have in common, in words."""

    def canonical(self, keys: Ints) -> tuple[Ints, Ints]:
        """int64 ``[position]`` each: the canonical key of each position, and a symmetry that leads to it."""

    def image(self, keys: Ints, symmetry: int) -> Ints:
        """The key of each position's image under a symmetry."""

    def image_of_actions(self, keys: Ints, actions: Ints, symmetry: int) -> Ints:
        """The index in `actions` of what a symmetry makes of an action of a player or of the System in each
        position."""

    def expand(self, keys: Ints) -> Expanded:
        """What follows from positions that play can reach."""


def ends_at_once(graph: Graph, keys: Ints) -> Ints:
    """bool ``[position]``: whether the game is over as soon as chance and the System have acted, whatever they do."""
    found = graph.expand(keys)
    by_players = np.isin(found.actor, (X, O))
    here = np.flatnonzero(~by_players[found.owner])
    going = ~ends_at_once(graph, found.children[here]) if len(here) else here
    return np.asarray(~by_players & (np.bincount(found.owner[here], going, len(keys)) == 0))


def best_play(graph: Graph, keys: Ints, best: Ints) -> Ints:
    """Of the optimal actions of positions, bool ``[position, action]``, those that best play takes: those after which
    the game is over as soon as chance and the System have acted; where there is none, all."""
    several = np.flatnonzero(best.sum(1) > 1)
    found = graph.expand(keys[several])
    owner, action = several[found.owner], found.action
    ending = best[owner, action]
    ending[ending] = ends_at_once(graph, found.children[ending])
    chosen = np.zeros_like(best)
    chosen[owner[ending], action[ending]] = True
    return np.where(chosen.any(axis=1, keepdims=True), chosen, best)


Kept = Callable[[Ints, Expanded], Ints]
"""bool ``[action]``: which of the actions of positions, given by their keys, a tree has."""
Parts = dict[int, list[tuple[Ints, ...]]]
"""The positions of a tree by rank, in parts: keys, actor, ended, won, counts, action, children, turn, chance."""


def parts_of(graph: Graph, starts: Ints, goes_on: Callable[[Ints], Ints], raw: bool, only: Kept | None = None) -> Parts:
    """The parts of the tree from some positions, with the actions of those that go on."""
    order = [*map(tuple, graph.symmetries.tolist())]
    back = np.array([order.index(tuple(np.argsort(each).tolist())) for each in order], np.int8)
    parts: Parts = defaultdict(list)
    actions = 0

    def expand(rank: int, keys: Ints) -> Ints:
        nonlocal actions
        going = goes_on(keys)
        expanded = graph.expand(keys)
        kept = np.repeat(going, expanded.counts)
        actor = np.where(going, expanded.actor, OVER).astype(np.int8)
        if only:
            kept &= only(keys, expanded._replace(actor=actor))
        counts = np.bincount(expanded.owner[kept], minlength=len(keys))
        action, chance = expanded.action[kept], expanded.chances[kept]
        children: Ints = expanded.children[kept]
        turn = np.zeros(len(children), np.int8)
        if not raw:
            children, by = graph.canonical(children)
            turn[:] = back[by]
        actions += len(action)
        if actions > MOST:
            raise ValueError(
                f"the positions to be measured have more than {MOST:,} actions; measure fewer moves (through)"
            )
        parts[rank].append((keys, actor, expanded.actor == OVER, expanded.won, counts, action, children, turn, chance))
        return children

    walk(graph, expand, starts=starts)
    return parts


def walk(
    graph: Graph,
    expand: Callable[[int, Ints], Ints],
    choose: Callable[[Ints], Ints] = lambda keys: keys,
    starts: Ints | None = None,
) -> None:
    """Go through the positions of a graph, each once, from the start, or from some, in the order of their ranks.

    `expand` takes a rank and some keys of it, and returns the keys that follow. Of the keys of a rank only those are
    expanded that `choose` returns."""
    waiting: dict[int, list[Ints]] = defaultdict(list)

    def wait(keys: Ints) -> None:
        ranks = graph.rank(keys)
        for rank in np.unique(ranks).tolist():
            waiting[rank].append(np.unique(keys[ranks == rank]))

    wait(np.array([graph.start]) if starts is None else starts)
    known: dict[int, Ints] = defaultdict(lambda: np.empty(0, np.int64))
    while waiting:
        rank = min(waiting)
        keys = np.setdiff1d(np.concatenate(waiting.pop(rank)), known[rank])
        known[rank] = np.union1d(known[rank], keys)
        keys = choose(keys)
        for start in range(0, len(keys), PIECE):
            wait(expand(rank, keys[start : start + PIECE]))


class ByFollowing(ABC):
    """Exact answers about the positions of a game (see `qttt.fast.answers.Answers`) from their values and from what
    follows them."""

    actions: tuple[int, ...]
    scale: Fraction
    error = 0.0

    @abstractmethod
    def values(self, keys: ArrayLike) -> Ints:
        """See `qttt.fast.answers.Values`."""

    @abstractmethod
    def follow(self, keys: Ints) -> Expanded:
        """What follows from positions, as in `qttt.fast.graph.Graph.expand`, but neither need be canonical."""

    def action_values(self, keys: ArrayLike) -> Ints:
        """See `qttt.fast.answers.Answers`: int64."""
        return self._tables(keys)[0]

    def best(self, keys: ArrayLike) -> Ints:
        """See `qttt.fast.answers.Answers`."""
        worth, actor = self._tables(keys)
        legal = worth != ILLEGAL
        gains = np.where(legal, np.where(actor == O, -1, 1)[:, None] * worth, ILLEGAL)
        chosen = legal & (gains == gains.max(1, keepdims=True))
        bits = np.arange(len(self.actions))
        masks = np.zeros((len(worth), -(-len(bits) // WORD)), np.int64)
        for word in range(masks.shape[1]):
            here = bits // WORD == word
            masks[:, word] = chosen[:, here] @ (1 << bits[here] % WORD)
        return masks[:, 0] if masks.shape[1] == 1 else masks

    def _tables(self, keys: ArrayLike) -> tuple[Ints, Ints]:
        """The values ``[position, action]`` of players' actions, `ILLEGAL` for others, and who acts."""
        self.values(keys)
        found = self.follow(normalise_keys(keys))
        worth = np.full((len(found.actor), len(self.actions)), ILLEGAL, np.int64)
        played = found.action < len(self.actions)
        worth[found.owner[played], found.action[played]] = self.values(found.children[played])
        return worth, found.actor


S = TypeVar("S", bound=Hashable)

MOST_PLIES = 9
"""The most plies that are counted."""
AT_ONCE = 1 << 15
"""The most keys that are expanded at once."""


def check_depth(depth: int) -> None:
    """Raise ValueError unless 1 <= depth <= 9."""
    if not 1 <= depth <= MOST_PLIES:
        raise ValueError(f"depth {depth}: expected 1 to {MOST_PLIES}")


def sequences(starts: Iterable[S], depth: int, after: Callable[[S], Iterable[S]]) -> tuple[int, ...]:
    """How many sequences of 1, 2, ... `depth` plies begin at one of the states `starts`.

    `after` gives the states after each ply and its settlement. Equal states are expanded once. Raises ValueError unless
    1 <= depth <= 9."""
    check_depth(depth)
    level = Counter(starts)
    counts: list[int] = []
    while len(counts) < depth - 1:
        following: Counter[S] = Counter()
        for state, ways in level.items():
            for each in after(state):
                following[each] += ways
        level = following
        counts.append(level.total())
    return (*counts, sum(ways * sum(1 for _ in after(state)) for state, ways in level.items()))


def add_counts(counts: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """The sums of counts, depth by depth."""
    return tuple(map(sum, zip(*counts, strict=True)))


def count_sequences(
    after: Callable[[Ints], Iterable[Ints]],
    start: int,
    depth: int,
    canonical: Callable[[Ints], Ints] = lambda keys: keys,
) -> tuple[int, ...]:
    """How many sequences of 1, 2, ... `depth` plies begin at a key.

    `after` gives the keys after each ply that follows some keys, and which of these it follows; `canonical`, keys with
    as many sequences as others. Equal keys are expanded once. Raises ValueError unless 1 <= depth <= 9."""
    check_depth(depth)
    keys, ways = np.array([start], np.int64), np.ones(1, np.int64)
    counts = []
    for further in reversed(range(depth)):
        total, level = 0, list[tuple[Ints, Ints]]()
        for at in range(0, max(len(keys), 1), AT_ONCE):
            children, owner = after(keys[at : at + AT_ONCE])
            of_each = ways[at : at + AT_ONCE][owner]
            total += int(of_each.sum())
            if further:
                level.append(_summed(canonical(children), of_each))
        counts.append(total)
        if further:
            keys, ways = _summed(*map(np.concatenate, zip(*level, strict=True)))
    return tuple(counts)


def _summed(keys: Ints, ways: Ints) -> tuple[Ints, Ints]:
    """Different keys, and the sum of the ways of each."""
    found, at = np.unique(keys, return_inverse=True)
    total = np.zeros(len(found), np.int64)
    np.add.at(total, at, ways)
    return found, total
