"""`qttt solve probabilistic`: the values of boards, many at a time in double precision, or each exactly."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rich.text import Text

from qttt.app import screen
from qttt.app.errors import BadInput, one_line
from qttt.app.probabilistic.boards import Named
from qttt.fast.backend import device as device_called
from qttt.fast.probabilistic.boards import given
from qttt.fast.probabilistic.exact import Exact
from qttt.fast.probabilistic.positions import O, X
from qttt.fast.probabilistic.rounding import DOUBT, ERROR_BOUND
from qttt.fast.probabilistic.solve import solve
from qttt.oracle.progress import counting
from qttt.reference.probabilistic.picture import LEGEND, Picture, lines

RULESET = "probabilistic-1.0"
START = 0
"""The code of the empty board."""
ROUNDED = 2.0**-54
"""The largest change of a number from 0 to 1 when it is rounded to double precision."""
PLACES = 10


@dataclass(frozen=True)
class Answer:
    """What a board is worth to X: if X moves first, if O does, and after each first square of X; and the best first
    squares of both. If `exact`, the numbers are fractions and the best squares are decided; otherwise the numbers are
    in double precision and the best squares are those that may be best."""

    named: Named
    first: Fraction | float
    second: Fraction | float
    squares: dict[int, Fraction | float]
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


def answers(boards: Sequence[Named], device: str, exact: bool) -> list[Answer]:
    """The answers on some boards. Raises DeviceError, and BadInput for fractions on a GPU."""
    if not exact:
        return _in_double_precision(boards, device)
    if device == "gpu":
        raise BadInput("--exact does not use a GPU; leave out --device gpu")
    with counting("boards") as report:
        found: list[Answer] = []
        for named in boards:
            report(len(found), len(boards))
            found.append(_exactly(named))
        return found


def _exactly(named: Named) -> Answer:
    play = Exact(named.board)
    first, second = play.value(START, X), play.value(START, O)
    squares: dict[int, Fraction | float] = {**play.squares(START, X)}
    return Answer(named, first, second, squares, play.best(START, X), play.best(START, O), exact=True)


def _in_double_precision(boards: Sequence[Named], device: str) -> list[Answer]:
    """If O moves first, X has what O has otherwise, and the best squares are the same (lemma `empty-board`)."""
    place = device_called(device)
    rows = place.xp.asarray(given([named.board for named in boards]))
    with counting("boards") as report:
        population = solve(place, rows, lambda done: report(done, len(boards)))
    found = []
    for named, value, worth in zip(boards, population.values.tolist(), population.squares.tolist(), strict=True):
        squares = dict(enumerate(worth, start=1))
        best = [square for square in squares if squares[square] >= max(worth) - DOUBT]
        found.append(Answer(named, value, 1 - value, squares, best, best, exact=False))
    return found


def json_object(answer: Answer) -> dict[str, Any]:
    """The JSON object of an answer."""
    fractions = answer.exact and {
        "value_first": str(answer.first),
        "value_second": str(answer.second),
        "squares": {square: str(worth) for square, worth in answer.squares.items()},
    }
    return {
        "ruleset": RULESET,
        "board": answer.named.title,
        "number": answer.named.number,
        "name": answer.named.name,
        "value_first": float(answer.first),
        "value_second": float(answer.second),
        "exact": fractions or None,
        "best_first": list(answer.best_first),
        "best_second": list(answer.best_second),
        "best_within": answer.best_within,
        "squares": {square: float(worth) for square, worth in answer.squares.items()},
        "error_bound": answer.error_bound,
    }


def display(answer: Answer) -> None:
    """Print an answer: what the board is worth, what each first square is, the best ones."""
    out = screen.console()
    out.print(Text.assemble((RULESET, "bold"), ": ", answer.named.title), soft_wrap=True)
    out.print()
    out.print(f"X moves first: value {_number(answer.first)}", style="bold", soft_wrap=True)
    out.print(f"O moves first: value {_number(answer.second)}", style="bold", soft_wrap=True)
    out.print()
    worth = {square: float(value) for square, value in answer.squares.items()}
    shown = Picture(answer.named.board, (None,) * 9, worth, answer.best_first)
    out.print(screen.picture(lambda width: lines(shown, width)))
    out.print(f"What each first square is worth to X, who moves first.\n{LEGEND}", style="dim")
    out.print(_best(answer))
    if answer.exact:
        for square, value in answer.squares.items():
            out.print(f"{square} is worth {value}", soft_wrap=True)
    else:
        out.print(f"Each number is within {answer.error_bound:.1e} of the exact number.", style="dim")


def _best(answer: Answer) -> str:
    listed = ", ".join(map(str, answer.best_first))
    told = f"The best first {'square is' if len(answer.best_first) == 1 else 'squares are'} {listed}, for either player"
    if answer.exact or len(answer.best_first) == 1:
        return f"{told}."
    return f"{told}, to within {answer.best_within:.1e}; --exact distinguishes them."


def display_list(answers: Sequence[Answer]) -> None:
    """Print the answers on many boards, one per row, in decimals."""
    out = screen.console()
    out.print(Text(RULESET, "bold"))
    table = screen.table("board", "X moves first", "O moves first", "best", "name", right=("board",))
    for answer in answers:
        values = (f"{float(value):.{PLACES}f}" for value in (answer.first, answer.second))
        best = ", ".join(map(str, answer.best_first))
        table.add_row(str(answer.named.number), *values, best, Text(one_line(answer.named.name or "")))
    out.print(table)
    if not all(answer.exact for answer in answers):
        out.print(f"Each value is within {ERROR_BOUND:.1e} of the exact value.", style="dim")


def _number(value: Fraction | float) -> str:
    """A value for people: with its fraction, if it is exact.

    >>> _number(Fraction(1, 3)), _number(0.5)
    ('1/3 ≈ 0.3333', '0.5000000000')
    """
    return screen.worth(value) if isinstance(value, Fraction) else f"{value:.{PLACES}f}"
