"""`qttt certify`: a strategy that proves the value of a game, written to a file."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from qttt.app import screen
from qttt.app.certified import AnyCertificate, bound, told
from qttt.app.commands.asked import Answer, Asked
from qttt.app.errors import BadInput
from qttt.app.files import check_file, write_bytes
from qttt.app.goff import stored
from qttt.app.progress import counting
from qttt.reference import hybrid_notation, tiqtaqtoe_notation
from qttt.reference.game import Actor
from qttt.reference.goff import Goff
from qttt.reference.hybrid import Hybrid
from qttt.reference.notation import position_after
from qttt.reference.sqt import Sqt
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.verification.certificate.writer import write
from qttt.verification.hybrid.certificate_writer import write as write_hybrid
from qttt.verification.tiqtaqtoe.certificate_writer import write as write_tiqtaqtoe

Report = Callable[[int], None]
"""Told how many rows there are so far."""
AnyGame = Goff | Sqt | TiqTaqToe | Hybrid


def certify(game: AnyGame, player: str, moves: str, folder: Path | None, out: Path) -> AnyCertificate:
    """Write the certificate of a player for the position after a game, whole or not at all.

    Raises BadInput if the position has a closed cycle or the file cannot be written, and what finding a tablebase and
    reading the game raise.
    """
    check_file(out)
    writing = _writing(game, Actor(player), moves, folder)
    with counting("rows") as report, tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "certificate"
        certificate = writing(path, lambda rows: report(rows, None))
        write_bytes(out, path.read_bytes())
    return certificate


def _writing(game: AnyGame, player: Actor, moves: str, folder: Path | None) -> Callable[[Path, Report], AnyCertificate]:
    """What writes the certificate to a file, once all is at hand that it needs."""
    if isinstance(game, TiqTaqToe):
        from qttt.app.tiqtaqtoe.stored import perfect_tiqtaqtoe

        position_after(game, moves, tiqtaqtoe_notation.parse)
        play = perfect_tiqtaqtoe(game, folder)
        return lambda path, report: write_tiqtaqtoe(game, play, player, path, moves, report)
    if isinstance(game, Hybrid):
        from qttt.app.hybrid.stored import perfect_hybrid

        first = position_after(game, moves, hybrid_notation.parse)
        values = perfect_hybrid(game, folder, len(first.measured))
        return lambda path, report: write_hybrid(game, values, player, path, moves, report)
    if position_after(game, moves).pending:
        raise BadInput("a certificate begins before a cycle is closed or after it is settled: add selA or selB")
    oracle = stored.perfect(game, folder)
    return lambda path, report: write(game, oracle, player, path, moves, report)


def answer(game: AnyGame, asked: Asked, moves: str, out: Path) -> Answer:
    """The answer to what is asked. Raises what `certify` raises, and BadInput if no player is named."""
    certificate = certify(game, asked.side, moves, asked.tablebase, out)
    return Answer(lambda: described(certificate, out), lambda: printed(certificate, out))


def described(certificate: AnyCertificate, out: Path) -> dict[str, Any]:
    """The JSON object of a certificate that has been written."""
    return {"file": str(out), **told(certificate), "bytes": out.stat().st_size}


def printed(certificate: AnyCertificate, out: Path) -> None:
    """Print what has been certified."""
    said, value = described(certificate, out), screen.worth(certificate.value)
    console = screen.console()
    console.print(screen.title(certificate.game))
    console.print(
        f"{certificate.player} has a strategy for {bound(certificate)} {value}", style="bold", highlight=False
    )
    console.print(f"{screen.many(said['rows'], 'row')}, {said['bytes']:,} bytes: {out}", soft_wrap=True, markup=False)
