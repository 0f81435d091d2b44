"""Random complete games, played by the batch engine and replayed by the reference action by action."""

from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from itertools import combinations
from multiprocessing import get_context
from os import cpu_count
from typing import Any

import numpy as np

from qttt.fast.backend import Cpu
from qttt.fast.goff.board import PLACES, SQUARES, place
from qttt.fast.goff.games import LONGEST, playouts, replays
from qttt.fast.goff.key import FIELD
from qttt.fast.goff.outcome import UNFINISHED
from qttt.fast.goff.rules import SEL_A, SEL_B, SUCCESSORS
from qttt.oracle.goff.translate import action_of, code_of, outcome_of, position_of
from qttt.reference.goff import Action
from qttt.verification import Refuted
from qttt.verification.engines import Illegal, SetUp
from qttt.verification.goff.engines import Engine, reference
from qttt.verification.goff.equivalence import COMPARISON, as_definite, marks_differ
from qttt.verification.runner import share

SEED = 2002
GAMES = 100_000
MANY_GAMES = 1_000_000
CHUNK = 5_000
SELECTIONS = (1 << SEL_A) | (1 << SEL_B)


def random_games_are_the_same(set_up: SetUp = reference, games: int = GAMES, part: tuple[int, int] = (0, 1)) -> str:
    """Compares the marks, the outcome and the set of legal actions after every action of every game.

    This process plays the first games; one process per core plays the others.
    """
    engine, numbers = set_up({"double_win": True}), share(games, part)
    first, *others = [(start, min(CHUNK, numbers.stop - start)) for start in numbers[::CHUNK]]
    follow(engine, *first)
    with ProcessPoolExecutor(max(1, min(len(others), cpu_count() or 1)), get_context("spawn")) as pool:
        for future in [pool.submit(follow, engine, *each) for each in others]:
            future.result()
    return f"{len(numbers):,} games, seed {SEED}"


def a_million_random_games_are_the_same(set_up: SetUp = reference, part: tuple[int, int] = (0, 1)) -> str:
    return random_games_are_the_same(set_up, MANY_GAMES, part)


def follow(engine: Engine[Any], first: int, count: int) -> None:
    """Play games number `first` to `first + count - 1` of the seed, and replay them on the engine. Raises `Refuted`."""
    device = Cpu()
    played = playouts(device, count, SEED, first, record=True).actions
    lengths = (played > 0).sum(axis=1)
    rows = np.repeat(np.arange(count), lengths + 1)
    cuts = np.concatenate([np.arange(length + 1) for length in lengths])
    prefixes = np.where(np.arange(LONGEST) < cuts[:, None], played[rows], 0).astype(np.int8)
    replayed = replays(device, prefixes)
    if (replayed.illegal >= 0).any():
        at = prefixes[np.flatnonzero(replayed.illegal >= 0)[0]]
        raise Refuted(f"a random game is rejected: {[str(action_of(code)) for code in at.tolist() if code]}")
    said = zip(replayed.keys.tolist(), replayed.outcomes.tolist(), legal(replayed.keys).tolist(), strict=True)
    for game, length in zip(played.tolist(), lengths.tolist(), strict=True):
        position, history = engine.initial(), [action_of(code) for code in game[:length]]
        for made in range(length + 1):
            agree(engine, position, history[:made], *next(said))
            if made < length:
                try:
                    position = engine.play(position, history[made])
                except Illegal as illegal:
                    raise Refuted(str(illegal)) from illegal


def agree(engine: Engine[Any], position: Any, history: list[Action], key: int, code: int, legal_mask: int) -> None:
    """Compare a position of the engine with the batch engine's. Raises `Disagreement`."""
    if engine.key(position) != key:
        raise marks_differ(history, as_definite(engine, position), str(position_of(key)))
    ended, said = engine.outcome(position), outcome_of(code, double_win=True)
    if ended != said:
        raise COMPARISON.disagreement(history, "outcome", {"double_win": True}, ended, said)
    actions = engine.actions(position)
    if mask_of(actions) != legal_mask:
        other = [str(action_of(code)) for code in range(1, SEL_B + 1) if legal_mask >> code & 1]
        raise COMPARISON.disagreement(history, "actions", {}, [str(action) for action in actions], other)


@lru_cache(maxsize=4096)
def mask_of(actions: tuple[Action, ...]) -> int:
    """A set of actions as a mask of their codes."""
    return sum(1 << code_of(action) for action in actions)


def legal(keys: Any) -> Any:
    """The legal actions of positions as masks of their codes, from the successors that the kernels give."""
    over, following = np.empty(len(keys), np.int64), np.empty((len(keys), PLACES + 1), np.int64)
    Cpu().launch(SUCCESSORS, len(keys), keys & ~FIELD, over, following)
    there = following >= 0
    masks = np.zeros(len(keys), np.int64)
    for u, v in combinations(range(SQUARES), 2):
        closes_cycle = there[:, place(u, u)] & there[:, place(v, v)]
        masks |= (there[:, place(u, v)] | closes_cycle).astype(np.int64) << place(u, v)
    final = there.sum(axis=1) == 1
    for s in range(SQUARES):
        masks |= (final & there[:, place(s, s)]).astype(np.int64) << place(s, s)
    return np.where(keys & FIELD, SELECTIONS, np.where(over == UNFINISHED, masks, 0))
