"""The stochastic game in the explorer: Goff's game with a System that selects."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from qttt.app.explorer.answer import worth
from qttt.app.explorer.shown import Answerer, Told
from qttt.app.goff.explorer import GoffShown
from qttt.fast.sqt.functions import Functions
from qttt.fast.sqt.setting import UNIT
from qttt.oracle import Oracle
from qttt.oracle.oracle import early
from qttt.oracle.registry import entry_of
from qttt.oracle.sqt import first_reading
from qttt.oracle.sqt.functions import formula, known
from qttt.reference.game import Record
from qttt.reference.goff import Action, Position
from qttt.reference.goff.notation import Selection
from qttt.reference.goff.picture import subscripted
from qttt.reference.sqt import ScoringName, Sqt

if TYPE_CHECKING:
    from qttt.fast.sqt.piecewise import Piecewise
    from qttt.fast.sqt.polynomial import Root


class SqtShown(GoffShown):
    """See `Shown`."""

    short = "Stochastic"
    about = (
        "Goff's game, in which a System selects how each cycle collapses: the settlement that is better for O with "
        "probability q, otherwise the one that is better for X. The value is what X can expect."
    )
    start: Mapping[str, str] = MappingProxyType({"q": "1/2"})

    def means(self, game: Any, value: Fraction) -> str:
        return ""

    def selecting(self, game: Any, position: Position) -> Told:
        words = f"The System selects: the settlement that is better for O with probability {game.q}, else the other"
        return Told(words, "SQT-SELECT-1")

    def selected(self, game: Any, before: Position, action: Selection) -> Sequence[Told]:
        mark, squares = before.spooky[-1]
        to = squares.first if action is Selection.A else squares.second
        return [Told(f"The System selected {action}: {subscripted(mark)} settles on {to}", "SQT-SELECT-1")]

    def selector(self, actor: Any) -> str:
        return "The System is to"

    def oracle(self, game: Any, report: Callable[[], Any], note: Callable[[str], None] | None) -> Oracle[Any, Any]:
        """Of the first reading by what ships alone: nothing is solved for a q that is passed by."""
        known = early(game, lambda: None, note) if first_reading(game) else None
        return known or super().oracle(game, report, note)

    def questions(self) -> Mapping[str, tuple[Answerer, Sequence[str], str]]:
        return {
            "curves": (curves_json, (), "The value of each move along q"),
            "function": (function_of_q_json, (), "The value of the position as an exact function of q"),
        }


GRID = 20
"""Curves of moves are drawn through their values at the multiples of 1 / GRID."""
POINTS = [Fraction(j, GRID) for j in range(GRID + 1)]
CLICKED = 100
"""A critical q that is irrational is shown by a fraction whose denominator is at most this large."""

Found = Record[Position, Action]


def curves_json(game: Sqt, record: Found, own: Mapping[str, str]) -> dict[str, Any]:
    """The value of each move along q: exact functions at the start, else exact values at multiples of 1 / GRID. Moves
    with equal curves are one."""
    if not first_reading(game):
        return {"state": "unsolved", "start": False, "moves": [], "best": []}
    position = record.positions[-1]
    if position == game.initial():
        row = known(game.scoring, game.double_win)
        moves = [{"moves": [name], **function_json(each)} for name, each in sorted(row.first_moves.items())]
        best = [{"low": root_json(each.low), "high": root_json(each.high), "moves": [*each.moves]} for each in row.best]
        return {"state": "ready", "start": True, "moves": moves, "best": best}
    found, key_of = Functions(game.scoring, game.double_win), entry_of(game).translate.key_of
    rows: dict[tuple[Fraction, ...], list[str]] = {}
    for action in game.actions(position):
        key = key_of(game.play(position, action))
        rows.setdefault(tuple(UNIT * found.at(key, q) for q in POINTS), []).append(str(action))
    moves = [
        {"moves": actions, "points": [[float(q), float(value)] for q, value in zip(POINTS, values, strict=True)]}
        for values, actions in rows.items()
    ]
    return {"state": "ready", "start": False, "moves": moves, "best": []}


def function_of_q_json(game: Sqt, record: Found, own: Mapping[str, str]) -> dict[str, Any]:
    """The value of the position as an exact function of q, its value at the q of the game, and its critical points."""
    if not first_reading(game):
        return {"state": "unsolved"}
    position = record.positions[-1]
    function = _function(game.scoring, game.double_win, entry_of(game).translate.key_of(position))
    return {
        "state": "ready",
        "actor": game.actor(position),
        "q": worth(game.q),
        "value": worth(UNIT * function(game.q)),
        **function_json(function),
        "critical": critical_json(game, position, function),
    }


@lru_cache(maxsize=512)
def _function(scoring: ScoringName, double_win: bool, key: int) -> "Piecewise":
    return Functions(scoring, double_win).function(key)


def function_json(function: "Piecewise") -> dict[str, Any]:
    """A function, in points: its pieces with ends and coefficients, that of q**0 first."""
    return {
        "pieces": [
            {
                "low": float(low),
                "high": float(high),
                "coefficients": [UNIT * each for each in piece],
                "words": formula(piece, UNIT),
            }
            for low, high, piece in function.parts()
        ]
    }


def critical_json(game: Sqt, position: Position, function: "Piecewise") -> list[dict[str, Any]]:
    """Where the function has a new formula, or is zero; at the start also where other first moves become best."""
    notes: dict[Root, list[str]] = {}
    for root in function.ends[1:-1]:
        notes.setdefault(root, []).append("formula")
    for root in _crossings(function):
        notes.setdefault(root, []).append("zero")
    if position == game.initial():
        for part in known(game.scoring, game.double_win).best:
            for root in (part.low, part.high):
                if 0 < float(root) < 1 and "best" not in notes.setdefault(root, []):
                    notes[root].append("best")
    return [root_json(root) | {"notes": notes[root]} for root in sorted(notes)]


def _crossings(function: "Piecewise") -> Sequence["Root"]:
    """Where a function that is not zero throughout is zero; of an interval of zeros its ends."""
    return () if set(function.pieces) == {()} else function.zeros()


def root_json(root: "Root") -> dict[str, Any]:
    """A number that may be irrational: as a decimal, its polynomial if it is irrational, and a fraction near it."""
    rational = root.low == root.high
    near = root.low if rational else ((root.low + root.high) / 2).limit_denominator(CLICKED)
    return {"number": float(root), "near": str(near), "of": "" if rational else formula(root.minimal)}


SHOWN = SqtShown()
