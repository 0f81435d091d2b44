"""Plots: fonts, colours for light and dark pages, labels at the ends of lines, words for readers who cannot see; a
histogram, and shares by stage.

Matplotlib, of the extra `figures`, draws with the light colours. In an SVG a style sheet exchanges them for the dark
ones where the page is dark. The colours differ in lightness, too, and so in print and to colour-blind readers; lines
have different markers and dashes, and their names at their ends. The same values always give the same file.
"""

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from qttt.app.files import check_file, suffix_of
from qttt.app.installed import need
from qttt.reference.picture import listed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SUFFIXES = (".svg", ".png")
FONT = "DejaVu Sans"
"""The font with which matplotlib measures texts; it is wider than those that a page may take."""
FONTS = "'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
INK, QUIET, GRID, PAPER = "#1f2328", "#59636e", "#d1d9e0", "#ffffff"
X, O, BOTH, NEITHER = "#1f62a8", "#d55e00", "#5fb0dc", "#c3c8ce"
"""The players as on the boards, and endings without a winner, from dark to light."""
SERIES = ("#1f62a8", "#d55e00", "#2d9c7c", "#8e2f7d", "#6f8fd8", "#8a6a00", "#454a50", "#c05c78")
MARKERS, DASHES = "osD^vP*X", ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (6, 2, 1, 2)))
DARK = {
    **{INK: "#e6edf3", QUIET: "#9aa4af", GRID: "#363d45", PAPER: "#0d1117"},
    **{X: "#6cb0f5", O: "#ff9a57", BOTH: "#3f7fb0", NEITHER: "#6b737c"},
    **{"#2d9c7c": "#4cc9a4", "#8e2f7d": "#e08ad0", "#6f8fd8": "#93aef0", "#8a6a00": "#d9b64a"},
    **{"#454a50": "#c2c9d1", "#c05c78": "#f0a5b5"},
}
"""The dark colour for each light one."""
FIXED: Any = {
    "svg.hashsalt": "qttt",
    "svg.fonttype": "none",
    "font.family": FONT,
    "font.size": 9.0,
    "axes.prop_cycle": f"cycler(color={[*SERIES]})",
    "axes.titlesize": 9.0,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.linewidth": 0.6,
    "axes.edgecolor": QUIET,
    "axes.labelcolor": INK,
    "axes.facecolor": PAPER,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "figure.facecolor": PAPER,
    "text.color": INK,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "grid.linewidth": 0.5,
    "grid.color": GRID,
    "lines.linewidth": 1.3,
    "lines.markersize": 3.6,
}
NO_DATES: dict[str, dict[str, str | None]] = {".svg": {"Date": None, "Creator": None}, ".png": {"Software": None}}
GAP = 0.045
"""The least distance of two labels, for the height of the plot."""


@contextmanager
def own_settings(**changes: Any) -> Iterator[None]:
    """Within it matplotlib draws with this module's settings and these changes, whatever the user's own settings."""
    import matplotlib as mpl

    with mpl.rc_context(rc={}):
        mpl.rcdefaults()
        mpl.rcParams.update(FIXED | changes)
        yield


@contextmanager
def sheet(size: tuple[float, float]) -> "Iterator[Figure]":
    """An empty figure in this style; `size` is in inches."""
    from matplotlib.figure import Figure

    with own_settings():
        yield Figure(figsize=size, layout="constrained")


def line_style(at: int) -> Any:
    """The colour, marker and dashes of the line number `at`, from 0."""
    return {
        "color": SERIES[at % len(SERIES)],
        "marker": MARKERS[at % len(MARKERS)],
        "linestyle": DASHES[at % len(DASHES)],
    }


def label_ends(axes: "Axes", ends: Sequence[tuple[str, float, str]], x: float) -> None:
    """Names of lines right of their ends, given by name, height and colour: in order of height, and not over each
    other."""
    low, high = axes.get_ylim()
    for (name, y, colour), at in zip(
        ends, spread([end[1] for end in ends], GAP * (high - low), low, high), strict=True
    ):
        axes.annotate(
            name, (x, y), (x + 0.035 * (axes.get_xlim()[1] - axes.get_xlim()[0]), at), color=colour, va="center",
            fontsize=8, annotation_clip=False, arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 0.6},
        )  # fmt: skip


def spread(heights: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Heights moved apart until any two are at least `gap` apart, in the same order, from `low` up; they stay below
    `high` if there is room.

    >>> spread([1.0, 1.0, 5.0], 2.0, 0.0, 10.0)
    [0.0, 2.0, 5.0]
    """
    order = sorted(range(len(heights)), key=lambda at: heights[at])
    spaced = [heights[at] for at in order]
    for _ in range(200):
        for at in range(1, len(spaced)):
            if (missing := gap - (spaced[at] - spaced[at - 1])) > 1e-9:
                spaced[at - 1] -= missing / 2
                spaced[at] += missing / 2
        if spaced and spaced[0] < low:
            spaced[0] = low
        if spaced and spaced[-1] > high:
            spaced[-1] = high
    for at in range(1, len(spaced)):
        spaced[at] = max(spaced[at], spaced[at - 1] + gap)
    return [round(spaced[order.index(at)], 6) for at in range(len(heights))]


def picture_bytes(figure: "Figure", suffix: str, title: str = "", words: str = "") -> bytes:
    """A figure as the content of a file with this suffix; an SVG with a title is `dressed`."""
    sink = io.BytesIO()
    figure.savefig(sink, format=suffix[1:], dpi=160, metadata=NO_DATES[suffix])
    if suffix != ".svg" or not title:
        return sink.getvalue()
    return dress(sink.getvalue().decode(), title, words).encode()


def dress(svg: str, title: str, words: str) -> str:
    """An SVG of matplotlib with a title, a description, fonts of the page, and dark colours for a dark page."""
    rules = "".join(
        f'[style*="{what}: {light}"] {{ {what}: {dark} !important }}\n'
        for light, dark in DARK.items()
        for what in ("fill", "stroke")
    )
    inside = f"<title>{escape(title)}</title>\n<desc>{escape(words)}</desc>\n"
    style = f"<style>\n@media (prefers-color-scheme: dark) {{\n{rules}}}\n</style>\n"
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL).replace(f"'{FONT}'", FONTS)
    return re.sub(r"(<svg [^>]*?)>", lambda tag: f'{tag[1]} role="img">\n{inside}{style}', svg, count=1)


def check_plot(path: Path | None) -> None:
    """Raise BadInput unless a plot can be written to a file, in the format that its name says, if one is named."""
    if path:
        suffix_of(path, *SUFFIXES)
        need("a plot", "figures", "matplotlib")
        check_file(path)


def bars(counts: Sequence[int], mean: float, title: str, suffix: str) -> bytes:
    """A histogram of values from 0 to 1, in as many bins of equal width as there are counts, and their mean."""
    with sheet((6.4, 3.6)) as figure:
        axes = figure.add_subplot()
        width = 1 / len(counts)
        axes.bar([at * width for at in range(len(counts))], counts, width, align="edge", color=X, linewidth=0)
        filled = [at for at, count in enumerate(counts) if count]
        low, high = filled[0] * width, (filled[-1] + 1) * width
        axes.set(xlim=(low, high), xlabel="value for the first player", ylabel="boards", title=title)
        axes.grid(True, axis="y")
        axes.yaxis.set_major_formatter(lambda number, _: f"{number:,.0f}")
        axes.axvline(mean, color=O)
        axes.annotate(f"mean {mean:.4f}", (mean, axes.get_ylim()[1]), (6, -12), textcoords="offset points", color=O)
        words = f"{sum(counts):,} boards by value, from {low:.3g} to {high:.3g}, with the mean {mean:.4f}."
        return picture_bytes(figure, suffix, title, words)


class Shares(NamedTuple):
    """Shares by stage: the name of the line, and for each stage its share with the bounds of its interval, if any."""

    name: str
    points: Mapping[str, tuple[float, float, float]]


def shares(lines: Sequence[Shares], title: str, suffix: str) -> bytes:
    """Shares from 0 to 1 by stage, in the order of the first line, as the content of a file."""
    with sheet((6.4, 3.8)) as figure:
        axes = figure.add_subplot()
        stages = [*lines[0].points]
        axes.set(ylim=(0, 1), xlim=(-0.3, len(stages) - 0.7), ylabel="share of optimal actions", title=title)
        axes.set_xticks(range(len(stages)), stages, rotation=45, ha="right", rotation_mode="anchor")
        axes.grid(True)
        ends, told = list[tuple[str, float, str]](), list[str]()
        for at, line in enumerate(lines):
            places = [stages.index(stage) for stage in line.points]
            middle = [share for share, _, _ in line.points.values()]
            down = [share - low for share, low, _ in line.points.values()]
            up = [high - share for share, _, high in line.points.values()]
            style: Any = {**line_style(at), "clip_on": False, "capsize": 2}
            axes.errorbar(places, middle, (down, up), **style)
            ends.append((line.name, middle[-1], style["color"]))
            told.append(f"{line.name}: {listed([f'{100 * share:.0f}%' for share in middle])}")
        if len(lines) > 1:
            label_ends(axes, ends, max(len(line.points) for line in lines) - 1)
        words = f"Shares at {listed(stages)}. {'; '.join(told)}."
        return picture_bytes(figure, suffix, title, words)
