"""Many games side by side, as arrays in and arrays out."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import Any, Literal, get_args

import numpy as np

from qttt.fast import backend
from qttt.fast.batch import CHANCE, OVER, SYSTEM, Games, O, Step, X
from qttt.learn.one_game import as_number, game_of, has_system
from qttt.oracle import solve
from qttt.oracle.perfect import A, P
from qttt.oracle.registry import entry_of
from qttt.reference.game import Game

__all__ = ["CHANCE", "OVER", "SYSTEM", "BatchEnv", "O", "Step", "X"]

Chance = Literal["drawn", "action"]
MOST_GAMES = 1 << 24
CUDA = 2
"""A GPU's memory, as DLPack numbers it."""


class BatchEnv:
    """`games` games side by side; a game that has ended is followed by another one in its place.

    - game: a name and its `options`, as for `qttt.oracle.game`, or a game; one with options that are also named here,
      such as the probabilistic game on the board of a `seed`, must be made first
    - observation: "planes" (uint8 ``[game, plane, square]``), "key" (int64 ``[game, 1]``), or for Goff's game
      "seed-003", the two boards and 74 actions of Tang, Zhang, Zhou and Li (2020); `docs/learning.md` describes each
    - chance: "drawn" by the environment, or by an "action"; the System's as well. To draw for the System the game is
      solved first. The results of chance have the numbers after the players' actions; `sample` draws all legal
      ones with equal probabilities; their own are not given
    - device: auto, cpu or gpu, as for `solve`. Arrays are NumPy's on the CPU and CuPy's on a GPU; other libraries take
      them by DLPack without a copy, and their arrays are taken as actions

    Actions are numbers from 0, in the documented order of the game's actions: the n-th legal number is the n-th legal
    action of `game`. The draws of a game depend only on `seed` and on its index, not on the device or on how many games
    there are.

    Raises `ValueError` for an argument that is not as described, `DeviceError` for a missing device, and what
    `qttt.oracle.game` and `solve` raise.
    """

    def __init__(
        self,
        game: str | Game[P, A],
        games: int,
        *,
        observation: str = "planes",
        chance: Chance = "drawn",
        seed: int = 0,
        device: str = "auto",
        **options: object,
    ) -> None:
        self.game: Game[P, A] = game_of(game, options)
        count = _number("games", games, 1, MOST_GAMES)
        entry = entry_of(self.game)
        offered = entry.playing(self.game)
        if not isinstance(observation, str) or observation not in offered:
            expected = " or ".join(offered) or "a game with kernels, which this one does not have"
            raise ValueError(f"observation {observation!r} of {self.game!r}: expected {expected}")
        if not isinstance(chance, str) or chance not in get_args(Chance):
            raise ValueError(f"chance {chance!r}: expected {' or '.join(get_args(Chance))}")
        on = backend.device(device)
        numbered = _number("seed", seed, -(1 << 63), (1 << 63) - 1)
        self._games = Games(on, offered[observation], count, numbered, drawn=chance == "drawn")
        self._system = None
        if chance == "drawn" and has_system(self.game):
            self._system = entry.system(self.game, solve(self.game, device=device).tablebase)
        self._turn = 0
        self.reset()

    @property
    def num_games(self) -> int:
        """How many games there are."""
        return len(self._games.now.to_move)

    @property
    def num_actions(self) -> int:
        """How many numbers an action can have."""
        return self._games.actions

    @property
    def action_names(self) -> tuple[str, ...]:
        """``[number]``: the actions of the players and of the System in writing.

        Raises `ValueError` for "seed-003", whose actions are those of RL-ACTION-1."""
        names = tuple(map(str, entry_of(self.game).numbered(self.game)))
        if len(names) != self._games.rules.actions:
            raise ValueError("action_names: the actions of seed-003 are those of RL-ACTION-1 in docs/learning.md")
        return names

    @property
    def scale(self) -> Fraction:
        """What one unit of a reward is worth in the game's own scores."""
        return self._games.rules.scale

    @property
    def now(self) -> Step:
        """What the last step has shown."""
        return self._games.now

    def reset(self) -> Step:
        """Begin all games anew; what chance draws goes on."""
        return self._with_system(self._games.begin())

    def step(self, actions: object) -> Step:
        """Apply an action to each game, and show what follows.

        `actions` are integers ``[game]``, in an array of the device or of the host, or a sequence. The arrays of the
        result are overwritten by the next step: copy what is to be kept.

        Raises `TypeError` unless the actions are integers, and `ValueError` for another shape or an illegal action; no
        game has changed then.
        """
        given, xp = self._given(actions), self._games.device.xp
        wanted = xp.ascontiguousarray(xp.asarray(given).astype(np.int64))
        wrong = self._games.illegal(wanted)
        if bool(wrong.any()):
            at = int(self._games.device.to_host(wrong).argmax())
            raise ValueError(
                f"actions[{at}]: {int(given[at])} is not legal in game {at}: expected one with a 1 in legal[{at}]"
            )
        return self._with_system(self._games.step(wanted))

    def sample(self) -> Any:
        """int64 ``[game]``: a legal action for each game, each as likely as the others, reproducible from the seed."""
        self._turn += 1
        return self._games.sample(self._turn)

    def __repr__(self) -> str:
        return f"<{self.num_games} games of {self.game!r} on the {self._games.device.name}>"

    def _given(self, actions: object) -> np.ndarray:
        """Integers, one for each game, in an array of the device or of the host."""
        given: np.ndarray
        try:  # an array of the device or of the host stays as it is
            if getattr(actions, "__dlpack_device__", lambda: [None])()[0] == CUDA:
                given = self._games.device.xp.from_dlpack(actions)
            else:
                given = actions if isinstance(actions, type(self._games.now.to_move)) else np.asarray(actions)
        except ValueError:
            raise ValueError("actions: expected one integer for each game, found rows of different lengths") from None
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions: expected integers, found the type {given.dtype}")
        if given.shape != (self.num_games,):
            raise ValueError(f"actions: expected the shape {(self.num_games,)}, one for each game, found {given.shape}")
        return given

    def _with_system(self, step: Step) -> Step:
        while self._system and bool((step.to_move == SYSTEM).any()):
            step = self._games.step(self._system.actions(self._games))
        return step


def _number(name: str, given: object, least: int, most: int) -> int:
    with suppress(TypeError):
        if least <= (number := as_number(given)) <= most:
            return number
    raise ValueError(f"{name} {given!r}: expected an integer from {least} to {most}")
