"""`qttt best tiqtaqtoe`: the values of a position and of its actions."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from rich.table import Table
from rich.text import Text

from qttt.app import screen
from qttt.app.advice import Advice, advice_json, print_actions
from qttt.app.commands.asked import Asked
from qttt.app.games import json_of
from qttt.app.tiqtaqtoe.show import chances_in_words, print_picture, turn
from qttt.oracle.tiqtaqtoe.entry import Chances
from qttt.reference.tiqtaqtoe import Action, Position, TiqTaqToe


class Judged(NamedTuple):
    """The advice on a position, and the chances of each end under best play."""

    advice: Advice[TiqTaqToe, Position, Action]
    chances: Chances


def advice_on(asked: Asked, moves: str) -> Judged:
    """The advice on a written game. Raises what `Advice.on` raises."""
    advice = Advice[TiqTaqToe, Position, Action].on(asked, moves)
    return Judged(advice, asked.truth.outcomes(advice.position))


def json_object(judged: Judged) -> dict[str, Any]:
    """The JSON object of an advice."""
    advice, chances = judged
    return {**json_of(advice.game), **advice_json(advice, outcomes=screen.as_text(chances._asdict()))}


def display(judged: Judged) -> None:
    """Print an advice: the picture, the actions by value, best play."""
    advice, chances = judged
    out = screen.console()
    out.print(screen.title(advice.game))
    print_picture(out, advice.position)
    out.print(turn(advice.game, advice.position), soft_wrap=True)
    out.print(Text(f"value {screen.worth(advice.value)}", "bold"))
    if advice.actions:
        out.print(f"{chances_in_words(chances._asdict())}.", soft_wrap=True)
    print_actions(advice, lambda: _boards(advice.actions))


def _boards(actions: Mapping[Action, Fraction]) -> Table:
    """The boards that may be measured, by value: how many, how probable, and one of them."""
    table = screen.table("value", "boards", "probability", "such as", right=("value", "boards", "probability"))
    for value, boards in sorted(Counter(actions.values()).items(), reverse=True):
        probability = Fraction(boards, len(actions))
        example = next(str(action) for action, its in actions.items() if its == value)
        table.add_row(screen.worth(value), str(boards), str(probability), example)
    return table
