"""`qttt figures`: reproduces the source's figures and tables from exact values."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from qttt.app.errors import BadInput, reason
from qttt.app.extras import need
from qttt.app.files import write_bytes
from qttt.app.plots import SUFFIXES
from qttt.app.studies.options import Scoring
from qttt.app.studies.plots import Line, plot
from qttt.app.studies.sqt import searches
from qttt.app.studies.sqt.critical import Critical, name_of, number, origin, zeros
from qttt.app.studies.sqt.pages import first_moves, functions, page, table_1
from qttt.app.studies.sqt.sweep import Row, columns, games, points, swept
from qttt.app.tables import Column, table_bytes
from qttt.fast.backend import Device
from qttt.fast.backend import device as device_called
from qttt.fast.goff import solve as goff
from qttt.fast.sqt import curve
from qttt.fast.sqt.best_moves import best_moves
from qttt.fast.sqt.piecewise import Piecewise
from qttt.fast.sqt.polynomial import Root
from qttt.fast.sqt.setting import COLLAPSES, UNIT
from qttt.oracle.progress import Report, progress

TABLE_6 = "table-6.md"
STEP = "1/20"
"""The step of the source's grid."""
NARROW, WIDE = (5.0, 3.5), (7.2, 4.8)
"""Inches: a figure of one column, and one of two."""
DRAWS = {"draws-even": "a draw counts 0", "draws-second": "a draw counts 5 for O"}

TITLES = {1: "Four deterministic games", 5: "Conditional re-search", 6: "Node count"}
NOTES = {
    5: """\
s₁ and s₂ are the settlements of a collapse that is searched with the window from a to b. v₁ and v₂ are the values that
these searches return, v₀ is the value of the collapse computed from them, and LB and UB are the smallest and the
largest score. The table is derived from the code of the search.

""",
    6: """\
A node is a position entered after the start; a position with a closed cycle and no selection yet is not a node. In
floating point, expectations that should be equal may differ, which changes the cutoffs; no value is taken from these
searches. The [benchmarks](../benchmarks.md) state how long these searches take.

""",
}

Curve = tuple[Scoring, bool]


class Drawing(NamedTuple):
    """A figure of the source: its number and caption, the curves it is about, and whether it has a line for each first
    move or one for the game."""

    number: int
    about: str
    scoring: Scoring
    double_win: bool
    by_first_move: bool = False

    @property
    def name(self) -> str:
        return f"figure-{self.number}"

    @property
    def curve(self) -> Curve:
        return self.scoring, self.double_win

    @property
    def caption(self) -> str:
        option = "; double wins on" * self.double_win
        return f"Figure {self.number}: {self.about}; {DRAWS[self.scoring]}{option}"


VALUE = "value of the game"
FIGURES = (
    Drawing(5, VALUE, "draws-even", False),
    Drawing(6, VALUE, "draws-even", True),
    Drawing(7, "value after each first move", "draws-even", False, by_first_move=True),
    Drawing(8, VALUE, "draws-second", False),
)


class Found(NamedTuple):
    """What the figures are made of: the grid, the functions, and Goff's game for Table 1."""

    rows: Sequence[Row]
    functions: Mapping[Curve, Critical]
    goff: goff.Solution
    table_6: str
    """In Markdown; empty if there is none."""


def figures(folder: Path, device: str, count_nodes: bool) -> list[Path]:
    """Write the figures, the tables and the data, each file whole or not at all; the files are returned.

    The nodes of Table 6 are counted if that is asked for; otherwise its file in the folder is kept.
    Raises BadInput without the extra `figures`, and if the folder cannot be written; DeviceError.
    """
    need("a figure", "figures", "matplotlib", "sympy")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder}: cannot be written: {reason(error)}") from error
    with progress() as report:
        found = find(device_called(device), _kept(folder / TABLE_6) if not count_nodes else None, report)
    written = []
    for name, content in files(found):
        written.append(folder / name)
        write_bytes(written[-1], content)
    return written


def _kept(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: cannot be read; delete it, or give --table-6") from error


def find(device: Device, table_6: str | None, report: Report) -> Found:
    """The grid in one pass, then the functions of each figure, which take most of the time, and a Table 6 unless one is
    given."""
    rows = swept(games(points(STEP, None), None, None), device, report)
    wanted = dict.fromkeys((drawing.scoring, drawing.double_win) for drawing in FIGURES)
    curves = {each: curve.curves(device, *each, report) for each in wanted}
    functions = {each: Critical(found, best_moves(found.value, found.first_moves)) for each, found in curves.items()}
    solved = goff.solve(device, report=report)
    return Found(rows, functions, solved, searches.table_6(report) if table_6 is None else table_6)


def files(found: Found) -> Iterator[tuple[str, bytes]]:
    """The name and content of each file."""
    for drawing in FIGURES:
        for suffix, content in drawn(drawing, found).items():
            yield f"{drawing.name}{suffix}", content
    tables = {1: table_1(found.goff.tablebase, found.rows), 5: searches.table_5()}
    if found.table_6:
        tables[6] = found.table_6
    for at, table in tables.items():
        yield f"table-{at}.md", table.encode()
    yield "grid.csv", table_bytes(columns(found.rows), ".csv")
    yield "functions.csv", table_bytes(function_columns(found.functions), ".csv")
    shown = [(f"{drawing.name}.svg", drawing.caption, below(drawing, found)) for drawing in FIGURES]
    titled = [(f"Table {at}: {TITLES[at]}", NOTES.get(at, "") + table) for at, table in tables.items()]
    yield "README.md", page(shown, titled).encode()


def drawn(drawing: Drawing, found: Found) -> dict[str, bytes]:
    """A figure as the content of a file for each suffix."""
    value = found.functions[drawing.curve].curves.value
    size = WIDE if drawing.by_first_move else NARROW
    return plot(lines(drawing, found), drawing.caption, size, SUFFIXES, crossing(value))


def below(drawing: Drawing, found: Found) -> str:
    """What the page says below a figure."""
    critical = found.functions[drawing.curve]
    return first_moves(critical) if drawing.by_first_move else functions(critical)


def lines(drawing: Drawing, found: Found) -> list[Line]:
    """The lines of a figure: markers on the grid, and the function through them."""
    rows = [row for row in found.rows if (row.game.scoring, row.game.double_win) == drawing.curve]
    critical = found.functions[drawing.curve]
    if not drawing.by_first_move:
        return [Line("value of the game", {row.game.q: row.value for row in rows}, critical.curves.value)]
    points = [(row.game.q, {str(move): value for move, value in row.first_moves.items()}) for row in rows]
    functions = {name: critical.curves.first_moves[place] for place, name in critical.names.items()}
    return [
        Line(name, {q: values[name] for q, values in points}, function) for name, function in sorted(functions.items())
    ]


def crossing(value: Piecewise) -> Root | None:
    """Where the value of the game goes through zero inside [0, 1]."""
    inside = [root for root in zeros(value) if value.ends[0] < root < value.ends[-1]]
    return inside[0] if inside else None


def function_columns(functions: Mapping[Curve, Critical]) -> list[Column]:
    """The functions as columns of a table, one row per piece, with an empty first move for the game itself: its ends as
    fractions, or decimals with the polynomials they are roots of, and its coefficients in points."""
    cells = []
    for (scoring, double_win), (curves, _) in functions.items():
        named = {"": curves.value} | {name_of(place): function for place, function in curves.first_moves.items()}
        for name in sorted(named):
            for low, high, piece in named[name].parts():
                ends = (number(low), origin(low), number(high), origin(high))
                coefficients = [UNIT * coefficient for coefficient in piece] + [0] * (COLLAPSES + 1 - len(piece))
                cells.append((scoring, double_win, name, *ends, *coefficients))
    head = ["scoring", "double_win", "first_move", "low", "low_root_of", "high", "high_root_of"]
    head += [f"q^{power}" for power in range(COLLAPSES + 1)]
    return [Column(name, column) for name, column in zip(head, zip(*cells, strict=True), strict=True)]
