"""`qttt show` in every game: as JSON, text and SVG."""

import os
from pathlib import Path

import pytest

from .conftest import Run

OVER = "X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB X5.3-6 O6.3-6 selB"
COLLAPSE = "X1.1-9 O2.1-3 X3.1-3"
QUARTERS = "X1.1-2 O2.2-6"
"""O exchanges square 2, where X is with probability 1/2, with square 6, where O is."""
DUE = "X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9"
"""Four pairs and a mark: no square is certainly empty."""
FIGURE_3 = "X1.7 =X O2.5>7 X3.3 =X O4.9>3"
"""The source's game until X measures the first control."""
FULL = "X1.1 =X O2.2 =O X3.3 =X O4.4 =X X5.5 =O O6.6 =O X7.7 =O O8.8 =X X9.9 =X"
"""Nine boxes measured and no line."""
LINES_OF_BOTH = "X1.1 =X O2.2 =X X3.4 =O O4.5 =O X5.6 =X O6.7 =X X7.3>6 O8.3 =X"
"""O measures 3 and finds X, whose link makes 6 an O: two rows are lines."""


@pytest.mark.parametrize(
    ("asked", "moves"),
    [
        *(("goff", moves) for moves in ("", COLLAPSE, OVER)),
        *(("sqt --q 3/4", moves) for moves in ("", COLLAPSE)),
        *(("tiqtaqtoe", moves) for moves in (QUARTERS, DUE)),
        *(("hybrid", moves) for moves in (FIGURE_3, FULL, LINES_OF_BOTH)),
    ],
)
def test_formal_text_of_the_page_shows_the_same(qttt: Run, asked: str, moves: str) -> None:
    show = "show", *asked.split(), moves
    for form in ([], ["--json"]):
        assert qttt(*show, "--engine", "formal", *form).out == qttt(*show, *form).out


def test_svg_is_written_whole_or_not_at_all(qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "board.svg"
    path.write_text("an older picture")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert "board.svg: cannot be written: No space left" in qttt("show", "goff", "X1.1-9", "--svg", str(path)).line
    assert path.read_text() == "an older picture"
    assert list(tmp_path.iterdir()) == [path]
    (folder := tmp_path / "folder.svg").mkdir()
    assert "is a folder" in qttt("show", "goff", "--svg", str(folder)).line
    assert "no/board.svg" in qttt("show", "goff", "--svg", str(tmp_path / "no" / "board.svg")).line
    assert "board.svg/b.svg: cannot be written: Not a dir" in qttt("show", "goff", "--svg", str(path / "b.svg")).line
