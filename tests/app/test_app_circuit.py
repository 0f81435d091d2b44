"""`qttt show hybrid --circuit`: the circuit of a game as a drawing, OpenQASM 3, JSON and files."""

import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

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


@pytest.mark.parametrize(
    ("module", "args", "what"),
    [
        ("qiskit", [], "a circuit needs qiskit"),
        ("matplotlib", ["--out", "circuit.svg"], "a drawing of a circuit needs matplotlib"),
        ("pylatexenc", ["--out", "circuit.png"], "a drawing of a circuit needs pylatexenc"),
    ],
)
def test_missing_extra_is_named(
    qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, args: list[str], what: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, module, None)
    line = circuit(qttt, FIGURE_2, *args).line
    assert line.startswith(f"{what}, which is not installed; in a clone, run: uv sync --inexact --extra qiskit")
    assert circuit(qttt, "X1.5 O2.5", *args).line.startswith("token 2 'O2.5': HYB-MEASURE-1")
    assert circuit(qttt, "--out", "a.txt").line.startswith("a.txt: expected a name")
    assert [*tmp_path.iterdir()] == []


LOADED = """
import sys
from qttt.app.cli import main

sys.exit(main() or any(name.startswith("qiskit") for name in sys.modules))
"""


def test_only_circuits_load_qiskit(process: Run) -> None:
    said = process("show", "hybrid", "X1.5", program=LOADED)
    assert (said.code, said.err) == (0, "")
    assert process("show", "hybrid", "--circuit", program=LOADED).code == 1
