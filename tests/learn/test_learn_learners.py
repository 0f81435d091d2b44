"""The learners: they learn, resume where they stopped, and depend only on their seed."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from qttt.learn.learners import td
from qttt.learn.learners.training import Training
from qttt.learn.measures import exact, policies
from qttt.learn.measures.tree import Tree, tree_of
from qttt.learn.nets import NetError, load
from qttt.oracle import Oracle, game, solve


@pytest.fixture(scope="module")
def oracle() -> Oracle[Any, Any]:
    return solve(game("goff"), progress=False)


@pytest.fixture(scope="module")
def tree(oracle: Oracle[Any, Any]) -> Tree:
    return tree_of(oracle, 2)


def small_td(oracle: Oracle[Any, Any], seed: int = 1, **options: Any) -> td.Td:
    return td.Td(oracle, seed, td.Options(games=50, **options))


def small_alphazero(oracle: Oracle[Any, Any], seed: int = 1, **options: Any) -> Any:
    pytest.importorskip("optax", reason="optax is not installed: needs the extra learn")
    from qttt.learn.learners import alphazero

    few = {"games": 8, "simulations": 8, "hidden": (8,), "batch": 16, "gate_games": 2}
    return alphazero.AlphaZero(oracle.game, seed, alphazero.Options(**{**few, **options}))


def small_distil(oracle: Oracle[Any, Any], seed: int = 1, **options: Any) -> Any:
    pytest.importorskip("optax", reason="optax is not installed: needs the extra learn")
    from qttt.learn.learners import distil

    return distil.Distil(oracle, seed, distil.Options(**{"batch": 64, "batches": 3, "hidden": (8,), **options}))


LEARNERS = [small_td, small_alphazero, small_distil]


@pytest.mark.parametrize("make", LEARNERS)
def test_equal_seeds_give_equal_arrays(make: Any, oracle: Oracle[Any, Any]) -> None:
    found = []
    for seed in (1, 1, 2):
        made = make(oracle, seed)
        for _ in range(2):
            made.step(0.0)
        found.append(made.content()[1])
    assert all((found[0][name] == found[1][name]).all() for name in found[0])
    assert not all(np.array_equal(found[0][name], found[2][name]) for name in found[0])


@pytest.mark.parametrize("make", LEARNERS)
def test_a_training_resumes_where_it_stopped(
    make: Any, oracle: Oracle[Any, Any], tree: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    whole = Training(make(oracle), oracle.game, tree, tmp_path / "whole", said.append).run(steps=3)
    stopped = make(oracle)
    step = stopped.step

    def interrupted(part: float) -> str:
        if stopped.steps == 2:
            raise KeyboardInterrupt
        return str(step(part))

    monkeypatch.setattr(stopped, "step", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Training(stopped, oracle.game, tree, tmp_path / "parts", said.append).run(steps=3)
    assert load(tmp_path / "parts").record["steps"] == 2
    resumed = Training(make(oracle), oracle.game, tree, tmp_path / "parts", said.append).run(steps=3)
    assert "resumes after" in " ".join(said)
    assert resumed.record["steps"] == 3
    assert all((whole.arrays[name] == resumed.arrays[name]).all() for name in whole.arrays)
    assert whole.record["curve"][-1]["optimal"] == resumed.record["curve"][-1]["optimal"]


def test_another_training_is_not_continued(oracle: Oracle[Any, Any], tree: Tree, tmp_path: Path) -> None:
    Training(small_td(oracle), oracle.game, tree, tmp_path / "td", print).run(steps=1)
    for other, told in (({"seed": 2}, "another seed"), ({"alpha": 0.5}, "another settings")):
        with pytest.raises(NetError, match=told):
            Training(small_td(oracle, **other), oracle.game, tree, tmp_path / "td", print)


def test_a_net_without_a_folder_is_not_begun(oracle: Oracle[Any, Any], tree: Tree, tmp_path: Path) -> None:
    with pytest.raises(NetError, match="its folder does not exist"):
        Training(small_td(oracle), oracle.game, tree, tmp_path / "no" / "td", print)
    with pytest.raises(NetError, match="is a folder"):
        Training(small_td(oracle), oracle.game, tree, tmp_path, print)


def test_td_as_published_knows_each_position_apart(oracle: Oracle[Any, Any]) -> None:
    """36 first moves and 36 answers are 1,296 positions, of which 1 selection each of 36 follows from a cycle."""
    learner = small_td(oracle, canonical=False, full_width=False)
    tree = learner.tree_for(1)
    assert np.bincount(tree.plies).tolist() == [1, 36, 36 * 36]
    few = exact.measured(tree, policies.random(tree))
    learner.step(0.0)
    found = exact.measured(tree, learner.policy(tree))
    assert found.everywhere[0].optimal == few.everywhere[0].optimal == pytest.approx(2 / 36)


def test_distilling_teaches_the_first_moves(oracle: Oracle[Any, Any], tree: Tree) -> None:
    learner = small_distil(oracle, batches=60, batch=256, hidden=(32,))
    before = exact.measured(tree, learner.policy(tree)).everywhere
    learner.step(0.0)
    after = exact.measured(tree, learner.policy(tree)).everywhere
    assert after[0].optimal == 1
    assert sum(each.regret for each in after) < sum(each.regret for each in before)


def test_the_samples_of_a_game_have_its_result(oracle: Oracle[Any, Any]) -> None:
    pytest.importorskip("optax", reason="optax is not installed: needs the extra learn")
    from qttt.learn.learners import selfplay

    learner = small_alphazero(oracle)
    options = selfplay.Playing(simulations=8, openings=0)
    found = selfplay.games(learner.ground, learner._net, 1, options, np.random.default_rng(1))
    _, legal, actor = learner.ground.seen(found.keys)
    of_x = found.results * np.where(actor == 1, -1, 1)
    assert len({*of_x.tolist()}) == 1
    assert (found.policies[legal == 0] == 0).all()
    assert found.policies.astype(float).sum(1) == pytest.approx(np.ones(len(found.keys)), abs=1e-2)


def test_turning_back_all_corrections_runs(oracle: Oracle[Any, Any], tree: Tree) -> None:
    pytest.importorskip("optax", reason="optax is not installed: needs the extra learn")
    from qttt.learn.learners import alphazero

    learner = small_alphazero(oracle, **alphazero.AS_PUBLISHED)
    assert asdict(learner.options)["mean_backup"] is False
    assert "loss" in learner.step(0.0)
    assert exact.measured(tree, learner.policy(tree)).value == 10
