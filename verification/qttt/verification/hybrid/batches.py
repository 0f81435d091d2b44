"""The hybrid game in batches against the reference, and the exact probabilities with which chance is drawn."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from qttt.fast.hybrid import rules
from qttt.fast.hybrid.rules import SLOTS
from qttt.fast.hybrid.setting import Setting
from qttt.reference.game import Actor
from qttt.reference.hybrid import Hybrid, settings
from qttt.reference.hybrid.notation import Result
from qttt.reference.hybrid.position import Position
from qttt.verification import batch_comparison, expect
from qttt.verification.batch_comparison import Case, View, drawn, key
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
batches_agree = partial(batch_comparison.batches_agree, CASES)

MEASURED = Measured("hybrid", {"links": "single"})


# Chance

LOW_BITS = 10


def results_are_equally_likely() -> None:
    """The shares of the results among all values of the lowest bits of a random number, for any other bits, are the
    reference's probabilities. Raises `Refuted`."""
    due = Hybrid().chance(Position.of("........., X measures 5"))
    shares = drawn(partial(rules.draw, [], rules.setting_of(Setting())), range((1 << LOW_BITS) + 1), LOW_BITS)
    expect("probabilities", shares, {SLOTS + number: due[result] for number, result in enumerate(Result)})
