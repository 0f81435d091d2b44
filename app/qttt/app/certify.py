"""`qttt certify`: a strategy that proves the value of a game, written to a file."""

from pathlib import Path
from typing import Any

from qttt.app import screen, stored
from qttt.app.check import bound, json_of
from qttt.app.errors import BadInput
from qttt.app.files import check_file, write_bytes
from qttt.app.query import Answer, Query
from qttt.oracle.progress import counting
from qttt.reference.game import Actor
from qttt.verification.certificate.file import AnyCertificate, content, form_of


def certify(query: Query, moves: str, out: Path) -> Answer:
    """Write a certificate: for a player, from the position after `moves` on; or for a whole board of probabilities.

    The file is written whole or not at all. Raises BadInput for a missing player, an invalid start, or a file that
    cannot be written; and what reading the game and finding a tablebase raise.
    """
    form = form_of(query.game)
    player = Actor(query.side) if form.has_players else None
    check_file(out)
    try:
        form.check_start(moves)
        oracle = stored.perfect(query.game, query.tablebase)
        with counting("rows") as report:
            certificate = form.made(oracle, player, moves, lambda rows: report(rows, None))
        write_bytes(out, content(certificate))
    except ValueError as error:
        raise BadInput(str(error)) from error
    return Answer(lambda: written_json(certificate, out), lambda: print_written(certificate, out))


def written_json(certificate: AnyCertificate, out: Path) -> dict[str, Any]:
    """The JSON object of a certificate that has been written."""
    return {"file": str(out), **json_of(certificate), "bytes": out.stat().st_size}


def print_written(certificate: AnyCertificate, out: Path) -> None:
    """Print what a certificate proves, and its size."""
    console, value = screen.console(), screen.worth(certificate.value)
    console.print(screen.title(certificate.game), soft_wrap=True)
    who = f"{certificate.player} has a strategy that guarantees" if certificate.player else "the value is"
    console.print(f"{who} {bound(certificate)}{value}", style="bold", highlight=False, soft_wrap=True)
    size = f"{screen.many(len(certificate.rows), 'row')}, {out.stat().st_size:,} bytes"
    console.print(f"{size}: {out}", soft_wrap=True, markup=False)
