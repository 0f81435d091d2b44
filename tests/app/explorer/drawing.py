"""What a browser has drawn, as geometry, and what is wrong with it: for the tests of the games' own drawings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

from playwright.sync_api import Page

Point = tuple[float, float]

STEP = 2
"""Units of the board between the points of a line; a board is 400 wide, a square 120."""
STROKE = 1.1
"""Half the width of a line."""
APART = 4
"""Lines closer than this run together; where they only cross, no more than `CROSSING` of one is so close."""
CROSSING = 26

SIGN, HEIGHT = 0.65, 0.75
"""The room of a sign of a text, in font sizes: nothing depends on the fonts that a system has."""

DRAWN = """async ({view, pictures, worth, step, sign, height}) => {
  const {default: {draw}} = await import(`/views/${view}.js`);
  const {SQUARES, CELL, corner, label} = await import("/draw.js");
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 400 400");
  svg.setAttribute("class", "picture");
  document.getElementById("board").replaceChildren(svg);
  const text = (words, square, right, attributes) => {
    const [left, top] = corner(square);
    return label(words, left + right, top + 18, attributes);
  };
  const numbers = SQUARES.map((square) => text(square, square, 11, {class: "number"}));
  const end = {class: "worth", "text-anchor": "end"};
  const box = (each) => { const {x, y, width, height} = each.getBBox(); return [x, y, width, height]; };
  const written = (each) => {
    const size = parseFloat(getComputedStyle(each).fontSize);
    const [x, y] = ["x", "y"].map((name) => Number(each.getAttribute(name)));
    const width = sign * size * [...each.textContent].length;
    const left = x - (each.getAttribute("text-anchor") === "end" ? width : width / 2);
    return [left, y - height * size, width, height * size];
  };
  const room = (each) => (each.localName === "text" ? written : box)(each);
  const points = (path) => {
    const long = path.getTotalLength(), count = Math.ceil(long / step);
    const at = Array.from({length: count + 1}, (_, i) => path.getPointAtLength(long * i / count));
    return at.map(({x, y}) => [x, y]);
  };
  return pictures.map(({picture, valued}) => {
    const labels = [...numbers, ...valued.map((square) => text(worth, square, CELL - 9, end))];
    svg.replaceChildren(...draw(picture), ...labels);
    const all = (selector) => [...svg.querySelectorAll(selector)];
    const texts = [...labels, ...all(".definite text")];
    return {
      lines: all("[data-line]").map((each) => ({name: each.dataset.line, points: points(each)})),
      discs: all("[data-disc]").map((each) => ({name: each.dataset.disc, box: room(each)})),
      texts: texts.map((each) => ({name: each.textContent, box: written(each)})),
    };
  });
}"""


def drawings(
    page: Page, view: str, pictures: Sequence[tuple[Mapping[str, Any], Sequence[int]]], worth: str
) -> list[Drawing]:
    """What a view draws of some pictures, each with the squares on which the board writes a value."""
    shown = [{"picture": picture, "valued": [*valued]} for picture, valued in pictures]
    found = page.evaluate(
        DRAWN, {"view": view, "pictures": shown, "worth": worth, "step": STEP, "sign": SIGN, "height": HEIGHT}
    )
    return [Drawing.of(each) for each in found]


@dataclass(frozen=True)
class Drawing:
    """Lines as points, round marks as centre and radius, and texts as boxes: left, top, width, height."""

    lines: Sequence[tuple[str, Sequence[Point]]]
    discs: Sequence[tuple[str, Point, float]]
    texts: Sequence[tuple[str, tuple[float, float, float, float]]]

    @classmethod
    def of(cls, found: Mapping[str, Any]) -> Drawing:
        """The drawing that `DRAWN` has measured."""
        discs = []
        for each in found["discs"]:
            x, y, width, height = each["box"]
            discs.append((each["name"], (x + width / 2, y + height / 2), max(width, height) / 2))
        return cls(
            [(each["name"], [*map(tuple, each["points"])]) for each in found["lines"]],
            discs,
            [(each["name"], tuple(each["box"])) for each in found["texts"]],
        )

    def faults(self, stroke: float = STROKE) -> Iterator[str]:
        """Lines through marks and texts, lines that leave the board, and lines that run together."""
        for name, points in self.lines:
            for disc, centre, radius in self.discs:
                own = disc == name
                if min(_far(point, centre) for point in points) < (radius - STROKE if own else radius + stroke):
                    yield f"{name} meets the mark {disc}"
            for text, box in self.texts:
                if any(_inside(point, box, stroke) for point in points):
                    yield f"{name} meets the text {text}"
            if not all(1 < x < 399 and 1 < y < 399 for x, y in points):
                yield f"{name} leaves the board"
        for i, (name, points) in enumerate(self.lines):
            for other, others in self.lines[:i]:
                near = sum(min(_far(point, each) for each in others) < APART for point in points)
                if near * STEP > CROSSING:
                    yield f"{name} runs along {other}"


def _far(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _inside(point: Point, box: tuple[float, float, float, float], stroke: float) -> bool:
    """Whether a line through a point meets the signs of a text."""
    (x, y), (left, top, width, height) = point, box
    return left - stroke < x < left + width + stroke and top - stroke < y < top + height + stroke
