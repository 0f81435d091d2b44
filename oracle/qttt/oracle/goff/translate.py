"""Translation between reference and fast engine: positions and keys, actions and codes, outcomes.

A key forgets which of a player's early marks (plies 1, 3, 5 and 2, 4, 6) is which, so `key_of` has no inverse:
`position_of` gives one of the positions with the key. All of them have the same outcome under any play (claim
`goff-ply-labels`).
"""

from collections.abc import Sequence
from typing import Any

from qttt.fast.goff.board import ACTIONS, PLACE_SQUARES, SEL_A, SEL_B, place
from qttt.fast.goff.outcome import OUTCOMES, UNFINISHED, codes_counted
from qttt.fast.goff.position import FIELD, O8, PENDING, X7, X9, field, pack
from qttt.reference.goff import Action, Mark, Move, Position, Selection, Spooky
from qttt.reference.goff.notation import write_move
from qttt.reference.goff.position import EMPTY_BOARD
from qttt.reference.notation import player_of

LATE = {7: X7, 8: O8, 9: X9}
"""The field of each late ply."""


def place_of(move: Move) -> int:
    """The place of a move, whose squares are 1 to 9 in the move and 0 to 8 in the place; one square makes a loop.

    >>> place_of(Move(1, 1)), place_of(Move(1, 2)), place_of(Move(9, 9))
    (1, 2, 45)
    """
    return place(move.first - 1, move.second - 1)


def move_of(place: int) -> Move:
    """The move at a place.

    >>> str(move_of(2))
    '1-2'
    """
    first, second = PLACE_SQUARES[place].tolist()
    return Move(first + 1, second + 1)


def action_of(code: int) -> Action:
    """The action of a code."""
    selections = {SEL_A: Selection.A, SEL_B: Selection.B}
    return selections[code] if code in selections else move_of(code)


NUMBERED: tuple[Action, ...] = tuple(map(action_of, ACTIONS))
"""The actions by their numbers."""


def outcome_of(code: int, double_win: bool, both: str = "narrow") -> str | None:
    """What an outcome code counts as under these options, in words; None while the game goes on.

    >>> [outcome_of(3, True, both) for both in ("narrow", "draw", "first")]
    ['narrow win of X', 'draw', 'complete win of X']
    """
    return None if code == UNFINISHED else OUTCOMES[codes_counted(double_win, both)[code]]


def key_of(position: Position) -> int:
    """The key of a position.

    >>> key_of(Position()), key_of(Position.of("X1.1-2 O2.1-2")) % 64
    (0, 2)
    """
    places = {mark.ply: place(square, square) for square, mark in enumerate(position.definite) if mark}
    places |= {mark.ply: place_of(squares) for mark, squares in position.spooky}
    pending = places.pop(position.spooky[-1].mark.ply) if position.pending else 0
    p1, p2, p3, p4, p5, p6, p7, p8, p9 = (places.get(ply, 0) for ply in range(1, 10))
    return pack(p1, p3, p5, p2, p4, p6, p7, p8, p9, pending)


def position_of(key: int) -> Position:
    """A position with this key: in each player's early fields the plies ascend from high to low.

    Not guaranteed: the position whose key `key_of` took; its plies 1, 3, 5 and its plies 2, 4, 6 may be permuted.
    A mark that closed a cycle keeps its ply.

    >>> str(position_of(key_of(Position.of("X1.1-2 O2.3-4 X3.1-2"))))
    'X1.1-2 O2.3-4 X3.1-2'
    >>> str(position_of(key_of(Position.of("X1.1-2 O2.3-4 X3.5-6"))))
    'X1.5-6 O2.3-4 X3.1-2'
    """
    plies = ((0, 1), (1, 3), (2, 5), (3, 2), (4, 4), (5, 6), *((at, ply) for ply, at in LATE.items()))
    marks = {ply: field(key, at) for at, ply in plies if field(key, at)}
    if pending := key & FIELD:
        marks[len(marks) + 1] = pending
    definite: list[Mark | None] = [None] * 9
    spooky = []
    for ply, at in sorted(marks.items()):
        mark, move = Mark(player_of(ply), ply), move_of(at)
        if move.first == move.second:
            definite[move.first - 1] = mark
        else:
            spooky.append(Spooky(mark, move))
    return Position(tuple(definite), tuple(spooky), field(key, PENDING) != 0)


FIELDS = ((0, 1), (3, 2), (1, 3), (4, 4), (2, 5), (5, 6), (X7, 7), (O8, 8), (X9, 9))
"""The fields of a key with their plies, in the order of the plies."""


def texts(answers: Any, keys: Any) -> Any:
    """The positions of `position_of` with these settled keys, in notation, as an array of Arrow."""
    import pyarrow as pa
    from pyarrow import compute

    marks = []
    for at, ply in FIELDS:
        tokens = ["", *(f" {written(ply, move_of(each))}" for each in range(1, len(PLACE_SQUARES)))]
        marks.append(pa.array(tokens).take(pa.array(field(keys, at))))
    joined = compute.utf8_ltrim_whitespace(compute.binary_join_element_wise(*marks, ""))
    return compute.if_else(compute.equal(joined, ""), EMPTY_BOARD, joined)


def written(ply: int, move: Move) -> str:
    """A mark as positions have it: a pair of spooky marks, or a definite mark for a move within one square.

    >>> written(1, Move(1, 9)), written(2, Move(3, 3))
    ('X1.1-9', 'O2@3')
    """
    return write_move(ply, move) if move.first != move.second else f"{Mark(player_of(ply), ply)}@{move.first}"


def shown(state: Sequence[int]) -> Position:
    """The position of a state of `qttt.fast.goff.rules`, over or not. A mark that closed a cycle keeps its ply.

    >>> str(shown([0, UNFINISHED]))
    '-'
    """
    return position_of(state[0])
