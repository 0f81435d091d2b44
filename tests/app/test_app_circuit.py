"""`qttt show hybrid --circuit`: the circuit of a game as a drawing, OpenQASM 3, JSON and files."""

import random
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from qiskit import qasm3

from qttt.app.hybrid.circuit import open_qasm
from qttt.reference.hybrid import SWITCHES, Hybrid, Result
from qttt.reference.hybrid.circuit import circuit as circuit_of
from qttt.reference.hybrid.notation import NOTATION, Action

from .conftest import Run

FIGURE_2 = "X1.5 =X O2.2>5 X3.2"


def circuit(qttt: Run, *args: str) -> Any:
    return qttt("show", "hybrid", "--circuit", *args)


def test_wide_drawings_are_folded(qttt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = circuit(qttt, FIGURE_2).out
    monkeypatch.setenv("COLUMNS", "50")
    folded = circuit(qttt, FIGURE_2).out
    assert (drawn.count("box 9: "), folded.count("box 9: ")) == (1, 2)
    assert max(len(line) for line in folded.splitlines() if "box " in line and ":" in line) <= 50


def test_files(qttt: Run, tmp_path: Path) -> None:
    """The suffix, in any case, says what is written; the same picture has the same bytes."""
    files = [tmp_path / f"figure-2{suffix}" for suffix in (".qasm", ".SVG", ".png")]
    for file in files:
        said = circuit(qttt, FIGURE_2, "--qasm", "--out", str(file))
        assert (said.code, said.out.splitlines()[0]) == (0, "OPENQASM 3.0;")
    qasm, svg, png = (file.read_bytes() for file in files)
    assert qasm.decode() == said.out
    assert ET.fromstring(svg).tag.endswith("}svg")
    assert png.startswith(b"\x89PNG\r\n")
    assert sorted(tmp_path.iterdir()) == sorted(files)
    circuit(qttt, FIGURE_2, "--out", str(files[1]))
    assert files[1].read_bytes() == svg


@pytest.mark.parametrize("suffix", ["qasm", "svg"])
def test_unwritable_file_is_rejected(qttt: Run, tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"circuit.{suffix}"
    assert "HYB-MEASURE-1" in circuit(qttt, "X1.5 O2.5", "--out", str(file)).line
    assert not file.exists()
    file.mkdir()
    assert "is a folder; name a file" in circuit(qttt, FIGURE_2, "--out", str(file)).line
    assert [*file.iterdir()] == []


def test_other_errors_come_before_a_missing_extra(qttt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "qiskit", None)
    assert circuit(qttt, "X1.5 O2.5").line.startswith("token 2 'O2.5': HYB-MEASURE-1")
    assert circuit(qttt, "--out", "a.txt").line.startswith("a.txt: expected a name")


def games(seed: int, number: int) -> Iterator[tuple[Hybrid, str]]:
    """Random games under random switches; of every other one about half of the results are left out."""
    chance = random.Random(seed)
    for at in range(number):
        game = Hybrid(**{name: chance.choice(values) for name, values in SWITCHES.items()})
        position, played = game.initial(), list[Action]()
        while actions := game.actions(position):
            played.append(chance.choice(actions))
            position = game.play(position, played[-1])
        kept = [each for each in played if at % 2 or not isinstance(each, Result) or chance.random() < 0.5]
        yield game, NOTATION.write(kept)


def test_openqasm_is_that_of_qiskit() -> None:
    """Without the comments."""
    for game, text in games(5, 60):
        lines = [line for line in open_qasm(game, text).splitlines() if not line.startswith("//")]
        assert lines == qasm3.dumps(circuit_of(game, text)).splitlines()
