"""The tables that ship are those of a solve made anew."""

from collections.abc import Callable

import numpy as np

from qttt.fast import known
from qttt.verification import Refuted

Load = Callable[[str], known.Table]


def compare(name: str, made: known.Table, load: Load = known.load) -> int:
    """The number of entries of a table, after comparing it, unpacked, with one that was made anew (by the function in
    `known.MAKERS`). Raises `Refuted`."""
    description, arrays = load(name)
    expected, anew = known.named(name, *made)
    if description != expected:
        raise Refuted(f"{name} is described as {description}, not as {expected}")
    if arrays.keys() != anew.keys():
        raise Refuted(f"{name} has the arrays {', '.join(arrays)}, not {', '.join(anew)}")
    for each, array in anew.items():
        if (array.dtype, array.shape) != (arrays[each].dtype, arrays[each].shape):
            raise Refuted(
                f"{name}: {each} is {arrays[each].dtype} {arrays[each].shape}, not {array.dtype} {array.shape}"
            )
        if wrong := int(np.count_nonzero(array != arrays[each])):
            raise Refuted(f"{name}: {wrong:,} of {array.size:,} entries of {each} are others")
    return sum(array.size for array in anew.values())


def last_entry_is_altered(name: str) -> known.Table:
    """The table of a name with an error: one bit of the last entry that is not 0."""
    description, arrays = known.load(name)
    altered = {each: array.copy() for each, array in arrays.items()}
    array = next(iter(altered.values())).reshape(-1)
    array[np.flatnonzero(array)[-1]] ^= 1
    return description, altered


def description_is_another(name: str) -> known.Table:
    """The table of a name, said to be one of another ruleset."""
    description, arrays = known.load(name)
    return description | {"ruleset": "goff-1.0"}, arrays
