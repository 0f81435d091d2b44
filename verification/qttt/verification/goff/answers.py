"""The fields of a conformance vector: what an engine answers to each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from qttt.reference.game import Actor
from qttt.reference.goff import Action, CollapseRule, Mark, Move, Selection
from qttt.reference.goff_ending import points, table_2
from qttt.reference.notation import parse, write
from qttt.verification.goff.engines import Engine, ReferenceEngine
from qttt.verification.goff.solved import values_of

SOLVABLE = 5
"""The generic solver answers from this ply on."""

CLASS = {3: 1, 5: 1, 4: 2, 6: 2}
"""The ply that stands for each early ply when an engine does not tell them apart."""


class NotAnswered(Exception):
    """An engine has no answer to a field."""


@dataclass(frozen=True)
class Session:
    """An engine after a vector has been played: `position` is reached, `before` was there before `action`, its last.

    `given` is the text of the game.
    """

    engine: Engine[Any]
    options: Mapping[str, Any]
    given: str
    position: Any
    action: Action | None = None
    before: Any = None

    @property
    def collapse(self) -> CollapseRule:
        return "self" if self.options.get("collapse") == "self" else "opponent"

    @property
    def double_win(self) -> bool:
        return bool(self.options.get("double_win", False))

    def values(self, position: Any) -> tuple[Fraction, dict[Action, Fraction]]:
        """The value of a position and of its actions."""
        late = not isinstance(self.engine, ReferenceEngine) or position.ply >= SOLVABLE
        if not late:
            raise NotAnswered
        return values_of(self.engine, position, self.collapse, self.double_win)


def mark_of(text: str) -> Mark:
    """The mark with this text, such as X3."""
    return Mark(Actor(text[0]), int(text[1:]))


def actor(session: Session, _: Any) -> Any:
    return session.engine.actor(session.position, session.collapse)


def actions(session: Session, expected: Any) -> Any:
    legal = session.engine.actions(session.position)
    return len(legal) if isinstance(expected, int) else [str(action) for action in legal]


def collapse(session: Session, _: Any) -> Any:
    legal = session.engine.actions(session.position)
    return [str(action) for action in legal] if Selection.A in legal else None


def definite(session: Session, expected: Any) -> Any:
    marks = session.engine.definite(session.position)
    said = {str(square): str(mark) for square, mark in marks.items()}
    return expected if _same(session.engine, said.items(), expected.items()) else said


def spooky(session: Session, expected: Any) -> Any:
    said = [str(pair) for pair in session.engine.spooky(session.position)]
    same = _same(session.engine, [text.split(".")[::-1] for text in said], [text.split(".")[::-1] for text in expected])
    return expected if same else said


def _same(engine: Engine[Any], said: Any, expected: Any) -> bool:
    """Whether an engine that forgets early plies says the same as is expected: (place, mark) by (place, mark)."""

    def forgetting(marks: Any) -> list[tuple[str, Actor, int]]:
        known = ((place, mark_of(text)) for place, text in marks)
        return sorted((place, mark.player, CLASS.get(mark.ply, mark.ply)) for place, mark in known)

    return not engine.knows_plies and forgetting(said) == forgetting(expected)


def components(session: Session, _: Any) -> Any:
    return session.engine.components(session.position)


def player_ply(session: Session, _: Any) -> Any:
    if not isinstance(session.engine, ReferenceEngine):
        raise NotAnswered
    return {player.value: session.engine.player_ply(session.position, player) for player in (Actor.X, Actor.O)}


def outcome(session: Session, _: Any) -> Any:
    return session.engine.outcome(session.position, session.double_win)


def score_table_2(session: Session, _: Any) -> Any:
    if not isinstance(session.engine, ReferenceEngine):
        raise NotAnswered
    table = table_2(Fraction(session.options.get("double_win_score", 2)))
    ended = session.engine.judge(session.position, session.double_win)
    return None if ended is None else [str(score) for score in points(ended, table)]


def value(session: Session, _: Any) -> Any:
    return str(session.values(session.position)[0])


def best(session: Session, _: Any) -> Any:
    worth, by_action = session.values(session.position)
    return [str(action) for action, of_action in by_action.items() if of_action == worth]


def optimal(session: Session, _: Any) -> Any:
    worth, by_action = session.values(session.before)
    return session.action is not None and by_action.get(session.action) == worth


def first_moves(session: Session, expected: Any) -> Any:
    by_action = session.values(session.position)[1]
    return {text: str(by_action[Move(int(text[0]), int(text[2]))]) for text in expected}


def printed(session: Session, _: Any) -> Any:
    return write(parse(session.given))


def legal(session: Session, _: Any) -> Any:
    return True


ANSWERS: Mapping[str, Callable[[Session, Any], Any]] = {
    answer.__name__: answer
    for answer in (
        legal,
        actor,
        actions,
        collapse,
        definite,
        spooky,
        components,
        player_ply,
        outcome,
        score_table_2,
        value,
        best,
        optimal,
        first_moves,
        printed,
    )
}
"""What to ask for each field of `then`; it is given what is expected, which says in which form to answer."""
