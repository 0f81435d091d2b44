"""Many games of one kind side by side, in arrays: the kernel that plays, draws, restarts and looks.

A game states its `Rules` for one row of numbers, its *state*. Actions are numbers in the documented order, so the n-th
legal number is the n-th legal action of the reference; the results of chance follow the players' actions."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from types import ModuleType
from typing import NamedTuple, Protocol

import numpy as np

from qttt.fast.answers import Ints, zeros
from qttt.fast.backend import Array, Cpu, Device, Kernel, Work, in_python
from qttt.fast.jit import converted, inlined, jitable

LOW_62 = (1 << 62) - 1


@jitable
def random_bits(seed: int, game: int, ply: int) -> int:
    """62 bits that look random, a fixed function of three numbers (a finaliser after Steele, Lea and Flood, 2014)."""
    x = (seed * 0x1F83D9ABFB41BD6B + game * 0x1E3779B97F4A7C15 + ply * 0x14CF5AD432745937) & LOW_62
    x = ((x ^ (x >> 30)) * 0x3F58476D1CE4E5B9) & LOW_62
    x = ((x ^ (x >> 27)) * 0x14D049BB133111EB) & LOW_62
    return x ^ (x >> 31)


def split_mix(xp: ModuleType, z: Array) -> Array:
    """SplitMix64 (Steele, Lea and Flood, 2014) of states, an array of the module `xp` of uint64."""
    z = (z ^ z >> xp.uint64(30)) * xp.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ z >> xp.uint64(27)) * xp.uint64(0x94D049BB133111EB)
    return z ^ z >> xp.uint64(31)


GAMMA = 0x9E3779B97F4A7C15
"""The step from one state of SplitMix64 to the next."""


X, O, CHANCE, SYSTEM = range(4)
"""Who acts."""
OVER = -1
"""Nobody acts: the game is over."""

Setting = tuple[object, ...]
"""What the functions of a game's `Rules` take as the setting: a named tuple of arrays and ints."""
BEGIN, LEAVE, LOOK = -1, -2, -3
"""In place of an action: begin a game, leave a game and all that is shown of it as they are, and only look, at a state
that has been written."""


@dataclass(frozen=True, eq=False)
class Rules:
    """A game on its state, a row of `numbers` int64 numbers, for kernels with scratch memory of `work` numbers. Its
    `setting` is a named tuple of arrays and ints.

    - begin(state, setting): the start position, whatever the state was
    - play(state, work, action, setting): a legal action
    - actor(state, setting): X, O, CHANCE, SYSTEM or OVER
    - draw(state, setting, bits): the action that chance makes, from 62 random bits
    - score(state, setting): what the ended game is worth to X, divided by `scale`
    - look(state, work, setting, legal, seen): sets 1 in `legal` for each legal action, and writes the observation to
      `seen`, a row with a number for each entry of `shape`; both are all 0 before. `legal` has room for the results of
      chance only where chance acts by actions; what is set there for an ended game does not count

    The players' actions, and the System's, are 0 to `actions` - 1; `results` more are those of chance."""

    numbers: int
    work: int
    actions: int
    results: int
    shape: tuple[int, ...]
    dtype: type
    begin: Callable[..., None]
    play: Callable[..., None]
    actor: Callable[..., int]
    draw: Callable[..., int]
    score: Callable[..., int]
    look: Callable[..., None]
    scale: Fraction = Fraction(1)


@jitable
def never(state: Work, setting: Setting, bits: int) -> int:
    """What chance draws in a game without chance."""
    return 0


class Step(NamedTuple):
    """What a step shows of the games. Arrays of the device, which the next step overwrites: writable, contiguous and
    aligned, so that others take them by DLPack without a copy.

    - observation ``[game, ...]``
    - legal: uint8 ``[game, action]``, 1 for each legal action
    - to_move: int8 ``[game]``, X, O, CHANCE or SYSTEM; OVER in an ended game that does not restart, where nothing is
      legal
    - reward: int32 ``[game]``, what a game that this step has ended is worth to X, divided by `scale`; 0 for the others
    - ended: bool ``[game]``, whether this step has ended a game; the rest is of the one that has begun in its place"""

    observation: Array
    legal: Array
    to_move: Array
    reward: Array
    ended: Array


class Chance(NamedTuple):
    """Whether chance is `drawn` and ended games `restart`, the seed, and the number of the first game."""

    drawn: int
    restart: int
    seed: int
    first: int


@cache
def step_kernel(rules: Rules) -> Kernel:
    """The kernel that makes a step in a game."""
    begin, play, actor, draw, score, look = rules.begin, rules.play, rules.actor, rules.draw, rules.score, rules.look
    draws = rules.numbers

    @inlined
    def move(i: int, work: Work, state: Ints, action: int, setting: Setting, chance: Chance) -> int:
        """Apply an action, and let chance act if it is drawn; who acts then.

        Draws depend on the seed, on the number of the game, `first` + i, and on how many it has had."""
        if action == BEGIN:
            begin(state, setting)
        elif action != LOOK:
            play(state, work, action, setting)
        acts = actor(state, setting)
        while chance.drawn and acts == CHANCE:
            bits = random_bits(chance.seed, chance.first + i, int(state[draws]))
            play(state, work, draw(state, setting, bits), setting)
            state[draws] += 1
            acts = actor(state, setting)
        return acts

    @jitable
    def step(i: int, work: Work, states: Ints, actions: Ints, setting: Setting, chance: Chance, shown: Step) -> None:
        """Kernel: apply action i, let chance act if it is drawn, begin anew if the game is over and games `restart`,
        and look. The observation of `shown` is one row of numbers for each game."""
        if actions[i] == LEAVE:
            return
        state, legal, seen = states[i], shown.legal[i], shown.observation[i]
        acts = move(i, work, state, actions[i], setting, chance)
        shown.reward[i] = score(state, setting) if acts == OVER else 0
        shown.ended[i] = acts == OVER
        if acts == OVER and chance.restart:
            begin(state, setting)
            acts = actor(state, setting)
        shown.to_move[i] = acts
        for number in range(len(legal)):
            legal[number] = 0
        for number in range(len(seen)):
            seen[number] = 0
        look(state, work, setting, legal, seen)
        if acts == OVER:
            for number in range(len(legal)):
                legal[number] = 0

    return Kernel(step, max(rules.work, 1), chunk=1024)


@jitable
def check(i: int, work: Work, actions: Ints, legal: Ints, wrong: Ints) -> None:
    """Kernel: whether action i is illegal."""
    action = actions[i]
    wrong[i] = action < 0 or action >= legal.shape[1] or legal[i, action] == 0


@jitable
def choose(i: int, work: Work, legal: Ints, seed: int, first: int, turn: int, actions: Ints) -> None:
    """Kernel: one of the legal actions of game i, each as likely as the others to within 2**-24."""
    count = 0
    for action in range(legal.shape[1]):
        count += 1 if legal[i, action] else 0
    left = ((random_bits(seed, first + i, turn) & 0xFFFFFFFF) * count) >> 32
    for action in range(legal.shape[1]):
        if legal[i, action]:
            if left == 0:
                actions[i] = action
                return
            left -= 1


CHECK = Kernel(check, 1)
CHOOSE = Kernel(choose, 1)


class Playing(NamedTuple):
    """A game with its options for `Games`: its rules, and their setting with arrays of the host."""

    rules: Rules
    setting: Setting


class Single:
    """The rules of a game, run by Python: for a few steps, which take less time than to load the compiler.

    A state is an int64 array, which no method changes. Chance acts by actions."""

    def __init__(self, playing: Playing) -> None:
        self.rules = playing.rules
        self._setting = in_python(playing.setting)

    def begin(self) -> Ints:
        """The start position."""
        state = np.zeros(self.rules.numbers + 1, np.int64)
        self.rules.begin(in_python(state), self._setting)
        return state

    def actor(self, state: Ints) -> int:
        """X, O, CHANCE, SYSTEM or OVER."""
        return int(self.rules.actor(in_python(state), self._setting))

    def legal(self, state: Ints) -> list[int]:
        """The legal actions, ascending; none if the game is over."""
        if self.actor(state) == OVER:
            return []
        legal = np.zeros(self.rules.actions + self.rules.results, np.uint8)
        seen: Ints = np.zeros(int(np.prod(self.rules.shape)), self.rules.dtype)
        row, work, set_there, shown = in_python((state, self._work(), legal, seen))
        self.rules.look(row, work, self._setting, set_there, shown)
        return list(map(int, np.flatnonzero(legal)))

    def play(self, state: Ints, action: int) -> Ints:
        """The state after a legal action. Not guaranteed for an illegal one."""
        following = state.copy()
        row, work = in_python((following, self._work()))
        self.rules.play(row, work, action, self._setting)
        return following

    def score(self, state: Ints) -> Fraction:
        """What an ended game is worth to X."""
        return int(self.rules.score(in_python(state), self._setting)) * self.rules.scale

    def _work(self) -> Ints:
        return np.zeros(max(self.rules.work, 1), np.int64)


class Games:
    """`count` games side by side on a device, numbers `first` to `first + count - 1` of a seed.

    Chance is `drawn`, or acts by actions like everybody else. A game that has ended is followed by another one in its
    place, unless `restart` is False: it then stays as it is until it is begun anew."""

    def __init__(
        self,
        device: Device,
        playing: Playing,
        count: int,
        seed: int = 0,
        first: int = 0,
        *,
        drawn: bool = True,
        restart: bool = True,
    ) -> None:
        xp, rules = device.xp, playing.rules
        self.device, self.rules, self.drawn, self.seed, self.first = device, rules, drawn, seed, first
        self._kernel, self._count, self._restart = step_kernel(rules), count, restart
        self._setting = converted(playing.setting, xp.asarray)
        self.actions = rules.actions + (0 if drawn else rules.results)
        size = int(np.prod(rules.shape))
        self.states = xp.zeros((count, rules.numbers + 1), np.int64)
        self._seen = zeros(xp, (count, size), rules.dtype)
        self.now = Step(
            self._seen.reshape((count, *rules.shape)),
            zeros(xp, (count, self.actions), np.uint8),
            zeros(xp, (count,), np.int8),
            zeros(xp, (count,), np.int32),
            zeros(xp, (count,), np.bool_),
        )
        self._wrong = xp.zeros(count, np.bool_)

    def begin(self) -> Step:
        """All games at the start; draws go on where they were."""
        return self.step(self.device.xp.full(self._count, BEGIN, np.int64))

    def illegal(self, actions: Array) -> Array:
        """bool ``[game]``: which actions, an int64 array of the device, are not legal now."""
        self.device.launch(CHECK, self._count, actions, self.now.legal, self._wrong)
        return self._wrong

    def step(self, actions: Array) -> Step:
        """The games after legal actions, an int64 array of the device, in which `BEGIN`, `LEAVE` and `LOOK` may be.

        Not guaranteed for an illegal action."""
        self.device.launch(self._kernel, self._count, *self._arguments(actions))
        return self.now

    def sample(self, turn: int) -> Array:
        """int64 ``[game]``: a legal action for each game, drawn with a stream of its own and the number of a turn."""
        actions = self.device.xp.empty(self._count, np.int64)
        self.device.launch(CHOOSE, self._count, self.now.legal, ~self.seed, self.first, turn, actions)
        return actions

    def stepper(self, actions: Array) -> Callable[[], None]:
        """What `step` does with the actions that the array holds at each call, without its fixed costs. CPU only."""
        assert isinstance(self.device, Cpu)
        return self.device.launcher(self._kernel, self._count, *self._arguments(actions))

    def _arguments(self, actions: Array) -> tuple[object, ...]:
        chance = Chance(int(self.drawn), int(self._restart), self.seed, self.first)
        return self.states, actions, self._setting, chance, self.now._replace(observation=self._seen)


class System(Protocol):
    """How the System acts."""

    def actions(self, games: Games) -> Array:
        """int64 ``[game]`` of the device: the System's action where it acts, `LEAVE` for the other games. What is drawn
        is counted in the state."""

    def chooser(self, games: Games) -> Callable[[], int]:
        """A function that returns the same for a single game in which the System acts, without the fixed costs. CPU
        only."""

    def selector(self, keys: Ints) -> Callable[[], tuple[int, int]]:
        """A function that returns what the System selects in favour of X, and in favour of O, in the position of the
        only key that the array of the host holds at each call."""
