"""The web engine, and the engines of tests/engines: each conforms as it is, and each error that the latter can plant is
found.

An engine is skipped where the machine lacks its compiler or its interpreter. In CI, which sets the variable `CI`, a C
compiler and node must be there.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from qttt.reference.perft import perft
from qttt.spec import rulesets, vectors
from qttt.verification.conform import truth_of
from qttt.verification.conform.differences import Difference
from qttt.verification.conform.levels import run
from qttt.verification.conform.results import Chosen, Level, Report, Status
from qttt.verification.conform.session import Session
from qttt.verification.conform.vectors import level_of
from qttt.verification.questions import Question

pytestmark = pytest.mark.engines

ENGINES = Path(__file__).parents[1] / "engines"
WEB = ENGINES.parents[1] / "web" / "engine" / "conform.js"
Build = Callable[[str], list[str]]


class Sample(NamedTuple):
    """An engine, its game, and for each error that it can plant the tokens of a game that are enough to show it."""

    file: str
    game: str
    errors: dict[str, int]


GOFF = {
    "foreign-collapse": 4,
    "no-final-move": 12,
    "eight-squares-end": 12,
    "largest-ply-of-all-marks": 14,
    "line-of-x-first": 12,
}
SAMPLES = (
    Sample("goff.c", "goff", GOFF),
    Sample(
        "q3t.rs",
        "hybrid",
        {
            "control-and-target-exchanged": 5,
            "link-is-no-ply": 5,
            "triggered-by-any-result": 9,
            "untriggered-link-stays": 9,
        },
    ),
)
PLANTED = [pytest.param(sample, error, id=f"{sample.file}-{error}") for sample in SAMPLES for error in sample.errors]
LINES = {".c": "int main(void) { return 0; }", ".rs": "fn main() {}", ".mjs": "export {};"}
"""A whole program in each language."""
LEVELS = ("notation", "rules", "games", "distributions", "values")
SEARCHED = {"value", "best", "first_moves"}
"""The fields that need a search; a sample may leave them out."""
OF_LATER_VERSIONS = {"not declared: form position", "not declared: position", "not declared: option switches"}
"""What an engine of an earlier version of a ruleset is not asked."""
GAMES = 40
"""Random games of a run: enough for every error that is planted."""
WEB_GAMES = {"goff": 80, "sqt": 30, "probabilistic": 40, "tiqtaqtoe": 20, "hybrid": 20}
"""Random games of a run of the web engine."""
PATIENCE = 3600.0
"""Seconds for what does not wait: a slow machine is no error."""


def program(*names: str, line: str, required: bool = True) -> str:
    """The first of these programs that can make something of a line. Skips the test without one, or fails it if CI
    requires one."""
    for name in names:
        if (found := shutil.which(name)) and works(found, line):
            return found
    why = f"{' or '.join(names)} is not installed, or does not work"
    if required and os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)


@cache
def works(program: str, line: str) -> bool:
    """Whether a compiler or an interpreter takes a line: a program may be a shim that has nothing behind it."""
    file = "main" + Path(line.rsplit(maxsplit=1)[-1]).suffix
    with TemporaryDirectory() as folder:
        Path(folder, file).write_text(LINES[Path(file).suffix], encoding="utf-8")
        return not subprocess.run([program, *line.split()], cwd=folder, capture_output=True, check=False).returncode


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Makes an engine ready: the command that starts it."""
    folder, built = tmp_path_factory.mktemp("engines"), dict[str, list[str]]()

    def compiled(file: str, *command: str) -> list[str]:
        target = folder / file.replace(".", "_")
        subprocess.run([*command, "-o", str(target), str(ENGINES / file)], check=True)
        return [str(target)]

    def made(file: str) -> list[str]:
        match Path(file).suffix:
            case ".c":
                compiler = program("cc", "gcc", "clang", line="-o main main.c")
                return compiled(file, compiler, "-std=c11", "-O1", "-Wall", "-Wextra", "-Werror")
            case ".rs":
                compiler = program("rustc", line="-o main main.rs", required=False)
                return compiled(file, compiler, "--edition=2021", "-Dwarnings")
            case _:
                return [program("node", "nodejs", line="main.mjs"), str(WEB)]

    def command(file: str) -> list[str]:
        if file not in built:
            built[file] = made(file)
        return built[file]

    return command


@pytest.mark.parametrize(("game", "number"), WEB_GAMES.items())
def test_web_engine_conforms_at_every_level(game: str, number: int, build: Build) -> None:
    """Every setting. Of the values only the vectors: the claims `javascript-agrees` compare the others."""
    *others, values = Chosen.levels
    for levels, games in ((others, number), ([values], 0)):
        report = run(Session(build(WEB.name), PATIENCE), Chosen([game], levels, number=games))
        assert (report.code, report.failures) == (0, [])
        assert all(level.complete for level in report.games[0].levels if level.name != values)


def version_of(session: Session, game: str) -> str:
    """The version of the ruleset of a game that an engine plays."""
    id = rulesets()[game].id
    return session.implementation.rulesets[id].earlier or id


def by_name(report: Report) -> dict[str, Level]:
    return {level.name: level for level in report.games[0].levels}


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.file)
def test_sample_conforms(sample: Sample, build: Build) -> None:
    """Nothing fails or errors at any level, and below the values only a search is left out, and what the version of the
    ruleset lacks."""
    session = Session(build(sample.file))
    report = run(session, Chosen([sample.game], LEVELS, number=GAMES))
    version = version_of(session, sample.game)
    assert (report.code, report.failures) == (0, [])
    for level in report.games[0].levels:
        answered = (case for case in level.cases if not case.why.startswith("not declared: "))
        left = {case.why.removeprefix("not answered: ") for case in answered}
        if version != rulesets()[sample.game].id:
            left -= {*OF_LATER_VERSIONS, f"{version} does not have this reading"}
        assert level.name == "values" or all({*fields.split(", ")} <= SEARCHED for fields in left)


@pytest.mark.parametrize(("sample", "error"), PLANTED)
def test_planted_error_is_found(sample: Sample, error: str, build: Build) -> None:
    """Every vector against the error fails, unless a search must answer it, and a random game is shrunk to a short
    one."""
    session = Session([*build(sample.file), "--error", error])
    report = run(session, Chosen([sample.game], ["notation", "rules", "games"], number=GAMES))
    assert report.code == 1
    assert report.failures == []
    levels = by_name(report)
    failed = {case.id for level in levels.values() for case in level.cases if case.status is Status.FAILED}
    against = (vector for vector in vectors(sample.game) if f"known-error:{error}" in vector.flags)
    assert {vector.id for vector in against if level_of(vector) in levels} <= failed
    assert levels["rules"].counts[Status.FAILED] > 0
    differences = [each for level in levels.values() for each in level.differences]
    if error not in ("foreign-collapse", "control-and-target-exchanged"):  # the vectors show these before any game
        assert min(map(tokens, differences)) <= sample.errors[error]
    assert report.doubts == []


def tokens(found: Difference) -> int:
    """The number of tokens of the game that shows a difference."""
    return len(found.question["game"].split())


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.file)
def test_sample_counts_games(sample: Sample, build: Build) -> None:
    truth = truth_of(sample.game)
    ruleset = rulesets()[sample.game]
    with Session(build(sample.file)) as session:
        version = version_of(session, sample.game)
        *_, options = (each for each in truth.settings() if ruleset.has(version, truth.setting(each)))
        answer = session.one(Question(ruleset.id, options, "game", "", depth=2))
    assert answer.content == [*perft(truth.reference(options).game, 2)]


@pytest.mark.parametrize(("file", "game"), [*((each.file, each.game) for each in SAMPLES), (WEB.name, "goff")])
def test_engine_survives_what_is_no_request(file: str, game: str, build: Build) -> None:
    """Lines that are not JSON, JSON that is not a request, and a request with the wrong kinds of values."""
    ruleset = rulesets()[game].id
    asked = f'{{"cmd": "ask", "seq": 1, "ruleset": "{ruleset}", '
    lines = [
        *("", "x", "{", "[]", "null", '"ask"', "[" * 100_000, '{"a":' * 100_000, "{}", '{"cmd": 1}', "\\", '"\\u12"'),
        *('{"cmd": "ask"}', '{"cmd": "ask", "seq": "1"}', f'{asked}"options": [], "game": 1, "fields": {{}}}}'),
        *(f'{asked}"options": {{}}, "marks": ["1"], "fields": []}}', f'{asked}"options": null, "game": "\\u0000"}}'),
        *(f'{asked}"options": {{}}, "position": "{text}", "fields": []}}' for text in ("", ":", " : ", "\\ud800:\\t")),
    ]
    done = subprocess.run(
        build(file), capture_output=True, check=False, input="".join(f"{line}\n" for line in lines).encode()
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"\n") == len(lines)


def test_engine_of_the_page_conforms(tmp_path: Path) -> None:
    page = (ENGINES.parents[1] / "docs" / "conformance.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"^```js\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    file = tmp_path / "my-engine.mjs"
    file.write_text(text, encoding="utf-8")
    report = run(
        Session([program("node", "nodejs", line="main.mjs"), str(file)]), Chosen(["goff"], LEVELS, number=GAMES)
    )
    assert (report.code, report.failures) == (0, [])
    assert by_name(report)["notation"].counts[Status.PASSED] > 10
