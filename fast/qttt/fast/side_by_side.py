"""Games between two agents, side by side on the kernels; playouts; and how probable it is that an agent makes each move
that goes by the playouts which it wins after each."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from math import exp, log, log1p

import numpy as np

from qttt.fast.answers import Answers, Floats, Ints, spread_masks
from qttt.fast.backend import Cpu, Device, Kernel, Work
from qttt.fast.batch import LEAVE, OVER, SYSTEM, Games, O, Playing, System, X
from qttt.fast.graph import Graph, best_play
from qttt.fast.jit import jitable

LONGEST, LONGEST_PLAYOUT = 10_000, 1000
"""The largest numbers of turns of a game and of a playout; one that is not over by then is left."""
SIDE_BY_SIDE = 1 << 14
"""The largest number of playouts at a time, unless there are more after one action."""
Choice = Callable[[Games, Ints, int], Ints]
"""What an agent plays in some of the games, in which it is to move: the number of an action for each. The last number
is that of the turn, counted from 1. What is drawn for a game depends only on the seed and on the game's number, but for
`Playouts`."""


def turns(
    games: Games, choices: Sequence[Choice], second_is_x: Ints, system: System | None = None
) -> Iterator[tuple[int, Ints, Ints]]:
    """Play games to their ends, but at most `LONGEST` turns. Before each turn, for both agents: which one, the games in
    which it acts, and the number of its action in each."""
    games.begin()
    for turn in range(1, LONGEST + 1):
        to_move = games.now.to_move
        if (to_move == OVER).all():
            return
        actions = np.full(len(to_move), LEAVE, np.int64)
        if system is not None and (to_move == SYSTEM).any():
            actions = system.actions(games)
        acts = ((to_move == O) != second_is_x).astype(np.int8)
        for agent, choose in enumerate(choices):
            here = np.flatnonzero((acts == agent) & ((to_move == X) | (to_move == O)))
            if len(here):
                actions[here] = choose(games, here, turn)
                yield agent, here, actions[here]
        games.step(actions)


def at_random(games: Games, here: Ints, turn: int) -> Ints:
    """Any action."""
    return np.asarray(games.sample(turn)[here])


def by_answers(answers: Answers, graph: Graph, games: Games, here: Ints, turn: int) -> Ints:
    """The first action of best play, by the key that the kernels show."""
    return first_of_best_play(answers, graph, games.now.observation[here, 0])


def first_of_best_play(answers: Answers, graph: Graph, keys: Ints) -> Ints:
    """The number of the first action of best play in positions in which a player acts."""
    return np.asarray(best_play(graph, keys, spread_masks(answers.best(keys), len(answers.actions))).argmax(1))


class Playouts:
    """Plays `playouts` random games after each action, many side by side, and chooses the first action with the most
    won ones.

    The System plays at random as well. A game is won that is worth at least half as much as a win, compared with a
    draw. Draws depend on the seed and on what was chosen before.
    """

    def __init__(self, playing: Playing, playouts: int, seed: int, draw: Fraction, win: Fraction) -> None:
        self._playouts, self._at_a_time, self._turn = playouts, max(1, SIDE_BY_SIDE // playouts), 0
        self._games = Games(Cpu(), playing, self._at_a_time * playouts, seed, restart=False)
        self._draw, self._enough = float(draw / playing.rules.scale), float((win - draw) / 2 / playing.rules.scale)

    def __call__(self, games: Games, here: Ints, turn: int) -> Ints:
        owner, numbers = np.nonzero(games.now.legal[here])
        pieces = [slice(at, at + self._at_a_time) for at in range(0, len(numbers), self._at_a_time)]
        won = np.concatenate([self.won(games, here[owner[piece]], numbers[piece]) for piece in pieces])
        order = np.lexsort((numbers, -won, owner))
        return np.asarray(numbers[order[np.searchsorted(owner, np.arange(len(here)))]])

    def won(self, games: Games, which: Ints, numbers: Ints) -> Ints:
        """int64: how many playouts the player to move wins after an action in each of some games."""
        lanes, count = self._games, len(numbers) * self._playouts
        lanes.states[:count, :-1] = np.repeat(games.states[which, :-1], self._playouts, axis=0)
        lanes.now.to_move[:] = OVER
        actions = np.full(len(lanes.states), LEAVE, np.int64)
        actions[:count] = np.repeat(numbers, self._playouts)
        for _ in range(LONGEST_PLAYOUT):
            going = lanes.step(actions).to_move != OVER
            if not going.any():
                break
            self._turn += 1
            actions = np.where(going, lanes.sample(self._turn), LEAVE)
        sign = np.where(games.now.to_move[which] == O, -1, 1)
        rewards = lanes.now.reward[:count].reshape(-1, self._playouts) - self._draw
        ended = lanes.now.to_move[:count].reshape(-1, self._playouts) == OVER
        return np.asarray((ended & (sign[:, None] * rewards >= self._enough)).sum(1))


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
