"""Batches of answers about TiqTaqToe, the hybrid and the probabilistic game, against the rules one action at a time."""

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest

from qttt.fast.answers import ILLEGAL, UnknownPosition, actions_of, chosen
from qttt.fast.backend import Cpu
from qttt.fast.hybrid import rules as hybrid_rules
from qttt.fast.hybrid import solve as hybrid_solve
from qttt.fast.hybrid.answers import Answers as HybridAnswers
from qttt.fast.hybrid.boxes import BOXES
from qttt.fast.hybrid.key import key_of as hybrid_key
from qttt.fast.hybrid.key import state_of
from qttt.fast.probabilistic.answers import CODE, POSSIBLE, TURN_BIT, key_of
from qttt.fast.probabilistic.answers import Answers as ProbabilisticAnswers
from qttt.fast.probabilistic.boards import Probabilities, generated
from qttt.fast.probabilistic.exact import Exact
from qttt.fast.probabilistic.positions import CODES, SQUARES, O, X
from qttt.fast.tiqtaqtoe import rules as tiq_rules
from qttt.fast.tiqtaqtoe import solve as tiq_solve
from qttt.fast.tiqtaqtoe.graph import PLIES


class Rules(NamedTuple):
    """A game one action at a time: what its states are, and the keys of states."""

    start: Any
    actor: Callable[[Any], str | None]
    slots: Callable[[Any], tuple[int, ...]]
    play: Callable[[Any, int], Any]
    results: Callable[[Any], tuple[Any, ...]]
    score: Callable[[Any], int]
    keys: Callable[[Sequence[Any]], Any]


def played(rules: Rules, games: int, of_links: float = 0.0) -> list[Any]:
    """The states of random games, once each. In the hybrid game a move is a link with some probability."""
    draw = random.Random(games)
    found = {}
    for _ in range(games):
        state = rules.start
        while rules.actor(state) is not None:
            found[state] = 0
            slots = rules.slots(state)
            late = [slot for slot in slots if slot >= BOXES]
            if not slots:
                state = draw.choice(rules.results(state))
            else:
                state = rules.play(state, draw.choice(late if late and draw.random() < of_links else slots))
        found[state] = 0
    return [*found]


def check_answers(answers: Any, rules: Rules, states: Sequence[Any]) -> None:
    """An end is worth its score, a chance node the mean of its results, a decision its best move; a move is worth the
    position after it."""

    def worth(some: Sequence[Any]) -> list[Fraction]:
        return [value * answers.scale for value in answers.values(rules.keys(some)).tolist()]

    keys = rules.keys(states)
    table, best = answers.action_values(keys).tolist(), chosen(answers.best(keys), len(answers.actions)).tolist()
    for state, value, row, mask in zip(states, worth(states), table, best, strict=True):
        slots, results = rules.slots(state), rules.results(state)
        expected = dict(zip(slots, worth([rules.play(state, slot) for slot in slots]), strict=True))
        assert {a: v * answers.scale for a, v in zip(answers.actions, row, strict=True) if v != ILLEGAL} == expected
        assert [a for a, found in zip(answers.actions, mask, strict=True) if found] == [
            slot for slot in slots if expected[slot] == value
        ]
        if results:
            assert value == sum(worth(results)) / len(results)
        elif expected:
            assert value == (max if rules.actor(state) == "X" else min)(expected.values())
        else:
            assert value == rules.score(state)


@pytest.mark.parametrize(
    "setting",
    [
        tiq_rules.Setting("minimal"),
        tiq_rules.Setting("moderate", lines="full-board", both="last-mover"),
    ],
    ids=lambda setting: f"{setting.level}-{setting.lines}",
)
def test_tiqtaqtoe_batch_agrees_with_the_rules(setting: tiq_rules.Setting) -> None:
    answers = tiq_solve.solve(Cpu(), setting).tablebase.answers
    rules = Rules(
        tiq_rules.START,
        lambda state: tiq_rules.actor(setting, state),
        lambda state: tiq_rules.slots(setting, state),
        lambda state, slot: tiq_rules.play(setting, state, slot),
        lambda state: tiq_rules.measurements(setting, state),
        lambda state: tiq_rules.score(setting, state),
        answers.keys,
    )
    states = played(rules, 40)
    assert answers.states(answers.keys(states)) == states
    check_answers(answers, rules, states)
    for ply in range(PLIES + 1):
        keys = answers.positions(ply)
        again = answers.states(keys[:: len(keys) // 50 + 1])
        assert {tiq_rules.marks(state) for state in again} == {ply}
        assert (answers.keys(again) >> 3 == keys[:: len(keys) // 50 + 1] >> 3).all()
    with pytest.raises(ValueError, match="ply 10: expected 0 to 9"):
        answers.positions(10)
    last = int(answers.positions(PLIES)[-1]) + 8
    for bad in (-1, last, 1 << 62):
        for ask in (answers.values, answers.action_values, answers.best, answers.states):
            with pytest.raises(UnknownPosition, match=r"keys\[1\]: no game reaches this position of tiqtaqtoe-1\.0"):
                ask([0, bad])


HYBRID_SETTINGS = (
    hybrid_rules.Setting(),
    hybrid_rules.Setting(links="single", both="X"),
    hybrid_rules.Setting(links="two", targets="one", effect="take", both="X"),
    hybrid_rules.Setting(targets="one", both="other"),
    hybrid_rules.Setting(links="two"),
    hybrid_rules.Setting(links="two", effect="take", both="measurer"),
)


@pytest.mark.slow
@pytest.mark.parametrize("setting", HYBRID_SETTINGS, ids="-".join)
def test_hybrid_batch_agrees_with_the_rules(setting: hybrid_rules.Setting) -> None:
    least = 6
    answers = hybrid_solve.solve(Cpu(), setting, least=least).tablebase.answers
    rules = Rules(
        hybrid_rules.START,
        hybrid_rules.actor,
        lambda state: hybrid_rules.slots(setting, state),
        lambda state, slot: hybrid_rules.play(setting, state, slot),
        lambda state: hybrid_rules.results(setting, state),
        lambda state: hybrid_rules.score(setting, state),
        lambda states: [hybrid_key(state) for state in states],
    )
    states = played(rules, 60, of_links=0.7)
    for state in states:
        assert state_of(hybrid_key(state)) == state._replace(links=tuple(sorted(state.links)))
    check_answers(answers, rules, [state for state in states if (state.x | state.o).bit_count() >= least])
    with pytest.raises(UnknownPosition, match=r"keys\[0\]: not a solved position of hybrid-1\.0 .*: 0x0"):
        answers.values([hybrid_key(hybrid_rules.START)])


LINK, SAME, OTHER_LINK = (hybrid_rules.Link(8, target, owner) for target, owner in ((0, "X"), (0, "O"), (1, "X")))
EIGHT = hybrid_rules.State(x=0b01100101, o=0b10011010)


@pytest.mark.parametrize(
    ("setting", "state", "bits"),
    [
        (0, EIGHT._replace(links=(LINK, OTHER_LINK)), 0),
        (1, EIGHT._replace(links=(LINK, OTHER_LINK)), 0),
        (2, EIGHT._replace(links=(LINK, SAME)), 0),
        (3, EIGHT._replace(links=(LINK, OTHER_LINK)), 0),
        (0, EIGHT._replace(measuring=3), 0),
        (0, hybrid_rules.State(x=0b111, o=0b111000, measuring=8), 0),
        (0, EIGHT, 1 << 9),
        (0, EIGHT, 10 << 19),
        (0, EIGHT, 17 << 23),
        (0, EIGHT, 1 << 52),
        (0, EIGHT, -(1 << 63)),
    ],
)
def test_hybrid_keys_that_the_switches_forbid_are_rejected(setting: int, state: hybrid_rules.State, bits: int) -> None:
    numbers = hybrid_solve.solve(Cpu(), HYBRID_SETTINGS[setting], least=6).tablebase.numbers
    answers = HybridAnswers(HYBRID_SETTINGS[setting], numbers)
    good = hybrid_key(EIGHT)
    for ask in (answers.values, answers.action_values, answers.best):
        assert len(ask([good])) == 1
        with pytest.raises(UnknownPosition, match=r"keys\[1\]: not a solved position"):
            ask([good, hybrid_key(state) | bits])


def test_hybrid_states_without_a_key_are_rejected() -> None:
    for links in ([(8, 8, "X")], [(0, 1, "X")], [(8, 0, "Z")], [(8, 0, "X")] * 3, [(9, 0, "X")]):
        with pytest.raises(KeyError, match="is not a position of this game"):
            hybrid_key(EIGHT._replace(links=tuple(hybrid_rules.Link(*link) for link in links)))


def board_of(seed: int) -> Probabilities:
    rows = generated(seed, 0, 1)[0].tolist()
    return [
        (Fraction(rows[s], 20), Fraction(rows[SQUARES + s], 20), Fraction(rows[2 * SQUARES + s], 20)) for s in range(9)
    ]


EVEN = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))


@pytest.mark.parametrize("board", [board_of(3), [EVEN] * 9], ids=["random", "even"])
def test_probabilistic_batch_agrees_with_the_exact_values(board: Probabilities) -> None:
    answers, exact = ProbabilisticAnswers(board), Exact(board)
    codes = np.flatnonzero(POSSIBLE[:CODES, 0])[::73].tolist()
    keys = [key_of(code, player) for code in codes for player in (X, O)]
    columns = answers.values(keys), answers.action_values(keys), answers.best(keys)
    assert answers.error < 1e-14
    for key, value, row, mask in zip(keys, *columns, strict=True):
        code, player = key & CODE, O if key >> TURN_BIT else X
        assert abs(Fraction(float(value)) - exact.value(code, player)) <= answers.error
        squares = exact.squares(code, player)
        assert {*(np.flatnonzero(~np.isnan(row)) + 1).tolist()} == {*squares}
        for square, worth in squares.items():
            named = key_of(code, player, square)
            for found in (row[square - 1], answers.values([named])[0]):
                assert abs(Fraction(float(found)) - worth) <= answers.error
            assert answers.best([named])[0] == 0
            assert np.isnan(answers.action_values([named])).all()
        assert actions_of(mask, answers.actions) == exact.best(code, player)


@pytest.mark.parametrize("bad", [-1, CODES, CODE, key_of(1, X, 1), key_of(0, X, 10), 1 << 20, key_of(1 + 3 + 9, O, 5)])
def test_invalid_probabilistic_keys_are_rejected(bad: int) -> None:
    answers = ProbabilisticAnswers([EVEN] * 9)
    for ask in (answers.values, answers.action_values, answers.best):
        with pytest.raises(UnknownPosition, match=r"keys\[1\]: no game reaches this position of probabilistic-1\.0"):
            ask([0, bad])
