"""How small and how fast the explorer's page is: the first board of each game, and clicks.

Needs Chromium. A server of Python's standard library on the same machine stands for the file host.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from measuring import DOCS, Row
from playwright.sync_api import Browser

from qttt.fast.known.web import LATER
from qttt.oracle import games

sys.path.insert(0, str(DOCS.parent))
from tests.web.browsing import HANGS, Explorer, launched
from tests.web.served import WEB, Site, compressed, first_files

CLICKS, VISITS = 200, 5
SLOWED = 4
"""How many times slower the main thread of a slow machine is."""

WATCHED = """
window.since = {};
new MutationObserver(() => {
  const { moves, state } = document.querySelector("#board")?.dataset ?? {};
  if (moves !== undefined) since.board ??= performance.now();
  if (moves !== undefined && state === "ready") since.ready ??= performance.now();
}).observe(document, { attributes: true, subtree: true });
"""
"""Notes the milliseconds from the opening of the page to its board, and to the values of the position."""
CLICKING = """async () => {
  const board = document.querySelector("#board"), actions = [...document.querySelectorAll("#actions .row")];
  const any = actions[Math.floor(Math.random() * actions.length)], before = board.dataset.moves;
  const began = performance.now();
  const shown = new Promise((done) => {
    const looks = () => board.dataset.moves !== before && board.dataset.state === "ready" && done(seen.disconnect());
    const seen = new MutationObserver(looks);
    seen.observe(board, { attributes: true });
  });
  (any ?? document.querySelector("#go-toStart")).click();
  await shown;
  await new Promise(requestAnimationFrame);
  const took = performance.now() - began;
  await new Promise((done) => setTimeout(done));
  return any ? took : null;
}"""
"""Clicks on a random action, if there is one, and ends after the frame that shows the position with its values; the
milliseconds from the click to this frame."""


class Click(NamedTuple):
    """What a click takes, in milliseconds: until the frame that shows the position with its values; and of the main
    thread until then, its processor time, and how long it is busy."""

    frame: float
    processor: float
    busy: float


def clicks(site: Site, browser: Browser, name: str, slowed: int = 1) -> list[Click]:
    """What clicks take, the main thread some times slower. What slows it down counts as its processor time, even while
    it has nothing to do."""
    shown, found = Explorer.open(site.address, browser, name), list[Click]()
    shown.ready()
    protocol = shown.context.new_cdp_session(shown.page)
    protocol.send("Performance.enable")
    protocol.send("Emulation.setCPUThrottlingRate", {"rate": slowed})

    def spent() -> tuple[float, float]:
        known = {each["name"]: each["value"] for each in protocol.send("Performance.getMetrics")["metrics"]}
        return known["ThreadTime"], known["TaskDuration"]

    while len(found) < CLICKS:
        before, frame, after = spent(), shown.page.evaluate(CLICKING), spent()
        if frame is not None:
            found.append(Click(frame, *(1000 * (now - then) for then, now in zip(before, after, strict=True))))
    shown.context.close()
    return found


def row(site: Site, browser: Browser, name: str) -> Row:
    """The row of a game: what a first visit loads and how long it takes, and what clicks on random actions take."""
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

    took, slow = clicks(site, browser, name), clicks(site, browser, name, SLOWED)
    frames = sorted(each.frame for each in took)
    click = f"{median(frames):.0f} ms, {frames[int(CLICKS * 0.99)]:.0f} ms"
    work = [each.processor for each in took], [each.busy for each in took], [each.busy for each in slow]
    return name, small, values, board, ready, click, *(f"{median(each):.0f} ms" for each in work)


def page() -> Iterator[Row]:
    """The rows of all games."""
    with Site() as site, launched() as browser:
        for name in games():
            yield row(site, browser, name)
