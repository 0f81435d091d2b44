"""A sixth game, added as CONTRIBUTING says: classic tic-tac-toe. It has the commands from its entry in the registry,
without a line in the command."""

import io
import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest

from qttt.oracle import Entry, game, games, register, solve
from qttt.reference.board import Symmetry, lines
from qttt.reference.game import Actor, Outcome, RuleBroken, Score
from qttt.reference.notation import Notation, NotationError, StateError, player_of
from qttt.reference.solver import Solver
from qttt.reference.written import WrittenGame
from qttt.spec import Option

from .conftest import Run

pytestmark = pytest.mark.usefixtures("classic")

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


WON = "X1.1 O2.4 X3.2 O4.5"


def test_game_is_in_the_registry() -> None:
    assert games()[-1] == "classic"
    with pytest.raises(ValueError, match="registered already"):
        register(ClassicEntry())


@pytest.mark.thorough
def test_oracle_answers() -> None:
    """By hand: X wins on 3; every other move leaves O the square 6."""
    truth = solve(game("classic"))
    assert truth.value(WON) == 1
    assert truth.values(WON) == {3: 1, 6: 0, 7: -1, 8: -1, 9: -1}
    assert truth.best("classic-1.0 first=X: XX.OO....") == truth.line(WON) == (3,)
    assert truth.many([WON, ""]).values.tolist() == [1, 0]
    assert truth.table(1).num_rows == 3


def test_commands_answer(qttt: Run) -> None:
    assert qttt("solve", "classic", "--json").json["value"] == "0"
    shown = qttt("show", "classic", WON, "--json").json
    assert (shown["ruleset"], shown["first"], shown["position"], shown["ply"]) == ("classic-1.0", "X", "XX.OO....", 4)
    assert qttt("best", "classic", WON, "--json").json["best"] == ["3"]
    assert qttt("best", "classic", shown["written"], "--json").json["principal_variation"] == "X5.3"
    assert qttt("perft", "classic", "--depth", "3", "--json").json["counts"] == [9, 72, 504]
    assert "win of X" in qttt("show", "classic", f"{WON} X5.3").out


def test_arena_plays(qttt: Run) -> None:
    played = qttt("arena", "perfect", "random", "--game", "classic", "--games", "20", "--seed", "1", "--json").json
    assert played["results"]["loss"]["games"] == 0


def test_value_is_certified(qttt: Run, tmp_path: Path) -> None:
    """By hand, as above: X wins on 3. The file holds by the rules only, for X and for O."""
    for side, start, value in (("X", WON, "1"), ("O", "X1.5 O2.1", "0")):
        file = str(tmp_path / side)
        assert qttt("certify", "classic", start, "--player", side, "--out", file).code == 0
        checked = qttt("check", file, "--json").json
        assert (checked["ok"], checked["value"], checked["ruleset"]) == (True, value, "classic-1.0")


def test_game_is_played_in_the_terminal(qttt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n4\n2\n5\n3\n"))
    assert "Game over: win of X (TOY-END-1)" in qttt("play", "classic").out


def test_bad_input_names_the_rule(qttt: Run) -> None:
    assert "token 2 'O2.1': TOY-MOVE-1" in qttt("show", "classic", "X1.1 O2.1").line
    assert "first" in qttt("solve", "classic", "--help").out
    assert "unknown switch 'collapse': expected first" in qttt("solve", "classic", "--switch", "collapse=self").line
