"""Writes certificates of TiqTaqToe from the values of an engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Protocol

from qttt.reference.game import Actor
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.reference.tiqtaqtoe_notation import Action, Measurement, parse
from qttt.reference.tiqtaqtoe_position import Position
from qttt.verification.certificate.moves import Canonical
from qttt.verification.tiqtaqtoe.certificate import Certificate, Move, Row, save
from qttt.verification.tiqtaqtoe.certificate_bounds import Bounds
from qttt.verification.tiqtaqtoe.certificate_canonical import canonical, turned

Report = Callable[[int], None]
"""Told how many rows there are so far."""


class Oracle(Protocol):
    """What knows the values of a game, in the words of the reference."""

    def value(self, position: Position) -> Fraction:
        """The value of a position, over or not."""
        ...

    def best(self, position: Position) -> tuple[Action, ...]:
        """All optimal moves of the player to move."""
        ...


def write(
    game: TiqTaqToe, oracle: Oracle, player: Actor, path: Path, start: str = "", report: Report | None = None
) -> Certificate:
    """Write the certificate of a player for the position after a game, in notation; it is returned, too.

    The strategy plays optimally wherever it leads to, and is played through against every reply: `Refuted` if it does
    not get what the oracle says the start is worth. Raises what reading and playing `start` raise, and `OSError` if the
    file cannot be written.
    """
    first = Certificate(game, player, Fraction(0), start, {}).first
    strategy = BestPlay(game, oracle, report)
    bounds = Bounds(game, player, strategy, parse(start))
    strategy.known = bounds.known
    value = bounds.of(first)
    bounds.compare(first, value, oracle.value(first))
    rows = {text: Row(move, bounds.known[text]) for text, move in strategy.moves.items()}
    certificate = Certificate(game, player, value, start, rows)
    save(path, certificate)
    return certificate


class BestPlay:
    """The strategy of a player who follows an oracle; its `moves` are remembered by canonical forms.

    Among equally good moves it makes one after which the fewest boards are possible, and then one whose position has a
    bound that is `known` already, which keeps certificates small.
    """

    def __init__(self, game: TiqTaqToe, oracle: Oracle, report: Report | None = None) -> None:
        self._game, self._oracle, self._report = game, oracle, report
        self.moves: dict[str, Move] = {}
        self.known: Mapping[str, Fraction] = {}

    def move(self, position: Position, view: Canonical) -> Move:
        """An optimal move."""
        if view.text not in self.moves:
            best = [move for move in self._oracle.best(position) if not isinstance(move, Measurement)]
            chosen = min(best, key=lambda move: self._size(self._game.play(position, move)))
            self.moves[view.text] = turned(chosen, view.there)
            if self._report:
                self._report(len(self.moves))
        return self.moves[view.text]

    def said(self, _: Canonical) -> None:
        """Nothing is said: the bounds are about to be found."""

    def _size(self, after: Position) -> tuple[int, bool]:
        """A guess at how many rows a move will need."""
        return len(after.boards), canonical(after).text not in self.known
