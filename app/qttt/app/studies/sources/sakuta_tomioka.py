"""Sakuta and Tomioka (2017), judged by exact values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from qttt.app.review import Review
from qttt.app.studies.sources import sakuta_tomioka_figures as figures
from qttt.app.studies.sources.judged import Judged, Source, judged_by, judged_if, oracle
from qttt.app.studies.sqt.searches import TABLE_6, Printed, rounded_nodes, searched
from qttt.app.studies.sqt.sweep import games, points, swept
from qttt.app.studies.verdicts import HOLDS, READING
from qttt.fast.backend import Cpu
from qttt.learn.measures.tree import tree_of
from qttt.oracle import entry_of
from qttt.oracle.oracle import Oracle
from qttt.oracle.progress import Count
from qttt.reference.goff import Goff
from qttt.reference.picture import listed
from qttt.reference.solver import Solver
from qttt.reference.sqt import Sqt
from qttt.reference.sqt.dice import Dice, Thrown, dice

FIGURE_2 = "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7 selB O6.2-8 X7.2-4 O8.2-4 selA"
LONGER = "X1.1-9 O2.1-5 X3.3-7 O4.2-6 X5.4-8 O6.2-7 X7.3-7 selB O8.4-8 selA X9.1-5 selA"
"""A principal variation of nine plies."""
COLLAPSE_PLIES = (2, 3, 4)
DATABASE = 1_846, 10_346
"""The collapses that take the source's program more than half a second: the least and the largest number over q."""
SHARES = (
    (Fraction(3, 4), "about 3% fewer", Fraction(-4, 100), Fraction(-2, 100)),
    (Fraction(1, 20), "0.5% more", Fraction(4, 1000), Fraction(6, 1000)),
)
"""How many more nodes the modified search enters, as the source says: q, in words, and the shares that these words
cover."""
OPEN_SQUARES = "X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB X5.8-9 O6.8-9 selA"
"""A late position from which the dice version is solved by the reference as well."""

Goffs = Oracle[Any, Any]
Nodes = Callable[[Printed], int]


def judge(seed: int, report: Count, results: Path | None = None) -> Iterator[Judged]:
    """See `judged.Judge`."""
    opponent, own = oracle("goff"), oracle("goff", collapse="self")
    yield narrow_win(opponent)
    yield variation(opponent)
    yield longest(opponent)
    yield self_selection(own)
    values = figures.Values.of(swept(games(points("1/20", None), None, None), Cpu(), lambda _: None))
    yield figures.four_games(opponent, own, values)
    yield figures.falling(values)
    yield figures.advantage(values)
    yield figures.at_zero(values)
    yield figures.double_win(values)
    yield figures.order(values)
    yield figures.negative(values)
    yield figures.even(values)
    yield figures.even_with_double_win(values)
    yield dice_version()
    yield from table_6(report)
    yield database(opponent)


def narrow_win(opponent: Goffs) -> Judged:
    """Ishizeki and Matsuura's result."""
    values = {str(move): value for move, value in opponent.values(opponent.game.initial()).items()}
    best = [move for move, value in values.items() if value == max(values.values())]
    return Judged(
        "narrow-win",
        "The original game is a narrow win of X, with the first move 1-9",
        "section 2.2",
        judged_by([max(values.values()) == 10, "1-9" in best]),
        f"The game is worth {max(values.values())}, a narrow win of X. The best first moves are {listed(best)}.",
    )


def losses(truth: Goffs, text: str) -> tuple[int, int, Any]:
    """How many actions of a game lose value; its plies; and its outcome, None while it goes on."""
    game: Any = truth.game
    read = game.read(text)
    review = Review.of(entry_of(game).perfect(game, truth.tablebase), read.positions, read.actions)
    end = read.positions[-1]
    return len(review.losses), end.ply, None if game.actor(end) else game.score(end).outcome


def variation(opponent: Goffs, text: str = FIGURE_2) -> Judged:
    """The game of Figure 2."""
    lost, _, outcome = losses(opponent, text)
    ends = f"it ends in a {outcome.how} win of {outcome.winner}" if outcome else "it goes on"
    return Judged(
        "variation",
        "Figure 2 shows a principal variation, which ends in the narrow win",
        "section 2.2 and Figure 2",
        judged_by([not lost, outcome is not None and outcome.how == "narrow"]),
        f"Actions of it that lose value: {lost or 'none'}; {ends}.",
    )


def longest(opponent: Goffs, text: str = LONGER) -> Judged:
    """Whether there are longer principal variations."""
    _, plies, _ = losses(opponent, FIGURE_2)
    lost, longer, outcome = losses(opponent, text)
    is_one = not lost and outcome is not None
    return Judged(
        "longest",
        "It is one of the longest principal variations",
        "section 2.2",
        judged_if(not (is_one and longer > plies)),
        f"It has {plies} plies. `{text}` is a principal variation of {longer} plies, the most there can be.",
    )


def self_selection(own: Goffs) -> Judged:
    """Rule 3a''."""
    value = own.value(own.game.initial())
    return Judged(
        "self-selection",
        "If the player who closed the cycle selects (Rule 3a″), X wins completely",
        "section 3",
        judged_if(value == 20),
        f"The game is worth {value}.",
    )


def dice_version() -> Judged:
    """The version for people, with dice."""
    possible = [Fraction(step, 20) for step in range(21) if dice(Fraction(step, 20))]
    start = Goff().position(OPEN_SQUARES)
    equal = []
    for q in possible:
        game = Sqt(q)
        equal.append(Solver(game).value(start) == Solver(Dice(game)).value(Thrown(start)))
    return Judged(
        "dice",
        "With one or two dice that decide who selects, people can play roughly this game",
        "section 5",
        judged_by(equal),
        "Not only roughly: with dice every position has the same value and the same best moves "
        "([proof](../../spec/rules/sqt.md#lemma-dice), claim `sqt-dice`), because whoever may select takes what the "
        f"System would take in their favour. Solved again here from one late position, at {len(equal)} values of q. "
        f"One or two dice make every q = k/36, of the source's 21 values {listed([*map(str, possible)])}. "
        "`qttt play sqt --q 3/4 --dice` plays so.",
    )


def counted(printed: Printed) -> int:
    """The nodes of a search of Table 6, in floating point as in the source."""
    return searched(printed)[1] if printed.q is None else rounded_nodes(printed.q, printed.modified)


def table_6(report: Count, nodes: Nodes = counted) -> Iterator[Judged]:
    """The node counts, and what follows from them."""
    found: dict[str, int] = {}
    for done, printed in enumerate(TABLE_6):
        report(done, len(TABLE_6))
        found[printed.name] = nodes(printed)
    report(len(TABLE_6), len(TABLE_6))
    for kind, name in (("naive", "table-6-naive"), ("modified", "table-6-modified")):
        rows = [printed for printed in TABLE_6 if printed.modified == (kind == "modified")]
        same = [found[printed.name] == printed.nodes for printed in rows]
        shown = [f"{printed.name}: {found[printed.name]:,}, printed {printed.nodes:,}" for printed in rows]
        which = "The searches of QT and the naive searches" if kind == "naive" else "The modified searches"
        why = (
            "A node is a position entered after the start, and moves are in ascending order."
            if all(same)
            else "Not reproduced: Table 5 and the text do not say everything about this search, such as the windows of "
            "searches after a search with another window, and whether a value outside its window or the bound comes "
            "back. The search here follows Table 5 and finds the exact values (claim `sqt-searches`)."
        )
        yield Judged(
            name,
            f"{which} enter the numbers of nodes in Table 6",
            "Table 6",
            judged_by(same) if kind == "naive" or all(same) else READING,
            f"{'; '.join(shown)}. In floating point, as in the source. {why}",
        )
    for q, says, least, most in SHARES:
        pair = sorted((each for each in TABLE_6 if each.q == q), key=lambda each: each.modified)
        naive, modified = (found[printed.name] for printed in pair)
        share, of_table = Fraction(modified, naive) - 1, Fraction(pair[1].nodes, pair[0].nodes) - 1
        yield Judged(
            f"modified-{q.denominator}",
            f"At q = {float(q)} the modified search enters {says} nodes than the naive one",
            "section 4.3 and Table 6",
            HOLDS if least <= share <= most else READING,
            f"The search as implemented here enters {_more(share)}: {modified:,} and {naive:,}. The numbers of Table 6 "
            f"make {_more(of_table)}. It depends on what the source leaves open about its modified search, which is "
            "not reproduced.",
        )


def _more(share: Fraction) -> str:
    return f"{abs(float(100 * share)):.1f}% {'fewer' if share < 0 else 'more'}"


def database(opponent: Goffs) -> Judged:
    """The collapses of plies 2 to 4, for which the source proposes a database."""
    tree = tree_of(opponent, max(COLLAPSE_PLIES))
    counts: dict[str, int] = {}
    for at, stage in enumerate(tree.stages):
        found = int(tree.decided[np.arange(*tree.levels[at])].sum()) if "selection" in stage else 0
        if found:
            counts[stage.partition(",")[0]] = found
    total = sum(counts.values())
    ours = total >= DATABASE[1]
    return Judged(
        "database",
        f"At {DATABASE[0]:,} to {DATABASE[1]:,} collapses of plies 2, 3 and 4, depending on q, finding both values "
        "takes too long to play, so that the System needs a database",
        "section 5",
        judged_by([ours, False]),
        f"Up to symmetry there are {total:,} collapses of plies 2 to 4 "
        f"({listed([f'{count:,} at {stage}' for stage, count in counts.items()])}), so the source's numbers are "
        f"{'possible' if ours else 'too large'}. But no database is needed: a search finds both values of the slowest "
        "of them in less time than the source's limit of 0.5 s, where the source's program needs up to 83.4 s "
        "([measured](../benchmarks.md#sqt)); `qttt play sqt` plays so, at every q.",
    )


ABOUT = """\
Sakuta and Tomioka (2017), "Proposal and analysis of stochastic variants of Quantum Tic-tac-toe". The rules are those of
[`goff-1.0`](../../spec/rules/goff.md) and [`sqt-1.0`](../../spec/rules/sqt.md). A narrow win is worth 10, a complete
win 20. Its figures and tables are made again in [Figures and tables](../figures/README.md)."""

SOURCE = Source("Sakuta and Tomioka (2017)", ABOUT, judge)
