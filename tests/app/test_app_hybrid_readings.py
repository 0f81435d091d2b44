"""`qttt readings hybrid`, and the page of values in the docs."""

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from qttt.app.hybrid import readings
from qttt.app.hybrid.reading import Reading
from qttt.app.hybrid.readings import found_in
from qttt.app.hybrid.readings_page import (
    NOT_SOLVED,
    canonical,
    moving_first,
    one_switch,
    page,
    pairs,
    reached,
    table,
    within,
)
from qttt.app.hybrid.solve import Solved
from qttt.app.hybrid.stored import solvable
from qttt.reference.hybrid import SWITCHES, Hybrid, Measure, Result, settings

Run = Callable[..., Any]
"""A run of the command; see `conftest.py`."""

DOCS = Path(__file__).resolve().parents[2] / "docs"
EXAMPLE = "X1.7 =X O2.5>7 X3.3 =X O4.1 =O X5.9>1 O6.6>3 X7.2>1"
"""The game whose position the docs show."""
SINGLE = [game for game in settings() if game.links == "single"]
SMALL = [*SINGLE, *(game for game in settings() if (game.links, game.targets) == ("one", "one"))]
"""Games that are solved in no time."""


@pytest.fixture(scope="module")
def found(solved_hybrid: Solved) -> list[Reading]:
    """The canonical reading and the small ones."""
    return [solved_hybrid.reading, *found_in(SMALL, "cpu")]


@pytest.fixture(scope="module")
def written() -> str:
    """The page of the docs."""
    return (DOCS / "hybrid.md").read_text(encoding="utf-8")


def rows(made: str) -> list[str]:
    """The rows of a table in Markdown, without its head."""
    return made.splitlines()[2:]


def all_games(written: str) -> dict[Hybrid, list[str]]:
    """What the page says of every game: its value, and those of its first moves."""
    listed = written.partition("## Every reading\n")[2].partition("## ")[0]
    cells = [[cell.strip() for cell in row[1:-1].split("|")] for row in listed.splitlines() if row.startswith("| ")]
    return {Hybrid(*row[: len(SWITCHES)]): row[len(SWITCHES) :] for row in cells[1:]}


# The page of the docs


def test_page_has_the_canonical_reading(found: list[Reading], written: str) -> None:
    """And a page with one number changed has not."""
    made = canonical(found[0])
    assert f"\n{made}\n" in written
    assert f"\n{made}\n" not in written.replace("-19/256", "-17/256")


def test_page_has_the_values_under_switches(found: list[Reading], written: str) -> None:
    games = all_games(written)
    assert [*games] == [*settings()]
    for one in found:
        said = [one.value, *(one.first_moves[Measure(box)] for box in (1, 2, 5))]
        assert games[one.game] == [*map(str, said)]
    for game, (value, *moves) in games.items():
        assert value == (max(moves, key=Fraction) if solvable(game) else NOT_SOLVED)


def test_page_keeps_to_what_holds_without_solving(written: str) -> None:
    """Lines of both that are X's are never worse for X than any other reading of them, whatever the first move. Where a
    link takes its target they do not occur, so all four are the same there."""
    games = {game: [*map(Fraction, row)] for game, row in all_games(written).items() if solvable(game)}
    for game, said in games.items():
        of_x = games[replace(game, both="X")]
        assert all(mine <= best for mine, best in zip(said, of_x, strict=True))
        if game.effect == "take":
            assert said == of_x


def test_page_has_the_numbers_of_positions(found: list[Reading], written: str) -> None:
    assert f"\n{within()}\n" in written
    for row in rows(reached(found)):
        assert f"\n{row}\n" in written


def test_page_says_what_follows_from_its_values(written: str) -> None:
    """And not what follows from others: here the highest value is turned into the lowest."""
    values = {game: Fraction(value) for game, (value, *_) in all_games(written).items() if solvable(game)}
    for made in (moving_first, one_switch, pairs):
        assert f"\n{made(values)}\n" in written
    turned = {game: min(values.values()) if value == max(values.values()) else value for game, value in values.items()}
    assert f"\n{moving_first(turned)}\n" not in written
    assert f"\n{pairs(turned)}\n" not in written


def test_what_the_page_says_of_switches_that_change_nothing(found: list[Reading]) -> None:
    of = {one.game: (one.value, one.first_moves, one.replies) for one in found}
    for game in SMALL:
        if game.effect == "take":
            assert of[game] == of[Hybrid(game.links, game.targets, "take")]
    for game in SINGLE:
        assert of[game] == of[Hybrid("single", "any", game.effect, game.both)]
    assert of[SINGLE[0]] != of[replace(SINGLE[0], both="X")]


def test_the_readme_has_the_value(found: list[Reading], written: str) -> None:
    readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    value = str(found[0].value).replace("-", "−")
    assert f"X's chance of winning less O's is {value}: moving first is a disadvantage." in readme
    assert f"So it is in all {sum(map(solvable, settings()))} readings that are solved." in readme
    assert {Fraction(value) < 0 for game, (value, *_) in all_games(written).items() if solvable(game)} == {True}


def test_picture_of_the_docs(qttt: Run, tmp_path: Path) -> None:
    qttt("show", "hybrid", EXAMPLE, "--svg", str(tmp_path / "a.svg"))
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == (DOCS / "hybrid.svg").read_text(encoding="utf-8")


# Readings


def test_a_first_move_is_worth_the_mean_of_its_results(found: list[Reading]) -> None:
    for one in found:
        assert one.value == max(one.first_moves.values())
        for move, value in one.first_moves.items():
            assert [*one.replies[move]] == [Result.X, Result.O]
            assert value == sum(replies.value for replies in one.replies[move].values()) / 2


def test_first_moves_that_are_alike(found: list[Reading]) -> None:
    """Corners are alike, edges are alike: so are the values after their results, and how many best replies there are.
    Centre and corner are not; a best reply to the centre turns with the board."""
    for one in found:
        for boxes in ((1, 3, 7, 9), (2, 4, 6, 8)):
            said = [{r: (v, len(best)) for r, (v, best) in one.replies[Measure(box)].items()} for box in boxes]
            assert said == said[:1] * 4
    assert found[0].replies[Measure(1)] != found[0].replies[Measure(5)]


def test_readings_say_what_solve_says(qttt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [Hybrid("single", "one", effect, both) for effect in SWITCHES["effect"] for both in ("draw", "X")]
    monkeypatch.setattr(readings, "settings", lambda: [Hybrid("two"), *games])
    said = qttt("readings", "hybrid", "--device", "cpu", "--json")
    assert said.err == (
        "qttt: 1 of the 5 games are left out, for they have too many positions: links=two with targets=any\n"
    )
    told = json.loads(said.out)
    assert [row["switches"] for row in told] == [game.switches for game in games]
    for row in (told[0], told[3]):
        options = [f"--switch={name}={value}" for name, value in row["switches"].items()]
        solved = qttt("solve", "hybrid", *options, "--json").json
        assert row == {key: solved[key] for key in row}
        assert list(row) == [key for key in solved if key not in ("device", "seconds", "peak_bytes")]
    assert [*told[0]["first_moves"]] == [*map(str, range(1, 10))]
    assert [len(row["positions"]) for row in told] == [9] * 4


def test_tables(qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same in each form; and on the terminal, where alike first moves are told once."""
    from pyarrow import parquet

    monkeypatch.setattr(readings, "settings", lambda: SINGLE[:2])
    for name in ("a.csv", "a.parquet"):
        told = qttt("readings", "hybrid", "--out", str(tmp_path / name), "--json").rows
    with (tmp_path / "a.csv").open(newline="") as file:
        kept = [*csv.DictReader(file)]
    assert len(kept) == 2 * (1 + 9 + 18)
    assert [
        {name: str(cell) for name, cell in row.items()}
        for row in parquet.read_table(tmp_path / "a.parquet").to_pylist()
    ] == kept
    for game, row in zip(SINGLE, told, strict=False):
        own = {(r["first_move"], r["result"]): r for r in kept if r["both"] == game.both}
        assert {name: own["", ""][name] for name in SWITCHES} == game.switches
        assert own["", ""]["value"] == row["value"]
        assert {move: own[move, ""]["value"] for move in row["first_moves"]} == row["first_moves"]
        for move, results in row["replies"].items():
            for result, replies in results.items():
                assert (own[move, result]["value"], own[move, result]["best"].split()) == (
                    replies["value"],
                    replies["best"],
                )
    assert all(Fraction(int(r["value_numerator"]), int(r["value_denominator"])) == Fraction(r["value"]) for r in kept)
    assert own["", ""]["best"].split() == [move for move, value in row["first_moves"].items() if value == row["value"]]
    said = qttt("readings", "hybrid").out
    assert ["single", "any", "reverse", "X", row["value"], "5"] in [line.split() for line in said.splitlines()]


# The page, of values made up


def test_moving_first_is_told_of_all_games_that_are_solved() -> None:
    half = Fraction(1, 2)
    games = dict(zip(SINGLE, [half, -half, Fraction(0), half, -Fraction(1, 3)], strict=False))
    assert moving_first(games).splitlines() == [
        "Moving first is a disadvantage in 2, neither an advantage nor a disadvantage in 1 and an advantage in 2 of "
        "the 5 games that are solved.",
        "Values reach from -1/2 = -0.5 (`links=single`, `both=X`)",
        "to 1/2 = 0.5 (`links=single`).",
    ]


def test_pairs_differ_in_one_switch() -> None:
    """Turning both to X is better for X in one pair and no matter in another; turning the effect is better for O once.
    A game whose other one is not solved is in no pair."""
    values = {
        Hybrid(): Fraction(0),
        Hybrid(both="X"): Fraction(1, 2),
        Hybrid(effect="take"): Fraction(0),
        Hybrid(effect="take", both="X"): Fraction(0),
        Hybrid("single"): Fraction(1),
    }
    assert rows(pairs(values)) == [
        "| `links=single` | 1 | 1 | 0 | 0 |",
        "| `links=two` | 0 | 0 | 0 | 0 |",
        "| `targets=one` | 0 | 0 | 0 | 0 |",
        "| `effect=take` | 2 | 0 | 1 | 1 |",
        "| `both=X` | 2 | 1 | 1 | 0 |",
        "| `both=measurer` | 0 | 0 | 0 | 0 |",
        "| `both=other` | 0 | 0 | 0 | 0 |",
    ]
    assert rows(one_switch(values))[:3] == ["| none | 0 |", "| `links=single` | 1 |", "| `links=two` | not solved |"]


def test_page_of_some_readings(found: list[Reading]) -> None:
    """What was not solved is said not to be."""
    text = page(found[:2])
    assert text.count(f"| {NOT_SOLVED} |  |  |  |\n") == len([*settings()]) - 2
    assert table(found[:2]) in text


# What cannot be asked


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ("goff", "goff has no switches: expected tiqtaqtoe or hybrid"),
        ("hybrids", "unknown ruleset 'hybrids'"),
        ("hybrid --level high", "hybrid has no --level, which is for tiqtaqtoe; leave it out"),
        ("hybrid --out a.txt", "a.txt: expected a name that ends in .md, .csv or .parquet"),
        ("hybrid --out no-such-folder/a.md", "there is no such folder"),
    ],
)
def test_what_cannot_be_asked(qttt: Run, args: str, words: str) -> None:
    assert words in qttt("readings", *args.split()).line


def test_version_of_the_ruleset(qttt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readings, "settings", lambda: SINGLE[:1])
    assert qttt("readings", "hybrid-1.0", "--json").rows == qttt("readings", "hybrid", "--json").rows
