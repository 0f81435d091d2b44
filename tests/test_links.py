"""Every link on a page of the repository leads somewhere, as a repository browser shows the page."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted(page for place in ("*.md", "docs/**/*.md", "spec/**/*.md", "tests/**/*.md") for page in ROOT.glob(place))


def dead_links(*pages: Path) -> str:
    """What the link checker says about pages; empty if all their links lead to a file, and to an anchor of it."""
    lychee = Path(sys.executable).with_name("lychee")
    options = ["--offline", "--include-fragments", "--no-progress", "--quiet"]
    done = subprocess.run([lychee, *options, *pages], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr if done.returncode else ""


def test_links_resolve() -> None:
    assert dead_links(*PAGES) == ""


@pytest.mark.parametrize("link", ["gone.md", "#b", "other.md#a", "gone.svg", "../page/gone.md"])
def test_broken_links_are_found(link: str, tmp_path: Path) -> None:
    page, other = tmp_path / "page.md", tmp_path / "other.md"
    sound = "# A\n\n[a](#a) [b](other.md#b-1) [c](other.md) `[code](gone.md)`\n"
    other.write_text('<a id="b-1"></a>\n# B\n')
    page.write_text(sound)
    assert dead_links(page) == ""
    page.write_text(f"{sound}\n[dead]({link})\n")
    assert link.rpartition("/")[2] in dead_links(page)


def test_pages_are_plain_markdown() -> None:
    """No page shows the anchor of a heading as text, and each list has an empty line above, as the site needs it."""
    for page in PAGES:
        text = re.sub(r"^ *```.*?^ *```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
        assert " {#" not in text, page
        assert not (found := re.search(r"^(?![-*+ |]|[0-9]+[.)] |$).*\n(?:[-*+]|[0-9]+[.)]) .*", text, re.M)), (
            page,
            found,
        )
