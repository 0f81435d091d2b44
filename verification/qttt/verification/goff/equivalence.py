"""Reference and fast engine side by side: legality, actor, successors and outcome."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from qttt.fast.backend import Cpu, Kernel
from qttt.fast.goff import moves, solve, value
from qttt.fast.goff.board import SQUARES
from qttt.fast.goff.key import canonical, plies
from qttt.fast.goff.outcome import outcome
from qttt.oracle.goff.translate import outcome_of
from qttt.reference.goff import Action, Goff, Mark, Position, Selection
from qttt.reference.goff.ending import outcome as reference_outcome
from qttt.reference.notation import player_of
from qttt.reference.perft import perft
from qttt.verification import Refuted
from qttt.verification.agreement import Comparison, Disagreement
from qttt.verification.engines import SetUp
from qttt.verification.goff.conformance import SUITE
from qttt.verification.goff.engines import Engine, fast, reference
from qttt.verification.mutation import with_globals
from qttt.verification.sampling import sampled

RAW_PLIES = 3
CANONICAL_PLIES = 4
PERFT_DEPTH = 4


OTHER_OPTIONS = {"collapse": "self", "double_win": True}
BY_OPTIONS = {"outcome": "GOFF-END-1", "actor": "GOFF-TURN-1"}
RULES = {**BY_OPTIONS, "actions": "GOFF-MOVE-3"}
"""The fields to compare, and the rule that a vector made from a disagreement names (to be corrected by hand); the
fields that depend on the options come first."""

Positions = Sequence[Any]
"""One position, of the reference and of the engine compared with it."""
History = tuple[Action, ...]


class OfGoff(Comparison):
    """Also compares, by the keys, the places of the marks."""

    def compare(
        self, engines: Sequence[Engine[Any]], positions: Positions, history: Iterable[Any], options: Mapping[str, Any]
    ) -> tuple[Action, ...]:
        first, second = zip(engines, positions, strict=True)
        if first[0].key(first[1]) != second[0].key(second[1]):
            raise marks_differ(history, as_definite(*first), as_definite(*second))
        return super().compare(engines, positions, history, options)


COMPARISON = OfGoff(SUITE, RULES, "goff-found-0001")
OF_OTHER_OPTIONS = Comparison(SUITE, BY_OPTIONS, "goff-found-0001")


def marks_differ(history: Iterable[Action], first: object, second: object) -> Disagreement:
    """The error to raise if two engines have different marks after a game."""
    game = SUITE.notation.write(history)
    return Disagreement(COMPARISON.id, "GOFF-COLLAPSE-3", {}, game, "definite", first, second)


def as_definite(engine: Engine[Any], position: Any) -> dict[str, str]:
    """The definite marks of a position, as vectors write them."""
    return {str(square): str(mark) for square, mark in engine.definite(position).items()}


class Both:
    """The reference and another implementation, without options and with all options."""

    def __init__(self, set_up: SetUp) -> None:
        self._engines, self._others = ((reference(options), set_up(options)) for options in ({}, OTHER_OPTIONS))

    def initial(self) -> Positions:
        """The start position of both."""
        return [engine.initial() for engine in self._engines]

    def keys(self, positions: Positions) -> list[int]:
        """The keys of both positions."""
        return [engine.key(position) for engine, position in zip(self._engines, positions, strict=True)]

    def compare(self, positions: Positions, history: History) -> tuple[Action, ...]:
        """The legal actions. Raises `Disagreement` if the places of the marks, the outcome, the actor, the actions or
        their order differ."""
        actions = COMPARISON.compare(self._engines, positions, history, {})
        OF_OTHER_OPTIONS.compare(self._others, positions, history, OTHER_OPTIONS)
        return actions

    def play(self, positions: Positions, action: Action, history: History) -> Positions:
        """The next position of both. Raises `Refuted` if one rejects an action that it lists as legal."""
        return COMPARISON.play(self._engines, positions, action, history)


def every_short_game_is_the_same(set_up: SetUp = fast, last: int = RAW_PLIES) -> str:
    """Every game of up to three plies, action by action, without merging positions."""
    both, count = Both(set_up), 0
    stack: list[tuple[Positions, History]] = [(both.initial(), ())]
    while stack:
        positions, history = stack.pop()
        actions = both.compare(positions, history)
        count += 1
        made = sum(not isinstance(action, Selection) for action in history)
        for action in actions:
            if made < last or isinstance(action, Selection):
                stack.append((both.play(positions, action, history), (*history, action)))
    return f"{count:,} positions, each after its own game of up to {last} plies"


def every_early_position_is_the_same(set_up: SetUp = fast, last: int = CANONICAL_PLIES) -> str:
    """One position of each canonical form up to ply 4, settled and pending, and all successors of those before ply 4.

    The reference reaches exactly the positions that the fast engine enumerates.
    """
    both = Both(set_up)
    found: dict[int, tuple[Positions, History]] = {0: (both.initial(), ())}
    waiting = [0]
    settled = []
    while waiting:
        form = waiting.pop()
        positions, history = found[form]
        actions = both.compare(positions, history)
        if Selection.A not in actions:
            settled.append(form)
            if plies(form) == last:
                continue
        for action in actions:
            after = both.play(positions, action, history), (*history, action)
            first, second = both.keys(after[0])
            form = canonical(first)
            if form not in found:
                found[form] = after
                waiting.append(form)
            elif first != second:
                both.compare(*after)
    enumerated = [level.keys for level in solve.enumerate_levels(Cpu(), last, lambda _: None)]
    if not np.array_equal(np.sort(settled), np.sort(np.concatenate(enumerated))):
        raise Refuted(f"{len(settled)} settled forms are reached, {sum(map(len, enumerated))} enumerated")
    return f"{len(found):,} canonical positions up to ply {last}, {len(settled):,} of them settled"


def perft_is_the_same(subject: Callable[[int], tuple[int, ...]] = lambda depth: solve.perft(Cpu(), depth)) -> str:
    """The numbers of move sequences of 1 to 4 plies, with all reductions of the fast engine and without reductions."""
    counts, fast_counts = _perft_of_the_reference(PERFT_DEPTH), subject(PERFT_DEPTH)
    if counts != fast_counts:
        raise Refuted(f"perft {counts} and {fast_counts}")
    return f"perft {', '.join(f'{count:,}' for count in counts)}"


@cache
def _perft_of_the_reference(depth: int) -> tuple[int, ...]:
    return perft(Goff(), depth)


def every_board_has_the_same_outcome(judge: Callable[..., int] = outcome) -> str:
    """Every board of definite marks, including boards that no game reaches, up to the names of early plies, which
    ascend on one board and descend on the next."""
    names = ((1, 3, 5), (2, 4, 6)), ((5, 3, 1), (6, 2, 4))
    count = 0
    for x, o, late in boards():
        x_plies, o_plies = names[count % 2]
        marks = dict(zip(x + o, x_plies[: len(x)] + o_plies[: len(o)], strict=True))
        marks |= {square: ply for square, ply in zip(late, (7, 8, 9), strict=True) if square >= 0}
        board = tuple(Mark(player_of(marks[s]), marks[s]) if s in marks else None for s in range(SQUARES))
        ended = reference_outcome(Position(board), double_win=True)
        masks = [sum(1 << s for s in squares if s >= 0) for squares in (x, o, late[:1], late[1:2], late[2:])]
        said = outcome_of(judge(*masks), double_win=True)
        if said != (None if ended is None else str(ended)):
            raise Refuted(f"'{Position(board)}' is {ended} and {said}")
        count += 1
    return f"{count:,} boards"


def boards() -> Iterator[tuple[tuple[int, ...], tuple[int, ...], tuple[int, int, int]]]:
    """The squares of X's and of O's early marks, and of X7, O8 and X9 (-1 if absent), in every way without overlap."""

    def free(*taken: int) -> list[int]:
        return [square for square in range(SQUARES) if square not in taken]

    for x in (x for n in range(4) for x in combinations(range(SQUARES), n)):
        for o in (o for n in range(4) for o in combinations(free(*x), n)):
            for x7 in (-1, *free(*x, *o)):
                for o8 in (-1, *free(*x, *o, x7)):
                    for x9 in (-1, *free(*x, *o, x7, o8)):
                        yield x, o, (x7, o8, x9)


def sampled_games_are_the_same(set_up: SetUp = fast, games: int = 500) -> str:
    """Games chosen by hypothesis, action by action; a differing game is shrunk to the shortest."""
    both = Both(set_up)

    @sampled(games)
    @given(st.data())
    def plays(data: st.DataObject) -> None:
        positions = both.initial()
        history: History = ()
        while actions := both.compare(positions, history):
            action = actions[data.draw(st.integers(0, len(actions) - 1))]
            positions, history = both.play(positions, action, history), (*history, action)

    plays()
    return f"{games} games, chosen by hypothesis without a seed of its own (derandomize)"


class _InPython(Cpu):
    """A CPU that runs one kernel as plain Python."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    def launch(self, kernel: Kernel, count: int, *arguments: Any) -> None:
        if kernel is not self._kernel:
            super().launch(kernel, count, *arguments)
            return
        for i in range(count):
            kernel.body(i, [0] * kernel.work, *arguments)


def _perft_by(early: Callable[..., None]) -> Callable[[int], tuple[int, ...]]:
    """Perft with an erroneous kernel of the early plies up to ply 3, and with the real kernel after it."""
    kernel = Kernel(early, value.WORK)
    counted = with_globals(solve.perft, value_from_next=with_globals(solve.value_from_next, EARLY=kernel))
    return lambda depth: (*counted(_InPython(kernel), 3), *solve.perft(Cpu(), depth)[3:])


def _expand_to_larger_squares(key: int, work: Any) -> int:
    over = moves.expand(key, work)
    for square in range(SQUARES):
        work[moves.SPAN + square] &= -1 << square
    return over


games_of_one_selection = _perft_by(with_globals(value.value_early, expand=_expand_to_larger_squares))
"""A ply that closes a cycle counts once, for selA only: a root counts for the pairs whose smaller square it is."""
games_of_roots = _perft_by(with_globals(value.value_early, size=lambda mask: min(2, mask.bit_count())))
"""A ply that closes a cycle counts once for each root, for any number of pairs of the component with this root."""
