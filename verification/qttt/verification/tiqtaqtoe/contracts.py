"""Compares which squares may be superposed with an empty one, by reference and fast engine, on every path."""

from qttt.fast.tiqtaqtoe.batch import row_of, single
from qttt.oracle.tiqtaqtoe.translate import setting_of, slot_of, state_of
from qttt.reference.tiqtaqtoe import LEVELS, TiqTaqToe
from qttt.reference.tiqtaqtoe.moves import is_target
from qttt.reference.tiqtaqtoe.notation import Pair
from qttt.reference.tiqtaqtoe.position import Position
from qttt.verification import about
from qttt.verification.contracts import confirm
from qttt.verification.mutation import with_globals

SETTINGS = tuple(setting_of(TiqTaqToe(level)) for level in LEVELS)


def of_contents(empty: bool, x: bool, o: bool, x_to_move: bool) -> Position | None:
    """A position in which square 1 may hold exactly these contents, and square 3 is empty; None without contents."""
    held = [board for board, there in ((".X", empty), ("O.", o), ("X.", x)) if there]
    rest = ".O....." if x_to_move else "......."
    return Position(tuple(board + rest for board in held)) if held else None


def by_the_fast_engine(position: Position) -> list[bool]:
    """The levels at which squares 1 and 3 may be superposed."""
    state = state_of(position)
    return [slot_of(Pair(1, 3)) in single(setting).legal(row_of(state)) for setting in SETTINGS]


def levels_agree(empty: bool, x: bool, o: bool, x_to_move: bool) -> bool:
    """For any contents of a square, both engines allow superposing it with an empty one at the same levels, and each
    level allows what the level before it allows.

    post: _
    """
    position = of_contents(empty, x, o, x_to_move)
    if position is None:
        return True
    of_reference = [is_target(position, 1, level) for level in LEVELS]
    return of_reference == by_the_fast_engine(position) == sorted(of_reference)


levels = about(levels_agree, confirm)


def _own_marks_are_targets(position: Position) -> list[bool]:
    return [*by_the_fast_engine(position)[:2], True, True]


def _moderate_and_high_exchanged(position: Position) -> list[bool]:
    classic, minimal, moderate, high = by_the_fast_engine(position)
    return [classic, minimal, high, moderate]


own_marks_are_targets = with_globals(levels_agree, by_the_fast_engine=_own_marks_are_targets)
moderate_and_high_are_exchanged = with_globals(levels_agree, by_the_fast_engine=_moderate_and_high_exchanged)
