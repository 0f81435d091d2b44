"""`qttt best hybrid`: the values of a position and of its actions."""

from typing import Any

from rich.table import Table
from rich.text import Text

from qttt.app import screen
from qttt.app.advice import Advice, advice_json, print_actions
from qttt.app.games import json_of
from qttt.app.hybrid.links import found
from qttt.app.hybrid.show import print_picture, turn
from qttt.reference.hybrid import Action, Hybrid, Position, Result

HybridAdvice = Advice[Hybrid, Position, Action]


def json_object(advice: HybridAdvice) -> dict[str, Any]:
    """The JSON object of an advice."""
    return {**json_of(advice.game), **advice_json(advice)}


def display(advice: HybridAdvice) -> None:
    """Print an advice: the picture, the actions by value, best play."""
    out = screen.console()
    out.print(screen.title(advice.game))
    print_picture(advice.game, advice.position)
    out.print(turn(advice.game, advice.position), soft_wrap=True)
    out.print(Text(f"value {screen.worth(advice.value)}", "bold"))
    print_actions(advice, lambda: _results(advice))


def _results(advice: HybridAdvice) -> Table:
    """The possible results, with their values and effects."""
    table = screen.table("value", "probability", "found", right=("value", "probability"))
    for result in Result:
        what = found(advice.game, advice.position, result)
        table.add_row(screen.worth(advice.actions[result]), str(advice.probabilities[result]), what)
    return table
