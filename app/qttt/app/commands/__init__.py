"""The command `qttt`: each subcommand has a file here, those about a single game share one; it is imported only if the
subcommand is typed."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from qttt.app.options import PlainCommand, PlainGroup

if TYPE_CHECKING:
    from qttt.app.command import Command

NAMES = (
    *("games", "solve", "show", "best", "perft", "play", "explore", "arena", "evaluate", "train", "certify", "check"),
    *("conform", "serve-engine", "rule", "cite", "verify", "study", "readings", "vectors"),
)
"""The subcommands, in the order of the help."""
OF_A_GAME = ("solve", "show", "best", "perft", "play")
"""Those whose file is `game.py`."""
ABOUT = (
    "A game is written like X1.1-9 O2.1-3 X3.1-3 selA: player, ply, two squares; a selection settles a cycle. "
    "In probabilistic it is written like X1.5 success O2.3 neutral: player, ply, square and outcome. "
    "In tiqtaqtoe it is written like X1.1-2 O2.5: player, ply, one square or two; a measured board like =XO.X..O.X. "
    "In hybrid it is written like X1.7 =X O2.5>7: a measured box and its result, or a link from one box to another."
)


def in_full(words: list[str]) -> list[str]:
    """The words of a command line as the command reads them: a game without a command asks for its best moves.

    >>> in_full(["help", "Goff"]), in_full(["version"])
    (['best', 'Goff', '--help'], ['--version'])
    """
    match words:
        case ["-V" | "version"]:
            return ["--version"]
        case ["help", *rest]:
            return in_full([*rest, "--help"])
        case [name, *_] if name not in NAMES and not name.startswith("-"):
            from qttt.app.games import meant

            return ["best", *words] if meant(name) else words
    return words


def build(only: str = "") -> typer.Typer:
    """The command with one subcommand; if there is none of this name, with all of them, which are listed only."""
    app = typer.Typer(
        name="qttt",
        cls=PlainGroup,
        help="Quantum and probabilistic tic-tac-toe: solved, shown, played, verified.",
        epilog=ABOUT,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(qttt)
    if only not in NAMES:
        for name in NAMES:
            app.command(name, cls=PlainCommand, short_help=_summary(name))(lambda: None)
        return app
    command: Command | typer.Typer = import_module(f"{__name__}.{_file(only)}").COMMANDS[only]
    if isinstance(command, typer.Typer):
        app.add_typer(command, cls=PlainGroup)
    else:
        app.command(only, cls=command.kind)(command.made())
    return app


def _file(name: str) -> str:
    """The name of a subcommand's file, without its suffix."""
    return "game" if name in OF_A_GAME else name.replace("-", "_")


def _summary(name: str) -> str:
    """The first paragraph of a subcommand's docstring, on one line, without importing or parsing its file."""
    text = Path(__file__).with_name(f"{_file(name)}.py").read_text(encoding="utf-8")
    _, docstring, _ = text.partition(f"\ndef {name.replace('-', '_')}(")[2].split('"""', 2)
    return " ".join(docstring.split("\n\n")[0].split())


def qttt(
    context: typer.Context,
    version_wanted: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    if version_wanted:
        from qttt.app.installed import version

        print(f"qttt {version()}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())
