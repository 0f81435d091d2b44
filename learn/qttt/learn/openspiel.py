"""The games in OpenSpiel. Needs the extra `openspiel`.

Importing this module registers `qttt_goff`, and a name for every other game in the same manner; then
``pyspiel.load_game("qttt_goff(collapse=self)")`` loads one.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from qttt.fast.batch import CHANCE, OVER, SYSTEM
from qttt.learn.one_game import OneGame, has_system, system_of
from qttt.oracle import entry, game, games
from qttt.oracle.extras import not_installed
from qttt.reference.game import Game

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as error:
    raise ImportError(not_installed("qttt.learn.openspiel", [str(error.name)], "openspiel")) from error

START = "start"
"""The parameter that names a written game from whose end play begins."""
KIND = pyspiel.GameType
CHANCE_ACTS, ENDED = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
"""The players of nodes in which chance or the System acts, and of ended ones."""


class Nodes:
    """A game from `start`, a written game, on, as nodes that never change, with chance as explicit nodes.

    Actions of players have the numbers of `BatchEnv`. Results of chance are numbered from 0 in the order in which
    `BatchEnv` has them after the actions; the System's selections are 0 for the first and 1 for the second.

    Raises `ValueError` for a `start` without actions, such as a written position, and what reading it raises.
    """

    def __init__(self, rules: Game[Any, Any], start: str = "") -> None:
        self.rules, self._start = rules, start
        self.game = OneGame(rules, drawn=False)
        self.results = max(self.game.results, 2 * has_system(rules))
        node = Node(self)
        record = rules.read(start) if start else None
        if record and not record.actions:
            raise ValueError(f"start {start!r}: expected a written game, not a written position")
        for action in record.actions if record else ():
            node = node.after(node.number(action))
        self.start = node

    def of_system(self, state: Any) -> tuple[float, float]:
        """How likely the System makes each of its two selections in a state of the game."""
        key, select = self._system
        key[0] = state[0]
        for_x, for_o = select()
        q: Any = self.rules.q  # type: ignore[attr-defined]
        of_x, of_o = float(1 - q), float(q)
        return (of_x, of_o) if for_x < for_o else (of_o, of_x)

    @cached_property
    def _system(self) -> tuple[Any, Any]:
        key = np.empty(1, np.int64)
        return key, system_of(self.rules).selector(key)  # type: ignore[arg-type]

    def __reduce__(self) -> Any:
        return Nodes, (self.rules, self._start)


class Node:
    """A node; equal to itself only.

    - player: 0 for X, 1 for O, `CHANCE_ACTS` or `ENDED`
    - legal: the numbers of the legal actions or results, ascending; not to be changed
    - reward: X's at the end, as in `OneGame`; 0 before
    - planes: the observation of `BatchEnv` as bytes
    """

    def __init__(self, nodes: Nodes, made: int = 0) -> None:
        game = nodes.game
        self._nodes, self._made, self._state = nodes, made, game.state.copy()
        self._acts, numbers = game.to_move, game.numbers()
        self.planes = game.observation.tobytes()
        self.reward = game.reward if self._acts == OVER else 0.0
        self._base = {SYSTEM: min(numbers, default=0), CHANCE: game.actions}.get(self._acts, 0)
        self.player = {SYSTEM: CHANCE_ACTS, CHANCE: CHANCE_ACTS, OVER: ENDED}.get(self._acts, self._acts)
        self.legal = [number - self._base for number in numbers]
        if made >= game.longest:
            self.player, self.legal = ENDED, []

    def after(self, action: int) -> Node:
        """The node after a legal action or result. Raises `ValueError` for another number, and at the end."""
        if self.player == ENDED:
            raise ValueError(f"action {action}: the game is over; start from new_initial_state()")
        if action not in self.legal:
            raise ValueError(f"action {action} is not legal in '{self.position}'; legal_actions lists those that are")
        game = self._nodes.game
        game.state[:] = self._state
        game.play(action + self._base)
        return Node(self._nodes, self._made + 1)

    @property
    def outcomes(self) -> list[tuple[int, float]]:
        """Where chance or the System acts, each result with its probability; else empty."""
        if self.player != CHANCE_ACTS:
            return []
        if self._acts == SYSTEM:
            return [*zip(self.legal, self._nodes.of_system(self._state), strict=True)]
        return [*zip(self.legal, self._nodes.game.entry.chances(self._nodes.rules, self._state), strict=True)]

    @property
    def position(self) -> Any:
        """The position, as an object of the game."""
        return self._nodes.game.entry.shown(self._nodes.rules, self._state.tolist())

    def written(self, action: int) -> str:
        """An action or result in the game's notation, legal or not; a result of chance that cannot happen here as
        ``result`` and its number."""
        if self._acts != CHANCE:
            named = self._nodes.game.named
            return str(named[action + self._base]) if 0 <= action + self._base < len(named) else f"action {action}"
        results = dict(zip(self.legal, self._results, strict=True))
        return str(results[action]) if action in results else f"result {action}"

    def number(self, action: Any) -> int:
        """The number of a legal action or result, an object of the game."""
        if self._acts != CHANCE:
            return self._nodes.game.number_of[action] - self._base
        return self.legal[self._results.index(action)]

    @property
    def _results(self) -> list[Any]:
        return [*self._nodes.rules.chance(self.position)]

    def __deepcopy__(self, memo: Any) -> Node:
        return self

    def __repr__(self) -> str:
        return f"<node {self.position}>"


class QtttState(pyspiel.State):
    """A state of a game: a node. Actions and results of chance have the numbers of `Nodes`."""

    def __init__(self, game: QtttGame) -> None:
        super().__init__(game)
        self._now: Node = game.nodes.start

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
        self.nodes = nodes = Nodes(game(self.name, **asked), given[START])
        most = nodes.game.largest_reward
        info = pyspiel.GameInfo(
            num_distinct_actions=nodes.game.actions,
            max_chance_outcomes=nodes.results,
            num_players=2,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=nodes.game.longest,
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
            return Planes(self.nodes.game.shape)
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
