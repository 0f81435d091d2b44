"""How probable it is that the Monte Carlo agent makes each move, from the chances to win a playout after each."""

from itertools import accumulate
from math import exp, log, log1p

from qttt.fast.answers import Floats, Ints
from qttt.fast.backend import Device, Kernel, Work
from qttt.fast.jit import jitable


def chances_to_win_most(device: Device, playouts: int, won: Floats, ends: Ints) -> Floats:
    """``[move]``, float64: the chance that a move has the most won playouts of its place, and is the first of those.

    `won`, float64 of the host, are the chances to win a playout after each move, those of a place side by side; place i
    has the moves ``ends[i]`` to ``ends[i + 1] - 1``.

    The moves' numbers of won playouts are independent and binomial. Summed over the number k that is the most: the move
    has k, those before it fewer, those after it at most k. Each chance is exact for the given ones up to a part of
    2^-43 (playouts + 750), if exp, log and log1p err by four units in the last place at most: exponents are less than
    0.7 playouts + 745 in size or the term is 0, at most 45 factors and one sum over k come together."""
    xp = device.xp
    below, now, behind, chances = (xp.zeros(len(won)) for _ in range(4))
    coefficients = accumulate(range(playouts), lambda ways, k: ways * (playouts - k) // (k + 1), initial=1)
    choose = xp.asarray([*map(log, coefficients)])
    device.launch(WON_MOST, len(ends) - 1, *map(xp.asarray, (ends, won)), choose, below, now, behind, chances)
    return device.to_host(chances)


@jitable
def won_most(
    i: int,
    work: Work,
    ends: Ints,
    won: Floats,
    choose: Floats,
    below: Floats,
    now: Floats,
    behind: Floats,
    chances: Floats,
) -> None:
    """Kernel: the chances of the moves of place i, which are in the documented order; `choose` has the logarithms of
    the binomial coefficients. `below`, `now` and `behind` are scratch, zero to begin with: the chance of fewer than k,
    of k, and that all moves after it have at most k."""
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
                now[move] = exp(choose[k] + k * log(p) + (playouts - k) * log1p(-p))
            behind[move] = most
            most *= below[move] + now[move]
        fewer = 1.0
        for move in range(start, end):
            chances[move] += fewer * now[move] * behind[move]
            fewer *= below[move]
            below[move] += now[move]


WON_MOST = Kernel(won_most, 1, chunk=1024)
