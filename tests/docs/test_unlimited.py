"""The games without limits, against the published levels and against rules played by hand on boards with shares."""

import json
from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import pytest
import unlimited

from qttt.fast.tiqtaqtoe.boards import MARKS, text
from qttt.reference.board import lines

STORED = json.loads(unlimited.DATA.read_text(encoding="utf-8"))
Shares = dict[str, Fraction]
"""Boards and their probabilities."""


def test_limited_games_are_the_published_levels() -> None:
    """The counts of the page docs/tiqtaqtoe.md, whose value and positions the fast engine finds."""
    page = (unlimited.DATA.parents[1] / "tiqtaqtoe.md").read_text(encoding="utf-8")
    rows = [
        [cell.strip() for cell in row.split("|")[2:-1]] for row in page.splitlines() if row[:4].strip("| ").isdigit()
    ]
    counts = [[int(row[level].replace(",", "")) for row in rows[-9:]] for level in (1, 3)]
    assert [STORED[name]["positions"] for name in ("2 squares", "high")] == counts
    assert [STORED[name]["value"] for name in ("2 squares", "high")] == ["1", "5/32"]


def test_marks_on_two_squares_are_the_level_minimal() -> None:
    value, counts = unlimited.spread(2)
    assert {"value": str(value), "positions": counts} == STORED["2 squares"]
    assert STORED["3 squares"]["value"] != STORED["2 squares"]["value"]


def lined(boards: Shares, mark: str) -> bool:
    return any(all(board[a - 1] == mark for board in boards for a in line) for line in lines())


def value_by_hand(boards: Shares, own: bool, shared: bool) -> Fraction:
    """What a position is worth: every move, its coin and every measurement, written out."""
    score = lined(boards, "X") - lined(boards, "O")
    held = [{board[a] for board in boards} for a in range(9)]
    if any(lined(boards, mark) for mark in "XO") or (len(boards) == 1 and "." not in next(iter(boards))):
        return Fraction(score)
    if {"."} not in held:
        return sum(
            (share * value_by_hand({board: Fraction(1)}, own, shared) for board, share in boards.items()), Fraction()
        )
    marks = 9 - next(iter(boards)).count(".")
    mark, other = "XO" if marks % 2 == 0 else "OX"
    values = []
    for a, b in product(range(9), repeat=2):
        legal = {mark: own and other not in held[a], other: shared or mark not in held[a]}
        if held[b] == {"."} and (a == b or held[a] == {"."} or any(legal[each] for each in held[a] - {"."})):
            after: Shares = {}
            for board, share in boards.items():
                for exchanged in (False, True):
                    squares = [*board]
                    squares[b] = mark
                    if exchanged:
                        squares[a], squares[b] = squares[b], squares[a]
                    after["".join(squares)] = after.get("".join(squares), Fraction(0)) + share / 2
            values.append(value_by_hand(after, own, shared))
    return max(values) if mark == "X" else min(values)


@pytest.mark.slow
def test_lifted_limits_are_valued_as_by_hand() -> None:
    codes = [
        code for code in np.flatnonzero(MARKS == 6).tolist() if text(code).count("X") == 3 and not unlimited.LINE[code]
    ]
    chosen = Random(1).sample(codes, 60)
    found = {}
    for name in ("high", "own", "shared", "own and shared"):
        worth = unlimited.Lifted(unlimited.GAMES[name]).worth
        found[name] = [Fraction(float(worth[code])) for code in chosen]
        own, shared = "own" in name, "shared" in name
        assert found[name] == [value_by_hand({text(code): Fraction(1)}, own, shared) for code in chosen]
    assert len({*map(tuple, found.values())}) > 1


@pytest.mark.slow
def test_stored_values_are_found_again() -> None:
    for name in ("high", "own"):
        value, counts = unlimited.Lifted(unlimited.GAMES[name]).solve()
        assert {"value": str(value), "positions": counts} == STORED[name]
