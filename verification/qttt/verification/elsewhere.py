"""The same answers elsewhere: a solve on another device, number by number, and the web engine, asked by the protocol in
one process of node, which needs a checkout and node."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

import numpy as np

from qttt.fast import backend
from qttt.fast.backend import Cpu, Device
from qttt.oracle import NotSolvable, Oracle
from qttt.oracle.registry import entry_of
from qttt.spec import rulesets
from qttt.verification import Refuted
from qttt.verification.conform import truth_of
from qttt.verification.conform.session import Session
from qttt.verification.conform.truth import PLAYERS, Truth
from qttt.verification.engines import ReferenceEngine
from qttt.verification.questions import SEARCHED, Answer, Kind, Question, compared
from qttt.verification.random_games import random_choices

Numbers = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Solves:
    """A solve of a game: `arrays` are all that it finds on a device. Floats may differ by `error`, because a GPU fuses
    products and sums."""

    arrays: Callable[[Device], Iterable[Numbers]]
    error: float = 0.0

    def agree(self, altered: Callable[[Numbers], Numbers] = np.asarray, device: Device | None = None) -> str:
        """Compare what the CPU finds with what a device, by default the GPU, finds, `altered`."""
        other = device or backend.device("gpu")
        pairs = [*zip(self.arrays(Cpu()), map(altered, self.arrays(other)), strict=True)]
        for number, (expected, found) in enumerate(pairs):
            if (expected.shape, expected.dtype) != (found.shape, found.dtype):
                raise Refuted(f"array {number}: {found.shape} on {other.name}, {expected.shape} on the CPU")
            wrong = np.argwhere(np.abs(found - expected) > self.error if self.error else found != expected)
            if len(wrong):
                at = tuple(wrong[0].tolist())
                raise Refuted(f"array {number} at {at}: {found[at]} on {other.name}, {expected[at]} on the CPU")
        return f"{sum(expected.size for expected, _ in pairs):,} numbers in {len(pairs)} arrays on {other.name}"


def one_number_off(numbers: Numbers) -> Numbers:
    """A copy of an array in which the number in the middle is another one."""
    found = numbers.copy()
    found.flat[found.size // 2 : found.size // 2 + 1] += 1
    return found


# The web engine

WEB = Path(__file__).resolve().parents[3] / "web"
PATIENCE = 3600.0
"""Seconds for an answer: a slow machine is no error."""
SEED, GAMES = 2032, 20

Planted = tuple[str, str, str]
"""An error: a file below `web/engine`, a text that it has once, and what stands there instead."""


@dataclass(frozen=True)
class WebEngine:
    """The web engine as it plays a game. `wrong_value` is an error in how it solves the game."""

    game: str
    wrong_value: Planted
    wrong_best: ClassVar[Planted] = ("solver.js", "> 0 ? b : a", "< 0 ? b : a")

    def agrees(
        self, planted: Planted | None = None, readings: int | None = None, games: int = GAMES, late: bool = False
    ) -> str:
        """Every position of random games of each reading, or of some: its value, its best actions and the values after
        each action, as far as the web engine has them. With `late` only positions that every engine can value."""
        truth, found = truth_of(self.game), Counter[str]()
        chosen = Random(SEED).sample(every := [*truth.settings()], readings or len(every))
        with TemporaryDirectory() as folder:
            web = copytree(WEB, Path(folder, "web"), ignore=ignore_patterns("page", "test"))
            if planted:
                plant(web / "engine" / planted[0], *planted[1:])
            with Session(["node", str(web / "engine" / "conform.js")], PATIENCE) as session:
                for options in chosen:
                    asked = {question.text: question for question in _questions(truth, options, games, late)}
                    for question, said in zip(asked.values(), session.ask(asked.values()), strict=True):
                        if said.kind is not Kind.ANSWERS or said.content:
                            found.update(_agreeing(truth, question, said, readings is None))
        if not all(found[name] for name in SEARCHED):
            raise Refuted(f"the web engine has answered {dict(found)}")
        return f"{found['value']:,} values and {found['best']:,} sets of best actions in {len(chosen)} readings"


def plant(file: Path, before: str, after: str) -> None:
    """Change a file. Raises `ValueError` unless it has what is replaced exactly once."""
    text = file.read_text(encoding="utf-8")
    if text.count(before) != 1:
        raise ValueError(f"{file.name} has {before!r} {text.count(before)} times")
    file.write_text(text.replace(before, after), encoding="utf-8")


def _questions(truth: Truth, options: Mapping[str, object], games: int, late: bool) -> Iterator[Question]:
    """A question about every position of some random games in which somebody acts, or the late ones."""
    ruleset = rulesets()[truth.suite.game].id
    for number in range(games):
        for at, text in truth.positions(options, random_choices(f"{SEED}/{options}/{number}", truth.longest)):
            if (actor := at.engine.actor(at.position)) and (truth.is_late(at.position) or not late):
                yield Question(ruleset, options, "game", text, SEARCHED if actor in PLAYERS else SEARCHED[:1])


def _agreeing(truth: Truth, question: Question, said: Answer, solving: bool) -> tuple[str, ...]:
    """The fields of an answer that the fast engine answers, too, or where that is too slow for claims and `solving`, a
    tablebase of the reading, if memory holds the position. Raises `Refuted`."""
    due = truth.suite.ask(truth.fast, question)
    if solving and (due.kind is not Kind.ANSWERS or not due.content):
        game = truth.reference(question.options).game
        with suppress(NotSolvable):
            entry_of(game).check_solvable(game, game.position(question.text))
            solved = _solved(game)
            due = truth.suite.ask(lambda _: ReferenceEngine(solved.game, lambda _: solved), question)
    verdict = compared({"legal": True, **(due.content if due.kind is Kind.ANSWERS else {})}, said)
    if wrong := [*verdict.wrong.values(), *filter(None, (verdict.errored, verdict.skipped))]:
        raise Refuted(f"the web engine, '{question.text}' of {question.ruleset} {question.options}: {wrong[0]}")
    return tuple(name for name in verdict.checked if name in SEARCHED)


@lru_cache(maxsize=1)
def _solved(game: Any) -> Oracle[object, object]:
    """A game, solved. Raises `NotSolvable`."""
    return Oracle(game, entry_of(game).solve(game, "cpu", lambda _: None))
