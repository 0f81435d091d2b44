"""The games in OpenSpiel. Needs the extra `openspiel`.

Importing this module registers `qttt_goff`, and a name for every other game in the same manner; then
``pyspiel.load_game("qttt_goff(collapse=self)")`` loads one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from qttt.learn.extras import missing
from qttt.learn.tree import ENDED, Node, Tree
from qttt.oracle import entry, game, games

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as error:
    raise missing("qttt.learn.openspiel", "openspiel", error) from error

START = "start"
"""The parameter that names a written game from whose end play begins."""
KIND = pyspiel.GameType


class QtttState(pyspiel.State):
    """A state of a game: a node of its tree. Actions and results of chance have the numbers of `Tree`."""

    def __init__(self, game: QtttGame) -> None:
        super().__init__(game)
        self._now: Node = game.tree.start

    def current_player(self) -> int:
        """0 for X, 1 for O, or OpenSpiel's number for chance and for an ended game."""
        return self._now.player

    def _legal_actions(self, player: int) -> list[int]:
        return self._now.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The results of chance, or the System's selections, with their probabilities."""
        return self._now.outcomes

    def _apply_action(self, action: int) -> None:
        self._now = self._now.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self._now.written(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._now.player == ENDED

    def returns(self) -> list[float]:
        """X's reward and O's; 0 before the end."""
        return [self._now.reward, -self._now.reward]

    @property
    def position(self) -> Any:
        """The position, as an object of the game."""
        return self._now.position

    def __str__(self) -> str:
        return str(self._now.position)


class Planes:
    """The observer of a state: the planes of `BatchEnv` as float32, and the position in writing."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: QtttState, player: int) -> None:
        """Write the planes to `tensor`."""
        self.tensor[:] = np.frombuffer(state._now.planes, np.uint8)

    def string_from(self, state: QtttState, player: int) -> str:
        """The position in writing."""
        return str(state)


class QtttGame(pyspiel.Game):
    """A game of the registry with its options as parameters, in writing: ``collapse=self``, ``q=3/4``,
    ``double_win=yes``.

    A `start` names a written game; play begins where that ends. Rewards are those of `qttt.learn.gym`. A game without
    an end is a draw after 10,000 actions. Raises `ValueError` for an unknown or missing option, and what reading a
    written game raises.
    """

    kind: Any
    name: str
    parameters: Mapping[str, str | int]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**self.parameters, **(params or {})}
        asked = {key: value for key, value in given.items() if key != START and value != ""}
        self.tree = tree = Tree(game(self.name, **asked), given[START])
        most = tree.table.largest_reward
        info = pyspiel.GameInfo(
            num_distinct_actions=tree.table.actions,
            max_chance_outcomes=tree.results,
            num_players=2,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=tree.table.longest,
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self, state: Any = None) -> QtttState:
        """The state in which play begins. Raises `ValueError` for a `state`, which must be left out."""
        if state is not None:
            raise ValueError("state: expected None; the parameter start says where play begins")
        return QtttState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """An observer with planes, or with the history where perfect recall is asked for."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Planes(self.tree.table.shape)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


def register(name: str) -> None:
    """Register a game of the registry as ``qttt_`` and its name."""
    known = entry(name)
    parameters = {**known.parameters, START: ""}
    kind = KIND(
        short_name=f"qttt_{name}",
        long_name=f"qttt: {known.kind.ruleset}",
        dynamics=KIND.Dynamics.SEQUENTIAL,
        chance_mode=KIND.ChanceMode.EXPLICIT_STOCHASTIC if known.has_chance else KIND.ChanceMode.DETERMINISTIC,
        information=KIND.Information.PERFECT_INFORMATION,
        utility=KIND.Utility.ZERO_SUM,
        reward_model=KIND.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
        default_loadable="" not in (value for key, value in parameters.items() if key != START),
    )
    own = {"kind": kind, "name": name, "parameters": parameters}
    # a class, because OpenSpiel drops what it has registered when Python has ended, and a function would not survive it
    pyspiel.register_game(kind, type(f"Qttt{known.kind.__name__}", (QtttGame,), own))


for _name in games():
    register(_name)
