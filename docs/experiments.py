"""The matches, node counts and Figures 13 to 24 of Wong (2023), again: `python docs/experiments.py` makes
docs/experiments/data.json, and the picture and the table beside it, in some minutes. Equal seeds give equal files.

The page experiments.md and tests/sources/wong-2023.md compute their numbers from this data.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import product
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, SupportsFloat

import numpy as np

from qttt.app.files import columns_of, table_bytes
from qttt.app.plots import BOTH, INK, NEITHER, PAPER, QUIET, O, X, picture_bytes, sheet
from qttt.fast.tiqtaqtoe.solve import MOST_PROMISED
from qttt.learn.measures import policies
from qttt.learn.measures.games import by_policy, games_on
from qttt.learn.measures.measuring import Meeting, Policy
from qttt.learn.measures.policies import policy_of
from qttt.learn.measures.statistics import interval
from qttt.learn.measures.tree import Tree, tree_of
from qttt.oracle import solve
from qttt.reference.agents import ExpectiMinimax
from qttt.reference.picture import listed
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.reference.tiqtaqtoe.ending import promise, with_exact_ends

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FOLDER = Path(__file__).parent / "experiments"
SEED, SAMPLES = 2023, (100, 10_000)
LEVELS = ("minimal", "moderate", "high")
PLAYOUTS, DEPTHS, FULL_DEPTH = (100, 200, 300), (2, 3, 4), 14
MONTE_CARLO = tuple(f"monte-carlo:{playouts}" for playouts in PLAYOUTS)
READINGS = ("expecti-minimax", "expecti-minimax-any", "expecti-minimax-exact", "expecti-minimax-exact-any")
"""Expecti-minimax in every reading: -any makes any of equally good moves, -exact gives ended games exact values."""
ENDS = ("win of X", "win of O", "lines of both", "no line")
"""In the order of `qttt.fast.tiqtaqtoe.setting.END_KINDS`."""
PRINTED = {
    "minimal": [46, 338, 1904, 9749, 42001],
    "moderate": [46, 338, 4488, 53516, 333475],
    "high": [46, 249, 3072, 61749, 209061],
}
"""The nodes at depths 2 to 6 in Tables 1 to 3."""
SEARCHERS = [f"expecti-minimax:{depth}" for depth in DEPTHS]
ROWS = (
    ("Monte Carlo – random", "playouts", [(each, "random") for each in MONTE_CARLO]),
    ("expecti-minimax – random", "depth", [(each, "random") for each in SEARCHERS]),
    ("expecti-minimax – Monte Carlo", "depth", [(each, MONTE_CARLO[0]) for each in SEARCHERS]),
    ("Monte Carlo – expecti-minimax", "depth", [(MONTE_CARLO[0], each) for each in SEARCHERS]),
)
"""The figures of a row have a level each: their title, what varies, and who plays X and O."""


def matches() -> Iterator[str]:
    """A level, and who plays X and O, in one text: the matches of the figures and, beyond them, those with more
    playouts, with other readings, with a search to the end, and with perfect play."""
    searchers = [f"{reading}:{depth}" for reading in READINGS for depth in (*DEPTHS, FULL_DEPTH)]
    for level in LEVELS:
        for agent in ("random", *MONTE_CARLO, *searchers):
            yield from (f"{level} {pair}" for pair in (f"{agent} random", f"{agent} perfect", f"perfect {agent}"))
        for agent, opponent in product(searchers, MONTE_CARLO):
            yield from (f"{level} {agent} {opponent}", f"{level} {opponent} {agent}")
        yield f"{level} perfect perfect"


def searches() -> Iterator[str]:
    """A level, a depth, and how the first move is searched, in one text; the longest first."""
    for depth, level in product((6, 5, 4, 3, 2), LEVELS):
        kinds = "alpha-beta", "alpha-beta exact", *(["plain"] if depth in DEPTHS else [])
        yield from (f"{level} {depth} {kind}" for kind in kinds)


@cache
def positions(level: str) -> Tree:
    """All positions of a level up to symmetry, solved."""
    return tree_of(solve(TiqTaqToe(level), progress=False), 9)


@lru_cache(maxsize=8)
def policy(level: str, name: str) -> Policy:
    """What an agent does in every position, by its name; the Monte Carlo agent by `met`."""
    tree, (kind, _, number) = positions(level), name.partition(":")
    if kind not in READINGS:
        return policy_of(name, tree)
    ends = np.where(tree.ended, MOST_PROMISED * tree.value, tree.estimates) if "-exact" in kind else None
    return policies.expecti_minimax(tree, int(number), ends, any_best="-any" in kind)


def met(level: str, names: Sequence[str]) -> Meeting:
    """X's and O's agents; one that plays Monte Carlo is known where it can get."""
    tree, anything = positions(level), np.zeros((1, len(positions(level).action)))
    known: list[Policy] = [anything if name in MONTE_CARLO else policy(level, name) for name in names]
    for player, name in enumerate(names):
        if name in MONTE_CARLO:
            where = Meeting(tree, known[0], known[1], (player,)).reached
            where = np.broadcast_to(where, (len(tree.keys), tree.images))
            known[player] = policies.monte_carlo(tree, int(name.partition(":")[2]), where)
    return Meeting(tree, known[0], known[1])


def match(name: str) -> dict[str, Any]:
    """A match: the chances of the four ends, the expected loss at each ply, and for each sample how many games
    ended in which way, the mean loss of X and O, and its standard error. No two samples share games."""
    level, *names = name.split()
    tree, meeting, samples = positions(level), met(level, names), {}
    kinds = tree.oracle.tablebase.answers.kinds(tree.keys)
    for games in SAMPLES:
        seed = Random(f"{SEED} {name} {games}").getrandbits(64)
        x, o = (partial(by_policy, tree, each, seed) for each in (meeting.of_x, meeting.of_o))
        ends, lost = games_on(tree, x, o, np.arange(games), seed)
        counts, errors = np.bincount(kinds[ends], minlength=len(ENDS)).tolist(), lost.std(axis=1, ddof=1) / sqrt(games)
        samples[str(games)] = {"ends": counts, "lost": round_all(lost.mean(axis=1)), "errors": round_all(errors)}
    chances = np.bincount(kinds, meeting.mass.sum(1))[: len(ENDS)]
    return {"samples": samples, "chances": round_all(chances), "plies": round_all(meeting.losses()[:9])}


def round_all(numbers: Iterable[SupportsFloat]) -> list[float]:
    """Numbers to nine decimal places."""
    return [round(float(number), 9) + 0.0 for number in numbers]


def nodes(name: str) -> int:
    """The nodes that the reference enters in a search for the first move."""
    level, depth, pruning, *exact = name.split()
    game = TiqTaqToe(level)
    asked = "actor", "actions", "play", "chance"
    remembering: Any = SimpleNamespace(**{each: cache(getattr(game, each)) for each in asked})
    evaluation = cache(with_exact_ends(game) if exact else promise)
    return ExpectiMinimax(remembering, int(depth), evaluation, pruning == "alpha-beta").search(game.initial()).nodes


def data() -> dict[str, Any]:
    """All results, found side by side on the cores."""
    with get_context("spawn").Pool() as pool:
        counts = dict(zip(searches(), pool.map(nodes, searches(), chunksize=1), strict=True))
        results = dict(zip(matches(), pool.map(match, matches()), strict=True))
    values = {level: str(positions(level).oracle.value("")) for level in LEVELS}
    random = {level: random_play(level) for level in ("classic", *LEVELS)}
    known = {"seed": SEED, "games": [*SAMPLES], "printed": PRINTED}
    return {**known, "values": values, "random": random, "matches": results, "nodes": counts}


def random_play(level: str) -> dict[str, dict[str, float]]:
    """Of all positions up to symmetry in which a player decides, and of the decisions of two random players: how many
    there are, what share of a random player's moves is best there, and what such a move loses on average."""
    tree, known = positions(level), policy(level, "random")
    found = {}
    for name, weights in (("positions", np.ones(len(tree.keys))), ("games", Meeting(tree, known, known).mass.sum(1))):
        number = weights[tree.decided].sum()
        made = (weights * tree.decided)[tree.parent] * known[0]
        numbers = number, made @ (tree.loss == 0) / number, made @ tree.loss / number
        found[name] = dict(zip(("number", "best", "lost"), round_all(numbers), strict=True))
    return found


def written(values: dict[str, object]) -> str:
    """The data as JSON, sorted, one entry per line."""

    def entry(value: object) -> str:
        if not isinstance(value, dict):
            return json.dumps(value)
        return "{\n" + ",\n".join(f"  {json.dumps(key)}: {json.dumps(value[key])}" for key in sorted(value)) + "\n}"

    return "{\n" + ",\n".join(f'"{name}": {entry(value)}' for name, value in values.items()) + "\n}\n"


def table(values: dict[str, Any]) -> bytes:
    """Figures 13 to 24 as CSV, one row per match: the chances of all games, and what X and O lose."""
    rows = []
    for at, ((_, _, pairs), level) in enumerate(product(ROWS, LEVELS)):
        for pair in pairs:
            found = values["matches"][" ".join((level, *pair))]
            numbers = *found["chances"], sum(found["plies"][::2]), sum(found["plies"][1::2])
            rows.append((13 + at, level, *pair, *(f"{number:.6f}" for number in numbers)))
    head = ("figure", "level", "X", "O", *ENDS, "loss of X", "loss of O")
    return table_bytes(columns_of(head, rows), ".csv")


def losses(values: dict[str, Any]) -> bytes:
    """What each agent loses as CSV: by its first move, in whole games against perfect play, and against random play."""
    rows, agents = [], ("random", *MONTE_CARLO, *SEARCHERS, f"expecti-minimax:{FULL_DEPTH}", "perfect")
    for level, agent in product(LEVELS, agents):
        pairs = f"{agent} perfect", f"perfect {agent}", f"{agent} random"
        of_x, of_o, match = (values["matches"][f"{level} {pair}"] for pair in pairs)
        lost = of_x["plies"][::2], of_o["plies"][1::2], match["plies"][::2]
        rows.append((level, agent, *(f"{each:.4f}" for each in (lost[0][0], *map(sum, lost), match["chances"][0]))))
    head = ("level", "agent", "loss of the first move", "as X", "as O", "against random", "wins against random")
    return table_bytes(columns_of(head, rows), ".csv")


def searched(values: dict[str, Any]) -> bytes:
    """Tables 1 to 3 as CSV: the nodes of the first search as printed, and as counted here."""
    kinds, rows = ("alpha-beta", "alpha-beta exact", "plain"), []
    for level in LEVELS:
        for depth, printed in enumerate(values["printed"][level], 2):
            found = (values["nodes"].get(f"{level} {depth} {kind}", "") for kind in kinds)
            rows.append((level, depth, printed, *found))
    head = ("level", "depth", "printed", "alpha-beta", "alpha-beta with exact ends", "without pruning")
    return table_bytes(columns_of(head, rows), ".csv")


def picture(values: dict[str, Any]) -> bytes:
    """Figures 13 to 24 as one SVG, a row for each pair of agents, a column for each level: for each number four bars,
    which are the chances of all games, and on each the share in the smaller sample with its 95% interval."""
    title, words = "Figures 13 to 24: how the games of two agents end", []
    with sheet((7.8, 9.2)) as drawing:
        axes = drawing.subplots(len(ROWS), len(LEVELS), sharey=True)
        for at, ((who, varied, pairs), level) in enumerate(product(ROWS, LEVELS)):
            results = [values["matches"][" ".join((level, *pair))] for pair in pairs]
            numbers = [str(number) for number in (PLAYOUTS if varied == "playouts" else DEPTHS)]
            quantumness = f"{'low' if level == 'minimal' else level} quantumness"
            draw(axes.flat[at], results)
            axes.flat[at].set_xticks(range(len(results)), numbers)
            axes.flat[at].set_xlabel(varied)
            axes.flat[at].set_title(f"{13 + at}: {quantumness}\n{who}", fontsize=7.5)
            wins = listed([f"{100 * result['chances'][0]:.0f}%" for result in results])
            words.append(f"Figure {13 + at}, {who}, {quantumness}: X wins {wins} at {listed(numbers)} {varied}.")
        for row in axes:
            row[0].set_ylabel("share of games")
        bars = axes.flat[0].containers[:: len(axes.flat[0].containers) // len(ENDS)]
        drawing.legend(bars, ENDS, loc="outside upper center", ncols=len(ENDS), frameon=False)
        described = f"Bars are the chances of all games; points are shares in {SAMPLES[0]} games, with 95% intervals."
        return picture_bytes(drawing, ".svg", title, f"{described} {' '.join(words)}")


def draw(axes: "Axes", results: Sequence[dict[str, Any]]) -> None:
    """The bars and points of one figure."""
    width = 0.2
    for end, colour in enumerate((X, O, BOTH, NEITHER)):
        places = [group + (end - 1.5) * width for group in range(len(results))]
        chances = [result["chances"][end] for result in results]
        axes.bar(places, chances, 0.9 * width, color=colour, edgecolor=QUIET, linewidth=0.4)
        shares = [interval(result["samples"][str(SAMPLES[0])]["ends"][end], SAMPLES[0]) for result in results]
        error = [each.share - each.low for each in shares], [each.high - each.share for each in shares]
        style: Any = {"color": INK, "markerfacecolor": PAPER, "markersize": 2.6, "markeredgewidth": 0.7}
        axes.errorbar(places, [each.share for each in shares], error, fmt="o", elinewidth=0.7, **style)
    axes.tick_params(axis="x", length=0)
    axes.set_ylim(0, 1)
    axes.grid(True, axis="y")


if __name__ == "__main__":
    values = data()
    (FOLDER / "data.json").write_text(written(values), encoding="utf-8")
    (FOLDER / "figures-13-24.svg").write_bytes(picture(values))
    for name, content in (("figures-13-24", table), ("losses", losses), ("nodes", searched)):
        (FOLDER / f"{name}.csv").write_bytes(content(values))
