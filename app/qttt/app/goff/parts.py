"""Goff's game in the commands."""

from pathlib import Path

from qttt.app.commands.asked import Answer, Asked
from qttt.app.commands.games_of import CommandOption

OPTIONS = (CommandOption("through", int, "The last ply in the tablebase, 6 or 7. Default: 6.", ("solve",)),)
THROUGH = (6, 7)
COUNTS = (
    'In the JSON "positions" counts the canonical positions of each ply, including those in which the game is over; '
    '"undecided" counts those in which a player is to move.'
)
HELP = {"solve": COUNTS}


def solve(asked: Asked, device: str, store: bool) -> Answer:
    """See `qttt.app.views`."""
    from qttt.app.goff.solve import Solved, display, json_object

    return Answer.of(Solved.on(asked, device, store), json_object, display)


def show(asked: Asked, moves: str, svg: Path | None) -> Answer:
    """See `qttt.app.views`."""
    from qttt.app.goff.show import display, json_object, write_svg

    position = asked.game.position(moves)
    if svg:
        write_svg(asked.game, position, svg)
    return Answer(
        lambda: {**asked.json_object, **json_object(asked.game, position)}, lambda: display(asked.game, position)
    )


def best(asked: Asked, moves: str) -> Answer:
    """See `qttt.app.views`."""
    from qttt.app.goff.best import advice_on, display, json_object

    advice = advice_on(asked, moves)
    return Answer(lambda: {**asked.json_object, **json_object(advice)}, lambda: display(advice))


def play(asked: Asked, perfect: dict[str, bool], seed: int | None) -> None:
    """See `qttt.app.views`."""
    from qttt.app.goff.play import play as play_game

    play_game(asked.game, perfect, asked.tablebase, seed)
