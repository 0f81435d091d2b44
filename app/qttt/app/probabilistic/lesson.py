"""What every square of a board of probabilities is worth to the player who is to move."""

from dataclasses import dataclass
from fractions import Fraction

from rich.text import Text

from qttt.app import screen
from qttt.oracle import Oracle
from qttt.reference.game import Actor
from qttt.reference.picture import decimal
from qttt.reference.probabilistic import Action, Choice, Position, Probabilistic
from qttt.reference.probabilistic.board import Board
from qttt.reference.probabilistic.picture import LEGEND, Picture, lines


class PerfectBoard:
    """The values of every position on a board. They are X's, from 0 to 1, exact, and remembered once computed."""

    def __init__(self, board: Board) -> None:
        from qttt.fast.probabilistic.exact import Exact

        self.game = Probabilistic(board)
        self.play = Oracle(self.game, Exact(board))

    def value(self, position: Position) -> Fraction:
        """The value of a position; its expectation where chance is to act."""
        return self.play.value(position)

    def squares(self, position: Position) -> dict[int, Fraction]:
        """The value of naming each open square; empty where no square is to be named."""
        values = self.play.values(position)
        return {action.square: value for action, value in values.items() if isinstance(action, Choice)}

    def best(self, position: Position) -> tuple[int, ...]:
        """The squares that keep the value; empty where no square is to be named. Rule: PROB-BEST-1"""
        return tuple(action.square for action in self.play.best(position) if isinstance(action, Choice))

    def perfect(self, position: Position) -> tuple[int, ...]:
        """The best squares that attain the value however often they are named: see `Oracle.choices`."""
        return tuple(action.square for action in self.play.choices(position) if isinstance(action, Choice))

    def passes(self, square: int) -> bool:
        """Whether naming a square always passes."""
        return self.game.board[square - 1].neutral == 1


def for_player(value: Fraction, player: Actor) -> Fraction:
    """A value of X's, converted to the player's."""
    return value if player is Actor.X else 1 - value


@dataclass(frozen=True)
class Lesson:
    """A position and its exact value to `player`, who is to move or has named a square; X at the end.

    `squares` has the worth of naming each open square, `best` the best ones and `perfect` those that perfect play
    chooses from. Where chance is to act, `outcomes` has the value after each outcome instead."""

    play: PerfectBoard
    position: Position
    player: Actor
    value: Fraction
    squares: dict[int, Fraction]
    best: tuple[int, ...]
    perfect: tuple[int, ...]
    outcomes: dict[Action, Fraction]

    @classmethod
    def of(cls, play: PerfectBoard, position: Position) -> "Lesson":
        """The lesson on a position."""
        player = position.turn if play.game.actor(position) else Actor.X
        after = {action: play.game.play(position, action) for action in play.game.chance(position)}
        return cls(
            play,
            position,
            player,
            for_player(play.value(position), player),
            {square: for_player(value, player) for square, value in play.squares(position).items()},
            play.best(position),
            play.perfect(position),
            {action: for_player(play.value(next_one), player) for action, next_one in after.items()},
        )

    @property
    def picture(self) -> Picture:
        """The picture of the position, with the worth of the squares to the player."""
        worth = {square: float(value) for square, value in self.squares.items()}
        named = self.position.named
        if named:
            worth = {named: float(self.value)}
        return Picture(self.play.game.board, self.position.marks, worth, self.best, named)

    @property
    def heading(self) -> str:
        """Whose turn it is and what for, or how the game ended, in plain words."""
        worth = f"worth {decimal(self.value)} to {self.player}"
        match self.play.game.actor(self.position):
            case None:
                return f"Game over: {self.play.game.score(self.position).outcome}"
            case Actor.CHANCE:
                return f"{self.player} has named {self.position.named}: {worth}"
        return f"{self.player} to move: {worth}"


def print_lesson(lesson: Lesson) -> None:
    """Print the picture, and what it says in words."""
    out = screen.console()
    out.print(screen.picture(lambda width: lines(lesson.picture, width)))
    if lesson.squares:
        out.print(LEGEND, style="dim")
    out.print(Text.assemble(styled(lesson.heading), best_in_words(lesson)), soft_wrap=True)
    for action, value in lesson.outcomes.items():
        probability = lesson.play.game.chance(lesson.position)[action]
        out.print(f"{action:8} probability {probability}, then worth {decimal(value)} to {lesson.player}")


def best_in_words(lesson: Lesson) -> str:
    """The best squares, and which of them perfect play leaves out."""
    if not lesson.best:
        return ""
    passing = [square for square in lesson.best if square not in lesson.perfect]
    verb = "passes" if len(passing) == 1 else "pass"
    left_out = f" ({_listed(passing)} always {verb}: perfect play names another square)" if passing else ""
    return f"; best: {_listed(lesson.best)}{left_out}"


def _listed(squares: tuple[int, ...] | list[int]) -> str:
    return ", ".join(map(str, squares))


def styled(heading: str) -> Text:
    """A heading with the player's name in the player's colour."""
    shown = Text(heading)
    for player in ("X", "O"):
        shown.highlight_words([player], screen.STYLES[player])
    return shown
