"""Reference and fast engine of Q3T side by side: the rules on early positions, on all kinds of results, and at ends."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from qttt.oracle.hybrid.translate import position_of, setting_of, state_of
from qttt.reference.game import Actor
from qttt.reference.hybrid import SWITCHES, Hybrid, settings
from qttt.reference.hybrid.notation import Measure, Result
from qttt.reference.hybrid.position import BOXES, Position
from qttt.verification import Refuted
from qttt.verification.hybrid.engines import THE_RULES, FastRules
from qttt.verification.hybrid.lemmas import cases

PLIES = 3
KINDS = tuple(game for game in settings() if game.both == "draw")
"""The games that differ in more than the score when both players have a line."""
FIRST = (1, 2, 5)
"""A corner, an edge and the middle: up to symmetry these are all boxes."""

# Rules


def rules_agree(fast: FastRules = THE_RULES) -> str:
    """The positions within three plies under the canonical switches, and within two under the others, up to symmetry;
    every result with up to three links, and every move with up to two links, as in the lemmas; and every way to mark
    nine boxes."""
    ends = _ends_agree(fast)
    count = sum(_agree(game, fast, PLIES - 1, FIRST) for game in KINDS[1:]) + _agree(KINDS[0], fast, PLIES, FIRST)
    for game, position in cases():
        compare(game, position, fast)
        count += 1
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
    """The start, and every position that play reaches within `plies` plies if one of the boxes `first` is measured
    first, including positions in which a measurement waits for its result."""
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
    """Raise `Refuted` if reference and fast engine differ at a position."""
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
