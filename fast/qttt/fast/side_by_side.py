"""Games between two agents, side by side on the kernels; and playouts."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

import numpy as np

from qttt.fast.answers import Answers, Ints, chosen
from qttt.fast.backend import Cpu
from qttt.fast.batch import LEAVE, OVER, SYSTEM, Games, O, Playing, System, X

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


def by_answers(answers: Answers, games: Games, here: Ints, turn: int) -> Ints:
    """The first best action, by the key that the kernels show."""
    best = answers.best(games.now.observation[here, 0])
    return np.asarray(chosen(best, len(answers.actions)).argmax(1))


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
