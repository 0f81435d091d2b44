"""Goff's game by the reference and by the fast engine: early positions, boards, lanes of vectors."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations, islice
from typing import Any

import numpy as np

from qttt.fast.backend import Cpu, Kernel, ints
from qttt.fast.goff import solve
from qttt.fast.goff.board import SQUARES
from qttt.fast.goff.outcome import FIRST_READING, FORBIDDEN, READINGS, outcome
from qttt.fast.goff.position import canonical
from qttt.fast.goff.solve import Bucket, Buckets
from qttt.oracle.goff import key_of, outcome_of
from qttt.reference.goff import Mark, Position
from qttt.reference.goff.ending import outcome as reference_outcome
from qttt.reference.notation import player_of
from qttt.verification import Refuted, expect
from qttt.verification.goff.engines import fast, in_reading, reference, tablebase
from qttt.verification.mutation import with_globals
from qttt.verification.side_by_side import early, same_rules

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"collapse": "self", "double_win": True},
    {"switches": {"pair": "forbidden", "last": "draw", "both": "first"}},
)

# Early positions


def early_positions_are_the_same(plies: int = 4, step: int = 1) -> str:
    """One position of each canonical form up to ply `plies`, of settled ones every n-th, those before the last ply with
    all their successors. The reference reaches exactly the forms that the fast engine enumerates."""
    count = 0
    for options in OPTIONS:
        a, b = reference(options), fast(options)
        positions = [p for n, p in enumerate(early(a.game, plies, canonical_form)) if p.pending or n % step == 0]
        last = [position for position in positions if position.ply == plies and not position.pending]
        count += same_rules(a, b, (position for position in positions if position.ply < plies or position.pending))
        count += same_rules(a, b, last, ())
    for reading in (FIRST_READING, FORBIDDEN):
        found = early(in_reading(reading), plies, canonical_form)
        forms = {canonical_form(position) for position in found if not position.pending}
        enumerated = [level.keys for level in solve.enumerate_levels(Cpu(), plies, lambda _: None, reading)]
        only_one = forms ^ {*np.concatenate(enumerated).tolist()}
        expect(f"reading {reading}: forms that are reached or enumerated, not both", len(only_one), 0)
    return f"{count:,} positions, {len(OPTIONS)} settings"


def canonical_form(position: Position) -> int:
    return int(canonical(key_of(position)))


# Boards


def every_board_has_the_same_outcome(step: int = 1) -> str:
    """Every board of definite marks, or every n-th one, including boards that no game reaches, up to the names of early
    plies, which ascend on one board and descend on the next."""
    names = ((1, 3, 5), (2, 4, 6)), ((5, 3, 1), (6, 2, 4))
    count = 0
    for x, o, late in islice(boards(), None, None, step):
        x_plies, o_plies = names[count % 2]
        marks = dict(zip(x + o, x_plies[: len(x)] + o_plies[: len(o)], strict=True))
        marks |= {square: ply for square, ply in zip(late, (7, 8, 9), strict=True) if square >= 0}
        board = tuple(Mark(player_of(marks[s]), marks[s]) if s in marks else None for s in range(SQUARES))
        ended = reference_outcome(Position(board), double_win=True)
        masks = [sum(1 << s for s in squares if s >= 0) for squares in (x, o, late[:1], late[1:2], late[2:])]
        said = outcome_of(outcome(*masks), double_win=True)
        if said != (None if ended is None else str(ended)):
            raise Refuted(f"'{Position(board)}' is {ended} and {said}")
        count += 1
    return f"{count:,} boards"


def boards() -> Iterator[tuple[tuple[int, ...], tuple[int, ...], tuple[int, int, int]]]:
    """The squares of X's and of O's early marks, and of X7, O8 and X9 (-1 if absent), in every way without overlap."""

    def free(*taken: int) -> list[int]:
        return [square for square in range(SQUARES) if square not in taken]

    for x in (x for n in range(4) for x in combinations(range(SQUARES), n)):
        for o in (o for n in range(4) for o in combinations(free(*x), n)):
            for x7 in (-1, *free(*x, *o)):
                for o8 in (-1, *free(*x, *o, x7)):
                    for x9 in (-1, *free(*x, *o, x7, o8)):
                        yield x, o, (x7, o8, x9)


# Lanes


SEED = 2018


class OneByOne(Cpu):
    """The CPU as a device whose numbers are ints of 64 bits, as a GPU has them."""

    vectors = False

    def launch(self, kernel: Kernel, count: int, *arguments: Any) -> None:
        super().launch(replace(kernel, lanes=False), count, *arguments)


def records(device: Cpu, keys: Any, reading: int, value_last: Any = solve.value_last) -> Any:
    """The records of positions of ply 6 of a reading, as the solver finds them."""
    return value_last(device, keys, lambda _: None, reading)


class _OneForAll(Buckets):
    def pieces(self, most: int, first: int | None = None) -> Iterator[Bucket]:
        for bucket in super().pieces(most, first):
            yield bucket._replace(xs=np.repeat(bucket.xs[:, :1], ints(), axis=1))


first_marks_of_a_batch_stand_for_all = partial(records, value_last=with_globals(solve.value_last, Buckets=_OneForAll))


def lanes_are_positions_one_by_one(engine: Callable[[Cpu, Any, int], Any] = records, some: int | None = None) -> str:
    """The record, code pair and number of games, of every position of ply 6 of each reading, or of some, found by the
    lanes of vectors and by the same text for one position after the other."""
    count = 0
    for reading in READINGS:
        keys = tablebase(reading).keys[solve.LAST]
        if some is not None:
            keys = np.sort(np.random.default_rng(SEED).choice(keys, some, replace=False))
        found, expected = engine(Cpu(), keys, reading), records(OneByOne(), keys, reading)
        wrong = np.flatnonzero(found != expected)
        if len(wrong):
            at = wrong[0]
            raise Refuted(f"key {keys[at]:#x}: record {found[at]:#x} side by side, {expected[at]:#x} by itself")
        count += len(keys)
    return f"{count:,} positions of ply 6, {ints()} side by side, {len(READINGS)} readings"
