"""Lemmas on the loop of two equations, proved over the real numbers: V is the largest value of X's lines against V',
and V' the smallest value of O's lines against V."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import z3

from qttt.reference.probabilistic.board import SQUARES
from qttt.reference.probabilistic.solver import Line, Values
from qttt.spec.vocabulary import Map
from qttt.verification.formal.page import Text
from qttt.verification.formal.symbols import Symbols
from qttt.verification.probabilistic.formal import PAGE
from qttt.verification.proof import Term, prove

REALS, LINEAR = "QF_NRA", "QF_LRA"
MOST = 6
"""Lines of each side in the proofs about loops of any lines."""


class Choice(NamedTuple):
    """A line of one side: worth `gain` + `neutral` times the value with the other player to move.

    Its names are separate: in a loop of choices the neutral probabilities of the two sides are unrelated.
    """

    gain: Term
    neutral: Term

    def against(self, other: Term) -> Term:
        return self.gain + self.neutral * other


class Loop(NamedTuple):
    """The definition of a loop: its possible choices, and the values that solve it."""

    allows: Callable[[Choice], Term]
    solved_by: Callable[[Values, Sequence[Choice], Sequence[Choice]], Term]


def is_largest(value: Term, among: Sequence[Term]) -> Term:
    return z3.And(*(value >= term for term in among), z3.Or(*(value == term for term in among)))


def is_smallest(value: Term, among: Sequence[Term]) -> Term:
    return z3.And(*(value <= term for term in among), z3.Or(*(value == term for term in among)))


def solves(values: Values, of_x: Sequence[Choice], of_o: Sequence[Choice]) -> Term:
    """The condition that V = max (x + n V') and V' = min (x' + n' V)."""
    return z3.And(
        is_largest(values.X, [choice.against(values.O) for choice in of_x]),
        is_smallest(values.O, [choice.against(values.X) for choice in of_o]),
    )


def proper(choice: Choice) -> Term:
    """A square that does not always pass: 0 <= n < 1, and a mark contributes a value from 0 to 1 - n."""
    return z3.And(choice.neutral >= 0, choice.neutral < 1, choice.gain >= 0, choice.gain <= 1 - choice.neutral)


def possible(choice: Choice) -> Term:
    """Any square: 0 <= n <= 1, and a mark contributes a value from 0 to 1 - n."""
    return z3.And(choice.neutral >= 0, choice.neutral <= 1, choice.gain >= 0, choice.gain <= 1 - choice.neutral)


THE_LOOP = Loop(proper, solves)


def choices(name: str, count: int) -> list[Choice]:
    """The given number of choices, made of variables."""
    return [Choice(*z3.Reals(f"{name}_{i} n_{name}_{i}")) for i in range(count)]


def values(name: str) -> Values:
    """A pair of values as variables."""
    return Values(*z3.Reals(f"{name} {name}_dash"))


def sizes(most: int = MOST) -> list[tuple[int, int]]:
    """All numbers of lines of the two sides."""
    return [(i, j) for i in range(1, most + 1) for j in range(1, most + 1)]


# One solution


def two_solutions_are_the_same(loop: Loop = THE_LOOP) -> str:
    """For every number of lines up to six on each side."""
    one, other = values("v"), values("w")
    for i, j in sizes():
        of_x, of_o = choices("x", i), choices("o", j)
        hypotheses = [loop.allows(choice) for choice in (*of_x, *of_o)]
        both = [loop.solved_by(solution, of_x, of_o) for solution in (one, other)]
        prove(f"{i} x {j} lines", [*hypotheses, *both], z3.And(one.X == other.X, one.O == other.O), REALS)
    return f"up to {MOST} x {MOST} lines, all real n in [0, 1) and x in [0, 1 - n], different ones for each side"


def _by_any_line(values: Values, of_x: Sequence[Choice], of_o: Sequence[Choice]) -> Term:
    return z3.And(
        z3.Or(*(choice.against(values.O) == values.X for choice in of_x)),
        z3.Or(*(choice.against(values.X) == values.O for choice in of_o)),
    )


squares_may_always_pass = THE_LOOP._replace(allows=possible)
players_take_any_line = THE_LOOP._replace(solved_by=_by_any_line)


# From the rules to the loop

LineOf = Callable[[Any, int, Values, Values], Line]
"""A function from a board, a square and the values of the marks with X and with O on it to the square's line."""


def by_the_page(text: Text | None = None) -> LineOf:
    """The line of a square by the formal text of the page. Rule: PROB-LOOP-1"""

    def line_of(board: Any, square: int, with_x: Values, with_o: Values) -> Line:
        after = {Map({square: "X"}): with_x, Map({square: "O"}): with_o}
        page = Symbols(
            text or PAGE.text,
            probability=lambda c: Map(zip(("success", "neutral", "failure"), board[c - 1], strict=True)),
            value=lambda position: getattr(after[position.s], position.P),
        )
        return Line(square, page.part(Map(), "X", square), page.part(Map(), "O", square), page.neutral(square))

    return line_of


the_page = by_the_page()
chances_are_forgotten = by_the_page(
    PAGE.with_error(
        "PROB-LOOP-1",
        "sum(chance(p)[o] * value(play(p, o)) for o in dom(chance(p)) if",
        "sum(value(play(p, o)) for o in dom(chance(p)) if",
    )
)
values_are_subtracted = by_the_page(PAGE.with_error("PROB-LOOP-1", "chance(p)[o] * value", "chance(p)[o] - value"))


class Step:
    """The loop of open squares that follows from the rules: any probabilities, any values after each mark."""

    def __init__(self, count: int, line_of: LineOf, name: str = "") -> None:
        self.board: Any = [tuple(z3.Reals(f"s_{i} n_{i} f_{i}")) for i in range(count)]
        self.with_x = [values(f"with_x{name}_{i}") for i in range(count)]
        self.with_o = [values(f"with_o{name}_{i}") for i in range(count)]
        self.lines = [line_of(self.board, i + 1, self.with_x[i], self.with_o[i]) for i in range(count)]

    def probabilities(self, passes: bool = False) -> list[Term]:
        """Each square's probabilities are at least 0 with sum 1; neutral is less than 1, unless squares may pass."""
        each = [z3.And(*(p >= 0 for p in square), sum(square) == 1) for square in self.board]
        return each if passes else [*each, *(neutral < 1 for _, neutral, _ in self.board)]

    def later(self) -> list[Term]:
        """All values after a mark."""
        return [value for pair in (*self.with_x, *self.with_o) for value in pair]


def of_x(lines: Sequence[Line]) -> list[Choice]:
    return [Choice(line.x, line.n) for line in lines]


def of_o(lines: Sequence[Line]) -> list[Choice]:
    return [Choice(line.x_dash, line.n) for line in lines]


def values_are_from_0_to_1(line_of: LineOf = the_page) -> str:
    """The step of the induction: values from 0 to 1 after every mark give lines with x and x' from 0 to 1 - n, and up
    to nine such lines have only solutions from 0 to 1. With squares that pass, a solution is the same where they do
    not matter, and otherwise between the solutions x / (1 - n) of two lines and 1/2, which are also from 0 to 1."""
    step = Step(1, line_of)
    [made], within = step.lines, [z3.And(value >= 0, value <= 1) for value in step.later()]
    for x in (made.x, made.x_dash):
        prove("a line", [*step.probabilities(passes=True), *within], z3.And(x >= 0, x <= 1 - made.n), REALS)
    solution, alone = values("v"), z3.Real("alone")
    for count in SQUARES:
        mine, theirs = choices("x", count), choices("o", count)
        hypotheses = [*map(proper, (*mine, *theirs)), solves(solution, mine, theirs)]
        prove(f"{count} squares", hypotheses, z3.And(*(z3.And(value >= 0, value <= 1) for value in solution)), REALS)
    hypotheses = [proper(mine[0]), alone * (1 - mine[0].neutral) == mine[0].gain]
    prove("a square that is named again and again", hypotheses, z3.And(alone >= 0, alone <= 1), REALS)
    return f"all probabilities and values, up to {len(SQUARES)} squares"


def failure_takes_all_that_is_left(board: Any, square: int, with_x: Values, with_o: Values) -> Line:
    success, neutral, _ = board[square - 1]
    return Line(
        square,
        x=success * with_x.O + (1 - success) * with_o.O,
        x_dash=success * with_o.X + (1 - success) * with_x.X,
        n=neutral,
    )


def failure_counts_against_the_mover(board: Any, square: int, with_x: Values, with_o: Values) -> Line:
    success, neutral, failure = board[square - 1]
    return Line(
        square,
        x=success * with_x.O - failure * with_o.O,
        x_dash=success * with_o.X - failure * with_x.X,
        n=neutral,
    )


# The players exchanged

Exchange = Callable[[Values], Values]
"""A function from the values of marks to those of the exchanged marks."""


def exchanged(values: Values) -> Values:
    """V is 1 - V' of the original marks, and V' is 1 - V."""
    return Values(1 - values.O, 1 - values.X)


class Swap(NamedTuple):
    """The exchange of values, and the lines of squares."""

    exchange: Exchange = exchanged
    line_of: LineOf = the_page


def exchanging_the_marks_exchanges_the_players(subject: Swap = Swap()) -> str:  # noqa: B008
    """The step of the induction, for up to nine open squares: if all values after a mark are exchanged, so are lines,
    and then each solution of the loop. At the end a win of X becomes one of O, and a draw stays a draw. The solution
    with squares that pass is also exchanged: the number from a to b nearest to 1/2 becomes that from 1 - b to 1 - a."""
    exchange, line_of = subject
    for value in map(z3.RealVal, ("0", "1/2", "1")):
        prove("endings", [], equal(exchange(Values(value, value)), Values(1 - value, 1 - value)), LINEAR)
    step = Step(1, line_of)
    [before] = step.lines
    after = line_of(step.board, 1, exchange(step.with_o[0]), exchange(step.with_x[0]))
    lines_are = z3.And(after.x == 1 - before.n - before.x_dash, after.x_dash == 1 - before.n - before.x)
    prove("lines", step.probabilities(passes=True), lines_are, REALS)
    solution = values("v")
    for count in SQUARES:
        lines = [Line(i, *z3.Reals(f"x_{i} x_dash_{i} n_{i}")) for i in range(count)]
        others = [Line(i, 1 - n - x_dash, 1 - n - x, n) for i, x, x_dash, n in lines]
        hypotheses = [solves(solution, of_x(lines), of_o(lines))]
        prove(f"{count} squares", hypotheses, solves(exchange(solution), of_x(others), of_o(others)), REALS)
    v, least, most, other = z3.Reals("v least most other")
    nearest = [_nearest_half(v, least, most), _nearest_half(other, 1 - most, 1 - least)]
    prove("passes", nearest, equal(exchange(Values(v, v)), Values(other, other)), LINEAR)
    return f"all real values and probabilities, up to {len(SQUARES)} squares"


def equal(one: Values, other: Values) -> Term:
    """That two pairs of values are the same."""
    return z3.And(one.X == other.X, one.O == other.O)


def _nearest_half(value: Term, least: Term, most: Term) -> Term:
    half = z3.RealVal("1/2")
    return z3.And(least <= most, value == z3.If(least > half, least, z3.If(most < half, most, half)))


def _the_same_player_is_to_move(values: Values) -> Values:
    return Values(1 - values.X, 1 - values.O)


def _values_are_not_exchanged(values: Values) -> Values:
    return Values(values.O, values.X)


the_same_player_is_to_move = Swap(_the_same_player_is_to_move)
values_are_not_exchanged = Swap(_values_are_not_exchanged)
the_page_forgets_chances = Swap(line_of=chances_are_forgotten)


# The empty board

Formula = Callable[[Term, Term], Term]
"""A function from x and n of a square to the empty board's value to X if this were the best square."""


def worth_first(x: Term, n: Term) -> Term:
    """The value of a square to X on the empty board: v = x + n (1 - v)."""
    return (x + n) / (1 + n)


def the_empty_board_has_a_formula(formula: Formula = worth_first) -> str:
    """Exchanging marks leaves the empty board unchanged, so x' = 1 - n - x. There exactly V = max (x + n) / (1 + n) and
    V' = 1 - V solve the loop, for up to nine squares. A square that always passes makes V at least 1/2; another square
    makes V more than 1/2 if and only if x / (1 - n) is, as the value with such squares needs."""
    v = z3.Real("v")
    for count in SQUARES:
        mine = choices("x", count)
        theirs = [Choice(1 - choice.neutral - choice.gain, choice.neutral) for choice in mine]
        hypotheses = [*map(proper, mine), is_largest(v, [formula(*choice) for choice in mine])]
        prove(f"{count} squares", hypotheses, solves(Values(v, 1 - v), mine, theirs), REALS)
    only = mine[0]
    alone, half = z3.Real("alone"), z3.RealVal("1/2")
    hypotheses = [proper(only), alone * (1 - only.neutral) == only.gain]
    prove("a square that always passes", [], formula(z3.RealVal(0), z3.RealVal(1)) == half, REALS)
    prove("more than passing", hypotheses, (formula(*only) > half) == (alone > half), REALS)
    return f"all real n in [0, 1) and x in [0, 1 - n], up to {len(SQUARES)} squares"


def neutral_is_played_again(x: Term, n: Term) -> Term:
    return x / (1 - n)


def neutral_is_a_draw(x: Term, n: Term) -> Term:
    return x + n / 2
