"""The kernels that learners use: positions as keys, small nets, searches, tables, random games in batches, and the game
one action at a time."""

from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from qttt.fast.answers import UnknownPosition
from qttt.fast.backend import Cpu
from qttt.fast.batch import LOOK, Games, Playing
from qttt.fast.goff import graph
from qttt.fast.goff import learning as goff
from qttt.fast.goff.board import SEL_A, SEL_B, SELECT_A, SELECT_B, SQUARES_OF, place
from qttt.fast.goff.learning import learning
from qttt.fast.goff.outcome import FIRST_READING, scores
from qttt.fast.goff.rules import ENDED, OPPONENT, Setting, setting_of
from qttt.fast.jit import jitable
from qttt.fast.learning import pack_net, predictions
from qttt.fast.search import AS_PRINTED, FRESH, KEPT, MEAN, Search, search_kernel
from qttt.fast.td import Table
from qttt.reference.goff import Goff

LEARNING = learning(setting_of(OPPONENT, scores(False), FIRST_READING))
RULES = LEARNING.rules["collapses"]
IN_PYTHON = 1 << 30
"""More items than are searched: to compile a search takes longer than these tests."""
SEARCH = replace(search_kernel(RULES, LEARNING.images), interpreted=IN_PYTHON)


def seen_after(*actions: int) -> Any:
    games = Games(Cpu(), Playing(RULES, LEARNING.setting(False)), 1, restart=False)
    shown = games.begin()
    for action in actions:
        shown = games.step(np.array([action], np.int64))
    return set(np.flatnonzero(shown.observation[0]).tolist())


@pytest.mark.thorough
def test_a_net_sees_what_each_root_would_give() -> None:
    x, o, made = goff.ROOTED, goff.ROOTED + 81, goff.MADE
    one_two, two_three = 1, 10
    # X1.1-2: root 1 leaves 2 to X, root 2 leaves 1. Squares are counted from 0.
    assert seen_after(one_two) == {x + 9 * 0 + 1, x + 9 * 1 + 0, made + 1}
    # O2.2-3: from root 1, X takes 2 and O takes 3; from root 3, O takes 2 and X takes 1
    later = {x + 1, x + 9, x + 18, o + 2, o + 9 + 2, o + 18 + 1, made + 2}
    assert seen_after(one_two, two_three) == later
    # O2.1-2 closes a cycle: the last mark is on 1, and X on 2, or the other way round
    assert seen_after(one_two, one_two) == {x + 1, x + 9, o, o + 10, made + 2, goff.WAITS}
    assert seen_after(one_two, one_two, SELECT_B) == {goff.X_AT + 0, goff.O_AT + 1, made + 2}


def random_net(*hidden: int) -> tuple[Any, Any]:
    random = np.random.default_rng(1)
    sizes = (goff.FEATURES, *hidden, RULES.actions + 1)
    return pack_net([(random.normal(size=p), random.normal(size=p[1])) for p in pairwise(sizes)])


def test_predictions_are_those_of_matrices() -> None:
    sizes, weights = made = random_net(20, 10)
    random = np.random.default_rng(2)
    seen, legal = random.integers(0, 2, (50, sizes[0])).astype(np.uint8), random.integers(0, 2, (50, 47))
    legal[:, 0] = 1
    policy, value = predictions(made, seen, legal.astype(np.uint8))
    found, at = seen.astype(float), 0
    for n in range(3):
        inputs, outputs = sizes[n], sizes[n + 1]
        matrix = weights[at : at + inputs * outputs].reshape(inputs, outputs)
        found = found @ matrix + weights[at + inputs * outputs : at + (inputs + 1) * outputs]
        at += (inputs + 1) * outputs
        found = np.maximum(found, 0) if n < 2 else found
    scores = np.where(legal, found[:, :-1], -np.inf)
    expected = np.exp(scores - scores.max(1, keepdims=True))
    assert policy == pytest.approx(expected / expected.sum(1, keepdims=True), abs=1e-4)
    assert value == pytest.approx(np.tanh(found[:, -1]), abs=1e-4)
    assert (policy[legal == 0] == 0).all()


ZERO = (np.array([goff.FEATURES, 1, 48]), np.zeros(goff.FEATURES + 1 + 2 * 48, np.float32))
"""A net that knows nothing: all legal actions are equally likely, and every value is 0."""


def search_at(text: str, simulations: int, kernel: Any = SEARCH, **options: Any) -> tuple[Search, Any]:
    """A search by the net that knows nothing from a written game, and the visits by action."""
    from qttt.oracle.goff import key_of

    search = Search(RULES, kernel, LEARNING.setting(False), LEARNING.most, 1, simulations, **options)
    search.states[:] = LEARNING.state(np.array([key_of(Goff().position(text))]))[:, :-1]
    return search, search.search(ZERO, np.array([LOOK], np.int64))[0].copy()


WON = "X1.1-2 O2.4-5 X3.2-3 O4.5-6 X5.1-3"
"""X has closed the cycle 1-2-3; both selections give X the top row. So O selects, and X has won either way."""
SPLIT = "X1.1-2 O2.4-5 X3.1-2 selA O4.4-5 selA X5.6-9 O6.6-9"
"""O closes a cycle, X selects."""


def test_a_search_visits_as_often_as_it_is_told_and_only_what_is_legal() -> None:
    pairs = {a for a in range(SELECT_A) if SQUARES_OF[a, 0] != SQUARES_OF[a, 1]}
    for text, legal in (("", pairs), (SPLIT, {SELECT_A, SELECT_B})):
        _, visits = search_at(text, 100)
        assert visits.sum() == 100
        assert {*np.flatnonzero(visits).tolist()} <= legal


@jitable
def minus_score(state: Any, setting: Setting) -> int:
    """A planted error: the score with the wrong sign."""
    return -int(setting.scores[state[ENDED]])


def test_a_search_finds_a_win_in_one() -> None:
    # X selects, and has the top row if O6 settles on 9
    text = "X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB X5.3-9 O6.3-9"
    _, visits = search_at(text, 200)
    assert visits.argmax() == SELECT_B
    wrong = search_kernel(replace(RULES, score=minus_score), LEARNING.images)
    _, visits = search_at(text, 200, replace(wrong, interpreted=IN_PYTHON))
    assert visits.argmax() == SELECT_A


def test_the_printed_backup_loses_the_first_value() -> None:
    """RL-SEARCH-2: with the source's formula Q is 0 after one visit, and (n - 1) v / 2 after n visits of equal v."""
    for backup, expected in ((MEAN, Fraction(1)), (AS_PRINTED, Fraction(3, 2))):
        search, visits = search_at(WON, 8, backup=backup)
        assert visits.sum() == 8
        assert visits.max() == 4
        assert search.values()[0] == pytest.approx(float(expected))


def test_a_kept_tree_goes_on_with_its_visits() -> None:
    for reuse in (KEPT, FRESH):
        search, before = search_at("", 100, reuse=reuse)
        action = int(before.argmax())
        after = search.search(ZERO, np.array([action], np.int64))[0]
        kept = int(before[action]) - 1 if reuse == KEPT else 0
        assert after.sum() == 100 + kept


def test_a_table_with_other_keys_is_refused() -> None:
    table = Table(RULES, LEARNING.setting(False), (20.0, 1.0, 1.0, 1.0))
    for keys in ([2, 1], [1, 1], [-1, 2]):
        with pytest.raises(ValueError, match="ascend"):
            table.fill(np.array(keys), np.zeros(2))


CPU = Cpu()


@pytest.mark.parametrize(
    ("actions", "what"),
    [
        ([place(0, 0)], "a square with itself"),
        ([SEL_A], "nothing pending"),
        ([place(0, 1), place(0, 1), place(2, 3)], "a selection is due"),
        ([place(0, 1), place(0, 1), SEL_A, place(1, 2)], "square 2 is definite"),
        ([place(0, 1), place(0, 1), SEL_B, SEL_B], "nothing pending any more"),
        ([127], "no action"),
    ],
)
def test_illegal_action_is_rejected(actions: list[int], what: str) -> None:
    key = reduce(graph.play, actions[:-1], graph.INITIAL)
    with pytest.raises(ValueError, match=f"action {actions[-1]} is not legal in position 0x"):
        graph.play(key, actions[-1])


@pytest.mark.parametrize("ask", [graph.outcome, graph.actions, lambda key: graph.play(key, 2)])
def test_invalid_key_is_rejected(ask: Any) -> None:
    for key in (1 << 62, -1, 63, 46 << 54):
        with pytest.raises(UnknownPosition, match=r"is not a key of goff-1\.1: expected ten fields"):
            ask(key)
    for other in ("0", 0.0, None, True):
        with pytest.raises(TypeError, match=r"is not a key of goff-1\.1: expected an integer"):
            ask(other)
