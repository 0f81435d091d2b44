"""TiqTaqToe by the fast engine, held against the reference: positions up to symmetry, the graph of the kernels, values,
games in batches, chance."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from random import Random
from typing import NamedTuple

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Cpu, Device
from qttt.fast.tiqtaqtoe import rules
from qttt.fast.tiqtaqtoe.boards import SLOTS
from qttt.fast.tiqtaqtoe.enumerate import enumerate_graph
from qttt.fast.tiqtaqtoe.graph import ARRAYS
from qttt.fast.tiqtaqtoe.rules import MOST
from qttt.fast.tiqtaqtoe.setting import Setting
from qttt.fast.tiqtaqtoe.solve import solve
from qttt.fast.tiqtaqtoe.tablebase import Tablebase
from qttt.oracle import Oracle
from qttt.oracle.tiqtaqtoe import setting_of
from qttt.reference.game import Actor, Game
from qttt.reference.solver import Solver
from qttt.reference.tiqtaqtoe import SWITCHES, UNIFORM, Action, Measurement, Position, Single, TiqTaqToe, settings
from qttt.verification import Refuted, batch_comparison, expect
from qttt.verification.batch_comparison import Case, SameClasses, View, drawn
from qttt.verification.elsewhere import Solves, WebEngine
from qttt.verification.engine_comparison import early, same_rules
from qttt.verification.engines import options_of
from qttt.verification.measures import Measured
from qttt.verification.probabilistic.readings import EMPTY, REACHABLE, classic
from qttt.verification.random_games import visited
from qttt.verification.stored_values import Stored, same_graph, spoil, values_follow
from qttt.verification.tiqtaqtoe.certificate import canonical, images
from qttt.verification.tiqtaqtoe.engines import fast, reference
from qttt.verification.tiqtaqtoe.solved import CANONICAL, tablebase


class Scope(NamedTuple):
    """The positions to compare: of some games, those with at most the given number of marks."""

    games: tuple[TiqTaqToe, ...]
    marks: int


def games(level: str) -> tuple[TiqTaqToe, ...]:
    """The games of a level that differ in more than the score when both players have a line."""
    return tuple(game for game in settings(both="even") if game.level == level)


CLASSIC, MINIMAL, MODERATE, HIGH = map(games, UNIFORM)
ALL = 9
"""Marks on a full board."""
WHOLE = (Scope(CLASSIC, ALL), Scope(MINIMAL, ALL), Scope(MODERATE, 3), Scope(HIGH, 3))
EARLY = (*(Scope(games[:1], 2) for games in (HIGH, MODERATE, MINIMAL)), Scope(CLASSIC, ALL))


def form(position: Position) -> str:
    return str(canonical(position).key)


def rules_agree(most: int = ALL) -> str:
    """One position of each canonical form, and all its successors: the whole levels classic and minimal, and up to
    three marks at the others, under all switches; at most `most`. Ended games with each value of `both`."""
    count = 0
    for scope in WHOLE:
        for game in scope.games:
            positions = [*early(game, min(most, scope.marks), form)]
            ended = [position for position in positions if game.actor(position) is None]
            count += same_rules(reference(options_of(game)), fast(options_of(game)), positions)
            for both in SWITCHES["both"][1:]:
                options = options_of(TiqTaqToe(**{**vars(game), "both": both}))
                same_rules(reference(options), fast(options), ended)
    return f"{count:,} canonical positions"


# The graph

KIND = {Actor.X: "decision", Actor.O: "decision", Actor.CHANCE: "chance", None: "terminal"}


def the_graph_is_that_of_the_rules(few: bool = False, levels: int | None = None) -> str:
    """One position of each canonical form: the actor, the moves, and the node after each move. For whole games also the
    numbers of positions, up to symmetry and in all, so that the kernels enumerate no other positions.

    All positions of the levels classic and minimal, and all with up to three marks at the other levels; or, if `few`,
    the level classic and up to two marks at the others, only the first `levels`."""
    looked_at = 0
    for scope in (EARLY if few else WHOLE)[:levels]:
        for game in scope.games:
            enumerated = begun(game, scope.marks) if few else tablebase(game)
            counts = Counter[tuple[str, str]]()
            positions = [*early(game, scope.marks, form)]
            looked_at += same_graph(game, enumerated, positions)
            for position in positions:
                counts[KIND[game.actor(position)], "canonical"] += 1
                counts[KIND[game.actor(position)], "raw"] += _images(position)
            found = {(kind, form): count for kind, forms in enumerated.states.items() for form, count in forms.items()}
            if scope.marks == ALL and counts != {key: count for key, count in found.items() if count}:
                raise Refuted(f"{game.level} {game.switches}: the positions are {dict(counts)}, enumerated {found}")
    return f"{looked_at:,} canonical positions"


def begun(game: TiqTaqToe, marks: int) -> Tablebase:
    """The positions of a game with at most so many marks, and those after them, without values."""
    setting = setting_of(game)
    graph = enumerate_graph(Cpu(), setting, plies=min(marks + 1, ALL))
    return Tablebase(setting, graph, np.zeros(len(graph.labels), np.int16))


def _images(position: Position) -> int:
    """The number of images of a position under the eight symmetries."""
    return len({tuple(sorted(image)) for image in zip(*map(images, position.boards), strict=True)})


# Values


SEED = 2023
Solved = Callable[[TiqTaqToe], Tablebase]
spoilt_values = spoil(tablebase)
OTHERS = (
    TiqTaqToe("classic", lines="full-board", both="O"),
    TiqTaqToe("minimal", both="last-mover"),
    TiqTaqToe("minimal", lines="full-board", both="X"),
    TiqTaqToe("moderate", lines="full-board", both="other"),
)


def all_values_of_high_levels_follow(solved: Solved = tablebase) -> str:
    """One position of each canonical form that play reaches, at the levels minimal, moderate and high."""
    told = []
    for game in CANONICAL[1:]:
        count = values_follow(game, solved(game), early(game, ALL, form))
        start = Oracle(game, tablebase(game)).value(game.initial())
        told.append(f"{game.level} {start}, {count:,} canonical positions")
    return "; ".join(told)


def values_follow_from_what_actions_lead_to(
    solved: Solved = tablebase, games: Iterable[TiqTaqToe] = (*CANONICAL, *OTHERS), each: int = 6
) -> str:
    """All positions of random games of each setting."""
    random, chosen = Random(SEED), [*games]
    count = sum(values_follow(game, solved(game), visited(game, random, each)) for game in chosen)
    return f"{count:,} positions of {each} random games at each of {len(chosen)} settings, seed {SEED}"


def values_of_all_settings_follow_from_what_actions_lead_to(solved: Solved = tablebase) -> str:
    """Every level under every combination of its switches."""
    return values_follow_from_what_actions_lead_to(solved, settings(levels=UNIFORM), 3)


# The level classic


def the_level_classic_is_tic_tac_toe() -> str:
    """Every position has one board, and the boards are those that plain rules reach. Minimax over plain rules, the
    generic solver of the reference and the tablebase give them the same values."""
    plain, solver, stored = classic(), Solver(CANONICAL[0]), tablebase(CANONICAL[0])
    reached = [*early(CANONICAL[0], ALL)]
    numbers = len(plain), sum(forms["raw"] for forms in stored.states.values()), REACHABLE
    if {*map(str, reached)} != plain.keys() or len({*numbers}) != 1:
        raise Refuted(f"{len(reached):,} positions; of tic-tac-toe, enumerated and known {numbers}")
    for position, value in zip(reached, Stored(CANONICAL[0], stored).values(reached), strict=True):
        found = plain[str(position)], solver.value(position), value
        if len({*found}) != 1:
            raise Refuted(f"'{position}': {found}")
    return f"{len(reached):,} positions; the empty board is worth {plain[EMPTY]}"


def solve_on(device: Device) -> tuple[Ints, ...]:
    """What a solve of the canonical game finds on a device: all positions, what they lead to, and their values."""
    found = solve(device, Setting()).tablebase
    return (found.numbers, *(getattr(found.graph, name) for name in ARRAYS))


WEB = WebEngine("tiqtaqtoe", ("tiqtaqtoe/solve.js", "plies % 2 ? -1 : 1", "plies % 2 ? 1 : -1"))
solves = Solves(solve_on)


# Batches


def planes_of(game: Game[Position, Action], position: Position, history: Sequence[Action]) -> Ints:
    """The planes of a position, from the reference and the moves since the last measurement."""
    seen = np.zeros((14, 9), np.uint8)
    for at, player in enumerate("XO"):
        seen[at] = [held == {player} for held in position.held]
        seen[2 + at] = [player in held for held in position.held]
    seen[4] = position.plies % 2
    ply = 0
    for action in history:
        if isinstance(action, Measurement):
            seen[5:] = 0
            continue
        for square in (action.square,) if isinstance(action, Single) else (action.first, action.second):
            seen[5 + ply, square - 1] = 1
        ply += 1
    return seen


def views() -> list[View]:
    return [View("planes", planes_of), View("key", lambda _, position, __: form(position), SameClasses())]


CASES = [Case("tiqtaqtoe", {"level": game.level, **game.switches}, views) for game in settings(levels=UNIFORM)]


def batches_agree(**bound: int) -> str:
    """In all cases; and some measurements in random games at the level high lead to the same positions."""
    for lines in SWITCHES["lines"]:
        game = TiqTaqToe("high", lines=lines)
        positions = (each for each in visited(game, Random(SEED), 6) if game.actor(each) is Actor.CHANCE)
        small = (each for each in positions if len(each.boards) < 9)
        same_rules(reference(options_of(game)), fast(options_of(game)), small)
    return batch_comparison.batches_agree(CASES, **bound)


MEASURED = Measured("tiqtaqtoe", {"level": "minimal"})


# Chance

BITS = 32
"""The bits of a random number that are used, the lowest ones."""


def boards_are_equally_likely() -> None:
    """For each number of boards that a set can have, a power of two: each board is drawn for one interval of the lowest
    32 bits, and all intervals are equal. Raises `Refuted`."""
    count = 1
    while count <= MOST:
        state, width = [count, *[0] * 3], (1 << BITS) // count
        shares = drawn(
            partial(rules.draw, np.array(state), rules.setting_of(Setting())), range(0, (1 << BITS) + 1, width), BITS
        )
        expect(f"of {count} boards", shares, {SLOTS + number: Fraction(1, count) for number in range(count)})
        count *= 2
    game = TiqTaqToe("minimal")
    full = game.position("X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9")
    expect("boards of the reference", {*game.chance(full).values()}, {Fraction(1, len(full.boards))})
