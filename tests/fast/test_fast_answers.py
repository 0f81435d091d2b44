"""Batches of answers: the same values and best actions as one position at a time, and bad keys named in a sentence."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any, Literal

import numpy as np
import pytest

from qttt.fast.answers import ILLEGAL, UnknownPosition, actions_of, chosen
from qttt.fast.backend import Cpu
from qttt.fast.goff import games, rules
from qttt.fast.goff.key import FIELD, canonical, plies
from qttt.fast.goff.outcome import UNFINISHED, X_COMPLETE, X_DOUBLE, scores
from qttt.fast.goff.solve import Solution
from qttt.fast.goff.tablebase import Tablebase
from qttt.fast.sqt import solve as sqt_solve
from qttt.fast.sqt.setting import LARGEST_DENOMINATOR, Setting
from qttt.fast.sqt.tablebase import collapse_value

COLLAPSES: tuple[rules.Collapse, ...] = ("opponent", "self")
EARLY = 6


def reached(count: int, seed: int) -> list[int]:
    """Keys of every ply, settled and pending, over or not, from random games."""
    keys = set()
    for row in games.playouts(Cpu(), count, seed, record=True).actions:
        key = rules.INITIAL
        for action in row[row > 0].tolist():
            keys.add(key)
            key = rules.play(key, action)
        keys.add(key)
    return sorted(keys)


@dataclass(frozen=True)
class OneByOne:
    """Values by the rules alone, one action at a time, from those of settled positions of plies 0 to 6: `early`.

    `worth`: the value of an outcome code. `selected`: the value of a pending position, from those of its actions."""

    early: Callable[[int], Any]
    worth: Callable[[int], Any]
    selected: Callable[[int, list[Any]], Any]
    known: dict[int, Any] = field(default_factory=dict)

    def value(self, key: int) -> Any:
        if key not in self.known:
            self.known[key] = self._found(key)
        return self.known[key]

    def _found(self, key: int) -> Any:
        over = rules.outcome(key)
        if over != UNFINISHED:
            return self.worth(over)
        if plies(key) <= EARLY and not key & FIELD:
            return self.early(int(canonical(key)))
        values = [*self.actions(key).values()]
        if key & FIELD:
            return self.selected(key, values)
        return max(values) if plies(key) % 2 == 0 else min(values)

    def actions(self, key: int) -> dict[int, Any]:
        return {action: self.value(rules.play(key, action)) for action in rules.actions(key)}


@pytest.fixture(autouse=True, scope="module")
def _expanding_is_remembered() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "expanded", cache(rules.expanded))
        yield


@pytest.fixture(scope="module")
def keys() -> list[int]:
    found = reached(5, seed=31)
    assert {plies(key) for key in found if not key & FIELD} == set(range(10))
    assert {plies(key) for key in found if key & FIELD} >= set(range(3, 10))
    return found


def goff_one_by_one(table: Tablebase, collapse: rules.Collapse) -> OneByOne:
    """Outcome codes."""

    def early(key: int) -> int:
        at = np.searchsorted(table.keys[plies(key)], key)
        return int(table.codes[plies(key)][at]) >> (0 if collapse == "opponent" else 3) & 7

    def selected(key: int, codes: list[int]) -> int:
        return max(codes) if rules.actor(key, collapse) == "X" else min(codes)

    return OneByOne(early, int, selected)


@pytest.mark.parametrize("collapse", COLLAPSES)
def test_goff_batch_agrees_with_single_actions(solution: Solution, keys: list[int], collapse: rules.Collapse) -> None:
    single = goff_one_by_one(solution.tablebase, collapse)
    for double_win in (False, True):
        worth, answers = scores(double_win), solution.tablebase.answers(collapse, double_win)
        assert answers.values(keys).tolist() == [worth[single.value(key)] for key in keys]
        table, best = answers.action_values(keys), answers.best(keys)
        for key, row, mask in zip(keys, table.tolist(), best.tolist(), strict=True):
            expected = {action: worth[code] for action, code in single.actions(key).items()}
            assert {a: value for a, value in zip(answers.actions, row, strict=True) if value != ILLEGAL} == expected
            optimal = [a for a, value in expected.items() if value == worth[single.value(key)]]
            assert [*actions_of(mask, answers.actions)] == optimal
        assert chosen(best, len(answers.actions)).sum(axis=1).tolist() == [mask.bit_count() for mask in best.tolist()]


SETTINGS = (
    Setting(Fraction(3, 4)),
    Setting(Fraction(2, 7), "draws-second", double_win=True),
    Setting(Fraction(0)),
    Setting(Fraction(LARGEST_DENOMINATOR - 1, LARGEST_DENOMINATOR)),
)


@pytest.fixture(scope="module")
def sqt() -> sqt_solve.Solution:
    return sqt_solve.solve(Cpu(), SETTINGS)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_sqt_batch_agrees_with_single_actions(sqt: sqt_solve.Solution, keys: list[int], setting: Setting) -> None:
    table, q, lane = sqt.tablebase, setting.q, SETTINGS.index(setting)
    single = OneByOne(
        lambda key: int(table.rows_of([key], plies(key))[0, lane]) * setting.scale,
        lambda code: Fraction(setting.scores[code]),
        lambda key, values: collapse_value(q, *values),
    )
    answers = table.answers(setting)
    assert [value * answers.scale for value in answers.values(keys).tolist()] == [single.value(key) for key in keys]
    rows, best = answers.action_values(keys).tolist(), answers.best(keys).tolist()
    for key, row, mask in zip(keys, rows, best, strict=True):
        expected = single.actions(key)
        found = {a: value for a, value in zip(answers.actions, row, strict=True) if value != ILLEGAL}
        assert {action: value * answers.scale for action, value in found.items()} == expected
        optimal = () if key & FIELD else tuple(a for a, value in expected.items() if value == single.value(key))
        assert actions_of(mask, answers.actions) == optimal


def test_goff_values_are_those_of_every_stored_position(solution: Solution) -> None:
    table = solution.tablebase
    for ply, codes in enumerate(table.codes):
        for collapse, shift in zip(COLLAPSES, (0, 3), strict=True):
            found = table.answers(collapse).values(table.answers(collapse).positions(ply))
            assert (found == np.array(scores(double_win=False))[codes >> shift & 7]).all()


def test_best_counts_a_double_win_as_complete_without_the_option(solution: Solution) -> None:
    table = solution.tablebase
    for key in reached(400, seed=5):
        values = table.actions(key, "self")
        if {X_COMPLETE, X_DOUBLE} <= set(values.values()) and rules.actor(key, "self") == "X":
            break
    best = tuple(action for action, code in values.items() if code in (X_COMPLETE, X_DOUBLE))
    double = tuple(action for action, code in values.items() if code == X_DOUBLE)
    assert len(best) > len(double) > 0
    assert table.best(key, "self") == best
    assert table.best(key, "self", double_win=True) == double


@pytest.mark.parametrize("dtype", [np.int32, np.uint32, np.int64, np.uint64, ">i8"])
def test_keys_of_any_integer_type_and_order_are_accepted(solution: Solution, dtype: Any) -> None:
    answers = solution.tablebase.answers("opponent")
    wanted = [0, 0, 0]
    expected = answers.values(wanted).tolist()
    array = np.array(wanted, dtype)
    frozen = array.copy()
    frozen.flags.writeable = False
    for given in (array, array[::-1], np.array([wanted, wanted], dtype, order="F")[0], frozen, wanted):
        assert answers.values(given).tolist() == expected
        assert answers.best(given).tolist() == answers.best(wanted).tolist()


@pytest.mark.parametrize(
    ("given", "error", "sentence"),
    [
        (np.zeros(1), TypeError, "expected integers, got the type float64"),
        (np.zeros(1, bool), TypeError, "expected integers, got the type bool"),
        (np.array([1 << 63], np.uint64), ValueError, r"keys\[0\]: 9223372036854775808 does not fit in a signed 64-bit"),
        ([0, 0.5], TypeError, r"keys\[1\]: 0.5 is not an integer"),
        ([True], TypeError, r"keys\[0\]: True is not an integer"),
        (["0"], TypeError, r"keys\[0\]: '0' is not an integer"),
        ([0, None], TypeError, r"keys\[1\]: None is not an integer"),
        ([1 << 70], ValueError, r"keys\[0\]: \d+ does not fit in a signed 64-bit integer"),
        ([0, 1 << 63], ValueError, r"keys\[1\]: 9223372036854775808 does not fit in a signed 64-bit integer"),
        (0, ValueError, "expected one dimension, an array \\[positions\\], got one number"),
        ([[0, 0]], ValueError, r"got the shape \(1, 2\)"),
        ([0, 1 << 62], UnknownPosition, r"keys\[1\]: no game reaches this position of goff-1.0: 0x4000000000000000"),
        ([0, 0, -1], UnknownPosition, r"keys\[2\]: no game reaches"),
    ],
)
@pytest.mark.parametrize("ask", ["values", "action_values", "best"])
def test_bad_keys_are_rejected_in_a_sentence(
    solution: Solution, ask: str, given: Any, error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        getattr(solution.tablebase.answers("self"), ask)(given)


def pack(*places: int) -> int:
    """The key with these ten fields, as they are."""
    return sum(p << (54 - 6 * i) for i, p in enumerate(places))


@pytest.mark.parametrize(
    ("places", "what"),
    [
        ((46,), "a place that does not exist"),
        ((1, 2), "a mark of each out of order"),
        ((0, 0, 0, 5), "O without X"),
        ((2, 0, 0, 0, 0, 0, 0, 0, 0, 5), "a pending pair that closes no cycle"),
        ((2, 0, 0, 0, 0, 0, 0, 0, 0, 1), "a pending loop"),
        ((2, 0, 0, 0, 0, 0, 0, 0, 0, 63), "a pending pair that does not exist"),
        ((2, 0, 0, 0, 0, 0, 1), "X7 without earlier marks"),
        ((6, 3, 1, 21, 15, 10, 0, 28), "O8 without X7"),
        ((6, 3, 1, 21, 15, 10, 28, 0, 36), "X9 without O8"),
        ((6, 3, 1, 21, 15, 10, 6), "X7 on a square that is taken"),
        ((6, 3, 1, 21, 15, 10, 16 + 6), "X7 spooky on a square that is taken"),
        ((6, 3, 1, 21, 15, 10, 0, 0, 0, 35), "a pending pair in a game that is over"),
        ((6, 3, 1, 21, 15, 10, 63), "X7 at a place that does not exist"),
    ],
)
def test_keys_without_the_form_of_a_position_are_rejected(
    solution: Solution, places: tuple[int, ...], what: str
) -> None:
    answers = solution.tablebase.answers("opponent")
    bad = pack(*places, *[0] * (10 - len(places)))
    for ask in (answers.values, answers.action_values, answers.best):
        with pytest.raises(UnknownPosition, match=r"keys\[0\]"):
            ask([bad, 0])


def test_empty_batches_have_empty_answers(solution: Solution) -> None:
    answers = solution.tablebase.answers("self")
    assert answers.values([]).shape == answers.best([]).shape == (0,)
    assert answers.action_values([]).shape == (0, len(answers.actions))


def test_unknown_options_and_plies_are_rejected(solution: Solution) -> None:
    other: Literal["opponent"] = "nobody"  # type: ignore[assignment]
    with pytest.raises(ValueError, match="collapse 'nobody': expected opponent or self"):
        solution.tablebase.answers(other)
    with pytest.raises(ValueError, match="ply 7: expected 0 to 6"):
        solution.tablebase.answers("self").positions(7)
