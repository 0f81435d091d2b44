"""The levels of a run, one after the other, each as a stream of cases."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from qttt.oracle import NotSolvable, Oracle, solve
from qttt.oracle.progress import announced
from qttt.oracle.registry import entry, options
from qttt.reference.notation import split
from qttt.reference.picture import listed
from qttt.spec import Vector, perft_tables, rulesets, vectors
from qttt.verification.conform import campaigns, truth_of
from qttt.verification.conform.campaigns import Campaign
from qttt.verification.conform.diagnosis import Diagnosis, Said
from qttt.verification.conform.differences import Difference
from qttt.verification.conform.protocol import Declared
from qttt.verification.conform.published import count_cases, level_of, vector_cases
from qttt.verification.conform.results import LEVELS, Case, Chosen, Level, OfGame, Report, Status
from qttt.verification.conform.session import NotStarted, Session, TooManyLosses
from qttt.verification.conform.truth import PLAYERS, PLY, TEXTS_OF_A_GAME, Replayed, Setting
from qttt.verification.engines import ReferenceEngine
from qttt.verification.questions import SEARCHED, Expected, Kind, Question
from qttt.verification.random_games import random_choices

ANY_OTHER = 10
ONE_IN = {"notation": TEXTS_OF_A_GAME, "games": 1}
"""Of how many chosen games one is a random game of a level; at the levels that are not named here, of `ANY_OTHER`."""
ANYWHERE = 200
"""The positions of any ply that are asked of an engine that claims to be perfect."""
VALUES = SEARCHED[:2]
"""What is asked of late positions; at chosen plies all that is searched, or the value only where no player acts."""
OF_TEXTS = ("actor", "actions")


def run(
    session: Session, chosen: Chosen, version: str = "", on_case: Callable[[int, int], None] = lambda *_: None
) -> Report:
    """Start an engine, and run the chosen levels of the chosen games; after each case `on_case` hears how many are
    done, and of about how many. `version` is that of the suite."""
    report = Report(session.command, chosen, session.seconds, version, failures=session.failures)
    session.stated = chosen.options
    began, done = time.monotonic(), 0
    try:
        with session:
            report.implementation = session.implementation
            games = [
                OneGame(session, game, chosen) for game in dict.fromkeys(chosen.games or choose_games(session, chosen))
            ]
            total = sum(one.about(name) for one in games for name in chosen.levels)
            for one in games:
                report.games.append(OfGame(one.ruleset, chosen=chosen.levels))
                for level in map(Level, chosen.levels):
                    report.games[-1].levels.append(level)
                    before = len(one.shown)
                    for case in one.cases(level.name):
                        level.add(case)
                        done += 1
                        on_case(done, max(done, total))
                    level.differences += [*one.shown.values()][before:]
    except (NotStarted, TooManyLosses) as error:
        report.lost = str(error)
    for of_game in report.games:
        of_game.levels = [level for level in of_game.levels if level.counts]
        declared = session.implementation.rulesets.get(of_game.ruleset, Declared())
        plays_lists = "game" not in declared.forms
        with announced("comparing every answer with known errors"):
            of_game.explained = [*Diagnosis(truth_of(of_game.game), of_game.said, plays_lists).found()]
    report.seconds = time.monotonic() - began
    return report


def conform(engine: Sequence[str], *games: str, levels: Sequence[str] = tuple(LEVELS), number: int = 1_000) -> Report:
    """Test an engine, the words of a command, against the rules of these games, or of all that it plays: the report
    of `qttt conform`, whose `code` is 0 if the engine conforms. `number` is that of random games. Raises `ValueError`
    for an unknown game or level, and `TypeError` for a command in one text or none."""
    if isinstance(engine, str) or not engine:
        words = engine.split() if isinstance(engine, str) else []
        raise TypeError(f"engine: expected a list of words, such as {words or ['./my-engine']}")
    if unknown := [level for level in levels if level not in LEVELS]:
        raise ValueError(f"unknown level {unknown[0]!r}: expected {listed([*LEVELS], 'or')}")
    return run(Session([*engine]), Chosen([entry(game).name for game in games], levels, number=number))


def choose_games(session: Session, chosen: Chosen) -> list[str]:
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
        self.shown: dict[str, Difference] = {}

    def about(self, level: str) -> int:
        """About how many cases a level has."""
        tables = perft_tables(self.game) if level == "perft" else ()
        return self._games(level) + len(self._chosen_vectors(level)) + len(tables)

    def cases(self, level: str) -> Iterator[Case]:
        if self.ruleset not in self.session.implementation.rulesets:
            if level == self.chosen.levels[0]:
                yield Case(self.ruleset, Status.SKIPPED, self.session.implementation.lacks(self.ruleset))
            return
        if level == "notation" and "game" not in self.declared.forms:
            yield Case.undeclared(level, "form game")
            return
        yield from vector_cases(self.session, self.declared, self._chosen_vectors(level), self.truth, self.chosen.skip)
        if fields := self._fields(level):
            yield from self._campaign("texts" if level == "notation" else level, fields, self._games(level))
        if level == "perft" and not self.declared.perft:
            yield Case.undeclared("perft", "perft")
        elif level == "perft":
            yield from count_cases(self.session, self.truth, self.declared, self.chosen, self.shown)
        elif level == "values":
            yield from self._values()

    def _fields(self, level: str) -> tuple[str, ...]:
        """What is asked of the random games of a level; nothing if it has none."""
        of_game = {"games": self.truth.fields, "distributions": self.truth.chance}
        return {"notation": OF_TEXTS, "values": VALUES, **of_game}.get(level, ())

    def _games(self, level: str) -> int:
        """The number of the random games of a level."""
        return -(-self.chosen.number // ONE_IN.get(level, ANY_OTHER)) if self._fields(level) else 0

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
        first = [self.chosen.fixed(self.ruleset, each) for each in known[:1]]
        allowed, fixed = ([o for o in some if self.chosen.allows(self.truth, o)] for some in (known, first))
        others = allowed[1:]
        Random(self.ruleset).shuffle(others)
        return [Setting(self.ruleset, each) for each in (*(allowed or fixed)[:1], *others)]

    def _campaign(self, what: str, fields: tuple[str, ...], games: int) -> Iterator[Case]:
        """Random games, asked for the fields that are declared."""
        settings = self._settings()
        if not settings or (what != "texts" and self.declared.fields.isdisjoint(fields)):
            yield Case.undeclared(what, *(fields if settings else ("the options",)))
        elif games:
            campaign = Campaign(self.game, what, fields, self.declared.fields, settings, games, self.chosen.seed)
            yield from campaigns.cases(self.session, campaign, self.shown)

    def _values(self) -> Iterator[Case]:
        """Values by the oracle: at the chosen plies in every setting, or of a perfect engine anywhere in the first."""
        settings, plies = self._settings(), self.chosen.values_at
        if plies and self.declared.fields.isdisjoint(SEARCHED):
            yield Case.undeclared("values", *SEARCHED)
        elif plies:
            for at, setting in enumerate(settings):
                yield from self._anywhere(setting, range(at, self._games("values"), len(settings)))
        elif self.declared.perfect and settings:
            yield from self._anywhere(settings[0], range(min(ANYWHERE, self.chosen.number)))

    def _anywhere(self, setting: Setting, numbers: Iterable[int]) -> Iterator[Case]:
        """Values and best actions by the oracle: of the undecided positions of some random games at the chosen plies,
        or of one position of each game, of any ply. The oracle is asked only about what the engine answers."""
        game, plies = self.truth.reference(setting.options).game, self.chosen.values_at
        asked = list[tuple[Question, Replayed]]()
        for number in numbers:
            choices = random_choices(f"{self.chosen.seed}/anywhere/{number}", self.truth.longest)
            positions = [*self.truth.positions(setting.options, choices)]
            some = [each for each in positions if count_plies(each[1]) in plies and game.actor(each[0].position)]
            for at, text in some if plies else [positions[choices[-1] % len(positions)]]:
                names = SEARCHED[:1] if game.actor(at.position) not in PLAYERS else SEARCHED if plies else VALUES
                fields = tuple(name for name in names if name in self.declared.fields)
                asked.append((Question(*setting, "game", text, fields), at))
        answers = self.session.ask(question for question, _ in asked)
        for (question, at), answer in zip(asked, answers, strict=True):
            answered = answer.kind is Kind.ANSWERS and not answer.content.keys().isdisjoint(question.fields)
            due = self._due(at, question.fields) if answered else dict.fromkeys(question.fields)
            if due is None:
                yield Case(f"'{question.text}'", Status.SKIPPED, "qttt does not know these values")
            else:
                yield Case.of(f"'{question.text}'", [Said.to(Expected(question, {"legal": True, **due}), answer)])

    def _due(self, at: Replayed, fields: Iterable[str]) -> Mapping[str, Any] | None:
        """The answers of the oracle; of a game that is not solved, those of a search, if the position is late."""
        try:
            oracle(at.engine.game)
        except NotSolvable:
            return self.truth.suite.answered(at, fields) if self.truth.is_late(at.position) else None
        return self.truth.suite.answered(Replayed(ReferenceEngine(at.engine.game, oracle), at.position), fields)


@lru_cache(maxsize=1)
def oracle(game: Any) -> Oracle[Any, Any]:
    """The oracle of the game that was asked about last."""
    return solve(game)


def count_plies(text: str) -> int:
    """The number of plies of a game in writing.

    >>> count_plies("X1.1-2 O2.1-2 selA X3.1")
    3
    """
    return sum(bool(PLY.match(token)) for token in split(text))
