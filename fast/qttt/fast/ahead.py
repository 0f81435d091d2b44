"""A kernel compiled by a second process, while this one compiles others: numba compiles one kernel at a time."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from qttt.fast import jit


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
        with jit.told_as_compilation():
            process.wait()

    try:
        yield wait
    finally:
        process.kill()
        process.wait()
