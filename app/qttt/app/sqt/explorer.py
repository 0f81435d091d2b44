"""The stochastic game in the explorer: Goff's game with a System that selects."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from qttt.app.explorer.shown import Answerer, Told
from qttt.app.goff.explorer import GoffShown
from qttt.app.sqt import every_q
from qttt.app.sqt.curves import curves_json, function_of_q_json
from qttt.oracle import Oracle
from qttt.reference.goff import Position
from qttt.reference.goff.notation import Selection
from qttt.reference.goff.picture import subscripted


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
        return every_q.oracle(game, report, note)

    def questions(self) -> Mapping[str, tuple[Answerer, Sequence[str], str]]:
        return {
            "curves": (curves_json, (), "The value of each move along q"),
            "function": (function_of_q_json, (), "The value of the position as an exact function of q"),
        }


SHOWN = SqtShown()
