"""The levels of a run, one after the other, each as a stream of cases."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from qttt.oracle import solve
from qttt.reference.game import Actor
from qttt.spec import Vector, perft_tables, rulesets, vectors
from qttt.verification.conform import campaigns, counts
from qttt.verification.conform.campaigns import Campaign
from qttt.verification.conform.diagnosis import known_errors
from qttt.verification.conform.protocol import Declared
from qttt.verification.conform.results import LEVELS, Case, Level, OfGame, Report, Status
from qttt.verification.conform.session import Session, TooManyLosses
from qttt.verification.conform.truth import TEXTS_OF_A_GAME, Expected, Setting, Truth, truth_of
from qttt.verification.conform.vectors import cases as vector_cases
from qttt.verification.conform.vectors import level_of
from qttt.verification.questions import Question, compared
from qttt.verification.rules import random_choices

GAMES, SEED = 1_000, 1
FEW = 10
"""Chances and values are asked of one game in so many."""
ANYWHERE = 200
"""So many positions of any ply are asked of an engine that claims to be perfect."""
VALUES = ("value", "best")
OF_TEXTS = ("actor", "actions")


@dataclass(frozen=True)
class Chosen:
    """What to run: games and levels, options that are fixed, and how many random games from which seed.

    `skip` are IDs of vectors that are known to fail.
    """

    games: Sequence[str]
    levels: Sequence[str] = tuple(LEVELS)
    options: Mapping[str, str] = field(default_factory=dict)
    number: int = GAMES
    seed: int = SEED
    skip: frozenset[str] = frozenset()

    def allows(self, truth: Truth, options: Mapping[str, Any]) -> bool:
        """Whether options have the values that are fixed."""
        return not self.options or self.options.items() <= truth.setting(options).items()


def run(session: Session, chosen: Chosen, report: Report, on_case: Callable[[int, int], None]) -> None:
    """Run the levels of the chosen games and write the results into a report; after each case `on_case` hears how many
    are done, and of about how many."""
    began, done = time.monotonic(), 0
    report.implementation, report.failures = session.implementation, session.failures
    games = [OneGame(session, game, chosen) for game in chosen.games]
    total = sum(one.about(name) for one in games for name in chosen.levels)
    try:
        for one in games:
            of_game = OfGame(one.ruleset)
            report.games.append(of_game)
            for name in chosen.levels:
                level = Level(name)
                of_game.levels.append(level)
                for case in one.cases(level):
                    level.add(case)
                    done += 1
                    on_case(done, max(done, total))
                if not level.counts:
                    of_game.levels.remove(level)
    except TooManyLosses as error:
        report.lost = str(error)
    finally:
        for of_game in report.games:
            of_game.number_vectors()
            of_game.known_errors = known_errors(truth_of(of_game.game), of_game)
        report.seconds = time.monotonic() - began


class OneGame:
    """The levels of one game, on one engine."""

    def __init__(self, session: Session, game: str, chosen: Chosen) -> None:
        self.session, self.game, self.chosen, self.truth = session, game, chosen, truth_of(game)
        self.ruleset = rulesets()[game].id
        self.declared = session.implementation.rulesets.get(self.ruleset)

    def about(self, level: str) -> int:
        """About how many cases a level has."""
        games = {"notation": 1 / TEXTS_OF_A_GAME, "games": 1, "distributions": bool(self.truth.chance) / FEW}
        random = (games | {"values": 1 / FEW}).get(level, 0) * self.chosen.number
        return (
            round(random) + len(self._chosen_vectors(level)) + (len(perft_tables(self.game)) if level == "perft" else 0)
        )

    def cases(self, level: Level) -> Iterator[Case]:
        """The cases of a level."""
        if self.declared is None:
            yield Case(self.ruleset, Status.SKIPPED, self.session.implementation.lacks(self.ruleset))
            return
        if level.name == "notation" and "game" not in self.declared.forms:
            yield Case(level.name, Status.SKIPPED, "not declared: form game", lacks=frozenset({"form game"}))
            return
        match level.name:
            case "notation":
                yield from self._vectors("notation")
                yield from self._campaign(level, "texts", OF_TEXTS, -(-self.chosen.number // TEXTS_OF_A_GAME))
            case "rules":
                yield from self._vectors("rules")
            case "perft":
                yield from self._perft(level, self.declared)
            case "games":
                yield from self._campaign(level, "games", self.truth.fields, self.chosen.number)
            case "distributions":
                if self.truth.chance:
                    yield from self._campaign(level, "distributions", self.truth.chance, -(-self.chosen.number // FEW))
            case "values":
                yield from self._vectors("values")
                yield from self._campaign(level, "values", VALUES, -(-self.chosen.number // FEW))
                if self.declared.perfect:
                    yield from self._anywhere(self.declared)

    def _vectors(self, level: str) -> Iterator[Case]:
        assert self.declared
        yield from vector_cases(self.session, self.declared, self._chosen_vectors(level), self.truth, self.chosen.skip)

    def _chosen_vectors(self, level: str) -> list[Vector]:
        return [v for v in vectors(self.game) if level_of(v) == level and self.chosen.allows(self.truth, v.options)]

    def _settings(self) -> list[Setting]:
        """The settings that an engine knows, of those that are allowed; else the first one with the fixed options.

        The first one is the game's own; the others are mixed, so that few games have many of them.
        """
        assert self.declared
        read = [options for each in self.truth.settings() for options in self.declared.readings(each)]
        known = [*{json.dumps(options, sort_keys=True): options for options in read}.values()]
        allowed = [each for each in known if self.chosen.allows(self.truth, each)]
        if known and not allowed:
            fixed = {**known[0], **self.chosen.options}
            allowed = [fixed] if self.chosen.allows(self.truth, fixed) else []
        others = allowed[1:]
        Random(self.ruleset).shuffle(others)
        return [Setting(self.ruleset, each) for each in (*allowed[:1], *others)]

    def _campaign(self, level: Level, what: str, fields: tuple[str, ...], games: int) -> Iterator[Case]:
        """Random games, asked for the fields that are declared."""
        assert self.declared
        asked = tuple(name for name in fields if name in self.declared.fields)
        settings = self._settings()
        if not settings or (not asked and what != "texts"):
            lacks = fields if settings else ("the options",)
            yield Case(what, Status.SKIPPED, f"not declared: {', '.join(lacks)}", lacks=frozenset(lacks))
            return
        if not games:
            return
        campaign = Campaign(self.game, what, fields, self.declared.fields, settings, games, self.chosen.seed)
        yield from campaigns.cases(self.session, campaign, level.differences)

    def _perft(self, level: Level, declared: Declared) -> Iterator[Case]:
        tables = [
            replace(table, options=options)
            for table in perft_tables(self.game)
            if self.chosen.allows(self.truth, table.options)
            for options in declared.readings(table.options)
            if self.truth.setting(options) == self.truth.setting(table.options)
        ]
        if declared.perft:
            yield from counts.cases(self.session, self.ruleset, self.truth, declared, tables, level.differences)
        else:
            yield Case("perft", Status.SKIPPED, "not declared: perft", lacks=frozenset({"perft"}))

    def _anywhere(self, declared: Declared) -> Iterator[Case]:
        """Values and best actions at any ply, in the first setting, from a tablebase."""
        setting = self._settings()[0]
        game = self.truth.reference(setting.options).game
        perfect = solve(game)
        fields = tuple(name for name in VALUES if name in declared.fields)
        asked = []
        for number in range(min(ANYWHERE, self.chosen.number)):
            choices = random_choices(f"{self.chosen.seed}/anywhere/{number}", self.truth.longest)
            positions = [(at.position, text) for at, text in self.truth.positions(setting.options, choices)]
            position, text = positions[choices[-1] % len(positions)]
            due = {"legal": True, "value": str(perfect.value(position))}
            if game.actor(position) in (Actor.X, Actor.O):
                due["best"] = [str(action) for action in perfect.best(position)]
            asked.append(Expected(Question(*setting, "game", text, tuple(name for name in fields if name in due)), due))
        answers = self.session.ask(question for question, _ in asked)
        for expected, answer in zip(asked, answers, strict=True):
            yield Case.of(f"'{expected.question.text}'", [compared(expected.due, answer)])
