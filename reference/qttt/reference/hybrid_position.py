"""Q3T, its positions: boxes, lines, marks, pending links, who is to move and what is being measured.

A part of the page `hybrid-1.0`, in its order: before `hybrid_moves`.

>>> position = Position.of("..X...X.., 5>7 O, 9>3 O, X to move")
>>> position.unmeasured, position.links[0]
((1, 2, 4, 5, 6, 8, 9), PendingLink(control=5, target=7, owner=<Actor.O: 'O'>))
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import networkx as nx

from qttt.reference.game import Actor

UNMEASURED = "."
BOXES = tuple(range(1, 10))
POSITION = re.compile(
    r"(?P<marks>[XO.]{9})(?P<links>(?:, [1-9]>[1-9] [XO])*), (?P<turn>[XO]) (?:to move|measures (?P<box>[1-9]))"
)


# Boxes


@cache
def lines() -> tuple[tuple[int, int, int], ...]:
    """The eight lines: three rows, three columns, two diagonals.

    Rule: HYB-BOX-1

    >>> lines()
    ((1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7))
    """
    rows = [(row, row + 1, row + 2) for row in (1, 4, 7)]
    columns = [(column, column + 3, column + 6) for column in (1, 2, 3)]
    return (*rows, *columns, (1, 5, 9), (3, 5, 7))


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


@dataclass(frozen=True)
class Position:
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
        """The position that has the text `text`, its links in any order.

        Raises `ValueError` for any other text, for a link that does not lead from an unmeasured box to a measured
        one, and for the measuring of a measured box.

        >>> Position.of("..X...X.., 5>7 O, X measures 5").measuring
        5
        """
        match = POSITION.fullmatch(text)
        if match is None:
            raise ValueError(f"{text!r} is no position: write it as '..X...X.., 5>7 O, 9>3 O, X to move'")
        marks, box = match["marks"], match["box"]
        links = tuple(sorted(map(_link, match["links"].split(", ")[1:])))
        for link in links:
            if marks[link.control - 1] != UNMEASURED or marks[link.target - 1] == UNMEASURED:
                raise ValueError(f"{text!r}: the link {link} does not lead from an unmeasured box to a measured one")
        if box and marks[int(box) - 1] != UNMEASURED:
            raise ValueError(f"{text!r}: box {box} is measured already")
        return cls(marks, links, Actor(match["turn"]), int(box) if box else None)

    def __str__(self) -> str:
        doing = f"{self.turn} to move" if self.measuring is None else f"{self.turn} measures {self.measuring}"
        return ", ".join([self.marks, *map(str, self.links), doing])

    @property
    def measured(self) -> tuple[int, ...]:
        """The boxes that have a mark, ascending.

        Rule: HYB-STATE-1
        """
        return tuple(box for box in BOXES if self.marks[box - 1] != UNMEASURED)

    @property
    def unmeasured(self) -> tuple[int, ...]:
        """The boxes that have no mark, ascending.

        Rule: HYB-STATE-1
        """
        return tuple(box for box in BOXES if self.marks[box - 1] == UNMEASURED)


def links_graph(position: Position) -> nx.MultiDiGraph[int]:
    """The pending links as a digraph on the boxes: an edge from control to target for each, with its `owner`.

    Rule: HYB-STATE-1

    >>> list(links_graph(Position.of("..X...X.., 5>7 O, 9>3 O, X to move")).edges(data="owner"))
    [(5, 7, <Actor.O: 'O'>), (9, 3, <Actor.O: 'O'>)]
    """
    graph: nx.MultiDiGraph[int] = nx.MultiDiGraph()
    graph.add_nodes_from(BOXES)
    graph.add_edges_from((link.control, link.target, {"owner": link.owner}) for link in position.links)
    return graph


def _link(text: str) -> PendingLink:
    return PendingLink(int(text[0]), int(text[2]), Actor(text[4]))
