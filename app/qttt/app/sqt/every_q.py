"""Values of the stochastic game at every q: one tablebase for each scoring serves all of them."""

import threading
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qttt.app.sqt.setting import setting_of
from qttt.oracle import Oracle, store
from qttt.oracle.perfect import Values
from qttt.oracle.sqt.functions import known
from qttt.reference.goff import Action, Move, Position
from qttt.reference.sqt import ScoringName, Sqt

if TYPE_CHECKING:
    from qttt.fast.sqt.functions import Functions
    from qttt.fast.sqt.piecewise import Piecewise

Scored = tuple[ScoringName, bool]
"""A scoring, and whether double wins count."""

KEPT = 1 << 12
"""Values that are remembered at each q for which nothing was solved."""

_found: dict[Scored, "Functions"] = {}
_finding = threading.Lock()


def scored(game: Sqt) -> Scored:
    """What two games agree in that differ in q only."""
    return game.scoring, game.double_win


def functions(game: Sqt, report: Callable[[], Any], note: Callable[[str], None] | None) -> "Functions":
    """The values at every q of one scoring, opened from the user's store, or solved now and stored."""
    with _finding:
        if scored(game) not in _found:
            _found[scored(game)] = _new(game, report, note)
        return _found[scored(game)]


def functions_if_found(game: Sqt) -> "Functions | None":
    """What `functions` has found before; None while there is nothing."""
    return _found.get(scored(game))


def _new(game: Sqt, report: Callable[[], Any], note: Callable[[str], None] | None) -> "Functions":
    from qttt.fast import backend
    from qttt.fast.sqt import curve, solve
    from qttt.fast.sqt.functions import Functions
    from qttt.fast.sqt.tablebase import Tablebase

    settings = curve.settings(*scored(game))

    def opened(path: Path) -> Tablebase:
        from qttt.fast.store import StoreError

        tablebase = Tablebase.open(path)
        if tablebase.settings != tuple(settings):
            raise StoreError(f"{path}: has other settings than those that functions of q need")
        return tablebase

    def solved(progress: Any) -> Tablebase:
        return solve.solve(backend.device("auto"), settings, progress).tablebase

    tablebase = store.opened_or_solved(file_of(game), opened, solved, report, note)
    return Functions(tablebase, after_first_moves(*scored(game)))


def file_of(game: Sqt) -> Path:
    """The file of the tablebase that serves every q of a scoring.

    >>> from fractions import Fraction
    >>> file_of(Sqt(Fraction(1, 2))).name
    'every-q-draws-even.tablebase'
    """
    return store.own_file(Path(game.ruleset, f"every-q-{game.scoring}{'-double-win' * game.double_win}"))


def after_first_moves(scoring: ScoringName, double_win: bool) -> dict[int, "Piecewise"]:
    """The functions of the start, and of the positions after one move, by their canonical keys."""
    from qttt.fast.goff.key import canonical
    from qttt.fast.goff.rules import INITIAL, play
    from qttt.oracle.goff.translate import place_of

    row = known(scoring, double_win)
    if row is None:
        return {}
    moves = {name: place_of(Move(*map(int, name.split("-")))) for name in row.first_moves}
    return {INITIAL: row.value} | {
        canonical(play(INITIAL, move)): row.first_moves[name] for name, move in moves.items()
    }


class AtQ(Oracle[Position, Action]):
    """Exact answers about the game at a q for which nothing was solved: each value is found when it is asked for, from
    the functions and not from the tablebase, which has no values at this q."""

    def __init__(self, game: Sqt, found: "Functions") -> None:
        from qttt.oracle.goff.translate import key_of

        self.tablebase = found.tablebase
        values: Values[Position, Action] = Values(lru_cache(KEPT)(lambda position: found.at(key_of(position), game.q)))
        super(Oracle, self).__init__(game, values)


def oracle(game: Sqt, report: Callable[[], Any], note: Callable[[str], None] | None) -> Oracle[Position, Action]:
    """The oracle of a game with any q. Raises what `qttt.oracle.store.found` raises."""
    setting_of(game)
    found = functions(game, report, note)
    return Oracle(game, found.tablebase) if game.q in found.solved else AtQ(game, found)
