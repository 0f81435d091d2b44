"""What the commands show of probabilistic tic-tac-toe."""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from rich.text import Text

from qttt.app import screen, stored
from qttt.app.games import Answer, Query, make_game, options_in_words
from qttt.app.terminal_game import COMMANDS, Player, TerminalGame
from qttt.app.view import Advice, View
from qttt.oracle.perfect import PerfectPlay
from qttt.oracle.progress import waiting
from qttt.reference.game import Actor
from qttt.reference.picture import decimal
from qttt.reference.playing import draw_result
from qttt.reference.probabilistic import Action, Choice, MoveOutcome, Position, Probabilistic
from qttt.reference.probabilistic.picture import LEGEND, PARTS, Picture, lines, svg
from qttt.reference.probabilistic.position import after_outcome, open_squares

if TYPE_CHECKING:
    from qttt.app.probabilistic.boards import Named

HELP = """\
5       name square 5; chance decides the outcome
tutor   show what every square is worth to you
undo    take back your last move, and what followed it; chance acts again
quit    leave the game
Success puts your mark on the square, failure your opponent's, neutral none.
Then it is your opponent's turn. Three marks of one player in a row win,
whoever made the last move."""


@dataclass(frozen=True)
class Lesson:
    """A position and its exact value to `player`, who is to move or has named a square; X at the end.

    `squares` has the worth of naming each open square, `best` the best ones (Rule: PROB-BEST-1) and `perfect` those
    that perfect play chooses from. Where chance is to act, `outcomes` has the value after each outcome instead."""

    truth: PerfectPlay[Position, Action]
    position: Position
    player: Actor
    value: Fraction
    squares: dict[int, Fraction]
    best: tuple[int, ...]
    perfect: tuple[int, ...]
    outcomes: dict[Action, Fraction]

    @classmethod
    def of(cls, truth: PerfectPlay[Position, Action], position: Position) -> "Lesson":
        """The lesson on a position."""
        player = position.turn if truth.game.actor(position) else Actor.X
        value, values = truth.value(position), {**truth.values(position)}
        if player is Actor.O:
            value, values = 1 - value, {action: 1 - each for action, each in values.items()}
        squares = {action.square: each for action, each in values.items() if isinstance(action, Choice)}
        best, perfect = squares_of(truth.optimal(position)), squares_of(truth.choices(position))
        return cls(truth, position, player, value, squares, best, perfect, {} if squares else values)

    @property
    def picture(self) -> Picture:
        """The picture of the position, with the worth of the squares to the player."""
        worth = {square: float(value) for square, value in self.squares.items()}
        named = self.position.named
        if named:
            worth = {named: float(self.value)}
        game = self.truth.game
        assert isinstance(game, Probabilistic)
        return Picture(game.board, self.position.marks, worth, self.best, named)

    @property
    def heading(self) -> str:
        """Whose turn it is and what for, or how the game ended, in plain words."""
        worth = f"worth {decimal(self.value)} to {self.player}"
        match self.truth.game.actor(self.position):
            case None:
                return f"Game over: {self.truth.game.score(self.position).outcome}"
            case Actor.CHANCE:
                return f"{self.player} has named {self.position.named}: {worth}"
        return f"{self.player} to move: {worth}"


def squares_of(actions: Iterable[Action]) -> tuple[int, ...]:
    """The squares that are named by some actions."""
    return tuple(action.square for action in actions if isinstance(action, Choice))


def print_lesson(lesson: Lesson) -> None:
    """Print the picture, and what it says in words."""
    out = screen.console()
    out.print(screen.Drawing(lambda width: lines(lesson.picture, width)))
    if lesson.squares:
        out.print(LEGEND, style="dim")
    heading = Text(lesson.heading)
    for player in ("X", "O"):
        heading.highlight_words([player], screen.STYLES[player])
    out.print(heading.append(best_in_words(lesson)), soft_wrap=True)
    for action, value in lesson.outcomes.items():
        probability = lesson.truth.game.chance(lesson.position)[action]
        out.print(f"{action:8} probability {probability}, then worth {decimal(value)} to {lesson.player}")


def best_in_words(lesson: Lesson) -> str:
    """The best squares, and which of them perfect play leaves out."""
    if not lesson.best:
        return ""
    passing = [str(square) for square in lesson.best if square not in lesson.perfect]
    verb = "passes" if len(passing) == 1 else "pass"
    left_out = f" ({', '.join(passing)} always {verb}: perfect play names another square)" if passing else ""
    return f"; best: {', '.join(map(str, lesson.best))}{left_out}"


def board_of(query: Query) -> "Named":
    """The board that is asked for. Raises BadInput unless it is exactly one."""
    from qttt.app.probabilistic import boards

    return boards.board(query)


def title(query: Query) -> Text:
    """The ruleset, the switches that are not at their default, and the board that is asked for."""
    turned = options_in_words(query.game)[1:]
    return Text.assemble((query.game.ruleset, "bold"), ": ", ", ".join([*turned, board_of(query).title]))


class OnBoard(Query):
    """A game on the board that is asked for."""

    @cached_property
    def game(self) -> Probabilistic:
        """See `Query`."""
        game: Probabilistic = make_game(self.name, {**self.typed, "board": board_of(self).board})
        return game

    @cached_property
    def json_object(self) -> dict[str, object]:
        """The ruleset, the board that it is played on, and the switches."""
        board = board_of(self)
        told = {"board": board.title, "number": board.number, "name": board.name}
        return {"ruleset": self.game.ruleset, **told, "switches": self.game.switches}


class ProbabilisticView(View[Probabilistic, Position, Action]):
    """The view of probabilistic tic-tac-toe, whose game is a board from a file or from a generator."""

    def solve(self, query: Query) -> Answer:
        """See `View`. Several boards are answered by a list; nothing is stored."""
        from qttt.app.probabilistic import boards, solve

        skip_bad = bool(query.get("skip_bad"))
        chosen, one = boards.boards(query, skip_bad)
        make_game(
            query.name, {**query.typed, "board": chosen[0].board}
        )  # the switches, which change no value, must exist
        worths = solve.worths(chosen, query.device, bool(query.get("exact")))
        if one:
            return Answer(lambda: solve.json_object(worths[0]), lambda: solve.display(worths[0]))
        return Answer(lambda: [*map(solve.json_object, worths)], lambda: solve.display_list(worths))

    def drawing(self, query: Query, advice: Advice[Probabilistic, Position, Action]) -> str:
        """See `View`; with what each square is worth in it."""
        lesson = Lesson.of(query.truth, advice.position)
        return svg(lesson.picture, lesson.heading)

    def json_of_advice(self, query: Query, advice: Advice[Probabilistic, Position, Action]) -> dict[str, object]:
        lesson = Lesson.of(query.truth, advice.position)
        return {**advice.json_object(), "player": lesson.player, "perfect": list(lesson.perfect)}

    def print_advice(self, query: Query, advice: Advice[Probabilistic, Position, Action]) -> None:
        out = screen.console()
        out.print(title(query), soft_wrap=True)
        print_lesson(Lesson.of(query.truth, advice.position))
        out.print(Text(f"value {screen.worth(advice.value)}", "bold"))
        self.print_actions(query, advice)

    def advice(self, query: Query, moves: str, with_variation: bool = True) -> Advice[Probabilistic, Position, Action]:
        with waiting("Solving the board"):
            return super().advice(query, moves, with_variation)

    def play(self, query: Query, players: Mapping[str, Player], seed: int | None) -> None:
        with waiting("Solving the board"):
            truth = stored.perfect(query.game)
        out = screen.console()
        out.print(title(query), soft_wrap=True)
        out.print(f"The numbers on each square: {PARTS}.", f"Type a square such as 5, or tutor, {COMMANDS}.", sep="\n")
        BoardTerminalGame(self, query.game, lambda: truth, players, random.Random(seed)).run()

    def help_on(self, game: Probabilistic) -> str:
        return HELP


class BoardTerminalGame(TerminalGame[Probabilistic, Position, Action]):
    """A game on a board of probabilities being played."""

    def act_of_nature(self) -> None:
        before, action = self.position, draw_result(self.game, self.position, self.chance)
        self.act(action, announced=False)
        self._out.print(_in_words(before, action, self.game.chance(before)[action]))

    def show(self) -> None:
        shown = Picture(self.game.board, self.position.marks)
        self._out.print(screen.Drawing(lambda width: lines(shown, width)))
        self._out.print(self._turn())

    def obey(self, command: str) -> bool:
        if command not in ("t", "tutor"):
            return False
        print_lesson(Lesson.of(self._truth(), self.position))
        return True

    def actor(self) -> Actor | None:
        """Who is to act; None also where play would continue for ever without a mark. Rule: PROB-END-3"""
        return None if self._endless() else super().actor()

    def _endless(self) -> bool:
        """Whether every square that either player would name passes, so that no square can get a mark."""
        return super().actor() in (Actor.X, Actor.O) and all(
            self.game.board[square - 1].neutral == 1
            for player in (Actor.X, Actor.O)
            for square in self._would_name(player)
        )

    def _would_name(self, player: Actor) -> tuple[int, ...]:
        if player in self._players:
            return squares_of(self._truth().choices(Position(self.position.marks, player)))
        return open_squares(self.position.marks)

    def _turn(self) -> Text:
        if self._endless():
            return Text("Game over: draw, because play would never end (PROB-END-3)")
        actor = super().actor()
        if actor is None:
            return screen.game_over(self.game.score(self.position).outcome)
        return Text.assemble((actor, screen.STYLES[actor]), " to move")


def _in_words(position: Position, action: Action, probability: Fraction) -> Text:
    """The outcome on the named square: how probable it was, and what is on the square now."""
    assert isinstance(action, MoveOutcome)
    assert position.named
    mark = after_outcome(position, action).marks[position.named - 1]
    now = (str(mark), screen.STYLES[mark]) if mark else "no mark"
    return Text.assemble(f"{action} (probability {screen.worth(probability)}): ", now, f" on {position.named}")


VIEW = ProbabilisticView()
