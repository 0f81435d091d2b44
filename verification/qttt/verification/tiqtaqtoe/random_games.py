"""Random complete games of TiqTaqToe at all levels and under all switches: reference and fast engine side by side."""

from __future__ import annotations

from typing import Any

from qttt.reference.tiqtaqtoe import TiqTaqToe, settings
from qttt.reference.tiqtaqtoe.notation import NOTATION
from qttt.verification.random_play import Comparison, Pair
from qttt.verification.tiqtaqtoe import conformance_errors as errors
from qttt.verification.tiqtaqtoe.conformance import RUNNER
from qttt.verification.tiqtaqtoe.engines import fast, reference
from qttt.verification.tiqtaqtoe.known_errors import KNOWN_ERRORS

SEED = 2023
GAMES = 350
MANY_GAMES = 14_000
LONGEST = 18
"""Actions of a game, at most: nine moves, and a measurement behind each."""

RULES = {
    "possible": "TIQ-SUPER-1",
    "actor": "TIQ-TURN-1",
    "actions": "TIQ-MOVE-1",
    "chance": "TIQ-MEASURE-1",
    "outcome": "TIQ-END-1",
    "value": "TIQ-SCORE-1",
}
"""The fields in which engines are compared, and the rule that a vector made of a disagreement names, to be corrected by
hand."""

COMPARISON = Comparison(RUNNER, NOTATION.write, RULES, "tiq-found-0001", LONGEST)


def options_of(game: TiqTaqToe) -> dict[str, Any]:
    """The options of a vector that is played in a setting.

    >>> options_of(TiqTaqToe("minimal", both="X"))
    {'level': 'minimal', 'switches': {'lines': 'every-move', 'both': 'X'}}
    """
    return {"level": game.level, "switches": game.switches}


def random_games_are_the_same(pair: Pair = Pair(reference, fast), games: int = GAMES) -> str:  # noqa: B008
    """After every action of every game: possible boards, actor, actions, chances, outcome and score.

    The games are played in all settings in turn. Raises the `Disagreement` of the shortest game that can be made of
    the first one that shows any.
    """
    return COMPARISON.games_are_the_same(pair, [options_of(game) for game in settings()], games, SEED)


def many_random_games_are_the_same(pair: Pair = Pair(reference, fast)) -> str:  # noqa: B008
    return random_games_are_the_same(pair, MANY_GAMES)


superposed_marks_make_lines = Pair(KNOWN_ERRORS["superposed-line"], fast)
a_measurement_is_a_ply = Pair(KNOWN_ERRORS["measurement-is-a-ply"], fast)
lines_of_both_are_the_movers = Pair(KNOWN_ERRORS["double-win-to-the-mover"], fast)
unentangled_targets_are_ignored = Pair(errors.target_is_ignored, fast)
pairs_are_never_filled = Pair(errors.pair_is_ignored, fast)
lines_are_always_looked_for = Pair(reference, errors.fast_lines_is_ignored)
boards_come_by_their_codes = Pair(reference, errors.boards_come_by_their_codes)
half_of_the_boards_are_lost = Pair(reference, errors.half_of_the_boards_are_lost)
