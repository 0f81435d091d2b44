"""What can be typed: the commands, their arguments and options.

Nothing heavy is imported here: a command loads what it needs.
"""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from qttt.app import games
from qttt.app.errors import BadInput
from qttt.app.options import (
    CollapseRule,
    Device,
    DoubleWin,
    Engine,
    Json,
    Moves,
    Player,
    Q,
    Ruleset,
    ScoringRule,
    Side,
    Stochastic,
    Stored,
)

app = typer.Typer(
    name="qttt",
    help="Quantum tic-tac-toe: solved, shown, played, verified.",
    epilog="A game is written like X1.1-9 O2.1-3 X3.1-3 selA: player, ply, two squares; a selection settles a cycle.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def qttt(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    if version:
        from importlib.metadata import PackageNotFoundError
        from importlib.metadata import version as version_of

        try:
            print(f"qttt {version_of('qttt')}")
        except PackageNotFoundError:
            print("qttt, not installed")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def solve(
    ruleset: Ruleset,
    collapse: CollapseRule = None,
    q: Q = None,
    scoring: ScoringRule = None,
    through: Annotated[int, typer.Option(min=6, max=7, help="The last ply in the tablebase; 7 for goff alone.")] = 6,
    device: Device = "auto",
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Store the tablebase in this folder.")] = None,
    double_win: DoubleWin = False,
    as_json: Json = False,
) -> None:
    """Value every position: the game, its first moves, best play.

    qttt solve sqt needs --q.
    """
    from qttt.reference.sqt import Sqt

    game = games.chosen(ruleset, collapse, q, scoring, double_win)
    if not isinstance(game, Sqt):
        from qttt.app.solve import Solved, described, printed

        solved = Solved.on(game, device, through, out)
        _print_json(described(solved)) if as_json else printed(solved)
        return
    from qttt.app import solve_sqt

    if through != 6:
        raise BadInput("--through 7 is for goff: a tablebase of sqt has plies 0 to 6")
    settled = solve_sqt.Solved.on(game, device, out)
    _print_json(solve_sqt.described(settled)) if as_json else solve_sqt.printed(settled)


@app.command()
def show(
    ruleset: Ruleset,
    moves: Moves = None,
    collapse: CollapseRule = None,
    q: Q = None,
    scoring: ScoringRule = None,
    double_win: DoubleWin = False,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the picture to this file as well.")] = None,
    as_json: Json = False,
) -> None:
    """Show a position, whose turn it is, or how the game ended."""
    from qttt.app.show import described, printed, write_svg
    from qttt.reference.notation import position_after

    game = games.chosen(ruleset, collapse, q, scoring, double_win)
    position = position_after(game, _text(moves))
    if svg:
        write_svg(position, svg)
    _print_json(described(game, position)) if as_json else printed(game, position)


@app.command()
def best(
    ruleset: Ruleset,
    moves: Moves = None,
    collapse: CollapseRule = None,
    q: Q = None,
    scoring: ScoringRule = None,
    tablebase: Stored = None,
    double_win: DoubleWin = False,
    as_json: Json = False,
) -> None:
    """Tell the value of a position and of each action, and best play.

    Without --tablebase the one of the user's cache folder is used; if there is none, the game is solved, which takes
    seconds, and stored there. Where the System selects, both settlements' values and probabilities are told.
    """
    from qttt.app.best import Advice, described, printed

    game = games.chosen(ruleset, collapse, q, scoring, double_win)
    advice = Advice.on(game, _text(moves), tablebase)
    _print_json(described(advice)) if as_json else printed(advice)


@app.command()
def perft(
    ruleset: Ruleset,
    depth: Annotated[int, typer.Option(min=1, max=9, help="Count to this ply.")],
    engine: Annotated[Engine, typer.Option(help="The reference takes minutes from depth 5 on.")] = "fast",
    device: Device = "auto",
    as_json: Json = False,
) -> None:
    """Count the move sequences of 1, 2, ... plies."""
    from qttt.app.perft import counted, printed

    counts = counted(engine, depth, device)
    if as_json:
        _print_json({"ruleset": games.RULESETS[ruleset], "engine": engine, "counts": counts})
    else:
        printed(counts)


@app.command()
def play(
    ruleset: Ruleset,
    x: Annotated[Player, typer.Option("--x", help="Who plays X.")] = "human",
    o: Annotated[Player, typer.Option("--o", help="Who plays O.")] = "human",
    collapse: CollapseRule = None,
    q: Q = None,
    scoring: ScoringRule = None,
    tablebase: Stored = None,
    double_win: DoubleWin = False,
    seed: Annotated[int | None, typer.Option(help="Makes what is left to chance repeatable.")] = None,
) -> None:
    """Play in the terminal, two people or against perfect play.

    In sqt the System settles closed cycles by chance, and tells what both settlements are worth.
    """
    from qttt.app.play import play as play_game

    game = games.chosen(ruleset, collapse, q, scoring, double_win)
    play_game(game, {"X": x == "perfect", "O": o == "perfect"}, tablebase, seed)


@app.command()
def verify(
    claims: Annotated[list[str] | None, typer.Argument(metavar="CLAIM", help="IDs of claims; none: all.")] = None,
    full: Annotated[bool, typer.Option("--full", help="Include the claims that take minutes.")] = False,
    as_json: Json = False,
) -> int:
    """Establish the project's claims again, each with its mutants.

    Exit code 1 if a claim does not hold or a mutant is not caught.
    """
    from qttt.app.verify import described, established, printed

    if as_json:
        results = established(claims or [], full)
        _print_json(described(results))
    else:
        results = printed(claims or [], full)
    return 0 if all(result.ok for result in results) else 1


@app.command()
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
    from qttt.app import sweep as sweeps

    settings = sweeps.games(sweeps.points(step, points), scoring, double_win)
    rows = sweeps.sweep(settings, device, out, plot)
    _print_json(sweeps.described(rows)) if as_json else sweeps.printed(rows)


@app.command()
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
    from qttt.app.critical import critical as found
    from qttt.app.critical import described, printed

    functions = found(scoring or "draws-even", double_win, device)
    _print_json(described(functions)) if as_json else printed(functions)


@app.command()
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
    from qttt.app.figures import figures as made

    for file in made(out, device, table_6):
        print(file)


@app.command()
def certify(
    ruleset: Ruleset,
    moves: Moves = None,
    *,
    player: Annotated[Side, typer.Option(help="Whose strategy: X's guarantees the value, O's holds X to it.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The certificate.")],
    collapse: CollapseRule = None,
    q: Q = None,
    scoring: ScoringRule = None,
    tablebase: Stored = None,
    double_win: DoubleWin = False,
    as_json: Json = False,
) -> None:
    """Write a strategy that proves the value of a game, or of the position after MOVES; `qttt check` checks it.

    Takes about half a minute for a whole game.
    """
    from qttt.app.certify import certify as written
    from qttt.app.certify import described, printed

    game = games.chosen(ruleset, collapse, q, scoring, double_win)
    certificate = written(game, player, _text(moves), tablebase, out)
    _print_json(described(certificate, out)) if as_json else printed(certificate, out)


@app.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A certificate that `certify` has written.")],
    as_json: Json = False,
) -> int:
    """Check a certificate by the rules alone, without the engine that wrote it.

    Exit code 1 if it does not hold; the game that refutes it is told.
    """
    from qttt.app.check import described, judged, printed

    result = judged(file)
    _print_json(described(result)) if as_json else printed(result)
    return 0 if result.checked else 1


def _text(moves: list[str] | None) -> str:
    return " ".join(moves or [])


def _print_json(content: Any) -> None:
    print(json.dumps(content, ensure_ascii=False))
