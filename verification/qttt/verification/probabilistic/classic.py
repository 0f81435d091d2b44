"""Classic tic-tac-toe by plain minimax, and the game in which success is certain on every square."""

from fractions import Fraction
from functools import cache

from qttt.reference.board import lines
from qttt.reference.probabilistic import Probabilistic
from qttt.verification import expect
from qttt.verification.probabilistic.engines import solver_of
from qttt.verification.probabilistic.equivalence_boards import CLASSIC
from qttt.verification.probabilistic.values import MARKS, text

REACHABLE = 5478
EMPTY = "........."


@cache
def classic() -> dict[str, int]:
    """Every position that games of tic-tac-toe reach, with its value by minimax: 1 if X wins, -1 if O does."""
    known: dict[str, int] = {}

    def value(board: str) -> int:
        if board not in known:
            player, sign = ("X", 1) if board.count("X") == board.count("O") else ("O", -1)
            following = [board[:at] + player + board[at + 1 :] for at, mark in enumerate(board) if mark == "."]
            lost = any({board[square - 1] for square in line} in ({"X"}, {"O"}) for line in lines())
            known[board] = -sign if lost else sign * max((sign * value(after) for after in following), default=0)
        return known[board]

    value(EMPTY)
    return known


def certain_success_is_tic_tac_toe() -> str:
    """Where naming a square always marks it, positions have the values of tic-tac-toe, by the reference."""
    known, solver = classic(), solver_of(Probabilistic(CLASSIC))
    expect("positions", len(known), REACHABLE)
    for marks, board in ((marks, text(marks)) for marks in MARKS if text(marks) in known):
        found = getattr(solver.to_move(marks), "XO"[board.count("X") - board.count("O")])
        expect(f"'{board}' with certain success", found, Fraction(known[board] + 1, 2))
    return f"{len(known):,} positions; the empty board is worth {known[EMPTY]}"
