"""Moves and results of Q3T: how many links a box may have, and what a result changes.

A part of the page `hybrid-1.0`, in its order: after `hybrid.position`, before `hybrid.ending`. `links`, `targets`
and `effect` are the values of the switches of these names.
"""

from dataclasses import replace

from qttt.reference.game import Actor
from qttt.reference.hybrid.notation import Link
from qttt.reference.hybrid.position import PendingLink, Position

# Moves


def may_control(position: Position, box: int, links: str) -> bool:
    """Whether the pending links leave room for one more with the control `box`.

    Rule: HYB-CONTROL-1

    >>> position = Position.of("......X.., 5>7 O, X to move")
    >>> [may_control(position, 5, links) for links in ("one", "single", "two")]
    [False, False, True]
    >>> [may_control(position, 9, links) for links in ("one", "single", "two")]
    [True, False, True]
    """
    if links == "single":
        import networkx as nx

        return bool(nx.is_empty(position.graph))
    return bool(position.graph.out_degree(box) < {"one": 1, "two": 2}[links])


def may_receive(position: Position, box: int, targets: str) -> bool:
    """Whether the pending links leave room for one more with the target `box`.

    Rule: HYB-TARGET-1

    >>> position = Position.of("......X.., 5>7 O, X to move")
    >>> [may_receive(position, 7, targets) for targets in ("any", "one")]
    [True, False]
    """
    return targets == "any" or position.graph.in_degree(box) == 0


def measure(position: Position, box: int) -> Position:
    """The position in which the measurement of `box` waits for its result.

    Rule: HYB-MEASURE-1
    """
    return replace(position, measuring=box)


def link(position: Position, move: Link) -> Position:
    """The position after a quantum move: the mover has one more pending link; nothing else changes.

    Rule: HYB-LINK-1

    >>> str(link(Position.of("......X.., O to move"), Link(5, 7)))
    '......X.., 5>7 O, X to move'
    """
    links = sorted([*position.links, PendingLink(*move, position.turn)])
    return replace(position, links=tuple(links), turn=position.turn.opponent)


# Results


def measured(position: Position, result: Actor, effect: str) -> Position:
    """The position after a result: the box has its mark, the links of the box have acted and are gone.

    Rule: HYB-RESULT-1
    Rule: HYB-TRIGGER-1

    >>> str(measured(Position.of("..X...X.., 5>7 O, 9>3 O, X measures 5"), Actor.O, "reverse"))
    '..X.O.O.., 9>3 O, O to move'
    """
    assert position.measuring
    marks = {**dict(enumerate(position.marks, start=1)), position.measuring: str(result)}
    for _, target, owner in position.graph.out_edges(position.measuring, data="owner"):
        if owner is result:
            marks[target] = turned(Actor(marks[target]), owner, effect)
    kept = tuple(pending for pending in position.links if pending.control != position.measuring)
    return Position("".join(marks.values()), kept, position.turn.opponent)


def turned(mark: Actor, owner: Actor, effect: str) -> str:
    """The mark of a target after a triggered link of `owner`.

    Rule: HYB-TRIGGER-1

    >>> turned(Actor.O, Actor.O, "reverse"), turned(Actor.O, Actor.O, "take")
    ('X', 'O')
    """
    return str(mark.opponent if effect == "reverse" else owner)
