"""TiqTaqToe: a tablebase per level and setting of its switches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qttt.fast import backend
from qttt.fast.batch import Playing
from qttt.fast.graph import Graph
from qttt.fast.known import Damaged, NotKnown
from qttt.fast.tiqtaqtoe import batch
from qttt.fast.tiqtaqtoe.answers import TURN_BITS, Answers
from qttt.fast.tiqtaqtoe.known import Known
from qttt.fast.tiqtaqtoe.rules import Setting
from qttt.fast.tiqtaqtoe.tablebase import Chances, Tablebase
from qttt.fast.tiqtaqtoe.values import SCALE
from qttt.oracle.entry import Entry, Report, by_observation, check_setting
from qttt.oracle.perfect import Values
from qttt.oracle.tiqtaqtoe import translate
from qttt.reference.tiqtaqtoe import SWITCHES, Position, TiqTaqToe
from qttt.reference.tiqtaqtoe.evaluation import promise
from qttt.reference.tiqtaqtoe.notation import Action, Measurement

if TYPE_CHECKING:
    from qttt.oracle.oracle import Oracle


class TiqTaqToeEntry(Entry[TiqTaqToe]):
    """See `Entry`. Values are those of Rule TIQ-VALUE-1."""

    name, kind, stored = "tiqtaqtoe", TiqTaqToe, True
    translate = translate
    longest = 18
    """Nine moves, and at most as many measurements; no bound at the level full, which has no kernels."""
    measured = 9

    def stem(self, game: TiqTaqToe) -> Path:
        turned = (f"{name}-{value}" for name, value in game.switches.items() if value != SWITCHES[name][0])
        return Path(game.ruleset) / "-".join([game.level, *turned])

    def solve(self, game: TiqTaqToe, device: str, report: Report) -> Tablebase:
        from qttt.fast.tiqtaqtoe.solve import solve

        return solve(backend.device(device), translate.setting_of(game), report).tablebase

    def open(self, game: TiqTaqToe, path: Path) -> Tablebase:
        return Tablebase.open(path, translate.setting_of(game))

    def answers(self, game: TiqTaqToe, tablebase: Tablebase) -> Answers:
        """See `Entry`. Raises `ValueError` if the tablebase belongs to another game."""
        check_setting(tablebase, translate.setting_of(game))
        return tablebase.answers

    def known(self, game: TiqTaqToe) -> Values[Position, Action] | None:
        try:
            found = shipped(game)
        except NotKnown:
            return None
        return Values(
            lambda position: found.value(translate.state_of(position)),
            line=lambda position: tuple(map(translate.action_of, found.line(translate.state_of(position)))),
        )

    def keys(self, answers: Answers, positions: Sequence[Position]) -> Sequence[int]:
        keys: Sequence[int] = answers.keys(map(translate.state_of, positions)).tolist()
        return keys

    def positions(self, answers: Answers, keys: Sequence[int]) -> list[Position]:
        return [*map(translate.position_of, answers.states(keys))]

    def graph(self, game: TiqTaqToe, tablebase: Tablebase) -> Graph:
        return tablebase.answers

    def evaluation(self, game: TiqTaqToe) -> Callable[[Position], Fraction]:
        """The heuristic of Wong (2023)."""
        return promise

    def estimates(self, graph: Answers, keys: Any) -> Any:
        from qttt.fast.tiqtaqtoe.estimates import estimates

        return estimates(backend.Cpu(), graph.graph)[keys >> TURN_BITS] / SCALE

    def playing(self, game: TiqTaqToe) -> Mapping[str, Playing]:
        if game.level == "full":
            return {}
        return by_observation(batch.OBSERVED, batch.setting_of(translate.setting_of(game)))

    def state(self, game: TiqTaqToe, position: Position) -> Sequence[int]:
        row: Sequence[int] = batch.row_of(translate.state_of(position)).tolist()
        return row

    def result(self, number: int, following: Position) -> Measurement:
        return Measurement(*following.boards)

    def chances(self, game: TiqTaqToe, state: Any) -> tuple[float, ...]:
        return (1 / int(state[batch.COUNT]),) * int(state[batch.COUNT])

    def perft(self, game: TiqTaqToe, depth: int, start: Position, device: str = "auto") -> tuple[int, ...]:
        from qttt.fast.tiqtaqtoe.perft import perft

        if game.level == "full":
            return super().perft(game, depth, start, device)
        return perft(backend.device(device), translate.setting_of(game), depth, translate.state_of(start))


def shipped(game: TiqTaqToe) -> Known:
    """What ships of a game. Raises `qttt.fast.known.NotKnown` if nothing does, and `qttt.fast.known.Damaged`."""
    if game.level == "full" or translate.setting_of(game) != Setting(game.level):
        raise NotKnown
    return Known(game.level)


def chances(oracle: Oracle[Position, Action], position: Position) -> Chances:
    """How a game ends if both players always make their first best move."""
    state = translate.state_of(position)
    try:
        return shipped(oracle.game).outcomes(state)
    except (NotKnown, Damaged):
        found: Chances = oracle.tablebase.outcomes(state)
        return found


ENTRY = TiqTaqToeEntry()
