"""Random complete games of TiqTaqToe at all levels and under all switches: reference and fast engine side by side."""

from qttt.reference.tiqtaqtoe import settings
from qttt.verification.agreement import Comparison, RandomGames, agreement
from qttt.verification.engines import SetUp
from qttt.verification.tiqtaqtoe.conformance import LONGEST, RULES, SUITE, options_of
from qttt.verification.tiqtaqtoe.engines import fast, reference

SEED = 2023
GAMES = 350
MANY_GAMES = 14_000

COMPARISON = Comparison(SUITE, RULES, "tiq-found-0001")


def random_games_are_the_same(set_up: SetUp = fast, games: int = GAMES, part: tuple[int, int] = (0, 1)) -> str:
    """After every action of every game: possible boards, actor, actions, chances, outcome and score.

    The games are played in all settings in turn. Raises the `Disagreement` of the shortest game found by shrinking
    the first game that shows one.
    """
    on = RandomGames(games, LONGEST, [options_of(game) for game in settings()], SEED, part=part)
    return agreement(reference, set_up, COMPARISON, on)


def many_random_games_are_the_same(set_up: SetUp = fast, part: tuple[int, int] = (0, 1)) -> str:
    return random_games_are_the_same(set_up, MANY_GAMES, part)
