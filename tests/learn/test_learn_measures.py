"""The measures of agents: trees, policies, and `qttt evaluate`."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from qttt.fast.batch import CHANCE, OVER, SYSTEM, O, X
from qttt.learn.measures import exact, ladder, policies
from qttt.learn.measures.tree import Tree, tree_of
from qttt.oracle import game, solve
from qttt.oracle.entry import NotSolvable
from qttt.oracle.registry import entry_of
from qttt.reference.game import Actor

GAMES: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("goff", {}, 2),
    ("goff", {"collapse": "self"}, 2),
    ("sqt", {"q": "3/4"}, 2),
    ("probabilistic", {"seed": 1}, 9),
    ("tiqtaqtoe", {"level": "minimal"}, 9),
    ("tiqtaqtoe", {"level": "moderate", "lines": "every-move", "both": "X"}, 3),
    ("hybrid", {"links": "single", "both": "X"}, 4),
)


@pytest.fixture(scope="module", params=GAMES, ids=str)
def tree(request: pytest.FixtureRequest) -> Tree:
    name, options, through = request.param
    return tree_of(solve(game(name, **options), progress=False), through)


ACTORS = {X: Actor.X, O: Actor.O, CHANCE: Actor.CHANCE, SYSTEM: Actor.SYSTEM}


def test_positions_are_those_of_the_reference(tree: Tree) -> None:
    play = tree.oracle.game
    for at in sampled(tree):
        position = tree.position(at)
        assert tree.value[at] == pytest.approx(float(tree.oracle.value(position)), abs=1e-12)
        if tree.ended[at]:
            outcome = play.score(position).outcome
            assert {1: Actor.X, 0: None, -1: Actor.O}[tree.won[at]] == outcome.winner
        if tree.actor[at] != OVER:
            actions = range(tree.first[at], tree.first[at + 1])
            assert play.actor(position) == ACTORS[tree.actor[at]]
            if tree.actor[at] != CHANCE:
                assert [tree.named(action) for action in actions] == [*play.actions(position)]


def sampled(tree: Tree) -> range:
    """Some positions of the whole tree."""
    return range(0, len(tree.keys), max(1, len(tree.keys) // 60))


def test_random_play_is_worse_than_perfect_play(tree: Tree) -> None:
    found = exact.measured(tree, policies.random(tree))
    assert found.as_x - 1e-12 < found.value < found.as_o + 1e-12
    assert found.as_x < found.as_o
    assert found.exploitability == pytest.approx((found.as_o - found.as_x) / 2)
    assert tree.plies[tree.parent[found.first_errors[0]]] == 0


def test_results_of_two_agents_add_up(tree: Tree) -> None:
    random, perfect = policies.random(tree), policies.perfect(tree)
    found = ladder.result(tree, random, perfect)
    assert found.value < ladder.result(tree, perfect, random).value
    if found.chances:
        assert sum(found.chances) == pytest.approx(1)
    else:
        assert tree.stops
        assert entry_of(tree.oracle.game).has_chance


def test_play_without_end_is_a_draw() -> None:
    """All squares but the first are neutral for ever, so only naming the first one ends play, and it never makes a
    line: nobody wins, whoever plays."""
    always, never = (Fraction(1), Fraction(0), Fraction(0)), (Fraction(0), Fraction(1), Fraction(0))
    tree = tree_of(solve(game("probabilistic", board=[always, *[never] * 8]), progress=False), 9)
    for policy in (policies.random(tree), policies.perfect(tree)):
        found = exact.measured(tree, policy)
        assert (found.as_x, found.value, found.as_o) == (0.5, 0.5, 0.5)
        assert ladder.result(tree, policy, policy).chances == pytest.approx((0, 1, 0))


def test_monte_carlo_needs_a_whole_tree() -> None:
    with pytest.raises(ValueError, match="known only in a whole tree"):
        policies.monte_carlo(tree_of(solve(game("goff"), progress=False), 1), 10)


def test_search_sees_no_end_before_ply_5() -> None:
    tree = tree_of(solve(game("goff"), progress=False), 1)
    found = ladder.policy_of("expecti-minimax:3", tree, 1)
    assert (found == policies.first_of(tree, np.ones(len(tree.action), np.bool_))).all()


DEPTHS, PLAYOUTS = (
    "expecti-minimax:DEPTH with a number from 2 to 6",
    "monte-carlo:PLAYOUTS with a number from 1 to 100,000",
)


@pytest.mark.parametrize(
    ("agent", "expected"),
    [
        ("random:3", "random, perfect"),
        *((agent, DEPTHS) for agent in ("expecti-minimax", "expecti-minimax:1", "expecti-minimax:99")),
        *((f"monte-carlo:{number}", PLAYOUTS) for number in ("0", "1e3", "9999999999")),
    ],
)
def test_unknown_agent_is_refused(agent: str, expected: str) -> None:
    with pytest.raises(ValueError, match=f"agent {agent!r}: expected {expected}"):
        ladder.policy_of(agent, tree_of(solve(game("goff"), progress=False), 0), 0)


@pytest.mark.parametrize("wrong", [lambda p: p * 2, lambda p: p[:-1], lambda p: -p, lambda p: p * np.nan])
def test_policy_that_is_none_is_refused(wrong: Any) -> None:
    tree = tree_of(solve(game("goff"), progress=False), 0)
    with pytest.raises(ValueError, match=r"probabilit"):
        exact.measured(tree, wrong(policies.random(tree)))


def test_game_without_a_graph_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    classic = solve(game("tiqtaqtoe", level="classic"), progress=False)
    monkeypatch.setattr(type(entry_of(classic.game)), "graph", lambda *_: None)
    with pytest.raises(ValueError, match="agents of this game are not measured"):
        tree_of(classic, 1)


def test_game_that_is_not_solved_is_refused() -> None:
    with pytest.raises(NotSolvable, match="too many to be solved"):
        tree_of(solve(game("hybrid", links="two"), progress=False), 1)


def test_tree_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qttt.learn.measures.tree.MOST", 1000)
    with pytest.raises(ValueError, match="through 3: these positions have more than 1,000 actions"):
        tree_of(solve(game("goff"), progress=False), 3)


@pytest.mark.parametrize("through", [-1, 1.5, True, "2"])
def test_plies_that_are_none_are_refused(through: Any) -> None:
    with pytest.raises(ValueError, match="expected an integer from 0"):
        tree_of(solve(game("goff"), progress=False), through)
