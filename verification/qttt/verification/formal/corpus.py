"""What the reference says of many positions, actions and texts, written down once to hold formal texts against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from qttt.reference.game import Actor, Game, RuleBroken
from qttt.reference.notation import NotationError
from qttt.verification import Refuted
from qttt.verification.engines import ReferenceEngine
from qttt.verification.formal.game import FormalGame
from qttt.verification.rules import same_rules
from qttt.verification.texts import damaged, random_game

VALUES = 8
"""The largest number of late positions of random games with their values: at most one per game."""

LATE = 40
"""The number of late positions from which the values are chosen."""

TRIED = 4
"""How many actions are tried at a position, most of them illegal."""


@dataclass(frozen=True)
class Corpus:
    """Questions, and the answers of the reference where they take long to find.

    `positions`: some actions to try at each. `texts`: written games and positions, many of them damaged, with what is
    wrong with them or the position that they lead to. `values`: late positions with their values and best actions.
    `lines`: actions after a late position, and whether they are a principal variation.
    """

    game: Game[Any, Any]
    positions: Mapping[Any, Sequence[Any]]
    texts: tuple[tuple[str, Any], ...]
    values: tuple[tuple[Any, tuple[Any, ...]], ...]
    lines: tuple[tuple[Any, tuple[Any, ...], bool], ...]

    def check(self, formal: FormalGame[Any, Any]) -> None:
        """Raises `Refuted` with the first question that the formal game answers differently."""
        for position, tried in self.positions.items():
            same_rules(ReferenceEngine(self.game), ReferenceEngine(formal), [position], tried)
        for text, expected in self.texts:
            self._same(f"'{text}'", reading(formal, text), expected)
        for position, (value, best) in self.values:
            at = formal.formal_position(position)
            answer = formal.text.value(at), tuple(map(formal.action_of, formal.text.best(at)))
            self._same(f"the value of '{self.game.write_position(position)}'", answer, (value, best))
        for position, line, is_principal in self.lines if hasattr(formal.text, "is_principal") else ():
            at = formal.formal_position(position)
            principal = formal.text.is_principal(at, tuple(map(formal.formal_action, line)))
            question = f"whether best play after '{self.game.write_position(position)}' is {line}"
            self._same(question, principal, is_principal)

    def _same(self, question: str, found: Any, expected: Any) -> None:
        if found != expected:
            options = dict(self.game.setting)
            raise Refuted(f"with {options} the page says of {question}: {found}, the reference {expected}")


def _telling(game: Game[Any, Any], solver: Any, positions: Sequence[Any], most: int) -> list[Any]:
    """At most so many of the positions: at most of them one action is better than another, at two no player acts."""
    found = {position: best(game, solver, position) for position in positions[-LATE:]}
    few = sorted(found, key=lambda position: len(game.actions(position)))
    differing = [position for position in few if 0 < len(found[position]) < len(game.actions(position))]
    waiting = [position for position in few if game.actions(position) and not found[position]]
    return [*dict.fromkeys((*differing[: VALUES - 3], *waiting[:2], *positions[-1:]))][:most]


def reading(game: Any, text: str) -> Any:
    """The position that a text leads to, or the rule that the text breaks and the number of the token."""
    try:
        return game.position(text)
    except (NotationError, RuleBroken) as error:
        return error.rule, error.number or 0


def corpus(
    game: Game[Any, Any],
    every_action: Sequence[Any],
    seed: str,
    games: int,
    texts: int,
    longest: int,
    is_late: Callable[[Any], bool],
    solver: Any,
    more: Sequence[Any] = (),
) -> Corpus:
    """A corpus of random games: every position on the way once, the action played and others, and damaged texts.

    `more` positions are added, each with all its legal actions, and with its value if it is late.
    """
    draws = Random(seed)
    tried: dict[Any, list[Any]] = {position: [*game.actions(position)] for position in more}
    written: list[str] = []
    for _ in range(games):
        played = [*random_game(game, draws, longest)]
        for number, (position, _) in enumerate(played):
            tried.setdefault(position, []).extend(played[-1][1][number : number + 1])
        written += [game.write(made) for _, made in played[-3:]] + [game.write_position(played[-1][0])]
    joined = [text.replace(": ", ":") for text in written[-1:]]
    for actions in tried.values():
        actions.extend(draws.sample(every_action, TRIED))
    late = [at for at in more if is_late(at)]
    late += _telling(game, solver, [position for position in tried if is_late(position)], min(games, VALUES))
    return Corpus(
        game,
        tried,
        tuple((text, reading(game, text)) for text in (*joined, *damaged(written, draws, texts))),
        tuple((position, (solver.value(position), best(game, solver, position))) for position in late),
        tuple((position, *line) for position in late for line in lines(game, solver, position)),
    )


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
