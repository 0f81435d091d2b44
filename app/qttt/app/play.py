"""`qttt play`: a game in the terminal, between people or against perfect play."""

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from qttt.app import screen
from qttt.app.errors import one_line
from qttt.app.show import turn
from qttt.reference.game import Actor, RuleBroken
from qttt.reference.goff import Action, Goff, Position
from qttt.reference.notation import NotationError, player_of, read_move, read_selection, write
from qttt.reference.sqt import Sqt

if TYPE_CHECKING:
    from qttt.app.system import System

HELP = """\
1-9     mark the squares 1 and 9 (5-5: the special final move)
selA    settle a closed cycle: its last mark takes its first square (selB: second)
undo    take back your last action, and what followed it
quit    leave the game
A move is in both its squares until marks close a cycle, which settles each of
them in one square. Three settled marks of one player in a row win."""

Chooser = Callable[[Position], Action]


class Quit(Exception):
    """The person leaves the game."""


class Match:
    """A game being played: its history, and who chooses for each player (nobody: a person is asked); `system` selects
    in a game that has one."""

    def __init__(self, game: Goff | Sqt, choosers: Mapping[str, Chooser], system: "System | None" = None) -> None:
        self.game = game
        self.history: list[Action] = []
        self.positions = [game.initial()]
        self._choosers, self._system = choosers, system
        self._out = screen.console()

    @property
    def position(self) -> Position:
        """The position now."""
        return self.positions[-1]

    def run(self) -> None:
        """Play to the end, or until the person quits. What a person types wrong is told, and asked again."""
        try:
            while actor := self.game.actor(self.position):
                if self._system and actor is Actor.SYSTEM:
                    self._settle(self._system)
                elif actor in self._choosers:
                    self._act(self._choosers[actor](self.position))
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
                self._out.print(write(self.history), soft_wrap=True)

    def undo(self) -> bool:
        """Go back to where a person acted last; False if no person did."""
        for at in reversed(range(len(self.history))):
            if self.game.actor(self.positions[at]) not in (*self._choosers, Actor.SYSTEM):
                del self.history[at:], self.positions[at + 1 :]
                return True
        return False

    def read(self, typed: str) -> Action:
        """The action that was typed, with or without player and ply. Raises NotationError."""
        number, ply = len(self.history) + 1, self.position.ply + 1
        token = typed if "." in typed else f"{player_of(ply)}{ply}.{typed}"
        return read_selection(typed, number) or read_move(token, number, ply)

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
                        self._out.print(HELP, style="dim")
                    case "u" | "undo":
                        if self.undo():
                            return
                        self._out.print("There is nothing of yours to take back.")
                    case _:
                        return self._act(self.read(typed), announced=False)
            except (NotationError, RuleBroken) as error:
                told = f"{one_line(typed)}: expected {error.expected} ({error.rule})"
                self._out.print(told, markup=False, style="red", soft_wrap=True)

    def _typed(self, actor: Actor) -> str:
        what = "select" if self.position.pending else "move"
        try:
            return self._out.input(Text.assemble((actor, screen.STYLES[actor]), f" {what}: ")).strip()
        except EOFError:
            raise Quit from None

    def _settle(self, system: "System") -> None:
        self._show()
        favour = system.favour(self.position)
        self._act(favour.selection, announced=False)
        self._out.print(favour.told(), soft_wrap=True)

    def _act(self, action: Action, announced: bool = True) -> None:
        self.positions.append(self.game.play(self.position, action))
        self.history.append(action)
        if announced:
            token = write(self.history).split()[-1]
            actor = self.game.actor(self.positions[-2])
            self._out.print(Text.assemble((str(actor), screen.STYLES[str(actor)]), f" plays {token}"))

    def _show(self) -> None:
        self._out.print()
        self._out.print(screen.picture(self.position))
        self._out.print(turn(self.game, self.position))


def play(game: Goff | Sqt, perfect: Mapping[str, bool], folder: Path | None, seed: int | None) -> None:
    """Play a game. `perfect` says for X and O who plays perfectly; a person plays the others."""
    best: Callable[[Position], tuple[Action, ...]] | None = None
    system, chance = None, random.Random(seed)
    if isinstance(game, Sqt):
        from qttt.app.stored_sqt import perfect_sqt
        from qttt.app.system import System, values_by_search

        if folder or any(perfect.values()):
            play = perfect_sqt(game, folder)
            best, system = play.best, System(game, play.settlements, chance)
        else:
            system = System(game, values_by_search(game), chance)
    elif any(perfect.values()):
        from qttt.app import stored

        best = stored.perfect(game, folder).best
    choosers: dict[str, Chooser] = {}
    if best:
        choosers = {name: lambda position: chance.choice(best(position)) for name in perfect if perfect[name]}
    screen.console().print(screen.title(game), "Type a move such as 1-9, or help, undo, quit.", sep="\n")
    Match(game, choosers, system).run()
