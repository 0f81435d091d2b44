"""Games of TiqTaqToe solved by the fast engine, each once per process."""

from dataclasses import replace
from functools import cache

from qttt.fast.backend import Cpu
from qttt.fast.tiqtaqtoe.solve import solve_all
from qttt.fast.tiqtaqtoe.tablebase import Tablebase
from qttt.oracle.tiqtaqtoe import setting_of
from qttt.reference.tiqtaqtoe import SWITCHES, UNIFORM, TiqTaqToe

CANONICAL = tuple(map(TiqTaqToe, UNIFORM))
"""The four levels that are solved, every switch in its canonical position."""


@cache
def tablebases(game: TiqTaqToe) -> dict[str, Tablebase]:
    """The tablebases of a game under each value of the switch `both`, whose positions they share."""
    settings = [setting_of(replace(game, both=both)) for both in SWITCHES["both"]]
    return {solution.tablebase.setting.both: solution.tablebase for solution in solve_all(Cpu(), settings)}


def tablebase(game: TiqTaqToe) -> Tablebase:
    return tablebases(replace(game, both="even"))[game.both]
