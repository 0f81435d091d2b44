"""Rules side by side: two implementations of a game at the same positions; and random games, which can be shrunk.

An implementation is an engine (see `engines`), and the first one of two always has positions of the reference; a game
with such positions, that of a formal text too, is one as `engines.ReferenceEngine(game)`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, TypeVar

from qttt.reference.game import Game
from qttt.verification import Refuted
from qttt.verification.engines import Illegal, NotAnswered

P = TypeVar("P", bound=Hashable)
R = TypeVar("R")
S = TypeVar("S")

Choices = tuple[int, ...]
"""A game: the choice among the legal actions at each step, until the choices run out or the game ends."""

QUESTIONS = ("actor", "actions", "chance", "system", "outcome", "outcome_rule", "value", "write_position")
"""What is compared at a position: `value` is the score of an ended game."""

# At one position


def compare(a: Any, b: Any, position: Any, tried: Iterable[Any] | None = None) -> tuple[Any, ...]:
    """The legal actions at a position of `a`. Raises `Refuted` if `b` answers any of the `QUESTIONS` differently, or
    if one of the actions `tried`, by default every legal one, is legal for one of them only, breaks different rules,
    or leads to different positions. What an implementation does not answer is not compared."""
    other = b.of(position)
    for what in QUESTIONS:
        answers = _answer(a, what, position), _answer(b, what, other)
        if NotAnswered not in answers and answers[0] != answers[1]:
            raise Refuted(f"{what}: {answers[0]} and {answers[1]}")
    actions: tuple[Any, ...] = a.actions(position)
    for action in actions if tried is None else tried:
        (legal, found), (also_legal, other_found) = _after(a, position, action), _after(b, other, action)
        if legal != also_legal:
            raise Refuted(f"after {action}, legal: {legal} and {also_legal}")
        if legal and found != b.shown(other_found):
            raise Refuted(f"after {action}, position: {found} and {b.shown(other_found)}")
        if not legal and other_found and found != other_found:
            raise Refuted(f"after {action}, error: {found} and {other_found}")
    return actions


def _answer(engine: Any, what: str, position: Any) -> Any:
    try:
        if what == "value":
            return None if engine.actor(position) else engine.score(position)
        return getattr(engine, what)(position)
    except NotAnswered:
        return NotAnswered


def _after(engine: Any, position: Any, action: Any) -> tuple[bool, Any]:
    """Whether an action is legal, and the position after it or the ID of the rule that it breaks."""
    try:
        return True, engine.play(position, action)
    except Illegal as illegal:
        return False, illegal.rule


def same_rules(a: Any, b: Any, positions: Iterable[Any], tried: Iterable[Any] | None = None) -> int:
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


def early(game: Game[P, Any], plies: int, form: Callable[[P], Hashable] = as_it_is) -> Iterator[P]:
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


# Random games


def nth(legal: Sequence[Any], choice: int) -> Any:
    return legal[choice % len(legal)]


def random_choices(seed: str, number: int) -> Choices:
    draws = Random(seed)
    return tuple(draws.randrange(1 << 16) for _ in range(number))


def shrunk(shows: Callable[[S], R | None], what: S, found: R, simpler: Callable[[S], Iterable[S]]) -> R:
    """The error that the simplest game or text shows, of those that are found step by step: nothing `simpler` by a step
    shows one. The search resumes where it found the last simpler one."""
    tried = 0
    while True:
        others = [*simpler(what)]
        for number in (*range(tried, len(others)), *range(min(tried, len(others)))):
            if refuted := shows(others[number]):
                what, found, tried = others[number], refuted, number
                break
        else:
            return found


def simpler_games(choices: Choices) -> Iterator[Choices]:
    """Games without one choice or two (a move and its result), then games with one choice set to 0, halved or
    made smaller by 1."""
    for left_out in (1, 2):
        yield from (choices[:at] + choices[at + left_out :] for at in reversed(range(len(choices) - left_out + 1)))
    for at, choice in enumerate(choices):
        smaller = dict.fromkeys(less for less in (0, choice // 2, choice - 1) if 0 <= less < choice)
        yield from ((*choices[:at], less, *choices[at + 1 :]) for less in smaller)
