"""Goff's game in batches against the reference, with the source's 74 actions as well."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import numpy as np

from qttt.fast.batch import Rules
from qttt.fast.goff.actions import SELECT_A, SELECT_B
from qttt.fast.goff.batch import ENDED, PENDING
from qttt.fast.goff.batch import play as play_action
from qttt.fast.goff.key import FIELD
from qttt.fast.goff.outcome import O_COMPLETE, O_NARROW, X_COMPLETE, X_NARROW
from qttt.fast.goff.source import LOOPS, PAIRS, TAKE
from qttt.oracle.goff.translate import key_of
from qttt.reference.game import Actor
from qttt.reference.goff import Move, Position, Selection
from qttt.verification import Refuted
from qttt.verification.lockstep import (
    GAMES,
    MANY_GAMES,
    Case,
    Make,
    Planted,
    Turns,
    View,
    after_look,
    agree,
    batch_env,
    has_key,
    has_planes,
    o_begins_in,
)

# What the reference says


def marks_of(position: Position) -> list[tuple[int, tuple[int, ...]]]:
    """The plies and the squares of all marks."""
    definite = [(mark.ply, (square,)) for square, mark in enumerate(position.definite, start=1) if mark]
    return definite + [(pair.mark.ply, (pair.squares.first, pair.squares.second)) for pair in position.spooky]


def planes(game: Any, position: Position, history: Sequence[Any]) -> Any:
    """The planes of a position, from the reference."""
    seen = np.zeros((13, 9), np.uint8)
    for ply, squares in marks_of(position):
        for square in squares:
            seen[ply - 1, square - 1] = 1
    seen[9] = [mark is not None for mark in position.definite]
    if position.pending:
        last = position.spooky[-1].squares
        seen[10, min(last) - 1] = 1
        seen[11, max(last) - 1] = 1
    seen[12] = game.actor(position) is Actor.O
    return seen


def key(game: Any, position: Position, history: Sequence[Any]) -> Any:
    """The key of a position, from the reference."""
    return [key_of(position)]


def boards_of(game: Any, position: Position) -> list[Position]:
    """The two boards of RL-BOARD-1, or the only one."""
    return [game.play(position, selection) for selection in Selection] if position.pending else [position]


def boards(game: Any, position: Position, history: Sequence[Any]) -> Any:
    """The observation of RL-OBSERVE-1."""
    both = np.zeros((2, 10, 9), np.uint8)
    offered = boards_of(game, position)
    for seen, board in zip(both, offered if position.pending else 2 * offered, strict=True):
        seen[0] = [mark is not None for mark in board.definite]
        for ply, squares in marks_of(board):
            for square in squares:
                seen[ply, square - 1] = 1
    return both


def turns(game: Any, position: Position, legal: Sequence[int]) -> Turns:
    """The turns of RL-ACTION-1 to RL-ACTION-3. Raises `Refuted` unless these are the legal numbers."""
    found: dict[int, tuple[Any, ...]] = {}
    selections = [(selection,) for selection in Selection] if position.pending else [()]
    for number, (selected, board) in enumerate(zip(selections, boards_of(game, position), strict=True)):
        free = [square for square, mark in enumerate(board.definite, start=1) if not mark]
        if game.actor(board) is None:
            found[72 + number] = selected
        elif len(free) == 1:
            found[72 + number] = (*selected, Move(free[0], free[0]))
        else:
            for x, y in combinations(free, 2):
                found[36 * number + (x - 1) * (18 - x) // 2 + y - x - 1] = (*selected, Move(x, y))
    if sorted(found) != sorted(legal):
        raise Refuted(f"the legal turns are {[*legal]}, expected {sorted(found)}")
    return found


# The claim


def views() -> list[View]:
    return [View("planes", planes), View("key", key)]


def views_of_the_source() -> list[View]:
    return [View("seed-003", boards)]


OPTIONS = [{"collapse": by, "double_win": win} for by, win in product(("opponent", "self"), (False, True))]
CASES = [
    *(Case("goff", options, views_of_the_source, turns) for options in OPTIONS if options["collapse"] == "opponent"),
    *(Case("goff", options, views) for options in OPTIONS),
]


def batches_agree(make: Make = batch_env, games: int = GAMES, part: tuple[int, int] = (0, 1)) -> str:
    """Compare batches of Goff's game with the reference. Raises `Refuted`."""
    return agree(CASES, make, games, part)


def batches_agree_at_length(make: Make = batch_env, part: tuple[int, int] = (0, 1)) -> str:
    return batches_agree(make, MANY_GAMES, part)


# Planted errors


def only(fits: Callable[[Rules], bool], change: Callable[[Rules], Rules]) -> Planted:
    return Planted(lambda rules: change(rules) if fits(rules) else rules)


def _boards(rules: Rules) -> bool:
    return len(rules.shape) == 3


def _without_loops(state: Any, legal: Any, seen: Any) -> None:
    for number in LOOPS:
        legal[number] = 0


def _selections_exchanged(rules: Rules) -> Rules:
    def play(state: Any, work: Any, action: int, setting: Any) -> None:
        rules.play(state, work, SELECT_A + SELECT_B - action if action >= SELECT_A else action, setting)

    return replace(rules, play=play)


def _narrow_is_complete(rules: Rules) -> Rules:
    def score(state: Any, setting: Any) -> int:
        code = {X_NARROW: X_COMPLETE, O_NARROW: O_COMPLETE}.get(state[ENDED], state[ENDED])
        return int(setting[1][code])

    return replace(rules, score=score)


def _other_selector(rules: Rules) -> Rules:
    def actor(state: Any, setting: Any) -> int:
        return rules.actor(state, (1 - setting[0], setting[1]))

    return replace(rules, actor=actor)


def _shifted(state: Any, legal: Any, seen: Any) -> None:
    seen[9:81] = seen[:72].copy()


def _forgetting(state: Any, legal: Any, seen: Any) -> None:
    seen[0] &= ~FIELD


def _boards_exchanged(state: Any, legal: Any, seen: Any) -> None:
    half = len(seen) // 2
    seen[:half], seen[half:] = seen[half:].copy(), seen[:half].copy()


def _both_boards(state: Any, legal: Any, seen: Any) -> None:
    if not state[PENDING]:
        legal[len(PAIRS) : TAKE] = legal[: len(PAIRS)]


def _without_final_move(rules: Rules) -> Rules:
    def play(state: Any, work: Any, turn: int, setting: Any) -> None:
        if turn < TAKE:
            rules.play(state, work, turn, setting)
        else:
            play_action(state, work, SELECT_B if turn > TAKE else SELECT_A, setting)

    return replace(rules, play=play)


def _looked(fits: Callable[[Rules], bool], change: Callable[[Any, Any, Any], None]) -> Planted:
    return only(fits, lambda rules: after_look(rules, change))


final_move_is_missing = _looked(has_planes, _without_loops)
selections_are_exchanged = only(has_planes, _selections_exchanged)
o_begins = Planted(o_begins_in)
narrow_wins_count_as_complete = only(has_key, _narrow_is_complete)
selector_is_exchanged = only(has_planes, _other_selector)
plies_are_shifted = _looked(has_planes, _shifted)
key_forgets_the_closed_cycle = _looked(has_key, _forgetting)
boards_are_exchanged = _looked(_boards, _boards_exchanged)
both_boards_are_always_offered = _looked(_boards, _both_boards)
final_move_is_not_played = only(_boards, _without_final_move)
