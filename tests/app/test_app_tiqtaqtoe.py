"""What only TiqTaqToe has: certificates that its rules refute, and the bars of its pictures."""

from pathlib import Path

import pytest

from qttt.verification.certificate.container import pack

from .conftest import SVG, Drawing, Run

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


GROUPS = [("", 0), ("X1.1-2 O2.2-6", 1), ("X1.1-2 O2.3-4", 2), ("X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9", 4)]
"""Games, and how many entangled groups they lead to."""


@pytest.mark.parametrize(("moves", "groups"), GROUPS)
def test_svg_of_chances(drawing: Drawing, moves: str, groups: int) -> None:
    """The bars of a square are as wide together as the square allows, and groups have classes of their own."""
    root = drawing("tiqtaqtoe", moves)
    widths = [float(str(rect.get("width"))) for rect in root.iter(f"{SVG}rect") if rect.get("class") == "bar"]
    tints = [rect.get("class") for rect in root.iter(f"{SVG}rect") if "tint" in str(rect.get("class"))]
    assert len({*tints}) == groups
    assert sum(widths) == pytest.approx(96 * len(tints), abs=0.1)
