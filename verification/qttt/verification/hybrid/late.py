"""Compares the tablebases of Q3T with the values of all late positions by the rules of the reference only."""

from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import lru_cache
from multiprocessing import get_context
from os import cpu_count

from qttt.fast.hybrid.boxes import SYMMETRIES as TABLES
from qttt.fast.hybrid.boxes import TO_REPRESENTATIVE, members
from qttt.fast.hybrid.boxes import image as image_of_boxes
from qttt.fast.hybrid.pairs import layer_of
from qttt.fast.hybrid.rules import Setting, State
from qttt.fast.hybrid.tablebase import Tablebase
from qttt.oracle.hybrid.translate import setting_of, state_of
from qttt.reference.board import SYMMETRIES
from qttt.reference.game import Actor
from qttt.reference.hybrid import Hybrid, settings
from qttt.reference.hybrid.position import PendingLink, Position
from qttt.verification import Refuted
from qttt.verification.hybrid.engines import late_tablebase
from qttt.verification.hybrid.lemmas import exchanged
from qttt.verification.hybrid.retrograde import Key, Values, colours_matter, values

Solved = Callable[[Setting, int], Tablebase]
"""A function from a setting and a number n to the tablebase of positions with at least n boxes measured."""
CANONICAL = Hybrid()
OTHERS = (Hybrid(both="X"), Hybrid("single", "one", "take", "other"))
SOLVED = tuple(game for game in settings() if (game.links, game.targets) != ("two", "any"))


def late_values_are_those_of_the_reference(solved: Solved = late_tablebase) -> str:
    """Every undecided position with seven or eight boxes measured under the canonical switches, with eight under some
    others, up to symmetry and exchange of colours."""
    return _told([(CANONICAL, 7), *((game, 8) for game in OTHERS)], solved)


def values_from_six_boxes_are_those_of_the_reference(solved: Solved = late_tablebase) -> str:
    """Every undecided position with at least six boxes measured, under the canonical switches."""
    return _told([(CANONICAL, 6)], solved)


def late_values_under_all_switches(solved: Solved = late_tablebase) -> str:
    """Every undecided position with eight boxes measured at all settings, with seven if a control carries one link."""
    return _told([(game, 8 if game.links == "two" else 7) for game in settings()], solved)


def values_with_a_single_link_are_those_of_the_reference(solved: Solved = late_tablebase) -> str:
    """All positions, from the first one on, with one pending link in the whole game."""
    return _told([(game, 0) for game in SOLVED if game.links == "single" and game.targets == "any"], solved)


def _told(games: Iterable[tuple[Hybrid, int]], solved: Solved) -> str:
    count = sum(_agree(game, least, solved) for game, least in games)
    return f"{count:,} positions"


def _agree(game: Hybrid, least: int, solved: Solved) -> int:
    """Compare every value with the tablebase's value of one of the images of the position, in turn."""
    setting, count = setting_of(game), 0
    tablebase, kinds = solved(setting, least), 2 if colours_matter(game) else 1
    for measured, found in by_the_reference(game, least).items():
        if len(found) != kinds * tablebase.positions[measured]:
            raise Refuted(f"{game.switches}: {len(found):,} positions with {measured} boxes measured")
        for number, (key, value) in enumerate(found.items()):
            sign, position = image(game, key, number)
            if (other := tablebase.value(state_of(position))) != sign * value:
                raise Refuted(f"{game.switches}, '{position}': {sign * value}, the tablebase has {other}")
        count += len(found)
    return count


@lru_cache(maxsize=1 + len(OTHERS))
def by_the_reference(game: Hybrid, least: int) -> dict[int, Values]:
    """The values of positions with 8, 7 and fewer boxes measured, by the number of boxes."""
    if least > 6:
        return values(game, least)
    with ProcessPoolExecutor(cpu_count(), get_context("spawn")) as pool:
        return values(game, least, pool.map)


def image(game: Hybrid, key: Key, number: int) -> tuple[int, Position]:
    """One of the sixteen images of a position, or of eight if colours matter, and the sign of its value."""
    marks, links, of_o = key
    players = (Actor.O, Actor.X)
    pending = tuple(PendingLink(control, target, players[of_x]) for control, target, of_x in links)
    position = game.turned(Position(marks, pending, players[not of_o]), SYMMETRIES[number % 8])
    if colours_matter(game) or number // 8 % 2:
        return 1, position
    return -1, exchanged(position)


# Errors


def values_of_taking(setting: Setting, least: int) -> Tablebase:
    """`effect` has its other value."""
    other = {"reverse": "take", "take": "reverse"}[setting.effect]
    return late_tablebase(setting._replace(effect=other), least)


def lines_of_both_are_drawn(setting: Setting, least: int) -> Tablebase:
    return late_tablebase(setting._replace(both="draw"), least)


def _place(setting: Setting, state: State) -> tuple[int, int]:
    """The lane and the place of a position without links among all with as many boxes measured."""
    marked = state.x | state.o
    this = layer_of(setting, marked.bit_count())
    symmetry = TO_REPRESENTATIVE[marked]
    to, found = TABLES[symmetry], image_of_boxes(marked, symmetry)
    own = state.x if state.turn == "X" else state.o
    rank = this.ranks * this.representatives.index(found) + this.rank([])
    marks = sum(1 << members(found).index(to[box]) for box in members(own))
    return 0, rank << this.measured | marks


def one_value_is_a_unit_off(setting: Setting, least: int) -> Tablebase:
    """The value of a single stored position is 1/512 too large."""
    right = late_tablebase(setting, least)
    lane, place = _place(setting, state_of(Position.of(".OXXOOOXX, X to move")))
    numbers = [[*lanes] for lanes in right.numbers]
    numbers[8][lane] = numbers[8][lane].copy()
    numbers[8][lane][place] += 1
    return replace(right, numbers=tuple(map(tuple, numbers)))
