"""`qttt best hybrid`: the truth about a position."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from qttt.app import screen
from qttt.app.goff.best import by_value, continuation
from qttt.app.hybrid.links import found
from qttt.app.hybrid.show import described_game, print_picture, turn
from qttt.app.hybrid.stored import perfect_hybrid
from qttt.reference.hybrid import Action, Hybrid, Position, Result
from qttt.reference.hybrid_notation import parse, write
from qttt.reference.notation import position_after


@dataclass(frozen=True)
class Advice:
    """A position that a game has reached, and what best play is from there."""

    game: Hybrid
    position: Position
    value: Fraction
    actions: dict[Action, Fraction]
    best: tuple[Action, ...]
    variation: str
    """In notation, from this position on, as far as the next measurement."""
    probabilities: Mapping[Action, Fraction]
    """Of each result, where one is due."""

    @classmethod
    def on(cls, game: Hybrid, moves: str, folder: Path | None) -> "Advice":
        """The advice on a written game. Raises what reading the game and finding a tablebase raise."""
        position = position_after(game, moves, parse)
        play = perfect_hybrid(game, folder, len(position.measured))
        return cls(
            game,
            position,
            play.value(position),
            play.actions(position),
            play.best(position),
            continuation(parse(moves), play.variation(position)[0], write),
            game.chance(position),
        )


def described(advice: Advice) -> dict[str, Any]:
    """The JSON object of an advice."""
    return {
        **described_game(advice.game),
        "value": str(advice.value),
        "actor": advice.game.actor(advice.position),
        "actions": screen.as_text(advice.actions),
        "best": [str(action) for action in advice.best],
        "probabilities": screen.as_text(advice.probabilities),
        "principal_variation": advice.variation,
    }


def printed(advice: Advice) -> None:
    """Print an advice: the picture, the actions by value, best play."""
    out = screen.console()
    out.print(screen.title(advice.game))
    print_picture(advice.game, advice.position)
    out.print(turn(advice.game, advice.position), soft_wrap=True)
    out.print(Text(f"value {screen.worth(advice.value)}", "bold"))
    if advice.actions:
        out.print()
        out.print(_results(advice) if advice.probabilities else by_value(advice.actions, advice.value, "moves"))
    if advice.variation:
        out.print()
        screen.print_variation(out, advice.variation)


def _results(advice: Advice) -> Table:
    """What may be found, what it is worth, and what it does."""
    table = screen.table("value", "probability", "found", right=("value", "probability"))
    for result in Result:
        told = found(advice.game, advice.position, result)
        table.add_row(screen.worth(advice.actions[result]), str(advice.probabilities[result]), told)
    return table
