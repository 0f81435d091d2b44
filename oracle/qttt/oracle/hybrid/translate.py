"""Translation between reference and fast engine: positions, states of batches and keys, moves and slots, settings."""

from collections.abc import Sequence
from itertools import product
from typing import Any

from qttt.fast.board import ALL
from qttt.fast.hybrid import rules
from qttt.fast.hybrid.layer import all_digits
from qttt.fast.hybrid.rules import MEASURED, NUMBERS, O_BOXES, ONE, TURN, TWO, X_BOXES
from qttt.fast.hybrid.setting import Setting
from qttt.reference.game import Actor
from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid.notation import Link, Measure
from qttt.reference.hybrid.position import BOXES, UNMEASURED, PendingLink, Position

PLAYERS = (Actor.X, Actor.O)
KEYS = rules.setting_of(Setting())
"""A setting for keys, which are the same under all."""
NUMBERED: tuple[Measure | Link, ...] = (
    *(Measure(box) for box in BOXES),
    *(Link(control, target) for control, target in product(BOXES, repeat=2)),
)
"""The moves by their slots."""


action_of = NUMBERED.__getitem__
"""The move with a slot."""

LEVEL = "measured"
"""What the parts of a tablebase are counted by, instead of plies."""


def setting_of(game: Hybrid) -> Setting:
    """The fast engine's setting for a game of the reference."""
    return Setting(**game.switches)


def state_of(position: Position) -> list[int]:
    """The state of `qttt.fast.hybrid.rules` with a position. Not guaranteed for what is not a position.

    >>> state_of(Position.of("X.O......, 2>3 O, X measures 9"))[:6]
    [1, 4, 0, 9, 0, 6]
    """
    x, o = (sum(1 << at for at, mark in enumerate(position.marks[:9]) if mark == player) for player in PLAYERS)
    links = [(box, 2 * target - 1 + (owner is Actor.O)) for box, target, owner in position.links if target in BOXES]
    carried = [sorted((link for box, link in links if box == control), reverse=True) for control in BOXES]
    ones, twos = zip(*((*some, 0, 0)[:2] for some in carried), strict=True)
    return [x, o, int(position.turn is Actor.O), position.measuring or 0, *ones, *twos]


def shown(state: Sequence[int]) -> Position:
    """The position of a state.

    >>> str(shown([1, 4, 0, 9, 0, 6, *[0] * 16]))
    'X.O......, 2>3 O, X measures 9'
    """
    x, o = state[X_BOXES], state[O_BOXES]
    marks = "".join("X" if x >> at & 1 else "O" if o >> at & 1 else UNMEASURED for at in range(9))
    carried = [(box, state[first + box - 1] - 1) for box in BOXES for first in (ONE, TWO) if state[first + box - 1]]
    links = sorted(PendingLink(box, link // 2 + 1, PLAYERS[link % 2]) for box, link in carried)
    return Position(marks, tuple(links), PLAYERS[state[TURN]], state[MEASURED] or None)


def texts(answers: Any, keys: Any) -> Any:
    """The positions with these keys, in notation, as an array of Arrow: with the same boxes measured, none being
    measured, and the same player to move."""
    import pyarrow as pa
    from pyarrow import compute

    first = position_of(int(keys[0]) if len(keys) else 0)
    free = [box for box in BOXES if box not in first.measured]
    x = pa.array(keys & ALL)
    marks = [
        "".join(UNMEASURED if box in free else "X" if mask >> box - 1 & 1 else "O" for box in BOXES)
        for mask in range(ALL + 1)
    ]
    columns, links = [pa.array(marks).take(x)], keys >> rules.LINK_BITS
    bundles = all_digits(len(first.measured))
    for box in free:
        carried = [[PendingLink(box, first.measured[it // 2], PLAYERS[it % 2]) for it in some] for some in bundles]
        tokens = [", ".join(map(str, sorted(some))) or None for some in carried]
        columns.append(pa.array(tokens, pa.string()).take(pa.array(links % len(bundles))))
        links = links // len(bundles)
    return compute.binary_join_element_wise(*columns, f"{first.turn} to move", ", ", null_handling="skip")


def key_of(position: Position) -> int:
    """The key of a position. Raises `KeyError` for what is not one under any switches."""
    key = rules.key_of(state_of(position), KEYS)
    if position_of(key) != position:
        raise KeyError(f"{position} is not a position of this game")
    return key


def position_of(key: int) -> Position:
    """The position with a key."""
    state = [0] * NUMBERS
    rules.read(key, state)
    return shown(state)
