"""A game of the reference whose rules the kernels of the fast engine apply.

Positions, actions, texts and errors are those of the reference; only who acts, what is legal and what an action leads
to come from the kernels, which Python runs as they are. A question about one game thus loads neither a compiler nor
networkx, whose import takes longer than the answer.
"""

from __future__ import annotations

from collections.abc import Callable
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

    same: Any = object.__new__(_kind(type(game)))
    vars(same).update(vars(game), _reference=game, _single=Single(playing), _following={})
    same._states = {game.initial(): same._single.begin()}
    same._numbers = cache(same._numbered)
    return same  # type: ignore[no-any-return]


@cache
def _kind(of: type[Any]) -> type[Any]:
    return type(of.__name__, (_ByKernels, of), {"__module__": of.__module__})


class _ByKernels(Generic[P, A]):
    """What stands before the class of a game: it has the states of the positions that the game has reached, and the
    position after each action that was made."""

    _reference: Any
    _single: Single
    _states: dict[P, Any]
    _following: dict[tuple[P, A], P]
    _numbers: Callable[[P], dict[A, int]]

    def actor(self, position: P) -> Actor | None:
        if position not in self._states:
            return super().actor(position)  # type: ignore[misc, no-any-return]
        number = self._single.actor(self._states[position])
        return ACTORS[number] if number >= 0 else None

    def actions(self, position: P) -> tuple[A, ...]:
        if position not in self._states:
            return super().actions(position)  # type: ignore[misc, no-any-return]
        return tuple(self._numbers(position))

    def play(self, position: P, action: A) -> P:
        if position not in self._states or action not in self._numbers(position):
            return super().play(position, action)  # type: ignore[misc, no-any-return]
        if (position, action) not in self._following:
            state = self._single.play(self._states[position], self._numbers(position)[action])
            following: P = entry_of(self._reference).shown(self._reference, state.tolist())
            self._states.setdefault(following, state)
            self._following[position, action] = following
        return self._following[position, action]

    def _numbered(self, position: P) -> dict[A, int]:
        """The legal actions of a reached position, in the documented order, with their numbers."""
        legal, entry = self._single.legal(self._states[position]), entry_of(self._reference)
        if self.actor(position) is Actor.CHANCE:
            return dict(zip(self._reference.actions(position), legal, strict=True))
        named = entry.numbered(self._reference)
        return {named[number]: number for number in legal}
