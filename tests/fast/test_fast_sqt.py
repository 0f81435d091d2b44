"""SQT's engine: settings, rows, lanes and late values; the source's searches; functions of q."""

from fractions import Fraction
from functools import reduce
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
import searches

from qttt.fast.answers import ILLEGAL
from qttt.fast.backend import Cpu, Device, Interpreter
from qttt.fast.goff.board import SQUARES
from qttt.fast.goff.index import dense, whole
from qttt.fast.goff.moves import WORK
from qttt.fast.goff.outcome import BOTH
from qttt.fast.sqt import solve as sqt_solve
from qttt.fast.sqt.answers import answers
from qttt.fast.sqt.every_q import Algebra
from qttt.fast.sqt.lanes import WIDTH, Lanes
from qttt.fast.sqt.polynomial import (
    BITS,
    Piecewise,
    Polynomial,
    best_moves,
    between,
    changes,
    polynomial,
    rational,
    roots,
)
from qttt.fast.sqt.setting import SCORES, UNIT, Setting
from qttt.fast.sqt.solve import solve
from qttt.fast.sqt.tablebase import Tablebase
from qttt.oracle.goff import NUMBERED, key_of
from qttt.reference.goff import Position
from qttt.reference.solver import Solver
from qttt.reference.sqt import Sqt

from .devices import StrictDevice


def settings(*probabilities: Fraction) -> list[Setting]:
    return [Setting(q, scoring, double) for q in probabilities for scoring in SCORES for double in (False, True)]


def test_unsolved_setting_is_not_found() -> None:
    solved = Tablebase(tuple(settings(Fraction(1, 2))), (), (), ())
    with pytest.raises(KeyError, match="not solved with"):
        solved.value(0, Setting(Fraction(1, 3)))


@pytest.mark.parametrize("weights", [None, (0, 0, 0), (1, 1, 1), (1 << 62, 3, 0)])
@pytest.mark.parametrize("device", [Interpreter(), StrictDevice(by_python=("qttt",))])
@pytest.mark.parametrize("piece", [7, 60])
def test_rows_are_exact_whatever_the_hash(
    weights: tuple[int, ...] | None, device: Device, piece: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows are numbered in the order in which they come, in one piece or several."""
    if weights:
        monkeypatch.setattr(sqt_solve, "weights_of", lambda lanes: np.array(weights, np.int64))
    values = np.random.default_rng(5).integers(-1, 2, (60, 3)).astype(np.int32)
    numbers: dict[tuple[int, ...], int] = {}
    expected = [numbers.setdefault(tuple(row), len(numbers)) for row in values.tolist()]
    classes = sqt_solve.Classes(device, 3, np.int32)
    found = [classes.classify(device.xp.asarray(values[at : at + piece])) for at in range(0, 60, piece)]
    rows, count = classes.rows()
    assert np.concatenate([*map(device.to_host, found)]).tolist() == expected
    assert device.to_host(rows[: int(count[0])]).tolist() == [*map(list, numbers)]


def test_lanes_fill_registers() -> None:
    lanes = Lanes.of(settings(Fraction(1, 20)))
    assert lanes.size == WIDTH
    assert Lanes.of(settings(Fraction(1, 20))[:1]).size == 1
    assert (lanes.scores[:, 4:] == lanes.scores[:, 3:4]).all()


@pytest.mark.parametrize("q", [0.5, True, Fraction(-1, 7)])
def test_probability_that_is_none_is_rejected(q: Any) -> None:
    with pytest.raises(ValueError, match="a Fraction from 0 to 1"):
        Setting(q)


@pytest.mark.parametrize(
    ("asked", "named"),
    [([], "no setting"), ([Setting(Fraction(1, 2)), Setting(Fraction(1, 2), last="draw")], "more than one reading")],
)
def test_settings_that_cannot_be_solved_together_are_rejected(asked: list[Setting], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        solve(Cpu(), asked)


READINGS = [*product(("legal", "forbidden"), ("move", "draw"), BOTH)]


@pytest.mark.parametrize(("pair", "last", "both"), READINGS)
def test_every_reading_has_the_values_of_the_reference(pair: str, last: str, both: str) -> None:
    """Moves at ply 6, their answers, and what follows those, by the solver of the reference."""
    chance = Random(f"{pair} {last} {both}")
    for q, double_win in ((Fraction(2, 7), False), (Fraction(16383, 32767), True)):
        game = Sqt(q, "draws-second", double_win, pair, last, both)
        setting, solver = Setting(q, "draws-second", double_win, pair, last, both), Solver(game)
        position = settled(game, 6, chance, definite=3)
        table, at = np.zeros(whole().size, np.int32), dense(key_of(position), whole().tables)
        table[at] = 1
        known = answers(setting, table=table, rows=np.zeros(1, np.int64))
        for _ in range(3):
            values = known.action_values([key_of(position)])[0]
            expected = [solver.values(position).get(action) for action in NUMBERED]
            found = [None if each == ILLEGAL else int(each) * setting.scale for each in values]
            assert found == expected, (setting, str(position))
            position = chance.choice([game.play(position, action) for action in game.actions(position)])
            while position.pending:
                position = game.play(position, chance.choice(game.actions(position)))
            if game.actor(position) is None:
                break


def settled(game: Sqt, plies: int, chance: Random, definite: int = 0) -> Position:
    """A random settled position of a ply with at least so many definite marks, from which play goes on."""
    while True:
        position = game.initial()
        while game.actor(position) is not None and (position.ply < plies or position.pending):
            position = game.play(position, chance.choice(game.actions(position)))
        if game.actor(position) is not None and sum(mark is not None for mark in position.definite) >= definite:
            return position


# The source's searches, against the reference's solver


def searched(position: Position, algorithm: int, setting: Setting, variant: int = 0) -> Fraction:
    """The value that a search finds with the widest window."""
    q, d = setting.q.numerator, setting.q.denominator
    scores = np.array(setting.scores, np.int64) // UNIT * d**4
    nodes, work = np.zeros(1, np.int64), np.empty((SQUARES, WORK), np.int64)
    window, game = (scores.min(), scores.max()), searches.Game(algorithm, variant, d - q, q, d, scores)
    found = searches.search(key_of(position), position.ply, *window, game, nodes, work)
    return int(found) * setting.scale


@pytest.mark.parametrize("q", ["0", "1", "1/20", "3/4", "2/7"])
@pytest.mark.parametrize("algorithm", [searches.NAIVE, searches.MODIFIED])
def test_sqt_is_searched_to_its_value(algorithm: int, q: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In Python, since every process would compile the search anew."""
    monkeypatch.setattr(searches, "search", searches.search.py_func)
    chance = Random(5)
    for setting in 2 * settings(Fraction(q)):
        game = Sqt(setting.q, setting.scoring, setting.double_win)
        position = settled(game, 7, chance)
        assert searched(position, algorithm, setting) == Solver(game).value(position)


@pytest.mark.engines
def test_variants_of_modified_search_find_value_but_for_one_kind() -> None:
    """A soft search that makes a move in an empty window may find another value; a wide window is never empty."""
    chance, game, setting = Random(5), Sqt(Fraction(3, 4)), Setting(Fraction(3, 4))
    wrong = set()
    for position in (settled(game, 5, chance) for _ in range(12)):
        value = searched(position, searches.NAIVE, setting)
        wrong |= {each for each in range(16) if searched(position, searches.MODIFIED, setting, each) != value}
    assert wrong == {each for each in range(16) if each & 7 == searches.SOFT | searches.LATE}


def test_denominator_beyond_the_bound_is_rejected() -> None:
    with pytest.raises(ValueError, match="at most 4095"):
        searches.search_sqt(Setting(Fraction(1, 4096)), modified=True)


ZERO, HALF, ONE = (rational(Fraction(n, 2)) for n in range(3))


def curve(*coefficients: int) -> Piecewise:
    """A polynomial on [0, 1]."""
    return Piecewise.of(Fraction(0), Fraction(1), polynomial(*coefficients))


def multiplied(*factors: Polynomial) -> Polynomial:
    """The product of some polynomials."""

    def times(one: Polynomial, other: Polynomial) -> Polynomial:
        terms = [(i + j, a * b) for i, a in enumerate(one) for j, b in enumerate(other)]
        return polynomial(*(sum(c for k, c in terms if k == power) for power in range(len(one) + len(other) - 1)))

    return reduce(times, factors)


@pytest.mark.parametrize(
    ("factors", "minimal", "values"),
    [
        ([(-1, 0, 2), (-2, 3), (1, 1)], [(-2, 3), (-1, 0, 2)], [0.666667, 0.707107]),  # -1 is outside
        ([(0, 1, -1)], [(0, 1), (-1, 1)], [0, 1]),
        ([(-1, 0, 2), (-2, 2, 3)], [(-2, 2, 3), (-1, 0, 2)], [0.548584, 0.707107]),
        ([(-1, 0, 2), (-1, 0, 2)], [(-1, 0, 2)], [0.707107]),
        ([(-1, 0, 0, 0, 2)], [(-1, 0, 0, 0, 2)], [0.840896]),
        ([(-1, 2), (-1, 2), (-1, 3), (5, 1)], [(-1, 3), (-1, 2)], [0.333333, 0.5]),
        ([(1, -8, 8)], [(1, -8, 8), (1, -8, 8)], [0.146447, 0.853553]),
    ],
)
def test_roots_from_0_to_1_are_found_in_order(
    factors: list[Polynomial], minimal: list[Polynomial], values: list[float]
) -> None:
    found = roots(multiplied(*factors))
    assert [root.minimal for root in found] == minimal
    assert [round(float(root), 6) for root in found] == values
    assert all(root.high - root.low <= Fraction(len(root.minimal) > 2, 1 << BITS) for root in found)
    assert sorted(found) == [*found]


def test_sign_changes_at_roots_of_odd_order_only() -> None:
    # (2q - 1)²(3q - 1): no change at 1/2
    a = multiplied((-1, 2), (-1, 2), (-1, 3))
    assert roots(a) == (rational(Fraction(1, 3)), HALF)
    assert changes(a) == (rational(Fraction(1, 3)),)
    assert changes(multiplied((-1, 2), (-1, 2), (-1, 2))) == (HALF,)
    assert changes((0, 1)) == ()


def test_equal_roots_of_different_polynomials_are_equal() -> None:
    (a,) = roots((-1, 0, 2))
    (b,) = roots(multiplied((-1, 0, 2), (5, 1)))
    assert a == b
    assert hash(a) == hash(b)
    assert not a < b


def test_roots_close_to_each_other_are_told_apart() -> None:
    # 1/√2 and its approximation 665857/941664, which differ by 8e-13, and a closer one, by 1e-18
    (root,) = roots((-1, 0, 2))
    for near in (Fraction(665857, 941664), Fraction(886731088897, 1254027132096)):
        assert root < rational(near)
        assert not rational(near) < root
        assert root.high < between(root, rational(near)) < near or root.low < between(root, rational(near)) < near


def test_roots_that_digits_do_not_tell_apart_are_rejected() -> None:
    algebra = Algebra()
    algebra.roots[1 << BITS - 1] = rational(Fraction(1, 2) + Fraction(1, 1 << BITS + 1))
    with pytest.raises(AssertionError, match=r"0\.5 from another root"):
        algebra.larger(algebra.constant((-1, 2)), algebra.constant(()))


def test_zeros_of_a_function_are_found() -> None:
    assert curve(2, -5, 2).zeros() == (HALF,)  # and 2 outside
    assert curve(1, -2).max(curve()).zeros() == (HALF, ONE)


A, B = curve(4, -4), curve(1, 1)
C = Piecewise((ZERO, HALF, ONE), ((1, 1), (2, -1)))
AT = rational(Fraction(3, 5))


@pytest.mark.parametrize(
    ("value", "moves", "best"),
    [
        # A crosses B at 3/5; C = B up to 1/2 and 3/2 from there, so A wins before 3/5
        (A.max(B).max(C), {"a": A, "b": B, "c": C}, [(ZERO, AT, "a"), (AT, AT, "ab"), (AT, ONE, "b")]),
        (B, {"a": B, "b": B}, [(ZERO, ONE, "ab")]),
        # 4q(1 - q) reaches 1 at 1/2
        (
            curve(1),
            {"a": curve(1), "b": curve(0, 4, -4)},
            [(ZERO, HALF, "a"), (HALF, HALF, "ab"), (HALF, ONE, "a")],
        ),
    ],
)
def test_best_of_functions_that_cross_coincide_and_touch(
    value: Piecewise, moves: dict[str, Piecewise], best: list[object]
) -> None:
    assert [(part.low, part.high, "".join(part.moves)) for part in best_moves(value, moves)] == best
