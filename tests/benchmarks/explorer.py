"""How fast the explorer is: the first board, clicks, and questions to the API.

    uv run --extra dev python tests/benchmarks/explorer.py [GAME ...]

Needs Chromium. Solves what is not stored first. The page is asked for as a person would, in a browser on the same
machine; the API as a program would, with a few questions at a time on connections that stay open.
"""

import asyncio
import os
import random
import sys
import time
from pathlib import Path
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from playwright.sync_api import Browser, expect, sync_playwright
from tests.app.explorer.application import STARTS
from tests.app.explorer.browsing import ARGUMENTS, Explorer, Server, chromium

CLICKS, QUESTIONS, SIDE_BY_SIDE = 1_000, 5_000, 8

CLICKING = """async (clicks) => {
  const board = document.querySelector("#board");
  const took = [];
  const settled = (before) => new Promise((done) => {
    const look = () => board.dataset.moves !== before && board.dataset.solved === "ready";
    const observer = new MutationObserver(() => look() && (observer.disconnect(), done()));
    observer.observe(board, { attributes: true });
  });
  while (took.length < clicks) {
    const before = board.dataset.moves;
    const actions = [...document.querySelectorAll("#actions [data-token]")];
    const target = actions.length
      ? actions[Math.floor(Math.random() * actions.length)]
      : document.querySelector("#go-toStart");
    const began = performance.now();
    const waiting = settled(before);
    target.click();
    await waiting;
    await new Promise(requestAnimationFrame);
    if (actions.length) took.push(performance.now() - began);
  }
  return took;
}"""
"""Clicks on random actions; the milliseconds from each click to the frame that shows the position with its values."""


def games_at_random(name: str, number: int, seed: int) -> list[str]:
    """The texts of games that were played at random and stopped somewhere."""
    from qttt.oracle import game

    chance = random.Random(seed)
    options = {key: int(value) if value.isdecimal() else value for key, value in STARTS.get(name, {}).items()}
    rules = game(name, **options)
    found = []
    for _ in range(number):
        position, actions = rules.initial(), []
        for _ in range(chance.randrange(9)):
            if not rules.actions(position):
                break
            actions.append(chance.choice(rules.actions(position)))
            position = rules.play(position, actions[-1])
        found.append(rules.write(actions))
    return found


async def questions(address: str, paths: list[str]) -> list[float]:
    """The milliseconds that each question takes, `SIDE_BY_SIDE` at a time on connections that stay open."""
    host, port = address.removeprefix("http://").split(":")
    waiting, took = list(paths), list[float]()

    async def ask() -> None:
        reader, writer = await asyncio.open_connection(host, int(port))
        while waiting:
            path = waiting.pop()
            began = time.perf_counter()
            writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200"), head
            length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
            await reader.readexactly(length)
            took.append((time.perf_counter() - began) * 1e3)
        writer.close()

    await asyncio.gather(*(ask() for _ in range(SIDE_BY_SIDE)))
    return took


def quantile(numbers: list[float], share: float) -> float:
    """The number below which this share of them lies."""
    return sorted(numbers)[min(len(numbers) - 1, int(share * len(numbers)))]


def summary(took: list[float]) -> str:
    """The median and the 99th percentile of some milliseconds."""
    return f"median {quantile(took, 0.5):.1f} ms, 99% {quantile(took, 0.99):.1f} ms"


def cpu(server: Server) -> float:
    """The seconds of CPU that the server has used; 0 where the system does not say."""
    status = Path(f"/proc/{server.process.pid}/stat")
    if not status.exists():
        return 0.0
    fields = status.read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def first_board(browser: Browser) -> None:
    """The seconds from the command to a board in the browser, and to its values, with a stored tablebase."""
    began = time.perf_counter()
    server = Server.begin(environment=os.environ)
    shown = browser.new_page()
    shown.goto(f"{server.address}/goff")
    expect(shown.locator("#board")).to_have_attribute("data-moves", "")
    board = time.perf_counter() - began
    expect(shown.locator("#board")).to_have_attribute("data-solved", "ready", timeout=120_000)
    print(f"goff: board {board:.2f} s after the command, values {time.perf_counter() - began:.2f} s")
    shown.close()
    server.end()


def clicks(server: Server, browser: Browser, name: str) -> None:
    """Clicks on random actions."""
    shown = Explorer.open(server.address, browser, name, "", {})
    print(f"{name}: {CLICKS} clicks, {summary(shown.page.evaluate(CLICKING, CLICKS))}")
    shown.context.close()


def rate(server: Server, name: str) -> None:
    """Questions about random positions of a game."""
    options = STARTS.get(name, {})
    texts = games_at_random(name, QUESTIONS, 2)
    paths = [f"/api/v1/{name}?" + urlencode({**options, "moves": text}) for text in texts]
    asyncio.run(questions(server.address, paths[:200]))
    used, began = cpu(server), time.perf_counter()
    took = asyncio.run(questions(server.address, paths))
    seconds = time.perf_counter() - began
    each = (cpu(server) - used) / QUESTIONS * 1e3
    print(f"{name}: {QUESTIONS / seconds:.0f} answers/s, {summary(took)}; {each:.2f} ms of CPU per answer")


def main() -> None:
    """Print a line for each measurement."""
    path = chromium()
    assert path, "the benchmark needs Chromium"
    server = Server.begin(environment=os.environ)
    names = sys.argv[1:] or ["goff", "sqt", "probabilistic", "tiqtaqtoe", "hybrid"]
    try:
        for name in names:
            rate(server, name)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
            for name in names:
                clicks(server, browser, name)
            server.end()
            first_board(browser)
            browser.close()
    finally:
        server.process.kill()


if __name__ == "__main__":
    main()
