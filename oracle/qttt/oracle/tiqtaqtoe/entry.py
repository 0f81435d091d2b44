"""TiqTaqToe: a tablebase per level and setting of its switches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from qttt.oracle.entry import Entry, Report, equal_chances
from qttt.oracle.perfect import PerfectByTablebase, PerfectPlay
from qttt.reference.tiqtaqtoe import SWITCHES, Action, Position, TiqTaqToe

if TYPE_CHECKING:
    from qttt.fast.batch import Playing
    from qttt.fast.graph import Graph
    from qttt.fast.tiqtaqtoe.answers import Answers
    from qttt.fast.tiqtaqtoe.tablebase import Tablebase


class TiqTaqToeEntry(Entry[TiqTaqToe]):
    """See `Entry`. Values are those of Rule TIQ-VALUE-1."""

    name, kind, stored = "tiqtaqtoe", TiqTaqToe, True
    longest = 18
    """Nine moves, and at most as many measurements."""
    measured = 9

    def stem(self, game: TiqTaqToe) -> Path:
        turned = (f"{name}-{value}" for name, value in game.switches.items() if value != SWITCHES[name][0])
        return Path(game.ruleset) / "-".join([game.level, *turned])

    def solve(self, game: TiqTaqToe, device: str, report: Report) -> Tablebase:
        from qttt.fast import backend
        from qttt.fast.tiqtaqtoe.solve import solve
        from qttt.oracle.tiqtaqtoe.translate import setting_of

        return solve(backend.device(device), setting_of(game), report).tablebase

    def open(self, game: TiqTaqToe, path: Path) -> Tablebase:
        from qttt.fast.tiqtaqtoe.tablebase import Tablebase
        from qttt.oracle.tiqtaqtoe.translate import setting_of

        return Tablebase.open(path, setting_of(game))

    def perfect(self, game: TiqTaqToe, tablebase: Tablebase) -> PerfectPlay[Position, Action]:
        return PerfectTiqTaqToe(game, tablebase)

    def answers(self, game: TiqTaqToe, tablebase: Tablebase) -> Answers:
        return tablebase.answers

    def keys(self, answers: Answers, positions: Sequence[Position]) -> Sequence[int]:
        from qttt.oracle.tiqtaqtoe.translate import state_of

        found: Sequence[int] = answers.keys(map(state_of, positions)).tolist()
        return found

    def positions(self, answers: Answers, keys: Sequence[int]) -> list[Position]:
        from qttt.oracle.tiqtaqtoe.translate import position_of

        return [*map(position_of, answers.states(keys))]

    def action(self, code: int) -> Action:
        from qttt.oracle.tiqtaqtoe.translate import move_of

        return move_of(code)

    def graph(self, game: TiqTaqToe, tablebase: Tablebase) -> Graph:
        return tablebase.answers

    def playing(self, game: TiqTaqToe) -> Mapping[str, Playing]:
        from qttt.fast.batch import Playing
        from qttt.fast.tiqtaqtoe import batch
        from qttt.oracle.tiqtaqtoe.translate import setting_of

        setting = batch.setting_of(setting_of(game))
        return {name: Playing(*rules, setting) for name, rules in batch.OBSERVED.items()}

    def numbered(self, game: TiqTaqToe) -> Sequence[Action]:
        from qttt.oracle.tiqtaqtoe.translate import MOVES

        return MOVES

    def shown(self, game: TiqTaqToe, state: Sequence[int]) -> Position:
        from qttt.oracle.tiqtaqtoe.translate import shown

        return shown(state)

    def chances(self, game: TiqTaqToe, state: Any) -> tuple[float, ...]:
        from qttt.fast.tiqtaqtoe.batch import COUNT

        return equal_chances(int(state[COUNT]))

    def perft(self, game: TiqTaqToe, depth: int, start: Position, device: str = "auto") -> tuple[int, ...]:
        from qttt.fast import backend
        from qttt.fast.tiqtaqtoe.perft import perft
        from qttt.oracle.tiqtaqtoe.translate import setting_of, state_of

        return perft(backend.device(device), setting_of(game), depth, state_of(start))


class Chances(NamedTuple):
    """How a game ends, as exact probabilities: a line of X only, of O only, of both, of neither."""

    X: Fraction
    O: Fraction
    both: Fraction
    neither: Fraction


class PerfectTiqTaqToe(PerfectByTablebase[Position, Action]):
    """Perfect play of one level and setting; raises `KeyError` for positions that play cannot reach."""

    def __init__(self, game: TiqTaqToe, tablebase: Tablebase) -> None:
        from qttt.oracle.tiqtaqtoe import translate

        super().__init__(game, tablebase, translate)
        self._tablebase, self._state_of = tablebase, translate.state_of

    def outcomes(self, position: Position) -> Chances:
        """How the game ends if both players always make their first best move."""
        return Chances(*self._tablebase.outcomes(self._state_of(position)))


ENTRY = TiqTaqToeEntry()
