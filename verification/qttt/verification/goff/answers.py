"""The fields of a conformance vector: what an engine answers to each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from qttt.reference.game import Actor
from qttt.reference.goff import Action, CollapseRule, Mark, Move, Selection
from qttt.reference.goff.ending import points, table_2
from qttt.reference.goff.notation import NOTATION
from qttt.verification.conformance import NotAnswered
from qttt.verification.goff.engines import Engine, ReferenceEngine
from qttt.verification.goff.solved import values_of

SOLVABLE = 5
"""The generic solver answers from this ply on."""

CLASS = {3: 1, 5: 1, 4: 2, 6: 2}
"""The ply that stands for each early ply when an engine does not tell them apart."""


Values = tuple[Fraction, dict[Action, Fraction]]
"""The value of a position and of each of its actions."""


@dataclass(frozen=True)
class Replayed:
    """An engine after a vector has been played: `position` is reached, `before` was there before `action`, its last.

    `given` is the text of the game. `solve` gives the values for an engine, a position and the two options.
    """

    engine: Engine[Any]
    options: Mapping[str, Any]
    given: str
    position: Any
    action: Action | None = None
    before: Any = None
    solve: Callable[[Any, Any, CollapseRule, bool], Values] = values_of

    @property
    def collapse(self) -> CollapseRule:
        return "self" if self.options.get("collapse") == "self" else "opponent"

    @property
    def double_win(self) -> bool:
        return bool(self.options.get("double_win", False))

    def values(self, position: Any) -> Values:
        """The value of a position and of its actions."""
        late = not isinstance(self.engine, ReferenceEngine) or position.ply >= SOLVABLE
        if not late:
            raise NotAnswered
        return self.solve(self.engine, position, self.collapse, self.double_win)


def mark_of(text: str) -> Mark:
    """The mark with this text, such as X3."""
    return Mark(Actor(text[0]), int(text[1:]))


def actor(replayed: Replayed, _: Any) -> Any:
    return replayed.engine.actor(replayed.position, replayed.collapse)


def actions(replayed: Replayed, expected: Any) -> Any:
    legal = replayed.engine.actions(replayed.position)
    return len(legal) if isinstance(expected, int) else [str(action) for action in legal]


def collapse(replayed: Replayed, _: Any) -> Any:
    legal = replayed.engine.actions(replayed.position)
    return [str(action) for action in legal] if Selection.A in legal else None


def definite(replayed: Replayed, expected: Any) -> Any:
    marks = replayed.engine.definite(replayed.position)
    said = {str(square): str(mark) for square, mark in marks.items()}
    return expected if _same(replayed.engine, said.items(), expected.items()) else said


def spooky(replayed: Replayed, expected: Any) -> Any:
    said = [str(pair) for pair in replayed.engine.spooky(replayed.position)]
    same = _same(
        replayed.engine, [text.split(".")[::-1] for text in said], [text.split(".")[::-1] for text in expected]
    )
    return expected if same else said


def _same(engine: Engine[Any], said: Any, expected: Any) -> bool:
    """Whether an engine that forgets early plies says the same as is expected: (place, mark) by (place, mark)."""

    def forgetting(marks: Any) -> list[tuple[str, Actor, int]]:
        known = ((place, mark_of(text)) for place, text in marks)
        return sorted((place, mark.player, CLASS.get(mark.ply, mark.ply)) for place, mark in known)

    return not engine.knows_plies and forgetting(said) == forgetting(expected)


def components(replayed: Replayed, _: Any) -> Any:
    return replayed.engine.components(replayed.position)


def player_ply(replayed: Replayed, _: Any) -> Any:
    if not isinstance(replayed.engine, ReferenceEngine):
        raise NotAnswered
    return {player.value: replayed.engine.player_ply(replayed.position, player) for player in (Actor.X, Actor.O)}


def outcome(replayed: Replayed, _: Any) -> Any:
    return replayed.engine.outcome(replayed.position, replayed.double_win)


def score_table_2(replayed: Replayed, _: Any) -> Any:
    if not isinstance(replayed.engine, ReferenceEngine):
        raise NotAnswered
    table = table_2(Fraction(replayed.options.get("double_win_score", 2)))
    ended = replayed.engine.judge(replayed.position, replayed.double_win)
    return None if ended is None else [str(score) for score in points(ended, table)]


def value(replayed: Replayed, _: Any) -> Any:
    return str(replayed.values(replayed.position)[0])


def best(replayed: Replayed, _: Any) -> Any:
    worth, by_action = replayed.values(replayed.position)
    return [str(action) for action, of_action in by_action.items() if of_action == worth]


def optimal(replayed: Replayed, _: Any) -> Any:
    worth, by_action = replayed.values(replayed.before)
    return replayed.action is not None and by_action.get(replayed.action) == worth


def first_moves(replayed: Replayed, expected: Any) -> Any:
    by_action = replayed.values(replayed.position)[1]
    return {text: str(by_action[Move(int(text[0]), int(text[2]))]) for text in expected}


def printed(replayed: Replayed, _: Any) -> Any:
    return NOTATION.write(NOTATION.parse(replayed.given))


def legal(replayed: Replayed, _: Any) -> Any:
    return True


ANSWERS: Mapping[str, Callable[[Replayed, Any], Any]] = {
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
