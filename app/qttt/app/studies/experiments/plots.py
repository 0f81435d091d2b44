"""The bar charts of Wong (2023), Figures 13 to 24, as one picture: exact chances, and shares with intervals."""

from typing import TYPE_CHECKING, NamedTuple

from qttt.app.arena.contest import AgentName, games_in_words
from qttt.app.plots import BOTH, INK, NEITHER, PAPER, QUIET, O, X, picture_bytes, sheet
from qttt.app.studies.experiments.data import LEVELS, Data, Match
from qttt.app.studies.experiments.plan import DEPTHS, PLAYOUTS, RANDOM, expecti_minimax, monte_carlo
from qttt.learn.measures.intervals import interval
from qttt.reference.picture import listed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEVEL_NAMES = {"minimal": "low", "moderate": "moderate", "high": "high"}
ENDS = ("win of X", "win of O", "lines of both", "no line")
AGENTS = {"monte-carlo": "Monte Carlo", "expecti-minimax": "expecti-minimax", "random": "random"}
COLOURS = (X, O, BOTH, NEITHER)
WIDTH = 0.2


class Figure(NamedTuple):
    """A figure of the source: its number, its subject, the same on two short lines, and its matches by the number that
    is varied."""

    number: int
    about: str
    short: str
    varied: str
    matches: dict[int, Match]

    @property
    def caption(self) -> str:
        """The caption, as in the source."""
        return f"Figure {self.number}: {self.about}"


def _figures() -> tuple[Figure, ...]:
    def named(agent: AgentName, varied: str) -> str:
        numbers = "" if agent.number is None or agent.kind == varied else f" with {agent.number} playouts"
        return AGENTS[agent.kind] + numbers

    kinds = [
        ("monte-carlo", [(monte_carlo(n), RANDOM) for n in PLAYOUTS]),
        ("expecti-minimax", [(expecti_minimax(n), RANDOM) for n in DEPTHS]),
        ("expecti-minimax", [(expecti_minimax(n), monte_carlo(PLAYOUTS[0])) for n in DEPTHS]),
        ("expecti-minimax", [(monte_carlo(PLAYOUTS[0]), expecti_minimax(n)) for n in DEPTHS]),
    ]
    found: list[Figure] = []
    for varied, pairs in kinds:
        for level in LEVELS:
            x, o = pairs[0]
            about = f"{named(x, varied)} (X) against {named(o, varied)} (O), {LEVEL_NAMES[level]} quantumness"
            by_number = {
                (pair[0] if pair[0].kind == varied else pair[1]).number or 0: Match(level, *pair) for pair in pairs
            }
            short = f"{LEVEL_NAMES[level]} quantumness\n{AGENTS[x.kind]} – {AGENTS[o.kind]}"
            found.append(Figure(13 + len(found), about, short, NUMBERS[varied], by_number))
    return tuple(found)


NUMBERS = {"monte-carlo": "playouts", "expecti-minimax": "depth"}
FIGURES = _figures()
FILE = "figures-13-24.svg"
TITLE = "Figures 13 to 24: how the games of two agents end"
ROWS = len(FIGURES) // len(LEVELS)
SIZE = (7.8, 9.2)
"""Inches."""


def svg(data: Data) -> bytes:
    """All figures as one SVG, a row for each pair of agents, a column for each level: for each number four bars, which
    are exact chances, and on each the share in the smallest sample with its 95% interval."""
    with sheet(SIZE) as drawing:
        axes = drawing.subplots(ROWS, len(LEVELS), sharey=True)
        for figure, each in zip(FIGURES, axes.flat, strict=True):
            _draw(each, figure, data)
        for row in axes:
            row[0].set_ylabel("share of games")
        bars = axes.flat[0].containers[:: len(axes.flat[0].containers) // len(ENDS)]
        drawing.legend(bars, ENDS, loc="outside upper center", ncols=len(ENDS), frameon=False)
        sample = games_in_words(data.games[:1])
        words = f"Bars are exact chances; points are shares in {sample}, with 95% intervals. {described(data)}"
        return picture_bytes(drawing, ".svg", TITLE, words)


def _draw(axes: "Axes", figure: Figure, data: Data) -> None:
    games = data.games[0]
    results = [data.matches[str(match)] for match in figure.matches.values()]
    for end, colour in enumerate(COLOURS):
        places = [group + (end - 1.5) * WIDTH for group in range(len(results))]
        axes.bar(
            places,
            [result.chances[end] for result in results],
            0.9 * WIDTH,
            color=colour,
            edgecolor=QUIET,
            linewidth=0.4,
        )
        found = [interval(result.samples[str(games)].ends[end], games) for result in results]
        down, up = ([share - low for share, low, _ in found], [high - share for share, _, high in found])
        axes.errorbar(
            places, [share for share, _, _ in found], (down, up), fmt="o", color=INK, markerfacecolor=PAPER,
            markersize=2.6, markeredgewidth=0.7, elinewidth=0.7,
        )  # fmt: skip
    axes.set_xticks(range(len(results)), [*map(str, figure.matches)])
    axes.tick_params(axis="x", length=0)
    axes.set(ylim=(0, 1), xlabel=figure.varied)
    axes.set_title(f"{figure.number}: {figure.short}", fontsize=7.5)
    axes.grid(True, axis="y")


def described(data: Data) -> str:
    """The figures in words: how often X wins."""
    parts = []
    for figure in FIGURES:
        wins = [f"{100 * data.matches[str(match)].chances[0]:.0f}%" for match in figure.matches.values()]
        numbers = listed([*map(str, figure.matches)])
        parts.append(f"{figure.caption}: X wins {listed(wins)} at {numbers} {figure.varied}.")
    return " ".join(parts)
