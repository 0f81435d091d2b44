"""`qttt circuit`: the circuit of a game as a drawing, OpenQASM 3, JSON and files."""

import sys
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from .conftest import Run

FIGURE_2 = "X1.5 =X O2.2>5 X3.2"
ENDING = "X1.1 =X O2.2 =X X3.3 O4.4"
"""X has a line after three boxes if the third is X, too."""


def circuit(qttt: Run, *args: str) -> Any:
    return qttt("circuit", "hybrid", *args)


def test_json(qttt: Run) -> None:
    made = circuit(qttt, FIGURE_2, "--switch", "both=X", "--json").json
    assert list(made) == [
        *("ruleset", "switches", "moves", "qubits", "clbits", "operations", "open", "ways", "qasm"),
    ]
    assert (made["ruleset"], made["switches"]["both"], made["moves"]) == ("hybrid-1.0", "X", FIGURE_2)
    assert (made["qubits"], made["clbits"], made["open"]) == (9, 9, [2])
    assert made["operations"] == {"h": 9, "measure": 3, "reset": 1, "x": 1, "cx_o0": 1}
    assert made["ways"] == [
        {"results": {"5": "X", "2": "X"}, "marks": ".X..X....", "outcome": None, "probability": "1/2"},
        {"results": {"5": "X", "2": "O"}, "marks": ".O..O....", "outcome": None, "probability": "1/2"},
    ]
    assert made["qasm"] == circuit(qttt, FIGURE_2, "--qasm").out


def test_ways_that_end(qttt: Run) -> None:
    made = circuit(qttt, ENDING, "--json").json
    assert [(way["results"], way["marks"], way["outcome"]) for way in made["ways"]] == [
        ({"1": "X", "2": "X", "3": "X"}, "XXX......", "win of X"),
        ({"1": "X", "2": "X", "3": "O", "4": "X"}, "XXOX.....", None),
        ({"1": "X", "2": "X", "3": "O", "4": "O"}, "XXOO.....", None),
    ]
    assert made["open"] == [3, 4]
    assert sum(Fraction(way["probability"]) for way in made["ways"]) == 1


def test_results_are_listed_in_measuring_order(qttt: Run) -> None:
    ways = circuit(qttt, "X1.7 O2.5>7 X3.3 =O O4.5", "--json").json["ways"]
    assert [[*way["results"].items()] for way in ways] == [
        [("7", seven), ("3", "O"), ("5", five)] for seven in "XO" for five in "XO"
    ]


def test_spaces_and_several_arguments(qttt: Run) -> None:
    assert circuit(qttt, *FIGURE_2.split(), "--json").json["moves"] == FIGURE_2
    assert circuit(qttt, FIGURE_2.replace(" ", "   "), "--json").json["moves"] == FIGURE_2
    assert circuit(qttt, "--json").json["operations"] == {"h": 9}


def test_qasm_option_prints_only_openqasm(qttt: Run) -> None:
    said = circuit(qttt, FIGURE_2, "--qasm")
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[:2] == ["OPENQASM 3.0;", 'include "stdgates.inc";']
    assert "cx_o0 boxes[1], boxes[4];" in lines
    assert said.out.endswith("marks[4] = measure boxes[4];\n")


def test_drawing(qttt: Run) -> None:
    said = circuit(qttt, FIGURE_2, "--switch", "links=two")
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[0] == "hybrid-1.0: links=two"
    assert [move in lines[1] for move in ("X1.5", "O2.2>5", "X3.2")] == [True] * 3
    assert [lines[2 + 2 * qubit].startswith(f"boxes_{qubit}: ┤ H ├") for qubit in range(9)] == [True] * 9
    assert ("o" in lines[4], "|0>─┤ X ├┤M├" in lines[10]) == (True, True)
    assert lines[-1] == "Results left open: box 2; the game can go 2 ways."
    assert max(map(len, lines[:21])) <= 80


def test_wide_drawings_are_folded(qttt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = circuit(qttt, FIGURE_2).out
    for columns, parts in (("50", 2), ("1", 2)):
        monkeypatch.setenv("COLUMNS", columns)
        folded = circuit(qttt, FIGURE_2).out
        assert (drawn.count("boxes_8: "), folded.count("boxes_8: ")) == (1, parts)
        assert max(len(line) for line in folded.splitlines() if "boxes_" in line) <= max(int(columns), 40)


def test_ascii_terminal_is_supported(process: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    said = process("circuit", "hybrid", FIGURE_2)
    assert (said.code, said.err) == (0, "")
    assert "boxes_0: ? H ??" in said.out


def test_nothing_is_left_open(qttt: Run) -> None:
    assert "left open" not in circuit(qttt, FIGURE_2 + " =O").out


def test_files(qttt: Run, tmp_path: Path) -> None:
    files = [tmp_path / f"figure-2{suffix}" for suffix in (".qasm", ".svg", ".png")]
    for file in files:
        said = circuit(qttt, FIGURE_2, "--qasm", "--out", str(file))
        assert (said.code, said.out.splitlines()[0]) == (0, "OPENQASM 3.0;")
    qasm, svg, png = (file.read_bytes() for file in files)
    assert qasm.decode() == circuit(qttt, FIGURE_2, "--qasm").out
    assert ET.fromstring(svg).tag.endswith("}svg")
    assert png.startswith(b"\x89PNG\r\n")
    assert sorted(tmp_path.iterdir()) == sorted(files)
    circuit(qttt, FIGURE_2, "--out", str(files[1]))
    assert files[1].read_bytes() == svg
    for file in files:
        capital = tmp_path / f"capital{file.suffix.upper()}"
        assert circuit(qttt, FIGURE_2, "--out", str(capital)).code == 0
        assert capital.read_bytes() == file.read_bytes()


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
    assert line == f"{what}, which is not installed; install it with: python -m pip install 'qttt[qiskit]'"
    assert circuit(qttt, "X1.5 O2.5", *args).line.startswith("token 2 'O2.5': HYB-MEASURE-1")
    assert circuit(qttt, "--out", "a.txt").line.startswith("a.txt: expected a name")
    assert [*tmp_path.iterdir()] == []


def test_text_drawing_needs_only_qiskit(qttt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("matplotlib", "pylatexenc"):
        monkeypatch.setitem(sys.modules, module, None)
    assert circuit(qttt, FIGURE_2).code == 0


LOADED = """
import sys
from qttt.app.cli import main

sys.exit(main() or any(name.startswith("qiskit") for name in sys.modules))
"""


def test_other_commands_do_not_load_qiskit(process: Run) -> None:
    for args in (["--help"], ["show", "hybrid", "X1.5"], ["circuit", "--help"]):
        said = process(*args, program=LOADED)
        assert (said.code, said.err) == (0, "")
    assert process("circuit", "hybrid", program=LOADED).code == 1
