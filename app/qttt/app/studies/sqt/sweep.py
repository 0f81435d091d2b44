"""`qttt sweep sqt`: the stochastic game for a grid of settings, each position visited once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qttt.app import screen
from qttt.app.errors import BadInput
from qttt.app.files import check_file, suffix_of, write_bytes
from qttt.app.goff.solve import classes_of_first_moves
from qttt.app.sqt.settings import setting_of
from qttt.app.sqt.solve import setting_object
from qttt.app.studies.options import Scoring
from qttt.app.tables import Column, check_table, fraction_columns, table_bytes
from qttt.fast.backend import Device
from qttt.fast.backend import device as device_called
from qttt.fast.sqt import solve
from qttt.oracle.progress import Report, counting
from qttt.oracle.sqt.entry import PerfectSqt
from qttt.reference.goff import Action, Position
from qttt.reference.picture import decimal
from qttt.reference.sqt import SCORINGS, Sqt, probability

if TYPE_CHECKING:
    from qttt.app.studies.plots import Line

DRAWS = {"draws-even": "draw 0", "draws-second": "draw 5 for O"}
"""The scorings in words."""
MOST = 96
"""Settings per pass."""


@dataclass(frozen=True)
class Row:
    """A setting, its value, and the values of its first moves."""

    game: Sqt
    value: Fraction
    first_moves: dict[Action, Fraction]


def points(step: str, listed: str | None) -> list[Fraction]:
    """The values of q asked for, ascending: those listed, or from 0 to 1 in steps. Raises BadInput.

    >>> [str(q) for q in points("1/3", None)], [str(q) for q in points("1/20", "0.5, 0")]
    (['0', '1/3', '2/3', '1'], ['0', '1/2'])
    """
    try:
        if listed is not None:
            return sorted({probability(text.strip()) for text in listed.split(",")})
        each = probability(step)
    except ValueError as error:
        raise BadInput(f"{'--step' if listed is None else '--points'}: {error}") from error
    if not each or (1 / each).denominator != 1:
        raise BadInput(f"--step: {step} does not divide 1 into equal parts: expected a step such as 1/20")
    return [each * k for k in range(int(1 / each) + 1)]


def games(qs: Sequence[Fraction], scoring: Scoring | None, double_win: bool | None) -> list[Sqt]:
    """The settings asked for; None means both. Raises BadInput for a q with a large denominator."""
    scorings = [scoring] if scoring else list(SCORINGS)
    options = [False, True] if double_win is None else [double_win]
    asked = [Sqt(q, scoring, option) for scoring, option, q in product(scorings, options, qs)]
    for game in asked:
        setting_of(game)
    return asked


def swept(games: Sequence[Sqt], device: Device, report: Report = lambda _: None) -> list[Row]:
    """The values of each setting, in one pass over the positions; memory grows with their number."""
    tablebase = solve.solve(device, [setting_of(game) for game in games], report).tablebase
    plays = [PerfectSqt(game, tablebase) for game in games]
    return [Row(play.game, play.value(Position()), play.values(Position())) for play in plays]


def in_passes(games: Sequence[Sqt], device: str) -> list[Row]:
    """The values of each setting, in as many passes as they need, with the progress on standard error."""
    rows: list[Row] = []
    with counting("settings") as report:
        for first in range(0, len(games), MOST):
            report(first, len(games))
            rows += swept(games[first : first + MOST], device_called(device))
    return rows


def check(out: Path | None, plot: Path | None) -> None:
    """Raise BadInput for a file that cannot be written or needs an extra."""
    if out:
        check_file(out)
        check_table(out)
    if plot:
        from qttt.app.plots import check_plot

        check_file(plot)
        check_plot(plot)


def write(rows: Sequence[Row], out: Path | None, plot: Path | None) -> None:
    """Write each named file whole or not at all."""
    if out:
        write_bytes(out, table_bytes(columns(rows), suffix_of(out)))
    if plot:
        from qttt.app.studies.plots import plot as plotted

        suffix = suffix_of(plot)
        write_bytes(plot, plotted(lines(rows), "Value of the game", (6.4, 4.4), [suffix])[suffix])


def lines(rows: Sequence[Row]) -> list["Line"]:
    """The value of the game along q, a line for each scoring and option."""
    from qttt.app.studies.plots import Line

    points: dict[str, dict[Fraction, Fraction]] = {}
    for row in rows:
        name = f"{DRAWS[row.game.scoring]}{', two lines double' * row.game.double_win}"
        points.setdefault(name, {})[row.game.q] = row.value
    return [Line(name, values) for name, values in points.items()]


def columns(rows: Sequence[Row]) -> list[Column]:
    """The values as columns of a table, a row for each setting and first move, "" for the game itself."""
    cells = [(row.game, move, value) for row in rows for move, value in _values(row)]
    return [
        *fraction_columns("q", [game.q for game, _, _ in cells]),
        Column("scoring", [game.scoring for game, _, _ in cells]),
        Column("double_win", [game.double_win for game, _, _ in cells]),
        Column("first_move", [move for _, move, _ in cells]),
        *fraction_columns("value", [value for _, _, value in cells]),
    ]


def _values(row: Row) -> Iterator[tuple[str, Fraction]]:
    yield "", row.value
    for move, value in row.first_moves.items():
        yield str(move), value


def json_list(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """The settings and their values as a list for JSON."""
    return [setting_object(row.game, row.value, row.first_moves) for row in rows]


def print_rows(rows: Sequence[Row]) -> None:
    """Print the value and the best first moves of each setting."""
    out = screen.console()
    for scoring, double_win in dict.fromkeys((row.game.scoring, row.game.double_win) for row in rows):
        here = [row for row in rows if (row.game.scoring, row.game.double_win) == (scoring, double_win)]
        table = screen.table("q", "value", "", "best first moves", right=("q", "value", ""))
        for row in here:
            classes = classes_of_first_moves(row.game, row.first_moves)
            best = " ".join(str(move) for move, _ in classes if row.first_moves[move] == row.value)
            table.add_row(str(row.game.q), str(row.value), decimal(row.value), best)
        out.print(f"{here[0].game.ruleset}: {scoring}{', double wins count' * double_win}", style="bold")
        out.print(table)
        out.print()
