"""Games side by side: their seeds, their ends, and bad input that changes nothing."""

from fractions import Fraction
from typing import Any, cast

import numpy as np
import pytest

from qttt.fast.batch import BEGIN, LEAVE
from qttt.learn import BatchEnv
from qttt.oracle import game, games, solve
from qttt.oracle.registry import entry_of
from qttt.reference.goff import Goff

from .. import solved
from ..fast.devices import DeviceArray, StrictDevice

GAMES = {name: game(name, **solved.OPTIONS.get(name, {})) for name in games()}
VIEWS = [(name, observation) for name, made in GAMES.items() for observation in entry_of(made).playing(made)]
TURNS = 40


def env_of(name: str, count: int = 4, **more: Any) -> BatchEnv:
    return BatchEnv(GAMES[name], count, **{"device": "cpu", **more})


def host(array: Any) -> Any:
    """A copy on the host."""
    return array.get() if isinstance(array, DeviceArray) else np.array(array)


def steps_of(env: BatchEnv, turns: int = TURNS) -> list[list[Any]]:
    """The actions of random play, and all that the steps show."""
    found = []
    for _ in range(turns):
        actions = env.sample()
        found.append([*map(host, (actions, *env.step(actions)))])
    return found


def same(some: Any, others: Any) -> bool:
    return all(
        np.array_equal(a, b) for one, other in zip(some, others, strict=True) for a, b in zip(one, other, strict=True)
    )


@pytest.mark.parametrize(("name", "observation"), VIEWS)
def test_games_are_a_function_of_the_seed(name: str, observation: str) -> None:
    first, again, other = (steps_of(env_of(name, observation=observation, seed=seed)) for seed in (5, 5, -(1 << 63)))
    assert same(first, again)
    assert not same(first, other)


@pytest.mark.parametrize(("name", "observation"), VIEWS)
def test_arrays_can_be_taken_over_without_a_copy(name: str, observation: str) -> None:
    for array in env_of(name, 3, observation=observation).now:
        assert array.flags.c_contiguous
        assert array.ctypes.data % 64 == 0
        array.fill(0)
        taken = np.from_dlpack(array)
        array.fill(1)
        assert taken.all()


@pytest.mark.learn
@pytest.mark.parametrize(("name", "observation"), VIEWS)
def test_jax_takes_the_arrays_over(name: str, observation: str) -> None:
    jax = pytest.importorskip("jax")
    with jax.enable_x64(True):
        for array in env_of(name, 3, observation=observation).now:
            taken = jax.numpy.from_dlpack(array, copy=False)
            assert (taken.dtype, taken.unsafe_buffer_pointer()) == (array.dtype, array.ctypes.data)


@pytest.mark.learn
@pytest.mark.parametrize("name", ["goff", "hybrid"])
def test_jax_takes_answers_over(name: str) -> None:
    jax = pytest.importorskip("jax")
    found = solve(game(name)).many([game(name).initial()] * 3)
    with jax.enable_x64(True):
        for array in (found.numbers, found.values, found.best):
            taken = jax.numpy.from_dlpack(array, copy=False)
            assert (taken.dtype, taken.unsafe_buffer_pointer()) == (array.dtype, array.ctypes.data)


def test_actions_in_the_memory_of_a_gpu_stay_there(monkeypatch: pytest.MonkeyPatch) -> None:
    class OnGpu:
        def __dlpack_device__(self) -> tuple[int, int]:
            return 2, 0

    env, given = env_of("goff"), OnGpu()
    there = {given: env.sample()}
    monkeypatch.setattr(np, "from_dlpack", there.pop)
    env.step(given)
    assert not there


@pytest.mark.parametrize(("name", "observation"), VIEWS)
def test_game_begins_anew_after_its_end(name: str, observation: str) -> None:
    env = env_of(name, 20, observation=observation)
    start = [part[0].copy() for part in env.now]
    rewards = set()
    for _ in range(TURNS):
        step = env.step(env.sample())
        for i in np.flatnonzero(step.ended):
            rewards.add(int(step.reward[i]) * env.scale)
            assert same([[step.observation[i], step.legal[i], step.to_move[i]]], [start[:3]])
        assert not step.reward[~step.ended].any()
    assert {max(rewards), min(rewards)} <= {*map(Fraction, (20, -20, 10, -10, 1, 0, -1))}
    assert len(rewards) > 1
    assert same([[part[7] for part in env.reset()]], [start])


@pytest.mark.parametrize(
    "kind", ["int8", "uint8", ">i2", "uint16", "int32", "uint32", "int64", ">i8", "uint64", "list"]
)
def test_integers_of_any_kind_are_accepted(kind: str) -> None:
    one, other = env_of("goff"), env_of("goff")
    for _ in range(TURNS):
        actions = one.sample()
        given = actions.tolist() if kind == "list" else np.repeat(actions, 2).astype(kind)[::2]
        assert same([one.step(actions)], [other.step(given)])
    fixed = one.sample()
    fixed.flags.writeable = False
    one.step(fixed)


WRONG: dict[str, tuple[type[Exception], Any, str]] = {
    "floats": (TypeError, [1.0, 1.0, float("nan"), 1.0], "actions: expected integers, found the type float64"),
    "bools": (TypeError, [True] * 4, "actions: expected integers, found the type bool"),
    "texts": (TypeError, ["1"] * 4, "actions: expected integers, found the type <U1"),
    "nothing": (TypeError, None, "actions: expected integers, found the type object"),
    "beyond 64 bits": (TypeError, [1, 1, 1 << 70, 1], "actions: expected integers, found the type object"),
    "too few": (ValueError, [1], r"actions: expected the shape \(4,\), one for each game, found \(1,\)"),
    "a row each": (ValueError, [[1]] * 4, r"actions: expected the shape \(4,\), one for each game, found \(4, 1\)"),
    "ragged": (ValueError, [[1], [1, 2], [], [1]], "expected one integer for each game, found rows of different"),
    "one number": (ValueError, np.int64(1), r"actions: expected the shape \(4,\), one for each game, found \(\)"),
}
ILLEGAL = {"out of range": 1000, "a beginning": BEGIN, "a leave": LEAVE, "a large one": (1 << 64) - 2}


def check_unchanged(env: BatchEnv, given: Any, kind: type[Exception], message: str) -> None:
    """The environment rejects the actions in a sentence, and is what it was."""
    before, state = [*map(host, env.now)], env._games.states.copy()
    with pytest.raises(kind, match=message) as raised:
        env.step(given)
    assert "\n" not in str(raised.value)
    assert same([before], [env.now])
    assert np.array_equal(state, env._games.states)


@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_actions_change_no_game(wrong: str) -> None:
    kind, given, message = WRONG[wrong]
    check_unchanged(env_of("goff"), given, kind, message)


@pytest.mark.parametrize("name", GAMES)
def test_illegal_actions_change_no_game(name: str) -> None:
    env = env_of(name, seed=2)
    legal = env.step(env.sample()).legal
    for wrong in (*ILLEGAL.values(), int(legal[2].argmin())):
        given = legal.argmax(axis=1).astype(np.uint64 if wrong > 1000 else np.int64)
        given[2] = wrong
        expected = rf"actions\[2\]: {wrong} is not legal in game 2: expected one with a 1 in legal\[2\]$"
        check_unchanged(env, given, ValueError, expected)


ARGUMENTS: dict[str, tuple[dict[str, Any], str]] = {
    "no game": ({"games": 0}, "games 0: expected an integer from 1 to 16777216"),
    "a float": ({"games": 2.0}, "games 2.0: expected an integer from 1 to"),
    "a bool": ({"games": True}, "games True: expected an integer from 1 to"),
    "too many games": ({"games": 1 << 40}, f"games {1 << 40}: expected an integer from 1 to"),
    "a text as seed": ({"seed": "x"}, "seed 'x': expected an integer from -9223372036854775808 to"),
    "a large seed": ({"seed": 1 << 63}, f"seed {1 << 63}: expected an integer from"),
    "NaN as seed": ({"seed": float("nan")}, "seed nan: expected an integer from"),
    "unknown observation": ({"observation": "pixels"}, r"'pixels' of Goff\(\): expected planes or key or seed-003"),
    "a list": ({"observation": ["planes"]}, r"observation \['planes'\] of Goff\(\): expected planes or key or"),
    "not with self": (
        {"observation": "seed-003", "collapse": "self"},
        r"'seed-003' of Goff\(collapse='self'\): expected planes or key",
    ),
    "unknown chance": ({"chance": "dice"}, "chance 'dice': expected drawn or action"),
    "no chance": ({"chance": None}, "chance None: expected drawn or action"),
    "unknown option": ({"colour": "red"}, "colour"),
    "unknown value": ({"collapse": "nobody"}, "nobody"),
    "unknown device": ({"device": "abacus"}, "device 'abacus': expected auto, cpu or gpu"),
}


@pytest.mark.parametrize("wrong", ARGUMENTS)
def test_wrong_arguments_are_rejected(wrong: str) -> None:
    arguments, message = ARGUMENTS[wrong]
    with pytest.raises(ValueError, match=message) as raised:
        BatchEnv("goff", **{"games": 4, "device": "cpu", **arguments})
    assert "\n" not in str(raised.value)


def test_actions_of_the_source_have_no_names_here() -> None:
    with pytest.raises(ValueError, match="the actions of seed-003 are those of RL-ACTION-1"):
        _ = BatchEnv("goff", 1, observation="seed-003", device="cpu").action_names


def test_wrong_games_are_rejected() -> None:
    with pytest.raises(ValueError, match=r'needs a board, such as qttt.game\("probabilistic", seed=1\) or board='):
        BatchEnv("probabilistic", 1, seed=1)
    with pytest.raises(ValueError, match="unknown game 'chess': expected goff, sqt"):
        BatchEnv("chess", 1)
    with pytest.raises(ValueError, match="options collapse: a game that is made has its options already"):
        BatchEnv(Goff(), 1, collapse="self")
    with pytest.raises(TypeError, match="7 is not a game"):
        BatchEnv(cast(Any, 7), 1)
    with pytest.raises(ValueError, match="q"):
        BatchEnv("sqt", 1)


def test_game_without_kernels_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(entry_of(Goff())), "playing", lambda self, rules: {})
    with pytest.raises(ValueError, match="expected a game with kernels, which this one does not have"):
        BatchEnv("goff", 1)


@pytest.mark.thorough
def test_text_names_the_games() -> None:
    env = BatchEnv("goff", 3, collapse="self", device="cpu")
    assert repr(env) == "<3 games of Goff(collapse='self') on the cpu>"
    assert (env.num_games, env.num_actions, env.scale) == (3, 47, Fraction(1))
    assert env_of("goff", observation="seed-003").num_actions == 74
    assert env_of("probabilistic").scale == Fraction(1, 2)


@pytest.mark.parametrize("name", GAMES)
def test_environment_runs_on_the_strict_device(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    on_cpu = steps_of(env_of(name))
    monkeypatch.setattr("qttt.fast.backend.device", lambda _: StrictDevice())
    env = env_of(name, device="cpu")
    assert same(on_cpu, steps_of(env))
    for given in (env._games.device.xp.asarray([0, 0, -1, 0]), [0, 0, -1, 0]):
        with pytest.raises(ValueError, match=r"actions\[\d\]: -?\d+ is not legal"):
            env.step(given)
