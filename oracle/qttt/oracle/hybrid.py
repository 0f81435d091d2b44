"""The hybrid game: a tablebase per setting of its switches; for eight settings, of late positions only, and the values
of the first plies, which ship, as do those of the canonical game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, cast

from qttt.fast.answers import Ints
from qttt.fast.batch import Playing
from qttt.fast.board import ALL
from qttt.fast.graph import Graph
from qttt.fast.hybrid import rules
from qttt.fast.hybrid.count import undecided
from qttt.fast.hybrid.graph import HybridGraph, perft
from qttt.fast.hybrid.known import known_answers
from qttt.fast.hybrid.layer import all_digits
from qttt.fast.hybrid.rules import MEASURED, NUMBERS, O_BOXES, ONE, TURN, TWO, X_BOXES
from qttt.fast.hybrid.setting import Setting
from qttt.fast.hybrid.tablebase import Tablebase
from qttt.fast.store import NotStored
from qttt.oracle.entry import Entry, NotSolvable, Report, by_observation, check_setting
from qttt.oracle.perfect import Values
from qttt.reference.game import Actor
from qttt.reference.hybrid import Action, Hybrid
from qttt.reference.hybrid.notation import Link, Measure, Result
from qttt.reference.hybrid.position import BOXES, UNMEASURED, PendingLink, Position

if TYPE_CHECKING:
    import pyarrow as pa


class Late:
    """A game solved on first use, from a number of measured boxes on."""

    def __init__(self, game: Hybrid, device: str, report: Report) -> None:
        self.setting = setting_of(game)
        self._solve = partial(tablebase, game, device, report)
        self._solved: dict[int, Tablebase] = {}

    def solved(self, measured: int) -> Tablebase:
        """A tablebase of the positions with at least `measured` boxes measured. Raises `NotSolvable` for too few."""
        if measured < min(self._solved, default=10):
            self._solved[measured] = self._solve(measured)
        return self._solved[min(self._solved)]


class HybridEntry(Entry[Hybrid, Position, Action, "Tablebase | Late"]):
    """See `Entry`. Values are those of Rule HYB-VALUE-1."""

    name, kind, stored = "hybrid", Hybrid, True
    level, shares_keys = "measured", True
    longest = 36
    """Two links for each box, and nine measurements with their results."""

    def solve(self, game: Hybrid, device: str, report: Report) -> Tablebase | Late:
        return tablebase(game, device, report) if solvable(game) else Late(game, device, report)

    def check_solvable(self, game: Hybrid, start: Position) -> None:
        check_solvable(game, len(start.measured))

    def open(self, game: Hybrid, path: Path) -> Tablebase:
        if not solvable(game):
            if path.exists():
                raise NotSolvable("--tablebase: not available: the tablebase of this game is too large; omit it")
            raise NotStored(f"{path}: no tablebase is stored, because that of this game is too large")
        return Tablebase.open(path, setting_of(game))

    def values(self, game: Hybrid, tablebase: Tablebase | Late) -> Values[Position, Action]:
        """See `Entry`. Where memory holds only late positions, too early ones raise `NotSolvable`."""
        if not isinstance(tablebase, Late):
            return super().values(game, tablebase)

        def known(position: Position) -> Values[Position, Action]:
            return self.values(game, tablebase.solved(len(position.measured)))

        def moves(position: Position) -> Mapping[Action, Fraction]:
            moves = known(position).moves
            assert moves
            return moves(position)

        return Values(lambda position: known(position).value(position), moves)

    def known(self, game: Hybrid) -> Values[Position, Action] | None:
        answers = known_answers(setting_of(game))
        return self.values_by(answers) if answers else None

    def answers(self, game: Hybrid, tablebase: Tablebase | Late) -> HybridGraph | None:
        """See `Entry`. Raises `ValueError` if the tablebase belongs to another game."""
        check_setting(tablebase, setting_of(game))
        return None if isinstance(tablebase, Late) else tablebase.answers

    def keys(self, answers: object, positions: Sequence[Position]) -> Sequence[int]:
        return [*map(key_of, positions)]

    def positions(self, answers: object, keys: Sequence[int]) -> list[Position]:
        return [position_of(int(key)) for key in keys]

    def texts(self, answers: object, keys: Ints) -> pa.Array:
        """See `Entry`: the same boxes are measured, none is being measured, and the same player is to move."""
        import pyarrow as pa
        from pyarrow import compute

        first = position_of(int(keys[0]) if len(keys) else 0)
        free = [box for box in BOXES if box not in first.measured]
        x = pa.array(keys & ALL)
        marks = [
            "".join(UNMEASURED if box in free else "X" if mask >> box - 1 & 1 else "O" for box in BOXES)
            for mask in range(ALL + 1)
        ]
        columns, links = [pa.array(marks).take(x)], keys >> rules.LINK_BITS
        bundles = all_digits(len(first.measured))
        for box in free:
            carried = [[PendingLink(box, first.measured[it // 2], PLAYERS[it % 2]) for it in some] for some in bundles]
            tokens = [", ".join(map(str, sorted(some))) or None for some in carried]
            columns.append(pa.array(tokens, pa.string()).take(pa.array(links % len(bundles))))
            links = links // len(bundles)
        return compute.binary_join_element_wise(*columns, f"{first.turn} to move", ", ", null_handling="skip")

    def action(self, code: int) -> Action:
        return NUMBERED[code]

    def numbered(self, game: Hybrid) -> Sequence[Action]:
        return NUMBERED

    def shown(self, game: Hybrid, state: Sequence[int]) -> Position:
        return position_of_state(state)

    def parts(self, answers: object) -> Iterator[tuple[int, str, Ints]]:
        """See `Entry`: by the number of measured boxes, all positions within the switches in which a player moves."""
        answers = cast(HybridGraph, answers)
        for measured in range(len(BOXES)):
            for player, keys in undecided(answers.setting, measured):
                yield measured, "XO"[player], keys

    def graph(self, game: Hybrid, tablebase: Tablebase | Late) -> Graph:
        if isinstance(tablebase, Late):
            check_solvable(game)
        graph = self.answers(game, tablebase)
        assert graph
        return graph

    def state(self, game: Hybrid, position: Position) -> Sequence[int]:
        return state_of(position)

    def result(self, number: int, following: Position) -> Action:
        return tuple(Result)[number]

    def playing(self, game: Hybrid) -> Mapping[str, Playing]:
        return by_observation(rules.OBSERVED, rules.setting_of(setting_of(game)))

    def chances(self, game: Hybrid, state: object) -> tuple[float, ...]:
        return (0.5, 0.5)

    def perft(self, game: Hybrid, depth: int, start: Position, device: str = "auto") -> tuple[int, ...]:
        self.check_no_gpu(device)
        return perft(setting_of(game), depth, key_of(start))


def tablebase(game: Hybrid, device: str, report: Report, measured: int = 0) -> Tablebase:
    """The tablebase of the positions with at least `measured` boxes measured. Raises `NotSolvable`."""
    from qttt.fast.hybrid import solve

    check_solvable(game, measured)
    return solve.solve(solve.device(device), setting_of(game), report, measured).tablebase


def solvable(game: Hybrid, measured: int = 0) -> bool:
    """Whether a game has few enough positions to be solved from `measured` measured boxes on."""
    try:
        check_solvable(game, measured)
    except NotSolvable:
        return False
    return True


def check_solvable(game: Hybrid, measured: int = 0) -> None:
    """Raise `NotSolvable` for a game that memory does not hold from `measured` measured boxes on."""
    from qttt.fast.hybrid.solve import check_size

    try:
        check_size(setting_of(game), measured)
    except ValueError as error:
        raise NotSolvable(
            f"hybrid with {error}: only solve works there, and best after at most one ply; otherwise choose "
            "targets=one, or leave out links=two; show, perft, and play without perfect players need no values"
        ) from error


PLAYERS = (Actor.X, Actor.O)
KEYS = rules.setting_of(Setting())
"""A setting for keys, which are the same under all."""
NUMBERED: tuple[Measure | Link, ...] = (
    *(Measure(box) for box in BOXES),
    *(Link(control, target) for control, target in product(BOXES, repeat=2)),
)
"""The moves by their slots."""


def setting_of(game: Hybrid) -> Setting:
    """The fast engine's setting for a game of the reference."""
    return Setting(**game.switches)


def state_of(position: Position) -> list[int]:
    """The state of `qttt.fast.hybrid.rules` with a position. Not guaranteed for what is not a position.

    >>> state_of(Position.of("X.O......, 2>3 O, X measures 9"))[:6]
    [1, 4, 0, 9, 0, 6]
    """
    x, o = (sum(1 << at for at, mark in enumerate(position.marks[:9]) if mark == player) for player in PLAYERS)
    links = [(box, 2 * target - 1 + (owner is Actor.O)) for box, target, owner in position.links if target in BOXES]
    carried = [sorted((link for box, link in links if box == control), reverse=True) for control in BOXES]
    ones, twos = zip(*((*some, 0, 0)[:2] for some in carried), strict=True)
    return [x, o, int(position.turn is Actor.O), position.measuring or 0, *ones, *twos]


def position_of_state(state: Sequence[int]) -> Position:
    """The position of a state.

    >>> str(position_of_state([1, 4, 0, 9, 0, 6, *[0] * 16]))
    'X.O......, 2>3 O, X measures 9'
    """
    x, o = state[X_BOXES], state[O_BOXES]
    marks = "".join("X" if x >> at & 1 else "O" if o >> at & 1 else UNMEASURED for at in range(9))
    carried = [(box, state[first + box - 1] - 1) for box in BOXES for first in (ONE, TWO) if state[first + box - 1]]
    links = sorted(PendingLink(box, link // 2 + 1, PLAYERS[link % 2]) for box, link in carried)
    return Position(marks, tuple(links), PLAYERS[state[TURN]], state[MEASURED] or None)


def key_of(position: Position) -> int:
    """The key of a position. Raises `KeyError` for what is not one under any switches."""
    key = rules.key_of(state_of(position), KEYS)
    if position_of(key) != position:
        raise KeyError(f"{position} is not a position of this game")
    return key


def position_of(key: int) -> Position:
    """The position with a key."""
    state = [0] * NUMBERS
    rules.read(key, state)
    return position_of_state(state)


ENTRY = HybridEntry()
