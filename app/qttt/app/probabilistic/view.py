"""What the commands show of probabilistic tic-tac-toe."""

import random
from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate
from math import lcm
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from qttt.app import screen
from qttt.app.advice import Advice, advice_json, by_value
from qttt.app.files import suffix_of, write_text
from qttt.app.match import COMMANDS, Match, token_of
from qttt.app.probabilistic.lesson import Lesson, PerfectBoard, print_lesson
from qttt.app.query import Answer, Query
from qttt.app.view import View
from qttt.oracle.progress import waiting
from qttt.reference.game import Actor
from qttt.reference.probabilistic import Action, Choice, MoveOutcome, Position, Probabilistic
from qttt.reference.probabilistic.notation import read_choice, read_outcome
from qttt.reference.probabilistic.picture import PARTS, Picture, lines, svg
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


def named(query: Query) -> "Named":
    """The board that is asked for. Raises BadInput unless it is exactly one."""
    from qttt.app.probabilistic import boards

    return boards.board(query.get("board"), query.get("random"), query.get("number"))


class ProbabilisticView(View):
    """The view of probabilistic tic-tac-toe, whose game is a board from a file or from a generator."""

    def game(self, query: Query) -> Probabilistic:
        return Probabilistic(named(query).board)

    def json_of_game(self, query: Query) -> dict[str, Any]:
        """The ruleset, and the board that it is played on."""
        board = named(query)
        return {"ruleset": "probabilistic-1.0", "board": board.title, "number": board.number, "name": board.name}

    def solve(self, query: Query, device: str, store: bool) -> Answer:
        """See `View`. Several boards are answered by a list; nothing is stored."""
        from qttt.app.probabilistic import boards, solve

        skip_bad = bool(query.get("skip_bad"))
        found, one = boards.boards(query.get("board"), query.get("random"), query.get("number"), skip_bad)
        answers = solve.answers(found, device, bool(query.get("exact")))
        if one:
            return Answer(lambda: solve.json_object(answers[0]), lambda: solve.display(answers[0]))
        return Answer(lambda: [*map(solve.json_object, answers)], lambda: solve.display_list(answers))

    def best(self, query: Query, moves: str) -> Answer:
        """See `View`; also as a picture in a file."""
        picture: Path | None = query.get("svg")
        if picture:
            suffix_of(picture, ".svg")
            lesson = self._lesson(query.game, query.game.position(moves))
            write_text(picture, svg(lesson.picture, lesson.heading))
        return super().best(query, moves)

    def json_of_advice(self, query: Query, advice: Advice[Any, Any, Any]) -> dict[str, Any]:
        lesson = self._lesson(advice.game, advice.position)
        return {**advice_json(advice), "player": lesson.player, "perfect": list(lesson.perfect)}

    def print_advice(self, query: Query, advice: Advice[Any, Any, Any]) -> None:
        out = screen.console()
        out.print(Text.assemble((advice.game.ruleset, "bold"), ": ", named(query).title), soft_wrap=True)
        print_lesson(self._lesson(advice.game, advice.position))
        out.print(Text(f"value {screen.worth(advice.value)}", "bold"))
        if advice.actions:
            out.print()
            out.print(by_value(advice.actions, advice.value, "outcomes" if advice.probabilities else "moves"))
        if advice.variation:
            out.print()
            screen.print_variation(out, advice.variation)

    @staticmethod
    def _lesson(game: Any, position: Position) -> Lesson:
        with waiting("Solving the board"):
            return Lesson.of(PerfectBoard(game.board), position)

    def evaluation(self, game: Any) -> Any:
        """Play without end is worth a half."""
        from qttt.reference.agents.evaluation import ends_alone
        from qttt.reference.probabilistic.solver import ENDLESS

        return ends_alone(game, ENDLESS)

    def play(self, query: Query, players: Mapping[str, Any], seed: int | None) -> None:
        board = named(query)
        with waiting("Solving the board"):
            perfect = PerfectBoard(board.board)
        out = screen.console()
        out.print(Text.assemble((perfect.game.ruleset, "bold"), ": ", board.title), soft_wrap=True)
        out.print(f"The numbers on each square: {PARTS}.", f"Type a square such as 5, or tutor, {COMMANDS}.", sep="\n")
        BoardMatch(perfect, players, random.Random(seed)).run()


class BoardMatch(Match[Position, Action]):
    """A game on a board of probabilities being played. `perfect` says which of X and O play perfectly."""

    help = HELP

    def __init__(self, play: PerfectBoard, perfect: Mapping[str, bool], chance: random.Random) -> None:
        super().__init__(play.game, lambda: play.play, perfect, chance)
        self._play = play

    def read(self, typed: str) -> Action:
        number, ply = len(self.history) + 1, self._plies() + 1
        token = token_of(typed, ply)
        return read_outcome(typed, number) or read_choice(token, number, ply)

    def act_of_nature(self) -> None:
        position, chances = self.position, self._play.game.chance(self.position)
        whole = lcm(*(chance.denominator for chance in chances.values()))
        drawn = Fraction(self.chance.randrange(whole), whole)
        action = next(
            action for action, below in zip(chances, accumulate(chances.values()), strict=True) if drawn < below
        )
        self.act(action, announced=False)
        self._out.print(_in_words(position, action, self._play))

    def show(self) -> None:
        shown = Picture(self._play.game.board, self.position.marks)
        self._out.print(screen.picture(lambda width: lines(shown, width)))
        self._out.print(self._turn())

    def done(self, command: str) -> bool:
        if command not in ("t", "tutor"):
            return False
        print_lesson(Lesson.of(self._play, self.position))
        return True

    def actor(self) -> Actor | None:
        """Who is to act; None also where play would continue for ever without a mark. Rule: PROB-END-3"""
        return None if self._endless() else super().actor()

    def _plies(self) -> int:
        return sum(isinstance(action, Choice) for action in self.history)

    def _endless(self) -> bool:
        """Whether every square that either player would name passes, so that no square can get a mark."""
        return super().actor() in (Actor.X, Actor.O) and all(
            self._play.passes(square) for player in (Actor.X, Actor.O) for square in self._would_name(player)
        )

    def _would_name(self, player: Actor) -> tuple[int, ...]:
        if player in self._players:
            return self._play.perfect(Position(self.position.marks, player))
        return open_squares(self.position.marks)

    def _turn(self) -> Text:
        if self._endless():
            return Text("Game over: draw, because play would never end (PROB-END-3)")
        actor = super().actor()
        if actor is None:
            return screen.game_over(self._play.game.score(self.position).outcome)
        return Text.assemble((actor, screen.STYLES[actor]), " to move")


def _in_words(position: Position, action: Action, play: PerfectBoard) -> Text:
    """The outcome on the named square: how probable it was, and what is on the square now."""
    assert isinstance(action, MoveOutcome)
    assert position.named
    probability = play.game.chance(position)[action]
    mark = after_outcome(position, action).marks[position.named - 1]
    now = (str(mark), screen.STYLES[mark]) if mark else "no mark"
    return Text.assemble(f"{action} (probability {screen.worth(probability)}): ", now, f" on {position.named}")


VIEW = ProbabilisticView()
