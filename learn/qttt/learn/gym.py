"""The games for one player, against an opponent, as Gymnasium environments. Needs the extra `envs`.

Importing this module registers `qttt/Goff-v1`, and an ID for every other game in the same manner.
"""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import numpy as np

from qttt.learn.extras import missing
from qttt.learn.table import HIGHEST, OVER, PLAYERS, SEEDS, Array, Table, game_of
from qttt.learn.table import opponent as opponent_of
from qttt.oracle import entry, games

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise missing("qttt.learn.gym", "envs", error) from error

Seen = tuple[Array, dict[str, Any]]
RENDER_MODES = ["ansi"]


class Legal(spaces.Discrete):
    """The numbers of all actions; `sample` without a mask draws one that is legal now, each as likely as the others.

    An array of samples, of several environments, is not restricted in this way: use the masks in `info`.
    """

    def __init__(self, table: Table) -> None:
        super().__init__(table.actions)
        self._table = table

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None and self._table.to_move != OVER:
            mask = self._table.legal
        return super().sample(mask, probability)  # type: ignore[no-any-return]


class QtttEnv(gymnasium.Env[Array, int]):
    """One player of a game, whose opponent, chance and System belong to the environment.

    - game: a name and its `options`, as for `qttt.oracle.game`, or a game
    - opponent: "random", "perfect", or an agent of `qttt.reference.agents`
    - player: "X" or "O", who learns; the opponent of O has made its move when `reset` returns

    Actions and observations (uint8 ``[plane, square]``) are those of `BatchEnv`. ``info["action_mask"]``, int8
    ``[action]``, has a 1 for each legal action. A reward comes at the end: 1 for a win, 0 for a draw, -1 for a loss,
    in proportion to the scores for other endings; see `docs/learning.md`. A game without an end is truncated after
    10,000 actions. All that is random depends only on the seed of `reset`. A copy plays on by itself.

    Raises `ValueError` for an argument that is not as described, and what `qttt.oracle.game` and `solve` raise.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(
        self,
        game: Any,
        *,
        opponent: Any = "random",
        player: str = "X",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        if player not in PLAYERS:
            raise ValueError(f"player {player!r}: expected 'X' or 'O'")
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode {render_mode!r}: expected None or 'ansi'")
        self.render_mode = render_mode
        self._table = Table(game_of(game, options))
        self._player = PLAYERS.index(player)
        self._sign = -1.0 if self._player else 1.0
        self._chance = Random()
        self._opponent = opponent_of(opponent, self._table, self._chance)
        self._left = 0
        self.observation_space = spaces.Box(0, HIGHEST, self._table.shape, np.uint8)
        self.action_space = Legal(self._table)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Seen:
        """Begin a game. Raises `ValueError` for `options`: the game's are arguments of the environment."""
        if options:
            raise ValueError(f"options {options!r}: expected none here; the game's options are arguments of make")
        fresh = self._np_random is None
        super().reset(seed=seed)
        if fresh or seed is not None:
            of_table, of_opponent = self.np_random.integers(SEEDS, size=2).tolist()
            self._table.seed(of_table)
            self._chance.seed(of_opponent)
        self._table.begin()
        self._left = self._table.longest
        self._answer()
        return self._table.observation.copy(), self._info()

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """The player's action, and whatever follows until the player is to act again or the game ends.

        Raises `TypeError` unless the action is an integer, and `ValueError` if it is illegal or the game is over;
        nothing has changed then.
        """
        table = self._table
        if self._left <= 0:
            raise ValueError(f"action {action}: there is no game; call reset to begin one")
        number = table.check(action)
        table.play(number)
        self._left -= 1
        self._answer()
        over = table.to_move == OVER
        reward = self._sign * table.reward if over else 0.0
        return table.observation.copy(), reward, over, not over and self._left <= 0, self._info()

    def render(self) -> str | None:
        """The position in writing, in the mode "ansi"."""
        return str(self._table.position) if self.render_mode else None

    @property
    def position(self) -> Any:
        """The position, as an object of the game."""
        return self._table.position

    def _answer(self) -> None:
        table, other = self._table, 1 - self._player
        while table.to_move == other and self._left > 0:
            table.play(self._opponent.choose(table))
            self._left -= 1

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._table.legal.copy()}


def register() -> None:
    """Register an ID for every game of the registry that has none yet."""
    for name in games():
        title = f"qttt/{entry(name).kind.__name__}-v1"
        if title not in gymnasium.registry:
            gymnasium.register(title, "qttt.learn.gym:QtttEnv", kwargs={"game": name})


register()
