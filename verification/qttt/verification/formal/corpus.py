"""What the reference says of many positions, actions and texts, written down once to hold formal texts against it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from qttt.reference.game import Actor, Game, RuleBroken
from qttt.reference.notation import NotationError
from qttt.verification import Refuted
from qttt.verification.formal.game import FormalGame
from qttt.verification.random_texts import damaged, random_game

VALUES = 8
"""The largest number of values that a corpus has."""

TRIED = 4
"""How many actions are tried at a position, most of them illegal."""

Broken = tuple[str, int] | None
"""The rule that a text breaks and the number of the token, if it breaks one."""


@dataclass(frozen=True)
class Corpus:
    """Questions with the answers of the reference.

    `positions`: what the rules say of each. `actions`: an action at a position, with the rule that it breaks or the
    position after it. `texts`: written games and positions, many of them damaged, with what is wrong with them.
    `values`: late positions with their values and best actions.
    """

    game: Game[Any, Any]
    positions: tuple[tuple[Any, tuple[Any, ...]], ...]
    actions: tuple[tuple[Any, Any, Any], ...]
    texts: tuple[tuple[str, Broken], ...]
    values: tuple[tuple[Any, tuple[Any, ...]], ...]

    def check(self, formal: FormalGame[Any, Any]) -> None:
        """Raises `Refuted` with the first question that the formal game answers differently."""
        for position, expected in self.positions:
            self._same(f"'{self.game.write_position(position)}'", said(formal, position), expected)
        for position, action, expected in self.actions:
            self._same(f"{action} at '{self.game.write_position(position)}'", after(formal, position, action), expected)
        for text, error in self.texts:
            self._same(f"'{text}'", refusal(formal, text), error)
        for position, (value, best) in self.values:
            at = formal.formal_position(position)
            answer = formal.text.value(at), tuple(map(formal.action_of, formal.text.best(at)))
            self._same(f"the value of '{self.game.write_position(position)}'", answer, (value, best))

    def _same(self, question: str, found: Any, expected: Any) -> None:
        if found != expected:
            options = dict(self.game.setting)
            raise Refuted(f"with {options} the page says of {question}: {found}, the reference {expected}")


def said(game: Any, position: Any) -> tuple[Any, ...]:
    """Everything that the rules say of a position without search."""
    actor, chances = game.actor(position), (dict(game.chance(position)), dict(game.system(position)))
    ending = None if actor else game.score(position)
    return actor, game.actions(position), *chances, ending, game.write_position(position)


def after(game: Any, position: Any, action: Any) -> Any:
    """The position after an action, or the rule that the action breaks."""
    try:
        return game.play(position, action)
    except RuleBroken as error:
        return error.rule


def refusal(game: Any, text: str) -> Broken:
    """The rule that a text breaks, and the number of the token."""
    try:
        game.position(text)
    except (NotationError, RuleBroken) as error:
        return error.rule, error.number or 0
    return None


def corpus(
    game: Game[Any, Any],
    every_action: Sequence[Any],
    seed: str,
    games: int,
    texts: int,
    longest: int,
    is_late: Callable[[Any], bool],
    solver: Any,
) -> Corpus:
    """A corpus of random games: every position on the way once, the action played and others, and damaged texts."""
    draws = Random(seed)
    positions: dict[Any, None] = {}
    actions: dict[tuple[Any, Any], None] = {}
    written: list[str] = []
    for _ in range(games):
        played = [*random_game(game, draws, longest)]
        positions.update(dict.fromkeys(position for position, _ in played))
        actions.update({(before, made[-1]): None for (before, _), (_, made) in pairwise(played)})
        written += [game.write(made) for _, made in played[-3:]] + [game.write_position(played[-1][0])]
    actions.update({(position, action): None for position in positions for action in draws.sample(every_action, TRIED)})
    late = [position for position in positions if is_late(position)][-VALUES:]
    return Corpus(
        game,
        tuple((position, said(game, position)) for position in positions),
        tuple((position, action, after(game, position, action)) for position, action in actions),
        tuple((text, refusal(game, text)) for text in damaged(written, draws, texts)),
        tuple((position, (solver.value(position), best(game, solver, position))) for position in late),
    )


def best(game: Game[Any, Any], solver: Any, position: Any) -> tuple[Any, ...]:
    """The actions of a player that keep the value; none where no player acts."""
    if game.actor(position) not in (Actor.X, Actor.O):
        return ()
    value = solver.value(position)
    return tuple(action for action, worth in solver.values(position).items() if worth == value)
