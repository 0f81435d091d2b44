"""Any invalid request gives one line and an exit code, and leaves nothing half-written."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from qttt.app import cli
from qttt.app.errors import one_line

from .conftest import Run


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("X1.1-9 O2.x", ["token 2 'O2.x'", "NOTATION-MOVE-1", "expected a move such as O2.1-9"]),
        ("X1.1-9 O2.3-1", ["token 2 'O2.3-1'", "NOTATION-MOVE-1", "1-3"]),
        ("X1.1-9 X2.1-3", ["token 2 'X2.1-3'", "GOFF-TURN-1", "O2.1-3"]),
        ("X1.1-9 selC", ["token 2 'selC'", "NOTATION-SELECT-1", "selA or selB"]),
        ("X1.1-1", ["token 1 'X1.1-1'", "GOFF-MOVE-1", "two different squares"]),
        ("selA", ["token 1 'selA'", "GOFF-COLLAPSE-1"]),
        ("X1.1-9 O2.1-9 X3.2-3", ["token 3 'X3.2-3'", "GOFF-COLLAPSE-1", "selA or selB"]),
        ("X1.1-9 O2.1-9 selA X3.1-2", ["token 4 'X3.1-2'", "GOFF-MOVE-2"]),
        ("X1.1-9 O2.\x1b[2J", ["token 2 'O2.\\x1b[2J'"]),
    ],
)
@pytest.mark.parametrize("command", ["show", "best"])
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_invalid_games_are_rejected(qttt: Run, command: str, moves: str, words: list[str], form: list[str]) -> None:
    line = qttt(command, "goff", moves, *form).line
    assert [word for word in words if word not in line] == []


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["solve", "chess"], "unknown ruleset 'chess': expected goff"),
        (["play", "goff-2.0"], "unknown ruleset 'goff-2.0': expected goff"),
        (["solve"], "RULESET"),
        (["solve", "goff", "--collapse", "third"], "'third' is not one of 'opponent', 'self'"),
        (["solve", "goff", "--through", "8"], "--through"),
        (["solve", "goff", "--device", "abacus"], "'abacus'"),
        (["perft", "goff"], "--depth"),
        (["perft", "goff", "--depth", "0"], "--depth"),
        (["perft", "goff", "--depth", "two"], "--depth"),
        (["perft", "goff", "--depth", "1", "--engine", "reference", "--device", "gpu"], "the reference uses no GPU"),
        (["nothing"], "nothing"),
        (["solve", "goff", "--nothing"], "--nothing"),
    ],
)
def test_invalid_arguments_are_rejected(qttt: Run, args: list[str], words: str) -> None:
    assert words in qttt(*args).line


@pytest.mark.parametrize("args", [["solve"], ["show", "goff"], ["show", "tiqtaqtoe"], ["solve", "goff", "--device"]])
def test_long_arguments_are_shortened(qttt: Run, args: list[str]) -> None:
    line = qttt(*args, "x" * 100_000).line
    assert len(line) < 700
    assert "xxx…xxx" in line or "xxx…" in line
    assert "expected" in line or "--help" in line


def test_missing_gpu(qttt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_ENABLE_CUDASIM", raising=False)
    monkeypatch.setitem(sys.modules, "cupy", None)
    assert "no GPU can be used" in qttt("solve", "goff", "--device", "gpu").line


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_full_disk_under_the_output(process: Run) -> None:
    with open("/dev/full", "w") as full:
        said = process("show", "goff", stdout=full)
    assert (said.code, said.err) == (2, "qttt: output: No space left on device\n")


STRUCK = """
import os, signal, sys
from contextlib import contextmanager
import numpy as np
from qttt.app import cli
from qttt.oracle import progress

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have had it ignored
save = np.save

def strike():
    os.kill(os.getpid(), signal.{name})

def save_half(path, array, **options):
    save(path, array[: len(array) // 2], **options)
    if path.stem in ("ply-4.keys", "labels"):
        strike()

@contextmanager
def striking():
    yield lambda piece: strike() if piece.task == "value" and piece.done else None

if "{moment}" == "storing":
    np.save = save_half
else:
    progress.progress = striking
sys.exit(cli.main())
"""
"""The command, with a signal to itself in the middle of its work."""


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("command", "moment", "name"),
    [
        ("solve goff", "solving", "SIGINT"),
        ("solve goff", "storing", "SIGTERM"),
        ("best goff", "solving", "SIGTERM"),
        ("best goff", "storing", "SIGINT"),
        ("solve tiqtaqtoe --level minimal", "storing", "SIGINT"),
        ("best tiqtaqtoe --level minimal", "solving", "SIGTERM"),
    ],
)
def test_interrupt(process: Run, tmp_path: Path, moment: str, command: str, name: str) -> None:
    options = ["--out", str(tmp_path / "new" / "tablebase")] if command.startswith("solve") else []
    said = process(*command.split(), *options, "--json", program=STRUCK.format(moment=moment, name=name))
    assert (said.code, said.out, said.err) == (130, "", "qttt: interrupted\n")
    assert [path for path in tmp_path.rglob("*") if not path.is_dir() or path.name.startswith(".")] == []


def test_interrupt_is_not_lost_by_python(monkeypatch: pytest.MonkeyPatch) -> None:
    class Lost:
        def __del__(self) -> None:
            raise KeyboardInterrupt

    def run(_: object) -> int:
        del [Lost()][0]
        for _ in range(3000):
            time.sleep(0.01)
        return 0

    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    monkeypatch.setattr(cli, "_run", run)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert cli.main([]) == 130
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    "args",
    [
        ["show", "goff"],
        ["perft", "goff", "--depth", "1", "--json"],
        ["solve", "probabilistic", "--random", "1"],
        ["tutor", "probabilistic", "--random", "1"],
        ["show", "tiqtaqtoe"],
        ["--help"],
    ],
)
def test_output_without_reader_ends_quietly(process: Run, args: list[str]) -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as pipe:
        said = process(*args, stdout=pipe)
    assert said.err == ""
    assert said.code == 141


@pytest.mark.skipif(os.name == "nt", reason="descriptors of POSIX")
@pytest.mark.parametrize("closed", [[0], [1], [2], [0, 1, 2]])
@pytest.mark.parametrize(
    ("args", "code", "out", "err"),
    [
        (["show", "goff", "--svg", "{picture}"], 0, "X to move: 36 moves\n", ""),
        (["play", "goff"], 0, "X move: \n", ""),
        (["tutor", "probabilistic", "--random", "1", "--svg", "{picture}"], 0, "to X; best: 3\n", ""),
        (["play", "probabilistic", "--random", "1"], 0, "X move: \n", ""),
        (["show", "goff", "X1"], 2, "", "qttt: token 1 'X1': NOTATION-MOVE-1: "),
    ],
)
def test_closed_streams(
    process: Run, tmp_path: Path, closed: list[int], args: list[str], code: int, out: str, err: str
) -> None:
    picture = tmp_path / "board.svg"

    def close() -> None:
        for number in closed:
            os.close(number)

    said = process(*(arg.format(picture=picture) for arg in args), preexec_fn=close)
    assert said.code == code
    assert said.out.endswith(out) if 1 not in closed and out else not said.out
    assert said.err.startswith(err) if 2 not in closed and err else not said.err
    assert picture.exists() == ("--svg" in args)
    assert not picture.exists() or picture.read_text().startswith("<svg")


def test_bug_in_the_program_is_not_hidden(qttt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("qttt.app.games.made", broken)
    with pytest.raises(ZeroDivisionError):
        qttt("show", "goff")


def test_one_line() -> None:
    assert one_line("a\nb\tc\u2028d\udcff") == "a b c d\\udcff"


def test_version_and_help(qttt: Run) -> None:
    assert qttt("--version").out.startswith("qttt ")
    assert "solve" in qttt().out
    assert qttt("solve", "--help").code == 0
