"""Pictures as files: what a name's suffix says, and in PNG also the words."""

import re
from collections.abc import Mapping
from fractions import Fraction
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from qttt.app import pictures
from qttt.app.match import Match
from qttt.reference.game import Actor
from qttt.reference.picture import SIDE

from .conftest import Run

WORDS = re.compile(r"<text.*?</text>")


@pytest.mark.parametrize("command", ["show", "best"])
def test_png_is_twice_as_large_as_the_svg_and_has_its_words(qttt: Run, tmp_path: Path, command: str) -> None:
    pytest.importorskip("resvg_py")
    from PIL import Image

    svg, png = tmp_path / "board.svg", tmp_path / "board.PNG"
    for path in (svg, png):
        assert qttt(command, "goff", "1-9", "--out", str(path)).code == 0
    text = svg.read_text(encoding="utf-8")
    assert png.read_bytes() == pictures.png(text) != pictures.png(WORDS.sub("", text))
    [width] = re.findall(r'^<svg [^>]*width="(\d+)"', text)
    assert Image.open(BytesIO(png.read_bytes())).size[0] == 2 * int(width)


def test_best_draws_values_and_show_does_not(qttt: Run, tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    for command, has in (("best", True), ("show", False)):
        assert qttt(command, "tiqtaqtoe", "--level", "classic", "5", "--out", str(path)).code == 0
        assert (">O to act: value 0<" in path.read_text(encoding="utf-8")) == has


def test_position_without_values_is_drawn_in_every_game(qttt: Run, tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    assert qttt("show", "probabilistic", "--random", "1", "--out", str(path)).code == 0
    assert path.read_text(encoding="utf-8").startswith("<svg ")


@pytest.mark.usefixtures("classic")
@pytest.mark.parametrize("command", ["show", "best"])
def test_game_without_a_picture_is_told_before_the_answer(qttt: Run, tmp_path: Path, command: str) -> None:
    said = qttt(command, "classic", "X1.5", "--out", str(tmp_path / "board.svg"))
    assert said.line == "classic has no picture; leave out --out"
    assert [*tmp_path.iterdir()] == []


def test_match_draws_the_same_as_png() -> None:
    pytest.importorskip("resvg_py")
    match = Match("hybrid", "9 =X")
    assert match.png() == pictures.png(match.svg())
    assert match.png(values=True) == pictures.png(match.svg(values=True)) != match.png()


@pytest.mark.parametrize(
    ("name", "text", "options"),
    [
        ("goff", "1-9", {}),
        ("sqt", "1-9 2-3", {"q": "123456789/987654321"}),
        pytest.param("probabilistic", "", {"seed": 1}, marks=pytest.mark.thorough),
        ("tiqtaqtoe", "5", {"level": "classic"}),
        ("hybrid", "9 =X", {}),
    ],
)
def test_values_beside_a_board_fit_their_panel(name: str, text: str, options: Mapping[str, Any]) -> None:
    drawn = Match(name, text, **options).svg(values=True)
    lines = [unescape(line) for line in re.findall(rf'<text x="{SIDE + 16}"[^>]*>(.*?)</text>', drawn)]
    assert max(map(len, lines)) <= pictures.COLUMNS == 33
    assert ("≈ " in "".join(lines)) == (name in ("sqt", "probabilistic"))


def test_first_line_beside_a_board_is_wrapped() -> None:
    assert "<text" in (drawn := pictures.with_values("", Actor.SYSTEM, Fraction(-(10**22), 7), {}))
    assert max(map(len, re.findall(r"<text[^>]*>(.*?)</text>", drawn))) <= pictures.COLUMNS
