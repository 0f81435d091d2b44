"""Goff's tablebase beside another solver, `tests/engines/goff.c`, which is written from the rule page and shares
nothing with the fast engine. Needs a checkout and a C compiler."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qttt.fast.answers import Ints
from qttt.fast.backend import Cpu
from qttt.fast.goff.answers import SHIFT
from qttt.fast.goff.board import PLACE_SQUARES
from qttt.fast.goff.graph import Collapse, actions, play, settle_both
from qttt.fast.goff.outcome import READINGS, scores, switches
from qttt.fast.goff.position import FIELD, field
from qttt.fast.goff.solve import LAST, value_last
from qttt.fast.goff.tablebase import Tablebase
from qttt.oracle.goff import position_of
from qttt.verification import Refuted, expect
from qttt.verification.goff.engines import tablebase
from qttt.verification.stored_values import spoil

SOURCE = Path(__file__).resolve().parents[4] / "tests" / "engines" / "goff.c"
SEED = 2006
FIELDS = (0, 3, 1, 4, 2, 5, 6)
"""The fields of a key with the marks of plies 1 to 7."""
GAMES: tuple[tuple[Collapse, bool], ...] = (("opponent", False), ("self", False), ("opponent", True), ("self", True))
"""Who selects, and whether double wins count, in the order in which goff.c values them."""
WANTED = np.int8(127)
KNOWN = np.array(
    [
        *(0x59020B1C5000000, 0x5CD0A6611000000, 0x5D4169844000000, 0x6113AB247000000, 0x64D2ED843000000),
        *(0x657361814000000, 0x6964AC758000000, 0x6D242781D000000, 0x7081A690C000000, 0x7130A23C7000000),
        *(0x75A46A961000000, 0x8980A974D000000),
    ],
    np.int64,
)
"""Keys of positions of ply 6, few enough for kernels that run as plain Python."""
FOLLOWED = np.array(
    [
        *(0x5953E778A000000, 0x3090AA804000000, 0x59346CA44000000),
        *(0x7081A690C000000, 0x58D22681B000000, 0x61222258C000000),
    ],
    np.int64,
)
"""Keys of positions of ply 6, after which values of ply 7 show errors that change none of ply 6."""
GameValues = NDArray[np.int8]
"""Of each position in each of the games, ``[position, game]``."""
OtherSolver = Callable[[Ints, GameValues], tuple[GameValues, int]]
"""The values of positions, of which some are given, and the number of different positions that the solver has met."""

spoilt_values = spoil(tablebase)


def values_are_those_of_another_solver(solved: Callable[[int], Tablebase] = tablebase, some: int | None = None) -> str:
    """The values of each reading of `pair` and `last`, in four games: those of ply 6 by a search to the end, the others
    from these, and settled positions after six of ply 6. With a number, plies 0 to 4 from the stored values of ply 5,
    and so many positions of plies 5 and 6 by a search; with 0, only some known positions of ply 6 and those settled
    ones, as the kernels value them."""
    count, draws = 0, np.random.default_rng(SEED)
    with TemporaryDirectory() as folder:
        program = Path(folder, "goff")
        subprocess.run(["cc", "-std=c11", "-O2", "-o", program, SOURCE], check=True)
        for reading in READINGS:
            solver = partial(search_with, [program, "--values", *switches(reading).values()])
            pairs = value_last(Cpu(), KNOWN, lambda _: None, reading)
            worths = [np.take(scores(double), pairs >> SHIFT[collapse] & 7) for collapse, double in GAMES]
            count += compare_with_solver(solver, KNOWN, np.stack(worths, 1).astype(np.int8))
            after = settled_after(FOLLOWED, reading)
            count += compare_with_solver(solver, after, values_of(Tablebase((), (), reading), [after]))
            if some == 0:
                continue
            table = solved(reading)
            early = table.keys[: LAST if some else LAST + 1]
            count += compare_with_solver(solver, np.concatenate(early), values_of(table, early), told=len(early[-1]))
            for keys in table.keys[len(early) - 1 :]:
                chosen = np.sort(draws.permutation(keys)[:some])
                count += compare_with_solver(solver, chosen, values_of(table, [chosen]))
    return f"{count:,} positions of plies 0 to {LAST + 1}, each in {len(GAMES)} games, seed {SEED}"


def settled_after(keys: Ints, reading: int) -> Ints:
    """The settled positions of ply 7 that follow from settled positions of ply 6."""
    after = {play(key, action, reading) for key in keys.tolist() for action in actions(key, reading)}
    found = {each for key in after for each in (settle_both(key, reading) if key & FIELD else (key,))}
    return np.array(sorted(found), np.int64)


def values_of(table: Tablebase, plies: Sequence[Ints]) -> GameValues:
    """What a tablebase says of the positions of some plies."""
    answers = [table.answers(*game) for game in GAMES]
    return np.concatenate([np.stack([each.values(keys) for each in answers], 1) for keys in plies]).astype(np.int8)


def compare_with_solver(solver: OtherSolver, keys: Ints, values: GameValues, told: int = 0) -> int:
    """The number of positions whose values are compared: all but the last ones, which the solver is `told`, and beside
    which it must meet no others. If it is told nothing, each core values a part. Raises `Refuted`."""
    given, here = np.full_like(values, WANTED), len(keys) - told
    given[here:] = values[here:]
    parts = 1 if told else os.cpu_count() or 1
    with ThreadPoolExecutor(parts) as pool:
        found, met = zip(*pool.map(solver, np.array_split(keys, parts), np.array_split(given, parts)), strict=True)
    wrong = np.flatnonzero((np.concatenate(found) != values).any(1))
    if len(wrong):
        at = wrong[0]
        said = f"{values[at].tolist()}, by another solver {np.concatenate(found)[at].tolist()}"
        raise Refuted(f"'{position_of(int(keys[at]))}', by {solver}: {said}")
    if told:
        expect(f"positions of plies 0 to {LAST} that another solver meets", sum(met), len(keys))
    return here


def search_with(command: Sequence[str | Path], keys: Any, given: GameValues) -> tuple[GameValues, int]:
    """The values of positions by goff.c, and how many different positions of plies 0 to 6 it has met."""
    places: Ints = np.stack([field(keys, at) for at in FIELDS], 1)
    digits = PLACE_SQUARES[places] + np.where(places, ord("1"), ord("0"))[..., None]
    told = np.concatenate([digits.reshape(len(keys), -1).astype(np.int8), given], 1)
    values = subprocess.run(command, input=told.tobytes(), stdout=subprocess.PIPE, check=True).stdout
    return np.frombuffer(values[:-8], np.int8).reshape(given.shape), int.from_bytes(values[-8:], sys.byteorder)
