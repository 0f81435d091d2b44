"""One game at a time, on the kernels of `BatchEnv`: what the adapters to other libraries share."""

from __future__ import annotations

import operator
from copy import deepcopy
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any, Protocol

import numpy as np

from qttt.fast.answers import chosen
from qttt.fast.backend import Cpu
from qttt.fast.batch import BEGIN, CHANCE, LOOK, OVER, SYSTEM, Games
from qttt.oracle import game as make
from qttt.oracle import solve
from qttt.oracle.registry import entry_of
from qttt.reference.agents.perfect import PerfectAgent
from qttt.reference.agents.random_play import Agent
from qttt.reference.game import Game

Array = np.ndarray[Any, np.dtype[Any]]
HIGHEST = 2
"""The largest number in an observation of planes."""
PLAYERS = ("X", "O")
REMEMBERED = 1 << 18
"""How many positions a perfect opponent remembers."""
SEEDS = 1 << 62
"""How many seeds there are."""


def game_of(game: str | Game[Any, Any], options: dict[str, Any]) -> Game[Any, Any]:
    """The game of a name and options, or a game itself. Raises `ValueError` for options of a game that is made."""
    if not isinstance(game, str) and options:
        raise ValueError(f"options {', '.join(options)}: a game that is made has its options already")
    return make(game, **options) if isinstance(game, str) else game


class Table:
    """One game after the other, the first at its start. Actions have the numbers and observations the planes of
    `BatchEnv`.

    `drawn` says whether chance and the System act by themselves; else their actions are numbers as well.

    - to_move: whose turn it is, X, O, CHANCE or SYSTEM, or OVER
    - legal: int8 ``[action]``, 1 for each legal action; nothing is legal when the game is over
    - observation: uint8 ``[plane, square]``
    - state: int64, what the kernels play on; `look` follows a change of it

    The arrays are overwritten by the next action. Draws depend only on the seed. A copy, also by pickle, plays on by
    itself, with the same draws. Raises `TypeError` for what is not a game, `ValueError` for a game without kernels, and
    what `solve` raises.
    """

    def __init__(self, game: Game[Any, Any], *, drawn: bool = True) -> None:
        self._lay(game, drawn)
        self.begin()

    def _lay(self, game: Game[Any, Any], drawn: bool, system: Any = None) -> None:
        self.game, self.entry = game, entry_of(game)
        self.longest: int = self.entry.longest
        playing = self.entry.playing(game).get("planes")
        if playing is None:
            raise ValueError(f"{game!r} cannot be played here: expected a game with kernels")
        rules = playing.rules
        self.actions, self.results, self.shape, self._scale = rules.actions, rules.results, rules.shape, rules.scale
        self._games = Games(Cpu(), playing, 1, drawn=drawn, restart=False)
        now = self._games.now
        self.state: Array = self._games.states[0]
        self.legal: Array = now.legal[0].view(np.int8)
        self.observation: Array = now.observation[0]
        self._to_move, self._reward = now.to_move, now.reward
        self._rewards: dict[int, float] = {}
        self._action = np.empty(1, np.int64)
        self._system = system or self._found_system()
        self._lay_steps()

    def _lay_steps(self) -> None:
        self._run = self._games.stepper(self._action)
        self._system_chooses = self._system.chooser(self._games) if self._system else None

    def _found_system(self) -> Any:
        if self._games.drawn and hasattr(self.game, "q"):
            return self.entry.system(self.game, solve(self.game, progress=False).tablebase)
        return None

    def __getstate__(self) -> Any:
        return self.game, self._games.drawn, self._games.seed, self.state.copy()

    def __setstate__(self, kept: Any) -> None:
        game, drawn, seed, state = kept
        self._lay(game, drawn)
        self.seed(seed)
        self.look(state)

    def __deepcopy__(self, memo: Any) -> Table:
        other = object.__new__(Table)
        other._lay(self.game, self._games.drawn, self._system)
        other.seed(self._games.seed)
        other.look(self.state)
        memo[id(self)] = other
        return other

    def seed(self, seed: int) -> None:
        """Draw with this seed, from 0 to `SEEDS` - 1, from now on."""
        self._games.seed = seed
        self.state[-1] = 0
        self._lay_steps()

    def begin(self) -> None:
        """The start position; what chance draws goes on."""
        self.play(BEGIN)

    def look(self, state: Array) -> None:
        """Take over the state of a table with the same game."""
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

    def check(self, action: Any) -> int:
        """The number of a legal action.

        Raises `TypeError` unless the action is an integer, and `ValueError` if it is illegal or the game is over.
        """
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
        units = int(self._reward[0])
        if units not in self._rewards:
            self._rewards[units] = self.reward_of(units * self._scale)
        return self._rewards[units]

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
        found: list[int] = self.legal.nonzero()[0].tolist()
        return found

    @property
    def position(self) -> Any:
        """The position as an object of the game."""
        return self.entry.shown(self.game, self.state.tolist())

    @cached_property
    def named(self) -> tuple[Any, ...]:
        """``[number]``: the actions of players, as objects of the game."""
        return tuple(self.entry.numbered(self.game))

    @cached_property
    def number_of(self) -> dict[Any, int]:
        """The number of each action of players."""
        return {action: number for number, action in enumerate(self.named)}

    def __repr__(self) -> str:
        return f"<a table for {self.game!r}>"


def as_number(action: Any) -> int:
    """An action as an integer. Raises `TypeError` for what is not one, such as a float, NaN, a bool or an array."""
    try:
        if not isinstance(action, bool | np.bool_):
            return operator.index(action)
    except TypeError:
        pass
    raise TypeError(f"action {action!r}: expected one integer, the number of an action")


class Opponent(Protocol):
    """Chooses an action where it is to move."""

    def choose(self, table: Table) -> int:
        """The number of a legal action."""


class AnyAction:
    """Chooses any legal action, each as likely as the others."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def choose(self, table: Table) -> int:
        """See `Opponent`."""
        numbers = table.numbers()
        return numbers[int(self._chance.random() * len(numbers))]


class ByAnswers:
    """Chooses the first best action, by the answers of the fast engine about the key of the position."""

    def __init__(self, table: Table, answers: Any) -> None:
        self._answers, self._keys = answers, Keys(table)
        self._best = np.empty(1, np.int64)
        self._run = answers.launcher(self._keys.found, np.empty((0, 0), np.int64), self._best)

    def choose(self, table: Table) -> int:
        """See `Opponent`."""
        self._keys.look(table.state)
        self._run()
        mask = int(self._best[0])
        return (mask & -mask).bit_length() - 1

    def __deepcopy__(self, memo: Any) -> ByAnswers:
        return ByAnswers(self._keys.table, self._answers)


class Keys:
    """The key of one state of a table after the other: `found`, int64 ``[1]``, after each `look`."""

    def __init__(self, table: Table) -> None:
        self.table = table
        playing = table.entry.playing(table.game)["key"]
        games = Games(Cpu(), playing, 1, drawn=False, restart=False)
        self.found: Array = games.now.observation.reshape(1)
        self._state = games.states[0]
        self._run = games.stepper(np.array([LOOK]))

    def look(self, state: Array) -> None:
        """Find the key of a state of the table."""
        self._state[:] = state
        self._run()


class ByAgent:
    """Chooses as an agent of `qttt.reference.agents` does."""

    def __init__(self, agent: Agent[Any, Any], chance: Random) -> None:
        self._agent, self._chance = agent, chance

    def choose(self, table: Table) -> int:
        """See `Opponent`."""
        return table.number_of[self._agent.choose(table.position, self._chance)]

    def __deepcopy__(self, memo: Any) -> ByAgent:
        return ByAgent(self._agent, deepcopy(self._chance, memo))


class ByBest:
    """Chooses the first best action, by the answers of the fast engine about the position."""

    def __init__(self, answers: Any) -> None:
        self._answers = answers

    def choose(self, table: Table) -> int:
        """See `Opponent`."""
        keys = np.array(table.entry.keys(self._answers, [table.position]), np.int64)
        return int(chosen(self._answers.best(keys), len(self._answers.actions))[0].argmax())


class Remembering:
    """Chooses as an opponent that always chooses the same in a position, and remembers that."""

    def __init__(self, opponent: Opponent) -> None:
        self._opponent = opponent
        self._known: dict[bytes, int] = {}

    def choose(self, table: Table) -> int:
        """See `Opponent`."""
        state = table.state[:-1].tobytes()
        found = self._known.get(state)
        if found is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            self._known[state] = found = self._opponent.choose(table)
        return found


def opponent(asked: Any, table: Table, chance: Random) -> Opponent:
    """An opponent: "random", "perfect", or an agent of `qttt.reference.agents`.

    Perfect play takes the first of the best actions. Raises `ValueError` for anything else, and what `solve` raises.
    """
    if asked == "random":
        return AnyAction(chance)
    if asked == "perfect":
        oracle = solve(table.game, progress=False)
        answers: Any = oracle.answers
        if hasattr(answers, "launcher"):
            return ByAnswers(table, answers)
        if answers is not None:
            return Remembering(ByBest(answers))
        return Remembering(ByAgent(PerfectAgent(oracle.choices), chance))
    if not hasattr(asked, "choose"):
        raise ValueError(f"opponent {asked!r}: expected 'perfect', 'random', or an agent with a method choose")
    return ByAgent(asked, chance)


__all__ = ["CHANCE", "HIGHEST", "OVER", "PLAYERS", "SEEDS", "SYSTEM", "Opponent", "Table", "game_of", "opponent"]
