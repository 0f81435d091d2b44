"""The verdicts on sources: counts against brute force, and verdicts that follow what is true."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import networkx as nx
import numpy as np
import pytest

from qttt.app.studies.experiments.page import PRINTED
from qttt.app.studies.sources import abraham, noise, sagole, sakuta_tomioka, tang, wong
from qttt.app.studies.sources import sakuta_tomioka_figures as figures
from qttt.app.studies.sources.command import judge_all
from qttt.app.studies.sources.judged import README, SOURCES, VERDICTS, Judged, index, page, source
from qttt.app.studies.sqt.searches import TABLE_6, Printed
from qttt.app.studies.verdicts import ANSWERED, FAILS, HOLDS, OPEN, PARTLY, READING
from qttt.oracle import game, solve
from qttt.reference.hybrid import Link

from ..conftest import Run

DOCS = Path(__file__).resolve().parents[3] / "docs" / "sources"
DATA = DOCS.parent / "experiments" / "data.json"


@pytest.mark.parametrize("squares", [1, 2, 3, 4, 5])
def test_forests_are_counted(squares: int) -> None:
    pairs = [*combinations(range(squares), 2)]
    for links in range(squares + 1):
        graphs = (nx.Graph(chosen) for chosen in combinations(pairs, links))
        assert tang.forests(squares, links) == sum(not links or nx.is_forest(graph) for graph in graphs)


def test_trees_of_nine_squares_are_as_many_as_cayley_says() -> None:
    assert tang.forests(9, 8) == 9**7


class Said:
    """An oracle that says that these first moves are worth 10 and all others 0."""

    game = game("goff")

    def __init__(self, *best: str) -> None:
        self.best = best

    def values(self, position: Any) -> dict[Any, Fraction]:
        return {action: Fraction(10 * (str(action) in self.best)) for action in self.game.actions(position)}


@pytest.mark.parametrize(
    ("best", "verdict"), [(("1-9", "3-7"), HOLDS), (("1-9", "3-7", "1-3"), PARTLY), (("1-3",), FAILS)]
)
def test_verdict_on_the_first_move_follows_from_the_values(best: tuple[str, ...], verdict: str) -> None:
    found = tang.first_move(Said(*best))  # type: ignore[arg-type]
    assert found.verdict == verdict
    assert all(move in found.truth for move in best)


@pytest.mark.parametrize(("looked", "verdict"), [(10_000_001, HOLDS), (10_000_000, FAILS)])
def test_verdict_on_the_states_follows_from_their_number(
    looked: int, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Table:
        values = (SimpleNamespace(), np.array([0.0, 0.0, 1.0]))

        def __len__(self) -> int:
            return looked

        def learn(self, *arguments: Any) -> None:
            pass

        def contents(self) -> Any:
            return self.values

    learner = SimpleNamespace(options=SimpleNamespace(games=50_000), step=lambda part: "", table=[1], ground=None)
    learner.tree_for = lambda through: None
    monkeypatch.setattr(tang, "Td", lambda *arguments: learner)
    monkeypatch.setattr(tang, "table_of", lambda *arguments: Table())
    monkeypatch.setattr(tang, "_strength", lambda *arguments: iter(()))
    states, zeros = tang.td(None, 1, lambda done, total: None)  # type: ignore[arg-type]
    assert states.verdict == verdict
    assert f"{looked:,}" in states.truth
    assert (zeros.verdict, zeros.truth[:5]) == (HOLDS, "66.7%")


# The pages


def text_of(name: str) -> str:
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def read_page(name: str) -> list[Judged]:
    """The verdicts on a page."""
    found = re.findall(
        r'<a id="([a-z0-9-]+)"></a>\n\n### (.*)\n\n\*\*(.*)\*\* \((.*)\)\.\n\n((?:.|\n)*?)\n(?=\n<a id=|\Z)',
        text_of(name),
    )
    return [Judged(each[0], each[1], each[3], each[2].lower(), each[4]) for each in found]


@pytest.mark.parametrize("name", SOURCES)
def test_page_is_made_of_its_verdicts(name: str) -> None:
    found = read_page(name)
    assert len(found) >= 10
    assert len({each.name for each in found}) == len(found)
    assert {each.verdict for each in found} <= {*VERDICTS, ANSWERED, OPEN}
    assert page(name, 1, found) == text_of(name)


def test_list_counts_the_verdicts_of_the_pages() -> None:
    found = {name: read_page(name) for name in SOURCES}
    assert index(found, 1) == (DOCS / README).read_text(encoding="utf-8")
    first = next(iter(found))
    found[first][0] = replace(found[first][0], verdict=READING)
    assert index(found, 1) != (DOCS / README).read_text(encoding="utf-8")


def test_list_names_every_work_that_is_cited() -> None:
    references = (DOCS.parents[1] / "CITATION.cff").read_text(encoding="utf-8").split("\n  - type: ")[1:]
    listed = (DOCS / README).read_text(encoding="utf-8")
    for reference in references:
        authors, [year] = re.findall(r"family-names: (\w+)", reference), re.findall(r"\n    year: ([0-9]+)", reference)
        commas = ", ".join(authors[:-1])
        names = f"{commas} and {authors[-1]}" if commas else authors[-1]
        assert re.search(rf"^\| \[?{names} \({year}\)", listed, re.M), names
    assert len(references) == 8


def on_page(name: str, found: Judged) -> bool:
    """Whether the page says what has been computed now."""
    return str(found) in f"{text_of(name)}\n"


@pytest.mark.parametrize("name", SOURCES)
def test_statements_that_need_little_are_computed_again(name: str) -> None:
    small: dict[str, Callable[[], Iterator[Judged]]] = {
        "sakuta-tomioka-2017": small_of_sakuta_tomioka,
        "sagole-2019": lambda: iter([sagole.classical_draw()]),
        "tang-2020": small_of_tang,
        "wong-2023": small_of_wong,
        "abraham-2024": lambda: iter([abraham.states(), abraham.monotone()]),
    }
    found = [*small[name]()]
    assert [each.name for each in found if not on_page(name, each)] == []
    assert not on_page(name, replace(found[0], verdict=READING))


def small_of_sakuta_tomioka() -> Iterator[Judged]:
    opponent = solve(game("goff"), progress=False)
    yield sakuta_tomioka.narrow_win(opponent)
    yield sakuta_tomioka.variation(opponent)
    yield sakuta_tomioka.longest(opponent)
    yield sakuta_tomioka.self_selection(solve(game("goff", collapse="self"), progress=False))
    yield sakuta_tomioka.dice_version()


def small_of_tang() -> Iterator[Judged]:
    goff = solve(game("goff"), progress=False)
    yield tang.arrangements()
    yield tang.first_move(goff)
    yield tang.unbeatable(goff)
    yield from tang.symmetry(goff.game)


def small_of_wong() -> Iterator[Judged]:
    """All but a question that needs the level high solved again."""
    yield from (each for each in wong.judge(1, ignored, DATA) if each.name != "unlimited")


def ignored(done: int, of: int | None) -> None:
    pass


@pytest.mark.slow
@pytest.mark.parametrize("name", SOURCES)
def test_every_statement_is_computed_again(name: str) -> None:
    found = [*source(name).judge(1, ignored, DATA if name == "wong-2023" else None)]
    assert page(name, 1, found) == text_of(name)


# Sagole, Dey, Behera and Panigrahi


class Q3T:
    """An oracle of the hybrid game that knows the moves after X1.7 =X, links and measurements, by these values."""

    game = game("hybrid")

    def __init__(self, **changes: str) -> None:
        self.moves = {
            position: {action: Fraction(0) for action in self.game.actions(self.game.position(position))}
            for position in (sagole.until(token) for token in ("O2.5>7", "X3.3", "O4.9>3", "O6.9"))
        }
        for position, values in self.moves.items():
            for action in values:
                is_link = isinstance(action, Link)
                values[action] = Fraction(changes.get(f"{position.count(' ')}{action}", "1/8" if is_link else "1/4"))

    def values(self, position: str) -> dict[Any, Fraction]:
        return self.moves[position]

    def best(self, position: str) -> list[Any]:
        best = max(self.moves[position].values())
        return [action for action, value in self.moves[position].items() if value == best]


@pytest.mark.parametrize(
    ("changes", "statement", "verdict"),
    [
        ({}, sagole.linking_is_better, HOLDS),
        ({"11>7": "1/3"}, sagole.linking_is_better, FAILS),
        ({"11": "1/9"}, sagole.linking_is_better, FAILS),
        ({}, sagole.any_box, HOLDS),
        ({"13>7": "1/9"}, sagole.any_box, FAILS),
        ({}, sagole.no_benefit, HOLDS),
        ({"21>7": "1/3"}, sagole.no_benefit, FAILS),
        ({}, sagole.own_mark, HOLDS),
        ({"21>7": "1/3"}, sagole.own_mark, PARTLY),
        ({"23": "1/3"}, sagole.box_three, HOLDS),
        ({"25": "1/3"}, sagole.box_three, FAILS),
        ({}, sagole.same_strategy, HOLDS),
        ({"42>3": "1/9"}, sagole.same_strategy, FAILS),
    ],
)
def test_verdicts_on_sagole_follow_from_the_values(
    changes: dict[str, str], statement: Callable[[Any], Judged], verdict: str
) -> None:
    assert statement(Q3T(**changes)).verdict == verdict


@pytest.mark.slow
def test_known_errors_of_sagole() -> None:
    found = {each.name: each for each in sagole.judge(1, ignored)}
    assert (found["linking"].verdict, found["any-box"].verdict, found["no-benefit"].verdict) == (HOLDS, FAILS, FAILS)
    assert "Only 3>7 is best, worth 1/128" in found["any-box"].truth
    assert "5>7 is worth 3/256" in found["any-box"].truth
    assert found["no-benefit"].truth.startswith("6 links, ")
    assert "are worth 3/256, and the best measurement, 3, -5/256" in found["no-benefit"].truth
    for move in ("O4.9>3", "X5.5", "O6.9"):
        assert f"`{move}`" in found["planned"].truth


# Sakuta and Tomioka


def values(change: Callable[[dict[Any, Any], dict[Any, Any]], None] = lambda games, moves: None) -> Any:
    """Values as the source states them, after a change."""
    qs = [Fraction(at, 20) for at in range(21)]
    games: dict[Any, Any] = {}
    moves: dict[Any, Any] = {}
    for scoring, double in product(("draws-even", "draws-second"), (False, True)):
        low = 0 if scoring == "draws-even" else -5
        zero = Fraction(1) if low == 0 else Fraction(3, 4)
        games[scoring, double] = {q: 20 * (1 - q / zero) for q in qs}
        moves[scoring, double] = {
            q: {
                move: 20 * (1 - q) - (0 if move in figures.STAY else at * q * (q - Fraction(1, 4)))
                for at, move in enumerate(figures.FIRST_MOVES, start=1)
            }
            for q in qs
        }
    change(games, moves)
    return figures.Values(games, moves)


PLAIN, DOUBLE, FOR_O = ("draws-even", False), ("draws-even", True), ("draws-second", True)


@pytest.mark.parametrize(
    ("statement", "change", "verdict"),
    [
        (figures.falling, lambda games, moves: games[PLAIN].update({Fraction(1, 2): Fraction(11)}), PARTLY),
        (figures.advantage, lambda games, moves: games[PLAIN].update({Fraction(1, 2): Fraction(0)}), PARTLY),
        (figures.at_zero, lambda games, moves: games[DOUBLE].update({Fraction(0): Fraction(21)}), FAILS),
        (figures.double_win, lambda games, moves: games[DOUBLE].update({Fraction(1, 2): Fraction(11)}), FAILS),
        (
            figures.order,
            lambda games, moves: moves.update({PLAIN: dict.fromkeys(moves[PLAIN], moves[PLAIN][Fraction(1)])}),
            FAILS,
        ),
        (
            figures.negative,
            lambda games, moves: moves[PLAIN][Fraction(1)].update({"1-9": Fraction(-1)}),
            PARTLY,
        ),
        (
            figures.even_with_double_win,
            lambda games, moves: games[FOR_O].update({Fraction(1, 2): Fraction(0), Fraction(3, 4): Fraction(1)}),
            FAILS,
        ),
    ],
)
def test_verdicts_on_the_figures_follow_from_the_values(
    statement: Callable[[Any], Judged], change: Callable[[Any, Any], None], verdict: str
) -> None:
    assert statement(values()).verdict == HOLDS
    assert statement(values(change)).verdict == verdict


def test_another_game_is_no_principal_variation() -> None:
    goff = solve(game("goff"), progress=False)
    assert sakuta_tomioka.variation(goff).verdict == HOLDS
    lost = sakuta_tomioka.variation(goff, "X1.1-2 O2.3-4")
    assert lost.verdict != HOLDS
    assert sakuta_tomioka.longest(goff, sakuta_tomioka.FIGURE_2).verdict == HOLDS
    assert sakuta_tomioka.longest(goff).verdict == FAILS


def test_verdicts_on_table_6_follow_from_the_nodes() -> None:
    def printed(search: Printed) -> int:
        return search.nodes

    def found(search: Printed) -> int:
        return search.nodes - (search.name == "SQT, q = 0.05, modified") * 10_000_000

    def no_qt(search: Printed) -> int:
        return search.nodes + (search.q is None)

    assert len(TABLE_6) == 5
    verdicts = [[each.verdict for each in sakuta_tomioka.table_6(ignored, nodes)] for nodes in (printed, found, no_qt)]
    assert verdicts[0] == [HOLDS] * 4
    assert verdicts[1] == [HOLDS, READING, HOLDS, READING]
    assert verdicts[2] == [PARTLY, HOLDS, HOLDS, HOLDS]


# Abraham


def test_bisection_of_the_source_gives_what_it_prints() -> None:
    assert f"{abraham.bisect(abraham.PRINTED):.16f}" == abraham.VALUES[0]


def test_verdicts_on_abraham_follow_from_the_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert abraham.states(lambda alternating: 5478).verdict == HOLDS
    assert abraham.states(lambda alternating: 18_753).verdict == FAILS
    monkeypatch.setattr(abraham, "fallen", lambda: (Fraction(1, 2), Fraction(5, 8)))
    assert abraham.monotone().verdict == OPEN
    monkeypatch.setattr(abraham, "solved", lambda board: (None, Fraction(2, 3), Fraction(1, 3)))
    assert abraham.moving_first().verdict == OPEN
    monkeypatch.setattr(abraham, "solved", lambda board: (None, Fraction(2, 3), Fraction(2, 3)))
    assert abraham.halves(1).verdict == FAILS
    assert abraham.printed_values().verdict == FAILS


# Wong


def test_verdicts_on_the_circuits_figures_follow_from_the_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (wong.moderate_figure().verdict, wong.high_figure().verdict) == (HOLDS, HOLDS)
    monkeypatch.setattr(wong, "FIGURE_8", "X1.1-2 O2.2-5")
    assert wong.high_figure().verdict == PARTLY
    monkeypatch.setattr(wong, "FIGURE_7", "X1.2 O2.1")
    assert wong.moderate_figure().verdict == FAILS


def test_verdicts_on_the_nodes_follow_from_the_counts() -> None:
    data = wong.stored(DATA)
    assert (wong.nodes(data).verdict, wong.crossing(data).verdict, wong.pruning(data).verdict) == (
        READING,
        PARTLY,
        HOLDS,
    )
    for level, printed in PRINTED.items():
        for depth, number in zip(range(2, 7), printed, strict=True):
            data.nodes[f"{level} {depth} alpha-beta"] = number
    assert [each(data).verdict for each in (wong.nodes, wong.crossing, wong.exponential)] == [HOLDS] * 3
    data.nodes["high 3 plain"] = 1
    assert wong.pruning(data).verdict == PARTLY


def test_only_data_of_experiments_is_read(qttt: Run, tmp_path: Path) -> None:
    (tmp_path / "data.json").write_text("{}", encoding="utf-8")
    said = qttt("judge", "wong-2023", "--results", str(tmp_path / "data.json"))
    assert "data.json: does not hold data of experiments: its entries do not match; name another file" in said.line
    assert "cannot be read" in qttt("judge", "wong-2023", "--results", str(tmp_path / "none")).line
    assert "tang-2020 uses no results" in qttt("judge", "tang-2020", "--results", str(tmp_path / "data.json")).line
    assert "name one of them" in qttt("judge").line
    assert "name one of them" in qttt("judge", "tang-2020", "--all").line


def test_all_sources_are_judged_by_one_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qttt.app.studies.sources.command.verdicts", lambda name, seed, results: read_page(name))
    judge_all(1, DATA, tmp_path / "sources", quiet=True)
    assert {path.name for path in (tmp_path / "sources").iterdir()} == {README, *(f"{name}.md" for name in SOURCES)}
    for path in (tmp_path / "sources").iterdir():
        assert path.read_bytes() == (DOCS / path.name).read_bytes()


# Noise


def mixed(d: Fraction, boards: list[str]) -> dict[str, Fraction]:
    """The accepted results of measuring a group of squares that is depolarised with probability d: from the diagonal of
    its density matrix, two qubits a square, X's before O's."""
    qubits = 2 * len(boards[0])
    code = {"X": "10", "O": "01", ".": "00"}
    diagonal = dict.fromkeys(map("".join, product("01", repeat=qubits)), d / 2**qubits)
    for board in boards:
        diagonal["".join(code[square] for square in board)] += (1 - d) / len(boards)
    assert sum(diagonal.values()) == 1
    counts = [boards[0].count(mark) for mark in "XO"]
    accepted = {
        board: diagonal["".join(code[square] for square in board)]
        for board in map("".join, product("XO.", repeat=len(boards[0])))
        if [board.count(mark) for mark in "XO"] == counts
    }
    return {board: share / sum(accepted.values()) for board, share in accepted.items()}


def test_wrong_share_is_that_of_the_density_matrix() -> None:
    d = Fraction(1, 10)
    figure_8 = ["X.O", "XO.", ".XO", ".OX"]
    found = mixed(d, figure_8)
    share = noise.depolarised(d, 3, 1, 1)
    for board, chance in found.items():
        assert chance == (1 - share) * Fraction(board in figure_8, 4) + share / len(found)
    assert mixed(d, ["X.", ".X"]) == {"X.": Fraction(1, 2), ".X": Fraction(1, 2)}
    wrong = noise.depolarised(d, 3, 1, 0)
    assert any(chance != (1 - wrong) * Fraction(board in figure_8, 4) + wrong / 6 for board, chance in found.items())


def test_misread_results_are_bounded() -> None:
    """Two squares, each mark counted: every pattern of wrong bits is tried."""
    e = Fraction(1, 20)
    right = wrong = Fraction(0)
    for flips in product((0, 1), repeat=6):
        chance = e ** sum(flips) * (1 - e) ** (6 - sum(flips))
        bits = [bit ^ flip for bit, flip in zip((1, 0, 0, 1, 0, 0), flips, strict=True)]  # X . . as 10 01 00: X O .
        squares = [*zip(bits[::2], bits[1::2], strict=True)]
        legal = (1, 1) not in squares and sum(bits[::2]) == 1 and sum(bits[1::2]) == 1
        right += chance * (legal and not any(flips))
        wrong += chance * (legal and any(flips))
    assert 0 < wrong / (wrong + right) <= noise.misread(e, 3)
    assert noise.misread(Fraction(0), 9) == 0


def test_noise_is_harmless_only_below_the_value() -> None:
    rate = noise.harmless(noise.change_by_readout, Fraction(5, 32))
    assert noise.change_by_readout(rate) < Fraction(5, 32) <= noise.change_by_readout(rate + Fraction(1, 1000))
    assert noise.harmless(noise.change_by_depolarising, Fraction(0)) == 0
