"""The npm archive where authors use it: bundlers, pages, node and TypeScript."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from ..test_packaging import NPM, OFFLINE, RELEASE, ROOT, fetch, missing, pack, ran, tool
from .browsing import HANGS
from .served import Site
from .test_web_examples import examples

pytestmark = pytest.mark.packaging

TOOLS = (
    *("typescript@7.0.2", "vite@8.4.0", "esbuild@0.28.2", "webpack@5.113.0"),
    *("rollup@4.68.8", "@rollup/plugin-node-resolve@16.0.3"),
)
PROJECT = Path(__file__).with_name("project")
"""Programs that print the value of a position and of a best action, uses of all types, and what webpack needs."""
PROGRAM = (PROJECT / "app.js").read_text(encoding="utf-8")
README = (ROOT / "web" / "README.md").read_text(encoding="utf-8")
NAMED = "".join([*re.findall(r"^```ts\n(.*?)^```$", README, re.M | re.S), PROGRAM])
"""The first of them, with the tables beside the bundle, as the package's README says."""
SILENT = ("--silent", "--failAfterWarnings")
ESBUILD = ("esbuild", "--bundle", "--format=esm", "--log-level=warning")
BUNDLERS = {
    "vite": ("vite", "build", "--logLevel=warn", "--base=./", "--outDir=vite"),
    "esbuild": (*ESBUILD, "named.js", "--outfile=esbuild/main.js"),
    "webpack": ("node", "webpack.cjs", "./app.js", "webpack"),
    "rollup": ("rollup", "named.js", "--dir=rollup", "--entryFileNames=main.js", "--plugin=node-resolve", *SILENT),
}
"""Commands that print nothing unless something is wrong."""
BOARDS = {
    "vite": ("vite", "build", "board", "--logLevel=warn", "--base=./", "--outDir=vite"),
    "webpack": ("node", "webpack.cjs", "./board/main.js", "board/webpack"),
}
"""The same for a page with a board, by those bundlers that find its worker."""


def html(script: str) -> str:
    """A page that runs a script."""
    return f'<!doctype html><title>qttt</title><link rel="icon" href="data:," />{script}'


MODULE = html('<script type="module" src="./{}"></script>')
WORKER = html('<script type="module">new Worker("./relative.js", { type: "module" });</script>')


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the bundlers, in which the archive is installed."""
    folder = tmp_path_factory.mktemp("project")
    if [*map(int, re.findall("[0-9]+", ran(tool("node"), "--version", folder=folder)))] < [20, 19]:
        missing("node 20.19 or newer is needed")
    texts = {
        "package.json": '{"private": true, "type": "module"}',
        "app.cjs": re.sub(r"import (.*) from (.*);", r"const \1 = require(\2);", PROGRAM),
        "named.js": NAMED,
        "relative.js": PROGRAM.replace("qttt", "./node_modules/qttt/engine/index.js"),
        "index.html": MODULE.format("app.js"),
        "board/index.html": MODULE.format("main.js"),
        "module.html": MODULE.format("relative.js"),
        "worker.html": WORKER,
        **{f"example-{at}.ts": text for at, text in enumerate(examples("web/README.md", "js"))},
    }
    shutil.copytree(PROJECT, folder, dirs_exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    options = ("--ignore-scripts", "--no-audit", "--no-fund")
    fetch("install", *options, *TOOLS, folder=folder)
    archive = Path(os.environ[RELEASE]) if RELEASE in os.environ else tmp_path_factory.mktemp("archive")
    if RELEASE not in os.environ:
        pack(archive)
    ran(tool("npm"), "install", *options, archive / NPM, folder=folder, **OFFLINE)
    return folder


def bundled(project: Path, *command: str) -> str:
    """What a tool of the project prints."""
    path = f"{project / 'node_modules' / '.bin'}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [shutil.which(command[0], path=path) or command[0], *command[1:]],
        cwd=project,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout


def printed(browser: Browser, address: str) -> str:
    """The first line that a page prints to its console, which would be an error if there was one."""
    with browser.new_page() as page:
        with page.expect_console_message(lambda said: said.type != "debug", timeout=HANGS) as said:
            page.goto(address)
        return said.value.text


@pytest.mark.parametrize("module", ["nodenext", "node16", "esnext"])
def test_strict_typescript_accepts_right_use_and_rejects_wrong(project: Path, module: str) -> None:
    resolution = "bundler" if module == "esnext" else module
    how = ("--strict", "--noEmit", "--target", "es2022", "--module", module, "--moduleResolution", resolution)
    assert bundled(project, "tsc", *how, "example-0.ts", "example-1.ts", "consumer.ts") == ""


def test_declarations_leave_nothing_open(project: Path) -> None:
    """No type is `any`, which would accept everything."""
    archive = project / "node_modules" / "qttt"
    texts = {path: path.read_text(encoding="utf-8") for path in archive.rglob("*.d.ts")}
    assert archive / "types" / "engine" / "index.d.ts" in texts
    code = {path: re.sub(r'/\*.*?\*/|"any"', "", text, flags=re.S) for path, text in texts.items()}
    assert [path.name for path, text in code.items() if re.search(r"\bany\b", text)] == []


@pytest.mark.parametrize("program", ["app.js", "app.cjs"])
def test_node_imports_and_requires(project: Path, program: str) -> None:
    assert bundled(project, "node", program) == "10\n"


def test_node_finds_a_game_and_the_manifest(project: Path) -> None:
    lines = 'console.log(require("qttt/package.json").name, require("qttt/goff").create().ruleset)'
    assert bundled(project, "node", "--eval", lines) == "qttt goff-1.1\n"


@pytest.mark.parametrize("page", ["module.html", "worker.html"])
def test_page_and_worker_load_modules(project: Path, browser: Browser, page: str) -> None:
    with Site(project) as site:
        assert printed(browser, f"{site.address}/{page}") == "10"


@pytest.mark.parametrize("bundler", BUNDLERS)
def test_bundle_finds_its_tables_without_a_warning(project: Path, browser: Browser, bundler: str) -> None:
    assert bundled(project, *BUNDLERS[bundler]) == ""
    folder = project / bundler
    if "named.js" in BUNDLERS[bundler]:
        shutil.copytree(project / "node_modules" / "qttt" / "data", folder / "data")
    if bundler != "vite":
        (folder / "index.html").write_text(MODULE.format("main.js"), encoding="utf-8")
    with Site(project) as site:
        assert printed(browser, f"{site.address}/{bundler}/index.html") == "10"


@pytest.mark.parametrize("bundler", BOARDS)
def test_bundle_finds_the_worker_of_a_board(project: Path, browser: Browser, bundler: str) -> None:
    assert bundled(project, *BOARDS[bundler]) == ""
    folder = project / "board" / bundler
    if bundler != "vite":
        (folder / "index.html").write_text(MODULE.format("main.js"), encoding="utf-8")
    with Site(project) as site:
        assert printed(browser, f"{site.address}/board/{bundler}/index.html") == "10"


def test_bundle_of_one_game_leaves_out_the_others(project: Path) -> None:
    assert {*re.findall(r"\b(GOFF|SQT|PROB|TIQ|HYB)-", bundled(project, *ESBUILD, "rules.js"))} == {"GOFF"}


def test_development_server_of_vite_finds_the_tables(project: Path, browser: Browser) -> None:
    command = [tool("node"), "node_modules/vite/bin/vite.js", "--host=127.0.0.1", "--port=0"]
    plain = {**os.environ, "NO_COLOR": "1"}
    with subprocess.Popen(command, cwd=project, stdout=subprocess.PIPE, text=True, env=plain) as server:
        try:
            lines = iter(server.stdout or ())
            address = next(found[0] for line in lines if (found := re.search(r"http://[0-9.]+:[0-9]+/", line)))
            assert printed(browser, address) == "10"
        finally:
            server.terminate()
