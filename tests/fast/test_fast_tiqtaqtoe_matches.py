"""Matches of TiqTaqToe: where games lead, how probable every move of an agent is, samples and exact chances."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest

from qttt.fast.backend import Cpu
from qttt.fast.tiqtaqtoe import paths as paths_module
from qttt.fast.tiqtaqtoe import rules
from qttt.fast.tiqtaqtoe.boards import TURNED, code_of
from qttt.fast.tiqtaqtoe.choices import Agent, Agents
from qttt.fast.tiqtaqtoe.matches import error_bound, expected, played
from qttt.fast.tiqtaqtoe.paths import Moves, Paths, Places
from qttt.fast.tiqtaqtoe.rules import START, Setting, State
from qttt.fast.tiqtaqtoe.solve import solve
from qttt.fast.tiqtaqtoe.values import SCALE
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


# Places


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_place_is_the_position_of_the_game(setting: Setting) -> None:
    """Along random games, the place in the arrays, turned back, is the position of the game."""
    assert strayed(setting) == 0


def strayed(setting: Setting, games: int = 12) -> int:
    """How many places of random games are not those of the game."""
    paths, chance, wrong = paths_of(setting), np.random.default_rng(4), 0
    for _ in range(games):
        state, (made, places) = START, paths.begin()
        while rules.actor(setting, state):
            assert made == rules.marks(state)
            if rules.actor(setting, state) == "CHANCE":
                found = rules.measurements(setting, state)[chance.integers(len(state.codes))]
                code = TURNED[places.turns[0], found.codes[0]]
                state, places = found, paths.found(made, np.array([code]), places.turns)
            else:
                moves = paths.moves(made, places)
                assert sorted(moves.slot) == sorted(rules.slots(setting, state))
                taken = chance.integers(len(moves.slot))
                state, places = rules.play(setting, state, int(moves.slot[taken])), moves.to.at(np.array([taken]))
                made += 1
            wrong += not is_at(paths, state, places)
            if wrong:
                break
    return wrong


def is_at(paths: Paths, state: State, places: Places) -> bool:
    begin, boards = paths.boards(rules.marks(state))
    (node,) = places.nodes
    stored = paths.levels[rules.marks(state)].boards[begin[node] : begin[node] + boards[node]]
    return sorted(TURNED[places.turns[0], list(state.codes)]) == sorted(stored)


def test_symmetries_in_the_wrong_order_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths_module, "BOTH", paths_module.BOTH.T)
    with pytest.raises(AssertionError):
        assert strayed(SETTINGS[2]) == 0


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


def test_very_many_playouts_choose_the_best_move() -> None:
    """Of 20,000 playouts a chance of 0.5 wins 1,000 more than one of 0.45: ten standard deviations."""
    moves = Moves(np.array([0]), np.zeros(3, int), np.arange(3), Places(np.zeros(3, int), np.zeros(3, int)))
    found = chances_to_win_most(Cpu(), 20_000, np.array([0.4, 0.5, 0.45]), moves)
    assert found.sum() == pytest.approx(1, abs=1e-9)
    assert found[1] == pytest.approx(1, abs=1e-9)


def test_zero_playouts_are_rejected() -> None:
    with pytest.raises(ValueError, match="0 playouts decide nothing: expected at least 1"):
        Agents(paths_of(CLASSIC)).monte_carlo(0)


# Exact chances


def test_random_play_of_tic_tac_toe_ends_as_is_known() -> None:
    """X wins 737 of 1260, O 363, and 160 are drawn."""
    paths, (random, *_) = paths_of(CLASSIC), some_agents(CLASSIC)
    found = expected(paths, (random, random))
    exact = [Fraction(n, 1260) for n in (737, 363, 0, 160)]
    bound = error_bound(paths, (random, random))
    assert bound < 1e-11
    assert all(abs(Fraction(chance) - right) <= bound for chance, right in zip(found.ends, exact, strict=True))


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


@pytest.mark.parametrize("setting", [SETTINGS[0], CLASSIC._replace(lines="full-board")], ids=str)
def test_exact_chances_add_up(setting: Setting) -> None:
    """X's expected result is the value minus X's loss plus O's loss."""
    paths, agents = paths_of(setting), some_agents(setting)
    value, perfect = int(paths.tablebase.numbers[0][0]) / SCALE, agents[3]
    for x, o in product(agents, repeat=2):
        players = x, o
        found, bound = expected(paths, players), error_bound(paths, players)
        assert abs(sum(found.ends) - 1) <= 4 * bound
        lost = sum(found.losses[::2]) - sum(found.losses[1::2])
        assert abs(found.ends[0] - found.ends[1] - (value - lost)) <= 20 * bound
        assert min(found.losses) >= 0
    assert sum(expected(paths, (perfect, perfect)).losses) == 0


@pytest.mark.parametrize("setting", [CLASSIC, *SETTINGS], ids=str)
def test_bound_of_the_error_is_small(setting: Setting) -> None:
    agents = some_agents(setting)
    assert error_bound(paths_of(setting), (agents[0], agents[3])) < 1e-8
    assert error_bound(paths_of(setting), (agents[1], agents[3])) < 2e-8


# Samples


def within(counts: Any, chances: Any) -> bool:
    """Whether counts are within five standard deviations of the expected ones."""
    games = sum(counts)
    return all(
        abs(count - games * chance) <= 5 * sqrt(games * chance * (1 - chance)) + 1e-6
        for count, chance in zip(counts, np.clip(chances, 0, 1), strict=True)
    )


@pytest.mark.parametrize(("x", "o"), [(0, 0), (1, 0), (2, 1), (1, 3), (4, 1), (3, 4)])
def test_games_come_out_with_the_exact_chances(x: int, o: int) -> None:
    paths, agents = paths_of(SETTINGS[0]), some_agents(SETTINGS[0])
    players = agents[x], agents[o]
    exact, games = expected(paths, players), played(paths, players, 4_000, np.random.default_rng(9))
    assert within(np.bincount(games.ends, minlength=4), exact.ends)
    for player in (0, 1):
        lost = games.losses[player] / SCALE
        assert abs(lost.mean() - sum(exact.losses[player::2])) <= 5 * lost.std() / sqrt(4_000) + 1e-6


def test_same_numbers_give_the_same_games() -> None:
    paths, agents = paths_of(SETTINGS[0]), some_agents(SETTINGS[0])
    first, again, other = (
        played(paths, (agents[1], agents[4]), 200, np.random.default_rng(seed)).ends.tolist() for seed in (1, 1, 2)
    )
    assert first == again != other
