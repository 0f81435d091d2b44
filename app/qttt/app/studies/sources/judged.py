"""The verdicts on a source: printed, as JSON, or as a page. A source has a module here with its `SOURCE`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from rich.text import Text

from qttt.app import screen
from qttt.app.studies.verdicts import ANSWERED, FAILS, HOLDS, OPEN, PARTLY, READING
from qttt.app.tables import markdown
from qttt.oracle import game, solve
from qttt.oracle.oracle import Oracle
from qttt.oracle.progress import Count

SOURCES = {
    "sakuta-tomioka-2017": "sakuta_tomioka",
    "sagole-2019": "sagole",
    "tang-2020": "tang",
    "wong-2023": "wong",
    "abraham-2024": "abraham",
}
"""The sources by name, by year, with their modules."""
VERDICTS = (HOLDS, PARTLY, FAILS, READING)
"""The verdicts on a statement. A question that the source leaves open is ANSWERED or OPEN instead."""
README = "README.md"
NOT_JUDGED = {
    "Goff, Lehmann and Siegel (2002)": "the game `goff`",
    "Goff (2006)": "the game `goff`",
    "Ishizeki and Matsuura (2011)": "the formulation of `goff` as a game of perfect information",
}
"""Works that are cited without a page of verdicts, and what they are cited for."""


@dataclass(frozen=True)
class Judged:
    """A statement of a source, or a question that it leaves open: a short name for links, the statement as the source
    means it and where it stands, the verdict, and what is true, in Markdown."""

    name: str
    statement: str
    place: str
    verdict: str
    truth: str

    def json_object(self) -> dict[str, str]:
        """The JSON object of a verdict."""
        return asdict(self)

    def __str__(self) -> str:
        """The section of the page."""
        return (
            f'<a id="{self.name}"></a>\n\n### {self.statement}\n\n**{self.verdict.capitalize()}** ({self.place}).\n\n'
            f"{self.truth}\n"
        )


class Judge(Protocol):
    """The verdicts on the statements of a source, in the order in which they are found; `report` hears how much of the
    long work is done, and of how much. `results` is a file of results that need not be computed again, if there is
    one."""

    def __call__(self, seed: int, report: Count, results: Path | None = None) -> Iterator[Judged]: ...


@dataclass(frozen=True)
class Source:
    """A source: how it is cited, what the page says before the verdicts, the statements with their verdicts, and
    further
    options of the command that makes the page."""

    cited: str
    about: str
    judge: Judge
    options: str = ""


@cache
def oracle(name: str, **options: Any) -> Oracle[Any, Any]:
    """The oracle of a game, solved once for all verdicts. An option is passed to the game as it is."""
    return solve(game(name, **options), progress=False)


def judged_if(holds: bool) -> str:
    """The verdict on a statement that is either true or not."""
    return HOLDS if holds else FAILS


def answered_if(true: bool) -> str:
    """What has become of a question: answered, if what the answer rests on is true here."""
    return ANSWERED if true else OPEN


def judged_by(cases: Sequence[bool] | Mapping[Any, bool]) -> str:
    """The verdict on a statement about several cases."""
    true = [*cases.values()] if isinstance(cases, Mapping) else cases
    return HOLDS if all(true) else PARTLY if any(true) else FAILS


def source(name: str) -> Source:
    """A source by its name."""
    found: Source = import_module(f"qttt.app.studies.sources.{SOURCES[name]}").SOURCE
    return found


ABOUT = """\
Each statement of the source that can be checked is given in our words with its place, a verdict computed from exact
values, and what is true. A statement *holds*, *holds in part*, *does not hold*, or *depends on a reading*: on a point
that the source leaves open."""
ASKED = "\nA question that the source leaves open is *answered*, or *open* here, too."
MAKES = "\nThis command makes the page:\n"


def page(name: str, seed: int, found: Sequence[Judged]) -> str:
    """The page of a source in Markdown."""
    judged = source(name)
    questions = any(each.verdict in (ANSWERED, OPEN) for each in found)
    more = f"{judged.options} " if judged.options else ""
    command = f"```sh\nuv run qttt judge {name} --seed {seed} {more}--out docs/sources/{name}.md\n```"
    table = markdown(
        ["statement", "place", "verdict"],
        ((f"[{each.statement}](#{each.name})", each.place, each.verdict) for each in found),
    )
    parts = [
        f"# {judged.cited}, judged\n",
        f"{judged.about}\n",
        ABOUT + (ASKED if questions else "") + MAKES,
        f"{command}\n",
        table,
        "## Why\n",
        *map(str, found),
    ]
    return "\n".join(parts)


def index(found: Mapping[str, Sequence[Judged]], seed: int) -> str:
    """The list of the sources in Markdown, each with its numbers of verdicts."""
    names = (*VERDICTS, ANSWERED, OPEN)
    rows = []
    for name, verdicts in found.items():
        counts = Counter(each.verdict for each in verdicts)
        rows.append([f"[{source(name).cited}]({name}.md)", *(counts[verdict] or "" for verdict in names)])
    return f"""\
# The sources, judged

What the sources of the five games state, and whether it is so. Every verdict is computed from exact values of the
games, under the rules of this project.

{markdown(["source", *names], rows)}
A number is that of the statements with a verdict. *Answered* and *open* count questions that a source leaves open.

The statements are given in our words; their places refer to the source's own sections, tables and figures. A verdict is
about the statement under the canonical reading of the rules, unless its text names another one. Statements about the
running time of the authors' programs are not judged.

```sh
uv run qttt judge --all --seed {seed} --results docs/experiments/data.json --out docs/sources
```

makes all pages. [Figures and tables](../figures/README.md) of Sakuta and Tomioka, and the
[experiments](../experiments.md) of Wong, have pages of their own.

## Cited, but not judged

The text of these works is not among the documents that this project works from, so their statements are not judged.
Their game stands here as Sakuta and Tomioka (2017) state it.

{markdown(["source", "cited for"], NOT_JUDGED.items())}"""


def json_list(found: Sequence[Judged]) -> list[dict[str, Any]]:
    """The verdicts for JSON."""
    return [each.json_object() for each in found]


def print_verdicts(name: str, found: Sequence[Judged]) -> None:
    """Print the verdicts, each with its statement and what is true."""
    out = screen.console()
    out.print(Text(source(name).cited, "bold"))
    for each in found:
        out.print()
        out.print(Text.assemble((each.verdict, "bold"), f"  {each.statement} ({each.place})"))
        out.print(Text(each.truth.replace("`", "")))
