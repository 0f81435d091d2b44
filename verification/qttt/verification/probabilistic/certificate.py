"""The certificate of a board of probabilistic tic-tac-toe: the values of all marks, and how the players attain them.

`docs/certificates.md` states what the checker requires of every row, and why this proves the values.
"""

import operator
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any, ClassVar, NamedTuple, Self

from qttt.reference.game import Actor
from qttt.reference.probabilistic import Action, Choice, Probabilistic
from qttt.reference.probabilistic.board import SQUARES, Board
from qttt.reference.probabilistic.position import Marks, Position, marked, open_squares, outcome, score
from qttt.reference.probabilistic.solver import ENDLESS, Line, Values, line
from qttt.spec import rulesets
from qttt.verification import Refuted
from qttt.verification.certificate.bounds import Oracle, Report
from qttt.verification.certificate.container import fraction, written
from qttt.verification.certificate.strategy import Checked, CheckReport

EMPTY = Position().marks

LONGEST = 400
"""The largest number of bits of a numerator or denominator that a message shows in full."""


class Row(NamedTuple):
    """The square that each player names with some marks on the board, and the values stated for the marks."""

    of_x: int
    of_o: int
    values: Values


@dataclass(frozen=True)
class Certificate:
    """A strategy for each player, and the values they are stated to attain, by marks."""

    board: Board
    rows: Mapping[Marks, Row] = field(repr=False)

    player: ClassVar[None] = None
    start: ClassVar[str] = ""

    @property
    def game(self) -> Probabilistic:
        return Probabilistic(self.board)

    @property
    def value(self) -> Fraction:
        """The game's stated value to X, who moves first. Raises `LookupError` without a row for it."""
        return self.rows[EMPTY].values.X

    def header(self) -> dict[str, object]:
        """The content of a file's first line, except the format and the number of rows. It names the first version that
        has the game, because a certificate is of the canonical game."""
        version = rulesets()["probabilistic"].version_of({})
        return {"ruleset": version, "board": [list(map(str, square)) for square in self.board]}

    def lines(self) -> Iterator[tuple[object, ...]]:
        """The rows as in a file. Raises `ValueError` for a value too long to be written."""
        return ((write_marks(marks), row.of_x, row.of_o, *map(written, row.values)) for marks, row in self.rows.items())

    def checked(self, report: CheckReport | None = None) -> Checked:
        """Check every row, the fullest boards first. Raises `Refuted` with the marks and what is wrong there."""
        due = frozenset(marks_with_rows())
        if missing := due - self.rows.keys():
            raise Refuted(f"missing rows: {len(missing)}, such as '{min(map(write_marks, missing))}'")
        if more := self.rows.keys() - due:
            raise Refuted(f"rows for marks that need no row: {len(more)}, such as '{min(map(write_marks, more))}'")
        fullest_first = sorted(self.rows, key=lambda marks: (len(open_squares(marks)), write_marks(marks)))
        table = Table(self)
        for number, marks in enumerate(fullest_first, start=1):
            if wrong := wrong_with(self.rows[marks], table.lines(marks)):
                raise Refuted(f"'{write_marks(marks)}': {wrong}")
            if report:
                report(number, len(fullest_first))
        return Checked(self)


@dataclass(frozen=True)
class OfBoards:
    """Reads and makes certificates of boards; `header` and `row` name the lines in the schema."""

    game: Probabilistic

    header: ClassVar[str] = "board"
    row: ClassVar[str] = "loop"
    has_players: ClassVar[bool] = False

    @classmethod
    def of(cls, game: type[Probabilistic], header: Mapping[str, Any]) -> Self:
        """The form for the board in a header. Raises `ValueError` for an invalid board."""
        return cls(game(Board((fraction(s), fraction(n), fraction(f)) for s, n, f in header["board"])))

    def read(self, _: object, rows: Iterable[tuple[str, int, int, str, str]]) -> Certificate:
        """The certificate with these rows. Raises `ValueError` if it is malformed."""
        return Certificate(
            self.game.board,
            {read_marks(marks): Row(of_x, of_o, Values(fraction(x), fraction(o))) for marks, of_x, of_o, x, o in rows},
        )

    def check_start(self, start: str) -> None:
        """Raise `ValueError` for a start after a game, because a certificate of a board covers every position, and for
        another reading, because it is of the canonical game."""
        if self.game != Probabilistic(self.game.board):
            raise ValueError(
                "a certificate of a board is of the canonical game: leave out the switches, which change no value"
            )
        if start:
            raise ValueError("a certificate of a board has every position: leave out the game")

    def make(
        self, oracle: Oracle[Position, Action], player: None = None, start: str = "", report: Report | None = None
    ) -> Certificate:
        """The certificate of the board from the values of an engine. Raises `Refuted` if the engine errs."""
        self.check_start(start)
        rows = {}
        for number, marks in enumerate(marks_with_rows(), start=1):
            x_to_move, o_to_move = Position(marks, Actor.X), Position(marks, Actor.O)
            values = Values(oracle.value(x_to_move), oracle.value(o_to_move))
            rows[marks] = Row(self._square(oracle.best(x_to_move)), self._square(oracle.best(o_to_move)), values)
            if report:
                report(number)
        certificate = Certificate(self.game.board, rows)
        certificate.checked()
        return certificate

    def _square(self, best: tuple[Action, ...]) -> int:
        """The first best square that does not always pass, or the first one if all do: it attains the value (LEMMA
        value)."""
        squares = [choice.square for choice in best if isinstance(choice, Choice)]
        return next((square for square in squares if self.game.board[square - 1].neutral < 1), squares[0])


GAME, FORM = Probabilistic, OfBoards


def marks_with_rows() -> Iterator[Marks]:
    """The marks that have a row: without a line, with an open square, and with X's mark first if there is a mark.

    All other undecided marks are these with X and O exchanged.
    """
    for marks in product((None, Actor.X, Actor.O), repeat=len(SQUARES)):
        if next(filter(None, marks), None) is not Actor.O and outcome(marks) is None:
            yield marks


def write_marks(marks: Marks) -> str:
    """Marks as in a row.

    >>> write_marks(read_marks("X.. .O. ..X"))
    'X.. .O. ..X'
    """
    return str(Position(marks)).partition(",")[0]


def read_marks(text: str) -> Marks:
    """The marks with this text. Raises `ValueError` for any other text."""
    return Position.of(f"{text}, X to move").marks


class Table:
    """The values that the rows of a certificate give to all marks, including ended marks and marks with X and O
    exchanged."""

    def __init__(self, certificate: Certificate) -> None:
        self._board, self._rows = certificate.board, certificate.rows

    def values(self, marks: Marks) -> Values:
        """The values of marks; those of the exchanged marks are 1 minus these, with the other player to move."""
        if row := self._rows.get(marks):
            return row.values
        if ended := outcome(marks):
            return Values(score(ended), score(ended))
        of_x, of_o = self._rows[exchange_marks(marks)].values
        return Values(1 - of_o, 1 - of_x)

    def lines(self, marks: Marks) -> dict[int, Line]:
        """The line of every open square, from the values of the marks after it. Rule: PROB-LOOP-1"""
        return {
            square: line(
                self._board,
                square,
                with_x=self.values(marked(marks, square, Actor.X)),
                with_o=self.values(marked(marks, square, Actor.O)),
            )
            for square in open_squares(marks)
        }


def exchange_marks(marks: Marks) -> Marks:
    return tuple(mark and mark.opponent for mark in marks)


def show(number: Fraction) -> str:
    """A number in a message: in full unless it is long.

    >>> show(Fraction(2, 3)), show(Fraction(2, 3**1000 - 1) * 3**999), show(Fraction(7**1000))
    ('2/3', 'about 0.6666666666666666', 'not a number from 0 to 1')
    """
    if max(abs(number.numerator), number.denominator).bit_length() <= LONGEST:
        return str(number)
    return f"about {float(number)}" if 0 <= number <= 1 else "not a number from 0 to 1"


def wrong_with(row: Row, lines: Mapping[int, Line]) -> str | None:
    """The error in a row, given the lines of its open squares; None for a row that holds."""
    of_x, of_o, values = row
    worth_to_x = {square: line.x + line.n * values.O for square, line in lines.items()}
    worth_to_o = {square: line.x_dash + line.n * values.X for square, line in lines.items()}
    sides = ((Actor.X, of_x, values.X, worth_to_x, operator.gt), (Actor.O, of_o, values.O, worth_to_o, operator.lt))
    for player, square, value, worth, better in sides:
        if square not in lines:
            return f"{player} names {square}, which is not open"
        if worth[square] != value:
            named = f"{player} names {square}, worth {show(worth[square])}"
            return f"the value with {player} to move is {show(value)}, but {named}"
        for other, of_other in worth.items():
            if better(of_other, value):
                return f"{player} names {square}, worth {show(value)}, but {other} is better, worth {show(of_other)}"
        if lines[square].n == 1 and better(value, ENDLESS):
            return f"{player} always passes, by {square}, and has {show(value)}: play without end is worth {ENDLESS}"
    return None
