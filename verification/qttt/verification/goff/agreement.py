"""Whether two engines agree on a game, action by action, and what to print if they do not."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Generic, NamedTuple, TypeVar

from qttt.reference.goff import Action
from qttt.reference.goff.notation import NOTATION
from qttt.verification import Refuted
from qttt.verification.conformance import Illegal
from qttt.verification.goff.engines import Engine, FastEngine, ReferenceEngine

S = TypeVar("S")
T = TypeVar("T")

OPTIONS: tuple[dict[str, Any], ...] = ({}, {"collapse": "self", "double_win": True})
RULES = {"definite": "GOFF-COLLAPSE-3", "outcome": "GOFF-END-1", "actor": "GOFF-TURN-1", "actions": "GOFF-MOVE-3"}
"""The rule that a vector made of a disagreement names, a guess to be corrected by hand."""


class Disagreement(Refuted):
    """Two engines disagree after a game: `what` is the field of a vector in which they do.

    The message has the game in notation, what each says, and a vector ready to be saved. The vector takes the side of
    the first engine, which may be the wrong one: read the page before keeping it.
    """

    def __init__(self, history: Iterable[Action], what: str, options: dict[str, Any], first: Any, second: Any) -> None:
        self._arguments = (tuple(history), what, options, first, second)
        self.game = NOTATION.write(self._arguments[0])
        self.vector = {
            "id": "goff-found-0001",
            "rules": [RULES[what]],
            "flags": [],
            "source": "generated",
            "comment": f"Two engines disagreed: {what}.",
            "given": self.game,
            "when": None,
            "then": {what: first},
        }
        if options:
            self.vector["options"] = options
        message = f"after '{self.game}' the engines disagree, {what}: {first} and {second}"
        super().__init__(f"{message}; as a vector: {json.dumps(self.vector)}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._arguments


class Pair(NamedTuple, Generic[S, T]):
    """Two engines to be held against each other."""

    first: Engine[S]
    second: Engine[T]


BOTH = Pair(ReferenceEngine(), FastEngine())


def compare(pair: Pair[S, T], s: S, t: T, history: tuple[Action, ...]) -> tuple[Action, ...]:
    """The legal actions of a position of both engines. Raises `Disagreement` if anything about it differs:
    where the marks are, the outcome, the actor, the actions and their order."""
    if pair.first.key(s) != pair.second.key(t):
        raise Disagreement(history, "definite", {}, _definite(pair.first, s), _definite(pair.second, t))
    for options in OPTIONS:
        collapse, double_win = options.get("collapse", "opponent"), options.get("double_win", False)
        outcomes = pair.first.outcome(s, double_win), pair.second.outcome(t, double_win)
        if outcomes[0] != outcomes[1]:
            raise Disagreement(history, "outcome", options, *outcomes)
        actors = pair.first.actor(s, collapse), pair.second.actor(t, collapse)
        if actors[0] != actors[1]:
            raise Disagreement(history, "actor", options, *actors)
    actions = pair.first.actions(s), pair.second.actions(t)
    if actions[0] != actions[1]:
        raise Disagreement(history, "actions", {}, *([str(action) for action in side] for side in actions))
    return actions[0]


def play(pair: Pair[S, T], s: S, t: T, action: Action, history: tuple[Action, ...]) -> tuple[S, T]:
    """The next position of both engines. Raises `Refuted` if one refuses an action that it lists as legal."""
    try:
        return pair.first.play(s, action), pair.second.play(t, action)
    except Illegal as illegal:
        raise Refuted(
            f"after '{NOTATION.write(history)}' {action} is listed as legal and refused: {illegal}"
        ) from illegal


def _definite(engine: Engine[S], position: S) -> dict[str, str]:
    return {str(square): str(mark) for square, mark in engine.definite(position).items()}
