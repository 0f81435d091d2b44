"""The source's results on the stochastic game: Table 1 and Figures 5 to 8; and the four games of the page."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations, pairwise

from qttt.oracle.goff.translate import key_of
from qttt.reference.game import Actor, Game
from qttt.reference.goff import Action, CollapseRule, Position
from qttt.reference.solver import Solver
from qttt.reference.sqt import TWO_WINS, ScoringName, Sqt, deterministic_games
from qttt.verification import Refuted
from qttt.verification.goff.solved import fast_value as goff_value
from qttt.verification.goff.source import COMPLETE, FIRST_MOVES, NARROW
from qttt.verification.sqt import solved
from qttt.verification.sqt.solved import GRID, SCORINGS

Value = Callable[[Position, Sqt], Fraction]

NEVER_NEGATIVE = ("1-3", "1-5", "1-9")
CROSSING = Fraction(7, 10), Fraction(3, 4)
"""Figure 8: the zero is between these values, near the second."""
MOST_CHANGED = Fraction(3)
"""The double win changes the value of every first move by less than this, in points."""


def values_of(value: Value, game: str, scoring: ScoringName = "draws-even", double: bool = False) -> list[Fraction]:
    """The values after a written game on the grid of q."""
    rules = [Sqt(q, scoring, double) for q in GRID]
    return [value(rules[0].position(game), each) for each in rules]


def table_1_is_right(value: Value = solved.fast_value) -> str:
    """Rows 3 and 4 of Table 1: a complete win of X at q = 0, a draw at q = 1, with and without the double win."""
    for double in (False, True):
        values = values_of(value, "", double=double)
        if values[0] != COMPLETE or values[-1] != 0:
            raise Refuted(f"q = 0 and q = 1 are worth {values[0]} and {values[-1]}, double win {double}")
    return "20 and 0, with and without the double win"


def figures_5_and_6_are_right(value: Value = solved.fast_value) -> str:
    """The value falls from 20 to 0, and X has the advantage unless q = 1."""
    for double in (False, True):
        values = values_of(value, "", double=double)
        falls = all(a >= b for a, b in pairwise(values))
        if not falls or values[0] != COMPLETE or values[-1] != 0 or min(values[:-1]) <= 0:
            raise Refuted(f"double win {double}: {', '.join(map(str, values))}")
    return f"{len(GRID)} values of q, with and without the double win"


def figure_7_is_right(value: Value = solved.fast_value) -> str:
    """All first moves except 1-3, 1-5 and 1-9 become and stay negative as q grows; and their order changes."""
    values = {move: values_of(value, f"X1.{move}") for move in FIRST_MOVES}
    for move, of_move in values.items():
        if min(of_move) != of_move[-1] or (of_move[-1] < 0) == (move in NEVER_NEGATIVE):
            raise Refuted(f"{move} has the values {', '.join(map(str, of_move))}")
    changed = [
        f"{a} and {b}"
        for a, b in combinations(FIRST_MOVES, 2)
        if len({x > y for x, y in zip(values[a], values[b], strict=True) if x != y}) > 1
    ]
    if not changed:
        raise Refuted("the order of the first moves does not change")
    return f"{len(FIRST_MOVES)} first moves, {len(GRID)} values of q; {len(changed)} pairs change their order"


def figure_8_is_right(value: Value = solved.fast_value) -> str:
    """With draws-second the value crosses zero between 0.7 and 0.75, near 0.75, also with the double win."""
    low, near = map(GRID.index, CROSSING)
    for double in (False, True):
        values = values_of(value, "", "draws-second", double)
        sides = values[low] > 0 > values[near] and 0 not in values
        nearest = min(range(len(GRID)), key=lambda at: abs(values[at]))
        if not sides or nearest != near:
            raise Refuted(f"double win {double}: {values[low]} at {CROSSING[0]}, {values[near]} at {CROSSING[1]}")
    return f"positive up to {CROSSING[0]}, negative from {CROSSING[1]} on, which is nearest to zero"


def the_double_win_changes_little(value: Value = solved.fast_value) -> str:
    """The double win changes nothing at the start, and less than 3 points after any first move, under both scorings."""
    most = Fraction(0)
    for scoring in SCORINGS:
        for game in ("", *(f"X1.{move}" for move in FIRST_MOVES)):
            without, with_it = (values_of(value, game, scoring, double) for double in (False, True))
            change = max(b - a for a, b in zip(without, with_it, strict=True))
            if min(b - a for a, b in zip(without, with_it, strict=True)) < 0:
                raise Refuted(f"'{game}', {scoring}: X loses by the double win")
            if change >= MOST_CHANGED or (game == "" and change):
                raise Refuted(f"'{game}', {scoring}: the double win changes the value by {change}")
            most = max(most, change)
    return f"{len(GRID)} values of q, both scorings: 0 at the start, at most {most} after a first move"


# Mutants


def with_p_and_q_exchanged(position: Position, game: Sqt) -> Fraction:
    return solved.fast_value(position, Sqt(1 - game.q, game.scoring, game.double_win))


def with_draws_for_the_second(position: Position, game: Sqt) -> Fraction:
    return solved.fast_value(position, Sqt(game.q, "draws-second", game.double_win))


def with_draws_even(position: Position, game: Sqt) -> Fraction:
    return solved.fast_value(position, Sqt(game.q, "draws-even", game.double_win))


def with_the_opponent_selecting(position: Position, game: Sqt) -> Fraction:
    return goff_value(key_of(position), "opponent", game.double_win)


def with_a_point_for_the_option(position: Position, game: Sqt) -> Fraction:
    return solved.fast_value(position, game) + (1 if game.double_win and 0 < game.q < 1 else 0)


# The four games

Games = Mapping[str, Game[Position, Action]]

COLLAPSES = {
    "X closes": TWO_WINS,
    "O closes": "X1.1-2 O2.1-2 selB X3.3-5 O4.3-5 selB X5.4-6 O6.4-6 selB X7.7-8 O8.7-8",
}
"""Two closed cycles that distinguish the four games."""


def the_four_games_are_distinct(games: Games | None = None) -> str:
    """Any two of the games differ in the value of one of two collapses; at the start they are a narrow win, two
    complete wins and a draw, as in Table 1."""
    found = {}
    for who, game in (games or deterministic_games()).items():
        solver = Solver(game)
        found[who] = tuple(solver.value(game.position(text)) for text in COLLAPSES.values())
    for one, other in combinations(found, 2):
        if found[one] == found[other]:
            raise Refuted(f"{one} and {other} give both collapses the values {', '.join(map(str, found[one]))}")
    start = [goff_value(0, rule) for rule in _RULES]
    start += [solved.fast_value(Position(), Sqt(q)) for q in (GRID[0], GRID[-1])]
    if start != [NARROW, COMPLETE, COMPLETE, 0]:
        raise Refuted(f"the four games are worth {', '.join(map(str, start))}")
    return "; ".join(f"{who} {', '.join(map(str, values))}" for who, values in found.items())


_RULES: tuple[CollapseRule, ...] = ("opponent", "self")


class _ThePlayerFavouredByQSelectsForX(Sqt):
    def system(self, position: Position) -> Mapping[Actor, Fraction]:
        return {Actor.X: self.q, Actor.O: self.p} if position.pending else {}


the_system_for_x_is_the_mover = {**deterministic_games(), "for X": deterministic_games()["self"]}
the_system_for_o_favours_x = {**deterministic_games(), "for O": _ThePlayerFavouredByQSelectsForX(Fraction(1))}
