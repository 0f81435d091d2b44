"""The measures of agents: trees, policies, and `qttt evaluate`."""

from typing import Any

import numpy as np
import pytest

from qttt.fast.batch import OVER, O, X
from qttt.learn.measures import exact, ladder, policies
from qttt.learn.measures.tree import Tree, tree_of
from qttt.oracle import game, solve


@pytest.fixture(scope="module", params=[("goff", {}), ("goff", {"collapse": "self"}), ("sqt", {"q": "3/4"})], ids=str)
def tree(request: pytest.FixtureRequest) -> Tree:
    name, options = request.param
    return tree_of(solve(game(name, **options), progress=False), 2)


def test_positions_are_those_of_the_reference(tree: Tree) -> None:
    play = tree.oracle.game
    for at in range(0, len(tree.keys), max(1, len(tree.keys) // 60)):
        position = tree.position(at)
        assert tree.value[at] == pytest.approx(float(tree.oracle.value(position)), abs=1e-12)
        if tree.actor[at] != OVER:
            actions = range(tree.first[at], tree.first[at + 1])
            assert [tree.named(action) for action in actions] == [*play.actions(position)]
            assert {X: "X", O: "O"}.get(tree.actor[at], "SYSTEM") == str(play.actor(position))


def test_best_play_backed_up_is_the_value(tree: Tree) -> None:
    policy = policies.perfect(tree)
    assert exact.against(tree, policy, policy, tree.value) == pytest.approx(tree.value, abs=1e-12)
    assert exact.measured(tree, policy).exploitability == pytest.approx(0, abs=1e-12)


def test_random_play_is_worse_than_perfect_play(tree: Tree) -> None:
    found = exact.measured(tree, policies.random(tree))
    assert found.as_x < found.value < found.as_o
    assert found.exploitability == pytest.approx((found.as_o - found.as_x) / 2)
    assert tree.plies[tree.parent[found.first_errors[0]]] == 0


def test_perfect_play_reaches_fewer_positions_than_there_are(tree: Tree) -> None:
    found = exact.measured(tree, policies.perfect(tree))
    assert found.reached[-1].positions < found.everywhere[-1].positions
    assert found.reached[0] == found.everywhere[0]
    assert found.first_errors == ()


def test_results_of_two_agents_add_up(tree: Tree) -> None:
    random, perfect = policies.random(tree), policies.perfect(tree)
    found = ladder.result(tree, random, perfect)
    assert found.value < ladder.result(tree, perfect, random).value
    if found.chances:
        assert sum(found.chances) == pytest.approx(1)
        assert ladder.result(tree, perfect, perfect).chances == pytest.approx((1, 0, 0))
    else:
        assert tree.oracle.game.has_system


def test_search_sees_no_end_before_ply_5() -> None:
    tree = tree_of(solve(game("goff"), progress=False), 1)
    found = ladder.policy_of("expecti-minimax:3", tree, 1)
    assert (found == policies.first_of(tree, np.ones(len(tree.action), np.bool_))).all()


@pytest.mark.parametrize("agent", ["perfekt", "expecti-minimax", "expecti-minimax:1", "expecti-minimax:99", "random:3"])
def test_unknown_agent_is_refused(agent: str) -> None:
    with pytest.raises(ValueError, match="expected random, perfect, or expecti-minimax"):
        ladder.policy_of(agent, tree_of(solve(game("goff"), progress=False), 0), 0)


@pytest.mark.parametrize("wrong", [lambda p: p * 2, lambda p: p[:-1], lambda p: -p, lambda p: p * np.nan])
def test_policy_that_is_none_is_refused(wrong: Any) -> None:
    tree = tree_of(solve(game("goff"), progress=False), 0)
    with pytest.raises(ValueError, match=r"probabilit"):
        exact.measured(tree, wrong(policies.random(tree)))


def test_game_without_a_graph_is_refused() -> None:
    with pytest.raises(ValueError, match="agents of this game are not measured"):
        tree_of(solve(game("tiqtaqtoe", level="minimal"), progress=False), 1)


@pytest.mark.parametrize("through", [-1, 1.5, True, "2"])
def test_plies_that_are_none_are_refused(through: Any) -> None:
    with pytest.raises(ValueError, match="expected an integer from 0"):
        tree_of(solve(game("goff"), progress=False), through)
