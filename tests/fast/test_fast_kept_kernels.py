"""Compiled kernels on disk: a damaged file is replaced, and nobody else can have put one there."""

import os
import random
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from qttt.fast import jit

numba = pytest.importorskip("numba")

SEVERAL = 20
"""Damaged files of each kind."""
KINDS: dict[str, Callable[[bytes, random.Random], bytes]] = {
    "empty": lambda content, draw: b"",
    "cut": lambda content, draw: content[: draw.randrange(1, len(content))],
    "random": lambda content, draw: draw.randbytes(draw.randrange(1, 2 * len(content))),
    "flipped": lambda content, draw: flipped(content, draw.randrange(len(content))),
}


def flipped(content: bytes, at: int) -> bytes:
    """A content with a bit changed."""
    return content[:at] + bytes([content[at] ^ 8]) + content[at + 1 :]


@pytest.fixture(autouse=True)
def nothing_told() -> Iterator[None]:
    """Each test hears what is told once per process."""
    jit._tell_once.cache_clear()
    yield
    jit._tell_once.cache_clear()


@pytest.fixture
def homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where kernels are kept, below a cache folder of this test's own."""
    monkeypatch.setattr("numba.core.config.CACHE_DIR", "")
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *_, **options: tmp_path / "cache" / "qttt")
    return tmp_path / "cache" / "qttt" / "kernels"


def run() -> int:
    return 7


def files_of(made: Any) -> Any:
    """What keeps a compiled function on disk."""
    return made._cache._cache_file


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
def test_damaged_file_is_absent_and_replaced(
    homes: Path, capsys: pytest.CaptureFixture[str], suffix: str, kind: str
) -> None:
    draw = random.Random(kind + suffix)
    for number in range(SEVERAL):
        files_of(jit.compile_cached(numba.njit, run)).save("key", f"code {number}")
        (path,) = homes.glob(f"*/*{suffix}*")
        path.write_bytes(KINDS[kind](path.read_bytes(), draw))
        files = files_of(jit.compile_cached(numba.njit, run))
        assert files.load("key") is None
        files.save("key", "code again")
        assert capsys.readouterr().err == f"qttt: {path}: is damaged; its kernels are compiled again\n"
        assert files_of(jit.compile_cached(numba.njit, run)).load("key") == "code again"
        assert capsys.readouterr().err == ""
        for each in homes.glob("*/*"):
            each.unlink()
        jit._tell_once.cache_clear()


def test_files_in_the_places_of_others_are_absent(homes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for suffix in ("nbi", "nbc"):
        files = [files_of(jit.compile_cached(numba.njit, run)) for _ in range(2)]
        for key, each in zip("ab", files, strict=True):
            each.save(key, f"code of {key}")
        one, other = homes.glob("*/*.nbc")
        if suffix == "nbi":
            (one,) = homes.glob("*/*nbi*")
        contents = one.read_bytes(), other.read_bytes()
        one.write_bytes(contents[1])
        other.write_bytes(contents[0])
        assert [files[0].load(key) for key in "ab"] == [None, None]
        assert f"{one}: is damaged" in capsys.readouterr().err
        for path in homes.glob("*/*"):
            path.unlink()


def test_what_is_not_a_file_is_absent(homes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = files_of(jit.compile_cached(numba.njit, run))
    Path(files._index_path).mkdir()
    assert files.load("key") is None
    assert capsys.readouterr().err.count("\n") == 1


def test_kernels_are_kept_for_this_user_alone(homes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = numba.core.config.CACHE_DIR
    made = jit.compile_cached(numba.njit, run)
    assert made() == 7
    assert stat.S_IMODE(homes.stat().st_mode) == 0o700
    assert [path.name.count(".nbi") for path in sorted(homes.glob("*/*"))] == [0, 1]
    assert before == numba.core.config.CACHE_DIR
    assert capsys.readouterr().err == ""


OPEN: dict[str, Callable[[Path], object]] = {
    "group": lambda folder: folder.chmod(0o720),
    "others": lambda folder: folder.chmod(0o702),
    "parent": lambda folder: folder.parent.chmod(0o777),
    "home": lambda folder: folder.parent.parent.chmod(0o777),
    "file": lambda folder: replaced(folder).write_text("in the way"),
    "dangling": lambda folder: replaced(folder).symlink_to("nowhere"),
    "link": lambda folder: replaced(folder).symlink_to(shared(folder)),
    "link to a private one": lambda folder: replaced(folder).symlink_to(private(shared(folder))),
}


def replaced(folder: Path) -> Path:
    """The place of an empty folder, without it."""
    folder.rmdir()
    return folder


def shared(folder: Path) -> Path:
    """A folder of this user that others can write to."""
    (elsewhere := folder.parent.parent.parent / "shared").mkdir()
    elsewhere.chmod(0o777)
    return elsewhere


def private(parent: Path) -> Path:
    """A folder of this user alone, which others can replace."""
    (folder := parent / "kernels").mkdir(0o700)
    return folder


@pytest.mark.parametrize("kind", OPEN)
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_kernels_are_not_kept_where_others_can_write(
    homes: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    homes.mkdir(parents=True)
    OPEN[kind](homes)
    for _ in range(2):
        made = jit.compile_cached(numba.njit, run)
        assert made() == 7
        assert [*homes.glob("**/*.nb*")] == []
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"qttt: {homes}: compiled kernels are not kept: ")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such owners")
def test_kernels_are_not_kept_in_a_folder_of_another_user(
    homes: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert jit.compile_cached(numba.njit, run)() == 7
    assert capsys.readouterr().err.count("another user") == 1


def test_windows_is_exempt(homes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    homes.mkdir(parents=True)
    homes.chmod(0o777)
    monkeypatch.setattr(jit, "PRIVATE", False)
    assert Path(files_of(jit.compile_cached(numba.njit, run))._cache_path).parent == homes


def test_chosen_folder_is_taken_as_it_is(homes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (chosen := tmp_path / "chosen").mkdir()
    chosen.chmod(0o777)
    monkeypatch.setattr("numba.core.config.CACHE_DIR", str(chosen))
    assert Path(files_of(jit.compile_cached(numba.njit, run))._cache_path).parent == chosen
    assert not homes.exists()


def test_chosen_folder_that_cannot_be_made_keeps_nothing(
    homes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nor do the places that numba takes by itself: beside the source, or its own folder."""
    (chosen := tmp_path / "chosen").write_text("in the way")
    monkeypatch.setattr("numba.core.config.CACHE_DIR", str(chosen))
    made = jit.compile_cached(numba.njit, run)
    assert (made(), made._cache.cache_path, numba.core.config.CACHE_DIR) == (7, None, str(chosen))
    assert capsys.readouterr().err == f"qttt: {chosen}: compiled kernels are not kept: File exists\n"


def test_folder_without_permission_keeps_nothing(
    homes: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As root, permission is not asked of the system."""
    monkeypatch.setattr(os, "access", lambda path, mode: (path, mode) != (homes, os.W_OK))
    assert jit.compile_cached(numba.njit, run)._cache.cache_path is None
    assert capsys.readouterr().err == f"qttt: {homes}: compiled kernels are not kept: it cannot be written\n"


def test_kernel_that_cannot_be_written_is_run(
    homes: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = jit.compile_cached(numba.njit, run)

    def full(path: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files_of(made), "_open_for_write", full)
    assert made() == 7
    assert capsys.readouterr().err == "qttt: compiled kernels are not kept: No space left on device\n"


SMALL = "from qttt.fast.jit import jitable\n\n\n@jitable\ndef store(i, work, out):\n    out[i] = 7 * i\n"
LAUNCH = """
import sys
import numpy as np
sys.path.insert(0, sys.argv[1])
import small
from qttt.fast import backend, jit
with jit.watch_compilation(lambda begins: print("compiles" if begins else "done")):
    out = np.zeros(1000, np.int64)
    backend.Cpu().launch(backend.Kernel(small.store, 1), 1000, out)
assert out.tolist() == [7 * i for i in range(1000)]
"""


def launch(folder: Path, **homes: str) -> tuple[bool, str]:
    """Launch a small kernel in a process of its own: whether it was compiled, and what was told."""
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"} | homes
    done = subprocess.run(
        [sys.executable, "-c", LAUNCH, str(folder)], capture_output=True, text=True, check=True, env=environment
    )
    return "compiles" in done.stdout, done.stderr


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
def test_process_compiles_again_what_is_damaged(tmp_path: Path, suffix: str, kind: str) -> None:
    (tmp_path / "small.py").write_text(SMALL)
    homes = {"NUMBA_CACHE_DIR": str(tmp_path / "kernels")}
    assert launch(tmp_path, **homes) == (True, "")
    (path,) = tmp_path.glob(f"kernels/*/*{suffix}*")
    path.write_bytes(KINDS[kind](path.read_bytes(), random.Random(7)))
    assert launch(tmp_path, **homes) == (True, f"qttt: {path}: is damaged; its kernels are compiled again\n")
    assert launch(tmp_path, **homes) == (False, "")


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="the user's cache folder of Linux")
def test_process_keeps_kernels_in_the_users_cache_folder(tmp_path: Path) -> None:
    (tmp_path / "small.py").write_text(SMALL)
    homes, folder = {"XDG_CACHE_HOME": str(tmp_path / "cache")}, tmp_path / "cache" / "qttt" / "kernels"
    assert [launch(tmp_path, **homes) for _ in range(2)] == [(True, ""), (False, "")]
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    folder.chmod(0o770)
    before = sorted(folder.rglob("*"))
    compiled, told = launch(tmp_path, **homes)
    assert (compiled, told.count("\n"), told.startswith(f"qttt: {folder}: compiled kernels are not kept")) == (
        True,
        1,
        True,
    )
    assert sorted(folder.rglob("*")) == before
