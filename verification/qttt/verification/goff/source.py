"""The source's results on the game: Table 1, the first moves, and Figures 2, 3 and 4."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise

from qttt.fast.goff.key import canonical
from qttt.oracle.goff.translate import key_of
from qttt.reference.goff import Action, CollapseRule, Goff, Move, Selection
from qttt.reference.goff.ending import points, table_2
from qttt.verification import Refuted
from qttt.verification.engines import SetUp
from qttt.verification.goff.engines import fast, reference
from qttt.verification.goff.solved import fast_action_values, fast_value

FIRST_MOVES = ("1-2", "1-3", "1-5", "1-6", "1-9", "2-5", "2-6", "2-8")
FIGURE_2 = "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7 selB O6.2-8 X7.2-4 O8.2-4 selA"
LATE = 5
"""From this ply on the reference's solver is also used."""

Value = Callable[[int, CollapseRule], Fraction]
NARROW, COMPLETE = Fraction(10), Fraction(20)


def with_the_rules_exchanged(key: int, collapse: CollapseRule) -> Fraction:
    return fast_value(key, "self" if collapse == "opponent" else "opponent")


def with_complete_wins_for_narrow_ones(key: int, collapse: CollapseRule) -> Fraction:
    return fast_value(key, collapse) * 2


def table_1_is_right(value: Value = fast_value) -> str:
    """The start is a narrow win of X if the opponent selects, a complete win of X if the mover does."""
    found = value(0, "opponent"), value(0, "self")
    if found != (NARROW, COMPLETE):
        raise Refuted(f"the start is worth {found[0]} if the opponent selects, {found[1]} if the mover does")
    return f"values {found[0]} and {found[1]}"


def only_1_9_wins(value: Value = fast_value) -> str:
    """Up to symmetry the first moves are the source's eight; 1-9 wins, and the other seven draw."""
    game = Goff()
    keys = {str(move): key_of(game.play(game.initial(), move)) for move in game.actions(game.initial())}
    if {canonical(key) for key in keys.values()} != {canonical(keys[move]) for move in FIRST_MOVES}:
        raise Refuted(f"the first moves up to symmetry are not the eight expected: {', '.join(keys)}")
    values = {move: value(keys[move], "opponent") for move in FIRST_MOVES}
    if values != {move: NARROW if move == "1-9" else 0 for move in FIRST_MOVES}:
        raise Refuted(", ".join(f"{move} {value}" for move, value in values.items()))
    return ", ".join(f"{move} {value}" for move, value in values.items())


def figure_2_is_a_principal_variation(variation: str = FIGURE_2) -> str:
    """It is legal, ends in a narrow win of X, and is optimal by the tablebase, from ply 5 on also by the reference."""
    game = Goff()
    positions = game.read(variation).positions
    late = reference({})
    for number, (position, after) in enumerate(pairwise(positions), start=1):
        values: list[Mapping[Action, Fraction]] = [fast_action_values(key_of(position), "opponent")]
        if position.ply >= LATE:
            values.append(late.values(position))
        best = max if game.actor(position) == "X" else min
        for by_action in values:
            played = [action for action in by_action if game.play(position, action) == after]
            if not any(by_action[action] == best(by_action.values()) == NARROW for action in played):
                raise Refuted(f"action {number}, {variation.split()[number - 1]}, is not best: {_worth(by_action)}")
    score = game.score(positions[-1])
    if str(score.outcome) != "narrow win of X" or points(score.outcome, table_2()) != (Fraction(1), Fraction(1, 2)):
        raise Refuted(f"it ends in a {score.outcome}")
    return f"{len(positions) - 1} actions, {score.outcome}"


with_another_selection_at_the_end = f"{FIGURE_2[:-4]}selB"
with_another_first_move = "X1.1-2"


def figures_3_and_4_are_right(set_up: SetUp = reference) -> str:
    """After X1.1-9 O2.1-3 X3.1-3 O selects; selA and selB lead to the two boards drawn."""
    for each in (set_up({}), fast({})):
        position = each.initial()
        for move in (Move(1, 9), Move(1, 3), Move(1, 3)):
            position = each.play(position, move)
        if each.actions(position) != tuple(Selection) or each.actor(position) != "O":
            raise Refuted(f"after three moves {each.actor(position)} has {each.actions(position)}")
        for selection, board in ((Selection.A, {1: "X", 3: "O", 9: "X"}), (Selection.B, {1: "O", 3: "X", 9: "X"})):
            after = each.definite(each.play(position, selection))
            if {square: mark.player for square, mark in after.items()} != board:
                raise Refuted(f"{selection} leads to {after}")
            if {mark.ply for mark in after.values()} != {1, 2, 3}:
                raise Refuted(f"{selection} leads to {after}")
    return "both engines"


def _worth(values: Mapping[Action, Fraction]) -> str:
    return ", ".join(f"{action} {value}" for action, value in values.items())
