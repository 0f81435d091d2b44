"""Certificates of the hybrid game: their canonical form, the strategies in them, and the bound where a strategy has no
decision."""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Any, ClassVar, NamedTuple

from qttt.reference.board import SYMMETRIES, Symmetry, inverse, moved
from qttt.reference.game import Actor
from qttt.reference.hybrid import Action, Hybrid, Link, Measure, PendingLink, Position, Result
from qttt.verification.certificate.bounds import BestPlay, Canonical
from qttt.verification.certificate.strategy import Form


@cache
def least(marks: str) -> tuple[str, tuple[Symmetry, ...]]:
    """The first image of marks, and the symmetries that lead to it.

    >>> least("X........")
    ('........X', ((9, 8, 7, 6, 5, 4, 3, 2, 1), (9, 6, 3, 8, 5, 2, 7, 4, 1)))
    """
    images = ["".join(map(str, moved(symmetry, tuple(marks)))) for symmetry in SYMMETRIES]
    pairs = zip(SYMMETRIES, images, strict=True)
    return min(images), tuple(symmetry for symmetry, image in pairs if image == min(images))


def canonical(position: Position) -> Canonical:
    """The canonical form of a position: the one of its eight images whose marks come first, and among those with these
    marks, the one whose links come first.

    Like `Form.canonical`, but it remembers the images of marks.

    >>> canonical(Position.of("X........, 3>1 O, X to move")).key
    '........X, 3>9 O, X to move'
    """
    marks, symmetries = least(position.marks)
    images = [_turned_links(position, symmetry) for symmetry in symmetries]
    links = min(images)
    there = symmetries[images.index(links)]
    return Canonical(str(Position(marks, links, position.turn)), there, inverse(there))


def _turned_links(position: Position, there: Symmetry) -> tuple[PendingLink, ...]:
    links = (PendingLink(there[control - 1], there[target - 1], owner) for control, target, owner in position.links)
    return tuple(sorted(links))


# Strategies from the values of an engine

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

    It need not be best everywhere. Each position passes the bound it must guarantee to the positions after it. A move
    is good enough if it keeps this bound; the opponent's mistakes, and the better one of two results, leave room for
    moves that end the game soon. Certificates are two to six times smaller than with best moves only.

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

    def decision(self, position: Position, view: Canonical) -> object:
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


# The form


class OfHybrid(Form[Position, Action]):
    """How certificates of the hybrid game are written.

    Only positions where a player is to move are remembered: a measurement is found again by the position before it, and
    an ending is scored at once.
    """

    header, row = "header", "links"
    lost: ClassVar[Mapping[Actor, Fraction]] = {Actor.X: Fraction(-1), Actor.O: Fraction(1)}
    best_play = GoodEnough

    def canonical(self, position: Position) -> Canonical | None:
        """The canonical form of a position where a player is to move: see `canonical`."""
        return None if position.measuring or self.game.actor(position) is None else canonical(position)


GAME, FORM = Hybrid, OfHybrid
