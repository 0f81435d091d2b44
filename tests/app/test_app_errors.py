"""Any invalid request of any game gives one line and an exit code, and leaves nothing half-written."""

import io
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

import numpy as np
import pytest

from qttt.app import cli, screen
from qttt.app.errors import one_line

from .conftest import Run, Said

MEASURED = "X1.1 =X"
LINKED = "X1.1 =X O2.2>1"
TWO_MARKS = "X1.1-2 O2.2-3 X3.4"

GAMES = {
    "goff": [
        ("X1.1-9 O2.x", "token 2 'O2.x': NOTATION-MOVE-1: expected a move such as O2.1-9"),
        ("X1.1-9 O2.3-1", "token 2 'O2.3-1': NOTATION-MOVE-1: expected ascending squares, 1-3"),
        ("X1.1-9 X2.1-3", "token 2 'X2.1-3': GOFF-TURN-1: expected O at ply 2, O2.1-3"),
        ("X1.1-9 selC", "token 2 'selC': NOTATION-SELECT-1: expected selA or selB"),
        ("X1.1-1", "token 1 'X1.1-1': GOFF-MOVE-1: 1-1 is illegal in '-': expected two different squares"),
        ("selA", "token 1 'selA': GOFF-COLLAPSE-1"),
        (
            "X1.1-9 O2.1-9 X3.2-3",
            "token 3 'X3.2-3': GOFF-COLLAPSE-1: 2-3 is illegal in 'X1.1-9 O2.1-9': expected selA or selB",
        ),
        ("X1.1-9 O2.1-9 selA X3.1-2", "token 4 'X3.1-2': GOFF-MOVE-2"),
        ("X1.1-9 O2.\x1b[2J", "token 2 'O2.\\x1b[2J'"),
    ],
    "tiqtaqtoe": [
        ("X1", "token 1 'X1': NOTATION-SQUARE-1: expected a move such as X1.5 or X1.1-9"),
        ("X1.1-2 O2.3-", "token 2 'O2.3-': NOTATION-MOVE-1"),
        ("X1.2-1", "token 1 'X1.2-1': NOTATION-MOVE-1: expected two different squares, the smaller first"),
        ("X1.1 =X.", "token 2 '=X.': NOTATION-MEASURE-1: expected = and the nine squares of a board"),
        ("X1.1 X2.2", "token 2 'X2.2': TIQ-TURN-1: expected O at ply 2, O2.2"),
        ("X1.1 O2.\x1b[2J", "token 2 'O2.\\x1b[2J'"),
        ("X1.1 O2.4 X3.2 O4.5 X5.3 O6.6", "token 6 'O6.6': TIQ-END-1"),
        ("X1.1 =X........", "token 2 '=X........': TIQ-MEASURE-1"),
        ("X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9 O6.1", "token 6 'O6.1': TIQ-MEASURE-1"),
        ("X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9 =XX.......", "token 6 '=XX.......': TIQ-MEASURE-1"),
        ("X1.1-2 O2.1", "token 2 'O2.1': TIQ-MOVE-1"),
        ("X1.1-2 O2.3-4 X3.1-3", "token 3 'X3.1-3': TIQ-SUPER-1"),
    ],
    "hybrid": [
        ("X1", "token 1 'X1': NOTATION-SQUARE-1: expected a move such as X1.5 or X1.5>7, or a result, =X or =O"),
        ("X1.0", "token 1 'X1.0': NOTATION-SQUARE-1"),
        ("X1.1-2", "token 1 'X1.1-2': NOTATION-SQUARE-1"),
        (f"{MEASURED} O2.5>", "token 3 'O2.5>': NOTATION-LINK-1"),
        (f"{MEASURED} O2.5>10", "token 3 'O2.5>10': NOTATION-LINK-1"),
        ("X1.1 =Z", "token 2 '=Z': NOTATION-RESULT-1: expected =X or =O"),
        (f"{MEASURED} X2.2", "token 3 'X2.2': HYB-TURN-1: expected O at ply 2, O2.2"),
        (f"{MEASURED} O2.\x1b[2J", "token 3 'O2.\\x1b[2J'"),
        ("=X", "token 1 '=X': HYB-RESULT-1: =X is illegal in '........., X to move': expected a move"),
        ("X1.1 O2.2", "token 2 'O2.2': HYB-RESULT-1: 2 is illegal in '........., X measures 1': expected the result"),
        (f"{MEASURED} =O", "token 3 '=O': HYB-RESULT-1"),
        (f"{MEASURED} O2.2 =X X3.3 =X O4.4", "token 7 'O4.4': HYB-END-1"),
        (f"{MEASURED} O2.1", "token 3 'O2.1': HYB-MEASURE-1: 1 is illegal in 'X........, O to move': expected an unme"),
        (
            f"{MEASURED} O2.1>2",
            "token 3 'O2.1>2': HYB-LINK-1: 1>2 is illegal in 'X........, O to move': expected an u",
        ),
        (
            f"{MEASURED} O2.2>3",
            "token 3 'O2.2>3': HYB-LINK-1: 2>3 is illegal in 'X........, O to move': expected a me",
        ),
        ("X1.1>2", "expected a measured box as the target, but no box is measured yet"),
        (f"{LINKED} X3.2>1", "token 4 'X3.2>1': HYB-CONTROL-1: 2>1 is illegal in 'X........, 2>1 O, X to move'"),
    ],
}
"""Invalid games, and how the error begins."""


@pytest.mark.parametrize(("game", "moves", "told"), [(game, *row) for game, rows in GAMES.items() for row in rows])
@pytest.mark.parametrize(
    "command", ["show", "show --json", "best", "best --json", "perft --depth 1", "certify --player X --out x"]
)
def test_invalid_games_are_rejected(qttt: Run, command: str, game: str, moves: str, told: str) -> None:
    name, *options = command.split()
    assert told in qttt(name, game, moves, *options).line


@pytest.mark.parametrize(
    ("asked", "moves", "rule", "where"),
    [
        ("tiqtaqtoe --level classic", "X1.1-2", "TIQ-LEVEL-1", "; legal under level=minimal"),
        ("tiqtaqtoe --level minimal", "X1.1 O2.1-2", "TIQ-TARGET-1", "; legal under level=moderate"),
        ("tiqtaqtoe --level moderate", "X1.1-2 O2.2-3", "TIQ-TARGET-1", "; legal under level=high"),
        ("tiqtaqtoe", "X1.1-2 O2.1-2", "TIQ-SUPER-1", "; legal under pair=legal"),
        (
            "tiqtaqtoe --switch target=unentangled",
            f"{TWO_MARKS} O4.1-5",
            "TIQ-TARGET-2",
            "; legal under target=entangled",
        ),
        ("tiqtaqtoe", "X1.1 O2.2 X3.1-3", "TIQ-TARGET-1", ""),
        ("hybrid --switch links=one", f"{LINKED} X3.2>1", "HYB-CONTROL-1", "; legal under links=two"),
        ("hybrid --switch links=single", f"{LINKED} X3.3>1", "HYB-CONTROL-1", "; legal under links=one"),
        ("hybrid --switch links=two", f"{LINKED} X3.2>1 O4.2>1", "HYB-CONTROL-1", ""),
        ("hybrid --switch targets=one", f"{LINKED} X3.3>1", "HYB-TARGET-1", "; legal under targets=any"),
        ("hybrid --switch targets=one", f"{LINKED} X3.1>2", "HYB-LINK-1", ""),
    ],
)
def test_moves_legal_elsewhere_are_rejected(qttt: Run, asked: str, moves: str, rule: str, where: str) -> None:
    line = qttt("show", *asked.split(), moves).line
    token = moves.rsplit(maxsplit=1)[-1]
    assert f"token {len(moves.split())} '{token}': {rule}: " in line
    assert line.endswith(where)
    assert ("legal under" in line) == bool(where)
    assert len(line) < 300


SETTINGS = {
    "tiqtaqtoe": [
        ("--level highest", "'highest' is not one of 'classic', 'minimal', 'moderate', 'high'"),
        ("--switch pair", "--switch pair: expected name=value, such as target=unentangled"),
        ("--switch pairs=legal", "--switch pairs=legal: unknown switch 'pairs': expected target, pair, lines or both"),
        ("--switch =legal", "unknown switch ''"),
        ("--switch pair=maybe", "--switch pair=maybe: unknown value 'maybe': expected illegal or legal"),
        ("--switch pair=", "unknown value ''"),
        ("--switch both=x", "unknown value 'x': expected even, X, O, last-mover or other"),
        ("--switch pair=legal --switch pair=illegal", "--switch pair=illegal: pair is given twice; leave one out"),
        ("--switch both=X --switch both=X", "both is given twice"),
        ("--level moderate --switch pair=legal", "level moderate has no switch pair: expected lines or both"),
        ("--level classic --switch target=unentangled", "level classic has no switch target: expected lines or both"),
    ],
    "hybrid": [
        ("--switch links", "--switch links: expected name=value, such as links=single"),
        ("--switch pair=legal", "--switch pair=legal: unknown switch 'pair': expected links, targets, effect or both"),
        ("--switch =one", "unknown switch ''"),
        ("--switch links=three", "--switch links=three: unknown value 'three': expected one, single or two"),
        ("--switch targets=", "unknown value '': expected any or one"),
        ("--switch both=x", "unknown value 'x': expected draw, X, measurer or other"),
        ("--switch links=one --switch links=two", "--switch links=two: links is given twice; leave one out"),
        ("--switch effect=take --switch effect=take", "effect is given twice"),
        ("--level high", "hybrid has no --level, which is only for tiqtaqtoe; leave it out"),
    ],
}
"""Invalid levels and switches, and what the error has."""


@pytest.mark.parametrize(("game", "options", "told"), [(game, *row) for game, rows in SETTINGS.items() for row in rows])
@pytest.mark.parametrize("command", ["solve", "show", "best", "play", "perft --depth 1", "certify --player X --out x"])
def test_invalid_settings_are_rejected(qttt: Run, command: str, game: str, options: str, told: str) -> None:
    name, *rest = command.split()
    assert told in qttt(name, game, *rest, *options.split()).line


QUANTUM = ["--collapse self", "--q 1/2", "--scoring draws-even", "--double-win"]
OTHERS = [*QUANTUM, "--through 6", "--board x", "--exact"]
OF_BOARDS = ["--board x", "--random 0", "--number 0", "--exact", "--skip-bad"]


@pytest.mark.parametrize(
    ("command", "told"),
    [
        # goff, and all games
        ("solve chess", "unknown ruleset 'chess': expected goff"),
        ("play goff-2.0", "unknown ruleset 'goff-2.0': expected goff"),
        ("solve", "RULESET"),
        ("solve goff --collapse third", "'third' is not one of 'opponent', 'self'"),
        ("solve goff --through 8", "--through"),
        ("solve goff --device abacus", "'abacus'"),
        ("perft goff --depth 0", "--depth"),
        ("perft goff --depth two", "--depth"),
        ("nothing", "nothing"),
        ("solve goff --nothing", "--nothing"),
        # sqt
        ("solve sqt", "sqt needs --q"),
        ("solve sqt --q 75%", "--q: '75%' is not a probability"),
        ("solve sqt --q 5/4", "--q: '5/4' is not a probability"),
        ("solve sqt --q 1/0", "--q: '1/0' is not a probability"),
        ("solve sqt --q 1/32768", "a denominator of at most 32767"),
        ("solve sqt --q 1/2 --collapse self", "sqt has no --collapse"),
        ("solve sqt --q 1/2 --through 7", "sqt has no --through, which is only for goff"),
        ("solve sqt --q 1/2 --scoring table-3", "'table-3' is not one of"),
        ("solve goff --q 1/2", "goff has no --q"),
        ("best goff --scoring draws-even", "goff has no --scoring"),
        ("play sqt", "sqt needs --q"),
        # probabilistic
        ("solve probabilistic", "needs a board: give --board FILE or --random SEED"),
        ("play probabilistic", "needs a board"),
        ("tutor probabilistic", "needs a board"),
        ("solve probabilistic --board x --random 1", "--board and --random: leave one out"),
        ("solve probabilistic --random -1", "the seed -1 is out of range: expected 0 to 2^64 - 1"),
        ("solve probabilistic --random 18446744073709551616", "the seed 18446744073709551616 is out of range"),
        ("solve probabilistic --random 1.5", "'--random'"),
        ("solve probabilistic --random 1 --number -1", "the board number -1 is negative: expected an integer from 0"),
        ("solve probabilistic --random 1 --skip-bad", "--skip-bad is only for --board"),
        ("solve probabilistic --random 1 --exact --device gpu", "--exact does not use a GPU"),
        *(
            (f"solve probabilistic --random 1 {option}", f"has no {option.split()[0]}, ")
            for option in (*QUANTUM, "--through 7", "--out x")
        ),
        *((f"solve goff {option}", f"goff has no {option.split()[0]}, which is only for prob") for option in OF_BOARDS),
        *((f"play sqt --q 0 {option}", f"sqt has no {option.split()[0]}, ") for option in OF_BOARDS[:3]),
        (
            "play probabilistic --random 1 --tablebase x",
            "no --tablebase, which is only for goff, sqt, tiqtaqtoe and hybrid",
        ),
        ("tutor sqt-1.0 --random 1", "expected probabilistic"),
        *((f"{command} probabilistic", "needs a board: give --board") for command in ("show", "best")),
        ("perft probabilistic --depth 1", "needs a board: give --board"),
        ("sweep probabilistic", "expected sqt"),
        # tiqtaqtoe
        *((f"solve tiqtaqtoe {option}", f"tiqtaqtoe has no {option.split()[0]}, which is only ") for option in OTHERS),
        ("solve goff --level high", "goff has no --level, which is only for tiqtaqtoe; leave it out"),
        ("perft goff --depth 1 --level high", "goff has no --level"),
        (
            "best sqt --q 1/2 --switch pair=legal",
            "sqt has no --switch, which is only for tiqtaqtoe and hybrid; leave it",
        ),
        ("play probabilistic --random 1 --level high", "probabilistic has no --level, which is only for tiqtaqtoe"),
        ("certify probabilistic --random 1 --switch pair=legal --out x", "probabilistic has no --switch"),
        ("study tiqtaqtoe --boards 1 --seed 1 --out x.parquet", "expected probabilistic"),
        (f"play goff --seed {1 << 64}", f"--seed: {1 << 64} is out of range: expected 0 to 2^64 - 1"),
        # hybrid
        *((f"solve hybrid {option}", f"hybrid has no {option.split()[0]}, which is only for ") for option in OTHERS),
        ("solve goff --switch links=two", "goff has no --switch, which is only for tiqtaqtoe and hybrid; leave it out"),
        ("play hybrid --x robot", "'robot' is not a player; expected human, perfect, or net:FILE"),
        *(
            (f"perft {game} --depth 1 --device gpu", f"perft of {game.split()[0]} does not use a GPU; leave out --dev")
            for game in ("hybrid", "probabilistic --random 1")
        ),
        ("arena random monte-carlo:1 --game hybrid --games 1 --seed 1 --engine fast", "hybrid has no fast monte-carlo"),
        ("arena random random --game hybrid --games 1 --seed 1 --level high", "hybrid has no --level"),
        ("circuit goff", "goff has no circuit: expected hybrid"),
        ("circuit tiqtaqtoe-1.0 X1.5", "tiqtaqtoe has no circuit: expected hybrid"),
        ("circuit chess", "unknown ruleset 'chess'"),
        ("circuit hybrid X1.5 O2.2>5 X3.2>5", "token 3 'X3.2>5': HYB-CONTROL-1: 2>5 is illegal"),
        ("circuit hybrid X1.5 O2.5>2", "token 2 'O2.5>2': HYB-LINK-1"),
        ("circuit hybrid X1.5 O2.2>3", "token 2 'O2.2>3': HYB-LINK-1"),
        ("circuit hybrid X1.5 O2.5", "token 2 'O2.5': HYB-MEASURE-1"),
        ("circuit hybrid X1.5 =X =X", "token 3 '=X': HYB-RESULT-1"),
        ("circuit hybrid X1.5 =Z", "token 2 '=Z': NOTATION-RESULT-1"),
        ("circuit hybrid X1.1 =X O2.2 =X X3.3 =X O4.4", "token 7 'O4.4': HYB-END-1"),
        ("circuit hybrid X1.1-2", "token 1 'X1.1-2': NOTATION-SQUARE-1"),
        ("circuit hybrid --switch links=three", "--switch links=three: unknown value 'three': expected one, single or"),
        ("circuit hybrid --qasm --json", "--qasm and --json: leave one out"),
        ("circuit hybrid --out circuit.txt", "circuit.txt: expected a name that ends in .qasm, .svg or .png"),
        ("circuit hybrid --out no-such-folder/circuit.svg", "the folder does not exist; create it first"),
    ],
)
def test_invalid_requests_are_rejected(qttt: Run, command: str, told: str) -> None:
    assert told in qttt(*command.split()).line


@pytest.mark.parametrize("game", [*GAMES])
@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("solve {game}-2.0", "unknown ruleset '{game}-2.0': expected goff, sqt, probabilistic, tiqtaqtoe or hybrid"),
        ("certify {game} --out x", "{game} needs --player, the strategy's player, such as --player X"),
        (
            "play {game} --tablebase x",
            "x: there is no tablebase; make one with: qttt solve {game}",
        ),
        ("play {game} --number 1", "{game} has no --number, which is only for probabilistic; leave it out"),
        ("play {game} --seed -1", "--seed: -1 is out of range: expected 0 to 2^64 - 1"),
        ("perft {game}", "--depth"),
        ("perft {game} --depth 10", "--depth"),
        ("perft {game} --depth 1 --engine reference --device gpu", "the reference does not use a GPU"),
        ("perft {game} --depth 1 --engine formal --device gpu", "the formal text does not use a GPU"),
        ("tutor {game}", "{game} has no boards of probabilities: expected probabilistic"),
        ("sweep {game}", "{game} has no probability q: expected sqt"),
    ],
)
def test_invalid_requests_are_rejected_in_every_game(qttt: Run, command: str, told: str, game: str) -> None:
    assert told.format(game=game) in qttt(*command.format(game=game).split()).line


@pytest.mark.parametrize("game", [*GAMES])
def test_unwritable_pictures_are_rejected(qttt: Run, tmp_path: Path, game: str) -> None:
    (folder := tmp_path / "folder.svg").mkdir()
    assert "is a folder; name a file" in qttt("show", game, "--svg", str(folder)).line
    assert "a.png: expected a name that ends in .svg" in qttt("show", game, "--svg", str(tmp_path / "a.png")).line
    folder.rmdir()
    missing = tmp_path / "none" / "a.svg"
    assert qttt("show", game, "--svg", str(missing)).line.startswith(f"{missing}: cannot be written")
    assert qttt("show", game, "X1.1 O2.1", "--svg", str(tmp_path / "a.svg")).code == 2
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("module", "args", "extra"),
    [
        ("pyarrow", ["sweep", "sqt", "--out", "grid.parquet"], "sweep"),
        ("matplotlib", ["sweep", "sqt", "--plot", "grid.svg"], "figures"),
        ("sympy", ["critical", "sqt"], "curves"),
        ("matplotlib", ["figures"], "figures"),
        ("jsonschema", ["check", "certificate"], "verify"),
    ],
)
def test_missing_extra_is_named(
    qttt: Run, monkeypatch: pytest.MonkeyPatch, module: str, args: list[str], extra: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    line = qttt(*args).line
    assert f"needs {module}, which is not installed" in line
    assert line.endswith(f"python -m pip install 'qttt[{extra}]'")


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
def test_full_disk_under_the_output(qttt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with open("/dev/full", "w") as full, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", full)
        said = qttt("show", "goff")
    assert (said.code, said.err) == (2, "qttt: output: No space left on device\n")


STRUCK = """
import os, signal, sys
from contextlib import contextmanager
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


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("command", "name"),
    [("solve goff", "SIGINT"), ("best goff", "SIGTERM"), ("best tiqtaqtoe --level minimal", "SIGTERM")],
)
def test_interrupt_while_solving(process: Run, tmp_path: Path, command: str, name: str) -> None:
    options = ["--out", str(tmp_path / "new" / "tablebase")] if command.startswith("solve") else []
    said = process(*command.split(), *options, "--json", program=STRUCK.format(name=name))
    assert (said.code, said.out, said.err) == (130, "", "qttt: interrupted\n")
    assert unfinished(tmp_path) == []


def unfinished(folder: Path) -> list[Path]:
    """Files below a folder, and folders with a hidden name."""
    return [path for path in folder.rglob("*") if not path.is_dir() or path.name.startswith(".")]


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("solve goff", "SIGTERM"),
        ("best goff", "SIGINT"),
        ("solve tiqtaqtoe --level minimal", "SIGINT"),
    ],
)
def test_interrupt_while_storing(
    qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, name: str
) -> None:
    save = np.save

    def save_half(path: Path, array: Any, **options: Any) -> None:
        save(path, array[: len(array) // 2], **options)
        if path.stem in ("ply-4.keys", "labels"):
            signal.raise_signal(signal.Signals[name])

    signal.signal(signal.SIGINT, signal.default_int_handler)
    monkeypatch.setattr(np, "save", save_half)
    options = ["--out", str(tmp_path / "new" / "tablebase")] if command.startswith("solve") else []
    said = qttt(*command.split(), *options, "--json")
    assert (said.code, said.out, said.err) == (130, "", "qttt: interrupted\n")
    assert unfinished(tmp_path) == []


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


def test_interrupt_leaves_what_is_printed_whole(capsys: pytest.CaptureFixture[str]) -> None:
    class Struck:
        def __rich__(self) -> str:
            signal.raise_signal(signal.SIGINT)
            return "the line"

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    out = screen.console()
    try:
        with pytest.raises(KeyboardInterrupt):
            out.print(Struck())
        with pytest.raises(KeyboardInterrupt):
            out.print(Struck(), Struck())  # nobody waits for a second one
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
    out.print("the summary")
    assert capsys.readouterr().out == "the line\nthe summary\n"


@contextmanager
def unread() -> Iterator[TextIO]:
    """An output that nobody reads."""
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as pipe:
        yield pipe


@pytest.mark.parametrize(
    "command",
    [
        "show goff",
        "perft goff --depth 1 --json",
        "solve probabilistic --random 1",
        "tutor probabilistic --random 1",
        "show tiqtaqtoe",
        "--help",
    ],
)
def test_output_without_reader_ends_quietly(qttt: Run, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    with unread() as pipe, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", pipe)
        said = qttt(*command.split())
    assert (said.code, said.err) == (141, "")


def test_process_without_reader_ends_quietly(process: Run) -> None:
    with unread() as pipe:
        said = process("show", "goff", stdout=pipe)
    assert (said.code, said.err) == (141, "")


@pytest.mark.parametrize("closed", [[0], [1], [2], [0, 1, 2]])
@pytest.mark.parametrize(
    ("command", "code", "out", "err"),
    [
        ("show goff --svg {picture}", 0, "X to move: 36 moves\n", ""),
        ("play goff", 0, "X move: \n", ""),
        ("tutor probabilistic --random 1 --svg {picture}", 0, "to X; best: 3\n", ""),
        ("play probabilistic --random 1", 0, "X move: \n", ""),
        ("show goff X1", 2, "", "qttt: token 1 'X1': NOTATION-MOVE-1: "),
    ],
)
def test_closed_streams(
    qttt: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    closed: list[int],
    command: str,
    code: int,
    out: str,
    err: str,
) -> None:
    picture = tmp_path / "board.svg"
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    for number in closed:
        monkeypatch.setattr(sys, ("stdin", "stdout", "stderr")[number], None)
    said = qttt(*command.format(picture=picture).split())
    assert said.code == code
    assert said.out.endswith(out) if 1 not in closed and out else not said.out
    assert said.err.startswith(err) if 2 not in closed and err else not said.err
    assert picture.exists() == ("--svg" in command)
    assert not picture.exists() or picture.read_text().startswith("<svg")


@pytest.mark.skipif(os.name == "nt", reason="descriptors of POSIX")
def test_process_with_closed_streams_writes_a_picture(process: Run, tmp_path: Path) -> None:
    """The picture may then be given the number of a stream."""
    picture = tmp_path / "board.svg"
    said = process("show", "goff", "--svg", str(picture), preexec_fn=lambda: os.closerange(0, 3))
    assert said == Said(0, "", "")
    assert picture.read_text().startswith("<svg")


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
