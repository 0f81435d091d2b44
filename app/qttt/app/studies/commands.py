"""The commands of the studies: sweep, study, critical, figures, readings, experiments, judge.

Nothing heavy is imported here: a command loads what it needs.
"""

from pathlib import Path
from typing import Annotated

import typer

from qttt.app.commands.options import Device, Json, print_json, seed_in_range
from qttt.app.errors import BadInput
from qttt.app.studies.options import (
    DoubleWin,
    OneScoring,
    Scoring,
    SourceName,
    Stochastic,
    WithExperiments,
)


def sweep(
    ruleset: Stochastic,
    step: Annotated[str, typer.Option(help="Step between values of q from 0 to 1.")] = "1/20",
    points: Annotated[
        str | None, typer.Option(metavar="Q,Q,...", help="Use these values of q. Default: those of --step.")
    ] = None,
    scoring: Annotated[
        Scoring | None,
        typer.Option("--scoring", help="Use only this scoring: a draw is worth 0, or 5 to O. Default: both."),
    ] = None,
    double_win: Annotated[
        bool | None, typer.Option("--double-win/--no-double-win", help="Use only this setting. Default: both.")
    ] = None,
    device: Device = "auto",
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a table (.csv or .parquet).")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the values (.svg or .png).")] = None,
    as_json: Json = False,
) -> None:
    """Value the game and its first moves for a grid of q, both scorings, with and without double wins.

    A table has one row per setting and first move, with an empty first move for the game itself, and gives exact
    fractions as text, with numerators and denominators. JSON is a list.
    """
    from qttt.app.studies.sqt import sweep as sweeps

    settings = sweeps.games(sweeps.points(step, points), scoring, double_win)
    sweeps.check(out, plot)
    rows = sweeps.in_passes(settings, device)
    sweeps.write(rows, out, plot)
    print_json(sweeps.json_list(rows)) if as_json else sweeps.print_rows(rows)


def critical(
    ruleset: Stochastic,
    scoring: OneScoring = None,
    double_win: DoubleWin = False,
    device: Device = "auto",
    as_json: Json = False,
) -> None:
    """Show the values as exact functions of q: pieces, breaks, zeros, where the best first moves change.

    Takes a minute. In JSON a number is the root of "polynomial" (coefficients of q^0, q^1, ...) between "low" and
    "high", which are equal if the number is rational; "decimal" is the number rounded. "zeros" and "pieces" are those
    of the game; "coefficients", in points, are those of q^0, q^1, ... "first_moves" gives the same for one first move
    of each symmetry class. "best_first_moves" are the best on the whole of an interval, or at a point if "low" and
    "high" are the same number; where two intervals meet, the larger set counts.
    """
    from qttt.app.studies.sqt import critical as functions

    found = functions.critical(scoring or "draws-even", double_win, device)
    print_json(functions.json_object(found)) if as_json else functions.print_functions(found)


def figures(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the files.")] = Path("docs/figures"),
    table_6: Annotated[
        bool, typer.Option("--table-6", help="Count the nodes of Table 6 again. Default: keep the file in the folder.")
    ] = False,
    device: Device = "auto",
) -> None:
    """Reproduce the source's Figures 5 to 8 and Tables 1, 5 and 6 from exact values, with the data as CSV.

    Takes some minutes, and some more with --table-6. Equal values give equal files.
    """
    from qttt.app.studies.sqt.figures import figures as write_figures

    for file in write_figures(out, device, table_6):
        print(file)


def results(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for results.md, .csv, .json and .bib.")] = Path(
        "docs"
    ),
    device: Device = "auto",
) -> None:
    """Compute every value of a game that is known, with the claim that establishes it, as a page, CSV, JSON and BibTeX.

    Takes some minutes. Equal values give equal files.
    """
    from qttt.app.studies.results.run import write

    for file in write(out, device):
        print(file)


def experiments(
    ruleset: WithExperiments,
    *,
    many: Annotated[
        list[int],
        typer.Option("--games", metavar="N", help="Number of games per match. Repeat the option for more samples."),
    ],
    seed: Annotated[int, typer.Option(help="Random seed; equal seeds give equal games.")],
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder for experiments.md, and for experiments/ with all other files.")
    ],
) -> None:
    """Reproduce Figures 13 to 24 and Tables 1 to 3 of Wong (2023), with intervals and with exact values.

    Takes some minutes on all cores. experiments/data.json keeps every result at once: after an interruption the same
    command resumes, and plays no match again. Equal seeds give equal files.
    """
    from qttt.app.studies.experiments.run import experiments as write_experiments

    for file in write_experiments(many, seed, out):
        print(file)


def judge(
    source: SourceName = None,
    every: Annotated[bool, typer.Option("--all", help="Judge every source.")] = False,
    seed: Annotated[
        int, typer.Option(callback=seed_in_range, help="Random seed of the statements that need games.")
    ] = 1,
    results: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="wong-2023: data of `qttt experiments`. Default: compute everything again."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a page (.md). With --all: the folder for all pages and their list."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Print a verdict on each statement of a source, computed from exact values.

    Takes some minutes for each source. Without --results, wong-2023 takes longer. Equal seeds give equal verdicts. JSON
    is a list of verdicts; with --all, an object of such lists.
    """
    from qttt.app.studies.sources.command import judge_all, judge_one

    if every == bool(source):
        raise BadInput("judge takes a source or --all: name one of them")
    found = judge_all(seed, results, out, as_json) if every else judge_one(source or "", seed, results, out, as_json)
    if as_json:
        print_json(found)
