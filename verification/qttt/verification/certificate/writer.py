"""Writes certificates from the values of an engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple, Protocol

from qttt.reference.game import Actor
from qttt.reference.goff import Goff
from qttt.reference.goff_position import Position, components
from qttt.reference.notation import Action, Move, Selection, parse
from qttt.reference.sqt import Sqt
from qttt.verification.certificate.bounds import Bounds, settling
from qttt.verification.certificate.canonical import Canonical, canonical, text
from qttt.verification.certificate.decision import Decision
from qttt.verification.certificate.file import Certificate, Row, save


class Oracle(Protocol):
    """What knows the values of a game, in the words of the reference."""

    def value(self, position: Position) -> Fraction:
        """The value of a position, over or not."""
        ...

    def best(self, position: Position) -> tuple[Action, ...]:
        """All optimal actions of the player whose node it is."""
        ...


class Option(NamedTuple):
    """A decision, and the positions that it leads to before anybody moves again."""

    decision: Decision
    next: tuple[Position, ...]


def write(
    game: Goff | Sqt,
    oracle: Oracle,
    player: Actor,
    path: Path,
    start: str = "",
    report: Callable[[int], None] | None = None,
) -> Certificate:
    """Write the certificate of a player for the position after a game, in notation; it is returned, too.

    `report` is told how many rows there are so far. The strategy plays optimally wherever it leads to, and is played
    through against every reply: `Refuted` with a game if it does not get what the oracle says the start is worth.
    Raises `ValueError` for a start that is no legal game or lacks a selection, `OSError` if the file cannot be written.
    """
    first = Certificate(game, player, Fraction(0), start, {}).first
    strategy = BestPlay(game, oracle, player, report)
    bounds = Bounds(game, player, strategy, parse(start))
    strategy.known = bounds.known
    value = bounds.of(first)
    bounds.compare(first, oracle.value(first))
    rows = {text(key): Row(decision, bounds.known[key]) for key, decision in strategy.decisions.items()}
    certificate = Certificate(game, player, value, start, rows)
    save(path, certificate)
    return certificate


class BestPlay:
    """The strategy of a player who follows an oracle; its `decisions` are remembered by canonical forms.

    Among equally good moves it takes one after which the fewest marks are spooky, and then one that leads to the fewest
    positions whose bounds are not `known` yet. Certificates are several times smaller than with the first best moves.
    """

    def __init__(
        self, game: Goff | Sqt, oracle: Oracle, player: Actor, report: Callable[[int], None] | None = None
    ) -> None:
        self._game, self._oracle, self._player, self._report = game, oracle, player, report
        self.decisions: dict[bytes, Decision] = {}
        self.known: Mapping[bytes, Fraction] = {}

    def decision(self, position: Position, view: Canonical) -> Decision:
        """An optimal decision."""
        if view.key not in self.decisions:
            own = self._game.actor(position) is self._player
            decision = min(self._options(position), key=self._size).decision if own else self._preference(position)
            self.decisions[view.key] = decision.turned(view.there)
            if self._report:
                self._report(len(self.decisions))
        return self.decisions[view.key]

    def said(self, _: Canonical) -> None:
        """Nothing is said: the bounds are about to be found."""

    def _options(self, position: Position) -> Iterator[Option]:
        """The optimal decisions of the player to move."""
        for move in self._oracle.best(position):
            assert isinstance(move, Move)
            moved = self._game.play(position, move)
            if not moved.pending:
                yield Option(Decision(move), (moved,))
            elif self._game.actor(moved) is not self._player:
                yield Option(Decision(move), tuple(self._game.play(moved, each) for each in Selection))
            else:
                for selection in self._oracle.best(moved):
                    assert isinstance(selection, Selection)
                    yield Option(Decision(move, selection), (self._game.play(moved, selection),))

    def _size(self, option: Option) -> tuple[int, int]:
        """A guess at how many rows a decision will need."""
        spooky = max(len(position.spooky) for position in option.next)
        return spooky, sum(canonical(position).key not in self.known for position in option.next)

    def _preference(self, position: Position) -> Decision:
        """Before a move of the opponent after which the player selects: all entangled squares, the best first."""
        sign = -1 if self._player is Actor.X else 1
        worth: dict[int, Fraction] = {}
        for component in components(position):
            for root in component:
                settled = position
                for action in settling(root, min(component - {root})):
                    settled = self._game.play(settled, action)
                worth[root] = sign * self._oracle.value(settled)
        return Decision(preference=tuple(sorted(worth, key=lambda root: (worth[root], root))))
