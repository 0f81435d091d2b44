"""The bar charts of Wong (2023), Figures 13 to 24, with intervals, and with exact chances beside them."""

from typing import NamedTuple

from qttt.app.arena.contest import AgentName, games_in_words
from qttt.app.studies.experiments.data import LEVELS, Data, Match
from qttt.app.studies.experiments.plan import DEPTHS, PLAYOUTS, RANDOM, expecti_minimax, monte_carlo
from qttt.app.studies.plots import picture_bytes, settled
from qttt.learn.measures.intervals import interval

LEVEL_NAMES = {"minimal": "low", "moderate": "moderate", "high": "high"}
ENDS = ("win of X", "win of O", "lines of both", "no line")
COLOURS = ("C0", "C1", "C2", "C7")
WIDTH = 0.1


class Figure(NamedTuple):
    """A figure of the source: its number, its subject, and its matches by the number that is varied."""

    number: int
    about: str
    varied: str
    matches: dict[int, Match]

    @property
    def name(self) -> str:
        """The file, without its ending."""
        return f"figure-{self.number}"

    @property
    def caption(self) -> str:
        """The caption, as in the source."""
        return f"Figure {self.number}: {self.about}"


def _figures() -> tuple[Figure, ...]:
    def named(agent: AgentName, varied: str) -> str:
        numbers = "" if agent.number is None or agent.kind == varied else f" with {agent.number} playouts"
        return {"monte-carlo": "Monte Carlo"}.get(agent.kind, agent.kind) + numbers

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
            found.append(Figure(13 + len(found), about, NUMBERS[varied], by_number))
    return tuple(found)


NUMBERS = {"monte-carlo": "playouts", "expecti-minimax": "depth"}
FIGURES = _figures()


def svg(figure: Figure, data: Data) -> bytes:
    """A figure as SVG: for each number four pairs of bars, the fewer games in front in a light colour; whiskers are
    95% intervals, black lines exact chances."""
    from matplotlib.figure import Figure as Drawing

    with settled(**{"svg.fonttype": "none"}):
        drawing = Drawing(figsize=(6.4, 3.2), layout="constrained")
        axes = drawing.add_subplot()
        samples = [str(games) for games in data.games]
        for group, match in enumerate(figure.matches.values()):
            result = data.matches[str(match)]
            for end, colour in enumerate(COLOURS):
                left = group + (end - 2) * WIDTH * len(samples)
                for place, games in enumerate(samples):
                    share, low, high = interval(result.samples[games].ends[end], int(games))
                    label = f"{ENDS[end]}, {games_in_words([int(games)])}" if group == 0 else None
                    strength = 0.4 + 0.6 * (place + 1) / len(samples) if len(samples) > 1 else 1.0
                    axes.bar(
                        left + place * WIDTH, share, WIDTH, align="edge", color=colour, alpha=strength, label=label,
                        yerr=[[share - low], [high - share]], error_kw={"elinewidth": 0.6, "capsize": 1.5},
                    )  # fmt: skip
                axes.hlines(result.chances[end], left, left + WIDTH * len(samples), color="black", linewidth=0.9)
        axes.set_xticks(range(len(figure.matches)), [f"{figure.varied} {number}" for number in figure.matches])
        axes.set(ylim=(0, 1), ylabel="share of games")
        axes.grid(True, axis="y")
        axes.set_axisbelow(True)
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.1), ncols=len(ENDS), fontsize=6.5, frameon=False)
        return picture_bytes(drawing, ".svg")
