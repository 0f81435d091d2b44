"""The style of plots: colours for every reader and page, labels that keep apart, words inside the file."""

from __future__ import annotations

import re
from itertools import combinations
from math import dist
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from qttt.app.plots import BOTH, DARK, NEITHER, PAPER, SERIES, O, Shares, X, bars, shares, spread

from .conftest import SVG

DOCS = Path(__file__).resolve().parents[2] / "docs"

MACHADO = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
}
"""Machado, Oliveira and Fernandes (2009): what linear RGB becomes at full severity."""


def linear(colour: str) -> list[float]:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def luminance(rgb: list[float]) -> float:
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), rgb, strict=True))


def contrast(one: str, other: str) -> float:
    """By WCAG 2."""
    high, low = sorted((luminance(linear(one)), luminance(linear(other))), reverse=True)
    return (high + 0.05) / (low + 0.05)


def lab(rgb: list[float]) -> tuple[float, float, float]:
    r, g, b = (min(max(part, 0), 1) for part in rgb)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y, z = luminance([r, g, b]), (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def seen(colour: str, kind: str) -> tuple[float, float, float]:
    """A colour in CIELAB as an eye of a kind sees it."""
    rgb = linear(colour)
    if kind == "print":
        return lab([luminance(rgb)] * 3)
    return lab([sum(a * b for a, b in zip(row, rgb, strict=True)) for row in MACHADO[kind]] if kind in MACHADO else rgb)


def least_difference(colours: list[str], kind: str) -> float:
    pairs = combinations([seen(colour, kind) for colour in colours], 2)
    return min(dist(one, other) for one, other in pairs)


PLOTS = [file for file in sorted(DOCS.rglob("*.svg")) if '<g id="figure_1">' in file.read_text(encoding="utf-8")]


@pytest.mark.parametrize("file", PLOTS, ids=lambda file: file.name)
def test_plot_of_the_docs_has_words_and_dark_colours(file: Path) -> None:
    drawn = ElementTree.fromstring(file.read_text(encoding="utf-8"))
    assert (drawn.findtext(f"{SVG}title") or "").strip()
    assert len(drawn.findtext(f"{SVG}desc") or "") > 50
    assert "prefers-color-scheme: dark" in (drawn.findtext(f"{SVG}style") or "")


@pytest.mark.parametrize("kind", ["all colours", *MACHADO, "print"])
def test_endings_are_told_apart_by_every_reader(kind: str) -> None:
    """As red beside green is not."""
    assert least_difference([X, O, BOTH, NEITHER], kind) > (10 if kind == "print" else 14)
    assert (least_difference(["#c8503c", "#7a7a14"], kind) < 14) == (kind in ("deuteranopia", "print"))


def test_lines_stand_out_on_both_pages() -> None:
    for colour in {*SERIES, X, O}:
        assert contrast(colour, PAPER) > 3, colour
        assert contrast(DARK[colour], DARK[PAPER]) > 3, colour
    assert contrast("#e0e0e0", PAPER) < 3


def drawn() -> dict[str, bytes]:
    stages = [Shares(name, {"start": (0.5, 0.4, 0.6), "ply 1": (0.7, 0.6, 0.8)}) for name in "abcdefgh"]
    return {
        "bars": bars([0, 3, 5, 1], 0.5, "Values <of> it", ".svg"),
        "shares": shares(stages, "Shares & more", ".svg"),
    }


def colours_without_a_dark_one(svg: str) -> set[str]:
    styles = " ".join(re.findall(r'style="([^"]*)"', svg))
    return {*re.findall(r"#[0-9a-f]{6}", styles)} - {*DARK}


@pytest.mark.thorough
def test_plots_have_words_dark_colours_and_fonts_of_the_page() -> None:
    for name, content in drawn().items():
        svg = content.decode()
        root = ElementTree.fromstring(svg)
        assert (root.get("role"), root[0].tag, root[1].tag) == ("img", f"{SVG}title", f"{SVG}desc"), name
        assert root[0].text
        assert len(root[1].text or "") > 20
        assert colours_without_a_dark_one(svg) == set(), name
        assert "prefers-color-scheme: dark" in svg
        assert "'DejaVu Sans', sans-serif" in svg
        assert "<metadata>" not in svg
    assert drawn() == drawn()
    names = [text.text for text in ElementTree.fromstring(drawn()["shares"]).iter(f"{SVG}text")]
    assert {*"abcdefgh"} <= {*names}, "every line has its name at its end"
    assert "Values &lt;of&gt; it" in drawn()["bars"].decode()


def test_colour_without_a_dark_one_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qttt.app.plots.O", "#123456")
    assert colours_without_a_dark_one(drawn()["bars"].decode()) == {"#123456"}


def test_labels_keep_apart_and_in_order() -> None:
    chance = Random(3)
    for _ in range(200):
        heights = [chance.choice((0, chance.random(), 1)) for _ in range(chance.randint(1, 8))]
        found = spread(heights, 0.05, 0, 1)
        assert all(abs(a - b) > 0.0499 for a, b in combinations(found, 2))
        assert all((a <= b) for (h, a), (k, b) in combinations(sorted(zip(heights, found, strict=True)), 2) if h < k)
        assert min(found) >= -1e-6
