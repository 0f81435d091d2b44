"""Perfect play of any game, in the reference's types: values, best actions, lines, probabilities."""

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any, Generic, TypeVar

from qttt.reference.game import Actor, Rules

P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)

PLAYERS = (Actor.X, Actor.O)


class PerfectPlay(Generic[P, A]):
    """Exact answers about one game, for every position that play can reach; values are X's.

    `value` returns the value of a position. `moves`, for a game with a faster way than `value` after each action,
    returns the values of the actions of the player to act, in the documented order.
    """

    def __init__(
        self,
        game: Rules[P, A],
        value: Callable[[P], Fraction],
        moves: Callable[[P], Mapping[A, Fraction]] | None = None,
    ) -> None:
        self.game: Any = game
        self._value, self._moves = value, moves

    def __repr__(self) -> str:
        return f"<perfect play of {self.game!r}>"

    def value(self, position: P) -> Fraction:
        """The value of a position, over or not; the expected value where chance or the System is to act."""
        return self._value(position)

    def values(self, position: P) -> dict[A, Fraction]:
        """The value after each legal action, in the documented order; empty when the game is over."""
        if self._moves and self.game.actor(position) in PLAYERS:
            return {**self._moves(position)}
        return {action: self.value(self.game.play(position, action)) for action in self.game.actions(position)}

    def best(self, position: P) -> tuple[A, ...]:
        """All optimal actions of the player to act, in the documented order; empty if no player is to act.

        Best under the scoring and the options of the game: with the double-win option off, a double win counts as a
        complete win.
        """
        actor = self.game.actor(position)
        if actor not in PLAYERS:
            return ()
        values = self.values(position)
        best = (max if actor is Actor.X else min)(values.values())
        return tuple(action for action, value in values.items() if value == best)

    def choices(self, position: P) -> tuple[A, ...]:
        """The best actions that attain the value even if repeated for ever; in most games, all those of `best`."""
        return self.best(position)

    def line(self, position: P) -> tuple[A, ...]:
        """The principal variation: the first best action each time, until the game is over or no player is to act."""
        line: list[A] = []
        while best := self.choices(position):
            line.append(best[0])
            position = self.game.play(position, best[0])
        return tuple(line)

    def end(self, position: P) -> P:
        """The position at the end of `line`."""
        return reduce(self.game.play, self.line(position), position)

    def probabilities(self, position: P) -> dict[A, Fraction]:
        """The probability of each action where chance or the System is to act, in the documented order; else empty.

        To favour X, the System takes the first action of largest value; to favour O, the last of smallest value.

        Rule: SQT-SELECT-1
        """
        if self.game.actor(position) is not Actor.SYSTEM:
            return {**self.game.chance(position)}
        values, favour = self.values(position), self.game.system(position)
        of_x = next(action for action, value in values.items() if value == max(values.values()))
        of_o = next(action for action in reversed(values) if values[action] == min(values.values()))
        return {action: favour[Actor.X] * (action == of_x) + favour[Actor.O] * (action == of_o) for action in values}


class PerfectByTablebase(PerfectPlay[P, A]):
    """Perfect play from the tablebase of one setting. `translate` is the game's translation to the fast engine.

    Raises `ValueError` if the tablebase belongs to another game, and `KeyError` for positions that it does not have.
    """

    def __init__(self, game: Rules[P, A], tablebase: Any, translate: Any) -> None:
        if tablebase.setting != translate.setting_of(game):
            raise ValueError(f"the tablebase is for {tablebase.setting}, not for {translate.setting_of(game)}")

        def moves(position: P) -> dict[A, Fraction]:
            return {
                translate.move_of(slot): each for slot, each in tablebase.values(translate.state_of(position)).items()
            }

        super().__init__(game, lambda position: tablebase.value(translate.state_of(position)), moves)
