"""`qttt certify`: a strategy that proves the value of a game, written to a file."""

from pathlib import Path
from typing import Annotated

import typer

from qttt.app import screen, stored
from qttt.app.command import Command, GameCommand, typed
from qttt.app.commands.check import bound, json_of
from qttt.app.errors import BadInput
from qttt.app.files import check_file, write_bytes
from qttt.app.games import Answer, Query
from qttt.app.options import Json, Moves
from qttt.oracle.progress import counting
from qttt.reference.game import Actor
from qttt.verification.certificate import content, form_of


def certify(
    query: Query,
    moves: Moves = None,
    *,
    out: Annotated[Path, typer.Option(metavar="FILE", help="Certificate file to write.")],
    as_json: Json = False,
) -> None:
    """Write a strategy that proves the value of a game, or of the position after MOVES; `qttt check` checks it.

    Takes about half a minute for a whole game, ten minutes or more for hybrid, a second for a board of probabilistic.
    """
    write_certificate(query, typed(query, moves), out).show(as_json)


def write_certificate(query: Query, moves: str, out: Path) -> Answer:
    """Write a certificate: for a player, from the position after `moves` on; or for a whole board of probabilities.

    The file is written whole or not at all. Raises BadInput for a missing player, an invalid start, or a file that
    cannot be written; and what reading the game and finding a tablebase raise.
    """
    form, named = form_of(query.game), query.get("player")
    if form.has_players and named is None:
        raise BadInput(f"{query.name} needs --player, the strategy's player, such as --player X")
    check_file(out)
    try:
        form.check_start(moves)
        oracle = stored.perfect(query.game, query.tablebase)
        with counting("rows") as report:
            player = Actor(named) if form.has_players else None
            certificate = form.make(oracle, player, moves, lambda rows: report(rows, None))
        write_bytes(out, content(certificate))
    except ValueError as error:
        raise BadInput(str(error)) from error

    def display() -> None:
        console, value = screen.console(), screen.worth(certificate.value)
        console.print(screen.title(certificate.game), soft_wrap=True)
        who = f"{player} has a strategy that guarantees" if player else "the value is"
        console.print(f"{who} {bound(certificate)}{value}", style="bold", highlight=False, soft_wrap=True)
        size = f"{screen.many(len(certificate.rows), 'row')}, {out.stat().st_size:,} bytes"
        console.print(f"{size}: {out}", soft_wrap=True, markup=False)

    return Answer(lambda: {"file": str(out), **json_of(certificate), "bytes": out.stat().st_size}, display)


COMMANDS = {"certify": Command(certify, GameCommand)}
