"""Matches of TiqTaqToe: where games lead, how probable every move of an agent is, samples and exact chances."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import numpy as np
import pytest

from qttt.fast.backend import Cpu
from qttt.fast.tiqtaqtoe.boards import code_of
from qttt.fast.tiqtaqtoe.choices import Agent, Agents
from qttt.fast.tiqtaqtoe.matches import expected, played
from qttt.fast.tiqtaqtoe.paths import Moves, Paths, Places
from qttt.fast.tiqtaqtoe.rules import Setting, State
from qttt.fast.tiqtaqtoe.solve import solve
from qttt.fast.tiqtaqtoe.won import chances_to_win_most
from qttt.verification.strict_device import StrictDevice

SETTINGS = [Setting("minimal"), Setting("moderate", lines="full-board"), Setting("high", pair="legal")]
CLASSIC = Setting("classic")


@cache
def paths_of(setting: Setting) -> Paths:
    return Paths(StrictDevice(), solve(Cpu(), setting).tablebase)


@cache
def some_agents(setting: Setting) -> tuple[Agent, ...]:
    """One of each kind: random, Monte Carlo, expecti-minimax, perfect, expecti-minimax with any of the best."""
    known = Agents(paths_of(setting))
    return (
        known.random(),
        known.monte_carlo(20),
        known.expecti_minimax(2),
        known.perfect(),
        known.expecti_minimax(3, any_best=True),
    )


# The chances of choices

CHANCES = [(0.5, 0.5, 0.5), (0.2, 0.0, 1.0), (0.3, 0.6, 0.55), (0.0, 0.0, 0.0), (1.0, 0.9, 1.0), (0.25,)]


@pytest.mark.parametrize("playouts", [1, 3])
def test_chance_to_be_chosen_is_that_of_all_cases(playouts: int) -> None:
    """Every number of won playouts of every move, with its probability; the lowest slot of equal ones."""
    owner = np.repeat(np.arange(len(CHANCES)), [len(won) for won in CHANCES])
    slot = np.concatenate([np.arange(len(won))[::-1] for won in CHANCES])
    begin = np.flatnonzero(np.append(True, owner[1:] != owner[:-1]))
    moves = Moves(begin, owner, slot, Places(owner, owner))
    found = chances_to_win_most(Cpu(), playouts, np.concatenate(CHANCES), moves)
    right: list[Fraction] = []
    for won in CHANCES:
        shares = [Fraction(0)] * len(won)
        for counts in product(range(playouts + 1), repeat=len(won)):
            weight = Fraction(1)
            for count, p in zip(counts, map(Fraction, won), strict=True):
                weight *= comb(playouts, count) * p**count * (1 - p) ** (playouts - count)
            shares[max(range(len(won)), key=lambda move, counts=counts: (counts[move], move))] += weight  # type: ignore[misc]
        right += shares
    part = Fraction(playouts + 750, 2**43)
    assert all(abs(Fraction(f) - share) <= part * share for f, share in zip(found.tolist(), right, strict=True))
    last = chances_to_win_most(Cpu(), playouts, np.concatenate(CHANCES), moves._replace(slot=-slot))
    assert max(abs(found - last)) > 0.1  # the last of equal ones: the planted error


def test_zero_playouts_are_rejected() -> None:
    with pytest.raises(ValueError, match="0 playouts decide nothing: expected at least 1"):
        Agents(paths_of(CLASSIC)).monte_carlo(0)


# Exact chances


def test_game_from_three_empty_squares_matches_hand_results() -> None:
    """X wins on 7. After 8 O must take 7, after 9 it wins on 8; X's last square wins only after 8 and 9."""
    paths, (random, monte_carlo, *_) = paths_of(CLASSIC), some_agents(CLASSIC)
    start = State((code_of("XOXXOO..."),), False)
    found = expected(paths, (random, random), start)
    assert found.ends == pytest.approx((1 / 2, 1 / 6, 0, 1 / 3), abs=1e-12)
    assert found.losses == pytest.approx((0,) * 6 + (1, 1 / 3, 0), abs=1e-12)
    assert expected(paths, (monte_carlo, random), start).ends == pytest.approx((1, 0, 0, 0), abs=1e-12)
    games = played(paths, (monte_carlo, random), 50, np.random.default_rng(1), start)
    assert (set(games.ends.tolist()), games.losses.tolist()) == ({0}, [[0] * 50] * 2)


def test_unreachable_start_is_rejected() -> None:
    players = (some_agents(CLASSIC)[0],) * 2
    with pytest.raises(KeyError, match="no game reaches"):
        expected(paths_of(CLASSIC), players, State((code_of("OO......."),), False))


# Samples


def test_same_numbers_give_the_same_games() -> None:
    paths, agents = paths_of(SETTINGS[0]), some_agents(SETTINGS[0])
    first, again, other = (
        played(paths, (agents[1], agents[4]), 200, np.random.default_rng(seed)).ends.tolist() for seed in (1, 1, 2)
    )
    assert first == again != other
