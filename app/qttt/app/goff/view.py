"""What the commands show of Goff's game, and of games with its marks."""

from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.table import Table

from rich.console import Group
from rich.text import Text

from qttt.app import screen
from qttt.app.games import Answer, Query, json_of_position, symmetry_classes
from qttt.app.terminal_game import G, TerminalGame
from qttt.app.view import Advice, View
from qttt.fast.goff.outcome import OUTCOMES, scores
from qttt.oracle.perfect import A, P
from qttt.reference.game import Actor, Game, Record
from qttt.reference.goff import Action, Goff, Position
from qttt.reference.goff.notation import NOTATION
from qttt.reference.goff.picture import svg, text

ENOUGH = 40
"""Columns for the actions beside the picture."""
NAMED = ("1-2", "1-3", "1-5", "1-6", "1-9", "2-5", "2-6", "2-8")
"""The first move by which Sakuta and Tomioka (2017) name each symmetry class."""
HELP = """\
1-9     mark the squares 1 and 9 (5-5: the special final move)
selA    settle a closed cycle: its last mark takes its first square (selB: second)
undo    take back your last action, and what followed it
quit    leave the game
A move marks both its squares until marks close a cycle, which settles each of
these marks in one square. Three settled marks of one player in a row win."""


def outcome_name(value: Fraction) -> str:
    """The outcome that has this value.

    >>> outcome_name(Fraction(10))
    'narrow win of X'
    """
    return OUTCOMES[scores(double_win=True).index(value)]


def classes_of_first_moves(
    game: Game[Position, Action], first_moves: Mapping[Action, Fraction]
) -> list[tuple[Action, list[Action]]]:
    """One first move of each symmetry class, the one that the source names, with the whole class; the best first."""
    classes = symmetry_classes(game, first_moves)
    named = [(next((move for move in moves if str(move) in NAMED), moves[0]), moves) for moves in classes]
    return sorted(named, key=lambda row: (-first_moves[row[0]], str(row[0])))


class QuantumView(View[G, P, A]):
    """The view of a game whose marks are on two squares until a cycle collapses."""

    called = "actions"

    def json_of_position(self, game: G, record: Record[P, A]) -> dict[str, object]:
        position = record.positions[-1]
        return json_of_position(game, position, self.board(position).ply)

    def svg(self, game: G, position: P) -> str:
        return svg(self.board(position), self.turn(game, position).plain)

    def print_picture(self, game: G, position: P) -> None:
        screen.console().print(self.picture(position))

    def board(self, position: P) -> Position:
        """The marks of a position."""
        assert isinstance(position, Position)
        return position

    def picture(self, position: P) -> Text:
        """The text picture, in the colours of the players."""
        return screen.colour_marks(text(self.board(position)))

    def turn(self, game: G, position: P) -> Text:
        actor = game.actor(position)
        if actor is None:
            return screen.game_over(game.score(position).outcome)
        choice = screen.choice(game.actions(position))
        if actor is Actor.SYSTEM:
            return Text.assemble("The ", ("System", screen.STYLES[actor]), f" to select: {choice}")
        doing = "select" if self.board(position).pending else "move"
        return Text.assemble((actor, screen.STYLES[actor]), f" to {doing}: {choice}")

    def print_advice(self, query: Query, advice: Advice[G, P, A]) -> None:
        out = screen.console()
        judged = Group(screen.title(advice.game), self.turn(advice.game, advice.position), self.worth(advice.value))
        if advice.actions:
            judged = Group(judged, Text(), self.actions_table(advice))
        out.print(screen.SideBySide(self.picture(advice.position), judged, enough=ENOUGH))
        if advice.variation:
            screen.print_variation(out, advice.variation)

    def worth(self, value: Fraction) -> Text:
        """A value as a line."""
        return Text.assemble("value ", (screen.worth(value), "bold"))

    def by_chance(self, advice: Advice[G, P, A]) -> "Table":
        table = screen.table("value", "probability", "selection", right=("value", "probability"))
        for selection, probability in advice.probabilities.items():
            table.add_row(screen.worth(advice.actions[selection]), str(probability), str(selection))
        return table

    def example(self, game: G) -> str:
        return " such as 1-9"

    def help_on(self, game: G) -> str:
        return HELP


class QuantumTerminalGame(TerminalGame[G, P, Any]):
    """A game of quantum tic-tac-toe being played."""

    view: QuantumView[G, P, Any]

    def request(self) -> str:
        return "select" if self.view.board(self.position).pending else "move"


class GoffView(QuantumView[Goff, Position, Action]):
    """The view of Goff's game, whose values are the values of its outcomes."""

    def worth(self, value: Fraction) -> Text:
        return super().worth(value).append_text(Text.assemble(", ", screen.outcome(outcome_name(value))))

    def json_of_advice(self, query: Query, advice: Advice[Goff, Position, Action]) -> dict[str, object]:
        said = advice.json_object(outcome=outcome_name(advice.value))
        del said["probabilities"]  # nothing is left to chance
        return said

    def solve(self, query: Query) -> Answer:
        """See `View`. Raises DeviceError for a missing device, and what `solving` raises."""
        from qttt.app.solved import cost, cost_in_words, positions_table, solving
        from qttt.fast.goff import solve
        from qttt.oracle import Oracle
        from qttt.oracle.goff import reading_of

        query = query.by("fast")
        game = query.game
        with solving(query, {"ruleset": game.ruleset}, solve.Solution, solve.solve, reading_of(game)) as solution:
            play, start = Oracle(game, solution.tablebase), game.initial()
            line = play.line(start)
            value, first_moves, end = play.value(start), play.values(start), reduce(game.play, line, start)
        positions, undecided = solution.tablebase.positions, solution.tablebase.undecided

        def json_object() -> dict[str, object]:
            return {
                **query.json_object,
                "value": str(value),
                "outcome": outcome_name(value),
                "first_moves": screen.as_text(first_moves),
                "principal_variation": NOTATION.write(line),
                "positions": list(positions),
                "undecided": list(undecided),
                "games": solution.games,
                **cost(solution),
            }

        def display() -> None:
            table = screen.table("first", "equivalent", "value", "outcome", right=("equivalent", "value"))
            for move, alike in classes_of_first_moves(game, first_moves):
                its = first_moves[move]
                table.add_row(str(move), str(len(alike)), str(its), screen.outcome(outcome_name(its)))
            heading = Text.assemble(screen.outcome(outcome_name(value)), f", value {value}", style="bold")
            left = Group(heading, Text(), table, Text(), positions_table(undecided, positions))
            games, cost = Text(f"{solution.games:,} complete games"), Text(cost_in_words(solution))
            out = screen.console()
            out.print(screen.title(game))
            out.print()
            out.print(screen.SideBySide(left, Group(self.picture(end), Text(), games, cost)))
            out.print()
            screen.print_variation(out, NOTATION.write(line))

        return Answer(json_object, display)


VIEW = GoffView(QuantumTerminalGame)
