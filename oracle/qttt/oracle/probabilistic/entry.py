"""The probabilistic game: a board is solved exactly, position by position, on demand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from qttt.oracle.entry import Entry, Report, Worth
from qttt.oracle.perfect import PerfectPlay
from qttt.reference.game import Actor
from qttt.reference.probabilistic import Action, Choice, Position, Probabilistic
from qttt.reference.probabilistic.board import Board, random_board

if TYPE_CHECKING:
    from qttt.fast.batch import Playing
    from qttt.fast.graph import Graph
    from qttt.fast.probabilistic.exact import Exact


class ProbabilisticEntry(Entry[Probabilistic]):
    """See `Entry`. Values are those of Rule PROB-VALUE-1."""

    name, kind = "probabilistic", Probabilistic
    measured = 9
    parameters: Mapping[str, str | int] = {"seed": 0, "number": 0}

    def worth(self, game: Probabilistic) -> Worth:
        return Worth(Fraction(1, 2), Fraction(1), Fraction(1))

    def make(self, **options: object) -> Probabilistic:
        """The game on a `board`, or on board `number` (default 0) of a `seed` of the generator abraham-2024.

        Raises `ValueError` unless exactly one of the two is given.
        """
        if "seed" not in options:
            if "number" in options:
                raise ValueError("number says which board of a seed: give seed as well")
            return super().make(**options)
        seed, number = options.pop("seed"), options.pop("number", 0)
        if options:
            raise ValueError(f"seed makes the board: leave out {', '.join(options)}")
        if type(seed) is not int or type(number) is not int:
            raise ValueError(f"seed and number must be integers: found {seed!r} and {number!r}")
        return Probabilistic(random_board(seed, number))

    def solve(self, game: Probabilistic, device: str, report: Report) -> Exact:
        from qttt.fast import backend
        from qttt.fast.probabilistic.exact import Exact

        backend.device(device)  # one board needs no device, but a missing one must be reported
        return Exact(game.board)

    def keys(self, answers: Any, positions: Sequence[Position]) -> Sequence[int]:
        from qttt.fast.probabilistic.answers import key_of
        from qttt.oracle.probabilistic.translate import situation_of

        return [key_of(*situation_of(position), position.named or 0) for position in positions]

    def positions(self, answers: Any, keys: Sequence[int]) -> list[Position]:
        from qttt.fast.probabilistic.answers import CODE, NAMED_BITS, TURN_BIT
        from qttt.oracle.probabilistic.translate import shown

        return [shown((key & CODE, key >> TURN_BIT & 1, key >> NAMED_BITS)) for key in map(int, keys)]

    def action(self, code: int) -> Action:
        return Choice(code)

    def graph(self, game: Probabilistic, tablebase: Exact) -> Graph:
        from qttt.fast.probabilistic.graph import ProbabilisticGraph

        return ProbabilisticGraph(game.board)

    def playing(self, game: Probabilistic) -> Mapping[str, Playing]:
        from qttt.fast.batch import Playing
        from qttt.fast.probabilistic import batch

        setting = batch.setting_of(game.board)
        return {name: Playing(*rules, setting) for name, rules in batch.OBSERVED.items()}

    def numbered(self, game: Probabilistic) -> Sequence[Action]:
        return [*map(Choice, range(1, 10))]

    def shown(self, game: Probabilistic, state: Sequence[int]) -> Position:
        from qttt.oracle.probabilistic.translate import shown

        return shown(state)

    def chances(self, game: Probabilistic, state: Any) -> tuple[float, ...]:
        from qttt.fast.probabilistic.batch import NAMED

        return tuple(float(chance) for chance in game.board[state[NAMED] - 1] if chance > 0)

    def perft(self, game: Probabilistic, depth: int, start: Position, device: str = "auto") -> tuple[int, ...]:
        from qttt.fast.probabilistic.perft import perft
        from qttt.oracle.probabilistic.translate import state_of

        self.check_no_gpu(device)
        return perft(game.board, depth, state_of(start))

    def perfect(self, game: Probabilistic, tablebase: Exact) -> PerfectPlay[Position, Action]:
        return PerfectProbabilistic(game.board, lambda _: tablebase)


class PerfectProbabilistic(PerfectPlay[Position, Action]):
    """Exact values and best squares on one board.

    The answers are those of the reference's `LoopSolver`, found thousands of times as fast.

    >>> perfect = PerfectProbabilistic(random_board(1))
    >>> perfect.value(Position.of("XXX OO. ..., O named 9"))
    Fraction(1, 1)
    """

    def __init__(self, board: Board, engine: Callable[[Board], Exact] | None = None) -> None:
        from qttt.fast.probabilistic.exact import Exact
        from qttt.oracle.probabilistic.translate import situation_of

        game, exact = Probabilistic(board), (engine or Exact)(board)

        def moves(position: Position) -> dict[Action, Fraction]:
            return {Choice(square): value for square, value in exact.squares(*situation_of(position)).items()}

        def value(position: Position) -> Fraction:
            if game.actor(position) is not Actor.CHANCE:
                return exact.value(*situation_of(position))
            assert position.named
            return exact.squares(*situation_of(position))[position.named]

        super().__init__(game, value, moves)
        self.board, self._exact, self._situation_of = board, exact, situation_of

    def best(self, position: Position) -> tuple[Action, ...]:
        """All best squares of the player to move, ascending; empty if no player is to move.

        Rule: PROB-BEST-1
        """
        if self.game.actor(position) is Actor.CHANCE:
            return ()
        return tuple(map(Choice, self._exact.best(*self._situation_of(position))))

    def choices(self, position: Position) -> tuple[Action, ...]:
        """The best squares that attain the value even if named for ever: only those that do not always pass, unless all
        best squares always pass.

        A best square that does not always pass leads to a mark in the end, and loses nothing on the way. If all of
        them always pass, endless play is worth at least as much to the player as the position (lemma `passes`).

        Rule: PROB-BEST-1
        """
        best = self.best(position)
        return tuple(choice for choice in best if isinstance(choice, Choice) and not self.passes(choice.square)) or best

    def passes(self, square: int) -> bool:
        """Whether naming a square always passes."""
        return self.board[square - 1].neutral == 1


ENTRY = ProbabilisticEntry()
