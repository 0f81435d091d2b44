"""The hybrid game under its switches, and its page of values in the docs."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from qttt.app.hybrid.reading import Reading
from qttt.app.hybrid.solve import Solved
from qttt.app.studies.readings.hybrid import (
    NOT_SOLVED,
    canonical,
    moving_first,
    one_switch,
    page,
    pairs,
    reached,
    solve,
    table,
    within,
)
from qttt.oracle.hybrid.entry import solvable
from qttt.reference.hybrid import SWITCHES, Hybrid, Measure, Result, settings

pytestmark = pytest.mark.slow

DOCS = Path(__file__).resolve().parents[3] / "docs"
SINGLE = [game for game in settings() if game.links == "single"]
SMALL = [*SINGLE, *(game for game in settings() if (game.links, game.targets) == ("one", "one"))]
"""Games that are solved quickly."""


@pytest.fixture(scope="module")
def found(solved_hybrid: Solved) -> list[Reading]:
    """The canonical reading and the small ones."""
    return [solved_hybrid.reading, *solve(SMALL, "cpu")]


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
    """A page with one number changed lacks the values."""
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


def test_page_values_are_monotone_in_both(written: str) -> None:
    """If lines of both count for X, that is never worse for X than any other reading, whatever the first move. Where a
    link takes its target both never have a line, so all four readings are the same there."""
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


def test_page_sentences_follow_from_its_values(written: str) -> None:
    """And not what follows from others: here the highest value is turned into the lowest."""
    values = {game: Fraction(value) for game, (value, *_) in all_games(written).items() if solvable(game)}
    for made in (moving_first, one_switch, pairs):
        assert f"\n{made(values)}\n" in written
    turned = {game: min(values.values()) if value == max(values.values()) else value for game, value in values.items()}
    assert f"\n{moving_first(turned)}\n" not in written
    assert f"\n{pairs(turned)}\n" not in written


def test_redundant_switches_change_nothing(found: list[Reading]) -> None:
    of = {one.game: (one.value, one.first_moves, one.replies) for one in found}
    for game in SMALL:
        if game.effect == "take":
            assert of[game] == of[Hybrid(game.links, game.targets, "take")]
    for game in SINGLE:
        assert of[game] == of[Hybrid("single", "any", game.effect, game.both)]
    assert of[SINGLE[0]] != of[replace(SINGLE[0], both="X")]


def test_page_of_the_game_gives_the_value(found: list[Reading], written: str) -> None:
    page = (DOCS / "games" / "hybrid.md").read_text(encoding="utf-8")
    value = str(found[0].value).replace("-", "−")
    assert f"The value (X's chance of winning minus O's) is {value}: moving first is a disadvantage." in page
    assert f"The same holds in all {sum(map(solvable, settings()))} solved readings." in page
    assert f"{value}: moving first is a disadvantage" in (DOCS.parent / "README.md").read_text(encoding="utf-8")
    assert {Fraction(value) < 0 for game, (value, *_) in all_games(written).items() if solvable(game)} == {True}


# Readings


def test_first_move_has_the_mean_value_of_its_results(found: list[Reading]) -> None:
    for one in found:
        assert one.value == max(one.first_moves.values())
        for move, value in one.first_moves.items():
            assert [*one.replies[move]] == [Result.X, Result.O]
            assert value == sum(replies.value for replies in one.replies[move].values()) / 2


def test_equivalent_first_moves_have_equal_values(found: list[Reading]) -> None:
    """Corners are equivalent, edges are equivalent: so are the values after their results and the numbers of best
    replies. Centre and corner are not; a best reply to the centre turns with the board."""
    for one in found:
        for boxes in ((1, 3, 7, 9), (2, 4, 6, 8)):
            said = [{r: (v, len(best)) for r, (v, best) in one.replies[Measure(box)].items()} for box in boxes]
            assert said == said[:1] * 4
    assert found[0].replies[Measure(1)] != found[0].replies[Measure(5)]


# The page, for made-up values


def test_moving_first_counts_the_solved_games() -> None:
    half = Fraction(1, 2)
    games = dict(zip(SINGLE, [half, -half, Fraction(0), half, -Fraction(1, 3)], strict=False))
    assert moving_first(games).splitlines() == [
        "Moving first is a disadvantage in 2, neither an advantage nor a disadvantage in 1 and an advantage in 2 of "
        "the 5 solved games.",
        "Values range from -1/2 = -0.5 (`links=single`, `both=X`)",
        "to 1/2 = 0.5 (`links=single`).",
    ]


def test_pairs_differ_in_one_switch() -> None:
    """Turning both to X is better for X in one pair and makes no difference in another; turning the effect is better
    for O once. A game whose other one is not solved is in no pair."""
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


def test_page_lists_unsolved_games(found: list[Reading]) -> None:
    text = page(found[:2])
    assert text.count(f"| {NOT_SOLVED} |  |  |  |\n") == len([*settings()]) - 2
    assert table(found[:2]) in text
