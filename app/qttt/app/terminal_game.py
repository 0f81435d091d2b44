"""Playing any game in the terminal, and where its players have lost value."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from rich.table import Table
from rich.text import Text

from qttt.app import lenient, screen
from qttt.app.errors import BadInput, one_line
from qttt.oracle.entry import NotSolvable
from qttt.oracle.perfect import PLAYERS, A, P, PerfectPlay
from qttt.reference.game import Actor, Game, RuleBroken
from qttt.reference.notation import NotationError

if TYPE_CHECKING:
    from qttt.app.view import View
    from qttt.reference.playing import Agent

G = TypeVar("G", bound=Game[Any, Any])
Player: TypeAlias = "bool | Agent[Any, Any]"
"""Who plays: True for perfect play, an agent, or False for a person."""

NATURE = (Actor.CHANCE, Actor.SYSTEM)
"""The actors that act without being asked."""

COMMANDS = "help, hint, best, undo, resign, quit"
HELP = """\
hint    show what each action is worth
best    show the best actions
resign  give up: your opponent wins"""
"""What a person can type in every game."""


class Quit(Exception):
    """The person leaves the game."""


class TerminalGame(Generic[G, P, A]):
    """A game being played: its history, and who plays.

    `view` shows its positions; `truth` returns perfect play of the game, found when first needed; chance chooses among
    the best actions of a perfect player. Moves are read as they are written. A subclass says what is different about
    its game."""

    def __init__(
        self,
        view: "View[G, P, A]",
        game: G,
        truth: Callable[[], PerfectPlay[P, A]],
        players: Mapping[str, Player],
        chance: random.Random,
    ) -> None:
        self.view, self.game = view, game
        self.history: list[A] = []
        self.positions: list[P] = [game.initial()]
        self.chance = chance
        self._truth = truth
        self._players = {name: player for name, player in players.items() if player}
        self._resigned = False
        self._out = screen.console()

    def read(self, typed: str) -> A:
        """The action that was typed. Raises as `lenient.action`."""
        game: Any = self.game
        ply = sum(map(game.is_ply, self.history)) + 1
        action: A = lenient.action(game, self.position, "".join(typed.split()), ply, len(self.history) + 1)
        return action

    def act_of_nature(self) -> None:
        """Let chance or the System act."""
        chances = self.game.chance(self.position)
        self.act(self.chance.choices([*chances], [float(chance) for chance in chances.values()])[0])

    def show(self) -> None:
        """Print the position."""
        self.view.print_position(self.game, self.position)

    def written(self) -> str:
        """The game so far, in notation."""
        written: str = self.game.write(self.history)
        return written

    def request(self) -> str:
        """What a person is asked for."""
        return "move"

    def obey(self, command: str) -> bool:
        """Run a command of this game; False if there is no such command."""
        return False

    def actor(self) -> Actor | None:
        """Who is to act; None if the game is over."""
        actor: Actor | None = self.game.actor(self.position)
        return actor

    @property
    def position(self) -> P:
        """The position now."""
        return self.positions[-1]

    def run(self) -> None:
        """Play to the end, or until a person resigns or quits, and show where value was lost, unless they quit.

        Invalid input is reported, and the person is asked again."""
        try:
            while (actor := self.actor()) and not self._resigned:
                if actor in NATURE:
                    self.act_of_nature()
                elif actor in self._players:
                    self.act(self._choose(self._players[actor]))
                else:
                    self._ask(actor)
            if not self._resigned:
                self._show()
            self._review()
        except Quit:
            self._out.print()
        except KeyboardInterrupt:
            self._out.print()
            raise
        finally:
            if self.history:
                self._out.print(self.written(), soft_wrap=True)

    def undo(self) -> bool:
        """Go back to where a person acted last; False if no person did."""
        for at in reversed(range(len(self.history))):
            if self.game.actor(self.positions[at]) not in (*self._players, *NATURE):
                del self.history[at:], self.positions[at + 1 :]
                return True
        return False

    def act(self, action: A, announced: bool = True) -> None:
        """Play an action, and print it if `announced`. Raises RuleBroken."""
        self.positions.append(self.game.play(self.position, action))
        self.history.append(action)
        if announced:
            actor = str(self.game.actor(self.positions[-2]))
            self._out.print(Text.assemble((actor, screen.STYLES[actor]), f" plays {self.written().split()[-1]}"))

    def _choose(self, player: Player) -> A:
        if isinstance(player, bool):
            return self.chance.choice(self._truth().choices(self.position))
        chosen: A = player.choose(self.position, self.chance)
        return chosen

    def _ask(self, actor: Actor) -> None:
        self._show()
        while True:
            typed = self._typed(actor)
            try:
                match typed.lower():
                    case "":
                        continue
                    case "q" | "quit" | "exit":
                        raise Quit
                    case "h" | "help" | "?":
                        self._out.print(f"{self.view.help_on(self.game)}\n\n{HELP}", style="dim")
                    case "u" | "undo":
                        if self.undo():
                            return
                        self._out.print("You have no action to take back.")
                    case "hint" | "best" as command:
                        self._advise(command)
                    case "resign":
                        return self._resign(actor)
                    case command if self.obey(command):
                        continue
                    case _:
                        return self.act(self.read(typed), announced=False)
            except (NotationError, RuleBroken) as error:
                told = f"{one_line(typed)}: expected {error.expected} ({error.rule})"
                self._out.print(told, markup=False, style="red", soft_wrap=True)
            except BadInput as error:
                self._out.print(str(error), markup=False, style="red", soft_wrap=True)

    def _advise(self, command: str) -> None:
        """Print the values of all actions, or the best actions."""
        try:
            truth = self._truth()
            value = truth.value(self.position)
            if command == "best":
                self._out.print(Text(" ".join(map(str, truth.best(self.position))), "bold"))
            else:
                self._out.print(screen.by_value(truth.values(self.position), value, "actions"))
        except NotSolvable as error:
            self._print_plain(f"No values: {error}")

    def _resign(self, actor: Actor) -> None:
        self._resigned = True
        winner = actor.opponent
        self._out.print(
            Text.assemble((actor, screen.STYLES[actor]), " resigns: ", (winner, screen.STYLES[winner]), " wins.")
        )

    def _review(self) -> None:
        """Print which actions of the players have lost value."""
        try:
            truth = self._truth()
        except NotSolvable as error:
            return self._print_plain(f"The moves are not judged: {error}")
        tokens = self.written().split()
        review = Review.of(truth, self.positions, self.history)
        self._out.print()
        if review.losses:
            self._out.print("Where value was lost:")
            self._out.print(review.table(tokens))
        elif review.judged:
            self._out.print("No move has lost any value.")
        if review.unsolved:
            before = f"Before {tokens[review.first]} the" if review.judged else "The"
            self._print_plain(f"{before} moves are not judged: {review.unsolved}")

    def _print_plain(self, text: str) -> None:
        self._out.print(text, markup=False, soft_wrap=True)

    def _typed(self, actor: Actor) -> str:
        try:
            return self._out.input(Text.assemble((actor, screen.STYLES[actor]), f" {self.request()}: ")).strip()
        except EOFError:
            raise Quit from None

    def _show(self) -> None:
        self._out.print()
        self.show()


class Loss(NamedTuple, Generic[A]):
    """An action that made the position worse for the player: its place in the game, from 0, the value before and after
    the action, from X's side, and the first of the best actions."""

    at: int
    before: Fraction
    after: Fraction
    best: A


@dataclass(frozen=True)
class Review(Generic[A]):
    """The losses of a game in the order of play; actions of chance or the System are nobody's loss.

    `judged` is the number of the players' actions that were judged. A game may be solved only from some position on;
    `unsolved` then says so, and `first` is the place of the first action that was judged."""

    losses: list[Loss[A]]
    judged: int
    first: int
    unsolved: NotSolvable | None

    @classmethod
    def of(cls, play: PerfectPlay[P, A], positions: Sequence[P], actions: Sequence[A]) -> "Review[A]":
        """The review of a game, from its actions and its positions, which are one more."""
        places = [at for at in range(len(actions)) if play.game.actor(positions[at]) in PLAYERS]
        losses, judged, unsolved = [], [], None
        for at in places:
            try:
                before, after = play.value(positions[at]), play.value(positions[at + 1])
            except NotSolvable as error:
                unsolved = error
                continue
            judged.append(at)
            if before != after:
                losses.append(Loss(at, before, after, play.choices(positions[at])[0]))
        return cls(losses, len(judged), min(judged, default=0), unsolved)

    def table(self, tokens: Sequence[str]) -> Table:
        """The losses as a table; `tokens` is the written game."""
        table = screen.table("move", "value before", "after", "best", right=("value before", "after"))
        for loss in self.losses:
            table.add_row(tokens[loss.at], screen.short(loss.before), screen.short(loss.after), str(loss.best))
        return table
