"""The graph of a game, level by level: every move from every decision, and the sets of boards, identified by labels.

Two sets with one label would be a clash. A node has the boards of the first move with its label, and every other move
with this label is compared with them, board by board: no clash goes unnoticed, and a second label would only make one
unlikely."""

from collections.abc import Mapping
from types import ModuleType
from typing import NamedTuple

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Array, Device, Kernel
from qttt.fast.progress import Progress, Report
from qttt.fast.tiqtaqtoe import boards, graph, moves
from qttt.fast.tiqtaqtoe.boards import CODES, SLOTS, O, X
from qttt.fast.tiqtaqtoe.graph import GROUPS, MEASURED, WIDTHS, Graph, Level, canonical
from qttt.fast.tiqtaqtoe.moves import BOARDS_AFTER, CLASSIFY, COMPARE, SUCCESSORS
from qttt.fast.tiqtaqtoe.setting import DECISION, KINDS, MEASUREMENT, START, Setting, State, check, marks, switches

PIECE = 1 << 14
"""Nodes of a launch."""
TAG = (1 << moves.TAG_BITS) - 1


class LabelClash(RuntimeError):
    """Two different sets of boards share a label: other labels must be chosen."""


class Nodes(NamedTuple):
    """The nodes of a group, ordered by label: ``rows[node, board]``, and per node label, kind, and number of images."""

    rows: Array
    labels: Array
    kinds: Array
    images: Array


class Moves(NamedTuple):
    """The moves from a group: the row of each decision; and per move, in the order of decisions and slots, the row that
    it is made from, that row's number in the group, the slot, the key, and the node of the next level."""

    rows: Array
    row: Array
    node: Array
    slot: Array
    key: Array
    link: Array


Groups = Mapping[int, Nodes]


def enumerate_graph(
    device: Device, setting: Setting, report: Report = lambda _: None, plies: int = graph.PLIES, start: State = START
) -> Graph:
    """All positions of a game, or only those within `plies` plies from `start`. `report` is called before and after
    each piece of work. The switch `both` has no effect.

    Raises ValueError for a setting that does not exist, UnknownPosition for a start that play does not reach (not
    guaranteed), LabelClash if two sets of boards were taken for one."""
    builder = _Builder(device, check(setting), report)
    groups: Groups = builder.only(start)
    levels = []
    counts = np.zeros((KINDS, 2), np.int64)
    for made in range(marks(start), marks(start) + plies + 1):
        counts += builder.counts(groups)
        found = builder.moves(made, groups) if made < marks(start) + plies else {}
        following = builder.following(made, found)
        levels.append(builder.level(groups, found).on(device.to_host))
        groups = following
    return Graph.of(setting, levels, counts)


class _Builder:
    """What the levels of a game are made with, on one device."""

    def __init__(self, device: Device, setting: Setting, report: Report) -> None:
        xp = device.xp
        self.device, self.report, self.xp = device, report, xp
        self.masks, self.turned = xp.asarray(boards.MASKS), xp.asarray(boards.TURNED)
        self.labels, self.canonical = xp.asarray(boards.LABELS), xp.asarray(boards.CANONICAL)
        self.line = xp.asarray(boards.HAS_LINE[boards.X_MASK] | boards.HAS_LINE[boards.O_MASK]) > 0
        self.every_move = setting.lines == "every-move"
        self.switches = switches(setting)

    def nodes(self, rows: Array, labels: Array, lines: bool) -> Nodes:
        """A group; `lines` says whether lines count in all of its nodes."""
        kinds, images = (self.xp.empty(len(rows), np.uint8) for _ in range(2))
        self.device.launch(CLASSIFY, len(rows), rows, self.masks, self.turned, int(lines), kinds, images)
        return Nodes(rows, labels, kinds, images)

    def only(self, state: State) -> Groups:
        """One state as the only node."""
        group, _, label, row = canonical(state)
        labels = self.xp.asarray([label], np.int64)
        return {group: self.nodes(self.xp.asarray(row[None]), labels, self.every_move or state.measured)}

    def singles(self, codes: Array, lines: bool) -> Nodes:
        """The group of single boards, given by their canonical codes."""
        labels = self.labels[codes].min(1)
        order = self.xp.argsort(labels)
        return self.nodes(codes[order][:, None].astype(np.uint16), labels[order], lines)

    def moves(self, made: int, groups: Groups) -> dict[int, Moves]:
        """Every move from the decisions of a level, by groups."""
        xp = self.xp
        decisions = {group: xp.flatnonzero(held.kinds == DECISION) for group, held in groups.items()}
        count, done = sum(map(len, decisions.values())), 0
        self.report(Progress("enumerate", made, 0, count))
        found = {}
        for group, which in decisions.items():
            rows = groups[group].rows[which]
            pieces = []
            for start in range(0, len(rows), PIECE):
                piece = rows[start : start + PIECE]
                keys = xp.empty((len(piece), SLOTS), np.int64)
                arguments = (piece, self.masks, self.labels, _mover(made), *self.switches, keys)
                self.device.launch(SUCCESSORS, len(piece), *arguments)
                legal = xp.flatnonzero(keys.ravel() != moves.NONE)
                pieces.append((start + legal // SLOTS, legal % SLOTS, keys.ravel()[legal]))
                done += len(piece)
                self.report(Progress("enumerate", made, done, count))
            if pieces:
                row, slot, key = map(xp.concatenate, zip(*pieces, strict=True))
                found[group] = Moves(rows, row, which[row], slot.astype(np.uint8), key, xp.empty(len(row), np.int32))
        return found

    def following(self, made: int, found: Mapping[int, Moves]) -> dict[int, Nodes]:
        """The nodes of the next level; every move is linked to its node."""
        xp = self.xp
        parts = {group: self._parts(group, found) for group in range(MEASURED)}
        told_apart = {group: self._told_apart(made, group, parts[group]) for group in parts if parts[group]}
        groups = {group: self.nodes(*sets, self.every_move) for group, sets in told_apart.items() if group}
        measured = xp.zeros(CODES, bool)
        for held in groups.values():
            measured[self.canonical[held.rows[held.kinds == MEASUREMENT].ravel()]] = True
        ended = measured & (self.line if not self.every_move else False)
        moved = told_apart[0][0][:, 0] if 0 in told_apart else xp.empty(0, np.uint16)
        single = measured & ~ended
        single[moved] = True
        groups[0] = self.singles(xp.flatnonzero(single), self.every_move)
        groups[MEASURED] = self.singles(xp.flatnonzero(ended), True)
        number = xp.empty(CODES, np.int32)
        number[groups[0].rows[:, 0]] = xp.arange(len(groups[0].rows), dtype=np.int32)
        for moves_, which in parts[0]:
            moves_.link[which] = number[moved][moves_.link[which]]
        before = 0
        for group in range(MEASURED):
            for moves_, which in parts[group]:
                moves_.link[which] += before
            before += len(groups[group].rows) if group in groups else 0
        return groups

    def _parts(self, group: int, found: Mapping[int, Moves]) -> list[tuple[Moves, Array]]:
        """The moves that lead to a group: from itself those that keep the number of boards, from the one below those
        that double it."""
        return [
            (found[source], self.xp.flatnonzero((found[source].key & moves.DOUBLED) == doubled))
            for source, doubled in ((group, 0), (group - 1, moves.DOUBLED))
            if source in found
        ]

    def _told_apart(self, made: int, group: int, parts: list[tuple[Moves, Array]]) -> tuple[Array, Array]:
        """The different sets of boards that moves lead to, and their labels, ascending; each move is linked to its set.

        Raises LabelClash."""
        xp = self.xp
        labels = xp.concatenate([moves_.key[which] >> moves.TAG_BITS for moves_, which in parts])
        order = xp.argsort(labels)
        labels = labels[order]
        new = xp.ones(len(labels), bool)
        new[1:] = labels[1:] != labels[:-1]
        number = xp.empty(len(labels), np.int32)
        number[order] = xp.cumsum(new) - 1
        first = order[new]
        rows = xp.empty((len(first), int(WIDTHS[group])), np.uint16)
        end = 0
        for moves_, which in parts:
            begin, end = end, end + len(which)
            moves_.link[which] = number[begin:end]
            mine = first[(first >= begin) & (first < end)] - begin
            out = xp.empty((len(mine), int(WIDTHS[group])), np.uint16)
            self._launch(BOARDS_AFTER, made, moves_, which[mine], len(mine), out)
            rows[number[begin + mine]] = out
        rows.sort(axis=1)
        end = 0
        for moves_, which in parts:
            begin, end = end, end + len(which)
            others = order[~new & (order >= begin) & (order < end)] - begin  # by node
            starts = xp.zeros(len(rows) + 1, np.int32)
            starts[1:] = xp.cumsum(xp.bincount(number[begin + others], minlength=len(rows)))
            clashes = xp.zeros(len(rows), np.uint8)
            self._launch(COMPARE, made, moves_, which[others], len(rows), rows, starts, clashes)
            if clashes.any():
                raise LabelClash(f"two sets of {int(WIDTHS[group])} boards with {made + 1} marks have one label")
        return rows, labels[new]

    def _launch(self, kernel: Kernel, made: int, moves_: Moves, which: Array, count: int, *arguments: Array) -> None:
        """Run a kernel on `count` items that some moves make."""
        listed = self.xp.stack([moves_.row[which], moves_.slot[which], moves_.key[which] & TAG, moves_.link[which]], 1)
        self.device.launch(kernel, count, moves_.rows, self.masks, self.turned, listed, _mover(made), *arguments)

    def level(self, groups: Groups, found: Mapping[int, Moves]) -> Level:
        """A level, whose moves are known."""
        xp = self.xp
        sizes = np.array([len(groups[group].rows) if group in groups else 0 for group in range(GROUPS)])
        there = [groups[group] for group in range(GROUPS) if group in groups]
        starts = {group: int(sizes[:group].sum()) for group in found}
        moved = [found[group] for group in sorted(found)]
        first = xp.zeros(int(sizes.sum()) + 1, np.int32)
        for group, start in starts.items():
            counts = xp.bincount(found[group].node, minlength=int(sizes[group]))
            first[start + 1 : start + 1 + sizes[group]] = counts
        return Level(
            sizes,
            xp.concatenate([held.rows.ravel() for held in there]),
            xp.concatenate([held.labels for held in there]),
            xp.concatenate([held.kinds for held in there]),
            xp.cumsum(first, dtype=np.int32),
            _joined(xp, [moves_.slot for moves_ in moved], np.uint8),
            _joined(xp, [moves_.link for moves_ in moved], np.int32),
        )

    def counts(self, groups: Groups) -> Ints:
        """How many nodes of each kind there are: up to symmetry, and in all."""
        counts = np.zeros((KINDS, 2), np.int64)
        for group in groups.values():
            for kind in range(KINDS):
                of_kind = group.images[group.kinds == kind]
                counts[kind] += len(of_kind), int(of_kind.sum(dtype=np.int64))
        return counts


def _mover(made: int) -> int:
    """The mark of the next move after `made` moves."""
    return O if made % 2 else X


def _joined(xp: ModuleType, arrays: list[Array], dtype: type) -> Array:
    return xp.concatenate(arrays) if arrays else xp.empty(0, dtype)
