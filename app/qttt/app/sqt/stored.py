"""Where tablebases of the stochastic game come from: a folder a setting."""

from pathlib import Path

from qttt.app import stored
from qttt.app.progress import progress
from qttt.app.sqt.settings import setting_of
from qttt.fast.backend import device
from qttt.fast.sqt.tablebase import Tablebase
from qttt.fast.store import StoreError
from qttt.reference.sqt import Sqt
from qttt.verification.sqt.perfect import PerfectSqt


def folder_of(game: Sqt) -> Path:
    """The folder of the user's tablebase of a stochastic game, one a setting.

    >>> from fractions import Fraction
    >>> folder_of(Sqt(Fraction(3, 4), double_win=True)).name
    'q-3-4-draws-even-double-win'
    """
    q = f"{game.q.numerator}-{game.q.denominator}"
    name = f"q-{q}-{game.scoring}{'-double-win' * game.double_win}"
    return stored.user_folder() / game.ruleset / name


def perfect_sqt(game: Sqt, folder: Path | None) -> PerfectSqt:
    """Perfect play of a stochastic game, by a tablebase found as that of Goff's game is. Raises BadInput as well if the
    tablebase is for other settings."""
    setting = setting_of(game)

    def opened(folder: Path) -> Tablebase:
        found = Tablebase.open(folder)
        if setting not in found.settings:
            raise StoreError(f"{folder}: has no values for q = {game.q}, {game.scoring}{_and_double_win(game)}")
        return found

    scoring = f" --scoring {game.scoring}" if game.scoring != "draws-even" else ""
    command = f"qttt solve sqt --q {game.q}{scoring}{' --double-win' * game.double_win} --out DIR"
    return PerfectSqt(game, stored.found_in(folder, folder_of(game), opened, lambda: _solved_sqt(game), command))


def _solved_sqt(game: Sqt) -> Tablebase:
    from qttt.fast.sqt.solve import solve

    with progress() as report:
        return solve(device("auto"), [setting_of(game)], report).tablebase


def _and_double_win(game: Sqt) -> str:
    return ", with double wins" if game.double_win else ""
