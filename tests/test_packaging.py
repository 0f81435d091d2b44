"""Facts stated in more than one place agree: pins, the lines of the README, the version, links."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PINS = [
    line
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def test_pins_are_plain_names_and_versions() -> None:
    assert [pin for pin in PINS if not re.fullmatch(r"[a-z0-9-]+==[0-9][0-9.]*", pin)] == []
    names = [pin.partition("==")[0] for pin in PINS]
    assert names == sorted(set(names))


def test_uv_and_pip_read_the_same_pins() -> None:
    assert PROJECT["tool"]["uv"]["constraint-dependencies"] == PINS


@pytest.mark.parametrize("extra", [None, *sorted({*PROJECT["project"]["optional-dependencies"]} - {"gpu"})])
def test_every_dependency_is_pinned(extra: str | None) -> None:
    project = PROJECT["project"]
    requirements = project["optional-dependencies"][extra] if extra else project["dependencies"]
    names = {re.split(r"[^A-Za-z0-9-]", requirement)[0] for requirement in requirements}
    assert names - {"qttt"} <= {pin.partition("==")[0] for pin in PINS}


@pytest.mark.parametrize("line", ["python -m pip install uv && uv run qttt solve goff", "uv run --extra dev pytest"])
def test_readme_and_ci_run_the_same_lines(line: str) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert line in readme.splitlines()
    steps = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert any(re.fullmatch(rf"step {line.rpartition(' && ')[2]}( #.*)?", step) for step in steps)


def test_citation_names_the_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {PROJECT['project']['version']}\n" in citation


PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(ROOT.glob("docs/**/*.md")),
    *sorted(ROOT.glob("spec/rules/*.md")),
]


def prose(page: str) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", page, flags=re.DOTALL | re.MULTILINE)


def anchors(page: str) -> set[str]:
    """What links to a page can name: the anchor that a heading gives, or else the heading in the manner of GitHub."""
    headings = re.findall(r"^#+ (.+?)(?: \{#([a-z0-9-]+)\})?$", prose(page), flags=re.MULTILINE)
    return {named or re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title, named in headings}


def dead_links(page: Path, text: str) -> list[str]:
    """The links in a page's text that lead to no file, or to no heading of a page."""
    dead = []
    for link in re.findall(r"\]\(([^)\s]+)", prose(text)):
        target, _, anchor = link.partition("#")
        file = page.parent / target if target else page
        if "://" in link or (file.exists() and not anchor):
            continue
        if not file.is_file() or anchor not in anchors(file.read_text(encoding="utf-8") if target else text):
            dead.append(link)
    return dead


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_resolve(page: Path) -> None:
    assert dead_links(page, page.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("page", "link", "mutant"),
    [
        ("README.md", "docs/claims.md", "docs/claim.md"),
        ("docs/games/goff.md", "../../spec/rules/goff.md", "../../spec/rules/goff.md#no-rule"),
        ("spec/rules/goff.md", "#lemmas", "#lemma"),
        ("spec/rules/goff.md", "notation.md#mathematical-notation", "notation.md#mathematics"),
        ("spec/rules/goff.md", "notation.md#mathematical-notation", "notations.md#mathematical-notation"),
    ],
)
def test_broken_links_are_found(page: str, link: str, mutant: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert f"]({link})" in text
    assert dead_links(ROOT / page, text.replace(f"]({link})", f"]({mutant})")) == [mutant]


def test_anchors_of_headings() -> None:
    page = "# Goff's game {#goff}\n\n## What it's *for*: two-way play\n\n```\n# no heading\n```\n"
    assert anchors(page) == {"goff", "what-its-for-two-way-play"}
