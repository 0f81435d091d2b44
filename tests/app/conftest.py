"""What the tests of the command share: ways to run it, and the game stored once."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from qttt.app import cli
from qttt.fast.goff import solve
from qttt.oracle import game, register, store, unregister
from qttt.oracle import solve as oracle_of

from .. import solved

PROGRAM = "import sys; from qttt.app.cli import main; sys.exit({})"
KERNELS = str(store.user_folder() / "kernels")
CERTIFICATE = Path(__file__).parents[1] / "verification" / "certificates" / "hybrid-O.certificate"


@dataclass(frozen=True)
class Said:
    """What a run of the command left: its exit code and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """The one JSON object on standard output, when all went well."""
        loaded = self._loaded()
        assert isinstance(loaded, dict)
        return loaded

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The one JSON list on standard output, when all went well."""
        loaded = self._loaded()
        assert isinstance(loaded, list)
        return loaded

    def _loaded(self) -> Any:
        assert (self.code, self.err, self.out.count("\n")) == (0, "", 1)
        return json.loads(self.out)

    @property
    def game(self) -> str:
        """The last line of standard output: the game that was played, in notation."""
        return self.out.splitlines()[-1]

    @property
    def line(self) -> str:
        """The one line of an error, with nothing on standard output; JSON if --json was asked for."""
        assert self.out == ""
        return self.after_results

    @property
    def after_results(self) -> str:
        """The one line of an error, which may follow results on standard output."""
        assert self.code == 2
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1
        if self.err.startswith("{"):
            told = json.loads(self.err)
            assert told["exit_code"] == 2
            return str(told["error"])
        assert self.err.startswith("qttt: ")
        return self.err.removeprefix("qttt: ").rstrip()


Run = Callable[..., Said]
"""A run of the command."""
Stored = Callable[[str], Path]
"""Returns the file of the tablebase of a game, with the options of `tests/solved.py`."""

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def classic() -> Iterator[None]:
    """The sixth game, in the registry."""
    from .test_app_sixth_game import ClassicEntry

    register(ClassicEntry())
    yield
    unregister("classic")


@pytest.fixture(scope="session")
def stored(shared_folder: Path) -> Stored:
    """The file of a game, solved once for the whole run; it is not to be changed."""

    def file(name: str) -> Path:
        rules = game(name, **solved.OPTIONS.get(name, {}))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(store, "user_folder", lambda: shared_folder)
            assert oracle_of(rules, progress=False).tablebase
            return store.file_of(rules)

    return file


@pytest.fixture
def user_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of Goff's game in a stand-in for the user's own, which does not exist yet."""
    folder = tmp_path / "cache"
    monkeypatch.setattr(store, "user_folder", lambda: folder)
    return folder / "goff-1.1"


@pytest.fixture
def qttt(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> Iterator[Run]:
    """Run the command in this process, with the store that all tests share. It never solves Goff's game anew."""

    def run(*args: str) -> Said:
        code = cli.main(args)
        return Said(code, *capsys.readouterr())

    signals = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    monkeypatch.setattr(solve, "solve", lambda *_, **__: request.getfixturevalue("solution"))
    yield run
    for number, handler in signals.items():
        signal.signal(number, handler)


@pytest.fixture
def process(tmp_path: Path) -> Run:
    """Run the command, or another program, as a process of its own, with its cache folder below `tmp_path`, but for
    the compiled kernels."""

    def run(*args: str, program: str = PROGRAM.format("main()"), **options: Any) -> Said:
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
        environment = {"NUMBA_CACHE_DIR": KERNELS, **os.environ, "XDG_CACHE_HOME": str(tmp_path)}
        ran = subprocess.run(
            [sys.executable, "-c", program, *args], text=True, env=environment, timeout=3600, check=False, **pipes
        )
        return Said(ran.returncode, ran.stdout, ran.stderr)

    return run


def interrupted(words: str, *args: str, typed: str = "", program: str = "main()") -> Said:
    """Run the command as a process of its own, and interrupt it as soon as it has printed some words."""
    listening = "import signal; signal.signal(2, signal.default_int_handler); "  # a shell may have had it ignored
    command = [sys.executable, "-u", "-c", listening + PROGRAM.format(program), *args]
    with subprocess.Popen(command, text=True, bufsize=0, stdin=-1, stdout=-1, stderr=-1) as running:
        assert running.stdin
        assert running.stdout
        running.stdin.write(typed)
        seen = ""
        while words not in seen:
            seen += running.stdout.read(1)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=3600)
    return Said(running.returncode, seen + out, err)
