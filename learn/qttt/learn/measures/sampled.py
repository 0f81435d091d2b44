"""Measures of an agent from games that it plays, where its chances in each position are not known."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any, NamedTuple

import numpy as np

from qttt.fast.batch import OVER, O, X
from qttt.learn.measures.intervals import Interval, Mean, interval, mean
from qttt.learn.measures.ladder import DEEPEST, LADDER
from qttt.learn.measures.measuring import Mistake
from qttt.learn.measures.played import ResultOfGames, result_of
from qttt.learn.measures.tree import graph_of
from qttt.learn.names import agent_name
from qttt.learn.one_game import SEEDS, OneGame
from qttt.learn.opponents import AnyAction, ByAgent, MonteCarlo, Opponent, perfect
from qttt.oracle import Oracle
from qttt.oracle.registry import entry_of
from qttt.reference.agents.expecti_minimax import ExpectiMinimax

Report = Callable[[int, int], None]

SAME_AGENTS = 20
"""Games that are played one after the other by agents that remember the games before."""


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


def opponent_of(agent: str, game: OneGame, oracle: Oracle[Any, Any], seed: int) -> Opponent:
    """An agent by its name as a player of games. Its choices depend only on the seed, and on the games before.

    Raises `ValueError` for a name that `qttt.learn.measures.ladder.policy_of` does not know.
    """
    kind, number, _ = agent_name(agent, DEEPEST)
    rules, chance = oracle.game, Random(seed)
    if kind == "random":
        return AnyAction(chance)
    if kind == "monte-carlo":
        return MonteCarlo(rules, number, seed)
    if kind == "expecti-minimax":
        return ByAgent(ExpectiMinimax(rules, number, game.entry.evaluation(rules)), chance)
    return perfect(oracle)


def sampled(oracle: Oracle[Any, Any], name: str, games: int, seed: int, report: Report = lambda *_: None) -> Sampled:
    """Measure an agent by `games` games as X and as many as O against every agent of the ladder, to their end.

    Losses are exact for each action. Games depend only on the seed; `report` is told how many games are played, and how
    many there will be. Raises `ValueError` for a game that cannot be played or measured.
    """
    losses, rewards = _Losses(oracle), defaultdict[tuple[str, str], list[float]](list)
    done, every = 0, len(LADDER) * 2 * games
    for (number, other), side in product(enumerate(LADDER), (X, O)):
        pair = (name, other) if side == X else (other, name)
        for first in range(0, games, SAME_AGENTS):
            draws, game = Random(f"{seed} {number} {side} {first}"), OneGame(oracle.game)
            game.seed(draws.randrange(SEEDS))
            agent, rival = (opponent_of(each, game, oracle, draws.getrandbits(63)) for each in (name, other))
            for _ in range(first, min(first + SAME_AGENTS, games)):
                report(done, every)
                rewards[pair].append(_played(game, agent, rival, side, losses))
                done += 1
    results = {pair: _result(oracle, its) for pair, its in rewards.items()}
    return Sampled(tuple(losses.stages()), results, (losses.worst[1],) if losses.worst else ())


def _played(game: OneGame, agent: Opponent, rival: Opponent, side: int, losses: _Losses) -> float:
    """The reward of X in a game in which the agent is on a side."""
    game.begin()
    for _ in range(game.longest):
        if game.to_move == OVER:
            return game.reward
        number = (agent if game.to_move == side else rival).choose(game)
        if game.to_move == side:
            losses.note(game, number)
        game.play(number)
    return 0.0


def _result(oracle: Oracle[Any, Any], rewards: list[float]) -> ResultOfGames:
    """The rewards of X as a result, in the scores of the game."""
    worth = entry_of(oracle.game).worth(oracle.game)
    draw, win = float(worth.draw), float(worth.win)
    given = np.array(rewards)
    return result_of(oracle, draw + given * (win - draw), np.sign(given) * (abs(given) >= 0.5))


class _Losses:
    """What an agent's actions lose, by the rank of the position, and the worst error of the lowest rank with one."""

    def __init__(self, oracle: Oracle[Any, Any]) -> None:
        self._oracle, self._graph = oracle, graph_of(oracle)
        self._losses: dict[int, list[float]] = defaultdict(list)
        self.worst: tuple[tuple[int, float], Mistake] | None = None

    def note(self, game: OneGame, number: int) -> None:
        """Note an action of the agent in the position of a game."""
        position, action = game.position, game.named[number]
        values = self._oracle.values(position)
        best = (max if game.to_move == X else min)(values.values())
        loss = float(abs(best - values[action]))
        keys = np.array(game.entry.keys(self._graph.answers, [position]), np.int64)
        rank = int(self._graph.rank(keys)[0])
        self._losses[rank].append(loss)
        if loss and (self.worst is None or (rank, -loss) < self.worst[0]):
            self.worst = (rank, -loss), Mistake(position, action, loss, self._oracle.best(position))

    def stages(self) -> Iterator[StageOfGames]:
        """The stages, from the lowest."""
        worth = entry_of(self._oracle.game).worth(self._oracle.game)
        for rank, its in sorted(self._losses.items()):
            right = interval(sum(not loss for loss in its), len(its))
            regret = mean(its, 0, float(2 * (worth.most - worth.draw)))
            yield StageOfGames(self._graph.stage(rank), len(its), right, regret)
