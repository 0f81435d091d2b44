"""Plots of values against q, where exact values become floats; of a histogram; and of shares by stage. See `style`.

The same values always give the same file.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from qttt.app.plots import INK, O, label_ends, line_style, picture_bytes, sheet

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from qttt.fast.sqt.piecewise import Piecewise
    from qttt.fast.sqt.polynomial import Root


STEPS = 60
"""Straight segments with which each piece of a curve is drawn."""


class Line(NamedTuple):
    """A line of a plot: its name, its points, and the curve through them, in units; None: straight segments."""

    name: str
    points: Mapping[Fraction, Fraction]
    curve: "Piecewise | None" = None


def plot(
    lines: Sequence[Line], title: str, size: tuple[float, float], suffixes: Sequence[str], zero: "Root | None" = None
) -> dict[str, bytes]:
    """The values of some lines against q, under a title, as the content of a file for each suffix. `size` is in inches.
    A zero is marked, if there is one."""
    with sheet(size) as figure:
        axes = figure.add_subplot()
        axes.set(xlim=(0, 1), xlabel="q, the probability that the System favours O", ylabel="value for X, in points")
        axes.set_xticks([k / 10 for k in range(11)])
        axes.set_title(title)
        axes.grid(True)
        axes.axhline(0, color=INK, linewidth=0.7)
        for at, line in enumerate(lines):
            _draw(axes, line, line_style(at))
        if len(lines) > 1:
            ends = [
                (line.name, float([*line.points.values()][-1]), line_style(at)["color"])
                for at, line in enumerate(lines)
            ]
            label_ends(axes, ends, float([*lines[0].points][-1]))
        if zero is not None:
            _mark(axes, float(zero))
        return {suffix: picture_bytes(figure, suffix, title, described(lines, zero)) for suffix in suffixes}


def described(lines: Sequence[Line], zero: "Root | None" = None) -> str:
    """A plot of values in words."""
    parts = []
    for line in lines:
        (low, first), *_, (high, last) = line.points.items()
        parts.append(f"{line.name}: {float(first):g} at q = {float(low):g}, {float(last):g} at q = {float(high):g}")
    crossing = f" The value is zero at q = {float(zero):.6f}." if zero is not None else ""
    return f"Values against q. {'; '.join(parts)}.{crossing}"


def _draw(axes: "Axes", line: Line, style: Any) -> None:
    q, value = [float(q) for q in line.points], [float(value) for value in line.points.values()]
    if line.curve is None:
        axes.plot(q, value, clip_on=False, **style)
        return
    axes.plot(*_strokes(line.curve), color=style["color"], linestyle=style["linestyle"])
    axes.plot(q, value, clip_on=False, **{**style, "linestyle": "none"})


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
    axes.plot([zero], [0], marker="o", color=O, markersize=7, fillstyle="none", linestyle="none")
    axes.annotate(f"zero at q = {zero:.6f}…", (zero, 0), (-8, -16), textcoords="offset points", ha="right", color=O)
