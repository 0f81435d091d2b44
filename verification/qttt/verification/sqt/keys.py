"""Lemmas on equal values, by the reference's solver only: of positions merged by a key, and of the dice version."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations, product

from qttt.fast.goff.key import canonical
from qttt.oracle.goff.translate import key_of
from qttt.reference.board import SYMMETRIES
from qttt.reference.goff import Action, Goff, Mark, Position, Spooky
from qttt.reference.notation import player_of
from qttt.reference.solver import Solver
from qttt.reference.sqt import Sqt
from qttt.reference.sqt.dice import Dice, Thrown
from qttt.verification import Refuted
from qttt.verification.goff.values import sampled_positions
from qttt.verification.sqt.values import GAMES, positions_after

GAME = Goff()
POSITIONS = {7: 5, 8: 40}
SETTINGS = (Sqt(Fraction(2, 7)), Sqt(Fraction(3, 4), "draws-second", True))

Merged = Callable[[Position], Iterator[Position]]
"""Positions with the same canonical key."""


def relabelled(position: Position, plies: dict[int, int]) -> Position:
    """The position with every ply renamed."""

    def renamed(mark: Mark) -> Mark:
        ply = plies.get(mark.ply, mark.ply)
        return Mark(player_of(ply), ply)

    spooky = sorted((Spooky(renamed(mark), pair) for mark, pair in position.spooky), key=lambda each: each.mark.ply)
    definite = tuple(mark and renamed(mark) for mark in position.definite)
    return Position(definite, tuple(spooky), position.pending)


def merged(position: Position) -> Iterator[Position]:
    """The eight images; and with c = 0 all orders of X's early plies and of O's, of one image each."""
    for symmetry in SYMMETRIES:
        yield GAME.turned(position, symmetry)
    if not position.pending:
        orders = product(permutations((1, 3, 5)), permutations((2, 4, 6)))
        for number, (x, o) in enumerate(orders):
            plies = dict(zip((1, 3, 5, 2, 4, 6), x + o, strict=True))
            yield GAME.turned(relabelled(position, plies), SYMMETRIES[number % len(SYMMETRIES)])


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
    yield GAME.turned(position, (2, 1, *range(3, 10)))


def a_late_ply_is_exchanged(position: Position) -> Iterator[Position]:
    yield position if position.pending else relabelled(position, {5: 7, 7: 5})


# The dice version

WITH_DICE = (Sqt(Fraction(0)), Sqt(Fraction(1)), Sqt(Fraction(1, 2)), Sqt(Fraction(27, 36), "draws-second", True))


def dice_give_the_same_values(games: int = 3) -> str:
    """Every position after some games has the same value and the same best moves with dice as with the System."""
    count = 0
    for game in WITH_DICE:
        dice = Dice(game)
        stochastic, thrown = Solver(game), Solver(dice)
        for position in positions_after(GAMES[:games]):
            with_dice = Thrown(position)
            values = stochastic.value(position), thrown.value(with_dice)
            if values[0] != values[1]:
                raise Refuted(f"'{position}', q = {game.q}: {values[0]} with the System, {values[1]} with dice")
            if bool(dice.chance(with_dice)) != position.pending:
                raise Refuted(f"'{position}': the dice have the chances {dice.chance(with_dice)}")
            if not position.pending and stochastic.best(position) != thrown.best(with_dice):
                raise Refuted(f"'{position}', q = {game.q}: other moves are best with dice")
            count += 1
    return f"{count:,} positions of {len(WITH_DICE)} settings"
