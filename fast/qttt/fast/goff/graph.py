"""Goff's game, and the stochastic one, on keys: as a graph (see `qttt.fast.graph`), and one action at a time.

One at a time an *action* is a number: the place of a move (1..45, see `qttt.fast.goff.board`; a loop is the special
final move), SEL_A or SEL_B. A rule of selection is called "opponent" (GOFF-SELECT-1) or "self" (GOFF-SELECT-2).
Functions of one key take the reading (see `qttt.fast.goff.outcome`). They raise TypeError unless the key is an integer,
and UnknownPosition unless it is made of ten places. Not checked: that a game reaches the position."""

from collections.abc import Callable, Iterator
from typing import Literal

import numpy as np

from qttt.fast.answers import Floats, Ints, UnknownPosition, Values
from qttt.fast.backend import Cpu, Kernel
from qttt.fast.batch import OVER, SYSTEM
from qttt.fast.goff import rules
from qttt.fast.goff.board import (
    ACTION_AT,
    ACTIONS,
    PLACE_IMAGE,
    PLACE_SQUARES,
    PLACES,
    SEL_A,
    SEL_B,
    SELECT_A,
    SELECT_B,
    SQUARE_IMAGE,
    SQUARES_OF,
    place,
)
from qttt.fast.goff.moves import CLOSING, NEXT, NO_SUCCESSOR, WORK, Work, expand, outcome_of
from qttt.fast.goff.outcome import DRAW, FIRST_READING, UNFINISHED
from qttt.fast.goff.position import FIELD, FOREST, LARGEST, PENDING, canonical, field, image, plies
from qttt.fast.goff.rules import BY_SYSTEM, OPPONENT
from qttt.fast.graph import NO_ACTION, Expanded
from qttt.fast.jit import jitable


@jitable
def after(key: int, action: int, work: Work) -> int:
    """The key after an action of a position that is not over, NO_ACTION if the action is illegal. Needs what `expand`
    writes. Rules: GOFF-MOVE-1, GOFF-CYCLE-1, GOFF-COLLAPSE-1, GOFF-FINAL-1, GOFF-PAIR-1"""
    pending = key & FIELD
    if action >= SELECT_A:
        root = PLACE_SQUARES[pending, action - SELECT_A]
        return work[NEXT + place(root, root)] if pending else NO_ACTION
    u = SQUARES_OF[action, 0]
    v = SQUARES_OF[action, 1]
    closes = (work[CLOSING + u] >> v) & 1
    if pending or (u == v and not closes):
        return NO_ACTION
    if u < v and closes:
        return key | place(u, v)
    successor = work[NEXT + place(u, v)]
    return successor if successor != NO_SUCCESSOR else NO_ACTION


@jitable
def follow(i: int, work: Work, keys: Ints, reading: int, over: Ints, made: Ints, children: Ints) -> None:
    """Kernel: the outcome code of position i, how many moves have been made, and the key after each action."""
    key = keys[i]
    made[i] = plies(key)
    over[i] = expand(key & ~FIELD, work, reading)
    for action in range(len(ACTIONS)):
        children[i, action] = after(key, action, work) if over[i] == UNFINISHED else NO_ACTION


@jitable
def turn(i: int, work: Work, keys: Ints, found: Ints, by: Ints, made: Ints) -> None:
    """Kernel: the canonical key of position i, the first symmetry that leads to it, and how many moves have been
    made."""
    found[i] = canonical(keys[i])
    by[i] = 0
    while image(keys[i], by[i]) != found[i]:
        by[i] += 1
    made[i] = plies(keys[i])


@jitable
def turn_keys(i: int, work: Work, keys: Ints, g: int, images: Ints) -> None:
    """Kernel: the image of position i under symmetry g."""
    images[i] = image(keys[i], g)


@jitable
def turn_action(key: int, g: int, action: int) -> int:
    """The action of the image under symmetry g; selA and selB change places if g reverses the order of the two squares
    of the last move. Rule: RL-SYMMETRY-1"""
    if action < SELECT_A:
        p = place(SQUARES_OF[action, 0], SQUARES_OF[action, 1])
        return int(ACTION_AT[PLACE_IMAGE[g, p]])
    pending = key & FIELD
    swapped = SQUARE_IMAGE[g, PLACE_SQUARES[pending, 0]] > SQUARE_IMAGE[g, PLACE_SQUARES[pending, 1]]
    return SELECT_A + SELECT_B - action if swapped else action


@jitable
def turn_actions(i: int, work: Work, keys: Ints, actions: Ints, g: int, images: Ints) -> None:
    """Kernel: what symmetry g makes of action i, which is made in position i."""
    images[i] = turn_action(keys[i], g, actions[i])


FOLLOW = Kernel(follow, WORK)
TURN, TURN_KEYS, TURN_ACTIONS = Kernel(turn, 1), Kernel(turn_keys, 1), Kernel(turn_actions, 1)


def turn_all(keys: Ints) -> tuple[Ints, Ints, Ints]:
    """int64 ``[position]`` each: what `turn` writes."""
    found, by, made = np.empty((3, len(keys)), np.int64)
    Cpu().launch(TURN, len(keys), np.ascontiguousarray(keys), found, by, made)
    return found, by, made


class GoffGraph:
    """The graph of a reading under a rule of selection, `OPPONENT`, `SELF` or `BY_SYSTEM` of `qttt.fast.goff.rules`.

    `answers` are those of the game. `of_system`, for the last rule, gives the probabilities of selA and selB, float64
    ``[position, 2]``, of positions where the System acts. A key has the marks in the order of the plies; a canonical
    one has in ascending order those that only their order tells apart."""

    actions = ACTIONS
    start = 0
    symmetries = SQUARE_IMAGE

    def __init__(
        self, selector: int, reading: int, answers: Values, of_system: Callable[[Ints], Floats] | None = None
    ) -> None:
        self.answers, self._selector, self._reading, self._of_system = answers, selector, reading, of_system

    def plies(self, keys: Ints) -> Ints:
        return turn_all(keys)[2]

    def rank(self, keys: Ints) -> Ints:
        """See `qttt.fast.graph.Graph`: a pending move is half a ply."""
        ranks: Ints = 2 * self.plies(keys) - (keys & FIELD != 0)
        return ranks

    def stage(self, rank: int) -> str:
        return f"ply {(rank + 1) // 2}{', selection' * (rank % 2)}"

    def canonical(self, keys: Ints) -> tuple[Ints, Ints]:
        return turn_all(keys)[:2]

    def image(self, keys: Ints, symmetry: int) -> Ints:
        found = np.empty_like(keys)
        Cpu().launch(TURN_KEYS, len(keys), keys, symmetry, found)
        return found

    def image_of_actions(self, keys: Ints, actions: Ints, symmetry: int) -> Ints:
        found = np.empty_like(actions)
        Cpu().launch(TURN_ACTIONS, len(actions), keys, actions, symmetry, found)
        return found

    def expand(self, keys: Ints) -> Expanded:
        count = len(keys)
        over, made = np.empty(count, np.int64), np.empty(count, np.int64)
        children, chances = np.empty((count, len(ACTIONS)), np.int64), np.zeros((count, len(ACTIONS)))
        Cpu().launch(FOLLOW, count, keys, self._reading, over, made, children)
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


Collapse = Literal["opponent", "self"]

INITIAL = 0


def outcome(key: int, reading: int = FIRST_READING) -> int:
    """The outcome code, UNFINISHED while play goes on."""
    return UNFINISHED if _checked(key) & FIELD else int(outcome_of(int(key), reading))


def actions(key: int, reading: int = FIRST_READING) -> tuple[int, ...]:
    """The legal actions, in the documented order; none when the game is over."""
    legal = [0] * len(ACTIONS)
    if outcome(key, reading) == UNFINISHED:
        rules.find_legal(int(key), legal, reading)
    return tuple(action for action, possible in zip(ACTIONS, legal, strict=True) if possible)


def play(key: int, action: int, reading: int = FIRST_READING) -> int:
    """The key after an action. Raises ValueError if it is not legal."""
    if action not in actions(key, reading):
        raise ValueError(f"action {action} is not legal in position {key:#017x}")
    state = [int(key), UNFINISHED]
    rules.play(state, [0] * FOREST, ACTIONS.index(action), rules.setting_of(rules.OPPONENT, (), reading))
    return int(image(state[rules.KEY], 0))


def settle_both(key: int, reading: int = FIRST_READING) -> tuple[int, int]:
    """The positions after selA and after selB of a pending position. Raises ValueError if no cycle waits to be
    settled."""
    if not key & FIELD:
        raise ValueError(f"position {key:#017x} has nothing to settle")
    return play(key, SEL_A, reading), play(key, SEL_B, reading)


def after_one_ply(key: int, reading: int = FIRST_READING) -> Iterator[int]:
    """The keys after each ply from a settled position, a closed cycle settled in both ways, with repetitions."""
    for action in actions(key, reading):
        after = play(key, action, reading)
        yield from settle_both(after, reading) if after & FIELD else (after,)


def _checked(key: object) -> int:
    """The key itself. Raises TypeError and UnknownPosition unless it is made of ten places."""
    if isinstance(key, bool) or not isinstance(key, int | np.integer):
        raise TypeError(f"{key!r} is not a key of goff-1.1: expected an integer")
    if not 0 <= key <= LARGEST or any(field(int(key), i) > PLACES for i in range(PENDING + 1)):
        raise UnknownPosition(
            f"{int(key):#x} is not a key of goff-1.1: expected ten fields of 6 bits, each 0 to {PLACES}"
        )
    return int(key)
