"""`qttt best`."""

from qttt.app.command import Command, GameCommand, as_text, each_line, view
from qttt.app.games import Query
from qttt.app.options import Json, Moves


def best(query: Query, moves: Moves = None, as_json: Json = False) -> None:
    """Show the value of a position and of each action, and a principal variation.

    Where the System or chance is to act, show the value and the probability of each outcome. With - for the game, read
    games from standard input, one per line, and print one JSON object per line.
    """
    query = query.by("fast")
    if moves == ["-"]:
        each_line(lambda text: view(query.name).best(query, text))
    else:
        view(query.name).best(query, as_text(moves)).show(as_json)


COMMAND = Command(best, GameCommand)
