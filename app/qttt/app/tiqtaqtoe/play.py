"""`qttt play tiqtaqtoe`: a game in the terminal, between people or against perfect play."""

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.text import Text

from qttt.app import match, screen, stored
from qttt.app.match import Match, check_form, token_of
from qttt.app.tiqtaqtoe.show import print_position
from qttt.reference.tiqtaqtoe import Action, Measurement, Position, TiqTaqToe
from qttt.reference.tiqtaqtoe.notation import MOVE_TOKEN, read_move
from qttt.reference.tiqtaqtoe.picture import NAMES
from qttt.reference.tiqtaqtoe.position import SQUARES, certain

SINGLE = "5       mark square 5, which must be certainly empty"
SUPERPOSE = """\
1-3     superpose: mark square 1 or 3, which must be certainly empty, and swap
        the contents of the two with probability 1/2; the other square must"""
TARGETS = {
    "minimal": "be certainly empty, too",
    "moderate": "be certainly empty, or certainly hold your opponent's mark",
    "high": "hold nothing or your opponent's mark, for certain or not, and never yours",
}
UNENTANGLED = "        (target=unentangled: no mark that is entangled with other marks)"
PAIR = """\
        (pair=legal: or both hold one mark of your opponent in superposition;
        your mark is put where that mark is not)"""
COMMANDS = """\
undo    take back your last move, and what followed it{again}
quit    leave the game"""
MEASURE = """\
When no square is certainly empty, chance measures: one of the possible boards
remains."""
LINES = {
    "every-move": "Three certain marks of one player in a row win.",
    "full-board": "Three marks of one player in a row win, but lines count only when {when}.",
}


class TiqTaqToeMatch(Match[Position, Action]):
    """A game of TiqTaqToe being played."""

    def __init__(self, game: TiqTaqToe, *players: Any) -> None:
        super().__init__(game, *players)
        self._rules = game
        self.help = help_on(game)

    def read(self, typed: str) -> Action:
        number, ply = len(self.history) + 1, self.position.plies + 1
        token = token_of(typed, ply)
        check_form(token, number, MOVE_TOKEN, ("-", "NOTATION-MOVE-1"), example(self._rules))
        return read_move(token, number, ply)

    def act_of_nature(self) -> None:
        self._show()
        before = self.position
        self.act(Measurement(self.chance.choice(before.boards)), announced=False)
        self._out.print(_measurement_text(before, self.position), soft_wrap=True)

    def show(self) -> None:
        print_position(self._rules, self.position)


def example(game: TiqTaqToe) -> str:
    """Moves as they are typed."""
    return "5" if game.level == "classic" else "5 or 1-3"


def help_on(game: TiqTaqToe) -> str:
    """What can be typed, and what the level and its switches allow."""
    if game.level == "classic":
        return "\n".join([SINGLE, COMMANDS.format(again=""), LINES[game.lines].format(when="the board is full")])
    lines = [SINGLE, f"{SUPERPOSE}\n        {TARGETS[game.level]}"]
    if game.target == "unentangled":
        lines.append(UNENTANGLED)
    if game.pair == "legal":
        lines.append(PAIR)
    won = LINES[game.lines].format(when="the board is measured or full")
    return "\n".join([*lines, COMMANDS.format(again="; chance measures again"), MEASURE, won])


def _measurement_text(before: Position, after: Position) -> Text:
    """A measurement in words: how probable it was, and what is now on the squares that were uncertain."""
    told = Text(f"Measured, one of {len(before.boards)} boards: ")
    uncertain = [square for square in SQUARES if certain(before, square) is None]
    for square in uncertain:
        content = after.boards[0][square - 1]
        told.append(f"{'' if square == uncertain[0] else ', '}{square} ")
        told.append(f"is {NAMES[content]}", screen.STYLES.get(content, ""))
    return told


def play(game: TiqTaqToe, perfect: Mapping[str, bool], folder: Path | None, seed: int | None) -> None:
    """Play a game. `perfect` says which of X and O play perfectly; a person plays the others."""
    truth = stored.truth(game, folder, perfect)
    screen.console().print(screen.title(game), f"Type a move such as {example(game)}, or {match.COMMANDS}.", sep="\n")
    TiqTaqToeMatch(game, truth, perfect, random.Random(seed)).run()
