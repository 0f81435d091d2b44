"""The tables that ship are those of a solve made anew, and those for browsers have the same entries."""

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from qttt.fast import known
from qttt.fast.answers import Ints
from qttt.fast.known import web
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


def compare_web(name: str, made: known.Table, expected: Mapping[str, Ints], source: str = "") -> int:
    """The number of entries of a table for browsers, after comparing what was read of it with what is expected of it,
    and its description with that of the table that ships, `source` if it has another name. Raises `Refuted`."""
    description, arrays = made
    wanted = {key: value for key, value in known.load(source or name)[0].items() if key != "format"} | {"table": name}
    if description != wanted:
        raise Refuted(f"{web.path(name).name} is described as {description}, not as {wanted}")
    for each, array in expected.items():
        if arrays[each].shape != array.shape:
            raise Refuted(f"{web.path(name).name}: {each} has {arrays[each].size:,} entries, not {array.size:,}")
        if wrong := int(np.count_nonzero(arrays[each] != array)):
            raise Refuted(f"{web.path(name).name}: {wrong:,} of {array.size:,} entries of {each} are others")
    return sum(array.size for array in expected.values())


def last_entry_is_altered(name: str, load: Load = known.load) -> known.Table:
    """The table of a name with an error: one bit of the last entry that is not 0."""
    description, arrays = load(name)
    altered = {each: array.copy() for each, array in arrays.items()}
    array = [*altered.values()][-1].reshape(-1)
    array[np.flatnonzero(array)[-1]] ^= 1
    return description, altered


def description_is_another(name: str, load: Load = known.load) -> known.Table:
    """The table of a name, said to be one of another ruleset."""
    description, arrays = load(name)
    return description | {"ruleset": "goff-1.0"}, arrays


web_entry_is_altered, web_description_is_another = (
    partial(error, load=web.load) for error in (last_entry_is_altered, description_is_another)
)
"""The same of a table for browsers."""
