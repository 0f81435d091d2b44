"""Translation between reference and fast engine: positions and states, moves and slots, settings."""

from collections.abc import Sequence
from itertools import product

from qttt.fast.hybrid import batch, rules
from qttt.fast.hybrid.rules import Setting, State
from qttt.reference.game import Actor
from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid.notation import Link, Measure
from qttt.reference.hybrid.position import UNMEASURED, PendingLink, Position


def state_of(position: Position) -> State:
    """The state of a position.

    >>> state_of(Position.of("X.O......, 2>3 O, X measures 9"))
    State(x=1, o=4, links=(Link(control=1, target=2, owner='O'),), turn='X', measuring=8)
    """
    x, o = (sum(1 << at for at, found in enumerate(position.marks) if found == mark) for mark in "XO")
    links = tuple(rules.Link(link.control - 1, link.target - 1, str(link.owner)) for link in position.links)
    return State(x, o, links, str(position.turn), None if position.measuring is None else position.measuring - 1)


def position_of(state: State) -> Position:
    """The position with a state.

    >>> str(position_of(State(1, 4, (), "O", 8)))
    'X.O......, O measures 9'
    """
    marks = ("X" if state.x >> at & 1 else "O" if state.o >> at & 1 else UNMEASURED for at in range(9))
    links = tuple(PendingLink(link.control + 1, link.target + 1, Actor(link.owner)) for link in state.links)
    measuring = None if state.measuring is None else state.measuring + 1
    return Position("".join(marks), links, Actor(state.turn), measuring)


NUMBERED: tuple[Measure | Link, ...] = (
    *(Measure(box) for box in range(1, 10)),
    *(Link(control, target) for control, target in product(range(1, 10), repeat=2)),
)
"""The moves by their slots."""


action_of = NUMBERED.__getitem__
"""The move with a slot."""


def setting_of(game: Hybrid) -> Setting:
    """The fast engine's setting for a game of the reference."""
    return Setting(**game.switches)


def shown(state: Sequence[int]) -> Position:
    """The position of a state of `qttt.fast.hybrid.batch`.

    >>> from qttt.fast.hybrid.batch import NUMBERS, begin
    >>> state = [1] * NUMBERS
    >>> begin(state, ())
    >>> str(shown(state))
    '........., X to move'
    """
    return position_of(batch.state_of(state))
