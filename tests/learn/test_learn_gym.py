"""The Gymnasium environments pass Gymnasium's checker, play as asked, and reject bad input without a change."""

import subprocess
import sys
import warnings
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from qttt.learn import BatchEnv
from qttt.oracle import game, games, solve
from qttt.oracle.registry import entry

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed: needs the extra envs")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from qttt.learn.gym import QtttEnv  # noqa: E402

pytestmark = pytest.mark.learn
REQUIRED: dict[str, dict[str, Any]] = {"sqt": {"q": "3/4"}}
IDS = {name: f"qttt/{entry(name).kind.__name__}-v1" for name in games()}
CLASSIC = {"id": "qttt/TiqTaqToe-v1", "level": "classic"}


def made(name: str, **arguments: Any) -> Any:
    """The environment of a game, without wrappers."""
    return gymnasium.make(IDS[name], **REQUIRED.get(name, {}), **arguments).unwrapped


def checked(env: Any) -> None:
    """Run Gymnasium's checker; its warnings are errors.

    The checker draws an action in one position and plays it after a reset, where it may be illegal; not with this seed.
    """
    env.action_space.seed(1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env)


@pytest.mark.parametrize("player", "XO")
@pytest.mark.parametrize("name", games())
def test_environment_passes_the_checker(name: str, player: str) -> None:
    checked(made(name, player=player, opponent="random"))


def episode(env: Any, chance: Random, **reset: Any) -> tuple[list[int], float]:
    """A random game: the player's actions, and the reward at its end."""
    _, info = env.reset(**reset)
    actions: list[int] = []
    while True:
        actions.append(chance.choice(np.flatnonzero(info["action_mask"]).tolist()))
        observation, reward, terminated, truncated, info = env.step(actions[-1])
        assert observation in env.observation_space
        assert info["action_mask"].dtype == np.int8
        assert terminated or truncated or (reward == 0 and info["action_mask"].any())
        if terminated or truncated:
            assert not info["action_mask"].any()
            return actions, reward


@pytest.mark.parametrize("name", games())
def test_equal_seeds_give_equal_games(name: str) -> None:
    first, second = made(name), made(name)
    assert [episode(first, Random(i), seed=i) for i in range(10)] == [
        episode(second, Random(i), seed=i) for i in range(10)
    ]
    assert episode(first, Random(1)) == episode(second, Random(1))


def test_masks_are_those_that_a_masked_learner_asks_for() -> None:
    """As MaskablePPO of sb3-contrib asks the environments of `gymnasium.make`, by the name of a method."""
    env = gymnasium.make(**CLASSIC, player="O")
    _, info = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert (masks.dtype, masks.shape) == (np.bool_, (env.action_space.n,))
    env.step(int(masks.argmax()))
    assert (masks == info["action_mask"]).all()
    assert (masks != env.get_wrapper_attr("action_masks")()).any()


@pytest.mark.parametrize("name", games())
def test_observation_is_a_vector_of_the_planes(name: str) -> None:
    """Stable-Baselines3's check warns of every space that is neither a vector nor an image of 36 by 36 pixels."""
    env = made(name)
    observation, _ = env.reset(seed=1)
    assert env.observation_space.shape == (np.prod(env._game.shape),)
    assert (observation == env._game.observation.ravel()).all()


@pytest.mark.parametrize("player", "XO")
@pytest.mark.parametrize("name", games())
def test_info_has_value_and_regret_of_the_action(name: str, player: str) -> None:
    """Those of the oracle, as fractions; without the option there are none."""
    env, chance = made(name, player=player, exact=True), Random(1)
    oracle, best = solve(env.game, progress=False), max if player == "X" else min
    regrets, plain = set(), made(name)
    for seed in range(4):
        _, info = env.reset(seed=seed)
        assert {*info} == {"action_mask"}
        over = False
        while not over:
            number = chance.choice(np.flatnonzero(info["action_mask"]).tolist())
            values = oracle.values(env.position)
            value = values[entry(name).numbered(env.game)[number]]
            *_, terminated, truncated, info = env.step(number)
            assert (info["value"], info["regret"]) == (value, abs(best(values.values()) - value))
            assert {type(info["value"]), type(info["regret"])} == {Fraction}
            regrets.add(info["regret"])
            over = terminated or truncated
    assert min(regrets) == 0 < max(regrets)
    _, info = plain.reset(seed=1)
    assert {*plain.step(int(info["action_mask"].argmax()))[-1]} == {"action_mask"}


def test_rejected_action_has_no_value() -> None:
    env = made("goff", exact=True)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="action 46 is not legal now"):
        env.step(46)


@pytest.mark.parametrize(
    ("name", "bare"), [("sqt", {"q": "1/2"}), ("probabilistic", {"seed": 1}), ("goff", {}), ("tiqtaqtoe", {})]
)
def test_environment_is_made_by_its_name_alone(name: str, bare: dict[str, Any]) -> None:
    """Its specification shows what was added, and so does a position that is cited."""
    env = gymnasium.make(IDS[name])
    assert env.spec
    assert env.spec.kwargs == gymnasium.spec(IDS[name]).kwargs == {"game": name, **bare}
    assert env.unwrapped.game == game(name, **bare)
    written = env.unwrapped.game.write_position(env.unwrapped.position)
    assert {"sqt": "q=1/2 ", "probabilistic": "board="}.get(name, "") in written


def test_options_replace_those_of_the_name() -> None:
    board = [("1/2", "1/4", "1/4")] * 9
    assert gymnasium.make(IDS["probabilistic"], board=board).unwrapped.game == game("probabilistic", board=board)
    assert gymnasium.make(IDS["probabilistic"], seed=2).unwrapped.game == game("probabilistic", seed=2)
    assert gymnasium.make(IDS["sqt"], q="3/4").unwrapped.game == game("sqt", q="3/4")
    assert gymnasium.make(IDS["sqt"], game=game("sqt", q="1/3")).unwrapped.game == game("sqt", q="1/3")
    with pytest.raises(ValueError, match="seed makes the board: leave out board"):
        gymnasium.make(IDS["probabilistic"], board=board, seed=2)


def test_reward_of_a_draw_is_a_plain_zero() -> None:
    """Not -0.0, which prints so."""
    env, drawn = made("tiqtaqtoe", level="classic", player="O"), 0
    for seed in range(60):
        _, reward = episode(env, Random(seed), seed=seed)
        drawn += reward == 0
        assert str(reward) in ("-1.0", "0.0", "1.0")
    assert drawn


@pytest.mark.parametrize("name", games())
def test_actions_have_names(name: str) -> None:
    env = made(name)
    names = env.action_names
    assert len(names) == env.action_space.n
    _, info = env.reset(seed=1)
    legal = [names[number] for number in np.flatnonzero(info["action_mask"])]
    assert legal == [str(action) for action in env.game.actions(env.position)]
    assert BatchEnv(env.game, 1, chance="action", device="cpu").action_names == names


def test_nobody_beats_the_perfect_opponent() -> None:
    for player in "XO":
        env = gymnasium.make(**CLASSIC, opponent="perfect", player=player)
        rewards = {episode(env, Random(seed), seed=seed)[1] for seed in range(40)}
        assert rewards <= {0.0, -1.0}
        assert -1.0 in rewards
    rewards = {episode(gymnasium.make(**CLASSIC), Random(seed), seed=seed)[1] for seed in range(40)}
    assert 1.0 in rewards


def test_step_outside_a_game_is_rejected() -> None:
    env = made("goff")
    with pytest.raises(ValueError, match="action 1: there is no game; call reset"):
        env.step(1)
    episode(env, Random(1), seed=1)
    with pytest.raises(ValueError, match="the game is over; call reset"):
        env.step(1)


def test_bad_arguments_are_rejected() -> None:
    with pytest.raises(ValueError, match="player 'Z': expected 'X' or 'O'"):
        QtttEnv("goff", player="Z")
    with pytest.raises(ValueError, match="exact 'no': expected True or False"):
        QtttEnv("goff", exact="no")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="render_mode 'human': expected"):
        QtttEnv("goff", render_mode="human")
    with pytest.raises(ValueError, match=r"options .*: expected none"):
        QtttEnv("goff").reset(options={"collapse": "self"})


def test_endless_game_is_truncated() -> None:
    """A board on which naming a square always passes."""
    env = QtttEnv("probabilistic", board=[("0", "1", "0")] * 9)
    env._game.longest = 10
    env.reset(seed=1)
    for _ in range(4):
        assert env.step(0)[1:4] == (0.0, False, False)
    assert env.step(0)[1:4] == (0.0, False, True)
    with pytest.raises(ValueError, match="call reset"):
        env.step(0)


def test_sample_of_the_action_space_is_legal() -> None:
    env = made("goff", player="O")
    env.reset(seed=1)
    drawn = {int(env.action_space.sample()) for _ in range(500)}
    assert drawn == {*np.flatnonzero(env._game.legal).tolist()}


def test_render_writes_the_position() -> None:
    env = gymnasium.make(**CLASSIC, render_mode="ansi")
    env.reset(seed=1)
    env.step(4)
    position = game("tiqtaqtoe", level="classic").position(f"tiqtaqtoe-1.0 level=classic: {env.render()}")
    assert str(position) == env.render()


@pytest.mark.parametrize(
    "code",
    [
        "import gymnasium, qttt.learn; print(gymnasium.make('qttt/Goff-v1').unwrapped.position)",
        "import gymnasium; print(gymnasium.make('qttt.learn.gym:qttt/Goff-v1').unwrapped.position)",
    ],
)
def test_environments_are_registered(code: str) -> None:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "-\n"
