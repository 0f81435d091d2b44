"""`qttt best`: the values of a position and of its actions."""

from typing import Any

from rich.console import Group
from rich.text import Text

from qttt.app import screen
from qttt.app.advice import Advice, advice_json, by_value
from qttt.app.commands.asked import Asked
from qttt.app.goff.names import outcome_name
from qttt.app.goff.show import picture, turn
from qttt.reference.goff import Action, Goff, Position
from qttt.reference.sqt import Sqt

ENOUGH = 40
"""Columns for the actions beside the picture."""

QuantumAdvice = Advice[Goff | Sqt, Position, Action]


def advice_on(asked: Asked, moves: str) -> QuantumAdvice:
    """The advice on a written game or position; without a variation in a game with chance. Raises what `Advice.on`
    raises."""
    return QuantumAdvice.on(asked, moves, with_variation=isinstance(asked.game, Goff))


def json_object(advice: QuantumAdvice) -> dict[str, Any]:
    """The JSON object of an advice. An expected value has no outcome, and a game with chance no principal variation."""
    if isinstance(advice.game, Sqt):
        said, other = advice_json(advice), "principal_variation"
    else:
        said, other = advice_json(advice, outcome=outcome_name(advice.value)), "probabilities"
    del said[other]
    return said


def display(advice: QuantumAdvice) -> None:
    """Print an advice: the picture, the actions by value, best play."""
    out = screen.console()
    out.print(screen.side_by_side(picture(advice.position), _judgement(advice), enough=ENOUGH))
    if advice.variation:
        screen.print_variation(out, advice.variation)


def _judgement(advice: QuantumAdvice) -> Group:
    if advice.probabilities:
        table = screen.table("value", "probability", "selection", right=("value", "probability"))
        for selection, probability in advice.probabilities.items():
            table.add_row(screen.worth(advice.actions[selection]), str(probability), str(selection))
    else:
        table = by_value(advice.actions, advice.value, "actions")
    worth = Text.assemble("value ", (screen.worth(advice.value), "bold"))
    if isinstance(advice.game, Goff):
        worth.append_text(Text.assemble(", ", screen.outcome(outcome_name(advice.value))))
    heading = Group(screen.title(advice.game), turn(advice.game, advice.position), worth)
    return Group(heading, Text(), table) if advice.actions else heading
