"""The graph of a game, level by level: every move from every decision, and the sets of boards, identified by labels.

Two sets with one label would be a clash. A node has the boards of the first move with its label, and every other move
with this label is compared with them, board by board: no clash goes unnoticed, and a second label would only make one
unlikely.

A level of any size takes the same few launches. The host waits once per level, for the sizes of the next one."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Array, Device, in_python
from qttt.fast.brief import brief
from qttt.fast.progress import Progress, Report
from qttt.fast.tiqtaqtoe import graph, levels
from qttt.fast.tiqtaqtoe.boards import RANKS_BY_MARKS, SLOTS, O, X
from qttt.fast.tiqtaqtoe.graph import ARRAYS, GROUPS, MEASURED, WIDTHS, Graph, begins, canonical, split
from qttt.fast.tiqtaqtoe.levels import Game, Moves, Sets, game_of
from qttt.fast.tiqtaqtoe.setting import KINDS, START, Setting, State, check, marks


class LabelClash(RuntimeError):
    """Two different sets of boards share a label: other labels must be chosen."""


@dataclass(frozen=True)
class Nodes:
    """A level on a device: `sizes` and `first` as in `Level`, the sets, the rows `LABELS` and `ABOUT` of its nodes, and
    the number of its moves."""

    sizes: Ints
    sets: Sets
    nodes: Array
    first: Array
    moves: int

    __repr__ = brief

    def __len__(self) -> int:
        return int(self.sizes.sum())


class Found(NamedTuple):
    """The levels of a game on a device; and of the moves from each level the row `LINK`."""

    game: Game
    levels: list[Nodes]
    links: list[Array]


def enumerate_graph(
    device: Device, setting: Setting, report: Report = lambda _: None, plies: int = graph.PLIES, start: State = START
) -> Graph:
    """All positions of a game, or only those within `plies` plies from `start`. `report` is called before and after
    each piece of work. The switch `both` has no effect.

    Raises ValueError for a setting that does not exist, UnknownPosition for a start that play does not reach (not
    guaranteed), LabelClash if two sets of boards were taken for one."""
    return to_host(device, setting, enumerate_levels(device, setting, report, plies, start))[0]


def enumerate_levels(
    device: Device, setting: Setting, report: Report = lambda _: None, plies: int = graph.PLIES, start: State = START
) -> Found:
    """What `enumerate_graph` returns, on the device."""
    xp = device.xp
    game = game_of(xp, check(setting))
    made, level, links = marks(start), _only(device, setting, start), []
    there = [level]
    for ply in range(made, made + plies):
        report(Progress("enumerate", ply, 0, len(level)))
        level, link = _following(device, game, ply, level)
        report(Progress("enumerate", ply, len(there[-1]), len(there[-1])))
        there.append(level)
        links.append(link)
    there[-1] = replace(level, first=xp.zeros(len(level) + 1, np.int32), moves=0)
    return Found(game, there, [*links, xp.empty(0, np.int64)])


def _only(device: Device, setting: Setting, state: State) -> Nodes:
    """A level with one state as the only node."""
    group, _, label, row = canonical(state)
    game = in_python(game_of(np, setting))
    about = levels.describe(in_python(row), game, game.lines | state.measured, _mover(marks(state)), [0] * SLOTS)
    count = (about & (1 << SLOTS) - 1).bit_count()
    sizes = np.eye(GROUPS, dtype=np.int64)[group]
    nodes, first = device.xp.asarray([[label], [about]], np.int64), device.xp.asarray([0, count], np.int32)
    return Nodes(sizes, Sets(device.xp.asarray(row), *begins(sizes)), nodes, first, count)


def _following(device: Device, game: Game, made: int, level: Nodes) -> tuple[Nodes, Array]:
    """The level after one with `made` marks; and the row `LINK` of the moves between them. Raises LabelClash."""
    xp, mark = device.xp, _mover(made)
    if not level.moves:
        sizes = np.zeros_like(level.sizes)
        none = Sets(level.sets.boards[:0], *begins(sizes))
        return Nodes(sizes, none, level.nodes[:, :0], level.first[:1], 0), xp.empty(0, np.int64)
    begin, end = RANKS_BY_MARKS[made + 1 : made + 3]
    gap, widest = end - begin + 1, 2 * int(WIDTHS[:MEASURED][level.sizes[:MEASURED] > 0].max(initial=1))
    moves = xp.empty((3, level.moves), np.int64)
    new, nodes = xp.empty(2 * gap + level.moves * widest, np.uint16), xp.zeros((3, 2 * gap + level.moves), np.int64)
    about = level.nodes[levels.ABOUT]
    device.launch(levels.FIND, len(level), game, level.sets, about, level.first, mark, moves)
    order = xp.argsort(moves[levels.SET])
    device.launch(levels.DIVIDE, level.moves, game, moves, order)
    between = Moves(moves, order, xp.cumsum(moves[levels.LINK], dtype=np.int32))
    device.launch(levels.JOIN, level.moves, game, level.sets, about, between, mark, gap, new, nodes)
    device.launch(levels.ADD_SINGLE, end - begin, game, between, X + O - mark, begin, end, new, nodes)
    first = xp.cumsum(nodes[levels.COUNT], dtype=np.int32)
    device.launch(levels.LINK_MOVES, level.moves, game, between, first)
    told = device.to_host(game.told)
    if told[levels.CLASHES]:
        raise LabelClash(f"two sets of boards with {made + 1} marks have one label")
    sizes = told[levels.SIZES : levels.SIZES + GROUPS].copy()
    start, stop = gap - int(sizes[0]), gap + int(sizes[1:].sum())
    sets = Sets(new[start : start + int(sizes @ WIDTHS)], *begins(sizes))
    count = int(told[levels.MOVES])
    return Nodes(sizes, sets, nodes[:, start:stop], first[start - 1 : stop], count), moves[levels.LINK]


def to_host(device: Device, setting: Setting, found: Found, *numbers: Array) -> tuple[Graph, Ints]:
    """The graph of a game, and as many numbers (int32) for each of its nodes."""
    concatenate, there = device.xp.concatenate, found.levels
    codes = device.to_host(concatenate([level.sets.boards for level in there]))
    wide = device.to_host(concatenate([level.nodes[row] for row in (levels.LABELS, levels.ABOUT) for level in there]))
    narrow = [*(level.first for level in there), *found.links, *numbers]
    lengths = [sum(len(level) + 1 for level in there), sum(level.moves for level in there)]
    labels, about = np.split(wide, 2)
    first, links, others = split(
        device.to_host(concatenate(narrow, dtype=np.int32)), np.array([*lengths, len(numbers) * len(labels)])
    )
    kinds, images = about >> levels.KIND_AT & levels.ONE_KIND, about >> levels.IMAGES_AT
    counts = np.stack([np.bincount(kinds, each, KINDS).astype(np.int64) for each in (np.ones_like(images), images)], 1)
    arrays = (codes, labels, kinds, first, links & levels.ONE_SLOT, links >> levels.SLOT_BITS)
    stored = {name: each.astype(ARRAYS[name]) for name, each in zip(ARRAYS, arrays, strict=True)}
    sizes = np.array([level.sizes for level in there])
    return Graph(setting, sizes, counts=counts, **stored), others.reshape(len(numbers), len(labels))


def _mover(made: int) -> int:
    """The mark of the next move after `made` moves."""
    return O if made % 2 else X
