"""A game of the reference whose rules the kernels of the fast engine apply.

Positions, actions, texts and errors are those of the reference; only who acts, what is legal and what an action leads
to come from the kernels, which Python runs as they are. A question about one game thus loads neither a compiler nor
networkx, whose import takes longer than the answer.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Generic

from qttt.oracle.perfect import A, P
from qttt.oracle.registry import entry_of
from qttt.reference.game import Actor, Game

if TYPE_CHECKING:
    from qttt.fast.batch import Single

ACTORS = (Actor.X, Actor.O, Actor.CHANCE, Actor.SYSTEM)
"""Who acts, by the numbers of `qttt.fast.batch`."""


def by_kernels(game: Game[P, A]) -> Game[P, A]:
    """The same game with its rules applied by kernels; the game itself if it has no kernels.

    Guaranteed: every method returns and raises what that of `game` does (claims `<game>-batches`). A position that the
    new game has not reached itself, and an illegal action, are left to the reference.
    """
    playing = next(iter(entry_of(game).playing(game).values()), None)
    if playing is None:
        return game
    from qttt.fast.batch import Single

    same: Game[P, A] = object.__new__(_kind(type(game)))
    vars(same).update(vars(game), _reached=_Reached(game, Single(playing)))
    return same


@cache
def _kind(of: type[Any]) -> type[Any]:
    return type(of.__name__, (_ByKernels, of), {"__module__": of.__module__})


class _Reached(Generic[P, A]):
    """The states of the positions that a game has reached."""

    def __init__(self, game: Any, single: Single) -> None:
        self.game, self.single, self._entry = game, single, entry_of(game)
        self._states: dict[P, Any] = {game.initial(): single.begin()}
        self._after: dict[tuple[P, int], P] = {}
        self._numbered: tuple[A, ...] = tuple(self._entry.numbered(game))
        self.actions = cache(self._actions)

    def __contains__(self, position: P) -> bool:
        return position in self._states

    def _actions(self, position: P) -> dict[A, int]:
        """The legal actions of a reached position, in the documented order, with their numbers."""
        legal = self.single.legal(self._states[position])
        is_chance = self.actor(position) is Actor.CHANCE
        names = self.game.actions(position) if is_chance else [self._numbered[number] for number in legal]
        return dict(zip(names, legal, strict=True))

    def actor(self, position: P) -> Actor | None:
        """Who acts in a reached position."""
        number = self.single.actor(self._states[position])
        return ACTORS[number] if number >= 0 else None

    def play(self, position: P, number: int) -> P:
        """The position after a legal action."""
        if (position, number) not in self._after:
            state = self.single.play(self._states[position], number)
            following: P = self._entry.shown(self.game, state.tolist())
            self._states.setdefault(following, state)
            self._after[position, number] = following
        return self._after[position, number]


class _ByKernels(Generic[P, A]):
    """What stands before the class of a game."""

    _reached: _Reached[P, A]

    def actor(self, position: P) -> Actor | None:
        if position in self._reached:
            return self._reached.actor(position)
        return super().actor(position)  # type: ignore[misc, no-any-return]

    def actions(self, position: P) -> tuple[A, ...]:
        if position in self._reached:
            return tuple(self._reached.actions(position))
        return super().actions(position)  # type: ignore[misc, no-any-return]

    def play(self, position: P, action: A) -> P:
        number = self._reached.actions(position).get(action) if position in self._reached else None
        if number is None:
            return super().play(position, action)  # type: ignore[misc, no-any-return]
        return self._reached.play(position, number)
