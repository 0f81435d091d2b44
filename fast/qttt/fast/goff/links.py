"""The successors of every early position, found once: forward they are the positions of the next ply, backward what a
position is valued from.

The links of a position are a row of ints: its outcome code; and, if play goes on, how many moves close no cycle, the
index of the successor of each of them, per square the index of the successor in which the new mark settles there, if
there is one, and per square the squares that close a cycle with it (`moves.CLOSING`)."""

from qttt.fast.answers import Ints
from qttt.fast.goff.board import SQUARES, place
from qttt.fast.goff.index import Tables, dense
from qttt.fast.goff.moves import CLOSING, NEXT, NO_SUCCESSOR, Work, expand
from qttt.fast.goff.outcome import UNFINISHED
from qttt.fast.jit import jitable

OVER, JOINS, JOINED = range(3)
SETTLED = JOINED + SQUARES * (SQUARES - 1) // 2
CLOSES = SETTLED + SQUARES
LINKS = CLOSES + SQUARES


@jitable
def link_successors(i: int, work: Work, keys: Ints, reading: int, tables: Tables, links: Ints, seen: Ints) -> None:
    """Kernel: the links of a position of ply 0 to 5; and set the byte of each successor, in the index of the next
    ply."""
    links[i, OVER] = expand(keys[i], work, reading)
    if links[i, OVER] != UNFINISHED:
        return
    joins = 0
    for v in range(SQUARES):
        links[i, CLOSES + v] = work[CLOSING + v]
        for u in range(v + 1):
            successor = work[NEXT + place(u, v)]
            if successor != NO_SUCCESSOR:
                found = dense(successor, tables)
                seen[found] = 1
                if u == v:
                    links[i, SETTLED + v] = found
                else:
                    links[i, JOINED + joins] = found
                    joins += 1
    links[i, JOINS] = joins
