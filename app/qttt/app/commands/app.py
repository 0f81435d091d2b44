"""The command `qttt` and its subcommands, in the order of its help."""

from typing import Annotated

import typer

from qttt.app.commands.arena import EvaluateCommand, arena, evaluate, train
from qttt.app.commands.conformance import EngineCommand, conform, serve_engine, vectors
from qttt.app.commands.games import best, perft, play, show, solve
from qttt.app.commands.games_of import GameCommand, asking
from qttt.app.commands.help import HelpedCommand, HelpedGroup
from qttt.app.commands.proofs import certify, check, verify
from qttt.app.games import views
from qttt.app.studies.commands import critical, experiments, figures, judge, readings, study, sweep
from qttt.oracle.registry import games

ABOUT = (
    "A game is written like X1.1-9 O2.1-3 X3.1-3 selA: player, ply, two squares; a selection settles a cycle. "
    "In probabilistic it is written like X1.5 success O2.3 neutral: player, ply, square and outcome. "
    "In tiqtaqtoe it is written like X1.1-2 O2.5: player, ply, one square or two; a measured board like =XO.X..O.X. "
    "In hybrid it is written like X1.7 =X O2.5>7: a measured box and its result, or a link from one box to another."
)
OF_GAMES = (solve, show, best, perft, play)
OTHERS = (verify, sweep, study, critical, figures, readings, experiments, judge)


def build() -> typer.Typer:
    """The command, with the games that are registered now."""
    app = typer.Typer(
        name="qttt",
        cls=HelpedGroup,
        help="Quantum and probabilistic tic-tac-toe: solved, shown, played, verified.",
        epilog=ABOUT,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(qttt)
    for command in OF_GAMES:
        app.command(cls=GameCommand)(asking(command))
    app.command(cls=GameCommand)(asking(arena, game="--game"))
    app.command(cls=EvaluateCommand)(asking(evaluate, game="--game"))
    app.command(cls=GameCommand)(asking(train))
    app.command(cls=GameCommand)(asking(certify))
    app.command(cls=HelpedCommand)(check)
    app.command(cls=EngineCommand)(conform)
    app.command(cls=HelpedCommand)(serve_engine)
    app.add_typer(vectors(), cls=HelpedGroup)
    for name in games():
        for own in getattr(views(name), "commands", tuple)():
            app.command(cls=HelpedCommand)(own)
    for other in OTHERS:
        app.command(cls=HelpedCommand)(other)
    return app


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
