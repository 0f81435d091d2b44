"""Levels, switches and moves of TiqTaqToe: what may be superposed with what, and the position after each kind of move.

A part of the page `tiqtaqtoe-1.1`, in its order: after `tiqtaqtoe.position`, before `tiqtaqtoe.ending`.
"""

from collections.abc import Mapping

from qttt.reference.picture import any_of
from qttt.reference.tiqtaqtoe.notation import Pair
from qttt.reference.tiqtaqtoe.position import EMPTY, Board, Position, contents, groups, of_boards
from qttt.reference.written import check_switches

# Levels and switches

UNIFORM = ("classic", "minimal", "moderate", "high")
"""The levels at which boards are equally likely, from no quantumness to high quantumness. Rule: TIQ-LEVEL-1"""
LEVELS = (*UNIFORM, "full")
"""All levels; at the last one, boards have amplitudes. Rule: TIQ-AMPLITUDE-1"""

SWITCHES: Mapping[str, tuple[str, ...]] = {
    "target": ("entangled", "unentangled"),
    "pair": ("illegal", "legal"),
    "lines": ("every-move", "full-board"),
    "both": ("even", "X", "O", "last-mover", "other"),
    "gate": ("iswap", "swap"),
}
"""Every switch and its values, the canonical one first. Rule: TIQ-SWITCH-1"""


def switches_of(level: str) -> tuple[str, ...]:
    """The switches that a level has: those about lines everywhere, the others at one level.

    Raises `ValueError` for an unknown level.

    Rule: TIQ-LEVEL-1
    Rule: TIQ-SWITCH-1
    Rule: TIQ-GATE-1

    >>> switches_of("moderate"), switches_of("full")
    (('lines', 'both'), ('lines', 'both', 'gate'))
    """
    if level not in LEVELS:
        raise ValueError(f"unknown level {level!r}: expected {any_of(LEVELS)}")
    own = {"high": ("target", "pair"), "full": ("gate",)}.get(level, ())
    return tuple(name for name in SWITCHES if name in (*own, "lines", "both"))


def check_setting(level: str, switches: Mapping[str, str]) -> None:
    """Reject a setting that does not exist.

    Raises `ValueError` for an unknown level or value, and for a switch that the level does not have, unless the switch
    has its canonical value.

    Rule: TIQ-SWITCH-1

    >>> check_setting("moderate", {"pair": "legal"})
    Traceback (most recent call last):
    ValueError: level moderate has no switch pair: expected lines or both
    """
    own = switches_of(level)
    check_switches(switches, SWITCHES)
    for name, value in switches.items():
        if name not in own and value != SWITCHES[name][0]:
            raise ValueError(f"level {level} has no switch {name}: expected {any_of(own)}")


# Moves


def written(board: Board, square: int, content: str) -> Board:
    """The board with `content` on a square."""
    return board[: square - 1] + content + board[square:]


def exchanged(board: Board, pair: Pair) -> Board:
    """The board with the contents of two squares exchanged."""
    first, second = (board[square - 1] for square in pair)
    return written(written(board, pair.first, second), pair.second, first)


def place(position: Position, square: int) -> Position:
    """The position after a classical move: the mover's mark on a certainly empty square, in every board.

    Rule: TIQ-MOVE-1

    >>> str(place(Position.of(".X....... | X........"), 3))
    '.XO...... | X.O......'
    """
    return of_boards({written(board, square, position.turn) for board in position.boards})


def superposed(position: Position, pair: Pair) -> Position:
    """The position after a superposition where at least one square is certainly empty.

    In every board the mover's mark is written on that square, and with probability 1/2 the two squares are exchanged:
    each board gives two. If both squares are certainly empty, it does not matter which of them gets the mark.

    Rule: TIQ-SUPER-1

    >>> str(superposed(superposed(Position(), Pair(1, 2)), Pair(2, 6)))
    '.O...X... | .X...O... | X....O... | XO.......'
    """
    empty = pair.second if pair.second in position.empty else pair.first
    marked = place(position, empty).boards
    return of_boards({*marked, *(exchanged(board, pair) for board in marked)})


# Targets


def superposed_targets(level: str, opponent: str) -> tuple[frozenset[str], ...]:
    """What the other square of a superposition may hold at a level: each entry is one set of possible contents.

    Rule: TIQ-TARGET-1

    >>> [sorted(held) for held in superposed_targets("high", "O")]
    [['.'], ['O'], ['.', 'O']]
    """
    empty, opponents, uncertain = frozenset(EMPTY), frozenset(opponent), frozenset((EMPTY, opponent))
    targets: Mapping[str, tuple[frozenset[str], ...]] = {
        "classic": (),
        "minimal": (empty,),
        "moderate": (empty, opponents),
        "high": (empty, opponents, uncertain),
    }
    return targets[level]


def is_target(position: Position, square: int, level: str) -> bool:
    """Whether a square may be the other square of a superposition at a level.

    Rule: TIQ-TARGET-1

    >>> [is_target(Position.of("X........"), 1, level) for level in ("minimal", "moderate")]
    [False, True]
    """
    return contents(position, square) in superposed_targets(level, position.turn.opponent)


def is_unentangled(position: Position, square: int) -> bool:
    """Whether a square is certain, or its group consists of the square and one more.

    Rule: TIQ-TARGET-2

    >>> is_unentangled(Position.of(".X....... | X........"), 2)
    True
    """
    return all(len(group) == 2 for group in groups(position) if square in group)


# Both squares of one mark


def is_opponents_pair(position: Position, pair: Pair) -> bool:
    """Whether in every board one of two squares is empty and the other has the opponent's mark, both ways round.

    Rule: TIQ-PAIR-1

    >>> is_opponents_pair(Position.of(".X....... | X........"), Pair(1, 2))
    True
    """
    first, second = (position.columns[square - 1] for square in pair)
    opponent = position.turn.opponent
    return {*zip(first, second, strict=True)} == {(EMPTY, opponent), (opponent, EMPTY)}


def pair_filled(position: Position, pair: Pair) -> Position:
    """The position after a move on both squares of the opponent's mark: in every board the mover gets the empty one.

    Rule: TIQ-PAIR-1

    >>> str(pair_filled(Position.of(".X....... | X........"), Pair(1, 2)))
    'OX....... | XO.......'
    """
    return of_boards(
        {
            written(board, next(square for square in pair if board[square - 1] == EMPTY), position.turn)
            for board in position.boards
        }
    )
