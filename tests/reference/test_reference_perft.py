"""Perft against a count by hand and against an enumeration that shares nothing with the reference."""

from __future__ import annotations

from itertools import combinations

import pytest

from qttt.reference.game import Game
from qttt.reference.goff import Action, Goff, Position
from qttt.reference.perft import perft

GAME: Game[Position, Action] = Goff()


def test_no_plies() -> None:
    assert perft(GAME, 0) == ()


@pytest.mark.slow
def test_three_plies_by_hand() -> None:
    """Two moves on the same squares close a cycle; of the others, 504 pairs share a square and 756 do not."""
    pairs = 36
    adjacent, disjoint = pairs * 14, pairs * 21
    second = adjacent + disjoint + 2 * pairs
    after_adjacent = adjacent * (36 + 3)  # within three joined squares, three moves close a cycle
    after_disjoint = disjoint * (36 + 2)
    after_settled = 2 * pairs * 21  # seven squares are left
    assert perft(GAME, 3) == (pairs, second, after_adjacent + after_disjoint + after_settled)


def enumerate_sequences(depth: int, groups: list[int], settled: int) -> int:
    """How many sequences of `depth` plies: `groups[square]` labels what a square is entangled with.

    Only for depths at which no line can end a game. `settled` is the set of definite squares, as a mask.
    """
    if depth == 0:
        return 1
    count = 0
    for first, second in combinations([at for at in range(9) if not settled >> at & 1], 2):
        a, b = groups[first], groups[second]
        if a == b:
            gone = settled | sum(1 << at for at in range(9) if groups[at] == a)
            count += 2 * enumerate_sequences(depth - 1, groups, gone)
        else:
            merged = [a if group == b else group for group in groups]
            count += enumerate_sequences(depth - 1, merged, settled)
    return count


@pytest.mark.slow
def test_against_an_independent_enumeration() -> None:
    assert perft(GAME, 3) == tuple(enumerate_sequences(depth, list(range(9)), 0) for depth in (1, 2, 3))


def test_selector_does_not_change_the_counts() -> None:
    assert perft(Goff(collapse="self"), 2) == perft(GAME, 2)


def test_ended_games_are_not_continued() -> None:
    class FromLate(Goff):
        """The game from the position with eight definite squares: one move is left."""

        def initial(self) -> Position:
            return Position.of("X1@1 O2@2 X3@4 O4@3 X5@5 O6@6 X7@8 O8@7")

    assert perft(FromLate(), 3) == (1, 0, 0)
