"""`qttt check`: certificates that do not hold."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from qttt.verification.certificate import load, save
from qttt.verification.certificate.container import pack

from .conftest import CERTIFICATE, Run


def test_false_certificate_is_refuted(qttt: Run, tmp_path: Path) -> None:
    """Its rows are those of a late position, not of the start."""
    file = tmp_path / "certificate"
    save(file, replace(load(CERTIFICATE), start=""))  # type: ignore[type-var]
    said = qttt("check", str(file))
    assert (said.code, said.err, said.out.partition(" ")[0]) == (1, "", "Refuted:")
    said = qttt("check", str(file), "--json")
    assert (said.code, said.err, json.loads(said.out)["ok"]) == (1, "", False)
    assert "the strategy of O guarantees" in json.loads(said.out)["refuted"]


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
