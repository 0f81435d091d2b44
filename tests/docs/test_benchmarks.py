"""Every benchmark can be loaded, and its page has a place for its table, with the same head. Nothing is measured."""

import re
from pathlib import Path
from types import ModuleType

import pytest

from qttt.app.files import markdown

ROOT = Path(__file__).parents[2]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The runner, as a command imports it."""
    monkeypatch.syspath_prepend(ROOT / "tests" / "benchmarks")
    import run

    return run


def test_every_benchmark_loads_and_its_page_shows_its_table(run: ModuleType) -> None:
    for name, benchmark in run.BENCHMARKS.items():
        assert callable(benchmark.load()), name
        if benchmark.page:
            page = (ROOT / "docs" / benchmark.page).read_text(encoding="utf-8").replace("|  |", "| |")
            [place] = re.findall(f"<!-- {name}: begin -->\n(.*?)<!-- {name}: end -->", page, re.DOTALL)
            assert not benchmark.head or markdown(benchmark.head, []).replace("|  |", "| |") in place, name


def test_runner_lists_every_benchmark_and_rejects_wrong_words(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["run.py"])
    run.main()
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [*run.BENCHMARKS]
    for words in (["chess"], ["goff", "again"], ["curves", "--write"]):
        monkeypatch.setattr("sys.argv", ["run.py", *words])
        with pytest.raises(SystemExit, match="2"):
            run.main()


def test_rows_and_texts_go_to_their_place_on_the_page(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page, picture = tmp_path / "page.md", tmp_path / "picture.svg"
    page.write_text("before\n<!-- a: begin -->\nold\n<!-- a: end -->\nafter\n", encoding="utf-8")
    monkeypatch.setattr(run, "DOCS", tmp_path)
    monkeypatch.setitem(run.BENCHMARKS, "a", run.Benchmark("a", "a.a", "page.md"))
    monkeypatch.setattr("sys.argv", ["run.py", "a", "--write"])
    monkeypatch.setattr(run.Benchmark, "load", lambda _: lambda: iter([("one", "1 s", "")]))
    run.main()
    assert "| what | measured |  |\n|---|---|---|\n| one | 1 s |  |\n<!-- a: end" in page.read_text(encoding="utf-8")
    found = run.Text("new", {picture: lambda: b"drawn"})
    monkeypatch.setattr(run.Benchmark, "load", lambda _: lambda: found)
    run.main()
    assert page.read_text(encoding="utf-8") == "before\n<!-- a: begin -->\nnew\n<!-- a: end -->\nafter\n"
    assert picture.read_bytes() == b"drawn"
