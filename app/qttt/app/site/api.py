"""The pages of the API reference: which modules they show, and where a definition stands."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

PIECES = {
    "oracle": "Games by name, and exact answers about any position.",
    "spec": "Rules, vectors and formal texts as data.",
    "reference": "The readable implementation: one package for each game, in the order of its page.",
    "learn": "Environments, learners and exact measures.",
    "fast": "The public part of the fast engine: devices, batches, solvers and tablebases.",
}
"""The pieces with an API reference, in the order of the site."""
PUBLIC_IN_FAST = {"answers", "backend", "batch", "games", "progress", "solution", "solve", "store", "tablebase"}
"""The names of the modules of the fast engine that others may use; all others are kernels and their tables."""
LEFT_OUT = {"__main__", "extras"}


@cache
def modules() -> Mapping[str, tuple[str, ...]]:
    """The modules on each page of the API reference, by the path of the page."""
    found: dict[str, list[str]] = {}
    for piece in PIECES:
        for name in _public(files(f"qttt.{piece}"), f"qttt.{piece}"):
            parts = name.split(".")
            below = files(".".join(parts[:3])).is_dir() if len(parts) > 2 and _is_package(parts) else False
            found.setdefault(f"api/{piece}/{parts[2] if below else 'index'}.md", []).append(name)
    return {page: tuple(names) for page, names in found.items()}


def _is_package(parts: list[str]) -> bool:
    return files(".".join(parts[:2])).joinpath(parts[2]).is_dir()


def _public(folder: Traversable, package: str) -> Iterator[str]:
    """The public modules below a package, each package before its modules."""
    if folder.joinpath("__init__.py").is_file() and folder.joinpath("__init__.py").read_text(encoding="utf-8").strip():
        yield package
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        name = entry.name.removesuffix(".py")
        if entry.is_dir() and name.isidentifier() and not name.startswith("__"):
            yield from _public(entry, f"{package}.{name}")
        elif entry.name.endswith(".py") and _is_public(name, package.split(".")[1]):
            yield f"{package}.{name}"


def _is_public(name: str, piece: str) -> bool:
    """Whether a module of this name is public."""
    return not name.startswith("_") and name not in LEFT_OUT and (piece != "fast" or name in PUBLIC_IN_FAST)


def pages() -> dict[str, str]:
    """The pages of the API reference as Markdown for mkdocstrings, by their paths."""
    made = {"api/index.md": _contents()}
    for page, names in modules().items():
        _, piece, stem = page.removesuffix(".md").split("/")
        title = f"qttt.{piece}" if stem == "index" else f"qttt.{piece}.{stem}"
        blocks = "\n".join(f"::: {name}\n" for name in names)
        made[page] = f"# {title}\n\n{PIECES[piece]}\n\n{blocks}"
    return made


def _contents() -> str:
    rows = []
    for piece, what in PIECES.items():
        own = [page for page in modules() if page.startswith(f"api/{piece}/")]
        linked = ", ".join(f"[{_short(page)}]({page.removeprefix('api/')})" for page in own)
        rows.append(f"| `qttt.{piece}` | {what} | {linked} |\n")
    return "# Python API\n\nMade from the docstrings; their examples are run as tests.\n\n" + "".join(
        ["| package | what it holds | pages |\n|---|---|---|\n", *rows]
    )


def _short(page: str) -> str:
    stem = page.removesuffix(".md").rpartition("/")[2]
    return "overview" if stem == "index" else stem


def place_of(definition: str) -> str | None:
    """The page and anchor of a definition in the API reference, by its dotted name; None if it is not there.

    >>> place_of("qttt.reference.goff.collapse.settle")
    'api/reference/goff.md#qttt.reference.goff.collapse.settle'
    """
    module, _, name = definition.rpartition(".")
    if name.startswith("_") or "," in definition:
        return None
    package, _, last = module.rpartition(".")
    for page, names in modules().items():
        if module in names or (package in names and last[:1].isupper()):
            return f"{page}#{definition}"
    return None
