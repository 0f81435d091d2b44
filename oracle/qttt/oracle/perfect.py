"""Perfect play of any game, in the reference's types: values, best actions, lines, probabilities."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache, cached_property
from itertools import count
from typing import Any, Generic, NamedTuple, TypeVar

from qttt.reference.game import Actor, Rules
from qttt.reference.written import WrittenGame

P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)
R = TypeVar("R")
V = TypeVar("V")

PLAYERS = (Actor.X, Actor.O)
MOST = 2000
"""The questions that are answered before a game is solved; Python answers most of them in a millisecond."""


class Values(NamedTuple, Generic[P, A]):
    """What is known of the positions of a game; each function raises `KeyError` for a position that no game reaches.

    - value: the value of a position
    - moves: the values of the actions of the player to act, in the documented order, where that is faster than `value`
      after each action
    - best: the optimal actions of the player to act, where that is faster than by all values
    - lasting: of optimal actions those that attain the value even if repeated for ever, where not all do
    - line: the principal variation, where it is known without the values of its positions
    - complete: whether all is known, and nothing else can answer
    """

    value: Callable[[P], Fraction]
    moves: Callable[[P], Mapping[A, Fraction]] | None = None
    best: Callable[[P], tuple[A, ...]] | None = None
    lasting: Callable[[Sequence[A]], tuple[A, ...]] | None = None
    line: Callable[[P], tuple[A, ...]] | None = None
    complete: bool = False


class ByAction(dict[A, V]):
    """Something about each action, found by the action or by its text.

    >>> from qttt.reference.goff.notation import Move
    >>> found = ByAction({Move(1, 3): 10})
    >>> found["1-3"], "1-4" in found, found.get("1-4", 0)
    (10, False, 0)
    """

    def _action(self, key: object) -> Any:
        return next((each for each in self if str(each) == key), key) if type(key) is str else key

    def __getitem__(self, key: A | str) -> V:
        return super().__getitem__(self._action(key))

    def __contains__(self, key: object) -> bool:
        return super().__contains__(self._action(key))

    def get(self, key: A | str, default: Any = None) -> Any:
        """See `dict`."""
        return super().get(self._action(key), default)


class PerfectPlay(Generic[P, A]):
    """Exact answers about every position of one game; values are X's.

    A position is a position object, a written game or a written position. Every method raises what reading a text
    raises, `TypeError` for an argument that is neither a text nor a position of the game, and `ValueError` for a
    position that no game reaches.
    """

    def __init__(self, game: Rules[P, A], values: Values[P, A]) -> None:
        self.game = game
        self._known = values

    def __repr__(self) -> str:
        return f"<perfect play of {self.game!r}>"

    def value(self, position: P | str) -> Fraction:
        """The value of a position, over or not; the expected value where chance or the System is to act."""
        return self._reached(self._known.value, self._position(position))

    def values(self, position: P | str) -> ByAction[A, Fraction]:
        """The value after each legal action, in the documented order, by the action or its text; empty when the game is
        over."""
        position, game = self._position(position), self.game
        if self._known.moves and game.actor(position) in PLAYERS:
            return ByAction(self._reached(self._known.moves, position))
        return ByAction({action: self.value(game.play(position, action)) for action in game.actions(position)})

    def best(self, position: P | str) -> tuple[A, ...]:
        """All optimal actions of the player to act, those of `choices` first; empty if no player is to act.

        Best under the scoring and the options of the game: with the double-win option off, a double win counts as a
        complete win.
        """
        chosen = self._chosen(position, optimal := self.optimal(position))
        return chosen + tuple(action for action in optimal if action not in chosen)

    def choices(self, position: P | str) -> tuple[A, ...]:
        """The optimal actions that best play takes, in the documented order: those after which the game is over as soon
        as chance and the System have acted; if there is none, those that attain the value even if repeated for ever."""
        return self._chosen(position, self.optimal(position))

    def optimal(self, position: P | str) -> tuple[A, ...]:
        """All optimal actions of the player to act, in the documented order."""
        position = self._position(position)
        actor = self.game.actor(position)
        if actor not in PLAYERS:
            return ()
        if self._known.best:
            return self._reached(self._known.best, position)
        values = self.values(position)
        best = (max if actor is Actor.X else min)(values.values())
        return tuple(action for action, value in values.items() if value == best)

    def line(self, position: P | str) -> tuple[A, ...]:
        """The principal variation: the first action of `best` each time, until the game is over or no player is to
        act."""
        position, line = self._position(position), list[A]()
        if self._known.line:
            return self._reached(self._known.line, position)
        while best := self.choices(position):
            line.append(best[0])
            position = self.game.play(position, best[0])
        return tuple(line)

    def probabilities(self, position: P | str) -> ByAction[A, Fraction]:
        """The probability of each action where chance or the System is to act, in the documented order, by the action
        or its text; else empty.

        To favour X, the System takes the first action of largest value; to favour O, the last of smallest value.

        Rule: SQT-SELECT-1
        """
        position = self._position(position)
        if self.game.actor(position) is not Actor.SYSTEM:
            return ByAction(self.game.chance(position))
        values, favour = self.values(position), self.game.system(position)
        of_x = next(action for action, value in values.items() if value == max(values.values()))
        of_o = next(action for action in reversed(values) if values[action] == min(values.values()))
        return ByAction(
            {action: favour[Actor.X] * (action == of_x) + favour[Actor.O] * (action == of_o) for action in values}
        )

    def _chosen(self, position: P | str, optimal: tuple[A, ...]) -> tuple[A, ...]:
        position, several = self._position(position), len(optimal) > 1
        ending = tuple(action for action in optimal if several and self._ends(self.game.play(position, action)))
        return ending or (self._known.lasting(optimal) if self._known.lasting else optimal)

    def _ends(self, position: P) -> bool:
        """Whether a game is over as soon as chance and the System have acted, whatever they do."""
        actor = self.game.actor(position)
        after = (self.game.play(position, action) for action in self.game.actions(position))
        return actor is None or (actor not in PLAYERS and all(map(self._ends, after)))

    @cached_property
    def _kind(self) -> type[P]:
        return type(self.game.initial())

    def _position(self, given: P | str) -> P:
        if isinstance(given, self._kind):
            return given
        if isinstance(given, str) and isinstance(self.game, WrittenGame):
            read: P = self.game.position(given)
            return read
        raise TypeError(f"expected a position of {self.game.ruleset} or a text: {given!r} is neither")

    def _reached(self, question: Callable[[P], R], position: P) -> R:
        try:
            return question(position)
        except KeyError:
            from qttt.fast.answers import UnknownPosition

            raise UnknownPosition(f"no game of {self.game.ruleset} reaches '{position}'") from None


def known_first(game: Rules[P, A], known: Values[P, A], rest: Callable[[], Values[P, A]]) -> Values[P, A]:
    """The answers of `known`; where they raise `qttt.fast.known.NotKnown`, and after `MOST` questions, those of `rest`,
    which is called once: for so many a solve pays off."""
    from qttt.fast.known import NotKnown

    if known.complete:
        return known
    questions, first, then = count(), PerfectPlay(game, known), cache(lambda: PerfectPlay(game, rest()))

    def asked(question: Callable[[PerfectPlay[P, A], P], R]) -> Callable[[P], R]:
        def answer(position: P) -> R:
            with suppress(NotKnown):
                if next(questions) < MOST:
                    return question(first, position)
            return question(then(), position)

        return answer

    value, moves, best = asked(PerfectPlay.value), asked(PerfectPlay.values), asked(PerfectPlay.optimal)
    return Values(value, moves, best, known.lasting, asked(PerfectPlay.line))
