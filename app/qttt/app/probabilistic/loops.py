"""Why play can go round on a board of probabilities, for the page: the two equations of a set of marks."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from qttt.app.explorer.answer import worth
from qttt.oracle import Oracle
from qttt.reference.game import Actor, Record
from qttt.reference.probabilistic import Action, Choice, Position, Probabilistic
from qttt.reference.probabilistic.board import Board

BOARDS = 64
"""Boards whose values are remembered."""


@lru_cache(BOARDS)
def _perfect(board: Board) -> Oracle[Position, Action]:
    from qttt.fast.probabilistic.exact import Exact

    return Oracle(Probabilistic(board), Exact(board))


def loops_json(game: Probabilistic, record: Record[Position, Action], own: Mapping[str, str]) -> dict[str, Any]:
    """What two perfect players do with the marks as they are, and how their values hang together.

    The value with X to move and the value with O to move are the unknowns of two equations: each is what follows a mark
    plus, with the probability of neutral, the other one. `again` is the probability that both players name their
    squares and nothing has changed.

    Rule: PROB-LOOP-1
    """
    position = record.positions[-1]
    if game.actor(position) is None:
        return {"open": False, "sides": [], "again": None}
    play = _perfect(game.board)
    sides = [_side(game, play, Position(position.marks, player)) for player in (Actor.X, Actor.O)]
    again = Fraction(1)
    for square in (side["square"] for side in sides):
        again *= game.board[square - 1].neutral
    rounds = None if again == 1 else worth(1 / (1 - again))
    return {"open": True, "sides": sides, "again": worth(again), "rounds": rounds}


def _side(game: Probabilistic, play: Oracle[Position, Action], position: Position) -> dict[str, Any]:
    """A player's best square, and the parts of its equation."""
    choice = play.choices(position)[0]
    assert isinstance(choice, Choice)
    named = game.play(position, choice)
    chances = game.chance(named)
    marks = [
        {"outcome": str(outcome), "probability": worth(chance), "value": worth(play.value(game.play(named, outcome)))}
        for outcome, chance in chances.items()
        if game.play(named, outcome).marks != position.marks
    ]
    three = game.board[choice.square - 1]
    return {
        "player": position.turn,
        "square": choice.square,
        "neutral": worth(three.neutral),
        "marks": marks,
        "value": worth(play.value(position)),
    }
