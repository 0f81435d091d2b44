"""The games for one player, against an opponent, as Gymnasium environments. Needs the extra `envs`.

Importing this module registers `qttt/Goff-v1`, and an ID for every other game in the same manner. Where a game has no
default, an ID has one, which its specification shows: q = 1/2 for `qttt/Sqt-v1`, and the board of seed 1 for
`qttt/Probabilistic-v1`, which a `board` replaces.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any, ClassVar, cast

import numpy as np

from qttt.fast.batch import OVER
from qttt.learn.one_game import HIGHEST, RENDER_MODES, SEEDS, Array, OneGame, OneGameEnv
from qttt.learn.one_game import opponent as opponent_of
from qttt.oracle import Oracle, entry, games, solve
from qttt.oracle.extras import not_installed
from qttt.oracle.perfect import A, P
from qttt.oracle.registry import entry_of
from qttt.reference.game import Game

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise ImportError(not_installed("qttt.learn.gym", [str(error.name)], "envs")) from error

Seen = tuple[Array, dict[str, object]]
PLAYERS = ("X", "O")


class Legal(spaces.Discrete):
    """The numbers of all actions; `sample` without a mask draws one that is legal now, each as likely as the others.

    An array of samples, of several environments, is not restricted in this way: use the masks in `info`.
    """

    def __init__(self, game: OneGame[P, A]) -> None:
        super().__init__(game.actions)
        self._game = game

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None and self._game.to_move != OVER:
            mask = self._game.legal
        drawn: np.int64 = super().sample(mask, probability)
        return drawn


class QtttEnv(OneGameEnv, gymnasium.Env[Array, int]):
    """One player of a game, whose opponent, chance and System belong to the environment.

    - game: a name and its `options`, as for `qttt.oracle.game`, or a game
    - opponent: "random", "perfect", or an agent: an object with ``choose(position, chance)``, which returns one of
      ``game.actions(position)``, as those of `qttt.reference.agents` have it
    - player: "X" or "O", who learns; the opponent of O has made its move when `reset` returns
    - exact: whether the `info` of each step says what the player's action is worth: ``info["value"]``, the value of the
      action to X, as `Oracle.values` has it, and ``info["regret"]``, by how much a best action is worth more to the
      player, from 0. Both are exact, a `Fraction` in the scores of the game (`info` of `reset` has neither)

    Actions have the numbers of `BatchEnv`. An observation is a vector, uint8: the nine squares of each plane of
    `BatchEnv`, one plane after the other. ``info["action_mask"]``, int8 ``[action]``, has a 1 for each legal action. A
    reward comes at the end: 1 for a win, 0 for a draw, -1 for a loss, in proportion to the scores for other endings;
    see `docs/learning/use.md`. A game without an end is truncated after 10,000 actions. All that is random depends only
    on the seed of `reset`. A copy plays on by itself. A terminal shows what the first environment compiles and solves.

    Raises `ValueError` for an argument that is not as described, and what `qttt.oracle.game` and `solve` raise.
    """

    metadata: ClassVar[dict[str, object]] = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(
        self,
        game: str | Game[P, A],
        *,
        opponent: Any = "random",
        player: str = "X",
        exact: bool = False,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        if player not in PLAYERS:
            raise ValueError(f"player {player!r}: expected 'X' or 'O'")
        if not isinstance(exact, bool):
            raise ValueError(f"exact {exact!r}: expected True or False")
        super().__init__(game, _asked(game, options), render_mode)
        self._player = PLAYERS.index(player)
        self._sign = -1.0 if self._player else 1.0
        self._chance = Random()
        self._opponent = opponent_of(opponent, self._game, self._chance)
        self._game.left = 0
        self._oracle = solve(self._game.game) if exact else None
        self.observation_space = spaces.Box(0, HIGHEST, (self._game.observation.size,), np.uint8)
        self.action_space = Legal(self._game)

    def reset(self, *, seed: int | None = None, options: dict[str, object] | None = None) -> Seen:
        """Begin a game. Raises `ValueError` for `options`: the game's are arguments of the environment."""
        if options:
            raise ValueError(f"options {options!r}: expected none here; the game's options are arguments of make")
        fresh = self._np_random is None
        gymnasium.Env.reset(self, seed=seed)
        if fresh or seed is not None:
            of_game, of_opponent = self.np_random.integers(SEEDS, size=2).tolist()
            self._game.seed(of_game)
            self._chance.seed(of_opponent)
        self._game.begin()
        self._answer()
        return self._game.observation.flatten(), self._info()

    def step(self, action: object) -> tuple[Array, float, bool, bool, dict[str, object]]:
        """The player's action, and whatever follows until the player is to act again or the game ends.

        Raises `TypeError` unless the action is an integer, and `ValueError` if it is illegal or the game is over;
        nothing has changed then.
        """
        game = self._game
        if game.left <= 0:
            raise ValueError(f"action {action}: there is no game; call reset to begin one")
        exact = self._worth(game.check(action)) if self._oracle else {}
        game.act(action)
        self._answer()
        over = game.to_move == OVER
        reward = 0.0 + self._sign * game.reward if over else 0.0  # O's draw is not -0.0
        return game.observation.flatten(), reward, over, not over and game.left <= 0, self._info() | exact

    def action_masks(self) -> Array:
        """bool ``[action]``: which actions are legal now, as MaskablePPO of sb3-contrib asks for them."""
        return self._game.legal.astype(np.bool_)

    def _answer(self) -> None:
        game, other = self._game, 1 - self._player
        while game.to_move == other and game.left > 0:
            game.play(self._opponent.choose(game))
            game.left -= 1

    def _worth(self, number: int) -> dict[str, Fraction]:
        """What `exact` adds to `info`."""
        values = cast(Oracle[Any, Any], self._oracle).values(self._game.position)
        value, best = values[self._game.named[number]], (min if self._player else max)(values.values())
        return {"value": value, "regret": abs(best - value)}

    def _info(self) -> dict[str, object]:
        return {"action_mask": self._game.legal.copy()}


def _asked(game: str | Game[P, A], options: dict[str, object]) -> dict[str, object]:
    """The options of an environment without those of the registry that others replace."""
    if isinstance(game, str):
        return entry(game).asked(options)
    return {name: value for name, value in options.items() if entry_of(game).bare.get(name) != value}


def register() -> None:
    """Register an ID for every game of the registry that has none yet."""
    for name in games():
        title = f"qttt/{entry(name).kind.__name__}-v1"
        if title not in gymnasium.registry:
            gymnasium.register(title, "qttt.learn.gym:QtttEnv", kwargs={"game": name, **entry(name).bare})


register()
