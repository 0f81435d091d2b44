"""Any invalid request or file gives one line and an exit code, and leaves nothing half-written; the work grows as the
input does."""

import gzip
import io
import os
import signal
import sys
import threading
from collections.abc import Callable
from cProfile import Profile
from importlib.metadata import distribution, packages_distributions
from pathlib import Path
from pstats import Stats
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from qttt.app import cli, screen
from qttt.app.errors import one_line
from qttt.fast import backend
from qttt.fast.backend import Cpu, DeviceError, Kernel
from qttt.oracle import game
from qttt.oracle import solve as oracle_of
from qttt.reference.probabilistic import Probabilistic
from qttt.reference.probabilistic.board import random_board
from qttt.reference.probabilistic.file import read_csv

from .conftest import PROGRAM, Run, Said


@pytest.mark.parametrize(
    ("module", "args", "extra"),
    [
        ("pyarrow", ["solve", "sqt", "--out", "grid.parquet"], "sweep"),
        ("pyarrow", ["solve", "tiqtaqtoe", "--switch", "level=minimal", "--out", "x.parquet"], "sweep"),
        ("jsonschema", ["check", "certificate"], "verify"),
        ("qiskit", ["show", "hybrid", "--circuit"], "qiskit"),
        ("resvg_py", ["show", "goff", "--out", "board.png"], "figures"),
        *(
            (module, ["show", "hybrid", "--circuit", "--out", f"circuit.{suffix}"], "qiskit")
            for module, suffix in (("matplotlib", "svg"), ("pylatexenc", "png"))
        ),
    ],
)
def test_missing_extra_is_named(
    qttt: Run, monkeypatch: pytest.MonkeyPatch, module: str, args: list[str], extra: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    line = qttt(*args).line
    assert f"needs {module}, which is not installed" in line
    assert line.endswith(f"uv sync --inexact --extra {extra}, or without uv: python -m pip install -e '.[{extra}]'")


def test_missing_extra_of_a_wheel(qttt: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("qttt.oracle.extras.ROOT", tmp_path)
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    line = qttt("show", "goff", "--out", str(tmp_path / "board.png")).line
    assert line.endswith("; with the wheel of qttt as FILE, run: python -m pip install 'FILE[figures]'")


def beyond_the_base() -> list[str]:
    """The installed modules that come with extras only."""
    base, waiting = set[str](), ["qttt"]
    while waiting:
        base.add(name := waiting.pop())
        wanted = map(Requirement, distribution(name).requires or ())
        named = {canonicalize_name(each.name) for each in wanted if not each.marker or each.marker.evaluate()}
        waiting += named - base
    found = packages_distributions()
    return [module for module in found if base.isdisjoint(map(canonicalize_name, found[module]))]


@pytest.mark.parametrize("args", [["conform", "--list"], ["rule", "GOFF-END-4", "--all"]])
def test_base_dependencies_are_enough(process: Run, args: list[str]) -> None:
    blocked = f"import sys; sys.modules.update(dict.fromkeys({beyond_the_base()}))\n{PROGRAM.format('main()')}"
    said = process(*args, program=blocked)
    assert (said.code, said.err) == (0, "")


@pytest.mark.parametrize(
    ("args", "error"),
    [
        (["best", "gof"], "unknown game 'gof': did you mean goff? expected goff, sqt, "),
        (["best", "goff", "X1.1-1"], "token 1 'X1.1-1': "),
        (["solve", "goff", "--colour"], "No such option"),
        (["rule", "GOFF-COLAPSE-2"], "unknown ID 'GOFF-COLAPSE-2': did you mean GOFF-COLLAPSE-2"),
        (["show", "goff", "--collapse", "self", "--collapse=opponent"], "--collapse: given twice; leave one out"),
        (["show", "goff", "--out", "a.svg", "--svg", "b.svg"], "--out and --svg: given twice; leave one out"),
        (["solve", "probabilistic", "--seed", "1"], "--seed (Possible options: --end); see qttt solve --help"),
    ],
)
def test_error_is_json_with_json(qttt: Run, args: list[str], error: str) -> None:
    line, said = qttt(*args).line, qttt(*args, "--json")
    assert error in line
    assert said.err.startswith("{")
    assert said.line == line


def test_error_is_not_json_for_the_sake_of_the_engine(qttt: Run) -> None:
    assert qttt("conform", "gof", "--", "engine", "--json").err.startswith("qttt: unknown game 'gof'")


def test_missing_gpu(qttt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_ENABLE_CUDASIM", raising=False)
    monkeypatch.setitem(sys.modules, "cupy", None)
    assert "no GPU can be used" in qttt("solve", "goff", "--device", "gpu").line


class Failing(Cpu):
    """A device that fails at its third launch."""

    def __init__(self, error: Exception) -> None:
        self.error, self.launches = error, 0

    def launch(self, kernel: Kernel, count: int, *arguments: object) -> None:
        self.launches += 1
        if self.launches == 3:
            raise self.error
        super().launch(kernel, count, *arguments)


@pytest.mark.parametrize(
    ("module", "kind", "said"),
    [
        ("cupy.cuda.memory", MemoryError, "Out of memory allocating 1,024 bytes (allocated so far: 0 bytes)."),
        ("cupy_backends.cuda.api.runtime", RuntimeError, "cudaErrorLaunchFailure: unspecified launch failure"),
        ("cuda.core._utils.cuda_utils", Exception, "CUDA_ERROR_ECC_UNCORRECTABLE:\na hint of several lines"),
    ],
)
def test_gpu_that_fails_leaves_nothing(
    qttt: Run,
    user_folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    module: str,
    kind: type[Exception],
    said: str,
) -> None:
    error = type("OfGpu", (kind,), {"__module__": module})(said)
    monkeypatch.setattr(backend, "_gpu", lambda: Failing(error))
    line = f"the GPU cannot go on: {said.splitlines()[0].rstrip('.:')}; use --device cpu, in Python device='cpu'"
    asked = ("solve", "tiqtaqtoe", "--switch", "level=classic", "--device", "gpu")
    assert qttt(*asked).line == qttt(*asked, "--out", str(tmp_path / "table")).line == line
    with pytest.raises(DeviceError) as raised:
        _ = oracle_of(game("tiqtaqtoe", level="classic"), device="gpu").tablebase
    assert (str(raised.value), [*tmp_path.rglob("*")]) == (line, [])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_full_disk_under_the_output(qttt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with open("/dev/full", "w") as full, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", full)
        said = qttt("show", "goff")
    assert (said.code, said.err) == (2, "qttt: output: No space left on device\n")


def test_picture_in_the_way_of_something_else_is_rejected(qttt: Run, tmp_path: Path) -> None:
    (folder := tmp_path / "folder.svg").mkdir()
    (file := tmp_path / "board.svg").touch()
    assert "is a folder" in qttt("show", "goff", "--svg", str(folder)).line
    assert "board.svg/b.svg: cannot be written: Not a dir" in qttt("show", "goff", "--svg", str(file / "b.svg")).line


STRUCK = """
import os, signal, sys
from contextlib import contextmanager, suppress
from qttt.app import cli
from qttt.oracle import progress

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have had it ignored

@contextmanager
def striking(level="ply"):
    yield lambda piece: os.kill(os.getpid(), signal.{name}) if piece.task == "value" and piece.done else None

progress.progress = striking
sys.exit(cli.main())
"""
"""The command, with a signal to itself in the middle of its work."""


@pytest.mark.thorough
@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("command", "name"),
    [("solve goff", "SIGINT"), ("best tiqtaqtoe --switch level=minimal --switch both=O", "SIGTERM")],
)
def test_interrupt_while_solving(process: Run, tmp_path: Path, command: str, name: str) -> None:
    options = ["--out", str(tmp_path / "new" / "tablebase")] if command.startswith("solve") else []
    said = process(*command.split(), *options, "--json", program=STRUCK.format(name=name))
    assert (said.code, said.out, said.err) == (130, "", '{"error": "interrupted", "exit_code": 130}\n')
    assert unfinished(tmp_path) == []


def unfinished(folder: Path) -> list[Path]:
    """Files below a folder, and folders with a hidden name."""
    return [path for path in folder.rglob("*") if not path.is_dir() or path.name.startswith(".")]


@pytest.mark.usefixtures("qttt")  # which restores signals and hooks
def test_interrupt_is_not_lost_by_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python drops what a finaliser raises; the program interrupts itself again, a moment later."""
    later: list[Callable[[], object]] = []

    class Lost:
        def __del__(self) -> None:
            raise KeyboardInterrupt

    def run(_: object) -> int:
        del [Lost()][0]
        [again] = later
        again()
        return sum(0 for _ in range(10**6))  # Python looks for interrupts now and then

    monkeypatch.setattr(threading, "Timer", lambda _, again: SimpleNamespace(start=lambda: later.append(again)))
    monkeypatch.setattr(cli, "_run", run)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    assert cli.main([]) == 130


@pytest.mark.usefixtures("qttt")
def test_interrupt_leaves_what_is_printed_whole(capsys: pytest.CaptureFixture[str]) -> None:
    class Struck:
        def __rich__(self) -> str:
            signal.raise_signal(signal.SIGINT)
            return "the line"

    signal.signal(signal.SIGINT, signal.default_int_handler)
    out = screen.console()
    for parts in ([Struck()], [Struck(), Struck()]):  # nobody waits for a second one
        with pytest.raises(KeyboardInterrupt):
            out.print(*parts)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    out.print("the summary")
    assert capsys.readouterr().out == "the line\nthe summary\n"


@pytest.mark.thorough
@pytest.mark.parametrize("command", ["show goff", "perft goff --depth 1 --json", "--help"])
def test_output_without_reader_ends_quietly(process: Run, command: str) -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as pipe:
        said = process(*command.split(), stdout=pipe)
    assert (said.code, said.err) == (141, "")


def test_board_is_drawn_in_ascii_where_the_output_has_no_more(process: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    said = process("show", "goff", "X1.1-9")
    assert said.out.startswith("+-1--------+-2--------+-3--------+\n| X1       |          |          |\n")


OF_GAMES = "goff X1.1-9", "sqt --q 1/2 X1.1-9", "probabilistic --random 1", "tiqtaqtoe X1.1-2", "hybrid X1.1"


@pytest.mark.parametrize("words", [*(f"best {each}" for each in OF_GAMES), "readings goff"])
def test_every_character_of_an_answer_has_a_stand_in(qttt: Run, words: str) -> None:
    said = qttt(*words.split())
    assert said.code == 0
    assert said.out.translate(cli.LOOKS_LIKE).isascii()


@pytest.mark.parametrize("closed", [[0], [1], [2], [0, 1, 2]])
@pytest.mark.parametrize(
    ("command", "out", "err"),
    [
        ("show goff --svg board.svg", "X to move: 36 moves\n", ""),
        ("play probabilistic --random 1", "X move: \n", ""),
        ("show goff X1", "", "qttt: token 1 'X1': NOTATION-MOVE-1: "),
    ],
)
def test_closed_streams(
    qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, closed: list[int], command: str, out: str, err: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    for number in closed:
        monkeypatch.setattr(sys, ("stdin", "stdout", "stderr")[number], None)
    said = qttt(*command.split())
    assert said.code == (2 if err else 0)
    assert said.out.endswith(out) if 1 not in closed and out else not said.out
    assert said.err.startswith(err) if 2 not in closed and err else not said.err
    assert Path("board.svg").exists() == ("--svg" in command)


@pytest.mark.skipif(os.name == "nt", reason="descriptors of POSIX")
def test_process_with_closed_streams_writes_a_picture(process: Run, tmp_path: Path) -> None:
    """The picture may then be given the number of a stream."""
    picture = tmp_path / "board.svg"
    said = process("show", "goff", "--svg", str(picture), preexec_fn=lambda: os.closerange(0, 3))
    assert said == Said(0, "", "")
    assert picture.read_text().startswith("<svg")


def test_bug_in_the_program_is_not_hidden(qttt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qttt.app.games.make_game", Mock(side_effect=ZeroDivisionError))
    with pytest.raises(ZeroDivisionError):
        qttt("show", "goff")


def test_one_line() -> None:
    assert one_line("a\nb\tc\u2028d\udcff") == "a b c d\\udcff"


# Files that a command reads


READ = {
    "board.json": "solve probabilistic --board {}",
    "board.csv": "solve probabilistic --board {}",
    "certificate": "check {}",
    "table": "best goff --tablebase {}",
    "net": "evaluate net:{} --game goff --through 0",
    "agent": "arena net:{} random --game goff --games 2 --seed 1",
}
"""A file of each kind that a command reads, and a command that reads it."""


def link_to_pipe(path: Path) -> None:
    os.mkfifo(path.with_name("pipe"))
    path.symlink_to("pipe")


def hole(path: Path) -> None:
    path.touch()
    os.truncate(path, 1 << 40)


FORGED: dict[str, Callable[[Path], object]] = {
    "nothing": lambda _: None,
    "pipe": os.mkfifo,
    "link to a pipe": link_to_pipe,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "folder": Path.mkdir,
    "loop": lambda path: path.symlink_to(path.name),
    "empty": Path.touch,
    "huge": hole,
    "deep": lambda path: path.write_text("[" * 100_000),
    "deep and packed": lambda path: path.write_bytes(gzip.compress(b"[" * 100_000 + b"\n{}\n")),
    "deep in a header": lambda path: path.write_bytes((1 << 16).to_bytes(8, "little") + b"[" * (1 << 16)),
    "list": lambda path: path.write_text("[[], {}, true, 100.0]"),
    "number": lambda path: path.write_text("1" * 10_000),
    "bytes": lambda path: path.write_bytes(b"\xff\xfe\x00" * 9),
}


@pytest.mark.thorough
@pytest.mark.skipif(os.name == "nt", reason="pipes and links of POSIX")
@pytest.mark.parametrize("name", READ)
def test_what_cannot_be_read_is_one_line(qttt: Run, name: str, tmp_path: Path) -> None:
    for what, make in FORGED.items():
        (folder := tmp_path / what.replace(" ", "-")).mkdir()
        make(path := folder / name)
        line = qttt(*READ[name].format(path).split()).line
        assert str(path) in line, what
        assert len(line) < 1000


# Long input: calls are counted, not seconds


BOARD = random_board(1)


def written(plies: int) -> str:
    """A game in which nothing happens, move after move."""
    return " ".join(f"{'OX'[ply % 2]}{ply}.5 neutral" for ply in range(1, plies + 1))


def rows(boards: int) -> str:
    """Different boards as the text of a CSV file."""
    return "\n".join(
        ",".join(str(part) for square in random_board(1, at) for part in square) for at in range(1, boards + 1)
    )


def calls(run: Callable[[], Any]) -> int:
    """How many calls of functions, those in C included, a run makes."""
    profile = Profile()
    profile.runcall(run)
    return int(vars(Stats(profile))["total_calls"])


def more_calls(run: Callable[[int], Any], size: int) -> float:
    """Calls for each further part of an input of some size, where the first parts have been paid for."""
    run(size)
    return (calls(lambda: run(2 * size)) - calls(lambda: run(size))) / size


@pytest.mark.parametrize("size", [200, 1600])
def test_reading_a_game_costs_the_same_for_each_ply(size: int) -> None:
    """A ply is two tokens; the work for one does not depend on how many came before."""
    texts = {plies: written(plies) for plies in (size, 2 * size)}
    assert more_calls(lambda plies: Probabilistic(BOARD).read(texts[plies]), size) < 120


@pytest.mark.parametrize("size", [50, 400])
def test_reading_boards_costs_the_same_for_each_board(size: int) -> None:
    texts = {boards: rows(boards) for boards in (size, 2 * size)}
    assert more_calls(lambda boards: read_csv(texts[boards]), size) < 400


def test_answer_costs_the_same_for_each_ply(qttt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(plies: int) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO(written(plies)))
        assert qttt("best", "probabilistic", "--random", "1", "-").code == 0

    assert more_calls(run, 400) < 200
