"""A game of the reference whose rules the kernels of the fast engine apply.

Positions, actions, texts and errors are those of the reference; only who acts, what is legal and what an action leads
to come from the kernels, which Python runs as they are. A question about one game thus loads neither a compiler nor
networkx, whose import takes longer than the answer.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from qttt.oracle.registry import entry_of
from qttt.reference.game import Actor, Game

if TYPE_CHECKING:
    from qttt.fast.batch import Single

ACTORS = (Actor.X, Actor.O, Actor.CHANCE, Actor.SYSTEM)
"""Who acts, by the numbers of `qttt.fast.batch`."""

P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)


def by_kernels(game: Game[P, A]) -> Game[P, A]:
    """The same game with its rules applied by kernels; the game itself if it has no kernels.

    Guaranteed: every method returns and raises what that of `game` does (claims `<game>-batches`). A position that the
    new game has not reached itself, and an illegal action, are left to the reference.
    """
    entry = entry_of(game)
    playing = next(iter(entry.playing(game).values()), None)
    if playing is None:
        return game
    from qttt.fast.batch import Single

    kind = _by_kernels(type(game))
    found: Game[P, A] = object.__new__(kind)
    vars(found).update(vars(game))
    vars(found)["_known"] = _Known(game, Single(playing), entry)
    return found


@cache
def _by_kernels(kind: type[Any]) -> type[Any]:
    return type(kind.__name__, (_ByKernels, kind), {"__module__": kind.__module__})


class _Known(Generic[P, A]):
    """The states of the positions that a game has reached, and the numbers of its actions."""

    def __init__(self, game: Any, single: Single, entry: Any) -> None:
        self.game, self.single, self._entry = game, single, entry
        self.states: dict[P, Any] = {game.initial(): single.begin()}
        self._legal: dict[P, dict[A, int]] = {}
        self._after: dict[tuple[P, int], P] = {}
        self._named: tuple[A, ...] = tuple(entry.numbered(game))

    def actions(self, position: P) -> dict[A, int]:
        """The legal actions of a position that has been reached, in the documented order, with their numbers."""
        if position not in self._legal:
            legal = self.single.legal(self.states[position])
            is_chance = self.actor(position) is Actor.CHANCE
            names = self.game.actions(position) if is_chance else [self._named[number] for number in legal]
            self._legal[position] = dict(zip(names, legal, strict=True))
        return self._legal[position]

    def actor(self, position: P) -> Actor | None:
        """Who acts in a position that has been reached."""
        number = self.single.actor(self.states[position])
        return ACTORS[number] if number >= 0 else None

    def play(self, position: P, number: int) -> P:
        """The position after a legal action."""
        if (position, number) not in self._after:
            state = self.single.play(self.states[position], number)
            reached: P = self._entry.shown(self.game, state.tolist())
            self.states.setdefault(reached, state)
            self._after[position, number] = reached
        return self._after[position, number]


class _ByKernels(Generic[P, A]):
    """What stands before the class of a game."""

    _known: _Known[P, A]

    def actor(self, position: P) -> Actor | None:
        if position in self._known.states:
            return self._known.actor(position)
        return super().actor(position)  # type: ignore[misc, no-any-return]

    def actions(self, position: P) -> tuple[A, ...]:
        if position in self._known.states:
            return tuple(self._known.actions(position))
        return super().actions(position)  # type: ignore[misc, no-any-return]

    def play(self, position: P, action: A) -> P:
        if position in self._known.states:
            number = self._known.actions(position).get(action)
            if number is not None:
                return self._known.play(position, number)
        return super().play(position, action)  # type: ignore[misc, no-any-return]
