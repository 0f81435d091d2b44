"""Probabilistic tic-tac-toe in the commands."""

from pathlib import Path

from qttt.app.commands.asked import Answer, Asked
from qttt.app.errors import BadInput
from qttt.app.probabilistic import boards


def solve(asked: Asked, device: str) -> Answer:
    """See `Parts`. Several boards are answered by a list."""
    from qttt.app.probabilistic import solve as of_boards

    named, one = boards.boards(asked.board, asked.random, asked.number, asked.skip_bad)
    answers = of_boards.answers(named, device, asked.exact)
    if one:
        return Answer(lambda: of_boards.described(answers[0]), lambda: of_boards.printed(answers[0]))
    return Answer(lambda: [*map(of_boards.described, answers)], lambda: of_boards.printed_list(answers))


def play(asked: Asked, perfect: dict[str, bool], seed: int | None) -> None:
    """See `Parts`."""
    from qttt.app.probabilistic.play import play as play_board

    play_board(_board(asked), perfect, seed)


def certify(asked: Asked, moves: str, out: Path) -> Answer:
    """See `Parts`."""
    from qttt.app.probabilistic import certify as certify_boards

    if moves:
        raise BadInput("a certificate of probabilistic is one of every position of a board: leave out the moves")
    whole = certify_boards.certify(_board(asked), out)
    return Answer(lambda: certify_boards.described(whole, out), lambda: certify_boards.printed(whole, out))


def _board(asked: Asked) -> boards.Named:
    return boards.board(asked.board, asked.random, asked.number)
