"""What holds arrays shows itself in a line, without their contents."""

from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

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


def modules() -> Iterator[str]:
    """Every module of the engine but `gpu`, which needs the extra gpu to be imported."""
    for file in sorted(ROOT.rglob("*.py")):
        name = ".".join(file.relative_to(ROOT).with_suffix("").parts)
        if name not in ("__init__", "gpu"):
            yield f"qttt.fast.{name}".removesuffix(".__init__")


def holders() -> list[type]:
    """The dataclasses of the engine that hold arrays."""
    found = [held for name in modules() for held in vars(import_module(name)).values() if isinstance(held, type)]
    return [
        held
        for held in dict.fromkeys(found)
        if held.__module__.startswith("qttt.fast.") and is_dataclass(held)
        if any(array in str(kind) for array in HOLDS_ARRAYS for kind in held.__annotations__.values())
    ]


@pytest.mark.parametrize("holder", holders(), ids=lambda held: f"{held.__module__}.{held.__qualname__}")
def test_every_holder_of_arrays_is_brief(holder: type) -> None:
    assert vars(holder)["__repr__"] is brief


def test_holders_are_found() -> None:
    names = {holder.__name__ for holder in holders()}
    assert {"Tablebase", "WorldAnswers", "Playouts", "Population"} <= names
