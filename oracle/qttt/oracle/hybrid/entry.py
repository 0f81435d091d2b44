"""The hybrid game: a tablebase per setting of its switches; for eight settings, of late positions only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qttt.oracle.entry import Entry, NotSolvable, Report, equal_chances
from qttt.oracle.perfect import PerfectByTablebase, PerfectPlay
from qttt.reference.hybrid import Action, Hybrid, Position

if TYPE_CHECKING:
    from qttt.fast.batch import Playing
    from qttt.fast.graph import Graph
    from qttt.fast.hybrid.tablebase import Tablebase


class HybridEntry(Entry[Hybrid]):
    """See `Entry`. Values are those of Rule HYB-VALUE-1."""

    name, kind, stored = "hybrid", Hybrid, True
    longest = 36
    """Two links for each box, and nine measurements with their results."""

    def solve(self, game: Hybrid, device: str, report: Report) -> Tablebase | Late:
        return tablebase(game, device, report) if solvable(game) else Late(game, device, report)

    def open(self, game: Hybrid, path: Path) -> Tablebase:
        from qttt.fast.hybrid.tablebase import Tablebase
        from qttt.fast.store import NotStored
        from qttt.oracle.hybrid.translate import setting_of

        if not solvable(game):
            if path.exists():
                raise NotSolvable("--tablebase: not available: this game is only partly solved; omit it")
            raise NotStored(f"{path}: no tablebase is stored, because this game is only partly solved")
        return Tablebase.open(path, setting_of(game))

    def perfect(self, game: Hybrid, tablebase: Tablebase | Late) -> PerfectPlay[Position, Action]:
        return tablebase.perfect if isinstance(tablebase, Late) else PerfectHybrid(game, tablebase)

    def answers(self, game: Hybrid, tablebase: Tablebase | Late) -> Any:
        return None if isinstance(tablebase, Late) else tablebase.answers

    def keys(self, answers: Any, positions: Sequence[Position]) -> Sequence[int]:
        from qttt.fast.hybrid.key import key_of
        from qttt.oracle.hybrid.translate import state_of

        return [key_of(state_of(position)) for position in positions]

    def positions(self, answers: Any, keys: Sequence[int]) -> list[Position]:
        from qttt.fast.hybrid.key import state_of
        from qttt.oracle.hybrid.translate import position_of

        return [position_of(state_of(int(key))) for key in keys]

    def graph(self, game: Hybrid, tablebase: Tablebase | Late) -> Graph:
        from qttt.fast.hybrid.graph import HybridGraph
        from qttt.oracle.hybrid.translate import setting_of

        if isinstance(tablebase, Late):
            check_solvable(game)
        return HybridGraph(setting_of(game), self.answers(game, tablebase))

    def action(self, code: int) -> Action:
        from qttt.oracle.hybrid.translate import move_of

        return move_of(code)

    def playing(self, game: Hybrid) -> Mapping[str, Playing]:
        from qttt.fast.batch import Playing
        from qttt.fast.hybrid import batch
        from qttt.oracle.hybrid.translate import setting_of

        setting = batch.setting_of(setting_of(game))
        return {name: Playing(*rules, setting) for name, rules in batch.OBSERVED.items()}

    def numbered(self, game: Hybrid) -> Sequence[Action]:
        from qttt.fast.hybrid.batch import SLOTS

        return [*map(self.action, range(SLOTS))]

    def shown(self, game: Hybrid, state: Sequence[int]) -> Position:
        from qttt.oracle.hybrid.translate import shown

        return shown(state)

    def chances(self, game: Hybrid, state: Any) -> tuple[float, ...]:
        return equal_chances(2)

    def perft(self, game: Hybrid, depth: int, start: Position, device: str = "auto") -> tuple[int, ...]:
        from qttt.fast.hybrid.perft import perft
        from qttt.oracle.hybrid.translate import setting_of, state_of

        self.check_no_gpu(device)
        return perft(setting_of(game), depth, state_of(start))


class Late:
    """A game solved on first use, from the requested position on."""

    def __init__(self, game: Hybrid, device: str, report: Report) -> None:
        self._game, self._device, self._report = game, device, report
        self._found: dict[int, PerfectPlay[Position, Action]] = {}

    @cached_property
    def perfect(self) -> PerfectPlay[Position, Action]:
        """Perfect play; raises `NotSolvable` for positions with too few boxes measured."""
        return PerfectPlay(self._game, lambda position: self._play(position).value(position))

    def _play(self, position: Position) -> PerfectPlay[Position, Action]:
        measured = len(position.measured)
        least = min(self._found, default=10)
        if measured < least:
            solved = tablebase(self._game, self._device, self._report, measured)
            self._found[measured] = PerfectHybrid(self._game, solved)
            least = measured
        return self._found[least]


def tablebase(game: Hybrid, device: str, report: Report, measured: int = 0) -> Tablebase:
    """The tablebase of the positions with at least `measured` boxes measured. Raises `NotSolvable`."""
    from qttt.fast import backend
    from qttt.fast.hybrid.solve import solve
    from qttt.oracle.hybrid.translate import setting_of

    check_solvable(game, measured)
    return solve(backend.device(device), setting_of(game), report, measured).tablebase


def solvable(game: Hybrid, measured: int = 0) -> bool:
    """Whether a game has few enough positions to be solved from `measured` measured boxes on."""
    try:
        check_solvable(game, measured)
    except NotSolvable:
        return False
    return True


def check_solvable(game: Hybrid, measured: int = 0) -> None:
    """Raise `NotSolvable` for a game that cannot be solved from `measured` measured boxes on."""
    from qttt.fast.hybrid.solve import check_size
    from qttt.oracle.hybrid.translate import setting_of

    try:
        check_size(setting_of(game), measured)
    except ValueError as error:
        raise NotSolvable(
            f"hybrid with {error}, and best and certify work there; otherwise choose targets=one, or leave out "
            "links=two; show, perft, and play without perfect players need no values"
        ) from error


class PerfectHybrid(PerfectByTablebase[Position, Action]):
    """Perfect play of one game; raises `KeyError` for positions that its switches do not allow."""

    def __init__(self, game: Hybrid, tablebase: Tablebase) -> None:
        from qttt.oracle.hybrid import translate

        super().__init__(game, tablebase, translate)


ENTRY = HybridEntry()
