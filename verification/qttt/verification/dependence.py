"""What the result of a claim depends on: the modules that its check imports, transitively, and the data of its game.

The imports are read in the sources, in functions too. A text that is the name of a module, or its beginning and end
around holes, counts as an import, unless the module belongs to another game: the check of one game does not ask for it.
Versions of other packages do not count.
"""

import ast
import hashlib
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from qttt.spec import rulesets
from qttt.spec.text import PAGES
from qttt.verification.registry import Claim

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
    read = {f"{file.parent.name}/{file.name}": file for file in files if not file.is_dir()}
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
