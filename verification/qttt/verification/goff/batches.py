"""Goff's game in batches against the reference, with the source's 74 actions as well."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from qttt.fast.backend import Cpu
from qttt.fast.batch import Games, Playing
from qttt.fast.goff.board import SYMMETRIES
from qttt.fast.goff.position import image
from qttt.fast.goff.rules import KEY, KEY_RULES
from qttt.oracle.goff import setting_of
from qttt.reference.game import Actor
from qttt.reference.goff import Goff, Move, Position, Selection, settings
from qttt.verification import batch_comparison, expect
from qttt.verification.batch_comparison import Case, Turns, View, key
from qttt.verification.measures import Measured

# What the reference says


def marks_of(position: Position) -> list[tuple[int, tuple[int, ...]]]:
    """The plies and the squares of all marks."""
    definite = [(mark.ply, (square,)) for square, mark in enumerate(position.definite, start=1) if mark]
    return definite + [(pair.mark.ply, (pair.squares.first, pair.squares.second)) for pair in position.spooky]


def planes(game: Any, position: Position, history: Sequence[Any]) -> Any:
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
        if game.actor(board) is None:
            found[72 + number] = selected
        for x, y in game.actions(board):
            turn = 36 * number + (x - 1) * (18 - x) // 2 + y - x - 1 if x < y else 72 + number
            found[turn] = (*selected, Move(x, y))
    expect("the legal turns", sorted(legal), sorted(found))
    return found


# The claim


def views() -> list[View]:
    return [View("planes", planes), View("key", key)]


def views_of_the_source() -> list[View]:
    return [View("seed-003", boards)]


CASES = [
    *(Case("goff", {"double_win": win}, views_of_the_source, turns) for win in (False, True)),
    *(
        Case("goff", {"collapse": game.collapse, "double_win": game.double_win, **game.switches}, views)
        for game in settings()
    ),
]


def batches_agree(**bound: int) -> str:
    """In all cases; and from canonical position to canonical position, as learners play."""
    canonical_play_is_play()
    return batch_comparison.batches_agree(CASES, **bound)


def canonical_play_is_play(places: int = 20, actions: int = 4) -> None:
    """The first actions of random games: each leads to the least image of the key to which it leads in play as it is.
    Raises `Refuted`."""
    plain, canonical = (
        Games(Cpu(), Playing(KEY_RULES, setting_of(Goff())._replace(canonical=flag)), places, batch_comparison.SEED)
        for flag in (0, 1)
    )
    plain.begin(), canonical.begin()
    for turn in range(actions):
        made = canonical.sample(turn)
        plain.states[:] = canonical.states
        plain.step(made), canonical.step(made)
        least = [min(image(key, g) for g in range(SYMMETRIES)) for key in plain.states[:, KEY].tolist()]
        expect(f"canonical keys after {turn + 1} actions", canonical.states[:, KEY].tolist(), least)


MEASURED = Measured("goff")
