"""Measures of an agent from games that it plays, where its chances in each position are not known."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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

PART = 20
"""Games of a part."""


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
    return ByAgent(PerfectAgent(entry.perfect(game, oracle.tablebase).choices), chance)


class Part(NamedTuple):
    """Games that are played one after the other: the rival's number on the ladder, the side of the agent, and which
    games of the two."""

    rival: int
    side: int
    first: int
    games: int


class PlayedPart(NamedTuple):
    """What the games of a part have shown: the agent's losses by the rank of the position, the rewards of X, and the
    worst error of the lowest rank, if there is one: rank, loss, position and action as text."""

    losses: Mapping[int, Sequence[float]]
    rewards: Sequence[float]
    error: tuple[int, float, str, str] | None


def parts_of(games: int) -> list[Part]:
    """The parts of `games` games as X and as many as O against every agent of the ladder.

    >>> [part.games for part in parts_of(25)[:2]]
    [20, 5]
    """
    return [
        Part(rival, side, first, min(PART, games - first))
        for rival in range(len(LADDER))
        for side in range(len(PLAYERS))
        for first in range(0, games, PART)
    ]


def play_part(
    oracle: Oracle[Any, Any], name: str, part: Part, seed: int, report: Callable[[int], None] = lambda _: None
) -> PlayedPart:
    """The games of a part, which depend only on the part and on the seed; `report` hears how many have been played."""
    draws = Random(f"{seed} {part.rival} {part.side} {part.first}")
    found, table = _Noted(oracle), Table(oracle.game)
    table.seed(draws.randrange(SEEDS))
    agent, rival = (opponent_of(each, oracle, draws.getrandbits(63)) for each in (name, LADDER[part.rival]))
    rewards = []
    for each in range(part.games):
        report(each)
        rewards.append(_played(table, agent, rival, part.side, found))
    return PlayedPart(dict(found.losses), rewards, found.worst)


def combined(oracle: Oracle[Any, Any], name: str, games: int, played: Iterable[PlayedPart]) -> Sampled:
    """The measures of an agent from all parts, in the order of `parts_of`."""
    losses: dict[int, list[float]] = defaultdict(list)
    rewards: dict[tuple[str, str], list[float]] = defaultdict(list)
    errors = []
    for part, found in zip(parts_of(games), played, strict=True):
        other = LADDER[part.rival]
        rewards[(other, name) if part.side else (name, other)] += found.rewards
        for rank, lost in found.losses.items():
            losses[rank] += lost
        errors += [found.error] if found.error else []
    results = {pair: _result(oracle, its) for pair, its in rewards.items()}
    first = min(errors, key=lambda error: (error[0], -error[1]), default=None)
    return Sampled(tuple(_stages(oracle, losses)), results, first and _error(oracle.game, first))


def sampled(oracle: Oracle[Any, Any], name: str, games: int, seed: int, report: Report = lambda *_: None) -> Sampled:
    """Measure an agent by `games` games as X and as many as O against every agent of the ladder, to their end.

    Losses are exact for each action. Games depend only on the seed; `report` is told how many games are played, and how
    many there will be. Raises `ValueError` for a game that cannot be played or measured.
    """
    parts = parts_of(games)
    every, done, played = sum(part.games for part in parts), 0, []
    for part in parts:
        played.append(play_part(oracle, name, part, seed, lambda more: report(done + more, every)))  # noqa: B023
        done += part.games
    return combined(oracle, name, games, played)


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
