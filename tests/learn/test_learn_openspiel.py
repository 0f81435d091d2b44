"""The games in OpenSpiel pass its simulation test, its algorithms run on them, and chance is exact."""

import copy
import pickle
from random import Random
from typing import Any

import numpy as np
import pytest

from qttt.oracle import game, games, solve

pyspiel = pytest.importorskip("pyspiel", reason="pyspiel is not installed: needs the extra openspiel")

from open_spiel.python.observation import make_observation  # noqa: E402

import qttt.learn.openspiel  # noqa: E402, F401

pytestmark = pytest.mark.learn
REQUIRED = {"sqt": "(q=3/4)"}
CLASSIC = "X1.1 O2.5 X3.9 O4.3"
SMALL = {
    "tiqtaqtoe": f"qttt_tiqtaqtoe(level=classic,start={CLASSIC})",
    "goff": "qttt_goff(start=X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7 selB O6.2-8)",
}


def loaded(name: str) -> Any:
    """A game with what it requires."""
    return pyspiel.load_game(f"qttt_{name}{REQUIRED.get(name, '')}")


OPTIONS = ["goff(collapse=self,double_win=yes)", "goff(start=X1.1-2 O2.1-2)"]


@pytest.mark.parametrize("name", [*(f"{name}{REQUIRED.get(name, '')}" for name in games()), *OPTIONS])
def test_game_passes_the_simulation_test(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(f"qttt_{name}"), num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "bare"), [("sqt", {"q": "1/2"}), ("probabilistic", {"seed": 1})])
def test_game_is_loaded_by_its_name_alone(name: str, bare: dict[str, Any]) -> None:
    """Its parameters show what was added."""
    loaded = pyspiel.load_game(f"qttt_{name}")
    assert loaded.rules == game(name, **bare)
    assert {*bare.items()} <= {*loaded.get_parameters().items()}
    assert f"{next(iter(bare))}=" in str(loaded)
    assert f"qttt_{name}" in {each.short_name for each in pyspiel.registered_games() if each.default_loadable}


def check_game(state: Any, chance: Random) -> None:
    """Play a random game along with the reference; AssertionError where they differ."""
    rules = state.get_game().rules
    oracle = solve(rules, progress=False) if hasattr(rules, "q") else None
    position, actions = rules.initial(), []
    while not state.is_terminal():
        asked = rules.actions(position)
        written = [state.action_to_string(state.current_player(), number) for number in state.legal_actions()]
        assert written == [*map(str, asked)]
        if state.is_chance_node():
            exact = oracle.probabilities(position) if oracle else rules.chance(position)
            assert [p for _, p in state.chance_outcomes()] == [*map(float, exact.values())]
            assert [number for number, _ in state.chance_outcomes()] == state.legal_actions()
        else:
            assert "XO"[state.current_player()] == rules.actor(position)
        at = chance.randrange(len(asked))
        actions.append(asked[at])
        position = rules.play(position, asked[at])
        state.apply_action(state.legal_actions()[at])
        assert state.position == position
    assert rules.actor(position) is None
    with pytest.raises(ValueError, match=r"action 0: the game is over; start from new_initial_state\(\)"):
        state.apply_action(0)
    score = state.get_game().one.reward_of(rules.score(position).value)
    assert state.returns() == [score, -score]


@pytest.mark.parametrize("name", games())
def test_game_agrees_with_the_reference(name: str) -> None:
    for seed in range(5):
        check_game(loaded(name).new_initial_state(), Random(seed))


def value_of(state: Any) -> float:
    """The value of a state to X, by going through all of its tree."""
    if state.is_terminal():
        return float(state.returns()[0])
    if state.is_chance_node():
        return float(sum(p * value_of(state.child(a)) for a, p in state.chance_outcomes()))
    best = max if state.current_player() == 0 else min
    return float(best(value_of(state.child(a)) for a in state.legal_actions()))


@pytest.mark.parametrize("name", SMALL)
def test_values_of_small_games_are_the_oracles(name: str) -> None:
    small = pyspiel.load_game(SMALL[name])
    state = small.new_initial_state()
    exact = solve(small.rules, progress=False).value(state.position)
    assert value_of(state) == small.one.reward_of(exact)


def test_observation_is_that_of_the_other_environments() -> None:
    state = loaded("goff").new_initial_state()
    state.apply_action(7)
    seen = make_observation(state.get_game())
    seen.set_from(state, 0)
    assert seen.tensor.reshape(13, 9)[0].tolist() == [1, 0, 0, 0, 0, 0, 0, 1, 0]
    assert seen.string_from(state, 0) == str(state) == "X1.1-8"
    assert np.array_equal(np.asarray(state.observation_tensor(0)), seen.tensor)


def test_clone_plays_on_by_itself() -> None:
    state = loaded("hybrid").new_initial_state()
    state.apply_action(0)
    other = state.clone()
    deep = copy.deepcopy(state)
    other.apply_action(1)
    assert state.is_chance_node()
    assert not other.is_chance_node()
    assert str(deep) == str(state)
    again = pickle.loads(pickle.dumps(other))
    assert (again.position, again.legal_actions()) == (other.position, other.legal_actions())


@pytest.mark.parametrize(
    ("written", "error", "message"),
    [
        ("qttt_goff(collapse=nobody)", ValueError, "collapse cannot be 'nobody'"),
        ("qttt_goff(level=high)", pyspiel.SpielError, "Unknown parameter 'level'"),
        ("qttt_sqt(q=3/2)", ValueError, "is not a probability"),
        ("qttt_goff(start=X1.1-1)", ValueError, "GOFF-MOVE"),
        ("qttt_goff(start=goff-1.0: X1@9)", ValueError, "expected a written game"),
        ("qttt_chess", pyspiel.SpielError, "qttt_chess"),
    ],
)
def test_bad_parameters_are_rejected(written: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        pyspiel.load_game(written)


def test_illegal_action_changes_nothing() -> None:
    state = loaded("goff").new_initial_state()
    for action in (45, 46, 47, 10**6):
        with pytest.raises(ValueError, match="is not legal in"):
            state.apply_action(action)
    assert (str(state), state.history()) == ("-", [])
