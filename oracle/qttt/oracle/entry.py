"""An entry of the registry: what the oracle needs to know about a game. The reference supplies the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar, cast

from qttt.oracle.perfect import A, P, Values
from qttt.reference.game import LONGEST, Game
from qttt.reference.written import WrittenGame

if TYPE_CHECKING:
    import pyarrow as pa

    from qttt.fast.answers import Answers, Floats, Ints
    from qttt.fast.batch import Playing, Rules, System
    from qttt.fast.graph import Graph
    from qttt.fast.learning import Learning
    from qttt.fast.progress import Progress
    from qttt.reference.solver import Solver

G = TypeVar("G", bound=WrittenGame[Any, Any])
T = TypeVar("T")
"""What `Entry.solve` and `Entry.open` return."""

Report = Callable[["Progress"], None]


class NotSolvable(ValueError):
    """A game is too large to be solved from the requested position; the message says from where it can be solved."""


class Worth(NamedTuple):
    """What endings are worth to X: a draw, a win, and the most that any ending is worth."""

    draw: Fraction
    win: Fraction
    most: Fraction


class Entry(Generic[G, P, A, T]):
    """A game in the registry: how it is made, solved, stored and queried. Its types are those of the game, of its
    positions and actions, and of its tablebase.

    Only `name` and `kind`, the class of the game, are required: the reference then solves positions on request and
    counts sequences, and nothing is stored. A game with an engine provides `solve`, `open` and `values`, `answers` for
    batches, and `perft`.
    """

    name: str
    kind: type[G]

    stored = False
    """Whether tablebases of the game are stored."""

    has_chance = True
    """Whether chance or the System may act."""

    longest = LONGEST
    """The largest number of actions of a game, results included; `LONGEST` where play may go on for ever."""

    level = "ply"
    """What the parts of a tablebase are counted by."""

    shares_keys = False
    """Whether batches of games and answers have the same keys."""

    bare: Mapping[str, str | int] = {}
    """Values of options without a default: environments that are made by their name alone have these."""

    measured = 3
    """Agents are measured through so many moves unless another number is asked for."""

    def __repr__(self) -> str:
        return f"<entry of {self.name}>"

    @property
    def parameters(self) -> Mapping[str, str | int]:
        """What `make` takes as plain texts and numbers, with the defaults; an empty text where there is none."""
        return {option.name: option.default or "" for option in self.kind.options}

    def asked(self, options: Mapping[str, object]) -> dict[str, object]:
        """Options without those of `bare` that others replace, as a library adds them to what was asked for."""
        return {**options}

    def worth(self, game: G) -> Worth:
        """What endings of the game are worth."""
        return Worth(Fraction(0), Fraction(1), Fraction(1))

    def make(self, **options: object) -> G:
        """The game with these options. Raises `ValueError` for an unknown option or value."""
        return self.kind.of(**options)

    def stem(self, game: G) -> Path:
        """Where the tablebase of a game lies below the user's folder, without the suffix: one file per setting."""
        setting = game.setting
        chosen = [
            f"{option.written}-{setting[option.name]}".replace("/", "-")
            for option in self.kind.options
            if setting.get(option.name, option.default) != option.default
        ]
        return Path(self.kind.ruleset) / ("-".join(chosen) or "canonical")

    def solve(self, game: G, device: str, report: Report) -> T:
        """The tablebase of the game, with the value of every position; by default the reference's `Solver`. Raises
        `NotSolvable`."""
        from qttt.reference.solver import Solver

        return cast(T, Solver(game))

    def check_solvable(self, game: G, start: P) -> None:
        """Raise `NotSolvable` for a game that is too large to be solved from `start` on."""

    def open(self, game: G, path: Path) -> T:
        """The tablebase of the game in a file. Raises `StoreError`."""
        raise NotImplementedError

    def values(self, game: G, tablebase: T) -> Values[P, A]:
        """What positions are worth, by the answers of a tablebase of `solve` or `open`; by its `value` if it has
        none."""
        answers = self.answers(game, tablebase)
        return Values(cast("Solver[P, A]", tablebase).value) if answers is None else self.values_by(answers)

    def known(self, game: G) -> Values[P, A] | None:
        """The answers of what ships with the package; they raise `qttt.fast.known.NotKnown` where a solved game has to
        answer. None if nothing ships of the game. Raises `qttt.fast.known.Damaged`."""
        return None

    def value_of_q(self, game: G, position: P) -> Any:
        """The value of a position as a function of the System's q. Raises `ValueError` in a game without q, and for
        switches for which it is not known."""
        raise ValueError(f"{self.name} has no q: its values are not functions of one")

    def values_by(self, answers: Answers) -> Values[P, A]:
        """What positions are worth by answers about batches."""

        def value(position: P) -> Fraction:
            return int(answers.values(self.keys(answers, [position]))[0]) * answers.scale

        def moves(position: P) -> dict[A, Fraction]:
            from qttt.fast.answers import values_of

            row = answers.action_values(self.keys(answers, [position]))[0]
            return {self.action(code): each for code, each in values_of(row, answers.actions, answers.scale).items()}

        return Values(value, moves)

    def answers(self, game: G, tablebase: T) -> Answers | None:
        """Answers about batches of keys; None if the game does not offer them."""
        return None

    def keys(self, answers: object, positions: Sequence[P]) -> Sequence[int]:
        """The keys of positions, as `answers` takes them."""
        raise NotImplementedError

    def positions(self, answers: object, keys: Sequence[int]) -> list[P]:
        """Positions with these keys, which `answers` has returned."""
        raise NotImplementedError

    def texts(self, answers: Answers, keys: Ints) -> pa.Array | list[str]:
        """The positions with these keys, all of one part, in notation; as an array of Arrow where that is faster."""
        return [*map(str, self.positions(answers, keys.tolist()))]

    def parts(self, answers: Answers) -> Iterator[tuple[int, str, Ints]]:
        """The keys of all positions of the tablebase, one per symmetry class, in parts: its ply, the
        player whose turn it is, and the keys, int64. Positions without a move of a player may be among them."""
        assert hasattr(answers, "positions")
        for ply in count():
            try:
                keys = answers.positions(ply)
            except ValueError:
                return
            yield ply, "XO"[ply % 2], keys

    def action(self, code: int) -> A:
        """The action with a code of `answers.actions`."""
        raise NotImplementedError

    def playing(self, game: G) -> Mapping[str, Playing]:
        """The game for `qttt.fast.batch.Games`, by observation; empty if the game has no kernels."""
        return {}

    def numbered(self, game: G) -> Sequence[A]:
        """The players' and the System's actions by their numbers in `playing`: every action but the results of
        chance."""
        raise NotImplementedError

    def shown(self, game: G, state: Sequence[int]) -> P:
        """The position of a state of `playing`, over or not."""
        raise NotImplementedError

    def state(self, game: G, position: P) -> Sequence[int]:
        """The reverse: a state of `playing` with a position, without what only observations need; what is left out at
        its end is 0."""
        raise NotImplementedError

    def result(self, number: int, following: P) -> A:
        """The action of chance with a number of `playing`, after those of `numbered`, that leads to a position."""
        raise NotImplementedError

    def chances(self, game: G, state: Ints) -> tuple[float, ...]:
        """Where chance acts in a state of `playing`, a row of an array: the probability of each possible result, in the
        documented order, each within one rounding of the exact one."""
        position = self.shown(game, state.tolist())
        return tuple(map(float, game.chance(position).values()))

    def system(self, game: G, tablebase: T) -> System:
        """How the System acts in `Games`, in a game that has a System."""
        raise NotImplementedError

    def graph(self, game: G, tablebase: T) -> Graph | None:
        """The positions of the game as a graph of keys; None if the game has none.

        `keys`, `positions` and `action` translate for the answers of the graph. Raises `NotSolvable`, and `ValueError`
        for a game beyond double precision."""
        return None

    def learning(self, game: G) -> Learning | None:
        """The game for learners; None if no learner of `qttt.learn` plays it."""
        return None

    def evaluation(self, game: G) -> Callable[[P], Fraction]:
        """What expecti-minimax takes a position to be worth where its search stops: the score of a game that has ended,
        and that of a draw elsewhere."""
        from qttt.reference.agents import ends_alone

        return ends_alone(game, self.worth(game).draw)

    def estimates(self, graph: Graph, keys: Ints) -> Floats | None:
        """The same for the keys of a graph, float64 ``[position]``; None if it is that of the ends alone."""
        return None

    def perft(self, game: G, depth: int, start: P, device: str = "auto") -> tuple[int, ...]:
        """The counts of `qttt.reference.perft.perft`, by the fast engine if it counts.

        Raises `ValueError` unless 1 <= depth <= 9 and for a position that no game reaches (not guaranteed), and
        `DeviceError` for a device that cannot be used.
        """
        from qttt.reference.perft import perft

        self.check_no_gpu(device)
        return perft(game, depth, start)

    def divide(self, game: G, depth: int, start: P, device: str = "auto") -> dict[A, tuple[int, ...]]:
        """The counts of `perft` by the first action. Raises as `perft`."""
        from qttt.reference.perft import divide

        @cache
        def counted(depth: int, position: P) -> tuple[int, ...]:
            return self.perft(game, depth, position, device)

        return divide(game, depth, start, lambda _, depth, position: counted(depth, canonical(game, position)))

    def check_no_gpu(self, device: str) -> None:
        """Raise `DeviceError` if sequences are to be counted on a GPU, for a game that does not use one."""
        if device == "gpu":
            from qttt.fast.backend import DeviceError

            raise DeviceError(f"perft of {self.name} does not use a GPU; leave out --device gpu")


def by_observation(observed: Mapping[str, Rules], setting: tuple[Any, ...]) -> dict[str, Playing]:
    """The rules of a setting for `Entry.playing`, from those of all its observations."""
    from qttt.fast.batch import Playing

    return {name: Playing(rules, setting) for name, rules in observed.items()}


class HasSetting(Protocol):
    """A tablebase that says of which setting it is."""

    @property
    def setting(self) -> object: ...


def check_setting(tablebase: HasSetting, setting: object) -> None:
    """Raise `ValueError` unless a tablebase is that of a setting."""
    if tablebase.setting != setting:
        raise ValueError(f"the tablebase is for {tablebase.setting}, not for {setting}")


def canonical(game: Game[P, A], position: P) -> P:
    """The position that stands for all those equivalent by symmetry: the one whose text is smallest."""
    return min((game.turned(position, symmetry) for symmetry in game.symmetries), key=str)
