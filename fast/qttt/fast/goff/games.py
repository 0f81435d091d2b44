"""Whole games in batches: random playouts, and recorded games replayed.

Both kernels play on a forest whose marks are in the order of the plies, mark i being made at ply i + 1.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from qttt.fast.backend import Device, Kernel
from qttt.fast.brief import brief
from qttt.fast.goff.board import BOARD, PLACE_SQUARES, PLACES, SQUARES, place, size
from qttt.fast.goff.forest import FOREST, A, B, U, V, component, entangle, settled
from qttt.fast.goff.key import pack
from qttt.fast.goff.moves import Work
from qttt.fast.goff.outcome import OUTCOMES, UNFINISHED, outcome
from qttt.fast.goff.rules import SEL_A, SEL_B
from qttt.fast.jit import jitable
from qttt.fast.random_bits import random_bits

LONGEST = 13
"""No game has more actions: nine moves, and at most four selections, each of which fills two squares or more."""

DEFINITE = FOREST
"""``+ class``: the mask of definite marks of X's early plies, O's, X7, O8, X9."""
WORK = DEFINITE + 5


@jitable
def begin(work: Work) -> None:
    """The start position."""
    for k in range(WORK):
        work[k] = 0


@jitable
def filled(work: Work) -> int:
    """The mask of all definite marks."""
    return work[DEFINITE] | work[DEFINITE + 1] | work[DEFINITE + 2] | work[DEFINITE + 3] | work[DEFINITE + 4]


@jitable
def move(work: Work, i: int, u: int, v: int) -> bool:
    """Make mark i on squares u and v; whether it closes a cycle, and so waits for `settle`. Rule: GOFF-CYCLE-1"""
    if (component(work, u, i) >> v) & 1:
        work[U + i] = u
        work[V + i] = v
        return True
    entangle(work, i, u, v)
    return False


@jitable
def settle(work: Work, i: int, root: int) -> int:
    """Settle mark i, the last, on `root` and with it the rest of its component; the outcome code. Rules:
    GOFF-COLLAPSE-2, -3"""
    for j in range(i):
        if ((work[A + j] | work[B + j]) >> root) & 1:
            fix(work, j, settled(work, j, root))
    fix(work, i, root)
    return outcome(work[DEFINITE], work[DEFINITE + 1], work[DEFINITE + 2], work[DEFINITE + 3], work[DEFINITE + 4])


@jitable
def fix(work: Work, i: int, square: int) -> None:
    """Make mark i definite on a square."""
    work[U + i] = square
    work[V + i] = square
    work[A + i] = 0
    work[B + i] = 0
    work[DEFINITE + (i & 1 if i < 6 else i - 4)] |= 1 << square


@jitable
def nth(mask: int, n: int) -> int:
    """The square number n, from 0, of a mask."""
    for s in range(SQUARES):
        if (mask >> s) & 1:
            if n == 0:
                return s
            n -= 1
    return SQUARES


@jitable
def play_randomly(i: int, work: Work, first: int, seed: int, outcomes: Any, lengths: Any, actions: Any) -> None:
    """Kernel: game number `first` + i, each action drawn uniformly from the legal ones. `actions` may have no
    columns."""
    begin(work)
    record = actions.shape[1] > 0
    made = 0
    over = UNFINISHED
    ply = 0
    while over == UNFINISHED:
        bits = random_bits(seed, first + i, ply)
        free = BOARD & ~filled(work)
        squares = size(free)
        u = nth(free, ((bits & 0xFFFFF) * squares) >> 20)
        v = u
        if squares > 1:
            others = free & ~(1 << u)
            v = nth(others, (((bits >> 20) & 0xFFFFF) * (squares - 1)) >> 20)
        if record:
            actions[i, made] = place(min(u, v), max(u, v))
        made += 1
        if u == v:
            over = settle(work, ply, u)
        elif move(work, ply, min(u, v), max(u, v)):
            second = (bits >> 61) & 1
            over = settle(work, ply, max(u, v) if second else min(u, v))
            if record:
                actions[i, made] = SEL_B if second else SEL_A
            made += 1
        ply += 1
    outcomes[i] = over
    lengths[i] = ply


@jitable
def legal_move(work: Work, action: int) -> bool:
    """Whether a move is legal where nothing is pending. Rules: GOFF-MOVE-1, GOFF-MOVE-2, GOFF-FINAL-1"""
    if action < 1 or action > PLACES:
        return False
    u = PLACE_SQUARES[action, 0]
    v = PLACE_SQUARES[action, 1]
    free = BOARD & ~filled(work)
    if (free >> u) & (free >> v) & 1 == 0:
        return False
    return bool((u != v) == (size(free) > 1))


@jitable
def replay(i: int, work: Work, games: Any, keys: Any, outcomes: Any, illegal: Any) -> None:
    """Kernel: apply the actions of a row up to a 0 or the first illegal one; `illegal` is that one's index, or -1."""
    begin(work)
    over = UNFINISHED
    made = 0
    pending = 0
    illegal[i] = -1
    for n in range(games.shape[1]):
        action = games[i, n]
        if action == 0:
            break
        selection = action in (SEL_A, SEL_B)
        if over != UNFINISHED or selection != (pending > 0) or not (selection or legal_move(work, action)):
            illegal[i] = n
            break
        if selection:
            over = settle(work, made - 1, PLACE_SQUARES[pending, 0 if action == SEL_A else 1])
            pending = 0
        else:
            u = PLACE_SQUARES[action, 0]
            v = PLACE_SQUARES[action, 1]
            if u == v:
                over = settle(work, made, u)
            elif move(work, made, u, v):
                pending = action
            made += 1
    outcomes[i] = over
    keys[i] = position_key(work, made - (1 if pending else 0), pending)


@jitable
def position_key(work: Work, made: int, pending: int) -> int:
    """The key of the position after `made` settled moves."""
    for i in range(SQUARES):
        u = work[U + i]
        v = work[V + i]
        work[A + i] = place(min(u, v), max(u, v)) if i < made else 0
    return pack(
        work[A],
        work[A + 2],
        work[A + 4],
        work[A + 1],
        work[A + 3],
        work[A + 5],
        work[A + 6],
        work[A + 7],
        work[A + 8],
        pending,
    )


PLAYOUT = Kernel(play_randomly, WORK)
REPLAY = Kernel(replay, WORK)


@dataclass(frozen=True)
class Playouts:
    """Per game the outcome code and the number of plies (int8), and the actions (int8, 0 after the last) if
    recorded."""

    outcomes: Any
    lengths: Any
    actions: Any

    __repr__ = brief

    def count(self) -> dict[str, int]:
        """How many games ended in each outcome."""
        return {name: int((self.outcomes == code).sum()) for code, name in enumerate(OUTCOMES)}


def playouts(device: Device, games: int, seed: int, first: int = 0, *, record: bool = False) -> Playouts:
    """Play random complete games, numbers `first` to `first + games - 1` of a seed, each action uniform among the
    legal ones.

    A game depends only on the seed and its number, not on the device or the batch. The choice is uniform to
    within 2**-16. Arrays live on the device. Raises ValueError unless `games` and `first` are non-negative integers and
    `seed` is a signed 64-bit integer."""
    for name, given, least in (("games", games, 0), ("seed", seed, -1 << 63), ("first", first, 0)):
        if type(given) is not int or not least <= given < 1 << 63:
            raise ValueError(f"{name} {given!r}: expected an integer from {least} to {(1 << 63) - 1}")
    xp = device.xp
    outcomes, lengths = xp.empty(games, np.int8), xp.empty(games, np.int8)
    actions = xp.zeros((games, LONGEST if record else 0), np.int8)
    device.launch(PLAYOUT, games, first, seed, outcomes, lengths, actions)
    return Playouts(outcomes, lengths, actions)


@dataclass(frozen=True)
class Replays:
    """Per game the key reached (int64), its outcome code, and the index of the first illegal action or -1 (int8)."""

    keys: Any
    outcomes: Any
    illegal: Any

    __repr__ = brief


def replays(device: Device, games: Any) -> Replays:
    """Apply recorded games, an array ``[games, actions]`` of action numbers, each row closed by 0 or its end.

    Any integer type and memory order will do. A game with an illegal action is applied up to it. Any number is accepted
    as an action; most are illegal. Raises TypeError for other types, and ValueError for another shape."""
    games = device.xp.asarray(games)
    if games.dtype.kind not in "iu":
        raise TypeError(f"games: expected integers, got the type {games.dtype}")
    if games.ndim != 2:
        raise ValueError(f"games: expected two dimensions, an array [games, actions], got the shape {games.shape}")
    if games.dtype != np.int8:
        games = device.xp.where((games < 0) | (games > SEL_B), -1, games).astype(np.int8)
    games = device.xp.ascontiguousarray(games)
    count = len(games)
    keys, outcomes, illegal = (device.xp.empty(count, kind) for kind in (np.int64, np.int8, np.int8))
    device.launch(REPLAY, count, games, keys, outcomes, illegal)
    return Replays(keys, outcomes, illegal)
