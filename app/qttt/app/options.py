"""Arguments and options that several commands share, and those that only some games have; and commands of typer that
load no more than their arguments need: the list of all commands, nothing of any game."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Annotated, Any, Literal, NamedTuple, get_args

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from qttt.app.errors import BadInput


def seed_in_range(seed: int | None) -> int | None:
    """The seed, if there is one. Raises BadInput unless 0 <= seed < 2**64."""
    if seed is not None and not 0 <= seed < 1 << 64:
        raise BadInput(f"--seed: {seed} is out of range: expected 0 to 2^64 - 1")
    return seed


def check_games(number: int, most: int) -> None:
    """Raise BadInput for a number of games that is out of range."""
    if not 1 <= number <= most:
        raise BadInput(f"--games: {number:,} is out of range: expected 1 to {most:,}")


Moves = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="MOVES",
        help='The game so far, such as "X1.1-9 O2.1-3" or 1-9 1-3, or a written position. Default: the start.',
    ),
]
Device = Annotated[
    Literal["auto", "cpu", "gpu"], typer.Option(help="Where to compute; auto uses a GPU if there is one.")
]
Picture = Annotated[
    Path | None,
    typer.Option("--out", "--svg", metavar="FILE", help="Also write the picture to this file (.svg or .png)."),
]
Json = Annotated[bool, typer.Option("--json", help="Print only JSON, on one line.")]
Timeout = Annotated[
    float,
    typer.Option(
        min=0.01, max=3600, help="Seconds that an engine has for an answer; five times as many, at least 10, to start."
    ),
]


class CommandOption(NamedTuple):
    """An option of commands that only some games have: its name, type, help, and the commands."""

    name: str
    kind: Any
    help: str
    commands: tuple[str, ...]
    metavar: str | None = None


READING = "The reading of a public program, such as KSmanis; docs/programs.md lists them."
SHARED = (
    CommandOption(
        "out",
        Path,
        "Store the tablebase in this file instead of the user's, such as goff.tablebase; or write the value of every "
        "stored position as a table (.parquet), exactly and as the nearest double (relative error at most 2**-53).",
        ("solve",),
        "FILE",
    ),
    CommandOption("again", bool, "Solve also what is stored. Default: show it.", ("solve",)),
    CommandOption(
        "tablebase",
        Path,
        "Tablebase file written by `solve --out`. Default: the user's, solved and stored first if missing.",
        ("best", "cite", "play", "arena", "certify", "evaluate", "train"),
        "FILE",
    ),
    CommandOption(
        "player",
        Literal["X", "O"],
        "Player whose strategy to write: X's guarantees at least the value, O's at most the value.",
        ("certify",),
    ),
)
"""Options of every game, unless it lacks them."""


class Offers(NamedTuple):
    """What commands offer for a game: options that they have for it, options of other games that they lack for it,
    what their help says of it, by command, and the class of what is asked about it."""

    options: tuple[CommandOption, ...] = ()
    lacks: tuple[str, ...] = ()
    help: Mapping[str, str] = MappingProxyType({})
    query: str = "qttt.app.games:Query"


class PlainCommand(TyperCommand):
    """A command that takes an option once, unless it may be repeated, and loads pydantic only for a value that must be
    converted."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """See click. Raises BadInput for an option that is given twice."""
        written = [arg.partition("=")[0] for arg in args[: args.index("--") if "--" in args else None]]
        for parameter in self.params:
            if isinstance(parameter, TyperOption) and not (parameter.multiple or parameter.is_flag):
                given = [each for each in written if each in parameter.opts]
                if len(given) > 1:
                    raise BadInput(f"{' and '.join(dict.fromkeys(given))}: given twice; leave one out")
        return super().parse_args(ctx, args)

    def get_params(self, ctx: Any) -> list[Any]:
        """See click."""
        return _spare_all(super().get_params(ctx))


class PlainGroup(TyperGroup):
    """A group of commands, like `PlainCommand`."""

    def get_params(self, ctx: Any) -> list[Any]:
        """See click."""
        return _spare_all(super().get_params(ctx))


def _spare_all(parameters: list[Any]) -> list[Any]:
    for parameter in parameters:
        if "get_runtime_param" not in vars(parameter) and hasattr(parameter, "get_runtime_param"):
            _spare(parameter)
    return parameters


def _spare(parameter: Any) -> None:
    """Let typer convert a value only if one is given, and it is not a text or one of the choices already.

    typer converts by pydantic, even what is missing; to import pydantic takes longer than to answer a question."""
    converting, described = parameter.get_runtime_param, parameter.type_descriptor
    repeated = parameter.multiple or parameter.nargs == -1

    def coerce(value: Any, **context: Any) -> Any:
        if value is None:
            return () if repeated else None
        if isinstance(value, str) and (described.annotation is str or value in get_args(described.annotation)):
            return value
        if described.annotation == list[str] and all(isinstance(each, str) for each in value):
            return [*value]
        return converting().coerce(value, **context)

    parameter.get_runtime_param = lambda: SimpleNamespace(coerce=coerce)
