"""How small and how fast the explorer's page is: the first board of each game, and clicks.

Needs Chromium. A server of Python's standard library on the same machine stands for the file host.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from measuring import DOCS, Row
from playwright.sync_api import Browser

from qttt.fast.known.web import LATER
from qttt.oracle import games

sys.path.insert(0, str(DOCS.parent))
from tests.web.browsing import HANGS, Explorer, launched
from tests.web.served import WEB, Site, compressed, first_files

CLICKS, VISITS = 1_000, 5

WATCHED = """
window.since = {};
new MutationObserver(() => {
  const { moves, state } = document.querySelector("#board")?.dataset ?? {};
  if (moves !== undefined) since.board ??= performance.now();
  if (moves !== undefined && state === "ready") since.ready ??= performance.now();
}).observe(document, { attributes: true, subtree: true });
"""
"""Notes the milliseconds from the opening of the page to its board, and to the values of the position."""
CLICKING = """async (clicks) => {
  const board = document.querySelector("#board"), took = [];
  while (took.length < clicks) {
    const before = board.dataset.moves, actions = [...document.querySelectorAll("#actions .row")];
    const any = actions[Math.floor(Math.random() * actions.length)], began = performance.now();
    const shown = new Promise((done) => {
      const looks = () => board.dataset.moves !== before && board.dataset.state === "ready" && done(seen.disconnect());
      const seen = new MutationObserver(looks);
      seen.observe(board, { attributes: true });
    });
    (any ?? document.querySelector("#go-toStart")).click();
    await shown;
    await new Promise(requestAnimationFrame);
    if (any) took.push(performance.now() - began);
  }
  return took;
}"""
"""Clicks on random actions; the milliseconds from each click to the frame that shows the position with its values."""


def row(site: Site, browser: Browser, name: str) -> Row:
    """The row of a game: what a first visit loads and how long it takes, and how long clicks on random actions take."""
    files, tables, seen = first_files(name), set[Path](), []
    for _ in range(VISITS):
        context = browser.new_context(service_workers="block")
        context.add_init_script(WATCHED)
        context.on("request", lambda asked: tables.add(WEB / asked.url[len(site.address) + 1 :]))
        page = context.new_page()
        page.goto(f"{site.address}/page/?game={name}")
        page.wait_for_function("() => since.board && since.ready", timeout=HANGS)
        seen.append(page.evaluate("() => since"))
        context.close()
    tables = {each for each in tables if each.suffix == ".gz" and not each.stem.endswith(LATER)}
    board, ready = (f"{median(each[what] for each in seen) / 1000:.2f} s" for what in ("board", "ready"))
    small, values = f"{compressed(files) / 1000:.1f} kB", f"{compressed(tables) / 1000:.1f} kB"

    shown = Explorer.open(site.address, browser, name)
    shown.ready()
    took = sorted(shown.page.evaluate(CLICKING, CLICKS))
    shown.context.close()
    clicks = f"{median(took):.0f} ms, {took[int(CLICKS * 0.99)]:.0f} ms"
    return name, small, values, board, ready, clicks


def page() -> Iterator[Row]:
    """The rows of all games."""
    with Site() as site, launched() as browser:
        for name in games():
            yield row(site, browser, name)
