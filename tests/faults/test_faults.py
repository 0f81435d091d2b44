"""A fault at every write of every command that writes, as SQLite is tested: the n-th call that would change a file
below the user's folder fails, for n = 1, 2, … until the run passes. After each the old files are whole, with their
modes, or the new ones are; nothing half-written is left, one line says what failed, and results are shown."""

from __future__ import annotations

import errno
import json
import os
import random
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from qttt.oracle import store

HERE = Path(__file__).parent
KINDS = [(number, lasting) for number in (errno.ENOSPC, errno.EIO, errno.EACCES) for lasting in (False, True)]
"""Faults: once, or from then on, as on a disk that stays full."""
SAMPLED = 200
PROGRESS = re.compile(r"^qttt: \d+:\d\d, .*\n", re.M)
"""The lines of a training that takes long."""
CLASSIC = "tiqtaqtoe --switch level=classic"


class Case(NamedTuple):
    """A command; {} is the user's folder."""

    words: str
    shows: str = ""
    """What it prints whatever fails."""
    code: int = 0
    """The exit code without a fault, which outranks that of a fault."""
    some: bool = False
    """Several files, each whole or as it was; otherwise all or none."""
    note: bool = False
    """A fault is told and no failure, as in the user's store."""
    new: bool = False
    """It makes what is not there before."""
    same: bool = True
    """Whether each run writes the same bytes."""
    share: int = 1
    """How many of the sampled faults it gets, in proportion."""
    run: str = "qttt"


CONFORM = "--report {}/r.json --report {}/r.xml --report {}/r.md --report {}/r.badge.json --"
CASES = {
    "show": Case("show goff X1.1-9 --svg {}/board.svg", "O to move", share=60),
    "vectors": Case("vectors export {}/new", new=True, share=8),
    "explore": Case("explore --out {}/new/site", new=True, share=8),
    "explore in one file": Case("explore --out {}/page.html", new=True, share=8),
    "explore into an empty folder": Case("explore --out {}", new=True, share=8),
    "site": Case("{}/../site {}/new", new=True, share=45, run="put"),
    "newer site": Case("{}/../site {}/old", some=True, share=45, run="put"),
    "certify": Case("certify goff X1.1-9,O2.1-3,X3.1-3,selA,O4.2-4,X5.2-4,selA --player X --out {}/c", share=6),
    "conform": Case(f"conform goff --level notation --games 0 {CONFORM} ENGINE", "Conforms", 0, True, same=False),
    "conform, a difference": Case(
        f"conform goff --level rules --games 0 {CONFORM} ENGINE --error foreign-collapse",
        "Does not conform",
        1,
        True,
        same=False,
    ),
    "conform, no engine": Case(f"conform goff {CONFORM} false", "The run ended early", 3, True, same=False, share=10),
    "table": Case("solve sqt --step 1 --out {}/a.csv", "20.0000", share=5),
    "Parquet table": Case("solve sqt --step 1 --out {}/a.parquet", "20.0000", share=5),
    "tablebase": Case(f"solve {CLASSIC} --out {{}}/a.tablebase", "value 0", same=False),
    "table of all values": Case(f"solve {CLASSIC} --out {{}}/a.parquet", "value 0", share=0),
    "store": Case(f"solve {CLASSIC} --again", "value 0", note=True, same=False, share=0),
    "new store": Case(f"solve {CLASSIC}", "value 0", some=True, note=True, new=True, same=False, share=0),
    "evaluate": Case(f"evaluate random --game {CLASSIC} --plot {{}}/p.svg", "Exploitability", share=0),
    "readings": Case("readings tiqtaqtoe --level classic --out {}/r.csv", "classic", share=0),
    "study": Case("study probabilistic --boards 2 --seed 1 --out {}/boards", new=True, some=True, share=0),
    "plot of a study": Case(
        "study probabilistic --boards 2 --seed 1 --out {}/../boards --plot {}/p.svg", "mean", share=0
    ),
    "train": Case(
        "train goff --learner td --steps 1 --seed 1 --out {}/net",
        "optimal",
        new=True,
        some=True,
        same=False,
        share=0,
    ),
}

State = Mapping[str, tuple[int, int, bytes]]
"""Of each file and folder below a folder the inode, the mode, and the content."""
Run = Callable[..., dict[str, Any]]


def state_of(folder: Path) -> State:
    found = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        content = b"" if path.is_dir() else path.read_bytes()
        found[path.relative_to(folder).as_posix()] = (status.st_ino, status.st_mode, content)
    return found


@pytest.fixture(scope="module")
def forked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """Runs a case in a folder with a fault."""
    if sys.platform != "linux" or not (compiler := shutil.which("cc")):
        pytest.skip("needs Linux and a C compiler, as cc")
    folder = tmp_path_factory.mktemp("faults")
    library = folder / "faults.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, HERE / "faults.c", "-ldl"], check=True)
    kernels = str(store.user_folder() / "kernels")  # not below the folder where faults happen
    environment = {"NUMBA_CACHE_DIR": kernels, **os.environ, "LD_PRELOAD": str(library), "COLUMNS": "200"}
    subprocess.run([compiler, "-O1", "-o", engine := folder / "engine", HERE.parent / "engines" / "goff.c"], check=True)
    command = [sys.executable, str(HERE / "forked.py")]
    with subprocess.Popen(command, env=environment, stdin=-1, stdout=-1, text=True) as process:
        assert process.stdin
        assert process.stdout

        def run(case: Case, folder: Path, n: int = 0, number: int = 0, lasting: bool = False) -> dict[str, Any]:
            assert process.stdin
            assert process.stdout
            words = [
                word.format(folder).replace(",", " ").replace("ENGINE", str(engine)) for word in case.words.split()
            ]
            job = {"run": case.run, "words": words, "home": str(folder if case.note else folder.parent / "home")}
            fault = {"folder": str(folder), "n": n, "errno": number, "lasting": lasting}
            print(json.dumps(job | fault), file=process.stdin, flush=True)
            answer: dict[str, Any] = json.loads(process.stdout.readline())
            return answer | {"err": PROGRESS.sub("", answer["err"])}

        yield run
        process.stdin.close()


class Swept:
    """A case with what its runs begin with, and what they end with if nothing fails."""

    def __init__(self, case: Case, run: Run, folder: Path) -> None:
        self.case, self.run, self.folder, self.template = case, run, folder / "user", folder / "template"
        self.template.mkdir()
        (folder / "site" / "page").mkdir(parents=True)
        for file in ("index.html", "page/a.html", "page/b.html"):
            (folder / "site" / file).write_text(file)
        made = run(case, self.template)
        assert (made["code"], made["err"]) == (case.code, ""), made
        self.new = {name: (mode, content) for name, (_, mode, content) in state_of(self.template).items()}
        if case.new:
            shutil.rmtree(self.template)
            self.template.mkdir()
        for name in state_of(self.template):
            if (path := self.template / name).is_file():
                path.chmod(0o600)
                self.new[name] = (path.stat().st_mode, self.new[name][1])
        self._begin()
        self.calls = run(case, self.folder)["calls"]

    def _begin(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.template, self.folder)

    def fault(self, n: int, number: int, lasting: bool) -> str:
        """Run with a fault, and check what it leaves; the call that failed, or nothing."""
        self._begin()
        case, before = self.case, state_of(self.folder)
        said = self.run(case, self.folder, n, number, lasting)
        after = state_of(self.folder)
        where = f"{case.words}: {said['failed']} {n}, {errno.errorcode[number]}, {lasting=}: {said}"
        old = {name for name in {*before, *after} if after.get(name) == before.get(name)}
        new = {name for name in self.new if self._is_new(name, before, after)}
        assert {*before, *after} <= old | new, f"{sorted(after)} {where}"
        done = new >= self.new.keys()
        assert case.some or done or old >= {*before, *after}, f"{sorted(after)} {where}"
        if said["failed"]:
            code = case.code if done or case.note else case.code or 2
            assert (said["code"], said["err"].count("\n")) == (code, not done), where
            assert case.shows in said["out"], where
            told = said["err"].replace(str(self.folder), "")
            assert not told or (told.startswith("qttt: ") and len(told) < 300), where
        else:
            assert (said["code"], said["err"], done) == (case.code, "", True), where
        return str(said["failed"])

    def _is_new(self, name: str, before: State, after: State) -> bool:
        """Whether an entry is that of a run without a fault, and a file not the old one, which may be equal to it."""
        if name not in after:
            return False
        (mode, content), (inode, its_mode, its_content) = self.new[name], after[name]
        replaced = stat.S_ISDIR(mode) or name not in before or before[name][0] != inode
        whole = its_content == content or (not self.case.same and abs(len(its_content) - len(content)) < 99)
        return replaced and its_mode == mode and whole


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "lasting"), KINDS, ids=[f"{errno.errorcode[each]}{lasts:d}" for each, lasts in KINDS]
)
@pytest.mark.parametrize("name", CASES)
def test_every_fault_leaves_files_whole(name: str, number: int, lasting: bool, forked: Run, tmp_path: Path) -> None:
    swept, n = Swept(CASES[name], forked, tmp_path), 1
    while swept.fault(n, number, lasting):
        n += 1
    print(f"{name}: {n - 1} faults")
    assert n > 5


@pytest.mark.engines
def test_sampled_faults_leave_files_whole(forked: Run, tmp_path: Path) -> None:
    draws = random.Random(44)
    names = draws.choices([*CASES], [case.share for case in CASES.values()], k=SAMPLED)
    for number, (name, case) in enumerate(CASES.items()):
        if count := names.count(name):
            (folder := tmp_path / f"{number}").mkdir()
            swept = Swept(case, forked, folder)
            for _ in range(count):
                assert swept.fault(draws.randint(1, swept.calls), *draws.choice(KINDS))
