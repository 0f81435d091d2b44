"""What ships of Q3T: values of the first plies of the games that memory does not hold."""

from collections.abc import Callable
from typing import Any

import numpy as np

from qttt.fast import known
from qttt.fast.hybrid.known import LARGEST, Early, game_of, largest
from qttt.oracle import Oracle, entry_of
from qttt.reference.hybrid import Action, Hybrid, Position
from qttt.verification import Refuted
from qttt.verification.values import combined


def largest_are_solved_anew(load: Callable[[str], known.Table] = known.load, anew: bool = True) -> str:
    """The values of plies 0 and 1 follow from the next; `anew`: and every entry of the table."""
    count = 0
    for name in LARGEST:
        game = Hybrid(*game_of(name))
        answers: Any = Early(game_of(name), load("hybrid-largest")[1][name])
        play = Oracle(game, known=entry_of(game).values_by(answers))
        start = game.initial()
        measured = [game.play(start, move) for move in game.actions(start)]
        found = [game.play(position, result) for position in measured for result in game.actions(position)]
        count += sum(_follows(play, position) for position in (start, *measured, *found))
    if anew:
        (description, arrays), (shipped, stored) = known.named("hybrid-largest", *largest()), load("hybrid-largest")
        if description != shipped or arrays.keys() != stored.keys():
            raise Refuted(f"the table is described as {shipped}, not as {description}")
        for name, array in arrays.items():
            if not np.array_equal(array, stored[name]):
                raise Refuted(f"{name}: the entries are not those of a fresh solve")
    return f"{count:,} positions{'; every entry solved anew' * anew}"


def _follows(play: Oracle[Position, Action], position: Position) -> bool:
    """True, after comparing the value of an undecided position with those after its actions."""
    after = {action: play.value(play.game.play(position, action)) for action in play.game.actions(position)}
    if play.value(position) != combined(play.game, position, after):
        raise Refuted(f"{play.game}: {position} has the value {play.value(position)}, which does not follow")
    return True


def value_of_start_is_another(name: str) -> known.Table:
    """The table of a name with a wrong value of the first key, the start, in each game."""
    description, arrays = known.load(name)
    altered = {each: array.copy() for each, array in arrays.items()}
    for array in altered.values():
        array[1, 0] += 1
    return description, altered
