"""A game being played in the terminal, whatever game it is."""

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Generic, TypeVar

from rich.text import Text

from qttt.app import screen
from qttt.app.errors import BadInput, one_line
from qttt.reference.game import Actor, RuleBroken, Rules
from qttt.reference.notation import NotationError, player_of

P = TypeVar("P")
A = TypeVar("A")

NATURE = (Actor.CHANCE, Actor.SYSTEM)
"""Who acts without being asked."""


class Quit(Exception):
    """The person leaves the game."""


def check_tablebase(folder: Path | None, perfect: Mapping[str, bool]) -> None:
    """Raise BadInput for a tablebase that nobody would look at: no player is perfect."""
    if folder and not any(perfect.values()):
        raise BadInput("--tablebase is for perfect players, and there is none: add --x perfect or --o perfect")


def perfect_players(
    perfect: Mapping[str, bool], best: Callable[[P], Sequence[A]], chance: random.Random
) -> dict[str, Callable[[P], A]]:
    """Who chooses for the perfect players: chance, among the best actions."""
    return {name: lambda position: chance.choice(best(position)) for name in perfect if perfect[name]}


def token_of(typed: str, ply: int) -> str:
    """A typed move as a token: player and ply may be left out.

    >>> token_of("1-9", 2), token_of("O2.1-9", 2)
    ('O2.1-9', 'O2.1-9')
    """
    return typed if "." in typed else f"{player_of(ply)}{ply}.{typed}"


def check_form(token: str, number: int, form: re.Pattern[str], pair: tuple[str, str], example: str) -> None:
    """Raise NotationError for a token that has not the form of a move. `pair` is the sign between two squares and the
    rule on it; a token without it breaks the one on squares."""
    if not form.fullmatch(token):
        sign, rule = pair
        rule = rule if sign in token else "NOTATION-SQUARE-1"
        raise NotationError(token, number, rule, f"a move such as {example}")


class Match(ABC, Generic[P, A]):
    """A game being played: its history, and who chooses for each player (nobody: a person is asked).

    What belongs to one game alone is for a subclass to say."""

    help: str

    def __init__(self, game: Rules[P, A], choosers: Mapping[str, Callable[[P], A]]) -> None:
        self.game = game
        self.history: list[A] = []
        self.positions = [game.initial()]
        self._choosers = choosers
        self._out = screen.console()

    @abstractmethod
    def read(self, typed: str) -> A:
        """The action that was typed, with or without player and ply. Raises NotationError."""

    @abstractmethod
    def written(self) -> str:
        """The game so far, in notation."""

    @abstractmethod
    def act_of_nature(self) -> None:
        """Let chance or the System act."""

    @abstractmethod
    def show(self) -> None:
        """Print the position."""

    def asked(self) -> str:
        """What a person is asked for."""
        return "move"

    def done(self, command: str) -> bool:
        """Do what a command of this game says; False if there is none that is called so."""
        return False

    def actor(self) -> Actor | None:
        """Who is to act; None if the game is over."""
        return self.game.actor(self.position)

    @property
    def position(self) -> P:
        """The position now."""
        return self.positions[-1]

    def run(self) -> None:
        """Play to the end, or until the person quits. What a person types wrong is told, and asked again."""
        try:
            while actor := self.actor():
                if actor in NATURE:
                    self.act_of_nature()
                elif actor in self._choosers:
                    self.act(self._choosers[actor](self.position))
                else:
                    self._ask(actor)
            self._show()
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
            if self.game.actor(self.positions[at]) not in (*self._choosers, *NATURE):
                del self.history[at:], self.positions[at + 1 :]
                return True
        return False

    def act(self, action: A, announced: bool = True) -> None:
        """Play an action, and tell it if it is to be announced. Raises RuleBroken."""
        self.positions.append(self.game.play(self.position, action))
        self.history.append(action)
        if announced:
            actor = str(self.game.actor(self.positions[-2]))
            self._out.print(Text.assemble((actor, screen.STYLES[actor]), f" plays {self.written().split()[-1]}"))

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
                        self._out.print(self.help, style="dim")
                    case "u" | "undo":
                        if self.undo():
                            return
                        self._out.print("There is nothing of yours to take back.")
                    case command if self.done(command):
                        continue
                    case _:
                        return self.act(self.read(typed), announced=False)
            except (NotationError, RuleBroken) as error:
                told = f"{one_line(typed)}: expected {error.expected} ({error.rule})"
                self._out.print(told, markup=False, style="red", soft_wrap=True)

    def _typed(self, actor: Actor) -> str:
        try:
            return self._out.input(Text.assemble((actor, screen.STYLES[actor]), f" {self.asked()}: ")).strip()
        except EOFError:
            raise Quit from None

    def _show(self) -> None:
        self._out.print()
        self.show()
