"""Goff's game on keys, one action at a time.

An *action* is a number: the place of a move (1..45, see `qttt.fast.goff.board`; a loop is the special final
move), SEL_A or SEL_B. A rule of selection is called "opponent" (GOFF-SELECT-1) or "self" (GOFF-SELECT-2).

Every function of a key raises TypeError unless the key is an integer, and UnknownPosition unless it is made of ten
places. Not checked: that a game reaches the position."""

from collections.abc import Iterator
from typing import Any, Literal, get_args

import numpy as np

from qttt.fast.answers import UnknownPosition
from qttt.fast.backend import Cpu, Kernel
from qttt.fast.goff.board import PLACE_SQUARES, PLACES, SQUARES, place
from qttt.fast.goff.forest import MARKS
from qttt.fast.goff.key import FIELD, LARGEST, O8, PENDING, X7, X9, field, plies
from qttt.fast.goff.moves import NEXT, NO_SUCCESSOR, WORK, Work, expand
from qttt.fast.goff.outcome import UNFINISHED
from qttt.fast.goff.outcome import outcome as ended
from qttt.fast.jit import jitable

Collapse = Literal["opponent", "self"]

INITIAL = 0
SEL_A, SEL_B = 46, 47
MOVES = tuple(place(i, j) for i in range(SQUARES) for j in range(i, SQUARES))
"""The places in the documented order of moves: ascending first square, then second. Rule: GOFF-MOVE-3"""


@jitable
def successors(i: int, work: Work, keys: Any, over: Any, following: Any) -> None:
    """Kernel: the outcome code of a settled position, and the key of each successor (0..45), -1 if there is none."""
    over[i] = expand(keys[i], work)
    for p in range(PLACES + 1):
        following[i, p] = work[NEXT + p] if over[i] == UNFINISHED else NO_SUCCESSOR


@jitable
def mark_undecided(i: int, work: Work, keys: Any, going: Any) -> None:
    """Kernel: whether play goes on from a settled position."""
    for mark in range(MARKS):
        work[mark] = settled_square(field(keys[i], mark))
    x, o = work[0] | work[1] | work[2], work[3] | work[4] | work[5]
    going[i] = ended(x, o, work[X7], work[O8], work[X9]) == UNFINISHED


@jitable
def settled_square(p: int) -> int:
    """The square of a mark at place p as a mask, empty unless the mark is definite."""
    return 1 << PLACE_SQUARES[p, 0] if p and PLACE_SQUARES[p, 0] == PLACE_SQUARES[p, 1] else 0


SUCCESSORS = Kernel(successors, WORK)
UNDECIDED = Kernel(mark_undecided, MARKS)
CPU = Cpu()


def undecided(keys: tuple[Any, ...]) -> tuple[int, ...]:
    """How many of the settled positions of each ply, given as int64 arrays of keys, have a player to move."""
    counts = []
    for of_ply in keys:
        going = np.empty(len(of_ply), np.bool_)
        CPU.launch(UNDECIDED, len(of_ply), of_ply, going)
        counts.append(int(going.sum()))
    return tuple(counts)


def expanded(key: int) -> tuple[int, Any]:
    """The outcome code of a settled position, and an int64 array: the key of the successor whose new mark is at
    place p, or -1."""
    over, following = np.empty(1, np.int64), np.empty((1, PLACES + 1), np.int64)
    CPU.launch(SUCCESSORS, 1, np.array([key]), over, following)
    return int(over[0]), following[0]


def outcome(key: int) -> int:
    """The outcome code, UNFINISHED while play goes on."""
    return UNFINISHED if _checked(key) & FIELD else expanded(key)[0]


def actor(key: int, collapse: Collapse) -> str | None:
    """Who decides in the position: "X", "O", or None when the game is over. Raises ValueError for an unknown rule of
    selection. Rules: GOFF-TURN-1, GOFF-SELECT-1, -2"""
    if collapse not in get_args(Collapse):
        raise ValueError(f"collapse {collapse!r}: expected {' or '.join(get_args(Collapse))}")
    if outcome(key) != UNFINISHED:
        return None
    made = plies(key)
    if key & FIELD and collapse == "self":
        made -= 1
    return "XO"[made & 1]


def actions(key: int) -> tuple[int, ...]:
    """The legal actions, in the documented order; none when the game is over."""
    if _checked(key) & FIELD:
        return SEL_A, SEL_B
    _, following = expanded(key)
    return tuple(p for p in MOVES if _possible(p, following))


def play(key: int, action: int) -> int:
    """The key after an action. Raises ValueError if it is not legal."""
    if action not in actions(key):
        raise ValueError(f"action {action} is not legal in position {key:#017x}")
    if action in (SEL_A, SEL_B):
        return settled(key)[action - SEL_A]
    following = expanded(key)[1]
    return int(following[action]) if following[action] != NO_SUCCESSOR else key | action


def settled(key: int) -> tuple[int, int]:
    """The positions after selA and after selB of a pending position. Raises ValueError if no cycle waits to be
    settled."""
    if not key & FIELD:
        raise ValueError(f"position {key:#017x} has nothing to settle")
    following = expanded(key & ~FIELD)[1]
    first, second = (int(following[place(s, s)]) for s in PLACE_SQUARES[key & FIELD].tolist())
    return first, second


def after_one_ply(key: int) -> Iterator[int]:
    """The keys after each ply from a settled position, a closed cycle settled in both ways, with repetitions."""
    for action in actions(key):
        after = play(key, action)
        yield from (play(after, selection) for selection in actions(after)) if after & FIELD else (after,)


def _checked(key: Any) -> int:
    """The key itself. Raises TypeError and UnknownPosition unless it is made of ten places."""
    if isinstance(key, bool) or not isinstance(key, int | np.integer):
        raise TypeError(f"{key!r} is not a key of goff-1.0: expected an integer")
    if not 0 <= key <= LARGEST or any(field(int(key), i) > PLACES for i in range(PENDING + 1)):
        raise UnknownPosition(
            f"{int(key):#x} is not a key of goff-1.0: expected ten fields of 6 bits, each 0 to {PLACES}"
        )
    return int(key)


def _possible(p: int, following: Any) -> bool:
    """Whether the move at place p is legal: it has a successor, or closes a cycle and so leads to two."""
    u, v = PLACE_SQUARES[p].tolist()
    if following[p] != NO_SUCCESSOR:
        return u != v or _last(following)
    return u != v and bool((following[[place(u, u), place(v, v)]] != NO_SUCCESSOR).all())


def _last(following: Any) -> bool:
    """Whether the only successor is that of the special final move."""
    return int((following != NO_SUCCESSOR).sum()) == 1
