"""The game that a learner learns, as kernels on batches of positions as keys; what every learner offers; and the values
that its settings may have."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import Field, field
from functools import cache, cached_property
from typing import Any, ClassVar, TypeVar

import numpy as np

from qttt.fast.backend import Cpu, Kernel
from qttt.fast.batch import LEAVE, LOOK, OVER, Games, Playing, Setting, Step
from qttt.fast.learning import Learning, Net, predictions, turn_kernel
from qttt.fast.search import search_kernel
from qttt.learn.measures.tree import Array, Tree
from qttt.oracle.perfect import A, P
from qttt.oracle.registry import entry_of
from qttt.reference.game import Game

PIECE = 1 << 15
"""How many positions are looked at side by side."""

_turning, _searching = cache(turn_kernel), cache(search_kernel)


class LearntGame:
    """A game with what a net sees of it, by the name of the features.

    Raises `ValueError` for a game that no learner plays, and for unknown features."""

    def __init__(self, game: Game[P, A], features: str) -> None:
        self.game, self.features = game, features
        learning = entry_of(game).learning(game)
        if learning is None:
            raise ValueError(f"{game!r}: no learner plays this game; expected goff")
        if features not in learning.rules:
            raise ValueError(f"features {features!r}: expected {' or '.join(learning.features)}")
        self.learning: Learning = learning
        self.rules = learning.rules[features]
        self.actions = self.rules.actions
        self.inputs = int(np.prod(self.rules.shape))

    def setting(self, canonical: bool) -> Setting:
        """The setting, with play from canonical position to canonical position or without."""
        return self.learning.setting(canonical)

    @cached_property
    def searcher(self) -> Kernel:
        """The kernel of `qttt.fast.search`."""
        return _searching(self.rules, self.learning.images)

    def seen(self, keys: Array) -> tuple[Array, Array, Array]:
        """What a net sees of positions, uint8 ``[position, input]``; the legal actions, uint8 ``[position, action]``;
        and who acts, int8 ``[position]``."""
        games = self.games(len(keys))
        games.states[:] = self.learning.state(keys)
        shown = games.step(np.full(len(keys), LOOK, np.int64))
        return shown.observation, shown.legal, shown.to_move

    def turn(self, keys: Array, by: Array, wanted: Array) -> tuple[Array, Array]:
        """The images of positions under these symmetries, int64 ``[position]``, and float32 ``[position, action]``
        numbers of their actions. Rule: RL-SYMMETRY-1"""
        states, count = self.learning.state(keys), len(keys)
        images, turned = np.zeros_like(states), np.empty((count, self.actions), np.float32)
        legal, seen = np.zeros((count, self.actions), np.uint8), np.zeros((count, self.inputs), np.uint8)
        kernel = _turning(self.rules, self.learning.images)
        Cpu().launch(kernel, count, states, by, wanted, self.setting(False), legal, seen, images, turned)
        return images[:, 0].copy(), turned

    def games(self, count: int, seed: int = 0, canonical: bool = False) -> Games:
        """`count` games side by side, which do not begin anew when they end."""
        return Games(Cpu(), Playing(self.rules, self.setting(canonical)), count, seed, restart=False)

    def predictions(self, net: Net, keys: Array) -> tuple[Array, Array]:
        """What a net says of positions: float32 ``[position, action]``, the probabilities of the actions; and
        ``[position]``, the value for the player who acts."""
        parts = []
        for start in range(0, len(keys), PIECE):
            seen, legal, _ = self.seen(keys[start : start + PIECE])
            parts.append(predictions(net, seen, legal))
        policies, values = zip(*parts, strict=True)
        return np.concatenate(policies), np.concatenate(values)


def at_random(games: Games, shown: Step, actions: Array) -> Step:
    """What games show after `actions` random actions, a number for each; a game that ends on the way stays there."""
    for n in range(int(actions.max(initial=0))):
        shown = games.step(np.where((actions > n) & (shown.to_move != OVER), games.sample(n), LEAVE))
    return shown


class Learner(ABC):
    """Learns a game. Its next step depends only on its options, its seed and its arrays."""

    name: ClassVar[str]
    kind: ClassVar[str]
    """The kind of its file."""
    finished = False
    """Whether it has learnt what it is to learn, so that the training ends."""

    def __init__(self, seed: int, options: Any, learnt: LearntGame) -> None:
        self.seed, self.steps, self.options, self.learnt = seed, 0, options, learnt

    @abstractmethod
    def step(self, part: float) -> str:
        """Learn for a second or so; `part` of the training, from 0 to 1, is over. What there is to report."""

    @abstractmethod
    def policy(self, tree: Tree) -> Array:
        """What it plays now, as a policy of `qttt.learn.measures`."""

    @abstractmethod
    def content(self) -> tuple[dict[str, object], dict[str, Array]]:
        """The architecture and the arrays of its file."""

    @abstractmethod
    def arrays(self) -> dict[str, Array]:
        """All that the next step depends on."""

    @abstractmethod
    def restore(self, arrays: Mapping[str, Array]) -> None:
        """Take over these arrays."""


T = TypeVar("T", int, float, tuple[int, ...])

RANGE, CHOICES = "range", "choices"


def within(default: T, least: float, most: float) -> T:
    """A field of a dataclass whose value, or each of whose values, is in a range."""
    found: T = field(default=default, metadata={RANGE: (least, most)})
    return found


def one_of(*choices: str) -> str:
    """A field of a dataclass that is one of these texts, by default the first."""
    found: str = field(default=choices[0], metadata={CHOICES: choices})
    return found


def expected_of_setting(of: Field[Any], value: object) -> str:
    """What a field of a dataclass may be, in words; "" if the value is one of these.

    >>> expected_of_setting(field(default=0.3, metadata={RANGE: (0, 1)}), float("nan"))
    'a number from 0 to 1'
    """
    choices: Sequence[str] = of.metadata.get(CHOICES, ())
    if choices:
        return "" if value in choices else " or ".join(choices)
    if RANGE not in of.metadata:
        return ""
    least, most = of.metadata[RANGE]
    values: Sequence[float] = value if isinstance(value, tuple) else (value,)
    if all(least <= each <= most for each in values):
        return ""
    what = {int: "an integer", float: "a number", tuple: "sizes"}[type(of.default)]
    return f"{what} from {least:,} to {most:,}"
