"""Abraham (2024), judged by exact values, and what he leaves open, answered."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from qttt.app.studies.sources.judged import Judged, Source, answered_if, judged_by, judged_if, oracle
from qttt.fast.backend import Cpu
from qttt.fast.probabilistic import boards, solve
from qttt.oracle.oracle import Oracle
from qttt.oracle.progress import Count
from qttt.reference.game import Actor
from qttt.reference.picture import listed
from qttt.reference.probabilistic import Probabilistic
from qttt.reference.probabilistic.board import Board, random_board
from qttt.reference.probabilistic.position import Position, marked, open_squares, outcome
from qttt.reference.probabilistic.solver import LoopSolver

PRINTED = Board.of(
    [
        *(("65%", "5%", "30%"), ("65%", "20%", "15%"), ("55%", "30%", "15%")),
        *(("30%", "20%", "50%"), ("30%", "15%", "55%"), ("35%", "5%", "60%")),
        *(("30%", "5%", "65%"), ("35%", "20%", "45%"), ("45%", "10%", "45%")),
    ]
)
"""The grid that the source solves."""
VALUES = "0.5385368180873334", "0.46146318189602853"
"""The values that the source prints for it, of X and of O to move."""
STATES = 5478
MEAN, SAMPLE = 0.5722708880508689, 100
STOP = 1e-9
"""The width of the interval at which the source's bisection stops."""
BOARDS, SEED = 200_000, 2024
"""Random boards of which the mean is taken here."""
WORST = 9_906_240
"""The board of seed 2024 with the least value among ten million: `docs/study.md`."""
AGAINST_THE_MOVER = 12
"""Random boards on which the loop is solved with O to move first as well."""


def judge(seed: int, report: Count, results: Path | None = None) -> Iterator[Judged]:
    """See `judged.Judge`."""
    yield states()
    yield printed_values()
    yield printed_squares()
    yield mean(report)
    yield halves()
    yield bisection()
    yield unique()
    yield exists()
    yield monotone()
    yield moving_first()


def reached(alternating: bool) -> int:
    """How many sets of marks a game can reach: with alternating marks, as in classic tic-tac-toe, or with any mark at
    any turn.

    >>> reached(True)
    5478
    """
    start = Position().marks
    seen, waiting = {start}, deque([start])
    while waiting:
        marks = waiting.popleft()
        if outcome(marks):
            continue
        placed = sum(map(bool, marks))
        players = [(Actor.X, Actor.O)[placed % 2]] if alternating else [Actor.X, Actor.O]
        for square, player in product(open_squares(marks), players):
            following = marked(marks, square, player)
            if following not in seen:
                seen.add(following)
                waiting.append(following)
    return len(seen)


def states(count: Callable[[bool], int] = reached) -> Judged:
    """The states of the dynamic programme."""
    here, classic = count(False), count(True)
    return Judged(
        "states",
        f"There are {STATES:,} states, fewer than 3⁹ = 19,683",
        "Dynamic programming",
        judged_if(here == STATES),
        f"A game can reach {here:,} sets of marks, because a failure gives the other player the square, so that each "
        f"player may have any number of marks. {classic:,} is the count of classic tic-tac-toe, where marks alternate. "
        f"Both are fewer than 19,683. Each set of marks needs two values, V and V′.",
    )


def solved(board: Board) -> tuple[Oracle[Any, Any], Fraction, Fraction]:
    """The oracle of a board, and its values on the empty board with X and with O to move."""
    truth = oracle("probabilistic", board=board)
    start = truth.game.initial()
    return truth, truth.value(start), truth.value(Position(start.marks, Actor.O))


def printed_values() -> Judged:
    """The two printed numbers against the exact ones."""
    _, *exact = solved(PRINTED)
    wrong = [abs(Fraction(text) - value) for text, value in zip(VALUES, exact, strict=True)]
    digits = [agreeing(text, value) for text, value in zip(VALUES, exact, strict=True)]
    return Judged(
        "printed-values",
        f"The value of the printed grid is {VALUES[0]} for X to move, and {VALUES[1]} for O to move",
        "Solution",
        judged_by([max(wrong) < STOP, max(wrong) < Fraction(1, 10**15)]),
        f"The value is {exact[0].numerator}/{exact[0].denominator} = {float(exact[0]):.15f}…, and 1 minus this. The "
        f"printed numbers are within {float(max(wrong)):.1e} of it, as a bisection down to {STOP:.0e} promises; "
        f"{listed([*map(str, digits)])} of their decimals are right, of {len(VALUES[0]) - 2} and {len(VALUES[1]) - 2} "
        "printed.",
    )


def agreeing(text: str, value: Fraction) -> int:
    """How many decimals of a written number agree with those of a value between 0 and 1.

    >>> agreeing("0.3334", Fraction(1, 3))
    3
    """
    decimals = text.partition(".")[2]
    exact = f"{value * 10 ** len(decimals) // 1:0{len(decimals)}}"
    return next((at for at, (a, b) in enumerate(zip(decimals, exact, strict=True)) if a != b), len(decimals))


def printed_squares() -> Judged:
    """The best squares of the printed grid."""
    truth, *_ = solved(PRINTED)
    start = truth.game.initial()
    best = [[str(move) for move in truth.best(Position(start.marks, player))] for player in (Actor.X, Actor.O)]
    return Judged(
        "printed-squares",
        "On the printed grid the third square is best for both players",
        "Solution",
        judged_by([squares == ["3"] for squares in best]),
        f"X's best: {listed(best[0])}; O's best: {listed(best[1])}. A best first square of one player "
        "is always one of the other (claim `probabilistic-source-halves`).",
    )


def mean(report: Count, count: int = BOARDS) -> Judged:
    """The mean of 100 random boards, against that of many."""
    found = []
    for first in range(0, count, 50_000):
        report(first, count)
        rows = boards.generated(SEED, first, min(50_000, count - first)) / 20
        found.append(solve.solve(Cpu(), rows).values)
    values = np.concatenate(found)
    average, spread = float(values.mean()), float(values.std(ddof=1))
    away = abs(MEAN - average) / (spread / sqrt(SAMPLE))
    return Judged(
        "mean",
        f"On average the first player's value is {MEAN:.4f} over {SAMPLE} random boards",
        "Solution",
        judged_if(away < 2),
        f"{count:,} boards of the same generator, seed {SEED}, have the mean {average:.4f} ± "
        f"{spread / sqrt(len(values)):.4f} (standard error) and the standard deviation {spread:.4f}. The mean of "
        f"{SAMPLE} boards has a standard error of {spread / sqrt(SAMPLE):.4f}, so the source's is {away:.1f} of them "
        "away.",
    )


def halves(count: int = AGAINST_THE_MOVER) -> Judged:
    """Both players to move first, on random boards and the printed one."""
    sums = [sum(solved(board)[1:]) for board in (PRINTED, *(random_board(SEED, at) for at in range(count)))]
    return Judged(
        "halves",
        "If a fair coin decides who begins, each player's value is 1/2",
        "Solution",
        judged_by([total == 1 for total in sums]),
        f"V + V′ is exactly 1 on the printed board and on {count} random boards, and on every board by "
        "[symmetry](../../spec/rules/probabilistic.md#lemma-swap) (claim `probabilistic-swap`, proved). The source's "
        f"program prints {0.49999999999061806} because of its bisection.",
    )


def bisect(board: Board) -> float:
    """The value of a board as the source finds it: floats, and a bisection that stops at an interval of 10⁻⁹."""
    parts = [tuple(map(float, square)) for square in board]
    known: dict[Any, tuple[float, float]] = {}

    def values(marks: Any) -> tuple[float, float]:
        if marks in known:
            return known[marks]
        if ended := outcome(marks):
            worth = {Actor.X: 1.0, Actor.O: 0.0, None: 0.5}[ended.winner]
            known[marks] = worth, worth
            return known[marks]
        of_x, of_o = [], []
        for square in open_squares(marks):
            success, neutral, failure = parts[square - 1]
            with_x, with_o = (values(marked(marks, square, player)) for player in (Actor.X, Actor.O))
            of_x.append((neutral, success * with_x[1] + failure * with_o[1]))
            of_o.append((neutral, success * with_o[0] + failure * with_x[0]))
        low, high = 0.0, 1.0
        while high - low > STOP:
            x = (low + high) / 2
            y = max(n * x + at for n, at in of_x)
            if min(n * y + at for n, at in of_o) < x:
                high = x
            else:
                low = x
        y = max(n * (low + high) / 2 + at for n, at in of_x)
        known[marks] = y, min(n * y + at for n, at in of_o)
        return known[marks]

    return values(Position().marks)[0]


def bisection(count: int = 4) -> Judged:
    """The source's own method on the printed board and random ones, against the exact values."""
    asked = [PRINTED, *(random_board(SEED, at) for at in range(count))]
    wrong = [abs(Fraction(bisect(board)) - solved(board)[1]) for board in asked]
    again = f"{bisect(PRINTED):.16f}"
    return Judged(
        "bisection",
        "Binary search solves the loop",
        "Handling loops",
        judged_by([error < STOP for error in wrong]),
        f"The source's method, written again, gives {again} for the printed board. On this board and {count} random "
        f"ones its errors are at most {float(max(wrong)):.1e}, less than the interval of {STOP:.0e} at which it stops.",
    )


def unique(count: int = 4) -> Judged:
    """Uniqueness of the solution of a loop, which the source takes for granted."""
    gaps = [Fraction(bisect(board)) - solved(board)[1] for board in (random_board(SEED, at) for at in range(count))]
    return Judged(
        "unique",
        "Does the loop of V and V′ have only one solution? The source admits it, and leaves the proof to the reader",
        "Handling loops",
        answered_if(max(map(abs, gaps)) < STOP),
        "Yes, if no open square is certain to be neutral: both sides of the loop are contractions "
        "([proof](../../spec/rules/probabilistic.md#lemma-contraction), claim `probabilistic-contraction`, proved). If "
        "a square always passes, the loop may have a whole interval of solutions, and the game's value is the one "
        "nearest to 1/2 ([proof](../../spec/rules/probabilistic.md#lemma-passes)). The source's generator makes no "
        f"such square. On {count} random boards the bisection and strategy iteration, which begin at different ends, "
        "agree.",
    )


def exists() -> Judged:
    """Existence of the value of the game, which may go on for ever."""
    value = solved(PRINTED)[1]
    again = LoopSolver(Probabilistic(PRINTED)).to_move(Position().marks)
    return Judged(
        "exists",
        "Does a game that can loop have a value at all, that both players can guarantee?",
        "Handling loops",
        answered_if(again[0] == value),
        "Yes: play ends with probability 1 ([proof](../../spec/rules/probabilistic.md#lemma-ends)), and players who "
        "name best squares guarantee themselves V and 1 − V ([proof](../../spec/rules/probabilistic.md#lemma-value), "
        "claim `probabilistic-value`). V is rational if the board's numbers are.",
    )


def fallen() -> tuple[Fraction, Fraction]:
    """The value of a board before and after a square's success becomes more likely: `LEMMA monotone`, part (c)."""
    sure, fair, passing = ("1", "0", "0"), ("1/2", "0", "1/2"), ("0", "1", "0")
    before = Board.of([fair, fair, sure, *[passing] * 6])
    after = Board.of([sure, fair, sure, *[passing] * 6])
    first, second = solved(before)[1], solved(after)[1]
    return first, second


def monotone() -> Judged:
    """Whether a better square helps the player to move."""
    before, after = fallen()
    return Judged(
        "monotone",
        "Does a more likely success of a square help the player to move?",
        "not asked",
        answered_if(after < before),
        "Not always. It never makes naming this square worse, and on the empty board it never hurts if the square is a "
        "best one ([proof](../../spec/rules/probabilistic.md#lemma-monotone), claim `probabilistic-monotone`). But "
        "with squares 4 to 9 always neutral, 1 and 2 even, and 3 sure, X's value falls from "
        f"{before} to {after} when square 1 becomes sure as well: the other player uses it.",
    )


def moving_first(at: int = WORST) -> Judged:
    """Whether moving first is ever bad."""
    value = solved(random_board(SEED, at))[1]
    return Judged(
        "moving-first",
        "Is moving first ever bad?",
        "not asked",
        answered_if(value < Fraction(1, 2)),
        f"{'Yes' if value < Fraction(1, 2) else 'Not on this board'}: board {at:,} of seed {SEED} is worth "
        f"{float(value):.6f} to the first player. "
        "Of [ten million random boards](../study.md), 56 are worth less than 1/2. On such a board every square gives "
        "more away than it gains, and the first player must name one.",
    )


ABOUT = """\
Abraham (2024), "Solving Probabilistic Tic-Tac-Toe". The rules are those of
[`probabilistic-1.0`](../../spec/rules/probabilistic.md). V and V′ are X's chances with X and with O to move, a draw
counting 1/2. Places are the headings of the post."""

SOURCE = Source("Abraham (2024)", ABOUT, judge)
