"""`qttt check`: what it loads, and certificates that do not hold."""

import gzip
import hashlib
import json
from pathlib import Path

import pytest

from qttt.verification.certificate.container import pack

from .conftest import Run

CHAIN = "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7"


@pytest.fixture
def certificate(qttt: Run, tmp_path: Path) -> Path:
    """A certificate that can be corrupted."""
    path = tmp_path / "certificate"
    qttt("certify", "sqt", "--q", "1/2", CHAIN, "--player", "X", "--out", str(path))
    return path


WHAT_IS_LOADED = """
import sys
from qttt.app.cli import main
code = main()
print(*(name for name in sys.modules if name.startswith("qttt.fast") or name == "numba"))
sys.exit(code)
"""


@pytest.mark.parametrize("there", [True, False])
def test_check_does_not_load_the_fast_engine(process: Run, certificate: Path, there: bool) -> None:
    path = certificate if there else certificate.with_name("nothing")
    said = process("check", str(path), "--json", program=WHAT_IS_LOADED)
    assert said.code == (0 if there else 2)
    assert said.out.splitlines()[-1] == ""


def test_false_certificate_is_refuted(qttt: Run, certificate: Path) -> None:
    first, *rows, _ = gzip.decompress(certificate.read_bytes()).decode().splitlines()
    header = json.loads(first)
    header["options"]["q"] = "3/4"
    body = "\n".join([json.dumps(header), *rows, ""])
    digest = hashlib.sha256(body.encode()).hexdigest()
    certificate.write_bytes(gzip.compress((body + json.dumps({"sha256": digest}) + "\n").encode()))
    said = qttt("check", str(certificate))
    assert (said.code, said.err) == (1, "")
    assert said.out.startswith("Refuted: ")
    said = qttt("check", str(certificate), "--json")
    assert said.code == 1
    assert json.loads(said.out)["ok"] is False
    assert CHAIN in json.loads(said.out)["refuted"]


OPTIONS = {"level": "minimal", "lines": "every-move", "both": "even"}
HEADER = {"ruleset": "tiqtaqtoe-1.1", "options": OPTIONS, "player": "X", "value": "0", "start": ""}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"options": {**OPTIONS, "target": "entangled"}},
            "line 1: options: 'entangled' does not fit the other values there",
        ),
        ({"start": "X1.1 O2.1"}, "the game that it starts from: token 2 'O2.1': TIQ-MOVE-1"),
        ({"start": "X1.x"}, "the game that it starts from: token 1 'X1.x': NOTATION-SQUARE-1"),
    ],
)
def test_false_certificates_are_refuted(qttt: Run, tmp_path: Path, changes: dict[str, object], words: str) -> None:
    file = tmp_path / "a.certificate"
    file.write_bytes(pack(HEADER | changes, []))
    assert qttt("check", str(file)).line.startswith(f"{file}: {words}")
