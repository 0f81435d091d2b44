"""`qttt tutor probabilistic`: what every square is worth to the player who is to move."""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from rich.text import Text

from qttt.app import screen
from qttt.app.files import write_text
from qttt.app.probabilistic.boards import Named
from qttt.app.probabilistic.perfect import PerfectBoard, for_player
from qttt.oracle.progress import waiting
from qttt.reference.game import Actor
from qttt.reference.picture import decimal
from qttt.reference.probabilistic import Action, Position
from qttt.reference.probabilistic.picture import LEGEND, Picture, lines, svg


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


def lesson(named: Named, moves: str) -> Lesson:
    """The lesson on the position that a written game reaches. Raises NotationError, and RuleBroken for what is illegal
    on this board."""
    with waiting("Solving the board"):
        play = PerfectBoard(named.board)
        return Lesson.of(play, play.game.position(moves))


def write_svg(lesson: Lesson, path: Path) -> None:
    """Write the SVG picture, whole or not at all."""
    write_text(path, svg(lesson.picture, lesson.heading))


def json_object(named: Named, lesson: Lesson, exact: bool) -> dict[str, Any]:
    """The JSON object of a lesson."""
    game, position = lesson.play.game, lesson.position
    actor, chance = game.actor(position), game.chance(position)
    fractions = {
        "value": str(lesson.value),
        "squares": {square: str(value) for square, value in lesson.squares.items()},
        "outcomes": {str(action): str(value) for action, value in lesson.outcomes.items()},
    }
    return {
        "ruleset": game.ruleset,
        "board": named.title,
        "number": named.number,
        "name": named.name,
        "position": str(position),
        "actor": actor,
        "outcome": None if actor else str(game.score(position).outcome),
        "player": lesson.player,
        "value": float(lesson.value),
        "squares": {square: float(value) for square, value in lesson.squares.items()},
        "best": lesson.best,
        "perfect": lesson.perfect,
        "outcomes": {
            str(action): {"probability": float(chance[action]), "value": float(value)}
            for action, value in lesson.outcomes.items()
        },
        "exact": fractions if exact else None,
    }


def display(named: Named, lesson: Lesson, exact: bool) -> None:
    """Print a lesson: the picture, the worth of the position, the best squares; fractions if they are asked for."""
    out = screen.console()
    out.print(Text.assemble((lesson.play.game.ruleset, "bold"), ": ", named.title), soft_wrap=True)
    print_lesson(lesson)
    if exact:
        out.print(f"exactly {lesson.value}", soft_wrap=True)
        for square, value in lesson.squares.items():
            out.print(f"{square} is worth {value}", soft_wrap=True)


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
