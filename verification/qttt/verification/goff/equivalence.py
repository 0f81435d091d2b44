"""Goff's game by the fast engine, held against the reference: early positions, boards, what ships, lanes of vectors,
values, and games in batches, with the source's 74 actions as well."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, combinations, islice
from random import Random

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Cpu, Device, Kernel, Work, ints
from qttt.fast.batch import Games, Playing
from qttt.fast.goff.board import SQUARES, SYMMETRIES, place
from qttt.fast.goff.index import Tables, dense, level
from qttt.fast.goff.known import is_reached
from qttt.fast.goff.learning import RULES
from qttt.fast.goff.outcome import FIRST_READING, FORBIDDEN, READINGS
from qttt.fast.goff.position import FOREST, MARKS, canonical, image, pack
from qttt.fast.goff.rules import KEY, KEY_RULES, OBSERVED
from qttt.fast.goff.solve import LAST, Batches, enumerate_levels, solve, sort_by_shape, value_last
from qttt.fast.goff.tablebase import Tablebase
from qttt.fast.jit import jitable
from qttt.oracle.goff import key_of, position_of, reading_of, setting_of
from qttt.reference.game import Actor, Game
from qttt.reference.goff import Action, CollapseRule, Goff, Move, Position, Selection, settings
from qttt.reference.goff.collapse import SELECTOR
from qttt.verification import Refuted, batch_comparison, expect
from qttt.verification.batch_comparison import Case, Turns, View, key
from qttt.verification.elsewhere import Solves, WebEngine
from qttt.verification.engine_comparison import early, same_rules
from qttt.verification.goff.engines import fast, in_reading, outcomes_of, reference, tablebase
from qttt.verification.measures import Measured
from qttt.verification.mutation import with_globals
from qttt.verification.random_games import visited
from qttt.verification.stored_values import same_graph, same_values, spoil, values_follow, values_follow_in_graph

SEED = 2006
OPTIONS: tuple[dict[str, object], ...] = (
    {},
    {"collapse": "self", "double_win": True, "switches": {"last": "draw"}},
    {"switches": {"pair": "forbidden", "last": "draw", "both": "first"}},
)

# Early positions

SEED_OF_GAMES = 2024
"""The first two of these games end with the special final move."""


def early_positions_are_the_same(plies: int = 4, step: int = 1, games: int = 20) -> str:
    """One position of each canonical form up to ply `plies`, of settled ones every n-th, those before the last ply with
    all their successors. The reference reaches exactly the forms that the fast engine enumerates. In random games, the
    fast engine's graph has the reference's actions and what they lead to."""
    count = 0
    for options in OPTIONS:
        a, b = reference(options), fast(options)
        positions = [p for n, p in enumerate(early(a.game, plies, canonical_form)) if p.pending or n % step == 0]
        last = [position for position in positions if position.ply == plies and not position.pending]
        count += same_rules(a, b, (position for position in positions if position.ply < plies or position.pending))
        count += same_rules(a, b, last, ())
        assert isinstance(a.game, Goff)
        without_values = Tablebase((), (), reading_of(a.game))
        count += same_graph(a.game, without_values, visited(a.game, Random(SEED_OF_GAMES), games))
    for reading in (FIRST_READING, FORBIDDEN):
        found = early(in_reading(reading), plies, canonical_form)
        forms = {canonical_form(position) for position in found if not position.pending}
        enumerated = [level.keys for level in enumerate_levels(Cpu(), plies, lambda _: None, reading)]
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
    for x, o, late in islice(squares_of_boards(), None, None, step):
        x_plies, o_plies = names[count % 2]
        marks = dict(zip(x + o, x_plies[: len(x)] + o_plies[: len(o)], strict=True))
        marks |= {square: ply for square, ply in zip(late, (7, 8, 9), strict=True) if square >= 0}
        ended, said = outcomes_of(marks)
        if ended != said:
            raise Refuted(f"the plies {marks} are {ended} and {said}")
        count += 1
    return f"{count:,} boards"


def squares_of_boards() -> Iterator[tuple[tuple[int, ...], tuple[int, ...], tuple[int, int, int]]]:
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


class OneByOne(Cpu):
    """The CPU as a device whose numbers are ints of 64 bits, as a GPU has them."""

    vectors = False

    def launch(self, kernel: Kernel, count: int, *arguments: object) -> None:
        super().launch(replace(kernel, lanes=False), count, *arguments)


def records(device: Cpu, keys: Ints, reading: int, value_last: Callable[..., Ints] = value_last) -> Ints:
    """The records of positions of ply 6 of a reading, as the solver finds them."""
    return value_last(device, keys, lambda _: None, reading)


def _one_for_all(device: Cpu, keys: Ints) -> Batches:
    batches = sort_by_shape(device, keys)
    return batches._replace(xs=np.repeat(batches.xs[:, :1], ints(), axis=1))


first_marks_of_a_batch_stand_for_all = partial(records, value_last=with_globals(value_last, sort_by_shape=_one_for_all))


def lanes_are_positions_one_by_one(engine: Callable[[Cpu, Ints, int], Ints] = records, some: int | None = None) -> str:
    """The record, code pair and number of games, of every position of ply 6 of each reading, or of some, found by the
    lanes of vectors and by the same text for one position after the other."""
    count = 0
    for reading in READINGS:
        keys = tablebase(reading).keys[LAST]
        if some is not None:
            keys = np.sort(np.random.default_rng(SEED).choice(keys, some, replace=False))
        found, expected = engine(Cpu(), keys, reading), records(OneByOne(), keys, reading)
        wrong = np.flatnonzero(found != expected)
        if len(wrong):
            at = wrong[0]
            raise Refuted(f"key {keys[at]:#x}: record {found[at]:#x} side by side, {expected[at]:#x} by itself")
        count += len(keys)
    return f"{count:,} positions of ply 6, {ints()} side by side, {len(READINGS)} readings"


# What ships: the form by which positions of ply 6 are known without a table


FORMS = {
    ("12 34 56", "23 45 67"): (True, True),
    ("11 34 56", "22 45 67"): (True, False),  # a cycle of two marks
    ("11 22 56", "33 45 67"): (True, True),
    ("11 34 56", "23 45 67"): (False, False),  # a cycle of one mark
    ("11 22 33", "44 56 67"): (True, True),
    ("11 22 33", "45 56 67"): (False, False),  # a move after the end
    ("45 56 67", "11 22 33"): (True, True),
    ("12 34 56", "44 55 67"): (False, False),  # marks on settled squares
    ("12 13 56", "23 45 67"): (False, False),  # a cycle that is not settled
    ("12 34 56", "23 45"): (False, False),  # ply 5
}
"""The squares of marks of X and of O, and whether games reach the position of ply 6 with these marks where pairs are
legal, and where they are forbidden."""


def key_of_marks(x: str, o: str) -> int:
    """The key of the marks on some squares."""
    places = [place(int(mark[0]) - 1, int(mark[1]) - 1) for mark in f"{x} {o}".split()]
    p1, p3, p5, p2, p4, p6 = (*places, 0)[:6]
    return pack(p1, p3, p5, p2, p4, p6, 0, 0, 0, 0)


@jitable
def compare_form(i: int, work: Work, keys: Ints, reading: int, tables: Tables, stored: Ints, wrong: Ints) -> None:
    """Kernel: whether key i has the form of a position of ply 6, but is none of the `stored` ones, or the reverse."""
    wrong[i] = is_reached(keys[i], work, tables.number, reading) != (stored[dense(keys[i], tables)] != 0)


COMPARE = Kernel(compare_form, FOREST)


def positions_of_ply_6_have_their_form(step: int = 1) -> str:
    """Some known keys, and every n-th index of ply 6, canonical or not; with `step` 0 only the known keys."""
    at = level(LAST)
    for squares, reached in FORMS.items():
        for reading in READINGS:
            found = is_reached(key_of_marks(*squares), [0] * FOREST, at.number, reading)
            expect(f"whether {squares} is reached in reading {reading}", found, reached[reading & FORBIDDEN])
    keys = at.keys(np.arange(0, at.size, step)) if step else np.empty(0, np.int64)
    for reading in READINGS if step else ():
        stored, wrong = np.zeros(at.size, np.uint8), np.empty(len(keys), np.uint8)
        stored[at.places(tablebase(reading).keys[LAST])] = 1
        Cpu().launch(COMPARE, len(keys), keys, reading, at.tables, stored, wrong)
        if wrong.any():
            raise Refuted(
                f"reading {reading}: {hex(keys[wrong.argmax()])} has the form of a position and is none, or not"
            )
    return f"{len(FORMS)} known keys, {len(keys):,} of each of {len(READINGS)} readings"


# Values

ALL_PLIES = 3
EARLY_POSITIONS = {4: 500, 5: 500}
LATE_POSITIONS = {6: 6, 7: 100, 8: 300}
GAMES = 2_000

Solved = Callable[[int], Tablebase]
spoilt_values = spoil(tablebase)


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
    """Every n-th of some positions of plies 6 to 8, in four settings of each reading."""
    count = 0
    for reading in READINGS:
        positions = [*islice(sampled_positions(LATE_POSITIONS, reading), 0, None, step)]
        count += sum(same_values(in_reading(reading, *each), solved(reading), positions) for each in SETTINGS)
    return f"{count} values of positions of plies 6 to 8, seed {SEED}"


def values_follow_from_the_next_ply(
    solved: Solved = tablebase, all_plies: int = ALL_PLIES, step: int = 1, most: int | None = None
) -> str:
    """By the rules of the reference, all positions of the first plies and every n-th of some up to ply 5, of each
    reading; and on the fast engine's graph every position up to ply 5, or at most so many of a ply."""
    count, draws = 0, np.random.default_rng(SEED)
    for reading in READINGS:
        every = tablebase(reading).keys[:LAST]
        stored = (position_of(key) for keys in every[: all_plies + 1] for key in keys.tolist())
        positions = [*chain(stored, islice(sampled_positions(EARLY_POSITIONS, reading), 0, None, step))]
        games = {in_reading(reading, rule, True): solved(reading) for rule in SELECTOR}
        count += sum(values_follow(*each, positions) for each in games.items())
        count += sum(values_follow_in_graph(games, np.sort(draws.permutation(keys)[:most])) for keys in every)
    return f"{count:,} values of positions of plies 0 to {LAST - 1}, seed {SEED}"


def solve_on(device: Device) -> Iterator[Ints]:
    """What a solve of each reading finds on a device."""
    for reading in READINGS:
        found = solve(device, reading).tablebase
        yield from (*found.keys, *found.codes)


WEB = WebEngine("goff", ("goff/solve.js", 'closer === "X") === (options', 'closer === "O") === (options'))
solves = Solves(solve_on)


# Batches


def marks_of(position: Position) -> list[tuple[int, tuple[int, ...]]]:
    """The plies and the squares of all marks."""
    definite = [(mark.ply, (square,)) for square, mark in enumerate(position.definite, start=1) if mark]
    return definite + [(pair.mark.ply, (pair.squares.first, pair.squares.second)) for pair in position.spooky]


def planes_of(game: Game[Position, Action], position: Position, history: Sequence[Action]) -> Ints:
    seen = np.zeros((13, 9), np.uint8)
    for ply, squares in marks_of(position):
        for square in squares:
            seen[ply - 1, square - 1] = 1
    seen[9] = [mark is not None for mark in position.definite]
    if position.pending:
        last = position.spooky[-1].squares
        seen[10, min(last) - 1] = 1
        seen[11, max(last) - 1] = 1
    seen[12] = game.actor(position) is Actor.O
    return seen


def boards_of(game: Game[Position, Action], position: Position) -> list[Position]:
    """The two boards of RL-BOARD-1, or the only one."""
    return [game.play(position, selection) for selection in Selection] if position.pending else [position]


def source_boards_of(game: Game[Position, Action], position: Position, history: Sequence[Action]) -> Ints:
    """The observation of RL-OBSERVE-1."""
    both = np.zeros((2, 10, 9), np.uint8)
    offered = boards_of(game, position)
    for seen, board in zip(both, offered if position.pending else 2 * offered, strict=True):
        seen[0] = [mark is not None for mark in board.definite]
        for ply, squares in marks_of(board):
            for square in squares:
                seen[ply, square - 1] = 1
    return both


def turns(game: Game[Position, Action], position: Position, legal: Sequence[int]) -> Turns:
    """The turns of RL-ACTION-1 to RL-ACTION-3. Raises `Refuted` unless these are the legal numbers."""
    found: dict[int, tuple[Action, ...]] = {}
    selections = [(selection,) for selection in Selection] if position.pending else [()]
    for number, (selected, board) in enumerate(zip(selections, boards_of(game, position), strict=True)):
        if game.actor(board) is None:
            found[72 + number] = selected
        for x, y in (move for move in game.actions(board) if isinstance(move, Move)):
            turn = 36 * number + (x - 1) * (18 - x) // 2 + y - x - 1 if x < y else 72 + number
            found[turn] = (*selected, Move(x, y))
    expect("the legal turns", sorted(legal), sorted(found))
    return found


def views() -> list[View]:
    return [View("planes", planes_of), View("key", key)]


def views_of_the_source() -> list[View]:
    return [View("seed-003", source_boards_of)]


CASES = [
    *(Case("goff", {"double_win": win}, views_of_the_source, turns) for win in (False, True)),
    *(
        Case("goff", {"collapse": game.collapse, "double_win": game.double_win, **game.switches}, views)
        for game in settings()
    ),
]


def batches_agree(**bound: int) -> str:
    """In all cases; and from canonical position to canonical position, as learners play, and as they see marks."""
    canonical_play_is_play()
    slots_are_plies_in_another_order()
    return batch_comparison.batches_agree(CASES, **bound)


def canonical_play_is_play(places: int = 20, actions: int = 4) -> None:
    """The first actions of random games: each leads to the least image of the key to which it leads in play as it is.
    Raises `Refuted`."""
    plain, canonical = (
        Games(Cpu(), Playing(KEY_RULES, setting_of(Goff())._replace(canonical=flag)), places, batch_comparison.SEED)
        for flag in (0, 1)
    )
    plain.begin(), canonical.begin()
    for turn in range(actions):
        made = canonical.sample(turn)
        plain.states[:] = canonical.states
        plain.step(made), canonical.step(made)
        least = [min(image(key, g) for g in range(SYMMETRIES)) for key in plain.states[:, KEY].tolist()]
        expect(f"canonical keys after {turn + 1} actions", canonical.states[:, KEY].tolist(), least)


def slots_are_plies_in_another_order(places: int = 20, actions: int = 8) -> None:
    """In random games the planes of slots are those of plies, X's early ones first, without a move that waits.
    Raises `Refuted`."""
    by_slot, by_ply = (
        Games(Cpu(), Playing(rules, setting_of(Goff())), places, batch_comparison.SEED)
        for rules in (RULES["marks"], OBSERVED["planes"])
    )
    by_slot.begin(), by_ply.begin()
    for turn in range(actions):
        made = by_ply.sample(turn)
        by_slot.step(made), by_ply.step(made)
        seen = by_ply.now.observation.reshape(places, -1, SQUARES).copy()
        waits = np.flatnonzero(seen[:, MARKS + 1].any(1))
        seen[waits, seen[waits, :MARKS].any(2).sum(1) - 1] = 0
        seen[:, :MARKS] = seen[:, [0, 2, 4, 1, 3, 5, 6, 7, 8]]
        expect(f"slots after {turn + 1} actions", by_slot.now.observation.tolist(), seen.reshape(places, -1).tolist())


MEASURED = Measured("goff")
