"""Values of Goff's tablebase: late ones by the solver of the reference and by every game, early ones by what follows
them, and all of them without canonical forms."""

from collections.abc import Callable, Iterator
from itertools import chain, islice, product
from random import Random
from typing import Any

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Cpu, Kernel
from qttt.fast.batch import BEGIN, LOOK, OVER, Games, Step
from qttt.fast.goff import late
from qttt.fast.goff.key import FIELD
from qttt.fast.goff.outcome import scores
from qttt.fast.goff.reading import FIRST_READING, READINGS, forbids
from qttt.fast.goff.solve import LAST, value_last
from qttt.fast.goff.tablebase import Tablebase
from qttt.fast.graph import Expanded
from qttt.fast.jit import jitable
from qttt.oracle.goff.translate import position_of
from qttt.oracle.registry import entry_of
from qttt.reference.goff import CollapseRule, Goff, Position
from qttt.reference.goff.collapse import SELECTOR
from qttt.verification import Refuted
from qttt.verification.goff.engines import in_reading, tablebase
from qttt.verification.values import from_next, same, same_values, spoilt, values_follow, values_to_the_end, visited

SEED = 2006
ALL_PLIES = 3
EARLY_POSITIONS = {4: 500, 5: 500}
LATE_POSITIONS = {6: 6, 7: 100, 8: 300}
GAMES = 2_000

Solved = Callable[[int], Any]
spoilt_values = spoilt(tablebase)


SETTINGS: tuple[tuple[CollapseRule, bool, str], ...] = (
    ("opponent", False, "narrow"),
    ("self", True, "narrow"),
    ("self", False, "draw"),
    ("opponent", True, "first"),
)
"""Some settings of selection, double win and `both`."""


def sampled_positions(wanted: dict[int, int], reading: int = FIRST_READING) -> Iterator[Position]:
    """Undecided positions of random games, settled and pending, at most the `wanted` number of each ply."""
    left, game = dict(wanted), in_reading(reading)
    for position in dict.fromkeys(visited(game, Random(SEED), GAMES)):
        if left.get(position.ply, 0) and game.actor(position):
            left[position.ply] -= 1
            yield position


def late_values_are_those_of_the_reference(solved: Solved = tablebase, step: int = 1) -> str:
    """Every n-th of some positions from ply 6 on, in four settings of each reading."""
    count = 0
    for reading in READINGS:
        positions = [*islice(sampled_positions(LATE_POSITIONS, reading), 0, None, step)]
        count += sum(same_values(in_reading(reading, *each), solved(reading), positions) for each in SETTINGS)
    return f"{count} values of positions of plies {', '.join(map(str, LATE_POSITIONS))}, seed {SEED}"


KNOWN = {
    0x59020B1C5000000: (0o42, 0o22, 0o42, 0o22),
    0x5CD0A6611000000: (0o54, 0o44, 0o54, 0o44),
    0x5D4169844000000: (0o44, 0o43, 0o42, 0o42),
    0x6113AB247000000: (0o44, 0o41, 0o44, 0o41),
    0x64D2ED843000000: (0o34, 0o53, 0o34, 0o53),
    0x657361814000000: (0o54, 0o43, 0o54, 0o42),
    0x6964AC758000000: (0o52, 0o23, 0o52, 0o22),
    0x6D242781D000000: (0o54, 0o23, 0o54, 0o22),
    0x7081A690C000000: (0o53, 0o43, 0o53, 0o43),
    0x7130A23C7000000: (0o42, 0o22, 0o42, 0o22),
    0x75A46A961000000: (0o51, 0o42, 0o51, 0o42),
    0x8980A974D000000: (0o34, 0o33, 0o33, 0o32),
}
"""Code pairs of some positions of ply 6, by reading: so mutants need not follow every game."""


def late_values_are_those_of_every_game(solved: Solved = tablebase, positions: int = 2_000) -> str:
    """The values of some positions of ply 6 of each reading, and of the known ones, by every action, to the end; with
    no positions only the known ones, as the kernels value them, against their known values."""
    known = np.array([*KNOWN], np.int64)
    for reading, *codes in zip(READINGS, *KNOWN.values(), strict=True):
        found = value_last(Cpu(), known, lambda _: None, reading) & 63
        if found.tolist() != codes:
            raise Refuted(f"reading {reading}: the known positions have {found.tolist()}, not {codes}")
        if not positions:
            continue
        some = np.sort(np.random.default_rng(SEED).choice(tablebase(reading).keys[LAST], positions, replace=False))
        stored = Tablebase((*[known[:0]] * LAST, known), (*[found[:0]] * LAST, found.astype(np.uint8)), reading)
        for rule in SELECTOR:
            values_to_the_end({in_reading(reading, rule, True): solved(reading)}, some)
            values_to_the_end({in_reading(reading, rule, True): stored}, known)
    return f"{positions:,} positions of ply {LAST} of each of {len(READINGS)} readings, seed {SEED}; {len(known)} known"


def values_follow_from_the_next_ply(solved: Solved = tablebase, all_plies: int = ALL_PLIES, step: int = 1) -> str:
    """All positions of the first plies and every n-th of some up to ply 5, of each reading: with the claim on late
    values, this makes early values right at all of them."""
    count = 0
    for reading in READINGS:
        stored = (position_of(key) for keys in tablebase(reading).keys[: all_plies + 1] for key in keys.tolist())
        positions = [*chain(stored, islice(sampled_positions(EARLY_POSITIONS, reading), 0, None, step))]
        for rule in SELECTOR:
            count += values_follow(in_reading(reading, rule, True), solved(reading), positions)
    return f"{count:,} values of positions of plies 0 to 5, seed {SEED}"


# Without canonical forms

STARTS, PIECE = 4, 1_000
"""The ply from which histories are followed, and how many of them at a time."""


class Played:
    """A game played in batches from many of its states, every action one by one, and what a tablebase has for them.

    A state need not be canonical, so that no reduction of the fast engine is used but that of the tablebase."""

    def __init__(self, game: Goff, tablebase: Any) -> None:
        self._game, self._playing = game, entry_of(game).playing(game)["key"]
        self._answers: Any = entry_of(game).answers(game, tablebase)

    @property
    def start(self) -> Ints:
        """The start position, as the only state."""
        return self._step(np.zeros((1, self._playing.rules.numbers + 1), np.int64), BEGIN)[1]

    def keys(self, states: Ints) -> Ints:
        """The key of each state."""
        return np.array(self._step(states, LOOK)[0].observation[:, 0])

    def goes_on(self, states: Ints) -> Ints:
        """Whether somebody acts in each state."""
        return np.array(self._step(states, LOOK)[0].to_move != OVER)

    def follow(self, states: Ints) -> Ints:
        """The states after every action, with repetitions, after comparing the values of the states with theirs, and of
        ended ones with the score. Raises `Refuted`."""
        now = self._step(states, LOOK)[0]
        rows, actions = np.nonzero(now.legal)
        then, after = self._step(states[rows], actions)
        children, goes_on = then.observation[:, 0], now.to_move != OVER
        found = Expanded(now.to_move, now.to_move, now.legal.sum(1, np.int64), actions, children, children)
        follows = from_next(found, self._answers.values(children), (0, 1))
        self.same(now.observation[goes_on, 0], follows[goes_on])
        self.same(children[then.ended], then.reward[then.ended].astype(np.int64))
        return after

    def same(self, keys: Ints, expected: Ints) -> None:
        """Compare the values of positions with others. Raises `Refuted`."""
        same(self._game, keys, self._answers.values(keys), expected)

    def _step(self, states: Ints, actions: Any) -> tuple[Step, Ints]:
        games = Games(Cpu(), self._playing, len(states), drawn=False, restart=False)
        games.states[:] = states
        return games.step(np.full(len(states), actions) if np.isscalar(actions) else actions), games.states


@jitable
def late_code(i: int, work: Any, keys: Any, reading: int, forbids: Any, codes: Any) -> None:
    """Kernel: the code pair of an undecided position of ply 6, whose key need not be canonical."""
    codes[i] = late.value_late(keys[i], work, reading, forbids)


LATE = Kernel(late_code, late.WORK)


def values_are_the_same_without_reductions(solved: Solved = tablebase, starts: int | None = None) -> str:
    """Every history up to ply 6 of each reading, or those after some of ply 4, is a position of its own, with each mark
    at its own ply: the value of its canonical form follows from those of the histories of the next ply, at ply 6 from
    the history."""
    count = 0
    for reading, (rule, shift) in product(READINGS, zip(SELECTOR, (0, 3), strict=True)):
        played = Played(in_reading(reading, rule, True), solved(reading))
        level, draws = played.start, np.random.default_rng(SEED)
        for _ in range(STARTS):
            level = _next_ply(played, level)
            level = level if starts is None else draws.permutation(level)[:starts]
        for piece in (level[at : at + PIECE] for at in range(0, len(level), PIECE)):
            last = piece
            for _ in range(STARTS, LAST):
                last = _next_ply(played, last)
            _same_late_values(played, last, shift, reading)
            count += len(last)
    return f"{count:,} histories of ply {LAST}, both rules of selection" + (f", seed {SEED}" if starts else "")


def _next_ply(played: Played, level: Any) -> Any:
    """The different histories of the next ply, after comparing the values of those of a ply."""
    after = played.follow(level)
    waiting = played.follow(after[played.keys(after) & FIELD != 0])
    settled = np.concatenate([after[played.keys(after) & FIELD == 0], waiting])
    return settled[np.unique(played.keys(settled), return_index=True)[1]]


def _same_late_values(played: Played, level: Any, shift: int, reading: int) -> None:
    keys = played.keys(level)
    keys = keys[played.goes_on(level)]
    codes = np.empty(len(keys), np.int64)
    Cpu().launch(LATE, len(keys), keys, reading, forbids(reading), codes)
    played.same(keys, np.array(scores(True))[codes >> shift & 7])
