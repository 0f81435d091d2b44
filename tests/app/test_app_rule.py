"""`qttt rule`: everything that is tied to a rule, and the search for rules."""

from dataclasses import replace

import pytest

from qttt.app.rules.sources import rules_named, sources
from qttt.app.rules.tied import tied
from qttt.app.rules.vectors import expected, given
from qttt.spec import games, rules, vectors
from qttt.verification.traceability import every_rule_is_tied, ties

from .conftest import Run


def test_rule_prints_everything_tied_to_it(qttt: Run) -> None:
    said = qttt("rule", "goff-collapse-2")
    assert (said.code, said.err) == (0, "")
    for words in (
        "GOFF-COLLAPSE-2 What collapses",
        "stay spooky",
        "qttt.reference.goff.collapse.collapsing  reference/qttt/reference/goff/collapse.py:",
        "return component(position, position.spooky[-1].squares.first)",
        "qttt.fast.goff.moves.collapsed  fast/qttt/fast/goff/moves.py:",
        "goff-collapse-0007  X1.1-2 O2.4-5 X3.1-2 selA",
        "goff-rooted-collapse  proved on the text of a kernel",
        "foreign collapse",
        "goff-1.0: first version",
        "@misc{qttt-goff-collapse-2,",
    ):
        assert words in said.out
    assert not any(line.endswith(" ") for line in said.out.splitlines())


def test_json_has_the_same(qttt: Run) -> None:
    found = qttt("rule", "GOFF-COLLAPSE-2", "--json").json
    assert found["id"] == "GOFF-COLLAPSE-2"
    assert {"text", "reference", "kernels", "vectors", "claims", "known_errors", "history", "bibtex"} <= {*found}
    assert [error["name"] for error in found["known_errors"]] == ["foreign collapse"]


def test_search_lists_rules_by_words(qttt: Run) -> None:
    rows = qttt("rule", "--search", "Dice", "--json").rows
    assert [row["id"] for row in rows] == ["NOTATION-THROW-1", "SQT-DICE-1"]
    assert "GOFF-COLLAPSE-2" in qttt("rule", "--search", "what collapses").out


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("tie", {"GOFF-END-4", "GOFF-END-5", "TIQ-SCORE-1"}),
        ("ties", {"GOFF-END-4", "GOFF-END-5", "TIQ-SCORE-1"}),
        ("Draws", {"GOFF-END-4", "GOFF-END-5", "TIQ-SCORE-1"}),
        ("both have a line", {"HYB-END-2", "GOFF-END-4", "TIQ-SCORE-1"}),
        ("special final", {"GOFF-FINAL-1", "RL-ACTION-2"}),
        ("a", {"GOFF-END-1"}),
    ],
)
def test_search_finds_other_forms_of_a_word(qttt: Run, words: str, ids: set[str]) -> None:
    assert ids <= {row["id"] for row in qttt("rule", "--search", words, "--json").rows}


def test_rule_of_learning_has_its_text_and_address(qttt: Run) -> None:
    found = qttt("rule", "rl-noise-1", "--json").json
    assert found["address"].endswith("/learning/#rl-noise-1")
    assert [each["name"] for each in found["reference"]] == ["qttt.learn.learners.selfplay.games"]
    said = qttt("rule", "RL-ACTION-2").out
    assert "72 and 73" in said
    assert "Vectors" not in said


@pytest.mark.parametrize(
    ("id", "words", "ids"),
    [
        ("goff-three-trees", "After n plies", ["GOFF-GRAPH-2", "GOFF-COLLAPSE-2", "GOFF-FINAL-1"]),
        ("goff-collapse-0007", "X1.1-2 O2.4-5 X3.1-2 selA", ["GOFF-COLLAPSE-2"]),
        ("goff-page-early", "page", []),
    ],
)
def test_claim_and_vector_lead_to_their_rules(qttt: Run, id: str, words: str, ids: list[str]) -> None:
    said = qttt("rule", id)
    assert (said.code, said.err) == (0, "")
    assert words in said.out
    assert all(rule in said.out for rule in ids)
    found = qttt("rule", id, "--json").json
    assert [row["id"] for row in found["rules"]] == ids
    assert (found.get("claim") or found["vector"])["id"] == id


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["GOFF-COLAPSE-2"], "unknown ID 'GOFF-COLAPSE-2': expected GOFF-COLLAPSE-2"),
        (["goff-tree-trees"], "unknown ID 'goff-tree-trees': expected goff-three-trees"),
        (["nothing"], "unknown ID 'nothing': qttt rule --search TEXT"),
        ([], "expected an ID or --search TEXT, such as: qttt rule"),
        (["GOFF-TURN-1", "--search", "turn"], "give an ID or --search, not both"),
        (["--search", "zugzwang"], "no rule contains 'zugzwang'"),
        (["--search", " "], "--search: the text is empty"),
    ],
)
def test_wrong_use_is_one_line(qttt: Run, args: list[str], message: str) -> None:
    said = qttt("rule", *args)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(f"qttt: {message}")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("id", rules())
def test_every_rule_has_text_functions_vectors_and_claims(id: str) -> None:
    found = tied(id)
    assert found.text
    assert found.reference
    assert found.vectors
    assert found.claims
    assert found.history
    assert not found.text.startswith("#")


def test_functions_found_are_those_of_the_traceability_claim() -> None:
    """Both read the docstrings of the reference, in different ways."""
    found = frozenset(sources("qttt.reference"))
    assert found == ties().reference
    every_rule_is_tied(replace(ties(), reference=found))


def test_no_code_names_an_unknown_rule() -> None:
    for piece in ("qttt.reference", "qttt.fast"):
        assert {id for id in sources(piece) if not id.startswith("RL-")} <= {*rules()}


def test_ranges_and_short_forms_of_ids() -> None:
    assert rules_named("Rules: A-B-2 to A-B-4,\n  C-D-1, -3. Rule: E-F-1") == [
        *("A-B-2", "A-B-3", "A-B-4", "C-D-1", "C-D-3", "E-F-1")
    ]
    assert rules_named("The rule of thumb") == []


@pytest.mark.parametrize("game", games())
def test_every_vector_is_told_on_a_line(game: str) -> None:
    for vector in vectors(game):
        assert given(vector)
        assert expected(vector)
        assert "\n" not in expected(vector)
