"""What can be typed: the commands, their arguments and options.

Nothing heavy is imported here: a command loads what it needs.
"""

import json
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from qttt.app import games
from qttt.app.games import Collapse

app = typer.Typer(
    name="qttt",
    help="Quantum tic-tac-toe: solved, shown, played, verified.",
    epilog="A game is written like X1.1-9 O2.1-3 X3.1-3 selA: player, ply, two squares; a selection settles a cycle.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Ruleset = Annotated[str, typer.Argument(callback=games.known, metavar="RULESET", help="The game: goff.")]
Moves = Annotated[
    list[str] | None, typer.Argument(metavar="MOVES", help='The game so far, as in "X1.1-9 O2.1-3"; none: the start.')
]
CollapseRule = Annotated[
    Collapse,
    typer.Option("--collapse", help="Who selects: the opponent of the player who closed the cycle, or that player."),
]
DoubleWin = Annotated[bool, typer.Option("--double-win", help="Count a win with two lines as a double win, value 40.")]
Device = Annotated[Literal["auto", "cpu", "gpu"], typer.Option(help="Where to compute; auto takes a GPU if one works.")]
Stored = Annotated[
    Path | None, typer.Option("--tablebase", metavar="DIR", help="A tablebase that `solve --out` has stored.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Engine = Literal["reference", "fast"]
Player = Literal["human", "perfect"]


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
    collapse: CollapseRule = "opponent",
    through: Annotated[int, typer.Option(min=6, max=7, help="The last ply in the tablebase.")] = 6,
    device: Device = "auto",
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Store the tablebase in this folder.")] = None,
    double_win: DoubleWin = False,
    as_json: Json = False,
) -> None:
    """Value every position: the game, its first moves, best play."""
    from qttt.app.solve import Solved, described, printed

    solved = Solved.on(games.goff(collapse, double_win), device, through, out)
    _print_json(described(solved)) if as_json else printed(solved)


@app.command()
def show(
    ruleset: Ruleset,
    moves: Moves = None,
    collapse: CollapseRule = "opponent",
    double_win: DoubleWin = False,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the picture to this file as well.")] = None,
    as_json: Json = False,
) -> None:
    """Show a position, whose turn it is, or how the game ended."""
    from qttt.app.show import described, printed, write_svg
    from qttt.reference.notation import position_after

    game = games.goff(collapse, double_win)
    position = position_after(game, _text(moves))
    if svg:
        write_svg(position, svg)
    _print_json(described(game, position)) if as_json else printed(game, position)


@app.command()
def best(
    ruleset: Ruleset,
    moves: Moves = None,
    collapse: CollapseRule = "opponent",
    tablebase: Stored = None,
    double_win: DoubleWin = False,
    as_json: Json = False,
) -> None:
    """Tell the value of a position and of each action, and best play.

    Without --tablebase the one of the user's cache folder is used; if there is none, the game is solved, which takes
    seconds, and stored there.
    """
    from qttt.app.best import Advice, described, printed

    advice = Advice.on(games.goff(collapse, double_win), _text(moves), tablebase)
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
    collapse: CollapseRule = "opponent",
    tablebase: Stored = None,
    double_win: DoubleWin = False,
    seed: Annotated[int | None, typer.Option(help="Makes the choice among equally good actions repeatable.")] = None,
) -> None:
    """Play in the terminal, two people or against perfect play."""
    from qttt.app.play import play as play_game

    play_game(games.goff(collapse, double_win), {"X": x == "perfect", "O": o == "perfect"}, tablebase, seed)


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


def _text(moves: list[str] | None) -> str:
    return " ".join(moves or [])


def _print_json(content: dict[str, Any]) -> None:
    print(json.dumps(content, ensure_ascii=False))
