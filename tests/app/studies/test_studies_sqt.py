"""`qttt sweep sqt`; `qttt critical sqt` and `qttt figures` with functions that are quick to find."""

import csv
import random
import xml.etree.ElementTree as ET
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from pathlib import Path

import pytest

from qttt.app.studies.sqt import figures, searches, sweep
from qttt.app.studies.sqt.critical import name_of, zeros
from qttt.fast.progress import Progress
from qttt.fast.sqt import curve
from qttt.fast.sqt.best_moves import best_moves
from qttt.fast.sqt.curve import Curves
from qttt.fast.sqt.piecewise import Piecewise
from qttt.fast.sqt.polynomial import rational, value_at
from qttt.fast.sqt.search import Nodes
from qttt.fast.sqt.setting import UNIT, Scoring
from qttt.verification.goff.source import FIRST_MOVES

from ..conftest import Run

pytestmark = pytest.mark.slow

PIECES = [(4, -4), (4, 0, -9), (2, -2), (4, -4), (1,), (), (4, 0, -8), (-4,)]


def made_up(scoring: Scoring, double_win: bool) -> Curves:
    """Functions of the eight first moves: two are equal everywhere, some meet at irrational q."""
    moves = {
        place: Piecewise.of(Fraction(0), Fraction(1), piece)
        for place, piece in zip(curve.first_moves(), PIECES, strict=True)
    }
    return Curves(scoring, double_win, reduce(Piecewise.max, moves.values()), moves)


@pytest.fixture(autouse=True)
def _made_up_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curve, "curves", lambda _, scoring, double_win, __: made_up(scoring, double_win))


def test_best_moves_have_the_greatest_value() -> None:
    curves = made_up("draws-even", False)
    parts = best_moves(curves.value, curves.first_moves)
    chance = random.Random(5)
    samples = {Fraction(chance.randrange(1001), 1000) for _ in range(200)} | {Fraction(k, 12) for k in range(13)}
    for q in samples:
        at = rational(q)
        values = {move: function(q) for move, function in curves.first_moves.items()}
        expected = {move for move, value in values.items() if value == max(values.values())}
        holding = [{*part.moves} for part in parts if not at < part.low and not part.high < at]
        assert max(holding, key=len) == expected
    assert all(before.moves != after.moves for before, after in pairwise(parts))
    assert (parts[0].low, parts[-1].high) == (rational(Fraction(0)), rational(Fraction(1)))


def test_first_moves_have_the_names_of_the_source() -> None:
    assert {name_of(place) for place in curve.first_moves()} == {*FIRST_MOVES}


def test_zeros_include_the_ends_of_an_interval() -> None:
    flat = Piecewise.of(Fraction(0), Fraction(1), (1, -2)).max(Piecewise.of(Fraction(0), Fraction(1), ()))
    assert [root.low for root in zeros(flat)] == [Fraction(1, 2), Fraction(1)]


def test_critical_json_has_the_functions(qttt: Run) -> None:
    found = qttt("critical", "sqt", "--scoring", "draws-second", "--json").json
    assert list(found) == [
        "ruleset",
        "scoring",
        "double_win",
        "zeros",
        "pieces",
        "first_moves",
        "best_first_moves",
    ]
    assert (found["ruleset"], found["scoring"], found["double_win"]) == ("sqt-1.0", "draws-second", False)
    assert {*found["first_moves"]} == {*FIRST_MOVES}
    curves = made_up("draws-second", False)
    for piece in found["pieces"]:
        low, high = (piece[end] for end in ("low", "high"))
        middle = (Fraction(low["high"]) + Fraction(high["low"])) / 2
        coefficients = tuple(map(int, piece["coefficients"]))
        assert value_at(coefficients, middle) == UNIT * curves.value(middle)
        for end in (low, high):
            below, above = Fraction(end["low"]), Fraction(end["high"])
            minimal = tuple(map(int, end["polynomial"]))
            assert above - below < Fraction(1, 10**12)
            assert value_at(minimal, below) * value_at(minimal, above) <= 0
            assert abs(Fraction(end["decimal"]) - below) < Fraction(1, 10**11)
    assert found["best_first_moves"][0]["low"]["decimal"] == "0.000000000000"


def test_critical_table_has_the_formula(qttt: Run) -> None:
    said = qttt("critical", "sqt")
    assert (said.code, said.err) == (0, "")
    assert "sqt-1.0: draws-even" in said.out
    assert "20 − 45q²" not in said.out
    assert "20 − 40q²" in said.out


@pytest.fixture
def few_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """A grid of the q that are solved for the tests."""
    monkeypatch.setattr(figures, "points", lambda *_: sweep.points("1", "0,1/2,3/4,1"))


@pytest.mark.usefixtures("few_points")
def test_figures_write_all_files_twice_the_same(qttt: Run, tmp_path: Path) -> None:
    folder, again = tmp_path / "new" / "figures", tmp_path / "again"
    said = qttt("figures", "--out", str(folder))
    assert (said.code, said.err) == (0, "")
    written = {path.name for path in folder.iterdir()}
    assert {f"figure-{number}.{form}" for number in (5, 6, 7, 8) for form in ("svg", "png")} < written
    assert said.out.split() == [str(folder / name) for name in sorted(written, key=said.out.index)]
    for number in (5, 6, 7, 8):
        assert ET.parse(folder / f"figure-{number}.svg").getroot().tag.endswith("svg")
    table = (folder / "table-1.md").read_text()
    for words in ("narrow win of X | 10 |", "complete win of X | 20 |", "draw | 0 |"):
        assert words in table
    page = (folder / "README.md").read_text()
    assert all(f"](figure-{number}.svg)" in page for number in (5, 6, 7, 8))
    assert table in page
    assert (folder / "table-5.md").read_text() in page
    assert not (folder / "table-6.md").exists()
    (again / "table-6.md").parent.mkdir()
    (again / "table-6.md").write_text("| kept |\n")
    qttt("figures", "--out", str(again))
    assert {path.name for path in again.iterdir()} == written | {"table-6.md"}
    assert all((again / name).read_bytes() == (folder / name).read_bytes() for name in written - {"README.md"})
    assert "| kept |" in (again / "README.md").read_text()


def test_table_5_equals_the_sources() -> None:
    assert searches.table_5().splitlines()[2:] == [
        "| v₂ ≤ a | – | if v₀ > a: v₂ ← search(s₂, LB, v₂) | v₁ ← search(s₁, v₁, UB)<br>v₂ ← search(s₂, LB, v₂) |",
        "| a < v₂ < b | if v₀ > a: v₁ ← search(s₁, LB, v₁) | – | if v₀ < b: v₁ ← search(s₁, v₁, UB) |",
        "| v₂ ≥ b | v₁ ← search(s₁, LB, v₁)<br>v₂ ← search(s₂, v₂, UB) | if v₀ < b: v₂ ← search(s₂, v₂, UB) | – |",
    ]


def test_table_6_counts_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    some = Nodes(linked=1000, settled=234, finished=0, collapses=0, again=0)
    monkeypatch.setattr(searches, "search_qt", lambda: (10, some))
    monkeypatch.setattr(searches, "search_sqt", lambda setting, modified: (setting.q, some))
    monkeypatch.setattr(searches, "rounded_nodes", lambda q, modified: 2000 + modified)
    pieces: list[Progress] = []
    rows = searches.table_6(pieces.append).splitlines()[2:]
    assert rows[0] == "| QT | 87,833,388 | 533 | 1,234 | – | 10 |"
    assert rows[-1] == "| SQT, q = 0.05, modified | 357,285,830 | 1,007 | 1,234 | 2,001 | 1/20 |"
    assert [piece.done for piece in pieces] == [0, 1, 2, 3, 4, 5]


def test_figures_reject_folder_that_cannot_be_made(qttt: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert "cannot be written" in qttt("figures", "--out", str(tmp_path / "file" / "figures")).line


# sweep


def test_default_grid_has_84_settings() -> None:
    settings = sweep.games(sweep.points("1/20", None), None, None)
    assert len({*settings}) == len(settings) == 84
    assert {game.q for game in settings} == {Fraction(k, 20) for k in range(21)}


SOME = ("--points", "0,1/2,3/4,1")


def test_sweep_agrees_with_solve(qttt: Run) -> None:
    rows = qttt("sweep", "sqt", *SOME, "--json").rows
    assert len(rows) == 16
    for row in rows:
        options = ["--q", row["q"], "--scoring", row["scoring"], *["--double-win"] * row["double_win"]]
        solved = qttt("solve", "sqt", *options, "--json").json
        assert row == {key: solved[key] for key in ("ruleset", "q", "scoring", "double_win", "value", "first_moves")}
    one = qttt("sweep", "sqt", *SOME, "--scoring", "draws-second", "--no-double-win", "--json").rows
    assert one == [row for row in rows if row["scoring"] == "draws-second" and not row["double_win"]]


def test_sweep_table_has_the_values(qttt: Run) -> None:
    said = qttt("sweep", "sqt", *SOME, "--scoring", "draws-even", "--double-win")
    rows = [line.split()[:2] for line in said.out.splitlines()[2:] if line.strip()]
    assert rows == [["0", "20"], ["1/2", "10"], ["3/4", "5/2"], ["1", "0"]]


def test_sweep_files_hold_the_exact_values(qttt: Run, tmp_path: Path) -> None:
    from pyarrow import parquet

    expected = {}
    for row in qttt("sweep", "sqt", *SOME, "--out", str(tmp_path / "a.csv"), "--json").rows:
        for move, value in {"": row["value"], **row["first_moves"]}.items():
            expected[row["q"], row["scoring"], row["double_win"], move] = value
    with (tmp_path / "a.csv").open(newline="") as file:
        written = [*csv.DictReader(file)]
    found = {
        (row["q"], row["scoring"], row["double_win"] == "true", row["first_move"]): row["value"] for row in written
    }
    assert found == expected
    assert all(
        Fraction(int(r["value_numerator"]), int(r["value_denominator"])) == Fraction(r["value"]) for r in written
    )
    qttt("sweep", "sqt", *SOME, "--out", str(tmp_path / "a.PARQUET"), "--json")
    table = parquet.read_table(tmp_path / "a.PARQUET").to_pylist()
    assert {(row["q"], row["scoring"], row["double_win"], row["first_move"]): row["value"] for row in table} == expected
    assert all(Fraction(row["q_numerator"], row["q_denominator"]) == Fraction(row["q"]) for row in table)


def test_sweep_plot_is_the_same_each_time(qttt: Run, tmp_path: Path) -> None:
    contents = []
    for name in ("a.svg", "b.SVG", "c.PNG"):
        assert qttt("sweep", "sqt", *SOME, "--plot", str(tmp_path / name), "--json").code == 0
        contents.append((tmp_path / name).read_bytes())
    assert ET.fromstring(contents[0]).tag.endswith("svg")
    assert contents[0] == contents[1]
    assert contents[2].startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["sweep", "goff"], "goff has no probability q: expected sqt"),
        (["sweep", "sqt", "--step", "0"], "--step: 0 does not divide 1"),
        (["sweep", "sqt", "--step", "2/5"], "--step: 2/5 does not divide 1"),
        (["sweep", "sqt", "--points", "0,,1"], "--points: '' is not a probability"),
        (["sweep", "sqt", "--out", "grid.txt"], "grid.txt: expected a name that ends in .csv or .parquet"),
        (["sweep", "sqt", "--plot", "grid.gif"], "grid.gif: expected a name that ends in .svg or .png"),
        (["sweep", "sqt", "--out", "no-such-folder/grid.csv"], "the folder does not exist; create it first"),
    ],
)
def test_invalid_arguments_of_sweep_are_rejected(qttt: Run, args: list[str], words: str) -> None:
    assert words in qttt(*args).line
