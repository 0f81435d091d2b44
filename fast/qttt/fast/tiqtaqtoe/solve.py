"""TiqTaqToe solved: every position valued exactly, for one setting or for several that share their positions.

The positions are enumerated forward, level by level, then valued backward."""

import time
from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np

from qttt.fast import progress
from qttt.fast.answers import Ints
from qttt.fast.backend import Device
from qttt.fast.progress import Progress, Report
from qttt.fast.tiqtaqtoe.enumerate import enumerate_graph
from qttt.fast.tiqtaqtoe.graph import Graph
from qttt.fast.tiqtaqtoe.setting import Setting
from qttt.fast.tiqtaqtoe.tablebase import Tablebase
from qttt.fast.tiqtaqtoe.values import LEAST, MOST, valued, worth_of_ends

Solution = progress.Solution[Tablebase]


def solve(device: Device, setting: Setting, report: Report = lambda _: None) -> Solution:
    """Value every position of a game. `report` is called before and after each piece of work.

    Raises ValueError for a setting that does not exist."""
    return next(solve_all(device, [setting], report))


def solve_all(device: Device, settings: Sequence[Setting], report: Report = lambda _: None) -> Iterator[Solution]:
    """The solutions of settings, in their order. Neighbours that differ only in `both` share their positions and are
    valued together, when the first of them is requested; its seconds are those of all of them.

    Raises ValueError for a setting that does not exist, when it is its turn."""
    for _, alike in groupby(settings, lambda setting: setting._replace(both="even")):
        began = time.perf_counter()
        together = tuple(alike)
        graph = enumerate_graph(device, together[0], report)
        values = _value_backward(device, graph, together, report)
        for lane, setting in enumerate(together):
            numbers = np.concatenate([level[:, lane] for level in values])
            ended = time.perf_counter()
            yield Solution(Tablebase(setting, graph, numbers), device.name, ended - began, device.peak_bytes())
            began = time.perf_counter()


def _value_backward(device: Device, graph: Graph, settings: Sequence[Setting], report: Report) -> list[Ints]:
    """The values of all levels, times `SCALE`: int16 ``[node, setting]``."""
    xp = device.xp
    following = None
    found = []
    for made in reversed(range(len(graph.levels))):
        level = graph.levels[made].on(xp.asarray)
        report(Progress("value", made, 0, len(level.kinds)))
        base = xp.asarray(worth_of_ends(settings, made))[level.kinds]
        following = valued(device, level, following, LEAST if made % 2 else MOST, base)
        found.append(device.to_host(following.astype(np.int16)))
        report(Progress("value", made, len(level.kinds), len(level.kinds)))
    return found[::-1]
