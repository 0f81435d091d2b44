"""What the suite shares: a store of solved games, made before the workers start, and the profiles of Hypothesis."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from qttt.fast.backend import Cpu
from qttt.fast.goff.solve import Solution, solve
from qttt.oracle import progress, store

from . import solved

if TYPE_CHECKING:
    from playwright.sync_api import Browser

STORE = "QTTT_TESTS_STORE"
"""The variable of the environment that tells the workers where the store is."""

LAYER = "layer"
"""What a worker is told: the marks of the tests that run."""
TOOLS = ("browser", "coq", "cuda", "engines", "packaging", "learn", "thorough")
"""The layers whose tests all stand below `tests`."""

# A slow machine is no error. The same examples in every run; the slow layer draws others each time, and more.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", PATIENT, derandomize=True, max_examples=30)
settings.register_profile("fresh", PATIENT, max_examples=500)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write what the commands of tests/cli print now")
    parser.addoption("--times", type=Path, help="write each test's seconds of processor time to this file, most first")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the profile, and let the first process make the store: filled if the whole suite runs. Layers of `TOOLS`
    import only the files that their marks stand in. What is named on the command line runs thoroughly."""
    progress.EVERY = 1e6  # a slow machine adds no line to what a test reads
    layer = config.option.markexpr
    slow, default = layer == "slow", "not slow" in layer
    settings.load_profile("fresh" if slow else "same")
    config.pluginmanager.register(Examples())
    whole = config.args_source is config.ArgsSource.TESTPATHS
    if hasattr(config, "workerinput"):
        config.option.markexpr = config.workerinput[LAYER]
        return
    if config.option.times:
        config.pluginmanager.register(Times(config.option.times))
    if {*(tools := layer.split(" or "))} <= {*TOOLS} and whole:
        marks, files = [f"mark.{each}" for each in tools], sorted(Path(__file__).parent.rglob("test_*.py"))
        config.args = [str(file) for file in files if any(mark in file.read_text(encoding="utf-8") for mark in marks)]
    if default and not whole:
        config.option.markexpr = layer.replace(" and not thorough", "")
    folder = tempfile.mkdtemp(prefix="qttt-store-")
    os.environ[STORE] = folder
    config.add_cleanup(lambda: shutil.rmtree(folder))
    if default and whole and not config.option.collectonly:
        commands = [[sys.executable, solved.__file__, folder, name] for name in solved.SOLVED]
        for running in [subprocess.Popen(command) for command in commands]:
            running.wait()  # a test says what is wrong if this has failed


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Workers choose what the first process chose."""
    node.workerinput[LAYER] = node.config.option.markexpr


class Examples:
    """Of the modules of the product only those with examples are collected: importing the others takes seconds."""

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        if collection_path.suffix != ".py" or collection_path.is_relative_to(Path(__file__).parent):
            return None
        return None if ">>>" in collection_path.read_text(encoding="utf-8") else True


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The tests of Hypothesis run in the slow layer, too."""
    if config.option.markexpr == "slow":
        for item in items:
            if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
                item.add_marker("slow")


def processor_time() -> float:
    """Seconds of processor time of this process and of those that it has waited for."""
    return sum(os.times()[:4])


BEGAN = pytest.StashKey[float]()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    item.stash[BEGAN] = processor_time()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """The report on the teardown, which every test has, says what the whole test has cost."""
    report = yield
    if call.when == "teardown":
        report.user_properties.append(("times", processor_time() - item.stash[BEGAN]))
    return report


class Times:
    """Writes what each test has cost, once all workers are done."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.all: list[tuple[float, str]] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.all += [(float(str(spent)), report.nodeid) for name, spent in report.user_properties if name == "times"]

    def pytest_sessionfinish(self) -> None:
        lines = [f"{seconds:.2f} {test}\n" for seconds, test in sorted(self.all, reverse=True)]
        self.file.write_text("".join(lines), encoding="utf-8")


@pytest.fixture(scope="session")
def shared_folder() -> Path:
    """A user's folder that all tests share, in every worker, so that each game is solved once."""
    return Path(os.environ[STORE])


@pytest.fixture(scope="session", autouse=True)
def _own_store(shared_folder: Path) -> Iterator[None]:
    """No test reads or writes the folder of the person who runs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "user_folder", lambda: shared_folder)
        yield


@pytest.fixture(scope="session")
def solution() -> Solution:
    """Goff's game solved through ply 6, once for each worker."""
    return solve(Cpu())


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """The one browser of a process: Playwright starts no second one while it runs."""
    from .test_packaging import missing  # imported where a browser is needed: only some layers have Playwright
    from .web.browsing import launched

    with launched(missing) as found:
        yield found
