"""A game of the reference whose rules the kernels of the fast engine apply.

Positions, actions, texts and errors are those of the reference; only who acts, what is legal and what an action leads
to come from the kernels, which Python runs as they are. A question about one game thus loads neither a compiler nor
networkx, whose import takes longer than the answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Generic, cast

import numpy as np

from qttt.oracle.perfect import A, P
from qttt.oracle.registry import entry_of
from qttt.reference.game import Actor, Game

if TYPE_CHECKING:
    from fractions import Fraction

    from qttt.fast.answers import Ints
    from qttt.fast.batch import Single

ACTORS = (Actor.X, Actor.O, Actor.CHANCE, Actor.SYSTEM)
"""Who acts, by the numbers of `qttt.fast.batch`."""
MOST = 1 << 12
"""The most positions whose states are remembered."""


class Kernels(Generic[P, A]):
    """The rules of a game by its kernels alone, on positions and actions of the reference, whose rules are never asked.

    A position that play has just reached has the state that the kernels have left; any other one is translated. Raises
    `ValueError` for a game without kernels.
    """

    def __init__(self, game: Game[P, A]) -> None:
        self._game = cast(Any, game)
        self._entry, single = entry_of(game), single_of(self._game)
        if single is None:
            raise ValueError(f"{game!r} has no kernels")
        self.single = single
        self._states: dict[P, Ints] = {}
        self.numbers = lru_cache(MOST)(self._numbers)

    def state(self, position: P) -> Ints:
        """The state of a position, which must not be changed."""
        if position not in self._states:
            written = self._entry.state(self._game, position)
            state = np.zeros(self.single.rules.numbers + 1, np.int64)
            state[: len(written)] = written
            self._states[position] = state
        return self._states[position]

    def initial(self) -> P:
        return self._shown(self.single.begin())

    def actor(self, position: P) -> Actor | None:
        number = self.single.actor(self.state(position))
        return ACTORS[number] if number >= 0 else None

    def actions(self, position: P) -> tuple[A, ...]:
        """The legal actions, in the documented order."""
        return tuple(self.numbers(position))

    def play(self, position: P, action: A) -> P:
        """The position after a legal action. Raises `KeyError` for an illegal one."""
        return self._after(position, self.numbers(position)[action])

    def score(self, position: P) -> Fraction:
        """What an ended game is worth to X."""
        return self.single.score(self.state(position))

    def _numbers(self, position: P) -> Mapping[A, int]:
        """The legal actions with their numbers."""
        players: Any = self._entry.numbered(self._game)
        return {
            players[number]
            if number < len(players)
            else self._entry.result(number - len(players), self._after(position, number)): number
            for number in self.single.legal(self.state(position))
        }

    def _after(self, position: P, number: int) -> P:
        return self._shown(self.single.play(self.state(position), number))

    def _shown(self, state: Ints) -> P:
        """The position of a state, which is remembered."""
        position: P = self._entry.shown(self._game, state.tolist())
        if len(self._states) >= MOST:
            self._states.clear()
        self._states[position] = state
        return position


@lru_cache(1 << 8)
def single_of(game: Any) -> Single | None:
    """The kernels of a game, run by Python; None if it has none."""
    from qttt.fast.batch import Single

    playing = next(iter(entry_of(game).playing(game).values()), None)
    return Single(playing) if playing else None


def by_kernels(game: Game[P, A]) -> Game[P, A]:
    """The same game with its rules applied by kernels; the game itself if it has no kernels.

    Guaranteed: every method returns and raises what that of `game` does (claims `<game>-batches`). What is wrong with
    an illegal action is for the reference to say.
    """
    if single_of(cast(Any, game)) is None:
        return game
    same: Game[P, A] = object.__new__(_kind(type(game)))
    vars(same).update(vars(game), _kernels=Kernels(game))
    return same


@cache
def _kind(of: type[Any]) -> type[Any]:
    return type(of.__name__, (_ByKernels, of), {"__module__": of.__module__})


class _ByKernels(Generic[P, A]):
    """What stands before the class of a game."""

    _kernels: Kernels[P, A]

    def actor(self, position: P) -> Actor | None:
        return self._kernels.actor(position)

    def actions(self, position: P) -> tuple[A, ...]:
        return self._kernels.actions(position)

    def play(self, position: P, action: A) -> P:
        if action in self._kernels.numbers(position):
            return self._kernels.play(position, action)
        super().play(position, action)  # type: ignore[misc]  # raises the exception of the rule
        raise AssertionError(f"in '{position}' the kernels reject {action}, which the rules allow")
