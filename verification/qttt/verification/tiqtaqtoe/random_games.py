"""Random complete games of TiqTaqToe at all levels and under all switches: reference and fast engine side by side."""

from typing import Any

from qttt.reference.tiqtaqtoe import TiqTaqToe, settings
from qttt.verification.agreement import Comparison, RandomGames, agreement
from qttt.verification.engines import SetUp
from qttt.verification.tiqtaqtoe.conformance import SUITE
from qttt.verification.tiqtaqtoe.engines import fast, reference

SEED = 2023
GAMES = 350
MANY_GAMES = 14_000
LONGEST = 18
"""The largest number of actions of a game: nine moves, and a measurement after each."""

RULES = {
    "possible": "TIQ-SUPER-1",
    "actor": "TIQ-TURN-1",
    "actions": "TIQ-MOVE-1",
    "chance": "TIQ-MEASURE-1",
    "outcome": "TIQ-END-1",
    "value": "TIQ-SCORE-1",
}
"""The fields to compare, and the rule that a vector made from a disagreement names (to be corrected by hand)."""

COMPARISON = Comparison(SUITE, RULES, "tiq-found-0001")


def options_of(game: TiqTaqToe) -> dict[str, Any]:
    """The options of a vector for a setting.

    >>> options_of(TiqTaqToe("minimal", both="X"))
    {'level': 'minimal', 'switches': {'lines': 'every-move', 'both': 'X'}}
    """
    return {"level": game.level, "switches": game.switches}


def random_games_are_the_same(set_up: SetUp = fast, games: int = GAMES) -> str:
    """After every action of every game: possible boards, actor, actions, chances, outcome and score.

    The games are played in all settings in turn. Raises the `Disagreement` of the shortest game found by shrinking
    the first game that shows one.
    """
    on = RandomGames(games, LONGEST, [options_of(game) for game in settings()], SEED)
    return agreement(reference, set_up, COMPARISON, on)


def many_random_games_are_the_same(set_up: SetUp = fast) -> str:
    return random_games_are_the_same(set_up, MANY_GAMES)
