"""Where tablebases of TiqTaqToe come from: a folder a level and setting of its switches."""

from pathlib import Path

from qttt.app import stored
from qttt.app.progress import progress
from qttt.app.screen import turned
from qttt.fast.backend import device
from qttt.fast.tiqtaqtoe.tablebase import Tablebase
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.verification.tiqtaqtoe.perfect import PerfectPlay
from qttt.verification.tiqtaqtoe.translate import setting_of


def folder_of(game: TiqTaqToe) -> Path:
    """The folder of the user's tablebase of a game, one a setting.

    >>> folder_of(TiqTaqToe("high", pair="legal", both="X")).name
    'high-pair-legal-both-X'
    """
    name = "-".join([game.level, *turned(game)]).replace("=", "-")
    return stored.user_folder() / game.ruleset / name


def perfect_tiqtaqtoe(game: TiqTaqToe, folder: Path | None) -> PerfectPlay:
    """Perfect play, by a tablebase found as `tablebase` finds it."""
    return PerfectPlay(game, tablebase(game, folder))


def tablebase(game: TiqTaqToe, folder: Path | None) -> Tablebase:
    """The tablebase of a game, found as that of Goff's game is. Raises BadInput as well if the tablebase is of another
    level or setting."""
    setting = setting_of(game)
    command = " ".join(
        ["qttt solve tiqtaqtoe --level", game.level, *(f"--switch {each}" for each in turned(game)), "--out DIR"]
    )
    return stored.found_in(
        folder, folder_of(game), lambda place: Tablebase.open(place, setting), lambda: _solved(game), command
    )


def _solved(game: TiqTaqToe) -> Tablebase:
    from qttt.fast.tiqtaqtoe.solve import solve

    with progress() as report:
        return solve(device("auto"), setting_of(game), report).tablebase
