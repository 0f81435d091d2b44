"""The repository as the site reads it, from a source tree or from an installed package, and where its files go."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path, PurePosixPath

import qttt.spec
from qttt.app.site.markdown import ELSEWHERE

PIECE = Path(__file__).resolve().parent
SPEC = Path(qttt.spec.__file__).resolve().parent
PLACES = {
    "docs": (PIECE.parents[3] / "docs", PIECE / "tree" / "docs"),
    "spec/rules": (SPEC.parents[1] / "rules", SPEC / "rules"),
    "spec/schema": (SPEC.parents[1] / "schema", SPEC / "schema"),
    "spec/protocol.md": (SPEC.parents[1] / "protocol.md", SPEC / "protocol.md"),
    "spec/qttt/spec/vectors/README.md": (SPEC / "vectors" / "README.md",),
    **{
        name: (PIECE.parents[3] / name, PIECE / "tree" / name)
        for name in ("CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "README.md", "tests/engines")
    },
}
"""The files and folders of the repository that the site shows, each with where it may lie: in a source tree, and in an
installed package."""
MOVED = {
    "docs/": "",
    "spec/rules/": "rules/",
    "spec/schema/": "schema/",
    "spec/protocol.md": "protocol.md",
    "spec/qttt/spec/vectors/README.md": "vectors.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "README.md": "index.md",
    "tests/engines": "engines",
}
"""Where they go on the site: longer names before shorter ones, and all others unchanged."""


class Tree:
    """The files that the site shows, by their paths in the repository.

    Raises `FileNotFoundError` if one of the `PLACES` is missing.
    """

    @cached_property
    def files(self) -> dict[str, Path]:
        """Every file, in the order of their paths."""
        found: dict[str, Path] = {}
        for name, places in PLACES.items():
            place = next((place for place in places if place.exists()), None)
            if place is None:
                raise FileNotFoundError(f"{name} is missing beside the package")
            found.update(_below(name, place))
        return dict(sorted(found.items()))

    def text(self, path: str) -> str:
        """The text of a file."""
        return self.files[path].read_text(encoding="utf-8")

    def pages(self) -> list[str]:
        """The pages of Markdown: all that have a title, apart from the README, in whose place the site has its start
        page."""
        pages = [path for path in self.files if path.endswith(".md") and path != "README.md"]
        return [path for path in pages if self.text(path).startswith(("# ", "<a id="))]


def _below(name: str, place: Path) -> Iterator[tuple[str, Path]]:
    if place.is_file():
        yield name, place
        return
    for folder, _, files in os.walk(place):
        for file in files:
            path = Path(folder, file)
            if "__pycache__" not in path.parts and not file.startswith("."):
                yield f"{name}/{path.relative_to(place).as_posix()}", path


def on_site(path: str) -> str:
    """The path of a file of the repository below the pages of the site.

    >>> on_site("spec/rules/goff.md"), on_site("docs/figures/README.md"), on_site("CITATION.cff")
    ('rules/goff.md', 'figures/index.md', 'CITATION.cff')
    """
    for old, new in MOVED.items():
        if path == old or path.startswith(old if old.endswith("/") else f"{old}/"):
            path = new + path.removeprefix(old)
            break
    return path.removesuffix("README.md") + "index.md" if path.endswith("README.md") else path


def relative(target: str, page: str) -> str:
    """A place on the site, seen from the Markdown of a page.

    >>> relative("rules/goff.md#goff-end-1", "games/goff.md"), relative("rules/goff.md#goff-end-1", "rules/goff.md")
    ('../rules/goff.md#goff-end-1', '#goff-end-1')
    """
    path, hash, anchor = target.partition("#")
    if path == page and anchor:
        return f"#{anchor}"
    return os.path.relpath(path, PurePosixPath(page).parent).replace(os.sep, "/") + hash + anchor


def relink(link: str, page: str) -> str:
    """A link on a page of the repository, as the same page of the site has it.

    >>> relink("../../spec/rules/goff.md#board", "docs/games/goff.md"), relink("#board", "spec/rules/goff.md")
    ('../rules/goff.md#board', '#board')
    """
    target, hash, anchor = link.partition("#")
    if not target or ELSEWHERE.match(link):
        return link
    there = os.path.normpath(PurePosixPath(page).parent / target).replace(os.sep, "/")
    moved = on_site(there)
    if moved == "engines":
        moved = "engines/index.md"
    return relative(moved, on_site(page)) + hash + anchor
