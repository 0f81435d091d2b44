"""Plays on past known differences: games of actions that an engine and the reference both have."""

from __future__ import annotations

from collections.abc import Generator, Sequence
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
    rejected, found = set[str](), dict[int, Choices]()
    walks = [walk(truth, *game, fields, rejected) for game in games]
    asked = {number: next(each) for number, each in enumerate(walks)}
    while asked:
        for number, answer in [*zip(asked, session.ask([*asked.values()]), strict=True)]:
            try:
                asked[number] = walks[number].send(answer)
            except StopIteration as ended:
                found[number] = ended.value
                del asked[number]
    return [found[number] for number in range(len(games))]


def walk(
    truth: Truth, setting: Setting, choices: Choices, fields: tuple[str, ...], rejected: set[str]
) -> Generator[Question, Answer, Choices]:
    """A random game that keeps to actions which the engine has: those of its `actions`, if it declares them, and does
    not reject. Yields a question about each position, is sent the answer, and returns the choices that play the game.
    A rejected action is taken back, and remembered in `rejected`, which games share."""
    engine = truth.reference(setting.options)
    made, positions, both = list[Any](), [engine.initial()], list[list[Any]]()

    def asked(*action: Any) -> Question:
        return Question(*setting, "game", engine.write([*made, *action]), fields)

    while True:
        answer = yield asked()
        if answer.kind is Kind.ANSWERS:
            due, said = engine.actions(positions[-1]), answer.content.get("actions")
            both.append([action for action in due if str(action) in said] if isinstance(said, list) else [*due])
        else:
            rejected.add(f"{asked()}")
            if not made:
                break
            made.pop()
            positions.pop()
        left = [each for each in both[-1] if f"{asked(each)}" not in rejected]
        if not left or len(made) == len(choices):
            break
        made.append(truth.pick(left, choices[len(made)]))
        positions.append(engine.play(positions[-1], made[-1]))
    return tuple(
        next(choice for choice in count() if truth.pick(legal, choice) == action)
        for action, legal in zip(made, map(engine.actions, positions), strict=False)
    )
