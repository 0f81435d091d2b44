"""The verdicts on a source: printed, as JSON, or as a page. A source has a module here with its `SOURCE`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from rich.text import Text

from qttt.app import screen
from qttt.app.studies.markdown import markdown
from qttt.oracle.progress import Count

SOURCES = {"tang-2020": "tang"}
"""The sources by name, with their modules."""


@dataclass(frozen=True)
class Judged:
    """A statement of a source, as the source means it and where it stands, the verdict, and what is true."""

    statement: str
    place: str
    verdict: str
    truth: str

    def json_object(self) -> dict[str, str]:
        """The JSON object of a verdict."""
        return {"statement": self.statement, "place": self.place, "verdict": self.verdict, "truth": self.truth}


class Judge(Protocol):
    """The verdicts on the statements of a source, in the order in which they are found; `report` hears how many games
    are played, and of how many."""

    def __call__(self, seed: int, report: Count) -> Iterator[Judged]: ...


@dataclass(frozen=True)
class Source:
    """A source: how it is cited, what the page says before the verdicts, and the statements with their verdicts."""

    cited: str
    about: str
    judge: Judge


def source(name: str) -> Source:
    """A source by its name."""
    found: Source = import_module(f"qttt.app.studies.sources.{SOURCES[name]}").SOURCE
    return found


def page(name: str, seed: int, found: list[Judged]) -> str:
    """The page of a source in Markdown."""
    judged = source(name)
    table = markdown(
        ["statement", "place", "verdict", "what is true"],
        ((each.statement, each.place, f"*{each.verdict}*", each.truth) for each in found),
    )
    command = f"```sh\nuv run qttt judge {name} --seed {seed} --out docs/sources/{name}.md\n```"
    return f"# {judged.cited}, judged\n\n{judged.about}\n{command}\n\n{table}"


def json_list(found: list[Judged]) -> list[dict[str, Any]]:
    """The verdicts for JSON."""
    return [each.json_object() for each in found]


def print_verdicts(name: str, found: list[Judged]) -> None:
    """Print the verdicts, each with its statement and what is true."""
    out = screen.console()
    out.print(Text(source(name).cited, "bold"))
    for each in found:
        out.print()
        out.print(Text.assemble((each.verdict, "bold"), f"  {each.statement} ({each.place})"))
        out.print(Text(each.truth.replace("`", "")))
