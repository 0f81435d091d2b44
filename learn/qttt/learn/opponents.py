"""Who plays by the numbers of actions: against the learner of an environment, or in many games side by side."""

from __future__ import annotations

from copy import deepcopy
from functools import partial
from random import Random
from typing import Any, Protocol

import numpy as np

from qttt.fast.answers import spread_masks
from qttt.fast.backend import Cpu
from qttt.fast.batch import Games
from qttt.fast.side_by_side import Choice, Playouts, at_random, by_answers
from qttt.learn.measures.ladder import policy_of
from qttt.learn.measures.tree import Tree, first_of, tree_from
from qttt.learn.names import agent_name
from qttt.learn.one_game import Array, OneGame
from qttt.oracle import Oracle, solve
from qttt.oracle.progress import waiting
from qttt.oracle.registry import entry_of
from qttt.reference.agents.random_play import Agent
from qttt.reference.game import Game

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
        return int(spread_masks(answers.best(keys), len(answers.actions))[0].argmax())

    def __deepcopy__(self, memo: Any) -> Remembering:
        return Remembering(self._oracle)


def prepared(game: OneGame) -> Opponent:
    """Perfect play of a game that has begun: the first of the best actions. The game is opened from the user's store,
    or solved and stored; an answer compiles the kernels. A terminal shows both. Raises what `solve` raises."""
    oracle = solve(game.game)
    found: Opponent = ByAnswers(oracle.answers) if hasattr(oracle.answers, "launcher") else Remembering(oracle)
    with waiting("Preparing the perfect opponent"):
        found.choose(game)
    return found


def opponent(asked: Any, game: OneGame, chance: Random) -> Opponent:
    """An opponent: "random", "perfect", or an agent of `qttt.reference.agents`.

    Raises `ValueError` for anything else, and what `solve` raises.
    """
    if asked in ("random", "perfect"):
        return AnyAction(chance) if asked == "random" else prepared(game)
    if not hasattr(asked, "choose"):
        raise ValueError(f"opponent {asked!r}: expected 'perfect', 'random', or an agent with a method choose")
    return ByAgent(asked, chance)


def games_of(game: Game[Any, Any], count: int, seed: int, first: int = 0) -> Games:
    """Games from the start on; 0 <= seed < 2^64. Draws of a game depend only on the seed and its number, from
    `first`."""
    signed = seed - (1 << 64) * (seed >> 63)
    return Games(Cpu(), entry_of(game).playing(game)["key"], count, signed, first, restart=False)


def keys_of(oracle: Oracle[Any, Any], games: Games, which: Array) -> Array:
    """int64: the keys of the positions in some of the games."""
    entry, states = entry_of(oracle.game), games.states[which].tolist()
    return np.array(entry.keys(oracle.answers, [entry.shown(oracle.game, state) for state in states]), np.int64)


def actions_made(oracle: Oracle[Any, Any], keys: Array, numbers: Array) -> tuple[Tree, Array]:
    """A tree that has positions and what follows from them, and the actions with some numbers in these positions."""
    tree = tree_from(oracle, np.unique(keys))
    of_position = tree.parent * len(tree.actions) + tree.action
    order = np.argsort(of_position)
    wanted = tree.at(keys) * len(tree.actions) + numbers
    return tree, order[np.searchsorted(of_position, wanted, sorter=order)]


def choice_of(agent: str, oracle: Oracle[Any, Any], seed: int = 0) -> Choice:
    """The choices of an agent by its name. Raises what `policy_of` raises."""
    kind, number, _ = agent_name(agent)
    if kind == "random":
        return at_random
    if kind == "monte-carlo":
        worth, playing = entry_of(oracle.game).worth(oracle.game), entry_of(oracle.game).playing(oracle.game)["key"]
        return Playouts(playing, number, seed, worth.draw, worth.win)
    if kind != "perfect":
        return partial(by_search, oracle, agent)
    answers = oracle.answers
    if answers is not None and hasattr(entry_of(oracle.game).translate, "key_of"):
        return partial(by_answers, answers)
    return partial(by_tablebase, Remembering(oracle))


def by_tablebase(play: Remembering, games: Games, here: Array, turn: int) -> Array:
    """The first best action, asked once for each position."""
    return np.array([play.number(state) for state in games.states[here]])


def by_search(oracle: Oracle[Any, Any], agent: str, games: Games, here: Array, turn: int) -> Array:
    """The action of an agent that does not draw, from what follows the positions."""
    keys = keys_of(oracle, games, here)
    tree = tree_from(oracle, np.unique(keys))
    made = first_of(tree, policy_of(agent, tree)[0] > 0)[0]
    return np.asarray(tree.action[made][np.searchsorted(tree.parent[made], tree.at(keys))], np.int64)
