"""Checks that positions of random games are read back from their lines, and rejected under other options."""

from collections.abc import Sequence
from random import Random
from typing import Any

from qttt.reference.game import Game
from qttt.reference.notation import NotationError
from qttt.verification import Refuted

SEED = 2027
GAMES = 140
LONGEST = 30
"""The largest number of actions in a game, because some games can continue without end."""


def positions_are_read_back(settings: Sequence[Game[Any, Any]], games: int = GAMES) -> str:
    """Every position of random games, played in all settings in turn: its line is read as this position and written as
    this line, for any spaces in the line. The last line of each game is rejected in all other settings."""
    count = 0
    for number in range(games):
        game = settings[number % len(settings)]
        draws, position = Random(f"{SEED}/{number}"), game.initial()
        for _ in range(LONGEST + 1):
            _is_read_back(game, position)
            count += 1
            if not (actions := game.actions(position)):
                break
            position = game.play(position, draws.choice(actions))
        for other in settings:
            if other is not game:
                _is_refused(other, game.write_position(position))
    return f"{count:,} positions of {games} games, {len(settings)} settings, seed {SEED}"


def _is_read_back(game: Game[Any, Any], position: Any) -> None:
    line = game.write_position(position)
    with_blanks = line.replace(" ", " \n ").replace(":", " :")
    for text in (line, f"\t{with_blanks} "):
        try:
            found = game.position(text)
        except NotationError as error:
            raise Refuted(f"'{line}' is not read: {error}") from error
        if found != position or game.write_position(found) != line:
            raise Refuted(f"'{line}' is read as '{game.write_position(found)}'")


def _is_refused(game: Game[Any, Any], line: str) -> None:
    try:
        game.position(line)
    except NotationError as error:
        if error.rule == "NOTATION-POSITION-1":
            return
        raise Refuted(f"'{line}' is rejected by {error.rule}") from error
    raise Refuted(f"'{line}' is read as a position under {dict(game.setting)}")
