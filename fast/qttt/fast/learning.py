"""What a game states for learners: its rules on keys, its images, and what a net sees of a position."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from qttt.fast.answers import Ints
from qttt.fast.backend import Kernel, Work
from qttt.fast.batch import Rules, Setting
from qttt.fast.brief import brief
from qttt.fast.jit import jitable


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


def turning(rules: Rules, images: Images) -> Kernel:
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
