"""How kernels are compiled, and the functions that they call. numba hears of these when a kernel is compiled, and is
not imported before: that takes longer than to answer a question about one position. A kernel can be compiled
by a second process, while this one compiles others: numba compiles one kernel at a time."""

import hashlib
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar, cast
from uuid import uuid4
from weakref import WeakSet

import numpy as np

from qttt.spec.disk import read_bytes

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., object])

_began = time.time_ns()
"""When this process began to import kernels."""
_waiting: list[Callable[[], object]] = []
_listeners: list[Callable[[bool], None]] = []
_compiling: list[object] = []
"""What numba compiles, each called by the one before."""
_kernels: WeakSet[Any] = WeakSet()
"""What `compile_cached` has made."""
PRIVATE = os.name != "nt"
"""Whether the system has owners and modes of files, by which `compile_cached` sees who can write to a folder."""
_lock = Lock()
SIZE = hashlib.sha256().digest_size


def before_compiling(prepare: Callable[[], object]) -> None:
    """Call `prepare` once, before the next kernel is compiled."""
    _waiting.append(prepare)


def jitable(function: F) -> F:
    """Let kernels call a function, which is unchanged. What an `inlined` function calls is not inlined for that alone:
    without the option, numba would compile it a second time, as a part of each caller."""
    return _known(function, forceinline=False)


def inlined(function: F) -> F:
    """Let kernels call a function, which is unchanged, as a part of each caller."""
    return _known(function, forceinline=True)


def _known(function: F, **options: bool) -> F:
    def register() -> None:
        from numba.extending import register_jitable

        register_jitable(no_cfunc_wrapper=True, **options)(function)

    before_compiling(register)
    return function


def prepare() -> None:
    """Tell numba of all functions that it has not heard of."""
    while _waiting:
        _waiting.pop(0)()


def converted(argument: T, convert: Callable[[Any], object], array: type = np.ndarray) -> T:
    """The argument of a kernel with each of its arrays, also in tuples, converted. Named tuples keep their type."""
    if isinstance(argument, tuple):
        parts = [converted(part, convert, array) for part in argument]
        return cast(T, type(argument)(*parts) if hasattr(argument, "_fields") else tuple(parts))
    return cast(T, convert(argument)) if isinstance(argument, array) else argument


def check_arguments(arguments: tuple[object, ...], *arrays: type) -> None:
    """Check the arguments of a launch on a device whose arrays have one of these types.

    numba-cuda takes a float, a NumPy scalar or an array of another device inside a tuple only with a different
    signature, or not at all; so no device takes them. Raises TypeError for such an argument, and OverflowError for an
    int beyond 64 bits, which numba would take as unsigned."""
    for argument in arguments:
        if isinstance(argument, tuple):
            check_arguments(argument, *arrays)
        elif type(argument) is int or type(argument) is bool:
            if not -(1 << 63) <= argument < 1 << 63:
                raise OverflowError(f"argument {argument} of a kernel: expected a signed 64-bit int")
        elif not isinstance(argument, arrays):
            raise TypeError(
                f"argument of type {type(argument).__name__} for a kernel: expected {arrays[0].__module__}."
                f"{arrays[0].__name__}, int, or a tuple of these; convert it, or put it into an array"
            )


@cache
def source_stamp(file: str) -> int:
    """A digest of the source of the fast engine and of the folder of a kernel's file. Compiled kernels are cached per
    stamp, because numba does not notice an edit in a file that the kernel's file imports.

    A process that runs while its source is edited may have imported older text than it finds now, so its stamp is its
    own."""
    folders = {Path(__file__).parent, Path(file).parent}
    sources = sorted({source for folder in folders for source in folder.rglob("*.py")})
    text = b"".join(source.read_bytes() for source in sources)
    if max(source.stat().st_mtime_ns for source in sources) > _began:
        text += uuid4().bytes
    return int.from_bytes(hashlib.sha256(text).digest()[:7])


def compile_cached(jit: Callable[..., Any], run: Callable[..., object], **options: bool) -> Any:
    """A function compiled by numba, kept on disk for later processes in the folder that `_folder` says.

    All kernels share an index, and numba numbers their files by it without a lock: of two processes that compile at
    once, one would later run the other's code. So each process has names of its own; at worst an entry of the index is
    lost, and its kernel compiled again."""
    try:
        with _folder() as there:
            made = jit(cache=there, **options)(run)
    except RuntimeError:
        made = jit(**options)(run)
    _kernels.add(made)
    if files := getattr(getattr(made, "_cache", None), "_cache_file", None):
        files.__class__ = _checked(files.__class__)
        files._index_path += f"-{files._version}"
        files._data_name_pattern = files._data_name_pattern.replace("{number", f"{uuid4().hex}.{{number")
        made._cache._guard_against_spurious_io_errors = _report_unkept
    return made


@contextmanager
def _folder() -> Iterator[bool]:
    """During the block, numba keeps what it compiles in ``NUMBA_CACHE_DIR``, or else in ``kernels`` in the user's cache
    folder; False if nothing can be kept there.

    What numba keeps is run when it is read. So the user's folder is only taken if no other user can write to it or
    replace it, which is not looked at on Windows. A folder that was named is taken as it is."""
    kept = False
    with _lock:
        names = ("numba.core.config", "numba.cuda.core.config")
        configs: list[Any] = [found for name in names if hasattr(found := sys.modules.get(name), "CACHE_DIR")]
        chosen = [config.CACHE_DIR for config in configs]
        folder = Path(chosen[0] or _users_folder())
        with _report_unkept(folder):
            folder.mkdir(0o700, parents=True, exist_ok=True)
            if PRIVATE and not chosen[0]:
                _check_private(folder.resolve())
            if not os.access(folder, os.W_OK):
                raise PermissionError(None, "it cannot be written")
            kept = True
        try:
            for config in configs:
                config.CACHE_DIR = str(folder)
            yield kept
        finally:
            for config, before in zip(configs, chosen, strict=True):
                config.CACHE_DIR = before


def _users_folder() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("qttt", appauthor=False) / "kernels"


def _check_private(folder: Path) -> None:
    """Raise OSError if another user than root could put files into a folder, its parent or that one's."""
    inner, *outer = (each.stat() for each in (folder, *folder.parents[:2]))
    open_to_others = inner.st_mode & 0o022 or any(each.st_mode & 0o1002 == 0o002 for each in outer)
    if inner.st_uid != os.geteuid() or {each.st_uid for each in outer} - {os.geteuid(), 0} or open_to_others:
        raise PermissionError(None, "it belongs to another user, or others can write to it")


@contextmanager
def _report_unkept(folder: Path | None = None) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        _tell_once(f"{f'{folder}: ' if folder else ''}compiled kernels are not kept: {error.strerror or error}")


@cache
def _tell_once(message: str) -> None:
    print(f"qttt: {message}", file=sys.stderr)


@cache
def _checked(files: Hashable) -> Any:
    """The class of the files of numba's cache, with a digest of name and content before each pickle. A file with
    another digest, and one that cannot be read, is absent: a line says so, numba compiles the kernel, and replaces the
    file."""

    base: Any = files

    class Checked(base):  # type: ignore[misc]
        def _load_index(self) -> Any:
            stamp, names = self._read(self._index_path) or (None, {})
            return names if stamp == self._source_stamp else {}

        def _save_index(self, names: object) -> None:
            self._write(self._index_path, (self._source_stamp, names))

        def _load_data(self, name: str) -> Any:
            return self._read(self._data_path(name))

        def _save_data(self, name: str, data: object) -> None:
            self._write(self._data_path(name), data)

        def _read(self, path: str) -> Any:
            try:
                content = read_bytes(path)
                if _seal(path, content[SIZE:]) != content[:SIZE]:
                    raise ValueError("another digest")
                return pickle.loads(content[SIZE:])
            except FileNotFoundError:
                return None
            except Exception:
                _tell_once(f"{path}: is damaged; its kernels are compiled again")

        def _write(self, path: str, value: object) -> None:
            content = self._dump(value)
            with self._open_for_write(path) as file:
                file.write(_seal(path, content) + content)

    return Checked


def _seal(path: str, content: bytes) -> bytes:
    return hashlib.sha256(os.path.basename(path).encode() + content).digest()


def is_kept(made: Any, arguments: tuple[object, ...]) -> bool | None:
    """Whether a function made by `compile_cached` is on disk, compiled for arguments of these types; None if numba does
    not say so or does not keep it there."""
    from numba import typeof
    from numba.core.registry import cpu_target

    try:
        key = made._cache._index_key(tuple(map(typeof, arguments)), cpu_target.target_context.codegen())
        return key in made._cache._cache_file._load_index()
    except AttributeError:
        return None


@contextmanager
def report_compilation() -> Iterator[None]:
    """During the block, those who listen by `watched` take it that a kernel is compiled."""
    _tell(True)
    try:
        yield
    finally:
        _tell(False)


def _tell(begins: bool) -> None:
    for listener in _listeners:
        listener(begins)


@contextmanager
def watch_compilation(listener: Callable[[bool], None]) -> Iterator[None]:
    """During the block, call `listener` with True when a kernel begins to be compiled, and with False at its end. A
    kernel that an earlier process has compiled is loaded instead."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def _listen() -> None:
    """Hear of what numba compiles: the functions that a kernel calls begin and end in between."""
    from numba.core import event

    class Compilations(event.Listener):
        def on_start(self, event: Any) -> None:
            _compiling.append(event.data["dispatcher"])
            if len(_compiling) == 1:
                _tell(True)

        def on_end(self, event: object) -> None:
            _compiling.pop()
            if not _compiling:
                _tell(False)

    event.register("numba:compile", Compilations())  # type: ignore[no-untyped-call]


def _optimise_once() -> None:
    """Let numba optimise a kernel once, as a whole, and make machine code of nothing else. Without this it does both
    with each function that is called, together with all that this one calls, and again with each caller.

    Not guaranteed: numba has no public way to say so, and where another version lacks a part, nothing changes."""
    from numba.core import codegen
    from numba.core.registry import cpu_target

    base: Any = codegen.JITCodeLibrary
    made: Any = cpu_target.target_context.codegen()
    parts = ((base, "_optimize_final_module"), (base, "_finalize_final_module"), (made, "_library_class"))
    if not all(hasattr(*part) for part in (*parts, (made, "_engine"))):
        return

    class Library(base):  # type: ignore[misc]
        """The code of a function. That of one which a kernel calls is never run by itself."""

        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            self._called = len(_compiling) > 1 and _compiling[0] in _kernels

        def _optimize_final_module(self) -> None:
            if not self._called:
                super()._optimize_final_module()

        def _finalize_final_module(self) -> None:
            if not self._called:
                super()._finalize_final_module()
            self._finalized = True

    set_env = made.set_env

    def set_env_where_run(name: str, env: object) -> None:
        if made._engine.is_symbol_defined(name):
            set_env(name, env)

    made._library_class, made.set_env = Library, set_env_where_run


def _skip_scipy() -> None:
    """Keep numba from importing SciPy where it is installed, which takes longer than a small kernel: none needs it."""
    modules: dict[str, Any] = sys.modules
    modules.setdefault("scipy.linalg", None)
    import_module("numba.np.arraymath")
    if modules["scipy.linalg"] is None:
        del modules["scipy.linalg"]


before_compiling(_skip_scipy)
before_compiling(_listen)
before_compiling(_optimise_once)


@contextmanager
def ahead(function: str, argument: int, worthwhile: bool) -> Iterator[Callable[[], None]]:
    """During the block, let a second process call ``module:name`` with a number, to compile kernels that this one then
    finds on disk. Yields a function that waits for it.

    If it fails, this process compiles by itself. No process is left at the end of the block."""
    if not worthwhile or not sys.executable:
        yield lambda: None
        return
    module, name = function.split(":")
    words = [sys.executable, "-P", "-c", f"from {module} import {name}; {name}({argument})"]
    found, quiet = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}, subprocess.DEVNULL
    try:
        process = subprocess.Popen(words, env=found, stdin=quiet, stdout=quiet, stderr=quiet)
    except OSError:
        yield lambda: None
        return

    def wait() -> None:
        with report_compilation():
            process.wait()

    try:
        yield wait
    finally:
        process.kill()
        process.wait()
