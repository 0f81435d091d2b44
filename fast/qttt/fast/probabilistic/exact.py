"""One board of probabilities, exactly.

Double precision rules out, by its proved error bound, most squares of most positions. The kernel itself solves the rest
in fractions, only in those positions that the value depends on."""

from fractions import Fraction
from typing import Any

from qttt.fast.backend import Cpu
from qttt.fast.board import DIGITS, EMPTY, SQUARES, O, X
from qttt.fast.probabilistic.boards import Probabilities, rows_of
from qttt.fast.probabilistic.positions import DRAWN, ENTRY, EXCHANGED, O_WON, PLACE, ROW, UNDECIDED, X_WON
from qttt.fast.probabilistic.solve import optimal, tables
from qttt.fast.probabilistic.value import FAILURE, LOST, MARKED, NEUTRAL, SHARE, SUCCESS, loop

DECIDED = {O_WON: Fraction(-1), DRAWN: Fraction(0), X_WON: Fraction(1)}
ALL = (1 << SQUARES) - 1
WORSE = Fraction(2)
LOOPS = [loop(count) for count in range(1, SQUARES + 1)]


class Exact:
    """The exact values of one board, each computed on demand and then remembered.

    `code` is a board of marks, and `player` who is to move there, `X` or `O` of `positions`. Values are X's, from 0 to
    1. Every method raises ValueError for a code or a player that does not exist. Not checked: that the probabilities
    add up to 1."""

    def __init__(self, board: Probabilities) -> None:
        self._room: list[Any] = [Fraction(0)] * LOST
        for square, (success, neutral, failure) in enumerate(board):
            self._room[SUCCESS + square], self._room[FAILURE + square] = success, failure
            self._room[NEUTRAL + square], self._room[MARKED + square] = neutral, success + failure
        for i in range(SQUARES):
            for j in range(SQUARES):
                leaving = self._room[MARKED + i] + self._room[NEUTRAL + i] * self._room[MARKED + j]
                self._room[SHARE + SQUARES * i + j] = 1 / leaving if leaving else Fraction(0)
        self._masks = _not_ruled_out(board)
        self._values: dict[int, tuple[Fraction, Fraction]] = {}

    def __repr__(self) -> str:
        return f"<exact values of one board, {len(self._values)} positions so far>"

    def value(self, code: int, player: int = X) -> Fraction:
        """The value of a position."""
        _check(code, player)
        return (1 + self._both(code)[player == O]) / 2

    def squares(self, code: int, player: int = X) -> dict[int, Fraction]:
        """The value of choosing each empty square, from 1, in a position; empty where play is over."""
        _check(code, player)
        if not UNDECIDED[code]:
            return {}
        return {square + 1: (1 + self._worth(code, player, square)) / 2 for square in _empty(code, ALL)}

    def best(self, code: int, player: int = X) -> tuple[int, ...]:
        """The squares, from 1, that keep the value of a position, ties decided exactly; none where play is over."""
        _check(code, player)
        if not UNDECIDED[code]:
            return ()
        value = self._both(code)[player == O]
        chosen = self._candidates(code, player)
        return tuple(square + 1 for square in chosen if self._worth(code, player, square) == value)

    def _both(self, code: int) -> tuple[Fraction, Fraction]:
        """The centred values with X and with O to move."""
        if not UNDECIDED[code]:
            return DECIDED[int(ROW[code])], DECIDED[int(ROW[code])]
        exchanged = int(EXCHANGED[code])
        if exchanged < code:
            of_x, of_o = self._both(exchanged)
            return -of_o, -of_x
        if code not in self._values:
            self._values[code] = self._solved(code)
        return self._values[code]

    def _solved(self, code: int) -> tuple[Fraction, Fraction]:
        """The loop of an undecided position: squares that double precision rules out for a player get a number worse
        for that player than any value."""
        of_x, of_o = self._candidates(code, X), self._candidates(code, O)
        script, lost, gained = [], [], []
        for square in sorted({*of_x, *of_o}):
            script += [square, *[0] * (ENTRY - 1)]
            lost.append(-self._marked(code, X, square) if square in of_x else WORSE)
            gained.append(self._marked(code, O, square) if square in of_o else WORSE)
        of_x_to_move, of_o_to_move = LOOPS[len(lost) - 1](script, 0, self._room, lost, gained)
        return of_x_to_move, of_o_to_move

    def _candidates(self, code: int, player: int) -> list[int]:
        """Squares of which at least one belongs to best play, and all that do."""
        return _empty(code, self._masks[code if player == X else int(EXCHANGED[code])] if self._masks else ALL)

    def _worth(self, code: int, player: int, square: int) -> Fraction:
        of_x, of_o = self._both(code)
        stayed = of_o if player == X else of_x
        return self._marked(code, player, square) + Fraction(self._room[NEUTRAL + square]) * stayed

    def _marked(self, code: int, player: int, square: int) -> Fraction:
        """The values of what follows a mark, times their probabilities."""
        other = O if player == X else X
        place = int(PLACE[square])
        success, failure = (self._both(code + mark * place)[player == X] for mark in (player, other))
        return Fraction(self._room[SUCCESS + square] * success + self._room[FAILURE + square] * failure)


def _check(code: int, player: int) -> None:
    if not 0 <= code < len(UNDECIDED):
        raise ValueError(f"code {code}: expected a board of marks from 0 to {len(UNDECIDED) - 1}")
    if player not in (X, O):
        raise ValueError(f"player {player}: expected {X} for X or {O} for O")


def _empty(code: int, mask: int) -> list[int]:
    return [square for square in range(SQUARES) if DIGITS[code, square] == EMPTY and (mask >> square) & 1]


def _not_ruled_out(board: Probabilities) -> list[int] | None:
    """The masks of squares that may be best, by code, X to move; None for a board beyond double precision."""
    try:
        rows = rows_of([board])
    except ValueError:
        return None
    cpu = Cpu()
    masks: list[int] = optimal(cpu, rows, tables(cpu, rows))[0].tolist()
    return masks
