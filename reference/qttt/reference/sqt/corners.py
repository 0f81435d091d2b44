"""The games in which nothing is left to chance: those of the two selection rules, and the System at q = 0 and q = 1."""

from fractions import Fraction
from typing import Any

from qttt.reference.game import Game
from qttt.reference.goff.game import Goff
from qttt.reference.goff.notation import Action
from qttt.reference.goff.position import Position
from qttt.reference.sqt.game import Sqt


def deterministic_games(double_win: bool = False) -> dict[str, Game[Position, Action]]:
    """The four games in which nothing is left to chance, by who selects: a player, or the System favouring one.

    Rule: SQT-CORNER-1
    >>> from qttt.reference.solver import Solver
    >>> from qttt.reference.sqt.game import TWO_WINS
    >>> {who: str(Solver(game).value(game.position(TWO_WINS))) for who, game in deterministic_games().items()}
    {'opponent': '10', 'self': '20', 'for X': '20', 'for O': '10'}
    """
    games: dict[str, Any] = {
        "opponent": Goff("opponent", double_win),
        "self": Goff("self", double_win),
        "for X": Sqt(Fraction(0), double_win=double_win),
        "for O": Sqt(Fraction(1), double_win=double_win),
    }
    return games
