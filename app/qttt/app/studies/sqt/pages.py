"""The source's tables as Markdown, and the page that shows its figures, from values that have been found."""

from collections.abc import Sequence
from fractions import Fraction

from qttt.app.goff.names import outcome_name
from qttt.app.studies.sqt.critical import Critical, formula, names_of, number, origin, zero, zeros
from qttt.app.studies.sqt.sweep import Row
from qttt.app.tables import markdown
from qttt.fast.goff.tablebase import Tablebase
from qttt.fast.sqt.best_moves import Best
from qttt.fast.sqt.setting import UNIT
from qttt.oracle.goff.entry import PerfectGoff
from qttt.reference.goff import CollapseRule, Goff, Position


def table_1(tablebase: Tablebase, rows: Sequence[Row]) -> str:
    """Table 1: the four deterministic games."""
    corners = {row.game.q: row.value for row in rows if row.game.scoring == "draws-even" and not row.game.double_win}
    values = {
        ("`goff-1.0`, opponent", "QT: the opponent of the last mover selects"): _goff("opponent", tablebase),
        ("`goff-1.0`, self", "QT with Rule 3a″: the last mover selects"): _goff("self", tablebase),
        ("`sqt-1.0`, q = 0", "SQT (p, q) = (1, 0): the System selects for X"): corners[Fraction(0)],
        ("`sqt-1.0`, q = 1", "SQT (p, q) = (0, 1): the System selects for O"): corners[Fraction(1)],
    }
    return markdown(
        ["here", "in the source", "theoretical outcome", "value"],
        ((*name, outcome_name(value), value) for name, value in values.items()),
    )


def _goff(collapse: CollapseRule, tablebase: Tablebase) -> Fraction:
    return PerfectGoff(Goff(collapse), tablebase).value(Position())


def functions(found: Critical) -> str:
    """The value of the game as a function of q, its zeros, and the best first moves."""
    pieces = found.curves.value.parts()
    value = markdown(
        ["q from", "a root of", "to", "value of the game"],
        ((number(low), origin(low), number(high), formula(piece, UNIT)) for low, high, piece in pieces),
    )
    crossed = "".join(f"{zero(root)}\n\n" for root in zeros(found.curves.value))
    best = markdown(["q from", "to", "best first moves"], (_best(part, found) for part in found.best))
    return f"{value}\n{crossed}{best}"


def _best(part: Best, found: Critical) -> tuple[str, str, str]:
    to = number(part.high) if part.low < part.high else ""
    return number(part.low), to, ", ".join(names_of(part, found.names))


def first_moves(found: Critical) -> str:
    """For each first move, how many pieces its function has, where it is zero, and its value at q = 1.

    No function rises, so it is zero at one q, or from one to another."""
    named = sorted((name, found.curves.first_moves[place]) for place, name in found.names.items())
    return markdown(
        ["first move", "pieces", "zero at q =", "value at q = 1"],
        (
            (name, len(function.pieces), " to ".join(map(number, zeros(function))), UNIT * function(Fraction(1)))
            for name, function in named
        ),
    )


def page(figures: Sequence[tuple[str, str, str]], tables: Sequence[tuple[str, str]]) -> str:
    """The page: for each figure its file, its caption and what is below it; then the tables with their titles."""
    parts = [HEAD]
    parts += [f"## {caption}\n\n![{caption}]({file})\n\n{text}" for file, caption, text in figures]
    parts += [f"## {title}\n\n{table}" for title, table in tables]
    return "\n".join(parts)


HEAD = """\
# The source's figures and tables

The figures and tables of Sakuta and Tomioka (2017), from exact values. This command makes the page and all other files
in its folder:

```sh
uv run --extra figures qttt figures --table-6
```

Markers show the source's grid, q = 0, 0.05, ... 1; lines show the exact functions. `grid.csv` has the values of all
settings and first moves on the grid as exact fractions; `functions.csv` has the functions piece by piece, in points.

A decimal is rounded and stands for the nearby root of the polynomial beside it. A first move stands for all first moves
that are equivalent by symmetry. At a q where two intervals of best first moves meet, the larger set is best. A row
without *to* is a single q.
"""
