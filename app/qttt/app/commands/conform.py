"""`qttt conform`, which tests an engine against the rules."""

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from qttt.app import games, screen
from qttt.app.command import ENGINE, WORDS, Command, EngineCommand, complete_game
from qttt.app.errors import BadInput
from qttt.app.files import check_file, write_files
from qttt.app.games import Answer
from qttt.app.installed import version
from qttt.app.options import READING, Json, Timeout, seed_in_range
from qttt.oracle.progress import counting
from qttt.oracle.registry import options
from qttt.reference.picture import listed
from qttt.spec import games as specified
from qttt.spec import rulesets, vectors
from qttt.verification.conform import identify, truth_of
from qttt.verification.conform.levels import run
from qttt.verification.conform.published import level_of
from qttt.verification.conform.report import (
    FORMATS,
    again,
    as_object,
    counted,
    diagnosis,
    first,
    in_a_sentence,
    in_lines,
)
from qttt.verification.conform.results import LEVELS, Chosen, Level, Report, Status
from qttt.verification.conform.session import Session
from qttt.verification.questions import SWITCHES

STYLES = {Status.PASSED: "green", Status.FAILED: "bold red", Status.ERRORED: "bold red"}
SHOWN = 5
"""The most cases of a level that did not pass and are printed."""


@dataclass(frozen=True)
class Settings:
    """What is typed, each field an argument or an option."""

    game: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME", help="Games to test. Default: all.", autocompletion=complete_game),
    ] = None
    level: Annotated[list[str] | None, typer.Option(help="Only this level; may be repeated. See --list.")] = None
    switch: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="Only settings with this reading of the rules; may be repeated."),
    ] = None
    reading: Annotated[str | None, typer.Option(metavar="PROGRAM", help=READING)] = None
    number: Annotated[int, typer.Option("--games", min=0, help="Number of random games and damaged texts.")] = 1000
    seed: Annotated[int, typer.Option(callback=seed_in_range, help="Random seed; equal seeds ask the same.")] = 1
    values_at: Annotated[
        str,
        typer.Option(
            metavar="PLIES",
            help="At the level values ask at these plies, such as 0-8 or 3,5, of random games in every setting. "
            "Default: late positions, and any ply of a perfect engine.",
        ),
    ] = ""
    skip: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ID", help="A vector that is known to fail; may be repeated. If it passes, that is an error."
        ),
    ] = None
    timeout: Timeout = 10.0
    report: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Also write a report: .json, .xml (JUnit), .md or .badge.json; may be repeated.",
        ),
    ] = None
    identified: Annotated[
        bool, typer.Option("--identify", help="Find the reading of the rules that the engine plays, and exit.")
    ] = False
    contents: Annotated[bool, typer.Option("--list", help="List levels, games, options and fields, and exit.")] = False
    as_json: Json = False

    @cached_property
    def names(self) -> list[str]:
        """The games. Raises BadInput for an unknown one."""
        return [games.name_of_ruleset(name) for name in self.game or []]

    def check_engine(self, command: list[str]) -> None:
        """Raise BadInput for an unknown game, which may be the engine without its --, and if no engine is named."""
        try:
            self.names  # noqa: B018
        except BadInput as error:
            raise BadInput(f"{error}; the engine follows --, such as: qttt conform goff -- ./my-engine") from error
        if not command:
            raise BadInput("name the engine after --, such as: qttt conform goff -- ./my-engine")

    @property
    def plies(self) -> list[int]:
        """The plies of `--values-at`, ascending. Raises BadInput."""
        found = set[int]()
        for part in self.values_at.split(",") if self.values_at else ():
            ends = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", part)
            if not ends or not (some := range(int(ends[1]), int(ends[2] or ends[1]) + 1)):
                raise BadInput(f"--values-at {self.values_at}: expected plies such as 0-8 or 3,5")
            found |= {*some}
        return sorted(found)

    def one_game(self, option: str) -> str:
        """The only game, which an option needs. Raises BadInput if there is another number of games."""
        if len(self.names) != 1:
            raise BadInput(f"--{option}: name one game, such as: qttt conform goff --{option}")
        return self.names[0]

    def chosen(self) -> Chosen:
        """What to run. Raises BadInput for a level, a vector or a switch of a game that does not exist."""
        switches = games.read_switches(
            [f"--switch {each}" for each in self.switch or []],
            (option for name in rulesets() for option in options(name)),
        )
        if self.reading:
            switches = games.apply_reading(self.one_game(f"reading {self.reading}"), self.reading, switches)
        for level in self.level or ():
            if level not in LEVELS:
                raise BadInput(f"--level {level}: expected {listed([*LEVELS], 'or')}")
        for game in self.names:
            if lacks := sorted(switches.keys() - {option.name for option in options(game)}):
                raise BadInput(f"--switch {lacks[0]}: {game} has no such switch")
        known = {vector.id for game in specified() for vector in vectors(game)}
        if unknown := sorted({*(self.skip or ())} - known):
            raise BadInput(f"--skip {unknown[0]}: there is no vector with this ID; see qttt vectors export")
        levels, skip = self.level or [*LEVELS], self.skip or []
        return Chosen(self.names, levels, switches, self.number, self.seed, skip, self.plies)

    def identify(self, session: Session) -> Answer:
        """The reading that an engine plays. Raises BadInput for options that do not go with it."""
        others = {name: getattr(self, name) for name in ("level", "switch", "reading", "report", "values_at")}
        if given := [name for name, value in others.items() if value]:
            raise BadInput(f"--identify and --{given[0].replace('_', '-')}: leave one out")
        if len(self.names) != 1:
            raise BadInput("--identify: name one game, such as: qttt conform goff --identify -- ./my-engine")
        found = identify.identify(session, self.names[0])
        return Answer(lambda: identify.as_object(found), lambda: _display_reading(found), found.code)


def conform(context: typer.Context, settings: Settings) -> int:
    """Test an engine, in any language, against the rules.

    The engine follows --, as in: qttt conform goff -- ./my-engine. It speaks the protocol of spec/protocol.md on its
    standard input and output.

    Exit codes: 0 conforms, 1 a difference, or nothing passed, 2 wrong use, or it conforms and a report cannot be
    written, 3 the engine never started or failed too often.
    """
    if settings.contents:
        return Answer(_contents, _display_contents).show(settings.as_json)
    command, reports = context.meta[ENGINE], settings.report or []
    settings.check_engine(command)
    session = Session(command, settings.timeout)
    if settings.identified:
        return settings.identify(session).show(settings.as_json)
    chosen = settings.chosen()
    for path in reports:
        _format(path)
        check_file(path)
    with counting("cases") as progress:
        result = run(session, chosen, version(), progress)
    result.words = context.meta[WORDS]

    def write() -> None:
        contents = {path: FORMATS[_format(path)](result).encode() for path in reports}
        write_files(contents)

    return Answer(lambda: as_object(result), lambda: _display(result), result.code, write).show(settings.as_json)


def _one_by_one(command: Callable[[typer.Context, Settings], int]) -> Callable[..., int]:
    """A command with each field of its settings as a parameter, for typer."""

    def run(context: typer.Context, **given: Any) -> int:
        return command(context, Settings(**given))

    keyword = inspect.Parameter.KEYWORD_ONLY
    parameters = [inspect.Parameter("context", keyword, annotation=typer.Context)]
    parameters += [
        inspect.Parameter(each.name, keyword, default=each.default, annotation=each.type) for each in fields(Settings)
    ]
    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    setattr(run, "__signature__", inspect.Signature(parameters))  # noqa: B010, for which mypy has no type
    return run


def _format(path: Path) -> str:
    """The ending of a report's name that says its form. Raises BadInput for any other."""
    for ending in FORMATS:
        if path.name.lower().endswith(ending):
            return ending
    raise BadInput(f"{path}: expected a name that ends in {listed([*FORMATS], 'or')}")


def _display(report: Report) -> None:
    out = screen.console()
    for doubt in report.doubts:
        out.print(Text(doubt, "bold red"))
    if report.implementation:
        out.print(Text(str(report.implementation), "bold"))
    table = screen.table("ruleset", "level", *Status, right=[*Status])
    rows = [*report.levels]
    for game, level in rows:
        numbers = [
            Text(f"{level.counts[each]:,}", STYLES.get(each, "yellow") if level.counts[each] else "dim")
            for each in Status
        ]
        table.add_row(game.ruleset if level is game.levels[0] else "", level.name, *numbers)
    if rows:
        out.print(table)
    fields = screen.table("ruleset", "field", "asked", "right", "wrong", right=["asked", "right", "wrong"])
    for game in report.games:
        for at, (name, tally) in enumerate(game.fields.items()):
            styles = "", "green", "bold red" if tally.wrong else "dim"
            numbers = [Text(f"{number:,}", style) for number, style in zip(tally, styles, strict=True)]
            fields.add_row("" if at else game.ruleset, name, *numbers)
    if fields.rows:
        out.print(fields)
    for error in (error for game in report.games for error in diagnosis(game)):
        out.print()
        out.print(Text(error, "bold red"), soft_wrap=True)
    for game, level in rows:
        for difference in level.differences:
            out.print()
            out.print(in_lines(difference), markup=False, highlight=False, soft_wrap=True)
        for line in _cases(game.ruleset, level):
            out.print(line, soft_wrap=True)
    for failure in counted(report.failures):
        out.print(Text(f"the engine failed: {failure}", "red"), soft_wrap=True)
    out.print()
    sentence = Text(in_a_sentence(report), "green" if report.conforms else "bold red")
    out.print(Text.assemble(sentence, " ", (f"{report.seconds:.1f} s", "dim")), soft_wrap=True)
    out.print(Text(f"again: {again(report)}", "dim"), soft_wrap=True)


def _display_reading(found: identify.Identified) -> None:
    out = screen.console()
    if found.implementation:
        out.print(Text(str(found.implementation), "bold"))
    for difference in found.differences:
        out.print(in_lines(difference), "", sep="\n", markup=False, highlight=False, soft_wrap=True)
    for failure in counted(found.failures):
        out.print(Text(f"the engine failed: {failure}", "red"), soft_wrap=True)
    first, *others = identify.in_lines(found)
    out.print(Text(first, "bold red" if found.code else "green"), soft_wrap=True)
    for line in others:
        out.print(Text(line), soft_wrap=True)
    out.print(Text(f"test it: {identify.again(found)}", "dim"), soft_wrap=True)


def _cases(ruleset: str, level: Level) -> Iterator[Text]:
    """The first few cases that failed or errored, then for the others the numbers of cases for each reason."""
    rules = (f" ({', '.join(case.rules)})" if case.rules else "" for case in level.bad)
    bad = [f"{case.id}{broken} {case.status}: {case.why}" for case, broken in zip(level.bad, rules, strict=True)]
    if level.cases:
        yield Text()
    for lines, style, what in ((bad, "red", "cases"), (level.reasons, "yellow", "reasons")):
        more = f"and {{:,}} other {what}; --report FILE lists all"
        told = first(SHOWN, [f"{ruleset} {level.name}: {line}" for line in lines], more)
        yield from (Text(line, style) for line in told)


def _contents() -> list[dict[str, Any]]:
    """What can be tested: for each ruleset the options, the fields, and the number of vectors of each level."""
    contents = []
    for name, ruleset in rulesets().items():
        numbers = {level: sum(level_of(vector) == level for vector in vectors(name)) for level in LEVELS}
        of_vectors = (option for vector in vectors(name) for option in vector.options)
        contents.append(
            {
                "game": name,
                "ruleset": ruleset.id,
                "options": [*dict.fromkeys([*ruleset.defaults, *of_vectors, SWITCHES])],
                "fields": sorted(truth_of(name).suite.answers),
                "vectors": {level: number for level, number in numbers.items() if number},
            }
        )
    return contents


def _display_contents() -> None:
    """Print what can be tested."""
    out = screen.console()
    table = screen.table("level", "compares")
    for level, what in LEVELS.items():
        table.add_row(level, what)
    out.print(table)
    for each in _contents():
        out.print()
        counts = ", ".join(f"{level} {number}" for level, number in each["vectors"].items())
        out.print(Text.assemble((each["ruleset"], "bold"), f": vectors: {counts}"))
        out.print(Text(f"options: {', '.join(each['options'])}", "dim"))
        out.print(Text(f"fields: {', '.join(each['fields'])}", "dim"))


COMMANDS = {"conform": Command(_one_by_one(conform), EngineCommand)}
