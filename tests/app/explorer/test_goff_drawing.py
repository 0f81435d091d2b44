"""Goff's drawing in the browser: links that form a cycle are seen, and no line goes through a number or a mark."""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import expect

from qttt.app.explorer.shown import shown
from qttt.reference.goff import Goff, Position

from .browsing import Explorer, Open
from .drawing import Drawing, drawings

pytestmark = pytest.mark.browser

GAME = Goff()
WORTH = "★ +20"
"""The widest label of a value."""


def drawn(page: Explorer, positions: Sequence[Position]) -> list[Drawing]:
    """The drawings of some positions, with a value on every square that a move can name."""
    pictures = [(shown("goff").picture(GAME, position), [*valued(position)]) for position in positions]
    return drawings(page.page, "goff", pictures, WORTH)


def valued(position: Position) -> Iterator[int]:
    if not position.pending:
        yield from (at for at, mark in enumerate(position.definite, start=1) if not mark)


def random_positions(seed: int, number: int) -> Iterator[tuple[str, Position]]:
    """Games of up to nine random actions that end with at least three spooky marks."""
    chance = random.Random(seed)
    while number:
        position, played = GAME.initial(), list[Any]()
        for _ in range(chance.randint(3, 9)):
            if actions := GAME.actions(position):
                played.append(chance.choice(actions))
                position = GAME.play(position, played[-1])
        if len(position.spooky) >= 3:
            number -= 1
            yield GAME.write(played), position


def test_random_positions_are_drawn_without_faults(explore: Open) -> None:
    games, positions = zip(*random_positions(30, 30), strict=True)
    found = {game: [*drawing.faults()] for game, drawing in zip(games, drawn(explore("goff"), positions), strict=True)}
    assert {game: faults for game, faults in found.items() if faults} == {}


TANGLES = [
    "X1.1-9 O2.1-9",
    "X1.1-9 O2.3-7 X3.2-8 O4.4-6",
    "X1.1-2 O2.2-3 X3.3-6 O4.6-9 X5.8-9 O6.7-8 X7.4-7 O8.4-5",
    "X1.1-9 O2.1-8 X3.1-7 O4.1-6 X5.1-4 O6.1-3",
    "X1.5-9 O2.5-8 X3.5-7 O4.5-6 X5.4-5 O6.3-5 X7.2-5 O8.1-5",
    "X1.3-7 O2.3-4 X3.4-9 O4.2-9 X5.2-6 O6.1-6 X7.1-8 O8.5-8 X9.3-5",
]


def test_tangled_links_cross_no_mark_and_no_text(explore: Open) -> None:
    """Where eight marks share a square, the edge of a line may touch that of a mark."""
    found = drawn(explore("goff"), [GAME.position(moves) for moves in TANGLES])
    assert [len(drawing.lines) for drawing in found] == [len(moves.split()) for moves in TANGLES]
    crossed = [[fault for fault in drawing.faults(stroke=0) if "meets" in fault] for drawing in found]
    assert crossed == [[] for _ in TANGLES]


def test_two_links_between_any_two_squares_stay_apart(explore: Open) -> None:
    games = [f"X1.{a}-{b} O2.{a}-{b}" for a, b in combinations(range(1, 10), 2)]
    found = drawn(explore("goff"), [GAME.position(game) for game in games])
    faults = {game: [*drawing.faults()] for game, drawing in zip(games, found, strict=True)}
    assert {game: each for game, each in faults.items() if each} == {}


def test_closed_cycle_is_highlighted_link_by_link(explore: Open) -> None:
    page = explore("goff", "X1.1-2 O2.5-6 X3.2-3 O4.6-9 X5.1-3").page
    links = {each.get_attribute("data-ply"): each.get_attribute("d") for each in page.locator("#board .link").all()}
    cycle = [each.get_attribute("d") for each in page.locator("#board .cycle").all()]
    assert cycle == [links["1"], links["3"], links["5"]]
    expect(page.locator("#board .collapsing")).to_have_count(3)


def straight(drawing: Drawing) -> Drawing:
    """The same links, drawn as straight lines."""

    def line(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        (x, y), (u, v) = points[0], points[-1]
        return [(x + (u - x) * i / 200, y + (v - y) * i / 200) for i in range(201)]

    return Drawing([(name, line(points)) for name, points in drawing.lines], drawing.discs, drawing.texts)


def test_straight_links_are_found_to_be_wrong(explore: Open) -> None:
    found = drawn(explore("goff"), [position for _, position in random_positions(30, 30)])
    faults = " ".join(fault for drawing in found for fault in straight(drawing).faults())
    assert all(words in faults for words in ("meets the mark", "meets the text", "runs along"))


def test_line_off_the_board_is_found() -> None:
    drawing = Drawing([("1", [(10.0, 10.0), (10.0, -3.0)])], [], [])
    assert [*drawing.faults()] == ["1 leaves the board"]


def test_two_links_on_the_same_path_are_found() -> None:
    path = [(100.0 + 2 * step, 50.0) for step in range(30)]
    assert [*Drawing([("1", path), ("2", path)], [], []).faults()] == ["2 runs along 1"]
    crossing = [(130.0, 20.0 + 2 * step) for step in range(30)]
    assert [*Drawing([("1", path), ("2", crossing)], [], []).faults()] == []
