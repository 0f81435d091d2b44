"""Games in batches and the reference side by side: random games, compared at every position.

A *view* is an observation of a game, and what the reference has to say about it. A game's folder has its views.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np

from qttt.fast.batch import CHANCE, SYSTEM, O, X
from qttt.learn import BatchEnv
from qttt.oracle.perfect import A, P
from qttt.oracle.registry import entry_of
from qttt.oracle.registry import game as make_game
from qttt.reference.game import Actor, Game
from qttt.verification import Refuted

GAMES = 100_000
CHUNK = 500
"""The games that are compared side by side."""
ROUNDS = 2
"""The games that follow each other in one place."""
SEED = 2020
NUMBER = {Actor.X: X, Actor.O: O, Actor.CHANCE: CHANCE, Actor.SYSTEM: SYSTEM}

Turns = Mapping[int, tuple[object, ...]]
"""The actions of the reference that each legal number stands for."""


def in_order(game: Any, position: object, legal: Sequence[int]) -> Turns:
    """The n-th legal number is the n-th action of the reference. Raises `Refuted` if there are more of one of them."""
    actions = game.actions(position)
    if len(actions) != len(legal):
        raise Refuted(f"{len(legal)} legal numbers, {len(actions)} actions")
    return {number: (action,) for number, action in zip(legal, actions, strict=True)}


def equal(observed: Any, expected: Any) -> bool:
    return bool(np.array_equal(observed, expected))


@dataclass(frozen=True)
class View:
    """An observation; what it must be at a position of the reference that is reached by some actions; and how the two
    are compared."""

    observation: str
    seen: Callable[[Any, Any, Sequence[Any]], object]
    same: Callable[[object, object], bool] = equal


@dataclass
class SameClasses:
    """Compares two names of each position: the names are equal for the same positions. It remembers all names."""

    others: dict[object, object] = field(default_factory=dict)
    back: dict[object, object] = field(default_factory=dict)

    def __call__(self, observed: Any, expected: object) -> bool:
        name = int(observed[0])
        return bool(self.others.setdefault(name, expected) == expected and self.back.setdefault(expected, name) == name)


def key(game: Game[P, A], position: P, history: Sequence[object]) -> object:
    """The key of a position, by the registry."""
    return entry_of(game).keys(None, [position])


@dataclass(frozen=True)
class Case:
    """Games to compare: a name and options, the views, and the turns; views are made anew for each chunk."""

    name: str
    options: Mapping[str, object]
    views: Callable[[], Sequence[View]]
    turns: Callable[[Any, Any, Sequence[int]], Turns] = in_order


def batches_agree(cases: Sequence[Case], games: int = GAMES, settings: int | None = None) -> str:
    """Compare `games` games, at least one of each case, or of the first `settings` cases. Raises `Refuted` with the
    first game that differs."""
    cases = cases[:settings]
    each = -(-games // len(cases))
    for first in range(0, each, CHUNK):
        for case in cases:
            follow(case, first, min(CHUNK, each - first))
    observed = ", ".join(dict.fromkeys(view.observation for case in cases for view in case.views()))
    return f"{each * len(cases):,} games, {len(cases)} settings, seed {SEED}; {observed}"


def follow(case: Case, first: int, count: int) -> None:
    """Compare `count` games of a case, at least. Raises `Refuted`."""
    game = make_game(case.name, **case.options)
    views = case.views()
    places = -(-count // ROUNDS)
    batches = [BatchEnv(game, places, observation=v.observation, chance="action", device="cpu") for v in views]
    random = Random(f"{SEED}/{first}/{game!r}")
    positions, histories = [game.initial()] * places, [list[object]() for _ in range(places)]
    left = [ROUNDS] * places
    while any(left):
        actions = batches[0].now.legal.argmax(axis=1)
        for i in (i for i in range(places) if left[i]):
            try:
                turns = compare(case, game, views, batches, i, positions[i], histories[i])
            except Refuted as refuted:
                text = game.write(histories[i])
                raise Refuted(f"{game!r}, after '{text}' ({positions[i]}): {refuted}") from None
            actions[i] = random.choice([*turns])
            for action in turns[int(actions[i])]:
                positions[i] = game.play(positions[i], action)
                histories[i].append(action)
        for view, batch in zip(views, batches, strict=True):
            now = batch.step(actions)
            for i in (i for i in range(places) if left[i]):
                ended = game.actor(positions[i]) is None
                due = game.score(positions[i]).value if ended else 0
                said = bool(now.ended[i]), int(now.reward[i]) * batch.scale
                if said != (ended, due):
                    text = game.write(histories[i])
                    raise Refuted(
                        f"{game!r}, {view.observation}, after '{text}' ({positions[i]}): ended and reward are {said}, "
                        f"expected {(ended, due)}"
                    )
        for i in range(places):
            if left[i] and game.actor(positions[i]) is None:
                positions[i], histories[i], left[i] = game.initial(), [], left[i] - 1


def compare(
    case: Case,
    game: Any,
    views: Sequence[View],
    batches: Sequence[BatchEnv],
    i: int,
    position: object,
    history: list[object],
) -> Turns:
    """The turns at a position, after comparing all that the batches show of it. Raises `Refuted`."""
    turns: Turns = {}
    acts = NUMBER[game.actor(position)]
    for view, batch in zip(views, batches, strict=True):
        now = batch.now
        if now.to_move[i] != acts:
            raise Refuted(f"{view.observation}: {now.to_move[i]} acts, expected {acts}")
        turns = case.turns(game, position, np.flatnonzero(now.legal[i]).tolist())
        if now.legal[i].max() > 1:
            raise Refuted(f"{view.observation}: a legal action has the number {now.legal[i].max()}, expected 1")
        if not np.array_equal(now.legal[i], batches[0].now.legal[i]):
            raise Refuted(f"{view.observation} and {views[0].observation} have other legal actions")
        expected = view.seen(game, position, history)
        if not view.same(now.observation[i], expected):
            raise Refuted(f"{view.observation} is {now.observation[i].tolist()}, expected {expected!r}")
    return turns


# Chance


def drawn(draw: Callable[[int], int], ends: Iterable[int], bits: int) -> dict[int, Fraction]:
    """The probability of each number that a kernel draws, if all numbers of `bits` bits are equally likely, and what
    it draws changes only at some of the `ends`. Raises `Refuted` if it draws different numbers between two of them."""
    shares = dict[int, Fraction]()
    for low, high in pairwise(ends):
        found = {draw(at | upper << bits) for at in (low, high - 1) for upper in (0, 3) if low < high}
        if len(found) > 1:
            raise Refuted(f"from {low} to {high - 1}, {sorted(found)} are drawn")
        for number in found:
            shares[number] = shares.get(number, Fraction(0)) + Fraction(high - low, 1 << bits)
    return shares
