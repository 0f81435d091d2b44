"""A second process that compiles ahead: what it leaves, and that it is not left itself; and vectors of other widths."""

import os
import platform
import subprocess
import sys
from typing import Any
from uuid import uuid4

import numpy as np
import pytest

from qttt.fast import jit as module
from qttt.fast.backend import Cpu, Kernel, ints
from qttt.fast.goff import solve
from qttt.fast.jit import ahead, jitable


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """The processes that the test starts."""
    processes: list[subprocess.Popen[bytes]] = []

    def start(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
        processes.append(subprocess.Popen(*arguments, **options))
        return processes[-1]

    monkeypatch.setattr(module, "subprocess", type("", (), {"Popen": start, "DEVNULL": subprocess.DEVNULL}))
    return processes


def test_second_process_does_what_is_asked(started: list[subprocess.Popen[bytes]]) -> None:
    with ahead("sys:exit", 7, True) as wait:
        wait()
        assert [process.returncode for process in started] == [7]


def test_second_process_that_fails_is_let_go(started: list[subprocess.Popen[bytes]]) -> None:
    with ahead("no.such:function", 0, True) as wait:
        wait()
    assert [process.returncode for process in started] == [1]


def test_interrupt_leaves_no_process(started: list[subprocess.Popen[bytes]]) -> None:
    with pytest.raises(KeyboardInterrupt), ahead("time:sleep", 600, True):
        raise KeyboardInterrupt
    assert [process.returncode is None for process in started] == [False]


def test_nothing_is_started_where_it_is_not_worthwhile(started: list[subprocess.Popen[bytes]]) -> None:
    with ahead("time:sleep", 600, False) as wait:
        wait()
    assert started == []


def test_kernel_is_lacking_until_it_is_compiled() -> None:
    number = uuid4().int & 0xFFFF

    @jitable
    def body(i: int, work: Any, found: Any) -> None:
        found[i] = number

    found = np.zeros(1, np.int64)
    kernel = Kernel(body, 1)
    assert Cpu().lacks(kernel, found)
    Cpu().launch(kernel, 1, found)
    assert found[0] == number
    assert not Cpu().lacks(kernel, found)


ONE = """
import numpy as np
from qttt.fast.backend import Cpu, ints
from qttt.fast.goff import solve
*_, xs, os, shapes = solve._one(0)
Cpu().launch(solve.SHAPE, 1, xs, os, shapes)
print(ints(), *set(shapes.ravel().tolist()))
"""


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="the width of vectors of x86")
def test_processor_without_wide_vectors_takes_eight_lanes() -> None:
    """Three trees of three squares have the number 0o333 in any width."""
    narrow = os.environ | {"NUMBA_CPU_NAME": "haswell", "NUMBA_CPU_FEATURES": "+avx2"}
    done = subprocess.run([sys.executable, "-c", ONE], env=narrow, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["8", str(0o333)]
    assert ints() in (8, 16)
    *_, xs, early_os, shapes = solve._one(0)
    Cpu().launch(solve.SHAPE, 1, xs, early_os, shapes)
    assert set(np.ravel(shapes).tolist()) == {0o333}
