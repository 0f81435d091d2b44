"""Batches of answers: the same values and best actions as one position at a time, and bad keys named in a sentence;
what holds arrays shows itself in a line."""

from dataclasses import dataclass, is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import qttt.fast.brief
from qttt.fast.answers import UnknownPosition
from qttt.fast.brief import brief
from qttt.fast.goff.solve import Solution


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
        ([0, 1 << 62], UnknownPosition, r"keys\[1\]: no game reaches this position of goff-1.1: 0x4000000000000000"),
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
        ((1,), "a cycle of one mark"),
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
    other: Any = "nobody"
    with pytest.raises(ValueError, match="collapse 'nobody': expected opponent or self"):
        solution.tablebase.answers(other)
    with pytest.raises(ValueError, match="both 'second': expected narrow, draw, first"):
        solution.tablebase.answers("self", both="second")
    with pytest.raises(ValueError, match="ply 7: expected 0 to 6"):
        solution.tablebase.answers("self").positions(7)


ROOT = Path(qttt.fast.brief.__file__).parent
HOLDS_ARRAYS = ("Any", "ndarray")


@dataclass(frozen=True)
class Holder:
    """An array, a name, arrays, and a text that is too long."""

    keys: Any
    name: str
    levels: tuple[Any, ...]
    text: str

    __repr__ = brief


def test_brief_shows_arrays_by_type_and_shape() -> None:
    holder = Holder(np.zeros((2, 3), np.int8), "goff", (np.zeros(1), np.zeros(2)), "x" * 200)
    assert repr(holder) == "Holder(keys=int8[2, 3], name='goff', levels=<2 entries>, text=<str>)"


def test_every_holder_of_arrays_is_brief() -> None:
    """In every module of the engine but `gpu`, which needs the extra gpu to be imported."""
    names = [".".join(("qttt.fast", *file.relative_to(ROOT).with_suffix("").parts)) for file in ROOT.rglob("*.py")]
    modules = [import_module(name) for name in names if name.rpartition(".")[2] not in ("__init__", "gpu")]
    holders = {
        held
        for module in modules
        for held in vars(module).values()
        if isinstance(held, type) and held.__module__.startswith("qttt.fast.") and is_dataclass(held)
        if any(array in str(kind) for array in HOLDS_ARRAYS for kind in held.__annotations__.values())
    }
    assert {"Tablebase", "WorldAnswers", "Learning", "Population"} <= {holder.__name__ for holder in holders}
    assert {holder for holder in holders if vars(holder)["__repr__"] is not brief} == set()
