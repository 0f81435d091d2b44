"""Tablebases of every game on disk: kept whole, and rejected if anything is wrong.

`tests/app/test_app_stored.py` has what is in the way of a tablebase or beside it, `tests/spec/test_spec_disk.py` files.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import safetensors.numpy

from qttt.fast import container, store
from qttt.fast.goff.tablebase import SCORING
from qttt.spec import rules as spec_rules

from .conftest import Case, edited


def test_tablebase_reads_back(case: Case, path: Path) -> None:
    case.check_intact(str(path))
    assert case.options.items() <= (store.description_of(path) or {}).items()
    before = path.read_bytes()
    case.open(path).save(path)  # an opened one can replace itself
    assert path.read_bytes() == before
    assert [*path.parent.iterdir()] == [path]


def test_file_is_in_the_format_of_safetensors(case: Case, path: Path) -> None:
    theirs = safetensors.numpy.load_file(path)
    ours = container.read(path, store.FORMAT)[1]
    assert theirs.keys() == ours.keys()
    for name, array in ours.items():
        assert (array.dtype, array.shape) == (theirs[name].dtype, theirs[name].shape)
        assert array.tobytes() == theirs[name].tobytes()
        assert not array.flags.writeable


def test_arrays_of_all_shapes_and_types_are_kept(tmp_path: Path) -> None:
    types = [*container.TYPES.values()]
    arrays: dict[str, Any] = {kind.str[1:]: np.arange(6).astype(kind).reshape(2, 3).T for kind in types}
    arrays |= {"empty": np.zeros((0, 3), np.int64), "one": np.array(7), "none": np.zeros(0, np.uint8)}
    container.write(tmp_path / "file", {"format": "mine"}, arrays)
    found = container.read(tmp_path / "file", "mine")[1]
    assert found.keys() == arrays.keys()
    for name, array in arrays.items():
        assert (found[name].dtype, found[name].shape) == (array.dtype, array.shape)
        assert (found[name] == array).all()


def test_goff_scoring_is_a_rule() -> None:
    assert SCORING in spec_rules()


# What is left alone


def test_file_made_during_the_save_is_kept(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, write = tmp_path / "table", container.write

    def writing(*args: Any) -> None:
        path.write_text("dear")
        write(*args)

    monkeypatch.setattr(container, "write", writing)
    with pytest.raises(store.StoreError, match="not a tablebase"):
        case.tablebase.save(path)
    assert path.read_text() == "dear"
    assert [*tmp_path.iterdir()] == [path]


def test_damaged_and_older_tablebases_are_replaced(case: Case, path: Path) -> None:
    os.truncate(path, path.stat().st_size - 1)
    case.tablebase.save(path)
    edited(path, {"format": "qttt-tablebase-0"})
    assert case.error(path).endswith("has the format qttt-tablebase-0, expected qttt-tablebase-1; solve the game again")
    case.tablebase.save(path)
    case.check_intact(path)


# Rejected


def header_of(path: Path) -> dict[str, Any]:
    content = path.read_bytes()
    return dict(json.loads(content[8 : 8 + int.from_bytes(content[:8], "little")]))


def with_header(path: Path, header: object) -> None:
    """Replace the header, with the data as they are."""
    content = path.read_bytes()
    data = content[8 + int.from_bytes(content[:8], "little") :]
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(len(text).to_bytes(8, "little") + text + data)


FORGED: dict[str, Callable[[dict[str, Any]], object]] = {
    "empty": lambda _: b"",
    "deep": lambda _: b"[" * 100_000,
    "text": lambda _: b"dear",
    "bytes": lambda _: b"\xff\xfe",
    "list": lambda _: [],
    "nothing": lambda _: {},
    "no description": lambda header: header | {"__metadata__": {}},
    "description of another type": lambda header: header | {"__metadata__": {"qttt": {}, "digest": ""}},
    "deep description": lambda header: header | {"__metadata__": {"qttt": "[" * 100_000, "digest": ""}},
    "list of options": lambda header: header | {"__metadata__": {"qttt": "[]", "digest": ""}},
    "format of another type": lambda header: header | {"__metadata__": {"qttt": '{"format": [1]}', "digest": ""}},
    "digest": lambda header: header | {"__metadata__": header["__metadata__"] | {"digest": "0" * 64}},
    "edited": lambda header: header | {"__metadata__": {**header["__metadata__"], "note": "mine"}},
}


@pytest.mark.parametrize("what", FORGED)
def test_open_rejects_forged_header(case: Case, path: Path, what: str) -> None:
    with_header(path, FORGED[what](header_of(path)))
    told = "is altered: it does not match its digest" if what == "digest" else "is not a file of this program"
    assert case.error(path) == f"{path}: {told}"


ENTRIES: dict[str, Callable[[dict[str, Any]], object]] = {
    "shape (True,)": lambda entry: entry | {"shape": [True]},
    "shape 1.0": lambda entry: entry | {"shape": [1.0]},
    "shape -1": lambda entry: entry | {"shape": [-1]},
    "shape ()": lambda entry: entry | {"shape": []},
    "a huge shape": lambda entry: entry | {"shape": [1 << 60]},
    "many dimensions": lambda entry: entry | {"shape": [1] * 99},
    "shape of another type": lambda entry: entry | {"shape": "9"},
    "unknown type": lambda entry: entry | {"dtype": "BF16"},
    "type of another type": lambda entry: entry | {"dtype": ["U8"]},
    "other offsets": lambda entry: entry | {"data_offsets": [8, 16]},
    "offsets of another type": lambda entry: entry | {"data_offsets": [{}, None]},
    "one offset": lambda entry: entry | {"data_offsets": [0]},
    "more": lambda entry: entry | {"more": 1},
    "none": lambda entry: {},
    "list": lambda entry: [],
}


@pytest.mark.parametrize("what", ENTRIES)
def test_open_rejects_forged_array(case: Case, path: Path, what: str) -> None:
    header = header_of(path)
    name = max(header, key=lambda name: header[name].get("data_offsets", [0, 0])[1])
    with_header(path, header | {name: ENTRIES[what](header[name])})
    assert case.error(path) == f"{path}: is truncated or damaged"


@pytest.mark.parametrize("shape", [[1 << 70, 0], [1 << 40, 1 << 40, 0], [0, *[1 << 30] * 3]])
def test_open_rejects_an_array_of_no_size_that_is_too_large(case: Case, path: Path, shape: list[int]) -> None:
    header = header_of(path)
    end = max(entry.get("data_offsets", [0, 0])[1] for entry in header.values())
    with_header(path, header | {"empty": {"dtype": "U8", "shape": shape, "data_offsets": [end, end]}})
    assert case.error(path) == f"{path}: is truncated or damaged"


@pytest.mark.parametrize("change", [-1, 1])
def test_open_rejects_other_length(case: Case, path: Path, change: int) -> None:
    os.truncate(path, path.stat().st_size + change)
    assert case.error(path) == f"{path}: is truncated or damaged"


def test_open_rejects_any_altered_byte(case: Case, path: Path) -> None:
    content = path.read_bytes()
    for at in {*range(0, 64, 7), *range(64, len(content), len(content) // 40), len(content) - 1}:
        path.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
        assert case.error(path)


def test_open_rejects_large_header_unread(case: Case, path: Path) -> None:
    path.write_bytes((1 << 40).to_bytes(8, "little"))
    assert case.error(path) == f"{path}: is not a file of this program"
    with pytest.raises(ValueError, match="the header would have"):
        store.save(path.with_name("new"), {"settings": ["3/4"] * 1_000_000}, {})


def test_open_rejects_wrong_entries_under_right_digest(case: Case, path: Path) -> None:
    description, arrays = container.read(path, store.FORMAT)
    for changes, words in (({"ruleset": "goff-0.1"}, "ruleset is 'goff-0.1', expected"), *case.entries):
        container.write(path, description | changes, arrays)
        assert words in case.error(path)
        assert len(case.error(path)) < 500
    for name in case.options:
        container.write(path, {key: value for key, value in description.items() if key != name}, arrays)
        assert case.error(path)


def test_open_rejects_wrong_arrays_under_right_digest(case: Case, path: Path) -> None:
    arrays = container.read(path, store.FORMAT)[1]
    for name, right in arrays.items():
        edited(path, arrays={other: array for other, array in arrays.items() if other != name})
        assert f"{name} is missing" in case.error(path)
        for wrong in (right.astype(np.float64), right[None], right.reshape(-1)[0]):
            edited(path, arrays=arrays | {name: wrong})
            assert f"{name} is {wrong.dtype} {wrong.shape}, expected {right.dtype} (" in case.error(path)
    edited(path, arrays=arrays | {"more": np.arange(3)})
    assert "expected no more" in case.error(path)
    for name, at, value, words in case.values:
        wrong = arrays[name].copy()
        wrong[at] = value
        edited(path, arrays=arrays | {name: wrong})
        assert words in case.error(path)
    for name in {"keys", "boards", "labels"} & arrays.keys() | {name for name in arrays if name.endswith("6.keys")}:
        edited(path, arrays=arrays | {name: arrays[name][::-1]})
        assert "ascending order" in case.error(path) or "do not have their labels" in case.error(path)


# All or nothing


def saved(path: Path, number: int) -> None:
    store.save(path, {"ruleset": "none"}, {"numbers": np.full(9999, number), "more": np.zeros(number)})


def found(path: Path) -> int:
    """The number in an intact file."""
    (number,) = {*store.load(path, {"ruleset": "none"}).arrays["numbers"].tolist()}
    return int(number)


def test_many_may_save_and_read_at_once(tmp_path: Path) -> None:
    saved(path := tmp_path / "table", 1)
    with ThreadPoolExecutor(4) as pool:
        writing = [pool.submit(saved, path, number) for number in range(1, 21)]
        reading = [pool.submit(found, path) for _ in range(60)]
        assert all(future.result() is None for future in writing)
        assert all(future.result() in range(1, 21) for future in reading)
    assert [*tmp_path.iterdir()] == [path]


STRUCK = """
import os, signal, sys
from pathlib import Path
import numpy as np
from qttt.fast import store

how, path = sys.argv[1], Path(sys.argv[2])

def save(number):
    store.save(path, {"ruleset": "none"}, {"numbers": np.full(3, number), "more": np.zeros(number)})

def strike(step):
    left = [step]
    def hook(frame, event, _):
        if "qttt" not in frame.f_code.co_filename:
            return None
        left[0] -= event == "line"
        if left[0] == 0 and event == "line":
            sys.settrace(None)
            if how == "killed":
                os.kill(os.getpid(), signal.SIGKILL)
            raise KeyboardInterrupt
        return hook
    sys.settrace(hook)
    try:
        save(2)
    except KeyboardInterrupt:
        os._exit(3)
    os._exit(1 if left[0] <= 0 else 0)

results = set()
for old in (False, True):
    for step in range(1, 1000):
        path.unlink(missing_ok=True)
        if old:
            save(1)
        child = os.fork() or strike(step)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if path.exists():
            results.add((old, *{*store.load(path, {}).arrays["numbers"].tolist()}))
        else:
            assert not old, step
        left = [file for file in path.parent.iterdir() if file != path]
        assert len(left) <= 1, left
        for file in left:
            os.utime(file, (0, 0))
        save(3)
        assert os.listdir(path.parent) == [path.name], step
        if status == 0:
            break
    assert 20 < step < 999, step
assert results == {(False, 2), (True, 1), (True, 2)}, results
print("always whole")
"""
"""A child is struck at every line of a save, one line after the other."""


@pytest.mark.thorough
@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("how", ["killed", "interrupted"])
def test_save_struck_at_any_step_leaves_old_or_new(how: str, tmp_path: Path) -> None:
    words = [sys.executable, "-c", STRUCK, how, str(tmp_path / "table")]
    run = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (run.stdout, run.stderr) == ("always whole\n", "")
