"""SQT's engine: values against a plain recursion over the rules, the rows, the tablebase."""

from fractions import Fraction

import numpy as np
import pytest

from qttt.fast.backend import Cpu
from qttt.fast.goff import key, rules
from qttt.fast.goff.board import PLACE_SQUARES, place
from qttt.fast.goff.buckets import Buckets
from qttt.fast.goff.outcome import UNFINISHED
from qttt.fast.goff.solve import Solution as GoffSolution
from qttt.fast.sqt import classes
from qttt.fast.sqt.lanes import WIDTH, Lanes
from qttt.fast.sqt.setting import LARGEST_DENOMINATOR, SCORES, Setting
from qttt.fast.sqt.solve import PLY_6, Solution, solve
from qttt.fast.sqt.system import settlements
from qttt.fast.sqt.tablebase import collapse_value
from qttt.verification.strict_device import StrictDevice

AWKWARD = (Fraction(0), Fraction(1), Fraction(1, 2), Fraction(2, 7), Fraction(1, 20), Fraction(3, 4), Fraction(62, 63))
WIDE = (Fraction(1, 64), Fraction(355, 565), Fraction(LARGEST_DENOMINATOR - 1, LARGEST_DENOMINATOR))


def settings(*probabilities: Fraction) -> list[Setting]:
    return [Setting(q, scoring, double) for q in probabilities for scoring in SCORES for double in (False, True)]


def plain_values(position: int, each: list[Setting], known: dict[int, list[Fraction]]) -> list[Fraction]:
    """The values by the rules alone: every action, both settlements, no reduction."""
    if position not in known:
        over, following = rules.expanded(position)
        if over != UNFINISHED:
            known[position] = [Fraction(setting.scores[over]) for setting in each]
        else:
            options = []
            for action in rules.actions(position):
                if following[action] >= 0:
                    options.append(plain_values(int(following[action]), each, known))
                else:
                    ends = [
                        plain_values(int(following[place(s, s)]), each, known) for s in PLACE_SQUARES[action].tolist()
                    ]
                    options.append([collapse_value(setting.q, a, b) for setting, a, b in zip(each, *ends, strict=True)])
            best = max if key.plies(position) % 2 == 0 else min
            known[position] = [best(values) for values in zip(*options, strict=True)]
    return known[position]


def kernel_values(positions: list[int], each: list[Setting]) -> list[list[Fraction]]:
    """The values of positions of ply 6 on the CPU: by their score if that ends them, else by the kernel."""
    device, lanes = Cpu(), Lanes.of(each)
    buckets = Buckets(device, np.array(positions))
    values = np.empty((len(positions), lanes.count), lanes.scores.dtype)
    values[buckets.ended] = lanes.scores[buckets.codes]
    for at, layout, xs, os in buckets.pieces(len(positions)):
        room = np.empty((len(at), 3, lanes.count), lanes.fronts.dtype)
        found = np.empty((len(at), lanes.count), lanes.scores.dtype)
        device.launch(PLY_6, len(xs), layout, xs, os, lanes.arrays, room, found)
        values[at] = found
    return [[int(v) * setting.scale for v, setting in zip(row, each, strict=False)] for row in values]


@pytest.mark.slow
@pytest.mark.parametrize("probabilities", [AWKWARD, WIDE], ids=["narrow", "wide"])
def test_ply_6_values_agree_with_the_rules(probabilities: tuple[Fraction, ...], solution: GoffSolution) -> None:
    each = settings(*probabilities)
    positions = np.random.default_rng(3).choice(solution.tablebase.keys[6], 12).tolist()
    found = kernel_values(positions, each)
    for position, values in zip(positions, found, strict=True):
        assert values == plain_values(position, each, {}), hex(position)


def test_exchanged_p_and_q_are_detected(solution: GoffSolution) -> None:
    each = settings(Fraction(2, 7))
    exchanged = [Setting(1 - setting.q, setting.scoring, setting.double_win) for setting in each]
    positions = np.random.default_rng(3).choice(solution.tablebase.keys[6], 12).tolist()
    assert kernel_values(positions, exchanged) != [plain_values(position, each, {}) for position in positions]


@pytest.fixture(scope="module")
def solved() -> Solution:
    return solve(StrictDevice(), settings(Fraction(0), Fraction(2, 7), Fraction(3, 4), Fraction(1)))


def test_root_values_match_the_paper(solved: Solution) -> None:
    # Sakuta and Tomioka 2017, Table 1, Figures 5 and 6: 20 at q = 0, 0 at q = 1, with and without double wins
    for double in (False, True):
        assert solved.tablebase.value(0, Setting(Fraction(0), "draws-even", double)) == 20
        assert solved.tablebase.value(0, Setting(Fraction(1), "draws-even", double)) == 0


def test_position_value_follows_from_its_actions(solved: Solution) -> None:
    table = solved.tablebase
    generator = np.random.default_rng(5)
    for setting in table.settings[4:8]:
        for _ in range(4):
            position = rules.INITIAL
            while rules.outcome(position) == UNFINISHED:
                values = table.actions(position, setting)
                if position & key.FIELD:
                    assert not table.best(position, setting)
                    assert table.value(position, setting) == collapse_value(setting.q, *values.values())
                else:
                    best = (max if key.plies(position) % 2 == 0 else min)(values.values())
                    assert table.value(position, setting) == best
                    assert all(values[action] == best for action in table.best(position, setting))
                actions = list(values)
                action = actions[generator.integers(len(actions))]
                position = rules.play(position, action)
                assert table.value(position, setting) == values[action]
            assert table.value(position, setting) == setting.scores[rules.outcome(position)]


def test_unsolved_setting_is_not_found(solved: Solution) -> None:
    with pytest.raises(KeyError, match="not solved with"):
        solved.tablebase.value(0, Setting(Fraction(1, 3)))


def test_rows_are_exact_whatever_the_hash() -> None:
    values = np.array([[1, 2], [2, 1], [1, 2], [0, 3], [2, 1]], np.int32)
    for weights in (None, np.zeros(2, np.int64), np.ones(2, np.int64)):
        rows = classes.Classes(Cpu(), 2, np.int32)
        if weights is not None:
            rows._weights = weights
            rows.known = rows._published()
        for _ in range(2):
            found = np.full(5, 7, np.int32)
            for i in range(5):
                classes.find_class(i, None, values, *rows.known, found)
            rows.learn(values, found)
            assert (rows.rows[found] == values).all()
        assert len(rows.rows) == 3


def test_lanes_fill_registers() -> None:
    lanes = Lanes.of(settings(Fraction(1, 20)))
    assert lanes.count == WIDTH
    assert (lanes.scores[:, 4:] == lanes.scores[:, 3:4]).all()


@pytest.mark.parametrize(
    ("q", "scoring", "named"),
    [
        (Fraction(-1, 7), "draws-even", "from 0 to 1"),
        (Fraction(8, 7), "draws-even", "from 0 to 1"),
        (Fraction(1, LARGEST_DENOMINATOR + 1), "draws-even", "denominator"),
        (0.5, "draws-even", "a Fraction"),
        (True, "draws-even", "a Fraction"),
        (Fraction(1, 2), "draws-odd", "draws-even or draws-second"),
    ],
)
def test_invalid_setting_is_rejected(q: Fraction, scoring: str, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        Setting(q, scoring)  # type: ignore[arg-type]


def test_double_win_is_on_or_off() -> None:
    with pytest.raises(ValueError, match="True or False"):
        Setting(Fraction(1, 2), "draws-even", "no")  # type: ignore[arg-type]


def test_empty_settings_are_rejected() -> None:
    with pytest.raises(ValueError, match="no setting"):
        solve(Cpu(), [])


@pytest.mark.slow
def test_system_needs_no_tablebase(solved: Solution) -> None:
    table = solved.tablebase
    generator = np.random.default_rng(9)
    seen = set()
    for _ in range(40):
        position = rules.INITIAL
        while rules.outcome(position) == UNFINISHED:
            if position & key.FIELD:
                setting = table.settings[generator.integers(len(table.settings))]
                assert settlements(position, setting) == (*table.actions(position, setting).values(),), hex(position)
                seen.add(key.plies(position))
            actions = rules.actions(position)
            position = rules.play(position, actions[generator.integers(len(actions))])
    assert {5, 6, 7, 8, 9} <= seen
    with pytest.raises(ValueError, match="nothing to settle"):
        settlements(0, table.settings[0])
