"""Reference and fast engine side by side: the exact value of every position of small sub-games."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from qttt.reference.goff import Action, Position
from qttt.reference.solver import Solver
from qttt.reference.sqt import Sqt
from qttt.verification import Refuted
from qttt.verification.sqt import solved
from qttt.verification.sqt.dice import positions_after
from qttt.verification.sqt.solved import AWKWARD, GRID, SCORINGS, SMALL, Remembering

PROBABILITIES = (GRID[0], GRID[1], SMALL[0], GRID[10], *AWKWARD, GRID[15], GRID[20])
"""0, 1/20, 2/7, 1/2, 71/113, 16383/32767, 3/4 and 1."""

GAMES = (
    "X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB X5.8-9 O6.8-9",
    "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7 selB O6.2-8",
    "X1.1-2 O2.1-2 selA X3.3-6 O4.5-7 X5.6-9 O6.4-7",
)
MORE_GAMES = (
    "X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB",
    "X1.1-2 O2.1-6 X3.4-7 O4.4-7 selA X5.1-5",
    "X1.2-4 O2.2-4 selA X3.1-3 O4.3-7 X5.1-6",
)
"""The first of ply 4, the others of ply 5."""

Value = Callable[[Position, Sqt], Fraction]


def small_sub_games_have_the_same_values(value: Value = solved.fast_value) -> str:
    return _the_same(value, GAMES)


def larger_sub_games_have_the_same_values(value: Value = solved.fast_value) -> str:
    return _the_same(value, MORE_GAMES)


def _the_same(value: Value, games: Sequence[str]) -> str:
    """Every position after the games in every setting of eight values of q; ended positions with one value of q."""
    positions = sorted(positions_after(tuple(games)), key=lambda position: -position.ply)
    settings = [
        Remembering(q, scoring, double) for q in PROBABILITIES for scoring in SCORINGS for double in (False, True)
    ]
    for game in settings:
        solver = Solver[Position, Action](game)
        here = positions if game.q == PROBABILITIES[-1] else [s for s in positions if game.actor(s)]
        for position in here:
            expected, found = solver.value(position), value(position, game)
            if expected != found:
                raise Refuted(
                    f"'{position}', q = {game.q}, {game.scoring}: {expected} and, by the fast engine, {found}"
                )
    return f"{len(positions):,} positions after {len(games)} games, {len(settings)} settings"


def with_p_and_q_exchanged(position: Position, game: Sqt) -> Fraction:
    return solved.fast_value(position, Sqt(1 - game.q if game.q in (0, 1) else game.q, game.scoring, game.double_win))


def without_the_double_win(position: Position, game: Sqt) -> Fraction:
    return solved.fast_value(position, Sqt(game.q, game.scoring))


def with_the_mean_of_the_settlements(position: Position, game: Sqt) -> Fraction:
    if not position.pending:
        return solved.fast_value(position, game)
    return sum(solved.fast_action_values(position, game).values(), Fraction(0)) / 2
