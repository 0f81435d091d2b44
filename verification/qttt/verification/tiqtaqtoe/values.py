"""Values of TiqTaqToe's tablebases: they follow from what actions lead to, and so do the chances of outcomes."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from qttt.fast.answers import Ints
from qttt.fast.backend import Device
from qttt.fast.tiqtaqtoe.graph import ARRAYS
from qttt.fast.tiqtaqtoe.setting import Setting
from qttt.fast.tiqtaqtoe.solve import solve
from qttt.oracle import Oracle
from qttt.reference.solver import Solver
from qttt.reference.tiqtaqtoe import UNIFORM, TiqTaqToe, settings
from qttt.verification import Refuted
from qttt.verification.elsewhere import Solves, WebEngine
from qttt.verification.probabilistic.classic import EMPTY, REACHABLE, classic
from qttt.verification.random_games import visited
from qttt.verification.side_by_side import early
from qttt.verification.stored_values import Stored, spoil, values_follow
from qttt.verification.tiqtaqtoe.rules import ALL, form
from qttt.verification.tiqtaqtoe.solved import CANONICAL, tablebase

SEED = 2023
Solved = Callable[[TiqTaqToe], Any]
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
    random, played = Random(SEED), [*games]
    count = sum(values_follow(game, solved(game), visited(game, random, each)) for game in played)
    return f"{count:,} positions of {each} random games at each of {len(played)} settings, seed {SEED}"


def values_of_all_settings_follow_from_what_actions_lead_to(solved: Solved = tablebase) -> str:
    """Every level under every combination of its switches."""
    return values_follow_from_what_actions_lead_to(solved, settings(levels=UNIFORM), 3)


# The level classic

CLASSIC = CANONICAL[0]


def the_level_classic_is_tic_tac_toe() -> str:
    """Every position has one board, and the boards are those that plain rules reach. Minimax over plain rules, the
    generic solver of the reference and the tablebase give them the same values."""
    plain, solver, stored = classic(), Solver(CLASSIC), tablebase(CLASSIC)
    reached = [*early(CLASSIC, ALL)]
    numbers = len(plain), sum(forms["raw"] for forms in stored.states.values()), REACHABLE
    if {*map(str, reached)} != plain.keys() or len({*numbers}) != 1:
        raise Refuted(f"{len(reached):,} positions; of tic-tac-toe, enumerated and known {numbers}")
    for position, value in zip(reached, Stored(CLASSIC, stored).values(reached), strict=True):
        found = plain[str(position)], solver.value(position), value
        if len({*found}) != 1:
            raise Refuted(f"'{position}': {found}")
    return f"{len(reached):,} positions; the empty board is worth {plain[EMPTY]}"


def solved_on(device: Device) -> tuple[Ints, ...]:
    """What a solve of the canonical game finds on a device: all positions, what they lead to, and their values."""
    found = solve(device, Setting()).tablebase
    return (found.numbers, *(getattr(found.graph, name) for name in ARRAYS))


WEB = WebEngine("tiqtaqtoe", ("tiqtaqtoe/solve.js", "plies % 2 ? -1 : 1", "plies % 2 ? 1 : -1"))
solves = Solves(solved_on)
