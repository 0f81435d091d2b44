"""Games between two agents, side by side on the kernels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from qttt.fast.answers import chosen
from qttt.fast.backend import Cpu
from qttt.fast.batch import LEAVE, OVER, SYSTEM, Games, O, System, X
from qttt.learn.measures.ladder import policy_of
from qttt.learn.measures.tree import Array, Tree, first_of, tree_from
from qttt.learn.names import agent_name
from qttt.learn.opponents import Remembering
from qttt.oracle import Oracle
from qttt.oracle.registry import entry_of
from qttt.reference.agents.random_play import LONGEST
from qttt.reference.game import Game

SIDE_BY_SIDE = 1 << 14
"""The largest number of playouts at a time, unless there are more after one action."""
Choice = Callable[[Games, Array, int], Array]
"""What an agent plays in some of the games, in which it is to move: the number of an action for each. The last number
is that of the turn, counted from 1. What is drawn for a game depends only on the seed and on the game's number, but for
`Playouts`."""


def games_of(game: Game[Any, Any], count: int, seed: int, first: int = 0) -> Games:
    """Games from the start on; 0 <= seed < 2^64. Draws of a game depend only on the seed and its number, from
    `first`."""
    signed = seed - (1 << 64) * (seed >> 63)
    return Games(Cpu(), entry_of(game).playing(game)["key"], count, signed, first, restart=False)


def turns(
    games: Games, choices: Sequence[Choice], second_is_x: Array, system: System | None = None
) -> Iterator[tuple[int, Array, Array]]:
    """Play games to their ends, but at most `LONGEST` turns. Before each turn, for both agents: which one, the games in
    which it acts, and the number of its action in each."""
    games.begin()
    for turn in range(1, LONGEST + 1):
        to_move = games.now.to_move
        if (to_move == OVER).all():
            return
        actions = np.full(len(to_move), LEAVE, np.int64)
        if system is not None and (to_move == SYSTEM).any():
            actions = system.actions(games)
        acts = ((to_move == O) != second_is_x).astype(np.int8)
        for agent, choose in enumerate(choices):
            here = np.flatnonzero((acts == agent) & ((to_move == X) | (to_move == O)))
            if len(here):
                actions[here] = choose(games, here, turn)
                yield agent, here, actions[here]
        games.step(actions)


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
        return Playouts(oracle, number, seed)
    if kind != "perfect":
        return partial(by_search, oracle, agent)
    answers, keys_are_shown = oracle.answers, hasattr(entry_of(oracle.game).translate, "key_of")
    known = keys_are_shown and answers is not None
    return partial(by_answers, answers) if known else partial(by_tablebase, Remembering(oracle))


def at_random(games: Games, here: Array, turn: int) -> Array:
    """Any action."""
    return np.asarray(games.sample(turn)[here])


def by_answers(answers: Any, games: Games, here: Array, turn: int) -> Array:
    """The first best action, by the key that the kernels show."""
    best = answers.best(games.now.observation[here, 0])
    return np.asarray(chosen(best, len(answers.actions)).argmax(1))


def by_tablebase(play: Remembering, games: Games, here: Array, turn: int) -> Array:
    """The first best action, asked once for each position."""
    return np.array([play.number(state) for state in games.states[here]])


def by_search(oracle: Oracle[Any, Any], agent: str, games: Games, here: Array, turn: int) -> Array:
    """The action of an agent that does not draw, from what follows the positions."""
    keys = keys_of(oracle, games, here)
    tree = tree_from(oracle, np.unique(keys))
    made = first_of(tree, policy_of(agent, tree)[0] > 0)[0]
    return np.asarray(tree.action[made][np.searchsorted(tree.parent[made], tree.at(keys))], np.int64)


class Playouts:
    """Plays `playouts` random games after each action, many side by side, and chooses the first action with the most
    won ones, as `qttt.reference.agents.MonteCarlo` does.

    The System plays at random as well. A game is won that is worth at least half as much as a win, so lines of both
    players count as the options of the game say. Draws depend on the seed and on what was chosen before.
    """

    def __init__(self, oracle: Oracle[Any, Any], playouts: int, seed: int) -> None:
        self._playouts, self._at_a_time, self._turn = playouts, max(1, SIDE_BY_SIDE // playouts), 0
        self._games = games_of(oracle.game, self._at_a_time * playouts, seed)
        worth, scale = entry_of(oracle.game).worth(oracle.game), self._games.rules.scale
        self._draw, self._enough = float(worth.draw / scale), float((worth.win - worth.draw) / 2 / scale)

    def __call__(self, games: Games, here: Array, turn: int) -> Array:
        owner, numbers = np.nonzero(games.now.legal[here])
        pieces = [slice(at, at + self._at_a_time) for at in range(0, len(numbers), self._at_a_time)]
        won = np.concatenate([self.won(games, here[owner[piece]], numbers[piece]) for piece in pieces])
        order = np.lexsort((numbers, -won, owner))
        return np.asarray(numbers[order[np.searchsorted(owner, np.arange(len(here)))]])

    def won(self, games: Games, which: Array, numbers: Array) -> Array:
        """int64: how many playouts the player to move wins after an action in each of some games."""
        lanes, count = self._games, len(numbers) * self._playouts
        lanes.states[:count, :-1] = np.repeat(games.states[which, :-1], self._playouts, axis=0)
        lanes.now.to_move[:] = OVER
        actions = np.full(len(lanes.states), LEAVE, np.int64)
        actions[:count] = np.repeat(numbers, self._playouts)
        for _ in range(LONGEST):
            going = lanes.step(actions).to_move != OVER
            if not going.any():
                break
            self._turn += 1
            actions = np.where(going, lanes.sample(self._turn), LEAVE)
        sign = np.where(games.now.to_move[which] == O, -1, 1)
        rewards = lanes.now.reward[:count].reshape(-1, self._playouts) - self._draw
        ended = lanes.now.to_move[:count].reshape(-1, self._playouts) == OVER
        return np.asarray((ended & (sign[:, None] * rewards >= self._enough)).sum(1))
