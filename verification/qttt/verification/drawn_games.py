"""Random games that Hypothesis draws and shrinks: reference, fast engine and formal text play and read them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Any, Protocol

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from qttt.reference.game import Game
from qttt.reference.notation import NotationError
from qttt.verification import Refuted
from qttt.verification.conform.truth import Truth
from qttt.verification.engine_comparison import compare
from qttt.verification.engines import Engine, NotAnswered, ReferenceEngine
from qttt.verification.random_games import nth

AnyEngine = Engine[Any, Any]

GAMES, STEPS = 2_000, 20
"""The number of games, and the most steps of a game, some of which try an illegal action or read a line."""
CHOICE = st.integers(0, (1 << 16) - 1)


class Played(Protocol):
    """A page of which games are played, see `qttt.verification.formal.page.Page`."""

    @property
    def alike(self) -> Sequence[Game[Any, Any]]: ...
    @property
    def every_action(self) -> Sequence[object]: ...
    def game(self, game: Any) -> Game[Any, Any]: ...


class Sides:
    """The implementations of a game in each setting: the reference, and the others."""

    def __init__(self, page: Played, truth: Truth) -> None:
        self.page, self.truth, self.settings = page, truth, truth.settings()
        self.of = cache(self._of)
        self.games = [*(truth.reference(options).game for options in self.settings), *page.alike]

    def _of(self, setting: int) -> list[AnyEngine]:
        reference = self.truth.reference(self.settings[setting])
        others: list[AnyEngine] = [ReferenceEngine(self.page.game(reference.game))]
        with suppress(NotAnswered):  # the fast engine does not play every setting
            others.append(self.truth.fast(self.settings[setting]))
        return [reference, *others]


class SideBySide(RuleBasedStateMachine):
    """A game in a setting that Hypothesis draws, in all implementations at once. Each step raises `Refuted`, with the
    whole game in notation, if they differ."""

    sides: Sides

    @initialize(setting=CHOICE)
    def begin(self, setting: int) -> None:
        self.setting = setting % len(self.sides.settings)
        self.reference, *self.others = self.sides.of(self.setting)
        self.game, self.position = self.reference.game, self.reference.initial()
        self.actions: list[object] = []

    @rule(choice=CHOICE)
    def play(self, choice: int) -> None:
        if legal := self.reference.actions(self.position):
            action = self.sides.truth.pick(legal, choice)
            self._compare((action,))
            self.actions.append(action)
            self.position = self.reference.play(self.position, action)

    @rule(choice=CHOICE)
    def try_any_action(self, choice: int) -> None:
        self._compare((nth(self.sides.page.every_action, choice),))

    @rule(choice=CHOICE)
    def reject_the_line_in_another_setting(self, choice: int) -> None:
        game, line = nth(self.sides.games, choice), self.game.write_position(self.position)
        if game != self.game:
            try:
                game.position(line)
            except NotationError as error:
                self._check(error.rule == "NOTATION-POSITION-1", f"'{line}' is rejected by {error.rule}")
            else:
                self._check(False, f"'{line}' is read as a position of {game!r}")

    @invariant()
    def agree(self) -> None:
        self._compare(())
        for text, meant, read, write in (
            (self.game.write_position(self.position), self.position, self.game.position, self.game.write_position),
            (self.game.write(self.actions), tuple(self.actions), self.game.parse, self.game.write),
        ):
            for each in (text, "\t" + text.replace(" ", " \n ").replace(":", " :") + " "):
                try:
                    found = read(each)
                except NotationError as error:
                    self._check(False, f"'{text}' is not read: {error}")
                self._check(found == meant and write(found) == text, f"'{text}' is read as '{write(found)}'")

    def _compare(self, tried: tuple[object, ...]) -> None:
        for other in self.others:
            try:
                compare(self.reference, other, self.position, tried)
            except Refuted as difference:
                self._check(False, f"{type(other).__name__}: {difference}")

    def _check(self, holds: bool, what: str) -> None:
        if not holds:
            raise Refuted(f"{self.game!r}, '{self.game.write(self.actions)}': {what}")


def play_side_by_side(sides: Sides, games: int = GAMES, steps: int = STEPS, shrinks: bool = True) -> str:
    """Games of so many steps at most, in settings that Hypothesis draws, the same games in every run. Raises `Refuted`
    with the simplest game that differs, as Hypothesis shrinks it."""
    drawn = settings(
        max_examples=games,
        stateful_step_count=steps,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.generate, *[Phase.shrink] * shrinks],
        report_multiple_bugs=False,
        suppress_health_check=[*HealthCheck],
    )
    run_state_machine_as_test(type("Drawn", (SideBySide,), {"sides": sides}), settings=drawn)
    return f"{games:,} games of up to {steps} steps, {len(sides.settings)} settings"
