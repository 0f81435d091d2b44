"""Measures of agents from games, and the Monte Carlo agent on the kernels."""

from random import Random
from typing import Any

import numpy as np
import pytest

from qttt.learn.measures.games import choice_of, games_of, measure_by_games
from qttt.learn.measures.policies import LADDER
from qttt.learn.measures.statistics import interval, mean
from qttt.oracle import Oracle, game, solve
from qttt.oracle.registry import entry
from qttt.reference.playing import outcome_chances

PLAYOUTS = 20_000


@pytest.fixture(scope="module")
def oracle() -> Oracle[Any, Any]:
    return solve(game("tiqtaqtoe", level="minimal"), progress=False)


def test_perfect_play_loses_nothing(oracle: Oracle[Any, Any]) -> None:
    found = measure_by_games(oracle, "perfect", 8, 1)
    assert {(each.optimal.share, each.regret.mean) for each in found.reached} == {(1, 0)}
    assert found.mistakes == ()
    assert {*found.results} == {(x, o) for x in LADDER for o in LADDER if "perfect" in (x, o)}


def test_random_play_is_near_its_exact_measures(oracle: Oracle[Any, Any]) -> None:
    """Of the 45 first moves 4 win: see `qttt best tiqtaqtoe --switch level=minimal`."""
    found = measure_by_games(oracle, "random", 30, 1)
    start = found.reached[0]
    assert (start.stage, start.actions) == ("ply 0", 90)
    best = len(oracle.best("")) / len(oracle.values(""))
    assert start.optimal.low < best < start.optimal.high
    [mistake] = found.mistakes
    assert mistake.loss == abs(oracle.value(mistake.position) - oracle.values(mistake.position)[mistake.action])
    assert (*mistake.best,) == oracle.best(mistake.position)


def test_equal_seeds_give_equal_measures(oracle: Oracle[Any, Any]) -> None:
    first, again, other = (measure_by_games(oracle, "monte-carlo:3", 8, seed) for seed in (1, 1, 2))
    assert first == again != other


def test_progress_counts_games(oracle: Oracle[Any, Any]) -> None:
    told: list[tuple[int, int]] = []
    measure_by_games(oracle, "random", 2, 1, lambda *each: told.append(each))
    assert told == [(done, 12) for done in range(0, 12, 2)]


def test_playouts_are_won_as_often_as_by_chance(oracle: Oracle[Any, Any]) -> None:
    """The shares of won playouts are within five standard deviations of the exact chances of the reference."""
    played, named, games = oracle.game, entry("tiqtaqtoe").numbered(oracle.game), games_of(oracle.game, 1, 0)
    agent: Any = choice_of(f"monte-carlo:{PLAYOUTS}", oracle, 1)
    only = np.zeros(1, np.int64)
    for text in ("X1.1 O2.2 X3.3 O4.4", "X1.1 O2.5 X3.2 O4.3 X5.4"):
        record = played.read(text)
        games.begin()
        for action in record.actions:
            games.step(np.array([named.index(action)]))
        mover = played.actor(record.positions[-1])
        for number in np.flatnonzero(games.now.legal[0])[:2]:
            after = outcome_chances(played, played.play(record.positions[-1], named[number]))
            chance = float(sum(share for outcome, share in after.items() if outcome.winner is mover))
            [count] = agent.won(games, only, np.array([number]))
            assert abs(count / PLAYOUTS - chance) < 5 * (chance * (1 - chance) / PLAYOUTS) ** 0.5 + 1e-9


def test_mean_has_the_interval_of_a_share() -> None:
    assert mean([0, 0, 1, 1], 0, 1) == tuple(interval(2, 4))
    chance = Random(1)
    inside = 0
    for _ in range(200):
        low, high = mean([chance.random() * 40 - 20 for _ in range(50)], -20, 20)[1:]
        inside += low < 0 < high
    assert inside > 190
