"""Games between agents, many side by side and each to its end: by their policies, one tree of positions after the other
or on the tree of the whole game; by the kernels; and measures of an agent from games, where its chances in each
position are not known."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import product
from random import Random
from typing import NamedTuple

import numpy as np

from qttt.fast.backend import Cpu
from qttt.fast.batch import OVER, Games, O, X
from qttt.fast.side_by_side import Choice, Playouts, at_random, by_answers, turns
from qttt.learn.measures.measuring import TOLERANCE, Meeting, Mistake, Policy, actions_of, mistake_of
from qttt.learn.measures.policies import LADDER, chances_to_win, policy_of
from qttt.learn.measures.statistics import Interval, Mean, interval, mean
from qttt.learn.measures.tree import Array, Tree, first_of, graph_of, tree_from
from qttt.learn.names import agent_name
from qttt.learn.one_game import Remembering, has_system
from qttt.oracle import Oracle
from qttt.oracle.perfect import A, P
from qttt.oracle.registry import entry_of
from qttt.reference.game import Game

PolicyOf = Callable[[Tree], Policy]
"""What an agent does in the positions of a raw tree."""


class ResultOfGames(NamedTuple):
    """What games between two agents were worth to X, and the shares that X won, that nobody won, and that O won."""

    games: int
    value: Mean
    chances: tuple[Interval, Interval, Interval]


def play_games(oracle: Oracle[P, A], of_x: PolicyOf, of_o: PolicyOf, games: int, seed: int) -> ResultOfGames:
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

        made = draw_actions(tree, at, random.random(len(at)), weights)
        keys[going] = tree.keys[tree.child[made]]
    return result_of(oracle, values, won)


def draw_actions(tree: Tree, at: Array, uniform: Array, weights: Callable[[Array, Array], Array]) -> Array:
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
    return draw_actions(tree, at, uniform, lambda actions, each: policy[rows[each], actions])


def most_won(
    tree: Tree, chances: Array, playouts: int, seed: int, at: Array, image: Array, games: Array, turn: int
) -> Array:
    """The first action with the most won playouts. A playout is won with a chance of its own, whatever the others do,
    so the number won after an action is drawn at once, from the binomial distribution."""
    actions, begin = actions_of(tree, at)
    each = np.repeat(np.arange(len(at)), np.diff(np.append(begin, len(actions))))
    of_games = zip(games.tolist(), np.split(chances[actions], begin[1:]), strict=True)
    won = [np.random.default_rng([seed, turn, game]).binomial(playouts, p) for game, p in of_games]
    place = tree.place_of_actions(actions, image[each])
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


def result_of(oracle: Oracle[P, A], values: Array, won: Array) -> ResultOfGames:
    """The values and the winners, 1 for X and -1 for O, of games as a result."""
    worth, games = entry_of(oracle.game).worth(oracle.game), len(values)
    draw, most = float(worth.draw), float(worth.most)
    x, nobody, o = (interval(int((won == who).sum()), games) for who in (1, 0, -1))
    return ResultOfGames(games, mean(values.tolist(), 2 * draw - most, most), (x, nobody, o))


# On the kernels, because the tree of all that the agents can meet is too large


def games_of(game: Game[P, A], count: int, seed: int, first: int = 0) -> Games:
    """Games from the start on; 0 <= seed < 2^64. Draws of a game depend only on the seed and its number, from
    `first`."""
    signed = seed - (1 << 64) * (seed >> 63)
    return Games(Cpu(), entry_of(game).playing(game)["key"], count, signed, first, restart=False)


def keys_of(oracle: Oracle[P, A], games: Games, which: Array) -> Array:
    """int64: the keys of the positions in some of the games."""
    entry, states = entry_of(oracle.game), games.states[which].tolist()
    return np.array(entry.keys(oracle.answers, [entry.shown(oracle.game, state) for state in states]), np.int64)


def find_actions(oracle: Oracle[P, A], keys: Array, numbers: Array) -> tuple[Tree, Array]:
    """A tree that has positions and what follows from them, and the actions with some numbers in these positions."""
    tree = tree_from(oracle, np.unique(keys))
    of_position = tree.parent * len(tree.actions) + tree.action
    order = np.argsort(of_position)
    wanted = tree.at(keys) * len(tree.actions) + numbers
    return tree, order[np.searchsorted(of_position, wanted, sorter=order)]


def choice_of(agent: str, oracle: Oracle[P, A], seed: int = 0) -> Choice:
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
    if answers is not None and entry_of(oracle.game).shares_keys:
        return partial(by_answers, answers, graph_of(oracle))
    return partial(by_tablebase, Remembering(oracle))


def by_tablebase(play: Remembering[P, A], games: Games, here: Array, turn: int) -> Array:
    """The first action of best play, asked once for each position."""
    return np.array([play.number(state) for state in games.states[here]])


def by_search(oracle: Oracle[P, A], agent: str, games: Games, here: Array, turn: int) -> Array:
    """The action of an agent that does not draw, from what follows the positions."""
    keys = keys_of(oracle, games, here)
    tree = tree_from(oracle, np.unique(keys))
    made = first_of(tree, policy_of(agent, tree)[0] > 0)[0]
    return np.asarray(tree.action[made][np.searchsorted(tree.parent[made], tree.at(keys))], np.int64)


# Measures from games

Report = Callable[[int, int], None]


class StageOfGames(NamedTuple):
    """How an agent has played a stage of the game: how often it was to act, the share of optimal actions, and the mean
    loss."""

    stage: str
    actions: int
    optimal: Interval
    regret: Mean


@dataclass(frozen=True)
class Sampled:
    """Measures of an agent from games.

    - reached: by stage, from the lowest
    - results: against every agent of the ladder, by the names of X and O
    - mistakes: the worst of the lowest stage in which there is one
    """

    reached: tuple[StageOfGames, ...]
    results: Mapping[tuple[str, str], ResultOfGames]
    mistakes: tuple[Mistake, ...]


def measure_by_games(
    oracle: Oracle[P, A], name: str, games: int, seed: int, report: Report = lambda *_: None
) -> Sampled:
    """Measure an agent by `games` games as X and as many as O against every agent of the ladder, to their end.

    Losses are those of each action. Games depend only on the seed; `report` is told how many games are played, and how
    many there will be. Raises `ValueError` for a game that cannot be played or measured.
    """
    losses: dict[tuple[int, str], list[float]] = defaultdict(list)
    values: dict[tuple[str, str], list[float]] = defaultdict(list)
    worst: tuple[int, float, Mistake] | None = None
    system = entry_of(oracle.game).system(oracle.game, oracle.tablebase) if has_system(oracle.game) else None
    worth = entry_of(oracle.game).worth(oracle.game)
    for number, (other, side) in enumerate(product(LADDER, (X, O))):
        report(number * games, len(LADDER) * 2 * games)
        draws = Random(f"{seed} {number}")
        choices = [choice_of(each, oracle, draws.getrandbits(63)) for each in (name, other)]
        played = games_of(oracle.game, games, draws.getrandbits(63))
        for agent, here, numbers in turns(played, choices, np.full(games, side == O), system):
            if agent:
                continue
            tree, made = find_actions(oracle, keys_of(oracle, played, here), numbers)
            ranks = tree.graph.rank(tree.keys[tree.parent[made]]).tolist()
            lost = np.where(tree.loss[made] > TOLERANCE, tree.loss[made], 0).tolist()
            for rank, loss, action in zip(ranks, lost, made.tolist(), strict=True):
                losses[rank, tree.graph.stage(rank)].append(loss)
                if loss and (worst is None or (rank, -loss) < worst[:2]):
                    worst = rank, -loss, mistake_of(tree, action, 0)
        over = played.now.to_move == OVER
        scores = np.where(over, played.now.reward * float(played.rules.scale), float(worth.draw))
        values[(name, other) if side == X else (other, name)] += scores.tolist()
    largest = float(2 * (worth.most - worth.draw))
    stages = (
        StageOfGames(stage, len(its), interval(its.count(0), len(its)), mean(its, 0, largest))
        for (_, stage), its in sorted(losses.items())
    )
    results = {pair: _result(oracle, np.array(its)) for pair, its in values.items()}
    return Sampled(tuple(stages), results, (worst[2],) if worst else ())


def _result(oracle: Oracle[P, A], values: Array) -> ResultOfGames:
    """What games were worth to X, as a result: who gets at least half as much as a win has won."""
    worth = entry_of(oracle.game).worth(oracle.game)
    ahead = (values - float(worth.draw)) / float(worth.win - worth.draw)
    return result_of(oracle, values, np.sign(ahead) * (abs(ahead) >= 0.5))
