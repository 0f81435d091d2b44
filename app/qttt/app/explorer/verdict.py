"""The verdict on a game: the turning point, and the largest loss."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from qttt.reference.game import Actor
from qttt.reference.picture import decimal, listed

SIDES = {Actor.X: 1, Actor.O: -1}
STANDINGS = {-1: "behind", 0: "level", 1: "ahead"}
MOST_HELD = 3
"""Most moves that a verdict names as better."""


def turning_point(actors: Sequence[Actor], values: Sequence[Fraction | None], draw: Fraction) -> int | None:
    """The place of the turning point of a game; None if there is none.

    A player is ahead, level or behind, as the value is better for that player than a draw, equal to a draw, or worse.
    The turning point is the last move after which its player never again stood as well as before it. What chance and
    the System do is not a move, and values that are not known (None) count for nothing.
    """
    for at in reversed(range(len(actors))):
        before, after, side = values[at], values[at + 1], SIDES.get(actors[at])
        if before is None or after is None or side is None:
            continue
        later = [side * standing(value, draw) for value in values[at + 1 :] if value is not None]
        if max(later) < side * standing(before, draw):
            return at
    return None


def standing(value: Fraction, draw: Fraction) -> int:
    """Whether X is ahead (1), level (0) or behind (-1)."""
    return (value > draw) - (value < draw)


def verdict(rows: Sequence[Mapping[str, Any]], turn: int | None, largest: int | None, draw: Fraction) -> str:
    """The verdict in words, from the judged actions and the places of the turning point and of the largest loss."""
    if largest is None:
        return "Nobody has lost any value so far."
    loss = "It was also the largest loss" if turn == largest else f"The largest loss was {rows[largest]['token']}"
    loss += f": from {_meaning(rows[largest]['before'])} to {_meaning(rows[largest]['after'])}."
    return f"{'No move was a turning point.' if turn is None else _turning(rows[turn], draw)} {loss}"


def _turning(row: Mapping[str, Any], draw: Fraction) -> str:
    side = row["actor"]
    stood = STANDINGS[SIDES[side] * standing(Fraction(row["before"]["exact"]), draw)]
    held = listed(row["best"][:MOST_HELD], "or")
    return (
        f"{row['token']} was the turning point: {side} was {stood} before it and has not been since. "
        f"{held} would have held that."
    )


def _meaning(value: Mapping[str, Any]) -> str:
    return value["means"] or decimal(Fraction(value["exact"])).replace("-", "−")
