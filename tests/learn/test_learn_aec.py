"""The PettingZoo environments pass PettingZoo's checkers, agree with the mask, and reject bad input."""

import warnings
from random import Random
from typing import Any

import numpy as np
import pytest

from qttt.oracle import games

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed: needs the extra envs")

from pettingzoo.test import api_test, seed_test

from qttt.learn.aec import AGENTS, env

pytestmark = pytest.mark.learn
REQUIRED: dict[str, dict[str, Any]] = {"sqt": {"q": "3/4"}, "probabilistic": {"seed": 1}}
DICTIONARIES = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}
"""The checker knows the environments that have dictionaries by name, and warns of all others."""


def made(name: str, **arguments: Any) -> Any:
    """The environment of a game."""
    return env(name, **REQUIRED.get(name, {}), **arguments)


@pytest.mark.parametrize("name", games())
def test_environment_passes_the_checkers(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        api_test(made(name), num_cycles=100)
        seed_test(lambda: made(name), num_cycles=50)


def test_dictionaries_pass_the_checkers() -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test(made("goff", mask="observation"), num_cycles=100)
        seed_test(lambda: made("goff", mask="observation"), num_cycles=50)
    assert {str(warning.message) for warning in told} <= DICTIONARIES


def finished(aec: Any, chance: Random) -> dict[str, float]:
    """Play a random game to its end; the rewards."""
    total = dict.fromkeys(AGENTS, 0.0)
    for agent in aec.agent_iter():
        _, reward, terminated, truncated, info = aec.last()
        total[agent] += reward
        over = terminated or truncated
        aec.step(None if over else chance.choice(np.flatnonzero(info["action_mask"]).tolist()))
    return total


@pytest.mark.parametrize("name", games())
def test_rewards_are_those_of_the_reference(name: str) -> None:
    aec = made(name)
    for seed in range(10):
        aec.reset(seed=seed)
        rewards = finished(aec, Random(seed))
        score = aec._game.game.score(aec.position).value
        assert rewards == {"player_1": aec._game.reward_of(score), "player_2": -aec._game.reward_of(score)}


def test_mask_of_dictionaries_is_that_of_the_agent_to_act() -> None:
    aec = made("tiqtaqtoe", level="classic", mask="observation")
    aec.reset(seed=1)
    aec.step(0)
    seen = aec.observe("player_2")
    assert seen in aec.observation_space("player_2")
    assert seen["action_mask"].tolist()[:9] == [0] + [1] * 8
    assert not aec.observe("player_1")["action_mask"].any()
    assert seen["observation"][-1].all()
    assert not aec.observe("player_1")["observation"][-1].any()


def test_step_outside_a_game_is_rejected() -> None:
    aec, chance = made("goff"), Random(1)
    with pytest.raises(ValueError, match="call reset"):
        aec.step(1)
    aec.reset(seed=1)
    while not aec.terminations[aec.agent_selection]:
        aec.step(chance.choice(aec._game.numbers()))
    with pytest.raises(ValueError, match="the game is over"):
        aec.step(1)


def test_bad_arguments_are_rejected() -> None:
    with pytest.raises(ValueError, match="mask 'nowhere': expected info or observation"):
        env("goff", mask="nowhere")
    with pytest.raises(ValueError, match="collapse cannot be 'nobody'"):
        env("goff", collapse="nobody")


def test_endless_game_is_truncated() -> None:
    """A board on which naming a square always passes."""
    aec = env("probabilistic", board=[("0", "1", "0")] * 9)
    aec._game.longest = 10
    aec.reset(seed=1)
    for _ in range(10):
        assert not any(aec.truncations.values())
        aec.step(0)
    assert all(aec.truncations.values())
    assert not any(aec.terminations.values())
    assert finished(aec, Random(1)) == {"player_1": 0, "player_2": 0}
