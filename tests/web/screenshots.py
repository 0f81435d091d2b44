"""Takes the pictures of `docs/explorer/`, those of `docs/explorer.md` and of the README, and the previews: of the page,
and as `GAME-start` of a game's page in `docs/games/`, which is the board before the first move.

    uv run --extra dev python tests/web/screenshots.py [NAME …]

Needs Chromium. Colours are reduced to a palette, so that a picture stays small.
"""

import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, expect

from qttt.oracle import games

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.web.browsing import PHONE, Explorer, launched  # noqa: E402
from tests.web.served import Site  # noqa: E402

GAMES = ROOT / "docs" / "games"
OUT = ROOT / "docs" / "explorer"
PREVIEW = ROOT / "web" / "page" / "preview.png"
"""What is shown of a link to the page."""
COLOURS = 128
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 860}}
LINKED: dict[str, Any] = {"viewport": {"width": 1200, "height": 630}}
TALL: dict[str, Any] = {"viewport": {"width": 1280, "height": 1480}}
HAND: dict[str, Any] = PHONE | {"device_scale_factor": 2}
DARK: dict[str, Any] = DESKTOP | {"color_scheme": "dark"}
LOST = "X1.1-9 O2.1-3 X3.5-6 O4.1-3 selA"


def points(shown: Explorer) -> None:
    """Point at the first move of the list."""
    shown.page.locator("#actions .row").first.hover()
    expect(shown.page.locator("#ahead")).to_contain_text("keeps the value")


def opens(tab: str) -> Callable[[Explorer], None]:
    """Open a tab."""
    return lambda shown: expect(shown.tab(tab).locator("p, svg").first).to_be_visible()


def sees(part: str) -> Callable[[Explorer], None]:
    """Wait for a part of the page."""
    return lambda shown: expect(shown.page.locator(part).first).to_be_visible()


def learns(shown: Explorer) -> None:
    """Step through the lesson to the cycle, and let it be closed."""
    for button in ("#learn", *2 * ("#lesson-next",), "#lesson-show"):
        shown.page.locator(button).tap()
    shown.at("X1.1-5 O2.1-2 X3.1-2")


SHOTS: dict[str, tuple[str, str, dict[str, Any], Callable[[Explorer], None]]] = {
    "welcome": ("goff", "", DESKTOP | {"welcome": True}, sees("#variation .step")),
    "goff": ("goff", "X1.1-9 O2.1-3 X3.5-6 O4.3-5", DESKTOP, points),
    "preview": ("goff", "X1.1-9 O2.1-3 X3.5-6 O4.3-5", LINKED, points),
    "cycle": ("goff", "X1.1-9 O2.1-3 X3.5-6 O4.3-5 X5.1-9", DESKTOP, sees("#results .card")),
    "sqt": ("sqt", "X1.1-9 O2.1-3", TALL, sees(".value-curve")),
    "probabilistic": ("probabilistic", "X1.5 success", TALL, opens("board")),
    "tiqtaqtoe": ("tiqtaqtoe", "X1.1-2 O2.2-6 X3.5 O4.3-7", DESKTOP, opens("boards")),
    "hybrid": ("hybrid", "X1.7 =X O2.5>7 X3.3 =X O4.9>3", DESKTOP, opens("circuit")),
    "dark": ("goff", LOST, DARK, opens("analysis")),
    "lesson": ("goff", "", HAND | {"welcome": True}, learns),
    "phone": ("goff", "X1.1-9 O2.1-3 X3.5-6", HAND, sees("#variation .step")),
    "phone-chance": ("probabilistic", "X1.5 success O2.1", HAND | {"color_scheme": "dark"}, sees("#results .card")),
}
"""Each picture: the game, its moves, the browser, and what is done before it is taken."""
STARTS = {f"{name}-start": name for name in games()}
"""The boards before the first move."""


def photograph(site: Site, browser: Browser, name: str) -> None:
    """Take one picture."""
    game, moves, how, done = SHOTS[name]
    shown = Explorer.open(site.address, browser, game, moves, **how)
    shown.ready()
    done(shown)
    keep(shown.page, PREVIEW if name == "preview" else OUT / f"{name}.png")
    shown.context.close()


def keep(page: Page, file: Path) -> None:
    """Write what a page shows to a file."""
    picture = Image.open(BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    picture.quantize(COLOURS).save(file, optimize=True)


def draw_start(browser: Browser, name: str) -> None:
    """Draw the board of a game before its first move."""
    page = browser.new_page(**LINKED)
    drawn = (GAMES / f"{name}-start.svg").read_text(encoding="utf-8")
    page.set_content(
        f"<style>body {{ display: grid; place-items: center }} svg {{ height: 610px; width: 610px }}</style>{drawn}"
    )
    keep(page, GAMES / f"{name}.png")
    page.close()


if __name__ == "__main__":
    with Site() as site, launched() as browser:
        for name in sys.argv[1:] or [*SHOTS, *STARTS]:
            draw_start(browser, STARTS[name]) if name in STARTS else photograph(site, browser, name)
