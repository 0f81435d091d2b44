"""What ships of Q3T: values of the first plies, of the canonical game and of the games that memory does not hold."""

from typing import Any

import numpy as np

from qttt.fast import known
from qttt.fast.hybrid.batch import key_of, setting_of
from qttt.fast.hybrid.boxes import BOXES
from qttt.fast.hybrid.known import LARGEST, PLIES, Early, game_of, largest, table
from qttt.fast.hybrid.rules import Setting, description
from qttt.fast.known import web
from qttt.oracle import Oracle, entry_of
from qttt.reference.hybrid import Action, Hybrid, Position
from qttt.verification import Refuted
from qttt.verification.hybrid.values import whole_tablebase
from qttt.verification.known import Load, compare, compare_web
from qttt.verification.values import combined


def canonical_is_solved_anew(load: Load = known.load) -> str:
    """Every entry of the table of the canonical game."""
    answers = whole_tablebase(Hybrid()).answers
    made = description(Setting()), {"canonical": table(answers, PLIES)}
    return f"{compare('hybrid', made, load) // 2:,} positions"


def largest_are_solved_anew(load: Load = known.load, anew: bool = True) -> str:
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
    entries = f"; {compare('hybrid-largest', largest(), load):,} entries" if anew else ""
    return f"{count:,} positions{entries}"


def web_tables_agree(load: Load = web.load) -> str:
    """Every position in the tables for browsers, of every game that they have."""
    entries = 0
    for name in "hybrid", "hybrid-largest":
        description, arrays = load(name)
        shape = len(arrays["turn"]), BOXES, 2
        links = arrays["links"].reshape(shape).transpose(0, 2, 1).reshape(shape[0], 2 * BOXES)
        states = np.column_stack((arrays["x"], arrays["o"], arrays["turn"], np.zeros(shape[0], int), links))
        keys = np.array([key_of(state, setting_of(Setting("two"))) for state in states.tolist()])
        games = {each.removeprefix("values-"): each for each in arrays if each.startswith("values")}
        expected = {}
        for each, array in games.items():
            shipped = known.load(name)[1]["canonical" if each == "values" else each]
            if {*keys.tolist()} != {*shipped[0].tolist()}:
                raise Refuted(f"{name}: the positions of {array} are others")
            expected[array] = shipped[1][np.searchsorted(shipped[0], keys)]
        entries += compare_web(name, (description, arrays), expected)
    return f"{entries:,} values"


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
