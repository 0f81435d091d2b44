"""`qttt play tiqtaqtoe`: a game in the terminal, between people or against perfect play."""

import random
from collections.abc import Callable, Mapping
from pathlib import Path

from rich.text import Text

from qttt.app import screen
from qttt.app.match import Match
from qttt.app.show_tiqtaqtoe import print_position
from qttt.app.tiqtaqtoe_picture import NAMES, SQUARES
from qttt.reference.notation import player_of
from qttt.reference.tiqtaqtoe import Action, Measurement, Position, TiqTaqToe
from qttt.reference.tiqtaqtoe_notation import read_measurement, read_move, write
from qttt.reference.tiqtaqtoe_position import certain

HELP = """\
5       mark square 5, which must be certainly empty
1-3     superpose: mark one of the squares 1 and 3 and exchange what they hold,
        or don't, with equal chances; one of them must be certainly empty
undo    take back your last move, and what followed it; chance measures anew
quit    leave the game
When no square is certainly empty, chance measures: one of the possible boards
is left. Three certain marks of one player in a row win."""

Chooser = Callable[[Position], Action]


class TiqTaqToeMatch(Match[Position, Action]):
    """A game of TiqTaqToe being played."""

    help = HELP

    def __init__(self, game: TiqTaqToe, choosers: Mapping[str, Chooser], chance: random.Random) -> None:
        super().__init__(game, choosers)
        self._rules, self._chance = game, chance

    def read(self, typed: str) -> Action:
        number, ply = len(self.history) + 1, self.position.plies + 1
        token = typed if "." in typed else f"{player_of(ply)}{ply}.{typed}"
        return read_measurement(typed, number) or read_move(token, number, ply)

    def written(self) -> str:
        return write(self.history)

    def act_of_nature(self) -> None:
        self._show()
        before = self.position
        self.act(Measurement(self._chance.choice(before.boards)), announced=False)
        self._out.print(_told(before, self.position), soft_wrap=True)

    def show(self) -> None:
        print_position(self._rules, self.position)


def _told(before: Position, after: Position) -> Text:
    """What has been measured: how probable it was, and what is now on the squares that were uncertain."""
    told = Text(f"Measured, one of {len(before.boards)} boards: ")
    uncertain = [square for square in SQUARES if certain(before, square) is None]
    for square in uncertain:
        content = after.boards[0][square - 1]
        told.append(f"{'' if square == uncertain[0] else ', '}{square} ")
        told.append(f"is {NAMES[content]}", screen.STYLES.get(content, ""))
    return told


def play(game: TiqTaqToe, perfect: Mapping[str, bool], folder: Path | None, seed: int | None) -> None:
    """Play a game. `perfect` says for X and O who plays perfectly; a person plays the others."""
    chance = random.Random(seed)
    choosers: dict[str, Chooser] = {}
    if any(perfect.values()):
        from qttt.app import stored_tiqtaqtoe

        best = stored_tiqtaqtoe.perfect_tiqtaqtoe(game, folder).best
        choosers = {name: lambda position: chance.choice(best(position)) for name in perfect if perfect[name]}
    example = "5" if game.level == "classic" else "5 or 1-3"
    screen.console().print(screen.title(game), f"Type a move such as {example}, or help, undo, quit.", sep="\n")
    TiqTaqToeMatch(game, choosers, chance).run()
