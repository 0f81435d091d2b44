"""Writes certificates of the hybrid game from the values of an engine.

A strategy need not be best everywhere. What has to be guaranteed is passed on from each position to those after it. A
move is good enough if it keeps that much; and the opponent's mistakes, and the better one of two results, leave room
for moves that end the game soon. Certificates are two to six times smaller than with best moves alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import NamedTuple, Protocol

from qttt.reference.game import Actor
from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid_notation import Link, Measure, Move, Result, parse
from qttt.reference.hybrid_position import Position
from qttt.verification.certificate.moves import Canonical
from qttt.verification.hybrid.certificate import Certificate, Row, save
from qttt.verification.hybrid.certificate_bounds import Bounds
from qttt.verification.hybrid.certificate_canonical import canonical, turned

LEAST = Fraction(-1)
"""What everything guarantees."""

Report = Callable[[int], None]
"""Told how many rows there are so far."""


class Oracle(Protocol):
    """What knows the values of a game, in the words of the reference."""

    def value(self, position: Position) -> Fraction:
        """The value of a position, over or not."""
        ...


class Due(NamedTuple):
    """A position, and what has to be guaranteed there, from the player's side."""

    position: Position
    bound: Fraction


class Option(NamedTuple):
    """A move and what has to be guaranteed after it; the greater `rank` is, the fewer rows it is likely to need."""

    rank: tuple[int, int, Fraction]
    move: Move
    next: tuple[Due, ...]


def write(
    game: Hybrid, oracle: Oracle, player: Actor, path: Path, start: str = "", report: Report | None = None
) -> Certificate:
    """Write the certificate of a player for the position after a game, in notation; it is returned, too.

    The strategy is played through against every reply: `Refuted` if it does not get what the oracle says the start is
    worth. Raises what reading and playing `start` raise, and `OSError` if the file cannot be written.
    """
    first = Certificate(game, player, Fraction(0), start, {}).first
    strategy = GoodEnough(game, oracle, player, report)
    strategy.guarantee(first, oracle.value(first))
    bounds = Bounds(game, player, strategy, parse(start))
    value = bounds.of(first)
    bounds.compare(first, value, oracle.value(first))
    rows = {text: Row(move, bounds.known[text]) for text, move in strategy.moves.items() if text in bounds.known}
    certificate = Certificate(game, player, value, start, rows)
    save(path, certificate)
    return certificate


class GoodEnough:
    """A strategy that guarantees what is asked for, and no more than it takes; its `moves` are by canonical forms.

    Positions are gone through layer by layer (LEMMA layers), so that all that is asked of one is known when its move is
    chosen. A measurement is preferred: one that leaves the fewest results to be played on, then the most links, since a
    control that carries one leaves the opponent fewer moves, and then the most to spare.
    """

    def __init__(self, game: Hybrid, oracle: Oracle, player: Actor, report: Report | None = None) -> None:
        self._game, self._oracle, self._player, self._report = game, oracle, player, report
        self._sign = 1 if player is Actor.X else -1
        self._due: dict[tuple[int, int], dict[str, Due]] = defaultdict(dict)
        self.moves: dict[str, Move] = {}

    def guarantee(self, position: Position, value: Fraction) -> None:
        """Find moves that guarantee a value, which the position must have, from X's side."""
        for due in self._until_a_move(Due(position, self._sign * value)):
            self._ask(due)
        while self._due:
            for text, due in self._due.pop(min(self._due)).items():
                if due.position.turn is self._player:
                    self._choose(text, due)
                else:
                    for action in self._game.actions(due.position):
                        for after in self._until_a_move(Due(self._game.play(due.position, action), due.bound)):
                            self._ask(after)

    def move(self, _: Position, view: Canonical) -> Move:
        """The move that was found."""
        return self.moves[view.text]

    def said(self, _: Canonical) -> None:
        """Nothing is said: the bounds are about to be found."""

    def _ask(self, due: Due) -> None:
        """Remember what has to be guaranteed at a position where a player is to move, if it is anything."""
        if due.bound <= LEAST:
            return
        position, text = due.position, canonical(due.position).text
        layer = self._due[len(position.measured), len(position.links)]
        if text not in layer or layer[text].bound < due.bound:
            layer[text] = due

    def _until_a_move(self, due: Due) -> tuple[Due, ...]:
        """What has to be guaranteed where a player moves next, for so much to be guaranteed at a position."""
        actor = self._game.actor(due.position)
        if actor is None:
            return ()
        return self._shared(self._results(due.position), due.bound) if actor is Actor.CHANCE else (due,)

    def _results(self, position: Position) -> list[tuple[Position, Fraction]]:
        """What a measurement leads to, and what it is worth to the player."""
        after = [self._game.play(position, result) for result in Result]
        return [(each, self._value(each)) for each in after]

    def _shared(self, results: list[tuple[Position, Fraction]], bound: Fraction) -> tuple[Due, ...]:
        """What has to be guaranteed after each result that does not end the game, so that the mean is large enough.

        What is to spare goes to one result if nothing has to be guaranteed there then, else in halves to both.
        """
        for (position, _), (other, value) in permutations(results):
            rest = 2 * bound - value
            if self._game.actor(other) is None:
                return (Due(position, rest),) if self._game.actor(position) else ()
            if rest <= LEAST:
                return (Due(other, 2 * bound - LEAST),)
        (first, value), (second, of_second) = results
        step = Fraction(1, 2 ** len(first.unmeasured))
        half = ((value + of_second) / 2 - bound) // step * step
        return Due(first, value - half), Due(second, 2 * bound - value + half)

    def _choose(self, text: str, due: Due) -> None:
        """Choose a move, and pass on what has to be guaranteed after it. If the oracle errs there may be none."""
        actions = self._game.actions(due.position)
        options = [*filter(None, (self._measuring(due, action) for action in actions if isinstance(action, Measure)))]
        best = max(options or self._linking(due), key=lambda option: option.rank, default=None)
        if best is None:
            return
        self.moves[text] = turned(best.move, canonical(due.position).there)
        if self._report:
            self._report(len(self.moves))
        for after in best.next:
            self._ask(after)

    def _measuring(self, due: Due, move: Measure) -> Option | None:
        """A measurement; None if it is not good enough."""
        results = self._results(self._game.play(due.position, move))
        spare = sum((value for _, value in results), -2 * due.bound) / 2
        if spare < 0:
            return None
        after = tuple(each for each in self._shared(results, due.bound) if each.bound > LEAST)
        links = sum(link.control != move.box for link in due.position.links)
        return Option((-len(after), links, spare), move, after)

    def _linking(self, due: Due) -> Iterator[Option]:
        """The quantum moves that are good enough."""
        for move in self._game.actions(due.position):
            if isinstance(move, Link):
                after = self._game.play(due.position, move)
                spare = self._value(after) - due.bound
                if spare >= 0:
                    yield Option((0, 0, spare), move, (Due(after, due.bound),))

    def _value(self, position: Position) -> Fraction:
        """What a position is worth to the player."""
        return self._sign * self._oracle.value(position)
