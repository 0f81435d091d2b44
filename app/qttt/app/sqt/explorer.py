"""The stochastic game in the explorer: Goff's game with a System that selects."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from qttt.app.explorer.answer import worth
from qttt.app.explorer.shown import Answerer, Told
from qttt.app.goff.explorer import GoffShown
from qttt.app.sqt import every_q
from qttt.app.sqt.setting import first_reading
from qttt.fast.sqt.setting import UNIT
from qttt.oracle import Oracle
from qttt.oracle.sqt.functions import FunctionsOfQ, formula, known, zeros
from qttt.reference.game import Record
from qttt.reference.goff import Action, Position
from qttt.reference.goff.notation import Selection
from qttt.reference.goff.picture import subscripted
from qttt.reference.sqt import Sqt

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
        known = every_q.oracle if first_reading(game) else super().oracle
        return known(game, report, note)

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
    """The value of each move along q: exact functions at the start, else exact values at multiples of 1 / GRID, which
    are there as soon as the scoring is solved. Moves with equal curves are one."""
    if not first_reading(game):
        return {"state": "unsolved", "start": False, "moves": [], "best": []}
    position = record.positions[-1]
    if row := _known_at(game, position):
        moves = [{"moves": [name], **function_json(each)} for name, each in sorted(row.first_moves.items())]
        best = [{"low": root_json(low), "high": root_json(high), "moves": [*names]} for low, high, names in row.best]
        return {"state": "ready", "start": True, "moves": moves, "best": best}
    found = every_q.functions_if_found(game)
    if found is None:
        return {"state": "working", "start": False, "moves": [], "best": []}
    if game.actor(position) is None:
        return {"state": "ready", "start": False, "moves": [], "best": []}
    rows: dict[tuple[Fraction, ...], list[str]] = {}
    for action, values in _along(game, found.tablebase, position).items():
        rows.setdefault(tuple(values), []).append(str(action))
    moves = [
        {"moves": actions, "points": [[float(q), float(value)] for q, value in zip(POINTS, values, strict=True)]}
        for values, actions in rows.items()
    ]
    return {"state": "ready", "start": False, "moves": moves, "best": []}


def _known_at(game: Sqt, position: Position) -> FunctionsOfQ | None:
    """What is known of a position without any solving: at the start, the functions that come with this program."""
    return known(*every_q.scored(game)) if position == game.initial() else None


def _along(game: Sqt, tablebase: Any, position: Position) -> dict[Action, list[Fraction]]:
    """The values of the actions at each of POINTS."""
    plays = [Oracle(replace(game, q=q), tablebase) for q in POINTS]
    found = [play.values(position) for play in plays]
    return {action: [values[action] for values in found] for action in found[0]}


def function_of_q_json(game: Sqt, record: Found, own: Mapping[str, str]) -> dict[str, Any]:
    """The value of the position as an exact function of q, its value at the q of the game, and its critical points."""
    from qttt.oracle.goff.translate import key_of

    if not first_reading(game):
        return {"state": "unsolved"}
    position, found = record.positions[-1], every_q.functions_if_found(game)
    if row := _known_at(game, position):
        function = row.value
    elif found is None:
        return {"state": "working"}
    else:
        function = _function(found, key_of(position))
    value = UNIT * function(game.q)
    return {
        "state": "ready",
        "actor": game.actor(position),
        "q": worth(game.q),
        "value": worth(value),
        **function_json(function),
        "critical": critical_json(game, position, function),
    }


@lru_cache(maxsize=512)
def _function(found: Any, key: int) -> "Piecewise":
    function: Piecewise = found.function(key)
    return function


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
    if row := _known_at(game, position):
        for low, high, _ in row.best:
            for root in (low, high):
                if 0 < float(root) < 1 and "best" not in notes.setdefault(root, []):
                    notes[root].append("best")
    return [root_json(root) | {"notes": notes[root]} for root in sorted(notes)]


def _crossings(function: "Piecewise") -> Sequence["Root"]:
    """Where a function that is not zero throughout is zero; of an interval of zeros its ends."""
    return () if set(function.pieces) == {()} else zeros(function)


def root_json(root: "Root") -> dict[str, Any]:
    """A number that may be irrational: as a decimal, its polynomial if it is irrational, and a fraction near it."""
    rational = root.low == root.high
    near = root.low if rational else ((root.low + root.high) / 2).limit_denominator(CLICKED)
    return {"number": float(root), "near": str(near), "of": "" if rational else formula(root.minimal)}


SHOWN = SqtShown()
