"""Positions, actions and texts by a seed, and what a formal text says of them beside the reference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from qttt.reference.game import Actor, Game, RuleBroken
from qttt.reference.notation import NotationError
from qttt.verification import expect
from qttt.verification.engines import ReferenceEngine
from qttt.verification.rules import same_rules
from qttt.verification.texts import damaged, random_game

VALUES = 8
"""The largest number of late positions of random games with their values: at most one per game."""

LATE = 40
"""The number of late positions from which the values are chosen."""

TRIED = 4
"""How many actions are tried at a position, most of them illegal."""

REMEMBERED = 4096
"""The number of the reference's answers that are kept."""


class Corpus(NamedTuple):
    """Questions. `positions`: some actions to try at each. `texts`: written games and positions, many of them damaged.
    `late`: positions whose values, best actions and principal variations are asked."""

    positions: Mapping[Any, Sequence[Any]]
    texts: tuple[str, ...]
    late: tuple[Any, ...]


@lru_cache(64)
def corpus(page: Any, game: Any, seed: str, games: int, texts: int) -> Corpus:
    """Questions of random games: every position on the way once, the action played and others, and damaged texts; and
    of the telling positions of the page, each with all its legal actions."""
    draws, telling = Random(seed), page.telling_positions(game)
    tried: dict[Any, list[Any]] = {position: [*game.actions(position)] for position in telling}
    written: list[str] = []
    for _ in range(games):
        played = [*random_game(game, draws, page.longest_of(game))]
        for number, (position, _) in enumerate(played):
            tried.setdefault(position, []).extend(played[-1][1][number : number + 1])
        written += [game.write(made) for _, made in played[-3:]] + [game.write_position(played[-1][0])]
    joined = [text.replace(": ", ":") for text in written[-1:]]
    for actions in tried.values():
        actions.extend(draws.sample(page.every_action, TRIED))
    late = [*filter(page.is_late, telling)]
    late += _telling(game, page.solver(game), [*filter(page.is_late, tried)], min(games, VALUES))
    return Corpus(tried, (*joined, *damaged(written, draws, texts)), tuple(late))


def check(page: Any, game: Any, asked: Corpus) -> None:
    """Raises `Refuted` with the first question that the formal text answers differently from the reference."""
    formal, solver = page.game(game), page.solver(game)

    def same(question: str, found: Any, expected: Any) -> None:
        expect(f"with {dict(game.setting)} the page says of {question}", found, expected)

    for position, tried in asked.positions.items():
        same_rules(ReferenceEngine(game), ReferenceEngine(formal), [position], tried)
    for text in asked.texts:
        same(f"'{text}'", reading(formal, text), _known_reading(game, text))
    for position in asked.late:
        at, written = formal.formal_position(position), game.write_position(position)
        answer = formal.text.value(at), tuple(map(formal.action_of, formal.text.best(at)))
        same(f"the value of '{written}'", answer, (solver.value(position), best(game, solver, position)))
        for line, is_principal in lines(game, solver, position) if hasattr(formal.text, "is_principal") else ():
            found = formal.text.is_principal(at, tuple(map(formal.formal_action, line)))
            same(f"whether best play after '{written}' is {line}", found, is_principal)


def reading(game: Any, text: str) -> Any:
    """The position that a text leads to, or the rule that the text breaks and the number of the token."""
    try:
        return game.position(text)
    except (NotationError, RuleBroken) as error:
        return error.rule, error.number or 0


_known_reading = lru_cache(REMEMBERED)(reading)


def _telling(game: Game[Any, Any], solver: Any, positions: Sequence[Any], most: int) -> list[Any]:
    """At most so many of the positions: at most of them one action is better than another, at two no player acts."""
    found = {position: best(game, solver, position) for position in positions[-LATE:]}
    few = sorted(found, key=lambda position: len(game.actions(position)))
    differing = [position for position in few if 0 < len(found[position]) < len(game.actions(position))]
    waiting = [position for position in few if game.actions(position) and not found[position]]
    return [*dict.fromkeys((*differing[: VALUES - 3], *waiting[:2], *positions[-1:]))][:most]


def best(game: Game[Any, Any], solver: Any, position: Any) -> tuple[Any, ...]:
    """The actions of a player that keep the value; none where no player acts."""
    if game.actor(position) not in (Actor.X, Actor.O):
        return ()
    value = solver.value(position)
    return tuple(action for action, worth in solver.values(position).items() if worth == value)


def lines(game: Game[Any, Any], solver: Any, position: Any) -> Iterator[tuple[tuple[Any, ...], bool]]:
    """A principal variation, the same without its end, and with a worse action first or last, if there is one."""
    line: list[Any] = []
    at, passed = position, []
    while found := best(game, solver, at):
        passed.append(at)
        line.append(found[0])
        at = game.play(at, found[0])
    yield tuple(line), True
    for number in {0, len(line) - 1} if line else ():
        right = best(game, solver, passed[number])
        worse = [action for action in game.actions(passed[number]) if action not in right]
        yield tuple(line[:number]), False
        for action in worse[:1]:
            after = lines(game, solver, game.play(passed[number], action))
            yield (*line[:number], action, *next(after)[0]), False
