"""The page of public programs: up to date, and the counts of each question."""

import programs
import pytest

from qttt.spec.rulesets import programs as every


def test_page_is_what_the_data_say() -> None:
    assert programs.PAGE.read_text(encoding="utf-8") == programs.page(), "run python docs/programs.py"


@pytest.mark.parametrize(
    ("switch", "counts"),
    [
        # gerboland, Morcifer and eskapinakis let a mark be put on one square at any time, so on the last one, too
        ("last", {"move": 2 + 3, "draw": 9, "stuck": 4, "crash": 1}),
        ("pair", {"legal": 16, "forbidden": 3, "own": 1}),
        # rohanp means to give the other line half a point, and never does
        ("both", {"narrow": 9, "draw": 3, "first": 6 + 1}),
        ("collapse", {"opponent": 16, "chance": 4}),
    ],
)
def test_counts_are_those_of_the_code_that_was_read(switch: str, counts: dict[str, int]) -> None:
    answers = [programs.answer(each, switch) for each in every() if each.commit and each.game != "tiqtaqtoe"]
    assert {said: answers.count(said) for said in {*answers} - {""}} == counts


def test_unsaid_answer_is_a_dash() -> None:
    text = next(each for each in every() if each.found == "text")
    assert [*programs.cells(text, ["last", "collapse"])][1:4] == ["–", "self", "text"]


def test_known_error_that_a_column_shows_is_named_once() -> None:
    own = next(each for each in every() if each.name.startswith("ben300694"))
    first, second, *_ = map(programs.departure, own.departures)
    assert first == "[GOFF-PAIR-1](../spec/rules/goff.md#goff-pair-1) (`own-pair-forbidden`)"
    assert second.endswith(own.departures[1].what)
