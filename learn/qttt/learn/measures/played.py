"""Games between agents that are known as policies, many side by side and each to its end."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from qttt.learn.measures.intervals import Interval, Mean, interval, mean
from qttt.learn.measures.ladder import policy_of
from qttt.learn.measures.measuring import Meeting, Policy, actions_of
from qttt.learn.measures.policies import chances_to_win
from qttt.learn.measures.tree import Array, Tree, graph_of, tree_from
from qttt.learn.names import agent_name
from qttt.oracle import Oracle
from qttt.oracle.registry import entry_of

PolicyOf = Callable[[Tree], Policy]
"""What an agent does in the positions of a raw tree."""


class ResultOfGames(NamedTuple):
    """What games between two agents were worth to X, and the shares that X won, that nobody won, and that O won."""

    games: int
    value: Mean
    chances: tuple[Interval, Interval, Interval]


def played(oracle: Oracle[Any, Any], of_x: PolicyOf, of_o: PolicyOf, games: int, seed: int) -> ResultOfGames:
    """The result of games between two agents. Equal seeds give equal games; one that is not over after the longest
    that is played is a draw. Raises as `tree_from`, and what the agents raise."""
    random, start = np.random.default_rng(seed), graph_of(oracle).start
    worth, keys = entry_of(oracle.game).worth(oracle.game), np.full(games, start, np.int64)
    values, won, going = np.full(games, float(worth.draw)), np.zeros(games, np.int8), np.arange(games)
    for _ in range(entry_of(oracle.game).longest + 1):
        tree = tree_from(oracle, np.unique(keys[going]))
        at = tree.at(keys[going])
        over = tree.ended[at]
        values[going[over]], won[going[over]] = tree.value[at[over]], tree.won[at[over]]
        going, at = going[~over], at[~over]
        if not len(going):
            break
        meeting = Meeting(tree, of_x(tree), of_o(tree))

        def weights(actions: Array, _: Array, meeting: Meeting = meeting) -> Array:
            return meeting.weights(actions, meeting.tree.actor[meeting.tree.parent[actions]], 0)

        made = drawn(tree, at, random.random(len(at)), weights)
        keys[going] = tree.keys[tree.child[made]]
    return result_of(oracle, values, won)


def drawn(tree: Tree, at: Array, uniform: Array, weights: Callable[[Array, Array], Array]) -> Array:
    """int64: an action of each of some positions, from numbers that are uniform from 0 to 1. `weights` says how likely
    actions are, also given for each of them the index of its position in `at`."""
    actions, first = actions_of(tree, at)
    last = np.append(first[1:], len(actions))
    before = np.concatenate([[0], np.cumsum(weights(actions, np.repeat(np.arange(len(at)), last - first)))])
    wanted = before[first] + uniform * (before[last] - before[first])
    found: Array = actions[np.clip(np.searchsorted(before, wanted, side="right") - 1, first, last - 1)]
    return found


Chooser = Callable[[Array, Array, Array, int], Array]
"""int64: an action of a tree in an image of each of some positions, given the numbers of the games in which these come
up, and that of the turn. Draws for a game depend only on a seed and these numbers."""


def chooser(agent: str, tree: Tree, seed: int) -> Chooser:
    """The actions of an agent by its name, on the tree of a whole game. Raises what `policy_of` raises."""
    kind, number, _ = agent_name(agent)
    if kind == "monte-carlo":
        return partial(most_won, tree, chances_to_win(tree), number, seed)
    return partial(by_policy, tree, policy_of(agent, tree), seed)


def by_policy(tree: Tree, policy: Policy, seed: int, at: Array, image: Array, games: Array, turn: int) -> Array:
    """An action by its probability."""
    bits = np.random.PCG64([seed, turn]).advance(int(games.min()))
    uniform = np.random.Generator(bits).random(int(np.ptp(games)) + 1)[games - games.min()]
    rows = np.minimum(image, len(policy) - 1)
    return drawn(tree, at, uniform, lambda actions, each: policy[rows[each], actions])


def most_won(
    tree: Tree, chances: Array, playouts: int, seed: int, at: Array, image: Array, games: Array, turn: int
) -> Array:
    """The first action with the most won playouts. A playout is won with a chance of its own, whatever the others do,
    so the number won after an action is drawn at once, from the binomial distribution."""
    actions, begin = actions_of(tree, at)
    each = np.repeat(np.arange(len(at)), np.diff(np.append(begin, len(actions))))
    of_games = zip(games.tolist(), np.split(chances[actions], begin[1:]), strict=True)
    won = [np.random.default_rng([seed, turn, game]).binomial(playouts, p) for game, p in of_games]
    place = np.empty(len(actions), np.int64)
    for number in np.unique(image).tolist():
        here = image[each] == number
        place[here] = tree.place_of_actions(actions[here], number)
    found: Array = actions[np.lexsort((place, -np.concatenate(won), each))[begin]]
    return found


def games_on(tree: Tree, of_x: Chooser, of_o: Chooser, games: Array, seed: int) -> tuple[Array, Array]:
    """Games on the tree of a whole game, in which play cannot return, by their numbers: int64 ``[game]``, the position
    at the end, and float64 ``[player, game]``, what X and O have given away. A game depends only on the seed and its
    number."""
    at, image = np.zeros((2, len(games)), np.int64)
    by_chance: Chooser = partial(by_policy, tree, tree.chances, seed)
    losses, going, turn = np.zeros((4, len(games))), np.arange(len(games)), 0
    while len(going := going[tree.first[at[going] + 1] > tree.first[at[going]]]):
        actor, turn = tree.actor[at[going]], turn + 1
        for who, choose in enumerate((of_x, of_o, by_chance, by_chance)):
            if len(here := going[actor == who]):
                made = choose(at[here], image[here], games[here], turn)
                losses[who, here] += tree.loss[made]
                at[here], image[here] = tree.child[made], tree.then[image[here], tree.turn[made]]
    return at, losses[:2]


def result_of(oracle: Oracle[Any, Any], values: Array, won: Array) -> ResultOfGames:
    """The values and the winners, 1 for X and -1 for O, of games as a result."""
    worth, games = entry_of(oracle.game).worth(oracle.game), len(values)
    draw, most = float(worth.draw), float(worth.most)
    x, nobody, o = (interval(int((won == who).sum()), games) for who in (1, 0, -1))
    return ResultOfGames(games, mean(values.tolist(), 2 * draw - most, most), (x, nobody, o))
