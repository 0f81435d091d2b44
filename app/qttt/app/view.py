"""What the command shows of a game. A game that needs more than its entry in the registry has a `View` of its own."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from rich.text import Text

from qttt.app import games, screen, stored
from qttt.app.errors import BadInput
from qttt.app.games import Answer, Query
from qttt.app.terminal_game import COMMANDS, G, Player, TerminalGame
from qttt.oracle import Oracle
from qttt.oracle.perfect import A, P
from qttt.oracle.registry import entry_of
from qttt.reference.game import Actor, Game, Record

if TYPE_CHECKING:
    from rich.table import Table


@dataclass(frozen=True)
class Advice(Generic[G, P, A]):
    """A position that a game has reached, and best play from there: `variation` in notation, as long as only the
    players act, and `probabilities` of the actions where chance or the System is to act."""

    game: G
    position: P
    value: Fraction
    actions: Mapping[A, Fraction]
    best: tuple[A, ...]
    variation: str
    probabilities: Mapping[A, Fraction]

    def json_object(self, **beside: object) -> dict[str, object]:
        """The JSON object without the game; `beside` stands next to the value."""
        return {
            "value": str(self.value),
            **beside,
            "actor": self.game.actor(self.position),
            "actions": screen.as_text(self.actions),
            "best": [str(action) for action in self.best],
            "probabilities": screen.as_text(self.probabilities),
            "principal_variation": self.variation,
        }


def _writer(out: Path | None) -> Callable[[Callable[[], str]], Callable[[], None]]:
    """What draws a picture, and returns what writes it to a file, if one is named. Raises as
    `qttt.app.pictures.writer`."""
    if out is None:
        return lambda draw: lambda: None
    from qttt.app.pictures import writer

    write = writer(out)
    return lambda draw: partial(write, draw())


class View(Generic[G, P, A]):
    """What the commands show of a game, by its entry in the registry and its rules alone.

    The first methods are what commands ask; those after `play` are what most views of a game differ in.
    """

    undecided: ClassVar[tuple[str, ...]] = ("draw",)
    """The possible results of a game that nobody wins."""
    fast_agents: ClassVar[tuple[str, ...]] = ("random", "perfect")
    """The kinds of agents that the fast engine plays, in a game that has kernels."""
    titled: ClassVar[bool] = False
    """Whether a position is shown below the name of its ruleset."""
    called: ClassVar[str] = "moves"
    """What the actions of players are called."""

    def __init__(self, kind: type[TerminalGame[G, P, A]] = TerminalGame) -> None:
        self.kind = kind
        """The class of games being played."""

    def for_perft(self, query: Query) -> Query:
        """The query by which `perft` counts."""
        return query

    def solve(self, query: Query) -> Answer:
        """The value of the game, of its first moves, and best play."""
        from qttt.oracle.progress import progress

        game = query.game
        path = stored.target(query, query.json_object)
        with progress() as report:
            tablebase = entry_of(game).solve(game, query.device, report)
            stored.keep(query, tablebase, path, report)
        play, start = Oracle(game, tablebase), game.initial()
        value, first_moves, line = play.value(start), play.values(start), game.write(play.line(start))
        json_object = {"value": str(value), "first_moves": screen.as_text(first_moves), "principal_variation": line}

        def display() -> None:
            out = screen.console()
            out.print(screen.title(game))
            out.print(Text(f"value {screen.worth(value)}", "bold"))
            out.print(screen.by_value(first_moves, value, "first moves"))
            screen.print_variation(out, line)

        return Answer(lambda: {**query.json_object, **json_object}, display)

    def show(self, query: Query, moves: str, out: Path | None) -> Answer:
        """A position, whose turn it is, or how the game ended; also as a picture in a file."""
        game = query.game
        record = game.read(moves)
        position = record.positions[-1]
        write = _writer(out)(lambda: self.svg(game, position))

        def display() -> None:
            if self.titled:
                screen.console().print(screen.title(game))
            self.print_position(game, position)

        return Answer(lambda: {**query.json_object, **self.json_of_position(game, record)}, display, write=write)

    def best(self, query: Query, moves: str, out: Path | None) -> Answer:
        """The value of a position and of each action, and best play from there; also as a picture in a file."""
        writer = _writer(out)
        advice = self.advice(query, moves)
        return Answer(
            lambda: {**query.json_object, **self.json_of_advice(query, advice)},
            lambda: self.print_advice(query, advice),
            write=writer(lambda: self.drawing(query, advice)),
        )

    def drawing(self, query: Query, advice: Advice[G, P, A]) -> str:
        """The picture of a position with its values, as SVG."""
        from qttt.app.pictures import with_values

        drawn, actor = self.svg(query.game, advice.position), query.game.actor(advice.position)
        return with_values(drawn, actor, advice.value, advice.actions)

    def play(self, query: Query, players: Mapping[str, Player], seed: int | None) -> None:
        """A game in the terminal: True is a perfect player, False a person; otherwise an agent plays."""
        game = query.game
        truth = stored.truth(game, query.tablebase, players)
        self.welcome(game)
        self.kind(self, game, truth, players, random.Random(seed)).run()

    def json_of_position(self, game: G, record: Record[P, A]) -> dict[str, object]:
        """The JSON object of the last position of a game, without the game."""
        return games.json_of_position(game, record.positions[-1], sum(map(game.is_ply, record.actions)))

    def svg(self, game: G, position: P) -> str:
        """The picture of a position as SVG. Raises BadInput for a position without one."""
        if draw := getattr(position, "_repr_svg_", None):
            return str(draw())
        raise BadInput(f"{game.ruleset.rpartition('-')[0]} has no picture; leave out --out")

    def print_picture(self, game: G, position: P) -> None:
        """Print a position without whose turn it is."""
        screen.console().print(str(position), markup=False)

    def turn(self, game: G, position: P) -> Text:
        """Whose turn it is, or how the game ended, as a line."""
        actor = game.actor(position)
        if actor is None:
            return screen.game_over(game.score(position).outcome)
        doing = "to act" if actor in (Actor.CHANCE, Actor.SYSTEM) else "to move"
        actions = " ".join(map(str, game.actions(position)))
        return Text.assemble((actor, screen.STYLES.get(actor, "")), f" {doing}: {actions}")

    def print_position(self, game: G, position: P) -> None:
        """Print a position, and whose turn it is or how the game ended."""
        self.print_picture(game, position)
        screen.console().print(self.turn(game, position), soft_wrap=True)

    def advice(self, query: Query, moves: str, with_variation: bool = True) -> Advice[G, P, A]:
        """The advice on a written game or position. Raises what reading the game and finding a tablebase raise."""
        game, record, truth = query.game, query.game.read(moves), query.truth
        position, played = record.positions[-1], record.actions
        line, variation = truth.line(position) if with_variation else (), ""
        if line and played:
            variation = " ".join(game.write((*played, *line)).split()[len(played) :])
        elif line:
            variation = game.write(line, after=position)
        value, actions, best = truth.value(position), truth.values(position), truth.best(position)
        return Advice(game, position, value, actions, best, variation, truth.probabilities(position))

    def json_of_advice(self, query: Query, advice: Advice[G, P, A]) -> dict[str, object]:
        """The JSON object of an advice, without the game."""
        return advice.json_object()

    def print_advice(self, query: Query, advice: Advice[G, P, A]) -> None:
        """Print an advice: the picture, the actions by value, best play."""
        out = screen.console()
        if self.titled:
            out.print(screen.title(advice.game))
        self.print_picture(advice.game, advice.position)
        out.print(self.turn(advice.game, advice.position), soft_wrap=True)
        out.print(Text(f"value {screen.worth(advice.value)}", "bold"))
        self.print_actions(query, advice)

    def print_actions(self, query: Query, advice: Advice[G, P, A]) -> None:
        """Print the actions by value, or what chance may do, and best play. Print nothing if the game is over."""
        out = screen.console()
        if advice.actions:
            out.print()
            out.print(self.actions_table(advice))
        if advice.variation:
            out.print()
            screen.print_variation(out, advice.variation)

    def actions_table(self, advice: Advice[G, P, A]) -> "Table":
        """The table of what a player, or else chance may do."""
        if advice.probabilities:
            return self.by_chance(advice)
        return screen.by_value(advice.actions, advice.value, self.called)

    def by_chance(self, advice: Advice[G, P, A]) -> "Table":
        """The table of what chance may do."""
        return screen.by_value(advice.actions, advice.value, "outcomes")

    def example(self, game: G) -> str:
        """Moves as they are typed in play, such as " such as 1-9"; empty if there is nothing to say."""
        return ""

    def welcome(self, game: G) -> None:
        """Print what a person who plays needs to know first."""
        screen.console().print(screen.title(game), f"Type a move{self.example(game)}, or {COMMANDS}.", sep="\n")

    def help_on(self, game: G) -> str:
        """What can be typed in play, besides `COMMANDS`."""
        return "Type a move as it is written, with or without player and ply; undo, or quit."


VIEW = View[Game[Any, Any], Any, Any]()
