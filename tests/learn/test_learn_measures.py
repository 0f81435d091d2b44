"""The measures of agents: trees, policies, and `qttt evaluate`."""

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from qttt.fast.batch import O, X
from qttt.learn.measures import measuring, policies
from qttt.learn.measures.tree import first_of, tree_of
from qttt.oracle import game, solve


@pytest.mark.parametrize(
    ("name", "options", "through"),
    [
        ("goff", {}, 2),
        ("goff", {"collapse": "self"}, 2),
        ("sqt", {"q": "3/4"}, 2),
        ("probabilistic", {"seed": 1}, 3),
        ("tiqtaqtoe", {"level": "minimal"}, 3),
        ("hybrid", {"links": "single"}, 3),
    ],
)
def test_images_are_measured_as_the_raw_positions(name: str, options: dict[str, Any], through: int) -> None:
    """Each image of a canonical position has the agents' actions of the raw position, in the game's order."""
    oracle = solve(game(name, **options), progress=False)
    tree, raw = (tree_of(oracle, through, raw=each) for each in (False, True))
    agents = [(policies.policy_of(name, tree), policies.policy_of(name, raw)) for name in policies.LADDER]
    for of_images, of_raw in agents:
        found, due = measuring.measure(tree, of_images), measuring.measure(raw, of_raw)
        assert (found.as_x, found.as_o) == pytest.approx((due.as_x, due.as_o), abs=1e-9)
        for player in (X, O):
            which = [
                np.flatnonzero(measuring.find_reached(each, policy, player).any(1))
                for each, policy in ((tree, of_images), (raw, of_raw))
            ]
            assert {*tree.keys[which[0]].tolist()} == {*raw.graph.canonical(raw.keys[which[1]])[0].tolist()}
    for (x, raw_x), (o, raw_o) in product(agents, repeat=2):
        assert policies.result(tree, x, o).value == pytest.approx(policies.result(raw, raw_x, raw_o).value, abs=1e-9)


def test_first_best_action_is_that_of_the_position_as_it_is() -> None:
    """Values of programs that go through all raw positions of at most three moves; in one image of each, random play
    against perfect play would be worth -5.772, and perfect play against random play 19.364."""
    tree = tree_of(solve(game("goff"), progress=False), 3)
    random, search, perfect = (policies.policy_of(name, tree) for name in policies.LADDER)
    assert policies.result(tree, random, perfect).value == pytest.approx(-5.123, abs=5e-4)
    assert policies.result(tree, perfect, random).value == pytest.approx(19.088, abs=5e-4)
    found = policies.result(tree, random, search)
    assert found.chances
    assert (found.value, *found.chances) == pytest.approx((14.692, 0.800, 0.144, 0.056), abs=5e-4)


def test_monte_carlo_is_that_of_the_position_as_it_is() -> None:
    """Of a program that goes through all raw positions."""
    tree = tree_of(solve(game("tiqtaqtoe", level="classic"), progress=False), 9)
    policy = policies.monte_carlo(tree, 10)
    found = policies.result(tree, policy, policies.perfect(tree))
    assert found.chances
    assert found.chances[1] == pytest.approx(0.430, abs=5e-4)
    assert measuring.measure(tree, policy).as_x == pytest.approx(-0.7368, abs=5e-5)


def test_play_without_end_is_a_draw() -> None:
    """All squares but the first are neutral for ever, so only naming the first one ends play, and it never makes a
    line: nobody wins, whoever plays."""
    always, never = (Fraction(1), Fraction(0), Fraction(0)), (Fraction(0), Fraction(1), Fraction(0))
    tree = tree_of(solve(game("probabilistic", board=[always, *[never] * 8]), progress=False), 9)
    for policy in (policies.random(tree), policies.perfect(tree)):
        found = measuring.measure(tree, policy)
        assert (found.as_x, found.value, found.as_o) == (0.5, 0.5, 0.5)
        assert policies.result(tree, policy, policy).chances == pytest.approx((0, 1, 0))


def test_monte_carlo_needs_a_whole_tree() -> None:
    with pytest.raises(ValueError, match="known only where whole games are measured"):
        policies.monte_carlo(tree_of(solve(game("goff"), progress=False), 1), 10)


def test_search_sees_no_end_before_ply_5() -> None:
    tree = tree_of(solve(game("goff"), progress=False), 1)
    found = policies.policy_of("expecti-minimax:3", tree)
    assert (found == first_of(tree, np.ones(len(tree.action), np.bool_))).all()


@pytest.mark.parametrize("agent", ["expecti-minimax", "expecti-minimax:1", "expecti-minimax:7"])
def test_depth_out_of_reach_is_refused(agent: str) -> None:
    with pytest.raises(ValueError, match=f"{agent}: expected expecti-minimax:DEPTH with depth from 2 to 6"):
        policies.policy_of(agent, tree_of(solve(game("goff"), progress=False), 0))


@pytest.mark.parametrize(
    "wrong", [lambda p: p * 2, lambda p: p[:, :-1], lambda p: p[0], lambda p: -p, lambda p: p * np.nan]
)
def test_policy_that_is_none_is_refused(wrong: Any) -> None:
    tree = tree_of(solve(game("goff"), progress=False), 0)
    with pytest.raises(ValueError, match=r"probabilit"):
        measuring.measure(tree, wrong(policies.random(tree)))


def test_tree_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qttt.fast.graph.MOST", 1000)
    with pytest.raises(ValueError, match="more than 1,000 actions; measure fewer moves"):
        tree_of(solve(game("goff"), progress=False), 3)


@pytest.mark.parametrize("through", [-1, 1.5, True, "2"])
def test_plies_that_are_none_are_refused(through: Any) -> None:
    with pytest.raises(ValueError, match="expected an integer from 0"):
        tree_of(solve(game("goff"), progress=False), through)
