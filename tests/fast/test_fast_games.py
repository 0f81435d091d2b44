"""Random games in batches, and the game one action at a time."""

from functools import reduce
from typing import Any

import pytest

from qttt.fast.answers import UnknownPosition
from qttt.fast.backend import Cpu
from qttt.fast.goff import games, rules
from qttt.fast.goff.actions import SEL_A, SEL_B
from qttt.fast.goff.board import place
from qttt.oracle.goff import action_of, outcome_of, reading_of
from qttt.reference.goff import Goff, settings

CPU = Cpu()


def test_game_depends_only_on_seed_and_number() -> None:
    whole = games.playouts(CPU, 3000, seed=5, record=True)
    part = games.playouts(CPU, 1000, seed=5, first=2000, record=True)
    assert (whole.actions[2000:] == part.actions).all()
    assert (games.playouts(CPU, 1000, seed=6, first=2000, record=True).actions != part.actions).any()


@pytest.mark.parametrize("game", [game for game in settings() if game.double_win and game.both == "narrow"], ids=repr)
def test_random_games_end_as_the_reference_says(game: Goff) -> None:
    played = games.playouts(CPU, 60, seed=2059, record=True, reading=reading_of(game))
    for row, code, plies in zip(
        *(each.tolist() for each in (played.actions, played.outcomes, played.lengths)), strict=True
    ):
        position = game.initial()
        for number in filter(None, row):
            position = game.play(position, action_of(number))
        assert (position.ply, str(game.score(position).outcome)) == (plies, outcome_of(code, double_win=True))


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
    key = reduce(rules.play, actions[:-1], rules.INITIAL)
    with pytest.raises(ValueError, match=f"action {actions[-1]} is not legal in position 0x"):
        rules.play(key, actions[-1])


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
        with pytest.raises(UnknownPosition, match=r"is not a key of goff-1\.1: expected ten fields"):
            ask(key)
    for other in ("0", 0.0, None, True):
        with pytest.raises(TypeError, match=r"is not a key of goff-1\.1: expected an integer"):
            ask(other)
