"""Environments: steps a second of games side by side, of the reference, and of one game in other libraries' forms.

A step applies one action and shows what follows: the legal actions, the observation, whose turn it is. Games side by
side run on all cores; their actions are random, and drawing them is not counted. The best of five runs of ten turns
counts. Seconds of the processor are those of all threads; beside other work they say more than the clock.

Through Gymnasium, PettingZoo and OpenSpiel players act at random by the masks, and the time includes choosing the
action. A step is an action of a player: of the learner in Gymnasium, whose opponent answers within the step, and also a
result of chance in OpenSpiel, where chance acts by actions. Counted is processor time, the best of three runs of a
second, kernels compiled and games solved before.
"""

import time
from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
from measuring import RUNS, Row

from qttt.learn import BatchEnv
from qttt.oracle import entry, game, games
from qttt.oracle.registry import entry_of

GAMES = 1 << 17
TURNS = 10
PLAYED: tuple[tuple[str, dict[str, object]], ...] = (
    ("goff", {}),
    ("sqt", {"q": "3/4"}),
    ("probabilistic", {"seed": 1}),
    ("tiqtaqtoe", {"level": "minimal"}),
    ("tiqtaqtoe", {}),
    ("hybrid", {}),
)
"""For sqt the System's selections are actions: drawing them takes values from the solved game."""

Rates = tuple[float, float]
"""Steps a second by the clock, and a second of the processor."""


def named(name: str, options: dict[str, object]) -> str:
    """A game with its options."""
    return " ".join([name, *(f"{option}={value}" for option, value in options.items())])


def rates(choose: Callable[[], Any], step: Callable[[Any], Any], games: int) -> Rates:
    """The best rates of some runs, after a first turn that compiles."""
    step(choose())
    spent = np.zeros((RUNS, 2))
    for run in range(RUNS):
        for _ in range(TURNS):
            actions = choose()
            began = time.perf_counter(), time.process_time()
            step(actions)
            spent[run] += np.subtract((time.perf_counter(), time.process_time()), began)
    by_clock, by_processor = (games * TURNS / spent.min(0)).tolist()
    return by_clock, by_processor


def of_batches(
    name: str, options: dict[str, object], observation: str, device: str = "cpu", games: int = GAMES
) -> Rates:
    """The rates of an environment."""
    count = games // 8 if name == "tiqtaqtoe" else games
    chance: Any = "action" if name == "sqt" else "drawn"
    env = BatchEnv(game(name, **options), count, observation=observation, chance=chance, device=device)
    for _ in range(2 * TURNS):  # so that games are at all their plies
        env.step(env.sample())
    return rates(env.sample, env.step, count)


def of_reference(name: str, options: dict[str, object]) -> Rates:
    """The rates of the reference, one game after the other: as much is asked of each position."""
    made, random, count = game(name, **options), Random(1), 10
    position = made.initial()

    def step(_: Any) -> None:
        nonlocal position
        for _ in range(count):
            position = made.play(position, random.choice(made.actions(position)))
            if made.actor(position) is None:
                made.score(position)
                position = made.initial()

    return rates(lambda: None, step, count)


def row(what: str, found: Rates) -> Row:
    """A row of the table."""
    by_clock, by_processor = found
    return what, f"{by_clock:,.0f} /s", f"{by_processor:,.0f} in a second of the processor"


def batch() -> Iterator[Row]:
    """The rows of each game, by what is observed, and of what stands beside it."""
    for name, options in PLAYED:
        made = game(name, **options)
        for observation in entry_of(made).playing(made):
            yield row(f"{named(name, options)}: {observation}", of_batches(name, options, observation))
        yield row(f"{named(name, options)}: the reference", of_reference(name, options))


REQUIRED: dict[str, dict[str, Any]] = {"sqt": {"q": "3/4"}, "probabilistic": {"seed": 1}}


def in_a_second(play: Callable[[], int]) -> str:
    """Steps a second of processor time: `play` plays a game and returns its steps."""
    play()
    found = []
    for _ in range(3):
        began, steps = time.process_time(), 0
        while (spent := time.process_time() - began) < 1:
            steps += play()
        found.append(steps / spent)
    return f"{max(found):,.0f}"


def chosen(mask: Any, chance: Random) -> int:
    """A legal action."""
    return int(chance.choice(np.flatnonzero(mask).tolist()))


def of_gymnasium(name: str, opponent: str) -> str:
    """Steps of a Gymnasium environment, with the wrappers of `make`."""
    import gymnasium

    import_module("qttt.learn.gym")  # registers the games
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

    return in_a_second(play)


def of_pettingzoo(name: str, mask: str) -> str:
    """Steps of a PettingZoo environment; those of agents whose game is over do not count."""
    from qttt.learn.aec import env

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

    return in_a_second(play)


def of_openspiel(name: str) -> str:
    """Actions of an OpenSpiel state, results of chance included."""
    import pyspiel

    import_module("qttt.learn.openspiel")  # registers the games
    loaded, chance = pyspiel.load_game(f"qttt_{name}{'(q=3/4)' * (name == 'sqt')}"), Random(1)

    def play() -> int:
        state, steps = loaded.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.choices(*zip(*state.chance_outcomes(), strict=True))[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
            steps += 1
        state.returns()
        return steps

    return in_a_second(play)


def adapters(*names: str) -> Iterator[Row]:
    """A row for each of these games, or for all."""
    for name in names or games():
        in_gymnasium = (of_gymnasium(name, opponent) for opponent in ("random", "perfect"))
        in_pettingzoo = (of_pettingzoo(name, mask) for mask in ("info", "observation"))
        yield name, *in_gymnasium, *in_pettingzoo, of_openspiel(name)
