"""Implementations side by side: at the same positions, and on a turned board.

An implementation is an engine (see `engines`), and the first one of two always has positions of the reference; a game
with such positions, that of a formal text too, is one as `engines.ReferenceEngine(game)`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from qttt.reference.board import SYMMETRIES, Symmetry, image, inverse
from qttt.reference.game import Actor, Game, Score
from qttt.reference.solver import Solver
from qttt.verification import Refuted
from qttt.verification.conform.truth import Truth
from qttt.verification.engines import Engine, Illegal, NotAnswered
from qttt.verification.random_games import random_choices

P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)

QUESTIONS = ("actor", "actions", "chance", "system", "outcome", "outcome_rule", "value", "write_position")
"""What is compared at a position: `value` is the score of an ended game."""

# At one position


def compare(a: Engine[P, A], b: Engine[P, A], position: P, tried: Iterable[A] | None = None) -> tuple[A, ...]:
    """The legal actions at a position of `a`. Raises `Refuted` if `b` answers any of the `QUESTIONS` differently, or
    if one of the actions `tried`, by default every legal one, is legal for one of them only, breaks different rules,
    or leads to different positions. What an implementation does not answer is not compared."""
    for what in QUESTIONS:
        answers = _answer(a, what, position), _answer(b, what, position)
        if NotAnswered not in answers and answers[0] != answers[1]:
            raise Refuted(f"{what}: {answers[0]} and {answers[1]}")
    actions = a.actions(position)
    for action in actions if tried is None else tried:
        (legal, found), (also_legal, other_found) = _after(a, position, action), _after(b, position, action)
        if legal != also_legal:
            raise Refuted(f"after {action}, legal: {legal} and {also_legal}")
        if legal and found != other_found:
            raise Refuted(f"after {action}, position: {found} and {other_found}")
        if not legal and other_found and found != other_found:
            raise Refuted(f"after {action}, error: {found} and {other_found}")
    return actions


def _answer(engine: Engine[P, A], what: str, position: P) -> object:
    try:
        if what == "value":
            return None if engine.actor(position) else engine.score(position)
        answer: object = getattr(engine, what)(position)
        return answer
    except NotAnswered:
        return NotAnswered


def _after(engine: Engine[P, A], position: P, action: A) -> tuple[bool, object]:
    """Whether an action is legal, and the position after it or the ID of the rule that it breaks."""
    try:
        return True, engine.play(position, action)
    except Illegal as illegal:
        return False, illegal.rule


def same_rules(a: Engine[P, A], b: Engine[P, A], positions: Iterable[P], tried: Iterable[A] | None = None) -> int:
    """The number of positions, after comparing two implementations at each of them and after the actions `tried`, by
    default every legal one. Raises `Refuted` with the position in writing."""
    count = 0
    for position in positions:
        try:
            compare(a, b, position, tried)
        except Refuted as difference:
            raise Refuted(f"{a.game!r}, '{position}', {difference}") from None
        count += 1
    return count


# All positions of the first plies


def as_it_is(position: P) -> Hashable:
    return position


def early(game: Game[P, A], plies: int, form: Callable[[P], Hashable] = as_it_is) -> Iterator[P]:
    """One position of each form that games of up to `plies` plies reach, with those that wait for a selection or a
    result, the earlier plies first."""
    level: Iterable[P] = [game.initial()]
    for ply in range(plies + 1):
        found = {form(position): position for position in level}
        following: dict[Hashable, P] = {}
        waiting = [*found.values()]
        while waiting:
            position = waiting.pop()
            yield position
            for action in game.actions(position):
                is_ply = game.is_ply(action)
                if is_ply and ply == plies:
                    continue
                after = game.play(position, action)
                name = form(after)
                if is_ply:
                    following.setdefault(name, after)
                elif name not in found:
                    found[name] = after
                    waiting.append(after)
        level = following.values()


# On a turned board

GENERATORS = (SYMMETRIES[1], SYMMETRIES[4])
"""A quarter turn and a reflection, which generate all eight symmetries."""
SEED, STRIDE = 2029, 101
"""The seed of random games; each game has the setting so many places after that of the one before."""

Parts = Callable[[P], Iterable[tuple[int, ...]]]
"""Sets of squares that belong to a position."""


def games_turn(
    truth: Truth,
    parts: Parts[Any] = lambda _: (),
    on: Callable[[Any, Symmetry], Game[Any, Any]] = lambda game, _: game,
    valued: bool = False,
    games: int = 140,
) -> str:
    """The positions of random games, in all settings in turn, each turned by the next of the eight symmetries: see
    `turns`; late positions may be `valued`. `on` is the game on a turned board, the same one for the game's
    own symmetries only. Raises `Refuted`."""
    settings, count = truth.settings(), 0
    for number in range(games):
        choices = random_choices(f"{SEED}/{number}", truth.longest)
        for at, (found, _) in enumerate(truth.positions(settings[STRIDE * number % len(settings)], choices)):
            game, symmetry = found.engine.game, SYMMETRIES[(number + at) % len(SYMMETRIES)]
            there = on(game, symmetry)
            if (there == game) != (symmetry in game.symmetries):
                raise Refuted(f"{game!r} has the symmetries {game.symmetries}")
            turns(game, found.position, symmetry, there, parts, valued and truth.is_late(found.position))
            count += 1
    return f"{count:,} positions of {games} games, {len(settings)} settings, seed {SEED}"


def turns(
    game: Game[P, A],
    position: P,
    symmetry: Symmetry,
    on: Game[P, A] | None = None,
    parts: Parts[P] = lambda _: (),
    valued: bool = False,
) -> None:
    """Turn a position, to one of the game `on` if it is another: actor, actions, chances, next positions, scores,
    `parts` and, if they are to be `valued`, actions' values are turned with it, and the inverse takes it back. Raises
    `Refuted`."""
    on = on or game
    there, back = game.turned(position, symmetry), inverse(symmetry)
    after, nature, sets, worth, end = _said(game, position, parts, valued)
    actions = {action: game.turned_action(position, action, symmetry) for action in after}
    expected = (
        {actions[action]: game.turned(next_one, symmetry) for action, next_one in after.items()},
        ({actions.get(of, of): chance for of, chance in nature[0].items()}, nature[1]),
        {frozenset(image(symmetry, *part)) for part in sets},
        {actions[action]: value for action, value in worth.items()},
        end,
    )
    if _said(on, there, parts, valued) != expected:
        raise Refuted(f"{game!r}: '{position}' and '{there}' differ in actions, chances, successors, values or ends")
    if on.turned(there, back) != position or any(on.turned_action(there, actions[a], back) != a for a in after):
        raise Refuted(f"{game!r}: '{there}' is not turned back into '{position}'")


Answers = tuple[
    dict[A, P],
    tuple[Mapping[A, Fraction], Mapping[Actor, Fraction]],
    set[frozenset[int]],
    Mapping[A, Fraction],
    Actor | Score,
]
"""Positions after actions, the chances of chance and of the System, sets of squares, values, who acts or the end."""


def _said(game: Game[P, A], position: P, parts: Parts[P], valued: bool) -> Answers[A, P]:
    actor = game.actor(position)
    after = {action: game.play(position, action) for action in game.actions(position)}
    sets = {frozenset(part) for part in parts(position)}
    nature = game.chance(position), game.system(position)
    return after, nature, sets, Solver(game).values(position) if valued else {}, actor or game.score(position)
