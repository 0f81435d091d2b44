"""AlphaZero: a net learns from the games that it plays against itself with a tree search.

The defaults have the errors of Tang, Zhang, Zhou and Li (2020) corrected; each correction can be turned back, and
`AS_PUBLISHED` turns back all. See `docs/learning.md`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from qttt.fast.learning import Net
from qttt.learn.learners import selfplay
from qttt.learn.learners.fit import NetLearner, shares
from qttt.learn.learners.learnt import within
from qttt.learn.learners.selfplay import Playing, Samples
from qttt.learn.measures.tree import Array
from qttt.oracle.perfect import A, P
from qttt.reference.game import Game


@dataclass(frozen=True)
class Options(Playing):
    """How AlphaZero learns, besides how it plays.

    - features: what the net sees; hidden: the sizes of its hidden layers
    - games: of a step, in which they are played to the end and the net then learns
    - replay: samples that are kept, the newest ones, or the oldest if not `newest` (RL-SAMPLE-2); replays: how often a
      sample is learnt from, on average; batch: samples at once; rate: of the first steps, falling to almost 0
    - search_share: how much the value that is learnt is that of the search, and not the result (RL-SAMPLE-1)
    - decay: c of RL-LOSS-1; gate_games: the net plays so many games against the last that passed, 0 for no gate, and
      passes with more than `gate` of the points (RL-GATE-1)"""

    features: str = "collapses"
    hidden: tuple[int, ...] = within((128, 128), 1, 10_000)
    games: int = within(512, 1, 100_000)
    replay: int = within(100_000, 1, 100_000_000)
    newest: bool = True
    replays: float = within(8.0, 0, 1000)
    batch: int = within(1024, 1, 1_000_000)
    rate: float = within(1e-3, 0, 1)
    search_share: float = within(0.5, 0, 1)
    decay: float = within(1e-6, 0, 1)
    gate_games: int = within(0, 0, 100_000)
    gate: float = within(0.55, 0, 1)


AS_PUBLISHED: dict[str, Any] = {
    "mean_backup": False,
    "noise_at_start": False,
    "sampled_from": 7,
    "sampled_to": 99,
    "newest": False,
    "greedy_as_one": True,
    "openings": 0,
    "search_share": 0.0,
    "canonical": False,
    "gate_games": 40,
}
"""The settings that turn the corrections back."""


class AlphaZero(NetLearner):
    """See the module. Raises `ValueError` for a game that no learner plays."""

    name = "alphazero"
    options: Options

    def __init__(self, game: Game[P, A], seed: int, options: Options | None = None) -> None:
        super().__init__(game, seed, options or Options(), shares)
        self._net = self.fit.net()
        self._replay = Samples(
            np.empty(0, np.int64), np.empty((0, self.learnt.actions), np.float16), np.empty(0), np.empty(0)
        )
        self._passed = 0

    def net(self) -> Net:
        """The last net that has passed the gate."""
        return self._net

    def step(self, part: float) -> str:
        """See `Learner`: games, and what is learnt from them."""
        options = self.options
        random = np.random.default_rng([self.seed, 1, self.steps])
        played = selfplay.games(self.learnt, self._net, options.games, options, random)
        kept = max(options.replay - len(played.keys), 0)
        old = self._replay.taken(slice(-kept, None) if options.newest else slice(kept)) if kept else None
        self._replay = Samples.join([old, played]) if old else played
        batches = max(1, round(options.replays * len(played.keys) / options.batch))
        losses = [self._learn(random, part) for _ in range(batches)]
        self.steps += 1
        said = f"{self.steps * options.games:,} games, loss {np.mean(losses):.4f}"
        return said + self._try_gate(random)

    def _learn(self, random: np.random.Generator, part: float) -> float:
        options = self.options
        sample = self._replay.taken(random.integers(0, len(self._replay.keys), options.batch))
        keys, wanted = sample.keys, sample.policies.astype(np.float32)
        if not options.canonical:
            by = random.integers(0, self.learnt.learning.images.count, len(keys))
            keys, wanted = self.learnt.turn(keys, by, wanted)
        seen, legal, _ = self.learnt.seen(keys)
        value = options.search_share * sample.values + (1 - options.search_share) * sample.results
        return self.fit.step(self.rate(part), seen, legal, wanted, value, np.ones(len(keys)))

    def _try_gate(self, random: np.random.Generator) -> str:
        new = self.fit.net()
        if not self.options.gate_games:
            self._net = new
            return ""
        won = selfplay.points(self.learnt, new, self._net, self.options.gate_games, self.options, random)
        if won > self.options.gate:
            self._net = new
            self._passed += 1
        return f", {self._passed} nets have passed"

    def arrays(self) -> dict[str, Array]:
        replay = {f"replay.{name}": part for name, part in self._replay._asdict().items()}
        passed = np.array([self._passed])
        return {**self.fit.arrays(), **replay, "net": self._net[1], "passed": passed}

    def restore(self, arrays: Mapping[str, Array]) -> None:
        self.fit.restore(arrays)
        self._replay = Samples(**{name: np.asarray(arrays[f"replay.{name}"]) for name in Samples._fields})
        self._net = (self._net[0], np.array(arrays["net"]))
        self._passed = int(arrays["passed"][0])
