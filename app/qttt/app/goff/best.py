"""`qttt best`: the truth about a position."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from rich.console import Group
from rich.table import Table
from rich.text import Text

from qttt.app import screen
from qttt.app.goff import stored
from qttt.app.goff.names import outcome_name
from qttt.app.goff.show import turn
from qttt.reference.goff import Action, Goff, Position
from qttt.reference.notation import Selection, parse, position_after, write
from qttt.reference.sqt import Sqt
from qttt.verification.goff.perfect import PerfectPlay

A = TypeVar("A")


@dataclass(frozen=True)
class Advice:
    """A position that a game has reached, and what best play is from there."""

    game: Goff | Sqt
    position: Position
    value: Fraction
    actions: dict[Action, Fraction]
    best: tuple[Action, ...]
    variation: str
    """In notation, from this position on; empty where chance has a part in the game."""
    probabilities: Mapping[Selection, Fraction]
    """Of each selection, where the System selects."""

    @classmethod
    def on(cls, game: Goff | Sqt, moves: str, folder: Path | None) -> "Advice":
        """The advice on a written game. Raises what reading the game and finding a tablebase raise."""
        position = position_after(game, moves)
        play = stored.perfect(game, folder)
        variation = ""
        probabilities: dict[Selection, Fraction] = {}
        if isinstance(play, PerfectPlay):
            variation = continuation(parse(moves), play.variation(position)[0], write)
        else:
            probabilities = play.probabilities(position)
        value, actions, best = play.value(position), play.actions(position), play.best(position)
        return cls(game, position, value, actions, best, variation, probabilities)


def continuation(played: tuple[A, ...], following: tuple[A, ...], write: Callable[[tuple[A, ...]], str]) -> str:
    """What follows a game, in notation.

    >>> continuation(parse("X1.1-9 O2.1-3"), parse("X1.1-3 selA"), write)
    'X3.1-3 selA'
    """
    return " ".join(write((*played, *following)).split()[len(played) :])


def described(advice: Advice) -> dict[str, Any]:
    """The JSON object of an advice. An expected value has no outcome, and a game with chance no principal variation."""
    told = {
        "value": str(advice.value),
        "actor": advice.game.actor(advice.position),
        "actions": screen.as_text(advice.actions),
        "best": [str(action) for action in advice.best],
    }
    if isinstance(advice.game, Sqt):
        return told | {"probabilities": screen.as_text(advice.probabilities)}
    value = {"value": told.pop("value"), "outcome": outcome_name(advice.value)}
    return value | told | {"principal_variation": advice.variation}


def printed(advice: Advice) -> None:
    """Print an advice: the picture, the actions by value, best play."""
    out = screen.console()
    out.print(screen.side_by_side(screen.picture(advice.position), _judgement(advice)))
    if advice.variation:
        screen.print_variation(out, advice.variation)


def _judgement(advice: Advice) -> Group:
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


def by_value(actions: Mapping[Any, Fraction], best: Fraction, named: str) -> Table:
    """A table of actions, with the best ones first."""
    table = screen.table("value", named, right=("value",))
    for value in sorted({*actions.values()}, key=lambda value: abs(value - best)):
        names = " ".join(str(action) for action, its in actions.items() if its == value)
        table.add_row(screen.worth(value), Text(names, "bold" if value == best else ""))
    return table
