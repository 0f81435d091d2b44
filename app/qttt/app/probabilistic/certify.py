"""`qttt certify probabilistic`, and what `qttt check` tells of such a certificate.

Writing alone imports the fast engine; checking is by the reference."""

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qttt.app import screen
from qttt.app.errors import BadInput
from qttt.app.files import check_file, write_bytes
from qttt.app.progress import counting

if TYPE_CHECKING:
    from qttt.app.probabilistic.boards import Named
    from qttt.verification.probabilistic.certificate import Certificate

RULESET = "probabilistic-1.0"


def certify(named: "Named", out: Path) -> "Certificate":
    """Write the certificate of a board, whole or not at all. Raises BadInput if the file cannot be written."""
    from qttt.verification.probabilistic.certificate_writer import write
    from qttt.verification.probabilistic.perfect import PerfectProbabilistic

    check_file(out)
    with counting("rows") as report, tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "certificate"
        try:
            oracle = PerfectProbabilistic(named.board)
            certificate = write(named.board, oracle, path, lambda rows: report(rows, None))
        except ValueError as error:
            raise BadInput(f"{named.told}: {error}") from error
        write_bytes(out, path.read_bytes())
    return certificate


def told(certificate: "Certificate") -> dict[str, Any]:
    """What the JSON object says of a certificate: `value` is that of the empty board."""
    return {
        "ruleset": RULESET,
        "board": [[str(number) for number in square] for square in certificate.board],
        "value": str(certificate.value),
        "rows": len(certificate.rows),
    }


def described(certificate: "Certificate", out: Path) -> dict[str, Any]:
    """The JSON object of a certificate that has been written."""
    return {"file": str(out), **told(certificate), "bytes": out.stat().st_size}


def printed(certificate: "Certificate", out: Path) -> None:
    """Print what has been certified."""
    told = described(certificate, out)
    console = screen.console()
    console.print(f"{RULESET}: the value is {screen.worth(certificate.value)}", style="bold", soft_wrap=True)
    console.print(f"{told['rows']:,} rows, {told['bytes']:,} bytes: {out}", soft_wrap=True, markup=False)


def printed_check(certificate: "Certificate", seconds: float) -> None:
    """Print what a certificate that holds proves."""
    out = screen.console()
    out.print(f"{RULESET} on {certificate.board}", soft_wrap=True, highlight=False)
    out.print(f"Proved: the value is {screen.worth(certificate.value)}", style="bold", soft_wrap=True)
    out.print(f"{len(certificate.rows):,} rows, {seconds:.1f} s")
