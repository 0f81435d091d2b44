"""Probabilistic tic-tac-toe in the commands."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qttt.app.commands.asked import Answer, Asked
from qttt.app.commands.games_of import CommandOption

if TYPE_CHECKING:
    from qttt.app.probabilistic.boards import Named

ON_A_BOARD = ("solve", "show", "best", "perft", "play", "explore", "arena", "evaluate", "certify")

OPTIONS = (
    CommandOption(
        "board",
        Path,
        "File of boards (.json or .csv): one board per line, or one board in nine lines success,neutral,failure.",
        ON_A_BOARD,
        "FILE",
    ),
    CommandOption("random", int, "Use the board that generator abraham-2024 draws with this seed.", ON_A_BOARD, "SEED"),
    CommandOption(
        "number",
        int,
        "Number of the board: from 1 in a JSON file, the line in a CSV file, from 0 for a seed.",
        ON_A_BOARD,
        "N",
    ),
    CommandOption("exact", bool, "Print exact fractions as well as decimals.", ("solve",)),
    CommandOption("skip_bad", bool, "Skip boards that are wrong, with a note on standard error.", ("solve",)),
)
LACKS = ("board", "out", "tablebase", "player")
"""Options that commands have for other games; the board is given as a file."""
HELP = {
    "solve": (
        'A board is worth "value_first" to X if X moves first, and "value_second" to X if O does. Without --exact the '
        'numbers are in double precision, at most "error_bound" off, and the best squares are all those within '
        '"best_within" of the best. JSON is an object for one board, and a list for a file of several.'
    ),
    "perft": "Naming a square counts as a ply, and so does its outcome.",
    "play": (
        "Chance decides the outcome of every move; `tutor`, typed instead of a move, shows what each square is worth."
    ),
}


def named(asked: Asked) -> "Named":
    """The board that is asked for. Raises BadInput unless it is exactly one."""
    from qttt.app.probabilistic import boards

    return boards.board(asked.get("board"), asked.get("random"), asked.get("number"))


def made(asked: Asked) -> Any:
    """The game on the board that is asked for."""
    from qttt.reference.probabilistic import Probabilistic

    return Probabilistic(named(asked).board)


def json_of(asked: Asked) -> dict[str, Any]:
    """The JSON object of the game: its ruleset, and the board that it is played on."""
    board = named(asked)
    return {"ruleset": "probabilistic-1.0", "board": board.title, "number": board.number, "name": board.name}


def solve(asked: Asked, device: str, store: bool) -> Answer:
    """See `qttt.app.views`. Several boards are answered by a list; nothing is stored."""
    from qttt.app.probabilistic import boards
    from qttt.app.probabilistic import solve as of_boards

    skip_bad = bool(asked.get("skip_bad"))
    found, one = boards.boards(asked.get("board"), asked.get("random"), asked.get("number"), skip_bad)
    answers = of_boards.answers(found, device, bool(asked.get("exact")))
    if one:
        return Answer(lambda: of_boards.json_object(answers[0]), lambda: of_boards.display(answers[0]))
    return Answer(lambda: [*map(of_boards.json_object, answers)], lambda: of_boards.display_list(answers))


def play(asked: Asked, perfect: dict[str, bool], seed: int | None) -> None:
    """See `qttt.app.views`."""
    from qttt.app.probabilistic.play import play as play_board

    play_board(named(asked), perfect, seed)


def evaluation(game: Any) -> Any:
    """See `qttt.app.views`: play without end is worth a half."""
    from qttt.reference.agents.evaluation import ends_alone
    from qttt.reference.probabilistic.solver import ENDLESS

    return ends_alone(game, ENDLESS)


def commands() -> tuple[Callable[..., Any], ...]:
    """The commands that only this game has."""
    from qttt.app.probabilistic.command import tutor

    return (tutor,)
