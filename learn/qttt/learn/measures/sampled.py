"""Measures of an agent from games that it plays, where its chances in each position are not known."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any, NamedTuple

import numpy as np

from qttt.learn.measures.intervals import Interval, Mean, interval, mean
from qttt.learn.measures.ladder import LADDER, name_of
from qttt.learn.playouts import MonteCarlo
from qttt.learn.table import OVER, PLAYERS, SEEDS, AnyAction, ByAgent, Opponent, Table
from qttt.oracle import Oracle
from qttt.oracle.registry import entry_of
from qttt.reference.agents.evaluation import ends_alone
from qttt.reference.agents.expecti_minimax import ExpectiMinimax
from qttt.reference.agents.perfect import PerfectAgent

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


class ResultOfGames(NamedTuple):
    """What games between two agents were worth to X, and the shares that X won, that nobody won, and that O won."""

    games: int
    value: Mean
    chances: tuple[Interval, Interval, Interval]


class Error(NamedTuple):
    """An action that lost: in which position, which, and how much."""

    position: Any
    action: Any
    loss: float


@dataclass(frozen=True)
class Sampled:
    """Measures of an agent from games.

    - reached: by stage, from the lowest
    - results: against every agent of the ladder, by the names of X and O
    - first_error: the worst of the lowest stage in which there is one
    """

    reached: tuple[StageOfGames, ...]
    results: Mapping[tuple[str, str], ResultOfGames]
    first_error: Error | None


def opponent_of(agent: str, oracle: Oracle[Any, Any], seed: int) -> Opponent:
    """An agent by its name as a player of games. Its choices depend only on the seed, and on the games before.

    Raises `ValueError` for a name that `qttt.learn.measures.ladder.policy_of` does not know.
    """
    kind, number = name_of(agent)
    game, chance = oracle.game, Random(seed)
    entry = entry_of(game)
    if kind == "random":
        return AnyAction(chance)
    if kind == "monte-carlo":
        return MonteCarlo(game, number, seed)
    if kind == "expecti-minimax":
        return ByAgent(ExpectiMinimax(game, number, ends_alone(game, entry.worth(game).draw)), chance)
    return ByAgent(PerfectAgent(oracle.choices), chance)


def sampled(oracle: Oracle[Any, Any], name: str, games: int, seed: int, report: Report = lambda *_: None) -> Sampled:
    """Measure an agent by `games` games as X and as many as O against every agent of the ladder, to their end.

    Losses are exact for each action. Games depend only on the seed; `report` is told how many games are played, and how
    many there will be. Raises `ValueError` for a game that cannot be played or measured.
    """
    noted, rewards = _Noted(oracle), defaultdict[tuple[str, str], list[float]](list)
    done, every = 0, len(LADDER) * len(PLAYERS) * games
    for (number, other), side in product(enumerate(LADDER), range(len(PLAYERS))):
        pair = (other, name) if side else (name, other)
        for first in range(0, games, SAME_AGENTS):
            draws, table = Random(f"{seed} {number} {side} {first}"), Table(oracle.game)
            table.seed(draws.randrange(SEEDS))
            agent, rival = (opponent_of(each, oracle, draws.getrandbits(63)) for each in (name, other))
            for _ in range(first, min(first + SAME_AGENTS, games)):
                report(done, every)
                rewards[pair].append(_played(table, agent, rival, side, noted))
                done += 1
    results = {pair: _result(oracle, its) for pair, its in rewards.items()}
    return Sampled(tuple(_stages(oracle, noted.losses)), results, noted.worst and _error(oracle.game, noted.worst))


def _error(game: Any, found: tuple[int, float, str, str]) -> Error:
    _, loss, written, text = found
    position = game.position(written)
    return Error(position, next(action for action in game.actions(position) if str(action) == text), loss)


def _played(table: Table, agent: Opponent, rival: Opponent, side: int, found: _Noted) -> float:
    """The reward of X in a game in which the agent is on a side."""
    table.begin()
    for _ in range(table.longest):
        if table.to_move == OVER:
            return table.reward
        if table.to_move != side:
            table.play(rival.choose(table))
            continue
        number = agent.choose(table)
        found.note(table, number)
        table.play(number)
    return 0.0


def _result(oracle: Oracle[Any, Any], rewards: list[float]) -> ResultOfGames:
    """The rewards of X as a result, in the scores of the game."""
    worth, games = entry_of(oracle.game).worth(oracle.game), len(rewards)
    draw, win, most = map(float, (worth.draw, worth.win, worth.most))
    scores = [draw + each * (win - draw) for each in rewards]
    x_won, o_won = (sum(sign * each >= 0.5 for each in rewards) for sign in (1, -1))
    x, nobody, o = (interval(count, games) for count in (x_won, games - x_won - o_won, o_won))
    return ResultOfGames(games, mean(scores, 2 * draw - most, most), (x, nobody, o))


def _graph_of(oracle: Oracle[Any, Any]) -> Any:
    game = oracle.game
    graph = entry_of(game).graph(game, oracle.tablebase)
    if graph is None:
        raise ValueError(f"{game!r}: its positions have no graph; agents of this game are not measured")
    return graph


def _stages(oracle: Oracle[Any, Any], losses: Mapping[int, list[float]]) -> Iterator[StageOfGames]:
    """The stages, from the lowest."""
    graph, worth = _graph_of(oracle), entry_of(oracle.game).worth(oracle.game)
    for rank, its in sorted(losses.items()):
        right = interval(sum(not loss for loss in its), len(its))
        regret = mean(its, 0, float(2 * (worth.most - worth.draw)))
        yield StageOfGames(graph.stage(rank), len(its), right, regret)


@dataclass
class _Noted:
    """What an agent's actions lose, by the rank of the position."""

    oracle: Oracle[Any, Any]
    losses: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    worst: tuple[int, float, str, str] | None = None

    def __post_init__(self) -> None:
        self._entry, self._graph = entry_of(self.oracle.game), _graph_of(self.oracle)

    def note(self, table: Table, number: int) -> None:
        """Note an action of the agent in the table's position."""
        position, action = table.position, table.named[number]
        values = self.oracle.values(position)
        best = (min if table.to_move else max)(values.values())
        loss = float(abs(best - values[action]))
        [key] = self._entry.keys(self._graph.answers, [position])
        rank = int(self._graph.rank(self._graph.canonical(np.array([key], np.int64)))[0])
        self.losses[rank].append(loss)
        if loss and (self.worst is None or (rank, -loss) < (self.worst[0], -self.worst[1])):
            self.worst = rank, loss, self.oracle.game.write_position(position), str(action)
