"""Where tablebases of Goff's game come from, and perfect play of it and of the stochastic game."""

from pathlib import Path
from typing import TYPE_CHECKING

from qttt.app import stored
from qttt.fast.goff.tablebase import RULESET, Tablebase
from qttt.reference.goff import Goff
from qttt.reference.sqt import Sqt
from qttt.verification.goff.perfect import PerfectPlay

if TYPE_CHECKING:
    from qttt.verification.sqt.perfect import PerfectSqt


def perfect(game: Goff | Sqt, folder: Path | None) -> "PerfectPlay | PerfectSqt":
    """Perfect play of a game, by the tablebase in a folder, or the user's own. Raises what `tablebase` raises."""
    if isinstance(game, Goff):
        return PerfectPlay(game, tablebase(folder))
    from qttt.app.sqt.stored import perfect_sqt

    return perfect_sqt(game, folder)


def tablebase(folder: Path | None) -> Tablebase:
    """The tablebase of Goff's game in a folder; if None, the user's, which is solved and stored first if there is none.

    Raises what `found_in` raises.
    """
    own = stored.user_folder() / RULESET
    return stored.found_in(folder, own, Tablebase.open, _solved, "qttt solve goff --out DIR")


def _solved() -> Tablebase:
    from qttt.app.progress import progress
    from qttt.fast.backend import device
    from qttt.fast.goff.solve import solve

    with progress() as report:
        return solve(device("auto"), report=report).tablebase
