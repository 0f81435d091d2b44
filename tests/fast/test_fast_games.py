"""Goff's game on keys, one action at a time."""

from functools import reduce
from typing import Any

import pytest

from qttt.fast.answers import UnknownPosition
from qttt.fast.goff import graph
from qttt.fast.goff.board import SEL_A, SEL_B, place


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
