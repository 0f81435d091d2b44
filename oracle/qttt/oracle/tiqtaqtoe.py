"""TiqTaqToe: a tablebase per level and setting of its switches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, cast

from qttt.fast import backend
from qttt.fast.answers import Floats, Ints
from qttt.fast.batch import Playing
from qttt.fast.graph import Graph
from qttt.fast.known import Damaged, NotKnown
from qttt.fast.tiqtaqtoe import rules
from qttt.fast.tiqtaqtoe.answers import TURN_BITS, Answers
from qttt.fast.tiqtaqtoe.boards import code_of, text
from qttt.fast.tiqtaqtoe.known import Known
from qttt.fast.tiqtaqtoe.setting import SCALE, Setting, State
from qttt.fast.tiqtaqtoe.tablebase import Chances, Tablebase
from qttt.oracle.entry import Entry, NotSolvable, Report, by_observation, check_setting
from qttt.oracle.perfect import Values
from qttt.reference.tiqtaqtoe import SWITCHES, TiqTaqToe
from qttt.reference.tiqtaqtoe.ending import promise
from qttt.reference.tiqtaqtoe.notation import Action, Measurement, Pair, Single
from qttt.reference.tiqtaqtoe.position import Position

if TYPE_CHECKING:
    import pyarrow as pa

    from qttt.oracle.oracle import Oracle


class TiqTaqToeEntry(Entry[TiqTaqToe, Position, Action, Tablebase]):
    """See `Entry`. Values are those of Rule TIQ-VALUE-1."""

    name, kind, stored = "tiqtaqtoe", TiqTaqToe, True
    longest = 18
    """Nine moves, and at most as many measurements; no bound at the level full, which has no kernels."""
    measured = 9

    def stem(self, game: TiqTaqToe) -> Path:
        turned = (f"{name}-{value}" for name, value in game.switches.items() if value != SWITCHES[name][0])
        return Path(game.ruleset) / "-".join([game.level, *turned])

    def solve(self, game: TiqTaqToe, device: str, report: Report) -> Tablebase:
        from qttt.fast.tiqtaqtoe.solve import solve

        return solve(backend.device(device), setting_of(game), report).tablebase

    def open(self, game: TiqTaqToe, path: Path) -> Tablebase:
        return Tablebase.open(path, setting_of(game))

    def answers(self, game: TiqTaqToe, tablebase: Tablebase) -> Answers:
        """See `Entry`. Raises `ValueError` if the tablebase belongs to another game."""
        check_setting(tablebase, setting_of(game))
        return tablebase.answers

    def known(self, game: TiqTaqToe) -> Values[Position, Action] | None:
        try:
            found = shipped(game)
        except NotKnown:
            return None
        return Values(
            lambda position: found.value(state_of(position)),
            line=lambda position: tuple(map(NUMBERED.__getitem__, found.line(state_of(position)))),
        )

    def keys(self, answers: object, positions: Sequence[Position]) -> Sequence[int]:
        keys: Sequence[int] = cast(Answers, answers).keys(map(state_of, positions)).tolist()
        return keys

    def positions(self, answers: object, keys: Sequence[int]) -> list[Position]:
        return [*map(position_of, cast(Answers, answers).states(keys))]

    def texts(self, answers: object, keys: Ints) -> pa.Array:
        """See `Entry`: the keys are canonical, and none of the positions is measured."""
        import numpy as np
        import pyarrow as pa
        from pyarrow import compute

        answers = cast(Answers, answers)
        counts = answers.board_counts(keys)
        starts = np.concatenate([[0], np.cumsum(counts)])
        owner = np.repeat(np.arange(len(keys)), counts)
        codes, _ = answers.measured(keys[owner], np.arange(len(owner)) - starts[owner])
        boards = [*map(text, range(3**9))]
        rank = np.argsort(np.argsort(boards))[codes]
        shown = pa.array(sorted(boards)).take(pa.array(rank[np.lexsort((rank, owner))]))
        return compute.binary_join(pa.ListArray.from_arrays(starts.astype(np.int32), shown), " | ")

    def action(self, code: int) -> Action:
        return NUMBERED[code]

    def numbered(self, game: TiqTaqToe) -> Sequence[Action]:
        return NUMBERED

    def shown(self, game: TiqTaqToe, state: Sequence[int]) -> Position:
        return position_of(rules.state_of(state))

    def graph(self, game: TiqTaqToe, tablebase: Tablebase) -> Graph:
        return tablebase.answers

    def evaluation(self, game: TiqTaqToe) -> Callable[[Position], Fraction]:
        """The heuristic of Wong (2023)."""
        return promise

    def estimates(self, graph: Graph, keys: Ints) -> Floats:
        from qttt.fast.tiqtaqtoe.solve import estimates

        found: Floats = estimates(backend.Cpu(), cast(Answers, graph).graph)[keys >> TURN_BITS] / SCALE
        return found

    def state(self, game: TiqTaqToe, position: Position) -> Sequence[int]:
        row: Sequence[int] = rules.row_of(state_of(position)).tolist()
        return row

    def result(self, number: int, following: Position) -> Action:
        return Measurement(*following.boards)

    def playing(self, game: TiqTaqToe) -> Mapping[str, Playing]:
        if game.level == "full":
            return {}
        return by_observation(rules.OBSERVED, rules.setting_of(setting_of(game)))

    def chances(self, game: TiqTaqToe, state: Sequence[int] | Ints) -> tuple[float, ...]:
        return (1 / int(state[rules.COUNT]),) * int(state[rules.COUNT])

    def perft(self, game: TiqTaqToe, depth: int, start: Position, device: str = "auto") -> tuple[int, ...]:
        from qttt.fast.tiqtaqtoe.solve import perft

        if game.level == "full":
            return super().perft(game, depth, start, device)
        return perft(backend.device(device), setting_of(game), depth, state_of(start))


def shipped(game: TiqTaqToe) -> Known:
    """What ships of a game. Raises `qttt.fast.known.NotKnown` if nothing does, and `qttt.fast.known.Damaged`."""
    if game.level == "full" or setting_of(game) != Setting(game.level):
        raise NotKnown
    return Known(game.level)


def chances(oracle: Oracle[Position, Action], position: Position) -> Chances:
    """How a game ends if both players always make the first move of best play."""
    state, game = state_of(position), oracle.game
    assert isinstance(game, TiqTaqToe)
    try:
        return shipped(game).outcomes(state)
    except (NotKnown, Damaged):
        found: Chances = oracle.tablebase.outcomes(state)
        return found


CELLS = range(9)
NUMBERED: tuple[Single | Pair, ...] = (
    *(Single(square + 1) for square in CELLS),
    *(Pair(first + 1, second + 1) for first, second in combinations(CELLS, 2)),
)
"""The moves by their slots."""


def state_of(position: Position) -> State:
    """The state of a position.

    >>> state_of(Position.of(".X....... | X........"))
    State(codes=(1, 3), measured=False)
    """
    return State(tuple(sorted(map(code_of, position.boards))), position.measured)


def position_of(state: State) -> Position:
    """The position with a state.

    >>> str(position_of(State((1, 3), False)))
    '.X....... | X........'
    """
    return Position(tuple(sorted(map(text, state.codes))), state.measured)


def setting_of(game: TiqTaqToe) -> Setting:
    """The fast engine's setting for a game of the reference. Raises `NotSolvable` for the level full."""
    if game.level == "full":
        raise NotSolvable(
            "tiqtaqtoe at the level full is not solved, because infinitely many positions can be reached; choose "
            "another level; show, perft, and play without perfect players need no values"
        )
    return Setting(game.level, game.target, game.pair, game.lines, game.both)


ENTRY = TiqTaqToeEntry()
