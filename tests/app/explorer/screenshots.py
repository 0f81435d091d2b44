"""Takes the screenshots of `docs/explorer.md` and of the README.

    uv run --extra dev python tests/app/explorer/screenshots.py

Needs Chromium. Solves what is not stored first. Colours are reduced to a palette, so that a picture stays small.
"""

import os
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from tests.app.explorer.browsing import ARGUMENTS, Explorer, Server, chromium  # noqa: E402

OUT = ROOT / "docs" / "explorer"
COLOURS = 128
DESKTOP = {"viewport": {"width": 1360, "height": 850}}
TALL = {"viewport": {"width": 1360, "height": 1540}}
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2}

SHOTS: dict[str, tuple[str, str, dict[str, Any], str]] = {
    "goff": ("goff", "X1.1-9 O2.1-3 X3.5-6 O4.3-5", DESKTOP, "hover"),
    "cycle": ("goff", "X1.1-9 O2.1-3 X3.5-6 O4.3-5 X5.1-9", DESKTOP, ""),
    "sqt": ("sqt", "X1.1-9 O2.1-3", TALL, ".value-curve"),
    "probabilistic": ("probabilistic", "X1.5 success", DESKTOP, "board"),
    "tiqtaqtoe": ("tiqtaqtoe", "X1.1-2 O2.2-6 X3.5 O4.3-7", DESKTOP, "boards"),
    "hybrid": ("hybrid", "X1.7 =X O2.5>7 X3.3 =X O4.9>3", DESKTOP, "circuit"),
    "dark": ("goff", "X1.1-9 O2.1-3 X3.5-6 O4.1-3 selA", DESKTOP | {"color_scheme": "dark"}, "analysis"),
    "phone": ("goff", "X1.1-9 O2.1-3 X3.5-6", PHONE, ""),
}
"""Each picture: the game, its moves, the browser, and what is done before it is taken: point at the first action, wait
for a class, or open a tab."""


def take(server: Server, browser: Browser, name: str) -> None:
    """Take one picture."""
    game, moves, how, done = SHOTS[name]
    shown = Explorer.open(server.address, browser, game, moves, {}, **how)
    shown.page.locator("#happened li").first.wait_for()
    if done == "hover":
        shown.page.locator("#actions .chip").first.hover()
        shown.page.locator("#ahead h3").wait_for()
    elif done.startswith("."):
        shown.page.locator(done).wait_for()
    elif done:
        shown.tab(done)
    shown.quiet()
    picture = Image.open(BytesIO(shown.page.screenshot())).convert("RGB")
    picture.quantize(COLOURS).save(OUT / f"{name}.png", optimize=True)
    shown.context.close()


def main() -> None:
    """Take all pictures, or those that are named."""
    path = chromium()
    assert path, "the screenshots need Chromium"
    OUT.mkdir(exist_ok=True)
    server = Server.begin(environment=os.environ)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
            for name in sys.argv[1:] or SHOTS:
                take(server, browser, name)
            browser.close()
    finally:
        server.end()


if __name__ == "__main__":
    main()
