"""`qttt conform`, which tests an engine against the rules, and `qttt vectors export`, for a test of one's own."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.text import Text

from qttt.app import screen
from qttt.app.errors import BadInput
from qttt.app.files import check_file, write_text
from qttt.app.query import Answer
from qttt.oracle.progress import counting
from qttt.oracle.registry import options
from qttt.reference.picture import listed
from qttt.spec import games, rulesets, vectors
from qttt.verification.conform.levels import Chosen, run, truth_of
from qttt.verification.conform.pipe import NotStarted
from qttt.verification.conform.report import FORMATS, again, as_object, counted, in_a_sentence, in_lines
from qttt.verification.conform.results import LEVELS, Level, Report, Status
from qttt.verification.conform.session import Session
from qttt.verification.conform.vectors import level_of

STYLES = {Status.PASSED: "green", Status.FAILED: "bold red", Status.ERRORED: "bold red"}
SHOWN = 5
"""The most cases of a level that did not pass and are printed."""


@dataclass(frozen=True)
class Query:
    """What is asked of `qttt conform`, checked. Raises BadInput for a name or a value that does not exist."""

    command: Sequence[str]
    games: Sequence[str]
    levels: Sequence[str]
    options: Mapping[str, str]
    number: int
    seed: int
    skip: Sequence[str]
    seconds: float
    reports: Sequence[Path]

    @classmethod
    def of(
        cls,
        command: Sequence[str],
        games: Sequence[str],
        levels: Sequence[str],
        options: Sequence[str],
        *more: Any,
    ) -> Query:
        """The same, from the words of the command line."""
        if not command:
            raise BadInput("name the engine after --, such as: qttt conform goff -- ./my-engine")
        query = cls(command, games, levels or [*LEVELS], dict(map(_option, options)), *more)
        query._check()
        return query

    def _check(self) -> None:
        for level in self.levels:
            if level not in LEVELS:
                raise BadInput(f"--level {level}: expected {listed([*LEVELS], 'or')}")
        for game in self.games:
            if lacks := sorted(self.options.keys() - {option.name for option in options(game)}):
                raise BadInput(f"--switch {lacks[0]}: {game} has no such switch")
        known = {vector.id for game in games() for vector in vectors(game)}
        if unknown := sorted({*self.skip} - known):
            raise BadInput(f"--skip {unknown[0]}: there is no vector with this ID; see qttt vectors export")
        for path in self.reports:
            _format(path)
            check_file(path)

    def chosen(self, played: Sequence[str]) -> Chosen:
        """What to run on an engine that plays these rulesets: its games, unless games were named."""
        has = [
            name
            for name, ruleset in rulesets().items()
            if ruleset.id in played and self.options.keys() <= {option.name for option in options(name)}
        ]
        return Chosen(self.games or has, self.levels, self.options, self.number, self.seed, frozenset(self.skip))

    @property
    def setting(self) -> dict[str, Any]:
        """The setting as a report states it."""
        names = ("games", "levels", "number", "seed", "skip")
        return {**{name: getattr(self, name) for name in names}, "options": {**self.options}, "timeout": self.seconds}


def _option(typed: str) -> tuple[str, str]:
    name, equals, value = typed.partition("=")
    known = {option.written: option for game in rulesets() for option in options(game)}
    if not equals:
        raise BadInput(f"--switch {typed}: expected NAME=VALUE, such as collapse=self")
    if name not in known:
        raise BadInput(f"--switch {typed}: unknown switch '{name}': expected {listed([*known], 'or')}")
    values = {
        value for game in rulesets() for option in options(game) if option.written == name for value in option.values
    }
    if values and value not in values:
        raise BadInput(f"--switch {typed}: unknown value '{value}': expected {listed(sorted(values), 'or')}")
    return known[name].name, value


def _format(path: Path) -> str:
    """The ending of a report's name that says its form. Raises BadInput for any other."""
    for ending in FORMATS:
        if path.name.lower().endswith(ending):
            return ending
    raise BadInput(f"{path}: expected a name that ends in {listed([*FORMATS], 'or')}")


def conform(query: Query) -> Answer:
    """Test an engine and write the reports."""
    with counting("cases") as progress:
        report = _tested(query, progress)
    for path in query.reports:
        write_text(path, FORMATS[_format(path)](report))
    return Answer(lambda: as_object(report), lambda: _display(report), report.code)


def _tested(query: Query, progress: Callable[[int, int], None]) -> Report:
    report, began = Report(query.command, query.setting, version_of_the_suite()), time.monotonic()
    try:
        with Session(query.command, query.seconds) as session:
            run(session, query.chosen(list(session.implementation.rulesets)), report, progress)
    except NotStarted as error:
        report.lost = str(error)
    report.seconds = time.monotonic() - began
    return report


def version_of_the_suite() -> str:
    """The version of this project, as it is installed."""
    try:
        return version("qttt")
    except PackageNotFoundError:
        return "not installed"


def _display(report: Report) -> None:
    out = screen.console()
    for doubt in report.doubts:
        out.print(Text(doubt, "bold red"))
    if report.implementation:
        out.print(Text(str(report.implementation), "bold"))
    table = screen.table("ruleset", "level", *Status, right=[*Status])
    rows = [(game, level) for game in report.games for level in game.levels]
    for game, level in rows:
        numbers = [Text(f"{level.counts[each]:,}", _style(each, level)) for each in Status]
        table.add_row(game.ruleset if level is game.levels[0] else "", level.name, *numbers)
    if rows:
        out.print(table)
    for game, level in rows:
        for found in level.differences:
            out.print()
            out.print(in_lines(found), markup=False, highlight=False, soft_wrap=True)
        for line in _cases(game.ruleset, level):
            out.print(line, soft_wrap=True)
    for failure in counted(report.failures):
        out.print(Text(f"the engine failed: {failure}", "red"), soft_wrap=True)
    out.print()
    good = report.conforms and not report.lost
    sentence = Text(in_a_sentence(report), "green" if good else "bold red")
    out.print(Text.assemble(sentence, " ", (f"{report.seconds:.1f} s", "dim")), soft_wrap=True)
    out.print(Text(f"again: {again(report)}", "dim"), soft_wrap=True)


def _style(status: Status, level: Level) -> str:
    return STYLES.get(status, "yellow") if level.counts[status] else "dim"


def _cases(ruleset: str, level: Level) -> Iterator[Text]:
    """The cases that failed or errored, then the others that did not pass: the first few of each."""
    bad = [case for case in level.cases if case.status in (Status.FAILED, Status.ERRORED)]
    others = [case for case in level.cases if case not in bad]
    for cases, style in ((bad, "red"), (others, "yellow")):
        if cases:
            yield Text()
        for case in cases[:SHOWN]:
            rules = f" ({', '.join(case.rules)})" if case.rules else ""
            yield Text(f"{ruleset} {level.name}: {case.id}{rules} {case.status}: {case.why}", style)
        if len(cases) > SHOWN:
            yield Text(f"and {len(cases) - SHOWN:,} more; --report FILE lists all", style)


def contents() -> list[dict[str, Any]]:
    """What can be query: for each ruleset the options, the fields, and the number of vectors of each level."""
    found = []
    for name, ruleset in rulesets().items():
        fields = sorted(truth_of(name).suite.answers)
        numbers = {level: sum(level_of(vector) == level for vector in vectors(name)) for level in LEVELS}
        found.append(
            {
                "game": name,
                "ruleset": ruleset.id,
                "options": [option.name for option in options(name)],
                "fields": fields,
                "vectors": {level: number for level, number in numbers.items() if number},
            }
        )
    return found


def display_contents() -> None:
    """Print what can be query."""
    out = screen.console()
    table = screen.table("level", "compares")
    for level, what in LEVELS.items():
        table.add_row(level, what)
    out.print(table)
    for each in contents():
        out.print()
        counts = ", ".join(f"{level} {number}" for level, number in each["vectors"].items())
        out.print(Text.assemble((each["ruleset"], "bold"), f": vectors: {counts}"))
        out.print(Text(f"options: {', '.join(each['options'])}", "dim"))
        out.print(Text(f"fields: {', '.join(each['fields'])}", "dim"))


def export(folder: Path) -> str:
    """Write vectors, counts, schemas and pages as plain files into a new or empty folder; a sentence about them.

    Raises BadInput for a folder with something in it, and for one that cannot be written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput(f"{folder}: expected a new or an empty folder; name another one")
    spec = Path(str(files("qttt.spec")))
    pieces = {
        "vectors": spec / "vectors",
        "perft": spec / "perft",
        "schema": _beside(spec, "schema"),
        "rules": _beside(spec, "rules"),
    }
    try:
        with TemporaryDirectory(dir=folder.parent, ignore_cleanup_errors=True) as scratch:
            for name, source in pieces.items():
                shutil.copytree(source, Path(scratch) / name)
            shutil.copy(_beside(spec, "protocol.md"), scratch)
            Path(scratch).chmod(0o755)
            Path(scratch).replace(folder)
    except (OSError, shutil.Error) as error:
        raise BadInput(f"{folder}: cannot be written: {getattr(error, 'strerror', None) or error}") from error
    count = sum(len(vectors(game)) for game in games())
    return f"{folder}: {count:,} vectors of {len(games())} games, with counts, schemas and pages"


def _beside(spec: Path, name: str) -> Path:
    """A file or folder of the specification: inside an installed package, or in `spec` of a source tree."""
    return next(place for place in (spec / name, spec.parents[1] / name) if place.exists())
