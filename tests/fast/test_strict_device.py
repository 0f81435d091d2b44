"""Tests of the stand-in for a GPU."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest

from qttt.fast.hybrid import solve as hybrid_solve
from qttt.fast.hybrid.setting import Setting
from qttt.fast.probabilistic import boards, solve
from qttt.fast.probabilistic.positions import CODES, EXCHANGED, ORDER
from qttt.fast.probabilistic.value import DOUBT
from qttt.fast.tiqtaqtoe.solve import EVALUATE
from qttt.verification import Refuted
from qttt.verification.elsewhere import Solves, one_number_off

from .devices import FUNCTIONS, TYPES, StrictDevice

GPU = StrictDevice()
xp = GPU.xp
HOST = np.arange(4)
ON_GPU = xp.asarray(HOST)
MASK = ON_GPU > 1
ROWS, TABLE, VALUES = xp.zeros((1, 1), np.uint16), xp.ones(1, np.int32), xp.zeros((1, 1), np.int32)


def optimal_squares_with_a_float() -> None:
    """The launch of the probabilistic game before this device existed."""
    rows, tables = boards.generate(1, 0, 1, xp) / boards.STEPS, xp.zeros((1, CODES), np.float64)
    order, exchanged, masks = xp.asarray(ORDER), xp.asarray(EXCHANGED), xp.zeros((1, CODES), xp.uint16)
    GPU.launch(solve.KERNEL, 1, order, exchanged, rows, tables, DOUBT, masks)


REJECTED: dict[str, tuple[type[Exception], Callable[[], Any]]] = {
    "optimal squares with a float": (TypeError, optimal_squares_with_a_float),
    "float argument": (TypeError, lambda: GPU.launch(EVALUATE, 1, ROWS, TABLE, 0.5)),
    "NumPy scalar argument": (TypeError, lambda: GPU.launch(EVALUATE, 1, ROWS, TABLE, HOST[0])),
    "host array argument": (TypeError, lambda: GPU.launch(EVALUATE, 1, ROWS, np.ones(1, np.int32), VALUES)),
    "host array in a tuple": (TypeError, lambda: GPU.launch(EVALUATE, 1, ROWS, (TABLE, HOST), VALUES)),
    "list argument": (TypeError, lambda: GPU.launch(EVALUATE, 1, ROWS, [1], VALUES)),
    "int beyond 64 bits": (OverflowError, lambda: GPU.launch(EVALUATE, 1, ROWS, TABLE, 1 << 63)),
    "NumPy scalar as count": (TypeError, lambda: GPU.launch(EVALUATE, cast(Any, np.int64(1)), ROWS, TABLE, VALUES)),
    "no scratch memory": (ValueError, lambda: GPU.launch(replace(EVALUATE, work=0), 1, ROWS, TABLE, VALUES)),
    "device array as count": (TypeError, lambda: GPU.launch(EVALUATE, ON_GPU[1], ROWS, TABLE, VALUES)),
    "host array to host": (TypeError, lambda: GPU.to_host(HOST)),
    "conversion": (TypeError, lambda: np.asarray(ON_GPU)),
    "conversion of a list of arrays": (TypeError, lambda: np.array([ON_GPU, ON_GPU])),
    "function of NumPy": (TypeError, lambda: np.concatenate([ON_GPU, ON_GPU])),
    "ufunc of NumPy": (TypeError, lambda: np.add(ON_GPU, 1)),
    "iteration": (TypeError, lambda: [*ON_GPU]),
    "membership": (TypeError, lambda: 1 in ON_GPU),
    "slice of a host array": (TypeError, lambda: HOST[ON_GPU[1] :]),
    "range": (TypeError, lambda: range(ON_GPU[1])),
    "sum with a host array": (TypeError, lambda: ON_GPU + HOST),
    "sum of a host array": (TypeError, lambda: HOST + ON_GPU),
    "sum in place of a host array": (TypeError, lambda: HOST.__iadd__(ON_GPU)),
    "comparison with a host array": (TypeError, lambda: ON_GPU == HOST),
    "index that is a host array": (TypeError, lambda: ON_GPU[HOST]),
    "index that is a list": (TypeError, lambda: ON_GPU[[0, 1]]),
    "host array at a device index": (TypeError, lambda: HOST[ON_GPU]),
    "assignment from the host": (TypeError, lambda: ON_GPU.__setitem__(slice(None), HOST)),
    "assignment to the host": (TypeError, lambda: HOST.__setitem__(slice(None), ON_GPU)),
    "concatenation with a host array": (TypeError, lambda: xp.concatenate([ON_GPU, HOST])),
    "copy of a host array other than by asarray": (TypeError, lambda: xp.ascontiguousarray(HOST)),
    "function that CuPy lacks": (AttributeError, lambda: xp.frompyfunc(int, 1, 1)),
    "method that is not listed": (AttributeError, lambda: ON_GPU.tofile("none")),
    "dtype that CuPy lacks": (TypeError, lambda: xp.asarray(["x"])),
    "dtype of Python objects": (TypeError, lambda: ON_GPU.astype(object)),
    "two masks in an index": (IndexError, lambda: xp.ones((4, 4))[MASK, MASK]),
    "index out of range": (IndexError, lambda: ON_GPU[ON_GPU + 1]),
    "two values for one place": (ValueError, lambda: xp.zeros(2).__setitem__(ON_GPU * 0, ON_GPU)),
    "key of a dictionary": (TypeError, lambda: {ON_GPU: 1}),
}


@pytest.mark.parametrize("misuse", REJECTED)
def test_misuse_is_rejected(misuse: str) -> None:
    error, call = REJECTED[misuse]
    with pytest.raises(error):
        call()
    assert GPU.to_host(ON_GPU).tolist() == HOST.tolist() == [0, 1, 2, 3]


def test_arrays_compute_on_the_device() -> None:
    assert int(ON_GPU[1]) == 1
    assert bool((ON_GPU >= 0).all())
    assert len(ON_GPU[MASK]) == 2
    assert GPU.to_host(1 - ON_GPU * np.int64(2)).tolist() == [1, -1, -3, -5]
    assert [GPU.to_host(part).tolist() for part in divmod(ON_GPU, 2)] == [[0, 0, 1, 1], [0, 1, 0, 1]]
    assert GPU.to_host(xp.concatenate([ON_GPU, xp.flatnonzero(MASK)])).tolist() == [0, 1, 2, 3, 2, 3]
    sums = xp.zeros(3, np.int64)
    sums[1:] += ON_GPU[xp.asarray([3, 3])]
    sums[xp.asarray([0, 0])] = 7
    assert GPU.to_host(sums).tolist() == [7, 3, 3]
    GPU.launch(EVALUATE, 1, ROWS, TABLE, VALUES)
    assert GPU.to_host(VALUES).tolist() == [[1]]


def test_host_and_device_share_no_memory() -> None:
    host = np.zeros(2)
    there = xp.asarray(host)
    host[0] = 1
    back = GPU.to_host(there)
    back[1] = 1
    assert GPU.to_host(there).tolist() == [0, 0]


def test_new_memory_holds_no_zeros() -> None:
    assert all(GPU.to_host(xp.empty(3, kind)).all() for kind in TYPES)
    assert xp.empty((2, 3), order="F").memory.flags.f_contiguous


def test_functions_are_those_of_numpy() -> None:
    assert all(callable(getattr(np, name)) and callable(getattr(xp, name)) for name in FUNCTIONS)


def test_device_counts_what_a_gpu_does() -> None:
    device = StrictDevice()
    array, counts = device.xp.asarray([3, 1, 2]), device.counts
    rows, table, values = array[:1, None].astype(np.uint16), device.xp.zeros(4, np.int32), array[:1].reshape(1, 1)
    assert (counts.array_calls, counts.waits) == (3, 0)  # two copies and the zeros, but no view
    array[1:] += device.xp.empty(2, np.int64)
    array[array == 3] = 0
    device.xp.flatnonzero(array)
    assert (counts.array_calls, counts.waits) == (7, 2)  # the sum is there already when it is assigned
    assert len(array[array - 1 > 0]) == int(array[1:].max() > 9) + 1 == 2
    assert (counts.array_calls, counts.waits, counts.copies) == (12, 4, 0)
    device.to_host(array)
    for count in (0, 1):
        device.launch(EVALUATE, count, rows, table, values)
    assert (counts.launches, counts.copies, counts.copied_bytes, counts.waits) == (1, 1, 24, 5)


def test_devices_agree_until_a_number_is_altered() -> None:
    """The check of the claims about a GPU, on a small solve."""
    solves = Solves(lambda device: sum(hybrid_solve.solve(device, Setting("single"), least=8).tablebase.numbers, ()))
    assert solves.agree(device=GPU) == "13,568 numbers in 2 arrays on strict"
    with pytest.raises(Refuted, match=r"array 0 at \(\d+,\): .* on strict, .* on the CPU"):
        solves.agree(one_number_off, GPU)
