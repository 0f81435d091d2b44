"""What all adapters stand on: copies, draws, opponents; and nothing needs an extra before it is used."""

import copy
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from qttt.fast.batch import OVER
from qttt.learn.one_game import AnyAction, ByAnswers, OneGame, Remembering, as_number, opponent
from qttt.oracle import game, solve
from qttt.reference.agents import PerfectAgent
from qttt.reference.game import Actor

from .. import solved


def test_reward_is_in_proportion_to_the_score() -> None:
    goff, double, board = game("goff"), game("goff", double_win=True), game("probabilistic", seed=1)
    cases = [(goff, "20", 1.0), (goff, "-10", -0.5), (double, "40", 2.0), (board, "1/2", 0.0)]
    assert [OneGame(rules).reward_of(Fraction(score)) for rules, score, _ in cases] == [each[2] for each in cases]
    assert OneGame(double).largest_reward == 2


def actions_of_a_game(one: OneGame[Any, Any], seed: int) -> list[Any]:
    """A random game from here on, chance drawn by the kernels: what is seen after each action."""
    chance, seen = Random(seed), []
    while one.to_move != OVER:
        one.play(chance.choice(one.numbers()))
        seen.append((one.to_move, one.numbers(), one.observation.tolist(), one.reward))
    return seen


@pytest.mark.parametrize("name", ["goff", "probabilistic", "hybrid"])
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_copy_plays_on_by_itself(name: str, copied: Any) -> None:
    one = OneGame(game(name, **solved.OPTIONS.get(name, {})))
    one.seed(3)
    one.begin()
    for _ in range(2):
        one.play(one.numbers()[0])
    before = one.observation.copy()
    other = copied(one)
    assert other.numbers() == one.numbers()
    first = actions_of_a_game(other, 5)
    assert (one.observation == before).all()
    assert actions_of_a_game(one, 5) == first


def test_seed_decides_what_is_drawn() -> None:
    one = OneGame(game("hybrid"))
    found = []
    for seed in (1, 1, 2):
        one.seed(seed)
        one.begin()
        found.append(actions_of_a_game(one, 0))
    assert found[0] == found[1] != found[2]


@pytest.mark.thorough
def test_system_acts_by_the_values() -> None:
    """With q = 1 the System always favours O."""
    rules = game("sqt", q="1")
    truth, one, chance = solve(rules, progress=False), OneGame(rules), Random(1)
    selected = 0
    for _ in range(6):
        one.begin()
        position = rules.initial()
        while one.to_move != OVER:
            number = chance.choice(one.numbers())
            one.play(number)
            position = rules.play(position, one.named[number])
            if rules.actor(position) is Actor.SYSTEM:
                [selection] = [each for each, share in truth.probabilities(position).items() if share]
                position = rules.play(position, selection)
                selected += 1
            assert position == one.position
    assert selected


@pytest.mark.parametrize("action", [-1, 47, 1 << 70, 45])
def test_illegal_action_is_rejected(action: Any) -> None:
    one = OneGame(game("goff"))
    before = one.state.copy()
    with pytest.raises(ValueError, match=r"^action .*(not legal|expected a number from 0 to 46)"):
        one.check(action)
    assert (one.state == before).all()


@pytest.mark.parametrize("action", [float("nan"), 1.0, None, "1", True, np.array([1]), np.array([1, 2]), [1], np.True_])
def test_action_that_is_no_integer_is_rejected(action: Any) -> None:
    with pytest.raises(TypeError, match="expected one integer"):
        as_number(action)


@pytest.mark.parametrize("action", [3, np.int64(3), np.uint8(3), np.array(3)])
def test_every_integer_is_an_action(action: Any) -> None:
    assert as_number(action) == 3


def run(code: str) -> str:
    """What a fresh Python prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


def test_importing_learn_imports_no_extra() -> None:
    print_loaded = "print(sorted({'gymnasium', 'pettingzoo', 'pyspiel', 'open_spiel'} & {*sys.modules}))"
    assert run(f"import sys, qttt.learn, qttt.learn.one_game; {print_loaded}") == "[]\n"


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("aec", "pettingzoo", "envs"),
        ("gym", "gymnasium", "envs"),
        ("openspiel", "pyspiel", "openspiel"),
    ],
)
def test_missing_extra_is_named(module: str, package: str, extra: str) -> None:
    if package == "pettingzoo":
        pytest.importorskip("gymnasium", reason="imported before it; needs the extra envs")
    attempt = f"try: import qttt.learn.{module}\nexcept ImportError as error: print(error)"
    printed = run(f"import sys; sys.modules['{package}'] = None\n{attempt}")
    install = (
        f"in a clone, run: uv sync --inexact --extra {extra}, or without uv: python -m pip install -e '.[{extra}]'"
    )
    assert printed == f"qttt.learn.{module} needs {package}, which is not installed; {install}\n"


def test_opponents() -> None:
    rules = game("tiqtaqtoe", level="classic")
    one = OneGame(rules)
    assert opponent("random", one, Random(1)).choose(one) in one.numbers()
    fifth: PerfectAgent[Any, Any] = PerfectAgent(lambda position: [rules.actions(position)[4]])
    assert opponent(fifth, one, Random(1)).choose(one) == 4
    for asked in ("strong", None, 3):
        with pytest.raises(
            ValueError, match=r"opponent .*: expected 'perfect', 'random', or an agent with choose\(pos"
        ):
            opponent(asked, one, Random(1))


def test_opponent_that_answers_no_legal_action_is_named() -> None:
    one = OneGame(game("goff"))
    for answer in (3, "1-2", None, one.named[-1]):
        agent = type("Mine", (), {"choose": lambda *_: answer})  # noqa: B023
        message = f"the opponent answers {answer!r} in '-': expected an action of game.actions(position), such as 1-2"
        with pytest.raises(ValueError, match=f"^{re.escape(message)}, not its number$"):
            opponent(agent(), one, Random(1)).choose(one)


def first_best(one: OneGame[Any, Any], truth: Any, choices: Any, seed: int) -> Iterator[bool]:
    """Whether, at each position of a random game in which a player acts, that is the first of the best actions."""
    chance = Random(seed)
    one.begin()
    while one.to_move != OVER:
        yield one.named[choices.choose(one)] == truth.best(one.position)[0]
        one.play(chance.choice(one.numbers()))


@pytest.mark.parametrize(
    "rules",
    [
        game("goff"),
        game("goff", collapse="self", double_win=True),
        game("sqt", q="3/4"),
        game("probabilistic", seed=1),
        game("tiqtaqtoe", level="minimal"),
        game("hybrid", links="single"),
    ],
    ids=repr,
)
def test_perfect_opponent_makes_the_first_best_action(rules: Any) -> None:
    one, truth = OneGame(rules), solve(rules, progress=False)
    perfect = opponent("perfect", one, Random(1))
    assert isinstance(perfect, ByAnswers if rules.ruleset in ("goff-1.1", "sqt-1.1") else Remembering)
    assert all(same for seed in range(3) for same in first_best(one, truth, perfect, seed))
    assert all(same for same in first_best(one, truth, copy.deepcopy(perfect), 1))
    assert not all(same for seed in range(3) for same in first_best(one, truth, AnyAction(Random(1)), seed))
