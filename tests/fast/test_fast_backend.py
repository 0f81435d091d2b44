"""The devices: choosing one, and that the GPU's launch runs the same kernels with the same result; a second process
that compiles ahead; vectors of other widths."""

import os
import platform
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import numpy as np
import pytest

from qttt.fast import backend, jit
from qttt.fast import jit as module
from qttt.fast.backend import Cpu, Kernel, ints
from qttt.fast.goff import solve as goff_solve
from qttt.fast.hybrid import solve as hybrid_solve
from qttt.fast.jit import ahead, jitable


def test_auto_is_the_cpu_for_the_hybrid_game_even_beside_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend, "_gpu", lambda: SimpleNamespace(name="gpu"))
    assert (backend.device("auto").name, hybrid_solve.device("auto").name, hybrid_solve.device("gpu").name) == (
        "gpu",
        "cpu",
        "gpu",
    )


def test_without_a_gpu_auto_is_the_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> None:
        raise backend.DeviceError("no GPU can be used")

    monkeypatch.setattr(backend, "_gpu", none)
    assert backend.device("auto").name == "cpu"
    with pytest.raises(backend.DeviceError, match="no GPU"):
        backend.device("gpu")


def test_without_cupy_no_gpu_is_looked_for() -> None:
    without = "import sys; sys.modules['cupy'] = None; from qttt.fast.backend import device"
    asked = f"{without}; print(device().name, 'numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["cpu", "False"]


@jitable
def square(i: int, work: Any, numbers: Any, table: Any, out: Any) -> None:
    """Kernel: the square of a number plus the sum of row i of a table; beyond 32 bits."""
    work[0] = numbers[i] * numbers[i]
    for n in range(table.shape[1]):
        work[0] += table[i, n]
    out[i] = work[0]


NUMBERS = np.array([3, -7, 1 << 30, 5], np.int32)
TABLE = np.array([[1, 2], [3, 4], [5, 6], [7, 8]], np.uint8)
SQUARES = [12, 56, (1 << 60) + 11, 40]
"""By hand."""


def squares(kernel: backend.Kernel, count: int) -> list[int]:
    out = np.zeros(count, np.int64)
    backend.Cpu().launch(kernel, count, NUMBERS, TABLE, out)
    found: list[int] = out.tolist()
    return found


def test_first_items_are_interpreted_and_later_ones_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled, loop = [], backend._loop

    def noted(*arguments: Any) -> Any:
        compiled.append(arguments)
        return loop(*arguments)

    monkeypatch.setattr(backend, "_loop", noted)
    kernel = backend.Kernel(square, 1, interpreted=5)
    assert squares(kernel, 4) == SQUARES
    assert not compiled
    assert squares(kernel, 2) == SQUARES[:2]  # 6 items
    assert len(compiled) == 1
    squares(kernel, 1)
    assert len(compiled) == 2
    squares(backend.Kernel(square, 1), 1)
    assert len(compiled) == 3


def test_interpreted_kernel_computes_with_exact_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = backend.Kernel(square, 1, interpreted=99)
    assert squares(kernel, 4) == SQUARES
    monkeypatch.setattr(backend, "in_python", lambda arguments: arguments)
    monkeypatch.setattr(backend, "_interpreted", {kernel: 0})
    assert squares(kernel, 4) != SQUARES


def test_slice_of_scratch_memory_shares_it_in_python() -> None:
    def write(i: int, work: Any, out: Any) -> None:
        work[1:][i] = 7
        out[i] = work[1 + i]

    out = np.zeros(2, np.int64)
    backend.interpret(backend.Kernel(write, 3), 2, out)
    assert out.tolist() == [7, 7]


@pytest.mark.thorough
def test_compiler_is_imported_only_to_compile() -> None:
    """`vectors` is imported before compiling."""
    folder = Path(backend.__file__).parent
    files = [file.relative_to(folder).with_suffix("") for file in folder.rglob("*.py") if file.stem != "__init__"]
    modules = sorted(".".join(("qttt", "fast", *file.parts)) for file in files)
    imported = [name for name in modules if name.rsplit(".", 1)[1] not in ("gpu", "vectors")]
    assert len(imported) > 60
    loaded = "print('numba' in sys.modules)"
    code = f"import sys, {', '.join(imported)}\n{loaded}\nimport qttt.fast.vectors\n{loaded}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


def test_processes_that_compile_at_once_keep_their_own_code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The other process has read the index before the first one writes it, and saves its code before the first one's
    is written."""
    numba = pytest.importorskip("numba")
    monkeypatch.setattr("numba.core.config.CACHE_DIR", str(tmp_path))

    def run() -> None: ...

    one, other = (jit.compile_cached(numba.njit, run)._cache._cache_file for _ in range(2))
    write, before = one._save_index, other._load_index()

    def then_the_other(index: Any) -> None:
        write(index)
        with monkeypatch.context() as patch:
            patch.setattr(other, "_load_index", lambda: dict(before))
            other.save("kernel b", "code of b")

    monkeypatch.setattr(one, "_save_index", then_the_other)
    one.save("kernel a", "code of a")
    assert one.load("kernel a") in (None, "code of a")
    assert one.load("kernel b") in (None, "code of b")


def test_kernel_is_optimised_once_with_all_that_it_calls(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    codegen = pytest.importorskip("numba.core.codegen")
    monkeypatch.setattr("numba.core.config.CACHE_DIR", str(tmp_path))  # where it was not compiled before
    optimised = list[str]()
    optimise = codegen.JITCodeLibrary._optimize_final_module

    def count(library: Any) -> None:
        optimised.append(library.name)
        optimise(library)

    monkeypatch.setattr(codegen.JITCodeLibrary, "_optimize_final_module", count)

    @jitable
    def inner(number: int) -> int:
        return number + 1

    @jitable
    def outer(number: int) -> int:
        return 2 * inner(number)

    @jitable
    def store(i: int, work: Any, out: Any) -> None:
        out[i] = outer(i)

    out = np.zeros(1000, np.int64)
    Cpu().launch(Kernel(store, 1), 1000, out)
    assert out.tolist() == [2 * (i + 1) for i in range(1000)]
    assert optimised
    assert [name for name in optimised if re.search("inner|outer|store", name)] == []


@pytest.mark.thorough
def test_kernel_of_a_source_edited_meanwhile_is_not_run_later(tmp_path: Path) -> None:
    source = tmp_path / "edited.py"
    source.write_text("from qttt.fast.jit import jitable\n\n\n@jitable\ndef store(i, work, out):\n    out[i] = 1\n")
    launch = (
        "import sys\nimport numpy as np\nfrom pathlib import Path\nfrom qttt.fast import backend\n"
        f"sys.path.insert(0, {str(tmp_path)!r})\nimport edited\n"
        f"source = Path({str(source)!r})\nif {{edit}}: source.write_text(source.read_text().replace('= 1', '= 2'))\n"
        "out = np.zeros(1000, np.int64)\n"
        "backend.Cpu().launch(backend.Kernel(edited.store, 1), 1000, out)\nprint(*set(out.tolist()))\n"
    )
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    for edit, expected in ((True, "1"), (False, "2")):
        command = [sys.executable, "-c", launch.format(edit=edit)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        assert done.stdout.split() == [expected]


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


@pytest.mark.thorough
@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="the width of vectors of x86")
def test_processor_without_wide_vectors_takes_eight_lanes() -> None:
    """Three trees of three squares have the number 0o333 in any width."""
    narrow = os.environ | {"NUMBA_CPU_NAME": "haswell", "NUMBA_CPU_FEATURES": "+avx2"}
    done = subprocess.run([sys.executable, "-c", ONE], env=narrow, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["8", str(0o333)]
    assert ints() in (8, 16)
    *_, xs, early_os, shapes = goff_solve._one(0)
    Cpu().launch(goff_solve.SHAPE, 1, xs, early_os, shapes)
    assert set(np.ravel(shapes).tolist()) == {0o333}
