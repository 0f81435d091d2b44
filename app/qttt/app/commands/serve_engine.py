"""`qttt serve-engine`."""

import sys
from typing import Annotated, Literal

import typer

from qttt.app.command import Command
from qttt.app.errors import BadInput
from qttt.app.installed import version
from qttt.verification.conform.protocol import ProtocolError
from qttt.verification.conform.server import Server


def serve_engine(
    engine: Annotated[
        Literal["reference", "fast", "formal"], typer.Argument(help="Which implementation of this project answers.")
    ] = "reference",
) -> None:
    """Answer as an engine: requests on standard input, answers on standard output, as spec/protocol.md says."""
    try:
        Server(engine, version()).serve(sys.stdin.buffer, sys.stdout.buffer)
    except ProtocolError as error:
        raise BadInput(str(error)) from error


COMMANDS = {"serve-engine": Command(serve_engine)}
