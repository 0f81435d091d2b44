"""The entanglement graph, and its collapse, as integers.

While no cycle is closed the graph is a forest. Mark i has the squares u and v; if it is spooky, taking its edge away
leaves two parts of its component: the *sides* of u and of v. A forest is one int64 array (or list) of 4 x 9 numbers:
``U + i, V + i`` the squares of mark i, ``A + i, B + i`` the masks of their sides. A definite mark has u = v and empty
sides; a mark that is not there is at square 9, off the board.

Everything about a collapse can be read off the sides. If the last mark settles on square r, each other mark of the
component settles on the end of its edge away from r; moving r across one edge moves only the mark of that edge.

Every function here is a kernel free of branches: the same text is run by Python, numba and CUDA, and proved by z3.
"""

from collections.abc import MutableSequence

from qttt.fast.jit import jitable
from qttt.fast.lanes import Number, load, store

MARKS = 9
ABSENT = 9
U, V, A, B = 0, 9, 18, 27
FOREST = 36

Forest = MutableSequence[int]


@jitable
def component(forest: Forest, square: Number, marks: int = MARKS) -> Number:
    """The mask of the squares joined to `square`, itself included, by the first `marks` marks. Rule: GOFF-GRAPH-2"""
    mask = 1 << square
    for i in range(marks):
        span = load(forest, A + i) | load(forest, B + i)
        mask |= span & -((span >> square) & 1)
    return mask


@jitable
def entangle(forest: Forest, i: int, u: int, v: int) -> None:
    """Add mark i, after marks 0 to i - 1, as an edge between squares u and v of different components.

    Guaranteed only while the graph stays a forest: the caller must check `component` first. Rule: GOFF-GRAPH-1
    """
    add(forest, i, u, v, component(forest, u, i), component(forest, v, i))


@jitable
def add(forest: Forest, i: int, u: Number, v: Number, side_u: Number, side_v: Number) -> None:
    """Add mark i with its sides. With empty sides it is definite if u = v."""
    for j in range(i):
        a = load(forest, A + j)
        b = load(forest, B + j)
        store(forest, A + j, a | (side_v & -((a >> u) & 1)) | (side_u & -((a >> v) & 1)))
        store(forest, B + j, b | (side_v & -((b >> u) & 1)) | (side_u & -((b >> v) & 1)))
    store(forest, U + i, u)
    store(forest, V + i, v)
    store(forest, A + i, side_u)
    store(forest, B + i, side_v)


@jitable
def settled(forest: Forest, i: int, root: int) -> int:
    """The square where mark i settles when the last mark of its component settles on `root`.

    For a definite mark this is its square. Not meaningful for a `root` outside the component of a spooky mark i.
    Rule: GOFF-COLLAPSE-3
    """
    u = forest[U + i]
    v = forest[V + i]
    return u ^ ((u ^ v) & -((forest[A + i] >> root) & 1))
