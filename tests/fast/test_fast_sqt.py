"""SQT's engine: settings, rows, lanes and late values; the source's searches."""

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
import searches

from qttt.fast.answers import ILLEGAL
from qttt.fast.backend import Cpu
from qttt.fast.goff.board import SQUARES
from qttt.fast.goff.index import dense, whole
from qttt.fast.goff.moves import WORK
from qttt.fast.goff.outcome import BOTH
from qttt.fast.sqt.answers import answers
from qttt.fast.sqt.lanes import WIDTH, Lanes
from qttt.fast.sqt.setting import SCORES, UNIT, Setting
from qttt.fast.sqt.solve import Classes, find_class, solve
from qttt.fast.sqt.tablebase import Tablebase
from qttt.oracle.goff import NUMBERED, key_of
from qttt.reference.goff import Position
from qttt.reference.solver import Solver
from qttt.reference.sqt import Sqt


def settings(*probabilities: Fraction) -> list[Setting]:
    return [Setting(q, scoring, double) for q in probabilities for scoring in SCORES for double in (False, True)]


def test_unsolved_setting_is_not_found() -> None:
    solved = Tablebase(tuple(settings(Fraction(1, 2))), (), (), ())
    with pytest.raises(KeyError, match="not solved with"):
        solved.value(0, Setting(Fraction(1, 3)))


def test_rows_are_exact_whatever_the_hash() -> None:
    values = np.array([[1, 2], [2, 1], [1, 2], [0, 3], [2, 1]], np.int32)
    for weights in (None, np.zeros(2, np.int64), np.ones(2, np.int64)):
        rows = Classes(Cpu(), 2, np.int32)
        if weights is not None:
            rows._weights = weights
            rows.known = rows._published()
        for _ in range(2):
            found = np.full(5, 7, np.int32)
            for i in range(5):
                find_class(i, [], values, rows.known, found)
            rows.learn(values, found)
            assert (rows.rows[found] == values).all()
        assert len(rows.rows) == 3


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
def test_sqt_is_searched_to_its_value(algorithm: int, q: str) -> None:
    chance = Random(5)
    for setting in 2 * settings(Fraction(q)):
        game = Sqt(setting.q, setting.scoring, setting.double_win)
        position = settled(game, 7, chance)
        assert searched(position, algorithm, setting) == Solver(game).value(position)


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
