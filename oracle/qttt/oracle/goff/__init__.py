"""Goff's game: one tablebase serves both rules of selection, with and without double wins."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from qttt.oracle.entry import Entry, Report, Worth, by_observation
from qttt.reference.goff import Goff, Position

if TYPE_CHECKING:
    from qttt.fast.answers import Answers
    from qttt.fast.batch import Playing
    from qttt.fast.goff.tablebase import Tablebase
    from qttt.fast.graph import Graph
    from qttt.fast.learning import Learning

LONGEST = 13
"""Nine moves and four selections."""


class GoffEntry(Entry[Goff]):
    """See `Entry`. Values are those of Rule GOFF-SCORE-2."""

    name, kind, stored = "goff", Goff, True
    has_chance = False
    longest = LONGEST
    translation = "qttt.oracle.goff.translate"

    def worth(self, game: Goff) -> Worth:
        return worth(game.double_win)

    def stem(self, game: Goff) -> Path:
        return Path(game.ruleset)

    def solve(self, game: Goff, device: str, report: Report) -> Tablebase:
        from qttt.fast import backend
        from qttt.fast.goff.solve import solve

        return solve(backend.device(device), report=report).tablebase

    def open(self, game: Goff, path: Path) -> Tablebase:
        from qttt.fast.goff.tablebase import Tablebase

        return Tablebase.open(path)

    def answers(self, game: Goff, tablebase: Tablebase) -> Answers:
        return tablebase.answers(game.collapse, game.double_win)

    def playing(self, game: Goff) -> Mapping[str, Playing]:
        from qttt.fast.goff import batch, source
        from qttt.fast.goff.outcome import scores

        observed = batch.OBSERVED | (source.OBSERVED if game.collapse == "opponent" else {})
        return by_observation(observed, batch.setting_of(selector_of(game), scores(game.double_win)))

    def graph(self, game: Goff, tablebase: Tablebase) -> Graph:
        from qttt.fast.goff.graph import GoffGraph

        return GoffGraph(selector_of(game), self.answers(game, tablebase))

    def learning(self, game: Goff) -> Learning:
        from qttt.fast.goff.learning import learning

        return learning(game.collapse == "opponent", game.double_win)

    def perft(self, game: Goff, depth: int, start: Position, device: str = "auto") -> tuple[int, ...]:
        if (game.pair, game.last) != ("legal", "move"):  # the fast engine counts the first reading only
            return super().perft(game, depth, start, device)
        return perft(depth, start, device)


def worth(double_win: bool) -> Worth:
    """What endings are worth, in points."""
    return Worth(Fraction(0), Fraction(20), Fraction(40 if double_win else 20))


def perft(depth: int, start: Position, device: str) -> tuple[int, ...]:
    """See `Entry`. Who selects makes no difference."""
    from qttt.fast import backend
    from qttt.fast.goff.solve import perft
    from qttt.oracle.goff.translate import key_of

    return perft(backend.device(device), depth, key_of(start))


def selector_of(game: Goff) -> int:
    """Who selects, as the kernels name them."""
    from qttt.fast.goff import batch

    return batch.OPPONENT if game.collapse == "opponent" else batch.SELF


ENTRY = GoffEntry()
