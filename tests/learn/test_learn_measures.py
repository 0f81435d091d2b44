"""The measures of agents: trees, policies, games drawn, Elo ratings, and `qttt evaluate`."""

from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

import numpy as np
import pytest

from qttt.fast.batch import SYSTEM, O, X
from qttt.learn.measures import measuring, policies
from qttt.learn.measures.games import choice_of, games_of, measure_by_games
from qttt.learn.measures.policies import LADDER
from qttt.learn.measures.statistics import interval, mean, ratings
from qttt.learn.measures.tree import first_of, tree_of
from qttt.oracle import Oracle, game, solve
from qttt.oracle.registry import entry
from qttt.reference.playing import outcome_chances


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


def test_system_acts_in_an_image_as_in_that_position() -> None:
    """Also where both selections are worth the same, and the first one counts for X. Rule: SQT-EQUAL-1"""
    tree = tree_of(solve(game("sqt", q="3/4"), progress=False), 3)
    acts = np.flatnonzero(tree.actor == SYSTEM)
    actions = np.flatnonzero(tree.actor[tree.parent] == SYSTEM)
    for image in range(tree.images):
        due = tree.graph.expand(tree.graph.image(tree.keys[acts], image)).chances.reshape(-1, 2)
        second = tree.place_of_actions(actions, image) == len(tree.actions) - 1
        assert tree.chances[image, actions].tolist() == due[np.repeat(range(len(acts)), 2), second.astype(int)].tolist()


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


@pytest.mark.thorough
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


def test_rating_difference_gives_the_expected_score() -> None:
    found = ratings(["a", "b"], {("b", "a"): 3 / 4}, "a")
    assert found["a"] == 0
    assert 1 / (1 + 10 ** (-(found["b"] or 0) / 400)) == pytest.approx(3 / 4)


def test_ratings_are_of_maximum_likelihood() -> None:
    """There the sum of an agent's expected scores is that of its scores."""
    names, chance = [*"abcde"], Random(1)
    scores = {pair: chance.random() for pair in combinations(names, 2)}
    found = {name: rating or 0 for name, rating in ratings(names, scores, "c").items()}
    for name in names:
        due = sum(score if name == a else 1 - score for (a, b), score in scores.items() if name in (a, b))
        expected = sum(1 / (1 + 10 ** ((found[other] - found[name]) / 400)) for other in names if other != name)
        assert expected == pytest.approx(due)


def test_agent_that_always_wins_has_no_rating() -> None:
    found = ratings(["a", "b", "c"], {("a", "b"): 1 / 2, ("a", "c"): 0, ("b", "c"): 0}, "a")
    assert found == {"a": 0, "b": 0, "c": None}
    assert ratings(["a", "b", "c"], {("a", "b"): 1 / 2, ("a", "c"): 1, ("b", "c"): 1}, "a")["c"] is None


def test_agent_is_rated_by_way_of_others() -> None:
    found = ratings(["a", "b", "c"], {("a", "b"): 1 / 2, ("b", "c"): 1 / 4, ("a", "c"): 0}, "a")
    assert (found["c"] or 0) > 0
