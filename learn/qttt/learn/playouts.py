"""The Monte Carlo agent on the kernels of `BatchEnv`: all of its random games side by side."""

from __future__ import annotations

from typing import Any

import numpy as np

from qttt.fast.backend import Cpu
from qttt.fast.batch import LEAVE, OVER, Games, O
from qttt.learn.table import Table
from qttt.reference.game import Game

SIDE_BY_SIDE = 1 << 16
"""So many games are played at a time, or those after one action if they are more."""
LONGEST = 1000
"""A game that has not ended after so many actions counts as not won."""


class MonteCarlo:
    """Plays `playouts` random games after each action, and chooses the first action with the most won ones, as
    `qttt.reference.agents.MonteCarlo` does.

    The System plays at random as well. A game is won that is worth at least half as much as a win, so lines of both
    players count as the options of the game say. Games depend only on the seed. Raises `ValueError` for a game without
    kernels.
    """

    def __init__(self, game: Game[Any, Any], playouts: int, seed: int) -> None:
        table = Table(game, drawn=False)
        playing, actions = table.entry.playing(game)["planes"], len(table.legal)
        self._playouts, self._at_a_time = playouts, max(1, min(actions, SIDE_BY_SIDE // playouts))
        self._games = Games(Cpu(), playing, self._at_a_time * playouts, seed, restart=False)
        worth, scale = table.entry.worth(game), playing.rules.scale
        self._enough = float((worth.win - worth.draw) / 2 / scale)
        self._draw = float(worth.draw / scale)
        self._turn = 0

    def choose(self, table: Table) -> int:
        """The number of the chosen action. See `qttt.learn.table.Opponent`."""
        numbers = table.numbers()
        sign = -1 if table.to_move == O else 1
        won = [count for some in self._pieces(numbers) for count in self._won(table, some, sign)]
        return numbers[int(np.argmax(won))]

    def _pieces(self, numbers: list[int]) -> list[list[int]]:
        return [numbers[at : at + self._at_a_time] for at in range(0, len(numbers), self._at_a_time)]

    def _won(self, table: Table, numbers: list[int], sign: int) -> list[int]:
        """How many games the player to move wins after each of some actions."""
        games = self._games
        games.states[:, :-1] = table.state[:-1]
        actions = np.full(len(games.states), LEAVE, np.int64)
        count = len(numbers) * self._playouts
        actions[:count] = np.repeat(numbers, self._playouts)
        games.now.to_move[:] = OVER
        for _ in range(LONGEST):
            now = games.step(actions)
            going = now.to_move != OVER
            if not going.any():
                break
            self._turn += 1
            actions = np.where(going, games.sample(self._turn), LEAVE)
        ended = ~(games.now.to_move[:count] != OVER)
        won = ended & (sign * (games.now.reward[:count] - self._draw) >= self._enough)
        found: list[int] = won.reshape(len(numbers), -1).sum(1).tolist()
        return found
