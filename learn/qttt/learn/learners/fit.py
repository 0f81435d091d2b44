"""Nets fitted to targets by gradients: JAX and optax. Only this module needs the extra `learn`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from qttt.fast.learning import Net, pack_net
from qttt.learn.learners.agents import NetAgent
from qttt.learn.learners.learnt import Learner, LearntGame
from qttt.learn.measures.tree import Array, Tree
from qttt.oracle.extras import not_installed
from qttt.oracle.perfect import A, P
from qttt.reference.game import Game

try:
    import jax
    import jax.numpy as jnp
    import optax
except ImportError as error:
    raise ImportError(not_installed("qttt train", [str(error.name)], "learn")) from error

Loss = Callable[..., Any]
Layers = list[tuple[Any, Any]]

NEVER = -1e9
"""The logarithm of the probability of an action that is not legal."""
LONGEST_STEP = 1.0
"""The largest norm of a gradient."""


def shares(scores: Any, legal: Any, wanted: Any) -> Any:
    """For each row the cross-entropy of the actions' probabilities and the wanted shares. Rule: RL-LOSS-1"""
    logs = jax.nn.log_softmax(jnp.where(legal, scores, NEVER))
    return -jnp.sum(jnp.where(legal, wanted * logs, 0), axis=1)


def any_wanted(scores: Any, legal: Any, wanted: Any) -> Any:
    """For each row minus the logarithm of the probability that one of the wanted actions is made."""
    every = jnp.where(legal, scores, NEVER)
    return jax.nn.logsumexp(every, axis=1) - jax.nn.logsumexp(jnp.where(wanted > 0, every, NEVER), axis=1)


class Fit:
    """A fully connected net with so many inputs, numbers in its hidden layers, and outputs, the last of which is the
    value; fitted by Adam.

    `policy_loss` is `shares` or `any_wanted`; the squared error of the value counts `value_weight` times, the squares
    of all weights `decay` times. Equal seeds and batches give equal nets on one machine."""

    def __init__(
        self, sizes: tuple[int, ...], seed: int, policy_loss: Loss, *, value_weight: float = 1.0, decay: float = 0.0
    ) -> None:
        random = np.random.default_rng([seed, 0])
        self.layers: Layers = [
            (
                jnp.asarray(random.normal(size=pair) * np.sqrt(2 / pair[0]), jnp.float32),
                jnp.zeros(pair[1], jnp.float32),
            )
            for pair in pairwise(sizes)
        ]
        last, bias = self.layers[-1]
        self.layers[-1] = (last / 10, bias)
        adam = optax.chain(optax.clip_by_global_norm(LONGEST_STEP), optax.scale_by_adam())
        self._state = adam.init(self.layers)

        def loss(layers: Layers, seen: Any, legal: Any, wanted: Any, value: Any, weight: Any) -> Any:
            outputs = _outputs(layers, seen.astype(jnp.float32))
            error = (jnp.tanh(outputs[:, -1]) - value) ** 2
            fit = policy_loss(outputs[:, :-1], legal > 0, wanted) + value_weight * error
            squares = sum(jnp.sum(part**2) for pair in layers for part in pair)
            return jnp.sum(weight * fit) / jnp.sum(weight) + decay * squares

        def step(layers: Layers, state: Any, rate: Any, batch: Any) -> Any:
            found, slopes = jax.value_and_grad(loss)(layers, *batch)
            moves, state = adam.update(slopes, state)
            layers = jax.tree.map(lambda old, move: old - rate * move, layers, moves)
            return layers, state, found

        self._step = jax.jit(step)

    def step(self, rate: float, seen: Array, legal: Array, wanted: Array, value: Array, weight: Array) -> float:
        """One step downhill on a batch, and the loss before it. A row counts `weight` times."""
        batch = (seen, legal, *(each.astype(np.float32) for each in (wanted, value, weight)))
        self.layers, self._state, loss = self._step(self.layers, self._state, np.float32(rate), batch)
        return float(loss)

    def net(self) -> Net:
        """The net for `qttt.fast.learning`."""
        return pack_net([(np.asarray(weights), np.asarray(bias)) for weights, bias in self.layers])

    def arrays(self) -> dict[str, Array]:
        """All that the next step depends on."""
        leaves = jax.tree.leaves((self.layers, self._state))
        return {f"fit.{at}": np.asarray(leaf) for at, leaf in enumerate(leaves)}

    def restore(self, arrays: Mapping[str, Array]) -> None:
        """Go on from these arrays."""
        shape = jax.tree.structure((self.layers, self._state))
        leaves = [jnp.asarray(arrays[f"fit.{at}"]) for at in range(shape.num_leaves)]
        self.layers, self._state = jax.tree.unflatten(shape, leaves)


def _outputs(layers: Layers, inputs: Any) -> Any:
    found = inputs
    for weights, bias in layers[:-1]:
        found = jax.nn.relu(found @ weights + bias)
    weights, bias = layers[-1]
    return found @ weights + bias


class NetLearner(Learner):
    """A learner that fits a net, and plays the action that the net finds most likely."""

    kind = "net"

    def __init__(self, game: Game[P, A], seed: int, options: Any, policy_loss: Loss, value_weight: float = 1.0) -> None:
        super().__init__(seed, options, LearntGame(game, options.features))
        sizes = (self.learnt.inputs, *options.hidden, self.learnt.actions + 1)
        self.fit = Fit(sizes, seed, policy_loss, value_weight=value_weight, decay=options.decay)

    def net(self) -> Net:
        """The net that plays."""
        return self.fit.net()

    def rate(self, part: float) -> float:
        """The rate of a step, which falls to almost 0."""
        rate: float = self.options.rate * max(1 - part, 0.02)
        return rate

    def policy(self, tree: Tree) -> Array:
        return NetAgent(self.learnt, self.net()).policy(tree)

    def content(self) -> tuple[dict[str, object], dict[str, Array]]:
        sizes, weights = self.net()
        return {"features": self.learnt.features, "sizes": sizes.tolist()}, {"weights": weights}
