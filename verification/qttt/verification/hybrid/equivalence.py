"""Reference and fast engine of Q3T side by side: the rules on early positions and ends, and values of late ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

from qttt.fast.hybrid.rules import Setting
from qttt.fast.hybrid.tablebase import Tablebase
from qttt.reference.game import Actor
from qttt.reference.hybrid import SWITCHES, Hybrid, settings
from qttt.reference.hybrid_ending import outcome
from qttt.reference.hybrid_notation import Measure, Result
from qttt.reference.hybrid_position import BOXES, PendingLink, Position
from qttt.reference.solver import Solver
from qttt.verification import Refuted
from qttt.verification.hybrid.engines import THE_RULES, FastRules, late_tablebase
from qttt.verification.hybrid.translate import position_of, setting_of, state_of

PLIES = 3
KINDS = tuple(game for game in settings() if game.both == "draw")
"""The games that differ in more than what lines of both are worth."""
FIRST = (1, 2, 5)
"""A corner, an edge and the middle: up to symmetry these are all boxes."""

# Rules


def rules_agree(fast: FastRules = THE_RULES) -> str:
    """The positions within three plies under the canonical switches, and within two under the others, up to symmetry;
    and every way to mark nine boxes."""
    ends = _ends_agree(fast)
    count = sum(_agree(game, fast, PLIES - 1, FIRST) for game in KINDS[1:]) + _agree(KINDS[0], fast, PLIES, FIRST)
    return f"{count:,} positions, {ends:,} full boards"


def rules_agree_under_all_switches(fast: FastRules = THE_RULES) -> str:
    """The positions within three plies under all switches, and every way to mark nine boxes."""
    ends = _ends_agree(fast)
    count = sum(_agree(game, fast, PLIES, BOXES) for game in KINDS)
    return f"{count:,} positions, {ends:,} full boards"


def _agree(game: Hybrid, fast: FastRules, plies: int, first: Iterable[int]) -> int:
    count = 0
    for position in walk(game, plies, first):
        compare(game, position, fast)
        count += 1
    return count


def walk(game: Hybrid, plies: int, first: Iterable[int]) -> Iterator[Position]:
    """The start, and every position that play leads to within so many plies if one of the boxes `first` is measured
    first; those in which a measurement waits for its result as well."""
    yield (start := game.initial())
    reached = {game.play(start, Measure(box)) for box in first}
    for _ in range(plies):
        due = {position for position in reached if position.measuring is not None}
        yield from sorted(due, key=str)
        results = {game.play(position, result) for position in due for result in Result}
        moved = reached - due | results
        yield from sorted(moved, key=str)
        reached = {game.play(position, action) for position in moved for action in game.actions(position)}


def _ends_agree(fast: FastRules) -> int:
    boards = [Position("".join(marks), turn=turn) for marks in product("XO", repeat=9) for turn in (Actor.X, Actor.O)]
    for position in boards:
        compare(KINDS[0], position, fast)
    return len(boards)


def compare(game: Hybrid, position: Position, fast: FastRules) -> None:
    """Raise `Refuted` if reference and fast engine differ in anything about a position."""
    setting, state = setting_of(game), state_of(position)
    _same(game, position, "translated", position, position_of(state))
    actor, of_fast = game.actor(position), fast.actor(state)
    _same(game, position, "actor", actor and str(actor), of_fast)
    actions, found = game.actions(position), fast.actions(setting, state)
    _same(game, position, "actions", [*map(str, actions)], [*map(str, found)])
    for action in actions:
        after = position_of(fast.after(setting, state, action))
        _same(game, position, f"after {action}", game.play(position, action), after)
    if actor is Actor.CHANCE:
        number = len(fast.results(setting, state))
        _same(game, position, "chances", {*game.chance(position).values()}, {Fraction(1, number)})
    if actor is not None:
        _same(game, position, "outcome", None, fast.outcome(state))
        return
    for both in SWITCHES["both"]:
        one = replace(game, both=both)
        score = one.score(position)
        _same(one, position, "outcome", str(score.outcome), fast.outcome(state))
        _same(one, position, "score", score.value, fast.score(setting_of(one), state))


def _same(game: Hybrid, position: Position, what: str, of_reference: Any, of_fast: Any) -> None:
    if of_reference != of_fast:
        raise Refuted(f"{game.switches}, '{position}', {what}: {of_reference} and {of_fast}")


# Values of late positions

Solved = Callable[[Setting], Tablebase]
LATE_GAMES = (Hybrid(), Hybrid(both="X"), Hybrid("single", "one", "take", "other"))
SOLVED_GAMES = tuple(game for game in settings() if (game.links, game.targets) != ("two", "any"))
OPEN = {
    8: ((1,), (2,), (5,)),
    7: ((1, 3), (1, 9), (1, 2), (1, 6), (1, 5), (2, 4), (2, 8), (2, 5)),
}
"""The unmeasured boxes, up to symmetry, by the number of the measured ones."""


def late_values_are_those_of_the_reference(
    solved: Solved = late_tablebase, games: Iterable[Hybrid] = LATE_GAMES, measured: int = 8
) -> str:
    """Every undecided position with eight boxes measured, up to symmetry, as the reference's solver and the tablebase
    value it."""
    count = 0
    for game in games:
        solver, tablebase = Solver(game), solved(setting_of(game))
        for position in late_positions(game, measured):
            _same(game, position, "value", solver.value(position), tablebase.value(state_of(position)))
            count += 1
    return f"{count:,} positions with {measured} boxes measured"


def late_values_under_all_switches(solved: Solved = late_tablebase) -> str:
    """Those with eight boxes measured in all settings that are solved, and with seven under the canonical switches."""
    eight = late_values_are_those_of_the_reference(solved, SOLVED_GAMES)
    return f"{eight}, {late_values_are_those_of_the_reference(solved, KINDS[:1], 7)}"


def late_positions(game: Hybrid, measured: int) -> Iterator[Position]:
    """Every undecided position with so many boxes measured, the others being one of `OPEN`, reached by play or not."""
    for unmeasured in OPEN[measured]:
        targets = [box for box in BOXES if box not in unmeasured]
        links = [*_pending(game, unmeasured, targets)]
        for marks in product("XO", repeat=measured):
            of_box = dict(zip(targets, marks, strict=True))
            bare = Position("".join(of_box.get(box, ".") for box in BOXES))
            if outcome(bare) is None:
                for some, turn in product(links, (Actor.X, Actor.O)):
                    yield replace(bare, links=some, turn=turn)


def _pending(game: Hybrid, controls: Iterable[int], targets: Iterable[int]) -> Iterator[tuple[PendingLink, ...]]:
    """Every set of pending links between these boxes that the switches allow."""
    most = 2 if game.links == "two" else 1
    of_each = []
    for control in controls:
        kinds = [PendingLink(control, target, owner) for target in targets for owner in (Actor.O, Actor.X)]
        of_each.append([some for n in range(most + 1) for some in combinations_with_replacement(kinds, n)])
    for chosen in product(*of_each):
        links = tuple(link for some in chosen for link in some)
        alone = game.targets == "any" or len({link.target for link in links}) == len(links)
        if alone and (game.links != "single" or len(links) <= 1):
            yield links


# Errors


def values_of_taking(setting: Setting) -> Tablebase:
    """`effect` is the other one."""
    other = {"reverse": "take", "take": "reverse"}[setting.effect]
    return late_tablebase(setting._replace(effect=other))


def lines_of_both_are_drawn(setting: Setting) -> Tablebase:
    return late_tablebase(setting._replace(both="draw"))


def one_value_is_a_unit_off(setting: Setting) -> Tablebase:
    """The value of a single position, of all that are stored, is 1/512 too large."""
    right = late_tablebase(setting)
    lane, place = right._place(state_of(Position.of(".OXXOOOXX, X to move")))
    numbers = [[*lanes] for lanes in right.numbers]
    numbers[8][lane] = numbers[8][lane].copy()
    numbers[8][lane][place] += 1
    return replace(right, numbers=tuple(map(tuple, numbers)))
