"""Perft where a table of counts says nothing: no plies, and games that are over."""

from __future__ import annotations

from qttt.reference.game import Game
from qttt.reference.goff import Action, Goff, Position
from qttt.reference.perft import perft

GAME: Game[Position, Action] = Goff()


def test_no_plies() -> None:
    assert perft(GAME, 0) == ()


def test_selector_does_not_change_the_counts() -> None:
    assert perft(Goff(collapse="self"), 2) == perft(GAME, 2)


def test_ended_games_are_not_continued() -> None:
    class FromLate(Goff):
        """The game from the position with eight definite squares: one move is left."""

        def initial(self) -> Position:
            return Position.of("X1@1 O2@2 X3@4 O4@3 X5@5 O6@6 X7@8 O8@7")

    assert perft(FromLate(), 3) == (1, 0, 0)
