"""What a noisy device changes in TiqTaqToe: bounds on its values, from exact counts.

A square has two qubits, one for a mark of X and one for a mark of O; a group of entangled squares is measured together.
A result is legal if it puts every mark of the group on one square, and no two on the same one; any other result is
thrown away, and the measurement repeated. Two kinds of noise:

- *Depolarising*: with probability d the qubits of a group are maximally mixed.
- *Readout*: each qubit is read wrongly with probability e.

An accepted result comes from the ideal distribution except with a small chance, its *wrong share*. What is found then
is worth between -1 and 1 like everything else, so a measurement changes the value by at most twice this share.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from math import comb

SQUARES, QUBITS, MEASUREMENTS = 9, 2, 4
"""The squares, the qubits of each, and the most measurements of a game."""


def legal(squares: int, x: int, o: int) -> int:
    """How many boards have so many marks of X and O on so many squares.

    >>> legal(3, 1, 1)
    6
    """
    return comb(squares, x) * comb(squares - x, o)


def depolarised(d: Fraction, squares: int, x: int, o: int) -> Fraction:
    """The chance that an accepted result of a group comes from the mixed state.

    The boards of a group of two squares are all legal results, in equal shares either way: nothing is wrong.

    >>> depolarised(Fraction(1, 10), 3, 1, 1)
    Fraction(1, 97)
    """
    if squares == 2:
        return Fraction(0)
    mixed = d * Fraction(legal(squares, x, o), 1 << QUBITS * squares)
    return mixed / (1 - d + mixed)


def misread(e: Fraction, squares: int) -> Fraction:
    """A bound on the chance that an accepted result of so many squares was misread: it needs two wrong qubits at least,
    and a result that was read rightly is accepted."""
    qubits = QUBITS * squares
    right = (1 - e) ** qubits
    two = 1 - right - qubits * e * (1 - e) ** (qubits - 1)
    return two / (two + right)


def partitions(squares: int, least: int = 2) -> Iterator[tuple[int, ...]]:
    """The ways to divide at most so many squares into groups of two or more.

    >>> [*partitions(4)]
    [(), (2,), (2, 2), (3,), (4,)]
    """
    yield ()
    for first in range(least, squares + 1):
        yield from ((first, *rest) for rest in partitions(squares - first, first))


@cache
def worst_group(d: Fraction, squares: int) -> Fraction:
    """The largest wrong share of a group of so many squares, whatever its marks."""
    marks = ((x, o) for x in range(squares + 1) for o in range(squares + 1 - x) if x + o > 0)
    return max(depolarised(d, squares, x, o) for x, o in marks)


def wrong_share(d: Fraction) -> Fraction:
    """The largest wrong share of a measurement under depolarising noise: of all groups together."""

    def share(groups: tuple[int, ...]) -> Fraction:
        right = Fraction(1)
        for squares in groups:
            right *= 1 - worst_group(d, squares)
        return 1 - right

    return max(map(share, partitions(SQUARES)))


def change(share: Fraction) -> Fraction:
    """How much the value of a game can change at most, if every measurement has this wrong share."""
    return 2 * (1 - (1 - share) ** MEASUREMENTS)


def change_by_depolarising(d: Fraction) -> Fraction:
    """A bound on the change of values by depolarising noise."""
    return change(wrong_share(d))


def change_by_readout(e: Fraction) -> Fraction:
    """A bound on the change of values by readout errors."""
    return change(misread(e, SQUARES))


def harmless(bound: Callable[[Fraction], Fraction], value: Fraction, step: Fraction = Fraction(1, 1000)) -> Fraction:
    """The largest multiple of a step up to which noise changes values by less than `value`."""
    rate = Fraction(0)
    while bound(rate + step) < value:
        rate += step
    return rate
