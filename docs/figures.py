"""Figures 5 to 8 of Sakuta and Tomioka (2017), from exact values: `python docs/figures.py` draws them into the folder
docs/figures and writes their data beside them. Equal values give equal files."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from qttt.app.files import Column, columns_of, table_bytes
from qttt.app.plots import INK, O, label_ends, line_style, picture_bytes, sheet
from qttt.app.sqt.solve import Row, grid, solve_games, table
from qttt.fast.sqt.polynomial import Piecewise
from qttt.fast.sqt.setting import COLLAPSES, UNIT
from qttt.oracle.sqt import FunctionsOfQ, functions_of_q, origin, root_text
from qttt.reference.sqt import SCORINGS, ScoringName, Sqt

FOLDER = Path(__file__).parent / "figures"
STEPS = 60
"""Straight segments with which each piece of a curve is drawn."""
Setting = tuple[ScoringName, bool]
"""A scoring, and whether double wins count."""
HEAD = ("scoring", "double_win")


class Drawing(NamedTuple):
    """A figure of the source: its number and caption, its setting, whether it has a line for each first move or one for
    the game, and its size in inches."""

    number: int
    caption: str
    setting: Setting
    by_first_move: bool = False
    size: tuple[float, float] = (5.0, 3.5)


FIGURES = (
    Drawing(5, "value of the game; a draw counts 0", ("draws-even", False)),
    Drawing(6, "value of the game; a draw counts 0; double wins on", ("draws-even", True)),
    Drawing(7, "value after each first move; a draw counts 0", ("draws-even", False), True, (7.2, 4.8)),
    Drawing(8, "value of the game; a draw counts 5 for O", ("draws-second", False)),
)


def files() -> Iterator[tuple[str, bytes]]:
    """The name and content of each file."""
    settings = product(SCORINGS, (False, True))
    rows = [row for setting in settings for row in solve_games([Sqt(q, *setting) for q in grid("1/20")], "auto")]
    functions = {setting: functions_of_q(*setting) for setting in dict.fromkeys(each.setting for each in FIGURES)}
    for drawing in FIGURES:
        here = [row for row in rows if (row[0].scoring, row[0].double_win) == drawing.setting]
        yield f"figure-{drawing.number}.svg", draw(drawing, here, functions[drawing.setting])
    yield "grid.csv", table_bytes(table(rows), ".csv")
    yield "functions.csv", table_bytes(columns(functions), ".csv")
    yield "best.csv", table_bytes(best(functions), ".csv")
    yield "zeros.csv", table_bytes(zeros(functions), ".csv")


def draw(drawing: Drawing, rows: Sequence[Row], of_q: FunctionsOfQ) -> bytes:
    """A figure as SVG: markers on the grid, and the functions through them."""
    named = dict(sorted(of_q.first_moves.items())) if drawing.by_first_move else {"value of the game": of_q.value}
    title = f"Figure {drawing.number}: {drawing.caption}"
    crossing = [root for root in map(float, of_q.value.zeros()) if 0 < root < 1]
    zero = f" The value is zero at q = {crossing[0]:.6f}." if crossing else ""
    solved = [(float(game.q), {str(move): each for move, each in moves.items()}, value) for game, value, moves in rows]
    points = {name: {q: float(moves.get(name, value)) for q, moves, value in solved} for name in named}
    ends = [f"{name}: {values[0.0]:g} at q = 0, {values[1.0]:g} at q = 1" for name, values in points.items()]
    with sheet(drawing.size) as figure:
        axes = figure.add_subplot()
        axes.set(xlim=(0, 1), xlabel="q, the probability that the System favours O", ylabel="value for X, in points")
        axes.set(xticks=[k / 10 for k in range(11)], title=title)
        axes.grid(True)
        axes.axhline(0, color=INK, linewidth=0.7)
        for at, (name, function) in enumerate(named.items()):
            style = line_style(at)
            axes.plot(*strokes(function), color=style["color"], linestyle=style["linestyle"])
            axes.plot([*points[name]], [*points[name].values()], clip_on=False, **{**style, "linestyle": "none"})
        if drawing.by_first_move:
            names = [(name, points[name][1.0], line_style(at)["color"]) for at, name in enumerate(named)]
            label_ends(axes, names, 1.0)
        for root in crossing[:1]:
            axes.plot([root], [0], marker="o", color=O, markersize=7, fillstyle="none", linestyle="none")
            words = f"zero at q = {root:.6f}…"
            axes.annotate(words, (root, 0), (-8, -16), textcoords="offset points", ha="right", color=O)
        described = f"Values against q. {'; '.join(ends)}.{zero}"
        return picture_bytes(figure, ".svg", title, described)


def strokes(function: Piecewise) -> tuple[list[float], list[float]]:
    """The points of a curve, in points of the game."""
    along, values = [], []
    for low, high, piece in function.parts():
        for step in range(STEPS + 1):
            q = float(low) + (float(high) - float(low)) * step / STEPS
            along.append(q)
            values.append(UNIT * sum(coefficient * q**power for power, coefficient in enumerate(piece)))
    return along, values


def columns(functions: Mapping[Setting, FunctionsOfQ]) -> list[Column]:
    """The functions as columns of a table, one row per piece, with an empty first move for the game itself: its ends as
    fractions, or decimals with the polynomials they are roots of, and its coefficients in points."""
    cells = []
    for (scoring, double_win), of_q in functions.items():
        for name, function in sorted({"": of_q.value, **of_q.first_moves}.items()):
            for low, high, piece in function.parts():
                ends = (root_text(low), origin(low), root_text(high), origin(high))
                coefficients = [UNIT * coefficient for coefficient in piece] + [0] * (COLLAPSES + 1 - len(piece))
                cells.append((scoring, double_win, name, *ends, *coefficients))
    head = [*HEAD, "first_move", "low", "low_root_of", "high", "high_root_of"]
    head += [f"q^{power}" for power in range(COLLAPSES + 1)]
    return columns_of(head, cells)


def best(functions: Mapping[Setting, FunctionsOfQ]) -> list[Column]:
    """The best first moves as columns of a table, one row per interval of q, its ends as those of the functions."""
    cells = []
    for setting, of_q in functions.items():
        for part in of_q.best:
            ends = (root_text(part.low), origin(part.low), root_text(part.high), origin(part.high))
            cells.append((*setting, *ends, " ".join(part.moves)))
    return columns_of([*HEAD, "low", "low_root_of", "high", "high_root_of", "best_first_moves"], cells)


def zeros(functions: Mapping[Setting, FunctionsOfQ]) -> list[Column]:
    """The zeros of the functions as columns of a table; of an interval of zeros the two ends."""
    cells = []
    for setting, of_q in functions.items():
        for name, function in sorted({"": of_q.value, **of_q.first_moves}.items()):
            cells += [(*setting, name, root_text(root), origin(root)) for root in function.zeros()]
    return columns_of([*HEAD, "first_move", "zero", "root_of"], cells)


if __name__ == "__main__":
    for name, content in files():
        (FOLDER / name).write_bytes(content)
