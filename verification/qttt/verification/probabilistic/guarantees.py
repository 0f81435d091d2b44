"""The values that players can guarantee, and the length of play, exactly, at every position of some boards."""

from collections.abc import Sequence
from fractions import Fraction

from qttt.reference.game import Actor
from qttt.reference.probabilistic import Marks, Probabilistic
from qttt.reference.probabilistic.board import Board, random_board
from qttt.reference.probabilistic.position import marked, open_squares, outcome
from qttt.reference.probabilistic.solver import Line, Values, values_of
from qttt.verification import Refuted
from qttt.verification.probabilistic.engines import solver_of
from qttt.verification.probabilistic.equivalence_boards import PRINTED, certain, generated, with_passes
from qttt.verification.probabilistic.values import MARKS

SEED = 2028
HALF = Fraction(1, 2)
UNDECIDED = [marks for marks in MARKS if outcome(marks) is None]
"""All marks without a line, whether or not play reaches them."""


BOARDS = (PRINTED, generated(0), with_passes(0), certain(0))


def kept(lines: Sequence[Line], values: Values) -> tuple[Line, Line]:
    """The squares that X and O keep naming: best ones, but none that always passes for a player to whom endless play
    would give less than the value."""
    v, v_dash = values
    passes = next((line for line in lines if line.n == 1 and v == v_dash), None)
    of_x = passes if v <= HALF else None
    of_o = passes if v >= HALF else None
    return (
        of_x or next(line for line in lines if line.x + line.n * v_dash == v and line.n < 1),
        of_o or next(line for line in lines if line.x_dash + line.n * v == v_dash and line.n < 1),
    )


def squares_to_keep_to_guarantee_the_values(step: int = 1) -> str:
    """For any answer of the opponent, X gets at least the values and O holds X to them, at every n-th position."""
    count = 0
    for board in BOARDS:
        known = solver_of(Probabilistic(board))
        for marks in UNDECIDED[::step]:
            lines, values = known.lines(marks), known.to_move(marks)
            of_x, of_o = kept(lines, values)
            for line in lines:
                least, most = values_of(of_x, line), values_of(line, of_o)
                if least.X < values.X or least.O < values.O or most.X > values.X or most.O > values.O:
                    told = f"X keeps to {of_x.square}, O to {of_o.square}, the other to {line.square}"
                    raise Refuted(f"{marks} on {board} is worth {values}; {told}: {least}, {most}")
                count += 1
    return f"{count:,} pairs of squares on {len(BOARDS)} boards"


def most_plies(squares: int, neutral: Fraction) -> Fraction:
    """The bound of the lemma, from the number of open squares and their largest neutral probability."""
    return squares / (1 - neutral)


def play_ends() -> str:
    """Both players together cannot make the average game longer than the bound."""
    board = random_board(SEED)
    longest: dict[Marks, Fraction] = {}
    for marks in sorted(UNDECIDED, key=lambda marks: len(open_squares(marks))):
        squares = open_squares(marks)
        longest[marks] = max(_plies(board, marks, square, longest) for square in squares)
        limit = most_plies(len(squares), max(board[square - 1].neutral for square in squares))
        if longest[marks] > limit:
            raise Refuted(f"{marks} on {board}: {longest[marks]} plies on average, more than {limit}")
    start = longest[MARKS[0]]
    return f"{len(longest):,} positions of a random board, seed {SEED}: {float(start):.2f} plies from the start at most"


def _plies(board: Board, marks: Marks, square: int, longest: dict[Marks, Fraction]) -> Fraction:
    """The largest average number of plies if a square is named until it has a mark."""
    success, neutral, failure = board[square - 1]
    with_x, with_o = (marked(marks, square, player) for player in (Actor.X, Actor.O))
    after = [longest.get(marks, Fraction(0)) for marks in (with_x, with_o)]
    return (1 + max(success * a + failure * b for a, b in (after, after[::-1]))) / (1 - neutral)
