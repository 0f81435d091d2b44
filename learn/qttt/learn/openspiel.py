"""The games in OpenSpiel. Needs the extra `openspiel`.

Importing this module registers `qttt_goff`, and a name for every other game in the same manner; then
``pyspiel.load_game("qttt_goff(collapse=self)")`` loads one. Where a game has no default, its parameters have that of
`qttt.learn.gym`: q = 1/2, and the board of seed 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

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


class Node(NamedTuple):
    """A position of play, which never changes.

    - made: how many actions led to it; state: what the kernels play on
    - acts: who acts, as in `qttt.fast.batch`; player: 0 for X, 1 for O, `CHANCE_ACTS` or `ENDED`
    - first, legal: the number of `OneGame` of action 0, and the legal actions or results, ascending; not to be changed
    - reward: X's at the end, as in `OneGame`; 0 before
    - planes: the observation of `BatchEnv` as bytes
    """

    made: int
    state: Any
    acts: int
    player: int
    first: int
    legal: list[int]
    reward: float
    planes: bytes

    def __deepcopy__(self, memo: Any) -> Node:
        return self


class QtttState(pyspiel.State):
    """A state of a game. Actions of players have the numbers of `BatchEnv`. Results of chance are numbered from 0 in
    the order in which `BatchEnv` has them after the actions; the System's selections are 0 for the first and 1 for the
    second."""

    def __init__(self, game: QtttGame) -> None:
        super().__init__(game)
        self._now: Node = game.start

    def current_player(self) -> int:
        """0 for X, 1 for O, or OpenSpiel's number for chance and for an ended game."""
        return self._now.player

    def _legal_actions(self, player: int) -> list[int]:
        return self._now.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The results of chance, or the System's selections, with their probabilities."""
        now, game = self._now, self.get_game()
        if now.player != CHANCE_ACTS:
            return []
        chances = game.of_system(now.state) if now.acts == SYSTEM else game.one.entry.chances(game.rules, now.state)
        return [*zip(now.legal, chances, strict=True)]

    def _apply_action(self, action: int) -> None:
        if self._now.player == ENDED:
            raise ValueError(f"action {action}: the game is over; start from new_initial_state()")
        if action not in self._now.legal:
            raise ValueError(f"action {action} is not legal in '{self.position}'; legal_actions lists those that are")
        self._now = self.get_game().after(self._now, action)

    def _action_to_string(self, player: int, action: int) -> str:
        """Legal or not; a result of chance that cannot happen here as ``result`` and its number."""
        now, game = self._now, self.get_game()
        if now.acts == CHANCE:
            results = dict(zip(now.legal, game.rules.chance(self.position), strict=True))
            return str(results.get(action, f"result {action}"))
        named, number = game.one.named, action + now.first
        return str(named[number]) if 0 <= number < len(named) else f"action {action}"

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._now.player == ENDED

    def returns(self) -> list[float]:
        """X's reward and O's; 0 before the end."""
        return [self._now.reward, 0.0 - self._now.reward]

    @property
    def position(self) -> Any:
        """The position, as an object of the game."""
        game = self.get_game()
        return game.one.entry.shown(game.rules, self._now.state.tolist())

    def __str__(self) -> str:
        return str(self.position)


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
        self.rules: Game[Any, Any] = game(self.name, **asked)
        self.one = one = OneGame(self.rules, drawn=False)
        most = one.largest_reward
        info = pyspiel.GameInfo(
            num_distinct_actions=one.actions,
            max_chance_outcomes=max(one.results, 2 * has_system(self.rules)),
            num_players=2,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=one.longest,
        )
        super().__init__(self.kind, info, given)
        self.start = self._after_game(given[START])

    def new_initial_state(self, state: Any = None) -> QtttState:
        """The state in which play begins. Raises `ValueError` for a `state`, which must be left out."""
        if state is not None:
            raise ValueError("state: expected None; the parameter start says where play begins")
        return QtttState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """An observer with planes, or with the history where perfect recall is asked for."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Planes(self.one.shape)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)

    def after(self, node: Node, action: int) -> Node:
        """The node after a legal action or result."""
        self.one.state[:] = node.state
        self.one.play(action + node.first)
        return self._seen(node.made + 1)

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
        return key, system_of(self.rules).selector(key)

    def _after_game(self, start: str) -> Node:
        """The node after a written game. Raises `ValueError` for a written position, and what reading it raises."""
        node, record = self._seen(0), self.rules.read(start) if start else None
        if record and not record.actions:
            raise ValueError(f"start {start!r}: expected a written game, not a written position")
        for position, action in zip(record.positions, record.actions, strict=False) if record else ():
            is_chance = node.acts == CHANCE
            results = [*self.rules.chance(position)] if is_chance else []
            number = node.legal[results.index(action)] if is_chance else self.one.number_of[action] - node.first
            node = self.after(node, number)
        return node

    def _seen(self, made: int) -> Node:
        """The node of the position in which `one` is."""
        one, numbers = self.one, self.one.numbers()
        acts, over = one.to_move, one.to_move == OVER or made >= one.longest
        player = ENDED if over else CHANCE_ACTS if acts in (CHANCE, SYSTEM) else acts
        first = {SYSTEM: min(numbers, default=0), CHANCE: one.actions}.get(acts, 0)
        legal = [] if over else [number - first for number in numbers]
        reward = one.reward if acts == OVER else 0.0
        return Node(made, one.state.copy(), acts, player, first, legal, reward, one.observation.tobytes())


def register(name: str) -> None:
    """Register a game of the registry as ``qttt_`` and its name."""
    known = entry(name)
    parameters = {**known.parameters, **known.bare, START: ""}
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
