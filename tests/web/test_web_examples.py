"""The examples of the JavaScript package work as they stand on their pages."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from .served import Site

ROOT = Path(__file__).parents[2]


def examples(page: str, language: str) -> list[str]:
    """The blocks of code in a language on a page."""
    return re.findall(rf"^```{language}\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.M | re.S)


@pytest.mark.engines
def test_examples_of_the_package(tmp_path: Path) -> None:
    """Ten lines give the best moves, and a match has branches."""
    node = shutil.which("node") or pytest.skip("node is not installed")
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "qttt").symlink_to(ROOT / "web")
    said = []
    for text in examples("web/README.md", "js"):
        (tmp_path / "example.mjs").write_text(text, encoding="utf-8")
        done = subprocess.run([node, "example.mjs"], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.stderr == ""
        said.append(done.stdout.splitlines())
    (told, line), match = said
    assert match == [
        "X1.1-9",
        "O2.1-3",
        "O2.1-9",
        "[ 'selA', 'selB' ] [] false",
        "X1.1-9 O2.1-9 / X1.1-9 O2.1-3 (O2.1-9)",
    ]
    assert re.fullmatch(r"X to move, value -?[0-9]+: [1-9]-[1-9](, [1-9]-[1-9])*", told)
    assert line.startswith(f"X1.1-9 O2.1-3 X3.{told.partition(': ')[2].partition(',')[0]} ")


@pytest.mark.browser
def test_example_page_plays(tmp_path: Path, browser: Browser) -> None:
    board, text = examples("docs/start/web.md", "html")
    assert text.count("\n") <= 40
    (tmp_path / "board.html").write_text(board, encoding="utf-8")
    (tmp_path / "index.html").write_text(text, encoding="utf-8")
    for folder in "dist", "engine", "data":
        shutil.copytree(ROOT / "web" / folder, tmp_path / "qttt" / folder)
    with Site(tmp_path) as site:
        page = browser.new_page()
        page.goto(f"{site.address}/board.html")
        for square in (4, 5):
            page.locator(f".square[data-square='{square}']").click()
        expect(page.locator("qttt-board")).to_have_attribute("data-moves", re.compile(r"^X1\.1-9 O2\.1-3 X3\.4-5 O4\."))
        page.goto(f"{site.address}/index.html")
        page.get_by_role("button", name="1-9 (10)").click()
        expect(page.get_by_role("button", name=re.compile("^1-9"))).to_have_count(1)
        expect(page.get_by_role("status")).to_contain_text("O₂")
        page.close()
