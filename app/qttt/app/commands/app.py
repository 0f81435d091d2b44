"""What can be typed: the command `qttt` and what it can do, in the order of its help."""

from typing import Annotated

import typer

from qttt.app.commands.arena import arena, experiments
from qttt.app.commands.circuits import circuit
from qttt.app.commands.games import best, perft, play, show, solve, tutor
from qttt.app.commands.proofs import certify, check, verify
from qttt.app.commands.studies import critical, figures, readings, study, sweep

app = typer.Typer(
    name="qttt",
    help="Quantum and probabilistic tic-tac-toe: solved, shown, played, verified.",
    epilog=(
        "A game is written like X1.1-9 O2.1-3 X3.1-3 selA: player, ply, two squares; a selection settles a cycle. "
        "In probabilistic like X1.5 success O2.3 neutral: player, ply, a square, and what came of it. "
        "In tiqtaqtoe like X1.1-2 O2.5: player, ply, one square or two; the board that is measured like =XO.X..O.X. "
        "In hybrid like X1.7 =X O2.5>7: a box that is measured and what is found, or a link from a box to another."
    ),
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


COMMANDS = (
    *(solve, show, best, perft, play, tutor, arena, circuit),
    *(verify, sweep, study, critical, figures, readings, experiments, certify, check),
)
for command in COMMANDS:
    app.command()(command)
