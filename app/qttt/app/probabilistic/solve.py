"""`qttt solve probabilistic`: the values of boards, many at a time in double precision, or each exactly."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rich.text import Text

from qttt.app import screen
from qttt.app.errors import BadInput, one_line
from qttt.app.probabilistic.boards import Named
from qttt.fast.backend import device as device_called
from qttt.fast.probabilistic.boards import rows_of
from qttt.fast.probabilistic.exact import Exact
from qttt.fast.probabilistic.positions import O, X
from qttt.fast.probabilistic.solve import solve
from qttt.fast.probabilistic.value import DOUBT, ERROR_BOUND
from qttt.oracle.progress import counting
from qttt.reference.probabilistic.picture import LEGEND, Picture, lines
from qttt.spec import rulesets

RULESET = rulesets()["probabilistic"].id
START = 0
"""The code of the empty board."""
ROUNDED = 2.0**-54
"""The largest change of a number from 0 to 1 when it is rounded to double precision."""
PLACES = 10


@dataclass(frozen=True)
class BoardWorth:
    """What a board is worth to X: if X moves first, if O does, and after each first square of X; and the best first
    squares of both. If `exact`, the numbers are fractions and the best squares are decided; otherwise the numbers are
    in double precision and the best squares are those that may be best."""

    named: Named
    first: Fraction | float
    second: Fraction | float
    squares: Mapping[int, Fraction | float]
    best_first: Sequence[int]
    best_second: Sequence[int]
    exact: bool

    @property
    def error_bound(self) -> float:
        """The most by which a number in double precision differs from the true one."""
        return ROUNDED if self.exact else ERROR_BOUND

    @property
    def best_within(self) -> float:
        """The most by which a listed square is worse than the best; every best square is listed."""
        return 0.0 if self.exact else 2 * DOUBT


def worths(boards: Sequence[Named], device: str, exact: bool) -> list[BoardWorth]:
    """What some boards are worth. Raises DeviceError, and BadInput for fractions on a GPU."""
    if exact and device == "gpu":
        raise BadInput("--exact does not use a GPU; leave out --device gpu")
    with counting("boards") as report:
        if exact:
            made: list[BoardWorth] = []
            for named in boards:
                report(len(made), len(boards))
                made.append(_exactly(named))
            return made
        place = device_called(device)
        rows = place.xp.asarray(rows_of([named.board for named in boards]))
        population = solve(place, rows, lambda done: report(done, len(boards)))
    solved = zip(boards, population.values.tolist(), population.squares.tolist(), strict=True)
    return [_in_double_precision(*each) for each in solved]


def _exactly(named: Named) -> BoardWorth:
    play = Exact(named.board)
    first, second = play.value(START, X), play.value(START, O)
    return BoardWorth(
        named, first, second, play.squares(START, X), play.best(START, X), play.best(START, O), exact=True
    )


def _in_double_precision(named: Named, value: float, worth: Sequence[float]) -> BoardWorth:
    """If O moves first, X has what O has otherwise, and the best squares are the same (lemma `empty-board`)."""
    squares = dict(enumerate(worth, start=1))
    best = [square for square in squares if squares[square] >= max(worth) - DOUBT]
    return BoardWorth(named, value, 1 - value, squares, best, best, exact=False)


def json_object(worth: BoardWorth) -> dict[str, object]:
    """The JSON object of what a board is worth."""
    fractions = worth.exact and {
        "value_first": str(worth.first),
        "value_second": str(worth.second),
        "squares": {square: str(value) for square, value in worth.squares.items()},
    }
    return {
        "ruleset": RULESET,
        "board": worth.named.title,
        "number": worth.named.number,
        "name": worth.named.name,
        "value_first": float(worth.first),
        "value_second": float(worth.second),
        "exact": fractions or None,
        "best_first": list(worth.best_first),
        "best_second": list(worth.best_second),
        "best_within": worth.best_within,
        "squares": {square: float(value) for square, value in worth.squares.items()},
        "error_bound": worth.error_bound,
    }


def display(worth: BoardWorth) -> None:
    """Print what the board is worth, what each first square is, and the best ones."""
    out = screen.console()
    out.print(Text.assemble((RULESET, "bold"), ": ", worth.named.title), soft_wrap=True)
    out.print()
    out.print(f"X moves first: value {_number(worth.first)}", style="bold", soft_wrap=True)
    out.print(f"O moves first: value {_number(worth.second)}", style="bold", soft_wrap=True)
    out.print()
    values = {square: float(value) for square, value in worth.squares.items()}
    shown = Picture(worth.named.board, (None,) * 9, values, worth.best_first)
    out.print(screen.Drawing(lambda width: lines(shown, width)))
    out.print(f"What each first square is worth to X, who moves first.\n{LEGEND}", style="dim")
    out.print(_best(worth))
    if worth.exact:
        for square, value in worth.squares.items():
            out.print(f"{square} is worth {value}", soft_wrap=True)
    else:
        out.print(f"Each number is within {worth.error_bound:.1e} of the exact number.", style="dim")


def _best(worth: BoardWorth) -> str:
    listed = ", ".join(map(str, worth.best_first))
    told = f"The best first {'square is' if len(worth.best_first) == 1 else 'squares are'} {listed}, for either player"
    if worth.exact or len(worth.best_first) == 1:
        return f"{told}."
    return f"{told}, to within {worth.best_within:.1e}; --exact distinguishes them."


def display_list(many: Sequence[BoardWorth]) -> None:
    """Print the answers about many boards, one per row, in decimals."""
    out = screen.console()
    out.print(Text(RULESET, "bold"))
    table = screen.table("board", "X moves first", "O moves first", "best", "name", right=("board",))
    for worth in many:
        values = (f"{float(value):.{PLACES}f}" for value in (worth.first, worth.second))
        best = ", ".join(map(str, worth.best_first))
        table.add_row(str(worth.named.number), *values, best, Text(one_line(worth.named.name or "")))
    out.print(table)
    if not all(worth.exact for worth in many):
        out.print(f"Each value is within {ERROR_BOUND:.1e} of the exact value.", style="dim")


def _number(value: Fraction | float) -> str:
    """A value for people: with its fraction, if it is exact.

    >>> _number(Fraction(1, 3)), _number(0.5)
    ('1/3 ≈ 0.3333', '0.5000000000')
    """
    return screen.worth(value) if isinstance(value, Fraction) else f"{value:.{PLACES}f}"
