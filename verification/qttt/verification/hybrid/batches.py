"""The hybrid game in batches against the reference, and the exact probabilities with which chance is drawn."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from qttt.fast.hybrid import batch
from qttt.fast.hybrid.batch import RESULTS, SLOTS
from qttt.reference.game import Actor
from qttt.reference.hybrid import Hybrid, settings
from qttt.reference.hybrid.notation import Result
from qttt.reference.hybrid.position import Position
from qttt.verification import Refuted, batches
from qttt.verification.batches import Case, View, key
from qttt.verification.measures import Measured

# Positions


def planes(game: Any, position: Position, history: Sequence[Any]) -> Any:
    """The planes of a position, from the reference."""
    seen = np.zeros((22, 9), np.uint8)
    for at, player in enumerate((Actor.X, Actor.O)):
        seen[at] = [mark == player for mark in position.marks]
    seen[2] = [box == position.measuring for box in range(1, 10)]
    seen[3] = position.turn is Actor.O
    for link in position.links:
        seen[4 + 9 * (link.owner is Actor.O) + link.control - 1, link.target - 1] += 1
    return seen


def views() -> list[View]:
    return [View("planes", planes), View("key", key)]


CASES = [Case("hybrid", game.switches, views) for game in settings()]
batches_agree = partial(batches.batches_agree, CASES)

MEASURED = Measured("hybrid", {"links": "single"})


# Chance

LOW_BITS = 10


def results_are_equally_likely() -> str:
    """Count the results for all values of the lowest bits of a random number, whatever the others are, and compare
    with the reference. Raises `Refuted`."""
    game = Hybrid()
    due = game.chance(Position.of("........., X measures 5"))
    for upper in (0, 1, (1 << 52) - 1):
        drawn = [batch.draw(None, None, low | upper << LOW_BITS) - SLOTS for low in range(1 << LOW_BITS)]
        for number, result in enumerate(Result):
            share = Fraction(drawn.count(number), 1 << LOW_BITS)
            if share != due[result]:
                raise Refuted(f"{result} has probability {share}, expected {due[result]}")
    return f"{RESULTS} results, all values of the {LOW_BITS} lowest bits"
