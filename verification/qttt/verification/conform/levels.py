"""The levels of a run, one after the other, each as a stream of cases."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from random import Random

from qttt.oracle import solve
from qttt.oracle.registry import options
from qttt.reference.game import Actor
from qttt.spec import Vector, perft_tables, rulesets, vectors
from qttt.verification.conform import campaigns, counts
from qttt.verification.conform.campaigns import Campaign
from qttt.verification.conform.diagnosis import known_errors
from qttt.verification.conform.pipe import NotStarted
from qttt.verification.conform.protocol import Declared
from qttt.verification.conform.results import Case, Chosen, Level, OfGame, Report, Status
from qttt.verification.conform.session import Session, TooManyLosses
from qttt.verification.conform.truth import TEXTS_OF_A_GAME, Expected, Setting, truth_of
from qttt.verification.conform.vectors import cases as vector_cases
from qttt.verification.conform.vectors import level_of
from qttt.verification.questions import Question, compared
from qttt.verification.rules import random_choices

FEW = 10
"""Chances and values are asked of one game in so many."""
ANYWHERE = 200
"""So many positions of any ply are asked of an engine that claims to be perfect."""
VALUES = ("value", "best")
OF_TEXTS = ("actor", "actions")


def run(
    session: Session, chosen: Chosen, version: str = "", on_case: Callable[[int, int], None] = lambda *_: None
) -> Report:
    """Start an engine, and run the chosen levels of the chosen games; after each case `on_case` hears how many are
    done, and of about how many. `version` is that of the suite."""
    report = Report(session.command, chosen, session.seconds, version, failures=session.failures)
    began, done = time.monotonic(), 0
    try:
        with session:
            report.implementation = session.implementation
            games = [OneGame(session, game, chosen) for game in chosen.games or played(session, chosen)]
            total = sum(one.about(name) for one in games for name in chosen.levels)
            for one in games:
                report.games.append(OfGame(one.ruleset))
                for level in map(Level, chosen.levels):
                    report.games[-1].levels.append(level)
                    for case in one.cases(level):
                        level.add(case)
                        done += 1
                        on_case(done, max(done, total))
    except (NotStarted, TooManyLosses) as error:
        report.lost = str(error)
    for of_game in report.games:
        of_game.levels = [level for level in of_game.levels if level.counts]
        of_game.number_vectors()
        declared = session.implementation.rulesets.get(of_game.ruleset, Declared())
        of_game.known_errors = known_errors(truth_of(of_game.game), of_game, "game" in declared.forms)
    report.seconds = time.monotonic() - began
    return report


def played(session: Session, chosen: Chosen) -> list[str]:
    """The games that the engine plays and that have the chosen options."""
    return [
        name
        for name, ruleset in rulesets().items()
        if ruleset.id in session.implementation.rulesets
        and chosen.options.keys() <= {option.name for option in options(name)}
    ]


class OneGame:
    """The levels of one game, on one engine."""

    def __init__(self, session: Session, game: str, chosen: Chosen) -> None:
        self.session, self.game, self.chosen, self.truth = session, game, chosen, truth_of(game)
        self.ruleset = rulesets()[game].id
        self.declared = session.implementation.rulesets.get(self.ruleset, Declared())

    def about(self, level: str) -> int:
        """About how many cases a level has."""
        shares = {"notation": 1 / TEXTS_OF_A_GAME, "games": 1, "distributions": bool(self.truth.chance) / FEW}
        random = (shares | {"values": 1 / FEW}).get(level, 0) * self.chosen.number
        tables = perft_tables(self.game) if level == "perft" else ()
        return round(random) + len(self._chosen_vectors(level)) + len(tables)

    def cases(self, level: Level) -> Iterator[Case]:
        if self.ruleset not in self.session.implementation.rulesets:
            yield Case(self.ruleset, Status.SKIPPED, self.session.implementation.lacks(self.ruleset))
            return
        if level.name == "notation" and "game" not in self.declared.forms:
            yield Case.undeclared(level.name, "form game")
            return
        number = self.chosen.number
        few = -(-number // FEW)
        yield from vector_cases(
            self.session, self.declared, self._chosen_vectors(level.name), self.truth, self.chosen.skip
        )
        match level.name:
            case "notation":
                yield from self._campaign(level, "texts", OF_TEXTS, -(-number // TEXTS_OF_A_GAME))
            case "perft":
                yield from self._perft(level)
            case "games":
                yield from self._campaign(level, "games", self.truth.fields, number)
            case "distributions" if self.truth.chance:
                yield from self._campaign(level, "distributions", self.truth.chance, few)
            case "values":
                yield from self._campaign(level, "values", VALUES, few)
                if self.declared.perfect:
                    yield from chain(*map(self._anywhere, self._settings()[:1]))

    def _chosen_vectors(self, level: str) -> list[Vector]:
        return [v for v in vectors(self.game) if level_of(v) == level and self.chosen.allows(self.truth, v.options)]

    def _settings(self) -> list[Setting]:
        """The settings that an engine knows, of those that are allowed; else the first one with the fixed options.

        The first one is the game's own; the others are mixed, so that few games have many of them.
        """
        version, rules = self.declared.earlier or self.ruleset, rulesets()[self.game]
        has = [each for each in self.truth.settings() if rules.has(version, self.truth.setting(each))]
        read = [options for each in has for options in self.declared.readings(each)]
        known = [*{json.dumps(options, sort_keys=True): options for options in read}.values()]
        first = [{**each, **self.chosen.options} for each in known[:1]]
        allowed, fixed = ([o for o in some if self.chosen.allows(self.truth, o)] for some in (known, first))
        others = allowed[1:]
        Random(self.ruleset).shuffle(others)
        return [Setting(self.ruleset, each) for each in (*(allowed or fixed)[:1], *others)]

    def _campaign(self, level: Level, what: str, fields: tuple[str, ...], games: int) -> Iterator[Case]:
        """Random games, asked for the fields that are declared."""
        settings = self._settings()
        if not settings or (what != "texts" and self.declared.fields.isdisjoint(fields)):
            yield Case.undeclared(what, *(fields if settings else ("the options",)))
        elif games:
            campaign = Campaign(self.game, what, fields, self.declared.fields, settings, games, self.chosen.seed)
            yield from campaigns.cases(self.session, campaign, level.differences)

    def _perft(self, level: Level) -> Iterator[Case]:
        if not self.declared.perft:
            yield Case.undeclared("perft", "perft")
            return
        tables = [
            replace(table, options=options)
            for table in perft_tables(self.game)
            if self.chosen.allows(self.truth, table.options)
            for options in self.declared.readings(table.options)
            if self.truth.setting(options) == self.truth.setting(table.options)
        ]
        yield from counts.cases(self.session, self.ruleset, self.truth, self.declared, tables, level.differences)

    def _anywhere(self, setting: Setting) -> Iterator[Case]:
        """Values and best actions at any ply, from a tablebase."""
        game = self.truth.reference(setting.options).game
        perfect = solve(game)
        fields = tuple(name for name in VALUES if name in self.declared.fields)
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
