"""What holds arrays shows itself in a line, without their contents."""

from dataclasses import dataclass, is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

import qttt.fast.brief
from qttt.fast.brief import brief

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
    assert {"Tablebase", "WorldAnswers", "Playouts", "Population"} <= {holder.__name__ for holder in holders}
    assert {holder for holder in holders if vars(holder)["__repr__"] is not brief} == set()
