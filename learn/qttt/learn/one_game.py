"""One game at a time, on the kernels of `BatchEnv`: what the adapters to other libraries share, and the opponents of a
learner, which choose actions by their numbers.

An opponent is asked about one position at a time, for which a policy on a tree would first have to make a tree."""

from __future__ import annotations

import operator
from collections.abc import Hashable
from copy import deepcopy
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from random import Random
from typing import Any, Generic, Protocol, SupportsIndex

import numpy as np

from qttt.fast.backend import Cpu
from qttt.fast.batch import BEGIN, LOOK, OVER, SYSTEM, Games, System
from qttt.fast.graph import Graph
from qttt.fast.side_by_side import first_of_best_play
from qttt.learn.measures.tree import graph_of
from qttt.oracle import Oracle, solve
from qttt.oracle import game as make
from qttt.oracle.perfect import A, P
from qttt.oracle.progress import waiting
from qttt.oracle.registry import entry_of
from qttt.reference.game import Game
from qttt.reference.playing import Agent

Array = np.ndarray
HIGHEST = 2
"""The largest number in an observation of planes."""
SEEDS = 1 << 62
"""How many seeds there are."""
RENDER_MODES = ["ansi"]
AGENT = "an agent with choose(position, chance), such as qttt.reference.agents.MonteCarlo(game, 100)"
REMEMBERED = 1 << 18
"""How many positions a perfect opponent remembers."""


def game_of(game: str | Game[P, A], options: dict[str, object]) -> Game[P, A]:
    """The game of a name and options, or a game itself. Raises `ValueError` for options of a game that is made."""
    if not isinstance(game, str) and options:
        raise ValueError(f"options {', '.join(options)}: a game that is made has its options already")
    return make(game, **options) if isinstance(game, str) else game


def has_system(game: Game[P, A]) -> bool:
    """Whether a game has a System."""
    return bool(getattr(game, "has_system", False))


def system_of(game: Any) -> System:
    """How the System of a game acts. Raises what `solve` raises."""
    return _system_of(game)


@lru_cache(4)
def _system_of(game: Game[Hashable, Hashable]) -> System:
    return entry_of(game).system(game, solve(game, progress=False).tablebase)


class OneGame(Generic[P, A]):
    """One game after the other, the first at its start. Actions have the numbers and observations the planes of
    `BatchEnv`.

    `drawn` says whether chance and the System act by themselves; else their actions are numbers as well.

    - to_move: whose turn it is, X, O, CHANCE or SYSTEM, or OVER
    - left: how many more actions a game may have, so that one without an end is cut off
    - legal: int8 ``[action]``, 1 for each legal action; nothing is legal when the game is over
    - observation: uint8 ``[plane, square]``
    - state: int64, what the kernels play on; `look` follows a change of it

    The arrays are overwritten by the next action. Draws depend only on the seed. A copy, also by pickle, plays on by
    itself, with the same draws. Raises `TypeError` for what is not a game, `ValueError` for a game without kernels, and
    what `solve` raises.
    """

    def __init__(self, game: Game[P, A], *, drawn: bool = True) -> None:
        self.game, self.entry = game, entry_of(game)
        self.longest: int = self.entry.longest
        playing = self.entry.playing(game).get("planes")
        if playing is None:
            raise ValueError(f"{game!r} cannot be played here: expected a game with kernels")
        rules = playing.rules
        self.actions, self.results, self.shape = rules.actions, rules.results, rules.shape
        self._games = Games(Cpu(), playing, 1, drawn=drawn, restart=False)
        now = self._games.now
        self.state: Array = self._games.states[0]
        self.legal: Array = now.legal[0].view(np.int8)
        self.observation: Array = now.observation[0]
        self._to_move, self._reward = now.to_move, now.reward
        self._reward_of_units = cache(lambda units: self.reward_of(units * rules.scale))
        self._action = np.empty(1, np.int64)
        self._system = system_of(game) if drawn and has_system(game) else None
        self.seed(0)
        self.begin()

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self.game, self._games.drawn, self._games.seed, self.state.copy(), self.left)

    def seed(self, seed: int) -> None:
        """Draw with this seed, from 0 to `SEEDS` - 1, from now on."""
        self._games.seed = seed
        self.state[-1] = 0
        self._run = self._games.stepper(self._action)
        self._system_chooses = self._system.chooser(self._games) if self._system else None

    def begin(self) -> None:
        """The start position; what chance draws goes on."""
        self.play(BEGIN)
        self.left = self.longest

    def look(self, state: Array) -> None:
        """Take over the state of the same game elsewhere."""
        self.state[:] = state
        self.play(LOOK)

    def play(self, number: int) -> None:
        """Apply a legal action. Not guaranteed for another one: see `check`."""
        self._action[0] = number
        self._run()
        self.to_move = int(self._to_move[0])
        if self.to_move == SYSTEM and self._system_chooses:
            self._action[0] = self._system_chooses()
            self._run()
            self.to_move = int(self._to_move[0])

    def act(self, action: object) -> None:
        """Apply an action of a player, and count it.

        Raises `TypeError` unless the action is an integer, and `ValueError` if it is illegal or the game is over.
        """
        self.play(self.check(action))
        self.left -= 1

    def check(self, action: object) -> int:
        """The number of a legal action. Raises as `act`."""
        number = as_number(action)
        if self.to_move == OVER:
            raise ValueError(f"action {number}: the game is over; call reset to begin another one")
        if not 0 <= number < len(self.legal):
            raise ValueError(f"action {number}: expected a number from 0 to {len(self.legal) - 1}")
        if not self.legal[number]:
            raise ValueError(f"action {number} is not legal now; the action mask has a 1 for each that is")
        return number

    @property
    def reward(self) -> float:
        """What the ended game is worth to X, where a draw is 0 and a win 1; O's reward is minus that."""
        return self._reward_of_units(int(self._reward[0]))

    def reward_of(self, score: Fraction) -> float:
        """The reward of X for a score."""
        worth = self.entry.worth(self.game)
        return float((score - worth.draw) / (worth.win - worth.draw))

    @property
    def largest_reward(self) -> float:
        """The largest reward that X can have."""
        return self.reward_of(self.entry.worth(self.game).most)

    def numbers(self) -> list[int]:
        """The legal actions, ascending."""
        numbers: list[int] = self.legal.nonzero()[0].tolist()
        return numbers

    @property
    def position(self) -> P:
        """The position as an object of the game."""
        position: P = self.entry.shown(self.game, self.state.tolist())
        return position

    @cached_property
    def named(self) -> tuple[A, ...]:
        """``[number]``: the actions of players, as objects of the game."""
        return tuple(self.entry.numbered(self.game))

    @cached_property
    def number_of(self) -> dict[A, int]:
        """The number of each action of players."""
        return {action: number for number, action in enumerate(self.named)}

    def __repr__(self) -> str:
        return f"<one game of {self.game!r}>"


def _again(game: Game[P, A], drawn: bool, seed: int, state: Array, left: int) -> OneGame[P, A]:
    copy = OneGame(game, drawn=drawn)
    copy.seed(seed)
    copy.look(state)
    copy.left = left
    return copy


def as_number(action: object) -> int:
    """An action as an integer. Raises `TypeError` for what is not one, such as a float, NaN, a bool or an array."""
    try:
        if isinstance(action, SupportsIndex) and not isinstance(action, bool | np.bool_):
            return operator.index(action)
    except TypeError:
        pass
    raise TypeError(f"action {action!r}: expected one integer, the number of an action")


class OneGameEnv:
    """What the environments of one game share; a terminal shows that one is prepared. Raises `ValueError` for a
    `render_mode` that is unknown, and as `OneGame` and `game_of`."""

    def __init__(self, game: str | Game[P, A], options: dict[str, object], render_mode: str | None) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode {render_mode!r}: expected None or 'ansi'")
        self.render_mode = render_mode
        with waiting("Preparing the environment"):
            self._game = OneGame(game_of(game, options))

    def render(self) -> str | None:
        """The position in writing, in the mode "ansi"."""
        return str(self.position) if self.render_mode else None

    @property
    def game(self) -> Any:
        """The game with all its options; ``game.write_position(position)`` cites a position."""
        return self._game.game

    @property
    def position(self) -> Any:
        """The position, as an object of the game."""
        return self._game.position

    @property
    def action_names(self) -> tuple[str, ...]:
        """``[number]``: the actions in writing."""
        return tuple(map(str, self._game.named))


class Opponent(Protocol[P, A]):
    """Chooses an action where it is to move."""

    def choose(self, game: OneGame[P, A]) -> int:
        """The number of a legal action."""


class AnyAction:
    """Chooses any legal action, each as likely as the others."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def choose(self, game: OneGame[P, A]) -> int:
        numbers = game.numbers()
        return numbers[int(self._chance.random() * len(numbers))]


class ByAgent(Generic[P, A]):
    """Chooses as an agent of `qttt.reference.agents` does."""

    def __init__(self, agent: Agent[P, A], chance: Random) -> None:
        self._agent, self._chance = agent, chance

    def choose(self, game: OneGame[P, A]) -> int:
        position = game.position
        action = self._agent.choose(position, self._chance)
        if (number := game.number_of.get(action)) not in game.numbers():
            expected = f"an action of game.actions(position), such as {game.game.actions(position)[0]}, not its number"
            raise ValueError(f"the opponent answers {action!r} in '{position}': expected {expected}")
        return number

    def __deepcopy__(self, memo: dict[int, object]) -> ByAgent[P, A]:
        return ByAgent(self._agent, deepcopy(self._chance, memo))


class ByAnswers:
    """Chooses the first action of best play, by a kernel that answers about the key of the position: the state's first
    number."""

    def __init__(self, oracle: Any) -> None:
        self._oracle, answers, graph = oracle, oracle.answers, graph_of(oracle)
        self._first = lru_cache(REMEMBERED)(lambda key: int(first_of_best_play(answers, graph, np.array([key]))[0]))
        self._key, self._best = np.empty(1, np.int64), np.empty(1, np.int64)
        self._run = answers.launcher(self._key, np.empty((0, 0), np.int64), self._best)

    def choose(self, game: OneGame[P, A]) -> int:
        self._key[0] = game.state[0]
        self._run()
        mask = int(self._best[0])
        return self._first(int(self._key[0])) if mask & (mask - 1) else mask.bit_length() - 1

    def __deepcopy__(self, memo: dict[int, object]) -> ByAnswers:
        return ByAnswers(self._oracle)


class Remembering(Generic[P, A]):
    """Chooses the first action of best play, by the oracle, and remembers it for each position."""

    def __init__(self, oracle: Oracle[P, A]) -> None:
        self._oracle, self._entry = oracle, entry_of(oracle.game)
        self._number_of = {action: number for number, action in enumerate(self._entry.numbered(oracle.game))}
        self._known: dict[bytes, int] = {}

    def choose(self, game: OneGame[P, A]) -> int:
        return self.number(game.state)

    def number(self, state: Array) -> int:
        """The number of the action in a state of the kernels."""
        known = state[:-1].tobytes()
        if known not in self._known:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            self._known[known] = self._first(self._entry.shown(self._oracle.game, state.tolist()))
        return self._known[known]

    def _first(self, position: P) -> int:
        answers = self._oracle.answers
        if answers is None:
            return self._number_of[self._oracle.choices(position)[0]]
        keys = np.array(self._entry.keys(answers, [position]), np.int64)
        return int(first_of_best_play(answers, self._graph, keys)[0])

    @cached_property
    def _graph(self) -> Graph:
        return graph_of(self._oracle)

    def __deepcopy__(self, memo: dict[int, object]) -> Remembering[P, A]:
        return Remembering(self._oracle)


def prepare_perfect(game: OneGame[P, A]) -> Opponent[P, A]:
    """Perfect play of a game that has begun: the first of the best actions. The game is opened from the user's store,
    or solved and stored; an answer compiles the kernels. A terminal shows both. Raises what `solve` raises."""
    oracle = solve(game.game)
    found: Opponent[P, A] = ByAnswers(oracle) if hasattr(oracle.answers, "launcher") else Remembering(oracle)
    with waiting("Preparing the perfect opponent"):
        found.choose(game)
    return found


def opponent(asked: Any, game: OneGame[P, A], chance: Random) -> Opponent[P, A]:
    """An opponent: "random", "perfect", or an agent of `qttt.reference.agents`.

    Raises `ValueError` for anything else, and what `solve` raises.
    """
    if asked in ("random", "perfect"):
        return AnyAction(chance) if asked == "random" else prepare_perfect(game)
    if not hasattr(asked, "choose"):
        raise ValueError(f"opponent {asked!r}: expected 'perfect', 'random', or {AGENT}")
    return ByAgent(asked, chance)
