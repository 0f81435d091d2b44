"""`qttt solve` and `qttt perft` in every game."""

import pytest

from .conftest import Run


@pytest.mark.parametrize("command", ["goff", "sqt --q 3/4"])
def test_solve_loads_only_what_it_needs(process: Run, command: str) -> None:
    program = (
        "import sys; from qttt.app.cli import main; main()\nprint('loaded', *{'networkx', 'pydantic'} & {*sys.modules})"
    )
    said = process("solve", *command.split(), "--device", "cpu", "--no-store", program=program)
    assert said.out.splitlines()[-1] == "loaded"


def test_double_win_is_an_option(qttt: Run) -> None:
    off = qttt("solve", "goff", "--switch", "collapse=self", "--json").json
    on = qttt("solve", "goff", "--switch", "collapse=self", "--switch", "double-win=yes", "--json").json
    assert set(off["first_moves"].values()) <= {"0", "10", "20"}
    for move, value in on["first_moves"].items():
        assert off["first_moves"][move] == {"40": "20"}.get(value, value)


CLASSIC = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
"""The sequences of classical tic-tac-toe; the games that end add up to 255,168."""


@pytest.mark.parametrize(
    ("asked", "engine", "counts"),
    [
        ("goff", "fast", [36, 1332, 49896, 1855224]),
        ("goff", "reference", [36, 1332]),
        ("goff", "formal", [36, 1332]),
        ("tiqtaqtoe --switch level=classic", "reference", CLASSIC[:5]),
        ("tiqtaqtoe --switch level=classic", "fast", CLASSIC),
        # After a mark there are eight empty squares, after a pair seven; each may be superposed with another one of
        # them, with a certain mark from moderate on, with either square of the pair at high; and the pair may be
        # filled.
        ("tiqtaqtoe --switch level=minimal", "reference", [45, 9 * 36 + 36 * 28]),
        ("tiqtaqtoe --switch level=minimal", "formal", [45, 9 * 36 + 36 * 28]),
        ("tiqtaqtoe --switch level=moderate", "reference", [45, 9 * 44 + 36 * 28]),
        ("tiqtaqtoe --switch level=high", "reference", [45, 9 * 44 + 36 * 42]),
        ("tiqtaqtoe --switch level=high --switch pair=legal", "reference", [45, 9 * 44 + 36 * 43]),
        # Nine boxes are found X or O. Then eight are, 288 in all, or one of eight is linked, 144 in all. After a second
        # measurement there are seven boxes to measure, and as many to link to each of two. After a link there are eight
        # to measure; and to link seven others, or all, or none, as the switches say.
        ("hybrid", "fast", [18, 18 * 24, 288 * 28 + 144 * 23]),
        ("hybrid --switch links=single", "fast", [18, 18 * 24, 288 * 28 + 144 * 16]),
        ("hybrid --switch links=two", "fast", [18, 18 * 24, 288 * 28 + 144 * 24]),
        ("hybrid --switch targets=one", "fast", [18, 18 * 24, 288 * 28 + 144 * 16]),
        ("hybrid", "reference", [18, 18 * 24, 288 * 28 + 144 * 23]),
        ("hybrid", "formal", [18, 18 * 24]),
    ],
)
def test_perft(qttt: Run, asked: str, engine: str, counts: list[int]) -> None:
    words = ["perft", *asked.split(), "--engine", engine, "--depth", str(len(counts))]
    counted = qttt(*words, "--json").json
    shown = qttt("show", *asked.split(), "--json").json
    assert counted == {name: shown[name] for name in counted.keys() & shown} | {"engine": engine, "counts": counts}
    assert f"{counts[-1]:,}" in qttt(*words).out
