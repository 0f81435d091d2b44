"""`qttt check`: a certificate checked by the reference alone. Nothing here imports the fast engine."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from qttt.app import screen
from qttt.app.certified import bound, told
from qttt.app.errors import BadInput
from qttt.app.extras import need
from qttt.app.games import RULESETS, listed
from qttt.app.probabilistic import certify as certify_boards
from qttt.app.progress import Count, counting
from qttt.reference.hybrid import Hybrid
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.verification import Refuted
from qttt.verification.certificate import CertificateError
from qttt.verification.certificate.checker import Checked, check
from qttt.verification.certificate.container import ruleset
from qttt.verification.hybrid import checker as hybrid
from qttt.verification.probabilistic import checker as boards
from qttt.verification.tiqtaqtoe import checker as tiqtaqtoe

AnyChecked = Checked | boards.Checked | tiqtaqtoe.Checked | hybrid.Checked
Check = Callable[[Path, Count], AnyChecked]
CHECKS: Mapping[str, Check] = {
    certify_boards.RULESET: boards.check,
    TiqTaqToe.ruleset: tiqtaqtoe.check,
    Hybrid.ruleset: hybrid.check,
}
"""The others have one in common."""


class Judged(NamedTuple):
    """What came of a check: the certificate that holds, or why it does not; the time in seconds."""

    checked: AnyChecked | None
    refuted: str
    seconds: float


def judged(path: Path) -> Judged:
    """Check the certificate in a file. Raises BadInput if it cannot be read, or is damaged, and without `verify`."""
    need("reading a certificate", "verify", "jsonschema")
    began = time.perf_counter()
    with counting("rows") as report:
        checked: AnyChecked | None
        try:
            named = ruleset(path)
            if named and named not in RULESETS.values():
                expected = listed([*RULESETS.values()], "or")
                raise BadInput(f"{path}: is for the unknown ruleset '{named}': expected {expected}")
            checked = CHECKS.get(named, check)(path, report)
            refuted = ""
        except Refuted as error:
            checked, refuted = None, str(error)
        except CertificateError as error:
            raise BadInput(str(error)) from error
    return Judged(checked, refuted, time.perf_counter() - began)


def described(judged: Judged) -> dict[str, Any]:
    """The JSON object of a check."""
    seconds = round(judged.seconds, 3)
    if judged.checked is None:
        return {"ok": False, "refuted": judged.refuted, "seconds": seconds}
    if isinstance(judged.checked, boards.Checked):
        return {"ok": True, **certify_boards.told(judged.checked.certificate), "seconds": seconds}
    return {"ok": True, **told(judged.checked.certificate), "positions": judged.checked.positions, "seconds": seconds}


def printed(judged: Judged) -> None:
    """Print what a certificate proves, or the game that refutes it."""
    out = screen.console()
    if judged.checked is None:
        out.print(f"Refuted: {judged.refuted}", style="bold red", markup=False, soft_wrap=True)
        return
    if isinstance(judged.checked, boards.Checked):
        certify_boards.printed_check(judged.checked.certificate, judged.seconds)
        return
    certificate = judged.checked.certificate
    where = f"after {certificate.start} " if certificate.start else ""
    out.print(screen.title(certificate.game))
    value = f"{bound(certificate)} {screen.worth(certificate.value)}"
    out.print(f"Proved: {where}the value is {value}", style="bold", soft_wrap=True)
    rows, positions = screen.many(len(certificate.rows), "row"), screen.many(judged.checked.positions, "position")
    out.print(f"{rows}, {positions}, {judged.seconds:.1f} s")
