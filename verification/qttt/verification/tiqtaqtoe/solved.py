"""Games of TiqTaqToe solved by the fast engine, each once per process."""

from dataclasses import replace
from functools import cache

import numpy as np

from qttt.fast import known
from qttt.fast.backend import Cpu
from qttt.fast.known import web
from qttt.fast.tiqtaqtoe.known import Known, name, table
from qttt.fast.tiqtaqtoe.rules import State
from qttt.fast.tiqtaqtoe.solve import solve_all
from qttt.fast.tiqtaqtoe.tablebase import Tablebase
from qttt.fast.tiqtaqtoe.values import SCALE
from qttt.oracle.tiqtaqtoe.translate import setting_of
from qttt.reference.tiqtaqtoe import SWITCHES, UNIFORM, TiqTaqToe
from qttt.verification import Refuted
from qttt.verification.known import Load, compare, compare_web

CANONICAL = tuple(map(TiqTaqToe, UNIFORM))
"""The four levels that are solved, every switch in its canonical position."""


@cache
def tablebases(game: TiqTaqToe) -> dict[str, Tablebase]:
    """The tablebases of a game under each value of the switch `both`, whose positions they share."""
    settings = [setting_of(replace(game, both=both)) for both in SWITCHES["both"]]
    return {solution.tablebase.setting.both: solution.tablebase for solution in solve_all(Cpu(), settings)}


def tablebase(game: TiqTaqToe) -> Tablebase:
    return tablebases(replace(game, both="even"))[game.both]


def tables_are_solved_anew(load: Load = known.load) -> str:
    """Every entry of the table of each level."""
    entries = sum(compare(name(game.level), table(tablebase(game)), load) for game in CANONICAL)
    return f"{entries:,} entries of {len(CANONICAL)} tables"


def web_tables_agree(load: Load = web.load) -> str:
    """Every position in the table of each level for browsers."""
    positions = 0
    for game in CANONICAL:
        description, arrays = load(name(game.level))
        ends, known_values = np.cumsum(arrays["counts"]), Known(game.level)
        states = [State((*codes.tolist(),), False) for codes in np.split(arrays["boards"], ends)]
        if (end := states.pop()).codes or len({*states}) != (length := len(known.load(name(game.level))[1]["values"])):
            raise Refuted(
                f"{game.level}: {len({*states}):,} positions and {len(end.codes):,} boards, not {length:,} and 0"
            )
        values = np.array([known_values.value(state) * SCALE for state in states])
        positions += compare_web(name(game.level), (description, arrays), {"values": values})
    return f"{positions:,} positions of {len(CANONICAL)} levels"
