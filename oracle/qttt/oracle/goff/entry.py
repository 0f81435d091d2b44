"""Goff's game: one tablebase serves both rules of selection, with and without double wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from qttt.oracle.entry import Entry, Report, Worth
from qttt.oracle.perfect import PerfectPlay
from qttt.reference.goff import Action, Goff, Position

if TYPE_CHECKING:
    from qttt.fast.answers import Answers
    from qttt.fast.batch import Playing
    from qttt.fast.goff.tablebase import Tablebase
    from qttt.fast.graph import Graph
    from qttt.fast.learning import Learning


class GoffEntry(Entry[Goff]):
    """See `Entry`. Values are those of Rule GOFF-SCORE-2."""

    name, kind, stored = "goff", Goff, True
    has_chance = False
    longest = 13
    """Nine moves and four selections."""

    def worth(self, game: Goff) -> Worth:
        return Worth(Fraction(0), Fraction(20), Fraction(40 if game.double_win else 20))

    def stem(self, game: Goff) -> Path:
        return Path(game.ruleset)

    def solve(self, game: Goff, device: str, report: Report) -> Tablebase:
        from qttt.fast import backend
        from qttt.fast.goff.solve import solve

        return solve(backend.device(device), report=report).tablebase

    def open(self, game: Goff, path: Path) -> Tablebase:
        from qttt.fast.goff.tablebase import Tablebase

        return Tablebase.open(path)

    def perfect(self, game: Goff, tablebase: Tablebase) -> PerfectPlay[Position, Action]:
        return PerfectGoff(game, tablebase)

    def answers(self, game: Goff, tablebase: Tablebase) -> Answers:
        return tablebase.answers(game.collapse, game.double_win)

    def keys(self, answers: Answers, positions: Sequence[Position]) -> Sequence[int]:
        from qttt.oracle.goff.translate import key_of

        return [*map(key_of, positions)]

    def positions(self, answers: Answers, keys: Sequence[int]) -> list[Position]:
        from qttt.oracle.goff.translate import position_of

        return [*map(position_of, keys)]

    def action(self, code: int) -> Action:
        from qttt.oracle.goff.translate import action_of

        return action_of(code)

    def playing(self, game: Goff) -> Mapping[str, Playing]:
        from qttt.fast.batch import Playing
        from qttt.fast.goff import batch, source
        from qttt.fast.goff.outcome import scores

        selector = batch.OPPONENT if game.collapse == "opponent" else batch.SELF
        setting = batch.setting_of(selector, scores(game.double_win))
        observed = batch.OBSERVED | (source.OBSERVED if selector == batch.OPPONENT else {})
        return {name: Playing(*rules, setting) for name, rules in observed.items()}

    def graph(self, game: Goff, tablebase: Tablebase) -> Graph:
        from qttt.fast.goff import batch
        from qttt.fast.goff.graph import GoffGraph

        selector = batch.OPPONENT if game.collapse == "opponent" else batch.SELF
        return GoffGraph(selector, self.answers(game, tablebase))

    def learning(self, game: Goff) -> Learning:
        from qttt.fast.goff.learning import learning

        return learning(game.collapse == "opponent", game.double_win)

    def numbered(self, game: Goff) -> Sequence[Action]:
        from qttt.fast.goff.actions import ACTIONS

        return [*map(self.action, ACTIONS)]

    def shown(self, game: Goff, state: Sequence[int]) -> Position:
        from qttt.oracle.goff.translate import shown

        return shown(state)

    def perft(self, game: Goff, depth: int, start: Position, device: str = "auto") -> tuple[int, ...]:
        from qttt.fast import backend
        from qttt.fast.goff.solve import perft
        from qttt.oracle.goff.translate import key_of

        return perft(backend.device(device), depth, key_of(start))


class PerfectGoff(PerfectPlay[Position, Action]):
    """Perfect play of Goff's game with its options.

    The tablebase always distinguishes a double win from a complete one. With that option off, the two are worth the
    same. The order of the outcomes is preserved: every value is still that of a stored outcome, but more actions may
    be best.
    """

    def __init__(self, game: Goff, tablebase: Tablebase) -> None:
        from qttt.oracle.goff.translate import action_of, key_of, value_of

        def moves(position: Position) -> dict[Action, Fraction]:
            codes = tablebase.actions(key_of(position), game.collapse)
            return {action_of(action): value_of(code, game.double_win) for action, code in codes.items()}

        def value(position: Position) -> Fraction:
            return value_of(tablebase.outcome(key_of(position), game.collapse), game.double_win)

        super().__init__(game, value, moves)


ENTRY = GoffEntry()
