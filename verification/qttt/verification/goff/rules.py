"""Goff's game by the reference and by the fast engine: early positions, boards, games in batches, lanes of vectors."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from itertools import combinations, islice
from typing import Any

import numpy as np

from qttt.fast.backend import INTS, Cpu, Kernel
from qttt.fast.goff import solve
from qttt.fast.goff.board import PLACES, SQUARES, place
from qttt.fast.goff.buckets import Bucket, Buckets
from qttt.fast.goff.games import LONGEST, playouts, replays
from qttt.fast.goff.key import FIELD, canonical
from qttt.fast.goff.outcome import UNFINISHED, outcome
from qttt.fast.goff.rules import SEL_A, SEL_B, SUCCESSORS
from qttt.oracle.goff.translate import action_of, code_of, key_of, outcome_of, position_of
from qttt.reference.goff import Action, Goff, Mark, Position
from qttt.reference.goff.ending import outcome as reference_outcome
from qttt.reference.notation import player_of
from qttt.verification import Refuted
from qttt.verification.engines import Illegal, SetUp
from qttt.verification.goff import solved
from qttt.verification.goff.conformance import TRUTH
from qttt.verification.goff.engines import fast, reference
from qttt.verification.goff.late import some_keys
from qttt.verification.mutation import with_globals
from qttt.verification.rules import as_it_is, early, same_games, same_perft, same_rules

OPTIONS: tuple[dict[str, Any], ...] = ({}, {"collapse": "self", "double_win": True})

# Early positions


def short_games_are_the_same(set_up: SetUp = fast, plies: int = 3, step: int = 1) -> str:
    """Every position of every game of up to `plies` plies; of settled ones every n-th."""
    return f"{_early(set_up, plies, as_it_is, step):,} positions of up to {plies} plies, {len(OPTIONS)} settings"


def early_positions_are_the_same(set_up: SetUp = fast, plies: int = 4, step: int = 1) -> str:
    """One position of each canonical form up to ply `plies`, of settled ones every n-th. The reference reaches exactly
    the forms that the fast engine enumerates."""
    count = _early(set_up, plies, canonical_form, step)
    forms = {canonical_form(position) for position in early(Goff(), plies, canonical_form) if not position.pending}
    enumerated = [level.keys for level in solve.enumerate_levels(Cpu(), plies, lambda _: None)]
    if {*np.concatenate(enumerated).tolist()} != forms:
        raise Refuted(f"{len(forms)} settled forms are reached, {sum(map(len, enumerated))} enumerated")
    return f"{count:,} positions, {len(OPTIONS)} settings, {len(forms):,} settled forms up to ply {plies}"


def _early(set_up: SetUp, plies: int, form: Callable[[Position], Hashable], step: int) -> int:
    """The number of positions compared, those before the last ply with all their successors. Raises `Refuted`."""
    count = 0
    for options in OPTIONS:
        a, b = reference(options), set_up(options)
        positions = [p for n, p in enumerate(early(a.game, plies, form)) if p.pending or n % step == 0]
        last = [position for position in positions if position.ply == plies and not position.pending]
        count += same_rules(a, b, (position for position in positions if position.ply < plies or position.pending))
        count += same_rules(a, b, last, ())
    return count


def canonical_form(position: Position) -> int:
    return int(canonical(key_of(position)))


def sampled_games_are_the_same(set_up: SetUp = fast, games: int = 500) -> str:
    return same_games(TRUTH, set_up, games)


def perft_is_the_same(plies: int = 4) -> str:
    """The numbers of move sequences, with all reductions of the fast engine and without reductions."""
    return same_perft({Goff(): plies})


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


# Games in batches

SEED, CHUNK = 2002, 5_000
SELECTIONS = (1 << SEL_A) | (1 << SEL_B)


def replayed_games_are_the_same(set_up: SetUp = reference, games: int = 100_000) -> str:
    """Random games that the fast engine plays and replays in batches: the marks, the outcome and the set of legal
    actions after every action, by the reference."""
    engine, device = set_up({"double_win": True}), Cpu()
    for first in range(0, games, CHUNK):
        count = min(CHUNK, games - first)
        played = playouts(device, count, SEED, first, record=True).actions
        lengths = (played > 0).sum(axis=1)
        cuts = np.concatenate([np.arange(length + 1) for length in lengths])
        prefixes = np.where(np.arange(LONGEST) < cuts[:, None], played[np.repeat(np.arange(count), lengths + 1)], 0)
        replayed = replays(device, prefixes.astype(np.int8))
        if (replayed.illegal >= 0).any():
            at = prefixes[np.flatnonzero(replayed.illegal >= 0)[0]].tolist()
            raise Refuted(f"a random game is rejected: {[str(action_of(code)) for code in at if code]}")
        said = zip(replayed.keys.tolist(), replayed.outcomes.tolist(), legal(replayed.keys).tolist(), strict=True)
        for game, length in zip(played.tolist(), lengths.tolist(), strict=True):
            _follow(engine, [action_of(code) for code in game[:length]], said)
    return f"{games:,} games, seed {SEED}"


def a_million_replayed_games_are_the_same(set_up: SetUp = reference) -> str:
    return replayed_games_are_the_same(set_up, 1_000_000)


def _follow(engine: Any, history: list[Any], said: Iterator[tuple[int, int, int]]) -> None:
    """Replay a game by an engine. Raises `Refuted`."""
    position = engine.initial()
    for made in range(len(history) + 1):
        key, code, mask = next(said)
        found = engine.key(position), engine.outcome(position), mask_of(engine.actions(position))
        expected = key, outcome_of(code, double_win=True), mask
        if found != expected:
            text = TRUTH.suite.notation.write(history[:made])
            raise Refuted(f"after '{text}', '{position_of(key)}': key, outcome, legal actions {found} and {expected}")
        if made < len(history):
            try:
                position = engine.play(position, history[made])
            except Illegal as illegal:
                raise Refuted(str(illegal)) from illegal


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


# Lanes


class OneByOne(Cpu):
    """The CPU as a device whose numbers are ints of 64 bits, as a GPU has them."""

    vectors = False

    def launch(self, kernel: Kernel, count: int, *arguments: Any) -> None:
        super().launch(replace(kernel, lanes=False), count, *arguments)


def records(device: Cpu, keys: Any, value_last: Any = solve.value_last) -> Any:
    """The records of positions of ply 6, as the solver finds them."""
    return value_last(device, keys, lambda _: None)


class _OneForAll(Buckets):
    def pieces(self, most: int, first: int | None = None) -> Iterator[Bucket]:
        for bucket in super().pieces(most, first):
            yield bucket._replace(xs=np.repeat(bucket.xs[:, :1], INTS, axis=1))


first_marks_of_a_batch_stand_for_all = partial(records, value_last=with_globals(solve.value_last, Buckets=_OneForAll))


def lanes_are_positions_one_by_one(engine: Callable[[Cpu, Any], Any] = records, some: int | None = None) -> str:
    """The record, code pair and number of games, of every position of ply 6, or of some in random games, found by the
    lanes of vectors and by the same text for one position after the other."""
    keys = solved.tablebase().keys[solve.LAST] if some is None else some_keys(some)
    found, expected = engine(Cpu(), keys), records(OneByOne(), keys)
    wrong = np.flatnonzero(found != expected)
    if len(wrong):
        at = wrong[0]
        raise Refuted(f"key {keys[at]:#x}: record {found[at]:#x} side by side, {expected[at]:#x} by itself")
    return f"{len(keys):,} positions of ply 6, {INTS} side by side"
