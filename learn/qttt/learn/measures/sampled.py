"""Measures of an agent from games that it plays, where its chances in each position are not known."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any, NamedTuple

import numpy as np

from qttt.fast.batch import OVER, O, X
from qttt.fast.side_by_side import turns
from qttt.learn.measures.intervals import Interval, Mean, interval, mean
from qttt.learn.measures.ladder import LADDER
from qttt.learn.measures.measuring import TOLERANCE, Mistake, mistake_of
from qttt.learn.measures.played import ResultOfGames, result_of
from qttt.learn.measures.tree import Array
from qttt.learn.one_game import has_system
from qttt.learn.opponents import actions_made, choice_of, games_of, keys_of
from qttt.oracle import Oracle
from qttt.oracle.registry import entry_of

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


def sampled(oracle: Oracle[Any, Any], name: str, games: int, seed: int, report: Report = lambda *_: None) -> Sampled:
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
            tree, made = actions_made(oracle, keys_of(oracle, played, here), numbers)
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


def _result(oracle: Oracle[Any, Any], values: Array) -> ResultOfGames:
    """What games were worth to X, as a result: who gets at least half as much as a win has won."""
    worth = entry_of(oracle.game).worth(oracle.game)
    ahead = (values - float(worth.draw)) / float(worth.win - worth.draw)
    return result_of(oracle, values, np.sign(ahead) * (abs(ahead) >= 0.5))
