"""Wong (2023), judged by the exact results of the experiments, and by exact values of TiqTaqToe."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

from qttt.app.errors import BadInput, reason
from qttt.app.studies.experiments import plan
from qttt.app.studies.experiments.data import LEVELS, Data, Search, read
from qttt.app.studies.experiments.findings import findings
from qttt.app.studies.experiments.page import PRINTED
from qttt.app.studies.experiments.run import do_missing
from qttt.app.studies.sources import noise
from qttt.app.studies.sources.judged import Judged, Source, answered_if, judged_by, judged_if, oracle
from qttt.app.studies.verdicts import OPEN, READING
from qttt.oracle.progress import Count
from qttt.reference.picture import listed, per_cent
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.reference.tiqtaqtoe.position import probabilities

FIGURE_7, FIGURE_8 = "X1.1 O2.1-2", "X1.1-2 O2.2-6"
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
NODES = 6
"""The depth at which the source's two readings of ended games can first enter different nodes."""


def judge(seed: int, report: Count, results: Path | None = None) -> Iterator[Judged]:
    """See `judged.Judge`. The results are those of `qttt experiments`; what is missing is computed."""
    data = stored(results) if results else Data(seed, [])
    do_missing(data, report)
    yield classical_draw()
    yield moderate_figure()
    yield high_figure()
    yield nodes(data)
    yield exponential(data)
    yield crossing(data)
    yield pruning(data)
    yield from findings(data)
    yield deeper(data)
    yield noisy(data)
    yield unlimited()


def stored(path: Path) -> Data:
    """Stored results. Raises BadInput."""
    try:
        return read(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"--results: {path}: cannot be read: {reason(error)}") from error
    except ValueError as error:
        raise BadInput(f"--results: {path}: does not hold data of experiments: {error}; name another file") from error


def classical_draw() -> Judged:
    """The level classic."""
    value = oracle("tiqtaqtoe", level="classic").value("")
    return Judged(
        "classical-draw",
        "Classical tic-tac-toe always ends in a draw if both players play optimally",
        "section 2.2",
        judged_if(value == 0),
        f"Classical tic-tac-toe is worth {value}.",
    )


def chances(level: str, moves: str) -> dict[int, dict[str, Fraction]]:
    """What each square holds after some moves, and how probably."""
    position = TiqTaqToe(level).position(moves)
    return {square: dict(found) for square, found in probabilities(position).items()}


def _figure(
    name: str, place: str, level: str, moves: str, says: str, expected: Mapping[int, tuple[str, Fraction]]
) -> Judged:
    found = chances(level, moves)
    cases = [found[at // 10][mark] == share for at, (mark, share) in expected.items()]
    shown = listed([f"{mark} on {at // 10}: {per_cent(found[at // 10][mark])}%" for at, (mark, _) in expected.items()])
    return Judged(name, says, place, judged_by(cases), f"After {moves} at the level {level}: {shown}.")


def moderate_figure() -> Judged:
    """Figure 7."""
    return _figure(
        "figure-7",
        "section 2.3.2 and Figure 7",
        "moderate",
        FIGURE_7,
        "If O entangles with X's classical mark, each mark is in either square with 50%",
        {10: ("X", HALF), 11: ("O", HALF), 20: ("X", HALF), 21: ("O", HALF)},
    )


def high_figure() -> Judged:
    """Figure 8."""
    return _figure(
        "figure-8",
        "section 2.3.3 and Figure 8",
        "high",
        FIGURE_8,
        "If O entangles with half of X's mark, X has 50% in its first square and 25% in each of the other two, and O "
        "50% in each of these",
        {10: ("X", HALF), 20: ("X", QUARTER), 60: ("X", QUARTER), 21: ("O", HALF), 61: ("O", HALF)},
    )


def counted(data: Data, level: str, exact: bool = False) -> dict[int, int]:
    """The nodes of the first search at a level by depth."""
    return {depth: data.nodes[str(Search(level, depth, True, exact))] for depth in plan.NODE_DEPTHS}


def nodes(data: Data) -> Judged:
    """Tables 1 to 3."""
    same, lines = {}, []
    for table, level in enumerate(LEVELS, start=1):
        here, exact = counted(data, level), counted(data, level, exact=True)
        cells = []
        for (depth, number), printed in zip(here.items(), PRINTED[level], strict=True):
            same[level, depth] = printed in (number, exact[depth])
            other = f" or {exact[depth]:,}" if exact[depth] != number else ""
            cells.append(f"{number:,}{other} at depth {depth} (printed {printed:,})")
        lines.append(f"- Table {table}, {level}: {listed(cells)}.")
    every = "\n".join(lines)
    return Judged(
        "nodes",
        "The first search enters the numbers of nodes in Tables 1 to 3",
        "section 4.1, Tables 1 to 3",
        judged_by(same) if all(same.values()) else READING,
        f"{sum(same.values())} of {len(same)} numbers are reproduced, those at depth 2. All others depend on the "
        "order of moves, on when a tie is cut off, and on the window below a measurement, which the source does not "
        "state. A second number is that with exact values of ended games, which can differ only from depth 6 on, "
        f"where the first games end.\n\n{every}",
    )


def exponential(data: Data) -> Judged:
    """Figure 12: how the nodes grow with depth."""
    growth = {level: [after / before for before, after in pairwise(counted(data, level).values())] for level in LEVELS}
    printed = {level: [after / before for before, after in pairwise(PRINTED[level])] for level in LEVELS}
    cases = {
        LEVELS[0]: max(growth[LEVELS[0]]) / min(growth[LEVELS[0]]) < 2,
        **{level: max(growth[level]) / min(growth[level]) >= 2 for level in LEVELS[1:]},
    }
    of_printed = max(printed[LEVELS[0]]) / min(printed[LEVELS[0]])
    shown = [f"{level} {', '.join(f'{factor:.1f}' for factor in found)}" for level, found in growth.items()]
    return Judged(
        "figure-12-exponential",
        "With depth the nodes grow exponentially at low quantumness, and not strictly so at the other levels",
        "section 4.1 and Figure 12",
        judged_by(cases),
        f"From depth to depth, the nodes here grow by these factors: {'; '.join(shown)}. Growth is taken as "
        "exponential if the largest factor is less than twice the smallest one. For the numbers printed at low "
        f"quantumness it is {of_printed:.1f} times the smallest.",
    )


def crossing(data: Data) -> Judged:
    """Figure 12: which of two levels enters more nodes at each depth."""
    moderate, high = (counted(data, level) for level in LEVELS[1:])
    expected = {4: moderate[4] > high[4], 5: high[5] > moderate[5], 6: moderate[6] > high[6]}
    exact = [counted(data, level, exact=True)[NODES] for level in LEVELS[1:]]
    return Judged(
        "figure-12-crossing",
        "Moderate enters more nodes than high at depths 4 and 6, and fewer at depth 5",
        "section 4.1 and Figure 12",
        judged_by(expected),
        "Here moderate and high enter "
        f"{listed([f'{moderate[d]:,} and {high[d]:,} at depth {d}' for d in expected], 'and')}; at depth 6 with "
        f"exact values of ended games {exact[0]:,} and {exact[1]:,}. It depends on the order of moves, as the "
        "numbers do.",
    )


def pruning(data: Data) -> Judged:
    """Without pruning the nodes grow with the level."""
    plain = {d: [data.nodes[str(Search(level, d, False))] for level in LEVELS] for d in plan.UNPRUNED_DEPTHS}
    rising = {depth: all(a <= b for a, b in pairwise(numbers)) for depth, numbers in plain.items()}
    shown = [f"{', '.join(f'{number:,}' for number in numbers)} at depth {depth}" for depth, numbers in plain.items()]
    return Judged(
        "pruning",
        "The number of nodes would increase with quantumness; that it does not may be due to pruning",
        "section 4.1",
        judged_by(rising),
        f"Without pruning, minimal, moderate and high enter {listed(shown)} nodes, which never falls: more moves are "
        "legal at a higher level.",
    )


def deeper(data: Data) -> Judged:
    """Does more depth, and do more playouts, make the agents better?"""
    lost = {}
    for level in LEVELS:
        for reading in (plan.expecti_minimax, plan.exact_ends):
            found = [data.result(level, reading(d), plan.PERFECT).losses[0] for d in (*plan.DEPTHS, plan.FULL_DEPTH)]
            lost[level, reading is plan.exact_ends] = found
    playouts = {
        level: [data.result(level, plan.monte_carlo(n), plan.PERFECT).losses[0] for n in plan.PLAYOUTS]
        for level in LEVELS
    }
    perfect = all(lost[level, True][-1] == 0 for level in LEVELS)
    shown = listed([f"{level} {', '.join(f'{loss:.3f}' for loss in lost[level, True])}" for level in LEVELS])
    few = listed([f"{level} {', '.join(f'{loss:.3f}' for loss in losses)}" for level, losses in playouts.items()])
    return Judged(
        "deeper",
        "Would more depth or more playouts make the agents better?",
        "section 5",
        answered_if(perfect),
        "More depth does in the end; more playouts change little. With exact values of ended games, expecti-minimax "
        f"as X loses {shown} against perfect play at depths 2, 3, 4 and {plan.FULL_DEPTH}, where it is perfect. "
        f"Monte Carlo with 100, 200 and 300 playouts loses {few}: it takes the other player for a random one, "
        "however many games it plays.",
    )


def noisy(data: Data) -> Judged:
    """The noise of a real device."""
    least = min(Fraction(data.values[level]) for level in LEVELS)
    rates = {bound: noise.harmless(bound, least) for bound in (noise.change_by_depolarising, noise.change_by_readout)}
    d, e = (float(100 * rate) for rate in rates.values())
    one = Fraction(1, 100)
    at_one = [float(bound(one)) for bound in rates]
    return Judged(
        "noise",
        "What would the realistic noise of a quantum computer change?",
        "abstract and section 5",
        answered_if(min(rates.values()) > 0),
        "Little, as long as a result that is no board is thrown away and the measurement repeated. Let a square have "
        "two qubits, and a group of entangled squares be measured together. If a group is depolarised with "
        f"probability 1%, no value changes by more than {at_one[0]:.4f}; if each qubit is read wrongly with "
        f"probability 1%, by more than {at_one[1]:.4f}. These are bounds from exact counts of the legal results "
        f"among all. X keeps the advantage at every level, at least {least}, if groups are depolarised in up to "
        f"{d:.1f}% of cases, or qubits misread in up to {e:.1f}%. The two squares of a mark that is entangled with "
        "no other are exchanged by symmetry, so at the level minimal depolarising changes nothing at all. Noise that "
        "depends on the qubit, or on the time that marks wait for a measurement, is not modelled.",
    )


def unlimited() -> Judged:
    """Entanglement without the source's limits."""
    switched = {"none": {}, "target=unentangled": {"target": "unentangled"}, "pair=legal": {"pair": "legal"}}
    values = {name: oracle("tiqtaqtoe", level="high", **each).value("") for name, each in switched.items()}
    return Judged(
        "unlimited",
        "What changes if entanglement is not limited?",
        "section 5",
        OPEN,
        "Not solved. The source limits a superposition to two squares, and entanglement to marks of the other player. "
        "The switches `target` and `pair` move this limit a little. The level high is worth "
        f"{listed([f'{value} with {name}' if name != 'none' else str(value) for name, value in values.items()])} "
        "([all readings](../tiqtaqtoe.md)). A mark in any number of squares would be another game.",
    )


ABOUT = """\
Wong (2023), "Efficacy and Characteristics of Search Algorithms in Quantum Tic-Tac-Toe". The rules are those of
[`tiqtaqtoe-1.0`](../../spec/rules/tiqtaqtoe.md) with the first value of every switch. The matches, figures and tables
are repeated in [The thesis's experiments](../experiments.md).

A conclusion from the matches is split into statements about single numbers, for instance that at this level with this
depth fewer games are won than at the level before. Every statement is tested on the exact chances of the agents. The
text names the cases in which it is false. A conclusion with "need not" holds if there is a counterexample. An *expected
result* is the chance of winning minus the chance of losing.

Two points that the source leaves open make four readings of expecti-minimax, and every conclusion about it is tested in
all of them:

- *Ended games.* Section 3.4 evaluates boards by a heuristic, and does not say whether a search that reaches the end
  of a game does the same, or takes its exact value. In the second reading a win counts 400, more than any promise of
  the heuristic.
- *Ties.* Many moves look equally good. Which of them expecti-minimax makes depends on their order, which the source
  does not give: the first one, with classical moves first, or any of them, all equally likely."""

SOURCE = Source("Wong (2023)", ABOUT, judge, "--results docs/experiments/data.json")
