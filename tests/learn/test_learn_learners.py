"""The learners: they learn, resume where they stopped, and depend only on their seed."""

from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from qttt.learn.learners import td
from qttt.learn.learners.training import Training
from qttt.learn.measures import measuring
from qttt.learn.measures.own_play import OwnPlay
from qttt.learn.measures.tree import Tree, tree_of
from qttt.learn.nets import NetError, NetFile, load
from qttt.oracle import Oracle, game, solve

pytestmark = pytest.mark.learn


@pytest.fixture(scope="module")
def oracle() -> Oracle[Any, Any]:
    return solve(game("goff"), progress=False)


@pytest.fixture(scope="module")
def tree(oracle: Oracle[Any, Any]) -> Tree:
    return tree_of(oracle, 2)


def small_td(oracle: Oracle[Any, Any], seed: int = 1, **options: Any) -> td.Td:
    return td.Td(oracle, seed, td.Options(**{"games": 50, **options}))


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


def test_step_that_fails_saves_nothing(
    oracle: Oracle[Any, Any], tree: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learner = small_td(oracle)
    monkeypatch.setattr(learner, "step", lambda part: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        Training(learner, oracle.game, tree, tmp_path / "td", print).run(steps=1)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("make", "options"),
    [
        (small_alphazero, {"simulations": 1, "noise": 0.0, "noise_share": 1.0, "c": 0.0, "replays": 0.0, "replay": 1}),
        (small_alphazero, {"games": 1, "batch": 1, "sampled_to": 0, "openings": 100, "gate_games": 1, "hidden": (1,)}),
        (small_distil, {"batch": 1, "own": 1.0, "look_again": 1, "most": 1, "deepest": 0}),
        (small_distil, {"batch": 2, "own": 0.97, "look_again": 1, "most": 1, "balanced": False, "hidden": (1, 1)}),
        (small_td, {"alpha": 0.0, "gamma": 0.0, "epsilon": 1.0}),
    ],
)
def test_settings_at_the_ends_of_their_ranges_train(make: Any, options: Any, oracle: Oracle[Any, Any]) -> None:
    learner = make(oracle, **options)
    for _ in range(2):
        learner.step(0.0)
    assert all(np.isfinite(array).all() for array in learner.content()[1].values())


def test_another_training_is_not_continued(oracle: Oracle[Any, Any], tree: Tree, tmp_path: Path) -> None:
    Training(small_td(oracle), oracle.game, tree, tmp_path / "td", print).run(steps=1)
    cases = (
        ({"seed": 2}, "with seed=1, not 2; repeat that command, delete the file, or name another --out"),
        ({"alpha": 0.5}, "with alpha=0.3, not 0.5; repeat"),
        ({"inserts": True, "games": 60}, "with inserts=no, not yes, games=50, not 60; repeat"),
    )
    for other, told in cases:
        with pytest.raises(NetError, match=told):
            Training(small_td(oracle, **other), oracle.game, tree, tmp_path / "td", print)


def test_net_is_not_continued_as_a_state(oracle: Oracle[Any, Any], tree: Tree, tmp_path: Path) -> None:
    Training(small_td(oracle), oracle.game, tree, tmp_path / "td", print).run(steps=1)
    with pytest.raises(NetError, match="with learner=td, not distil; repeat"):
        Training(small_distil(oracle), oracle.game, tree, tmp_path / "td", print)
    (tmp_path / "td").rename(tmp_path / "td.state")
    with pytest.raises(NetError, match=r"td\.state: is not the state of a training; name another file"):
        Training(small_td(oracle), oracle.game, tree, tmp_path / "td", print)


def without(name: str) -> Any:
    return lambda state: replace(state, record={key: value for key, value in state.record.items() if key != name})


@pytest.mark.parametrize(
    "damage",
    [
        *map(without, ("steps", "seconds", "processor_seconds", "curve")),
        lambda state: replace(state, record={**state.record, "curve": [{"seconds": 1}]}),
        lambda state: replace(state, record={**state.record, "curve": 5}),
        lambda state: replace(state, record={**state.record, "steps": "many"}),
        lambda state: replace(state, arrays={"keys": state.arrays["keys"]}),
        lambda state: replace(state, arrays={**state.arrays, "values": state.arrays["values"][:-1]}),
    ],
)
def test_incomplete_state_is_not_continued(
    oracle: Oracle[Any, Any], tree: Tree, tmp_path: Path, damage: Callable[[NetFile], NetFile]
) -> None:
    Training(small_td(oracle), oracle.game, tree, tmp_path / "td", print).run(steps=1)
    state = tmp_path / "td.state"
    damage(load(state)).save(state)
    with pytest.raises(NetError, match=r"td\.state: its record is incomplete; delete it to begin anew"):
        Training(small_td(oracle), oracle.game, tree, tmp_path / "td", print)
    state.write_bytes(state.read_bytes()[:-8])
    with pytest.raises(NetError, match=r"td\.state: is truncated or damaged; delete it to begin anew"):
        Training(small_td(oracle), oracle.game, tree, tmp_path / "td", print)


def test_distilling_teaches_the_first_moves(oracle: Oracle[Any, Any], tree: Tree) -> None:
    learner = small_distil(oracle, batches=60, batch=256, hidden=(32,))
    before = measuring.measure(tree, learner.policy(tree)).everywhere
    learner.step(0.0)
    after = measuring.measure(tree, learner.policy(tree)).everywhere
    assert after[0].optimal == 1
    assert sum(each.regret for each in after) < sum(each.regret for each in before)


@pytest.mark.parametrize(("errors", "steps"), [(0, 2), (1, 5)])
def test_distilling_ends_when_the_whole_own_play_is_perfect(
    oracle: Oracle[Any, Any], tree: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, errors: int, steps: int
) -> None:
    """Looks at a sample find no error; the look at all of the own play finds some, or none."""
    small_distil(oracle)
    from qttt.learn.learners import distil

    def looked(*_: Any, most: int | None, **__: Any) -> OwnPlay:
        keys = np.zeros(3, np.int64)
        return OwnPlay(0.0, len(keys), keys, np.arange(len(keys)) < (errors if most is None else 0))

    monkeypatch.setattr(distil, "own_play", looked)
    for _ in range(2):  # the second training finds that the first one has finished
        learner = small_distil(oracle, own=0.5, look_again=2, until_perfect=True)
        net = Training(learner, oracle.game, tree, tmp_path / "a.net", lambda _: None).run(steps=5)
        assert net.record["steps"] == steps


def test_a_perfect_net_is_known_by_its_own_play_only(oracle: Oracle[Any, Any]) -> None:
    with pytest.raises(ValueError, match="until_perfect needs"):
        small_distil(oracle, until_perfect=True)


def test_turning_back_all_corrections_runs(oracle: Oracle[Any, Any], tree: Tree) -> None:
    pytest.importorskip("optax", reason="optax is not installed: needs the extra learn")
    from qttt.learn.learners import alphazero

    learner = small_alphazero(oracle, **alphazero.AS_PUBLISHED)
    assert asdict(learner.options)["mean_backup"] is False
    assert "loss" in learner.step(0.0)
    assert measuring.measure(tree, learner.policy(tree)).value == 10
