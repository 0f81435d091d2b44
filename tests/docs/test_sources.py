"""The pages of the sources: the index and the ledger agree with their verdicts; tests/sources has their numbers."""

import csv
import json
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from doctest import DocTestParser
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import programs
import pytest
import unlimited
from searches import again, search_qt, search_sqt

from qttt.app.rulebook import all_rules, headings
from qttt.fast.sqt.setting import Setting
from qttt.fast.tiqtaqtoe.boards import MARKS, text
from qttt.reference.board import lines
from qttt.spec.rulesets import programs as every

DOCS = Path(__file__).resolve().parents[2] / "docs"
SOURCES = sorted((DOCS / "sources").glob("*-*.md"))
INDEX = (DOCS / "sources" / "README.md").read_text(encoding="utf-8")
ROW = re.compile(r'^\| <a id="([a-z0-9-]+)"></a>(.*) \| ([a-z ]+) \| .* \| .+ \|$', re.M)
VERDICTS = ("holds", "holds in part", "does not hold", "depends on a reading", "not reproduced", "answered")
by_source = pytest.mark.parametrize("page", SOURCES, ids=lambda page: page.stem)


def verdicts(page: Path) -> dict[str, str]:
    """The verdict on each statement, by its name."""
    return {name: verdict for name, _, verdict in ROW.findall(page.read_text(encoding="utf-8"))}


@by_source
def test_every_statement_has_a_verdict(page: Path) -> None:
    found = verdicts(page)
    assert {*found.values()} <= {*VERDICTS}
    assert 10 <= len(found) == page.read_text(encoding="utf-8").count('<a id="')


@by_source
def test_every_refutation_is_explained(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    explained = {*re.findall(r"^- \[[^]]+\]\(#([a-z0-9-]+)\): ", text.partition("\n## Notes\n")[2], re.M)}
    refuted = {name for name, verdict in verdicts(page).items() if verdict == "does not hold"}
    short = {"longest"}  # the row says it
    assert refuted - short <= explained <= {*verdicts(page)}
    assert {*re.findall(r'"></a>.* \[[^]]*\]\(#(\w+)\)', text)} - {*verdicts(page)} <= {"notes"}


@by_source
def test_index_counts_the_verdicts(page: Path) -> None:
    counts = Counter(verdicts(page).values())
    assert f"]({page.name}) | {' | '.join(str(counts[each] or '') for each in VERDICTS)} |" in INDEX


@by_source
def test_page_of_a_source_is_short(page: Path) -> None:
    assert len(page.read_text(encoding="utf-8").split()) <= (1300 if page.stem.startswith("wong") else 900)


def test_index_names_every_work_that_is_cited() -> None:
    references = (DOCS.parent / "CITATION.cff").read_text(encoding="utf-8").split("\n  - type: ")[1:]
    for reference in references:
        authors, [year] = re.findall(r"family-names: (\w+)", reference), re.findall(r"\n    year: ([0-9]+)", reference)
        names = f"{', '.join(authors[:-1])} and {authors[-1]}" if authors[:-1] else authors[-1]
        assert re.search(rf"^\| \[?{names} \({year}\)", INDEX, re.M), names
    assert len(references) == 8


Row = dict[str, str]
with (DOCS / "sources" / "ledger.csv").open(encoding="utf-8", newline="") as file:
    LEDGER: list[Row] = [*csv.DictReader(file)]
PLACE = re.compile(r"(.+), ([0-9]+)\.([0-9]+)(?:–([0-9]+))?")
REASONS = {"background", "outline", "method", "program", "time", "opinion", "plan"}
"""Why a sentence is not judged, in one word that the index explains; other reasons are written out."""


def check_answer(answer: str, given: Mapping[str, str]) -> None:
    """Raise AssertionError for an answer with an unknown rule, reason or place, or with a verdict that is not given."""
    if reason := answer.removeprefix("not judged: ") if answer.startswith("not judged: ") else "":
        assert " " in reason or reason in REASONS, answer
        return
    for part in answer.split(", "):
        word, _, place = part.partition(": ")
        if not place:
            assert word in all_rules(), part
            continue
        path, _, anchor = place.partition("#")
        text = (DOCS.parent / path).read_text(encoding="utf-8")
        assert word == "shown" or given.get(place) == word, part
        anchors = {each.anchor for each in headings(text)} | {*re.findall(r'<a id="([^"]+)"', text)}
        assert not anchor or anchor in anchors, part


def check_ledger(ledger: list[Row]) -> None:
    """Raise AssertionError for a number, place or answer that is wrong, and for a verdict without a row."""
    given = {f"docs/sources/{page.name}#{name}": word for page in SOURCES for name, word in verdicts(page).items()}
    sentences = 0
    for page in SOURCES:
        rows = [row for row in ledger if row["source"] == page.stem]
        assert [row["number"] for row in rows] == [str(each) for each in range(1, len(rows) + 1)], page.stem
        places = [("", 1, 0)]
        for row in rows:
            found = PLACE.fullmatch(row["place"])
            assert found, row
            part, paragraph, first, last = found.groups()
            for sentence in range(int(first), int(last or first) + 1):
                before, at, done = places[-1]
                place = part, int(paragraph), sentence
                if place not in places:
                    assert place in {(before, at, done + 1), (before, at + 1, 1), (part, 1, 1)}, place
                    places.append(place)
            assert place == places[-1], place
            assert row["statement"], row
            check_answer(row["answer"], given)
        sentences += len(places) - 1
    answers = "".join(f"{row['answer']}, " for row in ledger)
    unasked = {f"docs/sources/abraham-2024.md#{name}" for name in ("monotone", "moving-first")}
    assert {place for place in given if f": {place}, " not in answers} == unasked
    assert f" {sentences} sentences in {len(ledger)} rows" in INDEX.replace("\n", " ")


def test_ledger_answers_every_statement() -> None:
    check_ledger(LEDGER)
    assert {row["source"] for row in LEDGER} == {page.stem for page in SOURCES}
    assert {*REASONS} <= {*re.findall(r"\*([a-z]+)\*", INDEX.lower())}


LONGEST = "docs/sources/sakuta-tomioka-2017.md#longest"


@pytest.mark.parametrize(
    ("number", "column", "new"),
    [
        (5, "number", "6"),
        (5, "place", "abstract, 1.6"),
        (14, "place", "Rule 1, 1.1–2"),
        (17, "place", "Rule 2, 1.3"),
        (17, "answer", "GOFF-MOVE-99"),
        (17, "answer", ""),
        (17, "answer", "not judged: unheard"),
        (36, "answer", f"holds: {LONGEST}"),
        (36, "answer", "does not hold: docs/sources/sakuta-tomioka-2017.md#blunders"),
        (41, "answer", "shown: spec/rules/goff.md#gone"),
    ],
)
def test_errors_in_the_ledger_are_found(number: int, column: str, new: str) -> None:
    """Rows of the first source in the file."""
    assert LEDGER[number - 1][column] != new
    with pytest.raises(AssertionError):
        check_ledger([*LEDGER[: number - 1], LEDGER[number - 1] | {column: new}, *LEDGER[number:]])


# The nodes of the source's searches, which docs/benchmarks.md sets beside Table 6 of Sakuta and Tomioka (2017)


BENCHMARKS = (DOCS / "benchmarks.md").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("q", "modified", "exact", "rounded", "value"),
    [
        ("3/4", False, 140_389_750, 140_389_750, "5/2"),
        ("3/4", True, 132_011_516, 132_011_516, "5/2"),
        ("1/20", False, 344_807_171, 355_203_626, "15161/800"),
        ("1/20", True, 333_550_902, 345_901_749, "15161/800"),
    ],
)
def test_page_has_the_nodes_of_sqt(q: str, modified: bool, exact: int, rounded: int, value: str) -> None:
    assert search_sqt(Setting(Fraction(q)), modified) == (Fraction(value), exact)
    assert f"| {exact:,} | {rounded:,} |" in BENCHMARKS


@pytest.mark.slow
def test_page_has_the_nodes_of_qt() -> None:
    assert search_qt()[1] == 87_833_388
    assert "| 87,833,388 | 533 s | 87,833,388 |" in BENCHMARKS


def test_table_5_says_which_settlements_are_searched_again() -> None:
    """Below, in and above the window from 0 to 10 lie the values of a settlement (columns) and of the other (rows);
    - is a search below its value, + one above, for a value of the collapse below, in and above the window."""

    def side(value: int, other: int) -> str:
        return "".join("-0+"[1 + again(value, other, 0, 10, mean, 1)] for mean in (0, 5, 10))

    assert [[side(first, second) for first in (0, 5, 10)] for second in (0, 5, 10)] == [
        ["000", "000", "+++"],
        ["0--", "000", "++0"],
        ["---", "000", "000"],
    ]


# The convex hull of the page about Abraham: it solves the loop of N functions exactly, in O(N log N) steps


Line = tuple[Fraction, Fraction]
"""Slope and height at 0."""


def hull(lines: list[Line]) -> tuple[list[Line], list[Fraction]]:
    """The lines that are the highest somewhere, by slope, and the places where one takes over from another."""
    kept: list[Line] = []
    for slope, at in sorted(dict(sorted(lines)).items()):
        while len(kept) > 1:
            (a, b), (c, d) = kept[-2:]
            if (b - at) * (c - a) > (b - d) * (slope - a):
                break
            kept.pop()
        kept.append((slope, at))
    return kept, [(b - d) / (c - a) for (a, b), (c, d) in pairwise(kept)]


def height(lines: tuple[list[Line], list[Fraction]], x: Fraction) -> Fraction:
    """The height of a hull at x."""
    slope, at = lines[0][bisect_left(lines[1], x)]
    return slope * x + at


def solution(f: list[Line], g: list[Line]) -> tuple[Fraction, Fraction]:
    """x and y with y = max f(x) and x = min g(y)."""
    upper, lower = hull(f), hull([(-slope, -at) for slope, at in g])
    slope, at = upper[0][bisect_left(upper[1], True, key=lambda x: -height(lower, height(upper, x)) <= x)]
    x = min((c * at + d) / (1 - c * slope) for c, d in g)
    return x, slope * x + at


def solves(x: Fraction, y: Fraction, f: list[Line], g: list[Line]) -> bool:
    """Whether x and y are the solution."""
    return y == max(slope * x + at for slope, at in f) and x == min(slope * y + at for slope, at in g)


@pytest.mark.parametrize("count", [1, 2, 9, 100, 1000])
def test_convex_hull_solves_the_loop(count: int) -> None:
    draws = Random(f"2024 {count}")

    def lines() -> list[Line]:
        numbers = [Fraction(draws.randrange(1000), 1000) for _ in range(2 * count)]
        return [*zip(numbers[::2], numbers[1::2], strict=True)]

    for _ in range(10):
        f, g = lines(), lines()
        x, y = solution(f, g)
        assert solves(x, y, f, g)
        assert not solves(x + Fraction(1, 1000), y, f, g)


# The bounds on noise of the page about Wong


NOISE = DOCS.parent / "tests" / "sources" / "wong-2023.md"


@pytest.fixture
def bounds() -> dict[str, Any]:
    """What the block of the page defines."""
    [block] = re.findall(r"^## noise\n.*?```pycon\n(.*?)```", NOISE.read_text(encoding="utf-8"), re.M | re.S)
    names: dict[str, Any] = {"Fraction": Fraction}
    for example in DocTestParser().get_examples(block):
        if example.source.startswith(("from", "def")):
            exec(example.source, names)
    return names


def measured(d: Fraction, boards: list[str], *counts: int) -> dict[str, Fraction]:
    """The accepted results of a group, from the diagonal of its density matrix: the boards in equal shares, depolarised
    with probability d."""
    diagonal = {board: d / 4 ** len(board) for board in map("".join, product("XO.", repeat=len(boards[0])))}
    for board in boards:
        diagonal[board] += (1 - d) / len(boards)
    accepted = {board: share for board, share in diagonal.items() if [*map(board.count, "XO")] == [*counts]}
    return {board: share / sum(accepted.values()) for board, share in accepted.items()}


def test_wrong_share_is_that_of_the_density_matrix(bounds: dict[str, Any]) -> None:
    d, figure_8 = Fraction(1, 10), ["X.O", "XO.", ".XO", ".OX"]
    share = bounds["depolarised"](d, 3, 1, 1)
    for board, chance in (found := measured(d, figure_8, 1, 1)).items():
        assert chance == (1 - share) * Fraction(board in figure_8, 4) + share / len(found)
    assert measured(d, ["X.", ".X"], 1, 0) == {"X.": Fraction(1, 2), ".X": Fraction(1, 2)}


def test_misread_results_are_bounded(bounds: dict[str, Any]) -> None:
    """Nine squares with a mark of each player: each board that can be accepted, and how many qubits must be misread."""
    e, right, wrong = Fraction(1, 20), Fraction(0), Fraction(0)
    for x, o in product(range(9), repeat=2):
        read = ["10" if at == x else "01" if at == o else "00" for at in range(9)]
        misread = sum(map(str.__ne__, "".join(read), "1001" + "00" * 7))
        chance = (x != o) * e**misread * (1 - e) ** (18 - misread)
        right, wrong = right + chance * (misread == 0), wrong + chance * (misread > 0)
    assert 0 < wrong / (right + wrong) <= bounds["qubits_misread"](e)


# The games without limits


STORED = json.loads(unlimited.DATA.read_text(encoding="utf-8"))
Shares = dict[str, Fraction]
"""Boards and their probabilities."""


def test_limited_games_are_the_published_levels() -> None:
    """The counts of docs/tiqtaqtoe-positions.csv, whose value and positions the fast engine finds."""
    with (unlimited.DATA.parents[1] / "tiqtaqtoe-positions.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["ply"].isdigit()]
    counts = [[int(row[level]) for row in rows] for level in ("minimal", "high")]
    assert [STORED[name]["positions"] for name in ("2 squares", "high")] == counts
    assert [STORED[name]["value"] for name in ("2 squares", "high")] == ["1", "5/32"]


@pytest.mark.thorough
def test_marks_on_two_squares_are_the_level_minimal() -> None:
    value, counts = unlimited.spread(2)
    assert {"value": str(value), "positions": counts} == STORED["2 squares"]
    assert STORED["3 squares"]["value"] != STORED["2 squares"]["value"]


def lined(boards: Shares, mark: str) -> bool:
    return any(all(board[a - 1] == mark for board in boards for a in line) for line in lines())


def value_by_hand(boards: Shares, own: bool, shared: bool) -> Fraction:
    """What a position is worth: every move, its coin and every measurement, written out."""
    score = lined(boards, "X") - lined(boards, "O")
    held = [{board[a] for board in boards} for a in range(9)]
    if any(lined(boards, mark) for mark in "XO") or (len(boards) == 1 and "." not in next(iter(boards))):
        return Fraction(score)
    if {"."} not in held:
        return sum(
            (share * value_by_hand({board: Fraction(1)}, own, shared) for board, share in boards.items()), Fraction()
        )
    marks = 9 - next(iter(boards)).count(".")
    mark, other = "XO" if marks % 2 == 0 else "OX"
    values = []
    for a, b in product(range(9), repeat=2):
        legal = {mark: own and other not in held[a], other: shared or mark not in held[a]}
        if held[b] == {"."} and (a == b or held[a] == {"."} or any(legal[each] for each in held[a] - {"."})):
            after: Shares = {}
            for board, share in boards.items():
                for exchanged in (False, True):
                    squares = [*board]
                    squares[b] = mark
                    if exchanged:
                        squares[a], squares[b] = squares[b], squares[a]
                    after["".join(squares)] = after.get("".join(squares), Fraction(0)) + share / 2
            values.append(value_by_hand(after, own, shared))
    return max(values) if mark == "X" else min(values)


@pytest.mark.slow
def test_lifted_limits_are_valued_as_by_hand() -> None:
    codes = [
        code for code in np.flatnonzero(MARKS == 6).tolist() if text(code).count("X") == 3 and not unlimited.LINE[code]
    ]
    chosen = Random(1).sample(codes, 60)
    found = {}
    for name in ("high", "own", "shared", "own and shared"):
        worth = unlimited.Lifted(unlimited.GAMES[name]).worth
        found[name] = [Fraction(float(worth[code])) for code in chosen]
        own, shared = "own" in name, "shared" in name
        assert found[name] == [value_by_hand({text(code): Fraction(1)}, own, shared) for code in chosen]
    assert len({*map(tuple, found.values())}) > 1


@pytest.mark.slow
def test_stored_values_are_found_again() -> None:
    for name in ("high", "own"):
        value, counts = unlimited.Lifted(unlimited.GAMES[name]).solve()
        assert {"value": str(value), "positions": counts} == STORED[name]


# The page of public programs


def test_page_is_what_the_data_say() -> None:
    assert programs.PAGE.read_text(encoding="utf-8") == programs.page(), "run python docs/programs.py"


@pytest.mark.parametrize(
    ("switch", "counts"),
    [
        # gerboland, Morcifer and eskapinakis let a mark be put on one square at any time, so on the last one, too
        ("last", {"move": 2 + 3, "draw": 11, "stuck": 7, "crash": 1, "lost": 1}),
        ("pair", {"legal": 21, "forbidden": 4, "own": 1}),
        # rohanp means to give the other line half a point, and never does
        ("both", {"narrow": 11, "draw": 3, "first": 9 + 1}),
        ("collapse", {"opponent": 21, "chance": 4, "nobody": 1}),
    ],
)
def test_counts_are_those_of_the_code_that_was_read(switch: str, counts: dict[str, int]) -> None:
    answers = [programs.answer(each, switch) for each in every() if each.is_code and each.game != "tiqtaqtoe"]
    assert {said: answers.count(said) for said in {*answers} - {""}} == counts


def test_unsaid_answer_is_a_dash() -> None:
    text = next(each for each in every() if each.found == "text")
    assert [*programs.cells(text, ["last", "collapse"])][1:4] == ["–", "self", "text"]


def test_known_error_that_a_column_shows_is_named_once() -> None:
    own = next(each for each in every() if each.name.startswith("ben300694"))
    first, second, *_ = map(programs.departure, own.departures)
    assert first == "[GOFF-PAIR-1](../spec/rules/goff.md#goff-pair-1) (`own-pair-forbidden`)"
    assert second.endswith(own.departures[1].what)
