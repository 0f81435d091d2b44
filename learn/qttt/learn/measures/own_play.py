"""What an agent's own play can reach, to the end of the game: its worst case without any limit on the plies.

An agent that always makes the same action in a position meets few positions, so all that it meets against every
opponent can be gone through. For games without chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from qttt.fast.answers import ILLEGAL
from qttt.fast.batch import OVER, X
from qttt.fast.graph import walk
from qttt.learn.measures.tree import Array
from qttt.oracle.perfect import A, P
from qttt.oracle.registry import entry_of

if TYPE_CHECKING:
    from qttt.oracle import Oracle

Actions = Callable[[Array], Array]
"""int64 ``[position]``: the index of the action that an agent makes in canonical positions, among all actions."""


class OwnPlay(NamedTuple):
    """What an agent can meet as one player.

    - worst: what the worst end is worth to X
    - positions: how many positions can come up, each of them once, ended ones included
    - keys: the positions in which the agent acts, in the order of play
    - wrong: bool, those in which its action gives away the value of the game"""

    worst: float
    positions: int
    keys: Array
    wrong: Array


def own_play(
    oracle: Oracle[P, A],
    actions: Actions,
    player: int,
    *,
    past_errors: bool = True,
    most: int | None = None,
    random: np.random.Generator | None = None,
) -> OwnPlay:
    """Go through all that an agent can meet as X or as O if the other side makes any moves.

    `worst` is exact: it needs only the scores of the ends. Without `past_errors` play stops after an action that gives
    away the value of the game, and with `most` only so many positions of a stage, drawn by `random`, are gone
    through; `worst` then is that of the ends that are met. Raises `ValueError` for a game with chance and for one whose
    positions have no graph.
    """
    entry, answers = entry_of(oracle.game), oracle.answers
    graph = entry.graph(oracle.game, oracle.tablebase)
    if graph is None or answers is None or entry.has_chance:
        raise ValueError(f"{oracle.game!r}: own play is gone through only in games without chance")
    value = int(answers.values(np.array([graph.start]))[0])
    sign = 1 if player == X else -1
    worst, positions = float("inf"), 0
    met: list[Array] = []
    wrong: list[Array] = []

    def chosen(keys: Array) -> Array:
        nonlocal positions
        positions += len(keys)
        if most is None or random is None or len(keys) <= most:
            return keys
        return np.sort(random.choice(keys, most, replace=False))

    def expand(rank: int, keys: Array) -> Array:
        nonlocal worst
        expanded = graph.expand(keys)
        ended = expanded.actor == OVER
        if ended.any():
            worst = min(worst, float((sign * answers.values(keys[ended])).min()))
        acts = np.flatnonzero(expanded.actor == player)
        if not len(acts):
            return graph.canonical(expanded.children)[0]
        made = np.full(len(keys), -1, np.int64)
        made[acts] = actions(keys[acts])
        after = answers.action_values(keys[acts])[np.arange(len(acts)), made[acts]]
        assert (after != ILLEGAL).all()
        errs = sign * after < sign * value
        met.append(keys[acts])
        wrong.append(errs)
        if not past_errors:
            made[acts[errs]] = -1
        rows = np.repeat(np.arange(len(keys)), expanded.counts)
        follow = (expanded.actor[rows] != player) | (expanded.action == made[rows])
        return graph.canonical(expanded.children[follow])[0]

    walk(graph, expand, chosen)
    return OwnPlay(sign * worst * float(answers.scale), positions, np.concatenate(met), np.concatenate(wrong))
