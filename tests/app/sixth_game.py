"""A sixth game, added as CONTRIBUTING says: classic tic-tac-toe, from an entry in the registry."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from qttt.oracle import Entry
from qttt.reference.board import Symmetry, lines
from qttt.reference.game import Actor, Outcome, RuleBroken, Score
from qttt.reference.notation import Notation, NotationError, StateError, player_of
from qttt.reference.solver import Solver
from qttt.reference.written import WrittenGame
from qttt.spec import Option

FIRST = Option("first", "TOY-TURN-1", "who moves first", ("X", "O"), "X")


class Occupied(RuleBroken):
    """A move names a square that has a mark, or the game is over."""

    rule = "TOY-MOVE-1"


class Never:
    """What settles a ply: nothing in this game."""


def read_move(token: str, number: int, ply: int) -> int:
    match = re.fullmatch(r"[XO][1-9]\.([1-9])", token)
    if match is None or not token.startswith(f"{player_of(ply)}{ply}."):
        raise NotationError(token, number, "TOY-TURN-1", f"a move such as {player_of(ply)}{ply}.5")
    return int(match[1])


class Board(NamedTuple):
    """A position: what the nine squares hold."""

    squares: str

    def __str__(self) -> str:
        return self.squares


def write_move(ply: int, move: int) -> str:
    return f"{player_of(ply)}{ply}.{move}"


NOTATION: Notation[int] = Notation(read_move, lambda token, number: None, write_move, Never)


@dataclass(frozen=True, repr=False)
class Classic(WrittenGame[Board, int]):
    """Classic tic-tac-toe; a position is its nine squares. O wins ties if O is the one to move first."""

    first: str = "X"

    ruleset = "classic-1.0"
    options = (FIRST,)
    notation = NOTATION
    state = Board
    kinds = int
    state_rule = "TOY-STATE-1"
    example = "X...O...."

    def initial(self) -> Board:
        return Board("." * 9)

    def plies(self, position: Board) -> int:
        return 9 - position.squares.count(".")

    def turn(self, position: Board) -> Actor:
        return player_of(self.plies(position) + 1)

    def actor(self, position: Board) -> Actor | None:
        return None if self.outcome(position) else self.turn(position)

    def actions(self, position: Board) -> tuple[int, ...]:
        return () if self.outcome(position) else tuple(q for q in range(1, 10) if position.squares[q - 1] == ".")

    def play(self, position: Board, action: int) -> Board:
        if action not in self.actions(position):
            raise Occupied(action, position, "an open square")
        return Board(position.squares[: action - 1] + self.turn(position) + position.squares[action:])

    def outcome(self, position: Board) -> Outcome | None:
        for player in (Actor.X, Actor.O):
            if any(all(position.squares[q - 1] == player for q in line) for line in lines()):
                return Outcome(player, "", "TOY-END-1")
        return None if "." in position.squares else Outcome(None, "draw", "TOY-END-2")

    def score(self, position: Board) -> Score:
        ended = self.outcome(position)
        assert ended
        return Score(ended, Fraction({Actor.X: 1, Actor.O: -1, None: 0}[ended.winner]))

    def read_state(self, text: str) -> Board:
        text = text.strip()
        if not re.fullmatch("[XO.]{9}", text) or not 0 <= text.count("X") - text.count("O") <= 1:
            raise StateError(text, 1, "a board such as X...O....")
        return Board(text)

    def turned(self, position: Board, symmetry: Symmetry) -> Board:
        held = dict(zip(symmetry, position.squares, strict=True))
        return Board("".join(held[q] for q in range(1, 10)))

    def turned_action(self, position: Board, action: int, symmetry: Symmetry) -> int:
        return symmetry[action - 1]


class ClassicEntry(Entry[Classic, Board, int, Solver[Board, int]]):
    """All that the registry needs."""

    name, kind = "classic", Classic
