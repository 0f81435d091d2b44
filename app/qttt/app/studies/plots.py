"""Plots, drawn by matplotlib of the extra `figures`: values against q, where exact values become floats; a histogram.

The same values always give the same file, also where another module draws within `settled`.
"""

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from qttt.app.extras import need
from qttt.app.files import suffix_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from qttt.fast.sqt.piecewise import Piecewise
    from qttt.fast.sqt.polynomial import Root

SUFFIXES = (".svg", ".png")
FIXED: Any = {
    "svg.hashsalt": "qttt",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 9.0,
    "axes.linewidth": 0.6,
    "grid.linewidth": 0.4,
    "grid.color": "#d0d0d0",
    "lines.linewidth": 1.1,
    "lines.markersize": 4.0,
}
NO_DATES: dict[str, dict[str, str | None]] = {".svg": {"Date": None, "Creator": None}, ".png": {"Software": None}}
STYLES = tuple(zip("osD^vP*X", ("C0", "C1", "C2", "C3", "C4", "C5", "C6", "C7"), strict=True))
"""Marker and colour of each line, in order."""
STEPS = 60
"""Straight segments with which each piece of a curve is drawn."""


class Line(NamedTuple):
    """A line of a plot: its name, its points, and the curve through them, in units; None: straight segments."""

    name: str
    points: Mapping[Fraction, Fraction]
    curve: "Piecewise | None" = None


def check_plot(path: Path) -> None:
    """Raise BadInput unless a plot can be written in the format that the file's name says."""
    suffix_of(path, *SUFFIXES)
    need("a plot", "figures", "matplotlib")


def plot(
    lines: Sequence[Line], caption: str, size: tuple[float, float], suffixes: Sequence[str], zero: "Root | None" = None
) -> dict[str, bytes]:
    """The values of some lines against q, a caption below, as the content of a file for each suffix. `size` is in
    inches. A zero is marked, if there is one."""
    with _axes(size) as (figure, axes):
        for line, (marker, colour) in zip(lines, STYLES, strict=False):
            _draw(axes, line, marker, colour)
        axes.axhline(0, color="black", linewidth=0.6)
        if zero is not None:
            _mark(axes, float(zero))
        axes.set(xlim=(0, 1), xlabel="q", ylabel="expected value")
        axes.set_xticks([k / 10 for k in range(11)])
        axes.grid(True)
        axes.set_axisbelow(True)
        if len(lines) > 1:
            axes.legend(loc="best", framealpha=1.0, edgecolor="#d0d0d0")
        figure.supxlabel(caption, fontsize=9)
        return {suffix: picture_bytes(figure, suffix) for suffix in suffixes}


def bars(counts: Sequence[int], mean: float, caption: str, suffix: str) -> bytes:
    """A histogram of values from 0 to 1, in as many bins of equal width as there are counts, and their mean."""
    with _axes((6.4, 3.6)) as (figure, axes):
        axes.bar([at / len(counts) for at in range(len(counts))], counts, 1 / len(counts), align="edge", linewidth=0)
        axes.axvline(mean, color="C3")
        filled = [at for at, count in enumerate(counts) if count]
        axes.set(xlim=(filled[0] / len(counts), (filled[-1] + 1) / len(counts)), xlabel="value", ylabel="boards")
        axes.grid(True, axis="y")
        axes.set_axisbelow(True)
        figure.supxlabel(caption, fontsize=9)
        return picture_bytes(figure, suffix)


class Shares(NamedTuple):
    """Shares by stage: the name of the line, and for each stage its share with the bounds of its interval, if any."""

    name: str
    points: Mapping[str, tuple[float, float, float]]


def shares(lines: Sequence[Shares], caption: str, suffix: str) -> bytes:
    """Shares from 0 to 1 by stage, in the order of the first line, as the content of a file."""
    with _axes((6.4, 3.6)) as (figure, axes):
        stages = [*lines[0].points]
        for line, (marker, colour) in zip(lines, STYLES, strict=False):
            at = [stages.index(stage) for stage in line.points]
            middle = [share for share, _, _ in line.points.values()]
            down = [share - low for share, low, _ in line.points.values()]
            up = [high - share for share, _, high in line.points.values()]
            style: Any = {"marker": marker, "color": colour, "label": line.name, "clip_on": False, "capsize": 2}
            axes.errorbar(at, middle, (down, up), **style)
        axes.set(ylim=(0, 1), ylabel="share of optimal actions")
        axes.set_xticks(range(len(stages)), stages, rotation=45, ha="right", rotation_mode="anchor")
        axes.grid(True)
        axes.set_axisbelow(True)
        if len(lines) > 1:
            axes.legend(loc="best", framealpha=1.0, edgecolor="#d0d0d0")
        figure.supxlabel(caption, fontsize=9)
        return picture_bytes(figure, suffix)


@contextmanager
def settled(**changes: Any) -> Iterator[None]:
    """Within it matplotlib draws with this module's settings and these changes, whatever the user's own settings."""
    import matplotlib as mpl

    with mpl.rc_context(rc={}):
        mpl.rcdefaults()
        mpl.rcParams.update(FIXED | changes)
        yield


@contextmanager
def _axes(size: tuple[float, float]) -> "Iterator[tuple[Figure, Axes]]":
    """A figure with one plot."""
    from matplotlib.figure import Figure

    with settled():
        figure = Figure(figsize=size, layout="constrained")
        yield figure, figure.add_subplot()


def _draw(axes: "Axes", line: Line, marker: str, colour: str) -> None:
    q, value = [float(q) for q in line.points], [float(value) for value in line.points.values()]
    if line.curve is None:
        axes.plot(q, value, marker=marker, color=colour, label=line.name, clip_on=False)
        return
    axes.plot(*_strokes(line.curve), color=colour)
    axes.plot(q, value, marker=marker, color=colour, linestyle="none", label=line.name, clip_on=False)


def _strokes(curve: "Piecewise") -> tuple[list[float], list[float]]:
    from qttt.fast.sqt.setting import UNIT

    along, values = [], []
    for low, high, piece in curve.parts():
        for step in range(STEPS + 1):
            q = float(low) + (float(high) - float(low)) * step / STEPS
            along.append(q)
            values.append(UNIT * sum(coefficient * q**power for power, coefficient in enumerate(piece)))
    return along, values


def _mark(axes: "Axes", zero: float) -> None:
    axes.plot([zero], [0], marker="o", color="C3", markersize=6, fillstyle="none", linestyle="none")
    axes.annotate(
        f"zero at q = {zero:.6f}…",
        (zero, 0),
        (-8, -16),
        textcoords="offset points",
        ha="right",
        color="C3",
    )


def picture_bytes(figure: "Figure", suffix: str) -> bytes:
    """A figure as the content of a file with this suffix."""
    sink = io.BytesIO()
    figure.savefig(sink, format=suffix[1:], dpi=160, metadata=NO_DATES[suffix])
    return sink.getvalue()
