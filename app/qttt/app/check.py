"""`qttt check`: a certificate checked by the reference only. Nothing here imports the fast engine."""

import time
from pathlib import Path
from typing import Any, NamedTuple

from qttt.app import games, screen
from qttt.app.errors import BadInput
from qttt.app.extras import need
from qttt.oracle.progress import counting
from qttt.reference.game import Actor
from qttt.verification import Refuted
from qttt.verification.certificate import CertificateError, Checked
from qttt.verification.certificate.file import AnyCertificate, load


class Judged(NamedTuple):
    """The result of a check: the certificate, what was checked or why it does not hold; the time in seconds."""

    certificate: AnyCertificate
    checked: Checked | None
    refuted: str
    seconds: float


def judged(path: Path) -> Judged:
    """Check the certificate in a file. Raises BadInput if it cannot be read or is damaged, and without `verify`."""
    need("reading a certificate", "verify", "jsonschema")
    began = time.perf_counter()
    with counting("rows", kernels=False) as report:
        checked: Checked | None
        try:
            certificate = load(path)
            checked, refuted = certificate.checked(report), ""
        except Refuted as error:
            checked, refuted = None, str(error)
        except CertificateError as error:
            raise BadInput(str(error)) from error
    return Judged(certificate, checked, refuted, time.perf_counter() - began)


def json_of(certificate: AnyCertificate) -> dict[str, Any]:
    """The JSON object of a certificate: the game, what is certified of it, and the number of rows."""
    header = certificate.header()
    certified: dict[str, Any] = {name: header[name] for name in ("board", "player", "start") if name in header}
    return {
        **games.json_of(certificate.game),
        **certified,
        "value": str(certificate.value),
        "rows": len(certificate.rows),
    }


def bound(certificate: AnyCertificate) -> str:
    """Which bound on the value a certificate proves, in words; empty if it proves both."""
    return {Actor.X: "at least ", Actor.O: "at most ", None: ""}[certificate.player]


def json_object(judged: Judged) -> dict[str, Any]:
    """The JSON object of a check."""
    seconds = round(judged.seconds, 3)
    if judged.checked is None:
        game = games.json_of(judged.certificate.game)
        return {"ok": False, **game, "refuted": judged.refuted, "seconds": seconds}
    positions = {} if judged.checked.positions is None else {"positions": judged.checked.positions}
    return {"ok": True, **json_of(judged.certificate), **positions, "seconds": seconds}


def display(judged: Judged) -> None:
    """Print what a certificate proves, or the game that refutes it."""
    out = screen.console()
    if judged.checked is None:
        out.print(f"Refuted: {judged.refuted}", style="bold red", markup=False, soft_wrap=True)
        return
    certificate, positions = judged.certificate, judged.checked.positions
    where = f"after {certificate.start} " if certificate.start else ""
    out.print(screen.title(certificate.game), soft_wrap=True)
    value = f"{bound(certificate)}{screen.worth(certificate.value)}"
    out.print(f"Proved: {where}the value is {value}", style="bold", soft_wrap=True)
    counts = [screen.many(len(certificate.rows), "row")]
    counts += [] if positions is None else [screen.many(positions, "position")]
    out.print(f"{', '.join(counts)}, {judged.seconds:.1f} s")
