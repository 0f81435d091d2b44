"""`qttt check`: a certificate checked by the reference only. Nothing here imports the fast engine."""

import time
from pathlib import Path
from typing import Annotated

import typer

from qttt.app import games, screen
from qttt.app.command import Command
from qttt.app.errors import BadInput
from qttt.app.installed import need
from qttt.app.options import Json
from qttt.oracle.progress import counting
from qttt.reference.game import Actor
from qttt.verification import Refuted
from qttt.verification.certificate import AnyCertificate, load
from qttt.verification.certificate.container import CertificateError
from qttt.verification.certificate.strategy import Checked


def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Certificate written by `certify`.")],
    as_json: Json = False,
) -> int:
    """Check a certificate by the rules only, without the engine that wrote it.

    If the certificate does not hold, the exit code is 1 and the refuting game is printed.
    """
    need("reading a certificate", "verify", "jsonschema")
    began = time.perf_counter()
    with counting("rows", kernels=False) as report:
        checked: Checked | None
        try:
            certificate = load(file)
            checked, refuted = certificate.checked(report), ""
        except Refuted as error:
            checked, refuted = None, str(error)
        except CertificateError as error:
            raise BadInput(str(error)) from error
    seconds = time.perf_counter() - began
    if as_json:
        games.print_json({**_result(certificate, checked, refuted), "seconds": round(seconds, 3)})
    else:
        _display(certificate, checked, refuted, seconds)
    return 0 if checked else 1


def _result(certificate: AnyCertificate, checked: Checked | None, refuted: str) -> dict[str, object]:
    if checked is None:
        return {"ok": False, **games.json_of(certificate.game), "refuted": refuted}
    return {
        "ok": True,
        **json_of(certificate),
        **({} if checked.positions is None else {"positions": checked.positions}),
    }


def _display(certificate: AnyCertificate, checked: Checked | None, refuted: str, seconds: float) -> None:
    """Print what a certificate proves, or the game that refutes it."""
    out = screen.console()
    if checked is None:
        out.print(f"Refuted: {refuted}", style="bold red", markup=False, soft_wrap=True)
        return
    where = f"after {certificate.start} " if certificate.start else ""
    out.print(screen.title(certificate.game), soft_wrap=True)
    value = f"{bound(certificate)}{screen.worth(certificate.value)}"
    out.print(f"Proved: {where}the value is {value}", style="bold", soft_wrap=True)
    counts = [screen.many(len(certificate.rows), "row")]
    counts += [] if checked.positions is None else [screen.many(checked.positions, "position")]
    out.print(f"{', '.join(counts)}, {seconds:.1f} s")


def json_of(certificate: AnyCertificate) -> dict[str, object]:
    """The JSON object of a certificate: the game, what is certified of it, and the number of rows."""
    header = certificate.header()
    certified: dict[str, object] = {name: header[name] for name in ("board", "player", "start") if name in header}
    return {
        **games.json_of(certificate.game),
        **certified,
        "value": str(certificate.value),
        "rows": len(certificate.rows),
    }


def bound(certificate: AnyCertificate) -> str:
    """Which bound on the value a certificate proves, in words; empty if it proves both."""
    return {Actor.X: "at least ", Actor.O: "at most ", None: ""}[certificate.player]


COMMANDS = {"check": Command(check)}
