"""Plays on past known differences: games of actions that an engine and the reference both have."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

from qttt.verification.conform.session import Session
from qttt.verification.conform.truth import Setting, Truth
from qttt.verification.questions import Answer, Kind, Question
from qttt.verification.rules import Choices


def played_together(
    session: Session, truth: Truth, games: Sequence[tuple[Setting, Choices]], fields: tuple[str, ...]
) -> list[Choices]:
    """The choices of random games of actions that both sides have; each step is asked for all games at once."""
    rejected = set[str]()
    walks = [Walk(truth, *game, fields, rejected) for game in games]
    playing = walks
    while playing:
        answers = [*session.ask(walk.question() for walk in playing)]
        playing = [walk for walk, answer in zip(playing, answers, strict=True) if walk.hear(answer)]
    return [walk.choices() for walk in walks]


class Walk:
    """A random game that keeps to actions which the engine has: those of its `actions`, if it declares them, and does
    not reject. A rejected action is taken back, and remembered in `rejected`, which games share."""

    def __init__(
        self, truth: Truth, setting: Setting, choices: Choices, fields: tuple[str, ...], rejected: set[str]
    ) -> None:
        self._truth, self._setting, self._fields, self._rejected = truth, setting, fields, rejected
        self._engine = truth.reference(setting.options)
        self._random, self._made = choices, list[Any]()
        self._positions, self._open = [self._engine.initial()], list[list[Any]]()

    def question(self) -> Question:
        """What is asked about the position."""
        return self._asked(self._made)

    def _asked(self, made: Sequence[Any]) -> Question:
        return Question(*self._setting, "game", self._truth.suite.notation.write(made), self._fields)

    def hear(self, answer: Answer) -> bool:
        """Play on after the answer; whether there was an action to play."""
        if answer.kind is Kind.ANSWERS:
            due, said = self._engine.actions(self._positions[-1]), answer.content.get("actions")
            self._open.append([action for action in due if str(action) in said] if isinstance(said, list) else [*due])
        else:
            self._rejected.add(f"{self.question()}")
            if not self._made:
                return False
            self._made.pop()
            self._positions.pop()
        left = [each for each in self._open[-1] if f"{self._asked([*self._made, each])}" not in self._rejected]
        if not left or len(self._made) == len(self._random):
            return False
        self._made.append(self._truth.pick(left, self._random[len(self._made)]))
        self._positions.append(self._engine.play(self._positions[-1], self._made[-1]))
        return True

    def choices(self) -> Choices:
        """The choices that play this game."""
        actions = map(self._engine.actions, self._positions)
        return tuple(
            next(choice for choice in count() if self._truth.pick(legal, choice) == made)
            for made, legal in zip(self._made, actions, strict=False)
        )
