"""The games for two agents, as PettingZoo AEC environments. Needs the extra `envs`."""

from __future__ import annotations

from typing import Any

import numpy as np

from qttt.fast.batch import OVER
from qttt.learn.one_game import HIGHEST, RENDER_MODES, SEEDS, OneGameEnv
from qttt.oracle.extras import not_installed
from qttt.oracle.perfect import A, P
from qttt.reference.game import Game

try:
    from gymnasium import spaces
    from gymnasium.utils.seeding import np_random
    from pettingzoo import AECEnv
except ImportError as error:
    raise ImportError(not_installed("qttt.learn.aec", [str(error.name)], "envs")) from error

AGENTS = ("player_1", "player_2")
"""X and O."""
MASKS = ("info", "observation")


class QtttAEC(OneGameEnv, AECEnv):
    """A game between the agents "player_1", who is X, and "player_2", who is O.

    Chance and the System act by themselves.

    - game: a name and its `options`, as for `qttt.oracle.game`, or a game
    - mask: where the action mask is: "info", or "observation" as in PettingZoo's classic games

    An observation is uint8 ``[plane, square]``: the planes of `BatchEnv`, and a last one that is all 1 if the agent is
    to act. Actions have the numbers of `BatchEnv`. The mask, int8 ``[action]``, has a 1 for each legal action; it is
    ``infos[agent]["action_mask"]`` of the agent to act. With "observation" an observation is a dictionary of the
    planes, "observation", and the mask, "action_mask", all 0 for an agent that is not to act.

    Rewards come at the end: 1 to the winner and -1 to the loser, 0 in a draw, and in proportion to the scores for other
    endings; see `docs/learning/use.md`. A game without an end is truncated after 10,000 actions. All that is random
    depends only on the seed of `reset`. A copy plays on by itself.

    Raises `ValueError` for an argument that is not as described, and what `qttt.oracle.game` and `solve` raise.
    """

    def __init__(
        self, game: str | Game[P, A], *, mask: str = "info", render_mode: str | None = None, **options: object
    ) -> None:
        AECEnv.__init__(self)
        super().__init__(game, options, render_mode)
        if mask not in MASKS:
            raise ValueError(f"mask {mask!r}: expected {' or '.join(MASKS)}")
        one = self._game
        self.metadata = {
            "name": f"qttt_{one.entry.name}_v1",
            "render_modes": RENDER_MODES,
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [*AGENTS]
        self.agents: list[str] = []
        planes, *squares = one.shape
        self._planes = np.zeros((planes + 1, *squares), np.uint8)
        self._in_observation = mask == "observation"
        space: Any = spaces.Box(0, HIGHEST, self._planes.shape, np.uint8)
        if self._in_observation:
            space = spaces.Dict({"observation": space, "action_mask": spaces.Box(0, 1, (one.actions,), np.int8)})
        self.observation_spaces = dict.fromkeys(AGENTS, space)
        self.action_spaces = {agent: spaces.Discrete(one.actions) for agent in AGENTS}
        self._np_random: Any = None

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations; the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions; the same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Begin a game. `options` have no effect: those of the game are arguments of `env`."""
        if self._np_random is None or seed is not None:
            self._np_random, _ = np_random(seed)
            self._game.seed(int(self._np_random.integers(SEEDS)))
        self._game.begin()
        self.agents = [*AGENTS]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self._select(AGENTS[self._game.to_move])

    def observe(self, agent: str) -> Any:
        """What an agent sees, in arrays of its own."""
        game = self._game
        acts = game.to_move != OVER and AGENTS[game.to_move] == agent
        planes = self._planes.copy()
        planes[:-1] = game.observation
        planes[-1] = acts
        if not self._in_observation:
            return planes
        mask = game.legal.copy() if acts else np.zeros(game.actions, np.int8)
        return {"observation": planes, "action_mask": mask}

    def step(self, action: object) -> None:
        """The action of the agent `agent_selection`; None for an agent whose game is over.

        Raises `TypeError` unless the action is an integer, and `ValueError` if it is illegal, the game is over, or
        there has not been a `reset`; nothing has changed then.
        """
        if not self.agents:
            raise ValueError(f"action {action!r}: there is no game; call reset to begin one")
        agent, game = self.agent_selection, self._game
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError(f"action {action!r}: the game is over, and None is the only action left")
            self._was_dead_step(action)
            return
        game.act(action)
        self._cumulative_rewards[agent] = 0.0
        if game.to_move == OVER:
            reward = game.reward
            self.rewards = dict(zip(AGENTS, (reward, 0.0 - reward), strict=True))
            self.terminations = dict.fromkeys(AGENTS, True)
            self._accumulate_rewards()
            self._select(AGENTS[1 - AGENTS.index(agent)])
        else:
            if game.left <= 0:
                self.truncations = dict.fromkeys(AGENTS, True)
            self._select(AGENTS[game.to_move])

    def close(self) -> None:
        """Nothing is left open."""

    def _select(self, agent: str) -> None:
        self.agent_selection = agent
        self.infos: dict[str, dict[str, object]] = {each: {} for each in AGENTS}
        if not self._in_observation and not (self.terminations[agent] or self.truncations[agent]):
            self.infos[agent]["action_mask"] = self._game.legal.copy()


def env(game: str | Game[P, A], **arguments: Any) -> QtttAEC:
    """The environment of a game; see `QtttAEC`."""
    return QtttAEC(game, **arguments)


raw_env = env
