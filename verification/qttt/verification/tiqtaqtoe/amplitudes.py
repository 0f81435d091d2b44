"""The level full of TiqTaqToe: how many positions it has, and that they are infinitely many."""

from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from qttt.oracle.entry import canonical
from qttt.reference.game import Actor
from qttt.reference.tiqtaqtoe import Pair, TiqTaqToe, amplitudes
from qttt.verification import expect
from qttt.verification.side_by_side import early

COUNTS = {"iswap": (1, 15, 690, 30_690), "swap": (1, 15, 678, 29_166)}
"""The positions up to symmetry after 0, 1, 2 and 3 moves."""


def positions_number(plies: int = 3) -> None:
    """The positions of the level full after up to so many moves, up to symmetry, by the reference. Raises `Refuted`."""
    for gate, counts in COUNTS.items():
        game = TiqTaqToe("full", gate=gate)
        found = sum(1 for _ in early(game, plies, partial(canonical, game)))
        expect(f"{gate}: positions after up to {plies} moves", found, sum(counts[: plies + 1]))


# LEMMA endless

HALF = Fraction(1, 2)

CONTENTS = tuple(map("".join, product(".XO", repeat=2)))
"""What the two squares may hold."""
SPACES = {
    "iswap": (1, 6, (1, 0, 0, 0), (-HALF, HALF, 0, HALF)),
    "swap": (3, 3, (-1, 0, 0, 0), (1, 0, 3 * HALF, 0)),
}
"""The power of two splits that M is, the dimension of V, and on V the determinant of M and its trace."""


def the_same_two_squares_never_repeat() -> None:
    """What LEMMA endless says of M and V, in exact numbers. Raises `Refuted`."""
    from sympy import QQ
    from sympy.polys.matrices import DomainMatrix

    field = QQ.cyclotomic_field(8)

    def number(*parts: Any) -> Any:
        return field([QQ(part.numerator, part.denominator) for part in reversed(parts)])

    factors = {"iswap": number(0, HALF, 0, -HALF), "swap": number(HALF, 0, HALF, 0)}

    def operator(mark: Actor, square: int, gate: str) -> Any:
        """A split of the two squares that flips one of them."""
        rows = [[field.zero] * 9 for _ in CONTENTS]
        for column, held in enumerate(CONTENTS):
            flipped = amplitudes.flipped(held + 7 * ".", square, mark)
            for board, factor in amplitudes.branches(flipped, Pair(1, 2), mark, gate):
                rows[CONTENTS.index(board[:2])][column] += factors[gate] * number(*factor)
        return DomainMatrix(rows, (9, 9), field)

    for gate, expected in SPACES.items():
        power, *_ = expected
        once = (operator(Actor.X, 1, gate) * operator(Actor.O, 1, gate)) ** power
        start = CONTENTS.index("..")
        vector = operator(Actor.X, 2, gate)[:, start : start + 1]
        space = vector
        while (larger := space.hstack(vector := once * vector)).rank() > space.shape[1]:
            space = larger
        *others, last = larger.nullspace().to_list()[0]
        dimension = space.shape[1]
        found = power, dimension, (-1) ** dimension * others[0] / last, -others[-1] / last
        due = *expected[:2], number(*expected[2]), number(*expected[3])
        expect(f"{gate}: power, dimension, determinant and trace", found, due)
