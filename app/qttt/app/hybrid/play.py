"""`qttt play hybrid`: a game in the terminal, between people or against perfect play."""

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from qttt.app import match, screen, stored
from qttt.app.hybrid.links import found
from qttt.app.hybrid.show import plies, print_position
from qttt.app.match import Match, check_form, token_of
from qttt.reference.hybrid import Action, Hybrid, Position, Result
from qttt.reference.hybrid.notation import MOVE_TOKEN, read_move

MEASURE = """\
7       measure box 7: it is X or O, with equal chances, and stays measured"""
LINK = """\
5>7     link box 5, not yet measured, to box 7, measured: when 5 is measured
        and is found to be yours, {effect}"""
EFFECTS = {
    "reverse": "7 turns from X to O, or from O to X",
    "take": "7 becomes yours",
}
LINKS = {
    "one": "a box that is not measured has at most one link",
    "single": "there is one link at a time on the whole board",
    "two": "a box that is not measured has at most two links",
}
TARGETS = {"any": "", "one": ";\n        at most one link leads to a measured box"}
COMMANDS = """\
undo    take back your last move, and what followed it; chance measures again
quit    leave the game"""
BOTH = {
    "draw": "a draw",
    "X": "won by X",
    "measurer": "won by the player who has measured",
    "other": "won by the player who has not measured",
}
WON = """\
Three marks of a player in a row win, whoever has measured. If both players
get a line at once, the game is {both}."""

EXAMPLE = "7 or 5>7"
"""Moves as they are typed."""


class HybridMatch(Match[Position, Action]):
    """A game of the hybrid game being played."""

    def __init__(self, game: Hybrid, *players: Any) -> None:
        super().__init__(game, *players)
        self._rules = game
        self.help = help_on(game)

    def read(self, typed: str) -> Action:
        number, ply = len(self.history) + 1, plies(self.history) + 1
        token = token_of("".join(typed.split()), ply)
        check_form(token, number, MOVE_TOKEN, (">", "NOTATION-LINK-1"), EXAMPLE)
        return read_move(token, number, ply)

    def act_of_nature(self) -> None:
        before, result = self.position, self.chance.choice([*Result])
        self.act(result, announced=False)
        self._out.print(found(self._rules, before, result), soft_wrap=True)

    def show(self) -> None:
        print_position(self._rules, self.position)


def help_on(game: Hybrid) -> str:
    """What can be typed, and what the switches allow."""
    link = LINK.format(effect=EFFECTS[game.effect])
    limits = f"        ({LINKS[game.links]}{TARGETS[game.targets]})"
    return "\n".join([MEASURE, link, limits, COMMANDS, WON.format(both=BOTH[game.both])])


def play(game: Hybrid, perfect: Mapping[str, bool], folder: Path | None, seed: int | None) -> None:
    """Play a game. `perfect` says which of X and O play perfectly; a person plays the others."""
    truth = stored.truth(game, folder, perfect)
    out = screen.console()
    out.print(screen.title(game), f"Type a move such as {EXAMPLE}, or {match.COMMANDS}.", sep="\n")
    out.print(help_on(game), style="dim")
    HybridMatch(game, truth, perfect, random.Random(seed)).run()
