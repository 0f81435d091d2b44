"""Games that the tests play, and how a person plays their actions. What is right is asked of the oracle."""

import random
import re
from functools import cache
from typing import Any, NamedTuple

from qttt.oracle import Oracle, game, solve

from .browsing import OPTIONS

MOVE = re.compile(r"(\d)(?:[->](\d))?")
CARDS = 6
"""Most results that the page shows under the board."""
CYCLE = "X1.1-9 O2.1-3 X3.1-3"
PLAYED = {
    "goff": CYCLE,
    "sqt": "X1.1-9 O2.1-9 selA",
    "probabilistic": "X1.5 failure",
    "tiqtaqtoe": "X1.1-2 O2.2-6",
    "hybrid": "X1.7 =X O2.5>7 X3.5 =O",
}
"""A game in play, whose last action the page explains."""
DUE = {
    "goff": CYCLE,
    "sqt": CYCLE,
    "probabilistic": "X1.5 neutral O2.1",
    "tiqtaqtoe": "X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9",
    "hybrid": "X1.7 =X O2.5>7 X3.5",
}
"""A game in which somebody selects, or chance acts."""


@cache
def rules(name: str) -> Any:
    """A game with the options of the tests."""
    numbers = {key: int(value) if value.isdecimal() else value for key, value in OPTIONS.get(name, {}).items()}
    return game(name, **numbers)


@cache
def oracle(name: str) -> Oracle[Any, Any]:
    """What is true of a game."""
    return solve(rules(name), progress=False)


class Step(NamedTuple):
    """An action of a game: the squares to choose for it, the letter of its card, and the game after it."""

    action: str
    squares: list[int]
    letter: str
    moves: str


@cache
def whole_game(name: str, seed: int = 5) -> list[Step]:
    """A game played at random to its end."""
    chance, played = random.Random(seed), rules(name)
    position, actions, steps = played.initial(), list[Any](), list[Step]()
    while legal := played.actions(position):
        place = chance.randrange(len(legal) if MOVE.fullmatch(str(legal[0])) else min(len(legal), CARDS))
        written = [str(each) for each in legal]
        squares = chosen(written[place], written, steps[-1].moves if steps else "")
        actions.append(legal[place])
        position = played.play(position, legal[place])
        steps.append(Step(written[place], squares, "ABCDEF"[place] if place < CARDS else "", played.write(actions)))
    return steps


def chosen(action: str, legal: list[str], before: str) -> list[int]:
    """The squares to choose for an action, of all that are legal after a game; none for a result of chance."""
    if found := MOVE.fullmatch(action):
        first, second = found.groups()
        twice = second is None and any(re.match(f"{first}[->]|.-{first}", other) for other in legal)
        return [int(first), int(first)] if twice else [int(each) for each in dict.fromkeys((first, second)) if each]
    settles = re.search(r"(\d)-(\d)$", before)
    return [int(settles["AB".index(action[3]) + 1])] if action.startswith("sel") and settles else []
