"""The command `qttt` and its subcommands, in the order of its help."""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, NamedTuple

import typer

from qttt.app.commands.arena import EvaluateCommand, arena, evaluate, train
from qttt.app.commands.conformance import EngineCommand, conform, serve_engine, vectors
from qttt.app.commands.explore import explore, game_of_text
from qttt.app.commands.games import best, perft, play, show, solve
from qttt.app.commands.games_of import GameCommand, asking
from qttt.app.commands.help import HelpedCommand, HelpedGroup, first_paragraph
from qttt.app.commands.proofs import certify, check, verify
from qttt.app.commands.readings import readings
from qttt.app.commands.rules import rule
from qttt.app.commands.study import study
from qttt.app.version import version_line

ABOUT = (
    "A game is written like X1.1-9 O2.1-3 X3.1-3 selA: player, ply, two squares; a selection settles a cycle. "
    "In probabilistic it is written like X1.5 success O2.3 neutral: player, ply, square and outcome. "
    "In tiqtaqtoe it is written like X1.1-2 O2.5: player, ply, one square or two; a measured board like =XO.X..O.X. "
    "In hybrid it is written like X1.7 =X O2.5>7: a measured box and its result, or a link from one box to another."
)
OF_GAMES = (solve, show, best, perft, play)
OTHERS = (rule, verify, study, readings)


def build(only: str = "") -> typer.Typer:
    """The command, with the games that are registered now; with only one subcommand if that is known by its name."""
    app = typer.Typer(
        name="qttt",
        cls=HelpedGroup,
        help="Quantum and probabilistic tic-tac-toe: solved, shown, played, verified.",
        epilog=ABOUT,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(qttt)
    chosen = [each for each in _commands() if each.name == only]
    for each in chosen or _commands():
        app.command(cls=each.kind, short_help=first_paragraph(each.function.__doc__))(each.made())
    if not chosen:
        app.add_typer(vectors(), cls=HelpedGroup)
    return app


class _Command(NamedTuple):
    """A subcommand: its function, its class, and whether it asks for a game, as an argument or by an option."""

    function: Callable[..., Any]
    kind: type[HelpedCommand]
    asks: bool = False
    game: str = ""
    default: Callable[[Mapping[str, Any]], str] | None = None
    about: str = ""

    @property
    def name(self) -> str:
        """The subcommand as it is typed."""
        return self.function.__name__.replace("_", "-")

    def made(self) -> Callable[..., Any]:
        """The function with the options of the games."""
        return asking(self.function, self.game, self.default, self.about) if self.asks else self.function


def _commands() -> Iterator[_Command]:
    """All subcommands but the group `vectors`."""
    yield from (_Command(each, GameCommand, asks=True) for each in OF_GAMES)
    yield _Command(explore, GameCommand, asks=True, game="--game", default=game_of_text)
    yield _Command(arena, GameCommand, asks=True, game="--game")
    yield _Command(evaluate, EvaluateCommand, asks=True, game="--game")
    yield _Command(train, GameCommand, asks=True, about="The game: goff, the only one with learners.")
    yield _Command(certify, GameCommand, asks=True)
    yield _Command(check, HelpedCommand)
    yield _Command(conform, EngineCommand)
    yield _Command(serve_engine, HelpedCommand)
    yield from (_Command(other, HelpedCommand) for other in OTHERS)


def qttt(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    if version:
        print(version_line())
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())
