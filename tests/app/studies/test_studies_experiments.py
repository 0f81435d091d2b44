"""`qttt experiments`: its data, its conclusions, and its page in the docs."""

import json
from collections.abc import Iterator
from copy import deepcopy
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from qttt.app.studies.experiments import plan
from qttt.app.studies.experiments import run as experiments
from qttt.app.studies.experiments.data import LEVELS, Data, Match, Result, Search, read
from qttt.app.studies.experiments.findings import ENDS, TIES, depends_on, findings
from qttt.app.studies.experiments.page import PRINTED, page
from qttt.app.studies.experiments.plan import (
    DEPTHS,
    FULL_DEPTH,
    NODE_DEPTHS,
    PERFECT,
    PLAYOUTS,
    RANDOM,
    READINGS,
    any_best,
    exact_any_best,
    exact_ends,
    expecti_minimax,
    matches,
    missing,
    monte_carlo,
    searches,
)
from qttt.app.studies.experiments.plots import FIGURES, FILE, TITLE, svg
from qttt.app.studies.experiments.run import DATA, counted
from qttt.app.studies.sources.judged import Judged
from qttt.app.studies.verdicts import FAILS, HOLDS, PARTLY, READING, every, judged, some

from ..conftest import Run

pytestmark = pytest.mark.slow

DOCS = Path(__file__).resolve().parents[3] / "docs"


@pytest.fixture(scope="module")
def stored() -> Data:
    """The data of the docs, not to be changed."""
    return read((DOCS / "experiments" / DATA).read_text(encoding="utf-8"))


@pytest.fixture
def data(stored: Data) -> Data:
    """The same, to be changed."""
    return deepcopy(stored)


# The data of the docs


def test_stored_data_is_complete(stored: Data) -> None:
    assert missing(stored) == []
    assert stored.games == [100, 10_000]
    assert len(stored.matches) == len({*map(str, matches())})
    assert stored.values == {"minimal": "1", "moderate": "1/2", "high": "5/32"}


def test_page_is_made_from_the_data(stored: Data) -> None:
    assert (DOCS / "experiments.md").read_text(encoding="utf-8") == page(stored)
    assert f"<title>{TITLE}</title>".encode() in (DOCS / "experiments" / FILE).read_bytes()


def test_titles_of_the_figures_do_not_overlap(stored: Data, monkeypatch: pytest.MonkeyPatch) -> None:
    def titles(drawing: Any, *_: Any) -> bytes:
        drawing.draw_without_rendering()
        for row in range(0, len(drawing.axes), len(LEVELS)):
            boxes = [axes._left_title.get_window_extent() for axes in drawing.axes[row : row + len(LEVELS)]]
            assert all(left.x1 < right.x0 for left, right in pairwise(boxes))
            assert boxes[-1].x1 <= drawing.bbox.x1
        return b"drawn"

    monkeypatch.setattr("qttt.app.studies.experiments.plots.picture_bytes", titles)
    assert svg(stored) == b"drawn"


def disagreements(data: Data) -> Iterator[str]:
    """Matches whose parts do not fit together: samples and exact chances, chances and losses."""
    for name, result in data.matches.items():
        value = {"1": 1.0, "1/2": 0.5, "5/32": 0.15625}[data.values[name.split()[0]]]
        of_x, of_o = result.losses
        if abs(sum(result.chances) - 1) > 1e-7 or abs(result.worth - (value - of_x + of_o)) > 1e-7:
            yield f"{name}: exact"
        for games, sample in result.samples.items():
            number = int(games)
            for count, chance in zip(sample.ends, result.chances, strict=True):
                if abs(count - number * chance) > 5 * sqrt(number * chance * (1 - chance)) + 3:
                    yield f"{name}: {games} games"
            for lost, error, exact in zip(sample.lost, sample.errors, result.losses, strict=True):
                if abs(lost - exact) > 6 * error + 1e-3:
                    yield f"{name}: losses of {games} games"


def test_samples_and_exact_chances_agree(data: Data) -> None:
    assert [*disagreements(data)] == []
    data.matches[str(Match("high", RANDOM, RANDOM))].samples["10000"].ends = [2500] * 4
    assert len({*disagreements(data)}) == 1


def test_perfect_play_loses_nothing(stored: Data) -> None:
    for level in LEVELS:
        for agent in (RANDOM, PERFECT, *map(monte_carlo, PLAYOUTS), *map(expecti_minimax, DEPTHS)):
            assert stored.result(level, agent, PERFECT).losses[1] == 0
            assert stored.result(level, PERFECT, agent).losses[0] == 0


def test_nodes_agree_with_the_reference(stored: Data) -> None:
    for search in (Search("minimal", 3, True), Search("high", 2, False), Search("moderate", 3, False)):
        assert stored.nodes[str(search)] == counted(search)
    for level in LEVELS:
        assert stored.nodes[str(Search(level, 2, True))] == PRINTED[level][0] == 46
        assert len(PRINTED[level]) == len(NODE_DEPTHS)


# Conclusions


def finding(data: Data, words: str) -> Judged:
    (found,) = (finding for finding in findings(data) if words in finding.statement)
    return found


def verdict(data: Data, words: str) -> str:
    return finding(data, words).verdict


def set_wins(result: Result, wins: float) -> None:
    result.chances = [wins, 1 - wins, 0.0, 0.0]


def test_verdict_combines_all_statements() -> None:
    true, false = every("A", {"here": True, "there": True}), every("B", {"here": False, "there": False})
    mixed = every("C", {"here": True, "there": False})
    assert [judged(parts) for parts in ([true], [false], [mixed], [true, false])] == [HOLDS, FAILS, PARTLY, PARTLY]
    assert judged([some("D", {"here": True, "there": False})]) == HOLDS
    assert judged([some("D", {"here": False, "there": False})]) == FAILS
    assert mixed.text == "C: true in 1 of 2 cases, false there."


def test_verdict_depends_on_the_data(data: Data) -> None:
    words = "More playouts do not improve"
    for change, expected in ((0.001, FAILS), (-0.001, HOLDS), (0.1, FAILS)):
        for level in LEVELS:
            for place, playouts in enumerate(PLAYOUTS):
                set_wins(data.result(level, monte_carlo(playouts), RANDOM), 0.7 + place * change)
        assert verdict(data, words) == expected
        assert ("neither show this difference" in finding(data, words).truth) == (abs(change) < 0.01)
    for level in LEVELS:
        set_wins(data.result(level, monte_carlo(300), RANDOM), 0.5)
    assert verdict(data, words) == PARTLY  # 200 win visibly more than 100, and 300 fewer


def test_verdict_counts_every_step_between_levels(data: Data) -> None:
    """The ends alone do not make a verdict: a rise between two levels breaks it, and so does a fall below 60."""
    for wins, of_random, of_monte in (
        ((0.9, 0.8, 0.7), HOLDS, HOLDS),
        ((0.9, 0.95, 0.7), PARTLY, PARTLY),
        ((0.9, 0.8, 0.59), HOLDS, PARTLY),
        ((0.79, 0.7, 0.6), HOLDS, PARTLY),
        ((0.1, 0.2, 0.3), FAILS, FAILS),
    ):
        for level, chance in zip(LEVELS, wins, strict=True):
            for agent in (searcher(depth) for searcher in READINGS for depth in DEPTHS):
                set_wins(data.result(level, agent, RANDOM), chance)
                set_wins(data.result(level, monte_carlo(100), agent), chance)
        assert verdict(data, "does worse against the random agent as quantumness increases") == of_random
        assert verdict(data, "Monte Carlo as X wins at least 80") == of_monte


def test_verdict_may_depend_on_a_reading(data: Data) -> None:
    words = "Depth 3 performs worse"
    for searchers, wins, expected, why in (
        (READINGS, (0.8, 0.5, 0.7), HOLDS, ""),
        ((any_best, exact_any_best), (0.8, 0.9, 0.7), READING, "depends on which of equally good moves is made."),
        (READINGS, (0.8, 0.9, 0.7), FAILS, ""),
        ((exact_ends, exact_any_best), (0.8, 0.5, 0.7), READING, "depends on what an ended game is worth."),
        ((expecti_minimax,), (0.6, 0.65, 0.7), READING, "an ended game is worth and which of equally good moves"),
    ):
        for searcher in searchers:
            for level in LEVELS:
                for depth, chance in zip(DEPTHS, wins, strict=True):
                    set_wins(data.result(level, searcher(depth), monte_carlo(PLAYOUTS[0])), chance)
        found = finding(data, words)
        assert found.verdict == expected
        assert found.truth.startswith("The verdict depends") == bool(why)
        assert why in found.truth


def test_axis_of_a_reading_is_named() -> None:
    same = {(end, tie): HOLDS for end in ENDS for tie in TIES}
    assert depends_on(same) == []
    assert depends_on(same | {(ENDS[0], TIES[1]): FAILS})[0].count(" and ") == 1


def test_conclusions_state_their_numbers(stored: Data) -> None:
    why = finding(stored, "Depth 3 performs worse").truth
    assert "With Monte Carlo as O" in why
    for level in LEVELS:
        for searcher in READINGS:
            worths = [stored.result(level, searcher(depth), monte_carlo(100)).worth for depth in DEPTHS]
            assert f"{level} ({', '.join(f'{worth:+.3f}' for worth in worths)})" in why
    why = finding(stored, "Monte Carlo as X wins at least 80").truth
    for depth in DEPTHS:
        wins = stored.result("high", monte_carlo(100), expecti_minimax(depth)).chances[0]
        assert f"{wins:.2%}" in why


def test_player_one_is_ahead_only_by_the_values(data: Data) -> None:
    words = "Player 1 holds the advantage"
    assert verdict(data, words) == HOLDS
    data.values["high"] = "-1/2"
    assert verdict(data, words) == PARTLY


def test_player_one_wins_only_if_always(data: Data) -> None:
    words = "always player 1"
    for searcher in READINGS:
        for level in LEVELS:
            for depth in DEPTHS:
                set_wins(data.result(level, searcher(depth), monte_carlo(100)), 0.6)
                set_wins(data.result(level, monte_carlo(100), searcher(depth)), 0.6)
    assert verdict(data, words) == HOLDS
    set_wins(data.result("high", monte_carlo(100), any_best(2)), 0.4)
    assert verdict(data, words) == READING


def test_full_depth_depends_on_ended_games(stored: Data) -> None:
    found = finding(stored, "At full depth")
    assert found.verdict == READING
    assert found.truth.startswith("The verdict depends on what an ended game is worth.\n")
    assert found.truth.count("*holds*") == found.truth.count("*does not hold*") == 2
    worth = stored.result("minimal", exact_ends(4), monte_carlo(100)).worth
    assert (round(worth, 3), round(stored.result("minimal", expecti_minimax(4), monte_carlo(100)).worth, 3)) == (
        0.695,
        0.471,
    )


def test_full_depth_is_perfect_only_without_losses(data: Data) -> None:
    words = "At full depth"
    for searcher in READINGS:
        for level in LEVELS:
            for x, o in ((searcher(FULL_DEPTH), PERFECT), (PERFECT, searcher(FULL_DEPTH))):
                data.result(level, x, o).plies = [0.0] * 9
            data.result(level, searcher(FULL_DEPTH), RANDOM).plies[0] = 0.5
    assert verdict(data, words) == FAILS  # against random it still loses
    for searcher in READINGS:
        for level in LEVELS:
            data.result(level, searcher(FULL_DEPTH), RANDOM).plies[::2] = [0.0] * 5
    assert verdict(data, words) == HOLDS


# The command


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two matches and a search, and a page with the number of matches."""
    monkeypatch.setattr(plan, "matches", lambda: iter([Match("minimal", x, RANDOM) for x in (RANDOM, PERFECT)]))
    monkeypatch.setattr(plan, "searches", lambda: iter([Search("high", 2, True)]))
    monkeypatch.setattr(experiments, "page", lambda data: f"{len(data.matches)}\n")
    monkeypatch.setattr(experiments, "svg", lambda data: b"")


def run(qttt: Run, out: Path, *options: str) -> Any:
    return qttt("experiments", "tiqtaqtoe", "--games", "20", "--games", "5", "--seed", "3", "--out", str(out), *options)


@pytest.mark.usefixtures("few")
def test_experiments_resume_from_stored_data(qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = run(qttt, tmp_path)
    assert (said.code, said.err) == (0, "")
    files = [tmp_path / "experiments" / DATA, tmp_path / "experiments" / FILE, tmp_path / "experiments.md"]
    assert said.out.splitlines() == [*map(str, files)]
    path = tmp_path / "experiments" / DATA
    whole = path.read_bytes()
    data = read(whole.decode())
    assert (data.games, data.nodes) == ([5, 20], {"high 2 alpha-beta": 46})
    assert data.matches["minimal perfect random"].samples["20"].ends == [20, 0, 0, 0]
    kept = json.loads(whole)
    del kept["matches"]["minimal perfect random"]
    path.write_text(json.dumps(kept), encoding="utf-8")
    asked: list[Any] = []

    def playing(data: Data, folder: Path) -> None:
        asked.extend(missing(data))
        play(data, folder)

    play = experiments.play
    monkeypatch.setattr(experiments, "play", playing)
    assert run(qttt, tmp_path).code == 0
    assert [*map(str, asked)] == ["minimal perfect random"]
    assert path.read_bytes() == whole


@pytest.mark.usefixtures("few")
def test_interruption_names_the_kept_file(qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupting(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(experiments, "play", interrupting)
    said = run(qttt, tmp_path)
    assert (said.code, said.out) == (130, "")
    (line,) = said.err.splitlines()
    assert line.startswith("qttt: interrupted; ")
    assert line.endswith("keeps the results so far; run the same command to resume")


def test_bad_input_is_one_line(qttt: Run, tmp_path: Path) -> None:
    out = ("--out", str(tmp_path))
    for words, message in (
        (("goff", "--games", "5", "--seed", "1", *out), "goff has no experiments: expected tiqtaqtoe"),
        (
            ("tiqtaqtoe", "--games", "0", "--seed", "1", *out),
            "--games: 0 is out of range: expected 1 to 1,000,000",
        ),
        (("tiqtaqtoe", "--games", "5", "--seed", "-1", *out), "--seed: -1 is out of range"),
        (("tiqtaqtoe", "--seed", "1", *out), "--games"),
    ):
        assert message in qttt("experiments", *words).line
    assert [*tmp_path.iterdir()] == []


def damaged(**changes: Any) -> str:
    """Data of one match and one search, with an entry changed."""
    sample = {"ends": [5, 0, 0, 0], "lost": [0.1, 0], "errors": [0.1, 0]} | changes.pop("sample", {})
    samples = {"5": sample, "20": sample | {"ends": [20, 0, 0, 0]}}
    result = {"samples": samples, "chances": [1.0, 0, 0, 0], "plies": [0.0] * 9} | changes.pop("result", {})
    plain = {"seed": 3, "games": [5, 20], "values": {"high": "5/32"}, "matches": {"high random random": result}}
    return json.dumps(plain | {"nodes": {"high 2 plain": 46}} | changes)


def test_intact_data_is_read() -> None:
    assert read(damaged()).matches["high random random"].worth == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "does not hold data of experiments: it is not JSON; delete the file or name another --out"),
        pytest.param("[" * 100_000, "it is not JSON", id="deep"),
        ("[]", "its entries do not match"),
        (damaged(more=1), "its entries do not match"),
        (damaged(nodes="x"), "nodes: is not an object"),
        (damaged(nodes={"high 2 plain": "x"}), "nodes: high 2 plain: is not a number of nodes"),
        (damaged(nodes={"high 2 plain": True}), "nodes: high 2 plain: is not a number of nodes"),
        (damaged(values="x"), "values: is not an object"),
        (damaged(values={"high": "x"}), "values: high: is not the value of a level"),
        (damaged(values={"high": "1/0"}), "values: high: is not the value of a level"),
        (damaged(values={"low": "1"}), "values: low: is not the value of a level"),
        (damaged(values={}), "matches: high random random: the value of its level is missing"),
        (damaged(seed="3"), "seed: is not a whole number"),
        (damaged(games=[20, 5]), "games: are not ascending numbers of games"),
        (damaged(games=[0, 5]), "games: are not ascending numbers of games"),
        (damaged(matches={"high a": 1}), "matches: high a: is not a match"),
        (damaged(result={"chances": "x"}), "matches: high random random: chances: are not the chances of four ends"),
        (damaged(result={"chances": [float("nan")] * 4}), "chances: are not the chances of four ends"),
        (damaged(result={"plies": [10**400] + [0] * 7}), "plies: are not the losses at nine plies"),
        (damaged(result={"samples": {}}), "samples: do not match the games"),
        (damaged(sample={"ends": [1, 1, 1, 1]}), "sample of 5: ends: do not add up"),
        (damaged(sample={"lost": ["x", 0]}), "sample of 5: lost: are not numbers for X and O"),
        (damaged(sample={"errors": None}), "sample of 5: errors: are not numbers for X and O"),
        (
            Data(4, [5, 20]).written(),
            "is for 5 and 20 games, seed 4; use these numbers, delete the file or name another --out",
        ),
        (Data(3, [1]).written(), "is for 1 game, seed 3; use these numbers"),
        (Data(3, [10_000]).written(), "is for 10,000 games, seed 3; use these numbers"),
    ],
)
def test_corrupted_data_is_rejected_and_kept(qttt: Run, tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "experiments" / DATA
    path.parent.mkdir()
    path.write_text(content, encoding="utf-8")
    assert message in run(qttt, tmp_path).line
    assert path.read_text(encoding="utf-8") == content


def test_figures_have_the_sources_numbers(stored: Data) -> None:
    assert [figure.number for figure in FIGURES] == [*range(13, 25)]
    sixteenth = FIGURES[3]
    assert sixteenth.caption == "Figure 16: expecti-minimax (X) against random (O), low quantumness"
    assert [*map(str, sixteenth.matches.values())] == [f"minimal expecti-minimax:{depth} random" for depth in DEPTHS]
    assert [*map(str, FIGURES[-1].matches.values())] == [f"high monte-carlo:100 expecti-minimax:{d}" for d in DEPTHS]
    assert svg(stored) == svg(stored)
    assert {*searches()} >= {Search(level, 6, True) for level in LEVELS}
