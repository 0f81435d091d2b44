"""TiqTaqToe in the commands."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qttt.app.commands.asked import Answer, Asked

if TYPE_CHECKING:
    from qttt.reference.tiqtaqtoe import TiqTaqToe

HELP = {
    "solve": (
        "The value is the chance that only X has a line minus the chance that only O has one, under best play; if both "
        'have one, that counts 0, or what the switch both says. "outcomes" are the chances under one optimal pair of '
        'strategies, "positions" and "undecided" count the canonical positions per ply in which a player is to move, '
        'and "states" counts all positions, with and without those equivalent by symmetry.'
    ),
    "show": "With the chances of each square and the entangled groups.",
    "play": "Chance measures when no square is certainly empty; the command shows the board that was measured.",
}
UNDECIDED = ("both", "neither")
"""See `qttt.app.views`."""
FAST_AGENTS = ("random", "monte-carlo", "expecti-minimax", "perfect")
"""See `qttt.app.views`."""


def solve(asked: Asked, device: str, store: bool) -> Answer:
    """See `qttt.app.views`."""
    from qttt.app.solved import json_object
    from qttt.app.tiqtaqtoe.solve import Solved, display

    return Answer.of(Solved.on(asked, device, store), json_object, display)


def show(asked: Asked, moves: str, svg: Path | None) -> Answer:
    """See `qttt.app.views`."""
    from qttt.app.tiqtaqtoe.show import display, json_object, write_svg

    position = asked.game.position(moves)
    if svg:
        write_svg(asked.game, position, svg)
    return Answer(lambda: json_object(asked.game, position), lambda: display(asked.game, position))


def best(asked: Asked, moves: str) -> Answer:
    """See `qttt.app.views`."""
    from qttt.app.tiqtaqtoe.best import advice_on, display, json_object

    return Answer.of(advice_on(asked, moves), json_object, display)


def play(asked: Asked, perfect: dict[str, bool], seed: int | None) -> None:
    """See `qttt.app.views`."""
    from qttt.app.tiqtaqtoe.play import play as play_game

    play_game(asked.game, perfect, asked.tablebase, seed)


def evaluation(game: "TiqTaqToe") -> Any:
    """See `qttt.app.views`: the heuristic of Wong (2023)."""
    from qttt.reference.tiqtaqtoe.evaluation import promise

    return promise


def fast_outcomes(contest: Any, report: Callable[[int, int | None], None]) -> Iterator[Any]:
    """The outcomes of a contest that the fast engine plays."""
    from qttt.app.tiqtaqtoe.arena import outcomes

    return outcomes(contest, report)
