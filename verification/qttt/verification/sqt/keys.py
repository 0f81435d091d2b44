"""Lemma: positions merged by a key have one value, by the reference's solver, which merges no positions."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations

from qttt.fast.goff.board import SQUARE_IMAGE
from qttt.fast.goff.key import canonical
from qttt.oracle.goff.translate import key_of
from qttt.reference.goff import Action, Mark, Move, Position, Spooky
from qttt.reference.notation import player_of
from qttt.reference.solver import Solver
from qttt.reference.sqt import Sqt
from qttt.verification import Refuted
from qttt.verification.goff.values import sampled_positions

POSITIONS = {7: 5, 8: 40}
SETTINGS = (Sqt(Fraction(2, 7)), Sqt(Fraction(3, 4), "draws-second", True))

Merged = Callable[[Position], Iterator[Position]]
"""Positions with the same canonical key."""


def images(position: Position, squares: dict[int, int]) -> Position:
    """The position with every square renamed."""
    definite = {squares[square]: mark for square, mark in enumerate(position.definite, start=1)}
    spooky = [
        Spooky(mark, Move(*sorted((squares[pair.first], squares[pair.second])))) for mark, pair in position.spooky
    ]
    return Position(tuple(definite[square] for square in sorted(definite)), tuple(spooky), position.pending)


def relabelled(position: Position, plies: dict[int, int]) -> Position:
    """The position with every ply renamed."""

    def renamed(mark: Mark) -> Mark:
        ply = plies.get(mark.ply, mark.ply)
        return Mark(player_of(ply), ply)

    spooky = sorted((renamed(mark), pair) for mark, pair in position.spooky)
    by_ply = sorted(spooky, key=lambda each: each[0].ply)
    definite = tuple(mark and renamed(mark) for mark in position.definite)
    return Position(definite, tuple(Spooky(mark, pair) for mark, pair in by_ply), position.pending)


def merged(position: Position) -> Iterator[Position]:
    """The eight images; and with c = 0 all orders of X's early plies and of O's, of one image each."""
    turns = [{s + 1: int(image) + 1 for s, image in enumerate(row)} for row in SQUARE_IMAGE]
    for turn in turns:
        yield images(position, turn)
    if not position.pending:
        orders = [(x, o) for x in permutations((1, 3, 5)) for o in permutations((2, 4, 6))]
        for number, (x, o) in enumerate(orders):
            plies = dict(zip((1, 3, 5, 2, 4, 6), x + o, strict=True))
            yield images(relabelled(position, plies), turns[number % len(turns)])


def equal_keys_have_equal_values(same: Merged = merged) -> str:
    """Every position with the canonical key of a position in the sample has the same value."""
    pairs = []
    for position in sampled_positions(POSITIONS):
        solvers = [Solver[Position, Action](game) for game in SETTINGS]
        values = [solver.value(position) for solver in solvers]
        for other in same(position):
            found = [solver.value(other) for solver in solvers]
            if found != values:
                raise Refuted(
                    f"'{position}' is worth {', '.join(map(str, values))}, '{other}' {', '.join(map(str, found))}"
                )
            pairs.append((position, other))
    for position, other in pairs:
        if not position.pending and canonical(key_of(other)) != canonical(key_of(position)):
            raise Refuted(f"'{position}' and '{other}' have different keys")
    return f"{len(pairs):,} positions, of {len(SETTINGS)} settings"


def two_squares_are_exchanged(position: Position) -> Iterator[Position]:
    yield images(position, {**{square: square for square in range(1, 10)}, 1: 2, 2: 1})


def a_late_ply_is_exchanged(position: Position) -> Iterator[Position]:
    yield position if position.pending else relabelled(position, {5: 7, 7: 5})
