"""Positions of Q3T: boxes, lines, marks, pending links, who is to move and what is being measured; how many links a box
may have, and what a result changes.

A part of the page `hybrid-1.0`, in its order: before `hybrid.ending`. `links`, `targets` and `effect` are the values of
the switches of these names.

>>> position = Position.of("..X...X.., 5>7 O, 9>3 O, X to move")
>>> position.unmeasured, position.links[0]
((1, 2, 4, 5, 6, 8, 9), 5>7 O)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from qttt.reference.game import Actor
from qttt.reference.hybrid.notation import Link
from qttt.reference.notation import Tokens
from qttt.reference.picture import Drawn

if TYPE_CHECKING:
    import networkx as nx

UNMEASURED = "."
BOXES = tuple(range(1, 10))


# Positions


class PendingLink(NamedTuple):
    """A link that waits for its control to be measured; `owner` is the player who made it.

    >>> str(PendingLink(5, 7, Actor.O))
    '5>7 O'
    """

    control: int
    target: int
    owner: Actor

    def __str__(self) -> str:
        return f"{self.control}>{self.target} {self.owner}"

    def __repr__(self) -> str:
        return str(self)


@dataclass(frozen=True, repr=False)
class Position(Drawn):
    """The marks of the boxes, the pending links, the player to move, and the box that this player is measuring.

    `marks[box - 1]` is X, O or the dot of an unmeasured box. The links are sorted by control, target and owner, O
    before X; the same link may be there twice. `measuring` is None unless a measurement waits for its result.

    Immutable and hashable. Not guaranteed: that a game can reach it.

    Rule: HYB-STATE-1

    >>> str(Position())
    '........., X to move'
    """

    marks: str = UNMEASURED * 9
    links: tuple[PendingLink, ...] = ()
    turn: Actor = Actor.X
    measuring: int | None = None

    @classmethod
    def of(cls, text: str) -> Position:
        """The position written as `text`, its links in any order.

        Raises `StateError` for any other text, for a link that does not lead from an unmeasured box to a measured
        one, and if the box being measured is already measured.

        Rule: NOTATION-STATE-4

        >>> Position.of("..X...X.., 5>7 O, X measures 5").measuring
        5
        """
        tokens = Tokens(text)
        marks = tokens.take("(?P<marks>[XO.]{9}),", "nine boxes, each X, O or a dot, and a comma")["marks"]
        links: list[PendingLink] = []
        while tokens.begins("[1-9]>[1-9]"):
            links.append(_link(tokens, marks))
        turn = Actor(tokens.take("[XO]", "a link such as 5>7, or the player, X or O").group())
        if tokens.begins("to"):
            tokens.take("to", "to")
            tokens.take("move", "move")
            box = None
        else:
            tokens.take("measures", "to move, or measures and a box")
            box = int(tokens.take("[1-9]", "a box from 1 to 9").group())
            tokens.check(marks[box - 1] == UNMEASURED, "an unmeasured box")
        tokens.end()
        return cls(marks, tuple(sorted(links)), turn, box)

    def __str__(self) -> str:
        doing = f"{self.turn} to move" if self.measuring is None else f"{self.turn} measures {self.measuring}"
        return ", ".join([self.marks, *map(str, self.links), doing])

    def __repr__(self) -> str:
        return f"Position.of({str(self)!r})"

    @cached_property
    def graph(self) -> nx.MultiDiGraph[int]:
        """The pending links as a digraph; frozen, because it is shared."""
        return links_graph(self.links)

    @cached_property
    def measured(self) -> tuple[int, ...]:
        """The boxes that have a mark, ascending.

        Rule: HYB-STATE-1
        """
        return tuple(box for box in BOXES if self.marks[box - 1] != UNMEASURED)

    @cached_property
    def unmeasured(self) -> tuple[int, ...]:
        """The boxes that have no mark, ascending.

        Rule: HYB-STATE-1
        """
        return tuple(box for box in BOXES if self.marks[box - 1] == UNMEASURED)


@lru_cache(maxsize=4096)
def links_graph(links: tuple[PendingLink, ...]) -> nx.MultiDiGraph[int]:
    """The pending links as a digraph on the boxes: an edge from control to target for each, with its `owner`.

    Frozen, because every position with the same links shares it.

    Rule: HYB-STATE-1

    >>> list(links_graph(Position.of("..X...X.., 5>7 O, 9>3 O, X to move").links).edges(data="owner"))
    [(5, 7, <Actor.O: 'O'>), (9, 3, <Actor.O: 'O'>)]
    """
    import networkx as nx

    graph: nx.MultiDiGraph[int] = nx.MultiDiGraph()
    graph.add_nodes_from(BOXES)
    graph.add_edges_from((link.control, link.target, {"owner": link.owner}) for link in links)
    return nx.freeze(graph)


def _link(tokens: Tokens, marks: str) -> PendingLink:
    """The next two tokens, which must be a link in a position with these marks."""
    ends = tokens.take("([1-9])>([1-9])", "a link such as 5>7")
    control, target = map(int, ends.groups())
    leads = marks[control - 1] == UNMEASURED != marks[target - 1]
    tokens.check(leads, "a link from an unmeasured box to a measured one")
    owner = tokens.take("([XO]),", "the owner of the link, X or O, and a comma")[1]
    return PendingLink(control, target, Actor(owner))


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
