"""Goff's game, and the stochastic one, as a graph of canonical keys: see `qttt.fast.graph`."""

from collections.abc import Callable
from typing import Any

import numpy as np

from qttt.fast.answers import Ints, Values
from qttt.fast.backend import Cpu, Kernel
from qttt.fast.batch import OVER, SYSTEM
from qttt.fast.goff.actions import ACTIONS, SELECT_A, SELECT_B
from qttt.fast.goff.batch import BY_SYSTEM, OPPONENT
from qttt.fast.goff.board import PLACE_SQUARES, SQUARES, place, size
from qttt.fast.goff.forest import component
from qttt.fast.goff.key import FIELD, canonical, load, plies
from qttt.fast.goff.keyed import canonical_of, collapsed
from qttt.fast.goff.moves import NEXT, NO_SUCCESSOR, SPAN, WORK, Work, current_outcome, expand, slot
from qttt.fast.goff.outcome import DRAW, UNFINISHED
from qttt.fast.graph import NO_ACTION, Expanded
from qttt.fast.jit import jitable


@jitable
def follow(i: int, work: Work, keys: Any, over: Any, made: Any, children: Any) -> None:
    """Kernel: the outcome code of position i, how many moves have been made, and the canonical key after each action.

    Rules: GOFF-MOVE-1, GOFF-CYCLE-1, GOFF-COLLAPSE-1, GOFF-FINAL-1"""
    key = keys[i]
    pending = key & FIELD
    for action in range(len(ACTIONS)):
        children[i, action] = NO_ACTION
    made[i] = plies(key)
    over[i] = expand(key ^ pending, work)
    if over[i] != UNFINISHED:
        return
    if pending:
        for n in range(2):
            s = PLACE_SQUARES[pending, n]
            children[i, SELECT_A + n] = canonical(work[NEXT + place(s, s)])
        return
    action = 0
    for u in range(SQUARES):
        if size(work[SPAN + u]) == 1 and work[NEXT + place(u, u)] != NO_SUCCESSOR:
            children[i, action] = canonical(work[NEXT + place(u, u)])
        for v in range(u + 1, SQUARES):
            action += 1
            if work[NEXT + place(u, v)] != NO_SUCCESSOR:
                children[i, action] = canonical(work[NEXT + place(u, v)])
            elif (work[SPAN + u] >> v) & 1:
                children[i, action] = canonical(key | place(u, v))
        action += 1


@jitable
def follow_as_is(i: int, work: Work, keys: Any, over: Any, made: Any, children: Any) -> None:
    """Kernel: `follow`, with keys in the order of the plies in place of canonical ones.

    Rules: GOFF-MOVE-1, GOFF-CYCLE-1, GOFF-COLLAPSE-1, GOFF-FINAL-1"""
    key = keys[i]
    pending = key & FIELD
    made[i] = plies(key)
    for action in range(len(ACTIONS)):
        children[i, action] = NO_ACTION
    filled = load(key ^ pending, work)
    over[i] = current_outcome(work)
    if over[i] != UNFINISHED:
        return
    if pending:
        for n in range(2):
            root = PLACE_SQUARES[pending, n]
            children[i, SELECT_A + n] = collapsed(key ^ pending, work, root, slot(made[i]))
        return
    new = slot(made[i] + 1)
    action = 0
    for u in range(SQUARES):
        if size(filled) == SQUARES - 1 and not (filled >> u) & 1:
            children[i, action] = collapsed(key, work, u, new)
        for v in range(u + 1, SQUARES):
            action += 1
            if (filled >> u) & 1 == 0 and (filled >> v) & 1 == 0:
                closes = (component(work, u) >> v) & 1
                children[i, action] = key | (place(u, v) << (0 if closes else 54 - 6 * new))
        action += 1


@jitable
def count_plies(i: int, work: Work, keys: Any, made: Any) -> None:
    """Kernel: how many moves have been made in position i."""
    made[i] = plies(keys[i])


@jitable
def turn(i: int, work: Work, keys: Any, found: Any) -> None:
    """Kernel: the canonical key of position i."""
    found[i] = canonical(keys[i])


FOLLOW, FOLLOW_AS_IS = Kernel(follow, WORK), Kernel(follow_as_is, WORK)
COUNT_PLIES = Kernel(count_plies, 1)
TURN = Kernel(turn, 1)


class GoffGraph:
    """The graph under a rule of selection, `OPPONENT`, `SELF` or `BY_SYSTEM` of `qttt.fast.goff.batch`.

    `answers` are those of the game. `of_system`, for the last rule, gives the probabilities of selA and selB, float64
    ``[position, 2]``, of positions where the System acts."""

    actions = ACTIONS
    start = 0

    _follow = FOLLOW

    def __init__(self, selector: int, answers: Values, of_system: Callable[[Ints], Any] | None = None) -> None:
        self.answers, self._selector, self._of_system = answers, selector, of_system

    def plies(self, keys: Ints) -> Ints:
        """See `qttt.fast.graph.Graph`."""
        made = np.empty(len(keys), np.int64)
        Cpu().launch(COUNT_PLIES, len(keys), keys, made)
        return made

    def rank(self, keys: Ints) -> Ints:
        """See `qttt.fast.graph.Graph`: a pending move is half a ply."""
        found: Ints = 2 * self.plies(keys) - (keys & FIELD != 0)
        return found

    def stage(self, rank: int) -> str:
        """See `qttt.fast.graph.Graph`."""
        return f"ply {(rank + 1) // 2}{', selection' * (rank % 2)}"

    def canonical(self, keys: Ints) -> Ints:
        """See `qttt.fast.graph.Graph`."""
        found = np.empty(len(keys), np.int64)
        Cpu().launch(TURN, len(keys), keys, found)
        return found

    def expand(self, keys: Ints) -> Expanded:
        """See `qttt.fast.graph.Graph`."""
        count = len(keys)
        over, made = np.empty(count, np.int64), np.empty(count, np.int64)
        children, chances = np.empty((count, len(ACTIONS)), np.int64), np.zeros((count, len(ACTIONS)))
        Cpu().launch(self._follow, count, keys, over, made, children)
        pending = keys & FIELD != 0
        if self._selector == OPPONENT:
            actor = made & 1
        elif self._selector == BY_SYSTEM:
            actor = np.where(pending, SYSTEM, made & 1)
        else:
            actor = (made & 1) ^ pending
        actor = np.where(over == UNFINISHED, actor, OVER).astype(np.int8)
        if self._of_system:
            acts = np.flatnonzero(actor == SYSTEM)
            chances[acts, SELECT_A : SELECT_B + 1] = self._of_system(keys[acts])
        won = np.where(over == UNFINISHED, 0, np.sign(over - DRAW)).astype(np.int8)
        return Expanded.of(actor, won, children, chances)


class ValuesAsIs:
    """The values of keys whose early marks are in any order."""

    error = 0.0

    def __init__(self, answers: Values) -> None:
        self._answers, self.scale = answers, answers.scale

    def values(self, keys: Ints) -> Ints:
        """See `qttt.fast.answers.Values`."""
        found: Ints = self._answers.values(canonical_of(keys)[0])
        return found


class GoffGraphAsIs(GoffGraph):
    """The graph of all positions, equivalent ones included: keys have the marks in the order of the plies."""

    _follow = FOLLOW_AS_IS

    def __init__(self, selector: int, answers: Values) -> None:
        super().__init__(selector, ValuesAsIs(answers))

    def canonical(self, keys: Ints) -> Ints:
        """The keys themselves: no positions are equivalent here."""
        return keys
