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
PROGRAM = """import { game, read, solver } from "qttt";

async function value() {
  const rules = await game("goff");
  const { positions } = read(rules, "X1.1-9 O2.1-3");
  const truth = await solver(rules);
  await truth.prepare(positions[2]);
  return `${truth.value(positions[2])}`;
}
value().then(console.log, console.log);
"""
"""Prints the value of a position."""
README = (ROOT / "web" / "README.md").read_text(encoding="utf-8")
NAMED = "".join([*re.findall(r"^```ts\n(.*?)^```$", README, re.M | re.S), PROGRAM])
"""The same, with the tables beside the bundle, as the package's README says."""
CONSUMER = """import { best, game, Match, read, solver } from "qttt";
import type { Action, Exact, Game, Name, Outcome, Position, Solver } from "qttt";
import { QtttBoard } from "qttt/board";
import { create } from "qttt/goff";

const rules: Game<Position<"goff">> = create({ collapse: "self" });
const start: Position<"goff"> = read(rules, "").positions[0];
const truth: Solver<Position<"goff">> = await solver(rules);
const actions: Action[] = best(rules, truth, start);
const hybrid = await game("hybrid");
const sqt = await game("sqt", { q: "1/2" });
const some: Game = rules;
const named: Game = await game("goff" as Name);
const sum: Exact = truth.value(start).plus(truth.value(start)).times(truth.value(start));
// @ts-expect-error there is no such game
await game("chess");
// @ts-expect-error a position is not a text
truth.value("X1.1-9");
// @ts-expect-error neither is one of some game
some.actions("X1.1-9");
// @ts-expect-error nor of the solver of one
(await solver(named)).value("X1.1-9");
// @ts-expect-error a position of another game
rules.actions(hybrid.initial);
// @ts-expect-error nor one that looks the same
rules.actor(sqt.initial);
// @ts-expect-error whose solver knows other values
best(rules, await solver(sqt), start);
// @ts-expect-error a game of another name
const other: Game<Position<"goff">> = hybrid;
// @ts-expect-error a solver of another game
best(rules, await solver(hybrid), start);
// @ts-expect-error an action is not a number
rules.play(start, 5);
// @ts-expect-error there may be no outcome
rules.outcome(start).words;
// @ts-expect-error an action is a text
actions[0].plies;
// @ts-expect-error an exact number is no double
const double: number = sum;
// @ts-expect-error nor has it one
sum.plus(1);
// @ts-expect-error its sums are exact numbers
sum.minus(sum).nearest;

const match: Match = new Match(rules);
const target: EventTarget = match;
const moved = ({ detail }: CustomEvent<{ token: string }>) => detail.token;
match.addEventListener("move", moved, { once: true });
match.removeEventListener("move", moved);
match.addEventListener("undo", { handleEvent: ({ detail }) => console.log(detail.token.length) });
match.addEventListener("load", ({ detail }) => console.log(detail === null));
match.addEventListener("end", ({ detail: { winner, words, rule } }) => ({ winner, words, rule }) satisfies Outcome);
// @ts-expect-error there is no such event
match.addEventListener("mvoe", moved);
// @ts-expect-error the end has an outcome
match.addEventListener("end", moved);
// @ts-expect-error a move has a token only
match.addEventListener("move", ({ detail }) => detail.action);

const board: QtttBoard | null = document.querySelector("qttt-board");
const element: HTMLElement = document.createElement("qttt-board");
const failed = ({ detail }: CustomEvent<{ message: string; rule: string }>) => `${detail.message} (${detail.rule})`;
if (board) {
  document.body.append(board);
  board.undo();
  board.restart();
  board.moves = board.position;
  if (board.play("1-9")) console.log(board.actions.map(({ action, value }) => `${action} ${value?.length}`));
  board.addEventListener("move", ({ detail }) => detail.action + detail.token + detail.moves);
  board.addEventListener("end", ({ detail }) => detail satisfies Outcome);
  board.addEventListener("error", failed);
  board.removeEventListener("error", failed);
  board.addEventListener("keydown", ({ key }) => key);
  // @ts-expect-error an error is a detail of its event
  board.addEventListener("error", (event) => event.message);
  // @ts-expect-error nor is it an event of a script
  board.addEventListener("error", (event: ErrorEvent) => event.message);
  // @ts-expect-error moves are a text
  board.moves = [];
  // @ts-expect-error the position only says what is shown
  board.position = "";
}
"""
RULES = """import { read } from "qttt";
import { create } from "qttt/goff";

console.log(read(create(), "X1.1-9"));
"""
WEBPACK = """const [, , entry, folder] = process.argv;
const output = { path: `${__dirname}/${folder}`, filename: "main.js" };
require("webpack")({ mode: "production", entry, output }, (error, stats) => {
  if (error || stats.hasErrors() || stats.hasWarnings()) console.log(error ?? stats.toString());
});
"""
SILENT = ("--silent", "--failAfterWarnings")
ESBUILD = ("esbuild", "--bundle", "--format=esm", "--log-level=warning")
BUNDLERS = {
    "vite": ("vite", "build", "--logLevel=warn", "--base=./", "--outDir=vite"),
    "esbuild": (*ESBUILD, "named.js", "--outfile=esbuild/main.js"),
    "webpack": ("node", "webpack.cjs", "./app.js", "webpack"),
    "rollup": ("rollup", "named.js", "--dir=rollup", "--entryFileNames=main.js", "--plugin=node-resolve", *SILENT),
}
"""Commands that print nothing unless something is wrong."""
BOARD = """import "qttt/board";

document.body.innerHTML = '<qttt-board game="goff" moves="X1.1-9 O2.1-3" values></qttt-board>';
const board = document.querySelector("qttt-board");
const best = () => Math.max(...board.actions.map(({ value }) => Number(value)));
const print = () => board.dataset.state === "ready" && console.log(`${best()}`);
new MutationObserver(print).observe(board, { attributeFilter: ["data-state"] });
"""
"""Shows a board, and prints the value of a best action."""
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
        "app.js": PROGRAM,
        "app.cjs": re.sub(r"import (.*) from (.*);", r"const \1 = require(\2);", PROGRAM),
        "named.js": NAMED,
        "relative.js": PROGRAM.replace("qttt", "./node_modules/qttt/engine/index.js"),
        "rules.js": RULES,
        "webpack.cjs": WEBPACK,
        "index.html": MODULE.format("app.js"),
        "board/main.js": BOARD,
        "board/index.html": MODULE.format("main.js"),
        "module.html": MODULE.format("relative.js"),
        "worker.html": WORKER,
        **{f"example-{at}.ts": text for at, text in enumerate(examples("web/README.md", "js"))},
        "consumer.ts": CONSUMER,
    }
    (folder / "board").mkdir()
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
