"""TiqTaqToe: a tablebase per level and setting of its switches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qttt.oracle.entry import Entry, Report, by_observation, check_setting
from qttt.reference.tiqtaqtoe import SWITCHES, Position, TiqTaqToe
from qttt.reference.tiqtaqtoe.evaluation import promise

if TYPE_CHECKING:
    from qttt.fast.batch import Playing
    from qttt.fast.graph import Graph
    from qttt.fast.tiqtaqtoe.answers import Answers
    from qttt.fast.tiqtaqtoe.tablebase import Chances, Tablebase


class TiqTaqToeEntry(Entry[TiqTaqToe]):
    """See `Entry`. Values are those of Rule TIQ-VALUE-1."""

    name, kind, stored = "tiqtaqtoe", TiqTaqToe, True
    translation = "qttt.oracle.tiqtaqtoe.translate"
    longest = 18
    """Nine moves, and at most as many measurements; no bound at the level full, which has no kernels."""
    measured = 9

    def stem(self, game: TiqTaqToe) -> Path:
        turned = (f"{name}-{value}" for name, value in game.switches.items() if value != SWITCHES[name][0])
        return Path(game.ruleset) / "-".join([game.level, *turned])

    def solve(self, game: TiqTaqToe, device: str, report: Report) -> Tablebase:
        from qttt.fast import backend
        from qttt.fast.tiqtaqtoe.solve import solve

        return solve(backend.device(device), self.translate.setting_of(game), report).tablebase

    def open(self, game: TiqTaqToe, path: Path) -> Tablebase:
        from qttt.fast.tiqtaqtoe.tablebase import Tablebase

        return Tablebase.open(path, self.translate.setting_of(game))

    def answers(self, game: TiqTaqToe, tablebase: Tablebase) -> Answers:
        """See `Entry`. Raises `ValueError` if the tablebase belongs to another game."""
        check_setting(tablebase, self.translate.setting_of(game))
        return tablebase.answers

    def keys(self, answers: Answers, positions: Sequence[Position]) -> Sequence[int]:
        keys: Sequence[int] = answers.keys(map(self.translate.state_of, positions)).tolist()
        return keys

    def positions(self, answers: Answers, keys: Sequence[int]) -> list[Position]:
        return [*map(self.translate.position_of, answers.states(keys))]

    def graph(self, game: TiqTaqToe, tablebase: Tablebase) -> Graph:
        return tablebase.answers

    def evaluation(self, game: TiqTaqToe) -> Callable[[Position], Fraction]:
        """The heuristic of Wong (2023)."""
        return promise

    def estimates(self, graph: Answers, keys: Any) -> Any:
        from qttt.fast.backend import Cpu
        from qttt.fast.tiqtaqtoe.agents import estimates
        from qttt.fast.tiqtaqtoe.answers import TURN_BITS
        from qttt.fast.tiqtaqtoe.values import SCALE

        return estimates(Cpu(), graph.graph)[keys >> TURN_BITS] / SCALE

    def playing(self, game: TiqTaqToe) -> Mapping[str, Playing]:
        from qttt.fast.tiqtaqtoe import batch

        if game.level == "full":
            return {}
        return by_observation(batch.OBSERVED, batch.setting_of(self.translate.setting_of(game)))

    def chances(self, game: TiqTaqToe, state: Any) -> tuple[float, ...]:
        from qttt.fast.tiqtaqtoe.batch import COUNT

        return (1 / int(state[COUNT]),) * int(state[COUNT])

    def perft(self, game: TiqTaqToe, depth: int, start: Position, device: str = "auto") -> tuple[int, ...]:
        from qttt.fast import backend
        from qttt.fast.tiqtaqtoe.perft import perft

        if game.level == "full":
            return super().perft(game, depth, start, device)
        return perft(backend.device(device), self.translate.setting_of(game), depth, self.translate.state_of(start))


def chances(tablebase: Tablebase, position: Position) -> Chances:
    """How a game ends if both players always make their first best move."""
    from qttt.oracle.tiqtaqtoe.translate import state_of

    return tablebase.outcomes(state_of(position))


ENTRY = TiqTaqToeEntry()
