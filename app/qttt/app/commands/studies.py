"""The commands about many games at once: sweep, critical, figures, study, readings.

Nothing heavy is imported here: a command loads what it needs.
"""

from pathlib import Path
from typing import Annotated

import typer

from qttt.app.commands.asked import Asked
from qttt.app.commands.options import (
    Device,
    DoubleWin,
    Json,
    ScoringRule,
    Stochastic,
    Switched,
    WithBoards,
    print_json,
    seed_in_range,
)
from qttt.app.games import Level
from qttt.app.parts import switched_parts


def sweep(
    ruleset: Stochastic,
    step: Annotated[str, typer.Option(help="From q = 0 to 1 by this.")] = "1/20",
    points: Annotated[str | None, typer.Option(metavar="Q,Q,...", help="These values of q instead.")] = None,
    scoring: ScoringRule = None,
    double_win: Annotated[
        bool | None, typer.Option("--double-win/--no-double-win", help="Of the option one value, not both.")
    ] = None,
    device: Device = "auto",
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a table: .csv or .parquet.")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the values: .svg or .png.")] = None,
    as_json: Json = False,
) -> None:
    """Value the game and its first moves for a grid of q, both scorings, with and without double wins, in one pass.

    A table has a row for each setting and first move, with an empty first move for the game itself; exact fractions
    as text, and their numerators and denominators. JSON is a list.
    """
    from qttt.app.sqt import sweep as sweeps

    settings = sweeps.games(sweeps.points(step, points), scoring, double_win)
    rows = sweeps.sweep(settings, device, out, plot)
    print_json(sweeps.described(rows)) if as_json else sweeps.printed(rows)


def critical(
    ruleset: Stochastic,
    scoring: ScoringRule = None,
    double_win: DoubleWin = False,
    device: Device = "auto",
    as_json: Json = False,
) -> None:
    """Tell the values as functions of q, exactly: pieces, breaks, zeros, where the best first moves change.

    Takes a minute. In JSON a number is the root of "polynomial" (coefficients of q^0, q^1, ...) between "low" and
    "high", which are equal if it is rational, and about "decimal". "zeros" and "pieces" are those of the game;
    "coefficients", in points, are those of q^0, q^1, ... "first_moves" has the same for one first move of each symmetry
    class. "best_first_moves" are the best on the whole of an interval, or at a point if "low" and "high" are the same
    number; where two intervals meet, the larger set counts.
    """
    from qttt.app.sqt.critical import critical as found
    from qttt.app.sqt.critical import described, printed

    functions = found(scoring or "draws-even", double_win, device)
    print_json(described(functions)) if as_json else printed(functions)


def figures(
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder for the files.")] = Path("docs/figures"),
    table_6: Annotated[
        bool, typer.Option("--table-6", help="Count the nodes of Table 6 again; else the file that is there is kept.")
    ] = False,
    device: Device = "auto",
) -> None:
    """Make the source's Figures 5 to 8 and Tables 1, 5 and 6 again, from exact values, with the data as CSV.

    Takes some minutes, and with --table-6 more of them. The same values always give the same files.
    """
    from qttt.app.sqt.figures import figures as made

    for file in made(out, device, table_6):
        print(file)


def study(
    ruleset: WithBoards,
    *,
    boards: Annotated[int, typer.Option(metavar="N", help="How many random boards.")],
    seed: Annotated[
        int,
        typer.Option(callback=seed_in_range, help="Of the generator abraham-2024; the boards are its first ones."),
    ],
    out: Annotated[Path, typer.Option(metavar="FILE", help="Write a row a board: .parquet.")],
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the distribution: .svg or .png.")] = None,
    device: Device = "auto",
    as_json: Json = False,
) -> None:
    """Value very many random boards, and tell how they are distributed.

    The file has for each board its number, its value for the first player in double precision, and its best and worst
    first squares as bits, square 1 the lowest. Interrupted, the same command goes on where it stopped: complete parts
    are kept in a folder beside the file. In JSON "distribution" counts the values in bins of equal width from 0 to 1.
    """
    from qttt.app.probabilistic import study as studies

    done = studies.study(studies.sample(boards, seed), device, out, plot)
    print_json(studies.described(done)) if as_json else studies.printed(done)


def readings(
    ruleset: Switched = "tiqtaqtoe",
    level: Annotated[Level | None, typer.Option(help="tiqtaqtoe: this level alone. Else all of them.")] = None,
    device: Device = "auto",
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a table, .csv or .parquet, or a page, .md.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Value a game and its first moves under every combination of switches; tiqtaqtoe at one level or at all.

    Takes half a minute, hybrid a whole one. A table has a row for each reading and first move, with an empty first move
    for the game itself; of hybrid also for each result, and with the best moves then. JSON is a list, each object like
    that of `solve`. The eight games of hybrid with links=two and targets=any have too many positions to be solved: they
    are left out, which is told on standard error; the page has them as not solved.
    """
    switched_parts(ruleset).readings(Asked(ruleset=ruleset, level=level, out=out), device).tell(as_json)
