"""The hybrid game: a tablebase per setting of its switches; for eight settings, of late positions only, and the values
of the first plies, which ship, as do those of the canonical game."""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from qttt.fast.batch import Playing
from qttt.fast.graph import Graph
from qttt.fast.hybrid import batch
from qttt.fast.hybrid.boxes import BOXES
from qttt.fast.hybrid.graph import perft
from qttt.fast.hybrid.keys import undecided
from qttt.fast.hybrid.known import known_answers
from qttt.fast.hybrid.tablebase import Tablebase
from qttt.fast.store import NotStored
from qttt.oracle.entry import Entry, NotSolvable, Report, by_observation, check_setting
from qttt.oracle.hybrid import translate
from qttt.oracle.perfect import Values
from qttt.reference.hybrid import Action, Hybrid, Position
from qttt.reference.hybrid.notation import Result


class Late:
    """A game solved on first use, from a number of measured boxes on."""

    def __init__(self, game: Hybrid, device: str, report: Report) -> None:
        self.setting = translate.setting_of(game)
        self._solve = partial(tablebase, game, device, report)
        self._solved: dict[int, Tablebase] = {}

    def solved(self, measured: int) -> Tablebase:
        """A tablebase of the positions with at least `measured` boxes measured. Raises `NotSolvable` for too few."""
        if measured < min(self._solved, default=10):
            self._solved[measured] = self._solve(measured)
        return self._solved[min(self._solved)]


class HybridEntry(Entry[Hybrid]):
    """See `Entry`. Values are those of Rule HYB-VALUE-1."""

    name, kind, stored = "hybrid", Hybrid, True
    translate = translate
    longest = 36
    """Two links for each box, and nine measurements with their results."""

    def solve(self, game: Hybrid, device: str, report: Report) -> Tablebase | Late:
        return tablebase(game, device, report) if solvable(game) else Late(game, device, report)

    def open(self, game: Hybrid, path: Path) -> Tablebase:
        if not solvable(game):
            if path.exists():
                raise NotSolvable("--tablebase: not available: the tablebase of this game is too large; omit it")
            raise NotStored(f"{path}: no tablebase is stored, because that of this game is too large")
        return Tablebase.open(path, translate.setting_of(game))

    def values(self, game: Hybrid, tablebase: Tablebase | Late) -> Values[Position, Action]:
        """See `Entry`. Where memory holds only late positions, too early ones raise `NotSolvable`."""
        if not isinstance(tablebase, Late):
            return super().values(game, tablebase)

        def known(position: Position) -> Values[Position, Action]:
            return self.values(game, tablebase.solved(len(position.measured)))

        return Values(
            lambda position: known(position).value(position),
            lambda position: known(position).moves(position),  # type: ignore[misc]
        )

    def known(self, game: Hybrid) -> Values[Position, Action] | None:
        answers: Any = known_answers(translate.setting_of(game))
        return self.values_by(answers) if answers else None

    def answers(self, game: Hybrid, tablebase: Tablebase | Late) -> Any:
        """See `Entry`. Raises `ValueError` if the tablebase belongs to another game."""
        check_setting(tablebase, translate.setting_of(game))
        return None if isinstance(tablebase, Late) else tablebase.answers

    def parts(self, answers: Any) -> Iterator[tuple[int, str, Any]]:
        """See `Entry`: by the number of measured boxes, all positions within the switches in which a player moves."""
        for measured in range(BOXES):
            for player, keys in undecided(answers.setting, measured):
                yield measured, "XO"[player], keys

    def graph(self, game: Hybrid, tablebase: Tablebase | Late) -> Graph:
        if isinstance(tablebase, Late):
            check_solvable(game)
        graph: Graph = self.answers(game, tablebase)
        return graph

    def playing(self, game: Hybrid) -> Mapping[str, Playing]:
        return by_observation(batch.OBSERVED, batch.setting_of(translate.setting_of(game)))

    def result(self, number: int, following: Position) -> Result:
        return tuple(Result)[number]

    def chances(self, game: Hybrid, state: Any) -> tuple[float, ...]:
        return (0.5, 0.5)

    def perft(self, game: Hybrid, depth: int, start: Position, device: str = "auto") -> tuple[int, ...]:
        self.check_no_gpu(device)
        return perft(translate.setting_of(game), depth, translate.key_of(start))


def tablebase(game: Hybrid, device: str, report: Report, measured: int = 0) -> Tablebase:
    """The tablebase of the positions with at least `measured` boxes measured. Raises `NotSolvable`."""
    from qttt.fast.hybrid import solve

    check_solvable(game, measured)
    return solve.solve(solve.device(device), translate.setting_of(game), report, measured).tablebase


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
        check_size(translate.setting_of(game), measured)
    except ValueError as error:
        raise NotSolvable(
            f"hybrid with {error}: only solve works there, and best after at most one ply; otherwise choose "
            "targets=one, or leave out links=two; show, perft, and play without perfect players need no values"
        ) from error


ENTRY = HybridEntry()
