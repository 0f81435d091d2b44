"""What the result of a claim depends on, and when claims were last established, at which bound and with which source.

A claim depends on the modules that its check imports, transitively, and on the data of its game. The imports are read
in the sources, in functions too. A text that is the name of a module, or its beginning and end around holes, counts as
an import, unless the module belongs to another game: the check of one game does not ask for it. Versions of other
packages do not count.

A claim is recorded as its run ends: in a checkout in `established.json`, one row per claim, which the pages show, and
elsewhere in the user's folder of caches. A row has the last run of each bound in which the claim held. Whether the
source has changed since is computed when somebody asks.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import platform
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from functools import cache
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from qttt.spec import disk, rulesets
from qttt.spec.text import PAGES
from qttt.verification.registry import WHOLE, Claim, checks

PIECES = ("spec", "reference", "fast", "oracle", "learn", "verification")
"""The pieces whose modules a check can import."""
ROOT = Path(__file__).resolve().parents[3]
"""The repository, in a checkout."""
DATA: Mapping[str, tuple[str, str | Path, str]] = {
    **dict.fromkeys(("fenced", "formal", "grammar", "rules", "PAGES"), ("spec", PAGES, "{game}.md")),
    "vectors": ("spec", "vectors", "{game}/*.json"),
    "perft_tables": ("spec", "perft", "{game}.json"),
    "known": ("fast", "known", "{game}*.xz"),
}
"""For names that a module imports from `qttt.spec` or `qttt.fast`: the piece, the folder in it that they read, and the
files of a game there."""


class Imports(NamedTuple):
    """What a module imports: modules, modules by texts, and names of `DATA`."""

    modules: frozenset[str]
    by_text: frozenset[str]
    data: frozenset[str]


def digest(claim: Claim) -> str:
    """A digest of the row of a claim and of all files that its result depends on."""
    found = hashlib.sha256(repr(claim).encode())
    for name, file in sorted(dependencies(claim).items()):
        found.update(f"\n{name} {_digest(file)}".encode())
    return found.hexdigest()[:16]


def dependencies(claim: Claim) -> Mapping[str, Path]:
    """The files that the result of a claim depends on: modules by their names, data by their paths."""
    start = f"{__package__}.{claim.check}"
    while start not in sources():
        start = start.rpartition(".")[0]
    others = {*rulesets()} - {claim.game}
    found, waiting, data = set[str](), {start}, set[str]()
    while waiting:
        found.add(name := waiting.pop())
        here = imports(name)
        own = {each for each in here.by_text if others.isdisjoint(each.split("."))}
        waiting |= (here.modules | own | {name.rpartition(".")[0]} & sources().keys()) - found
        data |= here.data if not name.startswith("qttt.spec") else set()
    games = (claim.game, "notation", *(["goff"] if claim.game == "sqt" else ()))
    files = [*chain.from_iterable(_files(name, game) for name in data for game in games)]
    files += chain.from_iterable(
        path.rglob("*") if path.is_dir() else [path] for path in map(ROOT.joinpath, claim.reads)
    )
    read = {f"{file.parent.name}/{file.name}": file for file in files if file.is_file() and file.suffix != ".pyc"}
    return read | {name: sources()[name] for name in found}


def _files(name: str, game: str) -> Iterator[Path]:
    """The files of a game that a name of `DATA` reads."""
    piece, folder, pattern = DATA[name]
    return (_folder(piece) / folder).glob(pattern.format(game=game))


def _folder(piece: str) -> Path:
    return Path(import_module(f"qttt.{piece}").__path__[0])


@cache
def sources() -> Mapping[str, Path]:
    """The file of each module of the pieces, by its name."""
    found = dict[str, Path]()
    for piece in PIECES:
        for file in _folder(piece).rglob("*.py"):
            parts = file.relative_to(_folder(piece)).with_suffix("").parts
            found[".".join(["qttt", piece, *(part for part in parts if part != "__init__")])] = file
    return found


@cache
def imports(module: str) -> Imports:
    """What a module of the pieces imports."""
    modules, texts, data = set[str](), set[str](), set[str]()
    tree = ast.parse(sources()[module].read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                modules |= {each.name for each in names}
            case ast.ImportFrom(module=str(origin), names=names):
                modules |= {origin, *(f"{origin}.{each.name}" for each in names)}
                data |= {each.name for each in names} if origin.startswith(("qttt.spec", "qttt.fast")) else set()
            case ast.Constant(value=str(text)) if text.startswith("qttt."):
                texts |= {text.partition(":")[0]} & sources().keys()
            case ast.JoinedStr(values):
                texts |= {*_matching(module, values)}
    return Imports(frozenset(modules & sources().keys()), frozenset(texts), frozenset(data & DATA.keys()))


def _matching(module: str, values: list[ast.expr]) -> Iterator[str]:
    """The modules whose names a text with holes can be; the name of the package stands for itself."""
    package = module if sources()[module].name == "__init__.py" else module.rpartition(".")[0]
    known = {"__package__": package, "__name__": module}
    parts = (
        re.escape(str(part.value))
        if isinstance(part, ast.Constant)
        else re.escape(known[part.value.id])
        if isinstance(part, ast.FormattedValue) and isinstance(part.value, ast.Name) and part.value.id in known
        else r"\w+"
        for part in values
    )
    pattern = "".join(parts).partition(":")[0]
    if pattern.startswith(r"qttt\."):
        yield from (name for name in sources() if re.fullmatch(pattern, name))


@cache
def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


# Records

ESTABLISHED = Path(__file__).with_name("established.json")


@dataclass(frozen=True)
class Record:
    """A run in which a claim held: the digest of what the claim depended on, the day as an ISO date, the version of
    qttt, the machine, and the bound in words."""

    digest: str
    date: str
    version: str
    on: str
    bound: str

    def __str__(self) -> str:
        day = date.fromisoformat(self.date)
        return f"{day.day} {day:%B %Y}, version {self.version}"

    def is_stale(self, claim: Claim) -> bool:
        """Whether the claim or what it depends on has changed since."""
        return self.digest != digest(claim)


Records = Mapping[str, Mapping[str, Record]]
"""For each claim its last run by bound, `WHOLE` or `SAMPLE`."""


def file() -> Path:
    """Where runs are recorded: in the repository, or in the user's folder if there is no repository."""
    from qttt.oracle import store

    return ESTABLISHED if (ROOT / "pyproject.toml").is_file() else store.user_folder() / "established.json"


def read(path: Path) -> Records:
    """The records of a file, none of a file that is missing or damaged."""
    with suppress(OSError, ValueError, TypeError, AttributeError):
        rows = disk.read_json(disk.read_text(path)).items()
        return {id: {bound: Record(**row) for bound, row in runs.items()} for id, runs in rows}
    return {}


@cache
def read_shipped() -> Records:
    """What ships: the records of `established.json`."""
    return read(ESTABLISHED)


def last(claim: Claim, ran: str) -> Record | None:
    """The last recorded run of a claim at its whole bound, or of its sample; None if the words were others then."""
    found = read_shipped().get(claim.id, {}).get(ran)
    return found if found and found.bound == (claim.bound if ran == WHOLE else claim.sample) else None


def whole(claim: Claim) -> Record | None:
    """The last recorded run of a claim at its whole bound."""
    return last(claim, WHOLE)


def strength_shown(claim: Claim) -> str:
    """The strength of a claim as pages show it, a promise only once the whole bound was run."""
    if claim.test:
        return "a test"
    return claim.strength if whole(claim) else f"{claim.strength}, not yet run"


def record(claim: Claim, arguments: Mapping[str, Any], version: str, path: Path | None = None, **row: str) -> None:
    """Record at once that a claim held with these arguments of its check, beside what the file has of other claims.

    `row` are fields of `Record` if the run was elsewhere or earlier: by default it was this source, today, here.
    """
    path = path or file()
    here = {"digest": digest(claim), "date": datetime.now(UTC).date().isoformat(), "version": version, "on": machine()}
    runs = {id: dict(bounds) for id, bounds in read(path).items()}
    bound, _, words = claim.ran(arguments)
    runs.setdefault(claim.id, {})[bound] = Record(**here | row, bound=words)
    lines = [
        f"  {json.dumps(each.id)}: {json.dumps({bound: asdict(run) for bound, run in sorted(runs[each.id].items())})}"
        for each in checks()
        if each.id in runs
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    disk.write_whole(path, ("{\n" + ",\n".join(lines) + "\n}\n").encode())


def merge(results: Mapping[str, Any], path: Path = ESTABLISHED) -> int:
    """Record the claims that hold in the output of `qttt verify --json`, run elsewhere with this source; return their
    number.

    Raises `ValueError` for a claim that ran with another source, or is said to have run at another bound than its
    arguments give, so that no sample is recorded for the whole bound; `KeyError` for any other input.
    """
    known = {each.id: each for each in checks()}
    held = [row for row in results["claims"] if row["ok"] and not known[row["id"]].test]
    for row in held:
        claim = known[row["id"]]
        if row["digest"] != digest(claim):
            raise ValueError(f"{claim.id}: ran with another source: {row['digest']}, not {digest(claim)}")
        if (bound := claim.ran(row["arguments"])[0]) != row["ran"]:
            raise ValueError(
                f"{claim.id}: ran with {row['arguments']}, the {bound}, and is not recorded as {row['ran']}"
            )
    for row in held:
        there = {"date": results["date"], "on": results["machine"]["name"], "digest": row["digest"]}
        record(known[row["id"]], row["arguments"], results["version"], path, **there)
    return len(held)


def machine() -> str:
    """This machine in words: system, processor, cores and Python."""
    parts = [f"{platform.system()} {platform.machine()}", processor(), f"{os.cpu_count()} cores"]
    return ", ".join(filter(None, [*parts, f"Python {platform.python_version()}"]))


def processor() -> str:
    """The name of the processor, if the system gives one."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
