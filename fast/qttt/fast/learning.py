"""What learners need: what a game states for them, its rules on keys, its images, and what a net sees of a position;
and small fully connected nets of float32 numbers, one row of inputs at a time.

A net is a pair of arrays: int64 `sizes`, the number of inputs, of each hidden layer and of the outputs, and float32
`weights`, layer by layer the matrix ``[input, output]`` and the biases ``[output]``. Hidden layers are rectified. The
outputs are a number for each action, from which the probabilities of the legal ones follow, and one for the value. An
input or a hidden number of 0 costs nothing, so a net is fastest on inputs that are mostly 0."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, tanh

import numpy as np

from qttt.fast.answers import Floats, Ints
from qttt.fast.backend import Cpu, Kernel, Work
from qttt.fast.batch import Rules, Setting
from qttt.fast.brief import brief
from qttt.fast.jit import jitable

Array = Ints
Net = tuple[Ints, Floats]

LARGE = np.float32(1e30)


@jitable
def forward(seen: Ints, net: Net, hidden: Floats) -> int:
    """Write the outputs for a row of inputs to `hidden`, a row of twice the largest size; where they begin."""
    sizes, weights = net
    half = len(hidden) // 2
    layers = len(sizes) - 1
    at = 0
    source = 0
    target = 0
    for layer in range(layers):
        inputs = sizes[layer]
        outputs = sizes[layer + 1]
        target = half - source
        bias = at + inputs * outputs
        out = hidden[target : target + outputs]
        for j in range(outputs):
            out[j] = weights[bias + j]
        for k in range(inputs):
            x = np.float32(seen[k]) if layer == 0 else hidden[source + k]
            if x > 0:
                row = weights[at + k * outputs : at + (k + 1) * outputs]
                for j in range(outputs):
                    out[j] += x * row[j]
        if layer < layers - 1:
            for j in range(outputs):
                out[j] = max(out[j], np.float32(0))
        at = bias + outputs
        source = target
    return target


@jitable
def normalise(hidden: Floats, at: int, legal: Ints, actions: int) -> None:
    """Turn the outputs from `at` on into probabilities of the legal actions, and those of all others into 0. Rule:
    RL-NET-1"""
    largest = -LARGE
    for a in range(actions):
        if legal[a] and hidden[at + a] > largest:
            largest = hidden[at + a]
    total = np.float32(0)
    for a in range(actions):
        hidden[at + a] = np.float32(exp(hidden[at + a] - largest)) if legal[a] else np.float32(0)
        total += hidden[at + a]
    if total > 0:
        for a in range(actions):
            hidden[at + a] /= total


@jitable
def predict(
    i: int, work: Work, seen: Ints, legal: Ints, net: Net, hidden: Floats, policy: Floats, value: Floats
) -> None:
    """Kernel: the probabilities of the actions for row i, and the value for the player who acts, from -1 to 1."""
    at = forward(seen[i], net, hidden[i])
    actions = legal.shape[1]
    normalise(hidden[i], at, legal[i], actions)
    for a in range(actions):
        policy[i, a] = hidden[i, at + a]
    value[i] = tanh(hidden[i, at + actions])


PREDICT = Kernel(predict, 1, chunk=512)


def pack_net(matrices: Sequence[tuple[Array, Array]]) -> tuple[Array, Array]:
    """The net with these matrices ``[input, output]`` and biases ``[output]``."""
    sizes = [len(matrices[0][0]), *(len(bias) for _, bias in matrices)]
    weights = [part.ravel() for pair in matrices for part in pair]
    return np.array(sizes, np.int64), np.concatenate(weights).astype(np.float32)


def width(net: Net) -> int:
    """The size of a row of `hidden`."""
    return 2 * int(net[0].max())


def predictions(net: Net, seen: Ints, legal: Ints) -> tuple[Array, Array]:
    """float32 ``[row, action]`` and ``[row]``: see `predict`. `seen` is ``[row, input]``, `legal` ``[row, action]``."""
    rows, actions = legal.shape
    policy, value = np.empty((rows, actions), np.float32), np.empty(rows, np.float32)
    Cpu().launch(PREDICT, rows, seen, legal, net, np.empty((rows, width(net)), np.float32), policy, value)
    return policy, value


@dataclass(frozen=True, eq=False)
class Images:
    """The images of a state under the symmetries 0 to `count` - 1 of a game, the first of which changes nothing.

    - turn(state, g, image): write the image of a state
    - action(state, g, a): the action of the image that stands for action a of the state"""

    count: int
    turn: Callable[..., None]
    action: Callable[..., int]


@dataclass(frozen=True, eq=False)
class Learning:
    """A game for learners.

    - rules: by the name of the features that a net sees, on states whose first number is the key of the position
    - setting(canonical): as in `Playing`, with play from canonical position to canonical position or without
    - state(keys): int64 ``[position, number]``, the states of positions
    - canonical(keys): int64 ``[position]``, ``[position]``: the canonical keys, and the symmetries that lead to them
    - action(key, g, a): the action of the image under symmetry g that stands for action a of a position
    - most: the largest score of a game, in units of the rules"""

    rules: Mapping[str, Rules]
    images: Images
    setting: Callable[[bool], Setting]
    state: Callable[[Ints], Ints]
    canonical: Callable[[Ints], tuple[Ints, Ints]]
    action: Callable[[int, int, int], int]
    most: int

    __repr__ = brief

    @property
    def features(self) -> Sequence[str]:
        """The names of features."""
        return tuple(self.rules)


def turn_kernel(rules: Rules, images: Images) -> Kernel:
    """The kernel that turns a state i by a symmetry, and a number of each of its legal actions with it."""
    turn, turned_action, actions, look = images.turn, images.action, rules.actions, rules.look

    @jitable
    def turn_sample(
        i: int,
        work: Work,
        states: Ints,
        by: Ints,
        wanted: Ints,
        setting: Setting,
        legal: Ints,
        seen: Ints,
        images: Ints,
        turned: Ints,
    ) -> None:
        turn(states[i], by[i], images[i])
        look(states[i], work, setting, legal[i], seen[i])
        for a in range(actions):
            turned[i, a] = 0
        for a in range(actions):
            if legal[i, a]:
                turned[i, turned_action(states[i], by[i], a)] = wanted[i, a]

    return Kernel(turn_sample, max(rules.work, 1))
