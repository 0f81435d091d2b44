"""`qttt certify`: a strategy that proves the value of a game, written to a file."""

import tempfile
from pathlib import Path
from typing import Any

from qttt.app import screen, stored
from qttt.app.errors import BadInput
from qttt.app.files import check_file, write_bytes
from qttt.app.progress import counting
from qttt.reference.game import Actor
from qttt.reference.goff import Goff
from qttt.reference.notation import position_after
from qttt.reference.sqt import Sqt
from qttt.verification.certificate.file import Certificate
from qttt.verification.certificate.writer import write


def certify(game: Goff | Sqt, player: str, moves: str, folder: Path | None, out: Path) -> Certificate:
    """Write the certificate of a player for the position after a game, whole or not at all.

    Raises BadInput if the position has a closed cycle or the file cannot be written, and what finding a tablebase and
    reading the game raise.
    """
    check_file(out)
    if position_after(game, moves).pending:
        raise BadInput("a certificate begins before a cycle is closed or after it is settled: add selA or selB")
    oracle = stored.perfect(game, folder)
    with counting("rows") as report, tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "certificate"
        certificate = write(game, oracle, Actor(player), path, moves, lambda rows: report(rows, None))
        write_bytes(out, path.read_bytes())
    return certificate


def described(certificate: Certificate, out: Path) -> dict[str, Any]:
    """The JSON object of a certificate that has been written."""
    return {
        "file": str(out),
        "ruleset": certificate.game.ruleset,
        "player": certificate.player.value,
        "start": certificate.start,
        "value": str(certificate.value),
        "rows": len(certificate.rows),
        "bytes": out.stat().st_size,
    }


def printed(certificate: Certificate, out: Path) -> None:
    """Print what has been certified."""
    told = described(certificate, out)
    bound = "at least" if certificate.player is Actor.X else "at most"
    value = screen.worth(certificate.value)
    console = screen.console()
    console.print(screen.title(certificate.game))
    console.print(f"{certificate.player} has a strategy for {bound} {value}", style="bold", highlight=False)
    console.print(f"{told['rows']:,} rows, {told['bytes']:,} bytes: {out}", soft_wrap=True, markup=False)
