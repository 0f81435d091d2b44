"""Runs commands as forks of one process, into which `faults.c` is preloaded, and whose modules are imported.

A job is a line of JSON on standard input: `run` (the command or the site's writer), `words`, `home`, the folder of the
user's caches, and the fault: `folder`, `n`, `errno`, `lasting`. The answer is a line: `code`, `out`, `err`, `failed`,
the call that failed or nothing, and `calls`, their number."""

import ctypes
import json
import os
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any

MODULES = ("numba", "numpy", "build", "qttt.app.cli", "qttt.app.commands.conform", "qttt.verification.certificate")


def run(job: dict[str, Any]) -> int:
    """Run a job in this process; the exit code."""
    from qttt.app.cli import main

    if job["run"] == "qttt":
        return main(job["words"])
    from build import put  # in docs

    from qttt.app.errors import BadInput, tell

    try:
        put(*map(Path, job["words"]))
    except (BadInput, OSError) as error:
        tell(error)
        return 2
    return 0


def run_with_fault(job: dict[str, Any], said: int) -> int:
    """Run a job with its fault, and write the call that failed and the number of calls to a descriptor."""
    library = ctypes.CDLL(None)
    library.fault_name.restype = ctypes.c_char_p
    try:
        os.environ["XDG_CACHE_HOME"] = job["home"]
        library.fault_arm(job["folder"].encode(), job["n"], job["errno"], job["lasting"])
        code = run(job)
        sys.stdout.flush()
        failed, calls = library.fault_name(), library.fault_calls()
        library.fault_arm(b"", 0, 0, 0)
        os.write(said, json.dumps([(failed or b"").decode(), calls]).encode())
    except BaseException:
        traceback.print_exc()
        code = 70
    sys.stderr.flush()
    return code


def answer(job: dict[str, Any]) -> dict[str, Any]:
    """Run a job in a fork."""
    files = [tempfile.TemporaryFile() for _ in range(3)]  # noqa: SIM115
    if not (child := os.fork()):
        for descriptor in (1, 2):
            os.dup2(files[descriptor - 1].fileno(), descriptor)
        os._exit(run_with_fault(job, files[2].fileno()))
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    texts = []
    for file in files:
        with file:
            file.seek(0)
            texts.append(file.read().decode())
    failed, calls = json.loads(texts[2] or '["", 0]')
    return {"code": code, "out": texts[0], "err": texts[1], "failed": failed, "calls": calls}


if __name__ == "__main__":
    sys.path.append(str(Path(__file__).parents[2] / "docs"))
    for module in MODULES:
        __import__(module)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
