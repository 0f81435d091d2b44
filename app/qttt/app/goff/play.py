"""`qttt play`: quantum tic-tac-toe in the terminal, between people or against perfect play."""

import random
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qttt.app import screen, stored
from qttt.app.goff.show import picture, turn
from qttt.app.match import COMMANDS, Match, token_of
from qttt.reference.goff import Action, Goff, Position
from qttt.reference.goff.notation import read_move, read_selection
from qttt.reference.sqt import Sqt

if TYPE_CHECKING:
    from qttt.app.sqt.system import System

HELP = """\
1-9     mark the squares 1 and 9 (5-5: the special final move)
selA    settle a closed cycle: its last mark takes its first square (selB: second)
undo    take back your last action, and what followed it
quit    leave the game
A move marks both its squares until marks close a cycle, which settles each of
these marks in one square. Three settled marks of one player in a row win."""


class QuantumMatch(Match[Position, Action]):
    """A game of quantum tic-tac-toe being played; `system` selects in a game that has one."""

    help = HELP

    def __init__(self, game: Goff | Sqt, *players: Any, system: "System | None" = None) -> None:
        super().__init__(game, *players)
        self._rules, self._system = game, system

    def read(self, typed: str) -> Action:
        number, ply = len(self.history) + 1, self.position.ply + 1
        token = token_of(typed, ply)
        return read_selection(typed, number) or read_move(token, number, ply)

    def act_of_nature(self) -> None:
        assert self._system
        self._show()
        favour = self._system.favour(self.position)
        self.act(favour.selection, announced=False)
        self._out.print(favour.text(), soft_wrap=True)

    def show(self) -> None:
        self._out.print(picture(self.position))
        self._out.print(turn(self._rules, self.position))

    def asked(self) -> str:
        return "select" if self.position.pending else "move"


def play(game: Goff | Sqt, perfect: Mapping[str, bool], folder: Path | None, seed: int | None) -> None:
    """Play a game. `perfect` says which of X and O play perfectly; a person plays the others."""
    system, chance = None, random.Random(seed)
    truth = stored.truth(game, folder, perfect)
    if isinstance(game, Sqt):
        from qttt.app.sqt.system import System, values_by_search

        values = truth().values if folder or any(perfect.values()) else values_by_search(game)
        system = System(game, values, chance)
    screen.console().print(screen.title(game), f"Type a move such as 1-9, or {COMMANDS}.", sep="\n")
    QuantumMatch(game, truth, perfect, chance, system=system).run()
