"""The probabilistic game: a board is solved exactly, position by position, on demand."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from qttt.fast import backend
from qttt.fast.answers import Ints
from qttt.fast.batch import Playing
from qttt.fast.graph import Graph
from qttt.fast.probabilistic import answers as by_key
from qttt.fast.probabilistic import rules
from qttt.fast.probabilistic.exact import Exact
from qttt.fast.probabilistic.positions import DIGITS, EMPTY, PLACE, O, X
from qttt.fast.probabilistic.rules import CODE, NAMED, TURN
from qttt.oracle.entry import Entry, Report, Worth, by_observation
from qttt.oracle.perfect import Values
from qttt.reference.game import Actor
from qttt.reference.probabilistic import SWITCHES, Action, Choice, MoveOutcome, Probabilistic
from qttt.reference.probabilistic.board import GENERATORS, random_board
from qttt.reference.probabilistic.position import Marks, Position


class ProbabilisticEntry(Entry[Probabilistic, Position, Action, Exact]):
    """See `Entry`. Values are those of Rule PROB-VALUE-1."""

    name, kind = "probabilistic", Probabilistic
    measured = 9
    bare: Mapping[str, str | int] = {"seed": 1}
    parameters: Mapping[str, str | int] = {
        **{"seed": 0, "number": 0, "generator": next(iter(GENERATORS))},
        **{name: values[0] for name, values in SWITCHES.items()},
    }

    def asked(self, options: Mapping[str, object]) -> dict[str, object]:
        replaced = self.bare if "board" in options else {}
        return {name: value for name, value in options.items() if replaced.get(name) != value}

    def worth(self, game: Probabilistic) -> Worth:
        return Worth(Fraction(1, 2), Fraction(1), Fraction(1))

    def make(self, **options: object) -> Probabilistic:
        """The game on a `board`, or on board `number` (default 0) of a `seed` of a `generator` (default abraham-2024).

        Raises `ValueError` unless exactly one of the two is given, and for an unknown value.
        """
        drawn = {name: options.pop(name) for name in ("seed", "number", "generator") if name in options}
        if "seed" in drawn:
            if "board" in options:
                raise ValueError("seed makes the board: leave out board")
            seed, number = drawn["seed"], drawn.get("number", 0)
            if type(seed) is not int or type(number) is not int:
                raise ValueError(f"seed and number must be integers: found {seed!r} and {number!r}")
            options["board"] = random_board(seed, number, str(drawn.get("generator", self.parameters["generator"])))
        elif drawn:
            raise ValueError(f"{next(iter(drawn))} says which board of a seed: give seed as well")
        elif options.keys() <= SWITCHES.keys():
            raise ValueError('probabilistic needs a board, such as qttt.game("probabilistic", seed=1) or board=[...]')
        return super().make(**options)

    def solve(self, game: Probabilistic, device: str, report: Report) -> Exact:
        backend.device(device)  # one board needs no device, but a missing one must be reported
        return Exact(game.board)

    def values(self, game: Probabilistic, tablebase: Exact) -> Values[Position, Action]:
        """See `Entry`. The answers are those of the reference's `LoopSolver`, found thousands of times as fast. Of the
        best squares those last that do not always pass, unless all do: such a square leads to a mark in the end, and
        loses nothing on the way. If all of them always pass, endless play is worth at least as much to the player as
        the position (lemma `passes`). Rule: PROB-BEST-1"""

        def moves(position: Position) -> dict[Action, Fraction]:
            return {Choice(square): value for square, value in tablebase.squares(*situation_of(position)).items()}

        def value(position: Position) -> Fraction:
            if position.named:
                return tablebase.squares(*situation_of(position))[position.named]
            return tablebase.value(*situation_of(position))

        def best(position: Position) -> tuple[Action, ...]:
            return tuple(map(Choice, tablebase.best(*situation_of(position))))

        def lasting(squares: Sequence[Action]) -> tuple[Action, ...]:
            moving = (each for each in squares if isinstance(each, Choice) and game.board[each.square - 1].neutral != 1)
            return tuple(moving) or tuple(squares)

        return Values(value, moves, best, lasting)

    def keys(self, answers: object, positions: Sequence[Position]) -> Sequence[int]:
        return [by_key.key_of(*situation_of(position), position.named or 0) for position in positions]

    def positions(self, answers: object, keys: Sequence[int]) -> list[Position]:
        states = ((key & by_key.CODE, key >> by_key.TURN_BIT & 1, key >> by_key.NAMED_BITS) for key in map(int, keys))
        return [*map(position_of_state, states)]

    def action(self, code: int) -> Action:
        return Choice(code)

    def numbered(self, game: Probabilistic) -> Sequence[Action]:
        return NUMBERED

    def shown(self, game: Probabilistic, state: Sequence[int]) -> Position:
        return position_of_state(state)

    def graph(self, game: Probabilistic, tablebase: Exact) -> Graph:
        return by_key.ProbabilisticGraph(game.board, game.end, DIGIT[Actor(game.first)])

    def playing(self, game: Probabilistic) -> Mapping[str, Playing]:
        return by_observation(rules.OBSERVED, rules.setting_of(game.board, game.end, int(game.first == Actor.O)))

    def state(self, game: Probabilistic, position: Position) -> Sequence[int]:
        return code_of(position.marks), int(position.turn is Actor.O), position.named or 0

    def result(self, number: int, following: Position) -> Action:
        return tuple(MoveOutcome)[number]

    def chances(self, game: Probabilistic, state: Sequence[int] | Ints) -> tuple[float, ...]:
        return tuple(float(chance) for chance in game.board[state[rules.NAMED] - 1] if chance > 0)

    def perft(self, game: Probabilistic, depth: int, start: Position, device: str = "auto") -> tuple[int, ...]:
        self.check_no_gpu(device)
        return by_key.perft(game.board, depth, self.keys(None, [start])[0], game.end)


DIGIT: Mapping[Actor | None, int] = {None: EMPTY, Actor.X: X, Actor.O: O}
MARK = {digit: mark for mark, digit in DIGIT.items()}
NUMBERED = tuple(map(Choice, range(1, 10)))
"""The squares by their numbers from 0."""


def code_of(marks: Marks) -> int:
    """The code of a board of marks.

    >>> code_of(Position.of("X.O ... ..., X to move").marks)
    19
    """
    return sum(DIGIT[mark] * int(place) for mark, place in zip(marks, PLACE, strict=True))


def marks_of(code: int) -> Marks:
    """The board of marks with a code.

    >>> str(Position(marks_of(19)))
    'X.O ... ..., X to move'
    """
    return tuple(MARK[digit] for digit in DIGITS[code].tolist())


def situation_of(position: Position) -> tuple[int, int]:
    """The code of a position, and the player who is to move or has named a square."""
    return code_of(position.marks), DIGIT[position.turn]


def position_of_state(state: Sequence[int]) -> Position:
    """The position of a state of `qttt.fast.probabilistic.rules`.

    >>> str(position_of_state([19, 1, 9]))
    'X.O ... ..., O named 9'
    """
    return Position(marks_of(state[CODE]), Actor.O if state[TURN] else Actor.X, state[NAMED] or None)


ENTRY = ProbabilisticEntry()
