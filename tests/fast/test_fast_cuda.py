"""That every kernel compiles for a GPU, which needs the extra `gpu` but no GPU."""

import importlib
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from numba import types

pytest.importorskip("numba_cuda")

KEYS, TABLE, TABLES = types.int64[::1], types.int32[::1], types.int32[:, ::1]
BYTES, CODES, ROWS = types.uint8[::1], types.int8[::1], types.int8[:, ::1]
SHORT, VALUES, ROOM, SHORT_ROOM = (
    types.int16[:, ::1],
    types.int32[:, ::1],
    types.int32[:, :, ::1],
    types.int16[:, :, ::1],
)
TABLES_64, ROOM_64 = types.int64[:, ::1], types.int64[:, :, ::1]
LANES_64 = types.Tuple((KEYS, KEYS, TABLES_64, TABLES_64, TABLES_64))  # type: ignore[no-untyped-call]
LANES = types.Tuple((TABLE, TABLE, VALUES, SHORT, SHORT))  # type: ignore[no-untyped-call]
SCRIPT, ENDS, REALS, ROWS_OF = types.uint16[::1], types.int64[::1], types.float64[:, ::1], types.float64[::1, :]
BOARDS, LINE = types.uint16[:, ::1], types.float64[::1]
HYBRID_LAYER = (
    *[types.int64] * 7,
    *(types.uint8[:, ::1], TABLE, TABLE, TABLE, types.int64),
    *(VALUES, VALUES, ROOM, types.uint16[:, :, ::1], types.int64, SHORT),
)
PAIR_LAYER = (
    *(types.int64, types.int64, KEYS, KEYS, KEYS, VALUES, TABLE, VALUES),
    *(VALUES, VALUES, types.int64[:, :, :, ::1], types.uint16[:, :, ::1], types.int64, SHORT),
)
ARGUMENTS = {
    "goff.solve.MARK": (KEYS, TABLE, TABLE, TABLES, BYTES),
    "goff.solve.EARLY": (KEYS, TABLE, TABLE, TABLES, KEYS, KEYS, types.int64),
    "goff.solve.PLY_6": (KEYS, KEYS),
    "goff.solve.COUNT_6": (KEYS, KEYS, types.int64),
    "goff.solve.PLY_7": (KEYS, TABLE, TABLE, TABLES, BYTES),
    "goff.games.PLAYOUT": (types.int64, types.int64, CODES, CODES, ROWS),
    "goff.games.REPLAY": (ROWS, KEYS, CODES, CODES),
    "sqt.solve.PLY_6": (KEYS, LANES, SHORT_ROOM, VALUES),
    "sqt.solve.FIND": (VALUES, KEYS, KEYS, KEYS, VALUES, TABLE),
    "sqt.system.SETTLEMENTS": (TABLES_64, LANES_64, ROOM_64, TABLES_64),
    "probabilistic.solve.KERNEL": (SCRIPT, ENDS, ROWS_OF, ROWS_OF, ROWS_OF, ROWS_OF),
    "probabilistic.squares.KERNEL": (KEYS, KEYS, REALS, REALS, types.float64, types.uint16[:, ::1]),
    "tiqtaqtoe.enumerate.SUCCESSORS": (BOARDS, TABLE, TABLES_64, *[types.int64] * 4, TABLES_64),
    "tiqtaqtoe.enumerate.BOARDS_AFTER": (BOARDS, TABLE, BOARDS, TABLES_64, types.int64, BOARDS),
    "tiqtaqtoe.enumerate.COMPARE": (BOARDS, TABLE, BOARDS, TABLES_64, types.int64, BOARDS, BYTES),
    "tiqtaqtoe.enumerate.CLASSIFY": (BOARDS, TABLE, BYTES, BOARDS, types.int64, BYTES, BYTES),
    "tiqtaqtoe.values.BEST": (TABLE, TABLE, VALUES, types.int64, VALUES),
    "tiqtaqtoe.values.MEAN_OF_MOVES": (TABLE, TABLE, REALS, types.int64, REALS),
    "tiqtaqtoe.values.SUM_OF_RESULTS": (BOARDS, BYTES, TABLE, VALUES, VALUES),
    "tiqtaqtoe.agents.EVALUATE": (BOARDS, TABLE, VALUES),
    "tiqtaqtoe.won.WON_MOST": (KEYS, *[LINE] * 6),
    "hybrid.solve.VALUE": (*HYBRID_LAYER, *[types.int16[::1]] * 3),
    "hybrid.value_pairs.VALUE_PAIRS": (*PAIR_LAYER, *[types.int8[::1]] * 3),
    "hybrid.reach.REACH": (*HYBRID_LAYER, BYTES, BYTES),
    "sqt.solve.EARLY": (KEYS, LANES, ROOM, VALUES, TABLE, TABLE, TABLES, TABLE, VALUES),
}


@pytest.fixture(scope="module")
def gpu() -> Any:
    """The module of the GPU; CuPy, which compiling does not need, may be missing."""
    sys.modules.setdefault("cupy", ModuleType("cupy"))
    return importlib.import_module("qttt.fast.gpu")


@pytest.mark.parametrize("name", ARGUMENTS)
def test_a_kernel_compiles(name: str, gpu: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    dispatcher = importlib.import_module("numba.cuda.dispatcher")
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: SimpleNamespace(compute_capability=(9, 0)))
    module, _, constant = name.rpartition(".")
    kernel = getattr(importlib.import_module(f"qttt.fast.{module}"), constant)
    loop = gpu._loop(kernel.body, kernel.work)
    signature = (types.int64, types.Tuple(ARGUMENTS[name]))  # type: ignore[no-untyped-call]
    ptx, _ = gpu.cuda.compile_ptx(loop.py_func, signature, cc=(9, 0))
    assert ".target sm_90" in ptx
