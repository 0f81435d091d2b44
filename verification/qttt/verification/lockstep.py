"""Games in batches and the reference side by side: random games, compared at every position.

A *view* is an observation of a game, and what the reference has to say about it. Planted errors change the functions
of a game's `Rules`, and run in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import pairwise
from multiprocessing import get_context
from os import cpu_count
from random import Random
from typing import Any, Protocol

import numpy as np

from qttt.fast.backend import Kernel, check_arguments
from qttt.fast.batch import CHANCE, SYSTEM, Games, O, Playing, Rules, Step, X, stepping
from qttt.learn import BatchEnv
from qttt.oracle import game as make_game
from qttt.oracle.registry import entry_of
from qttt.reference.game import Actor
from qttt.verification import Refuted
from qttt.verification.runner import share

GAMES = 2_000
MANY_GAMES = 100_000
CHUNK = 500
"""The games that are compared side by side."""
FEW = 20
"""The games of each case that are compared before all others, so that an error soon shows."""
ROUNDS = 2
"""The games that follow each other in one place."""
SEED = 2020
NUMBER = {Actor.X: X, Actor.O: O, Actor.CHANCE: CHANCE, Actor.SYSTEM: SYSTEM}

Turns = Mapping[int, tuple[Any, ...]]
"""The actions of the reference that each legal number stands for."""


class Batch(Protocol):
    """Games in a batch; `BatchEnv` is one."""

    @property
    def now(self) -> Step: ...

    @property
    def scale(self) -> Any: ...

    def step(self, actions: Any) -> Step: ...


Make = Callable[[Any, int, str], Batch]
"""Makes a batch: a game of the reference, how many of it, the observation."""


def batch_env(game: Any, count: int, observation: str) -> Batch:
    """The real thing."""
    return BatchEnv(game, count, observation=observation, chance="action", device="cpu")


def in_order(game: Any, position: Any, legal: Sequence[int]) -> Turns:
    """The n-th legal number is the n-th action of the reference. Raises `Refuted` if there are more of one of them."""
    actions = game.actions(position)
    if len(actions) != len(legal):
        raise Refuted(f"{len(legal)} legal numbers, {len(actions)} actions")
    return {number: (action,) for number, action in zip(legal, actions, strict=True)}


def equal(observed: Any, expected: Any) -> bool:
    """Whether two observations are equal."""
    return bool(np.array_equal(observed, expected))


@dataclass(frozen=True)
class View:
    """An observation; what it must be at a position of the reference that is reached by some actions; and how the two
    are compared."""

    observation: str
    seen: Callable[[Any, Any, Sequence[Any]], Any]
    same: Callable[[Any, Any], bool] = equal


@dataclass
class SameClasses:
    """Compares two names of each position: the names are equal for the same positions. It remembers all names."""

    others: dict[Any, Any] = field(default_factory=dict)
    back: dict[Any, Any] = field(default_factory=dict)

    def __call__(self, observed: Any, expected: Any) -> bool:
        name = int(observed[0])
        return bool(self.others.setdefault(name, expected) == expected and self.back.setdefault(expected, name) == name)


@dataclass(frozen=True)
class Case:
    """Games to compare: a name and options, the views, and the turns; views are made anew for each chunk."""

    name: str
    options: Mapping[str, Any]
    views: Callable[[], Sequence[View]]
    turns: Callable[[Any, Any, Sequence[int]], Turns] = in_order


def agree(cases: Sequence[Case], make: Make = batch_env, games: int = GAMES, part: tuple[int, int] = (0, 1)) -> str:
    """Compare `games` games, the cases in turn, or those of a part. Raises `Refuted` with the first game that shows a
    difference.

    This process plays the first chunks, and one process per core plays the others."""
    each = -(-games // len(cases))
    starts = [0, *range(min(FEW, each), each, CHUNK)]
    chunks = [(at, first, last) for first, last in pairwise([*starts, each]) for at, _ in enumerate(cases)]
    chunks = [chunks[number] for number in share(len(chunks), part)]
    here = 2 * len(cases)
    for at, first, last in chunks[:here]:
        follow(cases[at], make, first, last - first)
    if rest := chunks[here:]:
        with ProcessPoolExecutor(min(len(rest), cpu_count() or 1), get_context("spawn")) as pool:
            for done in [pool.submit(follow, cases[at], make, first, last - first) for at, first, last in rest]:
                done.result()
    observed = ", ".join(dict.fromkeys(view.observation for case in cases for view in case.views()))
    played = sum(last - first for _, first, last in chunks)
    return f"{played:,} games, {len(cases)} settings, seed {SEED}; {observed}"


def follow(case: Case, make: Make, first: int, count: int) -> None:
    """Compare `count` games of a case, at least. Raises `Refuted`."""
    game = make_game(case.name, **case.options)
    views = case.views()
    places = -(-count // ROUNDS)
    batches = [make(game, places, view.observation) for view in views]
    random = Random(f"{SEED}/{first}/{game!r}")
    positions, histories = [game.initial()] * places, [list[Any]() for _ in range(places)]
    left = [ROUNDS] * places
    while any(left):
        legal = batches[0].now.legal
        actions = legal.argmax(axis=1)
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
    case: Case, game: Any, views: Sequence[View], batches: Sequence[Batch], i: int, position: Any, history: list[Any]
) -> Turns:
    """The turns at a position, after comparing all that the batches show of it. Raises `Refuted`."""
    turns: Turns = {}
    acts = NUMBER[game.actor(position)]
    for view, batch in zip(views, batches, strict=True):
        now = batch.now
        if now.to_move[i] != acts:
            raise Refuted(f"{view.observation}: {now.to_move[i]} acts, expected {acts}")
        turns = case.turns(game, position, np.flatnonzero(now.legal[i]).tolist())
        if not np.array_equal(now.legal[i], batches[0].now.legal[i]):
            raise Refuted(f"{view.observation} and {views[0].observation} have other legal actions")
        expected = view.seen(game, position, history)
        if not view.same(now.observation[i], expected):
            raise Refuted(f"{view.observation} is {now.observation[i].tolist()}, expected {expected!r}")
    return turns


# Plain Python, and planted errors


class PlainPython:
    """A device that runs kernels as plain Python functions, on Python's own numbers."""

    name = "plain Python"
    xp = np
    vectors = False
    side_by_side = 1

    def __init__(self) -> None:
        self._settings: dict[int, tuple[Any, Any]] = {}

    def launch(self, kernel: Kernel, count: int, *arguments: Any) -> None:
        check_arguments(arguments, np.ndarray)
        carried = [self._carried(argument) for argument in arguments]
        for i in range(count):
            kernel.body(i, [0] * kernel.work, *carried)
        for given, used in zip(arguments, carried, strict=True):
            if isinstance(given, np.ndarray):
                given[...] = used

    def to_host(self, array: Any) -> Any:
        return array

    def peak_bytes(self) -> int:
        return 0

    def _carried(self, argument: Any) -> Any:
        if isinstance(argument, tuple):
            if id(argument) not in self._settings:
                self._settings[id(argument)] = argument, tuple(map(self._carried, argument))
            return self._settings[id(argument)][1]
        return argument.astype(object) if isinstance(argument, np.ndarray) else argument


class InPlainPython:
    """A batch in plain Python, chance by actions."""

    def __init__(self, playing: Playing, count: int) -> None:
        self._games = Games(PlainPython(), playing, count, drawn=False)
        self.scale = playing.rules.scale
        self._games.begin()

    @property
    def now(self) -> Step:
        return self._games.now

    def step(self, actions: Any) -> Step:
        return self._games.step(actions)


Change = Callable[[Rules], Rules]


@dataclass(frozen=True)
class Planted:
    """Makes batches with an error: other rules."""

    change: Change

    def __call__(self, game: Any, count: int, observation: str) -> Batch:
        playing = entry_of(game).playing(game)[observation]
        rules = self.change(playing.rules)
        return InPlainPython(playing._replace(rules=rules, kernel=stepping(rules)), count)


def without_change(rules: Rules) -> Rules:
    return rules


in_plain_python = Planted(without_change)
"""No error at all: the kernels' text as plain Python."""


def after_look(rules: Rules, change: Callable[[Any, Any, Any], None]) -> Rules:
    """The rules with a change, of the state, the legal actions and the observation, after each look."""

    def look(state: Any, work: Any, setting: Any, legal: Any, seen: Any) -> None:
        rules.look(state, work, setting, legal, seen)
        change(state, legal, seen)

    return replace(rules, look=look)


def o_begins_in(rules: Rules) -> Rules:
    """Everybody's turn is the other player's."""

    def actor(state: Any, setting: Any) -> int:
        acts = rules.actor(state, setting)
        return {X: O, O: X}.get(acts, acts)

    return replace(rules, actor=actor)


def planes_exchanged(rules: Rules, one: int, other: int) -> Rules:
    """Two planes of nine numbers are exchanged, if there are planes."""

    def change(state: Any, legal: Any, seen: Any) -> None:
        if len(seen) > 1:
            first, second = slice(9 * one, 9 * one + 9), slice(9 * other, 9 * other + 9)
            seen[first], seen[second] = seen[second].copy(), seen[first].copy()

    return after_look(rules, change)


def has_planes(rules: Rules) -> bool:
    return len(rules.shape) == 2


def has_key(rules: Rules) -> bool:
    return rules.shape == (1,)
