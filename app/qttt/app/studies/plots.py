"""Plots of values against q, where exact values become floats; of a histogram; and of shares by stage. See `style`.

The same values always give the same file.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor, log10
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from qttt.app.extras import need
from qttt.app.files import suffix_of
from qttt.app.studies.style import INK, SUFFIXES, O, X, label_ends, line_style, picture_bytes, settled, sheet
from qttt.reference.picture import listed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from qttt.fast.sqt.piecewise import Piecewise
    from qttt.fast.sqt.polynomial import Root

__all__ = ["SUFFIXES", "Line", "Shares", "Training", "bars", "check_plot", "picture_bytes", "plot", "settled", "shares"]

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


def bars(counts: Sequence[int], mean: float, title: str, suffix: str) -> bytes:
    """A histogram of values from 0 to 1, in as many bins of equal width as there are counts, and their mean."""
    with sheet((6.4, 3.6)) as figure:
        axes = figure.add_subplot()
        width = 1 / len(counts)
        axes.bar([at * width for at in range(len(counts))], counts, width, align="edge", color=X, linewidth=0)
        filled = [at for at, count in enumerate(counts) if count]
        axes.set(
            xlim=(filled[0] * width, (filled[-1] + 1) * width), xlabel="value for the first player", ylabel="boards"
        )
        axes.set_title(title)
        axes.grid(True, axis="y")
        axes.yaxis.set_major_formatter(lambda number, _: f"{number:,.0f}")
        axes.axvline(mean, color=O)
        axes.annotate(f"mean {mean:.4f}", (mean, axes.get_ylim()[1]), (6, -12), textcoords="offset points", color=O)
        low, high = filled[0] * width, (filled[-1] + 1) * width
        words = f"{sum(counts):,} boards by value, from {low:.3g} to {high:.3g}, with the mean {mean:.4f}."
        return picture_bytes(figure, suffix, title, words)


class Shares(NamedTuple):
    """Shares by stage: the name of the line, and for each stage its share with the bounds of its interval, if any."""

    name: str
    points: Mapping[str, tuple[float, float, float]]


class Training(NamedTuple):
    """The worst cases of an agent while it was trained: the value of the game, the seconds of training after which it
    was measured, and what a best responder left to X then, if the agent was X and if it was O."""

    value: float
    seconds: Sequence[float]
    as_x: Sequence[float]
    as_o: Sequence[float]


def shares(lines: Sequence[Shares], title: str, suffix: str, training: Training | None = None) -> bytes:
    """Shares from 0 to 1 by stage, in the order of the first line, above the worst cases of a training if there is one,
    as the content of a file."""
    with sheet((6.4, 6.6 if training else 3.8)) as figure:
        axes = figure.add_subplot(2 if training else 1, 1, 1)
        stages = [*lines[0].points]
        axes.set(ylim=(0, 1), xlim=(-0.3, len(stages) - 0.7), ylabel="share of optimal actions")
        axes.set_xticks(range(len(stages)), stages, rotation=45, ha="right", rotation_mode="anchor")
        axes.set_title(title)
        axes.grid(True)
        for at, line in enumerate(lines):
            places = [stages.index(stage) for stage in line.points]
            middle = [share for share, _, _ in line.points.values()]
            down = [share - low for share, low, _ in line.points.values()]
            up = [high - share for share, _, high in line.points.values()]
            style: Any = {**line_style(at), "clip_on": False, "capsize": 2}
            axes.errorbar(places, middle, (down, up), **style)
        if len(lines) > 1:
            ends = [
                (line.name, [*line.points.values()][-1][0], line_style(at)["color"]) for at, line in enumerate(lines)
            ]
            label_ends(axes, ends, max(len(line.points) for line in lines) - 1)
        each = [
            f"{line.name}: {listed([f'{100 * share:.0f}%' for share, _, _ in line.points.values()])}" for line in lines
        ]
        words = f"Shares at {listed(stages)}. {'; '.join(each)}."
        if training:
            words += _draw_training(figure.add_subplot(2, 1, 2), training)
        return picture_bytes(figure, suffix, title, words)


def _draw_training(axes: "Axes", training: Training) -> str:
    """Draw the worst cases of a training, and describe them."""
    value, seconds, *worst = training
    places = [log10(each) for each in seconds]
    axes.set(xlim=(floor(places[0]), places[-1] + 0.05), ylim=(min(map(min, worst)) - 2, max(map(max, worst)) + 2))
    axes.set(xlabel="seconds of training", ylabel="what X gets in the worst case")
    powers = range(floor(places[0]), floor(places[-1]) + 1)
    axes.set_xticks(powers, [f"{10**power:,}" for power in powers])
    axes.axhline(value, color=INK, linewidth=0.6)
    axes.grid(True)
    ends = [("value of the game", value, INK)]
    for at, (player, line) in enumerate(zip("XO", worst, strict=True)):
        style: Any = line_style(at)
        axes.plot(places, line, **style)
        ends.append((f"as {player}", line[-1], style["color"]))
    label_ends(axes, ends, places[-1])
    first, last = ([f"{line[at]:g} as {player}" for player, line in zip("XO", worst, strict=True)] for at in (0, -1))
    return f" Worst case after {seconds[0]:g} s: {listed(first)}; after {seconds[-1]:g} s: {listed(last)}."


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
