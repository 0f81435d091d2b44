"""Games side by side: steps a second of `BatchEnv`, of the reference, and of pgx's tic-tac-toe. Prints a table.

    python tests/benchmarks/learn_batch.py

All is measured in one run on the CPU, on all cores. A step applies one action to one game, and shows what follows: the
legal actions, the observation, whose turn it is. Actions are random, and drawing them is not counted. The best of five
runs of ten turns counts. Seconds of the processor are those of all threads; beside other work they say more than the
clock.

pgx is no part of any extra: `uv pip install pgx jax` adds it, and without it the table says so.
"""

import time
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
from measuring import RUNS, Row, table

from qttt.learn import BatchEnv
from qttt.oracle import game
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
    made = game(name, **options)
    chance: Any = "action" if name == "sqt" else "drawn"
    env = BatchEnv(made, count, observation=observation, chance=chance, device=device)
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


def of_pgx() -> Rates | None:
    """The rates of pgx's tic-tac-toe with restarts, compiled; None if pgx is not installed."""
    try:
        import jax
        import pgx
        from pgx.experimental import auto_reset
    except ImportError:
        return None
    env = pgx.make("tic_tac_toe")
    stepped = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    keys = jax.random.split(jax.random.PRNGKey(1), GAMES)
    state = jax.jit(jax.vmap(env.init))(keys)
    drawn = jax.jit(lambda key, mask: jax.random.categorical(key, jax.numpy.where(mask, 0.0, -1e9)))

    def choose() -> Any:
        nonlocal keys
        keys = jax.random.split(keys[0], GAMES)
        return jax.block_until_ready(drawn(keys[0], state.legal_action_mask))

    def step(actions: Any) -> None:
        nonlocal state
        state = jax.block_until_ready(stepped(state, actions, keys))

    return rates(choose, step, GAMES)


def row(what: str, found: Rates | None) -> Row:
    """A row of the table."""
    if not found:
        return what, "not installed", ""
    by_clock, by_processor = found
    return what, f"{by_clock:,.0f} /s", f"{by_processor:,.0f} in a second of the processor"


def main() -> None:
    rows = []
    for name, options in PLAYED:
        written = ", ".join([name, *(f"{option}={value}" for option, value in options.items())])
        made = game(name, **options)
        for observation in entry_of(made).playing(made):
            found = of_batches(name, options, observation)
            rows.append(row(f"{written}: {observation}", found))
        rows.append(row(f"{written}: the reference", of_reference(name, options)))
    rows.append(row("pgx, tic_tac_toe", of_pgx()))
    print(table(rows))


if __name__ == "__main__":
    main()
