"""The commands about conformance: conform, vectors export, serve-engine.

Nothing heavy is imported here: a command loads what it needs.
"""

import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from qttt.app import games
from qttt.app.commands.help import HelpedCommand, first_paragraph
from qttt.app.commands.options import Json, Timeout, seed_in_range
from qttt.app.errors import BadInput
from qttt.app.query import print_json

ENGINE = "engine"
"""Where the words after -- are kept."""
ENGINE_FAILED = 3
"""The exit code if an engine does not start, or fails too often."""


class EngineCommand(HelpedCommand):
    """A command that is followed by -- and another command."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """See click."""
        at = args.index("--") if "--" in args else len(args)
        ctx.meta[ENGINE] = args[at + 1 :]
        return super().parse_args(ctx, args[:at])


def conform(
    context: typer.Context,
    game: Annotated[
        list[str] | None, typer.Argument(metavar="GAME", help="Games to test. Default: all that the engine plays.")
    ] = None,
    level: Annotated[list[str] | None, typer.Option(help="Only this level; may be repeated. See --list.")] = None,
    switch: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="Only settings with this reading of the rules; may be repeated."),
    ] = None,
    number: Annotated[int, typer.Option("--games", min=0, help="Number of random games and damaged texts.")] = 1000,
    seed: Annotated[int, typer.Option(callback=seed_in_range, help="Random seed; equal seeds ask the same.")] = 1,
    skip: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ID", help="A vector that is known to fail; may be repeated. If it passes, that is an error."
        ),
    ] = None,
    timeout: Timeout = 10.0,
    report: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Also write a report: .json, .xml (JUnit), .md or .badge.json; may be repeated.",
        ),
    ] = None,
    contents: Annotated[bool, typer.Option("--list", help="List levels, games, options and fields, and exit.")] = False,
    as_json: Json = False,
) -> int:
    """Test an engine, in any language, against the rules.

    The engine follows --, as in: qttt conform goff -- ./my-engine. It speaks the protocol of spec/protocol.md on its
    standard input and output.

    Exit codes: 0 conforms, 1 a difference, 2 wrong use, 3 the engine never started or failed too often.
    """
    from qttt.app import conform as conforming

    if contents:
        print_json(conforming.contents()) if as_json else conforming.display_contents()
        return 0
    try:
        names = [games.known(name) for name in game or []]
    except BadInput as error:
        raise BadInput(f"{error}; the engine follows --, such as: qttt conform goff -- ./my-engine") from error
    engine = context.meta[ENGINE]
    query = conforming.Query.of(
        engine, names, level or [], switch or [], number, seed, skip or [], timeout, report or []
    )
    answer = conforming.conform(query)
    answer.show(as_json)
    return answer.code


def export(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="New or empty folder.")],
) -> None:
    """Write all vectors, counts, schemas, rules and the protocol as plain files."""
    from qttt.app.conform import export as write

    print(write(folder))


def serve_engine(
    engine: Annotated[
        Literal["reference", "fast", "formal"], typer.Argument(help="Which implementation of this project answers.")
    ] = "reference",
) -> None:
    """Answer as an engine: requests on standard input, answers on standard output, as spec/protocol.md says."""
    from qttt.app.conform import version_of_the_suite
    from qttt.verification.conform.protocol import ProtocolError
    from qttt.verification.conform.server import Server

    try:
        Server(engine, version_of_the_suite()).serve(sys.stdin, sys.stdout)
    except ProtocolError as error:
        raise BadInput(str(error)) from error


def vectors() -> typer.Typer:
    """The group of commands about the vectors."""
    group = typer.Typer(name="vectors", help="The conformance vectors as files.", rich_markup_mode=None)
    group.callback()(lambda: None)
    group.command(cls=HelpedCommand, short_help=first_paragraph(export.__doc__))(export)
    return group
