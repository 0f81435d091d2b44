"""Where tablebases of the hybrid game come from: a folder a setting of its switches."""

from pathlib import Path

from qttt.app import stored
from qttt.app.errors import BadInput
from qttt.app.progress import progress
from qttt.app.screen import turned
from qttt.fast.backend import device
from qttt.fast.hybrid.solve import check_size, solve
from qttt.fast.hybrid.tablebase import Tablebase
from qttt.reference.hybrid import Hybrid
from qttt.verification.hybrid.perfect import PerfectPlay
from qttt.verification.hybrid.translate import setting_of


def solvable(game: Hybrid, measured: int = 0) -> bool:
    """Whether a game can be solved from so many measured boxes on: not where it has too many positions."""
    try:
        check_solvable(game, measured)
    except BadInput:
        return False
    return True


def check_solvable(game: Hybrid, measured: int = 0) -> None:
    """Raise BadInput for a game that cannot be solved from so many measured boxes on."""
    try:
        check_size(setting_of(game), measured)
    except ValueError as error:
        raise BadInput(
            f"hybrid with {error}, and best and certify work there; else add --switch targets=one, or leave out "
            "links=two; show, perft and play without perfect players need no values"
        ) from error


def folder_of(game: Hybrid) -> Path:
    """The folder of the user's tablebase of a game, one a setting.

    >>> folder_of(Hybrid()).name, folder_of(Hybrid("single", both="X")).name
    ('canonical', 'links-single-both-X')
    """
    name = "-".join(turned(game)).replace("=", "-") or "canonical"
    return stored.user_folder() / game.ruleset / name


def perfect_hybrid(game: Hybrid, folder: Path | None, measured: int = 0) -> PerfectPlay:
    """Perfect play from so many measured boxes on, by a tablebase found as `tablebase` finds it."""
    return PerfectPlay(game, tablebase(game, folder, measured))


def tablebase(game: Hybrid, folder: Path | None, measured: int = 0) -> Tablebase:
    """A tablebase of a game that has the positions with at least so many boxes measured, found as that of Goff's game
    is; one that cannot have all positions is made anew. Raises BadInput as well if the tablebase is of another setting,
    and for a game that cannot be solved from there on."""
    check_solvable(game, measured)
    if not solvable(game):
        if folder:
            raise BadInput("--tablebase: of this game none is stored, for it is solved in part only; leave it out")
        return _solved(game, measured)
    setting = setting_of(game)
    command = " ".join(["qttt solve hybrid", *(f"--switch {each}" for each in turned(game)), "--out DIR"])
    return stored.found_in(
        folder, folder_of(game), lambda place: Tablebase.open(place, setting), lambda: _solved(game, 0), command
    )


def _solved(game: Hybrid, least: int) -> Tablebase:
    with progress("measured") as report:
        return solve(device("auto"), setting_of(game), report, least).tablebase
