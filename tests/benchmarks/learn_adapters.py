"""The adapters to Gymnasium, PettingZoo and OpenSpiel: steps a second of one process. Prints a table.

python tests/benchmarks/learn_adapters.py [GAME...]

Players act at random by the masks. A step is an action of a player: of the learner in Gymnasium, whose opponent answers
within the step, and also a result of chance in OpenSpiel, where chance acts by actions. Counted is processor time, the
best of three runs of a second, kernels compiled and games solved before. The time includes choosing the action.
"""

import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pyspiel
from measuring import print_rows, where

from qttt.learn.aec import env
from qttt.oracle import entry, games

import_module("qttt.learn.openspiel")  # registers the games
SECONDS, RUNS = 1.0, 3
REQUIRED: dict[str, dict[str, Any]] = {"sqt": {"q": "3/4"}, "probabilistic": {"seed": 1}}


def rate(play: Callable[[], int]) -> float:
    """Steps a second of processor time: `play` plays a game and returns its steps."""
    play()
    found = []
    for _ in range(RUNS):
        began, steps = time.process_time(), 0
        while (spent := time.process_time() - began) < SECONDS:
            steps += play()
        found.append(steps / spent)
    return max(found)


def chosen(mask: Any, chance: Random) -> int:
    """A legal action."""
    legal = np.flatnonzero(mask).tolist()
    return int(legal[int(chance.random() * len(legal))])


def gymnasium_rate(name: str, opponent: str) -> float:
    """Steps of a Gymnasium environment, with the wrappers of `make`."""
    id, chance = f"qttt/{entry(name).kind.__name__}-v1", Random(1)
    made = gymnasium.make(id, opponent=opponent, **REQUIRED.get(name, {}))
    made.reset(seed=1)

    def play() -> int:
        _, info = made.reset()
        steps, over = 0, False
        while not over:
            _, _, terminated, truncated, info = made.step(chosen(info["action_mask"], chance))
            steps, over = steps + 1, terminated or truncated
        return steps

    return rate(play)


def aec_rate(name: str, mask: str) -> float:
    """Steps of a PettingZoo environment; those of agents whose game is over do not count."""
    aec, chance = env(name, mask=mask, **REQUIRED.get(name, {})), Random(1)
    aec.reset(seed=1)

    def play() -> int:
        aec.reset()
        steps = 0
        for _ in aec.agent_iter():
            seen, _, terminated, truncated, info = aec.last()
            if terminated or truncated:
                aec.step(None)
                continue
            aec.step(chosen((info if mask == "info" else seen)["action_mask"], chance))
            steps += 1
        return steps

    return rate(play)


def openspiel_rate(name: str) -> float:
    """Actions of an OpenSpiel state, results of chance included."""
    loaded, chance = pyspiel.load_game(f"qttt_{name}{'(q=3/4)' * (name == 'sqt')}"), Random(1)

    def play() -> int:
        state, steps = loaded.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                numbers, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(numbers, weights)[0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(chance.random() * len(legal))])
            steps += 1
        state.returns()
        return steps

    return rate(play)


def rows(names: list[str]) -> Iterator[tuple[str, ...]]:
    """The table, row by row."""
    yield "game", "Gymnasium, random", "Gymnasium, perfect", "PettingZoo", "with dictionaries", "OpenSpiel"
    for name in names:
        found = [gymnasium_rate(name, opponent) for opponent in ("random", "perfect")]
        found += [aec_rate(name, mask) for mask in ("info", "observation")]
        yield name, *(f"{each:,.0f}" for each in (*found, openspiel_rate(name)))


if __name__ == "__main__":
    print(where(), end="\n\n")
    print_rows(rows(sys.argv[1:] or [*games()]))
