"""Goff's game: a tablebase for each value of `pair` and `last` serves every other option."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from qttt.fast import backend
from qttt.fast.answers import Answers
from qttt.fast.batch import Playing
from qttt.fast.goff import batch, reading
from qttt.fast.goff.known import known_answers
from qttt.fast.goff.outcome import scores
from qttt.fast.goff.tablebase import Tablebase
from qttt.oracle.entry import Entry, Report, Worth, by_observation
from qttt.oracle.goff import translate
from qttt.oracle.perfect import Values
from qttt.reference.goff import Action, Goff, Position

if TYPE_CHECKING:
    from qttt.fast.graph import Graph
    from qttt.fast.learning import Learning
    from qttt.reference.sqt import Sqt

G = TypeVar("G", Goff, "Sqt")


class MovesOfGoff(Entry[G]):
    """What is the same whoever selects; see `Entry`."""

    stored = True
    longest = 13
    """Nine moves and four selections."""
    translate = translate

    def worth(self, game: G) -> Worth:
        """In points."""
        return Worth(Fraction(0), Fraction(20), Fraction(40 if game.double_win else 20))

    def perft(self, game: G, depth: int, start: Position, device: str = "auto") -> tuple[int, ...]:
        from qttt.fast.goff.solve import perft

        return perft(backend.device(device), depth, translate.key_of(start), reading_of(game))


class GoffEntry(MovesOfGoff[Goff]):
    """See `Entry`. Values are those of Rule GOFF-SCORE-2."""

    name, kind, has_chance = "goff", Goff, False

    def stem(self, game: Goff) -> Path:
        switches = reading.switches(reading_of(game)).items()
        return Path(game.ruleset, "-".join(f"{name}-{value}" for name, value in switches))

    def solve(self, game: Goff, device: str, report: Report) -> Tablebase:
        from qttt.fast.goff.solve import solve

        return solve(backend.device(device), reading_of(game), report=report).tablebase

    def open(self, game: Goff, path: Path) -> Tablebase:
        return Tablebase.open(path, reading_of(game))

    def answers(self, game: Goff, tablebase: Tablebase) -> Answers:
        if tablebase.reading != reading_of(game):
            raise ValueError(f"the tablebase is for {tablebase.switches}, not for {game}")
        return tablebase.answers(game.collapse, game.double_win, game.both)

    def known(self, game: Goff) -> Values[Position, Action]:
        return self.values_by(known_answers(reading_of(game), game.collapse, game.double_win, game.both))

    def playing(self, game: Goff) -> Mapping[str, Playing]:
        from qttt.fast.goff import source

        plays_source = game == Goff(double_win=game.double_win)
        return by_observation(batch.OBSERVED | (source.OBSERVED if plays_source else {}), setting_of(game))

    def graph(self, game: Goff, tablebase: Tablebase) -> Graph:
        from qttt.fast.goff.graph import GoffGraph

        return GoffGraph(selector_of(game), reading_of(game), self.answers(game, tablebase))

    def learning(self, game: Goff) -> Learning:
        from qttt.fast.goff.learning import learning

        return learning(setting_of(game))


def reading_of(game: Goff | Sqt) -> int:
    """What the switches `pair` and `last` make of the rules, as the kernels take it."""
    return reading.reading_of(game.pair, game.last)


def selector_of(game: Goff) -> int:
    """Who selects, as the kernels name them."""
    return batch.OPPONENT if game.collapse == "opponent" else batch.SELF


def setting_of(game: Goff) -> batch.Setting:
    """The game with its options, as the kernels take it."""
    return batch.setting_of(selector_of(game), scores(game.double_win, game.both), reading_of(game))


ENTRY = GoffEntry()
