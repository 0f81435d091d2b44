"""The probabilistic game: a board is solved exactly, position by position, on demand."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from qttt.fast import backend
from qttt.fast.batch import Playing
from qttt.fast.graph import Graph
from qttt.fast.probabilistic import answers as by_key
from qttt.fast.probabilistic import batch
from qttt.fast.probabilistic.exact import Exact
from qttt.oracle.entry import Entry, Report, Worth, by_observation
from qttt.oracle.perfect import Values
from qttt.oracle.probabilistic import translate
from qttt.oracle.probabilistic.translate import situation_of
from qttt.reference.game import Actor
from qttt.reference.probabilistic import SWITCHES, Action, Choice, MoveOutcome, Position, Probabilistic
from qttt.reference.probabilistic.board import GENERATORS, random_board


class ProbabilisticEntry(Entry[Probabilistic]):
    """See `Entry`. Values are those of Rule PROB-VALUE-1."""

    name, kind = "probabilistic", Probabilistic
    translate = translate
    measured = 9
    parameters: Mapping[str, str | int] = {
        **{"seed": 0, "number": 0, "generator": next(iter(GENERATORS))},
        **{name: values[0] for name, values in SWITCHES.items()},
    }

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

    def keys(self, answers: Any, positions: Sequence[Position]) -> Sequence[int]:
        return [by_key.key_of(*situation_of(position), position.named or 0) for position in positions]

    def positions(self, answers: Any, keys: Sequence[int]) -> list[Position]:
        states = ((key & by_key.CODE, key >> by_key.TURN_BIT & 1, key >> by_key.NAMED_BITS) for key in map(int, keys))
        return [*map(translate.shown, states)]

    def graph(self, game: Probabilistic, tablebase: Exact) -> Graph:
        return by_key.ProbabilisticGraph(game.board, game.end, translate.DIGIT[Actor(game.first)])

    def playing(self, game: Probabilistic) -> Mapping[str, Playing]:
        return by_observation(batch.OBSERVED, batch.setting_of(game.board, game.end, int(game.first == Actor.O)))

    def state(self, game: Probabilistic, position: Position) -> Sequence[int]:
        return translate.code_of(position.marks), int(position.turn is Actor.O), position.named or 0

    def result(self, number: int, following: Position) -> MoveOutcome:
        return tuple(MoveOutcome)[number]

    def chances(self, game: Probabilistic, state: Any) -> tuple[float, ...]:
        return tuple(float(chance) for chance in game.board[state[batch.NAMED] - 1] if chance > 0)

    def perft(self, game: Probabilistic, depth: int, start: Position, device: str = "auto") -> tuple[int, ...]:
        self.check_no_gpu(device)
        return by_key.perft(game.board, depth, self.keys(None, [start])[0], game.end)


ENTRY = ProbabilisticEntry()
