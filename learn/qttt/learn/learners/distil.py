"""A net distilled from exact values: it learns which actions are optimal, on positions drawn evenly from all plies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from qttt.fast.answers import ILLEGAL, spread_masks
from qttt.fast.batch import LOOK, OVER, O, X
from qttt.learn.learners.agents import NetAgent
from qttt.learn.learners.fit import NetLearner, any_wanted
from qttt.learn.learners.learnt import at_random, one_of, within
from qttt.learn.measures.own_play import OwnPlay, own_play
from qttt.learn.measures.tree import Array
from qttt.oracle import Oracle
from qttt.oracle.perfect import A, P

STORED = 6
"""The last ply whose positions are listed; those of later plies are drawn by random play from it."""
LAST = 8
"""The last ply that has a choice."""


@dataclass(frozen=True)
class Options:
    """How a net is distilled.

    - features: what the net sees; hidden: the sizes of its hidden layers
    - batches: of a step; batch: positions of each; rate: of the first steps, falling to almost 0
    - value_weight, decay: see `Fit`; balanced: positions come evenly from all plies, or evenly from all positions
    - deepest: the last ply that is learnt
    - aim: "optimal" to learn the optimal actions, or "value" to learn those that keep the value of the game
    - own: this share of a batch comes from the positions that the net's own play can reach or could reach before, half
      of it from those where it now gives away the value of the game; found anew every `look_again` steps, among at
      most `most` of a stage
    - until_perfect: the training ends as soon as the net gives away the value of the game nowhere in its own play, all
      of it; needs `own`"""

    features: str = "collapses"
    hidden: tuple[int, ...] = within((160, 160), 1, 10_000)
    batches: int = within(20, 1, 1_000_000)
    batch: int = within(2048, 1, 1_000_000)
    rate: float = within(2e-3, 0, 1)
    value_weight: float = within(0.25, 0, 1000)
    decay: float = within(0.0, 0, 1)
    balanced: bool = True
    deepest: int = within(LAST, 0, LAST)
    aim: str = one_of("optimal", "value")
    own: float = within(0.0, 0, 1)
    look_again: int = within(10, 1, 1_000_000)
    most: int = within(20_000, 1, 1_000_000_000)
    until_perfect: bool = False


class Distil(NetLearner):
    """See the module. A step is some batches, drawn with the seed and the number of the step only."""

    name = "distil"
    options: Options

    def __init__(self, oracle: Oracle[P, A], seed: int, options: Options | None = None) -> None:
        options = options or Options()
        if options.until_perfect and not options.own:
            raise ValueError("until_perfect needs positions of the net's own play: set own as well, such as own=0.97")
        super().__init__(oracle.game, seed, options, any_wanted, options.value_weight)
        answers = oracle.answers
        assert answers is not None
        assert hasattr(answers, "positions")
        self._oracle, self._answers = oracle, answers
        self._value = int(self._answers.values(np.zeros(1, np.int64))[0])
        self._own = self._errors = np.empty(0, np.int64)
        self._most = float(self.learnt.learning.most)
        self._plies = [answers.positions(ply) for ply in range(min(STORED, options.deepest) + 1)]

    def step(self, part: float) -> str:
        losses = []
        random = np.random.default_rng([self.seed, 1, self.steps])
        for _ in range(self.options.batches):
            keys = self._draw_batch(random)
            seen, legal, to_move = self.learnt.seen(keys)
            live = to_move != OVER
            best = self._actions_to_learn(keys, to_move)
            value = self._answers.values(keys) * float(self._answers.scale) / self._most
            value = np.where(to_move == O, -value, value)
            wanted = np.where(live[:, None], best, legal)
            losses.append(self.fit.step(self.rate(part), seen, legal, wanted, value, live))
        self.steps += 1
        if self.options.own and self.steps % self.options.look_again == 0:
            self._look_at_own_play()
        errors = f", {len(self._errors):,} errors in {len(self._own):,} positions of its own play"
        return f"loss {np.mean(losses):.4f}{errors if len(self._own) else ''}"

    def _actions_to_learn(self, keys: Array, to_move: Array) -> Array:
        """bool ``[position, action]``: the actions to learn."""
        best = spread_masks(self._answers.best(keys), self.learnt.actions)
        if self.options.aim == "optimal":
            return best
        after = self._answers.action_values(keys)
        of_x = (to_move != O)[:, None]
        keep = np.where(of_x, after >= self._value, after <= self._value) & (after != ILLEGAL)
        found: Array = np.where(keep.any(1, keepdims=True), keep, best)
        return found

    def _draw_batch(self, random: np.random.Generator) -> Array:
        """Positions of a batch."""
        own = round(self.options.batch * self.options.own) if len(self._own) else 0
        parts = [self.draw(random, self.options.batch - own)]
        if own:
            errors = own // 2 if len(self._errors) else 0
            parts += [random.choice(self._own, own - errors), random.choice(self._errors, errors)]
        return np.concatenate(parts)

    def _look_at_own_play(self) -> None:
        found = self._own_play(self.options.most)
        self._own = np.unique(np.concatenate([self._own, *(each.keys for each in found)]))
        self._errors = np.concatenate([each.keys[each.wrong] for each in found])
        if self.options.until_perfect and not len(self._errors):
            self.finished = not any(each.wrong.any() for each in self._own_play(None))

    def _own_play(self, most: int | None) -> list[OwnPlay]:
        """What the net can meet as X and as O before it gives away the value of the game."""
        actions = NetAgent(self.learnt, self.net()).actions
        random = np.random.default_rng([self.seed, 2, self.steps])
        return [
            own_play(self._oracle, actions, player, past_errors=False, most=most, random=random) for player in (X, O)
        ]

    def draw(self, random: np.random.Generator, count: int) -> Array:
        """Keys of positions: of settled ones of a ply, and of those after random actions from there."""
        last = len(self._plies) - 1
        if self.options.balanced:
            plies = random.integers(0, self.options.deepest + 1, count)
        else:
            sizes = np.array([len(keys) for keys in self._plies], float)
            plies = random.choice(len(sizes), count, p=sizes / sizes.sum())
        keys = np.empty(count, np.int64)
        for ply in range(last + 1):
            at = np.flatnonzero(np.minimum(plies, last) == ply)
            keys[at] = random.choice(self._plies[ply], len(at))
        # up to two actions on, and enough for the plies that are not listed
        return self.later(keys, random, 2 * np.maximum(plies - last, 0) + random.integers(0, 2, count))

    def later(self, keys: Array, random: np.random.Generator, actions: Array) -> Array:
        """The canonical positions after so many random actions each; a game that ends on the way stays there."""
        games = self.learnt.games(len(keys), int(random.integers(1 << 62)), canonical=True)
        games.states[:] = self.learnt.learning.state(keys)
        at_random(games, games.step(np.full(len(keys), LOOK, np.int64)), actions)
        later: Array = games.states[:, 0].copy()
        return later

    def arrays(self) -> dict[str, Array]:
        finished = np.array([self.finished])
        return {**self.fit.arrays(), "own": self._own, "errors": self._errors, "finished": finished}

    def restore(self, arrays: Mapping[str, Array]) -> None:
        self.fit.restore(arrays)
        self._own, self._errors = np.asarray(arrays["own"]), np.asarray(arrays["errors"])
        self.finished = bool(arrays["finished"][0])
