"""`qttt best hybrid`: the truth about a position."""

from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from qttt.app import screen
from qttt.app.advice import Advice, continuation, print_actions, told
from qttt.app.hybrid.links import found
from qttt.app.hybrid.show import described_game, print_picture, turn
from qttt.app.hybrid.stored import perfect_hybrid
from qttt.reference.hybrid import Action, Hybrid, Position, Result
from qttt.reference.hybrid_notation import parse, write
from qttt.reference.notation import position_after

HybridAdvice = Advice[Hybrid, Position, Action]


def advice_on(game: Hybrid, moves: str, folder: Path | None) -> HybridAdvice:
    """The advice on a written game. Raises what reading the game and finding a tablebase raise."""
    position = position_after(game, moves, parse)
    play = perfect_hybrid(game, folder, len(position.measured))
    variation = continuation(parse(moves), play.variation(position)[0], write)
    return Advice.of(game, play, position, variation, game.chance(position))


def described(advice: HybridAdvice) -> dict[str, Any]:
    """The JSON object of an advice."""
    return {**described_game(advice.game), **told(advice)}


def printed(advice: HybridAdvice) -> None:
    """Print an advice: the picture, the actions by value, best play."""
    out = screen.console()
    out.print(screen.title(advice.game))
    print_picture(advice.game, advice.position)
    out.print(turn(advice.game, advice.position), soft_wrap=True)
    out.print(Text(f"value {screen.worth(advice.value)}", "bold"))
    print_actions(advice, lambda: _results(advice))


def _results(advice: HybridAdvice) -> Table:
    """What may be found, what it is worth, and what it does."""
    table = screen.table("value", "probability", "found", right=("value", "probability"))
    for result in Result:
        what = found(advice.game, advice.position, result)
        table.add_row(screen.worth(advice.actions[result]), str(advice.probabilities[result]), what)
    return table
