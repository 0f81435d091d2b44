"""The strategies of certificates of the hybrid game, from the values of an engine.

A strategy need not be best everywhere. Each position passes the bound it must guarantee to the positions after it. A
move is good enough if it keeps this bound; the opponent's mistakes, and the better one of two results, leave room for
moves that end the game soon. Certificates are two to six times smaller than with best moves only.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any, NamedTuple

from qttt.reference.game import Actor
from qttt.reference.hybrid.notation import Action, Link, Measure, Result
from qttt.reference.hybrid.position import Position
from qttt.verification.certificate.best_play import BestPlay
from qttt.verification.certificate.bounds import Canonical

LEAST = Fraction(-1)
"""The bound that every strategy guarantees."""


class Due(NamedTuple):
    """A position, and the bound to guarantee there, from the player's side."""

    position: Position
    bound: Fraction


class Option(NamedTuple):
    """A move, and the bounds to guarantee after it; a move with a greater `rank` is likely to need fewer rows."""

    rank: tuple[int, int, Fraction]
    move: Action
    next: tuple[Due, ...]


class GoodEnough(BestPlay[Position, Action]):
    """A strategy that guarantees the required bounds with few rows.

    It goes through positions layer by layer (LEMMA layers), so that every bound required at a position is known when
    it chooses the move. It prefers measurements: first one that leaves the fewest results to play on, then the most
    links, because a control that carries one leaves the opponent fewer moves, then the largest spare value.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._sign = 1 if self._player is Actor.X else -1
        self._due: dict[tuple[int, int], dict[Hashable, Due]] = defaultdict(dict)

    def prepare(self, first: Position) -> None:
        """Choose the moves that guarantee the value of `first`."""
        for due in self._until_a_move(Due(first, self._value(first))):
            self._ask(due)
        while self._due:
            for key, due in self._due.pop(min(self._due)).items():
                if due.position.turn is self._player:
                    self._choose(key, due)
                else:
                    for action in self.game.actions(due.position):
                        for after in self._until_a_move(Due(self.game.play(due.position, action), due.bound)):
                            self._ask(after)

    def decision(self, position: Position, view: Canonical) -> Any:
        """The chosen move. Raises `LookupError` where no bound has to be guaranteed."""
        return self.decisions[view.key]

    def _ask(self, due: Due) -> None:
        """Remember the bound to guarantee at a position where a player is to move, unless every strategy does."""
        if due.bound <= LEAST:
            return
        position, view = due.position, self.form.canonical(due.position)
        assert view
        layer = self._due[len(position.measured), len(position.links)]
        if view.key not in layer or layer[view.key].bound < due.bound:
            layer[view.key] = due

    def _until_a_move(self, due: Due) -> tuple[Due, ...]:
        """The bounds to guarantee where a player moves next, so that `due` is guaranteed."""
        actor = self.game.actor(due.position)
        if actor is None:
            return ()
        return self._shared(self._results(due.position), due.bound) if actor is Actor.CHANCE else (due,)

    def _results(self, position: Position) -> list[tuple[Position, Fraction]]:
        """The positions after a measurement, and their values to the player."""
        after = [self.game.play(position, result) for result in Result]
        return [(each, self._value(each)) for each in after]

    def _shared(self, results: list[tuple[Position, Fraction]], bound: Fraction) -> tuple[Due, ...]:
        """The bounds to guarantee after each result that does not end the game, so that the mean is large enough.

        The spare value goes to one result if that result then needs no bound, otherwise in halves to both.
        """
        for (position, _), (other, value) in permutations(results):
            rest = 2 * bound - value
            if self.game.actor(other) is None:
                return (Due(position, rest),) if self.game.actor(position) else ()
            if rest <= LEAST:
                return (Due(other, 2 * bound - LEAST),)
        (first, value), (second, of_second) = results
        step = Fraction(1, 2 ** len(first.unmeasured))
        half = ((value + of_second) / 2 - bound) // step * step
        return Due(first, value - half), Due(second, 2 * bound - value + half)

    def _choose(self, key: Hashable, due: Due) -> None:
        """Choose a move, and pass on the bounds to guarantee after it. If the oracle errs, there may be no move."""
        actions = self.game.actions(due.position)
        options = [*filter(None, (self._measuring(due, action) for action in actions if isinstance(action, Measure)))]
        best = max(options or self._linking(due), key=lambda option: option.rank, default=None)
        view = self.form.canonical(due.position)
        if best is None or view is None:
            return
        self.remember(key, self.form.turned(due.position, (best.move,), view.there))
        for after in best.next:
            self._ask(after)

    def _measuring(self, due: Due, move: Measure) -> Option | None:
        """The option of a measurement; None if it is not good enough."""
        results = self._results(self.game.play(due.position, move))
        spare = sum((value for _, value in results), -2 * due.bound) / 2
        if spare < 0:
            return None
        after = tuple(each for each in self._shared(results, due.bound) if each.bound > LEAST)
        links = sum(link.control != move.box for link in due.position.links)
        return Option((-len(after), links, spare), move, after)

    def _linking(self, due: Due) -> Iterator[Option]:
        """The quantum moves that are good enough."""
        for move in self.game.actions(due.position):
            if isinstance(move, Link):
                after = self.game.play(due.position, move)
                spare = self._value(after) - due.bound
                if spare >= 0:
                    yield Option((0, 0, spare), move, (Due(after, due.bound),))

    def _value(self, position: Position) -> Fraction:
        """The value of a position to the player."""
        return self._sign * self._oracle.value(position)
