"""`qttt best tiqtaqtoe`: the truth about a position."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from qttt.app import screen
from qttt.app.goff.best import by_value, continuation
from qttt.app.tiqtaqtoe import stored as stored_tiqtaqtoe
from qttt.app.tiqtaqtoe.picture import LEGEND, Picture, text
from qttt.app.tiqtaqtoe.show import chances_in_words, described_game, turn
from qttt.reference.notation import position_after
from qttt.reference.tiqtaqtoe import Action, Position, TiqTaqToe
from qttt.reference.tiqtaqtoe_notation import parse, write
from qttt.verification.tiqtaqtoe.perfect import Chances


@dataclass(frozen=True)
class Advice:
    """A position that a game has reached, and what best play is from there."""

    game: TiqTaqToe
    position: Position
    value: Fraction
    chances: Chances
    actions: dict[Action, Fraction]
    best: tuple[Action, ...]
    variation: str
    """In notation, from this position on, as far as the next measurement or the end."""
    probabilities: Mapping[Action, Fraction]
    """Of each board, where a measurement is due."""

    @classmethod
    def on(cls, game: TiqTaqToe, moves: str, folder: Path | None) -> "Advice":
        """The advice on a written game. Raises what reading the game and finding a tablebase raise."""
        position = position_after(game, moves, parse)
        play = stored_tiqtaqtoe.perfect_tiqtaqtoe(game, folder)
        return cls(
            game,
            position,
            play.value(position),
            play.outcomes(position),
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
        "outcomes": screen.as_text(advice.chances._asdict()),
        "actor": advice.game.actor(advice.position),
        "actions": screen.as_text(advice.actions),
        "best": [str(action) for action in advice.best],
        "probabilities": screen.as_text(advice.probabilities),
        "principal_variation": advice.variation,
    }


def printed(advice: Advice) -> None:
    """Print an advice: the picture, the actions by value, best play."""
    out, picture = screen.console(), Picture.of(advice.position)
    out.print(screen.title(advice.game))
    out.print(text(picture))
    if picture.groups:
        out.print(LEGEND, style="dim")
    out.print(turn(advice.game, advice.position), soft_wrap=True)
    out.print(Text(f"value {screen.worth(advice.value)}", "bold"))
    if not advice.actions:
        return
    out.print(f"{chances_in_words(advice.chances._asdict())}.", soft_wrap=True)
    out.print()
    out.print(_boards(advice) if advice.probabilities else by_value(advice.actions, advice.value, "moves"))
    if advice.variation:
        out.print()
        screen.print_variation(out, advice.variation)


def _boards(advice: Advice) -> Table:
    """What may be measured, by its worth: how many boards, how probable, and one of them."""
    table = screen.table("value", "boards", "probability", "such as", right=("value", "boards", "probability"))
    for value, boards in sorted(Counter(advice.actions.values()).items(), reverse=True):
        probability = Fraction(boards, len(advice.actions))
        example = next(str(action) for action, its in advice.actions.items() if its == value)
        table.add_row(screen.worth(value), str(boards), str(probability), example)
    return table
