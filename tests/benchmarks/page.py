"""How small and how fast the explorer's page is: the first board of each game, and clicks.

    uv run --extra dev python tests/benchmarks/page.py [--write]

Needs Chromium. A server of Python's standard library on the same machine stands for the file host.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from measuring import Row, publish, table
from playwright.sync_api import Browser, sync_playwright
from tests.web.browsing import ARGUMENTS, HANGS, Explorer, chromium
from tests.web.served import WEB, Site, compressed, first_files

from qttt.oracle import games

CLICKS, VISITS = 1_000, 5

WATCHED = """
window.since = {};
new MutationObserver(() => {
  const { moves, state } = document.querySelector("#board")?.dataset ?? {};
  if (moves === undefined) return;
  since.board ??= performance.now();
  if (state === "ready") since.ready ??= performance.now();
}).observe(document, { attributes: true, subtree: true });
"""
"""Notes the milliseconds from the opening of the page to its board, and to the values of the position."""
CLICKING = """async (clicks) => {
  const board = document.querySelector("#board");
  const took = [];
  const settled = (before) => new Promise((done) => {
    const look = () => board.dataset.moves !== before && board.dataset.state === "ready";
    const observer = new MutationObserver(() => look() && (observer.disconnect(), done()));
    observer.observe(board, { attributes: true });
  });
  while (took.length < clicks) {
    const before = board.dataset.moves;
    const actions = [...document.querySelectorAll("#actions .row")];
    const any = actions[Math.floor(Math.random() * actions.length)];
    const target = any ?? document.querySelector("#go-toStart");
    const began = performance.now();
    const waiting = settled(before);
    target.click();
    await waiting;
    await new Promise(requestAnimationFrame);
    if (any) took.push(performance.now() - began);
  }
  return took;
}"""
"""Clicks on random actions; the milliseconds from each click to the frame that shows the position with its values."""


def quantile(numbers: list[float], share: float) -> float:
    """The number below which this share of them lies."""
    return sorted(numbers)[min(len(numbers) - 1, int(share * len(numbers)))]


def first_board(site: Site, browser: Browser, name: str) -> list[Row]:
    """What a first visit loads, and how long it takes."""
    seen = []
    files, tables = first_files(name), set[Path]()
    for _ in range(VISITS):
        site.sound()
        context = browser.new_context(service_workers="block")
        context.add_init_script(WATCHED)
        page = context.new_page()
        page.goto(f"{site.address}/page/?game={name}")
        page.wait_for_function("() => since.board", timeout=HANGS)
        page.wait_for_function("() => since.ready", timeout=HANGS)
        tables = {WEB / path[1:] for path in site.asked if path.endswith(".gz")}
        seen.append(page.evaluate("() => since"))
        context.close()
    board, ready = (quantile([each[what] for each in seen], 0.5) / 1000 for what in ("board", "ready"))
    return [
        (
            f"{name}: files of the first board, compressed",
            "60 kB",
            f"{compressed(files) / 1000:.1f} kB",
            f"{len(files)} files",
        ),
        (
            f"{name}: tables of the first position",
            "500 kB",
            f"{compressed(tables) / 1000:.1f} kB",
            ", ".join(sorted(each.name for each in tables)),
        ),
        (f"{name}: first board on a cold cache", "1 s", f"{board:.2f} s", f"its values after {ready:.2f} s"),
    ]


def clicks(site: Site, browser: Browser, name: str) -> Row:
    """Clicks on random actions."""
    shown = Explorer.open(site.address, browser, name)
    shown.ready()
    took = shown.page.evaluate(CLICKING, CLICKS)
    shown.context.close()
    figures = f"{quantile(took, 0.5):.0f} ms, {quantile(took, 0.99):.0f} ms"
    return (
        f"{name}: click to analysed position, median and 99%",
        "50 ms, 200 ms",
        figures,
        f"longest {max(took):.0f} ms",
    )


def rows() -> list[Row]:
    """All rows of the table."""
    path = chromium()
    assert path, "the benchmark needs Chromium"
    found = []
    with Site().running() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        for name in games():
            found += [*first_board(site, browser, name), clicks(site, browser, name)]
        browser.close()
    return found


if __name__ == "__main__":
    publish("page", table(rows()))
