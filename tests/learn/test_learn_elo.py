"""Elo ratings from expected scores."""

from itertools import combinations
from random import Random

import pytest

from qttt.learn.measures.statistics import ratings


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
