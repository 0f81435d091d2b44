"""Random and recorded games in batches, against the game one action at a time."""

from typing import Any

import numpy as np
import pytest

from qttt.fast.answers import UnknownPosition
from qttt.fast.backend import Cpu
from qttt.fast.goff import games, rules
from qttt.fast.goff.board import place
from qttt.fast.goff.outcome import UNFINISHED

CPU = Cpu()


def test_game_depends_only_on_seed_and_number() -> None:
    whole = games.playouts(CPU, 3000, seed=5, record=True)
    part = games.playouts(CPU, 1000, seed=5, first=2000, record=True)
    assert (whole.actions[2000:] == part.actions).all()
    assert (games.playouts(CPU, 1000, seed=6, first=2000, record=True).actions != part.actions).any()


def test_replay_may_stop_before_the_end() -> None:
    rows = np.array([[place(0, 1), place(0, 1), 0], [place(0, 1), 0, place(0, 1)]], np.int8)
    reached = games.replays(CPU, rows)
    assert reached.keys[0] == rules.play(rules.play(rules.INITIAL, place(0, 1)), place(0, 1))
    assert reached.keys[1] == rules.play(rules.INITIAL, place(0, 1))
    assert reached.outcomes.tolist() == [UNFINISHED, UNFINISHED]


@pytest.mark.parametrize(
    ("actions", "at"),
    [
        ([place(0, 0)], 0),  # a square with itself
        ([rules.SEL_A], 0),  # nothing pending
        ([place(0, 1), place(0, 1), place(2, 3)], 2),  # a selection is due
        ([place(0, 1), place(0, 1), rules.SEL_A, place(1, 2)], 3),  # square 2 is definite
        ([place(0, 1), place(0, 1), rules.SEL_B, rules.SEL_B], 3),
        ([127], 0),
        ([-1], 0),
    ],
)
def test_illegal_action_is_named(actions: list[int], at: int) -> None:
    assert games.replays(CPU, np.array([actions], np.int8)).illegal.tolist() == [at]


GAME = [place(0, 1), place(0, 1), rules.SEL_A]


@pytest.mark.parametrize("dtype", [np.int16, np.uint8, np.int64, ">i4"])
def test_replays_accept_any_integer_type_and_order(dtype: Any) -> None:
    expected = games.replays(CPU, np.array([GAME, GAME], np.int8))
    for order in ("C", "F"):
        found = games.replays(CPU, np.array([GAME, GAME], dtype, order=order))
        assert found.keys.tolist() == expected.keys.tolist()
        assert found.illegal.tolist() == [-1, -1]


def test_action_beyond_eight_bits_is_illegal() -> None:
    assert games.replays(CPU, np.array([[256 + place(0, 1)]])).illegal.tolist() == [0]


@pytest.mark.parametrize(
    ("given", "error", "sentence"),
    [
        (np.zeros((1, 3)), TypeError, "games: expected integers, got the type float64"),
        (np.zeros(3, np.int8), ValueError, r"games: expected two dimensions.*got the shape \(3,\)"),
    ],
)
def test_bad_recorded_games_are_rejected(given: Any, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        games.replays(CPU, given)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((-1, 1), "games -1: expected an integer from 0"),
        ((1.5, 1), "games 1.5: expected an integer"),
        ((1, 1 << 63), "seed 9223372036854775808: expected an integer from -9223372036854775808"),
        ((1, 1, -1), "first -1: expected an integer from 0"),
    ],
)
def test_bad_counts_of_random_games_are_rejected(arguments: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        games.playouts(CPU, *arguments)


@pytest.mark.parametrize("ask", [rules.outcome, rules.actions, lambda key: rules.play(key, 2)])
def test_invalid_key_is_rejected(ask: Any) -> None:
    for key in (1 << 62, -1, 63, 46 << 54):
        with pytest.raises(UnknownPosition, match=r"is not a key of goff-1\.0: expected ten fields"):
            ask(key)
    for other in ("0", 0.0, None, True):
        with pytest.raises(TypeError, match=r"is not a key of goff-1\.0: expected an integer"):
            ask(other)


def test_unknown_rule_of_selection_is_rejected() -> None:
    with pytest.raises(ValueError, match="collapse 'nobody': expected opponent or self"):
        rules.actor(rules.INITIAL, "nobody")  # type: ignore[arg-type]
