"""The page of the experiments: tables, plots and what follows, all from the data."""

from collections.abc import Iterator
from math import sqrt

from qttt.app.arena.contest import games_in_words
from qttt.app.studies.experiments import plan
from qttt.app.studies.experiments.data import LEVELS, Data, Result, Sample, Search
from qttt.app.studies.experiments.numbers import GAMES, Z
from qttt.app.studies.experiments.plots import ENDS, FIGURES, FILE, LEVEL_NAMES, TITLE, Figure
from qttt.app.tables import markdown
from qttt.learn.measures.intervals import interval

PRINTED = {
    "minimal": (46, 338, 1904, 9749, 42001),
    "moderate": (46, 338, 4488, 53516, 333475),
    "high": (46, 249, 3072, 61749, 209061),
}
"""The nodes of the source's Tables 1 to 3, at depths 2 to 6."""


def page(data: Data) -> str:
    """The page in Markdown."""
    parts = [
        head(data),
        undecided(data),
        "## What the agents lose\n",
        LOSSES,
        *(losses(data, level) for level in LEVELS),
    ]
    parts += [
        "## Figures 13 to 24\n",
        f"![{TITLE}](experiments/{FILE})\n",
        FIGURES_NOTE,
        *(shown(figure, data) for figure in FIGURES),
    ]
    parts += ["## Tables 1 to 3: nodes of the first search\n", NODES, *nodes(data)]
    return "\n".join(parts)


def head(data: Data) -> str:
    """What was done, and how."""
    options = " ".join(f"--games {games}" for games in data.games)
    played = games_in_words(data.games)
    values = markdown(
        ["level", "in the source", "value with X first"],
        ((level, LEVEL_NAMES[level], data.values[level]) for level in LEVELS),
    )
    return f"""\
# The thesis's experiments

Wong (2023) lets a random agent, flat Monte Carlo and expecti-minimax play TiqTaqToe against each other, 100 games per
pair. This page repeats the matches with {played}, and exactly. This command makes the page, the
plots and the data:

```sh
uv run --extra figures qttt experiments tiqtaqtoe {options} --seed {data.seed} --out docs
```

The rules are those of [`tiqtaqtoe-1.0`](../spec/rules/tiqtaqtoe.md) with the first value of every switch. Monte Carlo
plays a fixed number of random games, its playouts, after each move, and makes the move with the most wins; a draw is
not a win. Its opponent expecti-minimax searches a fixed number of levels of nodes, including the root and measurements,
and uses the source's heuristic. Both make the first of equally good moves, with classical moves first.

Monte Carlo's playouts are not played one by one. The number of wins among n playouts is drawn from the binomial
distribution with the exact chance of random play, which gives the same distribution. *Exact* rows do not come from a
sample: they propagate the probability of every position from the start to the ends of the game, in double precision.

A *loss* is measured against the tablebase: it is the value of the game to the mover before the agent's move minus the
value after the move. So X's expected result is always the value of the game, minus what X loses, plus what O loses.

{values}
Which of the source's conclusions hold is on the page [Wong (2023), judged](sources/wong-2023.md)."""


def undecided(data: Data) -> str:
    """In how many matches of the figures a sample of the source's size does not show who is ahead."""
    results = [data.matches[str(match)] for figure in FIGURES for match in figure.matches.values()]
    spreads = [sqrt((result.chances[0] + result.chances[1] - result.worth**2) / GAMES) for result in results]
    few = sum(abs(result.worth) < Z * spread for result, spread in zip(results, spreads, strict=True))
    return (
        f"In {few} of the {len(results)} matches of the figures, X's expected result is nearer to zero than {Z}\n"
        f"standard deviations of the mean of {GAMES} games, so a sample of this size does not show who is ahead.\n"
    )


def percent(share: float, digits: int = 1) -> str:
    """A share in percent."""
    return f"{100 * share:.{digits}f}%"


def shown(figure: Figure, data: Data) -> str:
    """The table of a figure."""
    columns = [figure.varied, "games", *ENDS, "X loses", "O loses"]
    results = {number: data.matches[str(match)] for number, match in figure.matches.items()}
    rows = [[number, *row] for number, result in results.items() for row in lines(result, data.games)]
    return f"### {figure.caption}\n\n{markdown(columns, rows)}"


def lines(result: Result, games: list[int]) -> Iterator[list[str]]:
    """The lines of a match in a table: of each sample, and the exact one."""
    for number in games:
        yield [f"{number:,}", *sampled(result.samples[str(number)], number)]
    yield ["exact", *(percent(chance, 2) for chance in result.chances), *(f"{loss:.4f}" for loss in result.losses)]


def sampled(sample: Sample, games: int) -> Iterator[str]:
    """The cells of a sample: shares and losses with their intervals."""
    for count in sample.ends:
        share, low, high = interval(count, games)
        yield f"{percent(share)} ({100 * low:.1f}–{100 * high:.1f})"
    for lost, error in zip(sample.lost, sample.errors, strict=True):
        yield f"{lost:.3f} ± {Z * error:.3f}"


def losses(data: Data, level: str) -> str:
    """The exact losses of the agents per game at a level."""
    deepest = plan.expecti_minimax(plan.FULL_DEPTH)
    rows = []
    for agent in (plan.RANDOM, *plan.SEARCHERS, deepest):
        as_x, as_o = data.result(level, agent, plan.PERFECT), data.result(level, plan.PERFECT, agent)
        against_random = data.result(level, agent, plan.RANDOM)
        cells = (as_x.plies[0], as_x.losses[0], as_o.losses[1], against_random.losses[0])
        rows.append([f"`{agent}`", *(f"{loss:.4f}" for loss in cells), percent(against_random.chances[0], 2)])
    rows.append(["`perfect`", *["0"] * 4, percent(data.result(level, plan.PERFECT, plan.RANDOM).chances[0], 2)])
    columns = ["agent", "by the first move", "as X against perfect", "as O against perfect", "as X against random"]
    columns.append("wins as X against random")
    return f"### {level}, value {data.values[level]}\n\n{markdown(columns, rows)}"


def nodes(data: Data) -> Iterator[str]:
    """Tables 1 to 3."""
    for table, level in enumerate(LEVELS, start=1):
        rows = []
        for depth, printed in zip(plan.NODE_DEPTHS, PRINTED[level], strict=True):
            plain = f"{data.nodes[str(Search(level, depth, False))]:,}" if depth in plan.UNPRUNED_DEPTHS else ""
            here = [f"{data.nodes[str(Search(level, depth, True, exact))]:,}" for exact in (False, True)]
            rows.append([depth, f"{printed:,}", *here, plain])
        yield f"### Table {table}: {level}\n"
        yield markdown(["depth", "nodes printed", "nodes here", "with exact ends", "without pruning"], rows)


LOSSES = """\
The exact expected loss per game, in values of the game (a win is worth 1, a lost game −1). Perfect play loses nothing,
so an agent's loss against perfect play is all that the agent gives away. Against the random agent, an agent reaches
positions in which there is more to lose, and is given much back. The first move is X's, in the same position for all
agents, so its loss shows exactly which agent plays the start better. `perfect` makes the first best move of the
tablebase.
"""

FIGURES_NOTE = """\
The source prints these figures as bar charts without numbers. In the plot, bars are exact chances, and points the
shares in the smallest sample with 95% intervals (Wilson); *e.-minimax* is expecti-minimax, the first name is X. In the
tables, a share has its interval, and a loss has its mean ± 1.96 standard errors.
"""

NODES = """\
The nodes that expecti-minimax with alpha-beta enters for its first move on the empty board, counted by the reference,
beside the numbers that the source prints. Depth 2 is the root and its 45 children under any convention. All other
counts depend on the order of the moves, on when a tie is cut off, and on the window below a measurement, which the
source does not state. Here moves are in the documented order, a cut is made once alpha ≥ beta, and the window below
chance is full. *With exact ends*, ended games have their exact values; no game ends above depth 6. Nothing has been
adjusted to come closer to the printed numbers.
"""
