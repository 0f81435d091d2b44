"""Who plays against the learner of an environment: agents that choose by the number of an action."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any, Protocol

import numpy as np

from qttt.fast.answers import chosen
from qttt.learn.one_game import Array, OneGame
from qttt.oracle import Oracle, solve
from qttt.oracle.progress import waiting
from qttt.oracle.registry import entry_of
from qttt.reference.agents.random_play import Agent

REMEMBERED = 1 << 18
"""How many positions a perfect opponent remembers."""


class Opponent(Protocol):
    """Chooses an action where it is to move."""

    def choose(self, game: OneGame) -> int:
        """The number of a legal action."""


class AnyAction:
    """Chooses any legal action, each as likely as the others."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def choose(self, game: OneGame) -> int:
        numbers = game.numbers()
        return numbers[int(self._chance.random() * len(numbers))]


class ByAgent:
    """Chooses as an agent of `qttt.reference.agents` does."""

    def __init__(self, agent: Agent[Any, Any], chance: Random) -> None:
        self._agent, self._chance = agent, chance

    def choose(self, game: OneGame) -> int:
        return game.number_of[self._agent.choose(game.position, self._chance)]

    def __deepcopy__(self, memo: Any) -> ByAgent:
        return ByAgent(self._agent, deepcopy(self._chance, memo))


class ByAnswers:
    """Chooses the first best action, by a kernel that answers about the key of the position: the state's first
    number."""

    def __init__(self, answers: Any) -> None:
        self._answers = answers
        self._key, self._best = np.empty(1, np.int64), np.empty(1, np.int64)
        self._run = answers.launcher(self._key, np.empty((0, 0), np.int64), self._best)

    def choose(self, game: OneGame) -> int:
        self._key[0] = game.state[0]
        self._run()
        mask = int(self._best[0])
        return (mask & -mask).bit_length() - 1

    def __deepcopy__(self, memo: Any) -> ByAnswers:
        return ByAnswers(self._answers)


class Remembering:
    """Chooses the first best action, by the oracle, and remembers it for each position."""

    def __init__(self, oracle: Oracle[Any, Any]) -> None:
        self._oracle, self._entry = oracle, entry_of(oracle.game)
        self._number_of = {action: number for number, action in enumerate(self._entry.numbered(oracle.game))}
        self._known: dict[bytes, int] = {}

    def choose(self, game: OneGame) -> int:
        return self.number(game.state)

    def number(self, state: Array) -> int:
        """The number of the action in a state of the kernels."""
        known = state[:-1].tobytes()
        if known not in self._known:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            self._known[known] = self._first_best(self._entry.shown(self._oracle.game, state.tolist()))
        return self._known[known]

    def _first_best(self, position: Any) -> int:
        answers = self._oracle.answers
        if answers is None:
            return self._number_of[self._oracle.choices(position)[0]]
        keys = np.array(self._entry.keys(answers, [position]), np.int64)
        return int(chosen(answers.best(keys), len(answers.actions))[0].argmax())

    def __deepcopy__(self, memo: Any) -> Remembering:
        return Remembering(self._oracle)


def prepared(game: OneGame) -> Opponent:
    """Perfect play of a game that has begun. The game is opened from the user's store, or solved and stored; an answer
    compiles the kernels. A terminal shows both. Raises what `solve` raises."""
    found = perfect(solve(game.game))
    with waiting("Preparing the perfect opponent"):
        found.choose(game)
    return found


def perfect(oracle: Oracle[Any, Any]) -> Opponent:
    """Perfect play: the first of the best actions."""
    return ByAnswers(oracle.answers) if hasattr(oracle.answers, "launcher") else Remembering(oracle)


def opponent(asked: Any, game: OneGame, chance: Random) -> Opponent:
    """An opponent: "random", "perfect", or an agent of `qttt.reference.agents`.

    Raises `ValueError` for anything else, and what `solve` raises.
    """
    if asked in ("random", "perfect"):
        return AnyAction(chance) if asked == "random" else prepared(game)
    if not hasattr(asked, "choose"):
        raise ValueError(f"opponent {asked!r}: expected 'perfect', 'random', or an agent with a method choose")
    return ByAgent(asked, chance)
