"""How probable it is that the Monte Carlo agent makes each move, from the chances to win a playout after each."""

from typing import Any

import numpy as np
from numba.extending import register_jitable

from qttt.app.arena_paths import Ints, Moves
from qttt.fast.backend import Cpu, Kernel
from qttt.fast.tiqtaqtoe.boards import SLOTS


def chances_to_be_chosen(playouts: int, won: Ints, moves: Moves) -> Ints:
    """``[move]``: the chance that a move has the most won playouts of its place, and is the first of those.

    The moves' numbers of won playouts are independent and binomial. Summed over the number k that is the most: the move
    has k, those before it fewer, those behind it at most k. In double precision, to about twelve digits."""
    order = np.argsort(moves.owner * SLOTS + moves.slot)
    ends = np.append(moves.begin, len(won))
    logs = np.cumsum(np.log(np.arange(1, playouts + 1)))
    logs = np.concatenate([[0.0], logs])
    choose = logs[-1] - logs - logs[::-1]
    sorted_won = np.ascontiguousarray(won[order])
    chances, below, now, behind = (np.zeros(len(won)) for _ in range(4))
    Cpu().launch(CHOSEN, len(moves.begin), ends, sorted_won, choose, below, now, behind, chances)
    found = np.empty(len(won))
    found[order] = chances
    return found


@register_jitable
def chosen(
    i: int, work: Any, ends: Any, won: Any, choose: Any, below: Any, now: Any, behind: Any, chances: Any
) -> None:
    """Kernel: the chances of the moves of place i, which are in the documented order; `below`, `now` and `behind` are
    scratch, zero to begin with: the chance of fewer than k, of k, and that all moves behind have at most k."""
    start, end = ends[i], ends[i + 1]
    playouts = len(choose) - 1
    for k in range(playouts + 1):
        most = 1.0
        for move in range(end - 1, start - 1, -1):
            p = won[move]
            if p <= 0.0:
                now[move] = 1.0 if k == 0 else 0.0
            elif p >= 1.0:
                now[move] = 1.0 if k == playouts else 0.0
            else:
                now[move] = np.exp(choose[k] + k * np.log(p) + (playouts - k) * np.log1p(-p))
            behind[move] = most
            most *= below[move] + now[move]
        fewer = 1.0
        for move in range(start, end):
            chances[move] += fewer * now[move] * behind[move]
            fewer *= below[move]
            below[move] += now[move]


CHOSEN = Kernel(chosen, 1, chunk=1024)
