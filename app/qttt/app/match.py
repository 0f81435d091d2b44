"""A game to hold: play it move by move, and ask what moves are worth."""

from fractions import Fraction
from functools import cached_property
from typing import Any, Self

from qttt.app import lenient
from qttt.app.pictures import png, with_values
from qttt.oracle import Oracle, game, solve
from qttt.oracle.perfect import ByAction
from qttt.reference.game import Actor


class Match:
    """A game that is being played, from its start or from a text, with the options of `qttt.game`.

    Moves are typed with or without player and ply, in any order of squares and any case.

    >>> match = Match("goff")
    >>> match.push("x1.9-1"), match.push("1-3")
    (1-9, 1-3)
    >>> print(match, match.turn, match.value(), match.values()["1-3"])
    X1.1-9 O2.1-3 X 10 10
    >>> match.undo()
    1-3
    """

    def __init__(self, name: str, text: str = "", **options: object) -> None:
        self.game: Any = game(name, **options)
        record = lenient.read(self.game, text)
        self._positions, self._actions = [*record.positions], [*record.actions]

    def __copy__(self) -> Self:
        copied = type(self).__new__(type(self))
        vars(copied).update(vars(self), _positions=[*self._positions], _actions=[*self._actions])
        return copied

    @property
    def position(self) -> Any:
        """The position now."""
        return self._positions[-1]

    @property
    def actions(self) -> tuple[Any, ...]:
        """What has been played."""
        return (*self._actions,)

    @property
    def turn(self) -> Actor | None:
        """Who acts: X, O, CHANCE or SYSTEM; None if the game is over."""
        actor: Actor | None = self.game.actor(self.position)
        return actor

    @property
    def legal(self) -> tuple[Any, ...]:
        """The legal actions, in the documented order."""
        return (*self.game.actions(self.position),)

    @property
    def outcome(self) -> str | None:
        """How the game ended; None if it is not over."""
        return None if self.turn else str(self.game.score(self.position).outcome)

    def push(self, move: object) -> Any:
        """Play an action, or the one that a text names, and return it. Raises the exception of the rule that the action
        breaks, and `ValueError` for a text that names no action, or several."""
        ply = self.game.plies(self._positions[0]) + sum(map(self.game.is_ply, self._actions)) + 1
        typed = type(move) is str
        action = lenient.action(self.game, self.position, str(move), ply) if typed else move
        self._positions.append(self.game.play(self.position, action))
        self._actions.append(action)
        return action

    def undo(self) -> Any:
        """Take back the last action, and return it. Raises `IndexError` if there is none."""
        action = self._actions.pop()
        self._positions.pop()
        return action

    @cached_property
    def _truth(self) -> Oracle[Any, Any]:
        return solve(self.game)

    def value(self) -> Fraction:
        """The value of the position, from X's side."""
        return self._truth.value(self.position)

    def values(self) -> ByAction[Any, Fraction]:
        """The value after each legal action, by the action or its text, such as `values()["1-3"]`."""
        return self._truth.values(self.position)

    def value_of_q(self) -> Any:
        """The value as an exact function of the System's q: see `Oracle.value_of_q`."""
        return self._truth.value_of_q(self.position)

    def best(self) -> tuple[Any, ...]:
        """The best actions of the player to act; empty if no player is to act."""
        return self._truth.best(self.position)

    def svg(self, values: bool = False) -> str:
        """The position as an SVG document, with the value of each action beside it on request."""
        drawn: str = self.position._repr_svg_()
        return with_values(drawn, self.turn, self.value(), self.values()) if values else drawn

    def png(self, values: bool = False) -> bytes:
        """The same picture as PNG. Needs the extra `figures`."""
        return png(self.svg(values))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        """The game in notation; if it began with a written position, its present position."""
        start: Any = self._positions[0]
        if start != self.game.initial():
            return str(self.game.write_position(self.position))
        return str(self.game.write(self._actions))

    def __repr__(self) -> str:
        return f"<match of {self.game!r}: {self}>"
