"""The results, experiments and benchmarks: files that agree, claims behind the values, commands that certify them."""

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from pathlib import Path
from types import ModuleType
from typing import Any

import experiments
import figures
import pictures
import pytest
import results

from qttt.app import cli
from qttt.app.files import markdown
from qttt.app.games import Answer, Query
from qttt.oracle import game, games, solve
from qttt.verification.records import Record
from qttt.verification.registry import claims

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_page_and_files_say_the_same() -> None:
    made = results.files(results.read(), results.recorded())
    assert re.fullmatch("commit [0-9a-f]{12}", results.recorded())
    for name, content in made.items():
        assert (DOCS / name).read_bytes() == content, "run python docs/results.py"
    rows = {row["id"]: row["value"] for row in csv.DictReader(io.StringIO(made["results.csv"].decode()))}
    assert rows == {row["id"]: row["value"] for row in json.loads(made["results.json"])}


def test_pictures_and_the_tables_beside_them_are_fresh() -> None:
    for place, content in pictures.files().items():
        assert place.read_text(encoding="utf-8") == content, "run python docs/pictures.py"
    assert {*DOCS.glob("games/*.svg"), *DOCS.glob("start/*.svg"), pictures.PAGE} == {*pictures.files()}


def test_tables_of_the_figures_are_fresh() -> None:
    tables = {name: content for name, content in figures.files() if name.endswith(".csv")}
    assert [*tables] == ["grid.csv", "functions.csv", "best.csv", "zeros.csv"]
    assert [name for name, content in tables.items() if (figures.FOLDER / name).read_bytes() != content] == []


def test_longest_line_is_best_play() -> None:
    truth = solve(game("goff"))
    read = truth.game.read(pictures.LONGEST)
    assert all(action in truth.best(at) for at, action in zip(read.positions, read.actions, strict=False))
    assert truth.game.actor(read.positions[-1]) is None


def test_boards_have_the_colours_of_the_explorer() -> None:
    style = (DOCS.parent / "web" / "board" / "style.js").read_text(encoding="utf-8")
    drawn = (DOCS / "games" / "tiqtaqtoe-start.svg").read_text(encoding="utf-8")
    colours = re.findall(r'(heat-[0-5]|good)"?: \["(#[0-9a-f]{6})", "(#[0-9a-f]{6})"\]', style)
    for at, own in ((1, drawn), (2, drawn.rpartition("@media")[2])):
        named = [(each[0], each[at]) for each in colours]
        assert len(named) == 7
        assert [f".{name}" if name != "good" else ".end" for name, to in named if to not in own] == []
        for name, to in named:
            assert f"{'.end' if name == 'good' else f'.{name}'} {{ fill: {to} }}" in own


def test_settings_on_the_page_or_below_it_have_anchors() -> None:
    page = (DOCS / "results.md").read_text(encoding="utf-8")
    assert all(page.count(f'<a id="{each.id}"></a>') == (not each.first_move) for each in results.read())


def test_every_value_has_an_id_of_its_own_and_a_claim_about_its_game() -> None:
    found = results.read()
    assert len({result.id for result in found}) == len(found) > 1000
    assert {result.name for result in found} == {*games()} == {*results.EVIDENCE}
    assert all(results.claim(result).game == result.name for result in found)


@pytest.fixture
def certified(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], tuple[Query, Path]]:
    """Runs `qttt certify` up to the point at which it has read its arguments, and returns them."""
    read: list[tuple[Query, Path]] = []

    def caught(query: Query, moves: str, out: Path) -> Answer:
        assert moves == ""
        read.append((query, out))
        return Answer(dict, lambda: None)

    def run(command: str) -> tuple[Query, Path]:
        program, *args = command.split()
        assert (program, cli.main(args)) == ("qttt", 0), command
        return read[-1]

    monkeypatch.chdir(DOCS.parent)
    monkeypatch.setattr("qttt.app.commands.certify.write_certificate", caught)
    return run


@pytest.mark.thorough
def test_commands_write_the_certificates_of_their_row(certified: Callable[[str], tuple[Query, Path]]) -> None:
    for result in results.read():
        commands = results.certificates(result)
        if result.first_move and commands == results.certificates(replace(result, first_move="")):
            continue
        sides = []
        for command in commands:
            asked, out = certified(command)
            assert asked.name == result.name
            if result.name == "probabilistic":
                assert asked.game == game("probabilistic", board=results.printed_board())
                sides = ["X", "O"]
            else:
                assert results.setting_in_words(asked.game) == result.setting, result.id
                sides.append(asked.get("player"))
                assert out.name == f"{asked.get('player')}.certificate"
        assert sides == (["X", "O"] if commands else [])


def test_small_game_is_valued_anew() -> None:
    setting = {"level": "classic"}
    found = list(results.of_game(solve(game("tiqtaqtoe", level="classic"), progress=False), "tiqtaqtoe"))
    assert found == [each for each in results.read() if (each.name, each.setting) == ("tiqtaqtoe", setting)]
    assert replace(found[0], value=Fraction(1)) not in results.read()


@pytest.mark.slow
@pytest.mark.parametrize("name", games())
def test_values_are_fresh(name: str) -> None:
    assert list(results.results(name)) == [each for each in results.read() if each.name == name]


def test_strength_is_that_of_the_last_whole_run(monkeypatch: pytest.MonkeyPatch) -> None:
    first = results.read()[0]
    theorem = next(each for each in claims() if each.id == "goff-theorem")
    run = Record("", "2026-11-05", "0.2.0", "4 cores", theorem.bound)
    for bounds, strength, established in (
        ({"whole": run}, "proved", "2026-11-05, version 0.2.0"),
        ({"sample": run}, "proved, not yet run", ""),
    ):
        monkeypatch.setattr("qttt.verification.records.read_shipped", lambda found=bounds: {"goff-theorem": found})
        assert (results.strength(first), results.established(first)) == (strength, established)


@pytest.fixture
def data() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((experiments.FOLDER / "data.json").read_text(encoding="utf-8"))
    return found


def test_stored_data_is_complete(data: dict[str, Any]) -> None:
    assert {*data["matches"]} == {*experiments.matches()}
    assert {*data["nodes"]} == {*experiments.searches()}
    assert data["values"] == {"minimal": "1", "moderate": "1/2", "high": "5/32"}
    assert experiments.written(data) == (experiments.FOLDER / "data.json").read_text(encoding="utf-8")
    assert data["printed"] == experiments.PRINTED


@pytest.mark.parametrize(
    ("name", "made"),
    [("figures-13-24", experiments.table), ("losses", experiments.losses), ("nodes", experiments.searched)],
)
def test_tables_of_experiments_are_those_of_the_data(
    name: str, made: Callable[[dict[str, Any]], bytes], data: dict[str, Any]
) -> None:
    assert (experiments.FOLDER / f"{name}.csv").read_bytes() == made(data), "run python docs/experiments.py"


def test_some_matches_of_100_games_do_not_show_who_is_ahead() -> None:
    """The page says in how many matches 100 games do not: X's expected result is nearer to zero than 1.96 standard
    deviations of the mean."""
    with (experiments.FOLDER / "figures-13-24.csv").open(encoding="utf-8") as file:
        rows = [*csv.DictReader(file)]
    assert Counter(row["figure"] for row in rows) == Counter({f"{figure}": 3 for figure in range(13, 25)})
    chances = [(float(row["win of X"]), float(row["win of O"])) for row in rows]
    near = [abs(x - o) < 1.96 * sqrt((x + o - (x - o) ** 2) / experiments.SAMPLES[0]) for x, o in chances]
    assert (sum(near), len(near)) == (5, 36)
    assert "in 5 of the 36 matches" in (DOCS / "experiments.md").read_text(encoding="utf-8").replace("\n", " ")


def disagreements(data: dict[str, Any]) -> Iterator[str]:
    """Matches whose parts do not fit together: samples and exact chances, chances and losses."""
    for name, match in data["matches"].items():
        value = {"minimal": 1.0, "moderate": 0.5, "high": 0.15625}[name.split()[0]]
        of_x, of_o = sum(match["plies"][::2]), sum(match["plies"][1::2])
        won, lost, *_ = match["chances"]
        if abs(sum(match["chances"]) - 1) > 1e-7 or abs(won - lost - (value - of_x + of_o)) > 1e-7:
            yield f"{name}: exact"
        for number, sample in match["samples"].items():
            games = int(number)
            for count, chance in zip(sample["ends"], match["chances"], strict=True):
                if abs(count - games * chance) > 5 * sqrt(games * chance * (1 - chance)) + 3:
                    yield f"{name}: {games} games"
            for mean, error, exact in zip(sample["lost"], sample["errors"], (of_x, of_o), strict=True):
                if abs(mean - exact) > 6 * error + 1e-3:
                    yield f"{name}: losses of {games} games"


def test_samples_and_exact_chances_agree(data: dict[str, Any]) -> None:
    assert [*disagreements(data)] == []
    data["matches"]["high random random"]["samples"]["10000"]["ends"] = [2500] * 4
    assert len({*disagreements(data)}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["minimal random random", "high monte-carlo:100 expecti-minimax-exact-any:3"])
def test_match_is_played_again(name: str, data: dict[str, Any]) -> None:
    """Samples are held against the exact chances: NumPy does not promise the same draws on every machine (NEP 19)."""
    stored, found = data["matches"][name], experiments.match(name)
    for exact in "chances", "plies":
        assert found[exact] == pytest.approx(stored[exact], abs=1e-6)
    data["matches"][name] = found
    assert [*disagreements(data)] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["minimal 3 alpha-beta", "high 2 plain", "moderate 4 alpha-beta exact"])
def test_nodes_are_counted_again(name: str, data: dict[str, Any]) -> None:
    assert experiments.nodes(name) == data["nodes"][name]


# Every benchmark can be loaded, and its page has a place for its table, with the same head; nothing is measured


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The runner, as a command imports it."""
    monkeypatch.syspath_prepend(DOCS.parent / "tests" / "benchmarks")
    import run

    return run


def test_every_benchmark_loads_and_its_page_shows_its_table(run: ModuleType) -> None:
    for name, benchmark in run.BENCHMARKS.items():
        assert callable(benchmark.load()), name
        if benchmark.page:
            page = (DOCS / benchmark.page).read_text(encoding="utf-8").replace("|  |", "| |")
            [place] = re.findall(f"<!-- {name}: begin -->\n(.*?)<!-- {name}: end -->", page, re.DOTALL)
            assert not benchmark.head or markdown(benchmark.head, []).replace("|  |", "| |") in place, name
        if benchmark.shown:
            folder = (DOCS / benchmark.page).with_suffix("")
            _, *rows = csv.reader(io.StringIO((folder / f"{name}.csv").read_text(encoding="utf-8")))
            told = [row for row in rows if any(word in row[0] for word in benchmark.shown)]
            assert told
            assert place.count("\n|") == 2 + len(told), name
            assert all("| {} |".format(" | ".join(row)).replace("|  |", "| |") in place for row in told), name


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
    (tmp_path / "page").mkdir()
    monkeypatch.setitem(run.BENCHMARKS, "a", run.Benchmark("a", "a.a", "page.md", shown=("on",)))
    monkeypatch.setattr(run.Benchmark, "load", lambda _: lambda: iter([("one", "1 s", ""), ("two", "2 s", "")]))
    run.main()
    assert "| one | 1 s |  |\n<!-- a: end" in page.read_text(encoding="utf-8")
    assert (tmp_path / "page" / "a.csv").read_text(encoding="utf-8") == "what,measured,remark\none,1 s,\ntwo,2 s,\n"
    monkeypatch.setitem(run.BENCHMARKS, "a", run.Benchmark("a", "a.a", "page.md"))
    found = run.Text("new", {picture: lambda: b"drawn"})
    monkeypatch.setattr(run.Benchmark, "load", lambda _: lambda: found)
    run.main()
    assert page.read_text(encoding="utf-8") == "before\n<!-- a: begin -->\nnew\n<!-- a: end -->\nafter\n"
    assert picture.read_bytes() == b"drawn"
